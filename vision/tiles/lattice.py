"""A board's cells by its letters alone: they stand in a lattice, whatever the outline was that told where to look.

An outline that takes in what lies beside the board, as a nest or a shadow, lays its cells askew. The middles of letters and tokens tell
how: seen on the cells as they should lie, all of them are half a cell off a line, each way.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid, Pixels, Points, flatten
from vision.tiles.square import gap_map

_HALF = 0.5


@dataclass(frozen=True, slots=True)
class LatticeParams:
    """How the letters' lattice is looked for. Lengths in cells."""

    beyond: int = 2
    """Cells on each side of the grid in which letters are looked for as well."""
    ink: float = 0.5
    """Bareness below which is ink."""
    side: tuple[float, float] = (0.25, 0.85)
    """Larger side of a letter or a token."""
    least_area: float = 0.03
    """Square cells."""
    askew: float = 0.18
    """By which a row may rise or be longer along each cell of it, at most,"""
    step: float = 0.01
    """and in such steps."""
    near: float = 0.16
    """A middle so near to its cell's belongs to it."""
    least: int = 40
    """Letters that have to,"""
    least_share: float = 0.6
    """and part of all that were found within the board."""


PARAMS = LatticeParams()


def relaid(rgb: Pixels, grid: Grid, params: LatticeParams = PARAMS) -> Grid | None:
    """The grid laid anew by the letters in it and beside it; None where few of them stand in one lattice."""
    points = middles_of_ink(rgb, grid, params)
    if len(points) < params.least:
        return None
    rough = np.stack([_straightened(points, axis, params) for axis in (0, 1)], axis=1)
    cells = np.floor(rough)
    moved, agree = cv2.findHomography(points, cells + _HALF, cv2.RANSAC, params.near)
    if moved is None:
        return None
    fits = agree.ravel() > 0
    sizes = np.array([grid.cols, grid.rows])
    first = np.array([_first_of(cells[fits, axis], int(sizes[axis])) for axis in (0, 1)])
    inside = ((cells >= first) & (cells < first + sizes)).all(axis=1)
    if (fits & inside).sum() < max(params.least, params.least_share * inside.sum()):
        return None
    back = np.linalg.inv(moved) @ np.array([[1, 0, first[0]], [0, 1, first[1]], [0, 0, 1]], np.float64)
    return grid.moved(grid.to_px @ back)


def middles_of_ink(rgb: Pixels, grid: Grid, params: LatticeParams = PARAMS) -> Points:
    """(n, 2) middles of what may be letters or tokens in a grid's cells and beside them, in its cells."""
    wide = 2 * params.beyond
    shift = np.array([[1, 0, -params.beyond], [0, 1, -params.beyond], [0, 0, 1]], np.float64)
    flat = flatten(rgb, Grid(grid.rows + wide, grid.cols + wide, grid.to_px @ shift))
    return _middles(flat, params) - params.beyond


def _middles(flat: Flat, params: LatticeParams) -> Points:
    """(n, 2) of the parts of ink that are as large as a letter, in the flat's cells."""
    ink = (gap_map(flat) < params.ink).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    left, top, width, height, area = (stats[1:, i].astype(np.float64) / PX_PER_CELL for i in range(5))
    side = np.maximum(width, height)
    is_letter = (side >= params.side[0]) & (side <= params.side[1]) & (area / PX_PER_CELL >= params.least_area)
    return np.stack([left + width / 2, top + height / 2], axis=1)[is_letter] - MARGIN


def _straightened(points: Points, axis: int, params: LatticeParams) -> NDArray[np.float64]:
    """(n,) one coordinate on the cells as they should lie: of all slopes the one with which most points lie alike between two lines."""
    slopes = np.arange(-params.askew, params.askew + params.step / 2, params.step)
    along, across = points[:, axis], points[:, 1 - axis]
    turns = [np.exp(2j * np.pi * np.outer(slopes, one)) for one in (along, across)]
    sums = np.abs((turns[0] * np.exp(2j * np.pi * along)) @ turns[1].T)
    own, other = np.unravel_index(int(np.argmax(sums)), sums.shape)
    straight = along * (1 + slopes[own]) + across * slopes[other]
    phase = float(np.angle(np.exp(2j * np.pi * straight).sum()) / (2 * np.pi))
    return np.asarray(straight - phase + _HALF, np.float64)


def _first_of(cells: NDArray[np.float64], count: int) -> int:
    """The first of `count` cells in a row that hold most of these."""
    starts = np.arange(int(cells.min()) - 1, int(cells.max()) + 1)
    held = [int(((cells >= start) & (cells < start + count)).sum()) for start in starts]
    best = np.flatnonzero(np.array(held) == max(held))
    return int(starts[best[len(best) // 2]])
