"""Tokens that lie as on a guest's appetites, where no guest was seen: is one below them? Plain geometry; knows no rule.

A card that the picture does not show well enough to be found would else leave its tokens to a Stash, and nobody would be asked.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians

from companion.game import Pack
from companion.games.surrealist_dinner_party.box import GUEST, meaning
from companion.games.surrealist_dinner_party.seating import inside, middle_of
from companion.games.surrealist_dinner_party.slots import printed_places, upon
from vision.observation import Point, Quad

OFF_MM = 2.0
"""By how much the distance of two tokens may differ from that of their appetites ..."""
ASTRAY_MM = 4.0
"""... and how far any other token may lie from its own."""
FEWEST = 3
"""So many tokens in their places say that there is a card; two lie so by chance in every heap ..."""
ALONE_MM = 60.0
"""... but hardly where no other token lies within so much: a Stash lies together."""
RING_MM = 20.0
"""A single token may lie on a guest where a card is as far from the platter as those that are seen, by so much more or less."""
FACING = cos(radians(60))
"""A guest looks at the platter, about."""


@dataclass(frozen=True, slots=True)
class _Card:
    """A guest's card, in millimetres."""

    width: float
    height: float
    places: tuple[Point, ...]

    def laid(self, first: int, at: Point, down: Point, margin: float = 0.0) -> Quad:
        """The card with its appetite `first` at a point, its lower edge looking `down` (of length 1); y grows away from the viewer.

        With a margin, that much larger on every side.
        """
        right = -down[1], down[0]
        u, v = self.places[first]
        x = at[0] - u * self.width * right[0] - v * self.height * down[0]
        y = at[1] - u * self.width * right[1] - v * self.height * down[1]
        wide, high = self.width + margin, self.height + margin
        corners = [(-margin, -margin), (wide, -margin), (wide, high), (-margin, high)]
        a, b, c, d = ((x + w * right[0] + h * down[0], y + w * right[1] + h * down[1]) for w, h in corners)
        return a, b, c, d


Row = tuple[int, ...]
"""Tokens by number."""


def rows(
    pack: Pack, beside: Sequence[Point], others: Sequence[Point], guests: Sequence[Quad], platter: Point, radius: float
) -> tuple[Row, ...]:
    """Of the tokens `beside` platter and guests those that may lie on one guest each; each once, the longest rows first.

    Three or more, or one or two that lie alone. `others` are all other tokens, `radius` is that of a token; what lies on a card, or on
    its edge, but on none of its appetites shows that there is no card.
    """
    cards = _cards(pack)
    found = {tuple(row) for card in cards for row in _on(card, beside, others, guests, platter, radius)}
    found |= {(n,) for card in cards for n in _alone_on(card, beside, others, guests, platter)}
    told = list[Row]()
    for row in sorted(found, key=lambda row: (-len(row), row)):
        if not any(set(row) & set(other) for other in told):
            told.append(row)
    return tuple(told)


def _cards(pack: Pack) -> list[_Card]:
    """Guests' cards, as far as the pack says where their appetites are; of those that have them in the same places the one with most."""
    guests = [piece for piece in pack.pieces if meaning(piece).get("role") == GUEST]
    seen = [(piece.size_mm, printed_places(pack, piece.id)) for piece in guests]
    kept = list[_Card]()
    for card in sorted((_Card(*size, tuple(places)) for size, places in seen if size), key=lambda card: -len(card.places)):
        if len(card.places) >= FEWEST and not any(_is_within(card, other) for other in kept):
            kept.append(card)
    return kept


def _is_within(card: _Card, other: _Card) -> bool:
    """Whether all appetites of a card are about where the first ones of another are."""
    off = [hypot((u - x) * card.width, (v - y) * card.height) for (u, v), (x, y) in zip(card.places, other.places, strict=False)]
    return (card.width, card.height) == (other.width, other.height) and max(off) <= OFF_MM


def _on(
    card: _Card, beside: Sequence[Point], others: Sequence[Point], guests: Sequence[Quad], platter: Point, radius: float
) -> Iterator[list[int]]:
    """The tokens on every such card that may lie there, by any two of them."""
    apart = [(first, _apart(card, first, last)) for first, last in itertools.combinations(range(len(card.places)), 2)]
    longest = max(mm for _, mm in apart) + OFF_MM
    for (i, upper), (j, lower) in itertools.permutations(enumerate(beside), 2):
        away = hypot(lower[0] - upper[0], lower[1] - upper[1])
        for first in (first for first, mm in apart if away <= longest and abs(away - mm) <= OFF_MM):
            down = (lower[0] - upper[0]) / away, (lower[1] - upper[1]) / away
            quad = card.laid(first, upper, down)
            if _is_free(quad, down, others, guests, platter):
                around = card.laid(first, upper, down, radius)
                lying = [n for n, at in enumerate(beside) if inside(around, at)]
                if _is_enough(lying, beside) and {i, j} <= set(lying) and all(_is_served(card, quad, beside[n]) for n in lying):
                    yield lying


def _alone_on(card: _Card, beside: Sequence[Point], others: Sequence[Point], guests: Sequence[Quad], platter: Point) -> Iterator[int]:
    """Tokens that lie alone where such a card, looking at the platter, has room among the guests that are seen."""
    far = [hypot(x - platter[0], y - platter[1]) for x, y in map(middle_of, guests)]
    for n in (n for n in range(len(beside)) if far and _are_alone([n], beside)):
        x, y = beside[n][0] - platter[0], beside[n][1] - platter[1]
        away = hypot(x, y)
        down = (x / away, y / away) if away else (0.0, -1.0)
        quads = [card.laid(first, beside[n], down) for first in range(len(card.places))]
        ring = [hypot(mx - platter[0], my - platter[1]) for mx, my in map(middle_of, quads)]
        near = (min(far) - RING_MM <= off <= max(far) + RING_MM for off in ring)
        if any(is_near and _is_free(quad, down, others, guests, platter) for quad, is_near in zip(quads, near, strict=True)):
            yield n


def _is_enough(lying: Sequence[int], beside: Sequence[Point]) -> bool:
    return len(lying) >= FEWEST or (len(lying) > 1 and _are_alone(lying, beside))


def _are_alone(lying: Sequence[int], beside: Sequence[Point]) -> bool:
    """Whether no other of the tokens lies near those."""
    rest = [at for n, at in enumerate(beside) if n not in lying]
    return all(hypot(x - beside[n][0], y - beside[n][1]) >= ALONE_MM for n in lying for x, y in rest)


def _apart(card: _Card, a: int, b: int) -> float:
    (ax, ay), (bx, by) = card.places[a], card.places[b]
    return hypot((ax - bx) * card.width, (ay - by) * card.height)


def _is_free(quad: Quad, down: Point, others: Sequence[Point], guests: Sequence[Quad], platter: Point) -> bool:
    """Whether a card there looks at the platter, and lies on no other guest nor below tokens that lie elsewhere."""
    x, y = middle_of(quad)
    far = hypot(platter[0] - x, platter[1] - y)
    if far == 0 or (down[0] * (x - platter[0]) + down[1] * (y - platter[1])) / far < FACING or inside(quad, platter):
        return False
    meets = any(inside(guest, (x, y)) or any(inside(quad, at) for at in (middle_of(guest), *guest)) for guest in guests)
    return not meets and not any(inside(quad, at) for at in others)


def _is_served(card: _Card, quad: Quad, at: Point) -> bool:
    """Whether a token lies on one of its appetites."""
    return any(hypot(at[0] - x, at[1] - y) <= ASTRAY_MM for x, y in (upon(quad, place) for place in card.places))
