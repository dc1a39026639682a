"""Where a look differs from others of one design: a digit, a suit. A piece that was never enrolled differs there from all of them.

The nearest of them would still win against the rest; so its own print there must be seen about as well as the rest of its print is.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.blocks import energies, responses_within
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.lookalikes import Lookalikes

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Telling:
    """The places that tell a look from others of its design."""

    mask: Cells
    """(HEIGHT, WIDTH)."""
    weight: Floats
    """(blocks,): squared strength of the look's own edges there; 0 where that is hardly any."""


class TellingPlaces:
    """The telling places of the looks of a catalogue, found when first asked for."""

    def __init__(self, lookalikes: Lookalikes) -> None:
        self._lookalikes = lookalikes
        self._known: dict[int, Telling | None] = {}
        self._peculiar: dict[int, Telling] = {}
        self._figures: dict[int, Floats] = {}

    def of(self, look: int) -> Telling | None:
        """None for a look of which there is no look-alike, or only ones that differ by colour."""
        if look not in self._known:
            self._known[look] = self._find(look)
        return self._known[look]

    def peculiar(self, look: int) -> Telling:
        """Where a look has edges that most others of its design have not; all of them where there are no others.

        What they share, a frame or a coloured edge, says of what design a piece is, and not which.
        """
        if look not in self._peculiar:
            self._peculiar[look] = self._find_peculiar(look)
        return self._peculiar[look]

    def peculiar_seen(self, seen: Floats, look: int, shown: Floats, reach: int) -> float:
        """How well such print agrees with (HEIGHT, WIDTH, 2) edges in the blocks `shown` (blocks,), -1 to 1; 1 where none lies in them.

        A block of it may lie `reach` from its place.
        """
        found = seen_there(seen, self._lookalikes.library.edges(look), self.peculiar(look), shown > 0, reach)
        return 1.0 if found is None else found

    def figure_shown(self, look: int, shown: Floats) -> float:
        """How much of one of the figures that tell a look from its kin lies in the blocks `shown` (blocks,): of that of which most does.

        Half of a two is that of a three: a figure of which little shows tells of no piece which it is. 1 where it has none.
        """
        if look not in self._figures:
            self._figures[look] = self._find_figures(look)
        figures = self._figures[look]
        return float((figures @ shown).max()) if len(figures) else 1.0

    def _find_figures(self, look: int) -> Floats:
        """How much of each figure lies in each block, in parts of all of it: (n, blocks)."""
        telling, edges = self.of(look), self._lookalikes.library.edges(look)
        if telling is None:
            return np.zeros((0, ROWS * COLUMNS), np.float32)
        joined = cv2.morphologyEx(telling.mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((_GAP, _GAP), np.uint8))
        count, figures = cv2.connectedComponents(joined)
        held = [energies(edges * (telling.mask & (figures == one))[..., None]) for one in range(1, count)]
        return np.array([one / one.sum() for one in held if one.sum() >= _FIGURE], np.float32).reshape(-1, ROWS * COLUMNS)

    def _find_peculiar(self, look: int) -> Telling:
        edges, others = self._lookalikes.library.edges(look), self._lookalikes.kin(look, _KIN)
        lacking = np.zeros(edges.shape[:2], np.int32)
        for other in others:
            differs = np.zeros(edges.shape[:2], np.uint8)
            differs.ravel()[self._lookalikes.places(look, other)] = 1
            lacking += np.asarray(cv2.dilate(differs, np.ones((3, 3), np.uint8)), np.int32)
        return _telling(edges, 2 * lacking >= len(others))

    def _find(self, look: int) -> Telling | None:
        library = self._lookalikes.library
        mask, edges = np.zeros(library.edges(look).shape[:2], np.uint8), library.edges(look)
        for other in self._lookalikes.family(look):
            mask.ravel()[self._lookalikes.places(look, other)] = 1
        told = _telling(edges, cv2.dilate(mask, np.ones((3, 3), np.uint8)) > 0)
        return told if told.weight.any() else None


def _telling(edges: Floats, mask: Cells) -> Telling:
    """A look's edges (HEIGHT, WIDTH, 2) within a mask (HEIGHT, WIDTH)."""
    weight = energies(edges * mask[..., None])
    weight[weight < _HARDLY_ANY] = 0
    return Telling(mask, weight)


def seen_there(seen: Floats, look: Floats, telling: Telling, blocks: Cells, reach: int) -> float | None:
    """Correlation of (HEIGHT, WIDTH, 2) edges with a look's at its telling places in some `blocks` (blocks,); None: none of them shows."""
    told, found = seen_in_blocks(seen, look, telling, blocks, reach)
    return float(np.average(found, weights=telling.weight[told])) if len(told) else None


def seen_in_blocks(seen: Floats, look: Floats, telling: Telling, blocks: Cells, reach: int) -> tuple[NDArray[np.int64], Floats]:
    """Those of some `blocks` (blocks,) in which telling places lie, (n,), and the correlation in each, which may lie `reach` off, (n,)."""
    told = np.flatnonzero(blocks & (telling.weight > 0))
    if len(told) == 0:
        return told, np.zeros(0, np.float32)
    wide = np.asarray(cv2.copyMakeBorder(seen, reach, reach, reach, reach, cv2.BORDER_REPLICATE), np.float32)
    return told, responses_within(wide, look, telling.mask, told, reach).reshape(len(told), -1).max(1)


_KIN = 12
"""Looks of a design that are asked what they share."""
_HARDLY_ANY = 4.0
"""Sum of squared edge strengths of a block under which there is nothing to compare."""
_GAP = 9
"""Pixels of the raster over which strokes are of one figure."""
_FIGURE = 40.0
"""Sum of squared edge strengths of a figure, all of its strokes."""
