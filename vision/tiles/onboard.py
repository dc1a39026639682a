"""What lies on a letter board, as pieces: its enrolled tiles, its tokens, and those that other eyes saw there."""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Grid, Points
from vision.observation import Ant, Board, CellDoubt, Detection, Observation, Quad
from vision.tiles.signs import NEITHER

NEAR = 0.6
"""Cells between a token and its cell's middle at most."""
RIM = 0.5
"""Cells within a board's edge in which the outline of a token beside it may be found."""


def board_pieces(board: Board, detections: Iterable[Detection]) -> tuple[Detection, ...]:
    """The named tiles and tokens, and the detections without tokens where the board shows none: its letters and foods look like some.

    What the board tells of a token stands, whatever else is seen there; of a cell of which it can tell nothing, a named token does. A board
    that is laid badly has a say in nothing.
    """
    if board.confidence == 0:
        return tuple(detections)
    grid = Grid.of_corners(board.rows, board.cols, board.corners_px)
    others = (one for one in detections if one.kind != "token" or _is_there(board, grid, one))
    return (*_tiles(board, grid), *_tokens(board), *others)


def as_piece(board: Board) -> Detection:
    """The board as one piece of the table: where it is known to lie nothing else is looked for."""
    return Detection("tile", board.corners_px, "board", 1.0)


def not_of_board(seen: Observation) -> list[Detection]:
    """What was seen, without the tiles of its letter board and the tokens that it names, where it has one."""
    if seen.board is None:
        return list(seen.detections)
    grid = Grid.of_corners(seen.board.rows, seen.board.cols, seen.board.corners_px)
    return [one for one in seen.detections if not _is_its_own(seen.board, grid, one)]


def beside_board(seen: Observation) -> list[Detection]:
    """What was seen and does not lie on the letter board, where there is one that is laid well."""
    board = seen.board
    if board is None or board.confidence == 0:
        return list(seen.detections)
    grid = Grid.of_corners(board.rows, board.cols, board.corners_px)
    return [one for one in seen.detections if not _is_within(board, grid, one)]


def is_of_board(board: Board, one: Detection) -> bool:
    """Whether a piece is one of the board's tiles."""
    return one.kind == "tile" and _is_within(board, Grid.of_corners(board.rows, board.cols, board.corners_px), one)


def worth_a_look(board: Board, places_px: Points) -> NDArray[np.bool_]:
    """(n,) places (n, 2) in the picture where a token may lie that `board_pieces` keeps.

    Not on the print amid a board without one near, or a cell of which it can tell nothing.
    """
    if board.confidence == 0 or not len(places_px):
        return np.ones(len(places_px), np.bool_)
    grid = Grid.of_corners(board.rows, board.cols, board.corners_px)
    cells = cv2.perspectiveTransform(np.asarray(places_px, np.float64).reshape(-1, 1, 2), np.linalg.inv(grid.to_px)).reshape(-1, 2)
    at_rim = ((cells < RIM) | (cells > np.array([board.cols, board.rows]) - RIM)).any(axis=1)
    places = [(ant.col, ant.row) for ant in board.ants] + [(doubt.col, doubt.row) for doubt in _bare(board)]
    ants = np.array(places, np.float64).reshape(-1, 2) + 0.5
    near = (np.abs(cells[:, None] - ants[None]).max(axis=2) <= 2 * NEAR).any(axis=1)
    return np.asarray(at_rim | near, np.bool_)


def tiles_of(board: Board) -> tuple[Detection, ...]:
    """The named tiles of a board that is laid well."""
    return () if board.confidence == 0 else tuple(_tiles(board, Grid.of_corners(board.rows, board.cols, board.corners_px)))


def _tiles(board: Board, grid: Grid) -> Iterator[Detection]:
    side = max((max(tile.row, tile.col) for tile in board.tiles), default=0) + 1
    size = max(1, min(board.rows, board.cols) // max(3, side))
    for tile in board.tiles:
        if tile.id is None:
            continue
        x, y = tile.col * size, tile.row * size
        ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
        a, b, c, d = ((float(u), float(v)) for u, v in grid.px([ring[(i + tile.quarter_turns) % 4] for i in range(4)]))
        yield Detection("tile", (a, b, c, d), tile.id, board.confidence)


def _tokens(board: Board) -> Iterator[Detection]:
    """Those that have a name."""
    for ant in board.ants:
        if ant.id is not None and ant.quad_px is not None:
            yield Detection("token", ant.quad_px, ant.id, board.confidence)


def _is_there(board: Board, grid: Grid, one: Detection) -> bool:
    """Whether a token lies beside the board, or where the board has one without a name; of one of a sure colour nobody is asked.

    Of a cell that shows neither letter nor token to the board only a name counts: what is none is asked about already.
    """
    if not _is_within(board, grid, one):
        return True
    near = _ants_near(board, grid, one)
    if not near:
        x, y = _cell(grid, one.quad_px)
        return one.is_sure and any(max(abs(doubt.col + 0.5 - x), abs(doubt.row + 0.5 - y)) <= NEAR for doubt in _bare(board))
    return any(ant.id is None for ant in near) and (one.is_sure or any(ant.color is None for ant in near))


def _bare(board: Board) -> list[CellDoubt]:
    """The cells that are asked about as they show neither a letter nor a token that the board can tell."""
    return [doubt for doubt in board.unsure if doubt.why == NEITHER]


def _is_its_own(board: Board, grid: Grid, one: Detection) -> bool:
    """Whether a piece is a tile of the board, or a token that it names."""
    if one.kind not in ("tile", "token") or not _is_within(board, grid, one):
        return False
    return one.kind == "tile" or (one.id is not None and any(ant.id == one.id for ant in _ants_near(board, grid, one)))


def _ants_near(board: Board, grid: Grid, one: Detection) -> list[Ant]:
    x, y = _cell(grid, one.quad_px)
    return [ant for ant in board.ants if max(abs(ant.col + 0.5 - x), abs(ant.row + 0.5 - y)) <= NEAR]


def _is_within(board: Board, grid: Grid, one: Detection) -> bool:
    x, y = _cell(grid, one.quad_px)
    return 0 <= x < board.cols and 0 <= y < board.rows


def _cell(grid: Grid, quad: Quad) -> tuple[float, float]:
    """The middle of a quad in cell coordinates."""
    middle = np.array([*np.mean(quad, axis=0), 1.0])
    x, y, w = np.linalg.inv(grid.to_px) @ middle
    return float(x / w), float(y / w)
