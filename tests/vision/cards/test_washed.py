"""A place amid cards that a lamp has burnt out is asked about: whether a card lies there is not to be seen."""

from functools import cache

import numpy as np
import pytest

from tests.vision import deck
from vision.cards.washed import WASHED
from vision.frame import Frame
from vision.reader import TableReader

MIDDLE = (200.0, 150.0)


@cache
def reader() -> TableReader:
    return TableReader(deck.catalogue(range(1, 6)))


def grid(*, is_burnt: bool, beside: tuple[int, ...] = (-1, 1), ground: tuple[int, int, int] = (70, 100, 80)) -> Frame:
    """Cards at the sides of a place in a row, edge to edge with it; what lies there is burnt out, or the bare table."""
    table = deck.Table(3, ground)
    for number, step in enumerate(beside, 1):
        table.lay(deck.card("red", number), (MIDDLE[0] + step * deck.SIZE_MM[0], MIDDLE[1]))
    if is_burnt:
        table.lay(np.full((450, 300, 3), 255, np.uint8), MIDDLE)
    return Frame(table.picture().rgb, 0.0)


def told(frame: Frame) -> list[tuple[str | None, str]]:
    found = [(one.id, one.why) for one in reader().read(frame).detections]
    return sorted(found, key=lambda one: one[0] or "")


def test_a_burnt_place_between_two_cards_is_a_question() -> None:
    assert told(grid(is_burnt=True)) == [(None, WASHED), ("red-1", ""), ("red-2", "")]


def test_any_card_may_lie_there() -> None:
    """A game takes what may be none of its cards for no card of its own, and would score the grid as if it had a hole."""
    (asked,) = (one for one in reader().read(grid(is_burnt=True)).detections if one.id is None)
    assert {one.id for one in asked.alternatives} == set(deck.catalogue(range(1, 6)).ids)
    assert all(one.confidence < 0.1 for one in asked.alternatives)


def test_the_bare_table_between_two_cards_is_none() -> None:
    assert told(grid(is_burnt=False)) == [("red-1", ""), ("red-2", "")]


def test_a_burnt_place_beside_one_card_is_none() -> None:
    assert (None, WASHED) not in told(grid(is_burnt=True, beside=(-1,)))


@pytest.mark.parametrize("is_burnt", [False, True])
def test_on_a_table_that_is_burnt_all_over_no_place_is_asked_about(is_burnt: bool) -> None:
    """The page says that there is too much light."""
    assert (None, WASHED) not in told(grid(is_burnt=is_burnt, ground=(262, 262, 262)))
