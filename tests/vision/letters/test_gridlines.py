"""A board of cells found by its lines: where it is taken for lying some cells aside, its lines say better."""

import cv2
import numpy as np
import pytest

from vision.letters import gridlines
from vision.letters.cells import Grid, Pixels
from vision.letters.gridlines import Found, change_maps, find_grid, leant, refine

COUNT = 15
TRUE = [(303.0, 128.0), (588.0, 114.0), (623.0, 409.0), (295.0, 423.0)]
AWRY = [(306.0, 105.0), (579.0, 89.0), (644.0, 371.0), (291.0, 380.0)]
"""The board's corners in pixels, and those of an outline that takes in the table above it and leaves out its last two rows."""


def picture() -> Pixels:
    """A board with a frame on a table."""
    rgb = np.full((506, 900, 3), (196, 160, 110), np.uint8)
    rgb[:] = np.clip(rgb + np.random.default_rng(2).normal(0, 3, rgb.shape), 0, 255)
    grid = Grid.of_corners(COUNT, COUNT, TRUE)
    frame = grid.px([(-0.4, -0.4), (COUNT + 0.4, -0.4), (COUNT + 0.4, COUNT + 0.4), (-0.4, COUNT + 0.4)])
    cv2.fillPoly(rgb, [np.rint(frame).astype(np.int32)], (150, 220, 215), cv2.LINE_AA)
    for k in range(COUNT + 1):
        for ends in ([(k, 0), (k, COUNT)], [(0, k), (COUNT, k)]):
            one, other = np.rint(grid.px(ends)).astype(int).tolist()
            cv2.line(rgb, one, other, (120, 150, 190), 1, cv2.LINE_AA)
    return rgb


def off(grid: Grid) -> float:
    """Pixels by which a grid's corners are off the board's, at most."""
    return float(np.abs(np.asarray(grid.corners_px) - np.asarray(TRUE)).max())


def test_a_grid_that_takes_in_frame_and_table_is_laid_where_its_lines_stand_out_more() -> None:
    across, down = change_maps(picture())
    awry = refine(across, down, Grid.of_corners(COUNT, COUNT, AWRY))
    assert off(awry.grid) > 15
    assert off(leant(across, down, awry).grid) < 3


def test_a_board_so_found_is_not_read_a_row_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighteen of its letters were told in the cells below their own."""
    monkeypatch.setattr(gridlines, "_combs", lambda *_: iter([Found(Grid.of_corners(COUNT, COUNT, AWRY), 2.0)]))
    found = find_grid(picture(), COUNT, COUNT)
    assert found is not None
    assert off(found.grid) < 3


def test_a_grid_that_is_laid_well_stays() -> None:
    across, down = change_maps(picture())
    well = refine(across, down, Grid.of_corners(COUNT, COUNT, TRUE))
    assert leant(across, down, well) is well
