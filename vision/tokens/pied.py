"""Discs that shine in several hues, as under a foil or behind a rainbow: gloss only adds light, so the darkest of each colour is their own.

A lamp's gloss is white, or at least of one hue: all over a disc it adds more or less of the same. Where what is seen of a disc leaves the
line from its look's colours to that gloss, here to red and there to blue, its middle colour says as much of the rainbow as of the disc.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def is_pied(seen: Floats, look: Floats) -> NDArray[np.bool_]:
    """(...): whether what is seen of discs has hues that their looks, so turned, do not have; (..., rings, angles, 3) both.

    Light in parts of white.
    """
    seen_hues, hues = (one - one.mean(axis=-1, keepdims=True) for one in (seen, look))
    level = (seen_hues * hues).sum(axis=_DISC) / np.maximum((hues**2).sum(axis=_DISC), np.float32(1e-6))
    level = np.clip(level, _LEAST_LEVEL, _MOST_LEVEL).astype(np.float32)
    parts = _in_parts(seen_hues - level[..., None, None, None] * hues)
    off = parts - np.median(parts, axis=-2, keepdims=True)
    own = hues.mean(axis=(-3, -2))
    own /= np.maximum(np.hypot.reduce(own, axis=-1, keepdims=True), np.float32(1e-6))
    off -= (off * own[..., None, :]).sum(axis=-1, keepdims=True) * own[..., None, :]  # gloss and shade make it more or less of its own hue
    spread = np.sqrt((off**2).sum(axis=-1).mean(axis=-1))
    return np.asarray(spread > np.maximum(_NOISE, _PART * seen.mean(axis=_DISC)), np.bool_)


def darkest(seen: Floats) -> Floats:
    """(rings, angles, 3) light of a disc -> (3,): what it gives back where least is added, of each colour for itself."""
    return np.asarray(np.quantile(seen.reshape(-1, 3), _LEAST, axis=0), np.float32)


def _in_parts(light: Floats) -> Floats:
    """(..., rings, angles, 3) -> (..., n, 3): means of sectors of some rings, in which noise evens out."""
    *lead, rings, angles, _ = light.shape
    sectors = light.reshape(*lead, _RINGS, rings // _RINGS, _SECTORS, angles // _SECTORS, 3)
    return np.asarray(sectors.mean(axis=(-4, -2)).reshape(*lead, -1, 3), np.float32)


_DISC = (-3, -2, -1)
_RINGS, _SECTORS = 2, 8
_LEAST_LEVEL, _MOST_LEVEL = 0.3, 2.4
"""Brightness that a disc may have, in parts of its look's."""
_NOISE, _PART = 0.02, 0.12
"""Spread of hues, in parts of white and in parts of the disc's own light, of a disc in several: of 3,700 tokens that were named by their
colour elsewhere 7 had more, of 167 under a foil 165."""
_LEAST = 0.1
"""Part of a disc that may be darker still: noise, and its shadow."""
