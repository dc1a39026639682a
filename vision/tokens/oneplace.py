"""Tokens in one place: no two lie there, and one that lies partly under another is part of a heap."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.observation import Candidate, Detection
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight


def one_per_place(found: list[tuple[Sight, Detection]], params: TokenParams) -> list[tuple[Sight, Detection]]:
    """The best explained of those whose middles lie in one place; sure ones before questions, and of these first where a print shows."""

    def rank(pair: tuple[Sight, Detection]) -> tuple[bool, bool, float]:
        sight, detection = pair
        is_open = not detection.is_sure
        return is_open, is_open and sight.likeness[sight.best] < params.sharp_likeness, sight.costs[sight.best]

    ordered = sorted(found, key=rank)
    away, radii = _apart(ordered)
    kept, below = list[int](), dict[int, list[int]]()
    for n in range(len(ordered)):
        is_over = away[n, kept] < 2 * params.apart * np.minimum(radii[n], radii[kept])
        over = [k for k, covers in zip(kept, is_over.tolist(), strict=True) if covers]
        if not over:
            kept.append(n)
        for k in over:
            below.setdefault(k, []).append(n)
    return [(ordered[n][0], _compared(*ordered[n], [ordered[k] for k in below.get(n, ())], params)) for n in kept]


def _compared(sight: Sight, told: Detection, others: list[tuple[Sight, Detection]], params: TokenParams) -> Detection:
    """What is told of a disc: none is a plain token on which the print of one of another size shows."""
    if not told.is_sure or sight.likeness[sight.best] > 0:
        return told
    for other, maybe in others:
        if other.likeness[other.best] >= params.least_likeness:
            rivals = dict.fromkeys(id for id in (maybe.id, *(one.id for one in maybe.alternatives)) if id and id != told.id)
            known = (Candidate(told.id or "", told.confidence), *(Candidate(id, 0.5) for id in rivals))
            return replace(told, id=None, confidence=0.0, alternatives=known, side=None, why="print and size do not go together")
    return told


def heaps_said(found: list[tuple[Sight, Detection]]) -> tuple[Detection, ...]:
    """The detections; of an unnamed one that lies partly under another it is said that they have to be spread.

    So it is of one whose outline does not show where it lies beside the other: on a card as dark as the token there is no telling.
    """
    away, radii = _apart(found)
    gaps = away - radii[:, None] - radii + np.diag(np.full(len(found), np.inf))
    is_under = gaps.min(axis=1, initial=np.inf) < -_OVERLAP * radii
    return tuple(_spread(sight, detection) if under else detection for (sight, detection), under in zip(found, is_under, strict=True))


def _spread(sight: Sight, detection: Detection) -> Detection:
    """What lies partly under another, or over it."""
    why = "tokens lie on each other: spread these"
    if detection.is_sure:
        return detection.asked_about(why) if _is_vague(sight) else detection
    return replace(detection, why=why)


def _is_vague(sight: Sight) -> bool:
    """Whether a disc was looked for only where a card's print does not show, and the card goes on across its outline."""
    return sight.hides and float(sight.open.mean()) > _OPEN


def _apart(found: list[tuple[Sight, Detection]]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(n, n): how far apart all middles lie, and (n,): the radii; in pixels of the flat picture."""
    places = np.array([(one.x, one.y) for one, _ in found], np.float64).reshape(-1, 2)
    return np.hypot(*(places[:, None] - places).transpose(2, 0, 1)), np.array([one.radius for one, _ in found], np.float64)


_OVERLAP = 0.25
"""Of a radius: two discs whose outlines overlap by more lie on each other."""
_OPEN = 0.25
"""Part of an outline across which the ground goes on."""
