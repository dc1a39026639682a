"""The words of Word Buffet: spaces, foods, nests, ants, the chart, and the whole table as one frozen value.

The box (WB-1.1): 12 letter tiles, 4 nest tiles, 160 ants, 20 special ants, 4 red-filter glasses, a 30-second hourglass,
the turn order chart with 4 markers, the scorebook. Glasses (WB-2.3) and the chart's place (WB-2.5) ask nothing of an engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from companion.games.word_buffet.clauses import Clause as Clause
from companion.games.word_buffet.house import House

UNKNOWN = ".?"
"""`.`: covered and never seen; `?`: seen, not readable. Neither counts as any letter."""


class Cell(NamedTuple):
    """A space for one letter. Row 0 is the side nearest the top of the picture, column 0 the left."""

    row: int
    col: int

    def __str__(self) -> str:
        """Column letter and row number, e.g. `f14` for row 13, column 5."""
        return f"{chr(97 + self.col)}{self.row + 1}"


Path = tuple[Cell, ...]
"""Spaces in the order of a word's letters."""


def touches(a: Cell, b: Cell) -> bool:
    """Whether two spaces are next to each other: straight or diagonal, across the edges of tiles too (WB-4.2)."""
    return a != b and abs(a.row - b.row) <= 1 and abs(a.col - b.col) <= 1


@lru_cache(maxsize=1024)
def around(cell: Cell) -> tuple[Cell, ...]:
    """The eight spaces next to one, on the board or beyond its edge."""
    steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
    return tuple(Cell(cell.row + down, cell.col + right) for down, right in steps)


class Food(NamedTuple):
    """A food. On a corner point it lies below and right of `cell`; else it fills `cell`."""

    cell: Cell
    on_corner: bool

    def __str__(self) -> str:
        return f"{self.cell}+" if self.on_corner else str(self.cell)

    @property
    def contacts(self) -> tuple[Cell, Cell, Cell, Cell]:
        """The four letters that it touches (WB-8.0, option food_model)."""
        row, col = self.cell
        if self.on_corner:
            return self.cell, Cell(row, col + 1), Cell(row + 1, col), Cell(row + 1, col + 1)
        return Cell(row - 1, col), Cell(row, col - 1), Cell(row, col + 1), Cell(row + 1, col)


class Side(StrEnum):
    """A side of the board; N is the one nearest the top of the picture."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"


class Nest(NamedTuple):
    """A nest tile outside the board, against one tile's edge (option nest_layout)."""

    side: Side
    tile: int
    """Which tile of that side, from 0: left to right, or top to bottom."""

    def __str__(self) -> str:
        return f"{self.side}{self.tile + 1}"


@lru_cache(maxsize=64)
def front(nest: Nest, tile: int, size: int) -> frozenset[Cell]:
    """The spaces directly in front of a nest: one tile's edge of `tile` spaces on a board of `size` x `size`."""
    along = range(nest.tile * tile, (nest.tile + 1) * tile)
    edge = 0 if nest.side in (Side.N, Side.W) else size - 1
    return frozenset(Cell(edge, i) if nest.side in (Side.N, Side.S) else Cell(i, edge) for i in along)


class Ant(NamedTuple):
    """A token on the board."""

    cell: Cell
    seat: int
    is_special: bool
    round: int
    """The round in which it was placed, from 1."""


class Marker(NamedTuple):
    """A turn order marker on the chart."""

    seat: int
    row: int
    called: int
    """The number of letters said; 0 for a late player and after a word that did not hold."""
    is_back: bool = False
    """Its player has placed in this round and should have taken it; the row is where it lay."""


class Said(NamedTuple):
    """A call whose gestures are still going on (option order_of_gestures strict)."""

    seat: int
    letters: int
    has_marker: bool
    """The marker lies on the chart."""
    has_glass: bool
    """The glass lies on the table."""


class Shown(NamedTuple):
    """The word of the player being checked, said aloud and shown on the board."""

    word: str
    path: Path
    is_acronym: bool


class Found(NamedTuple):
    """A word that held and was marked."""

    round: int
    seat: int
    word: str
    path: Path


class Phase(StrEnum):
    """Where a round stands."""

    SETUP = "setup"
    COUNTDOWN = "countdown"
    SEARCH = "search"
    MARK = "mark"
    VOTE = "vote"
    COVER = "cover"
    SINGLE = "single"
    OVER = "over"


class Sand(StrEnum):
    """The hourglass in this round."""

    STANDS = "stands"
    RUNS = "runs"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class State:
    """A table of Word Buffet at one moment; `str` gives its one line."""

    house: House
    phase: Phase = Phase.SETUP
    round: int = 1
    letters: tuple[str, ...] = ()
    """One string a row, A-Z, `.` or `?`; empty until the board was read."""
    foods: tuple[Food, ...] = ()
    nests: tuple[Nest, ...] = ()
    """By seat; empty until somebody said where they lie."""
    ants: tuple[Ant, ...] = ()
    """In the order of placing."""
    sand: Sand = Sand.STANDS
    first: int | None = None
    """Who announced first in this round."""
    said: tuple[Said, ...] = ()
    chart: tuple[Marker, ...] = ()
    """In the order of placing, so that one row's markers stand from left to right; empty between rounds."""
    shown: Shown | None = None
    votes: tuple[tuple[int, bool], ...] = ()
    found: tuple[Found, ...] = ()
    early: tuple[int, ...] = ()
    """Who was seen searching before the countdown ended, in this round."""
    trigger: int | None = None
    """Whose special ant brought the end about (WB-8.1)."""

    def __str__(self) -> str:
        return " ".join(f"{name}={value or '-'}" for name, value in fields(self))

    @property
    def seats(self) -> range:
        """Everybody, clockwise."""
        return range(self.house.players)

    @property
    def covered(self) -> dict[Cell, Ant]:
        """Every covered space with its token."""
        return {ant.cell: ant for ant in self.ants}

    @property
    def queue(self) -> list[Marker]:
        """Who is still to be checked, in order: highest row first, in one row from left to right (WB-5.1)."""
        return sorted((marker for marker in self.chart if not marker.is_back), key=lambda marker: -marker.row)

    def ants_left(self, seat: int) -> int:
        """Normal ants in a reserve."""
        return self.house.ants - sum(ant.seat == seat and not ant.is_special for ant in self.ants)

    def specials_left(self, seat: int) -> int:
        """Special ants in a reserve."""
        return self.house.specials - sum(ant.seat == seat and ant.is_special for ant in self.ants)

    def front(self, seat: int) -> frozenset[Cell]:
        """The five spaces in front of a player's nest."""
        return front(self.nests[seat], self.house.tile, self.house.size)

    def letter(self, cell: Cell) -> str:
        """What is printed there; `.` or `?` when nobody could read it."""
        return self.letters[cell.row][cell.col]

    def is_on_board(self, cell: Cell) -> bool:
        """Whether there is such a space."""
        return 0 <= cell.row < self.house.size and 0 <= cell.col < self.house.size

    def tile_of(self, cell: Cell) -> tuple[int, int]:
        """Row and column of the tile that a space is on."""
        return cell.row // self.house.tile, cell.col // self.house.tile

    def is_food(self, cell: Cell) -> bool:
        """Whether a food fills the space, so that it has no letter."""
        return self.house.food_model == "cell" and any(food.cell == cell for food in self.foods)

    @property
    def cells(self) -> Iterator[Cell]:
        """Every space, row by row."""
        return (Cell(row, col) for row in range(self.house.size) for col in range(self.house.size))


def seat_text(seat: int) -> str:
    """`P1` for seat 0."""
    return f"P{seat + 1}"


def path_text(path: Path) -> str:
    """`a1-b2-c3`."""
    return "-".join(map(str, path))


def fields(state: State) -> Iterator[tuple[str, str]]:
    """The parts of a state's line, in order; an empty part is written `-`."""
    yield "phase", state.phase
    yield "round", str(state.round)
    yield "letters", "/".join(state.letters)
    yield "foods", ",".join(map(str, state.foods))
    yield "nests", ",".join(map(str, state.nests))
    yield "ants", ",".join(f"{seat_text(a.seat)}.{a.cell}.{a.round}{'*' if a.is_special else ''}" for a in state.ants)
    yield "sand", state.sand
    yield "first", "" if state.first is None else seat_text(state.first)
    yield "said", ",".join(f"{seat_text(s.seat)}.{s.letters}{'m' if s.has_marker else ''}{'g' if s.has_glass else ''}" for s in state.said)
    yield "chart", ",".join(f"{seat_text(m.seat)}.{m.row}.{m.called}{'b' if m.is_back else ''}" for m in state.chart)
    yield "shown", "" if state.shown is None else _shown_text(state.shown)
    yield "votes", ",".join(f"{seat_text(seat)}{'+' if yes else '-'}" for seat, yes in state.votes)
    yield "found", ",".join(f"{f.round}.{seat_text(f.seat)}.{f.word}.{path_text(f.path)}" for f in state.found)
    yield "early", ",".join(map(seat_text, state.early))
    yield "trigger", "" if state.trigger is None else seat_text(state.trigger)


def _shown_text(shown: Shown) -> str:
    return f"{shown.word}.{path_text(shown.path)}{'.acronym' if shown.is_acronym else ''}"
