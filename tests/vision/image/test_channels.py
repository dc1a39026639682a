"""The greatest and the smallest of a picture's channels, a channel at a time."""

import numpy as np
import pytest

from vision.image.channels import greatest, smallest


@pytest.mark.parametrize("shape", [(5, 7, 3), (4, 2, 6, 3), (9, 1), (3, 8, 2)])
@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.float32, np.float64])
def test_they_are_what_numpy_says_along_the_last_axis(shape: tuple[int, ...], kind: type[np.generic]) -> None:
    values = np.random.default_rng(3).integers(0, 200, shape).astype(kind)
    for found, said in ((greatest(values), values.max(-1)), (smallest(values), values.min(-1))):
        assert found.dtype == kind
        np.testing.assert_array_equal(found, said)


def test_what_is_no_number_stays_none() -> None:
    values = np.array([[1.0, np.nan, 3.0]])
    assert np.isnan(greatest(values)).all()
    assert np.isnan(smallest(values)).all()
