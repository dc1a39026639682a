"""A ring printed between four letters of a tile: where a food's place is."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of, quantile_of
from vision.letters.cells import Flat, Points
from vision.observation import Point

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

WINDOW = 0.8
"""Side of the look at four cells' middle in which a ring is looked for, in cells."""
SAMPLES = 32
"""Its pixels across."""

LEAST_RING = 0.012
"""By which the ring around a food is darker than what is beside it, as part of the paper's light: three of its grey levels."""
LEAST_LEAD = 3.0
"""That, in the same of the place that comes next: letters beside it and noise look a little like rings."""
OVER_CHANCE = 3.0
"""The same in what comes next on the board's tiles, in the middle of them all: curls that a red glass leaves, and a hand's edge, look
like a ring in one place of a tile now and then."""
BARE = 0.65
"""Quantile of the light within a ring that counts as its ground: the points of a star reach nearly to it."""


@dataclass(frozen=True, slots=True)
class Ring:
    """The clearest ring of a tile."""

    at: Point
    """Rows and columns of the tile."""
    score: float
    second: float
    """Of the place that comes next."""

    @property
    def is_clear(self) -> bool:
        """Whether it stands out on its tile."""
        return self.score > max(LEAST_RING, LEAST_LEAD * self.second)


def ringed(grey: Flat, middles: Points, count: int, corner: tuple[int, int], cells: int) -> Point | None:
    """The corner point of four cells that a ring is printed around, in rows and columns of the tile; None when none stands out.

    `middles` (count * count, 2) of the whole board; the tile's first row and column are `corner`, and it has cells x cells.
    """
    ring = ring_of(grey, middles, count, corner, cells)
    return ring.at if ring.is_clear else None


def over_chance(rings: Sequence[Ring]) -> list[Point | None]:
    """Where the ring of each tile of a board is, those that stand out on it and on all of them; else None."""
    chance = float(np.median([ring.second for ring in rings])) if rings else 0.0
    return [ring.at if ring.is_clear and ring.score > OVER_CHANCE * chance else None for ring in rings]


def ring_of(grey: Flat, middles: Points, count: int, corner: tuple[int, int], cells: int) -> Ring:
    """The clearest ring of a tile, as of `ringed`."""
    return rings_of(grey, middles, count, [corner], cells)[0]


def rings_of(grey: Flat, middles: Points, count: int, corners: Sequence[tuple[int, int]], cells: int) -> list[Ring]:
    """The clearest ring of each tile of a board, by the tiles' corners, as of `ringed`."""
    if not corners:
        return []
    inner = [(r, c) for r in range(cells - 1) for c in range(cells - 1)]
    first = np.array([[(row + r) * count + col + c for r, c in inner] for row, col in corners])
    around = first[..., None] + np.array([0, 1, count, count + 1])
    looks = grey.cut(middles[around].mean(axis=2).reshape(-1, 2), WINDOW, SAMPLES).astype(np.float32).reshape(len(corners), -1)
    bright = np.maximum(quantile_of(looks, 0.8), np.float32(1))[:, None]
    scores = ring_score(np.asarray(looks / bright, np.float32).reshape(-1, SAMPLES, SAMPLES), WINDOW).reshape(len(corners), -1)
    return [_clearest(score, inner) for score in scores]


def _clearest(score: Floats, places: Sequence[tuple[int, int]]) -> Ring:
    """Of rings with these scores (n,), each in the middle of four cells of which the first is at its place."""
    best, second = (int(i) for i in np.argsort(-score)[:2])
    row, col = places[best]
    return Ring((row + 0.5, col + 0.5), float(score[best]), float(score[second]))


def ring_score(looks: Floats, window: float) -> Floats:
    """(n,) how much darker a ring near the middle of each look (n, s, s) is than what lies within and around it."""
    pixels = looks.reshape(len(looks), -1)
    best = np.full(len(looks), -1.0, np.float32)
    for on, inside, outside in _zones(looks.shape[1], window):
        beside = np.minimum(quantile_of(pixels[:, inside], BARE), median_of(pixels[:, outside]))
        best = np.maximum(best, beside - quantile_of(pixels[:, on], 0.6))
    return best


@lru_cache(maxsize=4)
def _zones(side: int, window: float) -> list[tuple[Ints, Ints, Ints]]:
    """The pixels of a look that are on each ring that may be near its middle, within it, and around it."""
    place = ((np.arange(side) + 0.5) / side - 0.5) * window
    zones = []
    for radius, dx, dy in itertools.product((0.17, 0.2, 0.23, 0.26, 0.29), (-0.06, 0.0, 0.06), (-0.06, 0.0, 0.06)):
        away = np.hypot(place[None, :] - dx, place[:, None] - dy)
        on = np.abs(away - radius) < 0.022
        inside, outside = (away < radius - 0.04) & (away > radius - 0.1), (away > radius + 0.035) & (away < radius + 0.07)
        zones.append((np.flatnonzero(on), np.flatnonzero(inside), np.flatnonzero(outside)))
    return zones
