"""A piece at rest is carried. Where only one contact in doubt can carry it, that one is there, however small the gap that shows.

A body rests when it is held below, to the left and to the right of its middle. What carries it is a contact of its lower side.
Pieces may hang on each other in ways that no outline shows: where one would fall even with every contact in doubt, a gap that is more
likely none than a contact stays a question. One that nothing is seen to carry on a side may touch whatever is near below it there.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.observation import PLATE, TABLE
from vision.plates.contacts import Contacts, Pair, gap_mm

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RestParams:
    """When a piece is carried; millimetres."""

    touch: float = 0.6
    """Points of two outlines that are so much farther apart than the nearest ones are still one contact."""
    clear: float = 1.5
    """A contact carries a side of a piece when it lies so far from below its middle, and none when it is that far on the other."""
    near: float = 2.5
    """What nothing is seen to carry may touch what is so near: its outline is seen less well than others, or the plate's edge is."""
    far: float = 5.0
    """What has no name, its outline seen roughly, carries nothing that is farther from it, and hides nothing that does."""


PARAMS = RestParams()


def carried(
    found: Contacts,
    whose: Sequence[int],
    lines_mm: Sequence[Floats],
    plate_mm: Floats,
    hidden: Set[Pair] = frozenset(),
    params: RestParams = PARAMS,
) -> Contacts:
    """The contacts, with those sure without which a piece, one of `whose` by index, would fall; `hidden` ones stay in doubt.

    `lines_mm` are closed outlines (n, 2), y down. All that can carry one of `whose` has to be known: see `surely_seen`.
    """
    sure, doubted = list(found.touching), list(found.unsure)
    is_firm = not found.unlikely or _rest(whose, [*sure, *doubted], lines_mm, plate_mm, params)
    barred = frozenset[Pair]() if is_firm else found.unlikely
    while (pair := _needed(whose, sure, doubted, barred | hidden, lines_mm, plate_mm, params)) is not None:
        sure.append(pair)
        doubted.remove(pair)
    return Contacts(tuple(sure), tuple(doubted), found.unlikely.intersection(doubted))


def surely_seen(known: Sequence[bool], lines_mm: Sequence[Floats], params: RestParams = PARAMS) -> list[int]:
    """Pieces, by index, that are known, with nothing unknown so near that it could carry them, too, or hide what does."""
    strange = [line for line, one in zip(lines_mm, known, strict=True) if not one]
    return [k for k, one in enumerate(known) if one and all(gap_mm(lines_mm[k], line, params.far) > params.far for line in strange)]


def hanging(found: Contacts, whose: Sequence[int], lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams = PARAMS) -> Contacts:
    """The contacts, with those in doubt that alone may carry a side of a piece, one of `whose` by index, which no other carries."""
    known, doubted = {*found.touching, *found.unsure}, list[Pair]()
    for k in whose:
        sides = _sides(k, list(known), lines_mm, plate_mm, params)
        for way in (-1, 1):
            if (TABLE, k) in known or _is_held(way, sides, params):
                continue
            others = [(min(k, j), max(k, j)) for j in range(len(lines_mm)) if j != k]
            near = [pair for pair in [(PLATE, k), *others] if pair not in known and _gap(pair, lines_mm, plate_mm, params) <= params.near]
            doubted += [pair for pair in near if _is_held(way, _sides(k, [pair], lines_mm, plate_mm, params), params)]
    return Contacts(found.touching, (*found.unsure, *dict.fromkeys(doubted)), found.unlikely)


def _gap(pair: Pair, lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams) -> float:
    return gap_mm(plate_mm if pair[0] == PLATE else lines_mm[pair[0]], lines_mm[pair[1]], params.near)


def _rest(whose: Sequence[int], pairs: Sequence[Pair], lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams) -> bool:
    """Whether each of these pieces is held on both sides by these contacts, or lies on the table."""
    for k in whose:
        sides = _sides(k, pairs, lines_mm, plate_mm, params)
        if (TABLE, k) not in pairs and not all(_is_held(way, sides, params) for way in (-1, 1)):
            return False
    return True


def _needed(
    whose: Sequence[int],
    sure: Sequence[Pair],
    doubted: Sequence[Pair],
    barred: Set[Pair],
    lines_mm: Sequence[Floats],
    plate_mm: Floats,
    params: RestParams,
) -> Pair | None:
    """A contact in doubt, and not `barred`, that alone can carry a side of one of `whose`."""
    for k in whose:
        if (TABLE, k) in sure:
            continue
        held = _sides(k, sure, lines_mm, plate_mm, params)
        may = [(pair, side) for pair in doubted for side in _sides(k, [pair], lines_mm, plate_mm, params)]
        for way in (-1, 1):
            if _is_held(way, held, params):
                continue
            able = [(pair, side) for pair, side in may if _is_held(way, [side], params)]
            if len(able) == 1 and able[0][0] not in barred and way * able[0][1][max(0, way)] > params.clear:
                return able[0][0]
    return None


def _is_held(way: int, sides: Sequence[tuple[float, float]], params: RestParams) -> bool:
    """Whether one of these contacts carries the left (-1) or the right side (1) of a piece."""
    return any(way * side[max(0, way)] > -params.clear for side in sides)


def _sides(k: int, pairs: Sequence[Pair], lines_mm: Sequence[Floats], plate_mm: Floats, params: RestParams) -> list[tuple[float, float]]:
    """Where each contact of a piece that can carry it does so."""
    found = (_carries(k, pair, lines_mm, plate_mm, params) for pair in pairs if k in pair and pair[0] != TABLE)
    return [side for side in found if side is not None]


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
