"""A part that two pieces of a deck have in common does not say which of them lies there, though the other of the two was never enrolled."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.explained import Explained
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.pairs import Pairs
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library

PLATES, MEALS = range(4), "ab"
UPPER = np.repeat(np.arange(ROWS) < ROWS // 2, COLUMNS).astype(np.float32)


def plate(number: int, meal: str) -> deck.Pixels:
    """One of several rims in the upper half, one of two meals in the lower: (450, 300, 3) RGB."""
    flat, rng = np.full((450, 300, 3), (235, 225, 205), np.uint8), np.random.default_rng(number)
    for _ in range(14):
        at = rng.integers((20, 20), (280, 215), (3, 2)).astype(np.int32)
        cv2.fillPoly(flat, [at], [int(v) for v in rng.integers(20, 200, 3)], cv2.LINE_AA)
    cooked = np.random.default_rng([number, ord(meal)])
    for _ in range(14):
        x, y = cooked.integers((20, 235), (280, 430))
        cv2.circle(flat, (int(x), int(y)), 18, [int(v) for v in cooked.integers(20, 200, 3)], -1, cv2.LINE_AA)
    return flat


def look(number: int, meal: str) -> Look:
    return look_of(plate(number, meal), f"{number}{meal}", "card", deck.SIZE_MM)


def enrolled(*left_out: str) -> Library:
    """All plates with both meals, but some."""
    every = [look(number, meal) for number in PLATES for meal in MEALS]
    return Library(Catalogue(tuple(one for one in every if one.id not in left_out)))


def alike(library: Library, id: str, shown: deck.Floats) -> float:
    return Pairs(Lookalikes(library, DifferParams())).alike(library.ids.index(id), shown)


def test_a_deck_shows_that_such_a_part_comes_twice() -> None:
    library = enrolled("0b")
    assert alike(library, "0a", UPPER) > 0.95
    assert alike(library, "0a", 1 - UPPER) == 0.0, "every meal comes once"
    assert alike(library, "0a", WINDOWS[0]) == 0.0 == alike(library, "0a", np.zeros_like(UPPER))


def test_a_third_may_have_what_two_have_of_which_both_are_enrolled() -> None:
    assert alike(enrolled(*(f"{number}b" for number in PLATES[1:])), "0a", UPPER) > 0.95


def test_of_a_look_that_has_one_like_it_all_over_nothing_is_said() -> None:
    """The two are weighed where they differ, as by a figure."""
    figured = plate(0, "a")
    cv2.putText(figured, "7", (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (20, 20, 20), 5, cv2.LINE_AA)
    looks = (*enrolled("0b").catalogue.looks, look_of(figured, "0a-7", "card", deck.SIZE_MM))
    assert alike(Library(Catalogue(looks)), "0a", UPPER) == 0.0


def test_a_deck_in_which_no_part_comes_twice_says_nothing() -> None:
    single = Library(Catalogue(tuple(look(number, "a") for number in PLATES)))
    assert alike(single, "0a", UPPER) == 0.0
    assert alike(Library(Catalogue((look(0, "a"), look(1, "a")))), "0a", UPPER) == 0.0, "one other look is no pair"


@pytest.mark.parametrize(("id", "over"), [("0b", False), ("0a", True)])
def test_the_rest_of_it_is_asked_for_only_where_it_may_lie_open(id: str, over: bool) -> None:
    """Half of its lower rim shows, as beside a hand; or hardly any of it, under a cloth."""
    library, table = enrolled("0b"), deck.Table(3)
    quad = table.lay(plate(0, id[1]), (200.0, 150.0))
    picture = table.picture().rgb.copy()
    corners = quad.astype(np.int32)
    lower = np.stack([(corners[0] + corners[3]) // 2, (corners[1] + corners[2]) // 2, corners[2], corners[3]])
    wide = (lower - lower.mean(0)) * 1.3 + lower.mean(0) + (corners[3] - corners[0]) * 0.12
    cv2.fillPoly(picture, [(wide if over else lower + (corners[1] - corners[0]) // 2).astype(np.int32)], (90, 60, 50))
    namer = Namer(library, NameParams())
    reading = Reading(library.ids.index("0a"), quad.astype(np.float32), 0.95, 0.5, 0.5, 0.9, None, UPPER)
    paired = namer.explainer.explain(Picture(picture, 1280), reading, ()).explained.paired
    assert (paired == 0.0) if over else (paired > 0.95)


def test_a_name_stands_only_where_it_agrees_better_than_two_others_do() -> None:
    sure = Reading(0, canon.CORNERS * 2, 0.96, 0.5, 0.6, 0.9, 1, UPPER, explained=Explained(paired=0.92))
    assert stands(sure, VerdictParams())
    assert not stands(replace(sure, agreement=0.94), VerdictParams())
