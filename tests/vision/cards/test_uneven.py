"""Of a part of a card that shows, all pips may be another card's as well: the one block that is not like it, its corner, is no chance."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.benchmarks import other_decks
from tests.vision import deck
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

PARAMS = VerdictParams()
QUAD = np.array([[400, 110], [589, 110], [589, 374], [400, 374]], np.float32)
RIGHT = (np.arange(canon.ROWS * canon.COLUMNS) % canon.COLUMNS >= 3).astype(np.float32)


@cache
def cards() -> dict[str, Rgb]:
    """Four suits, one to eight pips."""
    return {id: np.asarray(card, np.uint8) for id, card, _ in other_decks.pips()}


@cache
def namer() -> Namer:
    """Of all of them."""
    return Namer(Library(Catalogue(tuple(look_of(rgb, id, "card", (63, 88)) for id, rgb in cards().items()))), NameParams())


def half(seen: Rgb, look: str, blur_px: float) -> Reading:
    """The right half of a card, read as a look."""
    table = np.full((540, 960, 3), (60, 110, 80), np.uint8)
    table[110:374, 400:589] = cv2.resize(seen, (189, 264), interpolation=cv2.INTER_AREA)
    picture = Picture(np.asarray(cv2.GaussianBlur(table, (0, 0), blur_px), np.uint8), 960)
    part = Reading(namer().library.ids.index(look), QUAD, 0.95, 0.45, 0.5, 0.9, None, RIGHT)
    return namer().explainer.explain(picture, part, ())


def with_corners_of(card: Rgb, other: Rgb) -> Rgb:
    """The pips of one card and the corners of another."""
    mixed = card.copy()
    for rows, columns in ((slice(0, 60), slice(0, 60)), (slice(-60, None), slice(-60, None))):
        mixed[rows, columns] = other[rows, columns]
    return mixed


@pytest.mark.parametrize("blur_px", [0.8, 1.6])
def test_a_corner_that_is_another_cards_is_seen_where_little_else_shows(blur_px: float) -> None:
    own = half(cards()["disc-6"], "disc-6", blur_px)
    other = half(with_corners_of(cards()["disc-6"], cards()["diamond-1"]), "disc-6", blur_px)
    assert own.explained.uneven < PARAMS.most_uneven / 2 and stands(own, PARAMS)
    assert other.explained.uneven > PARAMS.most_uneven
    assert other.explained.printed > PARAMS.least_printed, "one block may be spoilt, if more show"
    assert not stands(other, PARAMS)
    fuller = replace(other.explained, parts=0.0, figure=0.0, other=0.0)
    assert stands(replace(other, share=0.9, explained=fuller), PARAMS), "and its figure is another look's"


def test_hardly_any_block_is_no_measure_of_the_others() -> None:
    corner: deck.Floats = np.zeros_like(RIGHT)
    corner[-1] = corner[-2] = 1
    table = np.full((540, 960, 3), (60, 110, 80), np.uint8)
    table[110:374, 400:589] = cv2.resize(cards()["square-3"], (189, 264), interpolation=cv2.INTER_AREA)
    part = Reading(namer().library.ids.index("disc-6"), QUAD, 0.95, 0.2, 0.5, 0.9, None, corner)
    assert namer().explainer.explain(Picture(table, 960), part, ()).explained.uneven == 0.0
