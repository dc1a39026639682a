"""Letters below warm print told from those that they may be there by a closer look at the board's letters of both kinds."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.printed import COUNT, board_of
from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.cells import Flat
from vision.letters.net import PLAIN, letter_net
from vision.tiles.belowprint import told_apart
from vision.tiles.finekinds import Closer, FineKinds
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling

Flags = NDArray[np.bool_]
ROW = "DDDDDOOOOODQUUO"
ALL = COUNT**2
FIRST_D, FIRST_O = ROW.index("D"), ROW.index("O")


@pytest.fixture(scope="module")
def flat() -> Flat:
    return board_of(ROW, 1.0, 3)


def told(flat: Flat, *, lead: float, asked: int = FIRST_O, as_d: bool = False) -> Flags:
    """(n, letters) of a board on which one cell is asked about, and by so many nats no D, if it is not told as one."""
    letters = np.array([PLAIN.index(one) for one in ROW * COUNT])
    letters[asked] = PLAIN.index("D") if as_d else letters[asked]
    nats = np.full((ALL, len(PLAIN)), -20.0, np.float32)
    nats[np.arange(ALL), letters] = 0
    nats[asked, PLAIN.index("O" if as_d else "D")] = -lead
    every, one = np.full(ALL, True), np.arange(ALL) == asked
    return told_apart(flat, flat.grid.middles, np.zeros(ALL, np.int64), letters, nats, every, one)


def test_an_o_is_no_d_where_the_boards_own_tell_them_apart(flat: Flat) -> None:
    none = told(flat, lead=1.0)
    assert none[FIRST_O, PLAIN.index("D")]
    assert none.sum() == 1, "and no other cell is looked at, nor another kind that the net excludes"


def test_but_not_against_the_net_nor_where_it_is_a_d(flat: Flat) -> None:
    assert not told(flat, lead=-0.5).any()
    assert not told(flat, lead=3.0, as_d=True).any()


@pytest.mark.parametrize(
    ("closer", "lead", "is_told"),
    [
        (Closer(4.5, 0.5), 0.5, True),
        (Closer(3.5, 0.5), 6.0, False),
        (Closer(4.5, 0.2), 3.5, False),  # of what tells them it has nothing: the other's tail may be lost below the print
        (Closer(4.5, 0.2), 4.5, True),
        (None, 6.0, False),
    ],
)
def test_a_stroke_that_only_the_other_has_may_be_hidden(
    flat: Flat, closer: Closer | None, lead: float, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FineKinds, "closer", lambda *_: closer)
    assert told(flat, lead=lead).any() == is_told


def test_what_a_letter_is_told_apart_from_is_no_question_below_print(monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(*given: NDArray[np.float32]) -> Flags:
        """Each letter but those that are told apart from all others."""
        return np.asarray(np.isfinite(given[5]).sum(axis=1) > 1, np.bool_)

    def apart(_grey: Flat, _at: object, _turns: object, letters: NDArray[np.int64], nats: NDArray[np.float32], *_: Flags) -> Flags:
        return np.asarray(np.arange(nats.shape[1]) != letters[:, None], np.bool_)

    monkeypatch.setattr("vision.tiles.signs.may_differ", hidden)
    counts = []
    for closer in (lambda *given: np.zeros(given[4].shape, np.bool_), apart):
        monkeypatch.setattr("vision.tiles.signs.told_apart", closer)
        board = read_at(table(ants=False), found_grid(), Tiling(), letter_net())
        counts.append(0 if board is None else sum(sign.isalpha() for row in board.letters for sign in row))
    assert counts[0] == 0
    assert counts[1] > 200
