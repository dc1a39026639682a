"""Gloss and glare are local: tokens that were named tell the light of their neighbours, gloss in each colour for itself."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from vision.looks.colours import median
from vision.tokens.discs import ANGLES, Floats
from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots

LEAST_GAIN, MOST_GAIN = 0.15, 3.0
"""Of a print, in parts of what white gives; anything else is no light."""


def relit(
    spots: Spots, sights: Mapping[int, Sight], sure: Mapping[int, Sight], told: set[int], looks: RoundLooks, params: TokenParams
) -> Spots:
    """The discs without a name at the places where they were seen, under the light that their named neighbours show.

    Of those that could be worth a question, and only where a neighbour has its name since the last time; `told` had theirs before.
    Those that are burnt out tell nothing.
    """
    known, lights = sorted(n for n, one in sure.items() if one.burnt <= params.agreed_burnt), dict[int, Floats]()
    if not known:
        return replace(spots, among=())
    white, veil, middles, rest = spots.white.copy(), spots.veil.copy(), spots.middles.copy(), list[int]()
    firm = spots.firm.copy()
    shown = spots.take(np.array(known)).seen(np.array([(sure[m].x, sure[m].y) for m in known], np.float32))
    seen = dict(zip(known, shown, strict=True))
    for n in (n for n, sight in sights.items() if n not in sure and sight.rim >= params.faint_rim):
        away = np.hypot(*(spots.middles[known] - spots.middles[n]).T)
        near = [known[i] for i in np.argsort(away)[: params.told_by] if away[i] < params.neighbours * 2 * spots.radius]
        if told.issuperset(near):
            continue
        for m in near:
            if m not in lights:
                lights[m] = _light(spots, m, sure[m], seen[m], looks)
        rest.append(n)
        middles[n] = sights[n].x, sights[n].y
        lit = np.stack([lights[m] for m in near])
        bright, gloss = median(lit)
        firm[n] = _firm(lit, away[[known.index(m) for m in near]].max() / (2 * spots.radius), params)
        white[n], veil[n] = np.maximum(bright, 1e-3), gloss / np.maximum(bright, 1e-3)
    return replace(spots, middles=middles, white=white, veil=veil, firm=firm, among=tuple(rest))


def _firm(told: Floats, far: float, params: TokenParams) -> Floats:
    """(2,): part of the usual spreads by which brightness and gloss may be off that neighbours told (n, 2, 3).

    The farthest of them lies so many diameters away.
    """
    if len(told) < params.told_by or far > params.near:
        return np.ones(2, np.float32)
    white = np.maximum(median(told[:, 0]), 1e-3)
    apart = np.ptp(told / white, axis=0).mean(axis=-1) / (params.fit.bright_spread, params.fit.veil_spread)
    return np.asarray(np.clip(apart, params.firmest, 1.0), np.float32)


def _light(spots: Spots, number: int, sight: Sight, seen: Floats, looks: RoundLooks) -> Floats:
    """(2, 3): light of white, and of gloss, as a named token shows them; `seen` (rings, ANGLES, 3)."""
    white, veil = spots.white[number], spots.veil[number]
    whole = np.stack([white * np.float32(sight.bright), white * (veil + np.float32(sight.veil))])
    if looks.is_plain[sight.best]:
        return np.asarray(whole, np.float32)
    look = np.roll(looks.discs[sight.best], sight.turns[sight.best], axis=1)
    assert look.shape[1] == ANGLES
    free = seen < 0.97 * spots.ceiling[number]
    told = [(look[..., c][free[..., c]], seen[..., c][free[..., c]]) for c in range(3)]
    gain = _gain(told, [len(x) >= _WHOLE * free[..., 0].size for x, _ in told]) or sight.bright
    for c, (x, y) in enumerate(told):
        if len(x) < _LEAST_SAMPLES:
            continue
        if len(x) < _WHOLE * free[..., c].size:  # its bright parts are burnt out: the others tell what is added
            dark = x <= median(x)
            gloss = float(np.median(y[dark] - gain * x[dark]))
        else:
            gloss = float(y.mean() - gain * x.mean())
        whole[:, c] = white[c] * gain, white[c] * max(0.0, veil[c] + gloss)
    return np.asarray(whole, np.float32)


def _gain(told: list[tuple[Floats, Floats]], is_whole: list[bool]) -> float | None:
    """By how much brighter than white a print shows, in all colours alike, for the lamp's own is known; None where nothing tells."""
    each = [(x - x.mean(), y - y.mean()) for (x, y), is_all in zip(told, is_whole, strict=True) if is_all and x.std() >= _LEAST_SPREAD]
    if not each:
        return None
    gain = float(sum((x * y).sum() for x, y in each) / sum((x * x).sum() for x, _ in each))
    return gain if LEAST_GAIN < gain < MOST_GAIN else None


_LEAST_SAMPLES, _LEAST_SPREAD, _WHOLE = 80, 0.1, 0.95
