"""Ink that fills an area, or tints it where it is hatched: blur takes none of it away, however little is left of its lines.

A figure that is full, or hatched too finely to be seen, and one that is empty have the same outline. Once blur has taken all else that
tells them apart, the empty one of a deck that was never enrolled would bear the name of the full one; but there is no ink in it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.areas import is_flat
from vision.looks.gains import balanced, middle
from vision.looks.matching import Seen, opponents

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class FillingParams:
    """When ink is asked for. Colours as red-green, yellow-blue and brightness, 0 to 1."""

    paper: float = 0.03
    """A cell that is no farther from the middle of a look's colours is paper."""
    full: float = 0.15
    """One that is so far from it is full of ink."""
    fewest: int = 20
    """Cells of ink and of paper, each."""
    light_sigma_cells: float = 5.0
    """How fast light may change over a piece."""


PARAMS = FillingParams()


def ink_left(
    look: Floats, seen: Seen, filled: Cells, flat: Cells, told: Cells, params: FillingParams = PARAMS
) -> tuple[float, float] | None:
    """How much is left of a look's ink (3, 32, 24) in its cells that are `filled`: 1 as enrolled, 0 none; and by how much that may be off.

    `flat` (32, 24): the look's cells that are like those beside them; `told`: those that are seen. None where too few are: where a shine
    burns paper to white, nobody knows how bright it is, and ink beside it is as pale as the shine makes it.
    """
    own, told = _against_paper(look), told & ~_in_shine(seen, params)
    depth = np.sqrt((own * own).sum(0))
    cells, paper = filled & told & (depth > params.paper), flat & told & (depth <= params.paper)
    if min(np.count_nonzero(cells), np.count_nonzero(paper)) < params.fewest:
        return None
    lying = opponents(balanced(seen.lit, look[None], (filled | ~flat)[None], params.light_sigma_cells)[0])
    off = lying - middle(lying[:, paper])[:, None, None]
    ink, odd = own[:, cells], (off - own)[:, paper]
    left = float(middle((off[:, cells] * ink).sum(0) / (ink * ink).sum(0)))
    return left, float(np.sqrt(middle((odd * odd).sum(0)))) / float(middle(depth[cells]))


def _in_shine(seen: Seen, params: FillingParams) -> Cells:
    """The cells (32, 24) beside which, as near as light changes, something is burnt out to white."""
    side = 2 * round(params.light_sigma_cells) + 1
    return np.asarray(cv2.dilate(seen.burnt.astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def filling_left(look: Floats, seen: Seen, told: Cells, params: FillingParams = PARAMS) -> float:
    """How much can be left of the ink that fills areas of a look (3, 32, 24), in the cells `told` (32, 24): 1 where nothing is filled."""
    flat = is_flat(look)
    full = flat & ((_against_paper(look) ** 2).sum(0) > params.full**2)
    left = ink_left(look, seen, full, flat, told, params) if np.count_nonzero(full & told) >= params.fewest else None
    return 1.0 if left is None else sum(left)


def _against_paper(look: Floats) -> Floats:
    """The opponent colours (3, 32, 24) of a look, most of which is paper, less those of paper."""
    own = opponents(look)
    return np.asarray(own - middle(own.reshape(3, -1))[:, None, None], np.float32)
