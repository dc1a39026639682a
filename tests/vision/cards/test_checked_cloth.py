"""Cards on a checked cloth, whose dots and squares are print, too, and look like this piece or that all over the table."""

from collections import Counter

import pytest

from fixtures.art import PACKS, load_art
from tests.benchmarks.cards_on_cloth import names_of, scene_of, told_of
from tests.enrolled import reader_of


def told(game: str, seed: int, is_marked: bool) -> Counter[str]:
    """What is told of one table with four cards, of a pack in which everything is enrolled."""
    art, reader = load_art(PACKS / game), reader_of(PACKS / game)
    return told_of(reader, art, scene_of(names_of(reader, art), seed, "patterned-cloth", is_marked))


@pytest.mark.slow
@pytest.mark.parametrize("is_marked", [False, True])
def test_dots_that_look_like_a_purse_do_not_outvote_the_print_of_the_cards(is_marked: bool) -> None:
    """The purse's spots have thousands of votes there, each card a dozen."""
    assert told("buffet_master", 106, is_marked) == Counter(cards=4, right=4)


@pytest.mark.slow
@pytest.mark.parametrize("is_marked", [False, True])
def test_squares_much_smaller_than_the_cards_that_have_a_name_are_not_asked_about(is_marked: bool) -> None:
    """They are more than the cards, and look like the backs of some; without markers the named cards tell how large things are."""
    assert told("appetite", 106, is_marked) == Counter(cards=4, right=4)
