"""Print that a look has not, on paper that was taken for covered and lies open.

What lies on a piece has an outline, and most of it comes in over the piece's edge. From where a look is seen its paper is followed for as
long as no edge is crossed that the look does not explain; what stands alone in the midst of it, a pip, is printed there. So half of a ten
is told from a nine, though that half agrees with it.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.burnt import burnt_blocks
from vision.cards.explain_params import ExplainParams
from vision.looks import canon
from vision.looks.blocks import squares
from vision.looks.canon import BLOCK
from vision.looks.gains import middle
from vision.looks.matching import Library, Seen, pooled, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class IslandParams:
    """How paper is followed, at half the size of the canonical raster."""

    least_edge: float = 0.08
    """Squared strength of an edge ..."""
    alike: float = 0.4
    """... that the look does not explain where, over `around_px` pixels each way, the two correlate less."""
    around_px: int = 7
    wide_px: int = 5
    """A gap between two such edges that is narrower leads nowhere: an outline is faint here and there."""
    frame_px: int = 3
    """What lies so near to the rim comes in over it."""
    shine_cells: int = 5
    """Around a burnt cell so many each way are its shine."""
    clear_px: int = 13
    """The same where it is asked what is not seen: of another card's edge on white paper only bits are seen, so far apart."""
    same: float = 0.18
    """Paper is as bright as the rest of it in every channel, but for this (natural logarithm)."""
    fewest_cells: int = 8
    """Cells of paper that it takes to know it."""
    turned: float = 0.06
    """How far the channels of another colour are from each other, beside those of paper: a shadow makes paper darker in all of them."""
    fewest_off: int = 4
    """Cells of a block, and more than half of those without print, that are seen in another colour where it is none of its paper."""


PARAMS = IslandParams()


def open_beside(seen: Seen, look: Floats, shown: Floats, free: Floats, params: IslandParams = PARAMS) -> Cells:
    """What lies open of a piece beside the blocks `shown` (blocks,), with the islands in it: (HEIGHT, WIDTH).

    `look` (HEIGHT, WIDTH, 2): its look's edges; `free` (blocks,): what no known piece hides.
    """
    may, from_ = _at_half_size(free), _at_half_size(shown)
    reached = _followed(_walls(seen, pooled(look), params), may, from_, params)
    beside = (_with_islands(reached, may, params) & (from_ == 0)).astype(np.uint8)
    beside = np.asarray(cv2.erode(beside, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0), np.uint8)
    shine = np.asarray(cv2.dilate(seen.burnt.astype(np.uint8), np.ones((params.shine_cells, params.shine_cells), np.uint8)), np.uint8)
    return np.asarray(_times(beside, 2) > _times(shine, canon.CELL))


def on_paper(library: Library, seen: Seen, look: int, shown: Floats, free: Floats, told: ExplainParams) -> Cells:
    """The blocks (blocks,) that lie all on open paper of a piece's own colour beside `shown` (blocks,), with what stands alone on it.

    `free` (blocks,): what no known piece hides. What lies on a piece has hardly its paper's colour, and comes in over its rim.
    """
    p, edges = PARAMS, library.edges(look)
    from_, may = _at_half_size(shown), _at_half_size(free)
    off = _off_paper(seen, edges, _inner(shown), told)
    if off is None:
        return np.zeros(len(shown), np.bool_)
    flat = _whole_cells(~near_print(seen.edges, told))
    walls = np.maximum(_walls(seen, pooled(edges), p), _times(np.asarray(flat & (off >= p.same), np.uint8), canon.CELL // 2))
    inside = _with_islands(_followed(walls, may, from_, p), may, p) & (from_ == 0)
    half = BLOCK // 2
    return np.asarray(inside.reshape(canon.ROWS, half, canon.COLUMNS, half).all((1, 3)).ravel() & (shown == 0))


def absent(library: Library, seen: Seen, look: int, shown: Floats, free: Floats, told: ExplainParams) -> float:
    """Most print of a look, over the area of a block, of which nothing is seen on open paper of its own, in parts of a typical block.

    Paper that goes on from the blocks `shown` (blocks,), with no other edge near, in its own colour; `free` (blocks,): what no known piece
    hides.
    """
    p, edges, energy = PARAMS, library.edges(look), library.energies(look)
    own = energy[energy >= told.least_print * BLOCK * BLOCK]
    from_ = _at_half_size(shown)
    reached = _followed(_walls(seen, pooled(edges), p), _at_half_size(free), from_, replace(p, wide_px=p.clear_px))
    off = _off_paper(seen, edges, np.asarray(reached * from_, np.uint8), told)
    if len(own) == 0 or off is None:
        return 0.0
    flat = ~near_print(seen.edges, told)
    open_ = spread((~burnt_blocks(seen, library.planes[look], told)).astype(np.int8), BLOCK) > 0
    bare = flat & open_ & (_times(reached * (1 - from_), 2) > 0) & (_times(np.asarray(off < p.same, np.uint8), canon.CELL) > 0)
    lacks = cv2.boxFilter(np.asarray(squares(edges) * bare, np.float32), -1, (BLOCK, BLOCK), normalize=False)
    return float(lacks.max() / np.median(own))


def off_paper(library: Library, seen: Seen, look: int, shown: Floats, asked: Floats, told: ExplainParams) -> Cells:
    """Those of the blocks `asked` (blocks,) in which another colour is seen than that of a piece's paper in the blocks `shown` (blocks,).

    What lies beside a piece may be as blank as its paper, and its edge may be where the look has a line. A shadow makes paper darker, but
    hardly turns its colour: where the look has print it is another colour only if it is turned.
    """
    p, edges = PARAMS, library.edges(look)
    flat = _blank_cells(seen, edges, told)
    unlike = _unlike_paper(seen, flat, _inner(shown))
    if unlike is None:
        return np.zeros(len(shown), np.bool_)
    off = flat & (np.abs(unlike).max(0) >= p.same)
    many, other, turned = (_in_blocks(cells) for cells in (flat, off, off & (np.abs(unlike - unlike.mean(0)).max(0) >= p.turned)))
    is_blank = library.energies(look) < told.least_print * BLOCK * BLOCK
    of_another = np.where(is_blank, other, turned)
    return np.asarray((asked > 0) & (of_another >= p.fewest_off) & (2 * of_another > many), np.bool_)


def _inner(shown: Floats) -> NDArray[np.uint8]:
    """1 in some blocks (blocks,), but not at the rim, (HEIGHT / 2, WIDTH / 2)."""
    blocks = _at_half_size(shown)
    return np.asarray(blocks * _within(blocks.shape, PARAMS.frame_px), np.uint8)


def _in_blocks(cells: Cells) -> NDArray[np.int64]:
    """(blocks,) how many cells (32, 24) of each are set."""
    side = BLOCK // canon.CELL
    return np.asarray(cells.reshape(canon.ROWS, side, canon.COLUMNS, side).sum((1, 3)).ravel(), np.int64)


def _off_paper(seen: Seen, edges: Floats, shown: NDArray[np.uint8], told: ExplainParams) -> Floats | None:
    """How far each cell is from the colour of blank paper where a piece shows, (32, 24); see `_unlike_paper`.

    `edges` (HEIGHT, WIDTH, 2) are its look's.
    """
    unlike = _unlike_paper(seen, _blank_cells(seen, edges, told), shown)
    return None if unlike is None else np.asarray(np.abs(unlike).max(0), np.float32)


def _unlike_paper(seen: Seen, blank: Cells, shown: NDArray[np.uint8]) -> Floats | None:
    """How much brighter each cell is, in each channel (natural logarithm), than paper where a piece shows: (3, 32, 24).

    None where hardly any of that is seen. `blank` (32, 24) are its cells without print, `shown` is (HEIGHT / 2, WIDTH / 2).
    """
    known = blank & _whole_cells(_times(shown, 2) > 0)
    if np.count_nonzero(known) < PARAMS.fewest_cells:
        return None
    return np.asarray(seen.lit.log - middle(seen.lit.log[:, known])[:, None, None], np.float32)


def _blank_cells(seen: Seen, edges: Floats, told: ExplainParams) -> Cells:
    """The cells (32, 24) in which nothing is printed, neither seen nor in a look's edges (HEIGHT, WIDTH, 2)."""
    return _whole_cells(~near_print(seen.edges, told) & ~near_print(edges, told))


def near_print(edges: Floats, explaining: ExplainParams) -> Cells:
    """Where there is print of some edges (HEIGHT, WIDTH, 2), or right beside: (HEIGHT, WIDTH)."""
    side = 2 * explaining.beside_px + 1
    return np.asarray(cv2.dilate((squares(edges) > explaining.least_line).astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def _whole_cells(pixels: Cells) -> Cells:
    """The cells (32, 24) of which all pixels (HEIGHT, WIDTH) are set."""
    down, across = canon.CELLS
    return np.asarray(pixels.reshape(down, canon.CELL, across, canon.CELL).all((1, 3)))


def _at_half_size(blocks: Floats) -> NDArray[np.uint8]:
    """1 in those of some blocks (blocks,) that are not 0, (HEIGHT / 2, WIDTH / 2)."""
    return np.asarray(spread((blocks > 0).astype(np.int8), BLOCK // 2), np.uint8)


def _walls(seen: Seen, look: Floats, params: IslandParams) -> NDArray[np.uint8]:
    """1 where an edge is seen that a look (HEIGHT / 2, WIDTH / 2, 2) does not explain, (HEIGHT / 2, WIDTH / 2)."""
    found, own = np.square(seen.half).sum(2), np.square(look).sum(2)
    alike, much, most = (_around((seen.half * look).sum(2), params), _around(found, params), _around(own, params))
    return np.asarray((found > params.least_edge) & (alike < params.alike * np.sqrt(much * most + 1e-3)), np.uint8)


def _around(field: Floats, params: IslandParams) -> Floats:
    return np.asarray(cv2.boxFilter(field, -1, (params.around_px,) * 2, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32)


def _followed(walls: NDArray[np.uint8], may: NDArray[np.uint8], shown: NDArray[np.uint8], params: IslandParams) -> NDArray[np.uint8]:
    """1 where one comes to from what is shown without crossing a wall, (HEIGHT / 2, WIDTH / 2) all."""
    shut = np.asarray(cv2.dilate(walls, np.ones((params.wide_px, params.wide_px), np.uint8)), np.uint8)
    way = np.asarray(may * (1 - shut) * _within(may.shape, params.frame_px - 1), np.uint8)
    places = cv2.connectedComponents(way, connectivity=4)[1]
    from_here = np.zeros(int(places.max()) + 1, np.uint8)
    from_here[places[(way & shown) > 0]] = 1
    return np.asarray(cv2.dilate(from_here[places], np.ones((3, 3), np.uint8)), np.uint8)


def _with_islands(reached: NDArray[np.uint8], may: NDArray[np.uint8], params: IslandParams) -> Cells:
    """What is reached, and all that it encloses: whatever else comes to the rim or to a known piece does not lie open."""
    rest, inside = np.asarray(1 - reached, np.uint8), may * _within(reached.shape, params.frame_px)
    places = cv2.connectedComponents(rest, connectivity=8)[1]
    is_outside = np.zeros(int(places.max()) + 1, np.bool_)
    is_outside[places[rest > inside]] = True
    is_outside[0] = False
    return np.asarray(~is_outside[places] & (inside > 0))


def _within(shape: tuple[int, ...], frame: int) -> NDArray[np.uint8]:
    """1 but for a frame of so many pixels."""
    within = np.zeros(shape, np.uint8)
    within[frame:-frame, frame:-frame] = 1
    return within


def _times(field: NDArray[np.uint8], times: int) -> NDArray[np.uint8]:
    """So many times as large, each way."""
    return np.asarray(np.repeat(np.repeat(field, times, 0), times, 1), np.uint8)
