"""Pieces with nothing but bands on them: where across the bands they lie, and, since their lines are all alike, which one by colours alone.

The colours of all bands together are held against each look, under the light that suits it best: in pairs they say little, since a third
piece, which was never enrolled, has colours of both.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK
from vision.looks.gains import log, middle, smooth
from vision.looks.matching import Library, Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BandParams:
    """When colours are those of a look. Distances of colours as red-green, yellow-blue and brightness (0 to 1), squared.

    Found on 140 drawn flags, laid up to 2 parts in 100 aside, and on 15 that were not enrolled.
    """

    likely: int = 12
    """Looks that are held against what is seen, each way up: the right one always was the likest."""
    far: float = 0.07
    """A cell that is farther off has another colour: of all but one of the flags 7 cells in 100 and fewer, of the strangers 29 and more."""
    farthest: float = 1.0
    """No cell is farther off than this: else a few beside a band's edge would outweigh the rest."""
    noise: float = 0.01
    """Mean distance that is noise."""
    bright: float = 0.8
    """Cells of a look that are as bright in a channel as this part of its brightest ones tell how bright the light is there."""
    least_side: float = 0.5
    """Part of each side of its rim that must be an edge: bands of two pieces, one beside the other, look like those of a third."""
    rival_gap: float = 0.3
    """A look whose lines agree so much less than the likest ones is no rival."""


@dataclass(frozen=True, slots=True)
class Fit:
    """The look whose colours are nearest."""

    look: int
    is_turned: bool
    """It lies the other way up."""
    margin: float
    """By how much it is nearer than any look of another id: 0 as near, to 1."""
    rival: int | None
    """That other look."""


def across_bands(edges: Floats, around: Floats) -> Floats:
    """Where a look of bands lies, a little aside across them: (4, 2) canonical pixels, `canon.CORNERS` for just where it was guessed.

    `edges` (HEIGHT, WIDTH, 2): the look's; `around` (HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 2): what is seen there and beside. Each of
    its two ends is moved by up to MARGIN, so that its lines lie where lines are seen.
    """
    way = edges.sum((0, 1))
    if abs(way[0]) < abs(way[1]):
        return canon.CORNERS  # they run aslant
    down, length = bool(way[0] < 0), np.float32(np.linalg.norm(way))
    own, lies = (np.asarray((field @ (way / length)).mean(1 if down else 0), np.float32) for field in (edges, around))
    first, last = (shift.ravel() for shift in np.meshgrid(_SHIFTS, _SHIFTS, indexing="ij"))
    steps = (np.arange(len(own), dtype=np.float32) + 0.5) / len(own)
    at = canon.MARGIN + first[:, None] + steps * (len(own) + last - first)[:, None] - 0.5
    found = np.interp(at, np.arange(len(lies)), lies) * (own != 0)
    alike = (found @ own) / np.maximum(np.linalg.norm(found, axis=1), 1e-6)
    best = int(np.argmax(alike - _MOVED * (np.abs(first) + np.abs(last))))
    ends = np.array([first[best], first[best], last[best], last[best]] if down else [first[best], last[best], last[best], first[best]])
    moved = canon.CORNERS.copy()
    moved[:, 1 if down else 0] += ends
    return moved


_SHIFTS = np.arange(-canon.MARGIN, canon.MARGIN + 1, dtype=np.float32)
"""How far an end may be moved, ..."""
_MOVED = 0.02
"""... and what each pixel of that costs, as correlation: one line does not say where both ends are."""


def is_one_way(edges: Floats) -> bool:
    """Whether all lines of a look's edges (HEIGHT, WIDTH, 2) run one way: they say nothing about where along them it lies."""
    both = np.ascontiguousarray(edges).view(np.complex64)  # as complex numbers: NumPy is slow over a last axis of two
    return float(np.abs(both.sum())) > _ONE_WAY * float(np.abs(both).sum())


def is_bands(library: Library, look: int) -> bool:
    """Whether a look bears nothing but bands of several colours; a bar on paper is none."""
    if not is_one_way(library.edges(look)):
        return False
    colours = library.chroma[look].reshape(3, -1)
    off = ((colours - middle(colours)[:, None]) ** 2).sum(0)
    return float((off > _COLOURED).mean()) > _SEVERAL


_ONE_WAY = 0.9
"""Length of the sum of a look's edges, as doubled angles, in parts of the sum of their lengths: of bands 1, of 420 drawn looks with figures
.73 at most."""
_COLOURED, _SEVERAL = 0.02, 0.15
"""Squared distance from a look's middle colour that is another colour, and part of a look that has one: of bands a third and more."""


class Bands:
    """The looks of one catalogue that bear nothing but bands."""

    def __init__(self, library: Library, is_bands: Callable[[int], bool], params: BandParams) -> None:
        self.library, self.params, self.is_bands = library, params, is_bands

    def nearest(self, ways: tuple[Seen, Seen], shown: Floats) -> Fit | None:
        """Which look a piece resembles most, seen as it was guessed to lie and the other way up; None where none has such lines.

        `shown` (blocks,): what shows of it as it was guessed to lie.
        """
        windows, ids = (shown, shown[::-1]), self.library.ids
        tries = [(look, turn) for turn in (0, 1) for look in self._likely(ways[turn], windows[turn]).tolist()]
        lines = np.array([self.library.windows(ways[turn], look, windows[turn][None])[0][0] for look, turn in tries])
        tries = [one for one, agreement in zip(tries, lines, strict=True) if agreement >= lines.max() - self.params.rival_gap]
        if not tries:
            return None
        off = [float(np.minimum(self._off(ways[turn], look, windows[turn]), self.params.farthest).mean()) for look, turn in tries]
        order = np.argsort(off).tolist()
        best, turn = tries[order[0]]
        second = next((i for i in order if ids[tries[i][0]] != ids[best]), None)
        if second is None:
            return Fit(best, bool(turn), 1.0, None)
        least, next_ = off[order[0]], off[second]
        return Fit(best, bool(turn), (next_ - least) / (next_ + least + self.params.noise), tries[second][0])

    def other_coloured(self, seen: Seen, look: int, shown: Floats) -> float:
        """Part of what shows of a piece in the blocks `shown` (blocks,) that has not the colour of a look, as it lies: 0 to 1."""
        off = self._off(seen, look, shown)
        return float((off > self.params.far).mean()) if len(off) else 1.0

    def _off(self, seen: Seen, look: int, shown: Floats) -> Floats:
        """(n,): squared distance of the colours of the cells that show to those of a look, under one light for all of them."""
        own, told = self.library.planes[look], _inner(shown)
        if not told.any():
            return np.zeros(0, np.float32)
        ratio = log(own) - seen.lit.log
        gains = [
            float(np.median(gain[told & (plane >= self.params.bright * plane[told].max())])) for gain, plane in zip(ratio, own, strict=True)
        ]
        under = seen.lit.planes * np.exp(np.array(gains, np.float32))[:, None, None]
        off = ((smooth(opponents(under)) - smooth(opponents(own))) ** 2).sum(0)
        return np.asarray(off[told], np.float32)

    def _likely(self, seen: Seen, shown: Floats) -> Ints:
        """The looks whose colours go up and down most as those that are seen do."""
        told = _inner(shown)
        if len(self._looks) <= self.params.likely or not told.any():
            return self._looks
        of_looks, lies = log(self.library.planes[self._looks])[:, :, told], seen.lit.log[:, told].ravel()
        of_looks = of_looks.reshape(len(of_looks), -1)
        of_looks, lies = of_looks - of_looks.mean(1, keepdims=True), lies - lies.mean()
        alike = (of_looks @ lies) / np.maximum(np.linalg.norm(of_looks, axis=1), 1e-6)
        return np.asarray(self._looks[np.argsort(-alike)[: self.params.likely]], np.int64)

    @cached_property
    def _looks(self) -> Ints:
        """All looks that bear nothing but bands."""
        return np.array([i for i in range(len(self.library.ids)) if self.is_bands(i)], np.int64)


def _inner(shown: Floats) -> Cells:
    """(32, 24): the cells in some blocks (blocks,), but none at the rim."""
    return inner(np.asarray(spread(shown, BLOCK // canon.CELL) > 0, np.bool_))
