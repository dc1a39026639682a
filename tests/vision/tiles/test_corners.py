"""The corners of a board that was read: where its letters say, not where its outline, or the gaps between letters, were found."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_tiled import read, table, tiles_px
from vision.letters.cells import Grid
from vision.tiles.laid import corners_of

CELL = 40.0
LIE = Grid.of_corners(15, 15, [(100, 100), (700, 110), (690, 690), (105, 700)])
OFF = np.array([(9, 7), (2, -9), (-8, 9), (8, -3)], np.float64)
"""By how many pixels corners are found aside: a quarter of a cell."""


def off(corners: object) -> float:
    """Cells by which the farthest corner is off."""
    return float(np.linalg.norm(np.asarray(corners) - np.asarray(LIE.corners_px), axis=1).max() / CELL)


def shown(hidden: str) -> NDArray[np.bool_]:
    cells = np.ones((15, 15), np.bool_)
    cells[{"nothing": slice(0, 0), "a side": slice(10, 15), "two thirds": slice(5, 15)}[hidden]] = False
    return cells.ravel()


@pytest.mark.parametrize(("hidden", "most"), [("nothing", 0.05), ("a side", 0.12), ("two thirds", 0.27)])
def test_corners_are_where_the_letters_say_as_far_as_these_tell(hidden: str, most: float) -> None:
    found = Grid.of_corners(15, 15, (np.asarray(LIE.corners_px) + OFF).tolist())
    there = cv2.perspectiveTransform(LIE.px(LIE.middles).reshape(-1, 1, 2), np.linalg.inv(found.to_px)).reshape(-1, 2)
    lie = there + np.random.default_rng(2).normal(0, 0.05, there.shape)
    assert off(found.corners_px) > 0.25
    assert off(corners_of(found, lie, shown(hidden))) < most


def test_no_letter_moves_no_corner() -> None:
    assert off(corners_of(LIE, LIE.middles, np.zeros(225, np.bool_))) < 1e-6


def test_a_board_that_was_read_has_the_corners_of_its_tiles() -> None:
    board = read(table(ants=False), enrolled=False)
    assert board is not None
    assert np.linalg.norm(np.asarray(board.corners_px) - tiles_px(), axis=1).max() < 0.2 * CELL
