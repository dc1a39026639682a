"""Round prints of a cloth, as cherries: as large as tokens and nearly of a kind's colour, one as whole as the next, and too many."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot, isfinite

import numpy as np

from vision.cards.cloth import of_one_colour
from vision.observation import Detection
from vision.tokens.repeats import Ground
from vision.tokens.sight import Sight
from vision.tokens.verdict import TokenVerdict

Found = tuple[Sight, Detection]


def without_prints(told: Sequence[Found], verdict: TokenVerdict, ground: Ground) -> list[Found]:
    """The same, what may be such a print asked about, and no question where there are more of them than tokens of one kind.

    Only plain ones off cards and plates, whose colour is not quite any kind's: in what light so ever, tokens of one kind are of one colour,
    and so are prints of one ink. Where more than a few of these are in doubt all are that fit no token well.
    """
    p, odd = verdict.params, [(sight, one) for sight, one in told if _is_odd(sight, verdict)]
    doubted, gone = set[int](), set[int]()
    for sight, _ in odd:
        is_far = sight.costs[sight.best] > p.fair_cost
        alike = [(other, one) for other, one in odd if other.best == sight.best and _are_of_one_ink(sight, other, ground)]
        if is_far and len(_places([other for other, one in alike if not one.is_sure])) > p.most_patches:
            doubted.add(id(sight))
        if len(_places([other for other, _ in alike])) > p.most_of_kind:
            gone.add(id(sight))
    return [
        (sight, nameless(one, "its colour cannot be told in this light") if id(sight) in doubted and one.is_sure else one)
        for sight, one in told
        if id(sight) not in gone
    ]


def _is_odd(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether it is a plain disc on no named card and no plate, in no glare, whose colour no kind has quite."""
    p = verdict.params
    is_loose = bool(verdict.looks.is_plain[sight.best]) and not isfinite(sight.printed) and not verdict.setting.is_on_plate(sight)
    return is_loose and sight.burnt <= p.agreed_burnt and min(sight.tints.costs.values()) > p.own_tint


def _are_of_one_ink(one: Sight, other: Sight, ground: Ground) -> bool:
    """Whether two discs have one colour, in more or less light."""
    return bool(of_one_colour(np.asarray(ground.colour(other) - ground.colour(one), np.float32)[None])[0])


def _places(sights: Sequence[Sight]) -> list[Sight]:
    """One disc of each place."""
    kept: list[Sight] = []
    for one in sights:
        if all(hypot(one.x - other.x, one.y - other.y) > one.radius for other in kept):
            kept.append(one)
    return kept


def nameless(one: Detection, why: str) -> Detection:
    """A named disc that is asked about instead."""
    return replace(one.asked_about(why), side=None)
