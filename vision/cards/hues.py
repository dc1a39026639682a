"""The hues of a piece: under the light that it lies in, each must be seen about as it was enrolled."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.looks import canon
from vision.looks.areas import deepened, hue_off
from vision.looks.canon import BLOCK
from vision.looks.coloured import colour_left
from vision.looks.gains import balanced, largest, middle, smooth
from vision.looks.matching import Seen, inner, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Hues:
    """What of a look's colours is seen otherwise; see `vision.cards.explained.Explained`."""

    opposed: float
    hue_off: float
    deepened: int
    colour_left: float


def hues(look: Floats, seen: Seen, shows: Cells, shown: Floats, params: ExplainParams) -> Hues:
    """How a look's colours (3, 32, 24) are seen in the blocks that show with none beside them that is covered, `shows` (blocks,).

    Its coloured print in all that are `shown` (blocks,): the small figure of a corner.
    """
    has_hue = largest(seen.colours) < CLIPPED
    under = balanced(seen.lit, look[None], None, params.light_sigma_cells)[0]
    there = spread(shows.astype(np.int8), BLOCK // canon.CELL) > 0
    clear = well_inside(there & has_hue)
    left = colour_left(look, under, inner(has_hue & (spread(shown, BLOCK // canon.CELL) > 0)))
    opposed = _opposed(look, under, clear, well_inside(there), params)
    return Hues(opposed, hue_off(look, under, clear), deepened(look, seen.lit.planes, clear), left)


def _opposed(own: Floats, under: Floats, cells: Cells, shows: Cells, params: ExplainParams) -> float:
    """Part of the coloured area of some cells (32, 24) whose hue is not the look's, 0 to 1; `shows`: these and those that are burnt.

    A hue is by how much a cell, averaged with its neighbours, is redder and bluer than the middle of all that is not burnt. Where glare
    burns the paper, that is no paper, and a colour that the glare makes paler lies beyond it: its hue must be another one seen from the
    paper, too, which lies as far off as the look's own middle moves when the burnt cells are left out.
    """
    if not cells.any():
        return 0.0
    hues, lying = (smooth(opponents(planes)[:2]) for planes in (own, under))
    clear = middle(hues[:, cells])[:, None]
    expected, found = hues[:, cells] - clear, lying[:, cells] - middle(lying[:, cells])[:, None]
    lengths = np.hypot(*expected), np.hypot(*found)
    weight = lengths[0] * lengths[1] * (np.minimum(*lengths) > params.least_hue)
    differs = _are_apart(expected, found, params)
    if differs.any():
        burnt = middle(hues[:, shows])[:, None] - clear
        differs &= _are_apart(expected - burnt, found - burnt, params)
    return float(weight[differs].sum() / (weight.sum() + params.noise))


def _are_apart(expected: Floats, found: Floats, params: ExplainParams) -> Cells:
    """Which hues (2, n) are not one."""
    return np.asarray(np.einsum("ij,ij->j", expected, found) < params.same_hue * np.hypot(*expected) * np.hypot(*found))


def well_inside(cells: Cells) -> Cells:
    """Those of some cells (32, 24) that have nothing else beside them, without the piece's rim."""
    return inner(cv2.erode(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


CLIPPED = 0.985
"""A cell of which one channel is as bright as this has lost its hue, though it is not white yet."""
