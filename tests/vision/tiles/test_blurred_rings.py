"""A letter's ring out of focus: blur brings its colour into the paper within it, from outside."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import OWN, Rgb, board, spot_px
from vision.letters.cells import PX_PER_CELL
from vision.tiles.ants import find_ants

RED, PALE, WHITE = (205, 60, 55), (235, 130, 110), (250, 248, 242)


@pytest.mark.parametrize(
    ("ring", "blur", "ink", "paper"),
    [((0.28, 0.18), 0.08, (40, 50, 120), WHITE), ((0.3, 0.18), 0.06, (110, 60, 75), RED), ((0.28, 0.18), 0.07, (90, 40, 50), PALE)],
)
def test_the_ring_of_a_letter_is_no_special_token_however_much_of_it_blur_brings_into_its_middle(
    ring: tuple[float, float], blur: float, ink: Rgb, paper: Rgb
) -> None:
    """A Q and an O on the soft side of a picture were a black and a red special token; `ring` from without to within, in cells."""
    flat, at = board(3, {(1, 1): (paper, (0.0, 0.0))}, RED), spot_px(1, 1, 0, 0)
    for radius, colour in ((0.44, paper), (ring[0], ink), (ring[1], paper)):
        cv2.circle(flat.pixels, at, round(radius * PX_PER_CELL), colour, -1, cv2.LINE_AA)
    soft = flat.with_pixels(np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), blur * PX_PER_CELL), np.uint8))
    ants = find_ants(soft, soft.grid.middles, 3, OWN, lettered=np.arange(9) == 4, letter=0.7).ants
    assert [ant for ant in ants if (ant.row, ant.col) == (1, 1)] == []
