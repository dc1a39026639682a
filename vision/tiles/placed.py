"""Where the whole of each plain token on a board lies: in the size of all, and apart from its own shadow."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.tiles.ant_discs import PARAMS as DISC, DiscParams, places_near

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PlacedParams:
    """How tokens that were told are placed once more. Lengths in cells, colours as parts of the paper's light."""

    around: tuple[float, ...] = (-0.1, -0.05, 0.0, 0.05, 0.1)
    """Shifts that are tried, twice: a shadow hides where a dark token ends, so that it may have been found as far aside,"""
    radii: tuple[float, ...] = (1.0, 1.08)
    """in these parts of the usual radius: a smaller disc fits anywhere on a token and its shadow."""
    near: float = 0.05
    """Colours that differ by so much are two, as those of a black token and of its shadow,"""
    even: float = 0.75
    """where so much of the rim less half of that around is then of one: gloss fades across others."""
    disc: DiscParams = DISC


PARAMS = PlacedParams()


def placed_again(flat: Flat, middles: Points, paper: Floats, places: Floats, params: PlacedParams = PARAMS) -> Floats:
    """(n, 3) places of plain tokens at some (n, 3) places of (n, 2) cells' middles, where the whole of each fits best.

    What lies in one light all over is told from its own shadow there; one across which gloss fades is not of one colour.
    """
    disc = params.disc
    usual = float(np.median(places_near(flat, middles, paper, places, disc.fine, disc.usual_radii, disc)[0][:, 2]))
    found, _ = _twice(flat, middles, paper, places, usual, params)
    exact, score = _twice(flat, middles, paper, places, usual, replace(params, disc=replace(disc, near=params.near)))
    return np.where((score >= params.even)[:, None], exact, found)


def _twice(flat: Flat, middles: Points, paper: Floats, places: Floats, usual: float, params: PlacedParams) -> tuple[Floats, Floats]:
    """(n, 3) places of the best discs of about that `usual` radius around (n, 3) places, (n,) how good they are."""
    found, score = places, np.zeros(len(places), np.float32)
    for _ in range(2):
        found = np.c_[found[:, :2], np.full(len(found), usual, np.float32)]
        found, score = places_near(flat, middles, paper, found, params.around, params.radii, params.disc)
    return found, score
