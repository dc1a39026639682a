"""What may be done, and what comes of it. What the deck reveals, what falls and what is measured is an action of the table."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise

from companion.game import IllegalAction, Pack, Setup, Status
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
    in_order,
)
from companion.games.buffet_boss.characters import GROUP_LOVERS, LOVERS
from companion.games.buffet_boss.house import house
from companion.games.buffet_boss.notation import parse, parse_action
from companion.games.buffet_boss.pieces import GROUPS, PLATE, STARS, Character, Contact, Plate, Print, Remark, State, names, without
from companion.games.buffet_boss.refusals import against, violations
from companion.games.buffet_boss.scoring import is_over, winners
from companion.games.buffet_boss.turns import takers, to_act

__all__ = ["Action", "apply", "initial", "legal_actions", "parse_action", "parse_state", "status", "violations"]

HEIGHTS_NAMED = (10, 11)
"""Heights that `legal_actions` names; any other whole number is measured as well."""


def initial(pack: Pack, setup: Setup) -> State:
    """Empty plates and a shuffled deck; P1 goes first until `First` says otherwise. Raises SetupError naming every fault at once."""
    rules = house(pack, setup)
    return State(rules, (Plate(),) * rules.players, first=None if rules.is_together and rules.players > 1 else 0)


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    """Inverse of str(state). Raises SetupError and TextError."""
    return parse(house(pack, setup), text)


def status(state: State) -> Status:
    """Where the game stands; while the line is revealed or the score is counted, the table acts."""
    if is_over(state):
        return Status((), over=True, winners=winners(state), phase="the game is over")
    number = f"round {state.round} of {state.house.rounds}"
    if any(plate.fallen for plate in state.plates):
        return Status(to_act(state), phase=f"{number}: food has fallen" if not state.is_counting else "counting: food has fallen")
    phase = "counting" if state.is_counting else f"{number}: the line is revealed" if state.is_revealing else number
    return Status(to_act(state), phase=phase)


def legal_actions(state: State) -> Iterator[Action]:
    """Every action that the rulebook allows; of what is open without end only some.

    Named are falls of one piece and its owner's fault, heights of 10 and 11, a tower and a row as contacts, cards read as one
    group and colour per number of stars, and one group or colour for a character that the pack does not know.
    """
    if not is_over(state):
        for action in _thinkable(state):
            if next(against(state, action), None) is None:
                yield action


def _thinkable(state: State) -> Iterator[Action]:
    foods = state.house.copies
    if not state.taken:
        yield from map(First, state.seats)
    if state.is_revealing:
        yield from map(Box if len(state.boxed) < state.house.boxed else Reveal, foods)
    for food in dict.fromkeys(state.line):
        yield from (Take(seat, food) for seat in takers(state))
        yield Leave(food)
    for food in sorted(state.out):
        if not state.house.is_together and not state.prints[food].is_complete:
            yield from (Read(food, _printed(state, food, stars)) for stars in STARS)
    for seat, plate in enumerate(state.plates):
        yield from _of_plate(state, seat, plate)
        yield from _of_character(state, seat)


def _printed(state: State, food: str, stars: int) -> Print:
    """What may stand on a card of so many stars, keeping to what the pack knows."""
    known = state.house.prints[food]
    colours = state.house.colours
    return Print(known.stars or stars, known.group or GROUPS[stars], known.colour or colours[stars % len(colours)])


def _of_plate(state: State, seat: int, plate: Plate) -> Iterator[Action]:
    for food in dict.fromkeys(plate.hand):
        yield Stack(seat, food)
        yield Stack(seat, food, (Remark.TWO_HANDS,))
    yield from (Fall(seat, (food,)) for food in dict.fromkeys((*plate.pieces, *plate.hand)))
    yield from (Throw(seat, food) for food in dict.fromkeys(plate.surplus))
    if plate.fallen:
        saved = {few for n in range(plate.most_saved + 1) for few in combinations(sorted(plate.fallen), n)}
        yield from (Save(seat, few) for few in sorted(saved))
    if not plate.pieces:
        return
    yield Adjust(seat)
    yield from (Height(seat, height) for height in HEIGHTS_NAMED)
    if state.house.wants_mm():
        yield from (Height(seat, height, mm) for height in HEIGHTS_NAMED for mm in HEIGHTS_NAMED)
    if state.is_counting:
        yield from (Touch(seat, contacts) for contacts in dict.fromkeys(_tower_and_row(plate)))


def _tower_and_row(plate: Plate) -> tuple[tuple[Contact, ...], tuple[Contact, ...]]:
    called = (PLATE, *sorted(names(plate.pieces)))
    return in_order(pairwise(called)), in_order((PLATE, name) for name in called[1:])


def _of_character(state: State, seat: int) -> Iterator[Action]:
    if not state.is_counting or state.plates[seat].character:
        return
    for id in state.house.characters:
        if id in state.house.likes or id not in LOVERS:
            yield Show(seat, id)
        else:
            yield from (Show(seat, id, (word,)) for word in (GROUPS if id in GROUP_LOVERS else state.house.colours))


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises IllegalAction carrying every violation."""
    if found := violations(state, action):
        raise IllegalAction(action, found)
    match action:
        case First(seat):
            return replace(state, first=seat)
        case Box(food):
            return replace(state, boxed=tuple(sorted((*state.boxed, food))))
        case Reveal(food):
            return replace(state, line=(*state.line, food))
        case Read(food, printed):
            return replace(state, read=tuple(sorted((*state.read, (food, printed)), key=lambda read: read[0])))
        case Leave(food):
            return _rotated(replace(state, line=(), bin=tuple(sorted((*state.bin, food)))))
        case Take(seat, food):
            return _take(state, seat, food)
        case Fall():
            return _fall(state, action)
    return _of_own(state, action)


def _of_own(state: State, action: Stack | Adjust | Save | Throw | Height | Touch | Show) -> State:
    """What changes one plate only."""
    plate = state.plates[action.seat]
    match action:
        case Stack(seat, food):
            stacked = plate.changed(pieces=(*plate.pieces, food), hand=without(plate.hand, (food,)))
            return _rotated(state.with_plate(seat, stacked))
        case Save(seat, foods):
            return _rotated(state.with_plate(seat, _saved(state, plate, foods)))
        case Throw(seat, food):
            return state.with_plate(seat, replace(plate, cards=without(plate.cards, (food,))), bin=tuple(sorted((*state.bin, food))))
        case Adjust(seat):
            return state.with_plate(seat, replace(plate.changed(), adjusted=plate.adjusted + 1))
        case Height(seat, height, mm):
            return state.with_plate(seat, replace(plate, height=height, mm=mm))
        case Touch(seat, contacts):
            return state.with_plate(seat, replace(plate, contacts=contacts))
        case _:
            character = Character(action.character, state.house.likes.get(action.character, action.likes))
            return state.with_plate(action.seat, replace(plate, character=character))


def _take(state: State, seat: int, food: str) -> State:
    plate = state.plates[seat]
    taken = replace(plate, cards=(*plate.cards, food), hand=(*plate.hand, food))
    first = seat if state.first is None else state.first
    return state.with_plate(seat, taken, line=without(state.line, (food,)), taken=(*state.taken, seat), first=first)


def _fall(state: State, action: Fall) -> State:
    """Off the plate first, then from the hand; what comes of it is for the table to say where the rulebook is silent (BB-6.3, BB-6.4)."""
    answers, foods = state.house.answers, action.foods
    plate = state.plates[action.seat]
    pieces = without(plate.pieces, foods)
    still = list(foods)
    for food in without(plate.pieces, pieces):
        still.remove(food)
    lighter = plate.changed(pieces=pieces, hand=without(plate.hand, still))
    if action.is_caught and answers["air_catch"] == "safe":
        return state.with_plate(action.seat, replace(lighter, hand=(*lighter.hand, *foods)))
    if state.house.is_together:
        return replace(state.with_plate(action.seat, replace(lighter, fallen=foods)), dropped=action.seat)
    if action.onto is not None and answers["lands_on_other_plate"] == "stays":
        return _moved(state.with_plate(action.seat, replace(lighter, cards=without(lighter.cards, foods))), action.onto, foods)
    is_free = action.by is not None and answers["other_caused"] != "normal_rule"
    after = state.with_plate(action.seat, replace(lighter, fallen=foods, is_free=is_free))
    if action.by is not None and answers["other_caused"] == "culprit_penalty":
        culprit = after.plates[action.by]
        return after.with_plate(action.by, replace(culprit, penalty=culprit.penalty + len(foods)))
    return after


def _moved(state: State, onto: int, foods: tuple[str, ...]) -> State:
    """Pieces stay where they landed, and their cards follow."""
    plate = state.plates[onto]
    return _rotated(state.with_plate(onto, plate.changed(pieces=(*plate.pieces, *foods), cards=(*plate.cards, *foods))))


def _saved(state: State, plate: Plate, foods: tuple[str, ...]) -> Plate:
    """What was picked up is stacked again, or stands already where the three seconds cover both; the rest is lost (BB-6.2)."""
    rest = replace(plate, fallen=(), is_free=False)
    if state.house.answers["three_second"] == "pickup":
        return replace(rest, hand=(*rest.hand, *foods))
    return rest.changed(pieces=(*rest.pieces, *foods))


def _rotated(state: State) -> State:
    """The next player clockwise goes first in the next round, once this one is done (BB-4.4)."""
    if state.line or not state.taken or state.busy:
        return state
    agreed = None if state.house.is_together and state.house.players > 1 else ((state.first or 0) + 1) % state.house.players
    return replace(state, round=state.round + 1, first=agreed, taken=())
