"""Gloss and glare are local: tokens that were named tell the light of their neighbours, gloss in each colour for itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.tokens.discs import Floats
from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots, burnt_around, glared

LEAST_GAIN, MOST_GAIN = 0.15, 3.0
"""Of a print, in parts of what white gives; anything else is no light."""
MOST_COLOURED = 0.25
"""By which part of white gloss may differ from colour to colour: it is the lamp's own light. Of 2,700 named prints .15 at most on 98 %."""


def relit(
    spots: Spots, sights: Mapping[int, Sight], sure: Mapping[int, Sight], told: set[int], looks: RoundLooks, params: TokenParams
) -> Spots:
    """The discs without a name at the places where they were seen, under the light that their named neighbours show.

    Of those that could be worth a question, and only where a neighbour has its name since the last time; `told` had theirs before.
    Those that are burnt out tell nothing.
    """
    known = np.array(sorted(n for n, one in sure.items() if one.burnt <= params.agreed_burnt), np.int64)
    asked = [n for n, sight in sights.items() if n not in sure and sight.rim >= params.faint_rim] if len(known) else []
    near = {n: one for n, one in neighbours(spots, known, asked, params).items() if not told.issuperset(one[0])}
    white, veil, firm, middles = spots.white.copy(), spots.veil.copy(), spots.firm.copy(), spots.middles.copy()
    lights = lights_of(spots, sure, sorted({m for tell, _ in near.values() for m in tell}), looks)
    near = {n: (white_ones, far) for n, (tell, far) in near.items() if (white_ones := [m for m in tell if _is_white(*lights[m])])}
    at = np.array([(sights[n].x, sights[n].y) for n in near], np.float32).reshape(-1, 2)
    glare = glared(burnt_around(spots.flat, at, spots.radius), params).tolist() if near else []
    for (n, (tell, far)), middle, glaring in zip(near.items(), at, glare, strict=True):
        middles[n] = middle
        lit = np.stack([lights[m] for m in tell])
        bright, gloss = median_of(lit, 0)
        firm[n] = _firm(lit, far / (2 * spots.radius), params, spots.firm[n], glaring)
        white[n], veil[n] = np.maximum(bright, 1e-3), gloss / np.maximum(bright, 1e-3)
    return replace(spots, middles=middles, white=white, veil=veil, firm=firm, among=tuple(near))


def neighbours(spots: Spots, known: NDArray[np.int64], asked: Sequence[int], params: TokenParams) -> dict[int, tuple[list[int], float]]:
    """Of each disc that is asked about the known ones that tell its light, the nearest first, and how far away the farthest lies."""
    away = np.hypot(*(spots.middles[known] - spots.middles[asked, None]).transpose(2, 0, 1))
    order = np.argsort(away, axis=1)[:, : params.told_by]
    far = np.take_along_axis(away, order, 1)
    is_near = far < params.neighbours * 2 * spots.radius
    return {
        n: (known[mine[near]].tolist(), float(off[near].max(initial=0.0)))
        for n, mine, off, near in zip(asked, order, far, is_near, strict=True)
    }


def _firm(told: Floats, far: float, params: TokenParams, before: Floats, glaring: float = 1.0) -> Floats:
    """(2,): part of the usual spreads by which brightness and gloss may be off that neighbours told (n, 2, 3).

    The farthest of them lies so many diameters away; where too few of them lie near it is as `before` (2,). Glare grows
    across them all: amid what is burnt out either may be off by so many times as much, `glaring`, however well they agree.
    """
    if len(told) < params.told_by or far > params.near:
        return before
    white = np.maximum(median_of(told[:, 0], 0), 1e-3)
    apart = np.ptp(told / white, axis=0).mean(axis=-1) / (params.fit.bright_spread, params.fit.veil_spread)
    return np.asarray(np.clip(apart, params.firmest, 1.0) * glaring, np.float32)


def _is_white(bright: Floats, gloss: Floats) -> bool:
    """Whether gloss (3,) is about as white as the light (3,) there: else the print is blurred, burnt out in a colour, or another kind's."""
    return float(np.ptp(gloss / np.maximum(bright, 1e-3))) <= MOST_COLOURED


def lights_of(spots: Spots, sure: Mapping[int, Sight], numbers: Sequence[int], looks: RoundLooks) -> dict[int, Floats]:
    """Of the named discs of these numbers the light (2, 3) that each shows."""
    if not numbers:
        return {}
    those, sights = spots.take(np.array(numbers, np.int64)), [sure[n] for n in numbers]
    seen = those.seen(np.array([(one.x, one.y) for one in sights], np.float32))
    return dict(zip(numbers, _lights(those, sights, seen, looks), strict=True))


def _lights(spots: Spots, sights: Sequence[Sight], seen: Floats, looks: RoundLooks) -> Floats:
    """(n, 2, 3): light of white, and of gloss, as each of n named tokens shows them; `seen` (n, rings, ANGLES, 3)."""
    best = np.array([one.best for one in sights])
    bright, veil = np.array([(one.bright, one.veil) for one in sights], np.float32).T[..., None]
    gain, gloss = np.repeat(bright, 3, axis=1), spots.veil + veil
    printed = np.flatnonzero(~looks.is_plain[best])
    if len(printed):
        look = looks.turned(best[printed], np.array([sights[i].turns[sights[i].best] for i in printed.tolist()]))
        shown, added, is_told = _shown(look, seen[printed], spots.ceiling[printed], bright[printed])
        gain[printed] = np.where(is_told, shown, gain[printed])
        gloss[printed] = np.where(is_told, np.maximum(0, spots.veil[printed] + added), gloss[printed])
    return np.asarray(spots.white[:, None] * np.stack([gain, gloss], axis=1), np.float32)


def _shown(look: Floats, seen: Floats, ceiling: Floats, bright: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Of n prints, (n, rings, ANGLES, 3) both, how bright they show (n, 1), the gloss on them, and in which colours it is told (n, 3).

    Where a print tells no brightness it is as `bright` (n, 1) as was found.
    """
    x, y = (np.ascontiguousarray(one.reshape(len(one), -1, 3).transpose(0, 2, 1)) for one in (look, seen))
    free = y < np.float32(0.97) * ceiling[..., None]
    many = free.sum(axis=2)
    is_whole, is_told = many >= _WHOLE * x.shape[2], many >= _LEAST_SAMPLES
    shown, each = free.astype(np.float32), np.maximum(many, 1).astype(np.float32)
    level_x, level_y = (np.einsum("ijk,ijk->ij", one, shown) / each for one in (x, y))
    gain = _gains((x - level_x[..., None]) * shown, (y - level_y[..., None]) * shown, many, is_whole, bright)
    gloss = level_y - gain * level_x
    for n, c in np.argwhere(is_told & ~is_whole):  # its bright parts are burnt out: the others tell what is added
        dark = free[n, c] & (x[n, c] <= median_of(x[n, c][free[n, c]]))
        gloss[n, c] = median_of(y[n, c][dark] - gain[n] * x[n, c][dark])
    return gain, gloss, is_told


def _gains(x: Floats, y: Floats, many: NDArray[np.int64], is_whole: NDArray[np.bool_], bright: Floats) -> Floats:
    """(n, 1): by how much brighter than white n prints show, in all colours alike, for the lamp's own is known; `bright` where none tells.

    `x` and `y` (n, 3, samples) are a print and what is seen of it, less their means, and 0 where it is burnt out.
    """
    xx, xy = (np.einsum("ijk,ijk->ij", x, one) for one in (x, y))
    tells = is_whole & (xx >= _LEAST_SPREAD**2 * many)
    gain = (xy * tells).sum(axis=1, keepdims=True) / np.maximum((xx * tells).sum(axis=1, keepdims=True), np.float32(1e-9))
    return np.asarray(np.where((gain > LEAST_GAIN) & (gain < MOST_GAIN), gain, bright), np.float32)


_LEAST_SAMPLES, _LEAST_SPREAD, _WHOLE = 80, 0.1, 0.95
