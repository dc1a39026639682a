"""The last tile of a board is one of those that lie nowhere else: few letters beside a hand tell which."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_tiled import NAMES, PRINTS, Pixels, expected, found_grid, table
from vision.letters.net import letter_net
from vision.observation import Board
from vision.tiles.tiled import read_at
from vision.tiles.tiling import TilePrint, Tiling

SKIN = (205, 150, 122)


def under_a_hand(shown: int, row: int = 1, col: int = 1) -> Pixels:
    """The board with a hand over one tile, of whose first row so many letters show."""
    photo, y, x = table(ants=False).copy(), 5 * row, 5 * col
    for upper, left, lower, right in ((y + 1, x, y + 5, x + 5), (y, x + shown, y + 1, x + 5)):
        ring = found_grid().px([(left, upper - 0.02), (right, upper - 0.02), (right, lower), (left, lower)])
        cv2.fillPoly(photo, [np.rint(ring).astype(np.int32)], SKIN)
    return photo


def read(photo: Pixels, known: dict[str, TilePrint]) -> Board:
    board = read_at(photo, found_grid(), Tiling(known=known), letter_net())
    assert board is not None
    return board


@pytest.mark.parametrize(("shown", "is_told"), [(2, False), (3, True), (4, True)])
def test_three_letters_tell_the_last_tile_where_all_others_are_known(shown: int, is_told: bool) -> None:
    board = read(under_a_hand(shown), PRINTS)
    names = {(tile.row, tile.col): tile.id for tile in board.tiles}
    assert names.get((1, 1)) == (NAMES[4] if is_told else None)
    if is_told:
        assert board.letters[5][5 : 5 + shown] == expected()[5][5 : 5 + shown]
    assert all(sign in (".", "?", there) for sign, there in zip("".join(board.letters), "".join(expected()), strict=True))


def test_they_do_not_where_another_is_unknown_too() -> None:
    known = {name: tile for name, tile in PRINTS.items() if name != NAMES[0]}
    assert (1, 1) not in {(tile.row, tile.col) for tile in read(under_a_hand(3), known).tiles if tile.id is not None}


def test_a_last_tile_that_was_never_enrolled_is_none_of_them() -> None:
    known = {name: tile for name, tile in PRINTS.items() if name != NAMES[4]}
    for photo in (table(ants=False), under_a_hand(4)):
        tiles = {(tile.row, tile.col): tile.id for tile in read(photo, known).tiles}
        assert tiles.get((1, 1)) is None and len([name for name in tiles.values() if name is not None]) == 8
