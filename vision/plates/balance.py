"""A stack at rest is in balance: forces at its contacts, which push and rub and never pull, carry the weight of every piece.

Where that cannot be without one contact, even if whatever lies near touched, too, broader and rougher than it can be, that one is there.
Unlike `resting.py` this knows what holds a piece down: one that would tip over its edge needs what lies on its other end.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.insides import outward
from vision.looks.shapes import middle_of
from vision.looks.silhouettes import even
from vision.observation import PLATE, TABLE
from vision.plates.contacts import Contacts, Pair, gap_mm

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BalanceParams:
    """How much a stack is granted before it is said to fall; millimetres."""

    touch: float = 0.6
    """Points of two outlines that are so much farther apart than the nearest ones are still one contact."""
    broader: float = 1.5
    """A contact reaches so much further on both sides than it is seen to."""
    friction: float = 1.0
    """No wood or board is rougher."""
    near: float = 2.0
    """What comes so near may touch unseen."""
    points: int = 320
    """Of the plate's outline."""
    arm: float = 10.0
    """A turn counts as much as a force with such an arm."""
    falls: float = 0.2
    """Part of the lightest piece's weight that nothing can carry, from which on a stack falls ..."""
    rests: float = 0.01
    """... and up to which it rests."""


PARAMS = BalanceParams()


def balanced(found: Contacts, lines_mm: Sequence[Floats], plate_mm: Floats, params: BalanceParams = PARAMS) -> Contacts:
    """The contacts, with those sure without which the stack would fall; `lines_mm` are closed outlines (n, 2), y down, of all pieces."""
    if not found.unsure:
        return found
    lying = {k for a, k in found.touching if a == TABLE}
    standing = [k for k in range(len(lines_mm)) if k not in lying]
    plate_mm = even(plate_mm, params.points)
    there = [pair for pair in (*found.touching, *found.unsure) if pair[0] != TABLE]
    pushes = {pair: _pushes(pair, lines_mm, plate_mm, standing, params) for pair in {*there, *_near(lines_mm, plate_mm, params)}}
    weight = _weights([lines_mm[k] for k in standing])
    if not standing or _unborne([pushes[pair] for pair in there], weight) > params.rests * weight[:, 1].min():
        return found
    needed = {pair for pair in found.unsure if _falls_without(pair, pushes, weight, params)}
    unsure = tuple(pair for pair in found.unsure if pair not in needed)
    return Contacts((*found.touching, *sorted(needed)), unsure, found.unlikely.intersection(unsure))


def _falls_without(pair: Pair, pushes: Mapping[Pair, Floats], weight: Floats, params: BalanceParams) -> bool:
    others = [push for other, push in pushes.items() if other != pair]
    return _unborne(others, weight) > params.falls * float(weight[:, 1].min())


def _weights(lines_mm: Sequence[Floats]) -> Floats:
    """(s, 3): force across, force down and turn of each piece's own weight; all are as thick and as heavy as each other."""
    weight = np.zeros((len(lines_mm), 3))
    weight[:, 1] = [cv2.contourArea(line.astype(np.float32)) for line in lines_mm]
    return weight


def _near(lines_mm: Sequence[Floats], plate_mm: Floats, params: BalanceParams) -> Iterator[Pair]:
    """Whatever may touch."""
    lines = enumerate(lines_mm)
    yield from ((a, b) for (a, mine), (b, theirs) in combinations(lines, 2) if gap_mm(mine, theirs, params.near) < params.near)
    yield from ((PLATE, k) for k, line in enumerate(lines_mm) if gap_mm(line, plate_mm, params.near) < params.near)


def _pushes(pair: Pair, lines_mm: Sequence[Floats], plate_mm: Floats, standing: Sequence[int], params: BalanceParams) -> Floats:
    """(4, 3 s): what a contact can do to all s pieces that stand: force across, force down and turn of each.

    Four ways to push make up all others: at either end of the contact, rubbing as much as it can to the left or to the right.
    """
    a, b = pair
    theirs = plate_mm if a == PLATE else lines_mm[a]
    ends, inward = _contact(lines_mm[b], theirs, params)
    along = np.array([-inward[1], inward[0]])
    rows = np.zeros((4, len(standing), 3))
    for row, (place, rub) in zip(rows, ((place, rub) for place in ends for rub in (-params.friction, params.friction)), strict=True):
        for k, push in ((b, inward + rub * along), (a, -(inward + rub * along))):
            if k in standing:
                arm = place - middle_of(lines_mm[k])
                row[standing.index(k)] = (*push, (arm[0] * push[1] - arm[1] * push[0]) / params.arm)
    return np.asarray(rows.reshape(4, -1), np.float64)


def _contact(mine: Floats, theirs: Floats, params: BalanceParams) -> tuple[tuple[Floats, Floats], Floats]:
    """Where a contact begins and ends, each (2,), and the direction (2,) in which it pushes the first of both."""
    away = np.linalg.norm(mine[:, None] - theirs, axis=-1)
    near = away.min(1) <= away.min() + params.touch
    at, partner = mine[near], away[near].argmin(1)
    inward = outward(theirs)[partner].mean(0) - outward(mine)[near].mean(0)
    inward /= max(float(np.hypot(*inward)), 1e-9)
    along = np.array([-inward[1], inward[0]])
    reach, middle = (at - at.mean(0)) @ along, at.mean(0)
    return (middle + along * (reach.min() - params.broader), middle + along * (reach.max() + params.broader)), inward


def _unborne(pushes: Sequence[Floats], weight: Floats) -> float:
    """What no sum of pushes, none of them a pull, can bear of all weights: by non-negative least squares (Lawson and Hanson)."""
    if not pushes:
        return float(np.linalg.norm(weight))
    ways, load = np.concatenate(list(pushes)).T, -weight.ravel()
    force, used = np.zeros(ways.shape[1]), np.zeros(ways.shape[1], np.bool_)
    for _ in range(4 * len(force)):
        gain = ways.T @ (load - ways @ force)
        gain[used] = 0.0
        if gain.max() <= 1e-7 * float(np.abs(load).max()):
            break
        used[gain.argmax()] = True
        force = _pushing(ways, load, force, used)
    return float(np.linalg.norm(ways @ force - load))


def _pushing(ways: Floats, load: Floats, force: Floats, used: NDArray[np.bool_]) -> Floats:
    """The best forces of the ways that are used, of which those that would pull are left out of them."""
    while used.any():
        best = np.zeros(len(force))
        best[used] = np.linalg.lstsq(ways[:, used], load, rcond=None)[0]
        back = used & (best <= 0)
        if not back.any():
            return best
        part = float((force[back] / np.maximum(force[back] - best[back], 1e-12)).min())
        force = force + part * (best - force)
        used &= force > 1e-12
    return np.zeros(len(force))
