"""What lies on the platter for certain, what beside it, and what may lie on it or beside it. Plain geometry of points."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import cos, hypot, pi, sin

from vision.observation import Point, Round

SURE = 0.6
"""Part of the reach within which tokens lie on a platter of which only the middle is known: none is smaller than this."""
ASTRAY = 0.1
"""Part of the reach by which its middle may be off, as far as guests tell it: they look at it only about ..."""
WAYS = 16
"""... to one of so many sides."""
TOGETHER = 3.0
"""Radii of a token: those whose middles are no farther apart lie together."""
ON_RIM = 0.5
"""Radii of a token by which its middle may be off the rim, for it to lie on either side of it."""


class Lies(Enum):
    """Where a token lies."""

    ON = auto()
    NEAR = auto()
    BESIDE = auto()


@dataclass(frozen=True, slots=True)
class Place:
    """The round platter."""

    middle: Point
    """As far as guests, tokens or people tell."""
    reach: float
    """No platter has a larger radius."""
    rim: Round | None = None
    """Where it was seen."""
    is_guess: bool = False
    """Whether neither guests nor people tell where it is, and tokens lie in several places: any of them may be a Stash."""

    @property
    def centre(self) -> Point:
        """Of its rim, or else about where it is."""
        return self.middle if self.rim is None else self.rim.centre_mm


def seen_there(place: Place, rounds: Sequence[Round], loose: Sequence[Point]) -> Place:
    """The place with the round thing there on which most tokens lie, a plate or a board; as it was where none was seen.

    One without any counts only where something covers it: what else shows of an empty one may be anything round.
    """
    there = [one for one in rounds if _apart(one.centre_mm, place.middle) <= one.radius_mm <= place.reach]
    told = [one for one in there if _count(loose, one) or one.is_covered]
    return replace(place, rim=max(told, key=lambda one: (_count(loose, one), -_apart(one.centre_mm, place.middle)))) if told else place


def lying(tokens: Sequence[Point], place: Place, radius: float) -> list[Lies]:
    """Where each token of that radius lies.

    Where only the tokens themselves tell where the platter is, all there are in doubt. Without a rim all are that lie neither near the
    platter's middle nor out of its reach, unless the smallest platter holds all within its reach where guests may mean it to be; and those
    out of its reach that lie together with some that are on it. Of a platter whose rim
    was seen only those are in doubt that lie upon it, or beside it and yet near the middle: that round thing may be another.
    """
    by_nearness = _by_nearness(tokens, place, radius)
    if place.rim is None:
        return by_nearness
    beyond = (_apart(at, place.rim.centre_mm) - place.rim.radius_mm for at in tokens)
    by_rim = [_side(far, ON_RIM * radius) for far in beyond]
    return [Lies.NEAR if rim is Lies.BESIDE and near is Lies.ON else rim for rim, near in zip(by_rim, by_nearness, strict=True)]


def _by_nearness(tokens: Sequence[Point], place: Place, radius: float) -> list[Lies]:
    if place.is_guess and place.rim is None:
        return [Lies.NEAR] * len(tokens)
    away = [_apart(at, place.middle) for at in tokens]
    sure = (
        place.reach if _holds_all([at for at, far in zip(tokens, away, strict=True) if far <= place.reach], place) else SURE * place.reach
    )
    found = [Lies.ON if far <= sure else Lies.NEAR if far <= place.reach else Lies.BESIDE for far in away]
    heap = [n for n, where in enumerate(found) if where is Lies.ON]
    for n in heap:
        heap += [k for k, at in enumerate(tokens) if k not in heap and _apart(at, tokens[n]) <= TOGETHER * radius]
    return [Lies.NEAR if n in heap and where is Lies.BESIDE else where for n, where in enumerate(found)]


def _holds_all(tokens: Sequence[Point], place: Place) -> bool:
    """Whether the smallest platter holds all those tokens at once, its middle no farther from the place's than that may be off."""
    (x, y), off = place.middle, ASTRAY * place.reach
    turns = [2 * pi * n / WAYS for n in range(WAYS)]
    return any(all(_apart(at, (x + off * cos(a), y + off * sin(a))) <= SURE * place.reach for at in tokens) for a in turns)


def _side(beyond: float, doubt: float) -> Lies:
    return Lies.ON if beyond <= -doubt else Lies.NEAR if beyond < doubt else Lies.BESIDE


def _count(points: Sequence[Point], one: Round) -> int:
    return sum(_apart(at, one.centre_mm) <= one.radius_mm for at in points)


def _apart(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])
