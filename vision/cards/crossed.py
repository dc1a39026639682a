"""A straight edge across what shows of a piece, beside the part that was taken for covered, and none of its print: there another begins.

Of two cards of the same paper hardly more than that edge is seen. What was taken to show beyond it is the other's: an eight in a row, of
which the left half shows as far as its three pips, has no others in the middle there, and was named six.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.cards.islands import near_print
from vision.image.quantiles import median_of
from vision.looks.blocks import squares
from vision.looks.canon import BLOCK, CELL, COLUMNS, ROWS
from vision.looks.matching import Library, Seen

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CrossedParams:
    """What counts as such an edge. Pixels of the canonical raster."""

    strong: float = 0.18
    """Strength of an edge, ..."""
    along: float = 0.85
    """... and the part of it that runs along the line."""
    wide_px: int = 3
    """It is as wide as that, beside what it leans."""
    least: float = 0.75
    """Part of the line, beside all print of the look, over which it is seen: on 72 named halves of cards there is none such."""
    least_beside: float = 0.4
    """Part of the line that has to lie beside print for anything to be told."""
    beside_cells: int = 2
    """Cells so far from it on either side ..."""
    same: float = 0.18
    """... are as bright in every channel, but for this (natural logarithm)."""
    least_shown: float = 0.7
    """Part of a row or a column of blocks that shows, ..."""
    most_hidden: int = 1
    """... and how many of the next one do."""


def crossed(library: Library, seen: Seen, look: int, shown: Floats, told: ExplainParams, params: CrossedParams | None = None) -> Cells:
    """The blocks (blocks,) of the outermost rows and columns that show, beside hidden ones, across which such an edge runs."""
    p, grid = params or CrossedParams(), shown.reshape(ROWS, COLUMNS) > 0
    off, own = np.zeros_like(grid), near_print(library.edges(look), told)
    strength = np.sqrt(squares(seen.edges))
    for turned, sign in ((False, 1.0), (True, -1.0)):
        line = _way(np.asarray((sign * seen.edges[..., 0] >= p.along * strength) & (strength >= p.strong)), turned)
        blocks, beside = _way(grid, turned), _way(~own, turned)
        wide = cv2.dilate(line.astype(np.uint8), np.ones((1, p.wide_px), np.uint8)) > 0
        for column in _outermost(blocks, p):
            part = slice(column * BLOCK, (column + 1) * BLOCK)
            lines = column * BLOCK + _lines(wide[:, part], beside[:, part], p)
            if any(_is_as_bright(np.swapaxes(seen.lit.log, 1, 2) if turned else seen.lit.log, line, p) for line in lines.tolist()):
                _way(off, turned)[:, column] |= blocks[:, column]
    return off.ravel()


def _way(field: Cells, is_turned: bool) -> Cells:
    """A field (H, W), or a view of it with its rows as columns."""
    return field.T if is_turned else field


def _outermost(blocks: Cells, params: CrossedParams) -> Iterator[int]:
    """The columns of blocks (rows, columns) most of which show, beside one that hardly does."""
    many = blocks.sum(0)
    for column in np.flatnonzero(many >= params.least_shown * len(blocks)).tolist():
        beside = many[[at for at in (column - 1, column + 1) if 0 <= at < len(many)]]
        if beside.min() <= params.most_hidden:
            yield column


def _lines(edges: Cells, free: Cells, params: CrossedParams) -> NDArray[np.int64]:
    """(n,): the columns in which a line of some `edges` (H, BLOCK) runs from end to end, as far as it is `free` (H, BLOCK) of print."""
    many, found = free.sum(0), (edges & free).sum(0)
    return np.flatnonzero((many >= params.least_beside * len(edges)) & (found >= params.least * many))


def _is_as_bright(log: Floats, line: int, params: CrossedParams) -> bool:
    """Whether cells (3, h, w), natural logarithms of light, are as bright on both sides of a line: beyond a shadow's edge they are not."""
    left, right = (line // CELL + off for off in (-params.beside_cells, params.beside_cells))
    if left < 0 or right >= log.shape[2]:
        return False
    return bool(np.abs(median_of(log[..., left], 1) - median_of(log[..., right], 1)).max() < params.same)
