"""The red glass in software: red print goes, dark and cyan print stays, in any light."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import Pixels
from vision.tiles.redfilter import BY_STROKE, PARAMS, red_glass

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


def through_a_sensor(picture: Pixels) -> Pixels:
    """A picture by a sensor that mixes the channels."""
    return np.asarray(picture.astype(float) @ np.array([[0.8, 0.1, 0.1], [0.15, 0.75, 0.1], [0.05, 0.15, 0.8]]).T, np.uint8)


def test_a_sensor_that_mixes_the_channels_is_unmixed() -> None:
    picture, ink = printed()
    mixed = through_a_sensor(picture)
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


def test_thin_strokes_beside_a_dark_table_show_as_they_do_elsewhere() -> None:
    picture = np.full((600, 600, 3), (20, 24, 20), np.uint8)
    picture[60:540, 60:540] = PAPER
    for column in (66, 300):
        picture[100:500, column] = np.array(PAPER) * 0.85
    grey = red_glass(picture).astype(float)
    beside, amid = (float(np.median(grey[200:400, column + 2] - grey[200:400, column])) for column in (66, 300))
    assert beside > 0.7 * amid > 10


def test_bare_paper_stays_bare() -> None:
    picture, _ = printed(letter=False)
    grey = red_glass(picture)
    assert grey.shape == (300, 300)
    assert grey.dtype == np.uint8
    assert np.percentile(grey, 2) > 150


@pytest.mark.parametrize("shape", [(1, 1, 3), (5, 200, 3), (64, 64, 3)])
def test_any_size_of_picture_is_taken(shape: tuple[int, int, int]) -> None:
    assert red_glass(np.full(shape, 90, np.uint8)).shape == shape[:2]


def as_a_camera_sees(picture: Pixels) -> Pixels:
    """A picture whose colours are half as fine as its light, as of a JPEG."""
    _, data = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 85])
    seen = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert seen is not None
    return np.asarray(seen[..., ::-1], np.uint8)


def test_a_thin_black_stroke_on_warm_print_is_not_taken_out_with_it() -> None:
    picture, _ = printed(letter=False)
    picture[100:200, 60:240], picture[148, 100:200] = np.array(PAPER) * np.array(RED) / 255, (30, 26, 24)
    seen = np.asarray(cv2.GaussianBlur(as_a_camera_sees(through_a_sensor(picture)), (0, 0), 0.8), np.uint8)
    evenly, by_stroke = (depth_of_stroke(red_glass(seen, params)) for params in (PARAMS, BY_STROKE))
    assert evenly > 1.2 * by_stroke


def depth_of_stroke(grey: Pixels) -> float:
    """How much darker the thin stroke is than the warm print around it; grey levels."""
    return float(np.median(grey[110:140, 110:190]) - np.median(grey[148, 110:190]))


def many_letters_on_a_table() -> Pixels:
    """A thin black stroke on warm print among many letters and few thin warm strokes, with a warm table around the paper."""
    picture = np.full((300, 300, 3), PAPER, np.uint8)
    for y in range(20, 300, 40):
        cv2.putText(picture, "EHFBE", (10, y), cv2.FONT_HERSHEY_DUPLEX, 1.3, (30, 26, 24), 5)
    warm = np.zeros((300, 300), np.uint8)
    for x in range(-300, 300, 60):
        cv2.line(warm, (x, 0), (x + 300, 300), 255, 2)
    picture[warm > 0] = picture[warm > 0] * (np.array(RED) / 255)
    picture[105:135, 90:210], picture[119:121, 100:200] = np.array(PAPER) * np.array(RED) / 255, (30, 26, 24)
    table = np.asarray(np.random.default_rng(3).normal(0, 12, (400, 400, 1)) + np.array((90, 60, 40)), np.uint8)
    table[50:350, 50:350] = picture
    return table


def test_neither_many_letters_nor_the_table_beside_the_print_tell_what_leaks() -> None:
    seen = as_a_camera_sees(through_a_sensor(many_letters_on_a_table()))
    grey = red_glass(np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.8), np.uint8))
    assert np.median(grey[158:164, 160:240]) - np.median(grey[169:171, 160:240]) > 130
