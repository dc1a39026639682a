"""Seams between letters: what lies between two single tiles of another game, and not between two letters printed on one tile.

Single tiles leave a line of the board between them, or its shadow. It is held against the paper to either side of it, at many pairs of
letters together, so that print that lies there by chance says nothing. It need not lie in the middle: where a figure stands in its corner,
a tile bears its letter aside.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SeamParams:
    """How seams are looked for. Lengths in cells."""

    window: float = 0.8
    """Of a look at what lies between two letters."""
    aside: float = 0.1
    """From their middle, at most, a seam lies: as far at all pairs;"""
    within: float = 0.05
    """half its width,"""
    beside: tuple[float, float] = (0.11, 0.19)
    """and so far from it, to either side, its paper."""
    least: int = 12
    """Pairs of letters that tell, in a row and one below the other each."""
    dark: float = 0.96
    """Of the light of the darker paper in some colour, at most, in most pairs: without a seam it is 0.994 and more on all boards of Word
    Buffet that were measured, whatever else lies or shines there."""


PARAMS = SeamParams()
SAMPLES = 32
"""Pixels of a look."""
TRIED = 11
"""Places beside the middle where a seam is looked for."""


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
    """Light on the darkest line beside these places, as far from each, in that of the paper to either side of it."""
    looks = flat.cut(at, params.window, SAMPLES).astype(np.float32)
    across = np.median(looks if is_upright else looks.transpose(0, 2, 1, 3), axis=1)
    away = ((np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5) * params.window
    return min(_valley(across, away - aside, params) for aside in np.linspace(-params.aside, params.aside, TRIED))


def _valley(across: Floats, away: Floats, params: SeamParams) -> float:
    """Light where `away` is 0, in that of the darker of both sides: the least of three colours, the median of all places."""
    near, far = params.beside
    line = across[:, np.abs(away) <= params.within].mean(axis=1)
    paper = [across[:, (side * away >= near) & (side * away <= far)].mean(axis=1) for side in (-1, 1)]
    return float(np.median(line / np.maximum(np.minimum(*paper), 1.0), axis=0).min())
