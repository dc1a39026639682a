"""The red glass in software: red print goes, dark and cyan print stays, in any light."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import Pixels
from vision.redfilter import GlassParams, leak, red_glass

PAPER, RED, CYAN = (245, 238, 225), (240, 90, 80), (40, 130, 140)


def printed(letter: bool = True) -> tuple[Pixels, np.ndarray]:
    """Paper with red scribble, and a cyan letter below it; and where the letter is."""
    rng = np.random.default_rng(2)
    picture, ink = np.full((300, 300, 3), PAPER, np.uint8), np.zeros((300, 300), np.uint8)
    if letter:
        cv2.putText(ink, "R", (80, 220), cv2.FONT_HERSHEY_DUPLEX, 6, 255, 22)
        picture[ink > 0] = CYAN
    for _ in range(60):
        stroke = np.zeros((300, 300), np.uint8)
        cv2.polylines(stroke, [rng.integers(0, 300, (3, 2)).astype(np.int32)], False, 255, 4)
        picture[stroke > 0] = (picture[stroke > 0].astype(float) * np.array(RED) / 255).astype(np.uint8)
    return picture, ink > 0


def contrast(grey: Pixels, ink: np.ndarray) -> tuple[float, float]:
    """How much darker the letter is than the ground, and how uneven the ground is; grey levels."""
    away = cv2.dilate(ink.astype(np.uint8), np.ones((9, 9), np.uint8)) == 0
    core = cv2.erode(ink.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    return float(grey[away].mean() - grey[core].mean()), float(grey[away].std())


LIGHTS = {"day": (1, 1, 1), "warm": (1, 0.85, 0.55), "cold": (0.7, 0.9, 1), "dim": (0.3, 0.3, 0.3), "dim and warm": (0.4, 0.32, 0.2)}


@pytest.mark.parametrize("gains", LIGHTS.values(), ids=list(LIGHTS))
def test_red_print_vanishes_and_the_letter_stands_out_in_any_light(gains: tuple[float, float, float]) -> None:
    picture, ink = printed()
    depth, uneven = contrast(red_glass((picture * np.array(gains)).astype(np.uint8)), ink)
    before, before_uneven = contrast(np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8), ink)
    assert depth > 60
    assert uneven < 16
    assert depth / uneven > 3 * before / before_uneven


def test_a_sensor_that_mixes_the_channels_is_unmixed() -> None:
    picture, ink = printed()
    mixed = (picture.astype(float) @ np.array([[0.8, 0.1, 0.1], [0.15, 0.75, 0.1], [0.05, 0.15, 0.8]]).T).astype(np.uint8)
    depth, uneven = contrast(red_glass(mixed), ink)
    plain_depth, plain_uneven = contrast(np.ascontiguousarray(mixed[..., 0]), ink)
    assert depth / uneven > plain_depth / plain_uneven


def test_uneven_light_is_taken_out() -> None:
    picture, ink = printed()
    ramp = np.linspace(0.5, 1.0, 300)[None, :, None]
    grey = red_glass((picture * ramp).astype(np.uint8))
    away = cv2.dilate(ink.astype(np.uint8), np.ones((9, 9), np.uint8)) == 0
    left, right = grey[:, :80][away[:, :80]].mean(), grey[:, -60:][away[:, -60:]].mean()
    assert abs(left - right) < 20


def test_what_leaks_is_told_by_warm_print_alone() -> None:
    """However much more of the print is letters: with too much taken out of red, fine strokes below warm print fade."""
    picture, ink = np.full((300, 300, 3), PAPER, np.uint8), np.zeros((300, 300), np.uint8)
    for row in range(6):
        cv2.putText(ink, "LETTER", (6, 45 + 50 * row), cv2.FONT_HERSHEY_TRIPLEX, 1.9, 255, 5)
    for x in range(12, 300, 48):
        cv2.line(picture, (x, 0), (x, 299), RED, 5)
    picture[ink > 0] = CYAN
    logs = np.log(picture.astype(np.float32) + GlassParams().floor)
    assert leak(logs - logs[0, 0]) < 0.1


def test_bare_paper_stays_bare() -> None:
    picture, _ = printed(letter=False)
    grey = red_glass(picture)
    assert grey.shape == (300, 300)
    assert grey.dtype == np.uint8
    assert np.percentile(grey, 2) > 150


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 200, 3), (64, 64, 3)])
def test_any_size_of_picture_is_taken(shape: tuple[int, int, int]) -> None:
    assert red_glass(np.full(shape, 90, np.uint8)).shape == shape[:2]
