"""Which of the places that may show a die's face are upper faces of dice, each once."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.params import OTHER, DiceParams

Floats = NDArray[np.float32]


def apart(places: Floats, shares: Floats, params: DiceParams) -> Floats:
    """Of places that lie on each other the one that is most certainly one value."""
    kept: list[int] = []
    for i in np.argsort(-shares[:, 1:].max(1), kind="stable"):
        if all(_overlap(places[i], places[k]) < params.same for k in kept):
            kept.append(int(i))
    return places[kept]


def upper(places: Floats, votes: Floats, counted: Sequence[bool], params: DiceParams) -> list[int]:
    """Which places are upper faces: of the size that faces with counted pips have, and none that is the side of a larger one."""
    named, sure = votes[:, 1:OTHER].max(1), np.array(counted, np.bool_)
    certain = np.flatnonzero(sure | (votes[:, 1:OTHER].sum(1) >= params.asked) | (votes[:, OTHER] >= params.strange))
    if not sure.any():
        return []
    sides, likely = places[certain, 2], (np.maximum(named, 0.5) * sure)[certain] * places[certain, 2]
    near = np.abs(np.log(sides[:, None] / sides[None, :])) <= np.log(params.size_apart)
    usual = int(((near * likely).sum(1) * sure[certain]).argmax())
    like = certain[near[usual]]
    most = params.larger * float(np.median(places[like[sure[like]], 2])) if sure[like].any() else np.inf
    kept = _largest(like[sure[like] | (places[like, 2] <= most)], places, [], params)
    return _largest(_unknown(kept, places, votes, sure, params), places, kept, params)


def _largest(some: NDArray[np.int64], places: Floats, kept: list[int], params: DiceParams) -> list[int]:
    """The kept places and, largest first, those of some others that are no other face of a kept die."""
    kept = list(kept)
    for k in sorted(some.tolist(), key=lambda k: -float(places[k, 2])):
        reach = [params.own_sides * max(float(places[j, 2]), float(places[k, 2])) for j in kept]
        if all(np.hypot(*(places[k, :2] - places[j, :2])) > far for j, far in zip(kept, reach, strict=True)):
            kept.append(k)
    return kept


def _unknown(kept: list[int], places: Floats, votes: Floats, sure: NDArray[np.bool_], params: DiceParams) -> NDArray[np.int64]:
    """The places that are dice for certain, with whatever face, as large as dice of the same picture whose pips are counted."""
    like = [k for k in kept if sure[k]]
    if len(like) < params.among[0]:
        return np.zeros(0, np.int64)
    share, apart_by = params.some_die
    alike = np.abs(np.log(places[:, 2] / np.median(places[like, 2]))) <= np.log(apart_by)
    return np.flatnonzero((1 - votes[:, 0] >= share) & alike)


def _overlap(a: Floats, b: Floats) -> float:
    """Intersection over union of two squares, given by middle and side."""
    low, high = np.maximum(a[:2] - a[2] / 2, b[:2] - b[2] / 2), np.minimum(a[:2] + a[2] / 2, b[:2] + b[2] / 2)
    shared = float(np.clip(high - low, 0, None).prod())
    return shared / float(a[2] ** 2 + b[2] ** 2 - shared)
