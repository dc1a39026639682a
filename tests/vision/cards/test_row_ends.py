"""Cards of thin lines that overlap in a row, on a table of which nothing tells the plane.

The last is found by the side that shows whole, or by its print looked at as closely as can be.
"""

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest

from vision.cards.attempts import Attempts
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.regions import Guess, Regions
from vision.cards.row_ends import RowEndParams, row_ends
from vision.cards.search_params import SearchParams
from vision.cards.sought import Search
from vision.frame import Frame, Rgb
from vision.image.outlines import Contour, Floats, OutlineParams, find_contours
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader
from vision.table.plane import TablePlane

SIZE_MM = (60.0, 90.0)
CREAM, INK, TABLE = (248, 241, 226), (69, 74, 134), (96, 70, 60)


def card(number: int) -> Rgb:
    """Thin lines on cream: a shape of so many corners, and a figure of as many strokes above it; its corners rounded off."""
    seen = np.full((360, 240, 3), TABLE, np.uint8)
    cv2.rectangle(seen, (26, 0), (214, 360), CREAM, -1)
    cv2.rectangle(seen, (0, 26), (240, 334), CREAM, -1)
    for x, y in ((26, 26), (214, 26), (26, 334), (214, 334)):
        cv2.circle(seen, (x, y), 26, CREAM, -1, cv2.LINE_AA)
    turns = 2 * np.pi * np.arange(number + 3) / (number + 3)
    shape = np.stack([120 + 76 * np.cos(turns), 220 + 76 * np.sin(turns)], 1).round().astype(np.int32)
    cv2.polylines(seen, [shape], True, INK, 5, cv2.LINE_AA)
    for stroke in range(number + 1):
        cv2.line(seen, (60 + 22 * stroke, 50), (90 + 22 * stroke, 100), INK, 5, cv2.LINE_AA)
    return seen


CARDS = [card(number) for number in range(5)]
LOOKS = tuple(look_of(one, f"c{n}", "card", SIZE_MM) for n, one in enumerate(CARDS))


def quad_at(x: float, tilt: float) -> Floats:
    """A card whose left edge is at x, seen from aside: its height seems `tilt` times as long."""
    low, high = 360 - 120 * tilt, 360 + 120 * tilt
    return np.array([(x, low), (x + 160, low + 6), (x + 154, high + 6), (x - 6, high)], np.float32)


def row(tilt: float) -> Rgb:
    """Overlapping cards, each a quarter of its width beside the one below it."""
    seen = np.full((720, 1280, 3), TABLE, np.uint8)
    for n in range(len(CARDS)):
        flat = np.array([[0, 0], [240, 0], [240, 360], [0, 360]], np.float32)
        forth = cv2.getPerspectiveTransform(flat, quad_at(400 + 40.0 * n, tilt))
        one = cv2.warpPerspective(CARDS[n], forth, (1280, 720), flags=cv2.INTER_AREA)
        lies = cv2.warpPerspective((CARDS[n] != TABLE).any(2).astype(np.uint8) * 255, forth, (1280, 720))
        seen = np.where(lies[..., None] > 127, one, seen).astype(np.uint8)
    grain = np.random.default_rng(3).normal(0, 2, seen.shape)
    return np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) + grain, 0, 255).astype(np.uint8)


def ends_of(seen: Rgb, params: RowEndParams | None = None) -> list[Floats]:
    return row_ends(find_contours(seen, OutlineParams()), [1.5], params or RowEndParams())


@pytest.mark.parametrize("tilt", [0.78, 0.9, 1.0])
def test_a_side_that_shows_whole_tells_where_the_last_card_of_a_row_lies(tilt: float) -> None:
    assert max(overlap(quad, quad_at(560, tilt)) for quad in ends_of(row(tilt))) > 0.88


def test_both_shapes_of_a_side_are_tried_and_one_of_a_square() -> None:
    oblong, square = (len(row_ends(find_contours(row(1.0), OutlineParams()), [aspect], RowEndParams())) for aspect in (1.5, 1.0))
    assert oblong == 2 * square > 0


def test_a_whole_outline_is_no_row() -> None:
    around: Contour = np.array([[[100, 100]], [[300, 100]], [[300, 400]], [[100, 400]]], np.int32)
    assert row_ends([around], [1.5], RowEndParams()) == []


def test_edges_that_run_apart_are_those_of_no_piece() -> None:
    apart: Contour = np.array([[[200, 100]], [[300, 100]], [[350, 300]], [[250, 460]], [[150, 300]]], np.int32)
    assert row_ends([apart], [1.5], RowEndParams()) == []
    assert row_ends([apart], [1.5], RowEndParams(most_askew=0.9)) != []


@pytest.mark.parametrize("tilt", [0.8, 0.95])
def test_the_last_card_of_a_row_is_read_where_no_point_of_print_tells_of_it(tilt: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Regions, "by_print", lambda *_: [])
    found = TableReader(Catalogue(LOOKS)).read(Frame(row(tilt), 0.0), None)
    (last,) = [one for one in found.detections if one.id == "c4"]
    assert overlap(np.asarray(last.quad_px, np.float32), quad_at(560, tilt)) > 0.9


def test_however_many_places_a_long_row_has_it_is_no_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eleven cards in glare had 104, and 207 where the camera shook, and the last was left out without a word."""
    by_row_end = Regions.by_row_end

    def many(regions: Regions, picture: Picture, contours: list[Contour]) -> list[Guess]:
        ends = by_row_end(regions, picture, contours)
        return [*ends, *[ends[-1]] * (210 - len(ends))]

    monkeypatch.setattr(Regions, "by_print", lambda *_: [])
    monkeypatch.setattr(Regions, "by_row_end", many)
    assert "c4" in [one.id for one in TableReader(Catalogue(LOOKS)).read(Frame(row(0.95), 0.0), None).detections]


def test_print_is_looked_at_as_closely_as_can_be_where_nothing_else_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looked, by_print = [], Regions.by_print

    def closest_only(regions: Regions, picture: Picture, known: Sequence[Floats], longest_px: int, wide_px: float = 0.0) -> list[Guess]:
        """As though print were lost in any smaller picture than that which is worked on."""
        looked.append(longest_px)
        return by_print(regions, picture, known, 800, wide_px) if longest_px == 1280 else []

    monkeypatch.setattr(Regions, "by_print", closest_only)
    monkeypatch.setattr(Regions, "by_row_end", lambda *_: [])
    reader = TableReader(Catalogue(LOOKS))
    assert "c4" in [one.id for one in reader.read(Frame(row(1.0), 0.0), None).detections]
    assert looked[-1] == 1280
    looked.clear()
    plane = TablePlane(np.diag([2.0, 2.0, 1.0]), "markers", 0.1)
    reader.read(Frame(np.full((720, 1280, 3), TABLE, np.uint8), 0.0), plane)
    assert looked and max(looked) < 1280, "a plane tells how large pieces are"


def test_what_looks_have_in_common_tells_a_place_though_it_votes_for_another_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def for_another(_: Regions, picture: Picture, known: Sequence[Floats], longest_px: int, wide_px: float = 0.0) -> list[Guess]:
        return [Guess(0, quad_at(560, 1.0), 3.0, "print")] if longest_px == 1280 else []

    monkeypatch.setattr(Regions, "by_print", for_another)
    monkeypatch.setattr(Regions, "by_row_end", lambda *_: [])
    assert "c4" in [one.id for one in TableReader(Catalogue(LOOKS)).read(Frame(row(1.0), 0.0), None).detections]


@pytest.mark.parametrize(("more", "is_looked_at"), [(1, False), (0, True)])
def test_a_patterns_sides_are_more_than_rows_have_ends_and_not_looked_at(
    more: int, is_looked_at: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its places took as long as a card's: one picture of cloth took four times as long."""
    looked: list[str] = []

    def named(_: Attempts, search: Search, guesses: list[Guess], readings: list[Reading]) -> list[Reading]:
        looked.extend(guess.source for guess in guesses if guess.source == "row")
        return readings

    def closest(*_: object) -> list[Guess]:
        looked.append("closest")
        return []

    by_outline, end = Regions.by_outline, Guess(0, quad_at(560, 1.0), 0.9, "row")
    square: Contour = np.array([[[20, 20]], [[40, 20]], [[44, 30]], [[40, 40]], [[20, 40]]], np.int32)

    def on_cloth(*given: Any) -> tuple[list[Guess], list[Contour]]:
        guesses, contours = by_outline(*given)
        return guesses, [*contours, *[square] * SearchParams().few_contours]

    monkeypatch.setattr(Regions, "by_outline", on_cloth)
    monkeypatch.setattr(Regions, "by_row_end", lambda *_: [end] * (SearchParams().most_row_ends + more))
    monkeypatch.setattr(Regions, "by_closest_print", closest)
    monkeypatch.setattr(Attempts, "name", named)
    TableReader(Catalogue(LOOKS)).read(Frame(row(1.0), 0.0))
    assert {"row", "closest"} & set(looked) == ({"row", "closest"} if is_looked_at else set())
