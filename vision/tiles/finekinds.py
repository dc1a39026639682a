"""Two kinds of a board's letters told apart closer than `vision.tiles.sameprint` does it: finer than pixels, and only where they are.

What tells a small D from an O is four pixels at its corners: less than what is left of the print around a letter, and half a pixel aside
hides it. So each is laid within a third of a pixel, what lies around it does not count, and how surely that tells the two kinds, the
board's own letters say: each of them is held against both kinds, without its own part in them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.letters.net import Floats

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FineParams:
    """How two kinds are held against each other. Pixels are those of a look."""

    finer: int = 3
    """Parts of a pixel within which letters are laid,"""
    reach: int = 5
    """and by how many of these a letter may be off the place where its pixels fit best."""
    rounds: int = 2
    """In which the letters of a kind are laid on what they have in common."""
    least: int = 3
    """Other letters of each of both kinds that tell what is usual."""
    ink: float = 0.3
    """Of the darkest print, from which on a place is a kind's,"""
    beside: int = 3
    """and pixels around that which count, too."""
    own_ink: float = 0.35
    """Part of what tells two kinds that is ink of the one that is read: a red glass takes ink away and brings none. An L that lost its foot
    is like any I, but no I is like an L."""
    noise: float = 0.005
    """Correlation that every two letters of a kind lack of a full likeness at least."""
    spread: float = 0.1
    """E-folds by which likenesses of one kind differ at least."""


PARAMS = FineParams()


@dataclass(frozen=True, slots=True)
class Closer:
    """What a closer look says of a letter that may be of another kind."""

    nats: float
    """By which it is of its own kind rather than of the other, as likenesses usually differ."""
    own_ink: float
    """Part of what tells the two kinds that is ink of its own: where it is little, it is the other's, some of it lost perhaps."""


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """Letters of a kind laid on what that has in common, and on what another kind has; what the other's have, laid on both."""

    own: Floats
    """(n, h, w) the first kind's letters on their own,"""
    astray: Floats
    """(n, h, w) and on the other."""
    others: Floats
    """(k, h, w) the other's letters on their own,"""
    others_astray: Floats
    """(k, h, w) and on the first."""

    def folds(self, n: int, noise: float) -> tuple[float, Floats, Floats, Floats]:
        """E-folds by which letter `n` of the first kind, its other letters (n - 1,), and those of the other (k,) are more like the first.

        None of them has a part in what it is held against, nor has `n` in any. The last is what the first kind has in common.
        """
        mine, there = _flat(self.own), _flat(self.others)
        common, other = mine.sum(axis=0) - mine[n], there.sum(axis=0)
        without = common - mine
        without[n] = common
        first = np.log((1 - _alike(_flat(self.astray), other) + noise) / (1 - _alike(mine, without) + noise))
        second = np.log((1 - _alike(there, other - there) + noise) / (1 - _alike(_flat(self.others_astray), common) + noise))
        return float(first[n]), np.delete(first, n), second, _without(self.own, n)


class FineKinds:
    """The letters of a board that stand, and what each kind has in common, to hold some of them against two kinds."""

    def __init__(self, looks: Floats, letters: Ints, kinds: Mapping[int, Floats], params: FineParams = PARAMS) -> None:
        """Of (n, s, s) looks with (n,) letters; the `kinds` (h, w) are as `vision.tiles.sameprint` lays them, smaller than the looks."""
        self.looks, self.letters, self.kinds, self.params = looks, letters, kinds, params
        self._boxes = {kind: _box(ink >= params.ink) for kind, ink in kinds.items()}
        self._coarse: dict[tuple[int, int], tuple[int, int]] = {}
        self._kinds: dict[tuple[int, tuple[int, int]], Floats] = {}
        self._pairs: dict[tuple[int, int], _Pair] = {}
        self._closer: dict[tuple[int, int, int], Closer | None] = {}

    def nats(self, i: int, own: int, other: int) -> float:
        """By how many nats letter `i` is of its `own` kind rather than of an `other`, as likenesses usually differ; 0: they do not tell."""
        closer = self.closer(i, own, other)
        return 0.0 if closer is None or closer.own_ink < self.params.own_ink else closer.nats

    def closer(self, i: int, own: int, other: int) -> Closer | None:
        """Letter `i` of its `own` kind held against an `other`, whatever tells the two; None where the letters of one are too few."""
        if (i, own, other) not in self._closer:
            mine, enough = self._of(own), self.params.least
            is_told = len(mine) > enough and len(self._of(other)) >= enough
            self._closer[i, own, other] = self._held(mine.index(i), self._pair(own, other)) if is_told else None
        return self._closer[i, own, other]

    def _held(self, n: int, pair: _Pair) -> Closer:
        """Letter `n` of a pair's first kind."""
        here, first, second, common = pair.folds(n, self.params.noise)
        most = np.concatenate([first - first.mean(), second - second.mean()])
        spread = max(float(np.sqrt(np.square(most).sum() / (len(most) - 2))), self.params.spread)
        free = len(most) - 2
        nats = _chance(here, first, spread, free) - _chance(here, second, spread, free)
        return Closer(nats, _own_ink(common, np.asarray(pair.others.mean(axis=0), np.float32)))

    def _of(self, kind: int) -> list[int]:
        """The letters of a kind."""
        return [int(at) for at in np.flatnonzero(self.letters == kind)]

    def _pair(self, own: int, other: int) -> _Pair:
        """Two kinds laid on each other."""
        if (own, other) not in self._pairs:
            size = self._size((own, other))
            here, there = self._laid(own, size), self._laid(other, size)
            astray, others_astray = self._all_on(own, other, there), self._all_on(other, own, here)
            self._pairs[own, other] = _Pair(here, astray, there, others_astray)
            self._pairs[other, own] = _Pair(there, others_astray, here, astray)
        return self._pairs[own, other]

    def _size(self, kinds: tuple[int, int]) -> tuple[int, int]:
        """Half the height and width, in parts of a pixel, in which two kinds are."""
        down, right = np.max([self._boxes[kind][1] for kind in kinds], axis=0) + self.params.beside
        return round(self.params.finer * down), round(self.params.finer * right)

    def _laid(self, kind: int, size: tuple[int, int]) -> Floats:
        """(n, h, w) the letters of a kind, each where it is most like what they have in common."""
        if (kind, size) not in self._kinds:
            reach, letters = self.params.reach, self._of(kind)
            around = [self._around(at, kind, size) for at in letters]
            glyphs = np.array([one[reach:-reach, reach:-reach] for one in around], np.float32)
            for _ in range(self.params.rounds):
                common = median_of(glyphs, 0)
                glyphs = np.array([_placed(one, common) for one in around], np.float32)
            self._kinds[kind, size] = glyphs
        return self._kinds[kind, size]

    def _all_on(self, kind: int, other: int, laid: Floats) -> Floats:
        """(n, h, w) the letters of a kind, each where it is most like what those (k, h, w) of another one have in common."""
        common = np.asarray(laid.mean(axis=0), np.float32)
        size = common.shape[0] // 2, common.shape[1] // 2
        return np.array([_placed(self._around(at, other, size), common) for at in self._of(kind)], np.float32)

    def _around(self, i: int, kind: int, size: tuple[int, int]) -> Floats:
        """A letter where its pixels fit a kind best, in parts of a pixel, and so far beyond as it may be off."""
        if (i, kind) not in self._coarse:
            x, y = cv2.minMaxLoc(cv2.matchTemplate(self.looks[i], self.kinds[kind], cv2.TM_CCOEFF_NORMED))[3]
            self._coarse[i, kind] = x, y
        finer, (x, y), (down, right) = self.params.finer, self._coarse[i, kind], self._boxes[kind][0]
        rim, (tall, wide) = max(size) + self.params.reach, (part + self.params.reach for part in size)
        look = cv2.resize(self.looks[i], None, fx=finer, fy=finer, interpolation=cv2.INTER_CUBIC)
        look = cv2.copyMakeBorder(look, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
        top, left = rim + round(finer * (y + down)) - tall, rim + round(finer * (x + right)) - wide
        return np.asarray(look[top : top + 2 * tall, left : left + 2 * wide], np.float32)


def _placed(around: Floats, example: Floats) -> Floats:
    """(h, w) what a letter shows at the place where it is most like an example (h, w)."""
    height, width = example.shape
    x, y = cv2.minMaxLoc(cv2.matchTemplate(around, example, cv2.TM_CCOEFF_NORMED))[3]
    return around[y : y + height, x : x + width]


def _flat(glyphs: Floats) -> Floats:
    """(n, h * w) glyphs (n, h, w) about their means."""
    flat = glyphs.reshape(len(glyphs), -1)
    return np.asarray(flat - flat.mean(axis=1, keepdims=True), np.float32)


def _alike(glyphs: Floats, examples: Floats) -> Floats:
    """(n,) correlation of glyphs (n, places) with one example (places,), or one for each."""
    norms = np.linalg.norm(glyphs, axis=1) * np.linalg.norm(examples, axis=-1)
    return np.asarray(np.minimum((glyphs * examples).sum(axis=1) / np.maximum(norms, 1e-6), 1.0), np.float32)


def _box(ink: NDArray[np.bool_]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The middle of a kind's ink (h, w), and half of its height and width; all of it where there is none."""
    lines = [np.flatnonzero(ink.any(axis=axis)) if ink.any() else np.arange(ink.shape[1 - axis]) for axis in (1, 0)]
    (top, bottom), (left, right) = ((int(line[0]), int(line[-1]) + 1) for line in lines)
    return ((top + bottom) / 2, (left + right) / 2), ((bottom - top) / 2, (right - left) / 2)


def _without(glyphs: Floats, one: int) -> Floats:
    """(h, w) what the others of some glyphs (n, h, w) have in common."""
    return np.asarray((glyphs.sum(axis=0) - glyphs[one]) / (len(glyphs) - 1), np.float32)


def _own_ink(own: Floats, other: Floats) -> float:
    """The part of what tells two kinds, the one laid on the other, that is ink of the first."""
    reach = PARAMS.reach
    around = cv2.copyMakeBorder(other, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    x, y = cv2.minMaxLoc(cv2.matchTemplate(around, own, cv2.TM_CCOEFF_NORMED))[3]
    apart = own - around[y : y + own.shape[0], x : x + own.shape[1]]
    return float(np.square(np.clip(apart, 0, None)).sum() / max(float(np.square(apart).sum()), 1e-6))


def _chance(value: float, among: Floats, spread: float, free: int) -> float:
    """The logarithm of how likely another one of some values (n,) is so, by Student's distribution, but for what all share."""
    wide = 1 + 1 / len(among)
    return -0.5 * log(wide) - (free + 1) / 2 * log(1 + (value - float(among.mean())) ** 2 / (spread**2 * wide * free))
