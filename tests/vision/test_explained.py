"""A look that does not explain what is seen stands for no name, however badly every rival fits."""

from functools import cache, partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision import canon
from vision.cards import Reading
from vision.catalogue import Catalogue, look_of
from vision.explained import Explained, ExplainParams, explained
from vision.matching import WINDOWS, Library, see
from vision.reader import TableReader
from vision.verdict import VerdictParams, confidence, is_explained, stands

PARAMS = ExplainParams()
ALL = WINDOWS[0]


@cache
def library() -> Library:
    """The drawn deck's."""
    return Library(deck.catalogue())


def picture(pack: str, id: str) -> deck.Pixels:
    """A card of one of our own packs, (H, W, 3) RGB."""
    bgr = cv2.imread(str(Path(__file__).parents[2] / "fixtures" / "packs" / pack / f"{id}.png"))
    assert bgr is not None, id
    return np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)


def how_well(seen: deck.Pixels, look: str, shown: deck.Floats = ALL, open_: deck.Floats | None = None) -> Explained:
    """How well a look of the drawn deck explains a flat picture of a card."""
    return explained(library(), see(canon.shrink(seen)), library().ids.index(look), shown, open_, PARAMS)


def test_a_card_is_explained_by_its_own_look_in_any_light() -> None:
    card = deck.card("red", 6)
    for light in ((1.0, 1.0, 1.0), (0.6, 0.5, 0.4), (0.5, 0.6, 0.7)):
        lit = np.clip(card * np.array(light), 0, 255).astype(np.uint8)
        found = how_well(cv2.GaussianBlur(lit, (0, 0), 2.0), "red-6")
        assert found.printed > 0.85 and found.opposed < 0.1 and found.laid_open == 1.0, light


def test_print_that_the_look_has_not_shows() -> None:
    assert how_well(deck.card("red", 7), "red-6").printed < how_well(deck.card("red", 6), "red-6").printed - 0.2


def test_another_ink_opposes() -> None:
    assert how_well(deck.card("red", 6), "red-6").opposed < 0.1
    recoloured = deck.card("red", 6)[..., ::-1].copy()  # the same print in blue
    assert how_well(recoloured, "red-6").opposed > VerdictParams().most_opposed


def test_what_is_burnt_out_is_no_missing_print() -> None:
    burnt = deck.card("red", 6)
    burnt[:225] = 255
    assert how_well(burnt, "red-6").printed > 0.8
    erased = deck.card("red", 6)
    erased[:225] = (120, 118, 110)
    assert how_well(erased, "red-6").printed < 0.3


def test_a_covered_part_is_not_held_against_the_look_unless_the_piece_lies_open() -> None:
    half = np.zeros_like(ALL)
    half[: len(half) // 2] = 1
    other = deck.card("red", 6)
    other[225:] = deck.card("blue", 3)[225:]
    assert how_well(other, "red-6", half).printed > 0.85
    assert how_well(other, "red-6", half, ALL).laid_open < VerdictParams().least_laid_open


@pytest.mark.parametrize("way", [(1.0, 0.0), (0.7, 0.7)])
def test_the_edge_of_a_shine_is_no_print(way: tuple[float, float]) -> None:
    """On a dark card in a picture that is a little soft, under a veil that ends within a tenth of the card."""
    card, other = (picture("buffet_master", id) for id in ("free-refill", "fresh-tray"))
    alone = Library(Catalogue((look_of(card, "free-refill", "card", deck.SIZE_MM),)))
    down, across = (np.linspace(-1, 1, size, dtype=np.float32) for size in card.shape[:2])
    veil = (0.7 / (1 + np.exp(-20 * (way[0] * across[None] + way[1] * down[:, None]))))[..., None]
    soft_px = 2.0 * card.shape[1] / canon.WIDTH
    seen, missing = (
        canon.shrink(cv2.GaussianBlur(one * (1 - veil) + 255 * veil, (0, 0), soft_px).astype(np.uint8)) for one in (card, other)
    )
    held = partial(explained, alone, look=0, shown=ALL, open_=None, params=PARAMS)
    least = VerdictParams().least_printed
    assert held(see(seen)).printed < least - 0.05 < least + 0.05 < held(see(seen, evened=True)).printed
    assert held(see(missing, evened=True)).printed < least - 0.2


@pytest.mark.parametrize("found", [Explained(printed=0.5), Explained(opposed=0.6), Explained(laid_open=0.1), Explained(told=-0.2)])
def test_an_unexplained_reading_does_not_stand(found: Explained) -> None:
    quad = canon.CORNERS.astype(np.float32)
    sure = Reading(0, quad, 0.95, 1.0, 0.95, 0.9, 1, ALL)
    doubted = Reading(0, quad, 0.95, 1.0, 0.95, 0.9, 1, ALL, explained=found)
    params = VerdictParams()
    assert stands(sure, params) and is_explained(sure, params) and confidence(sure, params) > 0.99
    assert not stands(doubted, params) and confidence(doubted, params) <= params.calibration.unexplained


@pytest.mark.parametrize(("missing", "neighbour"), [("dinners-3", "dinners-8"), ("lunches-1", "lunches-2"), ("desserts-5", "desserts-8")])
def test_a_small_digit_that_was_never_enrolled_is_no_neighbour_either(missing: str, neighbour: str) -> None:
    """On cards of which nearly all print is the same the nearest digit would win against all others."""
    cards = {id: picture("appetite", id) for id in (missing, neighbour, *(missing[:-1] + n for n in "4679"))}
    reader = TableReader(Catalogue(tuple(look_of(card, id, "card", deck.SIZE_MM) for id, card in cards.items() if id != missing)))
    for shown, names in ((neighbour, [neighbour]), (missing, [])):
        table = deck.Table()
        table.lay(np.asarray(cv2.resize(cards[shown], deck.SIZE_PX, interpolation=cv2.INTER_AREA), np.uint8), (150, 120), 20.0)
        assert [piece.id for piece in reader.read(table.picture()).pieces] == names


def test_a_number_that_was_never_enrolled_is_no_neighbour() -> None:
    whole = deck.catalogue()
    reader = TableReader(Catalogue(tuple(look for look in whole.looks if not look.id.endswith("-6"))))
    table = deck.Table()
    for ink, at in zip(deck.INKS, [(80, 80), (200, 90), (320, 80), (400, 200)], strict=True):
        table.lay(deck.card(ink, 6), at, 10.0)
    table.lay(deck.card("red", 4), (90, 210), 5.0)
    seen = reader.read(table.picture())
    assert [piece.id for piece in seen.pieces] == ["red-4"]
    assert len(list(seen.unsure)) == len(deck.INKS)
