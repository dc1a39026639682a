"""What pages and programs may know: hands and laid dishes are numbers until their owner has filled the stomach."""

from collections.abc import Callable
from urllib.parse import unquote

from companion.game import Json
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
from companion.games.buffet_master.hints import hints
from companion.games.buffet_master.moves import moved
from companion.games.buffet_master.pieces import BONUS, PILES, Box, Phase, Served, Special, State, seat_name
from companion.games.buffet_master.scoring import best_arrangement, dish_of, dish_points, grid_of, hand_points, is_full, shape_of, total


def show(state: State) -> dict[str, Json]:
    """What everybody at the table may know. During the game no content of a hand or of a stack is in it."""
    seats = range(state.house.players)
    piles: list[Json] = [_pile(state, number) for number in range(1, PILES + 1)]
    smallest = min(range(1, PILES + 1), key=state.left)
    return {
        "phase": state.phase.value,
        "active": state.active,
        "late": state.late,
        "piles": piles,
        "smallest": {"pile": smallest, "left": state.left(smallest)},
        "hands": [state.in_hand(seat) for seat in seats],
        "laid": [len(state.laid[seat]) for seat in seats],
        "open_dish": [_card(state.box, card) for card in state.shown],
        "taken": state.taken,
        "played": state.played or None,
        "count": _count(state),
        "clocks": [{"name": "count", "seconds": 5}] if state.phase is Phase.COUNT else [],
        "stomach": {"cells": state.house.cells, "grids": [list(grid) for grid in state.house.grids], "bonus": BONUS[state.house.players]},
        "hints": [{"text": text, "clauses": list(clauses)} for text, clauses in hints(state)],
        "stomachs": [_stomach(state, seat, served) if (served := state.served[seat]) else None for seat in seats],
    }


def _card(box: Box, card: str) -> dict[str, Json]:
    it = box.by_id[card]
    if it.special:
        return {"id": it.piece, "special": it.special, "name": it.called, "points": it.points}
    place: dict[str, Json] = {"dish": unquote(it.dish), "row": it.row, "col": it.col, "rows": it.rows, "cols": it.cols}
    return {"id": it.piece, "name": it.called, "points": it.points, **place}


def _pile(state: State, number: int) -> dict[str, Json]:
    top = state.tops[number - 1]
    return {"pile": number, "left": state.left(number), "top": _card(state.box, top) if top else None}


def _count(state: State) -> Json:
    if state.phase is not Phase.COUNT:
        return None
    is_timed = state.house.swoop_count_window == "seconds(5)"
    return {"to": 5, "seconds": 5 if is_timed else None}


def _stomach(state: State, seat: int, served: Served) -> dict[str, Json]:
    """A filled stomach with its dishes, and beside it the best arrangement that there was."""
    dishes = state.laid[seat]
    placed = {number: (row, col) for number, row, col in served.placed}
    found = best_arrangement(state, seat)
    mine = [_dish(state, seat, number, placed.get(number)) for number in range(1, len(dishes) + 1)]
    for number, dish in enumerate(mine, 1):
        dish["stashed"] = number in served.purse
    best: dict[str, Json] = {
        "total": found.value - hand_points(state.box, state.house, state.known_hand(seat)),
        "full": found.full,
        "rows": found.grid[0],
        "cols": found.grid[1],
        "dishes": [_dish(state, seat, index + 1, (row, col)) for index, row, col in found.placed],
    }
    rows, cols = grid_of(state, seat, served.placed) or state.house.grids[0]
    size: dict[str, Json] = {"rows": rows, "cols": cols, "full": is_full(state, seat, served), "done": served.done}
    hand: list[Json] = [_card(state.box, card) for card in state.known_hand(seat)]
    return {**size, "total": total(state, seat), "dishes": list[Json](mine), "hand": hand, "best": best if served.done else None}


def _dish(state: State, seat: int, number: int, at: tuple[int, int] | None) -> dict[str, Json]:
    laid = state.laid[seat][number - 1]
    rows, cols = shape_of(state.box, laid)
    place: Json = list(at) if at else None
    points = dish_points(state.box, laid)
    return {"number": number, "dish": unquote(dish_of(state.box, laid.cards)), "rows": rows, "cols": cols, "points": points, "at": place}


def tell(state: State, action: Action) -> str:
    """An action as a sentence without its subject; `state` is the one before."""
    return _TELL[type(action)](state, action)


def _called(state: State, card: str | None) -> str:
    it = state.box.by_id.get(card or "")
    return it.called if it else "a card"


def _top(state: State, number: int) -> str:
    return _called(state, state.tops[number - 1]) if 1 <= number <= PILES else "a card"


def _tops(state: State, tops: tuple[tuple[int, str], ...]) -> str:
    return ", ".join(f"{_called(state, card)} on pile {number}" for number, card in tops) or "none"


def _picks(state: State, piles: tuple[int, ...]) -> str:
    return f"took {' and '.join(_top(state, number) for number in piles)}."


def _last(state: State, piles: tuple[int, ...]) -> str:
    ends = any(1 <= number <= PILES and state.left(number) == 1 for number in piles)
    return " That was the last card of a pile: the game ends, count to five." if ends else ""


def _tell_take(state: State, action: Take) -> str:
    return _picks(state, action.piles) + _last(state, action.piles)


def _tell_turn(state: State, action: Turn) -> str:
    return f"{_picks(state, action.piles)} New tops: {_tops(state, action.tops)}."


def _tell_swoop(state: State, action: Swoop) -> str:
    return f"swooped {_top(state, action.pile)} from pile {action.pile}."


def _tell_missed(state: State, action: Missed) -> str:
    kept = "keeps" if state.house.failed_swoop == "keep" else "loses"
    return f"was too late to swoop at pile {action.pile} and {kept} the Swoop."


def _tell_tied(state: State, action: Tied) -> str:
    won = "and was given it" if state.house.swoop_contest == "swooper_wins_ties" else f"and {seat_name(state.active)} was given it"
    return f"touched {_top(state, action.pile)} together with {seat_name(state.active)} {won}."


def _tell_dump(state: State, action: Dump) -> str:
    what = f"cards of {unquote(action.dish)}" if action.dish else "cards of one dish"
    return f"dumped {action.count} {what} on pile {action.pile}."


def _tell_tray(state: State, action: Tray) -> str:
    return f"gave {_top(state, action.pile)} to {seat_name(action.to)} with a Fresh Tray on pile {action.pile}."


def _tell_bathroom(state: State, action: Bathroom) -> str:
    top = f" Its new top: {_called(state, action.top)}." if action.top else ""
    return f"shuffled {state.in_hand(action.seat)} cards into pile {action.pile} (Bathroom).{top}"


def _tell_lay(state: State, action: Lay) -> str:
    refills = sum(state.box.is_special(card, Special.FREE_REFILL) for card in action.cards)
    helped = {0: "", 1: " with a Free Refill"}.get(refills, f" with {refills} Free Refills")
    return f"laid {_dish_called(state, action.cards)}{helped}."


def _dish_called(state: State, cards: tuple[str, ...]) -> str:
    return unquote(dish_of(state.box, [card for card in cards if card in state.box.by_id])) or "a dish"


def _tell_eat(state: State, action: Eat) -> str:
    purse = f", {len(action.purse)} in the Purse" if action.purse else ""
    return f"ate {len(action.placed)} of {len(state.laid[action.seat])} dishes{purse}."


def _tell_serve(state: State, action: Serve) -> str:
    served = state.served[action.seat] or Served()
    return f"served {len(served.placed)} of {len(state.laid[action.seat])} dishes: {total(moved(state, action), action.seat)} points."


_TELL: dict[type, Callable[..., str]] = {
    First: lambda state, action: f"{seat_name(action.first)} last ate at a buffet and starts.",
    Flip: lambda state, action: f"New tops: {_tops(state, action.tops)}.",
    Take: _tell_take,
    Done: lambda state, action: "finished taking.",
    Turn: _tell_turn,
    Swoop: _tell_swoop,
    Missed: _tell_missed,
    Tied: _tell_tied,
    Dump: _tell_dump,
    Tray: _tell_tray,
    Fork: lambda state, action: f"took a card from the hand of {seat_name(action.target)} and left the Fork there.",
    Bathroom: _tell_bathroom,
    Lay: _tell_lay,
    LayUnseen: lambda state, action: f"laid a dish of {action.count} cards face down.",
    Counted: lambda state, action: "Five. Now fill the stomachs.",
    Hand: lambda state, action: f"showed {len(action.cards)} cards of the hand.",
    Open: lambda state, action: f"opened {_dish_called(state, action.cards)}.",
    Eat: _tell_eat,
    Clear: lambda state, action: "cleared the stomach to fill it anew.",
    Serve: _tell_serve,
    PlayOff: lambda state, action: f"{seat_name(action.winner)} won the play-off.",
}


_OPEN = (First, Take, Done, Counted, Eat, Clear, Serve, PlayOff)
"""Legal or not by what lies open alone. Everything else hangs on what somebody holds."""


def in_general(state: State, action: Action) -> str | None:
    """New tops are offered pile by pile; what a hand would allow is not said: others remember less well than we do."""
    if isinstance(action, _OPEN):
        return None
    if isinstance(action, Flip):
        return f"turned up the top of pile {action.tops[0][0]}." if action.tops else _TELL[Flip](state, action)
    return ""
