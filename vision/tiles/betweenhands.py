"""A square of tiles two of whose opposite outer lines show no letter: which lines these are is told by the turns of its tiles.

A hand over one side and the table beside the other look alike, and letters laid a column off are all wrong. But each tile has one turn for
all its letters: of the grids a column apart that one fits in which most letters stand as the others of their tile do.
"""

from dataclasses import dataclass, replace

import numpy as np

from vision.letters.cells import Pixels
from vision.letters.net import LetterNet, log_sum
from vision.tiles.laid import Flags, moved_by
from vision.tiles.tiling import Tiling
from vision.tiles.view import View, ViewParams, fault_of, tile_of, view_of

HIDDEN = "a hand hides too much of two sides to tell where the board lies: take it away"


@dataclass(frozen=True, slots=True)
class BetweenParams:
    """When a grid is held against those beside it."""

    bare: float = 0.5
    """Part of an outer line that shows letters or tokens, at most: what a hand's edge and the pattern of a cloth look like."""
    lead: float = 3.0
    """Cells more that fit their tile than on any other grid: the edge of a hand may show a few."""


PARAMS = BetweenParams()


def steps_between(shows: Flags, params: BetweenParams = PARAMS) -> list[tuple[int, int]]:
    """Cells right and down by which a grid that `shows` (rows, cols) letters or tokens may be off between two bare outer lines."""
    columns, rows = shows.mean(axis=0), shows.mean(axis=1)
    steps = [(step, 0) for step in (-1, 1) if max(columns[0], columns[-1]) <= params.bare]
    return steps + [(0, step) for step in (-1, 1) if max(rows[0], rows[-1]) <= params.bare]


def settled_between(rgb: Pixels, view: View, tiling: Tiling, net: LetterNet, params: ViewParams, between: BetweenParams = PARAMS) -> View:
    """The view, or that a cell beside it where more letters fit their tiles; with a fault where none fits best clearly."""
    steps = steps_between(view.shows, between)
    if not steps or fault_of(view, params):
        return view
    views = [view, *(view_of(rgb, moved_by(view.flat.grid, *step), tiling, net, params) for step in steps)]
    fits = [fitting(one, tiling, params) for one in views]
    second, best = sorted(fits)[-2:]
    return views[fits.index(best)] if best - second >= between.lead else replace(view, fault=HIDDEN)


def fitting(view: View, tiling: Tiling, params: ViewParams) -> float:
    """Cells that show a token, or a letter in the turn in which most of their tile's do; one that is not clear counts in part."""
    shows = np.clip(log_sum(view.evidence[..., :-1], -1) / params.clear_nats, 0, 1)
    shows[view.under_tokens.ravel()] = 1
    tiles = tile_of(tiling)
    return sum(float(shows[tiles == tile].sum(axis=0).max()) for tile in range(tiling.tiles**2))
