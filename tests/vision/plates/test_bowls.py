"""Plates that sag: hollow above, whole below. What ran together with pieces, an arch and a ragged patch are none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.plates.flats import Patch
from vision.plates.plate import PARAMS, _is_whole, _solid

WIDE = 850.0


def patch(*lines: NDArray[np.float64]) -> Patch:
    """A patch of a picture by its outline, (n, 2) px in parts."""
    line = np.concatenate(lines)
    return Patch(line, float(cv2.contourArea(line.astype(np.float32))), np.zeros(3))


def bow(depth: float, low: float = 0.0, wide: float = WIDE) -> NDArray[np.float64]:
    """(n, 2) px from left to right, deepest in the middle."""
    x = np.linspace(0.0, wide, 200)
    return np.stack([x, low + depth * (1 - (2 * x / wide - 1) ** 2)], 1)


@pytest.mark.parametrize(("hollow", "deep"), [(0, 110), (45, 118), (55, 118), (55, 160)])
def test_a_plate_may_sag(hollow: float, deep: float) -> None:
    plate = patch(bow(hollow)[::-1], bow(deep))
    assert _is_whole(plate, PARAMS)
    assert (_solid(plate) < PARAMS.least_solid) == (hollow >= 45)


def test_pieces_that_ran_together_with_a_plate_are_no_part_of_it() -> None:
    heap = np.array([[700.0, 60.0], [640.0, -180.0], [560.0, -180.0], [500.0, 60.0], [300.0, 60.0], [260.0, -160.0], [150.0, 40.0]])
    assert not _is_whole(patch(heap, bow(118)), PARAMS)


def test_an_arch_is_no_plate() -> None:
    assert not _is_whole(patch(bow(-120.0)[::-1], bow(-70.0, 12.0)), PARAMS)


def test_a_ragged_patch_is_no_plate() -> None:
    ragged = bow(118)
    ragged[40:160:6, 1] -= 100
    ragged[42:160:6, 1] -= 100
    assert not _is_whole(patch(bow(45)[::-1], ragged), PARAMS)
