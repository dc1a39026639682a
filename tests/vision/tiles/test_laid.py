"""How a grid lies on the letters of a board."""

import numpy as np

from vision.tiles.laid import skips_lines


def test_a_grid_with_every_other_line_bare_is_laid_narrower_than_the_letters() -> None:
    shows = np.ones((15, 15), np.bool_)
    shows[1::2] = False
    assert skips_lines(shows) and skips_lines(shows.T)


def test_a_hand_over_some_lines_is_none() -> None:
    shows = np.ones((15, 15), np.bool_)
    shows[4:8] = shows[10] = False
    assert not skips_lines(shows)
