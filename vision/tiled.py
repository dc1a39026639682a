"""A square of letter tiles on a table -> letters, the tiles' turns, tokens and foods on them.

Each tile lies in one of four turns, decided by all its letters together; a tile whose letters are known is recognised as a whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ants import COLOURS, Rgb, find_ants
from vision.board import (
    NOTHING,
    PARAMS as BOARD,
    UNREADABLE,
    UNSEEN,
    BoardParams,
    candidates,
    ink_boxes,
    look_again,
    maybe_letters,
    posterior,
    settled,
    verdict,
)
from vision.cells import Flat, Grid, Pixels, Points, flatten
from vision.laid import PARAMS as LAID, Flags, LaidParams, beside, clear_share, complaint, letter_shows, moved_by, steps_off
from vision.letters import PLAIN, SIDE, TURNS, Floats, LetterNet, letter_net, log_sum
from vision.observation import Ant, Board, CellDoubt, Point, TileTurn
from vision.redfilter import red_glass
from vision.rings import ringed
from vision.tilesquare import lay, squares


@dataclass(frozen=True, slots=True)
class TilePrint:
    """What is printed on a tile, as it stands upright."""

    letters: tuple[str, ...]
    """A string a row."""
    food: Point | None = None
    """Row and column as in `Board.foods`, on this tile."""

    def turned(self, turns: int) -> "TilePrint":
        """The same tile turned clockwise by quarters."""
        rows, food, size = self.letters, self.food, len(self.letters)
        for _ in range(turns % 4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
            food = None if food is None else (food[1], size - 1 - food[0])
        return TilePrint(rows, food)


@dataclass(frozen=True, slots=True)
class Tiling:
    """The board that may lie on the table."""

    tiles: int = 3
    """Along each side."""
    cells: int = 5
    """Letters along a tile's side."""
    alphabet: str = PLAIN
    known: Mapping[str, TilePrint] = field(default_factory=dict, hash=False)
    """The tiles that were enrolled, by id."""
    colours: Mapping[str, Rgb] = field(default_factory=lambda: dict(COLOURS), hash=False)
    """The tokens' colours by name."""

    @property
    def count(self) -> int:
        """Letters along the board's side."""
        return self.tiles * self.cells


@dataclass(frozen=True, slots=True)
class TiledParams:
    """When a board, a turn and a tile stand."""

    least_gaps: float = 1.02
    """How far the gaps between letters stand out in a square that is looked at."""
    most_tried: int = 4
    most_told: float = 0.9
    """Part of the cells with a letter or a token from which on no other place is tried."""
    least_letters: float = 0.13
    """Part of a tile's open cells that show a letter; less, and no tile is there."""
    least_tiles: int = 4
    """Fewer, and there is no board."""
    turn_nats: float = 5.0
    """By which the best turn leads."""
    tile_nats: float = 12.0
    """By which the best tile leads."""
    hidden: float = 0.05
    """Prior of a cell of a known tile that something hides."""
    shows: float = 0.1
    """Chance of its own letter from which on a cell of a known tile is not covered."""
    least_own: int = 5
    """Letters of a known tile that show at least."""
    bright: float = 0.8
    """Of the paper's light: a cell so bright that shows no letter is washed out by glare, not covered."""
    clear_turn_nats: float = 40.0
    """By which a turn leads at the first look already, so that no other is looked at again."""
    most_usual_nats: float = 3.0
    """For a letter in a cell of a tile that shows one in all the others."""
    stands_beside_hidden: float = 0.998
    """Probability from which on a letter stands beside what hides the next one: half a letter looks like another one."""
    cells: BoardParams = BOARD
    laid: LaidParams = LAID


PARAMS = TiledParams()
HALF = 0.5


@dataclass(frozen=True, slots=True, eq=False)
class TileLook:
    """Evidence for one tile."""

    row: int
    col: int
    evidence: Floats
    """(cells * cells, 4, letters + 1)."""
    turn: int | None
    """None when it cannot be told."""
    id: str | None
    share: float
    """Of the open cells that show a letter."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A board as it shows on a grid, before anything is decided."""

    flat: Flat
    grey: Flat
    """What a red glass shows of it."""
    middles: Points
    ants: tuple[Ant, ...]
    evidence: Floats
    """(n, 4, letters + 1)."""
    beside: Floats
    """(4,) part of the cells just outside each side that show letters."""

    @property
    def covered(self) -> set[tuple[int, int]]:
        """Cells under tokens."""
        return {(ant.row, ant.col) for ant in self.ants}

    @property
    def shows(self) -> Flags:
        """(rows, cols) cells with a letter or a token."""
        rows, cols = self.flat.grid.rows, self.flat.grid.cols
        shows = letter_shows(self.evidence).reshape(rows, cols)
        for row, col in self.covered:
            shows[row, col] = True
        return shows


def read_tiled(rgb: Pixels, tiling: Tiling, net: LetterNet | None = None, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles in a picture; None where there is none."""
    net = net or letter_net(tiling.alphabet)
    laid = [found for quad in squares(rgb) if (found := lay(rgb, quad, tiling.tiles, tiling.cells)) is not None]
    best: Board | None = None
    for found in sorted(laid, key=lambda f: -f.score)[: params.most_tried]:
        if found.score < params.least_gaps:
            break
        board = read_at(rgb, found.grid, tiling, net, params)
        if board is not None and (best is None or _told(board) > _told(best)):
            best = board
        if best is not None and best.confidence > 0 and _told(best) >= params.most_told * tiling.count**2:
            break
    return best


def _told(board: Board) -> int:
    """Cells of which something is known: a letter or a token; of a board laid badly none."""
    return sum(sign.isalpha() for row in board.letters for sign in row) + len(board.ants)


def read_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles on a grid, or beside it by whole cells; None when too few tiles are there. One laid badly has `confidence` 0."""
    view = _view(rgb, grid, tiling, net, params)
    step = steps_off(view.beside, view.shows, params.laid)
    if step != (0, 0):
        view = _view(rgb, moved_by(grid, *step), tiling, net, params)
    looks = [_tile(view, row, col, tiling, net, params) for row in range(tiling.tiles) for col in range(tiling.tiles)]
    looks = _each_once(looks)
    there = [look for look in looks if look.share >= params.least_letters]
    if len(there) < params.least_tiles:
        return None
    if fault := _fault(view, params):
        return _doubted(view, fault)
    bright = _brightness(view.flat, view.middles).reshape(grid.rows, grid.cols)
    signs, doubts = _signs(looks, view.covered, bright, tiling, net, params)
    foods = _foods(looks, view.grey, view.middles, tiling)
    turns = tuple(TileTurn(look.row, look.col, look.turn, look.id) for look in there if look.turn is not None)
    corners = view.flat.grid.corners_px
    return Board(corners, tuple("".join(row) for row in signs), doubts, turns, foods, view.ants, why=_why(looks, params))


def _view(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams) -> View:
    """The board as it shows on a grid."""
    flat = flatten(rgb, grid)
    grey = flat.with_pixels(red_glass(flat.pixels))
    middles = _per_tile(grey, settled(grey, settled(grey, grid.middles)), tiling)
    evidence = _evidence(grey, middles, tiling, net, params)
    return View(flat, grey, middles, find_ants(flat, middles, grid.cols, tiling.colours), evidence, beside(grey, middles, net, params.laid))


def _evidence(grey: Flat, middles: Points, tiling: Tiling, net: LetterNet, params: TiledParams) -> Floats:
    """(n, 4, letters + 1) nats for each cell; of a tile whose turn the first look tells clearly, in that turn alone."""
    evidence = net.evidence(grey.cut(middles, params.cells.window, SIDE))
    maybe = maybe_letters(evidence, params.cells)
    votes = np.logaddexp(log_sum(evidence[..., :-1], -1), 0)
    tile_of = _tile_of(tiling)
    for tile in range(tiling.tiles**2):
        order = np.argsort(-votes[tile_of == tile].sum(axis=0))
        total = votes[tile_of == tile].sum(axis=0)[order]
        turns = [int(order[0])] if total[0] - total[1] >= params.clear_turn_nats else list(TURNS)
        mine = maybe[tile_of[maybe] == tile]
        evidence = look_again(grey, middles, mine, evidence, turns, net, params.cells)
        others = [turn for turn in TURNS if turn not in turns]
        evidence[np.flatnonzero(tile_of == tile)[:, None], np.array(others, np.int64)] = UNSEEN
    return evidence


def _fault(view: View, params: TiledParams) -> str:
    """Why the cells cannot be trusted; empty when they fit. A bare place, or one under a hand, says nothing."""
    counted = np.array([cell not in view.covered for cell in np.ndindex(view.shows.shape)])
    clear = clear_share(view.grey, view.middles, letter_shows(view.evidence, params.laid), counted, params.laid)
    return complaint(view.beside, clear, params.laid)


def _doubted(view: View, why: str) -> Board:
    """A board of which nothing stands: where print is, a question."""
    shows = letter_shows(view.evidence)
    rows, cols = view.shows.shape
    letters = tuple("".join(UNREADABLE if shows[r * cols + c] else NOTHING for c in range(cols)) for r in range(rows))
    doubts = tuple(CellDoubt(int(i) // cols, int(i) % cols, why="the board is not laid clearly") for i in np.flatnonzero(shows))
    return Board(view.flat.grid.corners_px, letters, doubts, confidence=0.0, why=why)


def _per_tile(grey: Flat, middles: Points, tiling: Tiling) -> Points:
    """The cells' middles, each tile moved to where its letters are: tiles lie a little askew."""
    boxes = ink_boxes(grey.cut(middles, 1.2, 40), 1.2)
    is_told = (boxes[:, 2] > 0.25) & (boxes[:, 2] < 0.85) & (np.abs(boxes[:, :2]).max(axis=1) < 0.25)
    tile_of = _tile_of(tiling)
    moved = middles.copy()
    for tile in range(tiling.tiles**2):
        told = np.flatnonzero(is_told & (tile_of == tile))
        if len(told) >= tiling.cells:
            moved[tile_of == tile] += np.median(boxes[told, :2], axis=0)
    return moved


def _tile_of(tiling: Tiling) -> NDArray[np.int64]:
    """(count * count,) the number of each cell's tile, row by row."""
    part = np.arange(tiling.count) // tiling.cells
    return (part[:, None] * tiling.tiles + part).ravel()


def _tile(view: View, row: int, col: int, tiling: Tiling, net: LetterNet, params: TiledParams) -> TileLook:
    size, count = tiling.cells, tiling.count
    cells = [(row * size + r, col * size + c) for r in range(size) for c in range(size)]
    mine = view.evidence[[r * count + c for r, c in cells]]
    is_open = np.array([cell not in view.covered for cell in cells])
    letters = log_sum(mine[..., :-1], -1) + np.log(4)
    votes = np.logaddexp(letters, 0)[is_open].sum(axis=0)
    order = np.argsort(-votes)
    turn = int(order[0]) if votes[order[0]] - votes[order[1]] >= params.turn_nats else None
    share = float((letters[is_open].max(axis=1) > 0).mean()) if is_open.any() else 0.0
    name, known_turn = _known(mine, is_open, tiling, net, params)
    return TileLook(row, col, mine, known_turn if name is not None else turn, name, share)


def _each_once(looks: list[TileLook]) -> list[TileLook]:
    """A tile is in the box once: of two places that are named alike the one with more letters keeps the name."""
    best = {look.id: look for look in sorted(looks, key=lambda look: look.share)}
    return [look if look.id is None or best[look.id] is look else replace(look, id=None) for look in looks]


def _known(mine: Floats, is_open: NDArray[np.bool_], tiling: Tiling, net: LetterNet, params: TiledParams) -> tuple[str | None, int | None]:
    """The enrolled tile whose letters fit, and its turn; None where two fit alike or none does."""
    scores: list[tuple[float, str, int, int]] = []
    for name, tile in tiling.known.items():
        if len(tile.letters) != tiling.cells or any(letter not in net.alphabet for row in tile.letters for letter in row):
            continue
        for turn in TURNS:
            expected = [net.alphabet.index(letter) for row in tile.turned(turn).letters for letter in row]
            nats = mine[np.arange(len(mine)), turn, expected] + np.log(4 * len(net.alphabet))
            fits = np.logaddexp(
                np.log(params.hidden), np.log(1 - params.hidden) + nats - np.logaddexp(0, log_sum(mine.reshape(len(mine), -1), 1))
            )
            shown = int((fits[is_open] > np.log(0.5)).sum())
            scores.append((float(fits[is_open].sum()), name, turn, shown))
    scores.sort(reverse=True)
    if not scores or (len(scores) > 1 and scores[0][0] - scores[1][0] < params.tile_nats):
        return None, None
    _, best, turn, shown = scores[0]
    return (best, turn) if shown >= params.least_own else (None, None)


def _brightness(flat: Flat, middles: Points) -> Floats:
    """(n,) light in the middle of each cell as part of the board's paper."""
    cells = flat.cut(middles, 0.8, 10).astype(np.float32).min(axis=3)
    return np.asarray(np.median(cells.reshape(len(middles), -1), axis=1) / max(1.0, float(np.percentile(cells, 97))), np.float32)


def _signs(
    looks: list[TileLook], covered: set[tuple[int, int]], bright: Floats, tiling: Tiling, net: LetterNet, params: TiledParams
) -> tuple[list[list[str]], tuple[CellDoubt, ...]]:
    """What stands in each cell, and what is asked about."""
    signs = [[NOTHING] * tiling.count for _ in range(tiling.count)]
    doubts: list[CellDoubt] = []
    for tile in looks:
        if tile.share < params.least_letters:
            continue
        chances = _chances(tile, params)
        at_rim = _beside_hidden(chances, tile, covered, tiling)
        own = tiling.known[tile.id].turned(tile.turn or 0).letters if tile.id is not None else None
        for at, chance in enumerate(chances):
            row, col = tile.row * tiling.cells + at // tiling.cells, tile.col * tiling.cells + at % tiling.cells
            if (row, col) in covered:
                continue
            stands = params.stands_beside_hidden if at_rim[at] else params.cells.stands
            sign = verdict(chance, net.alphabet, stands, params.cells.empty)
            if own is not None:
                letter = own[at // tiling.cells][at % tiling.cells]
                shows = chance[net.alphabet.index(letter)] > params.shows or bright[row, col] > params.bright
                sign = letter if shows else NOTHING
            signs[row][col] = sign
            if sign == UNREADABLE:
                doubts.append(CellDoubt(row, col, candidates(chance, net.alphabet), "the letter is not clear"))
    return signs, tuple(doubts)


def _chances(tile: TileLook, params: TiledParams) -> Floats:
    """(cells * cells, letters + 2) as of `posterior`: a tile that shows letters nearly everywhere has one in the next cell, too."""
    turns = np.full(4, 0.25) if tile.turn is None else np.where(np.arange(4) == tile.turn, 1 - 3e-4, 1e-4)
    usual = float(np.clip(np.log((tile.share + 1e-6) / (1 - tile.share + 1e-6)), 0, params.most_usual_nats))
    return posterior(tile.evidence + np.float32(usual), np.asarray(turns, np.float32))


def _beside_hidden(chances: Floats, tile: TileLook, covered: set[tuple[int, int]], tiling: Tiling) -> Flags:
    """(cells * cells,) whether a cell next to it, or itself, shows neither letter nor token: what lies there may cut a letter in half."""
    size = tiling.cells
    hidden = (chances[:, -1] > HALF).reshape(size, size).astype(np.uint8)
    for row, col in covered:
        if row // size == tile.row and col // size == tile.col:
            hidden[row % size, col % size] = 0
    return np.asarray(cv2.dilate(hidden, np.ones((3, 3), np.uint8)).ravel() > 0, np.bool_)


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


def _why(looks: list[TileLook], params: TiledParams) -> str:
    """Which tiles show no letters, or in which turn cannot be told."""
    absent = [place_of(look.row, look.col) for look in looks if look.share < params.least_letters]
    unclear = [place_of(look.row, look.col) for look in looks if look.share >= params.least_letters and look.turn is None]
    parts = [f"no letters show at the {', '.join(absent)}: a tile is missing or covered"] if absent else []
    parts += [f"which way up the tile at the {', '.join(unclear)} lies cannot be told"] if unclear else []
    return "; ".join(parts)


def place_of(row: int, col: int) -> str:
    """A tile's place in words, for boards of three by three; numbers for others."""
    rows, cols = ("upper", "middle", "lower"), ("left", "middle", "right")
    if not (0 <= row < 3 and 0 <= col < 3):
        return f"row {row + 1}, column {col + 1}"
    return "middle" if (row, col) == (1, 1) else f"{rows[row]} {cols[col]}"
