"""Places inside a flat piece along its edge, where it is looked at whether it bears its colours, and how many of them do."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_DEPTHS_MM = (2.6, 3.6, 4.6)
"""So deep inside the outline they lie ..."""
_LEAST_MM = 2.2
"""... and so far from all of it, at least ..."""
_BEYOND_MM = 0.8
"""... but where a border is broad, so much deeper than that at least: a line along it is a part of neither."""
_FEW = 12
"""Fewer places than so many tell nothing: of a thin piece those nearer to its border are taken, too."""
_OFF = 84.0
"""Levels, in the channel where they differ most, from which on a place has none of a piece's colours: twice as many as in a picture, for in
half the light what is off by less would be taken for the piece there, and as much of it might be covered unnoticed."""
_FEWEST = 0.75
"""A piece of which fewer have its colours, as it was shown, is too motley to be told by them."""


def places_inside(outline: Floats, line_mm: float = 0.0) -> Floats:
    """(n, 2) places inside a closed line (m, 2), millimetres, on shrunken copies of it: the same for wherever a piece is tried.

    `line_mm`: how deep a line or border along its edge reaches.
    """
    return _places(outline.tobytes(), line_mm)


@lru_cache(maxsize=256)
def _places(outline: bytes, line_mm: float) -> Floats:
    line = np.frombuffer(outline, np.float64).reshape(-1, 2)
    deeper = max(0.0, line_mm + _BEYOND_MM - _DEPTHS_MM[0])
    rings = [line - outward(line) * (depth + deeper) for depth in _DEPTHS_MM]
    found = np.concatenate([ring[_is_inside(line, ring, _LEAST_MM + deeper)] for ring in rings])
    return found if len(found) >= _FEW or not deeper else _places(outline, 0.0)


def _is_inside(line: Floats, points: Floats, least_mm: float) -> NDArray[np.bool_]:
    """(n,) whether each point lies far enough from a closed line, of whose points every third is looked at."""
    near = np.hypot(points[:, None, 0] - line[None, ::3, 0], points[:, None, 1] - line[None, ::3, 1]).min(1)
    return np.asarray(near >= least_mm, np.bool_)


def bearing(seen: Floats, colours: Floats) -> float:
    """The part of colours seen (n, 3) that are nearly one of a piece's, (k, 3): less than 1 where it has stitches, eyes, dots."""
    if not len(seen):
        return 1.0
    off = np.abs(seen[:, None] - colours[None]).max(2).min(1)
    return max(_FEWEST, float((off < _OFF).mean()))


def outward(line: Floats) -> Floats:
    """(n, 2) unit normals of a closed line of positive area, pointing out."""
    ahead = np.roll(line, -2, 0) - np.roll(line, 2, 0)
    normal = np.stack([ahead[:, 1], -ahead[:, 0]], 1)
    return np.asarray(normal / np.maximum(np.hypot(*normal.T), 1e-9)[:, None], np.float64)
