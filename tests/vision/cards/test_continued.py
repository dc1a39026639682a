"""Paper that goes on beside a named card is another card under it, though its edge is burnt out and nothing of it was read."""

from functools import cache

import numpy as np
import pytest

from tests.vision import deck
from vision.cards.continued import BENEATH, continued
from vision.cards.picture import Picture
from vision.frame import Frame
from vision.reader import TableReader

AT = (240.0, 150.0)
PAPER = (246, 241, 228)
WAYS = {"left": (-20.0, 0.0), "right": (20.0, 0.0), "above": (0.0, -30.0)}


@cache
def reader() -> TableReader:
    return TableReader(deck.catalogue(range(1, 6)))


def hand(
    below: tuple[int, int, int] | None, way: tuple[float, float] = (-20.0, 0.0), ground: tuple[int, int, int] = (70, 100, 80)
) -> Frame:
    """A card, and under it, so many millimetres aside, another of which bare paper of a colour shows."""
    table = deck.Table(3, ground)
    if below is not None:
        table.lay(np.full((450, 300, 3), below, np.uint8), (AT[0] + way[0], AT[1] + way[1]))
    table.lay(deck.card("red", 2), AT)
    return Frame(table.picture().rgb, 0.0)


def told(frame: Frame) -> list[tuple[str | None, str]]:
    return [(one.id, one.why) for one in reader().read(frame).detections]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_card_under_a_named_one_is_a_question(way: tuple[float, float]) -> None:
    assert told(hand(PAPER, way)) == [("red-2", ""), (None, BENEATH)]


def test_it_is_laid_aside_of_it_and_may_be_any_card() -> None:
    card, asked = reader().read(hand(PAPER)).detections
    assert {one.id for one in asked.alternatives} == set(deck.catalogue(range(1, 6)).ids)
    moved = np.mean(asked.quad_px, axis=0) - np.mean(card.quad_px, axis=0)
    assert moved == pytest.approx((-50, 0), abs=12)


def test_the_table_beside_a_card_is_none() -> None:
    assert told(hand(None)) == [("red-2", "")]


def test_a_thing_of_another_colour_beside_it_is_none() -> None:
    assert told(hand((150, 190, 220))) == [("red-2", "")]


def test_on_a_table_of_the_same_colour_nothing_is_told() -> None:
    assert BENEATH not in [why for _, why in told(hand(PAPER, ground=PAPER))]


def lies(x: float, y: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """A place of a card in a picture from straight above, five pixels to the millimetre, by its middle."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * np.array(deck.SIZE_MM, np.float32) * 2.5
    return np.asarray(half + np.array([x, y], np.float32), np.float32)


def flat(white: slice) -> Picture:
    """A picture from above: a card's paper about its middle, and so many rows of paper beside it, all on a dark table."""
    rgb = np.full((1000, 1200, 3), (40, 50, 45), np.uint8)
    rgb[275:725, 450:750] = PAPER
    rgb[white, 300:450] = PAPER
    return Picture(rgb, 1200)


def test_what_was_read_there_is_no_other_card() -> None:
    picture, card = flat(slice(275, 725)), lies(600, 500)
    assert len(list(continued(picture, [card], []))) == 1
    assert not list(continued(picture, [card], [lies(380, 500)]))


def test_paper_along_a_little_of_a_side_is_a_note() -> None:
    assert not list(continued(flat(slice(400, 560)), [lies(600, 500)], []))


def test_where_other_cards_hide_the_table_its_colour_is_not_known() -> None:
    """A newspaper beside a card in the corner of a grid has the card's colour, and no other side tells that the table has."""
    picture, card = flat(slice(275, 725)), lies(600, 500)
    assert not list(continued(picture, [card], [lies(600, 50), lies(900, 500)]))
