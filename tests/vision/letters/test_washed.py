"""Glare on a tile: white paper hides nothing as long as ink would show, and ink that fades away may go on where nothing is seen."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.letters.cells import PX_PER_CELL, Flat, Grid
from vision.letters.inkbox import boxes_at
from vision.letters.washed import burnt_out, ink_shows, is_alone, white_share

GRID = Grid.of_corners(1, 1, [(0, 0), (100, 0), (100, 100), (0, 100)])
SIDE = 3 * PX_PER_CELL


def tile(glare: NDArray[np.int64] | int) -> Flat:
    """An H on a tile in a lamp's light, on a dark table."""
    picture = np.full((SIDE, SIDE), 60, np.uint8)
    picture[40:80, 40:80] = 225
    cv2.putText(picture, "H", (50, 70), cv2.FONT_HERSHEY_SIMPLEX, 0.85, 70, 3, cv2.LINE_AA)
    lit = np.clip(picture.astype(np.int64) + glare, 0, 255).astype(np.uint8)
    return Flat(GRID, np.repeat(lit[..., None], 3, axis=2))


def shows(flat: Flat, alone: bool = False) -> bool:
    """Whether ink shows on the tile, which glare has made white; `alone`: no letter has more than what its own half shows."""
    grey = flat.with_pixels(np.ascontiguousarray(flat.pixels[..., 0]))
    assert white_share(flat, GRID.middles)[0] > 0.4
    return bool(ink_shows(grey, GRID.middles, boxes_at(grey, GRID.middles), np.array([True]), np.array([alone]))[0])


@pytest.mark.parametrize("level", [35, 80])
def test_dark_ink_on_white_paper_is_not_washed_out(level: int) -> None:
    assert shows(tile(level))


def test_ink_that_fades_towards_a_side_may_go_on_there() -> None:
    ramp = np.linspace(250, 20, SIDE).astype(np.int64)[:, None]
    assert not shows(tile(np.asarray(np.broadcast_to(ramp, (SIDE, SIDE)))))


def test_ink_that_fades_beyond_a_letter_hides_nothing_where_no_other_has_more_there() -> None:
    ramp = np.linspace(240, 20, SIDE).astype(np.int64)[:, None]
    faded = tile(np.asarray(np.broadcast_to(ramp, (SIDE, SIDE))))
    assert not shows(faded)
    assert shows(faded, alone=True)


def test_letters_with_something_above_or_below_them_are_not_alone() -> None:
    assert [letter for letter in "ABCIOQUÄ" if not is_alone(letter, "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ")] == ["A", "C", "I", "O", "U"]
    assert is_alone("A", "ABC")


def test_where_nothing_is_printed_nothing_tells_how_dark_ink_is() -> None:
    flat = tile(0)
    flat.pixels[42:78, 42:78] = 255
    assert not shows(flat)
    assert white_share(tile(0), GRID.middles)[0] == 0


def row_of_tiles(paper: int, lit: int, glare: int) -> tuple[Flat, Flat]:
    """Ten letters on paper of that level, under a lamp's image on the first `lit` ones; in colour and in grey."""
    grid = Grid.of_corners(1, 10, [(0, 0), (1000, 0), (1000, 100), (0, 100)])
    picture = np.full((SIDE, SIDE + 9 * PX_PER_CELL), paper, np.int64)
    for i in range(10):
        ink = np.zeros(picture.shape, np.uint8)
        cv2.putText(ink, "EHNATFKUXR"[i], (50 + i * PX_PER_CELL, 70), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 255, 2, cv2.LINE_AA)
        picture -= (paper - 60) * ink.astype(np.int64) // 255
    picture[:, PX_PER_CELL : round((1 + lit) * PX_PER_CELL)] += glare
    grey = np.clip(picture, 0, 255).astype(np.uint8)
    return Flat(grid, np.repeat(grey[..., None], 3, axis=2)), Flat(grid, grey)


def test_paper_that_a_camera_shows_as_white_is_not_burnt_out_and_what_glare_makes_white_is() -> None:
    bright, spot, both = row_of_tiles(252, 0, 0), row_of_tiles(225, 4, 180), row_of_tiles(252, 4, 180)
    told = [burnt_out(flat, grey, flat.grid.middles, 0.02).tolist() for flat, grey in (bright, spot, both)]
    assert told[0] == [False] * 10
    assert told[1] == [True] * 4 + [False] * 6
    assert told[2] == [True] * 10, "beside glare nobody knows where white is the paper's own"
