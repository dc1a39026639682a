"""The second half of a round: words are checked in order and covered with ants; single tokens; the round's end (WB-5 to WB-8.1)."""

from collections.abc import Iterator
from dataclasses import replace

from companion.game import Violation
from companion.games.word_buffet.actions import Cover, Fail, NoSpace, SayWord, Single
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.pieces import Ant, Cell, Found, Marker, Path, Phase, Sand, Shown, State, around, seat_text, touches
from companion.games.word_buffet.searching import seat_faults
from companion.games.word_buffet.spelling import covered_faults, length_faults, path_faults, start_faults


def current(state: State) -> Marker | None:
    """The marker of the player who is being checked or places a token (WB-5.1); None outside the marking."""
    if state.phase in (Phase.MARK, Phase.VOTE, Phase.COVER, Phase.SINGLE):
        return state.queue[0]
    return None


def turn_faults(state: State, seat: int, *wanted: Phase) -> Iterator[Violation]:
    """It is not this player's turn for this."""
    yield from seat_faults(state, seat)
    marker = current(state)
    if marker is not None and seat in state.seats and all(waiting.seat != seat for waiting in state.queue):
        yield Violation(Clause.ONE_WORD_A_ROUND, f"{seat_text(seat)} has placed in this round already")
    elif state.phase not in wanted:
        yield Violation(Clause.CHECK_ORDER, f"not now; the table is at: {state.phase}")
    elif marker is not None and marker.seat != seat:
        yield Violation(Clause.CHECK_ORDER, f"{seat_text(marker.seat)} is next, in row {marker.row}")


def say_faults(state: State, action: SayWord) -> Iterator[Violation]:
    """Why the word shown does not hold, whatever it means."""
    if found := tuple(turn_faults(state, action.seat, Phase.MARK)):
        yield from found
        return
    yield from path_faults(state, action.word, action.path)
    yield from length_faults(state, action.word, state.queue[0].called)
    if all(map(state.is_on_board, action.path)):
        yield from start_faults(state, action.seat, action.path[0])
        yield from covered_faults(state, action.seat, action.path)


def say(state: State, action: SayWord) -> State:
    """The table judges it; a word shorter than called, where that is allowed, first moves to its own row (length_mismatch)."""
    marker = state.queue[0]
    if len(action.word) < marker.called:
        return next_up(_move_marker(state, Marker(marker.seat, len(action.word), len(action.word))))
    return replace(state, phase=Phase.VOTE, shown=Shown(action.word, action.path, action.is_acronym))


def _move_marker(state: State, marker: Marker) -> State:
    """To the right of those already in its new row."""
    return replace(state, chart=(*(old for old in state.chart if old.seat != marker.seat), marker))


def fail_faults(state: State, action: Fail) -> Iterator[Violation]:
    """A word can fail while it is being checked."""
    yield from turn_faults(state, action.seat, Phase.MARK, Phase.VOTE)
    marker = next((marker for marker in state.queue if marker.seat == action.seat), None)
    if marker is not None and state.phase is not Phase.SEARCH and not marker.called:
        yield Violation(Clause.INVALID_TO_ROW_1, f"{seat_text(action.seat)} has no word and stands in the row of 1 letter already")


def fail(state: State) -> State:
    """The marker goes to the right end of row 1; the next player is checked (WB-5.4)."""
    return next_up(_move_marker(state, Marker(state.queue[0].seat, 1, 0)))


def accept(state: State, shown: Shown) -> State:
    """The word holds: its free letters are to be covered; one without any places a single token, or nothing (WB-6.6)."""
    seat = state.queue[0].seat
    held = replace(state, found=(*state.found, Found(state.round, seat, shown.word, shown.path)))
    if free_cells(state, shown.path):
        return replace(held, phase=Phase.COVER, votes=())
    if state.house.zero_token_word == "nothing":
        return _done(held)
    return replace(held, phase=Phase.SINGLE, shown=None, votes=())


def free_cells(state: State, path: Path) -> Path:
    """The letters of a word that no token covers, each once, in order (WB-6.3)."""
    covered = state.covered
    return tuple(dict.fromkeys(cell for cell in path if cell not in covered))


def tokens_for(state: State, seat: int, wanted: int) -> tuple[int, int]:
    """How many normal and special ants go on so many letters: normal ones first (WB-5.3), no more than there are (WB-6.8)."""
    ants = min(wanted, state.ants_left(seat))
    return ants, min(wanted - ants, state.specials_left(seat))


def cover_faults(state: State, action: Cover) -> Iterator[Violation]:
    """Why the word is not covered so."""
    found = tuple(turn_faults(state, action.seat, Phase.COVER))
    shown = state.shown
    if found or shown is None:
        yield from found
        return
    free, covered = free_cells(state, shown.path), state.covered
    ants, specials = tokens_for(state, action.seat, len(free))
    for cell in action.cells:
        if cell not in shown.path:
            yield Violation(Clause.ALL_FREE, f"{cell} is no letter of {shown.word}")
        elif cell in covered:
            yield Violation(Clause.NO_STACKING, f"a token of {seat_text(covered[cell].seat)} is on {cell} already")
    if len(set(action.cells)) != len(action.cells):
        yield Violation(Clause.NO_STACKING, "two tokens on one letter")
    yield from _count_faults(state, action, free, ants + specials)
    yield from _special_faults(action, ants, specials)


def _count_faults(state: State, action: Cover, free: Path, tokens: int) -> Iterator[Violation]:
    if len(action.cells) != tokens:
        clause = Clause.ALL_FREE if tokens == len(free) else Clause.SHORT_RESERVE
        yield Violation(clause, f"{len(action.cells)} tokens placed; {len(free)} letters are free, {tokens} tokens go on them")
    elif tokens < len(free) and state.house.short_reserve == "from_start" and set(action.cells) != set(free[:tokens]):
        names = ", ".join(map(str, free[:tokens]))
        yield Violation(Clause.SHORT_RESERVE, f"with {tokens} tokens for {len(free)} letters the first ones are covered: {names}")


def _special_faults(action: Cover, ants: int, specials: int) -> Iterator[Violation]:
    if not action.specials <= set(action.cells):
        yield Violation(Clause.ALL_FREE, "a special ant goes on a letter that is covered")
    if len(action.specials) != specials:
        why = f"{len(action.specials)} special ants; {ants} normal ants come first, then {specials} special ones"
        yield Violation(Clause.ANTS_BEFORE_SPECIALS, why)


def cover(state: State, action: Cover) -> State:
    """The tokens lie; a special among them brings the end (WB-8.1)."""
    ants = tuple(Ant(cell, action.seat, cell in action.specials, state.round) for cell in action.cells)
    trigger = action.seat if action.specials and state.trigger is None else state.trigger
    return _done(replace(state, ants=state.ants + ants, trigger=trigger))


def open_spaces(state: State, seat: int) -> list[Cell]:
    """Every space that may take a player's single token, row by row (WB-6.4, WB-6.5): those without `space_faults`, at once."""
    closed = {ant.cell for ant in state.ants}.union(*(state.front(rival) for rival in state.seats if rival != seat))
    own = [ant.cell for ant in state.ants if ant.seat == seat]
    near = [ant.cell for ant in state.ants] if state.house.adjacent_to == "any_player" else own
    tiles = {state.tile_of(cell) for cell in own}
    reach = {step for cell in near for step in around(cell)} | state.front(seat)
    return [
        cell for cell in state.cells if (cell in reach or state.tile_of(cell) in tiles) and cell not in closed and not state.is_food(cell)
    ]


def space_faults(state: State, seat: int, cell: Cell) -> Iterator[Violation]:
    """Why a single token may not lie there."""
    if not state.is_on_board(cell):
        yield Violation(Clause.SINGLE_TOKEN, f"{cell} is not on the board")
        return
    if any(ant.cell == cell for ant in state.ants):
        yield Violation(Clause.NO_STACKING, f"{cell} is covered already")
    if state.is_food(cell):
        yield Violation(Clause.NEVER_ON_FOOD_OR_RIVAL_NEST, f"{cell} is food")
    for rival in state.seats:
        if rival != seat and cell in state.front(rival):
            yield Violation(Clause.NEVER_ON_FOOD_OR_RIVAL_NEST, f"{cell} is in front of the nest of {seat_text(rival)}")
    if not _is_within_reach(state, seat, cell):
        whose = "an own ant" if state.house.adjacent_to == "own" else "an ant"
        yield Violation(
            Clause.SINGLE_TOKEN, f"{cell} is not next to {whose}, not in front of the own nest and not on a tile with an own ant"
        )


def _is_within_reach(state: State, seat: int, cell: Cell) -> bool:
    is_any = state.house.adjacent_to == "any_player"
    tile = state.tile_of(cell)
    return cell in state.front(seat) or any(
        (ant.seat == seat and state.tile_of(ant.cell) == tile) or ((is_any or ant.seat == seat) and touches(ant.cell, cell))
        for ant in state.ants
    )


def single_faults(state: State, action: Single) -> Iterator[Violation]:
    """Why the single token does not go there, or is the wrong one."""
    if found := tuple(turn_faults(state, action.seat, Phase.SINGLE)):
        yield from found
        return
    yield from space_faults(state, action.seat, action.cell)
    ants, specials = tokens_for(state, action.seat, 1)
    if not ants + specials:
        yield Violation(Clause.NO_SPACE, f"{seat_text(action.seat)} has no token left")
    elif action.is_special != bool(specials):
        left = f"{seat_text(action.seat)} has {state.ants_left(action.seat)} normal ants left"
        yield Violation(Clause.ANTS_BEFORE_SPECIALS, f"{left}, so the token is {'special' if specials else 'normal'}")


def single(state: State, action: Single) -> State:
    """The token lies; a special one brings the end where the table says so (option row1_special_triggers)."""
    ant = Ant(action.cell, action.seat, action.is_special, state.round)
    is_trigger = action.is_special and state.house.row1_special_triggers and state.trigger is None
    return _done(replace(state, ants=(*state.ants, ant), trigger=action.seat if is_trigger else state.trigger))


def no_space_faults(state: State, action: NoSpace) -> Iterator[Violation]:
    """Why a token can be placed all the same (WB-6.6)."""
    if found := tuple(turn_faults(state, action.seat, Phase.SINGLE)):
        yield from found
        return
    if any(tokens_for(state, action.seat, 1)) and (spaces := open_spaces(state, action.seat)):
        yield Violation(Clause.NO_SPACE, f"{len(spaces)} spaces are open to {seat_text(action.seat)}, e.g. {spaces[0]}")


def no_space(state: State) -> State:
    """Nothing is placed."""
    return _done(state)


def _done(state: State) -> State:
    """The marker is back with its player; the next one is checked (WB-6.2: one word each)."""
    head = state.queue[0]
    return next_up(replace(state, chart=tuple(marker._replace(is_back=True) if marker == head else marker for marker in state.chart)))


def next_up(state: State) -> State:
    """The next player in order; after the last one the round ends, and the game where a special ant was used (WB-6.7, WB-8.1)."""
    clear = replace(state, shown=None, votes=())
    if queue := state.queue:
        return replace(clear, phase=Phase.MARK if queue[0].called else Phase.SINGLE)
    clear = replace(clear, chart=())
    if state.trigger is not None:
        return replace(clear, phase=Phase.OVER)
    return replace(clear, phase=Phase.COUNTDOWN, round=state.round + 1, sand=Sand.STANDS, first=None, early=())
