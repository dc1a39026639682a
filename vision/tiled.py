"""A square of letter tiles on a table -> letters, the tiles' turns, tokens and foods on them.

Each tile lies in one of four turns, decided by all its letters together; a tile whose letters are known is recognised as a whole.
"""

from dataclasses import dataclass

import numpy as np

from vision.board import NOTHING, UNREADABLE
from vision.cells import Flat, Grid, Pixels, Points
from vision.hidden import cells_in, patches, told
from vision.laid import letter_shows, moved_by, steps_off
from vision.letters import LetterNet, letter_net
from vision.observation import Board, CellDoubt, Point, TileTurn
from vision.rings import ringed
from vision.tilelook import TileLook, each_once, look_at
from vision.tilesigns import PARAMS as SIGNS, SignParams, places_of, signs_of
from vision.tilesquare import lay, squares
from vision.tileview import PARAMS as VIEW, View, ViewParams, fault_of, view_of
from vision.tiling import Tiling


@dataclass(frozen=True, slots=True)
class TiledParams:
    """When a board, a turn and a tile stand."""

    least_gaps: float = 1.01
    """How far the gaps between letters stand out in a square that is looked at."""
    most_tried: int = 4
    most_told: float = 0.9
    """Part of the cells with a letter or a token from which on no other place is tried."""
    least_letters: float = 0.13
    """Part of a tile's open cells that show a letter; less, and no tile is there."""
    least_tiles: int = 4
    """Fewer, and there is no board."""
    view: ViewParams = VIEW
    signs: SignParams = SIGNS


PARAMS = TiledParams()


def read_tiled(rgb: Pixels, tiling: Tiling, net: LetterNet | None = None, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles in a picture; None where there is none."""
    net = net or letter_net(tiling.alphabet)
    best: Board | None = None
    tried = 0
    for quad in squares(rgb):
        found = lay(rgb, quad, tiling.tiles, tiling.cells)
        if found is None or found.score < params.least_gaps:
            continue
        board, tried = read_at(rgb, found.grid, tiling, net, params), tried + 1
        if board is not None and (best is None or _told(board) > _told(best)):
            best = board
        if tried == params.most_tried or (best is not None and best.confidence > 0 and _told(best) >= params.most_told * tiling.count**2):
            break
    return best


def _told(board: Board) -> int:
    """Cells of which something is known: a letter or a token; of a board laid badly none."""
    return sum(sign.isalpha() for row in board.letters for sign in row) + len(board.ants)


def read_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles on a grid, or beside it by whole cells; None when too few tiles are there. One laid badly has `confidence` 0."""
    view = view_of(rgb, grid, tiling, net, params.view)
    step = steps_off(view.beside, view.shows, params.view.laid)
    if step != (0, 0):
        view = view_of(rgb, moved_by(grid, *step), tiling, net, params.view)
    looks = [look_at(view, row, col, tiling, net, params.signs.tile) for row in range(tiling.tiles) for col in range(tiling.tiles)]
    looks = each_once(looks)
    there = [look for look in looks if look.share >= params.least_letters]
    if len(there) < params.least_tiles:
        return None
    if fault := fault_of(view, params.view):
        return _doubted(view, fault)
    signs, doubts = signs_of(view, looks, there, tiling, net, params.signs)
    foods = _foods(looks, view.grey, view.middles, tiling)
    turns = tuple(TileTurn(look.row, look.col, look.turn, look.id) for look in there if look.turn is not None)
    corners = view.flat.grid.corners_px
    return Board(
        corners,
        tuple("".join(row) for row in signs),
        doubts,
        turns,
        foods,
        view.ants,
        why=_why(looks, _hidden(signs, there, view, tiling), params),
    )


def _doubted(view: View, why: str) -> Board:
    """A board of which nothing stands: where print is, a question."""
    shows = letter_shows(view.evidence)
    rows, cols = view.shows.shape
    letters = tuple("".join(UNREADABLE if shows[r * cols + c] else NOTHING for c in range(cols)) for r in range(rows))
    doubts = tuple(CellDoubt(int(i) // cols, int(i) % cols, why="the board is not laid clearly") for i in np.flatnonzero(shows))
    return Board(view.flat.grid.corners_px, letters, doubts, confidence=0.0, why=why)


def _foods(looks: list[TileLook], grey: Flat, middles: Points, tiling: Tiling) -> tuple[Point, ...]:
    """Where each tile's food is: by the enrolled tile, or where a ring is printed between four letters."""
    found = []
    for tile in looks:
        known = tiling.known[tile.id] if tile.id is not None else None
        at = known.turned(tile.turn or 0).food if known is not None else _ringed(tile, grey, middles, tiling)
        if at is not None:
            found.append((tile.row * tiling.cells + at[0], tile.col * tiling.cells + at[1]))
    return tuple(found)


def _ringed(tile: TileLook, grey: Flat, middles: Points, tiling: Tiling) -> Point | None:
    return ringed(grey, middles, tiling.count, (tile.row * tiling.cells, tile.col * tiling.cells), tiling.cells)


def _hidden(signs: list[list[str]], there: list[TileLook], view: View, tiling: Tiling) -> str:
    """Where many cells side by side on tiles show neither letter nor token."""
    blind = np.array(signs) == NOTHING
    for row, col in view.covered:
        blind[row, col] = False
    on_tile = np.zeros(blind.size, np.bool_)
    for tile in there:
        on_tile[places_of(tile, tiling)] = True
    return "; ".join(told(cells_in(patch)) for patch in patches(blind & on_tile.reshape(blind.shape)))


def _why(looks: list[TileLook], hidden: str, params: TiledParams) -> str:
    """Which tiles show no letters, or in which turn cannot be told, and what is hidden of the others."""
    absent = [place_of(look.row, look.col) for look in looks if look.share < params.least_letters]
    unclear = [place_of(look.row, look.col) for look in looks if look.share >= params.least_letters and look.turn is None]
    parts = [f"no letters show at the {', '.join(absent)}: a tile is missing or covered"] if absent else []
    parts += [f"which way up the tile at the {', '.join(unclear)} lies cannot be told"] if unclear else []
    return "; ".join([*parts, hidden] if hidden else parts)


def place_of(row: int, col: int) -> str:
    """A tile's place in words, for boards of three by three; numbers for others."""
    rows, cols = ("upper", "middle", "lower"), ("left", "middle", "right")
    if not (0 <= row < 3 and 0 <= col < 3):
        return f"row {row + 1}, column {col + 1}"
    return "middle" if (row, col) == (1, 1) else f"{rows[row]} {cols[col]}"
