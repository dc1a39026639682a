"""Seams between letters: what lies between two single tiles of another game, and not between two letters printed on one tile.

Single tiles leave a line of the board between them, or its shadow. It is held against the paper to either side of it, at many pairs of
letters together, so that print that lies there by chance says nothing.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class SeamParams:
    """How seams are looked for. Lengths in cells."""

    window: float = 0.8
    """Of a look at what lies between two letters."""
    within: float = 0.05
    """Of their middle a seam lies,"""
    beside: tuple[float, float] = (0.11, 0.19)
    """and so far from it its paper."""
    least: int = 12
    """Pairs of letters that tell, in a row and one below the other each."""
    dark: float = 0.94
    """Of the paper's light in some colour, at most, in most pairs: noise and print leave a few levels, the narrowest seam a tenth."""


PARAMS = SeamParams()
SAMPLES = 32
"""Pixels of a look."""


def are_single(flat: Flat, middles: Points, letters: Flags, cells: int, params: SeamParams = PARAMS) -> bool:
    """Whether the letters (rows, cols) on cells with these `middles` (n, 2) stand on tiles of their own, not `cells` by `cells` on one.

    `flat` is RGB. False where too few stand side by side, or one below another.
    """
    places = middles.reshape(*letters.shape, 2)
    across = _between(places, letters, cells)
    down = _between(places.transpose(1, 0, 2), letters.T, cells)
    if min(len(across), len(down)) < params.least:
        return False
    return all(_light(flat, at, is_upright, params) <= params.dark for at, is_upright in ((across, True), (down, False)))


def _between(places: Points, letters: Flags, cells: int) -> Points:
    """(m, 2) the middles between two letters side by side that belong to one tile, if there are tiles of `cells` by `cells`."""
    is_inner = np.arange(letters.shape[1] - 1) % cells < cells - 1
    pairs = letters[:, :-1] & letters[:, 1:] & is_inner
    return np.asarray((places[:, :-1] + places[:, 1:])[pairs] / 2, np.float64)


def _light(flat: Flat, at: Points, is_upright: bool, params: SeamParams) -> float:
    """Light on the line through these places, in that of the paper beside it: the least of three colours, the median of all places."""
    looks = flat.cut(at, params.window, SAMPLES).astype(np.float32)
    across = np.median(looks if is_upright else looks.transpose(0, 2, 1, 3), axis=1)
    away = np.abs((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * params.window
    line = across[:, away <= params.within].mean(axis=1)
    paper = across[:, (away >= params.beside[0]) & (away <= params.beside[1])].mean(axis=1)
    return float(np.median(line / np.maximum(paper, 1.0), axis=0).min())
