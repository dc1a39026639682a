"""Hands of five cards of which a corner shows each: the last may be read by its print at once, and then hides none of those between."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.beneath import lies_below
from vision.cards.reading import Reading
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

AT = (240.0, 210.0)


def card(seed: int) -> deck.Pixels:
    """Three lines of small marks, as type: (450, 300, 3) RGB."""
    flat, rng = np.full((450, 300, 3), (236, 232, 220), np.uint8), np.random.default_rng(seed)
    for row in range(3):
        x = 22
        while x < 250:
            wide, high = int(rng.integers(6, 16)), int(rng.integers(8, 20))
            filled = -1 if rng.random() < 0.5 else 3
            cv2.rectangle(flat, (x, 50 + 30 * row - high), (x + wide, 50 + 30 * row), (60, 50, 60), filled)
            x += wide + int(rng.integers(5, 12))
    return flat


@pytest.mark.parametrize("step_deg", [16.0, 17.0])
def test_every_card_of_a_hand_is_read_whichever_was_read_first(step_deg: float) -> None:
    reader = TableReader(Catalogue(tuple(look_of(card(n), f"card-{n}", "card", deck.SIZE_MM) for n in range(30))))
    table, plain = deck.Table(4, (150, 140, 120)), np.zeros((450, 300, 3), np.uint8)
    for number in reversed(range(5)):
        lean = np.radians(-step_deg * number)
        x, y = float(AT[0] + 82 * np.sin(lean)), float(AT[1] - 82 * np.cos(lean))
        shade = deck.Table(4)
        shade.flat[:] = 255
        shade.lay(plain, (x - 0.5, y), -step_deg * number)
        light = cv2.GaussianBlur(shade.flat, (0, 0), 1.5).astype(np.float32) / 255
        table.flat[:] = (table.flat * (0.75 + 0.25 * light)).astype(np.uint8)
        table.lay(card(number), (x, y), -step_deg * number)
    found = {one.id for one in reader.read(table.picture()).detections}
    assert found == {f"card-{n}" for n in range(5)}


def reading(x: float, shows: float) -> Reading:
    """A piece of which such a part shows; 60 wide, 90 high."""
    quad = np.array([[x, 0], [x + 60, 0], [x + 60, 90], [x, 90]], np.float32)
    shown = (np.arange(ROWS * COLUMNS) < shows * ROWS * COLUMNS).astype(np.float32)
    return Reading(0, quad, 0.9, 1.0, 0.9, 0.9, None, shown)


def test_of_two_that_overlap_the_one_of_which_little_shows_lies_below() -> None:
    whole, part, blank_elsewhere = reading(0, 1.0), reading(50, 0.3), reading(90, 0.3)
    tops = [whole, part, blank_elsewhere]
    assert [lies_below(one, tops) for one in tops] == [False, True, False]
