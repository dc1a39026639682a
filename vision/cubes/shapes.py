"""How a cube shows from above as a shape to be laid on patches of a picture, and what is asked of such patches."""

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


@lru_cache(maxsize=4096)
def cube_shape(quarters: int, turn_deg: float, lean_x: int, lean_y: int) -> tuple[Floats, Floats, Floats, Floats]:
    """A cube's shape, a line around it, its top, and the edges of that; its side in quarters of a pixel, the lean in halves."""
    side, lean = quarters / 4, np.array([lean_x, lean_y]) / 2
    half = int(np.ceil(0.75 * side + np.abs(lean).max() + 4))
    top = side * square(np.radians(turn_deg))
    points = np.concatenate([top, top + lean]) + half  # the foot is seen a few parts in a hundred smaller than the top
    inside = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    outline = cv2.convexHull(np.round(points * 16).astype(np.int32))
    cv2.fillConvexPoly(inside, outline, 1, cv2.LINE_8, 4)
    wide, near = (cv2.dilate(inside, np.ones((n, n), np.uint8)) for n in (7, 3))
    above, edges, square_px = np.zeros_like(inside), np.zeros_like(inside), np.round((top + half) * 16).astype(np.int32)
    cv2.fillConvexPoly(above, square_px, 1, cv2.LINE_8, 4)
    cv2.polylines(edges, [square_px], True, 1, 1, cv2.LINE_8, 4)
    inner, around = inside.astype(np.float32), (wide - near).astype(np.float32)
    return inner, around, above.astype(np.float32), edges.astype(np.float32)


def square(turn: float) -> NDArray[np.float64]:
    """(4, 2): corners of a square of side 1, clockwise in the picture from its top left."""
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ np.array([[c, s], [-s, c]]), np.float64)


def around_each(picture: Floats, where: Mask) -> Floats:
    """(H, W, 3) -> (H, W, 3): the mean of those pixels within a few of each."""
    weight = cv2.GaussianBlur(where.astype(np.float32), (0, 0), 3.0)[..., None]
    return np.asarray(cv2.GaussianBlur(picture * where[..., None], (0, 0), 3.0) / np.maximum(weight, 1e-6), np.float32)


def summed(picture: Floats, shape: Floats) -> Floats:
    """At every pixel the sum of the picture over a shape with its middle there."""
    return np.asarray(cv2.filter2D(picture, cv2.CV_32F, shape, borderType=cv2.BORDER_CONSTANT), np.float32)


def largest(mask: Mask) -> Mask:
    """The largest connected part of what is left, without thin rims."""
    opened = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if count > 1 else np.zeros(mask.shape, np.bool_), np.bool_)


def fill(patch: Mask) -> float:
    """How much of the smallest convex outline around it a patch fills."""
    hull = cv2.convexHull(np.argwhere(patch).astype(np.int32))
    return float(patch.sum()) / max(1.0, float(cv2.contourArea(hull)))


def is_round(patch: Mask, least: float) -> bool:
    """Whether a patch fills the smallest circle around it."""
    outlines, _ = cv2.findContours(patch.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    if len(hull) < 5:
        return False
    _, (wide, high), _ = cv2.fitEllipse(hull)
    whole = np.pi * wide * high / 4
    return bool(abs(cv2.contourArea(hull) / max(1.0, whole) - 1) < 1 - least and _roundness(np.asarray(hull, np.int32)) > least)


def _roundness(hull: NDArray[np.int32]) -> float:
    """1 for a circle or a slightly flattened one; 0.79 for a square."""
    around = float(cv2.arcLength(hull, True))
    return float(4 * np.pi * cv2.contourArea(hull) / around**2) if around else 0.0
