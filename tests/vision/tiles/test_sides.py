"""A board of which a whole side of tiles does not show: a hand over it tells where the others lie, and the bare table that nobody knows."""

import cv2
import numpy as np
import pytest

from fixtures.art_word_buffet import ANTS
from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.cells import Grid
from vision.letters.net import letter_net
from vision.observation import Board
from vision.tiles.sides import OPEN_SIDED
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling

SKIN, TABLE = (205, 150, 122), (148, 140, 130)
SIDES = {"upper": (0, 0, 15, 5), "lower": (0, 10, 15, 15), "left": (0, 0, 5, 15), "right": (10, 0, 15, 15)}
"""Columns and rows, from and to."""


def without(side: str, colour: tuple[int, int, int]) -> Board | None:
    """The board with something in that colour over a side of it, and a little beyond."""
    left, top, right, low = SIDES[side]
    photo = table(ants=False).copy()
    corners = [(left - (not left), top - (not top)), (right + (right == 15), top - (not top))]
    corners += [(right + (right == 15), low + (low == 15)), (left - (not left), low + (low == 15))]
    cv2.fillPoly(photo, [np.rint(found_grid().px(corners)).astype(np.int32)], colour)
    return read_at(photo, found_grid(), Tiling(colours=ANTS), letter_net())


@pytest.mark.parametrize("side", SIDES)
def test_where_the_table_shows_along_a_whole_side_no_letter_stands(side: str) -> None:
    """The others may lie a tile further on: a board whose upper row two hands hid was read so, 105 letters in others' places."""
    board = without(side, TABLE)
    assert board is not None
    assert (board.confidence, board.why) == (0.0, OPEN_SIDED)
    assert not any(sign.isalpha() for row in board.letters for sign in row)


@pytest.mark.parametrize("side", SIDES)
def test_where_a_hand_lies_along_a_side_the_other_tiles_are_told(side: str) -> None:
    board = without(side, SKIN)
    assert board is not None and board.confidence
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 130


def test_a_board_laid_a_tile_further_on_is_not_read() -> None:
    """Its upper row is hidden, and below the others lies the table."""
    photo, grid = table(ants=False).copy(), found_grid()
    cv2.fillPoly(photo, [np.rint(grid.px([(-1, -1), (16, -1), (16, 5), (-1, 5)])).astype(np.int32)], SKIN)
    further = Grid.of_corners(15, 15, grid.px([(0, 5), (15, 5), (15, 20), (0, 20)]).tolist())
    board = read_at(photo, further, Tiling(colours=ANTS), letter_net())
    assert board is None or not any(sign.isalpha() for row in board.letters for sign in row)
