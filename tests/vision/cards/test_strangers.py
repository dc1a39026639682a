"""A card that was never enrolled is less like its neighbour's look, and less clearly its own, than the cards that were."""

from dataclasses import replace

import numpy as np

from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.strangers import strangers
from vision.looks.canon import CELLS, HEIGHT, WIDTH
from vision.looks.matching import Seen

TRUE = Reading(0, np.zeros((4, 2), np.float32), 0.92, 1.0, 0.92, 0.8, 1, np.ones(48, np.float32), by_print=0.9)
"""A card as its own look explains it."""
ODD = replace(TRUE, agreement=0.8, margin=0.35, by_print=0.5, explained=Explained(parts=-0.5))
"""One whose print lies between two looks'."""


def test_what_falls_short_of_the_others_is_a_stranger() -> None:
    assert strangers([TRUE, ODD, replace(TRUE, look=2)]) == [ODD]


def test_in_bad_light_all_are_less_like_their_looks_and_none_is_a_stranger() -> None:
    assert strangers([replace(ODD, look=n) for n in range(4)]) == []


def test_one_other_card_does_not_tell_what_is_usual() -> None:
    assert strangers([TRUE, ODD]) == [] and strangers([ODD]) == [] and strangers([]) == []


def test_being_a_little_less_like_or_less_clear_alone_makes_none() -> None:
    blurred, close = replace(TRUE, agreement=0.75, margin=0.65), replace(TRUE, margin=0.35)
    assert strangers([TRUE, TRUE, blurred, close]) == []


def test_one_whose_figure_lags_behind_the_rest_of_its_print_is_a_stranger() -> None:
    """A five read as the six of its deck: all but one stroke is the six's."""
    five = replace(TRUE, agreement=0.86, margin=0.55, explained=Explained(parts=0.13, uneven=0.42))
    six = replace(TRUE, explained=Explained(uneven=0.1))
    assert strangers([six, five, six]) == [five]
    assert strangers([six, replace(five, explained=Explained(parts=0.13, uneven=0.1)), six]) == []
    lamp = [replace(six, explained=Explained(uneven=0.4))] * 2
    assert strangers([*lamp, five]) == [], "where the light is uneven all are"


def test_what_only_its_colour_tells_is_not_held_against_print() -> None:
    assert strangers([TRUE, TRUE, replace(ODD, by_print=1.0)]) == []


def test_one_of_which_every_part_is_its_own_is_none_however_weakly_it_shows() -> None:
    assert strangers([TRUE, TRUE, replace(ODD, explained=Explained(parts=0.5))]) == []


def test_one_whose_design_no_other_has_is_held_against_the_others_by_all_its_print() -> None:
    """A door read as a glass of the same box: there is no third of their kind to whose parts its own could be nearer."""
    door = replace(TRUE, look=3, agreement=0.66, margin=0.54, by_print=0.8, explained=Explained(alone=True))
    assert strangers([TRUE, door, TRUE]) == [door]
    assert strangers([TRUE, replace(door, agreement=0.85, margin=0.7), TRUE]) == []


def burnt(reading: Reading, rows: int) -> Reading:
    """The reading of a card of which so many of the 32 rows of cells are burnt out to white."""
    cells = np.zeros(CELLS, bool)
    cells[:rows] = True
    return replace(reading, seen=Seen(np.zeros((HEIGHT, WIDTH, 2), np.float32), np.ones((*CELLS, 3), np.float32), cells))


def test_what_a_lamp_burns_out_is_held_against_what_it_burns_out_as_well() -> None:
    """Both lie in its image, where print is lost: one that is as much less like its look as the other is no stranger for it."""
    clear, other, odd = (burnt(TRUE, 0), burnt(replace(ODD, by_print=1.0), 18), burnt(ODD, 17))
    assert strangers([clear, clear, other, odd]) == []
    assert strangers([clear, clear, burnt(other, 4), odd]) == [odd], "hardly burnt, it does not tell"
    assert strangers([clear, clear, burnt(TRUE, 18), odd]) == [odd], "the other is like its look there, too"
    hardly = burnt(ODD, 4)
    assert strangers([clear, clear, other, hardly]) == [hardly]
