"""What lies on a named card besides its print and tokens: told where it hides something, not where only light and shade fall."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Look, look_of
from vision.observation import Detection, Point
from vision.tokens.overlaid import Overlaid, overlaid

QUAD = ((400.0, 150.0), (600.0, 150.0), (600.0, 450.0), (400.0, 450.0))
SKINS = [(88, 58, 44), (150, 104, 78), (222, 178, 150)]
SLOT = (430, 330)
"""Middle of a place on the card, in pixels."""


def look() -> Look:
    return look_of(deck.card("blue", 4), "blue-4", "card", (60.0, 90.0))


def scene() -> Rgb:
    picture = np.full((600, 1000, 3), (90, 96, 84), np.uint8)
    picture[150:450, 400:600] = cv2.resize(deck.card("blue", 4), (200, 300), interpolation=cv2.INTER_AREA)
    return picture


def lying(picture: Rgb, discs: tuple[Detection, ...] = (), shown_px: tuple[Point, ...] = ()) -> Overlaid | None:
    noisy = np.clip(picture + np.random.default_rng(1).normal(0, 2, picture.shape), 0, 255).astype(np.uint8)
    return overlaid(Frame(noisy, 0.0), Detection("card", QUAD, "blue-4", 1.0, shown_px=shown_px), look(), discs)


def is_seen(place: tuple[int, int], outline: tuple[Point, ...]) -> bool:
    return cv2.pointPolygonTest(np.array(outline, np.float32), place, False) > 0


def test_a_card_on_which_nothing_lies_shows_whole() -> None:
    assert lying(scene()) is None


@pytest.mark.parametrize("skin", SKINS)
def test_what_an_arm_hides_is_not_seen(skin: tuple[int, int, int]) -> None:
    picture = scene()
    cv2.line(picture, (300, 600), (440, 330), skin, 60, cv2.LINE_AA)
    found = lying(picture)
    assert found is not None and found.by_arm and not is_seen(SLOT, found.shown_px)
    assert is_seen((560, 200), found.shown_px)


def test_an_outline_goes_round_what_lies_in_the_middle() -> None:
    picture = scene()
    cv2.circle(picture, SLOT, 27, (150, 30, 70), -1, cv2.LINE_AA)
    found = lying(picture)
    assert found is not None and not is_seen(SLOT, found.shown_px) and is_seen((560, 200), found.shown_px)
    assert not found.by_arm


def test_a_token_that_was_found_hides_nothing_else() -> None:
    picture, (x, y) = scene(), SLOT
    cv2.circle(picture, SLOT, 27, (150, 30, 70), -1, cv2.LINE_AA)
    token = Detection("token", ((x - 27.0, y - 27.0), (x + 27.0, y - 27.0), (x + 27.0, y + 27.0), (x - 27.0, y + 27.0)), "beet", 1.0)
    assert lying(picture, (token,)) is None


@pytest.mark.parametrize("lamp", [(0.5, 0.42, 0.3), (0.25, 0.3, 0.4), (1.0, 0.95, 0.9)])
def test_neither_a_lamp_nor_a_shadow_hides_print(lamp: tuple[float, float, float]) -> None:
    light = (scene() / 255.0) ** 2.2 * lamp
    light[300:470, 380:520] *= 0.45
    assert lying(np.asarray(255 * light ** (1 / 2.2), np.uint8)) is None


UPPER: tuple[Point, ...] = ((400.0, 150.0), (600.0, 150.0), (600.0, 300.0), (400.0, 300.0))


def test_print_that_is_seen_shows_whatever_was_held_before() -> None:
    found = lying(scene(), shown_px=UPPER)
    assert found is not None and found.shown_px == ()


def test_pale_print_that_is_seen_in_many_cells_shows_too() -> None:
    """A guest in pastel: beside its tokens hardly more than paper and a few pale lines was left, all of which was seen."""
    pale = np.asarray(235 + (deck.card("blue", 4).astype(np.float32) - 255) * 0.12, np.uint8)
    picture = np.full((600, 1000, 3), (90, 96, 84), np.uint8)
    picture[150:450, 400:600] = cv2.resize(pale, (200, 300), interpolation=cv2.INTER_AREA)
    known = look_of(pale, "blue-4", "card", (60.0, 90.0))

    def found(seen: Rgb) -> Overlaid | None:
        return overlaid(Frame(seen, 0.0), Detection("card", QUAD, "blue-4", 1.0, shown_px=UPPER), known, ())

    shown = found(picture)
    assert shown is not None and shown.shown_px == ()
    hidden = picture.copy()
    hidden[300:450, 400:600] = 224
    assert found(hidden) is None, "of what has no print nothing is told"


@pytest.mark.parametrize("sleeve", [(246, 241, 228), (40, 60, 120)])
def test_a_sleeve_over_what_was_held_not_to_show_is_none(sleeve: tuple[int, int, int]) -> None:
    picture = scene()
    picture[300:470, 380:620] = sleeve
    found = lying(picture, shown_px=UPPER)
    assert found is None or not is_seen(SLOT, found.shown_px)


@pytest.mark.parametrize("gloss", [0.06, 0.08, 0.1])
def test_gloss_on_a_dark_picture_hides_none_of_it(gloss: float) -> None:
    """It adds as much to all dark print, which is soon twice as bright; what lies there is darker, or brighter by far."""
    card = deck.card("blue", 4)
    cv2.rectangle(card, (70, 220), (230, 400), (89, 56, 72), -1)
    cv2.rectangle(card, (110, 300), (190, 400), (72, 55, 99), -1)
    picture = np.full((600, 1000, 3), (90, 96, 84), np.uint8)
    picture[150:450, 400:600] = cv2.resize(card, (200, 300), interpolation=cv2.INTER_AREA)
    light = (picture / 255.0) ** 2.2
    light[150:450, 400:600] = light[150:450, 400:600] * (1 - gloss) + gloss
    glossy, dark = np.asarray(255 * (light / 2) ** (1 / 2.2), np.uint8), look_of(card, "blue-4", "card", (60.0, 90.0))

    def found(seen: Rgb) -> Overlaid | None:
        return overlaid(Frame(seen, 0.0), Detection("card", QUAD, "blue-4", 1.0), dark, ())

    assert found(glossy) is None
    token = cv2.circle(glossy.copy(), (500, 340), 24, (230, 180, 60), -1, cv2.LINE_AA)
    under = found(np.asarray(token, np.uint8))
    assert under is not None and not is_seen((500, 340), under.shown_px)


def test_an_outline_leaves_out_no_print_beside_what_lies_in_the_middle() -> None:
    """Only what it hides is not seen: the way from there to the card's edge goes where nothing is printed."""
    card = np.full((450, 300, 3), (240, 236, 226), np.uint8)
    cv2.rectangle(card, (130, 60), (280, 420), (120, 60, 50), -1)
    cv2.circle(card, (32, 225), 20, (40, 110, 90), 7, cv2.LINE_AA)
    picture = np.full((600, 1000, 3), (90, 96, 84), np.uint8)
    picture[150:450, 400:600] = cv2.resize(card, (200, 300), interpolation=cv2.INTER_AREA) // 4 * 3
    cv2.circle(picture, (462, 300), 19, (60, 70, 160), -1, cv2.LINE_AA)
    look = look_of(card, "ring", "card", (60.0, 90.0))
    found = overlaid(Frame(picture, 0.0), Detection("card", QUAD, "ring", 1.0), look, ())
    assert found is not None and not is_seen((462, 300), found.shown_px)
    assert all(is_seen((421, down), found.shown_px) for down in range(284, 317, 2))
