"""The raster on which all is compared: the same picture gives the same edges, wherever they come to lie in memory."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.canon import HEIGHT, WIDTH, Pixels, edges, shrink


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


def engraved(shift: float, pitch_px: float) -> Pixels:
    """A disc drawn by level lines, broader where it is dark: (1024, 768, 3) RGB."""
    y, x = np.mgrid[0:1024, 0:768].astype(np.float32)
    shade = np.where(np.hypot(x - 384, y - 512) < 250, 0.75, 0.25)
    ink = np.mod((y + shift) / pitch_px, 1.0) < shade
    return np.repeat(np.where(ink, 60, 235).astype(np.uint8)[..., None], 3, 2)


def mean_of(rgb: Pixels) -> NDArray[np.float64]:
    """The raster as the mean over its pixels."""
    return cv2.resize(rgb, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float64)


def test_lines_finer_than_the_raster_do_not_beat_with_it() -> None:
    """Wherever the lines lie, the shades that they make are the same; the mean over its pixels alone shows moire, each time another."""
    pitch = 1.4 * 1024 / HEIGHT
    one, other = (shrink(engraved(shift, pitch)).astype(float) for shift in (0.0, pitch / 2))
    assert np.abs(one - other).mean() < 0.5 * np.abs(mean_of(engraved(0.0, pitch)) - mean_of(engraved(pitch / 2, pitch))).mean()


def test_other_print_is_as_sharp_as_the_mean_over_its_pixels() -> None:
    flat = np.full((1024, 768, 3), 240, np.uint8)
    cv2.putText(flat, "38", (150, 600), cv2.FONT_HERSHEY_SIMPLEX, 12.0, (30, 40, 120), 40, cv2.LINE_AA)
    assert (shrink(flat) == mean_of(flat)).all()
