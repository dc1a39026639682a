"""What is printed on one letter tile that lies alone: its letters row by row, and where a ring around a food is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.board import UNREADABLE, read_board
from vision.letters.cells import Grid, flatten
from vision.letters.net import TURNS, LetterNet, letter_net
from vision.observation import Point
from vision.tiles.redfilter import red_glass
from vision.tiles.rings import ringed

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Print:
    """What a tile shows."""

    rows: tuple[str, ...]
    """Its letters, a string a row; `?` where none stands."""
    food: Point | None
    """Row and column of the ring, counted from 0 at the middle of the first cell; None where none stands out."""
    is_upright: bool
    """Whether its letters stand upright, or too few were read to tell."""


def read_print(rgb: Pixels, cells: int, net: LetterNet | None = None) -> Print:
    """What a tile (H, W, 3) RGB, cut at its edges, of cells x cells letters shows as it lies."""
    high, wide = rgb.shape[:2]
    grid = Grid.of_corners(cells, cells, ((0, 0), (wide, 0), (wide, high), (0, high)))
    grey = red_glass(rgb)
    board = read_board(np.ascontiguousarray(np.repeat(grey[:, :, None], 3, axis=2)), grid, net or letter_net())
    flat = flatten(np.ascontiguousarray(np.repeat(rgb[:, :, :1], 3, axis=2)), grid)
    food = ringed(flat.with_pixels(np.ascontiguousarray(flat.pixels[:, :, 0])), grid.middles, cells, (0, 0), cells)
    rows = tuple("".join(sign if sign.isalpha() else UNREADABLE for sign in row) for row in board.letters)
    return Print(rows, food, "letters lie" not in board.why)


def upright(rgb: Pixels, cells: int) -> tuple[int, Print]:
    """How many quarter turns counterclockwise set a tile's letters upright, and what it shows then; 0 where no turn does."""
    looks = [read_print(rgb, cells)]
    while not looks[-1].is_upright and len(looks) < len(TURNS):
        looks.append(read_print(np.ascontiguousarray(np.rot90(rgb, len(looks))), cells))
    return (len(looks) - 1, looks[-1]) if looks[-1].is_upright else (0, looks[0])
