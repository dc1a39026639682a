"""Discs that are only the ground: the squares of a checked cloth, gaps between cards, anything that goes on across its outline."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import cache
from math import hypot, isfinite

import numpy as np
from numpy.typing import NDArray

from vision.observation import Detection
from vision.tokens.discs import UNIT
from vision.tokens.figured import without_figures
from vision.tokens.gaps import is_gap
from vision.tokens.params import TokenParams
from vision.tokens.repeats import ROUND, Ground
from vision.tokens.scattered import are_of_one_ink, nameless, without_prints
from vision.tokens.sight import Sight
from vision.tokens.unprinted import without_unprinted
from vision.tokens.verdict import TokenVerdict

Found = tuple[Sight, Detection]


def without_ground(found: Iterable[tuple[Sight, Detection, bool]], verdict: TokenVerdict, ground: Ground) -> list[Found]:
    """What lies on the ground. With each it is said whether it lies below others: of such no whole outline is asked.

    What only its colour names, without a whole rim, is a question where it is found again in many places: squares of a cloth, beside what
    rounds one of them off, resemble a token, too. So is a squarish one with as much rim as a token, as a little smaller square of its very
    colour has, where others of its kind are as square; one with hardly more rim than many blotches of the ground have; and what shows
    neither a whole rim nor a sharp print, where more of its look do than tables have tokens, or several that are found again.
    """
    judged = list(found)
    kept = _without_cloth([(sight, one) for sight, one, _ in judged], verdict, ground)
    below = {id(sight) for sight, _, is_below in judged if is_below}
    named = np.array([(sight.x, sight.y) for sight, one in kept if one.is_sure], np.float32).reshape(-1, 2)
    params = verdict.params
    squares = Counter(sight.best for sight, one in kept if one.is_sure and _is_square(sight, verdict))
    vague = Counter(sight.best for sight, one in kept if one.is_sure and _is_vague(sight, verdict))
    is_blotch = _among_blotches(kept, named, verdict, ground)

    def is_ground(sight: Sight) -> bool:
        if id(sight) in below or sight.rim >= params.whole_rim or verdict.hides_print(sight) or verdict.shows_back(sight):
            return False
        is_own = min(sight.tints.costs.values()) <= params.own_tint  # a token's colour, which no ground is likely to have
        on_plate = verdict.setting.is_on_plate(sight)  # where neither cloth nor cards' edges are
        may_repeat = sight.rim < ROUND and not isfinite(sight.printed) and not is_own and not on_plate
        if sight.likeness[sight.best] >= params.sharp_likeness:  # of a token's whole print only cloth has as much
            return may_repeat and ground.repeats(sight)
        if on_plate and is_own:
            return False
        may_be_gap = not isfinite(sight.printed) and sight.rim < params.gap_rim and not is_own and not on_plate
        if may_be_gap and is_gap(ground.flat, (sight.x, sight.y), sight.radius):
            return True
        is_poor = _is_poor(sight, params) and not verdict.is_spoilt(sight)
        return _goes_on(sight, named, params) or is_poor or (may_repeat and ground.repeats(sight))

    def may_be_ground(sight: Sight) -> bool:
        if verdict.shows_back(sight):
            return False
        if _is_square(sight, verdict) and (squares[sight.best] > params.most_patches or ground.repeats(sight)):
            return True
        many = vague[sight.best] if _is_vague(sight, verdict) else 0
        if many > params.most_of_kind or (many > params.most_patches and ground.repeats(sight)):
            return True
        is_told = isfinite(sight.printed) or sight.likeness[sight.best] >= params.some_likeness or sight.rim >= params.whole_rim
        return is_blotch(sight) or (not is_told and min(sight.tints.costs.values()) > params.own_tint and ground.repeats(sight))

    told = [(sight, nameless(one, "too little of its rim shows") if one.is_sure and may_be_ground(sight) else one) for sight, one in kept]
    told = without_figures(told, ground.sights, named, verdict)
    told = without_unprinted(told, ground.sights, verdict)
    doubted = {id(sight) for sight, one in kept if not one.is_sure} - below
    told = [(sight, one) for sight, one in told if one.is_sure or not is_ground(sight)]
    return without_prints(_without_weave(told, doubted, verdict, ground), verdict, ground)


def _among_blotches(kept: Sequence[Found], named: NDArray[np.float32], verdict: TokenVerdict, ground: Ground) -> Callable[[Sight], bool]:
    """Tells whether a disc has hardly more rim than many blotches of the ground, beside tokens at (n, 2) that have a name.

    A rounder one may be one, too, but only in a colour that is far dearer than those of whole tokens.
    """
    params = verdict.params
    blotches = cache(lambda: _blotches(ground.sights, named, verdict))
    usual = cache(lambda: _usual_tint((sight for sight, one in kept if one.is_sure and sight.rim >= params.whole_rim), params))

    def is_blotch(sight: Sight) -> bool:
        if sight.rim >= params.whole_rim or not _is_loose(sight, verdict):
            return False
        times = min(sight.tints.costs.values()) / usual()
        least = sight.rim - params.blotch_rim * (2 if times > params.odd_tint else 1)
        return (sight.rim < params.round_rim or times > params.dear_tint) and bool((blotches() >= least).sum() >= params.blotches)

    return is_blotch


def _without_weave(told: list[Found], doubted: Container[int], verdict: TokenVerdict, ground: Ground) -> list[Found]:
    """All but the rounder parts of a ground's pattern, as of wicker: more than may be tokens of one look have a doubt and are found again.

    `doubted`: the identities of those that never had a name.
    """
    params = verdict.params

    def may_be_woven(sight: Sight) -> bool:
        is_odd = min(sight.tints.costs.values()) > params.own_tint and sight.likeness[sight.best] < params.some_likeness
        is_loose = verdict.setting.is_on_ground(sight)
        return is_loose and is_odd and sight.rim < params.whole_rim and not verdict.is_spoilt(sight)

    rounder = [sight for sight, _ in told if id(sight) in doubted and may_be_woven(sight)]
    many = {look for look, n in Counter(sight.best for sight in rounder).items() if n > params.most_patches}
    again = [sight for sight in rounder if sight.best in many and ground.repeats(sight)]
    woven = {look for look, n in Counter(sight.best for sight in again).items() if n > params.most_patches}
    gone = {id(sight) for sight in again if sight.best in woven}
    return [(sight, one) for sight, one in told if id(sight) not in gone]


def _is_square(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether it is a squarish patch of one colour, on no named card."""
    return verdict.setting.is_squarish(sight) and sight.likeness[sight.best] < verdict.params.some_likeness


def _may_be_blotch(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether such a disc has no whole rim."""
    return _is_loose(sight, verdict) and sight.rim < verdict.params.round_rim


def _is_loose(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether it lies on no named card and no plate, and is like a plain side, or a print that names nothing in light that hardly does."""
    return verdict.setting.is_on_ground(sight) and (bool(verdict.looks.is_plain[sight.best]) or verdict.is_narrow(sight))


def _is_vague(sight: Sight, verdict: TokenVerdict) -> bool:
    """Whether it lies on no named card and no plate, has no whole rim, and shows no sharp print: strands of rattan look so."""
    is_sharp = sight.likeness[sight.best] >= verdict.params.sharp_likeness
    return not is_sharp and sight.rim < verdict.params.whole_rim and verdict.setting.is_on_ground(sight)


def _usual_tint(whole: Iterable[Sight], params: TokenParams) -> float:
    """What the colours of whole tokens cost in a picture."""
    costs = [min(one.tints.costs.values()) for one in whole]
    return max(params.own_tint, float(np.median(costs))) if costs else params.own_tint


def _blotches(sights: Iterable[Sight], named: NDArray[np.float32], verdict: TokenVerdict) -> NDArray[np.float32]:
    """(n,) rims of the discs which may be blotches of the ground, one of each place, beside tokens at (n, 2) that have a name."""
    places, rims = list(map(tuple, named.tolist())), list[float]()
    for one in sorted((sight for sight in sights if _may_be_blotch(sight, verdict)), key=lambda sight: -sight.rim):
        if all(hypot(one.x - x, one.y - y) > one.radius for x, y in places):
            places.append((one.x, one.y))
            rims.append(one.rim)
    return np.array(rims, np.float32)


def _is_poor(sight: Sight, params: TokenParams) -> bool:
    """Whether neither the outline nor any token's look speaks for a disc."""
    is_odd = sight.costs[sight.best] > params.poor_cost_of_all and max(sight.likeness.values()) < params.some_likeness
    return sight.rim < params.closed_rim and (sight.square >= params.straight or is_odd)


def _without_cloth(kept: list[Found], verdict: TokenVerdict, ground: Ground) -> list[Found]:
    """All but the squares of a checked cloth: squarish patches of one colour without a whole rim, too many to be tokens."""
    most = verdict.params.most_patches
    patches = [sight for sight, _ in kept if verdict.setting.is_squarish(sight) and not verdict.is_sure(sight)]
    gone = set[int]()
    for look, many in Counter(sight.best for sight in patches).items():
        alike = [sight for sight in patches if sight.best == look] if many > most else []
        gone |= {id(one) for one in alike if sum(are_of_one_ink(one, other, ground) for other in alike) > most}
    return [(sight, one) for sight, one in kept if id(sight) not in gone]


def _goes_on(sight: Sight, named: NDArray[np.float32], params: TokenParams) -> bool:
    """Whether the ground goes on across the outline, beside where named tokens at (n, 2) lie on it.

    What is burnt out does not tell: on a card whose print costs far more there, or is far less like what is seen, a disc is asked about.
    """
    hides_print = isfinite(sight.printed) and sight.printed >= params.hides_part * sight.costs[sight.best]
    hides_print |= isfinite(sight.printed) and sight.likeness[sight.best] >= max(params.some_likeness, sight.on_print)
    if sight.rim >= params.closed_rim or (sight.burnt > params.agreed_burnt and hides_print):
        return False
    outline = np.array([sight.x, sight.y], np.float32) + np.float32(sight.radius) * UNIT
    away = np.hypot(*(outline[:, None] - named).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
    return float((sight.open & (away > _COVERED * sight.radius)).mean()) >= params.most_open


_COVERED = 1.3
"""Radii around a token's middle within which it hides what lies below and beside it."""
