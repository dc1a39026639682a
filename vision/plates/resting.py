"""A piece at rest is carried. Where only one contact in doubt can carry it, that one is there, however small the gap that shows.

A body rests when it is held below, to the left and to the right of its middle. What carries it is a contact of its lower side.
Pieces may hang on each other in ways that no outline shows: where one would fall even with every contact in doubt, a gap that is more
likely none than a contact stays a question.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observation import PLATE, TABLE
from vision.plates.contacts import Contacts, Pair

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RestParams:
    """When a piece is carried; millimetres."""

    touch: float = 0.6
    """Points of two outlines that are so much farther apart than the nearest ones are still one contact."""
    clear: float = 1.5
    """A contact carries a side of a piece when it lies so far from below its middle, and none when it is that far on the other."""


PARAMS = RestParams()


def carried(found: Contacts, lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams = PARAMS) -> Contacts:
    """The contacts, with those sure without which a piece would fall; `lines_mm` are closed outlines (n, 2), y down.

    All pieces have to be known: something that was not told could carry, too.
    """
    sure, doubted = list(found.touching), list(found.unsure)
    barred = frozenset[Pair]() if not found.unlikely or _rests([*sure, *doubted], lines_mm, plate_mm, params) else found.unlikely
    while (pair := _needed(sure, doubted, barred, lines_mm, plate_mm, params)) is not None:
        sure.append(pair)
        doubted.remove(pair)
    return Contacts(tuple(sure), tuple(doubted), found.unlikely.intersection(doubted))


def _rests(pairs: Sequence[Pair], lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams) -> bool:
    """Whether every piece is held on both sides by these contacts, or lies on the table."""
    for k in range(len(lines_mm)):
        sides = [side for pair in pairs if k in pair for side in [_carries(k, pair, lines_mm, plate_mm, params)] if side is not None]
        held = all(any(way * side[max(0, way)] > -params.clear for side in sides) for way in (-1, 1))
        if not held and (TABLE, k) not in pairs:
            return False
    return True


def _needed(
    sure: Sequence[Pair], doubted: Sequence[Pair], barred: Set[Pair], lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams
) -> Pair | None:
    """A contact in doubt, and not `barred`, that alone can carry a side of some piece."""
    for k in range(len(lines_mm)):
        if (TABLE, k) in sure:
            continue
        held = [side for pair in sure if k in pair for side in [_carries(k, pair, lines_mm, plate_mm, params)] if side is not None]
        may = [
            (pair, side) for pair in doubted if k in pair for side in [_carries(k, pair, lines_mm, plate_mm, params)] if side is not None
        ]
        for way in (-1, 1):
            if any(way * side[max(0, way)] > -params.clear for side in held):
                continue
            able = [(pair, side) for pair, side in may if way * side[max(0, way)] > -params.clear]
            if len(able) == 1 and able[0][0] not in barred and way * able[0][1][max(0, way)] > params.clear:
                return able[0][0]
    return None


def _carries(k: int, pair: Pair, lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams) -> tuple[float, float] | None:
    """How far left (below 0) and right of its middle a contact carries a piece; None when it touches its upper side."""
    other = pair[0] if pair[1] == k else pair[1]
    mine, theirs = lines_mm[k], plate_mm if other == PLATE else lines_mm[other]
    away = np.linalg.norm(mine[:, None] - theirs, axis=-1).min(axis=1)
    at = mine[away <= away.min() + params.touch]
    middle = mine.mean(axis=0) if len(mine) < 3 else _middle(mine)
    below = at[at[:, 1] > middle[1]]
    if len(below) == 0:
        return None
    return float(below[:, 0].min() - middle[0]), float(below[:, 0].max() - middle[0])


def _middle(line: Floats) -> Floats:
    """(2,): the centre of the area within a closed line."""
    following = np.roll(line, -1, axis=0)
    cross = line[:, 0] * following[:, 1] - following[:, 0] * line[:, 1]
    area = cross.sum() / 2
    return np.asarray(((line + following) * cross[:, None]).sum(axis=0) / (6 * area) if area else line.mean(axis=0), np.float64)
