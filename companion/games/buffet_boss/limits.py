"""What there can be: copies of a food, marked cards, contacts of a plate, words on a character. Refusals and faults both ask here."""

from collections import Counter
from collections.abc import Iterator

from companion.games.buffet_boss.characters import GROUP_LOVERS, LOVERS, touching
from companion.games.buffet_boss.pieces import GROUPS, PLATE, REMOVED, Clause, Contact, Mode, State, listed, names
from companion.games.buffet_boss.scoring import plural


def copies_faults(state: State, more: tuple[str, ...] = ()) -> Iterator[tuple[Clause, str]]:
    """Cards of which there are more than the box holds, or than can be left after the removal."""
    house = state.house
    counts = Counter(state.gone)
    counts.update(more)
    for food in sorted(set(more) or counts):
        n, there = counts[food], house.copies.get(food, 0)
        if n > there:
            yield (Clause.ONE_PIECE_EACH, f"{n} of {food}; the box has {there}") if there else (Clause.COMPONENTS, f"no {food} in the box")
    if house.marked is not None:
        yield from _marked_faults(state, counts)


def _marked_faults(state: State, counts: Counter[str]) -> Iterator[tuple[Clause, str]]:
    """With the Dinner symbol on so many cards, how many of them can have stayed in the deck (BB-3.3)."""
    house, marked = state.house, state.house.marked or {}
    left = sum(marked.values()) - REMOVED[Mode.DINNER][house.players]
    seen = {food: n - (house.copies.get(food, 0) - marked[food]) for food, n in counts.items() if food in marked}
    shown = sum(n for n in seen.values() if n > 0)
    if shown > left:
        yield Clause.DINNER_DECK, f"{plural(shown, 'card')} with the symbol turned up; {left} stayed in the deck of {house.players} players"


def graph_faults(pieces: tuple[str, ...], contacts: tuple[Contact, ...]) -> Iterator[str]:
    """What is wrong with a contact graph: unknown names, a piece touching itself, pieces that hang in the air (BB-5.2)."""
    known = {PLATE, *names(pieces)}
    named = {name for pair in contacts for name in pair}
    if odd := sorted(named - known):
        yield f"{listed(odd)} is no piece of a plate with {listed(names(pieces))}"
    if alone := sorted(a for a, b in contacts if a == b):
        yield f"{listed(alone)} cannot touch itself"
    if loose := sorted(known - touching(contacts) - {PLATE}):
        yield f"{listed(loose)} would touch neither the plate nor a piece on it"


def likes_fault(character: str, likes: tuple[str, ...], colours: tuple[str, ...]) -> str:
    """Why these cannot be the groups or colours on a character; empty when they can."""
    choices = GROUPS if character in GROUP_LOVERS else colours
    if character not in LOVERS:
        return f"{character} names no groups or colours, as {'+'.join(likes)} would be" if likes else ""
    if not likes or not set(likes) <= set(choices) or len(set(likes)) < len(likes):
        return f"{character} shows one or more of {', '.join(choices)}, not {'+'.join(likes) or 'nothing'}"
    return ""
