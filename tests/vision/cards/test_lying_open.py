"""A card amid others that are seen right up to it lies open: nothing lies on it, so all of its print must be its look's."""

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision import deck
from vision.cards.covering import Quads
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.neighbours import lying_open
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library

Floats = NDArray[np.float32]
VERDICT = VerdictParams()
UPPER = np.repeat(np.arange(ROWS) < ROWS // 2, COLUMNS).astype(np.float32)
LOWER = np.asarray(1 - UPPER, np.float32)
WIDTH, HEIGHT = 120, 160
GROUND = (235, 225, 205)


def card(upper: int, lower: int) -> deck.Pixels:
    """Shapes up to the rim on one ground, in each half those of a seed; the outermost ones are the same on all."""
    flat = np.full((450, 300, 3), GROUND, np.uint8)
    for seed, top in ((upper, 0), (lower, 225)):
        rng = np.random.default_rng(seed)
        for _ in range(16):
            at = rng.integers((8, top + 8), (292, top + 217), (3, 2)).astype(np.int32)
            cv2.fillPoly(flat, [at], [int(v) for v in rng.integers(20, 200, 3)], cv2.LINE_AA)
    return flat


LOOKS = [look_of(card(n, 10 + n), f"card-{n}", "card", deck.SIZE_MM) for n in range(4)]
NAMER = Namer(Library(Catalogue(tuple(LOOKS))), NameParams())


def laid(middle: deck.Pixels, places: list[tuple[int, int]]) -> deck.Pixels:
    """A table of the cards' ground: one in the middle of it, and the second of the deck at some columns and rows beside it."""
    flat = np.full((700, 900, 3), GROUND, np.uint8)
    for shown, (column, row) in [(middle, (0, 0)), *((card(1, 11), at) for at in places)]:
        x, y = 400 + WIDTH * column, 270 + HEIGHT * row
        flat[y : y + HEIGHT, x : x + WIDTH] = cv2.resize(shown, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return flat


def read(look: int, column: int, row: int, shown: Floats) -> Reading:
    """A card of which so much was compared, all else as well as can be asked."""
    x, y = 400 + WIDTH * column, 270 + HEIGHT * row
    quad = np.array([(x, y), (x + WIDTH, y), (x + WIDTH, y + HEIGHT), (x, y + HEIGHT)], np.float32) - 0.5
    share = float(NAMER.library.energies(look) @ shown / NAMER.library.energies(look).sum())
    return Reading(look, quad, 0.97, share, 0.97, 0.85, None, shown, rim=1.0)


SIDES = [(-1, 0), (1, 0), (0, -1), (0, 1)]


def told(picture: deck.Pixels, places: list[tuple[int, int]], shown: Floats = UPPER) -> Reading:
    """What is told of the first of the deck in the middle, with the second one at some places beside it."""
    kept = [read(0, 0, 0, shown), *(read(1, column, row, WINDOWS[0]) for column, row in places)]
    amid = partial(NAMER.explainer.amid, Picture(picture, 900), known=Quads())
    return lying_open(kept, VERDICT, amid)[0]


def test_half_of_a_card_amid_others_is_not_enough_where_the_rest_is_another_ones() -> None:
    found = told(laid(card(0, 99), SIDES), SIDES)
    assert found.lies_open and not stands(found, VERDICT)


def test_one_that_is_all_its_own_keeps_its_name() -> None:
    found = told(laid(card(0, 10), SIDES), SIDES)
    assert found.lies_open and stands(found, VERDICT)


@pytest.mark.parametrize("places", [[], [(0, -1)], [(-1, 0)]])
def test_where_too_few_lie_beside_it_something_may_cover_the_rest(places: list[tuple[int, int]]) -> None:
    found = told(laid(card(0, 99), places), places)
    assert not found.lies_open and stands(found, VERDICT)


def test_what_comes_in_over_the_cards_beside_it_covers_it() -> None:
    """A sleeve that reaches in over two of them and hides its lower half."""
    picture = laid(card(0, 10), SIDES)
    picture[350:520, 380:700] = (60, 60, 70)
    found = told(picture, SIDES)
    assert not found.lies_open and stands(found, VERDICT)


def test_one_that_lies_on_it_is_no_piece_beside_it() -> None:
    kept = [read(0, 0, 0, UPPER), read(1, 0, 0, 1 - UPPER), *(read(1, column, row, WINDOWS[0]) for column, row in SIDES)]
    found = NAMER.explainer.amid(Picture(laid(card(0, 11), SIDES), 900), kept[0], kept[1:], Quads())
    assert not found.lies_open


def overlapping(order: list[tuple[deck.Pixels, int]]) -> deck.Pixels:
    """Cards on a dark table, each that many pixels lower than the first place, the later ones on the others, with a little shadow."""
    flat = np.full((700, 900, 3), (60, 60, 70), np.uint8)
    for shown, down in order:
        y, x = 270 + down, 400
        flat[y - 2 : y + HEIGHT + 2, x - 2 : x + WIDTH + 2] = (90, 84, 76)
        flat[y : y + HEIGHT, x : x + WIDTH] = cv2.resize(shown, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return flat


def told_over(picture: deck.Pixels, shown: Floats) -> Reading:
    """What is told of the first of the deck by its upper half, with the second half a card lower, of which so much was compared."""
    other = read(1, 0, 0, shown)
    other = replace(other, quad=other.quad + np.array([0, HEIGHT // 2], np.float32))
    amid = partial(NAMER.explainer.amid, Picture(picture, 900), known=Quads())
    return lying_open([read(0, 0, 0, UPPER), other], VERDICT, amid)[0]


def test_a_card_that_does_not_show_there_covers_nothing() -> None:
    """A ten on a nine was a nine by one row of its pips: each of the two passed for lying under the other."""
    picture = overlapping([(card(1, 11), HEIGHT // 2), (card(0, 99), 0)])
    assert not stands(told_over(picture, LOWER), VERDICT)


def test_one_that_shows_there_does() -> None:
    picture = overlapping([(card(0, 99), 0), (card(1, 11), HEIGHT // 2)])
    assert stands(told_over(picture, WINDOWS[0]), VERDICT)


def test_a_card_on_another_keeps_its_name() -> None:
    picture = overlapping([(card(1, 11), HEIGHT // 2), (card(0, 10), 0)])
    assert stands(told_over(picture, LOWER), VERDICT)
