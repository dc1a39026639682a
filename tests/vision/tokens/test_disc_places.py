"""Where discs may lie: a thick one and its shadow are two round outlines, and either may show the better."""

import cv2
import numpy as np
import pytest

from vision.tokens.discs import DiscParams, Flat, Pixels, find_discs, slopes

RADIUS = 20
PARAMS = DiscParams()


def seen(picture: Pixels) -> Flat:
    """A table of 1 px to a millimetre."""
    return Flat(picture, slopes(picture), np.eye(3), np.eye(3), 1.0)


def with_shadow(seed: int, away: int) -> Flat:
    """On checked cloth, a dark square of which lies behind a half of the disc."""
    picture = np.full((240, 240, 3), (150, 160, 158), np.uint8)
    cv2.circle(picture, (120 + away, 118), RADIUS, (80, 88, 86), -1, cv2.LINE_AA)
    picture[:, :116] = (30, 34, 52)
    cv2.circle(picture, (120, 120), RADIUS, (25, 27, 45), -1, cv2.LINE_AA)
    noisy = picture + np.random.default_rng(seed).normal(0, 5, picture.shape)
    return seen(np.clip(noisy, 0, 255).astype(np.uint8))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("away", [14, 16, 18])
def test_a_disc_is_among_the_places_whether_it_or_its_shadow_shows_the_rounder(seed: int, away: int) -> None:
    middles, _ = find_discs(with_shadow(seed, away), 2 * RADIUS, PARAMS)
    assert np.hypot(*(middles - 120.0).T).min() <= PARAMS.reach_px


def test_one_disc_is_one_place() -> None:
    picture = np.full((240, 240, 3), 190, np.uint8)
    cv2.circle(picture, (120, 120), RADIUS, (25, 27, 45), -1, cv2.LINE_AA)
    middles, _ = find_discs(seen(picture), 2 * RADIUS, PARAMS)
    assert len(middles) == 1


def _dim(picture: Pixels, x: int, y: int, darker: int) -> None:
    """A disc darker by so many grey levels than what it lies on."""
    cv2.circle(picture, (x, y), RADIUS, (190 - darker,) * 3, cv2.FILLED, cv2.LINE_AA)


def test_faint_discs_on_a_plate_are_looked_at_however_many_better_ones_a_cloth_prints() -> None:
    picture = np.full((1000, 1000, 3), 190, np.uint8)
    cloth = [(x, y) for y in range(40, 1000, 66) for x in range(40, 1000, 66) if np.hypot(x - 500, y - 500) > 230]
    for place in cloth:
        _dim(picture, *place, 14)
    served = [(420, 460), (500, 420), (580, 470), (450, 560), (550, 560)]
    for place in served:
        _dim(picture, *place, 12)
    flat = seen(picture)
    assert len(cloth) > 2 * PARAMS.most_faint
    for plates, found in (((), 0), (((500.0, 500.0, 200.0),), len(served))):
        middles, part = find_discs(flat, 2 * RADIUS, PARAMS, plates=plates)
        near = [np.hypot(*(middles - place).T).min() <= PARAMS.reach_px for place in served]
        assert sum(near) == found and part < 0.5
