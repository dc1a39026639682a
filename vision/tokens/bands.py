"""Rings that tokens bear within their rims: a printed ring may show more clearly than the rim of the token that bears it."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.catalogue import Look
from vision.looks.colours import linear
from vision.tokens.discs import UNIT, Pixels

Floats = NDArray[np.float32]

_RADII = np.arange(0.4, 0.98, 0.02, dtype=np.float32)
"""Where a ring is looked for, in radii; beyond lies the picture's ground."""
_BESIDE = 3
"""So many of them on either side are compared."""
_LEAST_STEP, _LEAST_ROUND = 0.2, 0.9
"""Light, and the part of all directions in which it changes so, the same way: an icon's outline is no ring."""
_FLAT = 0.08
"""Light; what changes less says nothing."""


@dataclass(frozen=True, slots=True)
class Band:
    """What lies between a token's rim and its outermost printed ring."""

    wide: float = 1.0
    """Of the radius; 1 without a ring."""
    sign: int = 0
    """Which way light changes outwards at the ring: -1 where it gets darker, 1 where lighter; 0 without a ring."""

    def sign_within(self, radius: float) -> int:
        """The sign where the ring lies so near the rim of a disc of that radius, in pixels, that it shows there, and yet apart; else 0."""
        return self.sign if _APART_PX <= self.wide * radius <= _NEAR_PX else 0


_APART_PX, _NEAR_PX = 2.5, 5.0
"""Two edges that lie no further apart look like one; no edge that lies further away counts against a rim."""


def outermost(bands: Iterable[Band]) -> Band:
    """The narrowest of several; without a sign where light changes either way at such a ring."""
    told = list(bands)
    first = min(told, key=lambda band: band.wide, default=Band())
    signs = {band.sign for band in told if band.sign and band.wide <= _NEARLY * first.wide}
    return first if len(signs) == 1 else Band(first.wide)


_NEARLY = 1.5
"""Rings that lie no more than so many times as far from the rim as the outermost count with it."""


def band_of(look: Look) -> Band:
    """The band of a round look."""
    light = light_on(look.colours, _RADII)
    inner, outer = (np.stack([light[i + a : i + b].mean(axis=0) for i in _MIDDLES]) for a, b in ((-_BESIDE - 1, -1), (1, _BESIDE + 1)))
    step = outer - inner
    mean = step.mean(axis=1)
    colour = np.abs(mean).argmax(axis=1)
    most, each = (np.take_along_axis(one, colour.reshape(shape), -1)[..., 0] for one, shape in ((mean, (-1, 1)), (step, (-1, 1, 1))))
    is_along = (np.abs(each) > _FLAT) & (np.sign(each) == np.sign(most)[:, None])
    strength = np.where(is_along.mean(axis=1) >= _LEAST_ROUND, np.abs(most), 0)
    peaks = np.flatnonzero((strength >= _LEAST_STEP) & (strength >= np.maximum(np.roll(strength, 1), np.roll(strength, -1))))
    return Band(1.0 - float(_RADII[_MIDDLES[peaks[-1]]]), int(np.sign(most[peaks[-1]]))) if len(peaks) else Band()


_MIDDLES = range(_BESIDE + 1, len(_RADII) - _BESIDE)


def light_on(colours: Pixels, radii: Floats) -> Floats:
    """(radii, directions, 3): light of a round look's mosaic on circles of these radii; its disc touches the mosaic's edges."""
    rows, columns = canon.CELLS
    places = 0.5 + 0.5 * radii[:, None, None] * UNIT[None]
    x, y = (np.ascontiguousarray(places[..., i] * n - 0.5, np.float32) for i, n in ((0, columns), (1, rows)))
    return linear(np.asarray(cv2.remap(colours, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8))
