"""The score from one picture of the whole board at the end: tokens, foods, nests; who covered what follows from the colours."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from companion.game import CompanionError, Pack, Setup
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.onboard import foods, is_laid, letters, nest_at, token_id
from companion.games.word_buffet.opening import food_faults
from companion.games.word_buffet.pieces import Ant, Cell, Nest, Phase, State
from companion.games.word_buffet.rules import initial
from vision.observation import Board, Observation

MOST_NAMED = 5
"""Spaces that are named when a board cannot be scored."""


def final_state(pack: Pack, setup: Setup, looks: Sequence[Observation]) -> State:
    """The game as it ended. The nests are those beside the board in the picture, else those of the option nest_layout.

    A player without a nest reaches none and nobody reaches theirs. Raises CompanionError for more or fewer than one picture, one without a
    board or with one laid badly, spaces that show neither a letter nor a token, a token of no player's colour or of none that can be told,
    foods that cannot be, and more tokens than the box holds.
    """
    if len(looks) != 1:
        raise CompanionError(f"one picture of the whole board is wanted, not {len(looks)}")
    board = looks[0].board
    if board is None:
        raise CompanionError("no board of letter tiles is to be seen: all of it, from above, evenly lit")
    if not is_laid(board):
        raise CompanionError(f"the board cannot be read: {board.why}")
    state = initial(pack, setup)
    size = state.house.size
    if (board.rows, board.cols) != (size, size):
        raise CompanionError(f"a board of {board.rows} x {board.cols} letters is to be seen; this game's has {size} x {size}")
    if blind := unseen(board):
        more = f" and {len(blind) - MOST_NAMED} more" if len(blind) > MOST_NAMED else ""
        where = ", ".join(map(str, blind[:MOST_NAMED])) + more
        raise CompanionError(f"neither a letter nor a token is to be told on {where}: uncover the board and light it evenly")
    nests = _nests(state, looks[0], board)
    read = replace(state, letters=letters(pack, board), foods=foods(board), nests=nests, ants=_ants(state, board))
    if faults := [violation.why for violation in food_faults(state.house, read.foods)]:
        raise CompanionError(f"foods: {faults[0]}; uncover them, or enrol the tiles with their food_row and food_col")
    used = {seat for seat in read.seats if read.specials_left(seat) < read.house.specials}
    return replace(read, phase=Phase.OVER, trigger=min(used)) if used else replace(read, phase=Phase.COUNTDOWN, round=2)


def unseen(board: Board) -> tuple[Cell, ...]:
    """Spaces that show neither a letter nor a token: a token may lie there, under a hand or in glare."""
    covered = {(ant.row, ant.col) for ant in board.ants}
    blind = ((r, c) for r, row in enumerate(board.letters) for c, sign in enumerate(row) if not sign.isalpha() and (r, c) not in covered)
    return tuple(Cell(r, c) for r, c in blind)


def _ants(state: State, board: Board) -> tuple[Ant, ...]:
    """Every token with its player."""
    seats = {colour: seat for seat, colour in enumerate(state.house.colours[: state.house.players])}
    found = []
    for ant in board.ants:
        cell = Cell(ant.row, ant.col)
        if ant.color not in seats:
            playing = ", ".join(seats)
            seen = "of a colour that cannot be told" if ant.color is None else f"{ant.color}"
            raise CompanionError(f"the token on {cell} is {seen}; {playing} play. Name others with --option colours=...")
        found.append(Ant(cell, seats[ant.color], ant.special, 1))
    counts = Counter(token_id(ant) for ant in board.ants)
    for name, number in sorted(counts.items()):
        most = state.house.specials if name.startswith("special-") else state.house.ants
        if number > most:
            raise CompanionError(f"{number} x {name} lie on the board; everybody has {most} ({Clause.RESERVE})")
    return tuple(found)


def _nests(state: State, look: Observation, board: Board) -> tuple[Nest, ...]:
    """By seat: as the picture shows all of them, else as the house has them; empty when nobody knows."""
    seen = {one.id: nest_at(board, one.quad_px, state.house.tile) for one in look.pieces if (one.id or "").startswith("nest-")}
    shown = [seen.get(f"nest-{colour}") for colour in state.house.colours[: state.house.players]]
    if all(nest is not None for nest in shown):
        return tuple(nest for nest in shown if nest is not None)
    return state.nests
