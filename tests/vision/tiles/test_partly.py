"""Letters of enrolled tiles half of which a hand leaves: they lie open; what else may lie in their cells does not count as them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.printed import COUNT, board_of
from tests.vision.tiles.test_last_tile import SKIN
from tests.vision.tiles.test_tiled import PRINTS, Pixels, expected, found_grid, table
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.letters.net import letter_net
from vision.letters.oneprint import print_of
from vision.tiles.partly import rather_others, show_in_part
from vision.tiles.signs import HALF
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling

Ints = NDArray[np.int64]
ROW = "EHTRNSAOKLWDUCB"
LETTERS = np.array([ord(sign) - ord("A") for sign in ROW * COUNT])
TURNS = np.zeros(COUNT**2, np.int64)
CELL = 7 * COUNT + 3
"""An R."""


def covered(part: float, level: int = 120) -> tuple[Flat, Flat]:
    """The printed board, something of that grey over so much of a cell from its left side on; and where that lies."""
    flat = board_of(ROW, 1.0, 4)
    x, y = (round((at + MARGIN) * PX_PER_CELL) for at in (CELL % COUNT, CELL // COUNT))
    over = np.zeros_like(flat.pixels)
    over[y - 6 : y + PX_PER_CELL + 6, x - PX_PER_CELL : x + round(part * PX_PER_CELL)] = 255
    flat.pixels[over > 0] = level
    return flat, flat.with_pixels(over)


def shows(flat: Flat, over: Flat, letter: str = "R") -> bool:
    """Whether what is left of the cell is that letter's print."""
    middles, every = flat.grid.middles, np.ones(COUNT**2, np.bool_)
    every[CELL - 1 : CELL + 1] = False
    known = print_of(flat, middles, TURNS, LETTERS, every)
    assert known is not None
    letters = LETTERS.copy()
    letters[CELL] = ord(letter) - ord("A")
    return bool(show_in_part(flat, over, middles, TURNS, letters, known, np.array([CELL]))[0])


def is_rather_another(flat: Flat, over: Flat, letter: str) -> bool:
    """Whether the cell that is told as a letter may be another one."""
    middles, every, letters = flat.grid.middles, np.ones(COUNT**2, np.bool_), LETTERS.copy()
    every[CELL - 1 : CELL + 1] = False
    known = print_of(flat, middles, TURNS, LETTERS, every)
    assert known is not None
    letters[CELL] = ord(letter) - ord("A")
    return bool(rather_others(flat, over, middles, TURNS, letters, known, np.array([CELL]))[0])


def test_a_letter_beside_what_covers_some_of_it_that_is_more_like_another_is_told_so() -> None:
    for part in (0.2, 0.3, 0.4):
        flat, over = covered(part)
        assert not is_rather_another(flat, over, "R")
        assert is_rather_another(flat, over, "K") and is_rather_another(flat, over, "B")
        assert not is_rather_another(flat, over, "X"), "the board shows none"
    flat, over = covered(0.9)
    assert not is_rather_another(flat, over, "K"), "too little lies open"
    flat, over = covered(-1)
    assert not is_rather_another(flat, over, "K"), "nothing lies over it"


@pytest.mark.parametrize(
    ("row", "part", "is_another"),
    [
        pytest.param("EHTFNSAOKLWDUCB", 0.7, True, id="an F, or an E of which the foot is hidden"),
        pytest.param("EHTFNSAOKLWDUCB", 0.9, False, id="an F below which no foot is"),
        pytest.param("KHTFNSAORLWDUCB", 0.7, False, id="an F where the board shows no E"),
        pytest.param("QHTONSAEKLWDUCB", 0.85, True, id="an O, or a Q of which the tail is hidden"),
        pytest.param("QHTONSAEKLWDUCB", 0.95, False, id="an O below which no tail is"),
    ],
)
def test_what_another_letter_has_more_may_lie_hidden(row: str, part: float, is_another: bool) -> None:
    """What shows of a Q without its tail is more like an O, as much as of any O."""
    flat = board_of(row, 1.0, 4)
    x, y = (round((at + MARGIN) * PX_PER_CELL) for at in (CELL % COUNT, CELL // COUNT))
    over = np.zeros_like(flat.pixels)
    over[y + round(part * PX_PER_CELL) : y + 2 * PX_PER_CELL, x - 6 : x + PX_PER_CELL + 6] = 255
    flat.pixels[over > 0] = 120
    middles, every, letters = flat.grid.middles, np.ones(COUNT**2, np.bool_), np.array([ord(sign) - ord("A") for sign in row * COUNT])
    every[[CELL, CELL + COUNT]] = False
    known = print_of(flat, middles, TURNS, letters, every)
    assert known is not None
    told = rather_others(flat, flat.with_pixels(over), middles, TURNS, letters, known, np.array([CELL]))
    assert bool(told[0]) == is_another


@pytest.mark.parametrize(("part", "is_told"), [(0.3, True), (0.4, True), (0.6, False), (0.8, False)])
def test_half_a_letter_beside_a_hand_shows(part: float, is_told: bool) -> None:
    assert shows(*covered(part)) == is_told


@pytest.mark.parametrize("other", ["N", "O", "T", "X"])
def test_half_of_another_letter_does_not_show_it(other: str) -> None:
    assert not shows(*covered(0.4), letter=other), "nor one that the board shows nowhere"


def test_a_token_in_what_the_hand_leaves_is_no_letter() -> None:
    flat, over = covered(0.4)
    x, y = (round((at + MARGIN + 0.5) * PX_PER_CELL) for at in (CELL % COUNT, CELL // COUNT))
    cv2.circle(flat.pixels, (x, y), round(0.33 * PX_PER_CELL), 90, cv2.FILLED, cv2.LINE_AA)
    flat.pixels[over.pixels > 0] = 120
    assert not shows(flat, over)


def under_a_hand(part: float) -> Pixels:
    """The board of enrolled tiles with a hand over three columns of its left side, and so much of the fourth in one row."""
    photo = table(ants=False).copy()
    for upper, right, lower in ((2, 3.0, 12), (5, 3 + part, 6)):
        ring = found_grid().px([(-0.5, upper), (right, upper), (right, lower), (-0.5, lower)])
        cv2.fillPoly(photo, [np.rint(ring).astype(np.int32)], SKIN)
    return photo


@pytest.mark.parametrize(("part", "is_told"), [(0.36, True), (0.9, False)])
def test_the_letter_of_an_enrolled_tile_of_which_a_finger_leaves_half_is_told(part: float, is_told: bool) -> None:
    board = read_at(under_a_hand(part), found_grid(), Tiling(known=PRINTS), letter_net())
    assert board is not None
    assert board.letters[5][3] == (expected()[5][3] if is_told else ".")


def test_a_letter_beside_a_hand_that_is_rather_another_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def told(
        _grey: Flat, _over: Flat, _middles: object, _turns: object, _letters: object, _known: object, cells: Ints
    ) -> NDArray[np.bool_]:
        asked.extend(cells.tolist())
        return np.asarray(cells == cells[0], np.bool_)

    monkeypatch.setattr("vision.tiles.signs.rather_others", lambda *given: told(*given[:7]))
    board = read_at(under_a_hand(0.2), found_grid(), Tiling(), letter_net())
    assert board is not None and asked
    row, col = divmod(asked[0], COUNT)
    assert board.letters[row][col] == "?"
    assert [one.why for one in board.unsure if (one.row, one.col) == (row, col)] == [HALF]
