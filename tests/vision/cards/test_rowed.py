"""Cards in a row over each other, of which too little shows to be known: the edges of the named one go on, and another is asked about."""

from functools import cache

import numpy as np
import pytest

from tests.vision import deck
from vision.cards.picture import Picture
from vision.cards.rowed import BENEATH_IN_ROW, rowed
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

PAPERS = {"mint": (205, 240, 215), "rose": (245, 205, 215), "lilac": (215, 205, 245), "blue": (120, 150, 200)}
AT = (240.0, 150.0)
NEVER_SHOWN = (235, 150, 60)


def card(paper: tuple[int, int, int], sides: int = 3) -> deck.Pixels:
    """A flat figure in the middle of plain paper: (450, 300, 3) RGB."""
    return deck.figure(sides, paper)


@cache
def reader() -> TableReader:
    cards = {f"{name}-{sides}": card(paper, sides) for name, paper in PAPERS.items() for sides in (3, 4, 5)}
    return TableReader(Catalogue(tuple(look_of(rgb, id, "card", deck.SIZE_MM) for id, rgb in cards.items())))


def told(table: deck.Table) -> list[tuple[str | None, str]]:
    return [(one.id, one.why) for one in reader().read(Frame(table.picture().rgb, 0.0)).detections]


def row(below: tuple[int, int, int], way: tuple[float, float]) -> deck.Table:
    """A mint card over another, of which less than half shows, so many millimetres aside."""
    table = deck.Table(4)
    table.lay(np.full((450, 300, 3), below, np.uint8), (AT[0] + way[0], AT[1] + way[1]))
    table.lay(card(PAPERS["mint"]), AT)
    return table


@pytest.mark.parametrize("way", [(-22.0, 0.0), (22.0, 0.0), (0.0, -34.0)], ids=["left", "right", "above"])
@pytest.mark.parametrize("paper", ["rose", "lilac"])
def test_a_card_in_line_under_a_named_one_is_a_question(paper: str, way: tuple[float, float]) -> None:
    assert told(row(PAPERS[paper], way)) == [("mint-3", ""), (None, BENEATH_IN_ROW)]


def test_it_is_laid_where_the_other_shows() -> None:
    named, asked = reader().read(Frame(row(PAPERS["rose"], (-22.0, 0.0)).picture().rgb, 0.0)).detections
    assert np.mean(asked.quad_px, axis=0) - np.mean(named.quad_px, axis=0) == pytest.approx((-50, 0), abs=12)


def test_what_has_the_paper_of_no_card_is_none() -> None:
    assert told(row(NEVER_SHOWN, (-22.0, 0.0))) == [("mint-3", "")]


def test_a_card_aside_of_the_line_is_none_of_a_row() -> None:
    named, *others = told(row(PAPERS["rose"], (-22.0, 7.0)))
    assert named == ("mint-3", "")
    assert BENEATH_IN_ROW not in [why for _, why in others]


def test_stripes_of_the_table_go_on_at_both_ends_of_a_card() -> None:
    table, high = deck.Table(4), round(deck.SIZE_MM[1] * 2.5)
    top = round(AT[1] * 2.5) - high // 2
    table.flat[top : top + high] = PAPERS["blue"]
    table.lay(card(PAPERS["mint"]), AT)
    assert told(table) == [("mint-3", "")]


def test_beside_what_was_read_at_its_other_end_nothing_is_told() -> None:
    rgb, looks = row(PAPERS["rose"], (-22.0, 0.0)).picture().rgb, reader().catalogue.looks
    named, asked = reader().read(Frame(rgb, 0.0)).detections
    card = [look.id for look in looks].index("mint-3"), np.asarray(named.quad_px, np.float32)
    other_end = 2 * card[1].mean(0) - np.asarray(asked.quad_px, np.float32)
    assert len(list(rowed(Picture(rgb, 1200), [card], [], looks))) == 1
    assert not list(rowed(Picture(rgb, 1200), [card], [other_end], looks))
