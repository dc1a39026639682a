"""Tokens lie on the cards' print: there it is not held against a card, everywhere else it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from fixtures.art import PACKS, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from tests.enrolled import reader_of
from tests.vision import deck
from tests.vision.token_tables import COLOURS, SIZE_MM, Laid, draw, token_catalogue
from vision.cards.doubts import Doubts
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Detection, Observation, Quad
from vision.reader import TableReader
from vision.reader_params import ReaderParams
from vision.table.plane import TablePlane
from vision.tokens.above import Above
from vision.tokens.reader import TokenReader

PX_PER_MM = 2.5
CARD_MM = (150.0, 140.0)
"""Middle of the card."""
DINNER, CORNERS_MM = PACKS / "surrealist_dinner_party", ((-330.0, -165.0), (330.0, -165.0), (330.0, 165.0), (-330.0, 165.0))
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
    verdict = VerdictParams(least_printed=-1.0, least_part=-2.0, most_foreign=1.0)
    lenient = ReaderParams(verdict=replace(verdict, most_amiss=np.inf, least_toned=-1.0, most_open_lagging=np.inf))
    assert [one.id for one in seen(TableReader(pack(), lenient), (), stranger()).pieces] == ["red-6"], "tells nothing: it is far from any"
    found = seen(whole, (), stranger())
    assert not list(found.pieces)
    assert [one.alternatives[0].id for one in found.unsure if one.kind == "card"] == ["red-6"]


def circled() -> deck.Pixels:
    """A card on which a circle is printed, in a token's size and a pale tint of its colour."""
    flat = deck.card("red", 6)
    for radius, colour in ((SIZE_MM / 2, COLOURS["herb"]), (SIZE_MM / 2 - 1, (150, 196, 160))):
        cv2.circle(flat, (75, 335), round(radius * deck.SIZE_PX[0] / deck.SIZE_MM[0]), colour, -1, cv2.LINE_AA)
    return flat


def test_print_of_a_card_that_has_its_name_by_the_tokens_on_it_is_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before these are known it has none, and a printed circle is like a token in gloss."""
    reader = TableReader(token_catalogue(["herb", "ink"], [look_of(circled(), "guest", "card", deck.SIZE_MM)]))
    named, looks = TableReader._named, list[Above]()

    def doubted(*given: Any) -> tuple[tuple[Detection, ...], tuple[Quad, ...]]:
        found, strips = named(*given)
        return tuple(replace(one, id=None, why="not all of its print is that of it") for one in found), strips

    look = TokenReader.look

    def counted(*given: Any, **more: Any) -> Any:
        looks.append(more["above"])
        return look(*given, **more)

    monkeypatch.setattr(TableReader, "_named", doubted)
    monkeypatch.setattr(TokenReader, "look", counted)
    found = seen(reader, ON, circled())
    assert [piece.id for piece in found.pieces if piece.kind == "card"] == ["guest"]
    assert [piece.id for piece in found.detections if piece.kind == "token"] == ["herb"] * len(ON)
    assert len(looks) == 2, "once more, now that the card is known"
    assert looks[0] is looks[1] is not None, "of what is seen from above already"


@pytest.fixture(scope="module")
def dinner() -> TableReader:
    return reader_of(DINNER)


def drawn(lies: tuple[Place, ...], view: View, ground: str, light: str) -> Frame:
    """A table with pieces of our own dinner, all of which bear a name when it is read."""
    return Frame(
        render(Scene(ground=ground, light=light, seed=202, markers_mm=CORNERS_MM, view=view, place=lies), load_art(DINNER))[0], 0.0
    )


def names(found: Observation) -> list[str]:
    return sorted(one.id or one.why for one in found.detections)


def test_two_tokens_beside_each_other_are_no_corner_of_a_card(dinner: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie as far apart as the circles of a guest."""
    guests = (("klothilde", 70, 151, 155), ("sidonie", -144, -83, -62), ("wilma", -29, 163, 189), ("hubertus", -120, 120, 223))
    tokens = (("wine.plain", -307.05, -1.84, 134), ("drama.design", -316.34, -18.54, 276))
    lies = tuple(Place(*one) for one in (*guests, *tokens))
    frame = drawn(lies, View((1280, 720), 700.0, 12.0), "white-cloth", "daylight")
    assert names(dinner.read(frame)) == sorted(one.piece for one in lies)
    monkeypatch.setattr(Doubts, "_is_any_edge", lambda *_: False)
    assert names(dinner.read(frame)) == sorted(one.piece for one in lies), "either rule tells it"
    monkeypatch.setattr(Doubts, "_is_of_things", lambda *_: False)
    assert sum(one.kind == "card" and one.id is None for one in dinner.read(frame).detections) == 1


def test_a_token_whose_own_side_is_as_round_as_it_is_found_beside_that(dinner: TableReader) -> None:
    """There it is like no token at all, and its colour like that of the appetite below."""
    lies = (
        Place("jacinto", -119.17, 119.17, 227.1),
        Place("food.design", -79.77, 106.4, 105.4),
        Place("drama.design", -93.39, 119.29, 348.8),
    )
    assert names(dinner.read(drawn(lies, View((1920, 1080), 700.0, 16.81), "white-cloth", "glare"))) == ["drama", "food", "jacinto"]


def test_a_figure_below_a_token_makes_no_stranger(dinner: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a card that is sure all of its print was held against its look before the token on it was known."""
    lies = (Place("klothilde", 0, 0, 0), Place("sidonie", -150, -60, 20), Place("wilma", 150, 60, 300), Place("wine.plain", 20, 40, 7))
    lagging = list[int]()

    def uneven(named: Sequence[Reading]) -> list[Reading]:
        found = [one for one in named if one.explained.uneven > 0.2]
        lagging.append(len(found))
        return found

    monkeypatch.setattr("vision.reader.strangers", uneven)
    frame = drawn(lies, View((1280, 720), 700.0, 12.0), "white-cloth", "daylight")
    assert names(dinner.read(frame)) == ["klothilde", "sidonie", "wilma", "wine"]
    assert max(lagging) == 1 and lagging[-1] == 0, "it does lag, until the token is known"
