"""Backs: the side of a token that bears what those of other kinds bear on one of theirs, so that its print tells no kind."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tokens.turning import FAINT, RINGS

Floats = NDArray[np.float32]

_COMMON, _APART = 0.95, 0.1
"""How alike the prints of a back and of half of the other kinds' likest sides are at least; the other side is by so much less."""


def backs(ids: Sequence[str], discs: Floats, flat: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k,): which of k looks in polar form (k, rings, angles, 3) are printed backs; none of a kind with one look or a `flat` one."""
    shared, found = _shared(ids, discs), np.zeros(len(ids), np.bool_)
    for id in set(ids) - {id for id, plain in zip(ids, flat, strict=True) if plain}:
        mine = [i for i, other in enumerate(ids) if other == id]
        back = max(mine, key=lambda i: float(shared[i]))
        rest = max((float(shared[i]) for i in mine if i != back), default=1.0)
        found[back] = shared[back] >= max(_COMMON, rest + _APART)
    return found


def _shared(ids: Sequence[str], discs: Floats) -> Floats:
    """(k,): how alike each look's print is to the likest of every other kind that has several, half of them at least; 0 without such."""
    alike, sided = _alike(discs), [id for id in dict.fromkeys(ids) if list(ids).count(id) > 1]
    kinds = [np.array([other == id for other in ids]) for id in sided]
    likest = [[row[kind].max() for id, kind in zip(sided, kinds, strict=True) if id != mine] for mine, row in zip(ids, alike, strict=True)]
    return np.array([np.median(each) if each else 0.0 for each in likest], np.float32)


def _alike(discs: Floats) -> Floats:
    """(k, k): correlation of the prints of each two looks in their best turn, whatever their colours; 0 for a flat one."""
    grey = discs.mean(axis=3)
    weight = (RINGS / RINGS.sum() / grey.shape[2])[:, None]
    grey = grey - (grey * weight).sum(axis=(1, 2), keepdims=True)
    contrast = np.sqrt((grey**2 * weight).sum(axis=(1, 2)))
    prints = np.where(contrast < FAINT, 0, 1 / np.maximum(contrast, FAINT))[:, None, None] * grey
    waves = np.fft.rfft(prints, axis=2)
    turned = np.fft.irfft(waves[:, None] * waves[None].conj(), grey.shape[2], axis=3)
    return np.asarray((turned * weight).sum(axis=2).max(axis=2), np.float32)
