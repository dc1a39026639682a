"""Why the rulebook refuses an action in a turn: every reason at once, with its clause."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.game import Violation
from companion.games.buffet_master.actions import (
    Bathroom,
    Counted,
    Done,
    Dump,
    First,
    Flip,
    Fork,
    Missed,
    Swoop,
    Take,
    Tied,
    Tray,
)
from companion.games.buffet_master.hidden import bounds, may_be_at, without
from companion.games.buffet_master.pieces import PILES, Clause, Phase, Special, State, hand, pile, seat_name

Why = Iterator[Violation]


def unknown_seats(state: State, *seats: int) -> Why:
    """Seats that nobody sits on."""
    for seat in seats:
        if not 0 <= seat < state.house.players:
            yield Violation(Clause.CLOCKWISE, f"{state.house.players} people play; there is no {seat_name(seat)}")


def unknown_piles(*numbers: int) -> Why:
    """Piles that are not there."""
    for number in numbers:
        if not 1 <= number <= PILES:
            yield Violation(Clause.SIX_PILES, f"there are piles 1 to {PILES}, no pile {number}")


def unknown_cards(state: State, cards: Sequence[str]) -> Why:
    """Cards that are not in the box."""
    for card in sorted({card for card in cards if card not in state.box.by_id}):
        yield Violation(Clause.FAMILIES, f"the box has no card {card}")


def first(state: State, action: First) -> Why:
    """BM-2.5."""
    yield from unknown_seats(state, action.first)
    if state.phase is not Phase.OPENING:
        yield Violation(Clause.CLOCKWISE, f"the game has begun; {seat_name(state.active)} is on turn")
    elif action.first == state.active:
        yield Violation(Clause.CLOCKWISE, f"{seat_name(action.first)} starts already")


def turn_of(state: State, seat: int, clause: str) -> Why:
    """Somebody acts out of turn, or in no turn at all."""
    if state.phase in NO_TURN:
        yield Violation(NO_TURN[state.phase][0], NO_TURN[state.phase][1])
    elif seat != state.active:
        yield Violation(clause, f"it is the turn of {seat_name(state.active)}, not of {seat_name(seat)}")


NO_TURN = {
    Phase.OPENING: (Clause.FIRST_TOPS, "the first tops are not all turned up yet"),
    Phase.COUNT: (Clause.NO_FLIP, "a pile is empty, so the game has ended; only Swoops and dishes are left"),
    Phase.SCORING: (Clause.COUNT, "the count of five is over"),
    Phase.PLAY_OFF: (Clause.TIE, "only the play-off is left"),
    Phase.OVER: (Clause.MOST_WINS, "the game is over"),
}


def take(state: State, action: Take) -> Why:
    """BM-3.1, 3.2, 5.1."""
    yield from turn_of(state, action.seat, Clause.MUST_TAKE)
    if state.phase in (Phase.END, Phase.FLIP):
        yield Violation(Clause.MUST_TAKE, "the take is finished; tops are turned up next")
    if state.phase is Phase.SHUFFLE:
        yield Violation(Clause.BATHROOM, f"pile {state.face_down[0]} was shuffled and needs a new top first")
    yield from unknown_piles(*action.piles)
    for number in sorted(n for n, times in Counter(action.piles).items() if times > 1):
        yield Violation(Clause.FACE_UP_ONLY, f"pile {number} is named twice; nothing new is turned up between picks")
    for at, number in enumerate(action.piles):
        if 1 <= number <= PILES:
            yield from _pick(state, number, action.piles[at + 1 :])


def _pick(state: State, number: int, later: tuple[int, ...]) -> Why:
    if state.tops[number - 1] is None:
        yield Violation(Clause.FACE_UP_ONLY, f"pile {number} shows no card; only what lies face up may be taken")
    elif state.left(number) == 1 and later and not state.house.finish_picks:
        yield Violation(Clause.PILE_EMPTY, f"pile {number} is empty then and the game ends at once; no further pick")


def done(state: State, action: Done) -> Why:
    """BM-3.1."""
    yield from turn_of(state, action.seat, Clause.MUST_TAKE)
    yield from _nothing_taken(state)
    if state.phase in (Phase.END, Phase.FLIP):
        yield Violation(Clause.MUST_TAKE, "the take is finished already")


def _nothing_taken(state: State) -> Why:
    if state.phase in (Phase.START, Phase.SHUFFLE, Phase.TAKE) and not state.taken:
        yield Violation(Clause.MUST_TAKE, f"{seat_name(state.active)} has taken 0 cards and must take at least 1")


def flip(state: State, action: Flip) -> Why:
    """BM-2.3, 3.4, 5.2."""
    if (state.phase in NO_TURN and state.phase is not Phase.OPENING) or state.has_empty_pile:
        yield Violation(Clause.NO_FLIP, "the game has ended; no pile is turned up any more")
    elif state.phase is not Phase.SHUFFLE:
        yield from _nothing_taken(state)
    numbers = [number for number, _ in action.tops]
    yield from unknown_piles(*numbers)
    for number in sorted(n for n, times in Counter(numbers).items() if times > 1):
        yield Violation(Clause.FLIP, f"pile {number} is named twice")
    if not action.tops and state.face_down:
        yield Violation(Clause.FLIP, f"pile {state.face_down[0]} lies face down; say which card is turned up")
    strange = list(unknown_cards(state, [card for _, card in action.tops]))
    yield from strange
    piled = [(number, card) for number, card in action.tops if 1 <= number <= PILES and card in state.box.by_id]
    alone = [fault for number, card in piled for fault in _new_top(state, number, card)]
    yield from alone
    if not strange and not alone and len(piled) == len(action.tops):
        yield from _tops_together(state, action)


def _new_top(state: State, number: int, card: str) -> Why:
    if number not in state.face_down:
        yield Violation(Clause.FLIP, f"pile {number} shows {_top(state, number)}; only piles that show a back are turned up")
    elif not may_be_at(state.hidden, pile(number), card):
        yield Violation(Clause.COPIES, f"no {state.box.by_id[card].called} can be in pile {number}: every copy is elsewhere")


def _tops_together(state: State, action: Flip) -> Why:
    """Two tops may each be possible, but not both."""
    hidden = state.hidden
    for number, card in action.tops:
        left = without(hidden, pile(number), [card])
        if left is None:
            yield Violation(Clause.COPIES, f"no further {state.box.by_id[card].called} can be in pile {number} beside the other new tops")
            return
        hidden = left


def _top(state: State, number: int) -> str:
    top = state.tops[number - 1]
    return state.box.by_id[top].called if top else "nothing"


def may_hold(state: State, seat: int, special: Special) -> bool:
    """Whether this special may be in this hand, as far as the table has seen."""
    return may_be_at(state.hidden, hand(seat), state.box.specials.get(special, ""))


def holds(state: State, seat: int, special: Special, clause: str) -> Why:
    """The special that is played has to be in the hand, as far as the table has seen."""
    if 0 <= seat < state.house.players and not may_hold(state, seat, special):
        called = special.replace("-", " ").title()
        yield Violation(clause, f"{seat_name(seat)} cannot hold a {called} among {state.in_hand(seat)} cards in hand")


def swoop(state: State, action: Swoop) -> Why:
    """BM-6.1."""
    yield from _swooping(state, action.seat, action.pile)
    if 1 <= action.pile <= PILES and state.tops[action.pile - 1] is None:
        yield Violation(Clause.SWOOP, f"pile {action.pile} shows no card to swoop")
    elif 1 <= action.pile <= PILES and state.box.is_special(str(state.tops[action.pile - 1]), Special.SWOOP):
        yield Violation(Clause.SWOOP, f"a Swoop for the Swoop on pile {action.pile} changes nothing")


def _swooping(state: State, seat: int, number: int) -> Why:
    yield from unknown_seats(state, seat)
    yield from unknown_piles(number)
    if state.phase in (Phase.SCORING, Phase.PLAY_OFF, Phase.OVER):
        yield Violation(Clause.COUNT, "the count of five is over")
    yield from holds(state, seat, Special.SWOOP, Clause.SWOOP)


def missed(state: State, action: Missed) -> Why:
    """BM-6.1: somebody else was faster."""
    yield from _swooping(state, action.seat, action.pile)


def tied_swoop(state: State, action: Tied) -> Why:
    """BM-6.1: two hands at once, the active player's and a swooping one."""
    yield from swoop(state, Swoop(action.seat, action.pile))
    if action.seat == state.active:
        yield Violation(Clause.SWOOP, f"{seat_name(action.seat)} is on turn and cannot tie with oneself")
    if state.phase not in (Phase.START, Phase.TAKE):
        yield Violation(Clause.SWOOP, "nobody is taking cards just now")
    if state.house.swoop_contest == "ask_table":
        yield Violation(Clause.SWOOP, f"both touched pile {action.pile}: the table says who was first; then it is a take or a Swoop")


def end_of_turn(state: State, seat: int, special: Special, clause: str) -> Why:
    """BM-6.0: what Dump, Fresh Tray and Fork have in common."""
    yield from turn_of(state, seat, Clause.ONE_PER_TURN)
    if state.phase in (Phase.START, Phase.SHUFFLE, Phase.TAKE) and not state.taken:
        yield Violation(Clause.ONE_PER_TURN, "it is played at the end of a turn, after at least 1 card was taken")
    if state.phase is Phase.FLIP:
        yield Violation(Clause.ONE_PER_TURN, "it is played before the tops are turned up")
    if state.phase is Phase.TAKE and state.has_empty_pile:
        yield Violation(Clause.NO_FLIP, "the game has ended; no end-of-turn card is played")
    if state.played:
        yield Violation(
            Clause.ONE_PER_TURN, f"1 end-of-turn card was played in this turn already: {state.played.replace('-', ' ').title()}"
        )
    yield from holds(state, seat, special, clause)


def dump(state: State, action: Dump) -> Why:
    """BM-6.3."""
    yield from end_of_turn(state, action.seat, Special.DUMP, Clause.DUMP)
    yield from unknown_piles(action.pile)
    if 1 <= action.pile <= PILES and action.pile not in state.face_down:
        yield Violation(Clause.DUMP, f"pile {action.pile} shows {_top(state, action.pile)}; a Dump goes where the face-up card was taken")
    if action.dish and action.dish not in state.box.dishes:
        yield Violation(Clause.DUMP, f"there is no dish {action.dish}")
    elif 0 <= action.seat < state.house.players and may_hold(state, action.seat, Special.DUMP):
        yield from _dumped(state, action)


def _dumped(state: State, action: Dump) -> Why:
    left = without(state.hidden, hand(action.seat), [state.box.specials[Special.DUMP]]) or ()
    asked = [action.dish] if action.dish else sorted(state.box.dishes)
    ranges = [bounds(left, hand(action.seat), state.box.kinds[dish]) for dish in asked]
    if any(max(1, least) <= action.count <= most for least, most in ranges):
        return
    if not action.dish:
        yield Violation(Clause.DUMP, f"{action.count} cards cannot be all that {seat_name(action.seat)} holds of one dish")
        return
    least, most = ranges[0]
    held = f"{least}" if least == most else f"{least} to {most}"
    yield Violation(
        Clause.DUMP, f"{seat_name(action.seat)} holds {held} cards of {action.dish}; all of them go, at least 1, not {action.count}"
    )


def tray(state: State, action: Tray) -> Why:
    """BM-6.4."""
    yield from end_of_turn(state, action.seat, Special.FRESH_TRAY, Clause.TRAY)
    yield from unknown_seats(state, action.to)
    yield from unknown_piles(action.pile)
    if 1 <= action.pile <= PILES and state.tops[action.pile - 1] is None:
        yield Violation(Clause.TRAY, f"pile {action.pile} shows no card to give away")
    if action.to == action.seat and not state.house.fresh_tray_self:
        yield Violation(Clause.TRAY, "at this table a Fresh Tray goes to somebody else (fresh_tray_self)")


def fork(state: State, action: Fork) -> Why:
    """BM-6.5."""
    yield from end_of_turn(state, action.seat, Special.FORK, Clause.FORK)
    yield from unknown_seats(state, action.target)
    if action.target == action.seat:
        yield Violation(Clause.FORK, "a Fork is for the hand of another player")
    elif 0 <= action.target < state.house.players and not state.in_hand(action.target):
        yield Violation(Clause.FORK, f"{seat_name(action.target)} holds 0 cards")


def bathroom(state: State, action: Bathroom) -> Why:
    """BM-6.6."""
    yield from turn_of(state, action.seat, Clause.BATHROOM)
    if state.phase in (Phase.SHUFFLE, Phase.TAKE, Phase.END, Phase.FLIP):
        yield Violation(Clause.BATHROOM, "it is played at the very start of a turn, before anything else")
    yield from unknown_piles(action.pile)
    yield from holds(state, action.seat, Special.BATHROOM, Clause.BATHROOM)
    if action.top:
        yield from unknown_cards(state, [action.top])


def counted(state: State, action: Counted) -> Why:
    """BM-5.3."""
    if state.phase is not Phase.COUNT:
        least = min(state.heights)
        why = f"the smallest pile still has {least} cards" if least else "the count of five is over"
        yield Violation(Clause.COUNT, why)
