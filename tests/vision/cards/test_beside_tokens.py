"""Right beside a token lies its shadow, the longer the lower the lamp stands: that is no print, and says nothing of the card's."""

from functools import cache

import cv2
import numpy as np

from fixtures.art import PACKS, load_art
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.frame import Rgb
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

PACK = PACKS / "surrealist_dinner_party"
GUESTS = ("norbert", "dagny", "klothilde", "ulrike", "giselle", "leopold")
QUAD = np.array([[400, 60], [640, 60], [640, 476], [400, 476]], np.float32)
MIDDLES, RADIUS_PX = ((440, 230), (440, 390)), 33
"""Of two tokens on that card, and how large they are."""


@cache
def cards() -> dict[str, Rgb]:
    """Guests by name, as large as `QUAD`."""
    art = load_art(PACK)
    return {id: np.asarray(cv2.resize(art[id].rgb, (240, 416), interpolation=cv2.INTER_AREA), np.uint8) for id in GUESTS}


@cache
def namer() -> Namer:
    """Of all of them."""
    return Namer(Library(Catalogue(tuple(look_of(rgb, id, "card", (60, 104)) for id, rgb in cards().items()))), NameParams())


def served(card: Rgb, shadow_px: int) -> Picture:
    """A card on the table, with two tokens whose shadows reach so far to the right."""
    table = np.full((540, 960, 3), (60, 110, 80), np.uint8)
    table[60:476, 400:640] = card
    for x, y in MIDDLES:
        dark = np.zeros(table.shape[:2], np.uint8)
        for step in range(0, shadow_px + 1, 2):
            cv2.circle(dark, (x + step, y + step // 4), RADIUS_PX, 255, cv2.FILLED)
        table = np.where(cv2.GaussianBlur(dark, (0, 0), 1.5)[..., None] > 127, table // 5 * 2, table).astype(np.uint8)
        cv2.circle(table, (x, y), RADIUS_PX, (230, 150, 40), cv2.FILLED, cv2.LINE_AA)
    return Picture(np.asarray(cv2.GaussianBlur(table, (0, 0), 1.0), np.uint8), 960)


def read(picture: Picture, look: str, are_known: bool) -> Reading:
    """The card there as a look, its tokens known or not."""
    square = RADIUS_PX * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
    tokens = [np.asarray(square + at, np.float32) for at in np.array(MIDDLES, np.float32)] if are_known else []
    whole = Reading(namer().library.ids.index(look), QUAD, 0.9, 1.0, 0.5, 1.0, None, np.ones(48, np.float32))
    return namer().explainer.explain(picture, whole, (), tokens)


def test_print_in_a_tokens_shadow_does_not_lag_behind_the_cards_other_print() -> None:
    for id in ("norbert", "klothilde", "ulrike"):
        short, long = (read(served(cards()[id], px), id, True).explained for px in (0, 24))
        assert long.printed > 0.85 and long.uneven < short.uneven + 0.05, id
        assert read(served(cards()[id], 24), id, False).explained.printed < 0.6, "without the tokens all of it is print"


def test_print_beyond_the_shadows_is_another_cards_all_the_same() -> None:
    for id, other in (("norbert", "dagny"), ("klothilde", "leopold"), ("ulrike", "giselle")):
        mixed = cards()[id].copy()
        mixed[120:300, 104:] = cards()[other][120:300, 104:]
        found = read(served(np.asarray(mixed, np.uint8), 24), id, True).explained
        assert found.printed < 0.6 and found.uneven > 0.3, (id, other, found)
