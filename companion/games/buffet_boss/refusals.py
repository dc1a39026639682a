"""Why an action is refused: every reason at once, each with its clause and the numbers of this position."""

from collections.abc import Iterator

from companion.game import Violation
from companion.games.buffet_boss.actions import Action, Box, Fall, First, Leave, Read, Reveal, Take
from companion.games.buffet_boss.limits import copies_faults
from companion.games.buffet_boss.pieces import GROUPS, SECONDS, STARS, Clause, Mode, State, listed, seat_name
from companion.games.buffet_boss.plate_refusals import against_own
from companion.games.buffet_boss.scoring import is_over, winning_clause
from companion.games.buffet_boss.turns import takers


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every reason why not, at once."""
    for seat in _seats(action):
        if seat not in state.seats:
            why = f"there is no {seat_name(seat)} at a table of {state.house.players}"
            return (Violation(Clause.MODES, why),)
    if is_over(state):
        return (Violation(winning_clause(state), "the game is over and nothing changes any more"),)
    return tuple(against(state, action))


def _seats(action: Action) -> Iterator[int]:
    if action.seat is not None:
        yield action.seat
    if isinstance(action, First):
        yield action.first
    if isinstance(action, Fall):
        yield from (seat for seat in (action.by, action.onto) if seat is not None)


def against(state: State, action: Action) -> Iterator[Violation]:
    """Every reason against an action of people who sit at this table, while the game is not over."""
    match action:
        case First():
            yield from _against_first(state, action.first)
        case Box():
            yield from _against_box(state, action.food)
        case Reveal():
            yield from _against_reveal(state, action.food)
        case Read():
            yield from _against_read(state, action)
        case Leave():
            yield from _against_leave(state, action.food)
        case Take():
            yield from _against_take(state, action.seat, action.food)
        case _:
            yield from against_own(state, action, state.plates[action.seat])


def _against_first(state: State, first: int) -> Iterator[Violation]:
    if state.first == first:
        yield Violation(Clause.TOGETHER_FIRST if state.house.is_together else Clause.FIRST_PLAYER, f"{seat_name(first)} goes first already")
    elif state.house.is_together and (state.is_revealing or state.taken):
        yield Violation(Clause.TOGETHER_FIRST, "who goes first is chosen when the line lies there and nobody has taken a card")
    elif not state.house.is_together and (state.round > 1 or state.out):
        yield Violation(
            Clause.FIRST_PLAYER, f"the hungriest goes first in round 1; now it is round {state.round}, and the first player rotates"
        )


def _against_box(state: State, food: str) -> Iterator[Violation]:
    house = state.house
    if not house.boxed:
        yield Violation(Clause.LUNCH_DECK, "nobody picks the cards that go back to the box at this table")
    elif len(state.boxed) >= house.boxed:
        yield Violation(Clause.LUNCH_DECK, f"{len(state.boxed)} of {house.boxed} cards are back in the box")
    yield from _against_copies(state, food)


def _against_copies(state: State, food: str) -> Iterator[Violation]:
    yield from (Violation(clause, why) for clause, why in copies_faults(state, (food,)))


def _against_reveal(state: State, food: str) -> Iterator[Violation]:
    house = state.house
    if state.is_counting:
        yield Violation(
            Clause.DINNER_ROUNDS if house.mode is Mode.DINNER else Clause.ROUNDS, f"all {house.rounds} rounds are played; the deck is empty"
        )
    elif not state.is_revealing:
        yield Violation(Clause.LINE, f"the line of round {state.round} has its {house.line} cards")
    if len(state.boxed) < house.boxed:
        yield Violation(Clause.LUNCH_DECK, f"{house.boxed - len(state.boxed)} cards more go back to the box first")
    yield from _against_copies(state, food)


def _against_read(state: State, action: Read) -> Iterator[Violation]:
    house, food, told = state.house, action.food, action.printed
    if house.is_together:
        yield Violation(Clause.TOGETHER_END, "nobody counts stars in All-You-Can-Eat")
    if food not in state.out:
        yield Violation(Clause.LINE, f"no card of {food} has been revealed")
    elif state.prints[food].is_complete:
        yield Violation(Clause.MENU, f"{food} is known: {state.prints[food]}")
    elif not house.prints[food].agrees(told):
        yield Violation(Clause.MENU, f"the box knows {food} as {house.prints[food]}, not {told}")
    if told.stars not in STARS or told.group not in GROUPS or told.colour not in house.colours:
        yield Violation(Clause.FOOD_CARD, f"{told} is not 1 to 4 stars, one of {', '.join(GROUPS)}, and one of {', '.join(house.colours)}")


def _against_busy(state: State, but: int | None = None) -> Iterator[Violation]:
    """Nobody goes on while pieces lie fallen or are in somebody's hand."""
    for seat in state.busy:
        plate = state.plates[seat]
        if plate.fallen:
            yield Violation(Clause.THREE_SECONDS, f"{seat_name(seat)} has {SECONDS} seconds for {listed(plate.fallen)} first")
        elif seat != but:
            yield Violation(Clause.CHOOSE, f"{seat_name(seat)} stacks {listed(plate.hand)} first")


def _against_leave(state: State, food: str) -> Iterator[Violation]:
    if state.house.is_together:
        yield Violation(Clause.TOGETHER_ALL, "all food of the line is taken in All-You-Can-Eat; nothing is wasted")
    if len(state.taken) != state.house.players or not state.line:
        why = f"{len(state.taken)} of {state.house.players} have taken; only the last card left goes to the Waste Bin"
        yield Violation(Clause.ROTATE, why)
    if food not in state.line:
        yield Violation(Clause.ROTATE, f"{food} does not lie in the line: {listed(state.line)}")
    yield from _against_busy(state)


def _against_take(state: State, seat: int, food: str) -> Iterator[Violation]:
    may = takers(state)
    if food not in state.line:
        yield Violation(Clause.CHOOSE, f"{food} does not lie in the line: {listed(state.line)}")
    if state.is_revealing or not state.line:
        yield Violation(Clause.LINE, f"{len(state.line)} of {state.house.line} cards lie in the line")
    elif seat not in may:
        clause = Clause.LAST_CHOOSES if len(state.taken) >= state.house.players else Clause.CHOOSE
        clause = Clause.TOGETHER_ALL if state.house.is_together else clause
        yield Violation(clause, f"not {seat_name(seat)}: {' or '.join(map(seat_name, may))} takes now, clockwise")
    yield from _against_busy(state, but=seat if state.taken and state.taken[-1] == seat else None)
