"""A picture at more places than OpenCV takes at once."""

import cv2
import numpy as np
import pytest

from vision.image.sampling import MOST, sampled

PICTURE = np.random.default_rng(1).integers(0, 256, (40, 60, 3)).astype(np.uint8)


@pytest.mark.parametrize("shape", [(3, 5), (2 * MOST + 7, 2), (2, MOST + 800), (MOST + 1, 1)])
@pytest.mark.parametrize("picture", [PICTURE, PICTURE[..., 0], PICTURE.astype(np.float32)])
def test_every_place_shows_what_it_shows_alone(shape: tuple[int, int], picture: np.ndarray) -> None:
    rng = np.random.default_rng(2)
    x, y = (rng.uniform(-5, 65, shape).astype(np.float32) for _ in range(2))
    seen = sampled(picture, x, y)
    assert seen.shape == shape + picture.shape[2:]
    assert seen.dtype == picture.dtype
    for row, column in zip(rng.integers(0, shape[0], 50), rng.integers(0, shape[1], 50), strict=True):
        at = (slice(row, row + 1), slice(column, column + 1))
        alone = cv2.remap(picture, x[at], y[at], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        assert np.allclose(seen[at], alone.reshape(seen[at].shape), atol=1)


def test_beyond_the_border_is_what_is_asked_for() -> None:
    beyond = np.full((1, 1), -9, np.float32)
    assert sampled(PICTURE, beyond, beyond, cv2.BORDER_CONSTANT).tolist() == [[[0, 0, 0]]]
    assert sampled(PICTURE, beyond, beyond).tolist() == [[PICTURE[0, 0].tolist()]]
