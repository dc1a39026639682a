"""Parts cut out of a picture by four channels are those that three give."""

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.image.levels import Levels, cut_out, four, shrunk, three

PICTURE = np.random.default_rng(7).integers(0, 255, (301, 405, 3), np.uint8)
QUAD = np.array([[50, 40], [190, 52], [182, 240], [38, 228]], np.float32)
BEYOND = QUAD - np.array([90, 60], np.float32)
"""Leaves the picture on the left and above."""


def bent(picture: NDArray[np.uint8], forth: NDArray[Any]) -> NDArray[np.uint8]:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(picture, forth, (96, 128), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("times", [0, 1, 2])
@pytest.mark.parametrize("quad", [QUAD, BEYOND])
def test_a_part_is_the_same_whatever_number_of_channels_it_is_cut_out_of(times: int, quad: NDArray[np.float32]) -> None:
    levels = Levels(PICTURE)
    raster = np.array([[0, 0], [96, 0], [96, 128], [0, 128]], np.float32)
    forth = cv2.getPerspectiveTransform(raster, quad / np.float32(2**times))
    assert np.array_equal(levels.cut_out(times, forth, (96, 128)), bent(levels.halved(times), forth))
    assert np.array_equal(three(cut_out(four(levels.halved(times)), forth, (96, 128))), bent(levels.halved(times), forth))


def test_halves_are_made_once_and_round_up() -> None:
    levels = Levels(PICTURE)
    assert [levels.halved(times).shape for times in range(3)] == [(301, 405, 3), (151, 203, 3), (76, 102, 3)]
    assert levels.halved(1) is levels.halved(1)
    assert levels.halved(0) is PICTURE


@pytest.mark.parametrize("size", [(320, 180), (500, 281), (160, 90), (67, 38)])
def test_a_shrunk_picture_is_hardly_another_than_the_mean_over_each_pixel(size: tuple[int, int]) -> None:
    """Smooth as a lens leaves it; and nothing of it moves aside."""
    whole = np.asarray(cv2.GaussianBlur(np.random.default_rng(3).integers(0, 255, (360, 640, 3), np.uint8), (0, 0), 6.0), np.uint8)
    off = shrunk(whole, size).astype(float) - cv2.resize(whole, size, interpolation=cv2.INTER_AREA)
    assert shrunk(whole, size).shape == (size[1], size[0], 3)
    assert np.abs(off).max() <= 4


def test_a_picture_of_that_size_is_left_as_it_is() -> None:
    assert shrunk(PICTURE, (405, 301)) is PICTURE
