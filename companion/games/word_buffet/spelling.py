"""Does a word lie on the board as it is shown (WB-4.2 to WB-4.5, WB-5.5)? Whether it is a word at all the table decides."""

from collections.abc import Iterator
from itertools import pairwise

from companion.game import Violation
from companion.games.word_buffet.clauses import Clause
from companion.games.word_buffet.pieces import UNKNOWN, Cell, Path, State, around, path_text, seat_text, touches


def path_faults(state: State, word: str, path: Path) -> Iterator[Violation]:
    """Letters in order, each next to the one before, none twice (WB-4.2, WB-4.4)."""
    if len(path) != len(word):
        yield Violation(Clause.ADJACENT_LETTERS, f"{word} has {len(word)} letters and {len(path)} are shown")
    off = [cell for cell in path if not state.is_on_board(cell)]
    if off:
        yield Violation(Clause.ADJACENT_LETTERS, f"{path_text(tuple(off))} is not on the board")
        return
    for cell, letter in zip(path, word, strict=False):
        yield from _letter_faults(state, cell, letter)
    for a, b in pairwise(path):
        if not touches(a, b):
            yield Violation(Clause.ADJACENT_LETTERS, f"{a} and {b} are not next to each other")
    twice = sorted({cell for cell in path if path.count(cell) > 1})
    if twice and not state.house.reuse_cell:
        yield Violation(Clause.ONE_CELL_ONCE, f"{', '.join(map(str, twice))} is used twice in one word")


def _letter_faults(state: State, cell: Cell, letter: str) -> Iterator[Violation]:
    printed = state.letter(cell)
    if state.is_food(cell):
        yield Violation(Clause.ADJACENT_LETTERS, f"a food fills {cell}; no letter is printed there")
    elif printed in UNKNOWN:
        yield Violation(Clause.ADJACENT_LETTERS, f"the letter at {cell} was never read; say which it is")
    elif printed != letter:
        yield Violation(Clause.ADJACENT_LETTERS, f"{cell} is {printed}, not {letter}")


def starts(state: State, seat: int) -> frozenset[Cell]:
    """Where a player's word may begin: in front of the own nest, or next to an own ant of an earlier round (WB-4.3)."""
    near = {step for ant in state.ants if ant.seat == seat and ant.round < state.round for step in around(ant.cell)}
    return state.front(seat) | frozenset(filter(state.is_on_board, near))


def start_faults(state: State, seat: int, cell: Cell) -> Iterator[Violation]:
    """The first letter lies in front of the own nest or next to an own ant of an earlier round (WB-4.3)."""
    if cell not in starts(state, seat):
        ants = "" if state.round == 1 else " and not next to an ant that they placed in an earlier round"
        yield Violation(Clause.START, f"{cell} is not in front of the nest of {seat_text(seat)}{ants}")


def closed_cells(state: State, seat: int) -> frozenset[Cell]:
    """Spaces that a word may not use, since they were covered before this round (WB-4.5, option covered_letters)."""
    before = [ant for ant in state.ants if ant.round < state.round]
    if state.house.covered_letters == "any":
        return frozenset()
    return frozenset(ant.cell for ant in before if state.house.covered_letters == "unavailable" or ant.seat == seat)


def covered_faults(state: State, seat: int, path: Path) -> Iterator[Violation]:
    """Letters covered before this round are not available; those covered in it are (WB-4.5, WB-6.3)."""
    closed = closed_cells(state, seat)
    if found := [cell for cell in path if cell in closed]:
        whose = "covered before this round" if state.house.covered_letters == "unavailable" else "under an own ant since before this round"
        yield Violation(Clause.COVERED_BEFORE, f"{', '.join(map(str, found))} was {whose}")


def length_faults(state: State, word: str, called: int) -> Iterator[Violation]:
    """The word has as many letters as were called (WB-5.5, option length_mismatch) and enough to be one (WB-4.4)."""
    may_be_shorter = state.house.length_mismatch == "accept_shorter_to_new_row"
    if len(word) != called and not (may_be_shorter and len(word) < called):
        yield Violation(Clause.ALSO_INVALID, f"{word} has {len(word)} letters; {called} were called")
    if len(word) < state.house.min_word:
        yield Violation(Clause.ONE_CELL_ONCE, f"a word has {state.house.min_word} letters or more at this table; {word} has {len(word)}")
