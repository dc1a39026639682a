"""Between the table and a position: what ought to lie there, what does, and which actions would explain it.

Seated guests lie round the platter; `table.py` of the other games knows piles, here it is the circle that counts: each guest's spot
names the guest before it, clockwise. Tokens lie on appetites, or on a guest while its owner has not chosen. A Stash and the kitchen
are heaps and are not read; choices that leave no trace (an ability used, tokens of a bonus) come by tap. So does the use of an ability
that is carried out by hand: it would explain every token that is misread.
"""

from collections.abc import Iterator

from companion.game import Layout, Spot
from companion.games.surrealist_dinner_party.actions import (
    Action,
    AllHome,
    Choose,
    Done,
    Drafted,
    Give,
    Home,
    Mingle,
    Place,
    Plates,
    Put,
    Refill,
    Remove,
    Return,
    Seat,
    Serve,
    Stash,
    Swap,
    Trash,
    Use,
)
from companion.games.surrealist_dinner_party.looking import FAUX_PAS, PLATTER_ZONE, SEATED, see
from companion.games.surrealist_dinner_party.moves import task_for
from companion.games.surrealist_dinner_party.pieces import TOKENS, Verb
from companion.games.surrealist_dinner_party.position import State, What
from companion.games.surrealist_dinner_party.rules import legal_actions

__all__ = ["candidates", "see", "visible"]
Sign = tuple[str, str]
"""Zone and piece."""
UNSEEN = (Plates, Use, Done, Drafted)
"""They leave no trace of their own, but what follows may; so it is with an answer that other things wait behind."""


def visible(state: State) -> Layout:
    """The platter, guests in their circle, tokens on appetites or on their way, faux pas cards."""
    spots = [Spot(PLATTER_ZONE, state.house.tokens[kind]) for kind in TOKENS for _ in range(state.platter[kind.at])]
    for at, name in enumerate(state.circle):
        spots.append(Spot(SEATED, _card(state, name), slot=_card(state, state.circle[at - 1])))
        slots = enumerate(state.seated(name).slots, start=1)
        spots += [Spot(_card(state, name), state.house.tokens[slot.holds], slot=str(n)) for n, slot in slots if slot.holds]
    on_the_way = [task for task in state.tasks if task.what is What.PLACE]
    spots += [Spot(_card(state, task.guest), state.house.tokens[task.kinds[0]]) for task in on_the_way]
    spots += [Spot(FAUX_PAS, state.house.faux_pas[card.name][0]) for card in state.faux_pas]
    return Layout(tuple(spots))


def _card(state: State, name: str) -> str:
    return state.house.guests[name].piece


def candidates(state: State, seen: Layout) -> Iterator[Action]:
    """Legal actions that would bring what is new, or take what is gone; then those that leave no trace but may come first."""
    difference = visible(state).difference(seen)
    changes = {(s.zone, s.piece) for s in (*difference.missing, *difference.extra) if s.piece is not None}
    for spot in difference.unsure:
        changes |= {(spot.zone, piece) for piece in spot.alternatives or _all(state)}
    zones = {zone for zone, _ in changes}
    later = []
    for action in legal_actions(state):
        if any(sign in changes or (sign[1] == "" and sign[0] in zones) for sign in _signs(state, action)):
            yield action
        elif _is_inferred(state, action) or (len(state.tasks) > 1 and task_for(state, action) is not None):
            later.append(action)
    yield from later


def _is_inferred(state: State, action: Action) -> bool:
    """Whether an action that leaves no trace may be told by what follows; not an ability by hand, by which anything may follow."""
    if isinstance(action, Use) and any(step.verb is Verb.HAND for step in state.house.guests[action.guest].ability.steps):
        return False
    return isinstance(action, UNSEEN)


def _all(state: State) -> list[str]:
    house = state.house
    return [*house.tokens.values(), *(g.piece for g in house.guests.values()), *(piece for piece, _ in house.faux_pas.values())]


def _signs(state: State, action: Action) -> Iterator[Sign]:
    """What an action brings or takes: zone and piece, or a zone alone."""
    match action:
        case Serve(_, kind, _) | Trash(_, kind) | Stash(_, kind):
            yield PLATTER_ZONE, state.house.tokens[kind]
        case Place(_, kind, guest, _):
            yield _card(state, guest), state.house.tokens[kind]
        case Give(_, kind, guest):
            yield _card(state, guest), state.house.tokens[kind]
            yield PLATTER_ZONE, state.house.tokens[kind]
        case Mingle(_, kind, guest, other):
            yield from ((_card(state, name), state.house.tokens[kind]) for name in (guest, other))
        case Seat(_, guest, _) | Home(_, guest):
            yield SEATED, _card(state, guest)
        case Return(_, guest, _):
            yield _card(state, guest), ""
        case Swap():
            yield from ((_card(state, name), "") for name in (action.guest, action.other))
        case Put(kind, place) | Remove(kind, place):
            yield _place(state, place), state.house.tokens[kind]
        case Choose(_, cards):
            yield from ((FAUX_PAS, state.house.faux_pas[card][0]) for card in cards)
        case Refill() | AllHome():
            yield from ((zone, "") for zone in (PLATTER_ZONE, SEATED))


def _place(state: State, place: str) -> str:
    name = place.partition(":")[0]
    return _card(state, name) if name in state.house.guests else place
