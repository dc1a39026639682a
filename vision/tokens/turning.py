"""Round looks in every turn, sampled on circles: one matrix product compares discs with all of them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tokens.discs import ANGLES, UNIT

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]

RINGS = np.array([0.12, 0.26, 0.38, 0.48, 0.58, 0.67, 0.75, 0.82], np.float32)
"""Circles on which a disc is compared, in radii; its rim is left out, where edges are round, worn and in shadow."""
FAINT = 0.003
"""Light; what varies less is flat."""


def places(every: int) -> tuple[Floats, Floats]:
    """Circles (rings,) and directions (angles, 2) of a sampling that takes every so many-th of each."""
    return RINGS[every - 1 :: every], UNIT[::every]


@dataclass(frozen=True, slots=True, eq=False)
class Agreement:
    """How n discs agree with k looks, each look in its best turn."""

    turn: Integers
    """(n, k): steps of a full turn / ANGLES by which the look is turned clockwise."""
    cross: Floats
    """(n, k): mean of seen * look."""
    likeness: Floats
    """(n, k): correlation of the prints alone, -1 to 1; 0 for a flat look."""
    square: Floats
    """(n,): mean of seen squared."""
    mean: Floats
    slope: Floats
    """(n,): square of the white slope that is seen."""
    slope_cross: Floats
    """(n, k): product of the white slopes of seen and look."""


class Turning:
    """The looks of one sampling."""

    def __init__(self, looks: Floats, is_flat: NDArray[np.bool_], every: int) -> None:
        """`looks` are (k, rings, ANGLES, 3) linear light, all of them."""
        rings, unit = places(every)
        self.every, self._angles = every, len(unit)
        self._weight = np.repeat(rings / rings.sum() / len(unit), len(unit)).astype(np.float32)
        self._each = np.repeat(self._weight / np.float32(3), 3)
        self._slow = _slow_shades(rings, unit)
        self._slowly = np.kron((self._slow * self._weight).T, np.eye(3, dtype=np.float32))
        """(samples * 3, 9): what the shades are of the samples; one product with a matrix is quicker than one for each disc."""
        sampled = looks[:, every - 1 :: every, ::every].reshape(len(looks), -1, 3)
        self._shade = self._shades(sampled)
        prints = sampled - np.einsum("kbc,bs->ksc", self._shade, self._slow)
        self.square, self.mean = self._means(sampled**2), self._means(sampled)
        self._white = self._shade[:, 1:].mean(axis=2)
        turn = (np.arange(self._angles) * np.float32(2 * np.pi / self._angles)).astype(np.float32)
        self._cos, self._sin = np.cos(turn), np.sin(turn)
        """(angles,): of each turn."""
        self.slope = np.asarray((self._white**2).sum(axis=1), np.float32)
        """(k,): square of each look's white slope."""
        self._contrast = np.maximum(np.sqrt(self._means(prints**2)), FAINT)
        self._printed = np.flatnonzero(~is_flat)
        turned = [self._turned(prints[i].reshape(len(rings), len(unit), 3)) for i in self._printed]
        self._bank = np.concatenate(turned, axis=1) if turned else np.zeros((sampled[0].size, 0), np.float32)

    def _turned(self, look: Floats) -> Floats:
        """(samples * 3, angles): a print in every turn, weighed by area."""
        weight = self._weight[:, None]
        turns = [(np.roll(look, t, axis=1).reshape(-1, 3) * weight).ravel() / 3 for t in range(self._angles)]
        return np.asarray(np.stack(turns, axis=1), np.float32)

    def _shades(self, discs: Floats) -> Floats:
        """(n, samples, 3) -> (n, 3, 3): level and slopes to the right and down in each colour: what a lamp does, not a print."""
        return np.asarray((discs.reshape(len(discs), -1) @ self._slowly).reshape(-1, 3, 3), np.float32)

    def _means(self, discs: Floats) -> Floats:
        return np.asarray(discs.reshape(len(discs), -1) @ self._each, np.float32)

    def agreement(self, seen: Floats) -> Agreement:
        """(n, rings, angles, 3) light against white, compared with every look."""
        flat = np.ascontiguousarray(seen.reshape(len(seen), -1, 3), np.float32)
        shade = self._shades(flat)
        square = self._means(flat * flat)
        contrast = np.sqrt(np.maximum(square - (shade**2).sum(axis=(1, 2)) / 3, FAINT**2))
        n, k = len(flat), len(self._shade)
        turn, print_cross = np.zeros((n, k), np.int64), np.zeros((n, k), np.float32)
        if len(self._printed):
            along = (flat.reshape(n, -1) @ self._bank).reshape(n, len(self._printed), self._angles)
            best = along.argmax(axis=2)
            turn[:, self._printed] = best
            first = np.arange(best.size).reshape(best.shape) * self._angles
            print_cross[:, self._printed] = along.take(first + best)
        likeness = print_cross / (contrast[:, None] * self._contrast[None])
        cross = print_cross + self._cross_of_shades(shade, turn)
        white = shade[:, 1:].mean(axis=2)
        slope, slope_cross = np.asarray((white**2).sum(axis=1), np.float32), self._cross_of_white(white, turn)
        return Agreement(turn * self.every, cross, likeness.astype(np.float32), square, shade[:, 0].mean(axis=1), slope, slope_cross)

    def _cross_of_white(self, white: Floats, turn: Integers) -> Floats:
        """(n, k): product of white slopes (n, 2) and those of the looks, turned."""
        same = white @ self._white.T
        across = white[:, 1:] @ self._white[:, :1].T - white[:, :1] @ self._white[:, 1:].T
        return np.asarray(same * self._cos[turn] + across * self._sin[turn], np.float32)

    def _cross_of_shades(self, shade: Floats, turn: Integers) -> Floats:
        """(n, k): mean of seen * look for level and slopes, the look's slopes turned with it."""
        level, right, down = (shade[:, i] @ self._shade[:, j].T for i, j in ((0, 0), (1, 1), (2, 2)))
        across = shade[:, 2] @ self._shade[:, 1].T - shade[:, 1] @ self._shade[:, 2].T
        return np.asarray((level + (right + down) * self._cos[turn] + across * self._sin[turn]) / 3, np.float32)


def correlation(seen: Floats, known: Floats) -> Floats:
    """(n,): how alike n pairs of discs are, (n, rings, angles, 3) both, whatever level, gain and slow shade; -1 to 1.

    All circles and angles, or every second of each.
    """
    n, every = len(seen), ANGLES // seen.shape[2]
    rings, unit = places(every)
    weight = np.repeat(rings / rings.sum() / len(unit), len(unit)).astype(np.float32)
    each, parts = np.repeat(weight, 3), []
    for one in (seen, known):
        flat = one.reshape(n, -1, 3)
        parts.append((flat - (_SLOW[every].T @ ((_SLOW[every] * weight) @ flat))).reshape(n, -1))
    cross, a, b = ((x * y) @ each for x, y in ((parts[0], parts[1]), (parts[0], parts[0]), (parts[1], parts[1])))
    return np.asarray(cross / np.sqrt(np.maximum(a, FAINT**2) * np.maximum(b, FAINT**2)), np.float32)


def white_slope(off: Floats) -> Floats:
    """(n, rings, angles, 3) light -> (n,): square of the slope, to the right and down, that all three colours have in common."""
    n, every = len(off), ANGLES // off.shape[2]
    rings, unit = places(every)
    weight = np.repeat(rings / rings.sum() / len(unit), len(unit)).astype(np.float32)
    slope = off.reshape(n, -1, 3).mean(axis=2) @ (_SLOW[every][1:] * weight).T
    return np.asarray((slope**2).sum(axis=1), np.float32)


def _slow_shades(rings: Floats, unit: Floats) -> Floats:
    """(3, samples): level and slopes to the right and down, each of mean square 1 by area."""
    weight = np.repeat(rings / rings.sum() / len(unit), len(unit))
    slow = np.stack([np.ones((len(rings), len(unit))), *(rings[:, None] * unit[None, :, i] for i in (0, 1))]).reshape(3, -1)
    return np.asarray(slow / np.sqrt((slow**2 * weight).sum(axis=1, keepdims=True)), np.float32)


_SLOW = {every: _slow_shades(*places(every)) for every in (1, 2)}

assert len(RINGS) % 2 == 0 and ANGLES % 2 == 0
