"""A board of letter tiles with many tokens on it, and what only seems to have some: another game's board with coloured cells."""

import cv2
import numpy as np
import pytest

from fixtures.art_word_buffet import ANTS
from tests.vision.tiles.test_tiled import faults, found_grid, laid
from vision.letters.net import letter_net
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling
from vision.tiles.trusted import most_are_asked


def test_a_tile_with_a_token_on_every_cell_bears_tokens_only() -> None:
    cells = [(row, col) for row in range(5, 10) for col in range(5)]
    board = read_at(laid({"blue": cells}), found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert board.confidence > 0
    assert {(ant.row, ant.col) for ant in board.ants} == set(cells)
    assert faults(board) == []


def test_all_tokens_of_one_colour_leave_a_board_readable() -> None:
    cells = [(row, col) for row in range(15) for col in range(row % 5, 15, 5)]
    board = read_at(laid({"red": cells}), found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert len(board.ants) == 45
    assert faults(board) == []
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 160


def test_cells_most_of_which_are_of_one_tokens_colour_are_those_of_another_game() -> None:
    cells = [(row, col) for row in range(15) for col in range(15) if (row + col) % 2]
    board = read_at(laid({"blue": cells}), found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert board.confidence == 0
    assert "another game" in board.why
    assert board.ants == ()
    assert not any(sign.isalpha() for row in board.letters for sign in row)


def test_tokens_and_empty_cells_with_few_letters_between_are_another_games() -> None:
    tokens = {color: [(row, col) for row in range(15) for col in range(first, 15, 5)] for first, color in ((3, "blue"), (4, "red"))}
    photo = laid(tokens)
    for col in range(0, 15, 5):
        stripe = np.round(found_grid().px([(col, -0.1), (col + 2, -0.1), (col + 2, 15.1), (col, 15.1)])).astype(np.int32)
        cv2.fillPoly(photo, [stripe], (236, 230, 214))
    board = read_at(photo, found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert board.confidence == 0
    assert "another game" in board.why
    assert not any(sign.isalpha() for row in board.letters for sign in row)


@pytest.mark.parametrize(("signs", "is_asked"), [("AB??.", False), ("A??..", True), ("ABCDE", False), (".....", False)])
def test_letters_of_a_tile_are_asked_about_where_more_of_it_are(signs: str, is_asked: bool) -> None:
    assert most_are_asked(list(signs)) is is_asked
