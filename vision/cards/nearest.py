"""The nearest of many directions: all of them when they are few, else those in the few cells that lie nearest to what is asked for."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NearestParams:
    """When and how finely directions are sorted into cells."""

    least: int = 12_000
    """Directions from which cells are used; fewer are all compared."""
    per_cell: int = 60
    """Directions for which one more cell is made ..."""
    most_cells: int = 512
    """... up to so many."""
    probed: int = 6
    """Cells that are searched for each question."""
    sampled: int = 20_000
    """Directions from which the cells are learnt."""
    rounds: int = 6
    """Steps of k-means."""


class Nearest:
    """Unit vectors, to be asked which of them are near others."""

    def __init__(self, directions: Floats, params: NearestParams | None = None) -> None:
        """`directions` (n, d) float32 of length 1."""
        self._params = params or NearestParams()
        self._sorted = directions
        self._cells: Floats | None = None
        if len(directions) >= self._params.least:
            self._cells = _cells(directions, self._params)
            cell = _likest(directions, self._cells)
            self._order = np.argsort(cell, kind="stable")
            self._ends = np.searchsorted(cell[self._order], np.arange(len(self._cells) + 1))
            self._sorted = directions[self._order]

    def __len__(self) -> int:
        return len(self._sorted)

    def search(self, asked: Floats, least: float, most: int) -> tuple[Ints, Ints, Floats]:
        """Pairs of a row of `asked` (m, d) and a direction whose dot product is at least `least`, the best `most` of each row.

        Rows, directions and products, (pairs,) each. With cells, a pair may be missed.
        """
        rows, found, alike = self._above(asked, least)
        order = np.lexsort((-alike, rows))
        rows, found, alike = rows[order], found[order], alike[order]
        nth = np.arange(len(rows)) - np.searchsorted(rows, rows)
        keep = nth < most
        return rows[keep], found[keep], alike[keep]

    def _above(self, asked: Floats, least: float) -> tuple[Ints, Ints, Floats]:
        """All pairs at or above `least` among those that are compared."""
        if self._cells is None:
            return _pairs(asked, self._sorted, least)
        near = asked @ self._cells.T
        probed = min(self._params.probed, near.shape[1])
        cells = np.argpartition(-near, probed - 1, axis=1)[:, :probed].ravel()
        row = np.repeat(np.arange(len(asked)), probed)[np.argsort(cells, kind="stable")]
        ends = np.searchsorted(np.sort(cells), np.arange(len(self._cells) + 1))
        parts = [(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.float32))]
        for cell in np.flatnonzero(np.diff(ends)):
            mine, first = row[ends[cell] : ends[cell + 1]], self._ends[cell]
            rows, found, alike = _pairs(asked[mine], self._sorted[first : self._ends[cell + 1]], least)
            parts.append((mine[rows], self._order[first + found], alike))
        rows, found, alike = (np.concatenate(part) for part in zip(*parts, strict=True))
        return rows, found, alike


def _pairs(asked: Floats, directions: Floats, least: float) -> tuple[Ints, Ints, Floats]:
    """Row, column and value of the dot products at or above `least`."""
    alike = asked @ directions.T
    at = np.flatnonzero(alike >= least)
    rows, columns = np.divmod(at, max(1, len(directions)))
    return rows, columns, np.asarray(alike.ravel()[at], np.float32)


def _cells(directions: Floats, params: NearestParams) -> Floats:
    """Middles of the cells (cells, d), by k-means over evenly picked directions: the same for the same catalogue."""
    some = directions[:: max(1, len(directions) // params.sampled)]
    cells = some[:: max(1, len(some) // min(params.most_cells, max(1, len(directions) // params.per_cell)))][: params.most_cells].copy()
    for _ in range(params.rounds):
        mine = _likest(some, cells)
        summed = np.zeros_like(cells)
        np.add.at(summed, mine, some)
        length = np.linalg.norm(summed, axis=1, keepdims=True)
        cells = np.where(length > 0, summed / np.maximum(length, 1e-6), cells).astype(np.float32)
    return cells


def _likest(directions: Floats, cells: Floats) -> Ints:
    """The nearest cell of each direction."""
    parts = (directions[i : i + 8192] @ cells.T for i in range(0, len(directions), 8192))
    return np.concatenate([np.argmax(part, axis=1) for part in parts])
