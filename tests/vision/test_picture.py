"""The size at which a picture is worked on."""

import numpy as np
import pytest

from vision.picture import Picture

WORK_PX = 1280


def scale(longest: int, *, is_part: bool = False, whole_px: int | None = None) -> float:
    rgb = np.zeros((longest * 3 // 4, longest, 3), np.uint8)
    return float(Picture(rgb, WORK_PX, (0, 0, longest, longest) if is_part else None, whole_px).scale)


@pytest.mark.parametrize(("longest", "expected"), [(4000, 0.32), (1280, 1.0), (1000, 1.0), (640, 2.0), (320, 3.0)])
def test_large_pictures_are_reduced_and_small_ones_enlarged(longest: int, expected: float) -> None:
    assert scale(longest) == pytest.approx(expected)


@pytest.mark.parametrize(("whole_px", "expected"), [(640, 2.0), (320, 3.0), (1000, 1.0), (1920, 1.0), (None, 1.0)])
def test_a_part_is_enlarged_as_the_whole_is(whole_px: int | None, expected: float) -> None:
    assert scale(320, is_part=True, whole_px=whole_px) == pytest.approx(expected)


def test_a_part_larger_than_the_working_size_is_reduced_to_it() -> None:
    assert scale(1600, is_part=True, whole_px=4000) == pytest.approx(0.8)
