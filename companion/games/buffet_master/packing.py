"""The best way to arrange dishes in a stomach, proved: an exact search. Pure numbers; knows no card and no clause.

Dishes are upright rectangles that may not be turned. Two dishes of one shape may always change places, so only the
number of dishes of each shape matters, and of each shape the ones with most points go in first; that leaves a handful
of shapes. Cells are filled in reading order: the first free one gets the top left corner of a dish, or stays empty.
A branch ends when not even the best selection by area alone (a knapsack of what is left, without geometry) could beat
what was found, or when the same cells were covered with the same numbers of each shape before.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

Grid = tuple[int, int]
"""Rows, columns."""
Placed = tuple[int, int, int]
"""Index of the item, row and column of its top left cell, from 0."""


@dataclass(frozen=True, slots=True)
class Item:
    """A rectangle to place: rows, columns, and what it is worth (at least 0)."""

    rows: int
    cols: int
    points: int


@dataclass(frozen=True, slots=True)
class Packing:
    """An arrangement that nothing beats."""

    grid: Grid
    placed: tuple[Placed, ...]
    """In reading order."""
    value: int
    full: bool
    """Whether every cell is covered."""
    nodes: int
    """Positions that the proof looked at."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What an arrangement is worth: points inside, a bonus when full, half of what is left out (rounded up) against it."""

    bonus: int = 0
    halves: bool = False

    def worth(self, inside: int, outside: int, full: bool) -> int:
        """The value of an arrangement from the points inside and outside."""
        return inside + self.bonus * full + (-outside // 2 if self.halves else 0)


@lru_cache(maxsize=4096)
def best(items: tuple[Item, ...], grids: tuple[Grid, ...], goal: Goal) -> Packing:
    """The best arrangement over all these grids; the first found of several equal ones, the same every time."""
    winner: _Search | None = None
    nodes = 0
    for grid in grids:
        search = _Search(items, grid, goal, None if winner is None else winner.best)
        search.run()
        nodes += search.nodes
        winner = search if search.best is not None else winner
    if winner is None or winner.best is None:
        raise ValueError("no grid to fill")
    return Packing(winner.grid, winner.placed(), winner.best, winner.full, nodes)


class _Search:
    """One exact search over one grid. `floor` is a value to beat; None takes anything."""

    def __init__(self, items: tuple[Item, ...], grid: Grid, goal: Goal, floor: int | None) -> None:
        self.items, self.grid, self.goal = items, grid, goal
        self.cells = grid[0] * grid[1]
        self.total = sum(item.points for item in items)
        self.shapes = _by_shape(items, grid)
        self.points = [[items[i].points for i in indices] for _, indices in self.shapes]
        self.areas = [rows * cols for (rows, cols), _ in self.shapes]
        self.fits = _fits(grid, [shape for shape, _ in self.shapes])
        self.floor = floor
        self.best: int | None = None
        self.full = False
        self.moves: list[tuple[int, int]] = []
        self.best_moves: tuple[tuple[int, int], ...] = ()
        self.nodes = 0
        self.seen: set[tuple[int, tuple[int, ...]]] = set()
        self.left: dict[tuple[int, ...], tuple[list[int], list[int]]] = {}

    def run(self) -> None:
        self._visit(0, tuple(0 for _ in self.shapes), 0, 0)

    def placed(self) -> tuple[Placed, ...]:
        """The best arrangement: of each shape the items with most points first."""
        queues = [iter(indices) for _, indices in self.shapes]
        return tuple((next(queues[shape]), *divmod(cell, self.grid[1])) for shape, cell in self.best_moves)

    def _visit(self, mask: int, counts: tuple[int, ...], inside: int, area: int) -> None:
        key = mask, counts
        if key in self.seen:
            return
        self.seen.add(key)
        self.nodes += 1
        free = self.cells - mask.bit_count()
        self._keep(inside, area)
        if not free or not self._may_win(free, counts, inside, area):
            return
        cell = (~mask & (mask + 1)).bit_length() - 1
        for shape in sorted(self._choices(mask, cell, counts), key=lambda s: -self.points[s][counts[s]] / self.areas[s]):
            more = (*counts[:shape], counts[shape] + 1, *counts[shape + 1 :])
            self.moves.append((shape, cell))
            self._visit(mask | self.fits[cell][shape], more, inside + self.points[shape][counts[shape]], area + self.areas[shape])
            self.moves.pop()
        self._visit(mask | 1 << cell, counts, inside, area)

    def _choices(self, mask: int, cell: int, counts: tuple[int, ...]) -> list[int]:
        return [s for s, cover in self.fits[cell].items() if not cover & mask and counts[s] < len(self.points[s])]

    def _beats(self, value: int) -> bool:
        return (self.floor is None or value > self.floor) and (self.best is None or value > self.best)

    def _keep(self, inside: int, area: int) -> None:
        full = area == self.cells
        value = self.goal.worth(inside, self.total - inside, full)
        if self._beats(value):
            self.best, self.full, self.best_moves = value, full, tuple(self.moves)

    def _may_win(self, free: int, counts: tuple[int, ...], inside: int, area: int) -> bool:
        """Whether the best selection by area alone could still beat what was found."""
        if counts not in self.left:
            self.left[counts] = self._knapsack(counts)
        most, exactly = self.left[counts]
        untouched = area + free == self.cells
        filling, more = exactly[free] if untouched else -1, most[free - untouched]
        if filling >= 0 and self._beats(self.goal.worth(inside + filling, self.total - inside - filling, True)):
            return True
        return self._beats(self.goal.worth(inside + more, self.total - inside - more, False))

    def _knapsack(self, counts: tuple[int, ...]) -> tuple[list[int], list[int]]:
        """Most points of what is left within an area, and with exactly an area (-1: impossible); by area."""
        exactly = [0] + [-1] * self.cells
        for used, points, area in zip(counts, self.points, self.areas, strict=True):
            for worth in points[used : used + self.cells // area]:
                for room in range(self.cells, area - 1, -1):
                    if (before := exactly[room - area]) >= 0 and before + worth > exactly[room]:
                        exactly[room] = before + worth
        most = list(exactly)
        for room in range(1, self.cells + 1):
            most[room] = max(most[room], most[room - 1])
        return most, exactly


def _by_shape(items: Iterable[Item], grid: Grid) -> list[tuple[Grid, list[int]]]:
    """Shapes that fit the grid, each with its items, most points first."""
    shapes: dict[Grid, list[int]] = {}
    listed = list(items)
    for index, item in enumerate(listed):
        if item.rows <= grid[0] and item.cols <= grid[1]:
            shapes.setdefault((item.rows, item.cols), []).append(index)
    return [(shape, sorted(indices, key=lambda i: -listed[i].points)) for shape, indices in sorted(shapes.items())]


def _fits(grid: Grid, shapes: list[Grid]) -> list[dict[int, int]]:
    """For every cell: the shapes whose top left corner may lie there, with the cells they would cover as bits."""
    rows, cols = grid
    table: list[dict[int, int]] = []
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        fitting = {}
        for index, (high, wide) in enumerate(shapes):
            if row + high <= rows and col + wide <= cols:
                line = (1 << wide) - 1
                fitting[index] = sum(line << (cell + down * cols) for down in range(high))
        table.append(fitting)
    return table
