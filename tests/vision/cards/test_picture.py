"""The size at which a picture is worked on."""

import gc
import weakref

import numpy as np
import pytest

from vision.cards.picture import Picture
from vision.looks import canon

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


def test_edges_around_a_place_are_those_of_its_patch_however_many_places_were_looked_at_between() -> None:
    picture = Picture(np.random.default_rng(4).integers(0, 255, (300, 1280, 3), np.uint8), WORK_PX)
    quads = [np.array([[x, 40], [x + 96, 40], [x + 96, 168], [x, 168]], np.float32) for x in range(10, 1100, 25)]
    for quad in [*quads, *quads[::-1]]:
        fresh = canon.edges(picture.patch(quad, canon.MARGIN))
        assert np.array_equal(picture.edges_around(quad), fresh)
        assert np.array_equal(picture.edges_around(quad.copy()), fresh)


def test_a_picture_is_gone_with_its_last_user() -> None:
    """It is megabytes large, and what collects garbage comes by seldom: a camera's pictures would heap up."""
    picture = Picture(np.full((300, 400, 3), 90, np.uint8), 1280)
    picture.glance.at(np.array([[[50, 50], [200, 50], [200, 250], [50, 250]]], np.float32))
    seen = weakref.ref(picture)
    gc.disable()
    try:
        del picture
        assert seen() is None
    finally:
        gc.enable()


@pytest.mark.parametrize(("height", "width"), [(963, 1277), (720, 1280), (300, 401), (1280, 31)])
@pytest.mark.parametrize("longest", [960, 420, 4000])
def test_how_large_a_picture_is_once_reduced_is_known_without_it(height: int, width: int, longest: int) -> None:
    whole = Picture(np.zeros((height, width, 3), np.uint8), WORK_PX)
    small, factor = whole.reduced(longest)
    assert whole.reduced_px(longest) == (small.shape[1::-1], factor)
