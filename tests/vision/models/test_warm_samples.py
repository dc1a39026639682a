"""What the net of the letters learns from: letters below warm print, as a red glass shows them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.net import SIDE
from vision.models.masks import BOX_PX, CAP_PX, Face
from vision.models.samples import Drawer, Mix
from vision.models.warm import below_warm_print


def face() -> Face:
    """Letters as OpenCV's own strokes draw them."""
    masks = {}
    for letter in "EIJLNOST":
        mask = np.zeros((BOX_PX, BOX_PX), np.uint8)
        scale = CAP_PX / cv2.getTextSize("H", cv2.FONT_HERSHEY_DUPLEX, 1, 1)[0][1]
        (wide, high), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, scale, 6)
        cv2.putText(mask, letter, ((BOX_PX - wide) // 2, (BOX_PX + high) // 2), cv2.FONT_HERSHEY_DUPLEX, scale, 255, 6, cv2.LINE_AA)
        masks[letter] = mask
    return Face("strokes", masks)


def looks(letter: str | None, count: int) -> NDArray[np.uint8]:
    return np.array([below_warm_print(face(), letter, SIDE, np.random.default_rng(seed)) for seed in range(count)])


def test_a_letter_is_darker_than_what_is_left_of_the_warm_print() -> None:
    stem = looks("I", 40)[:, 8:24, 13:19].min(axis=(1, 2)).astype(int)
    bare = looks(None, 40)[:, 8:24, 13:19].min(axis=(1, 2)).astype(int)
    assert np.median(bare - stem) > 60


def test_the_same_seed_gives_the_same_look() -> None:
    np.testing.assert_array_equal(looks("E", 3), looks("E", 3))


def test_of_samples_below_warm_print_a_tenth_shows_no_letter() -> None:
    drawer = Drawer([face()], "EIJLNOST", "EIJLNOST", SIDE, Mix(warm=1.0))
    rng = np.random.default_rng(5)
    classes = [drawer.sample(rng)[1] for _ in range(200)]
    assert 8 <= classes.count(8) <= 36
    assert set(range(8)) <= set(classes)
