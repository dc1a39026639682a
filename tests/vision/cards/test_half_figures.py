"""Half of a figure tells of no card which it is: the upper end of a two is that of a three."""

from dataclasses import replace

import numpy as np

from tests.vision import deck
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams, confidence, stands
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import Library

PARAMS = VerdictParams()
CARDS = deck.catalogue(range(1, 10))


def blocks(*rows: slice) -> deck.Floats:
    """(blocks,): 1 in some rows."""
    grid = np.zeros((ROWS, COLUMNS), np.float32)
    for some in rows:
        grid[some] = 1
    return grid.ravel()


def figured(shown: deck.Floats, catalogue: Catalogue = CARDS, look: int = 1) -> float:
    """How much of its figure shows of a look."""
    return TellingPlaces(Lookalikes(Library(catalogue), DifferParams())).figure_shown(look, shown)


def test_as_much_of_a_figure_shows_as_of_that_of_which_most_does() -> None:
    upper, lower, middle = slice(0, 2), slice(ROWS - 2, ROWS), slice(2, ROWS - 2)
    assert figured(blocks(upper, middle)) > 0.95, "one of the two in its corners is enough"
    assert figured(blocks(middle, lower)) > 0.95
    assert figured(blocks(middle)) < PARAMS.least_figured
    half = blocks(upper, middle).reshape(ROWS, COLUMNS)
    half[0] = 0
    assert 0.1 < figured(half.ravel()) < figured(blocks(upper))


def test_a_card_that_no_other_resembles_has_no_figure_that_tells_it() -> None:
    assert figured(blocks(slice(2, 6)), Catalogue((deck.look("red", 2),)), 0) == 1.0


def test_a_card_of_which_the_figure_is_hidden_is_a_question() -> None:
    """However well all the rest of it agrees, and whatever its margin."""
    namer, table = Namer(Library(CARDS), NameParams()), deck.Table()
    quad, picture = table.lay(deck.card("red", 2), (150, 120)), Picture(table.picture().rgb, 1280)
    read = namer.read(picture, quad, namer.library.ids.index("red-2"))
    assert read is not None and stands(read, PARAMS) and read.explained.figured == 1.0, "it shows whole"

    def part(*rows: slice) -> bool:
        shown = replace(read, share=0.8, margin=0.9, by_print=1.0, shown=blocks(*rows))
        shown = namer.explainer.explain(picture, shown, ())
        shown = replace(shown, explained=replace(shown.explained, peculiar=np.inf, peculiar_seen=1.0, laid_open=1.0, paired=-1.0))
        assert confidence(shown, PARAMS) > PARAMS.calibration.unexplained or not stands(shown, PARAMS)
        return stands(shown, PARAMS)

    assert part(slice(0, ROWS - 2)) and part(slice(2, ROWS))
    assert not part(slice(2, ROWS - 2))
