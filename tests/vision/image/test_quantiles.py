"""Quantiles without numpy's checks, and a row of values between its pixels, are what numpy's own are."""

import numpy as np
import pytest

from vision.image.quantiles import level_of, median_of, quantile_of
from vision.image.sampling import along

RNG = np.random.default_rng(7)


@pytest.mark.parametrize("count", [1, 2, 5, 40, 41])
def test_medians_are_those_of_numpy(count: int) -> None:
    values = RNG.random((3, 6, count), np.float32)
    assert median_of(values) == pytest.approx(np.median(values, axis=-1))
    assert median_of(np.moveaxis(values, -1, 0), 0) == pytest.approx(np.median(values, axis=-1))


@pytest.mark.parametrize("part", [0.0, 0.1, 0.65, 1.0])
@pytest.mark.parametrize("count", [1, 2, 17])
def test_quantiles_are_those_of_numpy(count: int, part: float) -> None:
    values = RNG.random((4, count), np.float32)
    assert quantile_of(values, part) == pytest.approx(np.quantile(values, part, axis=-1), abs=1e-6)


@pytest.mark.parametrize("part", [0.0, 0.37, 0.5, 0.99, 1.0])
@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (7, 9), (40, 30)])
def test_levels_are_those_of_numpy(shape: tuple[int, int], part: float) -> None:
    for most in (1, 4, 256):
        grey = RNG.integers(0, most, shape, np.uint8)
        assert level_of(grey, part) == pytest.approx(np.quantile(grey, part))
    assert level_of(np.tile(grey, (2, 2))[::2, ::2], part) == pytest.approx(np.quantile(np.tile(grey, (2, 2))[::2, ::2], part))


def test_a_row_between_its_pixels_is_that_of_numpy_to_its_very_end() -> None:
    values = RNG.random(50)
    at = np.concatenate([RNG.uniform(0, 49, 300), [0.0, 48.0, 49.0]]).reshape(3, -1)
    assert along(values, at).tolist() == np.interp(at, np.arange(50), values).tolist()
