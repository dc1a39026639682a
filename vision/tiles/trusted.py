"""Which tiles are to be trusted as a whole: not where most of their letters are in doubt, nor far from all that is told."""

import numpy as np
from numpy.typing import NDArray

from vision.letters.board import UNREADABLE
from vision.tiles.tiling import Tiling

Flags = NDArray[np.bool_]


def most_are_asked(signs: list[str]) -> bool:
    """Whether fewer letters of a tile stand than are in doubt: it may be read beside its print, and none of them is to be trusted."""
    return sum(sign.isalpha() for sign in signs) < signs.count(UNREADABLE)


def on_lone_tiles(seen: Flags, tiling: Tiling, anchor: int) -> Flags:
    """(n,) the cells of tiles beside which no tile has `anchor` cells of which something is `seen` (n,).

    Where such a tile lies is told by others that lie further off, and from there a board under a hand may be a whole cell out.
    """
    side = tiling.tiles
    counts = seen.reshape(side, tiling.cells, side, tiling.cells).sum(axis=(1, 3))
    held = np.pad(counts >= anchor, 1)
    is_lone = ~(held[:-2, 1:-1] | held[2:, 1:-1] | held[1:-1, :-2] | held[1:-1, 2:]) & (side > 1)
    return np.repeat(np.repeat(is_lone, tiling.cells, axis=0), tiling.cells, axis=1).ravel()
