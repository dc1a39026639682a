"""What a failing camera sends is told from a picture, and a picture from what a failing camera sends."""

import numpy as np
import pytest

from tests.vision.tables import scene
from vision.frame import Frame
from vision.image.damage import damage
from vision.observation import NotReady

RNG = np.random.default_rng(5)
_DRAWN = scene(size_px=(640, 480)).frame.rgb
TABLE = np.clip(_DRAWN + RNG.normal(0, 2, _DRAWN.shape), 0, 255).astype(np.uint8)
"""With a sensor's noise: what was drawn alone has rows of one colour."""


def frame(rgb: np.typing.NDArray[np.uint8]) -> Frame:
    return Frame(np.ascontiguousarray(rgb), 0.0)


@pytest.mark.parametrize(("colour", "why"), [((0, 0, 0), NotReady.DARK), ((0, 135, 0), NotReady.BLANK), ((128, 128, 128), NotReady.BLANK)])
def test_one_colour_is_no_picture(colour: tuple[int, int, int], why: NotReady) -> None:
    assert damage(frame(np.full((480, 640, 3), colour, np.uint8))) is why


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("fill", [(128, 128, 128), (0, 0, 0), (0, 135, 0)])
def test_a_picture_that_stops_in_the_middle(part: float, fill: tuple[int, int, int]) -> None:
    torn = TABLE.copy()
    torn[round(len(torn) * (1 - part)) :] = fill
    assert damage(frame(torn)) is NotReady.TORN


def test_tables_dim_ones_and_films_with_bars_are_pictures() -> None:
    assert damage(frame(TABLE)) is None
    dim = np.clip(TABLE * 0.05 + RNG.normal(0, 2, TABLE.shape), 0, 255).astype(np.uint8)
    assert damage(frame(dim)) is None
    bars = TABLE.copy()
    bars[:90] = bars[-90:] = 0
    assert damage(frame(bars)) is None


def test_an_empty_white_table_with_a_sensor_s_noise_is_a_picture() -> None:
    white = np.clip(200 + RNG.normal(0, 2.5, TABLE.shape), 0, 255).astype(np.uint8)
    assert damage(frame(white)) is None
