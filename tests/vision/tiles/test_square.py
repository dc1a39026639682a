"""Where a square of tiles lies, by all that shows of its print."""

import cv2
import numpy as np

from tests.vision.tiles.test_tiled import found_grid, table
from vision.tiles.square import squares


def test_a_square_that_two_arms_leave_in_parts_is_looked_for_around_all_of_them() -> None:
    photo = table(ants=False).copy()
    corners = found_grid().px([(1.0, -0.5), (4.5, -0.5), (8.0, 5.0), (10.0, 8.0), (6.0, 12.0), (-0.5, 13.5), (-0.5, 8.0), (3.0, 6.0)])
    cv2.fillPoly(photo, [np.rint(corners).astype(np.int32)], (205, 150, 122))
    want = np.asarray(found_grid().corners_px)
    assert min(np.abs(quad - want).max() for quad in squares(photo)) < 0.6 * found_grid().px_per_cell
