"""Whether cells lie where a board's letters are: told by letters beside the board, and by print inside it that makes no letters.

A grid that is a whole cell off reads letters well, in the wrong cells; one of a wrong pitch or turn reads halves of letters, some of them
as other letters. Both must be told, since each letter for itself looks as sure as on a board that is laid well.
"""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Grid, Points
from vision.letters.net import SIDE, Floats, LetterNet, log_sum
from vision.observation import Quad

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class LaidParams:
    """When a board counts as laid well. Parts, 0 to 1."""

    beside: float = 0.3
    """Of the cells along one side, just outside: so many letters there, and the board goes on."""
    paper: float = 0.75
    """Of the light of the lightest places of the cell within, in each colour: less there, and what is seen is no print on paper, but a
    ground that resembles letters, as a woven one does."""
    bare: float = 0.2
    """Of a row of cells that show letters, at most, where nothing is printed."""
    clear: float = 0.78
    """Of the printed cells that have to show a letter."""
    printed: float = 0.6
    """Spread of greys within a cell, of that of the cells with letters, from which on something is printed there."""
    least: int = 20
    """Printed cells from which on their share tells anything."""
    letter_nats: float = 2.2
    """By which the letters together are likelier than nothing."""


PARAMS = LaidParams()
FOUND = 2
"""Letters as which a corner counts that was found: it is off by a fifth of a cell, usually, and so by little more than some letters are."""
UNFIT = "the cells do not fit the print: lay the tiles edge to edge, show the whole board from above, in even light"
"""What is said of cells laid beside the letters."""
FULL, BARE = 0.7, 0.1
"""Part of a line's cells that show a letter or a token, at least and at most."""


def letter_shows(evidence: Floats, params: LaidParams = PARAMS) -> Flags:
    """(n,) whether any letter in any turn is clearly likelier than nothing, for (n, 4, letters + 1) nats."""
    letters = evidence[..., :-1]
    flat = letters.reshape(len(letters), letters.shape[1] * letters.shape[2])
    return np.asarray(log_sum(flat, 1) > params.letter_nats, np.bool_)


def beside(grey: Flat, colours: Flat, middles: Points, net: LetterNet, params: LaidParams = PARAMS) -> Floats:
    """(4,) part of the cells just outside the top, right, bottom and left side that show letters on the board's paper.

    `middles` as they were laid in `grey`; `colours` is the same in colour.
    """
    rows, cols = grey.grid.rows, grey.grid.cols
    fit, _ = cv2.findHomography(grey.grid.middles, middles)
    if fit is None:
        return np.zeros(4, np.float32)
    there, within = (_along_sides(rows, cols, by, np.asarray(fit, np.float64)) for by in (0.5, -0.5))
    shows = letter_shows(net.evidence(grey.cut(there, 0.9, SIDE)), params)
    shows &= _lightest(colours, there) >= params.paper * _lightest(colours, within)
    ends = np.cumsum([0, cols, rows, cols, rows])
    return np.array([shows[a:b].mean() for a, b in itertools.pairwise(ends)], np.float32)


def _along_sides(rows: int, cols: int, by: float, fit: Points) -> Points:
    """(n, 2) the middles of what lies so far outside the top, right, bottom and left side of a board, as `fit` (3, 3) lays its cells."""
    x, y = np.arange(cols) + 0.5, np.arange(rows) + 0.5
    sides = [(x, np.full(cols, -by)), (np.full(rows, cols + by), y), (x, np.full(cols, rows + by)), (np.full(rows, -by), y)]
    around = np.concatenate([np.stack(side, -1) for side in sides])
    return np.asarray(cv2.perspectiveTransform(around.reshape(-1, 1, 2), fit).reshape(-1, 2), np.float64)


def _lightest(colours: Flat, middles: Points) -> Floats:
    """(n,) how light the lightest tenth of each cell is, in the colour in which it is least so: of white paper all are."""
    cells = colours.cut(middles, 0.9, SIDE).min(axis=3)
    return np.asarray(np.percentile(cells.reshape(len(middles), -1), 90, axis=1), np.float32)


def steps_off(sides: Floats, shows: Flags, params: LaidParams = PARAMS) -> tuple[int, int]:
    """Cells right and down by which the grid has to move: letters go on beside one side, and rows are bare at the other.

    `sides` as of `beside`; `shows` is (rows, cols), cells with a letter or a token. (0, 0) where nothing is off, or not by whole cells.
    """
    columns, rows = shows.mean(axis=0), shows.mean(axis=1)
    right = _step(float(sides[1]), float(sides[3]), columns, params)
    return right, _step(float(sides[2]), float(sides[0]), rows, params)


def _step(after: float, before: float, lines: Floats, params: LaidParams) -> int:
    """Along one axis: how many lines lie beyond the print, on the side away from the letters that go on."""
    if max(after, before) < params.beside:
        return 0
    is_bare = lines[::-1] <= params.bare if before > after else lines <= params.bare
    count = int(np.argmin(is_bare)) if not is_bare.all() else 0
    return -count if before > after else count


def clear_share(grey: Flat, middles: Points, shows: Flags, counted: Flags, params: LaidParams = PARAMS) -> float:
    """Part of the printed cells among the `counted` ones (n,) that show a letter (n,); 1 where too few are printed to tell."""
    if not (shows & counted).any():
        return 0.0 if counted.sum() >= params.least else 1.0
    spread = grey.cut(middles, 0.9, SIDE).reshape(len(middles), -1).std(axis=1)
    printed = counted & (spread > params.printed * float(np.median(spread[shows & counted])))
    return float(shows[printed].mean()) if printed.sum() >= params.least else 1.0


def moved_by(grid: Grid, right: int, down: int) -> Grid:
    """The grid moved by whole cells."""
    return grid.moved(grid.to_px @ np.array([[1, 0, right], [0, 1, down], [0, 0, 1]], np.float64))


def complaint(sides: Floats, clear: float, params: LaidParams = PARAMS) -> str:
    """What does not fit, and what to do about it; empty when the board is laid well."""
    goes_on = [name for name, share in zip(("upper", "right", "lower", "left"), sides, strict=True) if share >= params.beside]
    if goes_on:
        return f"letters go on beyond the board's {' and '.join(goes_on)} edge: show the whole board and nothing of its kind beside it"
    if clear < params.clear:
        return UNFIT
    return ""


def corners_of(grid: Grid, middles: Points, shows: Flags) -> Quad:
    """The outer corners of a board's cells in the picture, by the `middles` (n, 2) where its letters lie that show (n,).

    Those of the grid that was found lie up to a quarter of a cell off. Where a side's letters are hidden nothing else tells how it goes
    on; therefore they have a say, too.
    """
    ends = np.array([(0, 0), (grid.cols, 0), (grid.cols, grid.rows), (0, grid.rows)], np.float64).repeat(FOUND, axis=0)
    fit, _ = cv2.findHomography(np.concatenate([grid.middles[shows], ends]), np.concatenate([middles[shows], ends]))
    return grid.corners_px if fit is None else grid.moved(np.asarray(grid.to_px @ fit, np.float64)).corners_px


def skips_lines(shows: Flags) -> bool:
    """Whether more than one inner line of cells (rows, cols) is bare between full ones: a grid narrower than the letters, no hand."""
    for lines in (shows.mean(axis=0), shows.mean(axis=1)):
        full = lines >= FULL
        if ((lines[1:-1] <= BARE) & full[:-2] & full[2:]).sum() > 1:
            return True
    return False
