"""A six lying upside down is a nine: only what else is printed on the card tells, and where nothing does, it is asked about."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.enrolling.separability import separability
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import HOPELESS, DifferParams
from vision.looks.matching import Library
from vision.looks.upended import Twins, upended
from vision.reader import TableReader

PLAIN, ASIDE, MARKED = ("six", "nine", "four"), ("six", "nine-aside", "four"), ("six-marked", "nine-marked", "four")


def numbered(name: str) -> deck.Pixels:
    """A dark card with a large figure in its middle; of those that are marked, a line below it says which way is up: (450, 300, 3) RGB."""
    flat = np.full((*deck.SIZE_PX[::-1], 3), (28, 28, 36), np.uint8)
    cv2.rectangle(flat, (14, 14), (285, 435), (190, 160, 80), 4)
    cv2.ellipse(flat, (150, 260), (44, 44), 0, 0, 360, (230, 210, 150), 16, cv2.LINE_AA)
    if name.startswith("four"):
        cv2.rectangle(flat, (100, 120), (200, 190), (230, 210, 150), 16)
    else:
        cv2.ellipse(flat, (190, 250), (88, 130), 0, 180, 255, (230, 210, 150), 16, cv2.LINE_AA)
    flat = np.asarray(flat[::-1, ::-1]) if name.startswith("nine") else flat
    flat = np.ascontiguousarray(flat)
    if name.endswith("-aside"):
        flat[30:420, 30:270] = np.roll(flat[30:420, 30:270], (5, 3), (0, 1))
    if name.endswith("-marked"):
        cv2.line(flat, (95, 355), (205, 355), (230, 210, 150), 12)
        cv2.putText(flat, "6" if name.startswith("six") else "9", (30, 80), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (230, 210, 150), 5, cv2.LINE_AA)
    return flat


@cache
def box(names: tuple[str, ...]) -> Catalogue:
    """The cards of these names, enrolled."""
    return Catalogue(tuple(look_of(numbered(name), name, "card", deck.SIZE_MM) for name in names))


def read(names: tuple[str, ...], laid: str, turn_deg: float) -> tuple[str | None, str]:
    """What is told of one card on a table, and why it is not."""
    table = deck.Table(3, (40, 90, 60))
    table.lay(numbered(laid), (230, 150), turn_deg)
    (found,) = TableReader(box(names)).read(table.picture()).detections
    return found.id, found.why


def test_a_look_upside_down_is_that_of_the_turned_picture() -> None:
    look, turned = (look_of(one, "six", "card", deck.SIZE_MM) for one in (numbered("six"), numbered("six")[::-1, ::-1].copy()))
    assert np.abs(upended(look).edges.astype(int) - turned.edges).max() <= 1
    assert np.abs(upended(look).colours.astype(int) - turned.colours).max() <= 1


def test_twins_are_found_when_the_box_is_enrolled() -> None:
    twins = Twins(Library(box(PLAIN)), DifferParams())
    assert [twins.of(look)[0].look for look in (0, 1)] == [1, 0]
    assert all(twin.difference < HOPELESS for look in (0, 1) for twin in twins.of(look)[:1])
    assert all(twin.difference > HOPELESS for twin in (*twins.of(2), *Twins(Library(box(MARKED)), DifferParams()).of(0)))


def test_the_report_says_that_they_cannot_be_told_apart() -> None:
    line = next(line for line in separability(box(PLAIN)).lines() if "upside down" in line)
    assert line.startswith("nine and six look the same when one of them lies upside down: cannot be told apart; mark one of them")
    assert not any("cannot be told apart" in line for line in separability(box(MARKED)).lines())


def test_twins_without_a_mark_are_asked_about_and_the_others_named() -> None:
    for laid, other in (("six", "nine"), ("nine", "six")):
        for turn in (0.0, 180.0):
            id, why = read(PLAIN, laid, turn)
            assert id is None and why in (f"cannot be told from {other}", f"cannot be told from {laid}"), (laid, turn)
    assert read(PLAIN, "four", 180.0) == ("four", "")


def test_twins_that_differ_by_their_place_on_the_card_alone_are_never_taken_for_each_other() -> None:
    for laid in ASIDE[:2]:
        for turn in (0.0, 90.0, 180.0, 270.0):
            assert read(ASIDE, laid, turn)[0] in (None, laid), (laid, turn)


def test_the_less_twins_differ_the_less_a_margin_between_them_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Twins, "margin", lambda _self, _seen, look, _twin, _shown: 1.0 if look == 0 else -1.0)
    namer, table = Namer(Library(box(PLAIN)), NameParams()), deck.Table(3, (40, 90, 60))
    quad = table.lay(numbered("six"), (230, 150), 0.0)
    reading = namer.read(Picture(np.asarray(table.picture().rgb), 1280), np.asarray(quad, np.float32), 0, ())
    twin = namer.twins.of(0)[0]
    assert reading is not None and reading.rival == twin.look == 1
    assert reading.margin <= twin.difference / namer.params.differing.ample < 0.2


@pytest.mark.slow
def test_twins_with_a_mark_are_named_whichever_way_they_lie() -> None:
    for laid in MARKED:
        for turn in (0.0, 90.0, 180.0, 270.0):
            assert read(MARKED, laid, turn) == (laid, "")


def symmetric(name: str) -> deck.Pixels:
    """A card that is the same upside down but for the figure in its middle, an eight or a three: (450, 300, 3) RGB."""
    flat = np.full((*deck.SIZE_PX[::-1], 3), (235, 180, 20), np.uint8)
    cv2.ellipse(flat, (150, 225), (110, 160), 30, 0, 360, (250, 250, 248), -1, cv2.LINE_AA)
    for y in (182, 268):
        start, end = (0, 360) if name == "eight" else (-150, 90) if y < 225 else (-90, 150)
        cv2.ellipse(flat, (150, y), (40, 43), 0, start, end, (200, 60, 30), 18, cv2.LINE_AA)
    return flat


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("laid", ["eight", "three"])
def test_a_three_laid_the_wrong_way_up_is_no_eight(laid: str, is_turned: bool) -> None:
    """Which way up it lies is a guess to begin with, and an eight fits either way."""
    looks = Catalogue(tuple(look_of(symmetric(name), name, "card", deck.SIZE_MM) for name in ("eight", "three")))
    table = deck.Table(3, (40, 90, 60))
    quad = table.lay(symmetric(laid), (230, 150), 10.0)
    namer = Namer(Library(looks), NameParams())
    found = namer.read(Picture(np.asarray(table.picture().rgb), 1280), np.roll(np.asarray(quad, np.float32), 2 * is_turned, 0), 0)
    assert found is not None and looks.looks[found.look].id == laid


def test_only_a_look_that_is_the_same_upside_down_is_held_against_others_that_are_not() -> None:
    twins = Twins(Library(Catalogue(tuple(look_of(symmetric(n), n, "card", deck.SIZE_MM) for n in ("eight", "three")))), DifferParams())
    assert twins.turned(0, (1,)) == (1,) and twins.turned(1, (0,)) == ()
