"""Every action that the rulebook allows now, as far as the table can know.

A name each, no repetition: picks one at a time (several in a row are several picks), new tops pile by pile, hands card
by card, dishes one by one into the stomach. What a hand allows is judged by what everybody saw.
"""

from collections.abc import Iterator
from itertools import combinations

from companion.games.buffet_master.actions import (
    Action,
    Bathroom,
    Clear,
    Counted,
    Done,
    Dump,
    Eat,
    First,
    Flip,
    Fork,
    Hand,
    Lay,
    LayUnseen,
    Missed,
    Open,
    PlayOff,
    Serve,
    Swoop,
    Take,
    Tied,
    Tray,
)
from companion.games.buffet_master.hidden import bounds, possible_at, without
from companion.games.buffet_master.laying import may_lay_now
from companion.games.buffet_master.moves import doubtful
from companion.games.buffet_master.pieces import PILES, Phase, Special, State, hand, pile, stack
from companion.games.buffet_master.refusals import may_hold
from companion.games.buffet_master.rules import violations
from companion.games.buffet_master.scoring import grid_of, shape_of

PILE_NUMBERS = range(1, PILES + 1)


def legal_actions(state: State) -> Iterator[Action]:
    """Every action worth naming that is legal now."""
    yield from (action for action in _thinkable(state) if not violations(state, action))
    yield from _flips(state)


def _thinkable(state: State) -> Iterator[Action]:
    match state.phase:
        case Phase.OPENING:
            yield from map(First, range(state.house.players))
        case Phase.SCORING:
            for seat, served in enumerate(state.served):
                if not (served and served.done):
                    yield from _closing(state, seat)
        case Phase.PLAY_OFF:
            yield from map(PlayOff, range(state.house.players))
        case Phase.OVER:
            return
        case Phase.COUNT:
            yield Counted()
            yield from _any_time(state)
        case _:
            yield from _turn(state)
            yield from _any_time(state)


def _turn(state: State) -> Iterator[Action]:
    seat = state.active
    yield from (Take(seat, (number,)) for number in PILE_NUMBERS)
    yield Done(seat)
    if may_hold(state, seat, Special.BATHROOM):
        yield from (Bathroom(seat, number) for number in PILE_NUMBERS)
    yield from dumps(state)
    others = range(state.house.players)
    if may_hold(state, seat, Special.FRESH_TRAY):
        yield from (Tray(seat, number, to) for number in PILE_NUMBERS for to in others)
    if may_hold(state, seat, Special.FORK):
        yield from (Fork(seat, target) for target in others)


def dumps(state: State) -> Iterator[Dump]:
    """Every Dump that the active player may think of; a dish that is said first."""
    mine = hand(state.active)
    left = without(state.hidden, mine, [state.box.specials.get(Special.DUMP, "")])
    if left is None:
        return
    counts: dict[str, set[int]] = {"": set()}
    for dish, kinds in state.box.kinds.items():
        least, most = bounds(left, mine, kinds)
        counts[dish] = set(range(max(1, least), most + 1))
        counts[""] |= counts[dish]
    for dish in sorted(counts, reverse=True):
        yield from (Dump(state.active, number, count, dish) for number in state.face_down for count in sorted(counts[dish]))


def _flips(state: State) -> Iterator[Flip]:
    """New tops, one at a time; when one of a pile is legal, so is every card that may be in it."""
    if not state.face_down and not violations(state, Flip()):
        yield Flip()
    for number in state.face_down:
        tops = [Flip(((number, card),)) for card in sorted(possible_at(state.hidden, pile(number)))]
        yield from tops if not violations(state, tops[0]) else ()


def _any_time(state: State) -> Iterator[Action]:
    for seat in range(state.house.players):
        if may_hold(state, seat, Special.SWOOP):
            yield from (Swoop(seat, number) for number in PILE_NUMBERS)
            yield from (Tied(seat, number) for number in PILE_NUMBERS)
            if state.house.failed_swoop == "lose":
                yield from (Missed(seat, number) for number in PILE_NUMBERS)
        if not any(True for _ in may_lay_now(state, seat)):
            yield from (Lay(seat, cards) for cards in dishes_at(state, hand(seat)))
            if state.house.verify_on_declare == "trust":
                yield from (LayUnseen(seat, size) for size in sorted({len(cards) for cards in state.box.dishes.values()}))


def dishes_at(state: State, place: str) -> Iterator[tuple[str, ...]]:
    """Finished dishes that the cards at a place may make, each card in its place or a Free Refill instead; sorted."""
    most = possible_at(state.hidden, place)
    refill = state.box.specials.get(Special.FREE_REFILL, "")
    for cards in state.box.dishes.values():
        there = [card.id for card in cards if most[card.id]]
        for refills in range(min(most[refill], len(cards) - 1) + 1):
            for real in combinations(there, len(cards) - refills):
                yield tuple(sorted((*real, *[refill] * refills)))


def _closing(state: State, seat: int) -> Iterator[Action]:
    yield from (Hand(seat, (card,)) for card in sorted(possible_at(doubtful(state, seat), hand(seat))))
    if not all(dish.cards for dish in state.laid[seat]):
        yield from (Open(seat, cards) for cards in dishes_at(state, stack(seat)))
        return
    served = state.served[seat]
    placed, purse = (served.placed, served.purse) if served else ((), ())
    free = sorted(set(range(1, len(state.laid[seat]) + 1)) - {number for number, _, _ in placed} - set(purse))
    for number in free:
        yield Eat(seat, purse=(number,))
        yield from (Eat(seat, ((number, row, col),)) for row, col in _places(state, seat, number, placed))
    yield Clear(seat)
    yield Serve(seat)


def _places(state: State, seat: int, number: int, placed: tuple[tuple[int, int, int], ...]) -> Iterator[tuple[int, int]]:
    """Cells where the dish would not stick out, counted from the corner of what lies there."""
    if not placed:
        yield 0, 0
        return
    rows, cols = shape_of(state.box, state.laid[seat][number - 1])
    high, wide = (max(grid[axis] for grid in state.house.grids) for axis in (0, 1))
    for row in range(1 - high, high - rows + 1):
        for col in range(1 - wide, wide - cols + 1):
            if grid_of(state, seat, (*placed, (number, row, col))):
                yield row, col
