"""Which part of a piece shows when others lie on it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon

Floats = NDArray[np.float32]


def uncovered(quad: Floats, others: Sequence[Floats], rows: int, columns: int, view_px: tuple[int, int]) -> Floats:
    """For a grid of cells over a quad (4, 2): 1 where the cell's middle lies under none of the other quads, else 0; (rows * columns,).

    What lies beyond the picture, `view_px` wide and high, does not show either.
    """
    y, x = np.mgrid[0:rows, 0:columns]
    middles = np.stack([(x + 0.5) * canon.WIDTH / columns, (y + 0.5) * canon.HEIGHT / rows], -1).reshape(1, -1, 2)
    free = np.ones(rows * columns, np.float32)
    points = cv2.perspectiveTransform(middles, cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32)))
    low, high = quad.min(0), quad.max(0)
    if (low < 0).any() or (high > view_px).any():
        x, y = points[0].T
        free[(x < 0) | (y < 0) | (x >= view_px[0]) | (y >= view_px[1])] = 0
    for other in others:
        if (other.max(0) < low).any() or (other.min(0) > high).any():
            continue
        back = cv2.getPerspectiveTransform(other.astype(np.float32), canon.CORNERS)
        u, v = cv2.perspectiveTransform(points, back)[0].T
        free[(u > 0) & (u < canon.WIDTH) & (v > 0) & (v < canon.HEIGHT)] = 0
    return free
