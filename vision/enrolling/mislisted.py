"""Slips in a list of what cards bear: a place that is listed as one kind and printed like another."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.enrolling.layout import Listing, print_at
from vision.enrolling.slots import Place

Floats = NDArray[np.float32]
NEARER = 16.0
"""How many times nearer, squared, to another kind's print a place has to be."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A place that is printed like another kind than the listed one."""

    id: str
    place: int
    """From 0."""
    listed: str
    looks_like: str


def find_slips(cards: Sequence[Listing], places: Sequence[Sequence[Place]], token_mm: float) -> tuple[Slip, ...]:
    """Places, as many as each card lists, whose print is much more like that of another kind, which at least two others bear."""
    told = [(look.id, n, kind) for look, listed in cards for n, kind in enumerate(listed)]
    seen, kinds = print_at(cards, places, token_mm), np.array([kind for _, _, kind in told])
    away = {kind: _away(seen, kinds == kind) for kind in dict.fromkeys(kinds.tolist())}
    slips = []
    for at, (id, n, listed) in enumerate(told):
        likest = min(away, key=lambda kind: float(away[kind][at]))
        if away[likest][at] * NEARER < away[listed][at]:
            slips.append(Slip(id, n, listed, likest))
    return tuple(slips)


def _away(seen: Floats, is_one: NDArray[np.bool_]) -> Floats:
    """How far, squared, each place's print (places, n) lies from the median of a kind's others; infinite where fewer than two are left."""
    found = np.full(len(seen), np.inf, np.float32)
    for at in range(len(seen)):
        others = is_one.copy()
        others[at] = False
        if others.sum() >= 2:
            found[at] = ((seen[at] - np.median(seen[others], 0)) ** 2).sum()
    return found
