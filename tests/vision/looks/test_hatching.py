"""Hatching where a look has none: of a hatched deck another card than its empty neighbour, though no look is hatched in just that place."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.looks.test_grain import INKS, SIZE_MM, Pixels, card, fine, names, photo_of
from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.grain import FINE, GrainParams, grain_of
from vision.looks.hatching import Hatching
from vision.looks.matching import WINDOWS, Library, Seen, see
from vision.reader import TableReader

MOST = VerdictParams().most_hatched
ALL = WINDOWS[0]


def disc(inside: str) -> Pixels:
    """A disc high on a card of the deck, empty or hatched; of another shape and in another place than its lozenges."""
    flat, mask = np.full((900, 600, 3), (246, 241, 228), np.uint8), np.zeros((900, 600), np.uint8)
    cv2.circle(mask, (300, 180), 120, 1, -1)
    if inside == "lines":
        flat[(mask > 0) & (np.arange(900) % 13 < 1)[:, None]] = INKS["green"]
    cv2.circle(flat, (300, 180), 120, INKS["green"], 12, cv2.LINE_AA)
    return flat


@cache
def catalogue(*discs: str) -> Catalogue:
    """Empty lozenges, and some discs."""
    cards = {id: card(id) for id in ("green-empty", "red-empty")} | {f"disc-{one}": disc(one) for one in discs}
    return Catalogue(tuple(look_of(flat, id, "card", SIZE_MM) for id, flat in cards.items()))


def seen(flat: Pixels) -> Seen:
    small = np.asarray(cv2.resize(flat, FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8)
    return see(canon.shrink(flat)).with_grain(grain_of(small))


def hatching(*discs: str) -> Hatching:
    return Hatching(Library(catalogue(*discs)), GrainParams())


@pytest.mark.parametrize(("discs", "is_printed"), [(("empty", "lines"), True), (("empty",), False)])
def test_a_deck_is_hatched_if_one_of_its_looks_is(discs: tuple[str, ...], is_printed: bool) -> None:
    assert hatching(*discs).is_printed == is_printed


def test_lines_are_seen_where_a_look_has_none_and_not_where_it_has() -> None:
    found = hatching("empty", "lines")
    assert found.foreign(seen(card("green-lines")), 0, ALL) > 1.4 * MOST
    assert found.foreign(seen(card("green-empty")), 0, ALL) < MOST / 2
    assert found.foreign(seen(disc("lines")), 3, ALL) < MOST / 2


def test_what_does_not_show_or_was_not_looked_at_says_nothing() -> None:
    found, lines = hatching("empty", "lines"), card("green-lines")
    assert found.foreign(seen(lines), 0, np.zeros_like(ALL)) == 0.0
    assert found.foreign(see(canon.shrink(lines)), 0, ALL) == 0.0, "without its grain"


def test_the_edge_of_a_shadow_is_no_hatching() -> None:
    lit = card("green-empty")
    shaded = np.where((np.arange(600) < 90)[None, :, None], lit // 2, lit).astype(np.uint8)
    assert hatching("empty", "lines").foreign(seen(shaded), 0, ALL) < MOST
    assert grain_of(fine("green-empty")).keen > 1


def test_a_hatched_card_that_was_not_enrolled_bears_no_name_of_its_empty_neighbour() -> None:
    reader = TableReader(catalogue("empty", "lines"))
    found = reader.read(photo_of(card("green-lines"), card("green-empty"), disc("lines"), disc("empty"))).detections
    assert names(found) == [None, "green-empty", "disc-lines", "disc-empty"]


def full(id: str) -> Pixels:
    """A card of the deck whose lozenge is full of ink."""
    flat = card(id)
    cv2.fillPoly(flat, [np.array([(300, 130), (470, 450), (300, 770), (130, 450)], np.int32)], INKS[id.split("-")[0]])
    return flat


@cache
def lined() -> Hatching:
    """Of a deck of which only the hatched lozenges were enrolled."""
    return Hatching(Library(Catalogue(tuple(look_of(card(id), id, "card", SIZE_MM) for id in ("green-lines", "red-lines")))), GrainParams())


def test_hatching_that_would_be_seen_and_is_not_there_is_missing_and_no_blur_takes_it() -> None:
    most, lines = VerdictParams().most_unhatched, card("green-lines")
    assert lined().missing(seen(card("green-empty")), 0, ALL) > 1.3 * most
    assert lined().missing(seen(full("green-lines")), 0, ALL) > 1.3 * most
    for blur_px in (0.5, 3.0, 6.0):
        assert lined().missing(seen(np.asarray(cv2.GaussianBlur(lines, (0, 0), blur_px), np.uint8)), 0, ALL) < most / 2, blur_px
    assert lined().missing(seen(card("green-empty")), 0, np.zeros_like(ALL)) == 0.0, "nothing shows"
    assert hatching("empty", "lines").missing(seen(lines), 0, ALL) == 0.0, "a look that has none"


def test_where_hatching_is_missing_no_name_stands() -> None:
    params, sure = VerdictParams(), Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, ALL)
    assert stands(replace(sure, explained=Explained(unhatched=0.2)), params)
    assert not stands(replace(sure, explained=Explained(unhatched=0.95)), params)


def test_an_empty_card_that_was_not_enrolled_bears_no_name_of_its_hatched_neighbour() -> None:
    reader = TableReader(Catalogue(tuple(look_of(card(id), id, "card", SIZE_MM) for id in ("green-lines", "red-lines"))))
    found = reader.read(photo_of(card("green-empty"), card("green-lines"), full("green-lines"), card("red-lines"))).detections
    assert [one for one in names(found) if one is not None] == ["green-lines", "red-lines"]
