"""The first half of a round: countdown, search, calls, sand (WB-4)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.game import Violation
from companion.games.word_buffet.actions import Call, Early, GlassDown, Go, Late, PlaceMarker, SandOut, TimeUp, TurnSand
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.pieces import Marker, Phase, Said, Sand, State, seat_text


def is_strict(state: State) -> bool:
    """Whether number, marker, glass and sand are each recorded, in the printed order."""
    return state.house.order_of_gestures == "strict"


def has_called(state: State, seat: int) -> bool:
    """Whether a player has said a number or stands on the chart."""
    return any(said.seat == seat for said in state.said) or any(marker.seat == seat for marker in state.chart)


def said_by(state: State, seat: int) -> Said | None:
    """A call whose gestures still go on."""
    return next((said for said in state.said if said.seat == seat), None)


def seat_faults(state: State, seat: int) -> Iterator[Violation]:
    """Nobody sits there."""
    if seat not in state.seats:
        yield Violation(Clause.RESERVE, f"there is no {seat_text(seat)}; {state.house.players} play")


def _not_searching(state: State) -> Iterator[Violation]:
    if state.phase is Phase.COUNTDOWN:
        yield Violation(Clause.COUNTDOWN, "the search begins at the end of the countdown 3, 2, 1")
    elif state.phase is not Phase.SEARCH:
        yield Violation(Clause.SEARCH_ENDS, f"nobody searches now; the table is at: {state.phase}")


def countdown_faults(state: State, action: Go | Early) -> Iterator[Violation]:
    """Why the countdown cannot end now, or nobody can be early."""
    if state.phase is not Phase.COUNTDOWN:
        why = "the board has no letters, foods or nests yet" if state.phase is Phase.SETUP else f"the table is at: {state.phase}"
        yield Violation(Clause.COUNTDOWN, f"no countdown goes on; {why}")
    if isinstance(action, Early):
        yield from seat_faults(state, action.seat)
        if state.house.early_search == "ignore":
            yield Violation(Clause.COUNTDOWN, "this table takes no note of early searching")
        if action.seat in state.early:
            yield Violation(Clause.COUNTDOWN, f"{seat_text(action.seat)} is noted as early already")


def call_faults(state: State, action: Call) -> Iterator[Violation]:
    """Why this number cannot be called, or not now."""
    yield from seat_faults(state, action.seat)
    yield from _not_searching(state)
    if has_called(state, action.seat):
        yield Violation(Clause.ANNOUNCE, f"{seat_text(action.seat)} has called already; the number stands")
    elif state.sand is Sand.OUT:
        yield Violation(Clause.NO_WORD_IN_TIME, "the sand is out; the marker goes to the row of 1 letter")
    if action.letters < state.house.min_word:
        yield Violation(Clause.ONE_CELL_ONCE, f"a word has {state.house.min_word} letters or more at this table, not {action.letters}")
    if action.letters > state.house.size**2 and not state.house.reuse_cell:
        yield Violation(Clause.ONE_CELL_ONCE, f"the board has {state.house.size**2} letters, not {action.letters}")
    if action.after_ms is not None:
        yield from _late_faults(state, action.after_ms)


def _late_faults(state: State, after_ms: int) -> Iterator[Violation]:
    limit_ms = state.house.sand_s * 1000 + state.house.grace_ms
    if state.sand is Sand.STANDS:
        yield Violation(Clause.LATE_CALL, "the hourglass has not been turned in this round")
    elif after_ms > limit_ms:
        grace = f" and {state.house.grace_ms} ms" if state.house.grace_ms else ""
        why = f"{after_ms / 1000:.1f} s after the sand was turned; it runs {state.house.sand_s} s{grace}"
        yield Violation(Clause.LATE_CALL, f"{why}, so the marker goes to the row of 1 letter")


def gesture_faults(state: State, action: PlaceMarker | GlassDown | TurnSand) -> Iterator[Violation]:
    """Why a gesture is not recorded, or out of order (option order_of_gestures)."""
    yield from seat_faults(state, action.seat)
    if not is_strict(state):
        yield Violation(Clause.ANNOUNCE, "at this table a call stands for marker, glass and sand")
        return
    yield from _not_searching(state)
    said = said_by(state, action.seat)
    if said is None:
        yield Violation(Clause.ANNOUNCE, f"{seat_text(action.seat)} says the number of letters first")
    elif isinstance(action, PlaceMarker):
        yield from _marker_faults(said, action)
    elif isinstance(action, GlassDown):
        yield from _glass_faults(said)
    else:
        yield from _sand_faults(state, said)


def _marker_faults(said: Said, action: PlaceMarker) -> Iterator[Violation]:
    if said.has_marker:
        yield Violation(Clause.MARKER_IN_ITS_ROW, f"the marker of {seat_text(said.seat)} is on the chart already")
    if action.row != said.letters:
        yield Violation(Clause.MARKER_IN_ITS_ROW, f"{seat_text(said.seat)} called {said.letters}; row {action.row} is another")


def _glass_faults(said: Said) -> Iterator[Violation]:
    if not said.has_marker:
        yield Violation(Clause.ANNOUNCE, "the marker goes to the chart before the glass is put down")
    if said.has_glass:
        yield Violation(Clause.ANNOUNCE, f"the glass of {seat_text(said.seat)} is down already")


def _sand_faults(state: State, said: Said) -> Iterator[Violation]:
    if said.seat != state.first:
        first = "nobody" if state.first is None else seat_text(state.first)
        yield Violation(Clause.ANNOUNCE, f"the first to call turns the hourglass: {first}, not {seat_text(said.seat)}")
    if not said.has_glass:
        yield Violation(Clause.ANNOUNCE, "the glass is put down before the hourglass is turned")


def sand_out_faults(state: State, action: SandOut | TimeUp) -> Iterator[Violation]:
    """Why the time is not over."""
    yield from _not_searching(state)
    if isinstance(action, SandOut):
        if state.sand is not Sand.RUNS:
            yield Violation(Clause.NO_WORD_IN_TIME, "the hourglass does not run; the first call turns it")
        return
    limit = state.house.open_search_limit_s
    if limit is None:
        yield Violation(Clause.LATE_CALL, "this table has no limit for a search without a call")
    elif action.after_s < limit:
        yield Violation(Clause.LATE_CALL, f"{action.after_s} s; the limit without a call is {limit} s")
    if state.first is not None or state.sand is Sand.OUT:
        yield Violation(Clause.LATE_CALL, "the limit holds only while nobody has called")


def late_faults(state: State, action: Late) -> Iterator[Violation]:
    """Why a marker does not go to the row of 1 letter."""
    yield from seat_faults(state, action.seat)
    yield from _not_searching(state)
    if has_called(state, action.seat):
        yield Violation(Clause.NO_WORD_IN_TIME, f"{seat_text(action.seat)} has called already")
    if state.sand is not Sand.OUT:
        yield Violation(Clause.NO_WORD_IN_TIME, "the row of 1 letter is for those without a word when the sand is out")


def go(state: State) -> State:
    """Everybody searches."""
    return replace(state, phase=Phase.SEARCH)


def early(state: State, action: Early) -> State:
    """Noted, for this round; it costs nothing."""
    return replace(state, early=(*state.early, action.seat))


def call(state: State, action: Call) -> State:
    """The number stands. Without strict gestures the marker lies in its row, and the first call has turned the sand."""
    first = action.seat if state.first is None else state.first
    if is_strict(state):
        return replace(state, first=first, said=(*state.said, Said(action.seat, action.letters, False, False)))
    marker = Marker(action.seat, action.letters, action.letters)
    sand = Sand.RUNS if state.sand is Sand.STANDS else state.sand
    return replace(state, first=first, sand=sand, chart=(*state.chart, marker))


def gesture(state: State, action: PlaceMarker | GlassDown | TurnSand) -> State:
    """One gesture more; the last of them completes the call."""
    said = next(said for said in state.said if said.seat == action.seat)
    chart, sand = state.chart, state.sand
    if isinstance(action, PlaceMarker):
        said, chart = said._replace(has_marker=True), (*chart, Marker(said.seat, said.letters, said.letters))
    elif isinstance(action, GlassDown):
        said = said._replace(has_glass=True)
    else:
        sand = Sand.RUNS
    is_done = said.has_glass and (said.seat != state.first or sand is not Sand.STANDS)
    going_on = tuple(said if old.seat == said.seat else old for old in state.said if old.seat != said.seat or not is_done)
    return replace(state, said=going_on, chart=chart, sand=sand)


def sand_out(state: State) -> State:
    """No more calls. The others stand in row 1, clockwise from the first caller, or put their markers there as they like (WB-4.9)."""
    out = replace(state, sand=Sand.OUT)
    if state.house.row1_order == "as_placed":
        return out
    begin = 0 if state.first is None else state.first
    clockwise = ((begin + i) % state.house.players for i in state.seats)
    return replace(out, chart=(*state.chart, *(Marker(seat, 1, 0) for seat in clockwise if not has_called(state, seat))))


def late(state: State, action: Late) -> State:
    """The marker stands at the right end of row 1."""
    return replace(state, chart=(*state.chart, Marker(action.seat, 1, 0)))


def is_search_over(state: State) -> bool:
    """Whether every marker is on the chart and every call complete (WB-4.10)."""
    return state.phase is Phase.SEARCH and len(state.chart) == state.house.players and not state.said
