"""Cards of which others hide a half: little print is left to go by, and what covers them ends in a frame or a shadow of its own."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import deck
from vision.cards.corners import Corner, CornerParams, find_corners, rectangles
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

PARAMS = CornerParams()
TAPE_MM = 6.0
DARK = (30, 52, 40)
"""A table as dark as the tape, nearly."""


def ace(ink: str) -> deck.Pixels:
    """A card with two small signs at either end and one in its midst, and nothing else: (450, 300, 3) RGB."""
    width, height = deck.SIZE_PX
    flat = np.full((height, width, 3), (246, 241, 228), np.uint8)
    sign = np.array([(0, -26), (20, 0), (0, 26), (-20, 0)]) if ink in ("red", "green") else np.array([(0, -22), (22, 18), (-22, 18)])
    for x in (40, width - 40):
        cv2.fillPoly(flat, [sign + np.array((x, 96))], deck.INKS[ink])
        cv2.putText(flat, "A", (x - 20, 58), cv2.FONT_HERSHEY_SIMPLEX, 1.6, deck.INKS[ink], 6, cv2.LINE_AA)
    flat[height // 2 :] = flat[: height // 2][::-1, ::-1]
    cv2.fillPoly(flat, [2 * sign + np.array((width // 2, height // 2))], deck.INKS[ink])
    return flat


def lay_taped(table: deck.Table, flat: deck.Pixels, at_mm: tuple[float, float], turn_deg: float) -> None:
    """Puts a card down that has black tape around its print."""
    frame = ((at_mm[0] * 2.5, at_mm[1] * 2.5), tuple((side + 2 * TAPE_MM) * 2.5 for side in deck.SIZE_MM), turn_deg)
    cv2.fillPoly(table.flat, [cv2.boxPoints(frame).astype(np.int32)], (24, 24, 26))
    table.lay(flat, at_mm, turn_deg)


@pytest.fixture(scope="module")
def reader() -> TableReader:
    """Knows four aces and the numbers, without their tape."""
    aces = [look_of(ace(ink), f"{ink}-ace", "card", deck.SIZE_MM) for ink in deck.INKS]
    return TableReader(Catalogue((*deck.catalogue().looks, *aces)))


def named(reader: TableReader, table: deck.Table) -> set[str]:
    """What has a name on a table."""
    return {one.id for one in reader.read(table.picture()).pieces if one.id is not None}


@pytest.mark.parametrize("ink", deck.INKS)
@pytest.mark.parametrize("turn", [pytest.param(20.0, marks=pytest.mark.slow), 35.0])
def test_a_card_with_hardly_any_print_is_named_below_one_that_ends_in_a_frame(reader: TableReader, ink: str, turn: float) -> None:
    table = deck.Table(5, DARK)
    lay_taped(table, ace(ink), (260, 110), turn)
    lay_taped(table, deck.card("blue", 4), (232, 162), turn + 14)
    assert named(reader, table) == {"blue-4", f"{ink}-ace"}


@pytest.mark.parametrize("ink", ["red", pytest.param("green", marks=pytest.mark.slow)])
def test_such_a_card_that_was_never_enrolled_has_no_name(ink: str) -> None:
    aces = [look_of(ace(other), f"{other}-ace", "card", deck.SIZE_MM) for other in deck.INKS if other != ink]
    table = deck.Table(5, DARK)
    lay_taped(table, ace(ink), (260, 110), 20.0)
    lay_taped(table, deck.card("blue", 4), (232, 162), 34.0)
    assert named(TableReader(Catalogue((*deck.catalogue().looks, *aces))), table) == {"blue-4"}


def paper(*corners: tuple[int, int]) -> NDArray[np.int32]:
    """A closed contour (n, 1, 2) in pixels."""
    return np.array(corners, np.int32).reshape(-1, 1, 2)


def test_a_side_that_shows_whole_is_as_long_as_it_is_seen() -> None:
    """A card on others lies higher than they do: 57 mm of its 60 mm, to the plane of the table."""
    shows = paper((100, 100), (157, 100), (157, 150), (100, 130))
    places = [place for one in find_corners([shows], np.eye(3), PARAMS) for place in rectangles(one, (60.0, 90.0), PARAMS)]
    assert any(np.allclose(place[:, 0].max() - place[:, 0].min(), 57, atol=0.5) for place in places)
    assert all(np.hypot(*(place[1] - place[0])) > 56 for place in places)


def test_an_edge_that_ends_at_what_covers_it_says_nothing_of_the_side() -> None:
    shows = paper((100, 100), (140, 100), (140, 150), (100, 150))
    sides = {round(float(np.hypot(*(b - a)))) for one in find_corners([shows], np.eye(3), PARAMS) for a, b in sides_of(one)}
    assert sides == {60, 90}


def test_the_last_piece_of_a_row_has_its_place_though_the_edge_goes_on() -> None:
    row = [*find_corners([paper((100, 100), (300, 100), (300, 190), (100, 190))], np.eye(3), PARAMS)]
    places = [place for one in row for place in rectangles(one, (60.0, 90.0), PARAMS)]
    lefts = {(round(float(place[:, 0].min())), round(float(np.ptp(place[:, 0])))) for place in places}
    assert lefts == {(100, 60), (240, 60)}, "ninety high as a piece is, two hundred wide as none is"
    high = find_corners([paper((100, 100), (300, 100), (300, 240), (100, 240))], np.eye(3), PARAMS)
    assert not [place for one in high for place in rectangles(one, (60.0, 90.0), PARAMS)]


def sides_of(one: Corner) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    """The two sides at the corner of each place."""
    return [(place[0], place[k]) for place in rectangles(one, (60.0, 90.0), PARAMS) for k in (1, 3)]
