"""Coloured print: what it takes from the light is its colour. Black print in its place takes of all colours alike.

Blur, haze and thin lines leave less of a print, and of its colour as much less. So an ace of diamonds is told from one of clubs by its
corner alone, however small the figure is; the other way round see `vision.looks.black`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.gains import middle, smooth
from vision.looks.matching import opponents

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ColouredParams:
    """What coloured print is, and when it is seen. Brightness and colours 0 to 1."""

    dark: float = 0.08
    """A cell so much darker than paper is print, ..."""
    light: float = 0.06
    """... and one that is no more darker than this, nor more of a colour, is paper."""
    coloured: float = 0.6
    """Colour of what a cell of it takes from the light, in parts of its amount: print of less may be any; ..."""
    least: float = 0.4
    """... and of what all of it takes together: several inks side by side leave no colour."""
    fewest_cells: int = 4
    """Of print: the small figure of a corner."""
    fewest_paper: int = 6
    as_dark: tuple[float, float] = (0.5, 2.0)
    """Where what is seen takes less, or more, than so many times as much, there is glare or another thing."""


PARAMS = ColouredParams()


def colour_left(look: Floats, under: Floats, told: Cells, params: ColouredParams = PARAMS) -> float:
    """Which part of its colour a look's coloured print is seen in: 1 as enrolled, 0 black; 1 as well where there is none.

    `look` and what is seen `under` its light: (3, 32, 24) planes of RGB. `told` (32, 24): the cells that are compared.
    """
    own = smooth(look)
    own = own - middle(own.reshape(3, -1))[:, None, None]
    colour, darker = np.hypot(*opponents(own)[:2]), -own.mean(0)
    cells = (darker > params.dark) & (colour > params.coloured * darker) & told
    paper = (darker < params.light) & (colour < params.light) & told
    if np.count_nonzero(cells) < params.fewest_cells or np.count_nonzero(paper) < params.fewest_paper:
        return 1.0
    lies = smooth(under)
    (hue, amount), (found, seen) = (_taken(one[:, cells].mean(1) - middle(one[:, paper])) for one in (own, lies))
    if float(np.hypot(*hue)) < params.least or not params.as_dark[0] * amount < seen < params.as_dark[1] * amount:
        return 1.0
    return float(found @ hue / (hue @ hue))


def _taken(off: Floats) -> tuple[Floats, float]:
    """Of what print takes from the light of paper, -`off` (3,): its colour (2,), in parts of its amount, and that."""
    amount = -float(off.mean())
    return np.asarray(opponents(-off.reshape(3, 1, 1))[:2, 0, 0] / max(amount, 1e-3), np.float32), amount
