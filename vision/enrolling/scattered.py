"""Where the cards of one box bear their places when these lie in no row: circles of one size, in the order that the lists tell.

As many circles as a card lists are its clearest. In which order they go is told by the print within them: along the right one, the same
word goes with the same print on all cards.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.layout import PARAMS as LAYOUT, Listing, is_enough, print_at, told_by_kinds
from vision.enrolling.slots import PARAMS as SLOTS, Place, as_printed, rim_votes
from vision.looks.catalogue import Look

Floats = NDArray[np.float32]
Ints = NDArray[np.intp]
Order = Callable[[Floats], Ints]
"""The order of places (n, 2), in mm from the card's upper left corner as printed."""


@dataclass(frozen=True, slots=True)
class ScatteredParams:
    """Which circles are places, and when their order is believed."""

    apart: float = 0.8
    """Least distance of two places, in diameters of a token."""
    least_found: float = 0.75
    """Of the cards, on how many as many circles have to be found as they list."""
    rival: float = 2.0
    """How many times as much print every other order has to leave unexplained."""


PARAMS = ScatteredParams()


def find_scattered(cards: Sequence[Listing], token_mm: float, params: ScatteredParams = PARAMS) -> Mapping[str, tuple[Place, ...]]:
    """Places of cards of one size, by id, in the order of what they list; empty where none is clear, without the cards that lack circles.

    `token_mm`: diameter of what lies on a place.
    """
    if not is_enough(cards):
        return {}
    circles = max((_circles(cards, size * token_mm / 2, token_mm, params) for size in SLOTS.sizes), key=_clearness)
    whole = [(card, at) for card, at in zip(cards, circles, strict=True) if at is not None]
    if len(whole) < params.least_found * len(cards) or not is_enough([card for card, _ in whole]):
        return {}
    placed = [at[0] for _, at in whole]
    order = _told_order([card for card, _ in whole], placed, token_mm, params)
    return {} if order is None else {card[0].id: _parts(at[order(at)], card[0]) for (card, _), at in zip(whole, placed, strict=True)}


_Found = tuple[Floats, float]
"""A card's circles (n, 2) in mm as printed, and how much of the faintest one's rim is there."""


def _circles(cards: Sequence[Listing], radius_mm: float, token_mm: float, params: ScatteredParams) -> list[_Found | None]:
    return [_clearest(look, radius_mm, len(listed), params.apart * token_mm) for look, listed in cards]


def _clearness(circles: Sequence[_Found | None]) -> float:
    """How much of a rim the faintest circle of every card has, over all cards."""
    return sum(found[1] for found in circles if found is not None)


def _clearest(look: Look, radius_mm: float, count: int, apart_mm: float) -> _Found | None:
    """As many circles of that size as the card lists, the clearest; None where it has fewer."""
    votes, found = rim_votes(look, radius_mm), list[tuple[float, float]]()
    wide, high = sorted(look.size_mm)
    y, x = np.nonzero((votes >= cv2.dilate(votes, np.ones((3, 3), np.uint8))) & (votes >= SLOTS.least_votes))
    for k in np.argsort(-votes[y, x], kind="stable"):
        across, down = as_printed(x[k] / SLOTS.px_per_mm / wide, y[k] / SLOTS.px_per_mm / high, look)
        at = across * look.size_mm[0], down * look.size_mm[1]
        if all(hypot(at[0] - other[0], at[1] - other[1]) >= apart_mm for other in found):
            found.append(at)
        if len(found) == count:
            return np.array(found, np.float32), float(votes[y[k], x[k]])
    return None


def _parts(at: Floats, look: Look) -> tuple[Place, ...]:
    return tuple((float(x), float(y)) for x, y in at / np.array(look.size_mm, np.float32))


def _told_order(cards: Sequence[Listing], placed: Sequence[Floats], token_mm: float, params: ScatteredParams) -> Order | None:
    """The order along which kinds tell what is printed, and no other one nearly as well."""
    kinds = [kind for _, listed in cards for kind in listed]
    places = [_parts(at, look) for (look, _), at in zip(cards, placed, strict=True)]
    seen = np.split(print_at(cards, places, token_mm), np.cumsum([len(at) for at in placed])[:-1])
    explained = dict[tuple[int, ...], tuple[float, Order]]()
    for order in _orders(np.concatenate(placed).mean(0), token_mm):
        way = [order(at) for at in placed]
        told, all_ = told_by_kinds(np.concatenate([print_[line] for print_, line in zip(seen, way, strict=True)]), kinds)
        explained.setdefault(tuple(np.concatenate(way).tolist()), (float(told / all_), order))
    (best, order), *others = sorted(explained.values(), key=lambda one: -one[0])
    is_alone = all(1 - other >= params.rival * (1 - best) for other, _ in others)
    return order if best >= LAYOUT.least_explained and is_alone else None


def _orders(middle: Floats, token_mm: float) -> Iterator[Order]:
    """Ways in which people list places: along the card, line by line, and round all cards' middle; each from either end."""
    ways: list[Order] = [
        lambda at: np.argsort(at[:, 0], kind="stable"),
        lambda at: np.argsort(at[:, 1], kind="stable"),
        lambda at: _by_line(at[:, 1], at[:, 0], token_mm),
        lambda at: _by_line(at[:, 0], at[:, 1], token_mm),
        lambda at: _round(at, np.asarray(at.mean(0), np.float32)),
        partial(_round, middle=middle),
        *(partial(_from, middle=middle, start=start) for start in (-np.pi, -np.pi / 2, 0.0, np.pi / 2)),
    ]
    for way in ways:
        yield from (way, partial(_reversed, way))


def _reversed(way: Order, at: Floats) -> Ints:
    return way(at)[::-1]


def _by_line(down: Floats, along: Floats, token_mm: float) -> Ints:
    """Line by line: places that lie less than half a token further down than the line's first are on it."""
    line, start = np.zeros(len(down), np.intp), -np.inf
    for k in np.argsort(down, kind="stable"):
        start = down[k] if down[k] - start > token_mm / 2 else start
        line[k] = round(float(start))
    return np.lexsort((along, line))


def _round(at: Floats, middle: Floats) -> Ints:
    """Clockwise round a middle, from behind the widest gap."""
    angle = _angles(at, middle)
    order = np.argsort(angle, kind="stable")
    gaps = np.diff(np.append(angle[order], angle[order[0]] + 2 * np.pi))
    return np.roll(order, -(int(gaps.argmax()) + 1))


def _from(at: Floats, middle: Floats, start: float) -> Ints:
    """Clockwise round a middle, from an angle on."""
    return np.argsort((_angles(at, middle) - start + _JUST_BEFORE) % (2 * np.pi), kind="stable")


_JUST_BEFORE = 0.1
"""Radians by which the first place may lie before where the round starts."""


def _angles(at: Floats, middle: Floats) -> Floats:
    """Clockwise as seen on the card, whose y goes down; radians."""
    return np.asarray(np.arctan2(at[:, 1] - middle[1], at[:, 0] - middle[0]), np.float32)
