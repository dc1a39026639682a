"""Outlines are tried at the same places in a look of any size, beyond its edge as at it."""

import numpy as np
import pytest

from fixtures.art import PACKS
from vision.foods.trials import PARAMS, Trials, _Field
from vision.image.decode import load_frame
from vision.looks.silhouettes import silhouette_of

TRIALS = Trials([silhouette_of(load_frame(PACKS / "buffet_boss" / "pear.png").rgb, "pear", (50.0, 34.0))], 3.0)


def test_points_beyond_the_edge_are_as_those_at_it() -> None:
    rng = np.random.default_rng(5)
    values, offsets = rng.random((20, 30), np.float32), rng.integers(-9, 10, (4, 7, 2)).astype(np.int16)
    places = rng.integers(0, 20, (5, 2)).astype(np.int16)
    points = offsets[:, None] + places[None, :, None]
    expected = values[np.clip(points[..., 1], 0, 19), np.clip(points[..., 0], 0, 29)].mean(axis=2)
    assert (_Field(values, 9).means(offsets, places) == expected).all()


@pytest.mark.parametrize("size_px", [(20, 20), (40, 60), (250, 190)])
def test_a_look_smaller_than_what_is_tried_around_its_middle_is_one_all_the_same(size_px: tuple[int, int]) -> None:
    look = np.random.default_rng(5).integers(0, 255, (*size_px, 3)).astype(np.uint8)
    assert len(TRIALS.likely(look)) == 2 * PARAMS.of_each, "either side up"
