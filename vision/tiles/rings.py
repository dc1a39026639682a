"""A ring printed between four letters of a tile: where a food's place is."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.observation import Point

Floats = NDArray[np.float32]

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
    inner = [(r, c) for r in range(cells - 1) for c in range(cells - 1)]
    first = [(corner[0] + r) * count + corner[1] + c for r, c in inner]
    around = np.array([[i, i + 1, i + count, i + count + 1] for i in first])
    looks = grey.cut(middles[around].mean(axis=1), 0.8, 32).astype(np.float32)
    score = ring_score(looks / max(1.0, float(np.percentile(looks, 80))), 0.8)
    best, second = (int(i) for i in np.argsort(-score)[:2])
    r, c = inner[best]
    return Ring((r + 0.5, c + 0.5), float(score[best]), float(score[second]))


def ring_score(looks: Floats, window: float) -> Floats:
    """(n,) how much darker a ring near the middle of each look (n, s, s) is than what lies within and around it."""
    side = looks.shape[1]
    place = ((np.arange(side) + 0.5) / side - 0.5) * window
    best = np.full(len(looks), -1.0, np.float32)
    for radius in (0.17, 0.2, 0.23, 0.26, 0.29):
        for dx in (-0.06, 0.0, 0.06):
            for dy in (-0.06, 0.0, 0.06):
                away = np.hypot(place[None, :] - dx, place[:, None] - dy)
                on = np.abs(away - radius) < 0.022
                inside, outside = (away < radius - 0.04) & (away > radius - 0.1), (away > radius + 0.035) & (away < radius + 0.07)
                beside = np.minimum(np.quantile(looks[:, inside], BARE, axis=1), np.median(looks[:, outside], axis=1))
                best = np.maximum(best, beside - np.quantile(looks[:, on], 0.6, axis=1))
    return best
