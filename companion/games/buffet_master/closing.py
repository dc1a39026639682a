"""Why the rulebook refuses an action after the end: showing hands, opening stacks, filling stomachs, the play-off."""

from collections import Counter
from collections.abc import Sequence

from companion.game import Violation
from companion.games.buffet_master.actions import Clear, Eat, Hand, Open, PlayOff, Serve
from companion.games.buffet_master.hidden import is_certain_at, without
from companion.games.buffet_master.laying import dish_faults
from companion.games.buffet_master.moves import at_corner, doubtful
from companion.games.buffet_master.pieces import Clause, Phase, Placed, Served, Special, State, hand, seat_name, stack
from companion.games.buffet_master.refusals import Why, unknown_cards, unknown_seats
from companion.games.buffet_master.scoring import covered, dish_points, grid_of, most_cells, most_points, shape_of, tied


def _scoring(state: State, seat: int) -> Why:
    yield from unknown_seats(state, seat)
    if state.phase is not Phase.SCORING:
        yield Violation(Clause.COUNT, "scores are counted after the count of five")
    elif 0 <= seat < state.house.players and (served := state.served[seat]) and served.done:
        yield Violation(Clause.STOMACH, f"{seat_name(seat)} has served already")


def show_hand(state: State, action: Hand) -> Why:
    """BM-7.6."""
    yield from _scoring(state, action.seat)
    yield from unknown_cards(state, action.cards)
    if not action.cards:
        yield Violation(Clause.HAND, "say which cards are shown")
    known = [card for card in action.cards if card in state.box.by_id]
    if not 0 <= action.seat < state.house.players or without(doubtful(state, action.seat), hand(action.seat), known) is not None:
        return
    unknown = state.in_hand(action.seat) - len(state.known_hand(action.seat))
    called = ", ".join(state.box.by_id[card].called for card in known)
    yield Violation(Clause.HAND, f"{called} cannot be among the {unknown} unknown cards in the hand of {seat_name(action.seat)}")


def open_dish(state: State, action: Open) -> Why:
    """BM-3.7 under trust."""
    yield from _scoring(state, action.seat)
    yield from dish_faults(state, action.cards)
    if not 0 <= action.seat < state.house.players:
        return
    unseen = [dish.size for dish in state.laid[action.seat] if not dish.cards]
    known = [card for card in action.cards if card in state.box.by_id]
    if len(action.cards) not in unseen:
        yield Violation(Clause.FACE_DOWN_STACK, f"{seat_name(action.seat)} has laid no dish of {len(action.cards)} cards unseen")
    elif without(state.hidden, stack(action.seat), known) is None:
        yield Violation(Clause.FACE_DOWN_STACK, f"these cards cannot be in the stack of {seat_name(action.seat)}: copies are elsewhere")


def eat(state: State, action: Eat) -> Why:
    """BM-7.1 to 7.3, 6.7."""
    yield from _ready(state, action.seat)
    if not action.placed and not action.purse:
        yield Violation(Clause.STOMACH, "say which dish is eaten, and where it lies")
    if 0 <= action.seat < state.house.players and all(dish.cards for dish in state.laid[action.seat]):
        before = state.served[action.seat] or Served()
        if not before.placed and at_corner(action.placed) != tuple(sorted(action.placed)):
            yield Violation(Clause.STOMACH, "count from the top left corner of what lies there: the first row and column are 0")
        yield from arrangement_faults(state, action.seat, (*before.placed, *action.placed), (*before.purse, *action.purse))


def clear(state: State, action: Clear) -> Why:
    """Nothing is fixed before a player has served."""
    yield from _scoring(state, action.seat)
    if 0 <= action.seat < state.house.players and not state.served[action.seat]:
        yield Violation(Clause.STOMACH, f"the stomach of {seat_name(action.seat)} is empty")


def serve(state: State, action: Serve) -> Why:
    """BM-7.3 with the table's answer to "as completely as possible"."""
    faults = list(_ready(state, action.seat))
    yield from faults
    if not faults:
        yield from _not_full_enough(state, action.seat, state.served[action.seat] or Served())


def _ready(state: State, seat: int) -> Why:
    """Before dishes are arranged, the stack is open and the hand is known."""
    yield from _scoring(state, seat)
    if not 0 <= seat < state.house.players:
        return
    if not all(dish.cards for dish in state.laid[seat]):
        yield Violation(Clause.FACE_DOWN_STACK, f"{seat_name(seat)} opens the dishes that nobody has seen first")
    if not is_certain_at(state.hidden, hand(seat)):
        unknown = state.in_hand(seat) - len(state.known_hand(seat))
        yield Violation(Clause.HAND, f"{seat_name(seat)} shows the hand first: {unknown} of {state.in_hand(seat)} cards are unknown")


def arrangement_faults(state: State, seat: int, placed: Sequence[Placed], purse: Sequence[int]) -> Why:
    """Why an arrangement is none: unknown dishes, one twice, overlaps, too large, no Purse."""
    dishes = state.laid[seat]
    used = Counter([number for number, _, _ in placed] + list(purse))
    for number, times in sorted(used.items()):
        if not 1 <= number <= len(dishes):
            yield Violation(Clause.STOMACH, f"{seat_name(seat)} laid {len(dishes)} dishes; there is no dish {number}")
        elif times > 1:
            yield Violation(Clause.STOMACH, f"dish {number} has its place already; it lies in one place")
    known = [one for one in placed if 1 <= one[0] <= len(dishes)]
    yield from _overlaps(state, seat, known)
    if grid_of(state, seat, known) is None:
        allowed = " or ".join(f"{rows} x {cols}" for rows, cols in state.house.grids)
        yield Violation(Clause.SPACES, f"this sticks out; with {state.house.players} players a stomach is {allowed} (stomach_shape)")
    if purse and state.box.specials.get(Special.PURSE) not in state.known_hand(seat):
        yield Violation(Clause.PURSE, f"{seat_name(seat)} does not hold the Purse now")


def _overlaps(state: State, seat: int, placed: Sequence[Placed]) -> Why:
    taken: dict[tuple[int, int], int] = {}
    for number, row, col in placed:
        rows, cols = shape_of(state.box, state.laid[seat][number - 1])
        cells = [(row + down, col + right) for down in range(rows) for right in range(cols)]
        for other in sorted({taken[cell] for cell in cells if cell in taken}):
            yield Violation(Clause.STOMACH, f"dish {number} lies on dish {other}")
        taken |= dict.fromkeys(cells, number)


def _not_full_enough(state: State, seat: int, served: Served) -> Why:
    dishes = state.laid[seat]
    if state.house.fill_rule == "max_cells":
        filled, most = covered(dishes, served), most_cells(state, seat)
        if filled < most:
            yield Violation(Clause.STOMACH, f"{filled} spaces are filled and {most} can be (fill_rule)")
    if state.house.fill_rule == "max_points":
        points = sum(dish_points(state.box, dishes[number - 1]) for number, _, _ in served.placed)
        if points < (best := most_points(state, seat)):
            yield Violation(Clause.STOMACH, f"{points} points are in the stomach and {best} can be (fill_rule)")


def play_off(state: State, action: PlayOff) -> Why:
    """BM-7.9."""
    yield from unknown_seats(state, action.winner)
    if state.phase is not Phase.PLAY_OFF:
        yield Violation(Clause.TIE, "there is no tie to play off")
    elif action.winner not in tied(state):
        names = ", ".join(map(seat_name, tied(state)))
        yield Violation(Clause.TIE, f"{names} are tied; {seat_name(action.winner)} is not")
