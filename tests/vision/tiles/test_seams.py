"""Lines between letters: single tiles of another game have them, letters on one tile have not."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import Style, glyph
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.tiles.seams import are_single

COUNT = 10
STYLE = Style(tile=(245, 240, 228))


def board(seam: int, colour: tuple[int, int, int], light: float = 1.0, aside: int = 0) -> Flat:
    """Ten rows of ten letters, a line of so many pixels between any two, `aside` of the middle, below print that lies there by chance, a
    little noisy."""
    rng, side = np.random.default_rng(7), PX_PER_CELL
    wide = round((COUNT + 2 * MARGIN) * side)
    picture = np.full((wide, wide, 3), colour, np.uint8)
    picture[side:-side, side:-side] = STYLE.tile
    for i in range(COUNT * COUNT):
        row, col = divmod(i, COUNT)
        y, x = round((row + MARGIN) * side), round((col + MARGIN) * side)
        picture[y : y + side, x : x + side] = glyph("ESACORTUD"[i % 9], side, STYLE)
        for at in (y, x):
            line = slice(at + aside, at + aside + seam)
            picture[(line, slice(x, x + side)) if at == y else (slice(y, y + side), line)] = colour
    for x, y, dx, dy in rng.integers(-20, 20, (300, 4)) + np.c_[rng.integers(0, wide, (300, 2)), np.zeros((300, 2), int)]:
        cv2.line(picture, (int(x), int(y)), (int(x + dx), int(y + dy)), (240, 110, 90), 2, cv2.LINE_AA)
    seen = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32) * light + rng.normal(0, 3, picture.shape)
    return Flat(Grid(COUNT, COUNT, np.eye(3)), np.asarray(np.clip(seen, 0, 255), np.uint8))


def told(flat: Flat, letters: int = COUNT) -> bool:
    there = np.zeros((COUNT, COUNT), np.bool_)
    there[:letters] = True
    return are_single(flat, flat.grid.middles, there, 5)


@pytest.mark.parametrize("light", [1.0, 0.4])
@pytest.mark.parametrize("colour", [(40, 110, 80), (250, 165, 120), (150, 190, 240)])
def test_letters_with_lines_between_them_stand_on_tiles_of_their_own(colour: tuple[int, int, int], light: float) -> None:
    assert told(board(3, colour, light))


@pytest.mark.parametrize("light", [1.0, 0.4])
def test_letters_printed_on_one_tile_have_none(light: float) -> None:
    assert not told(board(0, (40, 110, 80), light))


@pytest.mark.parametrize("aside", [-5, 2])
def test_the_lines_may_lie_beside_the_middle_as_letters_do_on_their_tiles(aside: int) -> None:
    assert told(board(3, (40, 110, 80), aside=aside))


def test_a_few_letters_side_by_side_tell_nothing() -> None:
    assert not told(board(3, (40, 110, 80)), letters=1)
