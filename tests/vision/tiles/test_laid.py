"""How a grid lies on the letters of a board."""

import numpy as np

from tests.vision.tiles.test_tiled import at, table
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
