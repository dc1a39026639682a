"""Would what shows of a piece look the same on two pieces of its deck? Then it does not say which of the two lies there.

Where one of the two was never enrolled, nothing that shows speaks against the other. Whether a deck has such pairs is seen by its looks
that are enrolled: a plate's rim that comes twice with another meal on it comes so again.
"""

import numpy as np
from numpy.typing import NDArray

from vision.looks.lookalikes import Lookalikes

Floats = NDArray[np.float32]

_MOST = 40
"""Looks of a deck that are asked, the likest ones."""
_WEIGHED = 0.85
"""Correlation from which two looks are told apart by where they differ, as by a figure: what both show says nothing more."""
_SAME = 0.9
"""The same from which a part of two is one print."""
_REMEMBERED = 64


class Pairs:
    """How much alike looks of a deck are in the part of a piece that shows."""

    def __init__(self, lookalikes: Lookalikes) -> None:
        self._lookalikes = lookalikes
        self._known: dict[tuple[int, bytes], float] = {}

    def alike(self, look: int, shown: Floats) -> float:
        """The highest correlation of two looks whose print is one in the blocks `shown` (blocks,) and not in the rest: 0 to 1.

        0 where there are none, and where the look itself has one that is like it all over: the two are weighed where they differ.
        """
        key = look, shown.tobytes()
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.pop(next(iter(self._known)))
            self._known[key] = self._find(look, shown)
        return self._known[key]

    def _find(self, look: int, shown: Floats) -> float:
        library, others = self._lookalikes.library, self._lookalikes.likest(look, _MOST)
        if len(others) < 2 or not shown.any():
            return 0.0
        among = [look, *others]
        blocks, ids = library.blocks[among], np.array([library.ids[j] for j in among])
        here, whole = np.where(ids[:, None] == ids, 0.0, _correlations(blocks[:, shown > 0])), _correlations(blocks)
        is_weighed = (whole[0] >= _WEIGHED) & (here[0] >= _WEIGHED)
        return 0.0 if is_weighed.any() else float(np.where((here >= _SAME) & (whole < _WEIGHED), here, 0.0).max())


def _correlations(blocks: Floats) -> Floats:
    """Of every two looks' edges (looks, blocks, n): (looks, looks)."""
    rows = blocks.reshape(len(blocks), -1)
    rows = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return np.asarray(rows @ rows.T, np.float32)
