"""Whether a whole side of a board is not there: the table shows where its tiles would lie, as it does around the others.

Where the outer row of tiles is hidden, the others lie as well on a board that is laid a row further on, of which the row on the other side
is missing. A hand over that row tells that it is there; the bare table tells that the board lies elsewhere, or not all of it.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.looks.colours import linear
from vision.tiles.look import TileLook

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]

OPEN_SIDED = "no letters show along a whole side of the board, and which side that is cannot be told: show the whole board"
"""What is said of a board of which that is so."""
_ALIKE = 0.4
"""Logarithm of light, of each colour, by which the table differs from one place to another at most."""
_DARK = 0.02
"""Light added before logarithms are taken."""


def is_open_sided(flat: Flat, there: Sequence[TileLook], tiles: int) -> bool:
    """Whether all tiles of an outer row or column are missing, of a board so many tiles wide, and the table shows where most would lie."""
    return any(_is_bare(flat, missing, tiles) for missing in _missing_sides({(look.row, look.col) for look in there}, tiles))


def _missing_sides(there: set[tuple[int, int]], tiles: int) -> list[list[tuple[int, int]]]:
    """The tiles of each outer row or column of which none is there."""
    rows = [[(side, place) for place in range(tiles)] for side in (0, tiles - 1)]
    sides = rows + [[(col, row) for row, col in side] for side in rows]
    return [side for side in sides if there.isdisjoint(side)]


def _is_bare(flat: Flat, missing: list[tuple[int, int]], tiles: int) -> bool:
    """Whether most of these places have the table's colour, that of what lies around the other tiles."""
    log = np.log(linear(flat.pixels) + np.float32(_DARK))
    side = (log.shape[0] - 2 * MARGIN * PX_PER_CELL) / tiles
    around = np.median(log[_ring(log.shape[:2]) & ~_beside(log.shape[:2], missing, side)], axis=0)
    alike = [bool((np.abs(_middle(log, row, col, side) - around) < _ALIKE).all()) for row, col in missing]
    return sum(alike) > len(alike) / 2


def _ring(shape: tuple[int, ...]) -> Flags:
    """(H, W): what lies around the board."""
    ring, width = np.ones(shape, np.bool_), round(0.6 * MARGIN * PX_PER_CELL)
    ring[width:-width, width:-width] = False
    return ring


def _beside(shape: tuple[int, ...], missing: list[tuple[int, int]], side: float) -> Flags:
    """(H, W): the rows, or columns, of a missing side, from one end of the board to the other."""
    beside = np.zeros(shape, np.bool_)
    along = 0 if len({row for row, _ in missing}) == 1 else 1
    part = np.moveaxis(beside, along, 0)
    edge = round(MARGIN * PX_PER_CELL + side)
    if missing[0][along] == 0:
        part[:edge] = True
    else:
        part[-edge:] = True
    return beside


def _middle(log: Floats, row: int, col: int, side: float) -> Floats:
    """(3,): the middle of what is seen in a tile's place."""
    low = [round(MARGIN * PX_PER_CELL + at * side) for at in (row, row + 1, col, col + 1)]
    return np.asarray(np.median(log[low[0] : low[1], low[2] : low[3]].reshape(-1, 3), axis=0), np.float32)
