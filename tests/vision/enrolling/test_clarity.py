"""A picture is good enough to enrol a piece from, or it is said what is amiss: too small, blurred, a lamp mirrored in it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from fixtures.art import PACKS
from tests.enrolled import enrolled
from tests.vision.deck import card, write_pictures
from vision.enrolling.clarity import LEAST_LINES, Flaw, flaw_of
from vision.enrolling.enrol import Flawed, enrol
from vision.frame import Rgb

LONG = 400


def upright(flat: Rgb, longest: int = LONG) -> Rgb:
    scale = longest / max(flat.shape)
    return np.asarray(cv2.resize(flat, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def blurred(flat: Rgb, px: float) -> Rgb:
    return np.asarray(cv2.GaussianBlur(flat, (0, 0), px), np.uint8)


def lamp_in(flat: Rgb, across: float, strength: float = 90.0) -> Rgb:
    """With the image of a lamp in it, a spot so many parts of the piece's height across that fades towards its rim."""
    high, wide = flat.shape[:2]
    y, x = np.mgrid[:high, :wide]
    away = np.hypot(x - 0.55 * wide, y - 0.4 * high) / (across * high / 2)
    return np.asarray(np.clip(flat + strength * np.exp(-(away**2))[..., None], 0, 255), np.uint8)


def test_a_good_picture_has_no_flaw() -> None:
    for ink in ("red", "blue"):
        assert flaw_of(upright(card(ink, 6))) is None
        assert flaw_of(card(ink, 6)) is None


@pytest.mark.parametrize("px", [2.5, 4.0, 8.0])
def test_what_is_blurred_is_to_be_taken_again(px: float) -> None:
    for n in (1, 6):
        assert flaw_of(blurred(upright(card("red", n)), px)) is Flaw.BLUR
        assert flaw_of(blurred(upright(card("red", n), 800), 2 * px)) is Flaw.BLUR, "however large its picture is"


def test_a_camera_s_own_softness_is_no_blur() -> None:
    assert flaw_of(blurred(upright(card("red", 6)), 1.0)) is None


def test_a_piece_that_is_too_small_in_its_picture_is_to_be_taken_from_nearer() -> None:
    assert flaw_of(upright(card("red", 6), LEAST_LINES - 10)) is Flaw.SMALL
    assert flaw_of(upright(card("red", 6), LEAST_LINES + 40)) is None


@pytest.mark.parametrize("across", [0.25, 0.5])
def test_a_lamp_that_is_mirrored_is_to_be_moved(across: float) -> None:
    assert flaw_of(lamp_in(upright(card("red", 6)), across)) is Flaw.GLARE


def test_white_print_and_white_paper_are_no_lamp() -> None:
    white = upright(card("red", 6)).copy()
    cv2.circle(white, (130, 200), 60, (255, 255, 255), -1, cv2.LINE_AA)
    assert flaw_of(white) is None
    assert flaw_of(blurred(white, 0.8)) is None
    paper = np.full((LONG, 270, 3), 255, np.uint8)
    cv2.putText(paper, "7", (80, 250), cv2.FONT_HERSHEY_DUPLEX, 5, (20, 20, 20), 12, cv2.LINE_AA)
    assert flaw_of(paper) is None


def test_a_piece_without_any_print_is_not_called_blurred() -> None:
    assert flaw_of(np.full((LONG, 270, 3), (180, 40, 40), np.uint8)) is None


@pytest.mark.parametrize("pack", ["surrealist_dinner_party", "word_buffet"])
def test_our_own_packs_have_none(pack: str) -> None:
    assert enrolled(PACKS / pack).flawed == ()


@pytest.mark.photos
@pytest.mark.parametrize("name", ["set81", "mtg", "schnapsen", "edje"])
def test_other_people_s_photographs_have_none(name: str, photos: Path) -> None:
    assert enrolled(photos / "real" / name / "enrol").flawed == ()


def test_enrolling_lists_the_pictures_that_had_better_be_taken_again(tmp_path: Path) -> None:
    write_pictures(tmp_path, {"red-1": card("red", 1), "red-2": blurred(card("red", 2), 8), "blue-3": upright(card("blue", 3), 120)})
    flawed = enrol(tmp_path).flawed
    assert flawed == (Flawed("red-2.png", "red-2", Flaw.BLUR), Flawed("blue-3.png", "blue-3", Flaw.SMALL))
    assert str(flawed[0]).startswith("red-2.png: red-2 is blurred; hold the camera still")
