"""A plain side that its colour names, beside a print that this colour belies: what its colour says there, prints say otherwise.

In an odd light, or once a camera has shifted the colours, a print may say one kind where its own colour is nearest to another. A plain
side near it has nothing but its colour: where this is in truth that print's, it is asked about.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.observation import Candidate, Detection
from vision.tokens.bodies import bodies_of
from vision.tokens.discs import Floats
from vision.tokens.relight import neighbours
from vision.tokens.sight import Sight
from vision.tokens.spots import Spots
from vision.tokens.verdict import TokenVerdict

_LIFT = np.float32(0.004)
"""Light below which nothing has a hue."""


def belied(sights: Mapping[int, Sight], spots: Spots, verdict: TokenVerdict) -> dict[int, str]:
    """What their colour names, by number, where that is nearer to a belied print's close by than to any that bears the name; and that kind.

    A print that speaks for itself is nearest to its own hue.
    """
    prints = {n: colour for n, one in sights.items() if (colour := _belied_by(one, verdict)) is not None}
    named = [n for n, one in sights.items() if verdict.is_sure(one)] if prints else []
    if not named:
        return {}
    ids, own = verdict.looks.ids, [n for n in named if verdict.is_told_by_print(sights[n])]
    hues = _hues(sights, spots, sorted({*prints, *named}), verdict)
    near = neighbours(spots, np.array(sorted(prints), np.int64), named, verdict.params)
    found = dict[int, str]()
    for n in named:
        name = ids[sights[n].best]
        others = [m for m in near[n][0] if prints[m] == name]
        alike = [m for m in own if ids[sights[m].best] == name]
        off, nearest = _off(hues, n, others)
        if off < _off(hues, n, alike)[0]:
            found[n] = ids[sights[nearest].best]
    return found


def as_either(one: Detection, other: str) -> Detection:
    """A named disc that is asked about instead: it may as well be of another kind."""
    maybe = tuple(Candidate(id, 0.5) for id in (one.id, other) if id is not None)
    return replace(one.asked_about("its colour cannot be told in this light"), side=None, alternatives=maybe)


def _belied_by(sight: Sight, verdict: TokenVerdict) -> str | None:
    """The kind that the colour of a print names which speaks for another, and for that bears no name; None for all else."""
    if not sight.is_clear or verdict.is_sure(sight):
        return None
    colour = verdict.looks.ids[min(sight.costs, key=sight.costs.__getitem__)]
    return None if colour == verdict.looks.ids[sight.best] else colour


def _hues(sights: Mapping[int, Sight], spots: Spots, numbers: list[int], verdict: TokenVerdict) -> dict[int, Floats]:
    """(3,) of each of these discs: the logarithm of what its body gives back of white, whatever its brightness."""
    light = {n: np.log(np.maximum(body / spots.white[n], _LIFT)) for n, body in bodies_of(spots, sights, numbers, verdict.looks).items()}
    return {n: np.asarray(one - one.mean(), np.float32) for n, one in light.items()}


def _off(hues: Mapping[int, Floats], n: int, others: Sequence[int]) -> tuple[float, int]:
    """By how much the nearest of the others is off, and its number."""
    return min(((float(np.linalg.norm(hues[n] - hues[m])), m) for m in others), default=(np.inf, n))
