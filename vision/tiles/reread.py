"""A board of letter tiles that was read is read again: only where it looks otherwise, and where two looks do not say the same yet.

A cell is compared with how it looked when it was read, less the light. What changed is read anew on the grid that was found before, and
all cells together decide what stands, as in a board read as a whole. Where much has changed, or the board itself may have moved, it is
looked for as if nothing were known; where nothing tells it then, as under many tokens, it is tried where it lay.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.letters.cells import PX_PER_CELL, Flat, Grid, Pixels, flatten
from vision.letters.net import LetterNet, letter_net
from vision.observation import Ant, Board
from vision.tiles.tiled import PARAMS as TILED, Before, TiledParams, board_at, board_of, find_tiled
from vision.tiles.tiling import Tiling
from vision.tiles.view import View, seen_again, tile_of

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RereadParams:
    """When a cell looks as it did, and when the whole board is looked for anew."""

    cell_px: int = 10
    """Pixels of a cell's side in the picture in which cells are compared."""
    change: int = 22
    """Levels by which a pixel of it differs in a colour, once a change of the light is taken out."""
    most_changed_px: int = 2
    """So many such pixels are noise."""
    most_gain: float = 1.25
    """By which the light may have changed, in each colour."""
    most_cells: float = 0.4
    """Part of the board's cells that are read again; more, and all of it is."""
    most_of_tile: float = 0.4
    """Part of a tile's cells that look otherwise; more, and the tile itself may have been moved."""
    anew_s: float = 60.0
    """After this long all of it is looked for again."""
    tiled: TiledParams = TILED


PARAMS = RereadParams()


@dataclass(frozen=True, slots=True, eq=False)
class _Before:
    """A board as it was read."""

    board: Board
    view: View
    small: Pixels
    """(H, W, 3) the board with a cell around it, each cell as it looked when it was read."""
    agreed: Flags
    """(rows, cols) cells of which the last two readings said the same."""
    size_px: tuple[int, int]
    whole_at: float
    """Seconds on the frames' clock, when all of it was read."""
    taken_at: float


class BoardFollower:
    """Reads the board in one picture after another of a camera. One thread at a time may use it."""

    def __init__(self, tiling: Tiling, net: LetterNet | None = None, params: RereadParams = PARAMS) -> None:
        self._tiling, self._net, self._params = tiling, net or letter_net(tiling.alphabet), params
        self._before: _Before | None = None
        self._lay: Grid | None = None
        """Where the board lay when it was last well read,"""
        self._lay_px = (0, 0)
        """and in pictures of which size."""

    def __call__(self, frame: Frame) -> Board | None:
        """The board of tiles in a picture; None where there is none."""
        before = self._before
        if before is None or frame.size_px != before.size_px:
            return self._anew(frame, None)
        flat = flatten(frame.rgb, before.view.flat.grid)
        changed = changed_cells(before.small, small_of(flat, self._params), self._params)
        is_late = not before.taken_at <= frame.taken_at < before.whole_at + self._params.anew_s
        if is_late or self._has_moved(changed[1:-1, 1:-1]):
            return self._anew(frame, changed)
        if (_around(changed[1:-1, 1:-1]) | ~before.agreed).mean() > self._params.most_cells:
            return self._anew(frame, changed, before.view.flat.grid)
        return self._again(frame, flat, changed, before)

    def _has_moved(self, changed: Flags) -> bool:
        """Whether a tile, or all of the board, may lie otherwise: so many of its cells (rows, cols) look otherwise."""
        tiles = tile_of(self._tiling)
        return bool((np.bincount(tiles, changed.ravel()) / np.bincount(tiles)).max() > self._params.most_of_tile)

    def _anew(self, frame: Frame, changed: Flags | None, grid: Grid | None = None) -> Board | None:
        """All of the board read, as if nothing were known of it; looked for as well, unless it is well read on a `grid` that is known.

        `changed` (rows + 2, cols + 2) is for what agrees with before.
        """
        before, self._before = self._before, None
        found = None if grid is None else board_at(frame.rgb, grid, self._tiling, self._net, self._params.tiled)
        if found is None or found[0].confidence == 0:
            found = find_tiled(frame.rgb, self._tiling, self._net, self._params.tiled)
        if grid is None and self._lay is not None and self._lay_px == frame.size_px and (found is None or found[0].confidence == 0):
            found = board_at(frame.rgb, self._lay, self._tiling, self._net, self._params.tiled) or found
        if found is None:
            return None
        board, view = found
        agreed = np.zeros((board.rows, board.cols), np.bool_)
        if before is not None and changed is not None:
            agreed = same_cells(before.board, board) & ~changed[1:-1, 1:-1]
        if board.confidence > 0:
            small = small_of(view.flat, self._params)
            self._before = _Before(board, view, small, agreed, frame.size_px, frame.taken_at, frame.taken_at)
            self._lay, self._lay_px = view.flat.grid, frame.size_px
        return board

    def _again(self, frame: Frame, flat: Flat, changed: Flags, before: _Before) -> Board | None:
        """The board with the cells that changed, those beside them and those in doubt read again."""
        inner = changed[1:-1, 1:-1]
        asked = _around(inner) | ~before.agreed
        is_beside = bool(changed.any()) and not np.array_equal(np.pad(inner, 1), changed)
        if not asked.any() and not is_beside:
            return before.board
        params = self._params.tiled
        view = seen_again(before.view, flat, np.flatnonzero(asked), is_beside, self._tiling, self._net, params.view)
        board = board_of(view, self._tiling, self._net, params, Before(before.board, ~asked))
        if board is None or board.confidence == 0:
            return self._anew(frame, changed)
        agreed = same_cells(before.board, board) & ~inner & (asked | before.agreed)
        small = np.where(_in_px(np.pad(asked, 1) | changed, self._params), small_of(flat, self._params), before.small)
        self._before = _Before(board, view, small, agreed, frame.size_px, before.whole_at, frame.taken_at)
        return board


def small_of(flat: Flat, params: RereadParams = PARAMS) -> Pixels:
    """(H, W, 3) the board, its margin included, at the size at which cells are compared."""
    part = params.cell_px / PX_PER_CELL
    return np.asarray(cv2.resize(flat.pixels, None, fx=part, fy=part, interpolation=cv2.INTER_AREA), np.uint8)


def changed_cells(before: Pixels, now: Pixels, params: RereadParams = PARAMS) -> Flags:
    """(rows + 2, cols + 2) cells, with one on each side of the board, that look otherwise; all where the light is quite another."""
    side = params.cell_px
    old, new = (picture.astype(np.float32) + 1 for picture in (before, now))
    gains = _usual(now) / _usual(before)
    rows, cols = old.shape[0] // side, old.shape[1] // side
    if gains.min() < 1 / params.most_gain or gains.max() > params.most_gain:
        return np.ones((rows, cols), np.bool_)
    red, green, blue = (np.abs(new[..., i] - gains[i] * old[..., i]) > params.change for i in range(3))
    differs = red | green | blue
    return np.asarray(differs.reshape(rows, side, cols, side).sum(axis=(1, 3)) > params.most_changed_px, np.bool_)


def _usual(picture: Pixels) -> Floats:
    """(3,) the median of each colour of a picture, and 1."""
    return np.asarray(np.median(picture.reshape(-1, 3).T, axis=1) + 1, np.float32)


def same_cells(before: Board, now: Board) -> Flags:
    """(rows, cols) cells of which two readings say the same: letter and token."""
    if (before.rows, before.cols) != (now.rows, now.cols):
        return np.zeros((now.rows, now.cols), np.bool_)
    same = np.array([[a == b for a, b in zip(*rows, strict=True)] for rows in zip(before.letters, now.letters, strict=True)])
    here, there = (_tokens(board) for board in (before, now))
    for row, col in here.keys() | there.keys():
        same[row, col] &= here.get((row, col)) == there.get((row, col))
    return np.asarray(same, np.bool_)


def _tokens(board: Board) -> dict[tuple[int, int], tuple[str | None, bool]]:
    def what(ant: Ant) -> tuple[str | None, bool]:
        return ant.color, ant.special

    return {(ant.row, ant.col): what(ant) for ant in board.ants}


def _around(cells: Flags) -> Flags:
    """These cells and all next to them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, np.bool_)


def _in_px(cells: Flags, params: RereadParams) -> Flags:
    """(H, W, 1) of the small picture: the pixels of these cells (rows + 2, cols + 2)."""
    return np.asarray(np.kron(cells, np.ones((params.cell_px, params.cell_px), np.bool_))[..., None], np.bool_)
