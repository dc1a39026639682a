"""How a grid lies on the letters of a board."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_tiled import ART, GAP, NAMES, TILE, TURNS, at, table
from vision.letters.cells import Grid, Pixels
from vision.letters.net import letter_net
from vision.tiles.laid import UNFIT, skips_lines
from vision.tiles.tiling import Tiling
from vision.tiles.view import ViewParams, fault_of, view_of


def test_a_grid_with_every_other_line_bare_is_laid_narrower_than_the_letters() -> None:
    shows = np.ones((15, 15), np.bool_)
    shows[1::2] = False
    assert skips_lines(shows) and skips_lines(shows.T)


def test_a_hand_over_some_lines_is_none() -> None:
    shows = np.ones((15, 15), np.bool_)
    shows[4:8] = shows[10] = False
    assert not skips_lines(shows)


def test_a_board_laid_over_half_its_height_does_not_fit() -> None:
    """A line of letters shows in every other line of cells: each is read clearly, and stands in a wrong place."""
    grid = at((0, 0.25), (15, 0.25), (15, 7.75), (0, 7.75))
    assert fault_of(view_of(table(ants=False), grid, Tiling(), letter_net(), ViewParams()), ViewParams()) == UNFIT


def amid(light: float) -> tuple[Pixels, Grid]:
    """A board, and all around it tiles of its kind that are so light, from above; and where its cells lie."""
    rng, side = np.random.default_rng(4), TILE + GAP
    picture = np.full((5 * side + 40, 5 * side + 40, 3), (148, 140, 130), np.uint8)
    for i, (row, col) in enumerate(np.ndindex(5, 5)):
        face = np.rot90(cv2.resize(ART[NAMES[i % 9]].rgb, (TILE, TILE), interpolation=cv2.INTER_AREA), -TURNS[i % 9])
        is_board = row in (1, 2, 3) and col in (1, 2, 3)
        y, x = 20 + row * side, 20 + col * side
        picture[y : y + TILE, x : x + TILE] = np.asarray(face * (1.0 if is_board else light), np.uint8)
    noisy = cv2.GaussianBlur(picture, (0, 0), 0.6) + rng.normal(0, 2.5, picture.shape)
    low, high = 20.0 + side, 20.0 + 3 * side + TILE
    return np.asarray(np.clip(noisy, 0, 255), np.uint8), Grid.of_corners(15, 15, [(low, low), (high, low), (high, high), (low, high)])


@pytest.mark.parametrize(("light", "is_asked"), [(1.0, True), (0.85, True), (0.5, False)])
def test_letters_go_on_beyond_a_board_where_they_lie_on_its_paper(light: float, is_asked: bool) -> None:
    """The strands of a rattan table read as letters around a board that was found to the pixel, and none of it was told."""
    picture, grid = amid(light)
    fault = fault_of(view_of(picture, grid, Tiling(), letter_net(), ViewParams()), ViewParams())
    assert ("go on beyond" in fault) is is_asked
