"""Tokens on which a ring of another shade is printed, between their middle and their rim, beside plain ones in shadows and under gloss."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import OWN, board
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.tiles.ants import find_ants
from vision.tiles.ringprint import bear_rings

RED = (195, 40, 40)
SCRIBBLE = (215, 90, 80)
OFF = (-0.07, 0.03)
"""Cells by which a token shows right and down of its cell's middle."""


def named(flat: Flat) -> list[tuple[str | None, bool]]:
    """Each token's colour, and whether it is special."""
    return [(ant.color, ant.special) for ant in find_ants(flat, flat.grid.middles, flat.grid.cols, OWN).ants]


def token(ring: tuple[int, int, int] | None, degrees: int = 360, radius: float = 0.62, width: int = 1) -> Flat:
    """A red token that stands off its cell's middle, and so far round a ring on it, that large in the token's radii, so wide in pixels."""
    flat = board(3, {(1, 1): (RED, OFF)}, SCRIBBLE)
    picture = flat.pixels.copy()
    if ring is not None:
        x, y = (round((1.5 + MARGIN + part) * PX_PER_CELL) for part in OFF)
        cv2.ellipse(picture, (x, y), (round(radius * 0.34 * PX_PER_CELL),) * 2, 0, 0, degrees, ring, width, cv2.LINE_AA)
    return flat.with_pixels(np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8))


@pytest.mark.parametrize(
    ("ring", "radius", "width"),
    [
        pytest.param((120, 25, 25), 0.5, 1, id="dark and small"),
        pytest.param((150, 32, 32), 0.5, 1, id="darker and small"),
        pytest.param((150, 32, 32), 0.65, 1, id="darker"),
        pytest.param((150, 32, 32), 0.65, 2, id="darker and wide"),
        pytest.param((225, 90, 90), 0.5, 1, id="lighter and small"),
        pytest.param((225, 90, 90), 0.65, 2, id="lighter and wide"),
    ],
)
def test_a_token_with_a_ring_between_its_middle_and_its_rim_is_asked_about(ring: tuple[int, int, int], radius: float, width: int) -> None:
    """It was told as a plain one, by its middle and its rim: each is of one colour."""
    assert named(token(ring, radius=radius, width=width)) == [(None, False)]


def test_a_plain_token_is() -> None:
    assert named(token(None)) == [("red", False)]


def test_one_in_glare_is_asked_about() -> None:
    flat = token((150, 60, 60), radius=0.65, width=2)
    washed = flat.with_pixels(np.asarray(255 - (255 - flat.pixels.astype(np.float32)) * 0.6, np.uint8))
    assert named(washed) == [(None, False)]
    flat = token(None)
    washed = flat.with_pixels(np.asarray(255 - (255 - flat.pixels.astype(np.float32)) * 0.6, np.uint8))
    assert named(washed) == [("red", False)]


@pytest.mark.parametrize("across", [0.3, 0.6])
def test_a_shadow_on_one_side_and_gloss_across_are_no_ring(across: float) -> None:
    flat = token(None)
    x, y = (round((1.5 + MARGIN + part) * PX_PER_CELL) for part in OFF)
    shade = cv2.circle(np.zeros(flat.pixels.shape[:2], np.float32), (x + round(across * 14), y - 14), 12, 1, -1)
    dark = flat.pixels * (1 - 0.35 * cv2.GaussianBlur(shade, (0, 0), 1.5)[..., None])
    assert named(flat.with_pixels(np.asarray(dark, np.uint8)))[0] == ("red", False)


def test_part_of_a_round_is_no_ring() -> None:
    told: list[bool] = []
    for degrees in (200, 360):
        flat = token((150, 32, 32), degrees=degrees, radius=0.65, width=2)
        middle = flat.grid.middles.reshape(3, 3, 2)[1, 1][None]
        told += bear_rings(flat, middle, np.array([[*OFF, 0.34]], np.float32), np.array([0.95, 0.94, 0.9], np.float32)).tolist()
    assert told == [False, True]
