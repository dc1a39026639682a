"""The raster on which all is compared: the same picture gives the same edges, wherever they come to lie in memory."""

import numpy as np

from vision.looks.canon import HEIGHT, WIDTH, edges


def test_the_same_picture_has_the_same_edges_every_time() -> None:
    rng = np.random.default_rng(1)
    rgb = rng.integers(0, 255, (HEIGHT, WIDTH, 3), dtype=np.uint8)
    first, between = edges(rgb).tobytes(), []
    for size in rng.integers(1, 20_000, 200):
        between.append(np.zeros(size, np.uint8))  # moves what is allocated next
        assert edges(rgb).tobytes() == first


def test_edges_have_no_polarity_and_no_exposure() -> None:
    step = np.full((HEIGHT, WIDTH, 3), 200, np.uint8)
    step[:, WIDTH // 2 :] = 60
    dim = (step // 2).astype(np.uint8)
    assert np.abs(edges(step) - edges(255 - step)).max() < 0.02
    assert np.abs(edges(step) - edges(dim))[:, WIDTH // 2 - 2 : WIDTH // 2 + 2].max() < 0.3
    assert edges(step)[HEIGHT // 2, WIDTH // 2, 0] > 0.5, "across"
