"""The square that fine print filled, by the hull of what shows of it: its four sides, whole or cut off by a hand."""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HullParams:
    """When four edges of a hull are sides of a square. Lengths are parts of the hull's."""

    slack: float = 0.012
    """By which an edge may be bent."""
    least_edge: float = 0.06
    most_edges: int = 8
    """Longest first."""
    most_beside: float = 0.05
    """By which the hull may reach beyond the square."""
    most_grown: float = 1.6
    """Area of the square in that of the hull: a hand hides less than half."""
    least_angle_deg: float = 60.0
    """Of a corner, as the camera sees it."""
    most_parallel_deg: float = 20.0
    """Between opposite sides."""
    most_longer: float = 1.5
    """One side in another."""


PARAMS = HullParams()


def quad_around(hull: Floats) -> Floats | None:
    """The four lines that most of a convex outline follows: corners cut off by a hand or bulged by a shadow do not bend them."""
    points = _dense(hull)
    quad = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), np.float32)
    for _ in range(3):
        fitted = _fit_sides(points, quad)
        if fitted is None:
            return None
        quad = fitted
    box = float(cv2.contourArea(cv2.boxPoints(cv2.minAreaRect(hull))))
    return quad if 0.6 * box < cv2.contourArea(quad) < 1.5 * box else None


def _dense(hull: Floats) -> Floats:
    """The outline as points a pixel apart."""
    following = np.roll(hull, -1, 0)
    steps = np.maximum(1, np.linalg.norm(following - hull, axis=1).astype(int))
    parts = [a + (b - a) * (np.arange(n)[:, None] / n) for a, b, n in zip(hull, following, steps, strict=True)]
    return np.asarray(np.concatenate(parts), np.float32)


def _fit_sides(points: Floats, quad: Floats) -> Floats | None:
    """The quad of the lines through the points next to each side, the ends of the sides left out."""
    lines = []
    for a, b in zip(quad, np.roll(quad, -1, 0), strict=True):
        along = (b - a) / max(1e-6, float(np.linalg.norm(b - a)))
        offset = points - a
        part, away = offset @ along / max(1e-6, float(np.linalg.norm(b - a))), np.abs(offset @ np.array([-along[1], along[0]]))
        near = points[(part > 0.1) & (part < 0.9) & (away < 0.12 * np.linalg.norm(b - a))]
        if len(near) < 8:
            return None
        lines.append(_line(near))
    corners = [_crossing(lines[i - 1], lines[i]) for i in range(4)]
    return None if any(c is None for c in corners) else np.asarray(corners, np.float32)


def _line(points: Floats) -> tuple[Floats, Floats]:
    vx, vy, x, y = (float(v) for v in cv2.fitLine(points, cv2.DIST_WELSCH, 2.0, 0.01, 0.01).ravel())
    return np.array([x, y], np.float32), np.array([vx, vy], np.float32)


def _crossing(first: tuple[Floats, Floats], second: tuple[Floats, Floats]) -> Floats | None:
    matrix = np.stack([first[1], -second[1]], axis=1)
    if abs(float(np.linalg.det(matrix))) < 1e-3:
        return None
    return np.asarray(first[0] + first[1] * np.linalg.solve(matrix, second[0] - first[0])[0], np.float32)


def whole_squares(hull: Floats, params: HullParams = PARAMS) -> list[Floats]:
    """Quads (4, 2) of four of a hull's edges that may be a square seen from the side, where a hand has cut off a corner: the likeliest."""
    around = cv2.arcLength(hull, True)
    ring = np.asarray(cv2.approxPolyDP(hull, params.slack * around, True).reshape(-1, 2), np.float32)
    steps = np.roll(ring, -1, 0) - ring
    lengths = np.linalg.norm(steps, axis=1)
    long = [i for i in np.argsort(-lengths)[: params.most_edges].tolist() if lengths[i] >= params.least_edge * around]
    if len(ring) < 5 or len(long) < 4:
        return []
    lines = [(ring[i], steps[i] / lengths[i]) for i in range(len(ring))]
    found = []
    for four in itertools.combinations(sorted(long), 4):
        corners = [_crossing(lines[four[i - 1]], lines[four[i]]) for i in range(4)]
        if all(corner is not None for corner in corners):
            quad = np.asarray(corners, np.float32)
            if _is_square(quad, hull, params):
                found.append((float(lengths[list(four)].sum()) / cv2.arcLength(quad, True), quad))
    return [quad for _, quad in sorted(found, key=lambda one: -one[0])[:1]]


def _is_square(quad: Floats, hull: Floats, params: HullParams) -> bool:
    """Whether a quad around a hull may be a square as the camera sees it."""
    sides = np.roll(quad, -1, 0) - quad
    lengths = np.linalg.norm(sides, axis=1)
    if not cv2.isContourConvex(quad) or lengths.max() > params.most_longer * max(1.0, float(lengths.min())):
        return False
    angles = np.degrees(np.arctan2(sides[:, 1], sides[:, 0]))
    turns = np.abs((np.roll(angles, -1) - angles + 180) % 360 - 180)
    across = np.abs((np.roll(angles, -2) - angles) % 360 - 180)
    if abs(90 - turns).max() > 90 - params.least_angle_deg or across.max() > params.most_parallel_deg:
        return False
    beside = min(cv2.pointPolygonTest(quad, (float(x), float(y)), True) for x, y in hull)
    return bool(beside >= -params.most_beside * lengths.mean() and cv2.contourArea(quad) <= params.most_grown * cv2.contourArea(hull))
