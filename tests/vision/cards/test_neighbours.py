"""Cards that lie edge to edge: between two of one dark colour hardly an edge shows, but where one with a name ends is known."""

from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import deck
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.neighbours import edge_to_edge
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue
from vision.looks.matching import WINDOWS, Library

Floats = NDArray[np.float32]
VERDICT = VerdictParams()
NAMER = Namer(Library(Catalogue((deck.look("red", 1), deck.look("red", 2)))), NameParams())
DARK = Picture(np.full((700, 900, 3), 30, np.uint8), 900)


def read(x: float, y: float, rim: float, shown: Floats = WINDOWS[0]) -> Reading:
    """A card of 120 by 160 pixels with such a rim, all else as well as can be asked."""
    quad = np.array([(x, y), (x + 120, y), (x + 120, y + 160), (x, y + 160)], np.float32)
    return Reading(0, quad, 0.97, 1.0, 0.97, 0.85, 1, shown, rim=rim)


def told(kept: list[Reading], known: list[Floats] | None = None) -> list[Reading]:
    return edge_to_edge(kept, known or [], VERDICT, partial(NAMER.amid, DARK))


def around(places: list[tuple[int, int]]) -> list[Reading]:
    """Named cards at some columns and rows of a grid about the middle one, which lies at 400, 250; two pixels between them."""
    return [read(400 + 122 * column, 250 + 162 * row, 1.0) for column, row in places]


SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def test_a_card_amid_named_ones_ends_where_they_do() -> None:
    middle = read(400, 250, 0.1)
    assert not stands(middle, VERDICT)
    found = told([middle, *around(SIDES)])
    assert all(stands(one, VERDICT) for one in found)


def test_what_is_known_to_lie_beside_it_tells_as_much() -> None:
    found = told([read(400, 250, 0.1)], [one.quad for one in around(SIDES)])
    assert stands(found[0], VERDICT)


def test_one_that_is_told_so_tells_of_the_next() -> None:
    row = [read(400, 250, 0.1), read(522, 250, 0.1), *around([(0, -1), (0, 1), (-1, 0), (1, -1), (1, 1)])]
    assert all(stands(one, VERDICT) for one in told(row))


@pytest.mark.parametrize("beside", [[], [(0, 1)], [(-1, -1), (1, 1), (-1, 1), (1, -1)]])
def test_too_few_beside_it_tell_nothing(beside: list[tuple[int, int]]) -> None:
    middle = read(400, 250, 0.1)
    assert told([middle, *around(beside)])[0] is middle


def test_a_card_laid_off_by_a_row_of_its_print_ends_where_none_does() -> None:
    """Half of a card between two rows of a fence: the sides agree, its ends do not."""
    off = read(430, 290, 0.1)
    assert told([off, *around(SIDES)])[0] is off


def test_a_doubtful_one_tells_nothing() -> None:
    doubtful = [Reading(0, one.quad, 0.6, 1.0, 0.6, 0.1, 1, WINDOWS[0]) for one in around(SIDES)]
    middle = read(400, 250, 0.1)
    assert told([middle, *doubtful])[0] is middle


def test_of_a_card_with_a_blank_half_that_half_has_to_end_somewhere_too() -> None:
    """The print of half a card may be all there is of another: named cards beside that half tell nothing of the blank one."""
    half = np.repeat([1.0, 0.0], ROWS * COLUMNS // 2).astype(np.float32)
    middle = read(400, 250, 0.1, half)
    beside = [read(278, 170, 1.0), read(522, 170, 1.0), read(400, 88, 1.0)]
    assert told([middle, *beside])[0] is middle
    assert stands(told([middle, *around(SIDES)])[0], VERDICT)
