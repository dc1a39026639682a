"""A ground with figures, as the veins of marble: some of its many places curl as a token's print does, and one in a hundred is named."""

from collections.abc import Iterable, Sequence
from math import hypot, isfinite

import numpy as np
from numpy.typing import NDArray

from vision.observation import Detection
from vision.tokens.scattered import nameless
from vision.tokens.sight import Sight
from vision.tokens.verdict import TokenVerdict

Floats = NDArray[np.float32]
Found = tuple[Sight, Detection]


def without_figures(told: Sequence[Found], sights: Iterable[Sight], named: Floats, verdict: TokenVerdict) -> list[Found]:
    """The same, asked about what may be such a figure; `named` (n, 2) are where all tokens that have a name lie."""
    if not any(one.is_sure and _may_be_figure(sight, verdict) for sight, one in told):
        return list(told)
    p, others = verdict.params, _figures(sights, named, verdict)

    def is_as_others(sight: Sight) -> bool:
        return _may_be_figure(sight, verdict) and (others >= sight.likeness[sight.best] - p.as_alike).sum() >= p.blotches

    return [
        (sight, nameless(one, "print and colour do not go together") if one.is_sure and is_as_others(sight) else one) for sight, one in told
    ]


def _may_be_figure(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether a disc off the named cards, without a whole rim, has its name of a print that is not sharp, and its colour is hardly that.

    On a plate, too: such a ground has round things in which plates are seen.
    """
    p = verdict.params
    is_by_print = verdict.is_told_by_print(sight) and sight.likeness[sight.best] < p.sharp_likeness
    return not isfinite(sight.printed) and is_by_print and sight.rim < p.whole_rim and verdict.margins.over(sight) < 0


def _figures(sights: Iterable[Sight], named: Floats, verdict: TokenVerdict) -> Floats:
    """(n,) how much places of the ground are like some print, one of each, beside tokens at (m, 2) that have a name."""
    places, alike = list(map(tuple, named.tolist())), list[float]()
    for one in sorted(sights, key=lambda sight: -sight.likeness[sight.best]):
        if not isfinite(one.printed) and all(hypot(one.x - x, one.y - y) > one.radius for x, y in places):
            places.append((one.x, one.y))
            alike.append(one.likeness[one.best])
    return np.array(alike, np.float32)
