"""Whether a plate shows from end to end: what cuts an end off, an arm of whatever colour, may hide what stands there, and the plate's foot.

A plate is the same to the left and to the right of its middle, in its own plane. What is left of one that is cut is not. Its foot shows
where it rises alike on both sides of that: then it can be measured, and only what stands at its end is a question.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.contacts import gap_mm

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class EndParams:
    """When a plate is whole."""

    least_alike: float = 0.89
    """Part that its outline and the mirrored one share: plates that nothing cuts have .92 and more, cut ones .87 at most."""
    lean: float = 0.08
    """Radians by which it may lean, the camera rolled: more than any camera does that stands on a table ..."""
    leans: int = 9
    """Leans that are tried."""
    aside_mm: float = 6.0
    """... and how far its middle may be from that of its box, where shadow or a piece's edge ran into one end."""
    asides: int = 5
    """Middles that are tried with each."""
    zoom: float = 2.0
    """Pixels a millimetre of what is compared."""
    own_mm: float = 1.0
    """So near to its other half, mirrored, it is the plate's own edge that shows."""
    beside_mm: tuple[float, ...] = (10.0, 20.0)
    """So far to the left and to the right of its foot a plate rises alike ..."""
    unlike: tuple[float, float] = (0.8, 0.3)
    """... but for so many millimetres, and so much of how far it rises."""
    column_mm: float = 1.5
    hidden_mm: tuple[float, float] = (15.0, 60.0)
    """Breadth, at least, and height of what may stand at an end that is cut off."""
    near_mm: float = 5.0
    """What comes so near to where the cut end has to be may stand on it; a camera that is rolled shows it so much higher or lower."""


PARAMS = EndParams()


def own_edge(line_mm: Floats, params: EndParams = PARAMS) -> NDArray[np.bool_]:
    """(n,) where a plate's outline (n, 2) is the same on the other side of its middle: there nothing before it ends it."""
    middle = (line_mm.min(0) + line_mm.max(0)) / 2
    best, upright = -1.0, line_mm
    for lean in np.linspace(-params.lean, params.lean, params.leans):
        c, s = np.cos(lean), np.sin(lean)
        turned = (line_mm - middle) @ np.array([[c, -s], [s, c]])
        centre = (turned[:, 0].min() + turned[:, 0].max()) / 2
        for aside in np.linspace(-params.aside_mm, params.aside_mm, 4 * params.asides + 1):
            moved = turned - (centre + aside, 0.0)
            if (alike := _alike(moved, params)) > best:
                best, upright = alike, moved
    other = upright * (-1.0, 1.0)
    away = np.linalg.norm(upright[:, None] - other[None], axis=-1).min(1)
    return np.asarray((best >= params.least_alike) & (away <= params.own_mm), np.bool_)


def is_whole(line_mm: Floats, params: EndParams = PARAMS) -> bool:
    """Whether a plate's outline (n, 2), in its upright plane, is the same on both sides of its middle."""
    middle = (line_mm.min(0) + line_mm.max(0)) / 2
    for lean in np.linspace(-params.lean, params.lean, params.leans):
        c, s = np.cos(lean), np.sin(lean)
        upright = (line_mm - middle) @ np.array([[c, -s], [s, c]])
        centre = (upright[:, 0].min() + upright[:, 0].max()) / 2
        for aside in np.linspace(-params.aside_mm, params.aside_mm, params.asides):
            if _alike(upright - (centre + aside, 0.0), params) >= params.least_alike:
                return True
    return False


def edges(line_mm: Floats, step_mm: float) -> tuple[Floats, Floats, Floats]:
    """(n,) columns of an outline (n, 2), from left to right, and how far down it is highest and lowest in each."""
    low, zoom = line_mm.min(0), 1 / step_mm
    cells = np.ceil(np.ptp(line_mm, axis=0) * (zoom, 10 * zoom)).astype(int) + 1
    mask = np.zeros((int(cells[1]), int(cells[0])), np.uint8)
    cv2.fillPoly(mask, [np.round((line_mm - low) * (zoom, 10 * zoom)).astype(np.int32)], 1)
    columns, highest, lowest = np.arange(mask.shape[1]), mask.argmax(0), mask.shape[0] - 1 - mask[::-1].argmax(0)
    return low[0] + columns / zoom, low[1] + highest / (10 * zoom), low[1] + lowest / (10 * zoom)


def foot_shows(line_mm: Floats, foot_mm: tuple[float, float], params: EndParams = PARAMS) -> bool:
    """Whether a plate's outline (n, 2) rises alike on both sides of its foot, so that nothing hides where it stands."""
    for away in params.beside_mm:
        left, right = (_rise(line_mm, foot_mm, side * away, params) for side in (-1, 1))
        if not abs(left - right) <= params.unlike[0] + params.unlike[1] * max(left, right):
            return False
    return True


def _rise(line: Floats, foot: tuple[float, float], aside: float, params: EndParams) -> float:
    """How much higher than its foot a plate's lower edge is, so far to the right of it; not a number where it has none."""
    column = line[np.abs(line[:, 0] - foot[0] - aside) < params.column_mm, 1]
    return foot[1] - float(column.max()) if len(column) else float("nan")


def beside_the_cut(line_mm: Floats, foot_mm: tuple[float, float], params: EndParams = PARAMS) -> Floats:
    """(4, 2) where something may stand unseen, from the plate's rim up: at the end that is nearer to its foot."""
    (left, rim), (right, _) = line_mm.min(0), line_mm.max(0)
    missing = (right - foot_mm[0]) - (foot_mm[0] - left)
    least, high = params.hidden_mm
    low, far = (left - max(least, missing), left) if missing > 0 else (right, right + max(least, -missing))
    return np.array([(low, rim), (low, rim - high), (far, rim - high), (far, rim)])


def whole_line(line_mm: Floats, foot_mm: tuple[float, float]) -> Floats:
    """(n, 2) a plate's outline mirrored at its foot: where the hidden end goes on as the other one does."""
    return np.asarray(line_mm * (-1.0, 1.0) + (2 * foot_mm[0], 0.0), np.float64)


def at_the_cut(line_mm: Floats, foot_mm: tuple[float, float], lines_mm: Sequence[Floats], params: EndParams = PARAMS) -> list[int]:
    """Which of some outlines (n, 2) may touch a plate where its end is hidden: it goes on there as on the other side of its foot."""
    whole = whole_line(line_mm, foot_mm)
    return [k for k, line in enumerate(lines_mm) if gap_mm(line, whole, params.near_mm) <= params.near_mm]


def _alike(line: Floats, params: EndParams) -> float:
    """The part that a line (n, 2) and the same mirrored at x = 0 share of both together."""
    half, low = float(np.abs(line[:, 0]).max()) + 1.0, float(line[:, 1].min()) - 1.0
    width, height = np.ceil(np.array([2 * half, float(line[:, 1].max()) + 1.0 - low]) * params.zoom).astype(int)
    masks = [np.zeros((int(height), int(width)), np.uint8) for _ in range(2)]
    for mask, way in zip(masks, (1.0, -1.0), strict=True):
        cv2.fillPoly(mask, [np.round((line * (way, 1.0) + (half, -low)) * params.zoom).astype(np.int32)], 1)
    both, either = (int(np.count_nonzero(mask)) for mask in (masks[0] & masks[1], masks[0] | masks[1]))
    return both / max(either, 1)
