"""Which part of a piece shows when others lie on it."""

from collections.abc import Sequence
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quads import box_of, meet, wider
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS

Floats = NDArray[np.float32]


class Quads(list[Floats]):
    """Quads (4, 2) that do not change any more, with their boxes: so that many places can be asked which of them are near."""

    @cached_property
    def boxes(self) -> list[tuple[float, float, float, float]]:
        """The least x, the least y, the greatest x and the greatest y of each."""
        return [box_of(quad) for quad in self]


def uncovered(quad: Floats, others: Sequence[Floats], rows: int, columns: int, view_px: tuple[int, int]) -> Floats:
    """For a grid of cells over a quad (4, 2): 1 where the cell's middle lies under none of the other quads, else 0; (rows * columns,).

    What lies beyond the picture, `view_px` wide and high, does not show either.
    """
    near = [others[i] for i in near_to(quad, others)]
    return np.asarray(_left_by(quad, near, (1.0,), rows, columns, view_px)[0], np.float32)


def _left_by(quad: Floats, near: Sequence[Floats], times: Sequence[float], rows: int, columns: int, view_px: tuple[int, int]) -> Floats:
    """For each of some `times` what other quads (4, 2), made so many times as large, leave of the cells: (times, rows * columns)."""
    free = np.ones((len(times), rows * columns), np.float32)
    left, top, right, bottom = box_of(quad)
    if left < 0 or top < 0 or right > view_px[0] or bottom > view_px[1]:
        there = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
        x, y = cv2.perspectiveTransform(_middles(rows, columns), there)[0].T
        free[:, (x < 0) | (y < 0) | (x >= view_px[0]) | (y >= view_px[1])] = 0
    if near:
        back = cv2.getPerspectiveTransform(quad.astype(np.float32), canon.CORNERS)
        lying = np.array([one if by == 1.0 else wider(one, by) for by in times for one in near], np.float64)
        corners = np.asarray(cv2.perspectiveTransform(lying, back), np.float64)
        free[_within(_middles(rows, columns)[0], corners).reshape(len(times), len(near), -1).any(1)] = 0
    return free


def _within(points: NDArray[np.float64], corners: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points (n, 2) lie within each of some convex polygons of corners (k, 4, 2), whichever way around these go: (k, n)."""
    x, y = corners[..., 0], corners[..., 1]
    inward = np.empty_like(corners)
    inward[..., 0], inward[..., 1] = y - y[:, _NEXT], x[:, _NEXT] - x
    begin = inward[..., 0] * x + inward[..., 1] * y
    depth = (inward.reshape(-1, 2) @ points.T).reshape(len(corners), 4, -1) - begin[..., None]
    return np.asarray((depth > 0).all(1) | (depth < 0).all(1))


_NEXT = np.array([1, 2, 3, 0])
"""The corner that follows each."""


def blocks_under(quad: Floats, other: Floats, shown: Floats) -> NDArray[np.bool_]:
    """The blocks of a quad (4, 2) whose middle lies in one of the blocks (blocks,) that show of another: (blocks,)."""
    under = np.zeros(ROWS * COLUMNS, bool)
    if not meet(quad, other):
        return under
    back = cv2.getPerspectiveTransform(other.astype(np.float32), canon.CORNERS)
    there = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    column, row = np.floor(cv2.perspectiveTransform(_middles(ROWS, COLUMNS), back @ there)[0].T / canon.BLOCK).astype(np.int64)
    within = (row >= 0) & (row < ROWS) & (column >= 0) & (column < COLUMNS)
    under[within] = shown.reshape(ROWS, COLUMNS)[row[within], column[within]] > 0
    return under


def near_to(quad: Floats, others: Sequence[Floats]) -> list[int]:
    """Which of the other quads (4, 2) may have something in common with a quad: their boxes meet."""
    if not others:
        return []
    left, top, right, bottom = box_of(quad)
    boxes = others.boxes if isinstance(others, Quads) else map(box_of, others)
    return [i for i, box in enumerate(boxes) if box[0] <= right and left <= box[2] and box[1] <= bottom and top <= box[3]]


@cache
def _middles(rows: int, columns: int) -> NDArray[np.float64]:
    """Middles of the cells of a grid over the canonical raster: (1, rows * columns, 2)."""
    y, x = np.mgrid[0:rows, 0:columns]
    return np.stack([(x + 0.5) * canon.WIDTH / columns, (y + 0.5) * canon.HEIGHT / rows], -1).reshape(1, -1, 2)


def free_blocks(quad: Floats, others: Sequence[Floats], view_px: tuple[int, int]) -> Floats:
    """For the blocks of the raster over a quad (4, 2): 1 where none of its quarters' middles lies under another quad, else 0; (blocks,)."""
    return np.asarray(_blocks_of(uncovered(quad, others, 2 * ROWS, 2 * COLUMNS, view_px)[None])[0], np.float32)


def free_blocks_beside(quad: Floats, others: Sequence[Floats], view_px: tuple[int, int], times: Sequence[float]) -> Floats:
    """The same, and once more for each of `times` as if those others that are near were so many times as large: (1 or more, blocks).

    Only the first where none is near.
    """
    near = [others[i] for i in near_to(quad, others)]
    return _blocks_of(_left_by(quad, near, (1.0, *times) if near else (1.0,), 2 * ROWS, 2 * COLUMNS, view_px))


def _blocks_of(quarters: Floats) -> Floats:
    """The least of the four quarters of each block: (n, 4 * blocks) -> (n, blocks)."""
    rows = quarters.reshape(-1, ROWS, 2, 2 * COLUMNS)
    pairs = np.minimum(rows[:, :, 0], rows[:, :, 1])
    return np.minimum(pairs[..., ::2], pairs[..., 1::2]).reshape(len(quarters), ROWS * COLUMNS)


def clear_of(quad: Floats, others: Sequence[Floats], edge_px: int) -> Floats:
    """The canonical raster over a quad (4, 2): 1 where no other quad lies, nor within `edge_px`, else 0; (HEIGHT, WIDTH)."""
    hidden = np.zeros((canon.HEIGHT, canon.WIDTH), np.uint8)
    back = cv2.getPerspectiveTransform(quad.astype(np.float32), canon.CORNERS)
    for other in (others[i] for i in near_to(quad, others)):
        cv2.fillConvexPoly(hidden, np.round(cv2.perspectiveTransform(other[None].astype(np.float64), back)[0]).astype(np.int32), 1)
    side = 2 * edge_px + 1
    return np.asarray(1 - cv2.dilate(hidden, np.ones((side, side), np.uint8)), np.float32)


def outline_of_shown(quad: Floats, shown: Floats, view_px: tuple[int, int]) -> Floats:
    """Around the blocks (blocks,) of a quad (4, 2) that show in a picture `view_px` wide and high: (n, 2), convex, or none."""
    grid = shown.reshape(ROWS, COLUMNS) > 0
    rows, columns = np.nonzero(grid)
    if len(rows) == 0:
        return np.zeros((0, 2), np.float32)
    corners = np.stack([np.concatenate([columns, columns + 1, columns, columns + 1]), np.concatenate([rows, rows, rows + 1, rows + 1])], 1)
    flat = (corners * canon.BLOCK).astype(np.float64)
    around = cv2.perspectiveTransform(flat[None], cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32)))[0]
    hull = cv2.convexHull(around.astype(np.float32))
    right, bottom = view_px[0] - 0.5, view_px[1] - 0.5
    view = np.array([[-0.5, -0.5], [right, -0.5], [right, bottom], [-0.5, bottom]], np.float32)
    part = cv2.intersectConvexConvex(hull, view)[1]
    return np.zeros((0, 2), np.float32) if part is None or len(part) < 3 else np.asarray(part.reshape(-1, 2), np.float32)
