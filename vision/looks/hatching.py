"""Hatching of a deck: lines too fine for the raster over some area, as the looks of some of its cards have them.

A card of a hatched deck that was never enrolled may have some where its empty neighbour has none. No look need be hatched just there: it is
enough that the deck has hatching at all. Blur never makes any, and noise has no direction.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.areas import is_deeper, is_flat
from vision.looks.canon import BLOCK
from vision.looks.fillings import ink_left
from vision.looks.grain import GrainParams, sharpness
from vision.looks.matching import Library, Seen, inner, spread

Floats = NDArray[np.float32]

_FINER = 0.3
"""By how much a cell's grain is stronger than its edges on the raster, where lines are too fine for that."""
_FEWEST = 12
"""Cells of hatching that it takes to miss some."""


class Hatching:
    """Whether a catalogue's looks are hatched, and hatching that is seen where a look has none."""

    def __init__(self, library: Library, params: GrainParams) -> None:
        self._library, self._params = library, params
        self.is_printed = any(self._is_hatched(look) for look in range(len(library.ids)))
        """Whether any look is hatched."""

    def foreign(self, seen: Seen, look: int, blocks: Floats) -> float:
        """The most grain that is seen over two by two cells of `blocks` (blocks,) where a look has none.

        0 to about 1. Right beside its own grain, or what is covered, nothing is told.
        """
        own = self._library.grain(look)
        if own is None or seen.grain is None:
            return 0.0
        open_ = (spread(blocks, BLOCK // canon.CELL) > 0) & (_strength(own.edges) < self._params.none)
        plain = cv2.erode(open_.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        return float(_over_two(_strength(seen.grain.edges) * inner(plain & ~seen.burnt)).max())

    def missing(self, seen: Seen, look: int, blocks: Floats) -> float:
        """How much of a look's own hatching in `blocks` (blocks,) is not there, 0 to about 1; 0 where too little of it shows.

        Only where it would be seen: all else is as sharp as when it was enrolled, or ink fills it, which no blur does. Where it would not
        its ink must be there.
        """
        own, planes = self._library.grain(look), self._library.planes[look]
        if own is None or seen.grain is None:
            return 0.0
        shows = (spread(blocks, BLOCK // canon.CELL) > 0) & ~seen.burnt
        flat = is_flat(planes)
        lined = inner(shows & flat & (_strength(own.edges) - _strength(self._coarse(look)) >= _FINER))
        if np.count_nonzero(lined) < _FEWEST:
            return 0.0
        lacks = 1 - (seen.grain.edges * own.edges).sum(2)[lined] / (own.edges**2).sum(2)[lined]
        as_sharp = sharpness(seen.grain, own, self._params)
        clear = float((lacks * np.maximum(is_deeper(planes, seen.lit.planes, shows)[lined], as_sharp)).mean())
        ink = ink_left(planes, seen, lined, flat, shows)
        if ink is None or clear >= float(lacks.mean()):
            return clear
        left, unsure = ink
        return max(clear, float(lacks.mean()) * max(1 - left - unsure, min(1.0, left - unsure - 1)))

    def _is_hatched(self, look: int) -> bool:
        grain = self._library.grain(look)
        return grain is not None and bool(_over_two(_strength(grain.edges) - _strength(self._coarse(look))).max() >= _FINER)

    def _coarse(self, look: int) -> Floats:
        """(32, 24, 2): a look's edges on the raster, averaged over each cell as those of its grain are."""
        return np.asarray(cv2.resize(self._library.edges(look), canon.CELLS[::-1], interpolation=cv2.INTER_AREA), np.float32)


def _strength(edges: Floats) -> Floats:
    return np.asarray(np.hypot(edges[..., 0], edges[..., 1]), np.float32)


def _over_two(strength: Floats) -> Floats:
    """The least of each cell (32, 24) and those beside and below it: what is one cell wide is the edge of a shadow, and no area."""
    return np.asarray(cv2.erode(strength, np.ones((2, 2), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0), np.float32)
