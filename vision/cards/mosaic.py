"""A piece that was never enrolled is put together of parts of others: the three of one card, the suit of another.

The look that wins against every other over all of the piece must therefore win in each part of it as well: where it differs from another
look of its design in a few blocks beside each other, no other may be what is clearly seen there.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.canon import COLUMNS, ROWS
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import Seen

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class MosaicParams:
    """How parts of a piece are held against those of other looks."""

    kin: int = 12
    """Other looks of its design that are asked, the likest ones."""
    side: int = 2
    """Blocks of a part, each way."""
    least: float = 120.0
    """Weight of edges by which two looks must differ in a part for it to be asked."""
    least_gain: float = 0.4
    """Print that is seen more weakly than this says no more than at this."""


class Mosaic:
    """Holds each part of a piece against the same part of other looks of its design."""

    def __init__(self, lookalikes: Lookalikes, params: MosaicParams) -> None:
        self._lookalikes, self._params = lookalikes, params
        self._weights: dict[int, Floats] = {}
        """Of each look that was asked about, how much its edges differ from those of its kin in each block: (kin, blocks)."""

    def least(self, seen: Seen, blocks: Floats, look: int) -> float:
        """How clearly the part that speaks least for a look against any other is its own: 1 as enrolled, 0 midway, -1 the other's.

        Only parts are asked that lie in `blocks` (blocks,) and in which the two differ enough; 1 where there is none.
        """
        p, library = self._params, self._lookalikes.library
        others = self._lookalikes.kin(look, p.kin)
        if not others or not blocks.any():
            return 1.0
        if look not in self._weights:
            self._weights[look] = np.stack([self._lookalikes.edges_apart(look, other) for other in others])
        along, weight = self._lookalikes.by_blocks(seen, look, others), self._weights[look]
        said, much = _in_parts(along * blocks, p.side), _in_parts(weight * blocks, p.side)
        told = much >= p.least
        gain = max(p.least_gain, library.gain(seen, look, blocks))
        return float((said[told] / much[told]).min()) / gain if told.any() else 1.0

    def least_grain(self, look: int, blocks: Floats, with_grain: Callable[[], Seen]) -> float:
        """The same by the grain of `blocks` (blocks,), against those looks from which it is mostly that which tells it; else 1.

        `with_grain` makes what is seen with its grain, where that is needed.
        """
        others = [j for j in self._lookalikes.kin(look, self._params.kin) if self._lookalikes.is_finer(look, j)]
        if not others:
            return 1.0
        seen = with_grain()
        return min(self._lookalikes.by_grain(seen, look, j, blocks) for j in others)


def _in_parts(values: Floats, side: int) -> Floats:
    """Sums of values (n, blocks) over every square of so many blocks each way: (n, parts)."""
    grid = values.reshape(-1, ROWS, COLUMNS)
    down = np.array([grid[:, at : ROWS - side + 1 + at] for at in range(side)]).sum(0)
    across = np.array([down[:, :, at : COLUMNS - side + 1 + at] for at in range(side)]).sum(0)
    return np.asarray(across, np.float32).reshape(len(grid), -1)
