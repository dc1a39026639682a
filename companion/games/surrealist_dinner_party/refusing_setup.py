"""Why an action before the first turn is refused."""

from collections.abc import Iterator

from companion.game import Violation
from companion.games.surrealist_dinner_party.actions import (
    Choose,
    Drafted,
    First,
    Keep,
)
from companion.games.surrealist_dinner_party.moves import said
from companion.games.surrealist_dinner_party.pieces import (
    FAUX_PAS_DEALT,
    HAND,
    Clause,
    seat_name,
)
from companion.games.surrealist_dinner_party.position import Stage, State
from companion.games.surrealist_dinner_party.waiting import all_kept

Found = Iterator[Violation]


def against_first(state: State, action: First) -> Found:
    """Who starts is settled before the first turn."""
    if state.stage not in (Stage.SETUP, Stage.TURN) or any(player.has_started for player in state.players):
        yield Violation(Clause.DEAL, "the dinner has begun; who starts was settled before")
    elif action.first == state.turn:
        yield Violation(Clause.DEAL, f"{seat_name(state.turn)} starts already")


def against_setup(state: State, action: Keep | Drafted | Choose) -> Found:
    """The draft, and the choice of faux pas cards."""
    if isinstance(action, Choose):
        yield from _against_choose(state, action)
        return
    if not state.house.is_drafted:
        yield Violation(Clause.DRAFT, "this table does not draft")
    elif all_kept(state):
        yield Violation(Clause.DRAFT, f"everybody has kept {HAND} guests")
    elif isinstance(action, Keep):
        kept = [player.kept for player in state.players]
        if kept[action.seat] > min(kept):
            waits = seat_name(kept.index(min(kept)))
            yield Violation(Clause.DRAFT, f"{seat_name(action.seat)} has kept {kept[action.seat]} and waits for {waits}")


def _against_choose(state: State, action: Choose) -> Found:
    if not state.house.has_faux_pas:
        yield Violation(Clause.FAUX_PAS, "this table plays without faux pas cards")
        return
    if state.players[action.seat].has_chosen:
        yield Violation(Clause.FAUX_PAS, f"{seat_name(action.seat)} has chosen")
    names = [card.split("=")[0] for card in action.cards]
    if not 1 <= len(set(names)) == len(names) <= FAUX_PAS_DEALT:
        yield Violation(Clause.FAUX_PAS, f"one card or two of the {FAUX_PAS_DEALT} dealt, not {len(names)}")
    for name, card in zip(names, action.cards, strict=True):
        if name not in state.house.faux_pas:
            yield Violation(Clause.BOX, f"the box has no faux pas card {name}")
        elif any(name == lying.name for lying in state.faux_pas):
            yield Violation(Clause.BOX, f"{name} lies beside the platter already")
        elif fault := _unreadable(state, card):
            yield Violation(Clause.FAUX_PAS, fault)


def _unreadable(state: State, card: str) -> str:
    known = state.house.faux_pas[card.split("=")[0]][1] is not None
    if known and "=" in card:
        return f"the pack knows what {card.split('=')[0]} says"
    if not known and "=" not in card:
        return f"nobody has said what is printed on {card}; add it, e.g. {card}=race:wine:3:2"
    try:
        said(state, card)
    except ValueError as error:
        return str(error)
    return ""
