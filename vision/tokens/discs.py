"""Round pieces of known size on the table's plane: where a circle's rim votes for its middle.

Every edge says that the middle of a circle of known radius lies so far along its gradient, to one side or the other. Where many edges of
all directions agree a disc may lie; straight prints and checked cloth scatter their votes. Which disc it is, `tokens.py` tells.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.table.plane import TablePlane

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Shorts = NDArray[np.int16]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DiscParams:
    """One set of values for every token, table and light."""

    across_px: float = 24.0
    """Diameter of the smallest disc in the flat picture that is searched."""
    most_px: int = 1_600_000
    """Pixels of that picture; a larger table is searched more coarsely."""
    least_scale: float = 0.45
    """The far end of a table is left out where it is seen smaller than so much of the middle."""
    least_edge: float = 3.0
    """Slope in grey levels per pixel; flatter is shading and noise."""
    least_votes: float = 0.36
    """Votes for a middle, as a part of what a whole rim would give; print and cloth give hardly more, half a token does."""
    reach_px: float = 6.0
    """A middle that was voted for may be off by so much: thick discs show their side, and cast shadows."""
    least_rim: float = 0.55
    """Part of the rim along which there must be an edge at the best place nearby."""
    apart: float = 0.45
    """Discs of one size lie at least so many diameters apart: seen from above, even those that overlap."""
    beside: float = 0.3
    """The same of two clear ones: a thick disc's shadow is as round as the disc."""
    clear_votes: float = 0.6
    """So many votes, and more, hardly any cloth or print gives ..."""
    most_faint: int = 60
    """... and of those that have fewer not more than so many are looked at, the best."""
    most: int = 400


@dataclass(frozen=True, slots=True, eq=False)
class Flat:
    """The table from straight above, at the scale in which discs are searched."""

    rgb: Pixels
    """(H, W, 3)."""
    slope: Shorts
    """(H, W, 2): to the right and down in grey levels per pixel times `STEPS`, of the colour that changes most."""
    to_px: Matrix
    """(3, 3): pixels of this picture -> pixels of the picture as stored."""
    to_mm: Matrix
    """(3, 3): pixels of this picture -> millimetres."""
    px_per_mm: float

    def slope_at(self, index: NDArray[np.int32]) -> Shorts:
        """Places, counted row by row (...), -> (..., 2): the slope there; both of its numbers are fetched as one, which is quicker."""
        return np.asarray(self.slope.view(np.int32).ravel().take(index).view(np.int16).reshape(*index.shape, 2), np.int16)

    def at_px(self, places: Floats) -> NDArray[np.float64]:
        """(n, 2) places here -> (n, 2) pixels of the picture as stored."""
        homogeneous = np.asarray(places, np.float64) @ self.to_px[:, :2].T + self.to_px[:, 2]
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


STEPS = 8
"""A Sobel slope counts so much for one grey level per pixel."""
ANGLES = 32
TURN = np.linspace(0, 2 * np.pi, ANGLES, endpoint=False)
"""(ANGLES,): radians, clockwise as seen from the right on."""
UNIT = np.stack([np.cos(TURN), np.sin(TURN)], -1).astype(np.float32)
"""(ANGLES, 2): x right, y down, clockwise as seen."""


def flatten(rgb: Pixels, table: TablePlane, diameter_mm: float, params: DiscParams) -> Flat | None:
    """The table from above, so large that a disc of that diameter measures `across_px`; None when the plane shows next to nothing."""
    size = (rgb.shape[1], rgb.shape[0])
    left, near, right, far = _area(table, size, params)
    scale = min(params.across_px / diameter_mm, float(np.sqrt(params.most_px / max(1.0, (right - left) * (far - near)))))
    width, height = round((right - left) * scale), round((far - near) * scale)
    if min(width, height) < params.across_px or scale * diameter_mm < params.across_px / 2:
        return None
    to_mm = np.array([[1 / scale, 0, left], [0, -1 / scale, far], [0, 0, 1]], np.float64)
    to_px = np.asarray(table.mm_to_px @ to_mm, np.float64)
    seen = table.px_per_mm((size[0] / 2, size[1] / 2))
    halvings = int(np.log2(max(1.0, seen / scale))) if np.isfinite(seen) else 0
    for _ in range(halvings):
        rgb = np.asarray(cv2.resize(rgb, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    part = 0.5**halvings
    shrunk = np.array([[part, 0, part / 2 - 0.5], [0, part, part / 2 - 0.5], [0, 0, 1]])
    flat = _warped(rgb, shrunk @ to_px, (width, height))
    return Flat(flat, slopes(flat), to_px, to_mm, scale)


def _warped(rgb: Pixels, to_px: Matrix, size: tuple[int, int]) -> Pixels:
    """The picture of that width and height, the places of which lie at these of another."""
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    # OpenCV warps four colours faster than three; none of these large pictures is kept longer than it is needed
    four = cv2.warpPerspective(cv2.cvtColor(rgb, cv2.COLOR_RGB2RGBA), to_px, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(four, cv2.COLOR_RGBA2RGB), np.uint8)


def _area(table: TablePlane, size: tuple[int, int], params: DiscParams) -> tuple[float, float, float, float]:
    """Left, near, right, far millimetres of what is seen large enough."""
    grid = np.stack(np.meshgrid(np.linspace(0, size[0] - 1, 17), np.linspace(0, size[1] - 1, 17)), -1).reshape(-1, 2)
    mm, right, down = (table.to_mm(grid + step) for step in ((0, 0), (1, 0), (0, 1)))
    (ax, ay), (bx, by) = (right - mm).T, (down - mm).T
    with np.errstate(divide="ignore"):
        scales = np.nan_to_num(1 / np.sqrt(np.abs(ax * by - ay * bx)), posinf=0)
    good = np.isfinite(mm).all(axis=1) & (scales >= params.least_scale * float(np.median(scales))) & (scales > 0)
    if not good.any():
        return 0.0, 0.0, 0.0, 0.0
    low, high = mm[good].min(axis=0), mm[good].max(axis=0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def slopes(rgb: Pixels) -> Shorts:
    """(H, W, 2): slopes to the right and down, each that of the colour which changes most there; `STEPS` to a grey level per pixel."""
    height, width = rgb.shape[:2]
    found = np.empty((height, width, 2), np.int16)
    for top in range(0, height, _STRIP):  # what is worked on stays in the processor's cache
        above, rows = min(top, _BESIDE), min(_STRIP, height - top)
        both = _steepest(rgb[top - above : top + rows + _BESIDE])
        cv2.merge([one[above : above + rows] for one in both], found[top : top + rows])
    return found


_STRIP, _BESIDE = 48, 2
"""Rows that are worked on at once, and those beside them on which their slopes depend."""


def _steepest(rgb: Pixels) -> tuple[Shorts, Shorts]:
    soft = cv2.GaussianBlur(rgb, (3, 3), 0.7)
    (across, down), *others = (_slopes_of(colour) for colour in cv2.split(soft))
    most = np.abs(across) + np.abs(down)
    for x, y in others:
        strength = np.abs(x) + np.abs(y)
        is_more = cv2.compare(strength, most, cv2.CMP_GT)
        cv2.copyTo(x, is_more, across)
        cv2.copyTo(y, is_more, down)
        np.maximum(strength, most, out=most)
    return across, down


def _slopes_of(colour: NDArray[Any]) -> tuple[Shorts, Shorts]:
    across, down = cv2.spatialGradient(colour)
    return np.asarray(across, np.int16), np.asarray(down, np.int16)


def find_discs(
    flat: Flat, diameter_mm: float, params: DiscParams, ring: int = 0, plates: Sequence[tuple[float, float, float]] = ()
) -> tuple[Floats, float]:
    """Middles of round outlines of that diameter, (n, 2) whole pixels of the flat picture; off by up to `reach_px`.

    And the part of the faint ones that these are: 1 where all are told, 0 where not even the clear ones are. `ring`: see `rim`. Those on
    `plates` (x, y and radius) are counted for themselves: a cloth's print has many, and better ones than tokens on a plate of nearly their
    colour.
    """
    radius = diameter_mm * flat.px_per_mm / 2
    votes = _votes(flat, radius, params)
    reach = 2 * max(1, round(0.3 * params.apart * radius)) + 1
    peaks = np.flatnonzero((votes >= params.least_votes) & (votes >= cv2.dilate(votes, np.ones((reach, reach), np.uint8))))
    told, (y, x) = votes.ravel()[peaks], np.divmod(peaks, votes.shape[1])
    clear = int((told >= params.clear_votes).sum())
    order, places = np.argsort(-told), 2 * np.stack([x, y], -1).astype(np.float32)
    faint = order[clear:]
    served = np.zeros(len(faint), np.bool_)
    for left, top, wide in plates:
        served |= np.hypot(places[faint, 0] - left, places[faint, 1] - top) < wide
    order = np.concatenate([order[:clear], faint[served][: params.most_faint], faint[~served][: params.most_faint]])[: params.most]
    middles, part = places[order], min(1.0, params.most_faint / max(1, int((~served).sum()))) if clear < params.most else 0.0
    if not len(middles):
        return middles, part
    shifts = shifts_within(params.reach_px, 3.0)
    rims = rim(flat, middles[:, None] + shifts[None], radius, params, every=2, ring=ring).max(axis=1)
    kept = rims >= params.least_rim
    is_clear = np.arange(len(kept)) < clear
    return _apart(middles[kept], 2 * params.apart * radius, is_clear[kept], 2 * params.beside * radius), part


@lru_cache(maxsize=64)
def shifts_within(reach: float, step: float) -> Floats:
    """(n, 2): places on a grid around (0, 0), the nearest first."""
    ticks = np.arange(-np.floor(reach / step), np.floor(reach / step) + 1) * step
    grid = np.stack(np.meshgrid(ticks, ticks), -1).reshape(-1, 2).astype(np.float32)
    far = np.hypot(grid[:, 0], grid[:, 1])
    order = np.argsort(far, kind="stable")
    found = grid[order][far[order] <= reach + 0.5]
    found.setflags(write=False)  # it is handed out again
    return found


def _votes(flat: Flat, radius: float, params: DiscParams) -> Floats:
    """(H / 2, W / 2): how many edges agree on a middle there, as a part of a whole rim.

    Of the edges those of every second row vote.
    """
    at = _steep(flat.slope, params)
    every = 1 + len(at) // _MOST_EDGES
    at = at[::every]
    of_whole = _ROWS * every * (_SPREAD_PX**2 + _WIDE_PX) / (4 * _WIDE_PX * radius * 2)
    margin = int(np.ceil(radius / 2)) + 1
    high, wide = ((side + 1) // 2 + 2 * margin for side in flat.slope.shape[:2])
    total = np.zeros((high, wide))
    for first in range(0, len(at), _AT_ONCE):
        _vote(total, flat, at[first : first + _AT_ONCE], np.float32(radius / 2), margin, np.float32(of_whole), params)
    votes = total[margin:-margin, margin:-margin].astype(np.float32)
    return np.asarray(cv2.GaussianBlur(votes, (0, 0), _SPREAD_PX / 2), np.float32)


def _vote(total: Matrix, flat: Flat, at: NDArray[np.int32], reach: np.float32, margin: int, most: np.float32, params: DiscParams) -> None:
    """Adds to all votes, which have a margin around them, those of edges at (n,) places in their order: `most` to either side of each."""
    wide = total.shape[1]
    row, column = np.divmod(at, np.int32(flat.slope.shape[1]))
    right, down = (one.astype(np.float32) for one in flat.slope_at(at).T)  # each for itself, which is quicker than in pairs
    strength = np.sqrt(right * right + down * down)
    weight = np.minimum(1, strength * np.float32(1 / (4 * STEPS * params.least_edge))) * most
    off = reach / strength
    y, x = ((one.astype(np.float32) + np.float32(0.5)) / 2 + np.float32(margin) for one in (row, column))
    rows = slice(int(row[0]) // 2, int(row[-1]) // 2 + 2 * margin + 1)  # no others get any of these votes
    place = np.empty((2, len(at)), np.intp)
    for to, sign in zip(place, (np.add, np.subtract), strict=True):
        to[:] = (sign(y, down * off).astype(np.int32) - np.int32(rows.start)) * np.int32(wide) + sign(x, right * off).astype(np.int32)
    votes = np.bincount(place.ravel(), np.tile(weight.astype(np.float64), 2), (rows.stop - rows.start) * wide)
    total[rows] += votes.reshape(-1, wide)


def _steep(slope: Shorts, params: DiscParams) -> NDArray[np.int32]:
    """(n,): places with an edge in every `_ROWS`-th row, counted row by row through the whole picture."""
    (height, width), least, found = slope.shape[:2], np.int16(STEPS * params.least_edge), list[NDArray[np.int32]]()
    for top in range(0, height, _STRIP):
        strong = np.abs(slope[top : min(height, top + _STRIP) : _ROWS])
        at = np.flatnonzero(strong[..., 0] + strong[..., 1] >= least).astype(np.int32)
        found.append(at + (at // np.int32(width) * np.int32((_ROWS - 1) * width) + np.int32(top * width)))
    return np.concatenate(found)


_ROWS = 2
"""Edges of every so many-th row vote ..."""
_MOST_EDGES = 200_000
"""... and of more than these only some: wood and cloth are full of them."""
_AT_ONCE = 32_000
"""So many are worked on at once: the system takes longer to hand out much memory than it takes to count."""
_SPREAD_PX, _WIDE_PX = 1.3, 0.8
"""Votes scatter by so much; an edge is about so wide."""


_NEARBY = 3
"""Pixels within which a steeper edge counts against a rim."""


def rim(flat: Flat, middles: Floats, radius: float | Floats, params: DiscParams, every: int = 1, ring: int = 0) -> Floats:
    """(..., 2) middles -> (...): part of the rim along which the steepest edge nearby runs as the rim does, 0 to 1.

    Middles are taken to the next pixel; `radius` is one for all, or that of each (...). With `every` only so many-th of the angles are
    looked at. `ring`: which way light changes outwards at a ring that the disc bears within its rim, -1 or 1, see `ring_within`; that
    speaks neither for a rim nor against it.
    """
    unit = np.ascontiguousarray(UNIT[::every])
    steps = [_across(flat.slope_at(at), unit) for at in _around(flat, middles, np.asarray(radius, np.float32).reshape(-1), unit)]
    if ring:
        for within in steps[:_NEARBY]:
            within[np.sign(within) == ring] = 0
    for one in steps:
        np.abs(one, out=one)
    here = reduce(np.maximum, steps[_NEARBY - 1 : _NEARBY + 2])
    share = here / (reduce(np.maximum, steps) + np.float32(2 * STEPS)) * (here >= STEPS * params.least_edge)
    return np.asarray(share.mean(axis=-1), np.float32).reshape(middles.shape[:-1])


def _around(flat: Flat, middles: Floats, radii: Floats, unit: Floats) -> Iterator[NDArray[np.int32]]:
    """Around each of the middles (..., 2) the places (n, angles) of one circle after another, from `_NEARBY` pixels within it on."""
    height, width = flat.slope.shape[:2]
    middle = np.rint(middles).astype(np.int32).reshape(-1, 1, 2)
    edge = int(np.ceil(radii.max(initial=0.0))) + _NEARBY + 1
    is_cut = len(middle) and (middle.min() < edge or (middle.max(axis=(0, 1)) >= (width - edge, height - edge)).any())
    first = middle[..., 1] * np.int32(width) + middle[..., 0]
    for reach in range(-_NEARBY, _NEARBY + 1):
        around = np.rint((radii + np.float32(reach))[:, None, None] * unit).astype(np.int32)
        if is_cut:
            x, y = (np.clip(middle[..., n] + around[..., n], 0, side - 1) for n, side in ((0, width), (1, height)))
            yield y * np.int32(width) + x
        else:  # none of it lies outside, which is told quicker
            yield first + (around[..., 1] * np.int32(width) + around[..., 0])


def _across(way: Shorts, unit: Floats) -> Floats:
    """(n, angles, 2) slopes -> (n, angles): how steep each is in its direction of (angles, 2)."""
    both = way.reshape(len(way), -1).astype(np.float32)  # all numbers in a row, which is quicker than pairs
    both *= unit.ravel()
    return np.asarray(both[:, 0::2] + both[:, 1::2], np.float32)


def _apart(middles: Floats, least_px: float, is_clear: NDArray[np.bool_], clear_px: float) -> Floats:
    """Of those that would lie in one place the first; `clear_px` is how far apart of two clear ones both are kept."""
    least = np.where(is_clear[:, None] & is_clear, clear_px, least_px)
    away = ((middles[:, None] - middles) ** 2).sum(axis=2) >= least**2
    left, kept = np.ones(len(middles), np.bool_), list[int]()
    for n, others in enumerate(away):
        if left[n]:
            kept.append(n)
            left &= others
    return middles[kept]
