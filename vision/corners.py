"""Corners of pieces that are partly covered: where one corner shows and the piece's size is known, the rest of its edge is known."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import Contour

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CornerParams:
    """What counts as a piece's corner. Millimetres on the table."""

    least_edge_mm: float = 13.0
    """Straight edge that must show on either side of the corner."""
    straight_mm: float = 1.3
    """How far an edge may bend."""
    rounding_mm: float = 8.0
    """A corner may be rounded off over so much of its outline."""
    most_cosine: float = 0.14
    """How far from a right angle, as the cosine."""
    longer: float = 1.07
    """An edge may be so much longer than the side it belongs to, as it is measured."""
    same_mm: float = 4.0
    """Corners nearer than this are one."""
    most: int = 40
    """Corners kept, longest edges first."""


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A right angle on the table."""

    at_mm: Floats
    """(2,)."""
    arms: Floats
    """(2, 2): unit vectors along the two edges, away from the corner."""
    lengths_mm: tuple[float, float]
    """How much of each edge shows."""


def find_corners(contours: Iterable[Contour], to_mm: Matrix, params: CornerParams) -> list[Corner]:
    """The right angles among contours in pixels, on the table; longest edges first, none twice."""
    found = [corner for contour in contours for corner in _corners(contour, to_mm, params)]
    found.sort(key=lambda c: -min(c.lengths_mm) - 0.3 * max(c.lengths_mm))
    kept: list[Corner] = []
    for corner in found:
        if not any(_is_same(corner, other, params) for other in kept):
            kept.append(corner)
        if len(kept) == params.most:
            break
    return kept


def rectangles(corner: Corner, size_mm: tuple[float, float], params: CornerParams) -> Iterator[Floats]:
    """The one or two places (4, 2), in millimetres, that a piece with that corner may have."""
    for first, second in dict.fromkeys((size_mm, size_mm[::-1])):
        if corner.lengths_mm[0] <= first * params.longer and corner.lengths_mm[1] <= second * params.longer:
            a, b = corner.arms[0] * first, corner.arms[1] * second
            yield np.array([corner.at_mm, corner.at_mm + a, corner.at_mm + a + b, corner.at_mm + b], np.float32)


def _corners(contour: Contour, to_mm: Matrix, params: CornerParams) -> Iterator[Corner]:
    flat = cv2.perspectiveTransform(contour.astype(np.float64), to_mm).astype(np.float32)
    around = cv2.approxPolyDP(flat, params.straight_mm, True)[:, 0]
    if not 3 <= len(around) <= 40 or not np.isfinite(around).all() or np.abs(around).max() > 1e4:
        return
    if cv2.contourArea(around, True) < 0:
        around = around[::-1]
    steps = np.roll(around, -1, 0) - around
    lengths = np.linalg.norm(steps, axis=1)
    long = np.flatnonzero(lengths >= params.least_edge_mm)
    for i, j in zip(long, np.roll(long, -1), strict=True):
        if i == j or float(lengths[_between(int(i), int(j), len(lengths))].sum()) > params.rounding_mm:
            continue
        a, b = steps[i] / lengths[i], steps[j] / lengths[j]
        if abs(float(a @ b)) > params.most_cosine or float(a[0] * b[1] - a[1] * b[0]) < 0:
            continue
        at = _meeting(around[i], a, around[j], b)
        reach = float(np.linalg.norm(at - around[i])), float(np.linalg.norm(around[(j + 1) % len(around)] - at))
        yield Corner(at, np.array([-a, b], np.float32), reach)


def _between(i: int, j: int, n: int) -> list[int]:
    """The edges after edge i and before edge j, around."""
    return [k % n for k in range(i + 1, j if j > i else j + n)]


def _meeting(p: Floats, a: Floats, q: Floats, b: Floats) -> Floats:
    """Where the line through p along a meets the line through q along b."""
    along = np.linalg.solve(np.array([a, -b], np.float64).T, np.asarray(q - p, np.float64))
    return np.asarray(p + a * along[0], np.float32)


def _is_same(a: Corner, b: Corner, params: CornerParams) -> bool:
    return float(np.abs(a.at_mm - b.at_mm).max()) < params.same_mm and float(a.arms[0] @ b.arms[0]) > 0.99
