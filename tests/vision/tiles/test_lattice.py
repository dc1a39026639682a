"""Cells laid askew are laid anew by their letters; print that stands in no lattice lays nothing."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles import test_tiled
from tests.vision.tiles.test_tiled import at, found_grid, table
from vision.letters.cells import Grid, Pixels
from vision.letters.gridlines import Found
from vision.letters.net import letter_net
from vision.tiles import tiled
from vision.tiles.lattice import middles_of_ink, relaid
from vision.tiles.square import Floats, lay
from vision.tiles.tiling import Tiling

SIDE = 15
ASKEW = [
    pytest.param(((0, 0), (SIDE, 1.4), (SIDE, 14.6), (0, SIDE)), id="one side lower"),
    pytest.param(((0.6, -1.1), (15.4, 0.3), (14.7, 15.8), (-0.5, 14.2)), id="turned"),
    pytest.param(((-0.8, -0.8), (15.8, -0.8), (15.8, 15.8), (-0.8, 15.8)), id="too large"),
    pytest.param(((0, -2), (SIDE, -2), (SIDE, 13), (0, 13)), id="two cells off"),
]


def off_cells(grid: Grid) -> float:
    """How far its cells lie from where they are, at most, in cells; whole cells do not count: they are told apart later."""
    true = found_grid()
    seen = np.array([(x + 0.5, y + 0.5) for x in range(2, 13) for y in range(2, 13)])
    back = np.linalg.inv(grid.to_px)
    px = true.px(seen)
    there = np.c_[px, np.ones(len(px))] @ back.T
    off = there[:, :2] / there[:, 2:] - seen
    return float(np.abs(off - np.round(off.mean(axis=0))).max())


@pytest.mark.parametrize("corners", ASKEW)
def test_a_grid_laid_askew_is_laid_by_its_letters(corners: tuple[tuple[float, float], ...]) -> None:
    grid = at(*corners)
    there = relaid(table(), grid)
    assert there is not None and off_cells(there) < 0.3
    inside = middles_of_ink(table(), there)
    assert ((inside >= 0) & (inside <= SIDE)).all(axis=1).mean() > 0.9, "on the letters, not beside them"


@pytest.mark.slow
def test_a_board_of_which_every_outline_is_askew_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where nests lie close: their print and the tiles' is one for the eye that looks for a square."""
    grid = at((0, 1.2), (SIDE, -1.2), (SIDE, 13.8), (0, 16.2))

    def askew(rgb: Pixels, quad: Floats, tiles: int, cells: int, *_: object) -> Found | None:
        found = lay(rgb, quad, tiles, cells)
        return None if found is None else Found(grid, found.score)

    monkeypatch.setattr(tiled, "lay", askew)
    monkeypatch.setattr(tiled, "_filling", lambda *_: None)
    board = test_tiled.read(table(), enrolled=True)
    assert board is not None and board.confidence > 0
    assert test_tiled.faults(board) == []
    monkeypatch.setattr(tiled, "relaid", lambda *_: None)
    without = test_tiled.read(table(), enrolled=True)
    assert without is None or without.confidence == 0


def test_an_outline_that_leads_to_no_lattice_hides_none_that_another_one_leads_to() -> None:
    """And two that lead to the same one are one."""
    beside, askew = at((16, 0), (31, 0), (31, 15), (16, 15)), at((0, 1.2), (SIDE, -1.2), (SIDE, 13.8), (0, 16.2))
    larger = at((-0.8, -0.8), (15.8, -0.8), (15.8, 15.8), (-0.8, 15.8))
    found = list(tiled._lattices(table(), [beside, askew, larger], tiled.PARAMS))
    assert [off_cells(one) < 0.3 for one in found] == [True]


def test_where_one_lattice_reads_no_board_the_next_one_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    photo, far = table(ants=False).copy(), at((20, 0), (35, 0), (35, 15), (20, 15))
    hand = np.rint(found_grid().px([(-2.0, 7.5), (17.0, 7.5), (17.0, 18.0), (-2.0, 18.0)])).astype(np.int32)
    cv2.fillPoly(photo, [hand], (205, 150, 122))
    monkeypatch.setattr(tiled, "_lattices", lambda *_: iter([far, found_grid()]))
    seen = tiled._relaid(photo, [far], Tiling(), letter_net(), tiled.PARAMS)
    assert seen is not None and seen[0].confidence, "half a board, the rest of which a hand hides, is told as well"
    assert sum(sign.isalpha() for row in seen[0].letters for sign in row) >= 90


@pytest.mark.parametrize("seed", range(3))
def test_print_that_stands_in_no_lattice_lays_nothing(seed: int) -> None:
    rng = np.random.default_rng(seed)
    picture = np.full((700, 700, 3), 235, np.uint8)
    for x, y in rng.uniform(30, 660, (220, 2)):
        picture[int(y) : int(y) + 18, int(x) : int(x) + 14] = 40
    corners = [(50.0, 50.0), (650.0, 50.0), (650.0, 650.0), (50.0, 650.0)]
    assert relaid(picture, Grid.of_corners(SIDE, SIDE, corners)) is None


def test_a_bare_table_lays_nothing() -> None:
    corners = [(50.0, 50.0), (650.0, 50.0), (650.0, 650.0), (50.0, 650.0)]
    assert relaid(np.full((700, 700, 3), 200, np.uint8), Grid.of_corners(SIDE, SIDE, corners)) is None
