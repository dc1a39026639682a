"""The middle of what is printed around places: circles, squares, hexagons, of cards that bear different print within them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.enrolling.outlined import astray
from vision.enrolling.slots import Place
from vision.looks.catalogue import Look, look_of

TOKEN_MM, APART_MM, SCALE, SIZE = 16.0, 17.5, 4, (120.0, 80.0)
TRUE = [(30.0 + APART_MM * k, 52.0) for k in range(4)]
"""Millimetres, of the middles."""
OFF = (-1.0, 4.5)


def outline(corners: int, x: int, y: int, radius: int) -> NDArray[np.int32]:
    angle = 2 * np.pi * np.arange(corners) / corners + (np.pi / 4 if corners == 4 else 0.0)
    return np.asarray(np.rint(np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], 1)), np.int32)


def card(corners: int, seed: int) -> Look:
    """A portrait, a line of words above, and four places with a different blot in each, off its middle; 0 corners: nothing there."""
    rng = np.random.default_rng(seed)
    sheet = np.full((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE), 3), (226, 217, 199), np.uint8)
    sheet[20:130, 30:150] = cv2.resize(rng.integers(0, 256, (5, 5, 3)).astype(np.uint8), (120, 110), interpolation=cv2.INTER_CUBIC)
    cv2.rectangle(sheet, (200, 20), (440, 60), (255, 255, 255), -1)
    for place in TRUE if corners else ():
        x, y = (round(v * SCALE) for v in place)
        ring = outline(corners, x, y, 36)
        cv2.fillPoly(sheet, [ring], (255, 255, 255), cv2.LINE_AA)
        cv2.polylines(sheet, [ring], True, (43, 42, 51), 2, cv2.LINE_AA)
        at, axes = (x + int(rng.integers(-6, 7)), y - int(rng.integers(4, 16))), (int(rng.integers(5, 13)), int(rng.integers(4, 9)))
        cv2.ellipse(sheet, at, axes, float(rng.uniform(0, 180)), 0, 320, rng.integers(0, 200, 3).tolist(), -1, cv2.LINE_AA)
    return look_of(sheet, f"g{seed}", "card", SIZE)


def found(corners: int, off: tuple[float, float] = OFF) -> Place | None:
    """How far places lie from the middles that are taken to be off by so much."""
    places = [tuple(((x - off[0]) / SIZE[0], (y - off[1]) / SIZE[1]) for x, y in TRUE)] * 12
    return astray([card(corners, seed) for seed in range(12)], places, APART_MM, TOKEN_MM)


@pytest.mark.parametrize("corners", [4, 6, 40], ids=["squares", "hexagons", "circles"])
def test_the_middle_of_outlines_is_found_to_a_millimetre(corners: int) -> None:
    """Hexagons have no rim of any size: circles that were seen in them were 3.5 mm aside."""
    at = found(corners)
    assert at is not None and np.abs(np.subtract(at, OFF)).max() <= 1.0


def test_where_nothing_is_printed_around_the_places_they_stay() -> None:
    assert found(0) is None
