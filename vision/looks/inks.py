"""The ink of a piece that is printed in one colour: its hue, from all of it taken together, and where more of it lies than should.

Glare, blur and thin lines make ink paler, cell by cell and unevenly, but add nothing to it but white: the hue of the sum stays, and none of
them puts ink where paper was, as a figure has it that is filled or hatched and should be empty.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK
from vision.looks.gains import balanced, middle, smooth
from vision.looks.matching import Library, Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class InkParams:
    """When a look is printed in one colour. Colours as red-green and yellow-blue, 0 to 1."""

    least: float = 0.035
    """Colour of a cell, against the middle of all, that is ink ..."""
    most: float = 0.02
    """... and that is paper."""
    one: float = 0.8
    """Length of the sum of the inks' colours, in parts of the sum of their lengths: less, and there are several."""
    coloured: float = 0.5
    """Part of an ink's colour, against paper, that must be its own: black on ivory only lacks that of the paper."""
    fewest_cells: int = 20
    """Of ink and of paper, each."""
    faint: float = 2.0
    """Ink that is seen, on average, by no more than so many times what paper is off, has no hue."""
    apart: float = 30.0
    """Degrees between the hues of two looks that are told apart by them."""
    most_paper: float = 0.6
    """Part of a look that has to be paper for ink to be looked for there."""
    least_more: float = 0.012
    """More ink than in the look, in a cell: hatching that blur has hidden tints a place by .015 and more, ..."""
    clear: float = 4.0
    """... and so many times what paper is off: that counts."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece."""


PARAMS = InkParams()


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """The one colour of a look."""

    cells: Cells
    """(32, 24): where it is printed, ..."""
    paper: Cells
    """... and where nothing is."""
    colours: Floats
    """(2, 32, 24): red-green and yellow-blue, against paper."""


def ink_of(look: Floats, params: InkParams = PARAMS) -> Ink | None:
    """The ink of a look, (3, 32, 24) planes of RGB; None where it has several colours, or hardly any."""
    own = smooth(opponents(look)[:2])
    colours = own - middle(own.reshape(2, -1))[:, None, None]
    length = np.hypot(*colours)
    cells, paper = length > params.least, length < params.most
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest_cells:
        return None
    inks = colours[:, cells].sum(1)
    is_one = np.hypot(*inks) >= params.one * length[cells].sum()
    is_one &= float(inks @ own[:, cells].sum(1)) >= params.coloured * float(inks @ inks)
    return Ink(cells, paper, np.asarray(colours, np.float32)) if is_one else None


@dataclass(frozen=True, slots=True)
class Inked:
    """What is seen of the ink of a look that is printed in one colour; as enrolled where it is not, or cannot be told."""

    hue_off: float = 0.0
    """Degrees by which the hue of all of it together is off, 0 to 180."""
    stained: float = 0.0
    """How much of such ink lies where the look has paper: colour, 0 to 1, summed over the cells of the largest such place."""
    doubled: int = 0
    """Cells of the largest place where there is twice the ink that the look has."""


def inked(seen: Seen, look: Floats, ink: Ink, told: Cells, params: InkParams = PARAMS) -> Inked:
    """What the cells of `told` (32, 24) show of an ink; `look`: (3, 32, 24) planes of RGB."""
    cells, paper = ink.cells & told, ink.paper & told
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest_cells:
        return Inked()
    lying = smooth(opponents(balanced(seen.lit, look[None], ink.cells[None], params.light_sigma_cells)[0])[:2])
    lying -= middle(lying[:, paper])[:, None, None]
    own, found = ink.colours[:, cells].mean(1), lying[:, cells].mean(1)
    astray = float(middle(np.hypot(*(lying - ink.colours))[paper]))
    off = angle(own, found) if np.hypot(*found) > params.faint * astray else 0.0
    if np.count_nonzero(ink.paper) < params.most_paper * ink.paper.size:
        return Inked(off)
    return Inked(off, *_more(lying, ink, own, told, paper, params))


def _more(lying: Floats, ink: Ink, own: Floats, told: Cells, paper: Cells, params: InkParams) -> tuple[float, int]:
    """`stained` and `doubled` of what is seen (2, 32, 24), along the hue `own` (2,) of the look's ink."""
    hue = own / np.hypot(*own)
    much, there = np.tensordot(hue, ink.colours, 1), np.tensordot(hue, lying, 1)
    more = there - much
    least = max(params.least_more, params.clear * float(middle(np.abs(more)[paper])))
    stain, double = (told & (more > least) & (much < params.most), told & (more > np.maximum(least, much)) & (much >= params.most))
    return max(_regions(stain, np.asarray(more, np.float32), is_inner=True), default=0.0), round(max(_regions(double), default=0))


def _regions(cells: Cells, weight: Floats | None = None, *, is_inner: bool = False) -> list[float]:
    """The weight of each connected region of cells, or how many it has; `is_inner`: of those that do not come to the edge of the piece.

    What does is no figure but a tint of the light, that of another colour beside it or of the end of a shadow.
    """
    count, labels = cv2.connectedComponents(cells.astype(np.uint8), connectivity=4)
    sums = np.bincount(labels.ravel(), None if weight is None else weight.ravel(), count)
    if is_inner:  # nothing is told of the outermost cells
        sums[np.concatenate([labels[1], labels[-2], labels[:, 1], labels[:, -2]])] = 0
    return [float(one) for one in sums[1:]]


class Inks:
    """The inks of a catalogue's looks, each found out once."""

    def __init__(self, library: Library, params: InkParams = PARAMS) -> None:
        self._library, self._params = library, params
        self._known: dict[int, Ink | None] = {}

    def of(self, look: int) -> Ink | None:
        """The ink of one look; None where it is not printed in one colour."""
        if look not in self._known:
            self._known[look] = ink_of(self._library.planes[look], self._params)
        return self._known[look]

    def seen(self, seen: Seen, look: int, blocks: Floats) -> Inked:
        """What shows of the ink of one look, in `blocks` (blocks,)."""
        if (ink := self.of(look)) is None:
            return Inked()
        told = inner((spread(blocks, BLOCK // canon.CELL) > 0) & ~seen.burnt)
        return inked(seen, self._library.planes[look], ink, told, self._params)

    def nearer(self, under: Floats, first: int, second: int, told: Cells) -> float:
        """Which of two looks of one colour each the hue comes nearer to, -1 the second, 1 the first; 0 where it cannot be told.

        `under` (3, 32, 24): opponent colours of what is seen, under the light of the first.
        """
        p, one, other = self._params, self.of(first), self.of(second)
        if one is None or other is None:
            return 0.0
        cells, paper = (one.cells | other.cells) & told, one.paper & other.paper & told
        if min(np.count_nonzero(cells), np.count_nonzero(paper)) < p.fewest_cells:
            return 0.0
        here, bare = cells.ravel().nonzero()[0], paper.ravel().nonzero()[0]
        hues = [ink.colours.reshape(2, -1).take(here, 1).sum(1) for ink in (one, other)]
        if angle(hues[0], hues[1]) < p.apart:
            return 0.0
        lies = under[:2].reshape(2, -1)
        seen = lies - middle(lies.take(bare, 1))[:, None]
        hue, astray = seen.take(here, 1).sum(1) / np.float32(len(here)), float(middle(np.hypot(*seen.take(bare, 1))))
        if math.hypot(*hue.tolist()) <= p.faint * astray:
            return 0.0
        near, far = angle(hues[0], hue), angle(hues[1], hue)
        return (far - near) / (far + near)


def angle(one: Floats, other: Floats) -> float:
    """Degrees between two hues (2,), 0 to 180."""
    (ax, ay), (bx, by) = one.tolist(), other.tolist()
    return math.degrees(abs(math.atan2(ax * by - ay * bx, ax * bx + ay * by)))
