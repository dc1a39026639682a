"""Does the pattern of the ground go on all around a token? Then no card lies below it: what covers a pattern does not continue it.

What shows around the token, beside all others, is looked for everywhere else on the ground, in whatever brightness. A card below it would
show there, too, and with as much of it nothing is found again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.cloth import LEAST_REPEATS, of_one_colour
from vision.image.levels import shrunk
from vision.observation import Quad
from vision.tokens.discs import Flat, Floats


@dataclass(frozen=True, slots=True)
class WovenParams:
    """One set of values for every ground and token."""

    across_px: float = 5.0
    """Diameter of the smallest token in the reduced picture in which patches are compared."""
    covered: float = 1.6
    """Radii around a token's middle within which it, its side and its shadow hide the ground."""
    least_free: float = 0.25
    """Part of what lies around a token that has to lie beside all others: on a card about half does."""
    in_both: float = 0.6
    """Of that the part that has to show in another place, too."""
    least: float = 0.9
    """Correlation with each of `LEAST_REPEATS` places: around tokens on drawn checks .97 and more, on cards there .77 at most."""
    blank: float = 6.0
    """Grey levels of its spread under which there is no pattern."""
    tried: int = 24
    """So many places, those most alike, are compared in colour."""


PARAMS = WovenParams()


class Woven:
    """A table from above, reduced once a pattern is looked for, and what hides its ground."""

    def __init__(self, flat: Flat, discs: Floats, pieces: Sequence[Quad], reach: float, params: WovenParams = PARAMS) -> None:
        """`discs` (n, 3) are all tokens, `pieces` are around all else, in pixels of the picture; `reach` is how far around is looked."""
        self.flat, self.params, self._discs, self._pieces = flat, params, discs, pieces
        self._scale = params.across_px / (2 * float(discs[:, 2].min()))
        self._half = max(1, round(reach * self._scale))
        away = np.arange(-self._half, self._half + 1)
        self._around = (np.hypot(away[:, None], away) <= reach * self._scale).astype(np.float32)

    @cached_property
    def _small(self) -> Floats:
        height, width = self.flat.rgb.shape[:2]
        return shrunk(self.flat.rgb, (max(1, round(width * self._scale)), max(1, round(height * self._scale)))).astype(np.float32)

    @cached_property
    def _grey(self) -> Floats:
        return np.asarray(self._small.mean(axis=2), np.float32)

    @cached_property
    def _free(self) -> Floats:
        """(H, W): 0 where a piece lies that is no token, else 1."""
        free, to_flat = np.ones(self._small.shape[:2], np.float32), np.linalg.inv(self.flat.to_px)
        for quad in self._pieces:
            corners = cv2.perspectiveTransform(np.asarray(quad, np.float64)[None], to_flat)[0] * self._scale
            cv2.fillConvexPoly(free, np.rint(corners).astype(np.int32), (0.0,))
        return free

    @cached_property
    def _bare(self) -> Floats:
        """(H, W): 0 where a token hides what lies below it, else 1."""
        bare = np.ones(self._small.shape[:2], np.float32)
        for x, y, radius in (self._discs * np.float32(self._scale)).tolist():
            cv2.circle(bare, (round(x), round(y)), round(self.params.covered * radius), (0.0,), -1)
        return bare

    @cached_property
    def _ground(self) -> Floats:
        """(H, W): 1 where nothing is known to hide the ground, else 0."""
        return self._bare * self._free

    def goes_on(self, disc: Floats) -> bool:
        """Whether what shows around a disc (3,) is found again in many places of the ground; of one on a piece nobody asks.

        Other pieces count as what shows: one that was found a little aside hides no card's edge.
        """
        p, side = self.params, 2 * self._half + 1
        left, top = (round(at * self._scale) - self._half for at in disc[:2].tolist())
        here = slice(max(0, top), top + side), slice(max(0, left), left + side)
        seen = self._small[here]
        if seen.shape[:2] != (side, side) or not self._free[top + self._half, left + self._half]:
            return False
        shown = self._bare[here] * self._around
        if shown.sum() < p.least_free * self._around.sum() or seen[shown > 0].std(axis=0).max() < p.blank:
            return False
        alike = _alike(self._grey, self._ground, self._grey[here], shown, p)
        peaks = (alike >= p.least) & (alike >= cv2.dilate(alike, np.ones((_APART, _APART), np.uint8)))
        places = np.argwhere(peaks)
        places = places[np.abs(places - (top, left)).max(axis=1) > _APART // 2]
        if len(places) < LEAST_REPEATS:
            return False
        best = places[np.argsort(-alike[tuple(places.T)])][: p.tried]
        return int(of_one_colour(self._off(seen, shown, best)).sum()) >= LEAST_REPEATS

    def _off(self, seen: Floats, shown: Floats, places: NDArray[np.int64]) -> Floats:
        """(n, 3): by how much what shows is of another colour where the corners of such patches lie, (n, 2) down and right."""
        side, off = len(shown), np.empty((len(places), 3), np.float32)
        for n, (y, x) in enumerate(places):
            there = slice(y, y + side), slice(x, x + side)
            both = (shown * self._ground[there]) > 0
            off[n] = (self._small[there][both] - seen[both]).mean(axis=0)
        return off


_APART = 5
"""Pixels (odd) within which only the best place counts."""


def _alike(small: Floats, ground: Floats, patch: Floats, shown: Floats, params: WovenParams) -> Floats:
    """Correlation of what is `shown` (0 or 1) of a patch (h, w) with a picture (H, W) where that is `ground`: (H - h + 1, W - w + 1)."""

    def summed(picture: Floats, part: Floats) -> Floats:
        return np.asarray(cv2.matchTemplate(picture, part, cv2.TM_CCORR), np.float32)

    level = (small - np.float32(small.mean())) * ground
    own = (patch - patch[shown > 0].mean()) * shown
    many = np.maximum(summed(ground, shown), 1)
    total, own_total = summed(level, shown), summed(ground, own)
    shared = summed(level, own) - total * own_total / many
    spread = np.maximum(summed(level * level, shown) - total * total / many, 0)
    own_spread = np.maximum(summed(ground, own * own) - own_total * own_total / many, 0)
    alike = shared / np.sqrt(np.maximum(spread * own_spread, many * many))
    return np.where(many < params.in_both * shown.sum(), 0, alike).astype(np.float32)
