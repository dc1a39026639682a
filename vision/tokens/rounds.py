"""Round things that lie on the table and are no pieces: plates, on which tokens may lie. Nobody says how large they are.

As for tokens, the edges of an outline vote for its middle, here for every radius that a plate may have; the outline has to show then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Round
from vision.tokens.discs import STEPS, DiscParams, Flat, Floats, Pixels, rim, shifts_within, slopes


@dataclass(frozen=True, slots=True)
class RoundParams:
    """One set of values for every table; radii in diameters of the smallest token."""

    least_radius: float = 2.2
    most_radius: float = 7.0
    edges: int = 16000
    """So many of the edges vote."""
    least_edge: float = 2.0
    """Slope in grey levels per pixel of the reduced picture."""
    candidates: int = 5
    """Outlines with most votes that are looked at closely."""
    least_rim: float = 0.66
    """Part of the outline that must show; tokens, hands and what else lies on a plate hide the rest."""
    concentric: float = 0.25
    """Middles so near each other, in radii, are of one thing, which ends at its outermost outline."""
    as_well: float = 0.8
    """An outline that has so large a part of its votes in other places, too, ..."""
    most_alike: int = 6
    """... and in more than so many of them, is one that the ground's pattern makes; no table has so many plates of one size."""
    faint: float = 1.5
    """Slope in grey levels per pixel under which the outline does not show at a place."""
    gone: float = 3.0
    """Where something lies over it the slope is no more than this ..."""
    same: float = 14.0
    """... and both sides of it differ by fewer grey levels than these ..."""
    covered: float = 0.05
    """... for such a part of the whole outline, in one piece."""


PARAMS = RoundParams()
_SMALL = 4
"""The picture is reduced by so much; each of its pixels is a place to vote for."""
_STEP_PX = 1.5
"""Between two radii that are tried, in pixels of the reduced picture."""
Circle = tuple[float, float, float]
"""Middle and radius in pixels of the flat picture."""


def find_rounds(flat: Flat, diameter_mm: float, discs: DiscParams, params: RoundParams = PARAMS) -> list[Circle]:
    """Round things larger than a token of that diameter, the largest first."""
    discs = replace(discs, least_edge=params.faint)
    found = _refined(flat, _voted(flat, diameter_mm, params), discs)
    kept = list[Circle]()
    for _, circle in sorted(((shown, circle) for shown, circle in found if shown >= params.least_rim), key=lambda one: -one[1][2]):
        if all(np.hypot(circle[0] - x, circle[1] - y) > params.concentric * radius for x, y, radius in kept):
            kept.append(circle)
    return kept


def _voted(flat: Flat, diameter_mm: float, params: RoundParams) -> list[Circle]:
    """Of all radii the middles with most votes, in parts of the outline; those first that are far above the others."""
    height, width = (side // _SMALL for side in flat.rgb.shape[:2])
    whole = flat.rgb[: height * _SMALL, : width * _SMALL]  # a whole number of pixels to each, which is quickest
    across, down = cv2.split(slopes(np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)))
    least = STEPS * params.least_edge
    steep = np.flatnonzero(cv2.Canny(across, down, least, least))
    steep = steep[:: max(1, len(steep) // params.edges)]
    place = np.stack(np.divmod(steep, width)[::-1]).astype(np.float32) + np.float32(0.5)
    way = np.stack([across.ravel()[steep], down.ravel()[steep]]).astype(np.float32)
    way /= np.sqrt((way**2).sum(axis=0))
    token = diameter_mm * flat.px_per_mm / _SMALL
    size = height, width
    found = list[tuple[float, Circle]]()
    for radius in np.arange(params.least_radius * token, params.most_radius * token, _STEP_PX).astype(np.float32):
        votes = _votes_at(place, way * radius, size)
        if _is_pattern(votes, float(radius), params):
            continue
        row, column = np.unravel_index(int(votes.argmax()), size)
        circle = float(column * _SMALL + _SMALL // 2), float(row * _SMALL + _SMALL // 2), float(radius) * _SMALL
        found.append((float(votes[row, column] / radius), circle))
    return _apart(sorted(found, reverse=True), 2 * _SMALL)[: params.candidates]


def _votes_at(place: Floats, away: Floats, size: tuple[int, int]) -> NDArray[np.uint16]:
    """(size): votes of edges at (2, n) x and y for middles `away` (2, n) from them, to either side."""
    beside = int(np.abs(away).max(initial=0.0)) + 1  # what votes for a middle outside counts there, and is cut off
    rows, columns = (side + 2 * beside for side in size)
    place = place + np.float32(beside)
    index = np.empty((2, place.shape[1]), np.intp)
    for to, at in zip(index, (place - away, place + away), strict=True):
        column, row = at.astype(np.int32)
        np.add(row * np.int32(columns), column, out=to)
    total = np.bincount(index.ravel(), minlength=rows * columns).reshape(rows, columns)
    inside = total[beside:-beside, beside:-beside].astype(np.uint16)
    return np.asarray(cv2.boxFilter(inside, -1, (3, 3), normalize=False), np.uint16)


def _is_pattern(votes: NDArray[np.uint16], radius: float, params: RoundParams) -> bool:
    """Whether the best outline of that radius shows about as well in many places, apart from each other: squares and dots of a cloth."""
    places = np.argwhere(votes >= params.as_well * votes.max())
    if len(places) > _FEW:
        side = 2 * max(1, round(params.concentric * radius)) + 1
        peaks = (votes >= cv2.dilate(votes, np.ones((side, side), np.uint8))) & (votes >= params.as_well * votes.max())
        return int(cv2.connectedComponents(peaks.astype(np.uint8))[0]) - 1 > params.most_alike
    told = votes[tuple(places.T)]
    is_near = np.abs(places[:, None] - places).max(axis=2) <= max(1, round(params.concentric * radius))
    best = places[told >= np.where(is_near, told, 0).max(axis=1)]
    return len(best) > params.most_alike and _pieces(best) > params.most_alike


_FEW = 100
"""Places that are held against each other one by one, which is quicker than all of a picture at once."""


def _pieces(places: NDArray[np.int64]) -> int:
    """Of how many pieces, each of places (n, 2) beside each other, these are."""
    low = places.min(axis=0)
    mask = np.zeros(places.max(axis=0) - low + 1, np.uint8)
    mask[tuple((places - low).T)] = 1
    return int(cv2.connectedComponents(mask)[0]) - 1


def _apart(found: list[tuple[float, Circle]], same_px: float) -> list[Circle]:
    """Of circles that are nearly one the first."""
    kept = list[Circle]()
    for _, circle in found:
        if all(max(abs(a - b) for a, b in zip(circle, other, strict=True)) > same_px for other in kept):
            kept.append(circle)
    return kept


def _refined(flat: Flat, circles: Sequence[Circle], discs: DiscParams) -> list[tuple[float, Circle]]:
    """Of each the circle nearby whose outline shows most, and how much of it does."""
    rough = [circle for _, circle in _clearest(flat, circles, (4.0, 2.0), (-4.0, -2.0, 0.0, 2.0, 4.0), discs, every=2)]
    return _clearest(flat, rough, (1.5, 1.0), (-1.0, 0.0, 1.0), discs)


def _clearest(
    flat: Flat, circles: Sequence[Circle], within: tuple[float, float], larger: Sequence[float], discs: DiscParams, every: int = 1
) -> list[tuple[float, Circle]]:
    """Of circles within a reach of each, so far apart, and so many pixels larger that which shows most, and how much of it does."""
    if not circles:
        return []
    radii = np.array([[radius + more for more in larger] for _, _, radius in circles])
    around = np.array([circle[:2] for circle in circles], np.float32)[:, None] + shifts_within(*within)
    places = np.repeat(around[:, None], len(larger), axis=1)
    shown = rim(flat, places, np.broadcast_to(radii[..., None], places.shape[:3]), discs, every)
    at = shown.argmax(axis=2)
    part = np.take_along_axis(shown, at[..., None], 2)[..., 0]
    return [
        max(
            (float(part[n, k]), (float(around[n, at[n, k], 0]), float(around[n, at[n, k], 1]), float(radii[n, k])))
            for k in range(len(larger))
        )
        for n in range(len(circles))
    ]


def on_table(flat: Flat, circle: Circle, params: RoundParams = PARAMS) -> Round:
    """The same in millimetres, and whether something lies over its rim."""
    x, y, radius = circle
    at: NDArray[np.float64] = flat.to_mm @ np.array([x, y, 1.0])
    return Round((float(at[0]), float(at[1])), radius / flat.px_per_mm, _is_covered(flat, circle, params))


_ANGLES = 96
_TURN = np.linspace(0, 2 * np.pi, _ANGLES, endpoint=False)
_UNIT = np.stack([np.cos(_TURN), np.sin(_TURN)], -1).astype(np.float32)
_NEAR_PX = (-3, -2, -1, 0, 1, 2, 3)
_INNER_PX, _OUTER_PX = (-3.0, -4.5, -6.0), (4.0, 6.0, 8.0)
"""From the outline: where it is looked for, and the colours to either side; outside begins behind the edge's own shadow."""


def _is_covered(flat: Flat, circle: Circle, params: RoundParams) -> bool:
    """Whether the outline is gone along a stretch and one colour goes on across it, as that of a hand does.

    It has to be another than that of the thing or that of the table around it: a plate of nearly the table's colour has a faint outline.
    """
    soft, near = _soft_around(flat.rgb, circle)
    slope = np.abs((_around(flat.slope, circle, _NEAR_PX) * _UNIT).sum(axis=-1)).max(axis=0)
    inside, outside = (np.median(_around(soft, near, steps), axis=0) for steps in (_INNER_PX, _OUTER_PX))
    gone = (slope < STEPS * params.gone) & (np.abs(inside - outside).max(axis=-1) < params.same)
    gone &= np.maximum(*(np.abs(one - np.median(one, axis=0)).max(axis=-1) for one in (inside, outside))) >= params.same
    return _longest(gone) >= params.covered * _ANGLES


def _soft_around(rgb: Pixels, circle: Circle) -> tuple[Pixels, Circle]:
    """The part of a picture in which a circle lies, smoothed, and the circle there."""
    x, y, radius = circle
    left, top = (max(0, int(at - radius) - _MARGIN_PX) for at in (x, y))
    part = rgb[top : int(y + radius) + _MARGIN_PX, left : int(x + radius) + _MARGIN_PX]
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 1.0), np.uint8), (x - left, y - top, radius)


_MARGIN_PX = 16


def _around(picture: NDArray[Any], circle: Circle, steps: Sequence[float]) -> Floats:
    """(steps, angles, ...): a picture along circles so many pixels larger."""
    radii = np.float32(circle[2]) + np.asarray(steps, np.float32)[:, None, None]
    places = np.asarray(circle[:2], np.float32) + radii * _UNIT
    x, y = (np.ascontiguousarray(places[..., i]) for i in (0, 1))
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _longest(marked: NDArray[np.bool_]) -> int:
    """The most marked places in a row around a circle."""
    if marked.all():
        return len(marked)
    ends = np.flatnonzero(~np.concatenate([marked, marked]))
    return int(np.diff(ends).max(initial=1)) - 1
