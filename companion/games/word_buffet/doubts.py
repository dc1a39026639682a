"""Spaces whose letter no look could read: which one it is, asked with a picture of the space. What a hand hides is not asked about."""

from collections.abc import Iterator

from companion.game import Measured, Pack
from companion.games.word_buffet.actions import Action, NameLetters
from companion.games.word_buffet.onboard import in_picture, is_laid, letters
from companion.games.word_buffet.opening import naming_faults
from companion.games.word_buffet.pieces import UNKNOWN, Cell, State
from vision.observation import Board, CellDoubt, Observation

MOST_OFFERED = 4
"""Letters that are offered of one space; any other can be named."""


def remarks(pack: Pack, observation: Observation) -> tuple[str, ...]:
    """What is wrong with the board as it lies: a tile is missing, something lies over it, its cells do not fit."""
    del pack
    return (observation.board.why,) if observation.board is not None and observation.board.why else ()


def asked(pack: Pack, state: State, observation: Observation) -> tuple[Measured[Action], ...]:
    """The spaces in this look that nobody knows yet, row by row; none while tiles are missing or something lies over the board."""
    board = observation.board
    if board is None or not is_laid(board) or board.why or not state.letters:
        return ()
    read = letters(pack, board)
    covered = {*(Cell(ant.row, ant.col) for ant in board.ants), *state.covered}
    doubts = ((Cell(doubt.row, doubt.col), doubt) for doubt in sorted(board.unsure, key=lambda each: (each.row, each.col)))
    return tuple(
        _question(board, cell, doubt)
        for cell, doubt in doubts
        if cell not in covered and read[cell.row][cell.col] in UNKNOWN and state.letter(cell) in UNKNOWN and _may_be_named(state, cell)
    )


def _may_be_named(state: State, cell: Cell) -> bool:
    return not any(naming_faults(state, NameLetters(((cell, "A"),))))


def _question(board: Board, cell: Cell, doubt: CellDoubt) -> Measured[Action]:
    corners = ((0, 0), (1, 0), (1, 1), (0, 1))
    first, second, third, last = (in_picture(board, (cell.col + right, cell.row + down)) for right, down in corners)
    text = f"Which letter is on {cell}?"
    return Measured(text, tuple(_ways(cell, doubt)), doubt.why, ((first, second, third, last),), about=str(cell))


def _ways(cell: Cell, doubt: CellDoubt) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """What the space may show, likely letters first."""
    maybe = [one.id for one in doubt.candidates if len(one.id) == 1 and "A" <= one.id <= "Z"]
    yield from ((letter, (NameLetters(((cell, letter),)),)) for letter in maybe[:MOST_OFFERED])
