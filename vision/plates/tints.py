"""Pieces that would have to be in a light of their own: what has another food's outline, nearly, and no colour of it.

All pieces stand in one light, brighter on some and dimmer on others, but of one tint. What a camera adds to dark channels, as where
something shines, it adds to all that is as dark: so a channel is compared with that of pieces which are about as dark in it. What is seen
of a piece in several shades may be any of them, or what a picture mixes of two.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.plates.fitting import Standing

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TintParams:
    """When a piece is in a light of its own."""

    lift: float = 12.0
    """Levels added before colours are divided."""
    same_level: float = 0.4
    """Difference of the logarithm of two enrolled colours' level in a channel up to which they are about as dark in it."""
    as_clear: float = 0.8
    """What another is compared with has its rim at least so many times as certain."""
    others: int = 2
    """Compared with so many in a channel, at least ..."""
    channels: int = 2
    """... and in so many channels."""
    tint: float = 0.3
    """Difference of the logarithm of the light, between two channels, from that on the others: of 190 true pieces three were off by more,
    of 39 wrong ones thirteen."""
    shade: float = 24.0
    """Levels up to which another colour on a piece is its body's, lighter or darker."""


PARAMS = TintParams()
_MIXED = (0.25, 0.5, 0.75, 1.0)
"""Parts of another colour of a piece in what is seen as its body's."""


def in_another_light(stands: Sequence[Standing], params: TintParams = PARAMS) -> list[Standing]:
    """Those whose colours differ from the enrolled ones in another way than the others' do."""
    levels = np.log([one.silhouette.body + params.lift for one in stands]).reshape(-1, 3)
    light = np.log([one.evidence.gain for one in stands]).reshape(-1, 3)
    rims = np.array([one.evidence.rim for one in stands])
    found = []
    for k, one in enumerate(stands):
        is_clear, shades = rims >= params.as_clear * rims[k], [levels[k], *_shades(one.silhouette, params)]
        if min(_tint(k, light[k] + levels[k] - shade, levels, light, is_clear, params) for shade in shades) > params.tint:
            found.append(one)
    return found


def _shades(one: Silhouette, params: TintParams) -> list[Floats]:
    """Logarithms of the colours (3,) that a picture may mix of a piece's body and what is that, lighter or darker, elsewhere on it."""
    coats = [coat for coat in one.coats.astype(np.float64) if min(_off(coat, one.body, end) for end in (0.0, 255.0)) < params.shade]
    return [np.log((1 - part) * one.body + part * coat + params.lift) for coat in coats for part in _MIXED]


def _off(colour: Floats, body: Floats, end: float) -> float:
    """By how many levels a colour (3,) is off the way from a body's (3,) to black, 0, or white, 255."""
    way = end - body
    part = float(np.clip((colour - body) @ way / max(float(way @ way), 1e-9), 0.0, 1.0))
    return float(np.abs(body + part * way - colour).max())


def _tint(k: int, own: Floats, levels: Floats, light: Floats, is_clear: NDArray[np.bool_], params: TintParams) -> float:
    """How much the light on one piece, its `own` (3,), differs between channels from that on the others, (n, 3); 0 where few tell of it."""
    off = list[float]()
    for channel in range(3):
        others = is_clear & (np.abs(levels[:, channel] - levels[k, channel]) < params.same_level)
        others[k] = False
        if others.sum() >= params.others:
            off.append(float(own[channel] - np.median(light[others, channel])))
    return max(off) - min(off) if len(off) >= params.channels else 0.0
