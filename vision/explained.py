"""Does a look explain all that is seen of a piece? That every rival fits worse is no proof: the piece itself may never have been enrolled.

Measured without any rival: print block by block, hues, and print that is taken for covered where the piece lies open.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.blocks import energies, responses
from vision.canon import BLOCK, COLUMNS, ROWS
from vision.gains import balanced, middle, smallest, smooth
from vision.matching import WINDOWS, Library, Seen, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ExplainParams:
    """How closely is looked."""

    reach_px: int = 2
    """A block of print may lie so far from its place."""
    least_print: float = 0.06
    """Mean squared edge strength of a block that holds print ..."""
    much_print: float = 0.4
    """... and no less than this part of the mean of those."""
    burnt: float = 0.95
    """A cell brighter than this in every channel may have lost its print to glare."""
    most_burnt: float = 0.5
    """Part of a block that may have."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece, in colour cells."""
    least_hue: float = 0.03
    """How far a cell's colour must lie from that of the paper, as seen and as enrolled, to have a hue."""
    same_hue: float = 0.5
    """Cosine between two hues under which they are not one."""
    noise: float = 0.05
    """Squared colour, summed over the cells, that is noise."""
    open_rim: float = 0.74
    """Part of the rim, beside what is taken for covered, that must be an edge for the piece to lie open there ..."""
    open_blocks: int = 3
    """... over the length of so many blocks."""


@dataclass(frozen=True, slots=True)
class Explained:
    """How well a look explains a region, with no rival in mind."""

    printed: float = 1.0
    """The second lowest correlation of a block that holds much print, shows and is not burnt out; 1 when there are none."""
    opposed: float = 0.0
    """Part of the coloured area whose hue is not the look's: 0 to 1."""
    laid_open: float = 1.0
    """Like `printed`, over all blocks, for a piece that lies open where it is taken for covered; else 1."""


def explained(
    library: Library, seen: Seen, look: int, shown: Floats, open_: Floats | None, params: ExplainParams, bare: Floats = WINDOWS[0]
) -> Explained:
    """How well a look explains a region; `shown` (blocks,) is compared, less what lies beside covered blocks.

    `open_` (blocks,): all blocks that nothing can cover, when the piece's rim shows that nothing does; else None. `bare` (blocks,): 0 where
    something small is known to lie on the print, which says nothing there.
    """
    inner = _inner(shown) & (bare > 0)
    laid_open = 1.0 if open_ is None else _printed(library, seen, look, (open_ > 0) & (bare > 0), params)
    return Explained(_printed(library, seen, look, inner, params), _opposed(library, seen, look, inner, params), laid_open)


def _inner(shown: Floats) -> Cells:
    """The blocks that show and have no covered one beside them: (blocks,)."""
    grid = cv2.copyMakeBorder((shown.reshape(ROWS, COLUMNS) > 0).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.erode(grid, np.ones((3, 3), np.uint8))[1:-1, 1:-1].ravel() > 0)


def _printed(library: Library, seen: Seen, look: int, blocks: Cells, params: ExplainParams) -> float:
    edges = library.edges(look)
    energy = energies(edges)
    has_print = energy >= params.least_print * BLOCK * BLOCK
    if not has_print.any():
        return 1.0
    told = np.flatnonzero(has_print & (energy >= params.much_print * energy[has_print].mean()) & blocks & ~_burnt(seen, params))
    if len(told) < 2:
        return 1.0
    reach = params.reach_px
    wide = np.asarray(cv2.copyMakeBorder(seen.edges, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
    found = responses(wide, edges, told, reach).reshape(len(told), -1).max(1)
    return float(np.partition(found, 1)[1])


def _burnt(seen: Seen, params: ExplainParams) -> Cells:
    """The blocks of which too much is so bright that print may be lost in it: (blocks,)."""
    down, across = canon.CELLS[0] // ROWS, canon.CELLS[1] // COLUMNS
    burnt = smallest(seen.colours) > params.burnt
    return np.asarray(burnt.reshape(ROWS, down, COLUMNS, across).mean((1, 3)).ravel() >= params.most_burnt)


def _opposed(library: Library, seen: Seen, look: int, blocks: Cells, params: ExplainParams) -> float:
    own = library.planes[look]
    clear = ~seen.burnt & (spread(blocks.astype(np.float32), BLOCK // canon.CELL) > 0)
    cells = cv2.erode(clear.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    cells[[0, -1]] = cells[:, [0, -1]] = False
    if not cells.any():
        return 0.0
    lying = balanced(seen.lit, own[None], None, params.light_sigma_cells)[0]
    expected, found = (_hues(colours, cells) for colours in (own, lying))
    lengths = np.hypot(*expected), np.hypot(*found)
    both = lengths[0] * lengths[1]
    weight = both * (np.minimum(*lengths) > params.least_hue)
    differs = np.einsum("ij,ij->j", expected, found) < params.same_hue * both
    return float(weight[differs].sum() / (weight.sum() + params.noise))


def _hues(colours: Floats, cells: Cells) -> Floats:
    """How much redder and bluer than the middle of all each of some cells is, averaged with its neighbours: (2, n)."""
    found = smooth(opponents(colours)[:2])[:, cells]
    return np.asarray(found - middle(found)[:, None], np.float32)
