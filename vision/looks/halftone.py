"""Print too fine to be seen still tints the place where it lies: what that says between two looks where their grain cannot.

Blur takes the lines of a hatching away, but none of their ink. The tint is judged beside the rest of the piece, in which the two looks
are alike: where that does not look as it was enrolled (glare, a shadow's edge, another place), the tint says nothing.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.gains import middle

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class HalftoneParams:
    """When a tint tells two looks apart."""

    least_tint: float = 0.03
    """Difference of colours (0 to 1) between the two looks where their grain differs, root of the mean square."""
    fewest_cells: int = 20
    """Cells that it takes, where grain differs and where it does not."""
    plain: tuple[float, float] = (3.0, 6.0)
    """That difference, in parts of how far the rest of the piece is off, below which it says nothing, and from which it counts in full."""
    inked: float = 0.2
    """What it says for the look with grain, 0 to 1, from which no grain is missing, however sharp the rest of the print seems: its ink is
    there, and lines fade sooner than their ink."""


def are_enough(fine: Cells, rest: Cells, params: HalftoneParams) -> bool:
    """Whether there are cells enough of both kinds, see `nearer`, to judge a tint by."""
    return bool(min(np.count_nonzero(fine), np.count_nonzero(rest)) >= params.fewest_cells)


def nearer(seen: Floats, pair: Floats, fine: Cells, rest: Cells, params: HalftoneParams) -> float:
    """Which of two looks a tint comes nearer to: -1 the second, 1 the first, 0 when it cannot be told.

    `seen` (3, 32, 24) and `pair` (2, 3, 32, 24) are opponent colours, the seen ones under the light of the first look; `fine` (32, 24) are
    cells in which one look has grain and the other none, `rest` cells in which the two are alike.
    """
    if not are_enough(fine, rest, params):
        return 0.0
    here, beside = fine.ravel().nonzero()[0], rest.ravel().nonzero()[0]
    lies, both = seen.reshape(3, -1), pair.reshape(2, 3, -1)
    looks = both - middle(both.take(beside, 2))[..., None]
    between = (looks[0] - looks[1]).take(here, 1)
    square = float(np.vdot(between, between))
    tint = math.sqrt(square / len(here))
    if tint < params.least_tint:
        return 0.0
    off = lies - middle(lies.take(beside, 1))[:, None]
    side = 2 * float(np.vdot((off - looks[1]).take(here, 1), between)) / square - 1
    odd = (off - looks[0]).take(beside, 1)
    astray = math.sqrt(float(middle((odd * odd).sum(0))))
    low, high = params.plain
    trust = max(0.0, min(1.0, (tint / (astray + 1e-3) - low) / (high - low)))
    return max(-1.0, min(1.0, side)) * trust
