"""Cards of one design on dark grounds of several tints, hazy: the colours of their print against it tell them, and no third tint."""

import cv2
import numpy as np
import pytest

from tests.vision.looks.tinted import NAVY, PINE, PLUM, card, hazy
from vision.cards.contrast import Contrasts
from vision.frame import Rgb
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
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


def strip(figure: str) -> Rgb:
    """A card of which a fan shows the left side: a number that all have, and hardly anything of the drawing in its middle."""
    picture = np.full((680, 440, 3), (44, 78, 132), np.uint8)
    for at in ((40, 600), (40, 120)):
        four = np.array([(24, -46), (0, -14), (34, -14), (34, -46), (34, 0)], np.int32) + at
        cv2.polylines(picture, [four], False, (232, 240, 246), 8, cv2.LINE_AA)
    if figure == "pan":
        cv2.circle(picture, (260, 330), 96, (232, 240, 246), 7, cv2.LINE_AA)
        cv2.line(picture, (138, 296), (138, 306), (232, 240, 246), 3, cv2.LINE_AA)
    else:
        cv2.rectangle(picture, (200, 230), (330, 440), (232, 240, 246), 7, cv2.LINE_AA)
    return picture


def test_two_looks_are_told_by_nothing_where_next_to_nothing_of_what_differs_shows() -> None:
    """The edge of the card that lies on it runs along the last of the drawing, and passed for that."""
    looks = tuple(look_of(strip(id), id, "card", (60, 92)) for id in ("pan", "box"))
    library, params = Library(Catalogue(looks)), DifferParams()
    asked, window = Lookalikes(library, params), np.zeros((ROWS, COLUMNS), np.float32)
    window[:, 0] = window[:4, 1] = 1
    there = max(asked.between(*pair, window.ravel()) for pair in ((0, 1), (1, 0)))
    assert 0 < there < HOPELESS < asked.between(0, 1, WINDOWS[0])
    seen = see(np.asarray(cv2.resize(strip("pan"), (canon.WIDTH, canon.HEIGHT), interpolation=cv2.INTER_AREA), np.uint8))
    assert asked.weigh(seen, [(0, 1)], window.ravel())[0].margin > 0.5
    assert asked.margins(seen, 0, [1], window.ravel()) == {1: 0.0}
    assert asked.margins(seen, 0, [1], WINDOWS[0])[1] > 0.8
