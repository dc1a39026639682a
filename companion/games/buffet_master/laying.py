"""Why the rulebook refuses to let a dish be laid down: too early or late, not finished, not in this hand."""

from collections import Counter
from collections.abc import Sequence

from companion.game import Violation
from companion.games.buffet_master.actions import Lay, LayUnseen
from companion.games.buffet_master.hidden import possible_at, without
from companion.games.buffet_master.pieces import Clause, Phase, Special, State, hand, seat_name
from companion.games.buffet_master.refusals import NO_TURN, Why, may_hold, unknown_cards, unknown_seats


def may_lay_now(state: State, seat: int) -> Why:
    """BM-3.6 with the table's answer to it."""
    yield from unknown_seats(state, seat)
    phase, when = state.phase, state.house.declare_when
    if phase in (Phase.OPENING, Phase.SCORING, Phase.PLAY_OFF, Phase.OVER):
        yield Violation(NO_TURN[phase][0], NO_TURN[phase][1])
    elif phase is not Phase.COUNT and when != "anytime":
        is_late = phase is Phase.START and seat == state.late
        if seat != state.active and not is_late:
            yield Violation(Clause.WHEN_TO_LAY, f"dishes are laid in the own turn; it is the turn of {seat_name(state.active)}")
        elif when == "own_turn_end_only" and not is_late and phase not in (Phase.END, Phase.FLIP):
            yield Violation(Clause.WHEN_TO_LAY, "at this table dishes are laid at the end of the own turn (declare_when)")


def lay(state: State, action: Lay) -> Why:
    """BM-1.4, 3.5, 6.2."""
    yield from may_lay_now(state, action.seat)
    yield from dish_faults(state, action.cards)
    known = [card for card in action.cards if card in state.box.by_id]
    if 0 <= action.seat < state.house.players and without(state.hidden, hand(action.seat), known) is None:
        yield from _not_in_hand(state, action.seat, known)
    refills = Counter(action.cards)[state.box.specials.get(Special.FREE_REFILL, "")]
    swooped = any(seat == action.seat and card in action.cards for seat, card in state.swooped)
    yield from _finished_before(state, bool(refills) or swooped)


def _not_in_hand(state: State, seat: int, cards: Sequence[str]) -> Why:
    most = possible_at(state.hidden, hand(seat))
    lacking = [state.box.by_id[card].called for card, n in Counter(cards).items() if most[card] < n]
    what = ", ".join(lacking) if lacking else "all of these at once"
    yield Violation(Clause.DISH, f"{seat_name(seat)} cannot hold {what} among {state.in_hand(seat)} cards in hand")


def _finished_before(state: State, is_new: bool) -> Why:
    if state.phase is Phase.COUNT and not state.house.final_declare and not is_new:
        yield Violation(Clause.COUNT, "during the count only a dish finished by a Swoop or a Free Refill is laid (final_declare)")


def dish_faults(state: State, cards: Sequence[str]) -> Why:
    """Why these cards are no finished dish."""
    box = state.box
    yield from unknown_cards(state, cards)
    real = [box.by_id[card] for card in cards if card in box.by_id and box.by_id[card].dish]
    for kind in sorted({box.by_id[card].special for card in cards if card in box.by_id} - {"", Special.FREE_REFILL}):
        yield Violation(Clause.REFILL, f"a {kind.replace('-', ' ').title()} is no part of a dish; only a Free Refill stands in")
    if not real:
        yield Violation(Clause.REFILL, "at least 1 card is a real image card of the dish; this has 0")
        return
    dishes = sorted({card.dish for card in real})
    if len(dishes) > 1:
        yield Violation(Clause.DISH, f"cards of {len(dishes)} dishes: {', '.join(dishes)}")
        return
    for card, copies in sorted(Counter(real).items(), key=lambda item: item[0].id):
        if copies > 1:
            yield Violation(Clause.DISH, f"{copies} copies of {card.called}; every place is filled once")
    if len(cards) != real[0].size:
        yield Violation(Clause.DISH, f"{dishes[0]} needs {real[0].size} cards, not {len(cards)}")


def lay_unseen(state: State, action: LayUnseen) -> Why:
    """BM-3.7."""
    yield from may_lay_now(state, action.seat)
    if state.house.verify_on_declare != "trust":
        yield Violation(Clause.FACE_DOWN_STACK, "at this table a dish is shown before it is turned face down (verify_on_declare)")
    if action.count not in {cards[0].size for cards in state.box.dishes.values()}:
        yield Violation(Clause.DISH, f"no dish has {action.count} cards")
    if 0 <= action.seat < state.house.players:
        if action.count > state.in_hand(action.seat):
            yield Violation(Clause.DISH, f"{seat_name(action.seat)} holds {state.in_hand(action.seat)} cards, not {action.count}")
        has_refill = may_hold(state, action.seat, Special.FREE_REFILL)
        yield from _finished_before(state, has_refill or action.seat in {seat for seat, _ in state.swooped})
