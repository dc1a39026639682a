"""Word Buffet as functions of values: what may happen, why not, what follows. The parts of a round have rooms of their own."""

from collections.abc import Iterator
from itertools import combinations

from companion.game import IllegalAction, Pack, Setup, Status, Violation
from companion.games.word_buffet.actions import (
    Action,
    Agree,
    Call,
    Cover,
    Dictionary,
    Early,
    Fail,
    GlassDown,
    Go,
    Late,
    LayBoard,
    NameLetters,
    NoSpace,
    PlaceMarker,
    SandOut,
    SayWord,
    Single,
    TimeUp,
    TurnSand,
    Vote,
)
from companion.games.word_buffet.house import open_house
from companion.games.word_buffet.judging import dictionary_faults, is_voted_on, settled, vote, vote_faults
from companion.games.word_buffet.marking import (
    cover,
    cover_faults,
    current,
    fail,
    fail_faults,
    free_cells,
    next_up,
    no_space,
    no_space_faults,
    open_spaces,
    say,
    say_faults,
    single,
    single_faults,
    tokens_for,
)
from companion.games.word_buffet.notation import Cursor
from companion.games.word_buffet.opening import lay, lay_faults, name_letters, naming_faults
from companion.games.word_buffet.pieces import Nest, Path, Phase, Sand, Side, State
from companion.games.word_buffet.scoring import winners
from companion.games.word_buffet.searching import (
    call,
    call_faults,
    countdown_faults,
    early,
    gesture,
    gesture_faults,
    go,
    has_called,
    is_search_over,
    is_strict,
    late,
    late_faults,
    sand_out,
    sand_out_faults,
)

LONGEST_OFFERED = 15
"""`legal_actions` offers calls up to this number; longer ones are as legal."""


def initial(pack: Pack, setup: Setup) -> State:
    """An empty table: the board is yet to be read. Raises SetupError naming every fault at once."""
    house = open_house(pack, setup)
    return State(house, nests=tuple(Nest(Side(name[0]), int(name[1:]) - 1) for name in house.nests))


def violations(state: State, action: Action) -> tuple[Violation, ...]:
    """Every reason at once; empty for a legal action."""
    return tuple(_faults(state, action))


def _faults(state: State, action: Action) -> Iterator[Violation]:
    match action:
        case LayBoard():
            return lay_faults(state, action)
        case NameLetters():
            return naming_faults(state, action)
        case Go() | Early():
            return countdown_faults(state, action)
        case Call():
            return call_faults(state, action)
        case PlaceMarker() | GlassDown() | TurnSand():
            return gesture_faults(state, action)
        case SandOut() | TimeUp():
            return sand_out_faults(state, action)
        case Late():
            return late_faults(state, action)
        case SayWord():
            return say_faults(state, action)
        case Fail():
            return fail_faults(state, action)
        case Vote() | Agree():
            return vote_faults(state, action)
        case Dictionary():
            return dictionary_faults(state, action)
        case Cover():
            return cover_faults(state, action)
        case Single():
            return single_faults(state, action)
    return no_space_faults(state, action)


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises IllegalAction carrying every violation."""
    if found := violations(state, action):
        raise IllegalAction(action, found)
    after = _effect(state, action)
    return next_up(after) if is_search_over(after) else after


def _effect(state: State, action: Action) -> State:
    match action:
        case LayBoard():
            return lay(state, action)
        case NameLetters():
            return name_letters(state, action)
        case Go():
            return go(state)
        case Early():
            return early(state, action)
        case Call():
            return call(state, action)
        case PlaceMarker() | GlassDown() | TurnSand():
            return gesture(state, action)
        case SandOut() | TimeUp():
            return sand_out(state)
        case Late():
            return late(state, action)
        case SayWord():
            return say(state, action)
        case Fail():
            return fail(state)
        case Vote() | Agree():
            return vote(state, action)
        case Dictionary():
            return settled(state, action.is_yes)
        case Cover():
            return cover(state, action)
        case Single():
            return single(state, action)
    return no_space(state)


def legal_actions(state: State) -> Iterator[Action]:
    """What may happen next, as far as it can be listed.

    How the board lies somebody has to see; only the pack's board for trying out is listed. Which letter is printed somewhere is
    not listed, nor are words: a list of them would be a hint (the specification's "Privacy/fairness").
    """
    match state.phase:
        case Phase.SINGLE:
            yield from _singles(state)
        case Phase.COVER:
            yield from covers(state)
        case _:
            yield from (action for action in _offered(state) if not violations(state, action))


def _singles(state: State) -> Iterator[Action]:
    seat = state.queue[0].seat
    ants, specials = tokens_for(state, seat, 1)
    spaces = open_spaces(state, seat) if ants + specials else []
    yield from (Single(seat, cell, not ants) for cell in spaces)
    if not spaces:
        yield NoSpace(seat)


def _offered(state: State) -> Iterator[Action]:
    """What may be legal in a phase."""
    match state.phase:
        case Phase.SETUP:
            yield from _example(state)
        case Phase.COUNTDOWN:
            yield Go()
            yield from map(Early, state.seats)
        case Phase.SEARCH:
            yield from _offered_in_search(state)
        case Phase.MARK:
            yield Fail(state.queue[0].seat)
        case Phase.VOTE:
            for answer in (True, False):
                yield from (Vote(seat, answer) for seat in state.seats)
                yield from (Agree(answer), Dictionary(answer))
            yield Fail(state.queue[0].seat)
        case _:
            return


def _example(state: State) -> Iterator[LayBoard]:
    """What is missing of the board, as in the pack's board for trying out."""
    letters, foods, nests = state.house.example
    if letters and foods and nests:
        lying, along = Cursor(",".join(foods)), Cursor(",".join(nests[: state.house.players]))
        yield LayBoard(
            () if state.letters else letters,
            () if state.foods else lying.some(lying.food),
            () if state.nests else along.some(along.nest),
        )


def _offered_in_search(state: State) -> Iterator[Action]:
    for seat in state.seats:
        if not has_called(state, seat):
            yield from (Call(seat, letters) for letters in range(state.house.min_word, LONGEST_OFFERED + 1))
            yield Late(seat)
    if is_strict(state):
        for said in state.said:
            yield from (PlaceMarker(said.seat, said.letters), GlassDown(said.seat), TurnSand(said.seat))
    yield SandOut()
    if state.house.open_search_limit_s is not None:
        yield TimeUp(state.house.open_search_limit_s)


def covers(state: State) -> Iterator[Cover]:
    """Every way to cover the word that holds, in that phase; the special ants go on the last of the letters covered."""
    seat, free = state.queue[0].seat, free_cells(state, state.shown.path if state.shown is not None else ())
    ants, specials = tokens_for(state, seat, len(free))
    choices: Iterator[Path] = iter([free[: ants + specials]])
    if state.house.short_reserve == "choose":
        choices = combinations(free, ants + specials)
    for cells in choices:
        yield Cover(seat, cells, frozenset(cells[ants:]))


def status(state: State) -> Status:
    """Where the game stands."""
    names = {
        Phase.SETUP: "laying the board",
        Phase.COUNTDOWN: "countdown",
        Phase.SEARCH: "search" if state.sand is Sand.STANDS else "search against the sand",
        Phase.MARK: "marking words",
        Phase.VOTE: "is it a word?",
        Phase.COVER: "covering a word",
        Phase.SINGLE: "single tokens",
        Phase.OVER: "the end",
    }
    is_over = state.phase is Phase.OVER
    phase = f"round {state.round}, {names[state.phase]}"
    return Status(tuple(_to_act(state)), is_over, winners(state) if is_over else (), phase)


def _to_act(state: State) -> Iterator[int]:
    if state.phase is Phase.SEARCH:
        going_on = {said.seat for said in state.said}
        yield from (seat for seat in state.seats if seat in going_on or not has_called(state, seat))
    elif state.phase is Phase.VOTE:
        yield from (seat for seat in state.seats if is_voted_on(state) and seat not in dict(state.votes))
    elif (marker := current(state)) is not None:
        yield marker.seat
