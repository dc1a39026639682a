"""A tile that no other lies beside of which anything is seen may lie a cell off: its letters are asked about."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.net import letter_net
from vision.tiles.laid import Flags
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling
from vision.tiles.trusted import on_lone_tiles

SKIN = (205, 150, 122)


def seen_on(*tiles: tuple[int, int], count: int = 25, side: int = 3) -> Flags:
    """(n,) so many cells of each of these tiles."""
    cells = np.zeros((side, 5, side, 5), np.bool_)
    for row, col in tiles:
        cells[row, :, col, :] = (np.arange(25) < count).reshape(5, 5)
    return cells.ravel()


def lone(seen: Flags, side: int = 3) -> set[tuple[int, int]]:
    """The tiles all cells of which are told as those of lone ones."""
    cells = on_lone_tiles(seen, Tiling(tiles=side), 3).reshape(side, 5, side, 5)
    assert np.all(cells.all(axis=(1, 3)) == cells.any(axis=(1, 3))), "tiles as a whole"
    return {(int(row), int(col)) for row, col in np.argwhere(cells.all(axis=(1, 3)))}


def test_one_beside_others_is_none() -> None:
    assert (1, 1) not in lone(seen_on((1, 1), (1, 2)))


def test_one_across_a_corner_is_alone() -> None:
    assert {(0, 0), (1, 1)} <= lone(seen_on((0, 0), (1, 1)))


def test_neighbours_of_which_hardly_anything_is_seen_do_not_count() -> None:
    assert (1, 1) in lone(seen_on((1, 1)) | seen_on((1, 2), count=2))
    assert (1, 1) not in lone(seen_on((1, 1)) | seen_on((1, 2), count=3))


def test_a_board_of_one_tile_has_no_neighbours() -> None:
    assert lone(seen_on((0, 0), side=1), side=1) == set()


@pytest.mark.parametrize("is_cut_off", [True, False])
def test_a_corner_that_a_hand_cuts_off_is_asked_about(is_cut_off: bool) -> None:
    photo, to_px = table(ants=False).copy(), found_grid().px
    left = 0.0 if is_cut_off else 6.0
    hands = [[(5.0, 9.0), (10.2, 9.0), (10.2, 15.5), (5.0, 15.5)], [(left, 4.8), (10.2, 4.8), (10.2, 10.2), (left, 10.2)]]
    for hand in hands:
        cv2.fillPoly(photo, [np.rint(to_px(hand)).astype(np.int32)], SKIN)
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    corner = "".join(row[:4] for row in board.letters[11:])
    assert corner.count("?") >= 12 if is_cut_off else sum(map(str.isalpha, corner)) >= 12
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 60, "the others stand"
