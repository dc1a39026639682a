"""Cards of one design on dark grounds of several tints, hazy: the colours of their print against it tell them, and no third tint."""

import cv2
import numpy as np
import pytest

from tests.vision.looks.tinted import NAVY, PINE, PLUM, card, hazy
from vision.cards.contrast import Contrasts
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import HOPELESS, DifferParams, difference
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see

LIBRARY = Library(Catalogue(tuple(look_of(card(*one), one[0], "card", (60, 104)) for one in (("cup", NAVY), ("bag", PINE)))))
ALONE = Lookalikes(LIBRARY, DifferParams())
TONED = Lookalikes(LIBRARY, DifferParams(), Contrasts(LIBRARY).alike)


@pytest.mark.parametrize(("name", "tint", "own", "other"), [("cup", NAVY, 0, 1), ("bag", PINE, 1, 0)])
def test_a_hazy_card_is_told_by_the_colours_of_its_print_against_its_ground(
    name: str, tint: tuple[int, int, int], own: int, other: int
) -> None:
    seen = see(hazy(card(name, tint)))
    assert ALONE.margins(seen, own, [other], WINDOWS[0])[other] < 0.2
    assert TONED.margins(seen, own, [other], WINDOWS[0])[other] > 0.6


def test_a_third_tint_with_the_same_print_is_neither() -> None:
    seen = see(hazy(card("cup", PLUM)))
    assert TONED.margins(seen, 0, [1], WINDOWS[0]) == ALONE.margins(seen, 0, [1], WINDOWS[0])


def test_looks_that_enrolling_cannot_tell_apart_are_told_by_nothing() -> None:
    dotted = card("cup", NAVY)
    cv2.circle(dotted, (300, 150), 5, (52, 64, 92), -1)
    library = Library(Catalogue((look_of(card("cup", NAVY), "one", "card", (60, 104)), look_of(dotted, "two", "card", (60, 104)))))
    params = DifferParams()
    total = min(difference(library, *pair, params).total(params) for pair in ((0, 1), (1, 0)))
    assert 0 < total < HOPELESS
    for look, picture in enumerate((card("cup", NAVY), dotted)):
        assert Lookalikes(library, params).margins(see(hazy(picture)), look, [1 - look], WINDOWS[0])[1 - look] <= 0


ORANGE, MAGENTA, PURPLE = (229, 138, 31), (194, 42, 108), (122, 47, 138)


def worded(word: str, tint: tuple[int, int, int]) -> Rgb:
    """A card of one colour all over, (680, 440, 3) RGB, with a great white seven and a word in small letters, of a stroke each."""
    picture, white = np.full((680, 440, 3), tint, np.uint8), (255, 246, 230)
    cv2.polylines(picture, [np.array([(130, 220), (310, 220), (200, 470)])], False, white, 40, cv2.LINE_AA)
    for _ in range(2):
        for at, letter in enumerate(word):
            strokes = np.random.default_rng(ord(letter)).integers((70 + 33 * at, 36), (70 + 33 * at + 26, 70), (1, 2, 2))
            cv2.polylines(picture, [*strokes.astype(np.int32)], False, white, 6, cv2.LINE_AA)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


def in_a_picture(picture: Rgb) -> Rgb:
    """The same as a camera shows it in dim, warm light and a little shine, on the canonical raster."""
    small = cv2.GaussianBlur(cv2.resize(picture, (110, 170), interpolation=cv2.INTER_AREA), (0, 0), 1.4)
    lit = np.clip(cv2.resize(small, (440, 680), interpolation=cv2.INTER_CUBIC) * np.array([0.6, 0.51, 0.42]) + 25, 0, 255)
    return canon.shrink(lit.astype(np.uint8))


WORDED = Library(Catalogue(tuple(look_of(worded(*one), one[0], "card", (44, 68)) for one in (("BRE", ORANGE), ("DES", MAGENTA)))))


@pytest.mark.parametrize(("word", "tint", "own"), [("BRE", ORANGE, 0), ("DES", MAGENTA, 1)])
def test_a_word_too_fine_to_tell_suits_by_does_where_their_colours_are_far_apart(word: str, tint: tuple[int, int, int], own: int) -> None:
    seen, other = see(in_a_picture(worded(word, tint))), 1 - own
    assert Lookalikes(WORDED, DifferParams()).margins(seen, own, [other], WINDOWS[0])[other] < 0.2
    assert Lookalikes(WORDED, DifferParams(), Contrasts(WORDED).alike).margins(seen, own, [other], WINDOWS[0])[other] > 0.6


def test_a_third_suit_with_a_word_of_its_own_is_neither() -> None:
    seen, lookalikes = see(in_a_picture(worded("DIN", PURPLE))), Lookalikes(WORDED, DifferParams(), Contrasts(WORDED).alike)
    assert max(lookalikes.margins(seen, own, [1 - own], WINDOWS[0])[1 - own] for own in (0, 1)) < 0.2
