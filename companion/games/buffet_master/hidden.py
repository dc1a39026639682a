"""Which cards lie where nobody can see them, as far as the table knows. Pure; cards are ids, places are names.

A pool says: these cards, and no others, are spread over these places, so many each; how, nobody at the table knows.
One place: certain. Every fact in a pool was open to all (a top taken in sight, a hand carried to a pile), so a
state never knows more than an attentive player, and hands stay honest: seen cards are known, a card that a Fork
moved is "one of these". Where exactness would cost a search over worlds, pools are joined instead: a joined pool
allows more than the truth, never less, so no possible action is ever refused.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Cards = tuple[str, ...]
"""Card ids, sorted, repeated as often as there are copies."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Cards spread over places in a way that nobody knows."""

    cards: Cards
    places: tuple[tuple[str, int], ...]
    """Place and how many of the cards lie there; sorted by place, no zero; they add up to len(cards)."""

    def at(self, place: str) -> int:
        """How many of these cards lie at a place."""
        for name, count in self.places:
            if name == place:
                return count
        return 0

    @property
    def is_certain(self) -> bool:
        """Whether all lie at one place."""
        return len(self.places) == 1

    def __str__(self) -> str:
        places = "/".join(f"{place}:{count}" for place, count in self.places)
        return f"{cards_text(self.cards)}@{places}"


def cards_text(cards: Iterable[str]) -> str:
    """E.g. `fork+swoop*2`."""
    counts = Counter(cards)
    return "+".join(f"{card}*{n}" if n > 1 else card for card, n in sorted(counts.items()))


Hidden = tuple[Pool, ...]
"""Everything that lies unseen: pools in canonical order, at most one certain pool a place."""


def settled(pools: Iterable[Pool]) -> Hidden:
    """The same knowledge in canonical form: certain pools joined by place, alike cards split up, empty pools gone."""
    certain: dict[str, list[str]] = {}
    spread = []
    for pool in pools:
        if len(pool.places) == 1:
            certain.setdefault(pool.places[0][0], []).extend(pool.cards)
        elif pool.cards and pool.cards[0] == pool.cards[-1]:
            for place, count in pool.places:
                certain.setdefault(place, []).extend(pool.cards[:count])
        elif pool.cards:
            spread.append(pool)
    known = [Pool(tuple(sorted(cards)), ((place, len(cards)),)) for place, cards in certain.items() if cards]
    return tuple(sorted(known + spread, key=lambda p: (p.places, p.cards)))


def pool(cards: Iterable[str], places: Mapping[str, int]) -> Pool:
    """A pool in canonical form; places with nothing are left out."""
    return Pool(tuple(sorted(cards)), tuple(sorted((place, n) for place, n in places.items() if n)))


def joined(pools: Iterable[Pool]) -> Pool:
    """One pool for several: the same cards over the same places, and nothing known about which was which."""
    cards: list[str] = []
    places: Counter[str] = Counter()
    for each in pools:
        cards += each.cards
        places.update(dict(each.places))
    return pool(cards, places)


def certain_at(hidden: Hidden, place: str) -> Cards:
    """The cards that surely lie at a place, as far as pools of one place say."""
    return next((p.cards for p in hidden if p.is_certain and p.places[0][0] == place), ())


def is_certain_at(hidden: Hidden, place: str) -> bool:
    """Whether every card at a place is known."""
    return all(p.is_certain for p in hidden if p.at(place))


def may_be_at(hidden: Hidden, place: str, card: str) -> bool:
    """Whether this card may lie at a place."""
    return any(card in each.cards and each.at(place) for each in hidden)


def possible_at(hidden: Hidden, place: str) -> Counter[str]:
    """Every card that may lie at a place, and at most how often."""
    most: Counter[str] = Counter()
    for each in hidden:
        room = each.at(place)
        for card, copies in Counter(each.cards).items() if room else ():
            most[card] += min(copies, room)
    return most


def without(hidden: Hidden, place: str, cards: Iterable[str]) -> Hidden | None:
    """What is left when these cards leave a place; None when they cannot all have been there."""
    pools = list(hidden)
    for card in cards:
        sources = [p for p in pools if card in p.cards and p.at(place)]
        if not sources:
            return None
        # Copies are alike: a copy that is surely there may always be the one that left.
        chosen = [p for p in sources if p.is_certain][:1] or sources
        source = chosen[0] if len(chosen) == 1 else joined(chosen)
        pools = [p for p in pools if p not in chosen] + [_less(source, place, card)]
    return settled(pools)


def _less(source: Pool, place: str, card: str) -> Pool:
    at = source.cards.index(card)
    places = tuple((name, n - (name == place)) for name, n in source.places if n - (name == place))
    return Pool(source.cards[:at] + source.cards[at + 1 :], places)


def with_cards(hidden: Hidden, place: str, cards: Iterable[str]) -> Hidden:
    """These cards lie at a place, too, and everybody knows which they are."""
    return settled([*hidden, pool(more, {place: len(more)})]) if (more := tuple(cards)) else hidden


def moved_all(hidden: Hidden, source: str, target: str) -> Hidden:
    """Everything at one place goes to another."""
    return settled(_shifted(p, source, target, p.at(source)) for p in hidden)


def moved_some(hidden: Hidden, source: str, target: str, count: int) -> Hidden:
    """So many cards go from one place to another and nobody else sees which."""
    there = [p for p in hidden if p.at(source)]
    rest = [p for p in hidden if not p.at(source)]
    return settled([*rest, _shifted(joined(there), source, target, count)])


def bounds(hidden: Hidden, place: str, wanted: frozenset[str]) -> tuple[int, int]:
    """Fewest and most of the wanted cards that may lie at a place."""
    least = most = 0
    for each in hidden:
        if room := each.at(place):
            hits = sum(card in wanted for card in each.cards)
            least += max(0, room - (len(each.cards) - hits))
            most += min(room, hits)
    return least, most


def moved_kind(hidden: Hidden, source: str, target: str, wanted: frozenset[str], count: int) -> Hidden:
    """All wanted cards at a place, so many, go to another; `count` lies within `bounds`."""
    sure = tuple(card for card in certain_at(hidden, source) if card in wanted)
    left = without(hidden, source, sure) or ()
    more = count - len(sure)
    doubtful = [p for p in left if p.at(source) and wanted & set(p.cards)] if more else []
    rest = [p for p in left if p not in doubtful]
    shifted = [_shifted(joined(doubtful), source, target, more)] if doubtful else []
    return with_cards(settled(rest + shifted), target, sure)


def _shifted(each: Pool, source: str, target: str, count: int) -> Pool:
    if not count:
        return each
    places = Counter(dict(each.places))
    places[source] -= count
    places[target] += count
    return pool(each.cards, places)
