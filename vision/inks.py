"""The hue of a piece that is printed in one colour, from all of its ink taken together.

Glare, blur and thin lines make ink paler, cell by cell and unevenly, but add nothing to it but white: the hue of the sum stays.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.canon import BLOCK
from vision.gains import balanced, middle, smooth
from vision.matching import Library, Seen, opponents, spread

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
    fewest_cells: int = 20
    """Of ink and of paper, each."""
    faint: float = 2.0
    """Ink that is seen, on average, by no more than so many times what paper is off, has no hue."""
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
    colours = smooth(opponents(look)[:2])
    colours -= middle(colours.reshape(2, -1))[:, None, None]
    length = np.hypot(*colours)
    cells, paper = length > params.least, length < params.most
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest_cells:
        return None
    is_one = np.hypot(*colours[:, cells].sum(1)) >= params.one * length[cells].sum()
    return Ink(cells, paper, np.asarray(colours, np.float32)) if is_one else None


def hue_off(seen: Seen, look: Floats, ink: Ink, told: Cells, params: InkParams = PARAMS) -> float:
    """By how many degrees, 0 to 180, the ink seen in the cells of `told` (32, 24) has another hue than that of the look; 0 if it has none.

    `look`: (3, 32, 24) planes of RGB.
    """
    cells, paper = ink.cells & told, ink.paper & told
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest_cells:
        return 0.0
    lying = smooth(opponents(balanced(seen.lit, look[None], ink.cells[None], params.light_sigma_cells)[0])[:2])
    lying -= middle(lying[:, paper])[:, None, None]
    (ax, ay), (bx, by) = ink.colours[:, cells].mean(1).tolist(), lying[:, cells].mean(1).tolist()
    astray = float(middle(np.hypot(*(lying - ink.colours))[paper]))
    if np.hypot(bx, by) <= params.faint * astray:
        return 0.0
    return float(np.degrees(abs(np.arctan2(ax * by - ay * bx, ax * bx + ay * by))))


class Inks:
    """The inks of a catalogue's looks, each found out once."""

    def __init__(self, library: Library, params: InkParams = PARAMS) -> None:
        self._library, self._params = library, params
        self._known: dict[int, Ink | None] = {}

    def hue_off(self, seen: Seen, look: int, blocks: Floats) -> float:
        """Like `hue_off`, of one look, in what shows of it: `blocks` (blocks,); 0 where it is not printed in one colour."""
        if look not in self._known:
            self._known[look] = ink_of(self._library.planes[look], self._params)
        if (ink := self._known[look]) is None:
            return 0.0
        told = (spread(blocks, BLOCK // canon.CELL) > 0) & ~seen.burnt
        told[[0, -1]] = told[:, [0, -1]] = False
        return hue_off(seen, self._library.planes[look], ink, told, self._params)
