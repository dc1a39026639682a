"""A card of which something straight covers one side, and nothing else on the table that would tell how large cards are."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.catalogue import Catalogue
from vision.frame import Frame
from vision.parts import PartParams, completed
from vision.reader import TableReader

CARD = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)


@pytest.mark.parametrize(
    ("low", "high"),
    [((0, 0), (60, 50)), ((0, 40), (60, 90)), ((0, 0), (35, 90)), ((25, 0), (60, 90))],
    ids=["top", "bottom", "left", "right"],
)
def test_the_whole_is_among_what_a_part_may_be_of(low: tuple[float, float], high: tuple[float, float]) -> None:
    part = np.array([low, (high[0], low[1]), high, (low[0], high[1])], np.float32) * 10
    found = list(completed([part], [(60.0, 90.0)], 1.0, PartParams()))
    turns = [np.roll(quad, -turn, 0) for quad in found for turn in range(4)]
    assert any(np.abs(quad - CARD * 10).max() < 1 for quad in turns)
    assert all(cv2.contourArea(quad, True) > 0 for quad in found), "not clockwise"


def test_a_speck_is_no_part_and_a_strip_is_too_little() -> None:
    speck = CARD * np.array([1.0, 0.6], np.float32)
    assert list(completed([speck], [(60.0, 90.0)], 1e3, PartParams())) and not list(completed([speck], [(60.0, 90.0)], 1e4, PartParams()))
    strip = CARD * np.array([1.0, 0.1], np.float32)
    assert not [quad for quad in completed([strip], [(60.0, 90.0)], 1.0, PartParams()) if cv2.contourArea(quad) > 60 * 20]


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(deck.look(ink, number) for ink in ("red", "blue") for number in (2, 5))))


def under_a_book(flat: deck.Pixels, turn_deg: float, covered_mm: float) -> Frame:
    """A table with one card of which a dark book covers so many millimetres at the right."""
    table = deck.Table(4)
    table.lay(flat, (150, 140), turn_deg)
    edge = round((150 + 30 - covered_mm) * 2.5)
    table.flat[:, edge : edge + 400] = (40, 50, 90)
    return table.picture()


@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_a_card_under_a_book_is_named(reader: TableReader, turn: float) -> None:
    seen = reader.read(under_a_book(deck.card("blue", 5), turn, 22.0))
    assert [piece.id for piece in seen.pieces] == ["blue-5"]


def test_another_card_under_a_book_is_not(reader: TableReader) -> None:
    assert not list(reader.read(under_a_book(deck.back(), 0.0, 22.0)).pieces)
