"""A card whose print agrees in one half, laid as the rectangle that it is on the table."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_MM, card, catalogue
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading, seen_of
from vision.cards.search import PrintSearch
from vision.cards.search_params import SearchParams
from vision.cards.sizes import Sizes
from vision.cards.sought import Search
from vision.cards.squared import SquareParams, all_square, laid_square
from vision.looks.matching import Library
from vision.stopwatch import Stopwatch

NAMER = Namer(Library(catalogue(range(1, 4))), NameParams())
TO_PX = np.array([[3.6, 0.5, 300.0], [0.4, -3.2, 420.0], [0.0002, 0.0008, 1.0]])
"""Millimetres -> pixels: a table seen at a slant, y away from the viewer."""
TO_MM = np.linalg.inv(TO_PX)
STRAY = np.array([[0, 0], [0, 0], [24, 17], [0, 0]], np.float32)
"""One corner is a ninth of the card's width off."""


def quad_of(x: float, y: float, turn_deg: float) -> NDArray[np.float32]:
    """(4, 2) pixels of a card's corners, its middle at so many mm."""
    wide, high = SIZE_MM
    turn = np.radians(turn_deg)
    corners = np.array([(-wide, high), (wide, high), (wide, -high), (-wide, -high)]) / 2
    on_table = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
    return np.asarray(cv2.perspectiveTransform(on_table[None], TO_PX)[0], np.float32)


def laid(quad: NDArray[np.float32], covered: float) -> Picture:
    """A card on grey felt; of its lower half the right side lies under something for so large a part."""
    flat = card("red", 2)
    flat[225:, 300 - round(300 * covered) :] = (70, 90, 80)
    rng = np.random.default_rng(3)
    felt = np.full((700, 960, 3), 105, np.uint8)
    forth = cv2.getPerspectiveTransform(np.array([[0, 0], [300, 0], [300, 450], [0, 450]], np.float32), quad)
    cv2.warpPerspective(flat, forth, (960, 700), felt, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    noisy = cv2.GaussianBlur(felt, (0, 0), 0.8) + rng.normal(0, 3, felt.shape)
    return Picture(np.clip(noisy, 0, 255).astype(np.uint8), 960)


def read_at(picture: Picture, quad: NDArray[np.float32], look: int = 1) -> Reading:
    """What is read there, without looking where it agrees better."""
    found = NAMER.read(picture, quad, look)
    assert found is not None
    there = replace(found, look=look, quad=quad, seen=None)
    return replace(there, seen=seen_of(picture, there), agreement=NAMER.agreement_in(picture, there, found.shown)[0])


@pytest.mark.parametrize("turn", [0, 35, 160, 270])
@pytest.mark.parametrize(("covered", "most_px"), [(0.0, 3.0), (0.7, 5.0)])
def test_a_stray_corner_is_laid_where_it_lies(turn: float, covered: float, most_px: float) -> None:
    """It was 29 pixels off."""
    true = quad_of(20.0, 20.0, turn)
    picture = laid(true, covered)
    stray = replace(read_at(picture, true), quad=true + STRAY, seen=None)
    found = laid_square(NAMER, picture, replace(stray, agreement=0.7), TO_MM, SquareParams())
    assert np.hypot(*(found.quad - true).T).max() < most_px
    assert found.agreement > 0.7 and found.look == stray.look


def test_a_rectangle_stays_where_it_is() -> None:
    true = quad_of(0.0, 10.0, 20.0)
    reading = read_at(laid(true, 0.0), true)
    assert laid_square(NAMER, laid(true, 0.0), reading, TO_MM, SquareParams()) is reading


def test_where_no_rectangle_agrees_the_reading_stays() -> None:
    """A bent card is none, nor is one that leans against a box."""
    bent = quad_of(0.0, 10.0, 0.0) + 2.5 * STRAY
    reading = read_at(laid(bent, 0.0), bent)
    assert reading.agreement > 0.8
    assert laid_square(NAMER, laid(bent, 0.0), reading, TO_MM, SquareParams()) is reading


def test_behind_the_horizon_nothing_is_moved() -> None:
    true = quad_of(0.0, 10.0, 20.0)
    picture = laid(true, 0.0)
    reading = replace(read_at(picture, true), quad=true + STRAY)
    horizon = np.array([[1, 0, 0], [0, 1, 0], [0, 1 / true[:, 1].mean(), -1.0]])
    assert laid_square(NAMER, picture, reading, horizon, SquareParams()) is reading


def test_three_named_pieces_tell_the_plane_on_which_one_strays() -> None:
    true = [quad_of(x, 20.0, turn) for x, turn in ((-70.0, 0.0), (0.0, 10.0), (70.0, 0.0))]
    sheet = laid(true[0], 0.0).rgb.copy()
    for quad in true[1:]:
        other = laid(quad, 0.0).rgb
        cv2.fillConvexPoly(mask := np.zeros(sheet.shape[:2], np.uint8), np.rint(quad).astype(np.int32), 1)
        sheet[mask > 0] = other[mask > 0]
    picture = Picture(sheet, 960)
    readings = [read_at(picture, quad) for quad in true]
    stray = replace(readings[1], quad=true[1] + STRAY, seen=None, agreement=0.7)
    found = all_square(NAMER, picture, [readings[0], stray, readings[2]], None, SquareParams())
    assert np.hypot(*(found[id(stray)].quad - true[1]).T).max() < 5.0
    assert found[id(readings[0])] is readings[0] and found[id(readings[2])] is readings[2]
    assert all_square(NAMER, picture, [readings[0], stray], None, SquareParams()) == {}, "two may both be wrong"


def as_rectangle(reading: Reading, picture: Picture, to_mm: NDArray[np.float64] | None) -> Reading:
    """The doubtful reading as a search sees it that knows the table."""
    params, looks = SearchParams(), catalogue(range(1, 4))
    search = PrintSearch(looks, NAMER, Sizes(look.size_mm for look in looks.looks), params, params.verdict)
    return search._as_rectangle(Search(picture, [], None, [], Stopwatch(), to_mm=to_mm), reading, [])


def test_a_doubtful_place_that_is_no_rectangle_is_read_again_where_one_lies() -> None:
    """Print in one corner of a piece agrees, and the others stray: it had no piece's shape, and was left out."""
    true = quad_of(20.0, 20.0, 0.0)
    picture = laid(true, 0.0)
    stray = replace(read_at(picture, true), quad=true + 3 * STRAY, seen=None, agreement=0.7, rim=0.4, askew=True)
    found = as_rectangle(stray, picture, TO_MM)
    assert np.hypot(*(found.quad - true).T).max() < 5.0 and not found.askew and found.agreement > 0.7
    assert as_rectangle(stray, picture, None).askew, "nobody knows the table"
    assert as_rectangle(replace(stray, agreement=1.1), picture, TO_MM).askew, "it agrees less so"
