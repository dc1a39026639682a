"""Pieces with nothing but bands on them: lines of one direction do not say where along them a piece lies, only its rim does."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks import more_decks
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer, Reading
from vision.cards.picture import Picture
from vision.cards.placing import Placer
from vision.cards.verdict import VerdictParams, stands
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

Floats = NDArray[np.float32]
PLACE = np.array([[400, 200], [560, 200], [560, 440], [400, 440]], np.float32)
ID = "flag-blue-white-green"


@cache
def library() -> Library:
    """Flags of three bands and one stone with a bar and pips."""
    flags = [(id, np.asarray(card, np.uint8), size) for id, card, size in more_decks.flags()]
    stone = next((id, np.asarray(card, np.uint8), size) for id, card, size in more_decks.dominoes() if id == "domino-2-3")
    return Library(Catalogue(tuple(look_of(rgb, id, "card", size) for id, rgb, size in (*flags, stone))))


@cache
def picture() -> Picture:
    """One flag on brown cloth."""
    seen = np.full((720, 1280, 3), (95, 70, 50), np.float64)
    flag = next(np.asarray(card, np.uint8) for id, card, _ in more_decks.flags() if id == ID)
    seen[200:440, 400:560] = cv2.resize(flag, (160, 240), interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(4).normal(0, 2, seen.shape)
    return Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8), 1280)


def read(quad: Floats) -> Reading | None:
    """What is read of that flag at a quad."""
    return Namer(library(), NameParams()).read(picture(), quad, library().ids.index(ID))


def test_bands_are_known_by_their_edges_being_of_one_direction() -> None:
    placer = Placer(library(), NameParams())
    assert [placer.is_one_way(library().ids.index(id)) for id in (ID, "flag-red-blue-yellow", "domino-2-3")] == [True, True, False]


def test_they_are_named_where_their_rim_is() -> None:
    found = read(PLACE)
    assert found is not None and library().ids[found.look] == ID and stands(found, VerdictParams())


@pytest.mark.parametrize("along_px", [-60, 50])
def test_and_nowhere_along_them(along_px: int) -> None:
    found = read(PLACE + np.array([along_px, 0], np.float32))
    assert found is None or not stands(found, VerdictParams())
