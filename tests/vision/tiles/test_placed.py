"""Where on its cell a token lies; and what as dark as ink lies where a letter shows."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import LEANING, OWN, board, spot_px
from vision.letters.cells import PX_PER_CELL, Flat
from vision.tiles.ants import find_ants
from vision.tiles.placed import placed_again

TOKEN, SHADOW = (58, 54, 50), (38, 30, 30)


def shadowed(place: tuple[float, float], reach: float) -> Flat:
    """A board with many tokens and one black one, whose shadow reaches so many cells right and down of it."""
    flat = board(6, LEANING, (215, 60, 55))
    cv2.circle(flat.pixels, spot_px(3, 2, *place), round(0.36 * PX_PER_CELL), TOKEN, -1, cv2.LINE_AA)
    ends = [spot_px(3, 2, place[0] + part * reach, place[1] + part * reach) for part in (0.3, 1.0)]
    cv2.line(flat.pixels, ends[0], ends[1], SHADOW, round(0.68 * PX_PER_CELL), cv2.LINE_AA)
    cv2.circle(flat.pixels, spot_px(3, 2, *place), round(0.35 * PX_PER_CELL), TOKEN, -1, cv2.LINE_AA)
    return flat.with_pixels(np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 1.2), np.uint8))


@pytest.mark.parametrize("reach", [0.0, 0.08, 0.12, 0.16, 0.2])
@pytest.mark.parametrize("place", [(-0.2, -0.12), (-0.1, -0.2), (0.05, 0.0)])
def test_a_dark_token_is_placed_where_it_lies_whatever_its_shadow_adds(place: tuple[float, float], reach: float) -> None:
    flat = shadowed(place, reach)
    (ant,) = (ant for ant in find_ants(flat, flat.grid.middles, 6, OWN).ants if (ant.row, ant.col) == (3, 2))
    assert ant.color == "black" and ant.quad_px is not None
    seen = np.mean(ant.quad_px, axis=0) - (np.array([2.5, 3.5]) + place)
    assert np.linalg.norm(seen) < 0.13, f"off by {seen} cells"


def test_one_across_which_gloss_fades_stays_where_it_lies() -> None:
    """Half of it is of one colour, finely looked at, and so placed by that it was a third of its size off."""
    place = (0.04, -0.02)
    flat, (x, y) = board(6, LEANING, (245, 200, 205)), spot_px(3, 2, *place)
    cv2.circle(flat.pixels, (x, y), round(0.35 * PX_PER_CELL), (150, 120, 40), -1, cv2.LINE_AA)
    rows, cols = np.mgrid[: len(flat.pixels), : len(flat.pixels)]
    fade = np.clip(0.5 + ((cols - x) + (rows - y)) / PX_PER_CELL, 0, 1) * (np.hypot(cols - x, rows - y) < 0.35 * PX_PER_CELL - 0.5)
    lit = flat.pixels + fade[..., None] * (np.array([252, 238, 190]) - (150, 120, 40)) * 0.8
    flat = flat.with_pixels(np.asarray(cv2.GaussianBlur(np.clip(lit, 0, 255).astype(np.uint8), (0, 0), 1.0), np.uint8))
    cells, paper = np.array([[2.5, 3.5]]), np.ones(3, np.float32)
    (found,) = placed_again(flat, cells, paper, np.array([(*place, 0.33)], np.float32))
    assert np.linalg.norm(found[:2] - place) < 0.07


@pytest.mark.parametrize("is_open", [False, True])
@pytest.mark.parametrize("name", ["black", "red", "blue"])
def test_what_is_plain_where_a_letter_shows_clearly_is_asked_about(name: str, is_open: bool) -> None:
    """A bold B whose counters blur has closed is as round as a token, and as large; so is pale print around a T in glare."""
    flat = board(3, {(1, 1): (OWN[name], (0.0, 0.0))}, (215, 90, 80))
    ants = find_ants(flat, flat.grid.middles, 3, OWN, open_cells=(np.arange(9) == 4) & is_open).ants
    assert [(ant.row, ant.col, ant.color) for ant in ants] == [(1, 1, None if is_open else name)]
