"""A square of tiles an outer line of which shows no letter, or two opposite ones: which lines these are is told by the turns of its tiles.

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
    most_steps: int = 4
    """Times that a grid is held against those beside it: each time it may move a cell, and where it stays it lies."""


PARAMS = BetweenParams()


def steps_between(shows: Flags, params: BetweenParams = PARAMS) -> list[tuple[int, int]]:
    """Cells right and down by which a grid that `shows` (rows, cols) letters or tokens may be off: away from an outer line that is bare."""
    columns, rows = shows.mean(axis=0), shows.mean(axis=1)
    steps = [(step, 0) for step, line in ((-1, columns[-1]), (1, columns[0])) if line <= params.bare]
    return steps + [(0, step) for step, line in ((-1, rows[-1]), (1, rows[0])) if line <= params.bare]


def settled_between(rgb: Pixels, view: View, tiling: Tiling, net: LetterNet, params: ViewParams, between: BetweenParams = PARAMS) -> View:
    """The view, or that some cells beside it where clearly more letters fit their tiles.

    With a fault where none fits best clearly, and no letter at either end of a row tells where it ends. The cells of one that lies on the
    table with an outer line do not fit its print; where enough of it shows it is held against the others all the same.
    """
    for _ in range(between.most_steps):
        steps, is_faulty = steps_between(view.shows, between), bool(fault_of(view, params))
        if not steps or (is_faulty and view.shows.mean() < params.least_shown):
            return view
        others = [view_of(rgb, moved_by(view.flat.grid, *step), tiling, net, params) for step in steps]
        fits = [fitting(one, tiling, params) for one in others]
        lead = max(fits) - fitting(view, tiling, params)
        if lead <= -between.lead or (is_faulty and lead < between.lead):
            return view
        if lead < between.lead:
            is_open = any((-right, -down) in steps for right, down in steps)
            return replace(view, fault=HIDDEN) if is_open else view
        view = others[fits.index(max(fits))]
    return replace(view, fault=HIDDEN)


def fitting(view: View, tiling: Tiling, params: ViewParams) -> float:
    """Cells that show a token, or a letter in the turn in which most of their tile's do; one that is not clear counts in part."""
    shows = np.clip(log_sum(view.evidence[..., :-1], -1) / params.clear_nats, 0, 1)
    shows[view.under_tokens.ravel()] = 1
    tiles = tile_of(tiling)
    return sum(float(shows[tiles == tile].sum(axis=0).max()) for tile in range(tiling.tiles**2))
