"""Which colour a disc has, judged in grey levels: there noise and a lamp's cast weigh the same in dark and in light colours.

Light weighs bright colours most: a dark red that shines a little is hardly nearer to itself than to a yellow in shade.
In grey levels it is.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.looks.colours import GAMMA

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TintParams:
    """How much may differ."""

    noise: float = 9 / 255
    """Grey levels, 0 to 1, of each colour: what the lamp's cast, wear and noise leave."""
    brights: int = 16
    """Steps of brightness that are tried ..."""
    veils: int = 10
    """... and of gloss."""
    least_bright: float = 0.3
    most_bright: float = 2.4
    least_veil: float = 0.01
    most_veil: float = 0.7


PARAMS = TintParams()


def tints(
    seen: Floats, ceiling: Floats, veil: Floats, spreads: tuple[Floats, Floats], looks: Floats, params: TintParams = PARAMS
) -> Floats:
    """(n, k): cost of each of k colours (k, 3) for n discs (n, 3), squares of the noise, and how unusual brightness and gloss are.

    All light is in parts of white; `ceiling` (n, 3) is where the picture is clipped, `veil` (n, 3) was taken off already,
    `spreads` (n,) are those of brightness and gloss.
    """
    levels, gloss = tried(params)
    told, grey = _shown(looks.tobytes(), params)
    found = np.empty((len(seen), len(looks)), np.float32)
    for n, each in enumerate(zip(seen, ceiling, veil, strict=True)):
        one, top, off = (np.tile(colour, len(looks)) for colour in each)  # all colours in a row, which is quicker than rows of three
        shown = np.minimum(grey, greys(top)) if not off.any() else greys(np.minimum(told, top) + off)
        away = (shown - greys(np.minimum(one, top) + off)).reshape(-1, len(looks), 3)
        cost = np.einsum("ijk,ijk->ij", away, away) * np.float32(params.noise**-2)
        cost += (((levels - 1) / spreads[0][n]) ** 2 + (gloss / spreads[1][n]) ** 2)[:, None]
        found[n] = cost.min(axis=0)
    return found


@lru_cache(maxsize=16)
def _shown(looks: bytes, params: TintParams) -> tuple[Floats, Floats]:
    """(tried, 3 k): the light of k colours, given as their bytes, in every brightness and gloss that is tried, and its grey levels."""
    levels, gloss = tried(params)
    told = (levels[:, None] * np.frombuffer(looks, np.float32) + gloss[:, None]).astype(np.float32)
    return told, greys(told)


def hues(seen: Floats, looks: Floats, params: TintParams = PARAMS) -> Floats:
    """(..., k): by how much the hue of colours (..., 3) is off that of each of k (k, 3), however bright; all light in parts of white.

    Gloss is white: what it lies on gets paler, but not of another hue.
    """
    away, those = seen - seen.mean(axis=-1, keepdims=True), looks - looks.mean(axis=1, keepdims=True)
    levels = (away @ those.T) / np.maximum((those**2).sum(axis=1), np.float32(1e-9))
    levels = np.clip(levels, params.least_bright, params.most_bright)
    return np.asarray(np.sqrt(((away[..., None, :] - levels[..., None] * those) ** 2).sum(axis=-1)), np.float32)


@cache
def tried(params: TintParams) -> tuple[Floats, Floats]:
    """(tried,) each: every step of brightness with every one of gloss."""
    levels = np.geomspace(params.least_bright, params.most_bright, params.brights, dtype=np.float32)
    gloss = np.geomspace(params.least_veil, params.most_veil, params.veils, dtype=np.float32)
    return levels.repeat(len(gloss) + 1), np.tile(np.append(np.float32(0), gloss), len(levels))


def greys(light: Floats) -> Floats:
    """Light in parts of white -> grey levels, 0 to 1 for what white is."""
    return np.asarray(_GREYS[np.clip(light * np.float32(_STEPS), 0, len(_GREYS) - 1).astype(np.int16)], np.float32)


_STEPS = 4096
_GREYS = ((np.arange(7 * _STEPS) / _STEPS) ** (1 / GAMMA)).astype(np.float32)
"""Grey level of light in steps of 1 / `_STEPS`, up to seven times white."""
