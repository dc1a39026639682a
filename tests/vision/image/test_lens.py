"""Lenses that bend: places of the picture and of the straightened one are each other's inverse, and pixels follow them."""

import cv2
import numpy as np
import pytest

from vision.image.lens import bent, straight, straightened

SIZE = (320, 200)


@pytest.mark.parametrize("term", [-0.3, -0.1, 0.1])
def test_what_is_straightened_is_bent_back_and_the_corners_stay(term: float) -> None:
    places = np.random.default_rng(0).uniform((0, 0), SIZE, (50, 2))
    assert np.abs(bent(straight(places, term, SIZE), term, SIZE) - places).max() < 1e-6
    corners = np.array([(0, 0), (SIZE[0] - 1, 0), (0, SIZE[1] - 1)], np.float64)
    assert np.abs(straight(corners, term, SIZE) - corners).max() < 1e-6


def test_pixels_lie_where_places_do() -> None:
    picture = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.circle(picture, (60, 50), 6, (255, 255, 255), -1)
    there = np.argwhere(straightened(picture, -0.2)[..., 0] > 127).mean(0)[::-1]
    assert np.abs(there - straight(np.array([[60.0, 50.0]]), -0.2, SIZE)[0]).max() < 1
