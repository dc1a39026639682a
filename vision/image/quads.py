"""Four-cornered places in pixels, as arrays: their boxes and sides, and how much two of them share."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Quad

Floats = NDArray[np.float32]

NEXT = np.array([1, 2, 3, 0])
"""The corner that follows each."""


def box_of(quad: Floats) -> tuple[float, float, float, float]:
    """The least x, the least y, the greatest x and the greatest y of a quad's corners (4, 2)."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad.tolist()
    return min(ax, bx, cx, dx), min(ay, by, cy, dy), max(ax, bx, cx, dx), max(ay, by, cy, dy)


def meet(a: Floats, b: Floats) -> bool:
    """Whether two quads (4, 2) may have something in common: their boxes meet."""
    left, top, right, bottom = box_of(a)
    other_left, other_top, other_right, other_bottom = box_of(b)
    return left <= other_right and other_left <= right and top <= other_bottom and other_top <= bottom


def overlap(a: Floats, b: Floats) -> float:
    """Intersection over union of two convex quads, (4, 2) each."""
    shared, first, second = _shared(a, b)
    return shared / (first + second - shared + 1e-6)


def inside(a: Floats, b: Floats) -> float:
    """Part of quad `a` that lies in convex quad `b`, 0 to 1."""
    shared, first, _ = _shared(a, b)
    return shared / max(1e-6, first)


def _shared(a: Floats, b: Floats) -> tuple[float, float, float]:
    """The area that two convex quads, (4, 2) each, share, and that of either; 0 of all for those whose boxes do not meet."""
    if not meet(a, b):
        return 0.0, 0.0, 0.0
    first, second = cv2.convexHull(np.asarray(a, np.float32)), cv2.convexHull(np.asarray(b, np.float32))
    return float(cv2.intersectConvexConvex(first, second)[0]), cv2.contourArea(first), cv2.contourArea(second)


def sides(quad: Floats) -> Floats:
    """Lengths of the four sides of a quad, from corner i to i + 1."""
    steps = quad[NEXT] - quad
    return np.asarray(np.hypot(steps[:, 0], steps[:, 1]), np.float32)


def wider(quad: Quad | Floats, times: float) -> Floats:
    """A quad (4, 2) made so many times as large about its middle."""
    corners = np.asarray(quad, np.float32)
    middle = corners.sum(0) * np.float32(1 / 4)  # NumPy's mean takes twice as long
    return np.asarray(middle + times * (corners - middle), np.float32)


def shrunk(quad: Floats, factor: float) -> Floats:
    """A quad (4, 2) in pixels of the same picture made `factor` times as large."""
    return np.asarray((quad + 0.5) * factor - 0.5, np.float32)


def enlarged(quad: Floats, factor: float) -> Floats:
    """A quad (4, 2) of a picture made `factor` times as large, in pixels of the picture as it was."""
    return np.asarray((quad + 0.5) / factor - 0.5, np.float32)


def enlarging(factor: float) -> NDArray[np.float64]:
    """(3, 3): takes pixels of a picture made `factor` times as large to those of the picture as it was."""
    return np.array([[1 / factor, 0, 0.5 / factor - 0.5], [0, 1 / factor, 0.5 / factor - 0.5], [0, 0, 1]])


def middle(quad: Quad) -> tuple[float, float]:
    """The mean of a quad's corners."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4


def is_over(quad: Quad, other: Floats) -> bool:
    """Whether the middle of a quad lies within another."""
    return cv2.pointPolygonTest(other, middle(quad), False) >= 0
