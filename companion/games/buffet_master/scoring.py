"""What a served table is worth, line by line, and the best arrangement that the same dishes allowed."""

from collections.abc import Sequence

from companion.game import ScoreLine
from companion.games.buffet_master.packing import Goal, Item, Packing, best
from companion.games.buffet_master.pieces import BONUS, Box, Clause, House, Laid, Placed, Served, Special, State


def dish_of(box: Box, cards: Sequence[str]) -> str:
    """The dish that laid cards belong to; empty when they are refills only."""
    return next((box.by_id[card].dish for card in cards if box.by_id[card].dish), "")


def shape_of(box: Box, laid: Laid) -> tuple[int, int]:
    """Rows and columns of a laid dish."""
    first = box.dishes[dish_of(box, laid.cards)][0]
    return first.rows, first.cols


def dish_points(box: Box, laid: Laid) -> int:
    """Points on the cards of a laid dish; a Free Refill counts nothing whatever is printed on it (BM-6.2)."""
    return sum(box.by_id[card].points for card in laid.cards if box.by_id[card].dish)


def hand_points(box: Box, house: House, cards: Sequence[str]) -> int:
    """Points of the cards still in hand; specials by the table's answer (BM-1.6)."""
    printed = house.special_points == "printed"
    return sum(box.by_id[card].points for card in cards if box.by_id[card].dish or printed)


def covered(dishes: Sequence[Laid], served: Served) -> int:
    """How many spaces of the stomach are covered."""
    return sum(dishes[number - 1].size for number, _, _ in served.placed)


def grid_of(state: State, seat: int, placed: Sequence[Placed]) -> tuple[int, int] | None:
    """The stomach, as this table draws it, that holds an arrangement; None when it sticks out of every one."""
    rows = cols = top = left = 0
    for number, row, col in placed:
        high, wide = shape_of(state.box, state.laid[seat][number - 1])
        rows, cols, top, left = max(rows, row + high), max(cols, col + wide), min(top, row), min(left, col)
    return next(((r, c) for r, c in state.house.grids if rows - top <= r and cols - left <= c), None)


def is_full(state: State, seat: int, served: Served) -> bool:
    """Whether every space of this stomach is covered."""
    return covered(state.laid[seat], served) == state.house.cells


def seat_lines(state: State, seat: int, served: Served) -> tuple[ScoreLine, ...]:
    """A player's score with the arrangement as laid."""
    box, dishes = state.box, state.laid[seat]
    eaten = {number for number, _, _ in served.placed}
    left = [n for n in range(1, len(dishes) + 1) if n not in eaten and n not in served.purse]
    outside = sum(dish_points(box, dishes[n - 1]) for n in left)
    full = is_full(state, seat, served)
    kept = sum(dish_points(box, dishes[n - 1]) for n in served.purse)
    hand = state.known_hand(seat)
    inside = sum(dish_points(box, dishes[n - 1]) for n in eaten)
    lines = [
        ScoreLine(seat, "stomach", inside, Clause.STOMACH, _pieces(box, dishes, sorted(eaten))),
        ScoreLine(seat, "full" if full else "not full", BONUS[state.house.players] if full else 0, Clause.FULL),
        ScoreLine(seat, f"did not fit ({outside})", -outside // 2, Clause.LEFT_OVER, _pieces(box, dishes, left)),
    ]
    if served.purse:
        lines.append(ScoreLine(seat, f"purse keeps {kept}", 0, Clause.PURSE, _pieces(box, dishes, served.purse)))
    return (*lines, ScoreLine(seat, "cards in hand", -hand_points(box, state.house, hand), Clause.HAND, box.pieces(hand)))


def _pieces(box: Box, dishes: Sequence[Laid], numbers: Sequence[int]) -> tuple[str, ...]:
    return box.pieces(card for number in numbers for card in dishes[number - 1].cards)


def scores(state: State) -> tuple[ScoreLine, ...]:
    """The lines of every player whose arrangement is known."""
    return tuple(line for seat, served in enumerate(state.served) if served for line in seat_lines(state, seat, served))


def total(state: State, seat: int) -> int:
    """A served player's final score (BM-7.7)."""
    served = state.served[seat]
    return sum(line.points for line in seat_lines(state, seat, served)) if served else 0


def best_arrangement(state: State, seat: int) -> Packing:
    """The arrangement of a player's laid dishes with the best final score, proved.

    The hand, which no arrangement changes, is left out of its value; whoever holds the Purse stashes what does not fit.
    """
    has_purse = state.box.specials.get(Special.PURSE) in state.known_hand(seat)
    return best(items_of(state, seat), state.house.grids, Goal(BONUS[state.house.players], halves=not has_purse))


def most_cells(state: State, seat: int) -> int:
    """The most spaces that a player's dishes can cover."""
    items = tuple(Item(rows, cols, rows * cols) for rows, cols in (shape_of(state.box, laid) for laid in state.laid[seat]))
    return best(items, state.house.grids, Goal()).value


def most_points(state: State, seat: int) -> int:
    """The most points that a player's stomach can hold."""
    return best(items_of(state, seat), state.house.grids, Goal()).value


def items_of(state: State, seat: int) -> tuple[Item, ...]:
    """A player's laid dishes, numbered as in the stack, as rectangles worth their points."""
    return tuple(Item(*shape_of(state.box, laid), dish_points(state.box, laid)) for laid in state.laid[seat])


def tied(state: State) -> tuple[int, ...]:
    """Who has most points, after the table's rule for ties; several when that leaves them tied."""
    seats = range(state.house.players)
    points = [total(state, seat) for seat in seats]
    first = [seat for seat in seats if points[seat] == max(points)]
    if state.house.tie != "full_stomach_then_fewer_hand_points" or len(first) == 1:
        return tuple(first)
    ranks = {seat: _tie_rank(state, seat) for seat in first}
    return tuple(seat for seat in first if ranks[seat] == max(ranks.values()))


def _tie_rank(state: State, seat: int) -> tuple[bool, int]:
    served = state.served[seat]
    full = served is not None and is_full(state, seat, served)
    return full, -hand_points(state.box, state.house, state.known_hand(seat))


def winners(state: State) -> tuple[int, ...]:
    """Who has won a game that is over (BM-7.8, BM-7.9)."""
    return tied(state) if state.winner is None else (state.winner,)
