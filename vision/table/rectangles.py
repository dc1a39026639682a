"""Rectangles of known size that lie anywhere on one plane -> the plane: least squares over all corners at once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Quad

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """What fits best. The first rectangle lies upright, its middle at the origin."""

    mm_to_px: Floats
    """(3, 3)."""
    off_mm: Floats
    """(n, 4, 2): where each corner is seen, less where its rectangle has it."""
    first_mm: Floats
    """(4, 2): corners of the first rectangle."""


@dataclass(frozen=True, slots=True)
class FitParams:
    """When the search stops."""

    most_steps: int = 100
    least_gain: float = 1e-7
    """Part of the squared error by which a step has to be better."""
    unit_mm: float = 100.0
    unit_px: float = 1000.0
    """Units in which the unknowns are near 1, so that the equations stay well behaved."""


PARAMS = FitParams()


def fit_rectangles(quads_px: Sequence[Quad], sizes_mm: Sequence[tuple[float, float]], params: FitParams = PARAMS) -> Fit | None:
    """The plane on which every quad is a rectangle of its width and height; None when a quad is none or nothing fits.

    Unknown are the homography (8 numbers; the first rectangle fixes origin and turn) and where each other rectangle lies (3 numbers).
    """
    px = np.asarray(quads_px, np.float64).reshape(-1, 4, 2)
    shapes = np.stack([_upright(width, height) for width, height in sizes_mm]) / params.unit_mm
    if not np.isfinite(px).all() or not all(_is_quad(quad) for quad in px):
        return None
    middle = px.reshape(-1, 2).mean(axis=0)
    seen = (px - middle) / params.unit_px
    start = _first_guess(seen, shapes)
    if start is None:
        return None
    best = _least_squares(lambda x: (_project(x, shapes) - seen).reshape(-1), lambda x: _slopes(x, shapes), start, params)
    matrix = np.append(best[:8], 1.0).reshape(3, 3)
    if not np.isfinite(best).all() or abs(np.linalg.det(matrix)) < 1e-9:
        return None
    back = _through(_inverse(matrix), seen)
    from_units = np.array([[params.unit_px, 0, middle[0]], [0, params.unit_px, middle[1]], [0, 0, 1]])
    to_units = np.diag([1 / params.unit_mm, 1 / params.unit_mm, 1.0])
    off = (back - _placed(best, shapes)) * params.unit_mm
    return Fit(from_units @ matrix @ to_units, off, shapes[0] * params.unit_mm)


def _upright(width: float, height: float) -> Floats:
    return np.asarray([(-width, height), (width, height), (width, -height), (-width, -height)], np.float64) / 2


def _is_quad(quad: Floats) -> bool:
    """Convex, and its corners run clockwise in the picture, as those of a piece seen from its printed side do."""
    edges = quad[_NEXT] - quad
    after = edges[_NEXT]
    return bool((edges[:, 0] * after[:, 1] - edges[:, 1] * after[:, 0] > 0).all())


_NEXT = np.array([1, 2, 3, 0])


def _first_guess(seen: Floats, shapes: Floats) -> Floats | None:
    """The plane of the first rectangle alone, and where the others lie on that."""
    matrix = np.asarray(cv2.getPerspectiveTransform(shapes[0].astype(np.float32), seen[0].astype(np.float32)), np.float64)
    if not np.isfinite(matrix).all() or abs(np.linalg.det(matrix)) < 1e-12:
        return None
    on_plane = _through(_inverse(matrix), seen)
    return np.concatenate([matrix.reshape(-1)[:8], *(_pose(at, shape) for at, shape in zip(on_plane[1:], shapes[1:], strict=True))])


def _pose(at: Floats, shape: Floats) -> Floats:
    """x, y and angle that bring an upright shape nearest to (4, 2) corners."""
    middle = at.mean(axis=0)
    a, b = shape, at - middle
    angle = np.arctan2((a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum(), (a * b).sum())
    return np.array([*middle, angle])


def _placed(x: Floats, shapes: Floats) -> Floats:
    """(n, 4, 2) corners on the plane for the unknowns `x`."""
    poses = np.concatenate([np.zeros(3), x[8:]]).reshape(-1, 3)
    cos, sin = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    turned = np.stack([cos * shapes[..., 0] - sin * shapes[..., 1], sin * shapes[..., 0] + cos * shapes[..., 1]], -1)
    return np.asarray(turned + poses[:, None, :2], np.float64)


def _project(x: Floats, shapes: Floats) -> Floats:
    return _through(np.append(x[:8], 1.0).reshape(3, 3), _placed(x, shapes))


def _inverse(matrix: Floats) -> Floats:
    return np.asarray(np.linalg.inv(matrix), np.float64)


def _through(matrix: Floats, points: Floats) -> Floats:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[..., :2] / homogeneous[..., 2:], np.float64)


def _slopes(x: Floats, shapes: Floats) -> Floats:
    """How each projected corner, both axes one after the other, moves with each unknown: (8 n, unknowns)."""
    plane, matrix = _placed(x, shapes), np.append(x[:8], 1.0).reshape(3, 3)
    depth = plane @ matrix[2, :2] + 1.0
    seen = (plane @ matrix[:2, :2].T + matrix[:2, 2]) / depth[..., None]
    by_matrix = np.zeros((*plane.shape, 8))
    over = np.concatenate([plane, np.ones((*plane.shape[:2], 1))], -1) / depth[..., None]
    by_matrix[..., 0, 0:3] = by_matrix[..., 1, 3:6] = over
    by_matrix[..., 6:8] = -seen[..., None] * over[..., None, :2]
    by_place = (matrix[:2, :2] - seen[..., None] * matrix[2, :2]) / depth[..., None, None]
    arm = plane[1:] - x[8:].reshape(-1, 1, 3)[..., :2]
    by_turn = by_place[1:, ..., 0] * -arm[..., 1:] + by_place[1:, ..., 1] * arm[..., :1]
    by_pose = np.zeros((*plane.shape, len(shapes) - 1, 3))
    for i in range(len(shapes) - 1):
        by_pose[i + 1, :, :, i, :2], by_pose[i + 1, :, :, i, 2] = by_place[i + 1], by_turn[i]
    return np.concatenate([by_matrix.reshape(-1, 8), by_pose.reshape(len(by_matrix) * 8, -1)], 1)


def _least_squares(residuals: Callable[[Floats], Floats], slopes_at: Callable[[Floats], Floats], x: Floats, params: FitParams) -> Floats:
    """Levenberg and Marquardt's descent, damped as Nielsen has it: by how much of the promised gain each step brings."""
    here, slopes, damping, more = residuals(x), slopes_at(x), 1e-3, 2.0
    for _ in range(params.most_steps):
        normal, steepest = slopes.T @ slopes, slopes.T @ here
        step = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-12), -steepest)
        there = residuals(x + step)
        before, after = float(here @ here), float(there @ there)
        if np.isfinite(after) and after < before:
            promised = -float(2 * (step @ steepest) + step @ normal @ step)
            x, here, more = x + step, there, 2.0
            damping *= max(1 / 3, 1 - (2 * (before - after) / max(promised, 1e-300) - 1) ** 3)
            if before - after <= params.least_gain * before:
                break
            slopes = slopes_at(x)
        else:
            damping, more = damping * more, 2 * more
            if damping > 1e8:
                break
    return x
