"""Black print: whatever it is seen in takes of all colours of the paper's light alike; red print takes hardly any of the red.

What ink takes from the light is all that is told of it, and blur, haze and thin lines leave less of that, but of every colour alike. So an
ace of spades is told from one of hearts by its corner alone, however small the figure is.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK
from vision.looks.gains import balanced, middle, smooth
from vision.looks.matching import Library, Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BlackParams:
    """When a look is printed in black, and what is seen of it. Brightness and colours 0 to 1."""

    dark: float = 0.12
    """A cell so much darker than paper is print, ..."""
    light: float = 0.06
    """... and one that is no more darker than this, nor more of a colour, is paper."""
    most: float = 0.2
    """Colour of what all print takes from the light, in parts of its amount: more, and it is no black; ..."""
    most_anywhere: float = 0.4
    """... nor may any cell of it have more than this."""
    fewest_cells: int = 6
    """Of print and of paper, each: the small figure and letter of a corner."""
    faint: float = 0.04
    """Print that takes less, on average, tells no colour."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece."""


PARAMS = BlackParams()


@dataclass(frozen=True, slots=True, eq=False)
class Black:
    """Where a look is printed in black, and where it is paper, (32, 24) both."""

    cells: Cells
    paper: Cells


def black_of(look: Floats, params: BlackParams = PARAMS) -> Black | None:
    """The black print of a look, (3, 32, 24) planes of RGB; None where some of it is coloured, or there is hardly any."""
    planes = smooth(look)
    off = planes - middle(planes.reshape(3, -1))[:, None, None]
    colour, darker = np.hypot(*opponents(off)[:2]), -off.mean(0)
    paper, cells = (darker < params.light) & (colour < params.light), darker > params.dark
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest_cells:
        return None
    is_black = _tint(off[:, cells], params) < params.most and bool((colour < params.most_anywhere * darker)[cells].all())
    return Black(cells, paper) if is_black else None


def _tint(off: Floats, params: BlackParams) -> float:
    """The colour of what print takes from the light of some cells (3, n), in parts of how much it takes; 0 where that is hardly any."""
    taken = -off.mean(1)
    much = float(taken.mean())
    return float(np.hypot(*opponents(taken.reshape(3, 1, 1))[:2, 0, 0])) / much if much > params.faint else 0.0


class Blacks:
    """The black print of a catalogue's looks, each found out once."""

    def __init__(self, library: Library, params: BlackParams = PARAMS) -> None:
        self._library, self._params = library, params
        self._known: dict[int, Black | None] = {}

    def of(self, look: int) -> Black | None:
        """The black print of one look; None where it has some in colour."""
        if look not in self._known:
            self._known[look] = black_of(self._library.planes[look], self._params)
        return self._known[look]

    def tint(self, seen: Seen, look: int, blocks: Floats) -> float:
        """The colour in which a look's black print is seen in `blocks` (blocks,): 0 black, about 1 red; 0 as well where it has none."""
        p = self._params
        if (black := self.of(look)) is None:
            return 0.0
        told = inner((spread(blocks, BLOCK // canon.CELL) > 0) & ~seen.burnt)
        cells, paper = black.cells & told, black.paper & told
        if min(np.count_nonzero(cells), np.count_nonzero(paper)) < p.fewest_cells:
            return 0.0
        under = smooth(balanced(seen.lit, self._library.planes[look][None], black.cells[None], p.light_sigma_cells)[0])
        return _tint(under[:, cells] - middle(under[:, paper])[:, None], p)
