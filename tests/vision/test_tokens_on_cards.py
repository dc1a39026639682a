"""Tokens lie on the cards' print: there it is not held against a card, everywhere else it is."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from tests.vision.token_tables import SIZE_MM, Laid, draw, token_catalogue
from vision.cards.verdict import VerdictParams
from vision.looks.catalogue import Catalogue
from vision.observation import Observation
from vision.reader import TableReader
from vision.reader_params import ReaderParams
from vision.table.plane import TablePlane

PX_PER_MM = 2.5
CARD_MM = (150.0, 140.0)
"""Middle of the card."""
ON = ((141.0, 131.0), (159.0, 147.0))
"""Middles of tokens on its print."""


def cards() -> Catalogue:
    """Part of the drawn deck."""
    return Catalogue(tuple(deck.look(ink, number) for ink in ("red", "blue") for number in (4, 6, 7)))


def pack() -> Catalogue:
    """The same, and tokens."""
    return token_catalogue(["herb", "ink"], cards().looks)


def stranger() -> deck.Pixels:
    """Much like the red six, with other print in two places."""
    flat = deck.card("red", 6)
    for x, y in ((60, 135), (150, 215)):
        flat[y : y + 90, x : x + 90] = (246, 241, 228)
        cv2.line(flat, (x, y), (x + 89, y + 89), deck.INKS["red"], 8)
    return flat


def seen(reader: TableReader, tokens: tuple[tuple[float, float], ...], card: deck.Pixels) -> Observation:
    """A table with one card and tokens on it, read with its plane known."""
    table = deck.Table(3)
    table.lay(card, CARD_MM)
    for x, y in tokens:
        draw(table.flat, Laid("herb", 0, 0), x * PX_PER_MM, y * PX_PER_MM, SIZE_MM / 2 * PX_PER_MM)
    to_px = table.view @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    return reader.read(table.picture(), TablePlane(np.asarray(to_px, np.float64), "cards", 0.1))


@pytest.fixture(scope="module")
def whole() -> TableReader:
    return TableReader(pack())


def test_a_card_keeps_its_name_under_tokens(whole: TableReader) -> None:
    found = seen(whole, ON, deck.card("red", 6))
    assert [piece.id for piece in found.pieces if piece.kind == "card"] == ["red-6"]
    assert sum(piece.kind == "token" for piece in found.detections) == len(ON)


def test_discs_on_the_print_are_held_against_a_card_of_a_pack_without_tokens() -> None:
    assert not list(seen(TableReader(cards()), ON, deck.card("red", 6)).pieces)


def test_other_print_is_held_against_a_card_of_a_pack_with_tokens(whole: TableReader) -> None:
    lenient = ReaderParams(verdict=VerdictParams(least_printed=-1.0, least_part=-2.0, most_foreign=1.0))
    assert [one.id for one in seen(TableReader(pack(), lenient), (), stranger()).pieces] == ["red-6"], "tells nothing: it is far from any"
    found = seen(whole, (), stranger())
    assert not list(found.pieces)
    assert [one.alternatives[0].id for one in found.unsure if one.kind == "card"] == ["red-6"]
