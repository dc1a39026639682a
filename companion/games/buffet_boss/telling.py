"""An action in words, for people."""

from companion.games.buffet_boss.actions import (
    Action,
    Adjust,
    Box,
    Fall,
    First,
    Height,
    Leave,
    Read,
    Reveal,
    Save,
    Show,
    Stack,
    Take,
    Throw,
    Touch,
)
from companion.games.buffet_boss.pieces import Clause, House, State, seat_name
from companion.games.buffet_boss.rules import apply, violations
from companion.games.buffet_boss.scoring import is_over, plural, stars, why_won, winning_clause


def tell(state: State, action: Action) -> str:
    """An action as a sentence without its subject; `state` is the one before. Of a refused action only what it is."""
    said = _table(state.house, action) if isinstance(action, First | Box | Reveal | Read | Leave) else _player(state.house, action)
    if violations(state, action):
        return said
    after = apply(state, action)
    said += _outcome(after, action)
    if is_over(after):
        return f"{said} {why_won(after)} ({winning_clause(after)})"
    if after.round > state.round:
        following = "the score is counted" if after.is_counting else _goes_first(after)
        return f"{said} Round {state.round} is over: {following} ({Clause.ROUNDS if after.is_counting else Clause.ROTATE})."
    return said


def _goes_first(state: State) -> str:
    return "agree on who goes first" if state.first is None else f"{seat_name(state.first)} goes first"


def _table(house: House, action: First | Box | Reveal | Read | Leave) -> str:
    match action:
        case First(seat):
            return f"{seat_name(seat)} goes first."
        case Box(food):
            return f"put {house.called(food)} back in the box."
        case Reveal(food):
            return f"revealed {house.called(food)}."
        case Read(food, printed):
            return f"read the card of {house.called(food)}: {plural(printed.stars or 0, 'star')}, {printed.group}, {printed.colour}."
        case _:
            return f"left {house.called(action.food)}: card and piece go to the Waste Bin."


def _player(house: House, action: Take | Stack | Adjust | Fall | Save | Throw | Height | Touch | Show) -> str:
    match action:
        case Take(_, food):
            return f"took {house.called(food)}."
        case Stack(_, food):
            return f"stacked {house.called(food)}."
        case Adjust():
            return "adjusted the plate."
        case Fall(_, foods, by):
            return f"dropped {' and '.join(map(house.called, foods))}{'' if by is None else f', knocked down by {seat_name(by)}'}."
        case Save(_, foods):
            return f"picked up {' and '.join(map(house.called, foods))} in time." if foods else "picked up nothing."
        case Throw(_, food):
            return f"threw the card of {house.called(food)} into the Waste Bin."
        case Height(_, height, mm):
            unit = " mm" if house.answers["height_unit"] == "mm" else " on the ruler"
            return f"measured a plate of {height}{unit}{'' if mm is None else f', {mm} mm'}."
        case Touch(_, contacts):
            return f"showed {plural(len(contacts), 'contact')} on the plate."
        case _:
            likes = house.likes.get(action.character, action.likes)
            return f"revealed {action.character}{', who likes ' if likes else ''}{' and '.join(likes)}."


def _outcome(state: State, action: Action) -> str:
    """What came of it; `state` is the one after."""
    if isinstance(action, Fall):
        return _fall(state, action)
    if isinstance(action, Save) and (lost := state.plates[action.seat].surplus):
        return f" {' and '.join(map(state.house.called, lost))} lost: card and piece go to the Waste Bin ({Clause.TO_THE_BIN})."
    if isinstance(action, Stack):
        plate = state.plates[action.seat]
        worth = "" if state.house.is_together else f", {plural(stars(state, plate), 'star')}"
        return f" {plural(len(plate.pieces), 'piece')} on the plate{worth}."
    return ""


def _fall(state: State, action: Fall) -> str:
    plate = state.plates[action.seat]
    if state.dropped is not None:
        return ""
    if plate.fallen:
        clause = Clause.OTHER_CAUSED if plate.is_free else Clause.THREE_SECONDS
        return f" {plate.most_saved} of {len(plate.fallen)} may be picked up ({clause})."
    if action.onto is not None:
        return f" At this table it stays on the plate of {seat_name(action.onto)} ({Clause.OTHER_CAUSED})."
    return f" Caught in the air, it is stacked again ({Clause.FALLEN})."


def in_general(state: State, action: Action) -> str | None:
    """Characters are secret and so is the order of the deck: they are not offered by name; everything else in full."""
    match action:
        case Show():
            return "revealed a character."
        case Reveal():
            return "revealed the next card of the deck."
    return None
