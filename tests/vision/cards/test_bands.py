"""Pieces with nothing but bands on them: lines of one direction do not say where along them a piece lies, only its rim does."""

from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks import more_decks
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.placing import Placer
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

Floats = NDArray[np.float32]
PLACE = np.array([[400, 200], [560, 200], [560, 440], [400, 440]], np.float32)
ID, BELOW = "flag-blue-white-green", "flag-red-blue-yellow"
STONES = ("domino-0-0", "domino-0-1", "domino-2-3")


@cache
def library(without: str = "") -> Library:
    """Flags of three bands, but one, and stones with a bar: one without a pip, others with some."""
    flags = [(id, np.asarray(card, np.uint8), size) for id, card, size in more_decks.flags() if id != without]
    stones = [(id, np.asarray(card, np.uint8), size) for id, card, size in more_decks.dominoes() if id in STONES]
    return Library(Catalogue(tuple(look_of(rgb, id, "card", size) for id, rgb, size in (*flags, *stones))))


@cache
def picture(light: tuple[float, float, float] = (1, 1, 1)) -> Picture:
    """Two flags, end to end but for a gap, and a stone with one pip, on brown cloth under a lamp of some colour."""
    seen = np.full((720, 1280, 3), (95, 70, 50), np.float64)
    cards = {id: np.asarray(card, np.uint8) for id, card, _ in (*more_decks.flags(), *more_decks.dominoes())}
    for id, (left, top), size in ((ID, (400, 200), (160, 240)), (BELOW, (400, 450), (160, 240)), ("domino-0-1", (800, 200), (120, 240))):
        seen[top : top + size[1], left : left + size[0]] = cv2.resize(cards[id], size, interpolation=cv2.INTER_AREA)
    noise = np.random.default_rng(4).normal(0, 2, seen.shape)
    seen = cv2.GaussianBlur(seen * np.array(light), (0, 0), 0.8) + noise
    return Picture(np.clip(seen, 0, 255).astype(np.uint8), 1280)


def read(quad: Floats, guess: str = ID, without: str = "", light: tuple[float, float, float] = (1, 1, 1)) -> Reading | None:
    """What is read at a quad, where a look is guessed."""
    of = library(without)
    return Namer(of, NameParams()).read(picture(light), quad, of.ids.index(guess))


def is_named(found: Reading | None, id: str = ID, without: str = "") -> bool:
    return found is not None and library(without).ids[found.look] == id and stands(found, VerdictParams())


def test_bands_are_known_by_their_edges_being_of_one_direction() -> None:
    placer = Placer(library(), NameParams())
    assert [placer.is_one_way(library().ids.index(id)) for id in (ID, "flag-red-blue-yellow", "domino-2-3")] == [True, True, False]


@pytest.mark.parametrize("light", [(1, 1, 1), (0.6, 0.45, 0.25), (1.25, 1.2, 1.2)])
@pytest.mark.parametrize("guess", [ID, "flag-red-blue-yellow"])
def test_they_are_named_by_their_colours_in_any_light(light: tuple[float, float, float], guess: str) -> None:
    assert is_named(read(PLACE, guess, light=light))


def test_they_are_named_whichever_way_up_they_were_guessed_to_lie() -> None:
    found = read(np.roll(PLACE, 2, 0))
    assert found is not None and is_named(found) and float(np.abs(found.quad - PLACE).max()) < 3


@pytest.mark.parametrize("along_px", [-60, 50])
def test_and_nowhere_along_them(along_px: int) -> None:
    found = read(PLACE + np.array([along_px, 0], np.float32))
    assert found is None or not stands(found, VerdictParams())


def test_but_a_little_across_them_they_are_found() -> None:
    found = read(PLACE + np.array([[0, 8], [0, 8], [0, -5], [0, -5]], np.float32))
    assert found is not None and is_named(found) and float(np.abs(found.quad - PLACE).max()) < 3


@pytest.mark.parametrize("guess", ["flag-blue-white-red", "flag-red-blue-yellow"])
def test_one_that_was_not_enrolled_has_no_name(guess: str) -> None:
    """Each of its colours is that of some flag at that place."""
    found = read(PLACE, guess, without=ID)
    assert found is None or not stands(found, VerdictParams())


def test_bands_of_two_that_lie_end_to_end_are_no_third() -> None:
    """White and green of the upper, red of the lower one: all lines are there and both long sides, but one end has no edge."""
    ghost = read(PLACE + np.array([0, 85], np.float32), "flag-red-green-white")
    assert ghost is None or not stands(ghost, VerdictParams())


def test_ground_of_the_colour_of_a_band_is_no_band() -> None:
    """Yellow and red of a flag, and blue cloth as far as the next piece: three bands, and no edge at either end of the third."""
    seen, flag = np.full((800, 1280, 3), (40, 62, 112), np.float64), "flag-blue-yellow-red"
    card = next(card for id, card, _ in more_decks.flags() if id == flag)
    for top in (200, 520):
        seen[top : top + 240, 400:560] = cv2.resize(np.asarray(card, np.uint8), (160, 240), interpolation=cv2.INTER_AREA)
        cv2.rectangle(seen, (400, top), (560, top + 240), (170, 170, 170), 2)
    noise = np.random.default_rng(4).normal(0, 2, seen.shape)
    table = Picture(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8), 1280)
    namer, ids = Namer(library(), NameParams()), library().ids
    own = namer.read(table, PLACE, ids.index(flag))
    assert is_named(own, flag)
    ghost = namer.read(table, np.roll(PLACE + np.array([0, 80], np.float32), 2, 0), ids.index("flag-blue-red-yellow"))
    assert ghost is None or not stands(ghost, VerdictParams())


def test_one_that_is_another_upside_down_is_asked_about() -> None:
    flags = [(id, np.asarray(card, np.uint8), size) for id, card, size in more_decks.flags() if id == ID]
    (id, rgb, size), turned = flags[0], "flag-upside-down"
    both = Library(Catalogue((look_of(rgb, id, "card", size), look_of(np.ascontiguousarray(rgb[::-1, ::-1]), turned, "card", size))))
    found = Namer(both, NameParams()).read(picture(), PLACE, 0)
    assert found is not None and found.margin < 0.05 and not stands(found, VerdictParams())


def test_a_bar_alone_is_told_from_one_with_a_pip_beside_it() -> None:
    place = np.array([[800, 200], [920, 200], [920, 440], [800, 440]], np.float32)
    found = read(place, "domino-0-0")
    assert not is_named(found, "domino-0-0")


def test_a_band_under_a_known_piece_is_not_guessed() -> None:
    """Two bands are left: every flag that begins with them is as likely."""
    cover = PLACE + np.array([0, 150], np.float32)
    found = Namer(library(), NameParams()).read(picture(), PLACE, library().ids.index(ID), [cover])
    assert found is not None and found.shown.min() == 0
    assert library().ids[found.look].startswith("flag-blue-white") and found.margin < 0.05 and not stands(found, VerdictParams())
