"""Letters of a board of which many are in doubt, held against all its kinds: one that is more like another kind is asked about."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.printed import COUNT, board_of
from vision.letters.cells import Flat
from vision.letters.net import PLAIN
from vision.tiles.nearkinds import nearer_to_another

ROW = "OOOOODDDDDNNNNQ"
Cells = NDArray[np.bool_]


@pytest.fixture(scope="module")
def flat() -> Flat:
    return board_of(ROW, 1.2, 5)


def doubted(flat: Flat, read: NDArray[np.str_], stands: Cells, lead: float, asked: bool = True) -> Cells:
    """(rows, cols) cells asked about, where letters are `read`, by so many nats over what is printed, or else over an O or a D."""
    letters, printed = (np.array([PLAIN.index(one) for one in rows]) for rows in (read.ravel(), ROW * COUNT))
    other = np.where(letters == printed, np.where(printed == PLAIN.index("O"), PLAIN.index("D"), PLAIN.index("O")), printed)
    nats, every = np.full((COUNT**2, len(PLAIN)), -30.0, np.float32), np.arange(COUNT**2)
    nats[every, other], nats[every, letters] = -lead, 0
    turns = np.zeros(COUNT**2, np.int64)
    found = nearer_to_another(flat, flat.grid.middles, turns, letters, nats, stands.ravel(), np.full(COUNT**2, asked))
    return found.reshape(COUNT, COUNT)


def as_printed() -> tuple[NDArray[np.str_], Cells]:
    """What is printed, and that all of it stands."""
    return np.array([list(ROW)] * COUNT), np.full((COUNT, COUNT), True)


@pytest.mark.parametrize("mistaken", [1, 3])
def test_a_letter_that_is_more_like_doubtful_ones_of_another_kind_is_asked_about(flat: Flat, mistaken: int) -> None:
    read, stands = as_printed()
    stands[:, 5:10] = False
    read[:mistaken, 5], stands[:mistaken, 5] = "O", True
    asked = doubted(flat, read, stands, 6.0)
    assert asked[:mistaken, 5].all(), "all D's are in doubt, but for those that are read as an O"
    assert asked.sum() == mistaken, "the O's are like O's"


def test_where_hardly_any_letter_of_the_board_is_in_doubt_nothing_is_compared(flat: Flat) -> None:
    read, stands = as_printed()
    read[0, 5], stands[1:9, 5] = "O", False
    assert not doubted(flat, read, stands, 6.0).any()


def test_the_more_of_a_board_are_in_doubt_the_more_the_net_has_to_prefer_a_letter(flat: Flat) -> None:
    read, stands = as_printed()
    read[0, 5] = "O"
    stands[1:, 5] = False
    few = doubted(flat, read, stands, 12.0)
    stands[:, 6:12] = False
    assert (few[0, 5], doubted(flat, read, stands, 12.0)[0, 5]) == (False, True)


@pytest.mark.parametrize(("col", "is_asked"), [pytest.param(0, True, id="an O as a Q"), pytest.param(14, False, id="a Q")])
def test_a_letter_alone_of_its_kind_is_asked_about_where_another_kind_is_as_like_it_as_itself(flat: Flat, col: int, is_asked: bool) -> None:
    read, stands = as_printed()
    read[:, 14], stands[:, 5:10], stands[:, 14] = "N", False, False
    read[7, col], stands[7, col] = "Q", True
    assert doubted(flat, read, stands, 6.0)[7, col] == is_asked


def test_only_what_may_be_asked_about_is(flat: Flat) -> None:
    read, stands = as_printed()
    stands[:, 5:10] = False
    read[0, 5], stands[0, 5] = "O", True
    assert not doubted(flat, read, stands, 6.0, asked=False).any()
