"""A board one side of which a hand hides: where it lies is told by the turns of its tiles, or not at all."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_tiled import ART, GAP, NAMES, TILE, at, expected, faults, found_grid, table
from vision.letters.cells import Grid
from vision.letters.net import letter_net
from vision.tiles.betweenhands import HIDDEN, fitting, steps_between
from vision.tiles.laid import moved_by
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling
from vision.tiles.view import PARAMS, view_of

Pixels = NDArray[np.uint8]


def under_an_arm(photo: Pixels, grid: Grid) -> Pixels:
    """The picture with an arm over the first two columns and what lies beside them."""
    covered = photo.copy()
    ring = np.rint(grid.px([(-3.0, -3.0), (2.05, -3.0), (2.05, 18.0), (-3.0, 18.0)])).astype(np.int32)
    cv2.fillPoly(covered, [ring], (205, 150, 122))
    return covered


@pytest.mark.parametrize("off", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_a_board_laid_a_column_or_two_off_beside_an_arm_is_laid_by_the_turns_of_its_tiles(off: int) -> None:
    photo = under_an_arm(table(ants=False), found_grid())
    board = read_at(photo, at((off, 0), (off + 15, 0), (off + 15, 15), (off, 15)), Tiling(), letter_net())
    assert board is not None
    assert faults(board) == []
    read = sum(sign == there for row, line in zip(board.letters, expected(), strict=True) for sign, there in zip(row, line, strict=True))
    assert read >= 165


def test_a_board_that_does_not_fit_its_cells_with_a_column_on_the_table_is_laid_so_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """The grain of a table or its cloth is as strong as print, and no letter."""
    monkeypatch.setattr("vision.tiles.betweenhands.fault_of", lambda view, _: "" if view.shows[:, -1].any() else "the cells do not fit")
    photo = under_an_arm(table(ants=False), found_grid())
    board = read_at(photo, at((2, 0), (17, 0), (17, 15), (2, 15)), Tiling(), letter_net())
    assert board is not None
    assert board.why != HIDDEN
    read = sum(sign == there for row, line in zip(board.letters, expected(), strict=True) for sign, there in zip(row, line, strict=True))
    assert read >= 165


def test_where_all_tiles_lie_alike_such_a_board_is_not_laid_and_that_is_said() -> None:
    side = 3 * TILE + 2 * GAP
    photo = np.full((side + 300, side + 300, 3), (148, 140, 130), np.uint8)
    for i, name in enumerate(NAMES):
        y, x = (150 + part * (TILE + GAP) for part in divmod(i, 3))
        photo[y : y + TILE, x : x + TILE] = cv2.resize(ART[name].rgb, (TILE, TILE), interpolation=cv2.INTER_AREA)
    ends = (150, 150 + side)
    grid = Grid.of_corners(15, 15, [(ends[0], ends[0]), (ends[1], ends[0]), (ends[1], ends[1]), (ends[0], ends[1])])
    off = Grid.of_corners(15, 15, grid.px([(1, 0), (16, 0), (16, 15), (1, 15)]).tolist())
    board = read_at(under_an_arm(photo, grid), off, Tiling(), letter_net())
    assert board is not None
    assert board.why == HIDDEN and board.confidence == 0
    assert not any(sign.isalpha() for row in board.letters for sign in row)


def test_only_away_from_a_bare_line_a_grid_may_be_off() -> None:
    shows = np.ones((15, 15), np.bool_)
    assert steps_between(shows) == []
    shows[:, 0] = False
    assert steps_between(shows) == [(1, 0)]
    shows[:, -1] = False
    assert steps_between(shows) == [(-1, 0), (1, 0)]


def test_a_line_in_a_third_of_which_a_patterned_cloth_looks_like_letters_is_bare() -> None:
    shows = np.ones((15, 15), np.bool_)
    shows[5:, 0] = shows[3:, -1] = False
    assert steps_between(shows) == [(-1, 0), (1, 0)]
    assert steps_between(shows.T) == [(0, -1), (0, 1)]


def test_letters_that_stand_otherwise_than_their_tile_do_not_fit_it() -> None:
    photo, tiling = under_an_arm(table(ants=False), found_grid()), Tiling()
    true, off = (view_of(photo, moved_by(found_grid(), step, 0), tiling, letter_net(), PARAMS) for step in (0, 1))
    assert fitting(true, tiling, PARAMS) - fitting(off, tiling, PARAMS) > 15
