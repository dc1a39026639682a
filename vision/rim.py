"""Does a piece end where it is said to end? Print that repeats (pips, frames) can be matched one row off; the edge of the piece cannot."""

import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.canon import BLOCK, COLUMNS, ROWS
from vision.picture import Picture

Floats = NDArray[np.float32]

_REACH = 3
"""How far from its place the edge may be found, in canonical pixels."""
_EDGE = 0.45
"""Strength of an edge along the side, relative to its neighbourhood, from which it is there."""


def rim_share(picture: Picture, quad: Floats, shown: Floats) -> float:
    """Part of the rim, next to the blocks that show (blocks,), where the picture has an edge along it: 0 to 1; 0 without any rim."""
    field = picture.edges_around(quad)[..., 0]
    low, high = canon.MARGIN - _REACH, canon.MARGIN + _REACH
    upright = slice(canon.MARGIN, canon.MARGIN + canon.HEIGHT)
    level = slice(canon.MARGIN, canon.MARGIN + canon.WIDTH)
    seen = np.concatenate(
        [
            -field[low:high, level].min(0),
            -field[low + canon.HEIGHT : high + canon.HEIGHT, level].min(0),
            field[upright, low:high].max(1),
            field[upright, low + canon.WIDTH : high + canon.WIDTH].max(1),
        ]
    )
    beside = np.repeat(_at_rim(shown), BLOCK) > 0
    return float((seen[beside] >= _EDGE).mean()) if beside.any() else 0.0


def rim_blocks(shown: Floats) -> int:
    """How many blocks long the rim is beside the blocks that show (blocks,)."""
    return int(np.count_nonzero(_at_rim(shown)))


def _at_rim(shown: Floats) -> Floats:
    """The blocks along the top, the bottom, the left and the right."""
    grid = shown.reshape(ROWS, COLUMNS)
    return np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])
