"""Round prints of a cloth, as cherries: as large as tokens and nearly of a kind's colour, one as whole as the next, and too many.

So are patches of a ground that has a kind's very colour, as of black marble between its veins.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import hypot

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
        alike = [(other, one) for other, one in odd if other.best == sight.best and are_of_one_ink(sight, other, ground)]
        if is_far and len(one_of_each_place([other for other, one in alike if not one.is_sure])) > p.most_patches:
            doubted.add(id(sight))
        if len(one_of_each_place([other for other, _ in alike])) > p.most_of_kind:
            gone.add(id(sight))
    kept = [
        (sight, nameless(one, "its colour cannot be told in this light") if id(sight) in doubted and one.is_sure else one)
        for sight, one in told
        if id(sight) not in gone
    ]
    return _without_patches(kept, verdict, ground)


def _without_patches(told: Sequence[Found], verdict: TokenVerdict, ground: Ground) -> list[Found]:
    """The same, where more discs of one colour are in doubt than tokens of a kind: that colour is the ground's.

    What is left there is what has a rim as whole as a token's: that is asked about, unless it is as whole as a token's that shows whole.
    """
    p, setting = verdict.params, verdict.setting
    loose = [(sight, one) for sight, one in told if _is_by_colour(sight, verdict) and not setting.is_on_board(sight)]
    doubted = [sight for sight, one in loose if not one.is_sure]
    many = {look for look, n in Counter(sight.best for sight in doubted).items() if n > p.most_of_kind}
    ours = set[int]()
    for sight, _ in loose:
        if sight.best in many and sight.rim < p.closed_all_round:
            alike = [other for other in doubted if other.best == sight.best and are_of_one_ink(sight, other, ground)]
            ours |= {id(sight)} if len(one_of_each_place(alike)) > p.most_of_kind else set()
    return [
        (sight, nameless(one, "too little of its rim shows") if id(sight) in ours and one.is_sure else one)
        for sight, one in told
        if id(sight) not in ours or one.is_sure or sight.rim >= p.whole_rim
    ]


def _is_by_colour(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether a disc that only its colour tells lies on no named card and no plate; a print in relief shows hardly in any light."""
    is_told = bool(verdict.looks.is_plain[sight.best]) or sight.likeness[sight.best] < verdict.params.some_likeness
    return is_told and verdict.setting.is_on_ground(sight)


def _is_odd(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether it is such a disc, in no glare, whose colour no kind has quite."""
    p = verdict.params
    return _is_by_colour(sight, verdict) and sight.burnt <= p.agreed_burnt and min(sight.tints.costs.values()) > p.own_tint


def are_of_one_ink(one: Sight, other: Sight, ground: Ground) -> bool:
    """Whether two discs have one colour, in more or less light."""
    return bool(of_one_colour(np.asarray(ground.colour(other) - ground.colour(one), np.float32)[None])[0])


def one_of_each_place(sights: Iterable[Sight]) -> list[Sight]:
    """One disc of each place."""
    kept: list[Sight] = []
    for one in sights:
        if all(hypot(one.x - other.x, one.y - other.y) > one.radius for other in kept):
            kept.append(one)
    return kept


def nameless(one: Detection, why: str) -> Detection:
    """A named disc that is asked about instead."""
    return replace(one.asked_about(why), side=None)
