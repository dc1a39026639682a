"""A table's points, line by line: foods, rival nests, special ants, ants left over; and who wins (WB-8)."""

from collections.abc import Iterator

from companion.game import ScoreLine
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.pieces import Food, State


def foods_touched(state: State, seat: int) -> tuple[Food, ...]:
    """The foods that a player is in contact with, each once; several players may share one (WB-8.0)."""
    own = {ant.cell for ant in state.ants if ant.seat == seat}
    return tuple(food for food in state.foods if not own.isdisjoint(food.contacts))


def nests_reached(state: State, seat: int) -> tuple[int, ...]:
    """The seats whose nest a player has reached: an own token on one of the five spaces in front of it (WB-8.2)."""
    own = {ant.cell for ant in state.ants if ant.seat == seat}
    return tuple(rival for rival in range(len(state.nests)) if rival != seat and own & state.front(rival))


def scores(state: State) -> tuple[ScoreLine, ...]:
    """Every player's points if the game ended now (WB-8.3), each line with the pieces that it counts; ants left over are named once."""
    return tuple(line for seat in state.seats for line in _lines(state, seat))


def _lines(state: State, seat: int) -> Iterator[ScoreLine]:
    house, colours = state.house, state.house.colours
    foods = foods_touched(state, seat)
    where = f": {', '.join(map(str, foods))}" if foods else ""
    points = house.food_points[len(foods)]
    yield ScoreLine(seat, f"{_count(len(foods), 'food')} touched{where}", points, Clause.FOOD_CONTACT, ("food",) * len(foods))
    nests = tuple(f"nest-{colours[rival]}" for rival in nests_reached(state, seat))
    yield ScoreLine(seat, f"{_count(len(nests), 'rival nest')} reached", house.nest_points * len(nests), Clause.POINTS, nests)
    specials = house.specials - state.specials_left(seat)
    what, pieces = f"{_count(specials, 'special ant')} on the board", (f"special-{colours[seat]}",) * specials
    yield ScoreLine(seat, what, house.special_points * specials, Clause.POINTS, pieces)
    left = state.ants_left(seat)
    what, penalty = f"{_count(left, 'ant')} left over", -(left // house.ants_per_minus)
    yield ScoreLine(seat, what, penalty, Clause.POINTS, (f"ant-{colours[seat]}",) if left else ())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def total(state: State, seat: int) -> int:
    """A player's points: foods + 3 a rival nest + specials placed - ants left over / 3 (WB-8.3)."""
    return sum(line.points for line in _lines(state, seat))


def tokens_placed(state: State, seat: int) -> int:
    """Ants and specials of a player on the board; they break a tie (WB-8.4)."""
    return sum(ant.seat == seat for ant in state.ants)


def winners(state: State) -> tuple[int, ...]:
    """Most points; then more tokens on the board; then shared (WB-8.4)."""
    ranks = {seat: (total(state, seat), tokens_placed(state, seat)) for seat in state.seats}
    return tuple(seat for seat in state.seats if ranks[seat] == max(ranks.values()))


def decided_by(state: State) -> Clause:
    """What settles who wins: the points, or the rule for ties."""
    totals = [total(state, seat) for seat in state.seats]
    return Clause.SUM if totals.count(max(totals)) == 1 else Clause.TIE
