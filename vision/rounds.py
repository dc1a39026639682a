"""Round things that lie on the table and are no pieces: plates, on which tokens may lie. Nobody says how large they are.

As for tokens, the edges of an outline vote for its middle, here for every radius that a plate may have; the outline has to show then.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.discs import STEPS, DiscParams, Flat, Floats, rim, shifts_within, slopes
from vision.observation import Round


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
    faint: float = 1.5
    """Slope in grey levels per pixel under which the outline does not show at a place."""
    gone: float = 3.0
    """Where something lies over it the slope is no more than this ..."""
    same: float = 14.0
    """... and both sides of it differ by fewer grey levels than these ..."""
    covered: float = 0.05
    """... for such a part of the whole outline, in one piece."""


PARAMS = RoundParams()
_SMALL, _BIN_PX = 2, 2
"""The picture is reduced by so much, and so many of its pixels, each way, are one place to vote for."""
_STEP_PX = 1.75
_Circle = tuple[float, float, float]
"""Middle and radius in pixels of the flat picture."""


def find_rounds(flat: Flat, diameter_mm: float, discs: DiscParams, params: RoundParams = PARAMS) -> tuple[Round, ...]:
    """Round things larger than a token of that diameter, on the table in millimetres, the largest first."""
    discs = replace(discs, least_edge=params.faint)
    found = [_refined(flat, circle, discs) for circle in _voted(flat, diameter_mm, params)]
    kept = list[_Circle]()
    for _, circle in sorted(((shown, circle) for shown, circle in found if shown >= params.least_rim), key=lambda one: -one[1][2]):
        if all(np.hypot(circle[0] - x, circle[1] - y) > params.concentric * radius for x, y, radius in kept):
            kept.append(circle)
    return tuple(_on_table(flat, circle, params) for circle in kept)


def _voted(flat: Flat, diameter_mm: float, params: RoundParams) -> list[_Circle]:
    """Of all radii the middles with most votes, in parts of the outline; those first that are far above the others."""
    height, width = (side // _SMALL for side in flat.rgb.shape[:2])
    across, down = slopes(np.asarray(cv2.resize(flat.rgb, (width, height), interpolation=cv2.INTER_AREA), np.uint8))
    least = STEPS * params.least_edge
    steep = np.flatnonzero(cv2.Canny(across, down, least, least))
    steep = steep[:: max(1, len(steep) // params.edges)]
    y, x = (one.astype(np.float32) for one in np.divmod(steep, width))
    way = np.stack([across.ravel()[steep], down.ravel()[steep]]).astype(np.float32)
    way /= np.sqrt((way**2).sum(axis=0)) * np.float32(_BIN_PX)
    x, y = (one / np.float32(_BIN_PX) for one in (x, y))
    token = diameter_mm * flat.px_per_mm / _SMALL
    size = height // _BIN_PX, width // _BIN_PX
    found = list[tuple[float, _Circle]]()
    for radius in np.arange(params.least_radius * token, params.most_radius * token, _STEP_PX).astype(np.float32):
        votes = _votes_at(x, y, way * radius, size)
        row, column = np.unravel_index(int(votes.argmax()), size)
        circle = (float(column) + 0.5) * _BIN_PX * _SMALL, (float(row) + 0.5) * _BIN_PX * _SMALL, float(radius) * _SMALL
        found.append((float(votes[row, column] / radius), circle))
    return _apart(sorted(found, reverse=True), 2 * _BIN_PX * _SMALL)[: params.candidates]


def _votes_at(x: Floats, y: Floats, away: Floats, size: tuple[int, int]) -> Floats:
    """(size): votes of edges at x, y for middles `away` (2, n) from them, to either side."""
    rows, columns = size
    total = np.zeros((rows + 1) * (columns + 1), np.float64)
    for side in (-1, 1):
        column, row = ((at + side * off).astype(np.int32) for at, off in ((x, away[0]), (y, away[1])))
        outside = (column < 0) | (column >= columns) | (row < 0) | (row >= rows)
        total += np.bincount(np.where(outside, len(total) - 1, row * np.int32(columns + 1) + column), minlength=len(total))
    places = total.reshape(rows + 1, columns + 1)[:rows, :columns].astype(np.float32)
    return np.asarray(cv2.boxFilter(places, -1, (3, 3), normalize=False), np.float32)


def _apart(found: list[tuple[float, _Circle]], same_px: float) -> list[_Circle]:
    """Of circles that are nearly one the first."""
    kept = list[_Circle]()
    for _, circle in found:
        if all(max(abs(a - b) for a, b in zip(circle, other, strict=True)) > same_px for other in kept):
            kept.append(circle)
    return kept


def _refined(flat: Flat, circle: _Circle, discs: DiscParams) -> tuple[float, _Circle]:
    """The circle nearby whose outline shows most, and how much of it does."""
    rough = _clearest(flat, circle, (4.0, 2.0), (-3.0, -1.5, 0.0, 1.5, 3.0), discs, every=2)[1]
    return _clearest(flat, rough, (1.0, 1.0), (-1.0, 0.0, 1.0), discs)


def _clearest(
    flat: Flat, circle: _Circle, within: tuple[float, float], larger: Sequence[float], discs: DiscParams, every: int = 1
) -> tuple[float, _Circle]:
    """Of circles within a reach, so far apart, and so many pixels larger that which shows most, and how much of it does."""
    around, best = np.array(circle[:2], np.float32) + shifts_within(*within), (-1.0, circle)
    for radius in (circle[2] + more for more in larger):
        shown = rim(flat, around, radius, discs, every)
        at = int(shown.argmax())
        best = max(best, (float(shown[at]), (float(around[at, 0]), float(around[at, 1]), radius)))
    return best


def _on_table(flat: Flat, circle: _Circle, params: RoundParams) -> Round:
    x, y, radius = circle
    at: NDArray[np.float64] = flat.to_mm @ np.array([x, y, 1.0])
    return Round((float(at[0]), float(at[1])), radius / flat.px_per_mm, _is_covered(flat, circle, params))


_ANGLES = 96
_TURN = np.linspace(0, 2 * np.pi, _ANGLES, endpoint=False)
_UNIT = np.stack([np.cos(_TURN), np.sin(_TURN)], -1).astype(np.float32)
_NEAR_PX = (-3, -2, -1, 0, 1, 2, 3)
_INNER_PX, _OUTER_PX = (-3.0, -4.5, -6.0), (4.0, 6.0, 8.0)
"""From the outline: where it is looked for, and the colours to either side; outside begins behind the edge's own shadow."""


def _is_covered(flat: Flat, circle: _Circle, params: RoundParams) -> bool:
    """Whether the outline is gone along a stretch and one colour goes on across it, as that of a hand does."""
    soft = cv2.GaussianBlur(flat.rgb, (0, 0), 1.0)
    across, down = _around(flat.across, circle, _NEAR_PX), _around(flat.down, circle, _NEAR_PX)
    slope = np.abs(across * _UNIT[:, 0] + down * _UNIT[:, 1]).max(axis=0)
    inside, outside = (np.median(_around(soft, circle, steps), axis=0) for steps in (_INNER_PX, _OUTER_PX))
    gone = (slope < STEPS * params.gone) & (np.abs(inside - outside).max(axis=-1) < params.same)
    return _longest(gone) >= params.covered * _ANGLES


def _around(picture: NDArray[Any], circle: _Circle, steps: Sequence[float]) -> Floats:
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
