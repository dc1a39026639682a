"""Pictures from the side in which no stack can be told: a pattern that resembles one food, or all so small that no plate's edge is seen."""

import cv2
import numpy as np
import pytest

from fixtures.piles import Shot, picture, pile
from tests.vision.plates.test_reader import COLOURED, FOODS, reader
from vision.frame import Frame
from vision.looks.shapes import Likeness
from vision.plates.guesses import PARAMS, Guess, agreement
from vision.plates.reader import SideReader

__all__ = ["reader"]

APART_PX = 30


def guesses(many: int, index: int = 0, from_px: int = 0) -> list[Guess]:
    """At so many places in a row, each alike and of one size."""
    alike, light = Likeness(index, mirrored=False, turn=0.0, overlap=0.9), np.zeros(3)
    return [Guess(k, alike, 2.0, light, np.array([float(from_px + APART_PX * k), 100.0])) for k in range(many)]


def test_one_food_that_is_resembled_all_over_is_a_pattern_and_tells_no_size() -> None:
    all_over = guesses(PARAMS.pattern + 1)
    assert agreement(guesses(2)) is not None
    assert agreement(all_over) is None
    assert agreement([*all_over, *guesses(1, index=1, from_px=15)]) is not None, "another one amid them does"


@pytest.mark.parametrize("wide_px", [60, 75, 89, 103, 150])
def test_a_plate_in_a_tiny_picture_is_looked_at(reader: SideReader, wide_px: int) -> None:
    """Down to where its lower edge is sought within less than a pixel."""
    tower = pile(np.random.default_rng([14, 9]), 3, [FOODS[name] for name in COLOURED], 1)
    seen = picture(tower, Shot(), np.random.default_rng(3))
    tiny = cv2.resize(seen, (wide_px, wide_px * seen.shape[0] // seen.shape[1]), interpolation=cv2.INTER_AREA)
    observation = reader.read(Frame(np.asarray(tiny, np.uint8), 0.0))
    assert observation.size_px == (tiny.shape[1], tiny.shape[0])
