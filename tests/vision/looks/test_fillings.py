"""Ink that fills an area is there, or it is another card: an empty figure in blur bears no name of a full or a hatched one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.looks.test_grain import INKS, SIZE_MM, Pixels, card, names, photo_of
from tests.vision.looks.test_inks import LAMPS, lit
from vision.cards.explained import Explained
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.fillings import filling_left
from vision.looks.gains import planes
from vision.looks.grain import FINE, GrainParams, grain_of
from vision.looks.hatching import Hatching
from vision.looks.inks import Inks
from vision.looks.matching import WINDOWS, Library, see
from vision.reader import TableReader

VERDICT = VerdictParams()
INSIDE = np.zeros(canon.CELLS, np.bool_)
INSIDE[1:-1, 1:-1] = True


def full(ink: str = "green") -> Pixels:
    """The lozenge of the deck, filled."""
    flat = card(f"{ink}-empty")
    cv2.fillPoly(flat, [np.array([(300, 130), (470, 450), (300, 770), (130, 450)], np.int32)], INKS[ink])
    return flat


def blurred(flat: Pixels, px: float = 12.0) -> Pixels:
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), px), np.uint8)


def left(flat: Pixels, look: Pixels) -> float:
    seen = see(canon.shrink(flat))
    return filling_left(planes(np.asarray(canon.colours(canon.shrink(look)), np.float32)), seen, INSIDE & ~seen.burnt)


@pytest.mark.parametrize("lamp", sorted(LAMPS))
@pytest.mark.parametrize("haze", [0.0, 0.3])
@pytest.mark.parametrize("blur_px", [0.1, 12.0])
def test_ink_is_left_in_any_light_in_haze_and_in_blur(lamp: str, haze: float, blur_px: float) -> None:
    assert left(blurred(lit(full(), lamp, haze), blur_px), full()) > 1.5 * VERDICT.least_ink_left


@pytest.mark.parametrize("inside", ["empty", "lines"])
def test_none_is_left_where_hardly_any_is_printed(inside: str) -> None:
    assert left(blurred(card(f"green-{inside}")), full()) < VERDICT.least_ink_left


def test_a_look_without_filled_areas_asks_for_none() -> None:
    assert left(full(), card("green-empty")) == 1.0


@pytest.mark.parametrize(("other", "is_missed"), [("lines", False), ("empty", True), ("full", True)])
def test_hatching_that_blur_hides_is_missed_where_its_ink_is_not_there_or_far_more(other: str, is_missed: bool) -> None:
    look = look_of(card("green-lines"), "green-lines", "card", SIZE_MM)
    hatching = Hatching(Library(Catalogue((look,))), GrainParams())
    flat = blurred(full() if other == "full" else card(f"green-{other}"), 6.0)
    seen = see(canon.shrink(flat)).with_grain(grain_of(np.asarray(cv2.resize(flat, FINE[::-1], interpolation=cv2.INTER_AREA), np.uint8)))
    assert (hatching.missing(seen, 0, WINDOWS[0]) > VERDICT.most_unhatched) == is_missed


@pytest.mark.parametrize("blur_px", [2.0, 3.0])
def test_an_empty_or_hatched_card_in_blur_bears_no_name_of_another_filling(blur_px: float) -> None:
    looks = {"green-lines": card("green-lines"), "red-full": full("red")}
    reader = TableReader(Catalogue(tuple(look_of(flat, id, "card", SIZE_MM) for id, flat in looks.items())))
    lying = (card("green-empty"), card("green-lines"), card("red-lines"), full("red"))
    found = names(reader.read(photo_of(*lying, blur_px=blur_px)).detections)
    assert [one for one in found if one is not None] == ["green-lines", "red-full"]


def test_the_faint_tint_of_lines_that_blur_hides_is_ink_where_a_look_has_paper() -> None:
    look, flat = look_of(card("green-empty"), "green-empty", "card", SIZE_MM), card("green-empty")
    cells = np.any(full() != flat, axis=2)
    flat[cells] = 0.935 * flat[cells] + 0.065 * np.array(INKS["green"])
    found = Inks(Library(Catalogue((look,)))).seen(see(canon.shrink(blurred(flat, 4.0))), 0, WINDOWS[0])
    assert found.stained > VERDICT.most_stained


def test_print_without_its_ink_stands_for_no_name() -> None:
    sure = Reading(0, canon.CORNERS * 2, 0.93, 1.0, 0.93, 0.9, 1, WINDOWS[0], explained=Explained(ink_left=0.55))
    assert stands(sure, VERDICT)
    assert not stands(replace(sure, explained=Explained(ink_left=0.13)), VERDICT)


def test_beside_what_a_shine_burns_to_white_no_ink_is_missed() -> None:
    """Nobody knows how bright it is there, and what is printed beside it is as pale."""
    pale = np.asarray(full() * 0.15 + 200, np.uint8)
    assert left(pale, full()) < VERDICT.least_ink_left
    pale[:, 250:350] = 255
    assert left(pale, full()) == 1.0
