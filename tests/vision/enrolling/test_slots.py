"""Rows of printed circles on a card, found on its look alone."""

import cv2
import numpy as np
import pytest

from vision.enrolling.slots import find_slots
from vision.frame import Rgb
from vision.looks.catalogue import look_of


def card(places: list[tuple[float, float]], across_mm: float = 15.0, size_mm: tuple[float, float] = (80.0, 120.0)) -> Rgb:
    scale = 6
    width, height = (round(side * scale) for side in size_mm)
    picture = np.full((height, width, 3), (246, 240, 228), np.uint8)
    cv2.rectangle(picture, (round(0.35 * width), round(0.12 * height)), (round(0.92 * width), round(0.65 * height)), (120, 150, 190), -1)
    cv2.circle(picture, (round(0.6 * width), round(0.4 * height)), round(0.15 * width), (200, 150, 120), -1, cv2.LINE_AA)
    for n, (x, y) in enumerate(places):
        colour = [(138, 31, 61), (63, 143, 79), (58, 110, 165)][n % 3]
        cv2.circle(picture, (round(x * width), round(y * height)), round(across_mm * scale / 2), colour, 8, cv2.LINE_AA)
        cv2.circle(picture, (round(x * width), round(y * height)), round(across_mm), colour, -1, cv2.LINE_AA)
    return picture


COLUMN = [(0.16, 0.12), (0.16, 0.28), (0.16, 0.44), (0.16, 0.6)]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("across_mm", [12.5, 15.0, 18.0])
def test_a_column_of_circles_is_found(count: int, across_mm: float) -> None:
    found = find_slots(look_of(card(COLUMN[:count], across_mm), "g", "card", (80.0, 120.0)), 16.0, count)
    assert np.abs(np.array(found) - np.array(COLUMN[:count])).max() < 0.02


def test_a_row_on_a_card_that_lies_on_its_side() -> None:
    row = [(0.12, 0.85), (0.28, 0.85), (0.44, 0.85)]
    found = find_slots(look_of(card(row, 14.0, (120.0, 80.0)), "g", "card", (120.0, 80.0)), 16.0, 3)
    assert np.abs(np.array(found) - np.array(row)).max() < 0.02


def test_a_single_place() -> None:
    found = find_slots(look_of(card([(0.16, 0.8)]), "g", "card", (80.0, 120.0)), 16.0, 1)
    assert np.abs(np.array(found) - np.array([(0.16, 0.8)])).max() < 0.02


def test_without_such_a_row_there_is_nothing() -> None:
    assert find_slots(look_of(card([]), "g", "card", (80.0, 120.0)), 16.0, 4) == ()
    assert find_slots(look_of(card(COLUMN[:2]), "g", "card", (80.0, 120.0)), 16.0, 6) == ()


def test_a_row_across_the_card_is_told_from_its_left_end_however_unevenly_it_is_printed() -> None:
    row = [(0.12, 0.85), (0.28, 0.835), (0.44, 0.865), (0.6, 0.84)]
    for size in ((120.0, 80.0), (80.0, 70.0)):
        found = find_slots(look_of(card(row, 11.0, size), "g", "card", size), 12.0, 4)
        assert np.abs(np.array(found) - np.array(row)).max() < 0.02
