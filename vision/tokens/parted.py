"""Tokens in several colours, as halves of two, none of which they have most of: compared part by part, each in its own colour.

The middle of all colours of such a disc is none of them, and another one wherever its outline is seen a little aside. A tint or a hue of
it is found from every part's, all in one brightness and under one gloss, in the turn in which the colours go together best. Where a look
changes its colour, what is seen hangs on how far off its middle is: only parts around which it does not are compared.
"""

import numpy as np
from numpy.typing import NDArray

from vision.tokens.tints import PARAMS, Floats, greys, tried

Flags = NDArray[np.bool_]


class Parts:
    """The parts of k looks of one diameter, and what colours of discs cost there."""

    def __init__(self, discs: Floats, band: Flags) -> None:
        """`discs` (k, rings, angles, 3) light, `band` (rings,): between which circles the colours are compared."""
        own = discs[:, 1::2, ::2]
        self._band = own[:, band[1::2]]
        self._own, self._steady = _means(self._band), _steady(discs)[:, 1::2][:, band[1::2]].reshape(len(discs), -1)
        self._weight = (self._steady / np.maximum(self._steady.sum(axis=1, keepdims=True), 1)).astype(np.float32)
        self._colours = self._many()

    def tell(self, plain: Flags) -> bool:
        """Whether all looks have enough of such parts, and one that is `plain` (k,) has no colour of which it is mostly."""
        is_enough = (self._steady.mean(axis=1) >= np.where(plain, _SOME, _LEAST)).all()
        return bool(is_enough and (is_parted(self._band) & plain).any())

    def tints(self, seen: Floats, ceiling: Floats, veil: Floats, spreads: tuple[Floats, Floats]) -> Floats:
        """(n, k): what `tints` of one colour finds, for discs (n, rings, angles, 3): every second of those in the band, and of the angles.

        Each colour of a look is seen for itself: by how much another one costs more is the sum over all of them, not their mean.
        """
        levels, gloss = tried(PARAMS)
        turned, found = self._turned(seen), np.empty((len(seen), len(self._own)), np.float32)
        shown = levels[:, None, None, None] * self._own + gloss[:, None, None, None]
        for n, (those, top, off) in enumerate(zip(turned, ceiling, veil, strict=True)):
            away = greys(np.minimum(shown, top) + off) - greys(np.minimum(those, top) + off)
            cost = np.einsum("tkpc,tkpc,kp->tk", away, away, self._weight) * np.float32(PARAMS.noise**-2)
            cost += (((levels - 1) / spreads[0][n]) ** 2 + (gloss / spreads[1][n]) ** 2)[:, None]
            found[n] = cost.min(axis=0)
        least = found.min(axis=1, keepdims=True)
        return np.asarray(least + (found - least) * self._colours[found.argmin(axis=1)][:, None], np.float32)

    def hues(self, seen: Floats) -> Floats:
        """(n, k): what `hues` of one colour finds, for the same."""
        away, those = (one - one.mean(axis=-1, keepdims=True) for one in (self._turned(seen), self._own))
        cross, square = (np.einsum("...kpc,kpc,kp->...k", one, those, self._weight) for one in (away, those))
        levels = np.clip(cross / np.maximum(square, np.float32(1e-9)), PARAMS.least_bright, PARAMS.most_bright)
        away -= levels[..., None, None] * those
        return np.asarray(np.sqrt(np.einsum("nkpc,nkpc,kp->nk", away, away, self._weight)), np.float32)

    def _turned(self, seen: Floats) -> Floats:
        """(n, k, parts, 3): the parts of discs, so turned that their colours lie as those of each look do."""
        waves, known = (np.fft.rfft(one - one.mean(axis=(1, 2), keepdims=True), axis=2) for one in (seen, self._band))
        turns = np.fft.irfft(np.einsum("nrac,krac->nka", waves, known.conj()), seen.shape[2], axis=2).argmax(axis=2)
        at = (np.arange(seen.shape[2]) + turns[..., None]) % seen.shape[2]
        disc, ring = np.ogrid[: len(seen), : seen.shape[1]]
        return np.stack([_means(seen[disc[..., None], ring[..., None], one[:, None]]) for one in at.swapaxes(0, 1)], axis=1)

    def _many(self) -> Floats:
        """(k,): how many colours each look has, counted as if all were as large as the one that most of its parts are like."""
        grey = greys(self._own)
        alike = np.abs(grey[:, :, None] - grey[:, None]).max(axis=3) <= _ALIKE * PARAMS.noise
        most = (np.einsum("kpq,kq->kp", alike.astype(np.float32), self._weight) * self._steady).max(axis=1)
        return np.asarray(1 / np.maximum(most, _SOME), np.float32)


def is_parted(looks: Floats) -> Flags:
    """(k,): of looks (k, rings, angles, 3) those that have no colour of which they are mostly."""
    grey = greys(looks.reshape(len(looks), -1, 3))
    some = grey[:, :: max(1, grey.shape[1] // _TRIED)]
    alike = (np.abs(grey[:, None] - some[:, :, None]).max(axis=3) <= _ALIKE * PARAMS.noise).mean(axis=2)
    return np.asarray(alike.max(axis=1) < _MOST, np.bool_)


def _means(light: Floats) -> Floats:
    """(..., rings, angles, 3) -> (..., parts, 3): means of sectors of every ring."""
    *lead, rings, angles, _ = light.shape
    sectors = light.reshape(*lead, rings, _SECTORS, angles // _SECTORS, 3)
    return np.asarray(sectors.mean(axis=-2).reshape(*lead, rings * _SECTORS, 3), np.float32)


def _steady(discs: Floats) -> Flags:
    """(k, rings, sectors): of looks (k, rings, angles, 3), where the colour is the same on the circles next to it, too."""
    grey = greys(discs)
    near = np.stack([grey, np.roll(grey, 1, axis=1), np.roll(grey, -1, axis=1)])
    near[1, :, 0], near[2, :, -1] = grey[:, 0], grey[:, -1]
    sectors = near.reshape(3, *grey.shape[:2], _SECTORS, -1, 3)
    spread = sectors.max(axis=(0, 4)) - sectors.min(axis=(0, 4))
    return np.asarray(spread.max(axis=-1) <= _ALIKE * PARAMS.noise, np.bool_)


_ALIKE = 3.0
"""Grey levels, in parts of the noise, within which two colours are one, worn or in grain."""
_MOST = 0.55
"""Part of a look that is of one colour, if that is most of it: of halves either one is about half."""
_TRIED = 64
"""Places of a look whose colours are counted."""
_SECTORS = 16
_SOME, _LEAST = 0.25, 0.1
"""Parts of a plain look, and of a design, that have to be of one colour all around."""
