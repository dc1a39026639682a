"""A doubtful reading that was laid by a drawing that other looks share, elsewhere on each: it lies where its edges show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.deck import SIZE_MM, Floats, Table
from vision.cards.again import AgainParams, by_its_edges
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.sought import Search
from vision.cards.verdict import VerdictParams, stands
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader
from vision.stopwatch import Stopwatch

OFF = {2: (0, 0), 3: (-14, 10), 4: (18, 14), 5: (12, -16)}
"""Where the drawing lies on the card of each number, in pixels from where it lies on the first: six hundredths of a card, at most."""
INK = (40, 38, 44)


def card(number: int) -> Rgb:
    """A card with a fish below three clouds of steam, and its number in strokes in two corners: (450, 300, 3) RGB."""
    flat, off = np.full((450, 300, 3), (240, 236, 222), np.uint8), np.array(OFF[number])
    fish = np.array([(60, 220), (105, 185), (165, 186), (195, 215), (235, 180), (230, 260), (195, 230), (165, 258), (105, 256)])
    cv2.polylines(flat, [fish + off], True, INK, 5, cv2.LINE_AA)
    cv2.polylines(flat, [np.array([(40, 300), (250, 304)]) + off], False, INK, 7, cv2.LINE_AA)
    for x in (100, 140, 180):
        cv2.polylines(flat, [np.array([(x, 165), (x + 10, 150), (x - 6, 138), (x + 6, 120)]) + off], False, (50, 90, 190), 5, cv2.LINE_AA)
    for k in range(number):
        cv2.line(flat, (36 + 13 * k, 34), (37 + 13 * k, 76), INK, 6, cv2.LINE_AA)
        cv2.line(flat, (264 - 13 * k, 374), (263 - 13 * k, 416), INK, 6, cv2.LINE_AA)
    return flat


def is_sure(reading: Reading) -> bool:
    return stands(reading, VerdictParams())


READER = TableReader(Catalogue(tuple(look_of(card(number), f"fish-{number}", "card", SIZE_MM) for number in OFF)))
NAMER = READER._namer
IDS = NAMER.library.ids


def laid_by_the_drawing(number: int, other: int) -> tuple[Picture, Floats, Reading]:
    """A card on a table, where it lies, and the reading of another look whose drawing lies on the card's own."""
    table = Table(4)
    quad = table.lay(card(number), (200.0, 150.0), 8.0)
    picture, off = Picture(table.picture().rgb, 1280), np.array(OFF[number]) - np.array(OFF[other])
    aside = quad + (off[0] * (quad[1] - quad[0]) / 300 + off[1] * (quad[3] - quad[0]) / 450)
    return picture, quad, NAMER.read_there(picture, np.asarray(aside, np.float32), IDS.index(f"fish-{other}"), ())


@pytest.mark.parametrize(("number", "other"), [(2, 4), (4, 2), (3, 5), (5, 3)])
def test_a_card_laid_by_what_another_look_shares_is_named_where_its_edges_show(number: int, other: int) -> None:
    """A two of fish was asked about as a four: the drawing of one lies three millimetres aside on the other."""
    picture, quad, doubted = laid_by_the_drawing(number, other)
    assert IDS[doubted.look] == f"fish-{other}" and not is_sure(doubted)
    found = by_its_edges(NAMER, picture, doubted, (), is_sure, AgainParams())
    assert found is not None and IDS[found.look] == f"fish-{number}" and np.abs(found.quad - quad).max() < 4
    search = READER._search
    assert search is not None
    again = search._once_more(Search(picture, [], None, [], Stopwatch()), doubted, ())
    assert IDS[again.look] == f"fish-{number}", "so does the reader"


def test_a_card_of_none_of_the_looks_stays_a_question() -> None:
    stranger = card(4)
    stranger[20:90, 20:160] = stranger[360:430, 140:280] = (240, 236, 222)
    cv2.circle(stranger, (70, 56), 22, INK, 6, cv2.LINE_AA)
    table = Table(4)
    quad = table.lay(stranger, (200.0, 150.0), 8.0)
    picture = Picture(table.picture().rgb, 1280)
    doubted = NAMER.read_there(picture, quad + np.float32(8), IDS.index("fish-4"), ())
    assert not is_sure(doubted) and by_its_edges(NAMER, picture, doubted, (), is_sure, AgainParams()) is None


def test_where_no_edges_show_aside_or_all_show_where_it_lies_nothing_is_tried() -> None:
    picture, _, doubted = laid_by_the_drawing(2, 4)
    bare = Picture(Table(4).picture().rgb, 1280)
    assert by_its_edges(NAMER, bare, doubted, (), lambda one: True, AgainParams()) is None
    assert by_its_edges(NAMER, picture, replace(doubted, rim=0.9), (), lambda one: True, AgainParams()) is None
