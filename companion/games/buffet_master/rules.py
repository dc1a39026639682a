"""The rulebook as functions: what is refused and why, what an action leads to, where a game stands."""

from collections.abc import Callable

from companion.game import IllegalAction, Status, Violation
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
from companion.games.buffet_master.closing import clear, eat, open_dish, play_off, serve, show_hand
from companion.games.buffet_master.laying import lay, lay_unseen
from companion.games.buffet_master.moves import moved
from companion.games.buffet_master.pieces import Phase, State
from companion.games.buffet_master.refusals import (
    Why,
    bathroom,
    counted,
    done,
    dump,
    first,
    flip,
    fork,
    missed,
    swoop,
    take,
    tied_swoop,
    tray,
)
from companion.games.buffet_master.scoring import tied, winners


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every reason at once; empty for a legal action."""
    if isinstance(action, Turn):
        take, flip = action.steps
        return violations(state, take) or violations(moved(state, take), flip)
    found = tuple(_REFUSALS[type(action)](state, action))
    if not found and isinstance(action, Bathroom) and action.top:
        shuffled = moved(state, Bathroom(action.seat, action.pile))
        return violations(shuffled, Flip(((action.pile, action.top),)))
    return found


_REFUSALS: dict[type, Callable[..., Why]] = {
    First: first,
    Flip: flip,
    Take: take,
    Done: done,
    Swoop: swoop,
    Missed: missed,
    Tied: tied_swoop,
    Dump: dump,
    Tray: tray,
    Fork: fork,
    Bathroom: bathroom,
    Lay: lay,
    LayUnseen: lay_unseen,
    Counted: counted,
    Hand: show_hand,
    Open: open_dish,
    Eat: eat,
    Clear: clear,
    Serve: serve,
    PlayOff: play_off,
}


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises IllegalAction carrying every violation."""
    if found := violations(state, action):
        raise IllegalAction(action, found)
    return moved(state, action)


_PHASES = {
    Phase.OPENING: "turn up the first tops",
    Phase.START: "start of the turn",
    Phase.SHUFFLE: "a shuffled pile needs a new top",
    Phase.TAKE: "taking",
    Phase.END: "end of the turn",
    Phase.FLIP: "turn up the tops",
    Phase.COUNT: "count to five",
    Phase.SCORING: "fill the stomachs",
    Phase.PLAY_OFF: "tied: a play-off decides",
    Phase.OVER: "game over",
}


def status(state: State) -> Status:
    """Where a game stands."""
    everybody = tuple(range(state.house.players))
    match state.phase:
        case Phase.START | Phase.TAKE | Phase.END:
            to_act: tuple[int, ...] = (state.active,)
        case Phase.COUNT:
            to_act = everybody
        case Phase.SCORING:
            to_act = tuple(seat for seat, one in enumerate(state.served) if not (one and one.done))
        case Phase.PLAY_OFF:
            to_act = tied(state)
        case _:
            to_act = ()
    is_over = state.phase is Phase.OVER
    return Status(to_act, is_over, winners(state) if is_over else (), _PHASES[state.phase])
