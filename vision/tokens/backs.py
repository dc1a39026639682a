"""Backs: the side of a token that bears what those of other kinds bear on one of theirs, so that its print tells no kind."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.tokens.turning import FAINT, RINGS

Floats = NDArray[np.float32]

_COMMON, _APART, _LEFT = 0.95, 0.1, 0.5
"""How alike the prints of a back and of half of the other kinds' likest sides are at least; the other side is by so much less, or leaves
the back so little of what that leaves unlike (1 - likeness squared): where all designs have a face and a rim, little room is left."""

_BORNE = 0.8
"""The same of a little print on sides that else are plain: of marbled ones .38 at most."""
_TURNED = 2.0
"""Misfit of a look in its worst turn, in squares of the noise: of rings, drawn by hand or in relief, .6 at most."""


def backs(ids: Sequence[str], discs: Floats, flat: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(k,): which of k looks in polar form (k, rings, angles, 3) are printed backs; none of a kind with one look or a `flat` one."""
    shared, found = _shared(ids, discs), np.zeros(len(ids), np.bool_)
    for id in set(ids) - {id for id, plain in zip(ids, flat, strict=True) if plain}:
        mine = [i for i, other in enumerate(ids) if other == id]
        back = max(mine, key=lambda i: float(shared[i]))
        rest = max((float(shared[i]) for i in mine if i != back), default=1.0)
        is_apart = shared[back] >= rest + _APART or 1 - shared[back] ** 2 <= _LEFT * (1 - rest**2)
        found[back] = shared[back] >= _COMMON and is_apart
    return found


def bear_one_print(ids: Sequence[str], discs: Floats) -> NDArray[np.bool_]:
    """(k,): which looks bear what a side of other kinds bears, too, however little of them that is; grain is another one on each."""
    return np.asarray(_shared(ids, discs) >= _BORNE, np.bool_)


def tell_their_turn(discs: Floats, noise: float) -> NDArray[np.bool_]:
    """(k,): which of looks (k, rings, angles, 3) are unlike themselves in another turn: no rings are, as often as things have these.

    Spots along the edge of a poker chip do.
    """
    weight = (RINGS / RINGS.sum() / discs.shape[2] / discs.shape[3]).astype(np.float32)
    away = np.stack([np.einsum("r,krac->k", weight, (np.roll(discs, turn, axis=2) - discs) ** 2) for turn in range(1, discs.shape[2])])
    return np.asarray(away.max(axis=0) >= _TURNED * noise**2, np.bool_)


def _shared(ids: Sequence[str], discs: Floats) -> Floats:
    """(k,): how alike each look's print is to the likest of every other kind that has several, half of them at least; 0 without such."""
    alike, sided = _alike(discs), [id for id in dict.fromkeys(ids) if list(ids).count(id) > 1]
    kinds = [np.array([other == id for other in ids]) for id in sided]
    likest = [[row[kind].max() for id, kind in zip(sided, kinds, strict=True) if id != mine] for mine, row in zip(ids, alike, strict=True)]
    return np.array([np.median(each) if each else 0.0 for each in likest], np.float32)


def _alike(discs: Floats) -> Floats:
    """(k, k): correlation of the prints of each two looks in their best turn, whatever their colours; 0 for a flat one."""
    tone = _tones(discs)
    weight = (RINGS / RINGS.sum() / tone.shape[2])[:, None]
    contrast = np.sqrt((tone**2 * weight).sum(axis=(1, 2)))
    prints = np.where(contrast < FAINT, 0, 1 / np.maximum(contrast, FAINT))[:, None, None] * tone
    waves = np.fft.rfft(prints, axis=2)
    turned = np.fft.irfft(waves[:, None] * waves[None].conj(), tone.shape[2], axis=3)
    return np.asarray(np.abs((turned * weight).sum(axis=2)).max(axis=2), np.float32)


def _tones(discs: Floats) -> Floats:
    """(k, rings, angles): of each look what it has more or less of the colour in which its print differs most, about its mean.

    Of two colours that are about as bright grey shows nothing.
    """
    weight = np.repeat(RINGS / RINGS.sum() / discs.shape[2], discs.shape[2])[:, None]
    flat = discs.reshape(len(discs), -1, 3)
    away = flat - (flat * weight).sum(axis=1, keepdims=True)
    axes = np.linalg.eigh(np.einsum("knc,knd,nm->kcd", away, away, weight))[1][:, :, -1]
    return np.asarray((away @ axes[:, :, None]).reshape(discs.shape[:3]), np.float32)
