"""Doubtful letters held against the clear ones of their own board."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import Style, glyph
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.letters.net import PLAIN
from vision.letters.oneprint import Print, PrintParams, likeness, print_of, weighed

ROWS = ("EFEFEFEF", "OQOQOQOQ", "TITITITI", "CGCGCGCG")
LETTERS = np.array([PLAIN.index(sign) for row in ROWS for sign in row])
STYLE = Style(face=cv2.FONT_HERSHEY_TRIPLEX)
TURNS = np.array([0, 1, 2, 3] * 8)


def flat() -> Flat:
    """The letters from above, in a font and a blur of their own, each in a turn of its own."""
    side, margin = PX_PER_CELL, round(MARGIN * PX_PER_CELL)
    grey = np.full(((len(ROWS) + 2) * side, (len(ROWS[0]) + 2) * side), 225, np.uint8)
    for i, sign in enumerate("".join(ROWS)):
        y, x = margin + i // 8 * side, margin + i % 8 * side
        grey[y : y + side, x : x + side] = cv2.cvtColor(glyph(sign, side, STYLE, int(TURNS[i])), cv2.COLOR_RGB2GRAY)
    noise = np.random.default_rng(2).normal(0, 6, grey.shape)
    return Flat(Grid(4, 8, np.eye(3)), np.clip(cv2.GaussianBlur(grey, (0, 0), 2.0) + noise, 0, 255).astype(np.uint8))


def known(board: Flat, letters: np.ndarray = LETTERS, without: str = "") -> Print:
    clear = np.array([PLAIN[letter] not in without for letter in letters])
    found = print_of(board, board.grid.middles, TURNS, letters, clear)
    assert found is not None
    return found


def test_each_letter_is_most_like_its_own_kind_in_any_turn() -> None:
    board = flat()
    alike = likeness(known(board), board, board.grid.middles, TURNS, len(PLAIN))
    np.testing.assert_array_equal(np.nanargmax(alike, axis=1), LETTERS)
    assert np.isnan(alike[:, PLAIN.index("Z")]).all()


def test_a_doubt_between_two_letters_is_settled_by_the_board_itself() -> None:
    board, at = flat(), np.array([17])
    chances = np.zeros((1, len(PLAIN) + 2), np.float32)
    chances[0, [PLAIN.index("T"), PLAIN.index("I"), -1]] = 0.5, 0.4, 0.1
    print_ = known(board)
    settled = weighed(chances, likeness(print_, board, board.grid.middles[at], TURNS[at], len(PLAIN)), print_)
    assert ROWS[2][1] == "I"
    assert settled[0, PLAIN.index("I")] > 0.85
    assert settled[0].sum() == pytest.approx(1, abs=1e-5)
    assert settled[0, -1] < 0.02, "it is as like an I as others are: nothing else looks so by chance"


def test_a_letter_of_which_no_example_shows_gains_nothing_by_it() -> None:
    board, at = flat(), np.array([0])
    chances = np.zeros((1, len(PLAIN) + 2), np.float32)
    chances[0, [PLAIN.index("E"), PLAIN.index("B")]] = 0.7, 0.3
    print_ = known(board, without="E")
    settled = weighed(chances, likeness(print_, board, board.grid.middles[at], TURNS[at], len(PLAIN)), print_)
    assert settled[0, PLAIN.index("E")] == pytest.approx(0.7, abs=0.01)


def test_what_is_taken_for_a_letter_is_unlike_its_kind() -> None:
    letters = LETTERS.copy()
    letters[8] = PLAIN.index("C")
    print_ = known(flat(), letters)
    unlike = print_.unlike(print_.own)
    assert unlike[8], "an O among the Cs"
    assert not unlike[:8].any()


def test_too_few_clear_letters_tell_nothing() -> None:
    board = flat()
    assert print_of(board, board.grid.middles, TURNS, LETTERS, np.arange(len(LETTERS)) < 6) is None


def test_where_nothing_is_doubtful_nothing_is_like_anything() -> None:
    board, none = flat(), np.zeros(0, np.int64)
    alike = likeness(known(board), board, board.grid.middles[none], none, len(PLAIN), PrintParams(full=0.35))
    assert alike.shape == (0, len(PLAIN))


def stems(bar: int) -> Flat:
    """Letters of two stems, one a little darker, and a bar of so much darkness between them, higher or lower."""
    side, margin, rng = PX_PER_CELL, round(MARGIN * PX_PER_CELL), np.random.default_rng(4)
    grey = np.full(((len(ROWS) + 2) * side, (len(ROWS[0]) + 2) * side), 225, np.uint8)
    for i in range(len(LETTERS)):
        cell, (left, right) = np.full((side, side), 225, np.uint8), rng.permutation([70, 80])
        high = side // 2 + (2 if LETTERS[i] == PLAIN.index("E") else -4)
        cell[high : high + 2, 12:-12] = 225 - bar
        cell[11:-11, 12:15], cell[11:-11, -15:-12] = left, right
        y, x = margin + i // 8 * side, margin + i % 8 * side
        grey[y : y + side, x : x + side] = np.rot90(cell, -TURNS[i])
    noise = rng.normal(0, 4, grey.shape)
    return Flat(Grid(4, 8, np.eye(3)), np.clip(cv2.GaussianBlur(grey, (0, 0), 1.0) + noise, 0, 255).astype(np.uint8))


def test_letters_that_fall_apart_in_two_stems_are_laid_on_each_other_nevertheless() -> None:
    """The box around the ink of an H whose bar is faint is one stem's, of another one the other's."""
    print_ = known(stems(40))
    assert print_.usual > 0.9
    assert not print_.unlike(print_.own).any()
