"""Why a player may not do so with the own plate: stacking, adjusting, falls, measuring, characters."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Violation
from companion.games.buffet_boss.actions import Adjust, Fall, Height, Save, Show, Stack, Throw, Touch
from companion.games.buffet_boss.characters import CHARACTERS
from companion.games.buffet_boss.limits import graph_faults, likes_fault
from companion.games.buffet_boss.pieces import SECONDS, Clause, Mode, Plate, Remark, State, listed, seat_name
from companion.games.buffet_boss.turns import to_act

MOST_HEIGHT = 9_999


def against_own(state: State, action: Stack | Adjust | Fall | Save | Throw | Height | Touch | Show, plate: Plate) -> Iterator[Violation]:
    """Every reason why not; `plate` is the player's own."""
    match action:
        case Stack():
            yield from _against_stack(state, action, plate)
        case Adjust():
            yield from _against_adjust(state, action, plate)
        case Fall():
            yield from _against_fall(state, action, plate)
        case Save():
            yield from _against_save(action, plate)
        case Throw():
            if action.food not in plate.surplus:
                yield Violation(Clause.CARDS_ARE_PIECES, f"{seat_name(action.seat)} has no card of {action.food} without its piece")
        case Height():
            yield from _against_height(state, action, plate)
        case Touch():
            yield from _against_touch(state, action, plate)
        case _:
            yield from _against_show(state, action, plate)


def _against_hands(state: State, seat: int, remarks: tuple[Remark, ...]) -> Iterator[Violation]:
    if Remark.TWO_HANDS in remarks and seat not in state.house.two_hands:
        yield Violation(Clause.ONE_HAND, f"{seat_name(seat)} used both hands; only one is allowed, either one")


def _against_stack(state: State, action: Stack, plate: Plate) -> Iterator[Violation]:
    if action.food not in plate.hand:
        yield Violation(Clause.CHOOSE, f"{seat_name(action.seat)} has no {action.food} to stack, but {listed(plate.hand)}")
    yield from _against_hands(state, action.seat, action.remarks)
    rest = {
        Remark.LOOSE: (Clause.TOUCH_PLATE, "touches neither the plate nor a piece on it"),
        Remark.ON_TABLE: (Clause.NOT_THE_TABLE, "touches the table"),
        Remark.SIDEWAYS: (Clause.NOT_SIDEWAYS, "lies sideways, not parallel to the plate"),
    }
    for remark in action.remarks:
        if remark in rest:
            clause, why = rest[remark]
            yield Violation(clause, f"{action.food} {why}; correct it now, else it counts as fallen ({Clause.SETTLED})")
    if Remark.MOVING in action.remarks:
        seconds = state.house.answers["settle_seconds"]
        yield Violation(Clause.SETTLED, f"{action.food} is placed when all hands are off and nothing moves for {seconds} s")
    if odd := [remark for remark in action.remarks if remark in (Remark.REMOVED, Remark.LATE)]:
        yield Violation(Clause.SETTLED, f"{listed(odd)} says nothing about a piece that is stacked")


def _against_adjust(state: State, action: Adjust, plate: Plate) -> Iterator[Violation]:
    if not plate.pieces:
        yield Violation(Clause.ADJUST, f"{seat_name(action.seat)} has no piece on the plate")
    if plate.fallen:
        yield Violation(Clause.THREE_SECONDS, f"{seat_name(action.seat)} picks up {listed(plate.fallen)} first")
    if state.house.answers["adjust_out_of_turn"] == "false" and action.seat not in to_act(state):
        yield Violation(Clause.ADJUST, f"not {seat_name(action.seat)}: at this table pieces are adjusted in one's own turn")
    yield from _against_hands(state, action.seat, action.remarks)
    if Remark.REMOVED in action.remarks:
        yield Violation(Clause.ADJUST, "pieces may be adjusted and never removed from the plate")
    if odd := [remark for remark in action.remarks if remark not in (Remark.REMOVED, Remark.TWO_HANDS)]:
        yield Violation(Clause.ADJUST, f"{listed(odd)} says nothing about adjusting; a piece that does not hold counts as fallen")


def _against_fall(state: State, action: Fall, plate: Plate) -> Iterator[Violation]:
    there = (*plate.pieces, *plate.hand)
    if not action.foods or any(action.foods.count(food) > there.count(food) for food in action.foods):
        yield Violation(Clause.THREE_SECONDS, f"{listed(action.foods)} cannot fall off a plate with {listed(there)}")
    elif action.is_caught and state.house.answers["air_catch"] == "safe" and not set(action.foods) & set(plate.pieces):
        yield Violation(Clause.FALLEN, f"{listed(action.foods)} was in the hand and is caught: nothing has fallen")
    if plate.fallen:
        yield Violation(Clause.FALLEN, f"a fall is an event of its own: first {seat_name(action.seat)} picks up {listed(plate.fallen)}")
    if action.by == action.seat or action.onto == action.seat:
        yield Violation(Clause.OTHER_CAUSED, "that takes another player; a fall of one's own has no name with it")
    if (action.by is not None) + (action.onto is not None) + action.is_caught > 1:
        yield Violation(Clause.OTHER_CAUSED, "knocked down by somebody, landed on a plate, caught: one of them; tell the pieces apart")


def _against_save(action: Save, plate: Plate) -> Iterator[Violation]:
    if not plate.fallen:
        yield Violation(Clause.THREE_SECONDS, f"nothing has fallen off the plate of {seat_name(action.seat)}")
    elif not Counter(action.foods) <= Counter(plate.fallen):
        yield Violation(Clause.THREE_SECONDS, f"{listed(action.foods)} cannot be picked up out of {listed(plate.fallen)}")
    elif len(action.foods) > plate.most_saved:
        why = f"{len(plate.fallen)} fell: {plate.most_saved} may be picked up, half rounded up, not {len(action.foods)}"
        yield Violation(Clause.THREE_SECONDS, why)
    if Remark.LATE in action.remarks and action.foods:
        yield Violation(Clause.THREE_SECONDS, f"the {SECONDS} seconds were over; what was not picked up is lost")
    if odd := [remark for remark in action.remarks if remark is not Remark.LATE]:
        yield Violation(Clause.FALLEN, f"{listed(odd)} says nothing about picking up; it matters when the piece is stacked")


def _against_height(state: State, action: Height, plate: Plate) -> Iterator[Violation]:
    if state.house.is_together:
        yield Violation(Clause.TOGETHER_END, "nobody measures plates in All-You-Can-Eat")
    if not plate.pieces:
        yield Violation(Clause.HEIGHT, f"nothing is on the plate of {seat_name(action.seat)}")
    if plate.hand or plate.fallen:
        yield Violation(
            Clause.HEIGHT,
            f"{seat_name(action.seat)} still has {listed((*plate.hand, *plate.fallen))} to stack; plates are measured with the hands off",
        )
    if not all(0 < n <= MOST_HEIGHT for n in (action.height, action.mm) if n is not None):
        yield Violation(Clause.HEIGHT, f"a height is a whole number from 1 to {MOST_HEIGHT}")
    if action.mm is not None and not state.house.wants_mm():
        yield Violation(Clause.TALLEST, "this table measures in one unit only")
    if (plate.height, plate.mm) == (action.height, action.mm):
        yield Violation(Clause.HEIGHT, f"the plate of {seat_name(action.seat)} was measured so already: {action.height}")


def _against_touch(state: State, action: Touch, plate: Plate) -> Iterator[Violation]:
    if state.house.mode is not Mode.DINNER or not state.is_counting:
        yield Violation(Clause.BONUS, "who touches whom is counted for characters, when the last round of Dinner is over")
    if not plate.pieces or plate.hand or plate.fallen:
        yield Violation(
            Clause.BONUS,
            f"{seat_name(action.seat)} has {listed(plate.pieces)} on the plate and {listed((*plate.hand, *plate.fallen))} to stack",
        )
    yield from (Violation(Clause.TOUCH_PLATE, why) for why in graph_faults(plate.pieces, action.contacts))
    if plate.contacts == action.contacts:
        yield Violation(Clause.BONUS, f"that is known of the plate of {seat_name(action.seat)}")


def _against_show(state: State, action: Show, plate: Plate) -> Iterator[Violation]:
    house, id = state.house, action.character
    if house.mode is not Mode.DINNER:
        yield Violation(Clause.NO_CHARACTERS, f"the characters are back in the box in {house.mode.called}")
    elif id not in house.characters:
        yield Violation(Clause.FIRST_GAME if id in CHARACTERS else Clause.COMPONENTS, f"{id} is none of {listed(house.characters)}")
    if not state.is_counting:
        yield Violation(Clause.SECRET_CHARACTERS, f"characters stay secret until round {house.rounds} is over")
    if plate.character:
        yield Violation(Clause.ONE_CHARACTER, f"{seat_name(action.seat)} has revealed {plate.character.id}; only one counts")
    others = [seat for seat, other in enumerate(state.plates) if other.character and other.character.id == id and seat != action.seat]
    yield from (Violation(Clause.COMPONENTS, f"{seat_name(seat)} has {id}; there is one of each") for seat in others)
    if id in house.likes:
        if action.likes not in ((), house.likes[id]):
            yield Violation(Clause.BONUS, f"{id} shows {'+'.join(house.likes[id])}, as the pack knows, not {'+'.join(action.likes)}")
    elif why := likes_fault(id, action.likes, house.colours):
        yield Violation(Clause.BONUS, why)
