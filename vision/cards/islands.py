"""Print that a look has not, on paper that was taken for covered and lies open.

What lies on a piece has an outline, and most of it comes in over the piece's edge. From where a look is seen its paper is followed for as
long as no edge is crossed that the look does not explain; what stands alone in the midst of it, a pip, is printed there. So half of a ten
is told from a nine, though that half agrees with it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK
from vision.looks.matching import Seen, pooled, spread

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
