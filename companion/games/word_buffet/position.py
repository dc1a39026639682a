"""A position from its line of text; one that no game can reach is refused with every fault at once."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from companion.game import Pack, Setup
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.house import House
from companion.games.word_buffet.notation import Cursor
from companion.games.word_buffet.opening import food_faults, letter_faults, nest_faults
from companion.games.word_buffet.pieces import Ant, Cell, Found, Marker, Path, Phase, Said, Sand, Shown, State, around, seat_text
from companion.games.word_buffet.rules import initial
from companion.notation import Fault, refuse_impossible


def parse_state(pack: Pack, setup: Setup, text: str) -> State:
    """Inverse of str(state). Raises TextError with the column of what is not understood, or ImpossibleError with every fault."""
    cursor = Cursor(text)
    state = _read(cursor, initial(pack, setup).house)
    refuse_impossible(text, cursor.columns, ((name, f"{name}: {why}") for name, why in faults(state)))
    return state


def _read(cursor: Cursor, house: House) -> State:
    """The parts in their fixed order."""

    def part(name: str) -> Cursor:
        cursor.key(name)
        return cursor

    state = State(
        house,
        phase=Phase(part("phase").take("|".join(Phase), f"one of {', '.join(Phase)}")),
        round=part("round").number(),
        letters=part("letters").several(cursor.row_of_letters, "/"),
        foods=part("foods").several(cursor.food),
        nests=part("nests").several(cursor.nest),
        ants=part("ants").several(lambda: _ant(cursor)),
        sand=Sand(part("sand").take("|".join(Sand), f"one of {', '.join(Sand)}")),
        first=part("first").maybe(cursor.seat),
        said=part("said").several(lambda: _said(cursor)),
        chart=part("chart").several(lambda: _marker(cursor)),
        shown=part("shown").maybe(lambda: _shown(cursor)),
        votes=part("votes").several(lambda: (cursor.seat(), cursor.take(r"[+-]", "+ or -") == "+")),
        found=part("found").several(lambda: _found(cursor)),
        early=part("early").several(cursor.seat),
        trigger=part("trigger").maybe(cursor.seat),
    )
    cursor.end()
    return state


def _dot(cursor: Cursor) -> Cursor:
    cursor.take(r"\.", "a dot")
    return cursor


def _ant(cursor: Cursor) -> Ant:
    seat, cell, number = cursor.seat(), _dot(cursor).cell(), _dot(cursor).number()
    return Ant(cell, seat, cursor.has(r"\*"), number)


def _said(cursor: Cursor) -> Said:
    seat, letters = cursor.seat(), _dot(cursor).number()
    return Said(seat, letters, cursor.has("m"), cursor.has("g"))


def _marker(cursor: Cursor) -> Marker:
    return Marker(cursor.seat(), _dot(cursor).number(), _dot(cursor).number(), cursor.has("b"))


def _shown(cursor: Cursor) -> Shown:
    word, path = cursor.take("[A-Z]+", "a word, A-Z"), _dot(cursor).path()
    return Shown(word, path, cursor.has(r"\.acronym"))


def _found(cursor: Cursor) -> Found:
    number, seat = cursor.number(), _dot(cursor).seat()
    return Found(number, seat, _dot(cursor).take("[A-Z]+", "a word, A-Z"), _dot(cursor).path())


def faults(state: State) -> Iterator[Fault]:
    """Everything that no game can lead to."""
    yield from _board_faults(state)
    yield from _seat_faults(state)
    yield from _ant_faults(state)
    yield from _search_faults(state)
    yield from _marking_faults(state)
    if state.round < 1 or (state.phase is Phase.SETUP and state.round > 1):
        yield "round", f"round {state.round}; rounds are counted from 1, and the board is laid before it"
    if state.phase is Phase.OVER and state.trigger is None:
        yield "trigger", f"the game is over and nobody brought its end about ({Clause.TRIGGER})"
    if state.trigger is not None and not any(ant.seat == state.trigger and ant.is_special for ant in state.ants):
        yield "trigger", f"{seat_text(state.trigger)} has no special ant on the board ({Clause.TRIGGER})"


def _board_faults(state: State) -> Iterator[Fault]:
    house = state.house
    if state.letters:
        yield from (("letters", violation.why) for violation in letter_faults(house, state.letters))
    if state.foods:
        yield from (("foods", violation.why) for violation in food_faults(house, state.foods))
    if state.nests:
        yield from (("nests", violation.why) for violation in nest_faults(house, state.nests))
    missing = [name for name in ("letters", "foods", "nests") if not getattr(state, name)]
    if state.phase is Phase.SETUP and not missing:
        yield "phase", "the board is laid; the countdown comes next"
    if state.phase is not Phase.SETUP:
        yield from ((name, "missing; the board is laid before the first countdown") for name in missing)


def _seat_faults(state: State) -> Iterator[Fault]:
    """Every part that names a player who is not there."""
    named = {
        "ants": [ant.seat for ant in state.ants],
        "first": [] if state.first is None else [state.first],
        "said": [said.seat for said in state.said],
        "chart": [marker.seat for marker in state.chart],
        "votes": [seat for seat, _ in state.votes],
        "found": [found.seat for found in state.found],
        "early": list(state.early),
        "trigger": [] if state.trigger is None else [state.trigger],
    }
    for name, seats in named.items():
        for seat in sorted({seat for seat in seats if seat not in state.seats}):
            yield name, f"there is no {seat_text(seat)}; {state.house.players} play"
        if name in ("said", "chart", "votes", "early") and len(set(seats)) != len(seats):
            yield name, "a player is named twice"


def _ant_faults(state: State) -> Iterator[Fault]:
    for cell, number in sorted(Counter(ant.cell for ant in state.ants).items()):
        if number > 1:
            yield "ants", f"{number} tokens on {cell} ({Clause.NO_STACKING})"
        yield from (("ants", why) for why in _cell_faults(state, cell))
    newest = state.round - (state.phase in (Phase.SETUP, Phase.COUNTDOWN, Phase.SEARCH))
    if rounds := {ant.round for ant in state.ants if not 1 <= ant.round <= newest}:
        yield "ants", f"placed in round {max(rounds)}; tokens have been placed in {newest} rounds"
    for seat in state.seats:
        left, specials = state.ants_left(seat), state.specials_left(seat)
        if left < 0 or specials < 0:
            placed = f"{state.house.ants - left} ants and {state.house.specials - specials} specials"
            yield "ants", f"{seat_text(seat)} has {placed} on the board of {state.house.ants} and {state.house.specials} ({Clause.RESERVE})"
        elif left and specials < state.house.specials:
            yield "ants", f"{seat_text(seat)} has a special ant on the board and {left} normal ones left ({Clause.ANTS_BEFORE_SPECIALS})"


def _cell_faults(state: State, cell: Cell) -> Iterator[str]:
    if not state.is_on_board(cell):
        yield f"{cell} is not on the board"
    elif state.is_food(cell):
        yield f"a token lies on the food at {cell}"


def _search_faults(state: State) -> Iterator[Fault]:
    is_round_open = state.phase in (Phase.SETUP, Phase.COUNTDOWN, Phase.OVER)
    if is_round_open and state.chart:
        yield "chart", f"markers lie on the chart and the table is at: {state.phase} ({Clause.ROUND_ENDS})"
    if state.phase is Phase.SEARCH and any(marker.is_back for marker in state.chart):
        yield "chart", f"a marker is back with its player in the search ({Clause.CHECK_ORDER})"
    if state.said and (state.phase is not Phase.SEARCH or state.house.order_of_gestures != "strict"):
        yield "said", f"gestures go on only in the search, and where they are taken in their order ({Clause.ANNOUNCE})"
    if state.phase in (Phase.SETUP, Phase.COUNTDOWN) and (state.sand is not Sand.STANDS or state.first is not None):
        yield "sand", f"the hourglass stands until somebody calls ({Clause.ANNOUNCE})"
    if state.phase is Phase.SEARCH:
        yield from _calls_faults(state)
    for marker in state.chart:
        if marker.row < 1 or (marker.called and marker.called != marker.row) or (not marker.called and marker.row != 1):
            yield "chart", f"{seat_text(marker.seat)} called {marker.called} and stands in row {marker.row} ({Clause.MARKER_IN_ITS_ROW})"
    for said in state.said:
        on_chart = any(marker.seat == said.seat for marker in state.chart)
        if on_chart != said.has_marker or (said.has_glass and not said.has_marker):
            yield "said", f"the gestures of {seat_text(said.seat)} do not fit the chart ({Clause.ANNOUNCE})"


def _calls_faults(state: State) -> Iterator[Fault]:
    called = {said.seat for said in state.said} | {marker.seat for marker in state.chart if marker.called}
    if (state.first is None) != (not called) or (state.first is not None and state.first not in called):
        yield "first", f"the first to call is one of those who called ({Clause.ANNOUNCE})"
    if state.sand is Sand.STANDS and called and state.house.order_of_gestures == "any":
        yield "sand", f"somebody called, so the sand was turned ({Clause.ANNOUNCE})"
    if state.sand is Sand.RUNS and not called:
        yield "sand", f"nobody called, so nobody turned the sand ({Clause.ANNOUNCE})"
    if state.sand is not Sand.OUT and any(not marker.called for marker in state.chart):
        yield "chart", f"somebody is late and the sand is not out ({Clause.NO_WORD_IN_TIME})"
    if len(state.chart) == state.house.players and not state.said:
        yield "phase", f"every marker is on the chart, so the search is over ({Clause.SEARCH_ENDS})"


def _marking_faults(state: State) -> Iterator[Fault]:
    marking = (Phase.MARK, Phase.VOTE, Phase.COVER, Phase.SINGLE)
    absent = set(state.seats) - {marker.seat for marker in state.chart}
    if state.phase in marking and absent:
        names = ", ".join(map(seat_text, sorted(absent)))
        yield "chart", f"words are checked and no marker of {names} was on the chart ({Clause.SEARCH_ENDS})"
    if state.phase in marking and not state.queue:
        yield "chart", f"nobody is left to be checked ({Clause.CHECK_ORDER})"
    elif state.phase in (Phase.MARK, Phase.VOTE, Phase.COVER) and not state.queue[0].called:
        yield "phase", f"{seat_text(state.queue[0].seat)} is next and has no word ({Clause.CHECK_ORDER})"
    if (state.shown is not None) != (state.phase in (Phase.VOTE, Phase.COVER)):
        yield "shown", f"a word is shown while the table judges it and while it is covered ({Clause.SAY_THE_WORD})"
    if state.votes and state.phase is not Phase.VOTE:
        yield "votes", f"no word is being voted on ({Clause.MOST_KNOW_IT})"
    if state.shown is not None:
        yield from (("shown", why) for why in _path_faults(state, state.shown.word, state.shown.path))
    for found in state.found:
        yield from (("found", why) for why in _path_faults(state, found.word, found.path))
        if not 1 <= found.round <= state.round:
            yield "found", f"{found.word} of round {found.round}; this is round {state.round}"


def _path_faults(state: State, word: str, path: Path) -> Iterator[str]:
    if len(word) != len(path):
        yield f"{word} has {len(word)} letters and {len(path)} are shown ({Clause.ADJACENT_LETTERS})"
    if not all(map(state.is_on_board, path)):
        yield f"{word} is not all on the board ({Clause.ADJACENT_LETTERS})"
    for one, other in pairwise(path):
        if other not in set(around(one)):
            yield f"{word} goes through the air from {one} to {other} ({Clause.ADJACENT_LETTERS})"
