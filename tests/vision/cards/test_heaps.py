"""Cards that look out below a named one in a fan or a row, by paper and corners alone: asked about. Sheets and other paper are none."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import deck
from vision.cards.heaps import IN_HEAP, Lying, Reduced, heaped
from vision.cards.picture import Picture
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.outlines import Contours, OutlineParams, find_contours
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

PAPER, NEVER_SHOWN = (225, 221, 208), (225, 150, 60)
AT, PIVOT = (240.0, 150.0), (240.0, 205.0)
VIEW = (1200, 750)


def card(sides: int, paper: tuple[int, int, int] = PAPER) -> deck.Pixels:
    """A flat figure aside of the middle, so that in a fan it lies below the next card: (450, 300, 3) RGB."""
    return deck.figure(sides, paper, 190)


@cache
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(card(sides), f"card-{sides}", "card", deck.SIZE_MM) for sides in (3, 4, 5, 6))))


def fan(*below: deck.Pixels, step_deg: float = 18.0) -> tuple[deck.Table, list[NDArray[np.float32]]]:
    """A card with a triangle upright, and others below it, each turned more to the left; and where those lie, the nearest first."""
    table, places = deck.Table(4), []
    for number, flat in reversed(list(enumerate((card(3), *below)))):
        lean = np.radians(-step_deg * number)
        at = PIVOT[0] + 55 * np.sin(lean), PIVOT[1] - 55 * np.cos(lean)
        places.append(table.lay(flat, (float(at[0]), float(at[1])), -step_deg * number))
    return table, places[-2::-1]


def told(frame: Frame) -> list[tuple[str | None, str]]:
    return [(one.id, one.why) for one in reader().read(frame).detections]


def in_heap(rgb: deck.Pixels, named: NDArray[np.float32], taken: list[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Where cards are asked about in a picture in which a card with a triangle was read."""
    looks = reader().catalogue.looks
    flat = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    lying = Lying([(0, named)], taken, np.asarray(cv2.getPerspectiveTransform(named, flat), np.float64), [deck.SIZE_MM])
    reduced = Reduced(find_contours(rgb, OutlineParams()), 1.0)
    return list(heaped(Picture(rgb, max(rgb.shape)), reduced, lying, looks))


def test_a_card_that_looks_out_of_a_fan_is_a_question_in_its_place() -> None:
    table, (place,) = fan(card(4))
    named, asked = reader().read(table.picture()).detections
    assert (named.id, asked.id, asked.why) == ("card-3", None, IN_HEAP)
    assert np.asarray(asked.quad_px).mean(0) == pytest.approx(place.mean(0), abs=6)
    assert {one.id for one in asked.alternatives} == {"card-3", "card-4", "card-5", "card-6"}


def test_of_several_the_last_is_asked_about_whatever_lies_between() -> None:
    table, (_, last) = fan(card(4), card(5))
    _, *asked = reader().read(table.picture()).detections
    assert [one.why for one in asked] == [IN_HEAP]
    assert np.asarray(asked[0].quad_px).mean(0) == pytest.approx(last.mean(0), abs=6)


@pytest.mark.parametrize("below", [4, 5])
def test_a_wide_fan_is_accounted_for_by_its_ends(below: int) -> None:
    """Of the cards between them hardly a corner stands out, and these are no card's own."""
    table, places = fan(*[card(4)] * below, step_deg=16.0)
    rgb, named = table.picture().rgb, table.lay(card(3), AT)
    (found,) = in_heap(rgb, named, [])
    assert found.mean(0) == pytest.approx(places[-1].mean(0), abs=6)


def test_a_card_alone_is_not_asked_about_twice() -> None:
    table, _ = fan()
    assert told(table.picture()) == [("card-3", "")]


def test_paper_that_no_card_has_is_none() -> None:
    table, _ = fan(card(4, NEVER_SHOWN))
    assert told(table.picture()) == [("card-3", "")]


def test_a_sheet_of_paper_below_a_card_is_none() -> None:
    """Its corners are those of cards, too; but cards at all of them leave its middle over."""
    table = deck.Table(4)
    table.flat[100:650, 250:950] = PAPER
    place = table.lay(card(3), AT)
    assert in_heap(table.picture().rgb, place, []) == []


def test_what_was_read_or_asked_about_already_is_not_asked_about_again() -> None:
    table, (place,) = fan(card(4))
    rgb, named = table.picture().rgb, table.lay(card(3), AT)
    (found,) = in_heap(rgb, named, [])
    assert found.mean(0) == pytest.approx(place.mean(0), abs=6)
    assert in_heap(rgb, named, [np.asarray(place + np.array([15, -30]), np.float32)]) == []


def test_a_round_thing_below_a_card_is_none() -> None:
    table = deck.Table(4)
    cv2.circle(table.flat, (520, 375), 110, PAPER, -1, cv2.LINE_AA)
    place = table.lay(card(3), AT)
    assert in_heap(table.picture().rgb, place, []) == []


def test_the_end_of_a_row_is_asked_about_and_accounts_for_what_lies_between() -> None:
    table = deck.Table(4)
    first, *_ = [table.lay(card(sides), (AT[0] - 26 * n, AT[1])) for n, sides in ((3, 4), (2, 5), (1, 6))]
    named = table.lay(card(3), AT)
    (found,) = in_heap(table.picture().rgb, named, [])
    assert found.mean(0) == pytest.approx(first.mean(0), abs=6)


def test_what_a_plate_leaves_over_is_no_cards() -> None:
    """A corner looks out; but more shows than a card that has it."""
    table, _ = fan(card(4))
    rgb, named = table.picture().rgb, table.lay(card(3), AT)
    assert len(in_heap(rgb, named, [])) == 1
    table, _ = fan(card(4))
    cv2.circle(table.flat, (600, 540), 120, PAPER, -1, cv2.LINE_AA)
    table.lay(card(3), AT)
    assert in_heap(table.picture().rgb, named, []) == []


def test_half_a_card_with_one_right_angle_is_none() -> None:
    table = deck.Table(4)
    cv2.fillPoly(table.flat, [np.array([[440, 240], [590, 240], [440, 465]], np.int32)], PAPER)
    named = table.lay(card(3), (215.0, 200.0))
    assert in_heap(table.picture().rgb, named, []) == []


def test_a_card_below_that_lies_in_shade_is_one() -> None:
    table, (place,) = fan(np.asarray(card(4) * 0.78, np.uint8))
    rgb, named = table.picture().rgb, table.lay(card(3), AT)
    (found,) = in_heap(rgb, named, [])
    assert found.mean(0) == pytest.approx(place.mean(0), abs=6)


def test_a_card_amid_two_is_asked_about_once() -> None:
    """Their outlines differ: that of one is parted from the other."""
    looks, flat = reader().catalogue.looks, np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
    table, without = deck.Table(4), deck.Table(4)
    for each in (table, without):
        each.lay(card(4), (AT[0] + 40, AT[1] - 20))
        first = each.lay(card(3), AT)
    second = table.lay(card(3), (AT[0] + 80, AT[1]))
    contours = Contours(one for each in (without, table) for one in find_contours(each.picture().rgb, OutlineParams()))
    lying = Lying([(0, first), (0, second)], [], np.asarray(cv2.getPerspectiveTransform(first, flat), np.float64), [deck.SIZE_MM])
    assert len(list(heaped(Picture(table.picture().rgb, 1200), Reduced(contours, 1.0), lying, looks))) == 1


def test_where_the_picture_ends_no_card_has_a_corner() -> None:
    table = deck.Table(4)
    for number in (3, 2, 1):
        table.lay(card(4), (AT[0] - 26 * number, AT[1]))
    named, cut = table.lay(card(3), AT), 420
    rgb = np.ascontiguousarray(table.picture().rgb[:, cut:])
    assert in_heap(rgb, np.asarray(named - (cut, 0), np.float32), []) == []


def test_a_table_that_lies_still_is_told_the_same_when_it_is_looked_at_again() -> None:
    table, _ = fan(card(4))
    follower = TableReader(reader().catalogue, read_board=lambda frame: None).following()
    looks = [follower.read(table.picture(), known=Known(again=again)) for again in (False, True)]
    assert [[(one.id, one.why) for one in look.detections] for look in looks] == [[("card-3", ""), (None, IN_HEAP)]] * 2
