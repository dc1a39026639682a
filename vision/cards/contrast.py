"""The colour of print against its own ground, which light does not change: it dims ink and paper alike, in each colour for itself.

What is left in a lamp's orange glow of violet ink on violet paper is their proportion, red by red and blue by blue. Blur, haze and shine
make it smaller in all colours together. So two proportions that point to different colours are not one print, however alike its edges are,
and where the paper is burnt out in a colour or two as well.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.strokes import even_light
from vision.looks.canon import CELLS
from vision.looks.gains import largest
from vision.looks.matching import CROWD, Library, Seen

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ContrastParams:
    """How print is held against its ground, window by window, in cells of colour (32, 24)."""

    side: int = 5
    """Cells of a window, each way; ..."""
    step: int = 2
    """... the next begins so many further on."""
    least_clear: float = 0.6
    """Part of a window's print that has to show."""
    least_print: float = 0.04
    """Standard deviation of its colours (0 to 1, all channels together) from which a window of a look holds print."""
    least_seen: float = 0.5
    """Correlation with the pattern, in any colour, from which it is seen there: what glare hides is of no colour."""
    fewest: int = 3
    """Windows that it takes ..."""
    best: float = 0.15
    """... and the part of their print that decides: where it comes nearest to the look's. Shine and shadow reach over some, ..."""
    clipped: float = 0.97
    """... and a cell of which a colour is as bright as this has lost it, ..."""
    most_clipped: float = 0.7
    """... which is not held against any cell where so many are: then it is the exposure, and paper is burnt no more than all of it."""
    darkest: float = 0.02
    """Colours (0 to 1) are not told apart below this."""


@dataclass(frozen=True, slots=True, eq=False)
class _Printed:
    """The windows of a look that hold print."""

    corners: NDArray[np.int64]
    """(n, 2): the row and column of each one's first cell."""
    patterns: Floats
    """(n, cells): how dark each cell is printed, with no even light in it, of unit length."""
    cells: Floats
    """(n, 3, cells): their colours."""
    weight: Floats
    """(n,): how much print each holds."""


class Contrasts:
    """Holds the colours of print, against its ground, against those of a catalogue's looks."""

    def __init__(self, library: Library, params: ContrastParams | None = None) -> None:
        self._library, self._params = library, params or ContrastParams()
        self._known: dict[int, _Printed] = {}

    def prepare(self) -> None:
        """Finds the print of all looks of a catalogue that is not too large for that: no picture has to wait."""
        if len(self._library.ids) <= CROWD:
            for look in range(len(self._library.ids)):
                self._of(look)

    def alike(self, seen: Seen, look: int, told: Cells) -> float:
        """Cosine between the colours of a look's print, against its ground, and those that are seen, where the two come nearest.

        `told` (32, 24): the cells that are asked. 1 where too little print shows.
        """
        p, known = self._params, self._of(look)
        shows = _windows(self._clear(seen, told)[None].astype(np.float32), known.corners, p.side)[:, 0]
        patterns = _within(known.patterns, shows)
        weight = _along(known.cells, patterns)
        clear = weight >= p.least_clear * known.weight
        if np.count_nonzero(clear) < p.fewest:
            return 1.0
        cells = _windows(seen.lit.planes, known.corners[clear], p.side)
        is_seen = _agrees(cells, shows[clear], patterns[clear]) >= p.least_seen
        if np.count_nonzero(is_seen) < p.fewest:
            return 1.0
        patterns, own, weight = patterns[clear][is_seen], known.cells[clear][is_seen], weight[clear][is_seen]
        own, found = _contrasts(own, patterns, p.darkest), _contrasts(cells[is_seen], patterns, p.darkest)
        lengths = np.linalg.norm(found, axis=1) * np.linalg.norm(own, axis=1)
        return _upper((found * own).sum(1) / np.maximum(lengths, np.float32(1e-6)), weight, p.best)

    def _of(self, look: int) -> _Printed:
        if look not in self._known:
            self._known[look] = self._find(look)
        return self._known[look]

    def _clear(self, seen: Seen, told: Cells) -> Cells:
        """Those of some cells (32, 24) that lie neither at the rim, where a piece meets the ground, nor beside one that is burnt out."""
        burnt = cv2.dilate((largest(seen.colours) > self._params.clipped).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        clear = told & ~burnt
        clear = clear if np.count_nonzero(clear) >= (1 - self._params.most_clipped) * np.count_nonzero(told) else told.copy()
        clear[:_RIM] = clear[-_RIM:] = clear[:, :_RIM] = clear[:, -_RIM:] = False
        return clear

    def _find(self, look: int) -> _Printed:
        p, planes = self._params, self._library.planes[look]
        rows, columns = (np.arange(1, size - p.side, p.step) for size in CELLS)
        corners = np.stack(np.meshgrid(rows, columns, indexing="ij"), -1).reshape(-1, 2).astype(np.int64)
        cells = _windows(planes, corners, p.side)
        light = even_light(np.ones((p.side, p.side), np.bool_))
        print_ = cells - (cells @ light) @ light.T
        holds = (print_ * print_).sum((1, 2)) >= (p.least_print * p.side) ** 2
        corners, cells, print_ = corners[holds], cells[holds], print_[holds]
        patterns = _lighter(np.linalg.svd(print_, full_matrices=False)[2][:, 0] if len(print_) else np.zeros((0, p.side**2)), cells)
        return _Printed(corners, patterns, cells, _along(cells, patterns))


def _windows(planes: Floats, corners: NDArray[np.int64], side: int) -> Floats:
    """The cells of some windows of planes (c, 32, 24): (n, c, side * side)."""
    every = np.lib.stride_tricks.sliding_window_view(planes, (side, side), (1, 2))
    return np.ascontiguousarray(np.moveaxis(every[:, corners[:, 0], corners[:, 1]], 1, 0)).reshape(len(corners), len(planes), side**2)


def _lighter(patterns: NDArray[np.floating[Any]], cells: Floats) -> Floats:
    """Patterns (n, cells) or their contraries, along which windows (n, 3, cells) become lighter."""
    along = (cells.sum(1) * patterns).sum(1, keepdims=True)
    return np.asarray(np.where(along < 0, -patterns, patterns), np.float32)


def _within(patterns: Floats, shows: Floats) -> Floats:
    """Patterns (n, cells) where the cells show (n, cells), 0 or 1, less their mean there."""
    mean = (patterns * shows).sum(1) / np.maximum(shows.sum(1), np.float32(1))
    return np.asarray((patterns - mean[:, None]) * shows, np.float32)


def _agrees(cells: Floats, shows: Floats, patterns: Floats) -> Floats:
    """Correlation of windows (n, 3, cells) with patterns (n, cells), in all colours together, where it shows (n, cells): (n,)."""
    mean = (cells * shows[:, None]).sum(2, keepdims=True) / np.maximum(shows.sum(1), np.float32(1))[:, None, None]
    much = (((cells - mean) * shows[:, None]) ** 2).sum((1, 2)) * (patterns * patterns).sum(1)
    return np.asarray(_along(cells, patterns) / np.sqrt(np.maximum(much, np.float32(1e-9))), np.float32)


def _along(cells: Floats, patterns: Floats) -> Floats:
    """How much windows (n, 3, cells) change along patterns (n, cells), in all colours together: (n,)."""
    return np.asarray(np.linalg.norm((cells * patterns[:, None]).sum(2), axis=1), np.float32)


def _contrasts(cells: Floats, patterns: Floats, darkest: float) -> Floats:
    """How much each colour of windows (n, 3, cells) changes along patterns (n, cells), in parts of what it is where they are lightest."""
    light = np.maximum(patterns, 0)
    ground = (cells * light[:, None]).sum(2) / np.maximum(light.sum(1), np.float32(1e-6))[:, None]
    return np.asarray((cells * patterns[:, None]).sum(2) / np.maximum(ground, np.float32(darkest)), np.float32)


def _upper(values: Floats, weight: Floats, part: float) -> float:
    """The value (n,) above which so large a part of all weight (n,) lies."""
    order = np.argsort(-values)
    above = np.cumsum(weight[order])
    return float(values[order][np.searchsorted(above, part * above[-1])])


_RIM = 2
"""Cells at the rim that are not asked."""
