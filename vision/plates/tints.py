"""Pieces that would have to be in a light of their own: what has another food's outline, nearly, and no colour of it.

All pieces stand in one light, brighter on some and dimmer on others, but of one tint. What a camera adds to dark channels, as where
something shines, it adds to all that is as dark: so a channel is compared with that of pieces which are about as dark in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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


PARAMS = TintParams()


def in_another_light(stands: Sequence[Standing], params: TintParams = PARAMS) -> list[Standing]:
    """Those whose colours differ from the enrolled ones in another way than the others' do."""
    levels = np.log([one.silhouette.body + params.lift for one in stands]).reshape(-1, 3)
    light = np.log([one.evidence.gain for one in stands]).reshape(-1, 3)
    rims = np.array([one.evidence.rim for one in stands])
    return [one for k, one in enumerate(stands) if _tint(k, levels, light, rims >= params.as_clear * rims[k], params) > params.tint]


def _tint(k: int, levels: Floats, light: Floats, is_clear: NDArray[np.bool_], params: TintParams) -> float:
    """How much the light on one piece differs between channels from that on the others, of (n, 3) each; 0 where too few tell of it."""
    off = list[float]()
    for channel in range(3):
        others = is_clear & (np.abs(levels[:, channel] - levels[k, channel]) < params.same_level)
        others[k] = False
        if others.sum() >= params.others:
            off.append(float(light[k, channel] - np.median(light[others, channel])))
    return max(off) - min(off) if len(off) >= params.channels else 0.0
