"""What an action does to a state. It is not asked here whether the action is allowed."""

from collections.abc import Callable, Iterable
from dataclasses import replace

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
    Turn,
)
from companion.games.buffet_master.hidden import (
    Hidden,
    certain_at,
    moved_all,
    moved_kind,
    moved_some,
    with_cards,
    without,
)
from companion.games.buffet_master.pieces import ASIDE, Laid, Phase, Placed, Served, Special, State, hand, pile, stack
from companion.games.buffet_master.scoring import tied


def moved(state: State, action: Action) -> State:
    """The state after a legal action."""
    return _MOVES[type(action)](replace(state, shown=()) if state.shown else state, action)


def leave(hidden: Hidden, place: str, cards: Iterable[str]) -> Hidden:
    """These cards leave a place where they are known to be possible."""
    left = without(hidden, place, cards)
    assert left is not None, f"{tuple(cards)} cannot leave {place}"
    return left


def with_top(state: State, number: int, card: str | None) -> tuple[str | None, ...]:
    """The tops with another one on pile `number`."""
    return (*state.tops[: number - 1], card, *state.tops[number:])


def doubtful(state: State, seat: int) -> Hidden:
    """What is hidden without the cards that this player surely holds."""
    return tuple(p for p in state.hidden if not (p.is_certain and p.at(hand(seat))))


def _first(state: State, action: First) -> State:
    return replace(state, active=action.first)


def _take(state: State, action: Take) -> State:
    for number in action.piles:
        hidden = with_cards(state.hidden, hand(action.seat), [str(state.tops[number - 1])])
        state = replace(state, hidden=hidden, tops=with_top(state, number, None), taken=state.taken + 1, late=None)
    ends = state.has_empty_pile and not state.house.finish_picks
    return replace(state, phase=Phase.COUNT if ends else Phase.TAKE)


def _done(state: State, action: Done) -> State:
    return replace(state, phase=Phase.COUNT if state.has_empty_pile else Phase.END)


def _flip(state: State, action: Flip) -> State:
    hidden, tops = state.hidden, list(state.tops)
    for number, card in action.tops:
        hidden = leave(hidden, pile(number), [card])
        tops[number - 1] = card
    state = replace(state, hidden=hidden, tops=tuple(tops))
    unfinished = bool(state.face_down)
    match state.phase:
        case Phase.OPENING:
            return state if unfinished else replace(state, phase=Phase.START)
        case Phase.SHUFFLE:
            return replace(state, phase=Phase.TAKE)
        case _:
            return replace(state, phase=Phase.FLIP) if unfinished else _next_turn(state)


def _next_turn(state: State) -> State:
    after = (state.active + 1) % state.house.players
    return replace(state, phase=Phase.START, active=after, taken=0, played="", late=state.active)


def _turn(state: State, action: Turn) -> State:
    take, flip = action.steps
    return _flip(_take(state, take), flip)


def _swoop(state: State, action: Swoop) -> State:
    card = str(state.tops[action.pile - 1])
    swoop = state.box.specials[Special.SWOOP]
    hidden = with_cards(leave(state.hidden, hand(action.seat), [swoop]), hand(action.seat), [card])
    swooped = (*state.swooped, (action.seat, card)) if state.phase is Phase.COUNT else state.swooped
    return _begun(replace(state, hidden=hidden, tops=with_top(state, action.pile, swoop), swooped=swooped), action.seat)


def _begun(state: State, seat: int) -> State:
    """Whatever the active player does first, it is too late for the Bathroom, and for the player before to lay dishes."""
    return replace(state, phase=Phase.TAKE, late=None) if state.phase is Phase.START and seat == state.active else state


def _missed(state: State, action: Missed) -> State:
    if state.house.failed_swoop == "keep":
        return state
    swoop = [state.box.specials[Special.SWOOP]]
    return _begun(replace(state, hidden=with_cards(leave(state.hidden, hand(action.seat), swoop), ASIDE, swoop)), action.seat)


def _tied(state: State, action: Tied) -> State:
    if state.house.swoop_contest == "swooper_wins_ties":
        return _swoop(state, Swoop(action.seat, action.pile))
    return _take(_missed(state, Missed(action.seat, action.pile)), Take(state.active, (action.pile,)))


def _dump(state: State, action: Dump) -> State:
    dump = state.box.specials[Special.DUMP]
    hidden, mine, there = leave(state.hidden, hand(action.seat), [dump]), hand(action.seat), pile(action.pile)
    if action.dish:
        hidden = moved_kind(hidden, mine, there, state.box.kinds[action.dish], action.count)
    else:
        hidden = moved_some(hidden, mine, there, action.count)
    return replace(state, hidden=hidden, tops=with_top(state, action.pile, dump), played=Special.DUMP, phase=Phase.END)


def _tray(state: State, action: Tray) -> State:
    tray, given = state.box.specials[Special.FRESH_TRAY], str(state.tops[action.pile - 1])
    hidden = with_cards(leave(state.hidden, hand(action.seat), [tray]), hand(action.to), [given])
    return replace(state, hidden=hidden, tops=with_top(state, action.pile, tray), played=Special.FRESH_TRAY, phase=Phase.END)


def _fork(state: State, action: Fork) -> State:
    fork = [state.box.specials[Special.FORK]]
    hidden = moved_some(leave(state.hidden, hand(action.seat), fork), hand(action.target), hand(action.seat), 1)
    return replace(state, hidden=with_cards(hidden, hand(action.target), fork), played=Special.FORK, phase=Phase.END)


def _bathroom(state: State, action: Bathroom) -> State:
    mine, there = hand(action.seat), pile(action.pile)
    bathroom, top = [state.box.specials[Special.BATHROOM]], state.tops[action.pile - 1]
    # It was shown, so everybody knows that it is in the pile, and that the former top is.
    known = with_cards(leave(state.hidden, mine, bathroom), there, bathroom + ([top] if top else []))
    hidden = moved_all(known, mine, there)
    state = replace(state, hidden=hidden, tops=with_top(state, action.pile, None), phase=Phase.SHUFFLE, late=None)
    return _flip(state, Flip(((action.pile, action.top),))) if action.top else state


def _lay(state: State, action: Lay) -> State:
    hidden = leave(state.hidden, hand(action.seat), action.cards)
    laid = Laid(tuple(sorted(action.cards)), len(action.cards))
    return _begun(replace(_with_dish(state, action.seat, laid), hidden=hidden, shown=laid.cards), action.seat)


def _lay_unseen(state: State, action: LayUnseen) -> State:
    hidden = moved_some(state.hidden, hand(action.seat), stack(action.seat), action.count)
    return _begun(replace(_with_dish(state, action.seat, Laid((), action.count)), hidden=hidden), action.seat)


def _with_dish(state: State, seat: int, dish: Laid) -> State:
    return replace(state, laid=(*state.laid[:seat], (*state.laid[seat], dish), *state.laid[seat + 1 :]))


def _counted(state: State, action: Counted) -> State:
    return replace(state, phase=Phase.SCORING)


def _hand(state: State, action: Hand) -> State:
    mine = hand(action.seat)
    known = (*certain_at(state.hidden, mine), *action.cards)
    return replace(state, hidden=with_cards(leave(doubtful(state, action.seat), mine, action.cards), mine, known))


def _open(state: State, action: Open) -> State:
    dishes = list(state.laid[action.seat])
    at = next(n for n, dish in enumerate(dishes) if not dish.cards and dish.size == len(action.cards))
    dishes[at] = Laid(tuple(sorted(action.cards)), len(action.cards))
    hidden = leave(state.hidden, stack(action.seat), action.cards)
    return replace(state, hidden=hidden, laid=(*state.laid[: action.seat], tuple(dishes), *state.laid[action.seat + 1 :]))


def _eat(state: State, action: Eat) -> State:
    before = state.served[action.seat] or Served()
    placed, purse = (*before.placed, *action.placed), (*before.purse, *action.purse)
    return _with_served(state, action.seat, plan(state.laid[action.seat], placed, purse), action.seat)


def plan(dishes: tuple[Laid, ...], placed: Iterable[Placed], purse: Iterable[int]) -> Served:
    """An arrangement as it is written: from its corner; of dishes alike, the first ones eaten, the next in the purse."""
    cells, stashed = at_corner(placed), sorted(purse)
    alike: dict[Laid, list[int]] = {}
    for number, dish in enumerate(dishes, 1):
        alike.setdefault(dish, []).append(number)
    free = {dish: iter(numbers) for dish, numbers in alike.items()}
    eaten = [(next(free[dishes[number - 1]]), row, col) for number, row, col in sorted(cells, key=lambda one: one[1:])]
    return Served(tuple(sorted(eaten)), tuple(sorted(next(free[dishes[number - 1]]) for number in stashed)))


def at_corner(placed: Iterable[Placed]) -> tuple[Placed, ...]:
    """The same arrangement, counted from its own top left corner."""
    dishes = sorted(placed)
    top, left = min((row for _, row, _ in dishes), default=0), min((col for _, _, col in dishes), default=0)
    return tuple((number, row - top, col - left) for number, row, col in dishes)


def _with_served(state: State, seat: int, served: Served | None, eating: int | None) -> State:
    return replace(state, served=(*state.served[:seat], served, *state.served[seat + 1 :]), eating=eating)


def _clear(state: State, action: Clear) -> State:
    return _with_served(state, action.seat, None, None if state.eating == action.seat else state.eating)


def _serve(state: State, action: Serve) -> State:
    served = replace(state.served[action.seat] or Served(), done=True)
    state = _with_served(state, action.seat, served, state.eating)
    if not all(one and one.done for one in state.served):
        return state
    needs_play_off = state.house.tie == "play_off" and len(tied(state)) > 1
    return replace(state, phase=Phase.PLAY_OFF if needs_play_off else Phase.OVER)


def _play_off(state: State, action: PlayOff) -> State:
    return replace(state, winner=action.winner, phase=Phase.OVER)


_MOVES: dict[type, Callable[..., State]] = {
    First: _first,
    Flip: _flip,
    Take: _take,
    Done: _done,
    Turn: _turn,
    Swoop: _swoop,
    Missed: _missed,
    Tied: _tied,
    Dump: _dump,
    Tray: _tray,
    Fork: _fork,
    Bathroom: _bathroom,
    Lay: _lay,
    LayUnseen: _lay_unseen,
    Counted: _counted,
    Hand: _hand,
    Open: _open,
    Eat: _eat,
    Clear: _clear,
    Serve: _serve,
    PlayOff: _play_off,
}
