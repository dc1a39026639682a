"""What a lamp has burnt out is asked about: whether a card lies there, or which it is, is not to be seen."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.washed import BURNT, WASHED
from vision.changes.patches import Known
from vision.frame import Frame
from vision.reader import TableReader
from vision.table import plane

MIDDLE = (200.0, 150.0)


@cache
def reader() -> TableReader:
    return TableReader(deck.catalogue(range(1, 6)))


def grid(*, is_burnt: bool, beside: tuple[int, ...] = (-1, 1), ground: tuple[int, int, int] = (70, 100, 80), first: int = 1) -> Frame:
    """Cards at the sides of a place in a row, edge to edge with it; what lies there is burnt out, or the bare table."""
    table = deck.Table(3, ground)
    for number, step in enumerate(beside, first):
        table.lay(deck.card("red", number), (MIDDLE[0] + step * deck.SIZE_MM[0], MIDDLE[1]))
    if is_burnt:
        table.lay(np.full((450, 300, 3), 255, np.uint8), MIDDLE)
    return Frame(table.picture().rgb, 0.0)


def told(frame: Frame) -> list[tuple[str | None, str]]:
    found = [(one.id, one.why) for one in reader().read(frame).detections]
    return sorted(found, key=lambda one: one[0] or "")


def test_a_burnt_place_between_two_cards_is_a_question() -> None:
    assert told(grid(is_burnt=True)) == [(None, WASHED), ("red-1", ""), ("red-2", "")]


def test_a_burnt_place_between_a_card_and_one_that_is_asked_about_is_a_question() -> None:
    """Amid glare most cards are: here one that was not enrolled."""
    found = told(grid(is_burnt=True, first=5))
    assert [one for one, _ in found] == [None, None, "red-5"]
    assert (None, WASHED) in found


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


def apart(paper: tuple[int, int, int], part: float = 1.0, named: int = 2) -> Frame:
    """Cards of which all is seen, and farther off a bare sheet of a colour, its sides so long in parts of a card's."""
    table = deck.Table(4)
    for number in range(1, named + 1):
        table.lay(deck.card("red", number), (70.0 * number, 70.0))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(deck.SIZE_MM) / 2
    cv2.fillPoly(table.flat, [np.round(2.5 * (part * corners + (330.0, 190.0))).astype(np.int32)], paper)
    return Frame(table.picture().rgb, 0.0)


WHITE = (255, 255, 255)


def test_a_burnt_outline_as_large_as_a_card_is_a_question() -> None:
    assert told(apart(WHITE)) == [(None, BURNT), ("red-1", ""), ("red-2", "")]


def test_it_lies_where_the_outline_does_and_may_be_any_card() -> None:
    (asked,) = (one for one in reader().read(apart(WHITE)).detections if one.why == BURNT)
    assert {one.id for one in asked.alternatives} == set(deck.catalogue(range(1, 6)).ids)
    assert np.ptp(np.array(asked.quad_px), axis=0) == pytest.approx((150, 235), abs=20)


@pytest.mark.parametrize("part", [0.7, 1.25])
def test_a_sheet_of_another_size_is_none(part: float) -> None:
    assert told(apart(WHITE, part)) == [("red-1", ""), ("red-2", "")]


def test_a_sheet_that_is_not_burnt_is_none() -> None:
    """It would show its print; this has none."""
    assert BURNT not in [why for _, why in told(apart((215, 212, 205)))]


def test_where_nothing_tells_how_large_things_are_none_is_asked_about() -> None:
    assert BURNT not in [why for _, why in told(apart(WHITE, named=0))]


@pytest.mark.parametrize("is_asked", [True, False], ids=["a card's place changed", "the place beside it changed"])
def test_in_a_part_of_a_picture_that_shows_hardly_more_than_it_a_burnt_outline_is_a_question(is_asked: bool) -> None:
    """A table is followed part by part; what lies beside what changed is read elsewhere."""
    frame = apart(WHITE)
    follower = reader().following()
    told_before = follower.read(frame)
    table = plane.from_cards([one.quad_px for one in told_before.pieces], [deck.SIZE_MM for _ in told_before.pieces])
    (burnt,) = (np.array(one.quad_px) for one in told_before.detections if one.why == BURNT)
    left, top = (burnt.min(0) - 40).astype(int)
    part = frame.rgb[top : int(burnt.max(0)[1]) + 40, left : int(burnt.max(0)[0]) + 40]
    assert table is not None
    moved = replace(table, mm_to_px=np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1]]) @ table.mm_to_px)
    within = (20, 20, part.shape[1] - 20, part.shape[0] - 20) if is_asked else (0, 0, 36, part.shape[0])
    seen = follower.read(Frame(np.ascontiguousarray(part), 1.0), moved, None, Known(within=within, whole_px=max(frame.size_px)))
    assert [one.why for one in seen.detections] == ([BURNT] if is_asked else [])
