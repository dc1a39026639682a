"""A square of letter tiles on a table -> letters, the tiles' turns, tokens and foods on them.

Each tile lies in one of four turns, decided by all its letters together; a tile whose letters are known is recognised as a whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from vision.ants import COLOURS, Rgb, find_ants
from vision.board import NOTHING, PARAMS as BOARD, UNREADABLE, BoardParams, candidates, ink_boxes, look_at, posterior, settled, verdict
from vision.cells import Flat, Grid, Pixels, Points, flatten
from vision.letters import PLAIN, TURNS, Floats, LetterNet, letter_net, log_sum
from vision.observation import Board, CellDoubt, Point, TileTurn
from vision.redfilter import red_glass
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
    cells: BoardParams = BOARD


PARAMS = TiledParams()
LEAST_RING = 0.018
"""By which the ring around a food is darker than what is beside it, as part of the paper's light."""


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


def read_tiled(rgb: Pixels, tiling: Tiling, net: LetterNet | None = None, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles in a picture; None where there is none."""
    net = net or letter_net(tiling.alphabet)
    laid = [found for quad in squares(rgb) if (found := lay(rgb, quad, tiling.tiles, tiling.cells)) is not None]
    for found in sorted(laid, key=lambda f: -f.score)[: params.most_tried]:
        if found.score < params.least_gaps:
            break
        board = read_at(rgb, found.grid, tiling, net, params)
        if board is not None:
            return board
    return None


def read_at(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: TiledParams = PARAMS) -> Board | None:
    """The board of tiles on a grid; None when too few tiles are there."""
    flat = flatten(rgb, grid)
    grey = flat.with_pixels(red_glass(flat.pixels))
    middles = _per_tile(grey, settled(grey, settled(grey, grid.middles)), tiling)
    ants = find_ants(flat, middles, grid.cols, tiling.colours)
    covered = {(ant.row, ant.col) for ant in ants}
    evidence = look_at(grey, middles, net, params.cells)
    looks = [_tile(evidence, row, col, covered, tiling, net, params) for row in range(tiling.tiles) for col in range(tiling.tiles)]
    looks = _each_once(looks)
    there = [look for look in looks if look.share >= params.least_letters]
    if len(there) < params.least_tiles:
        return None
    bright = _brightness(flat, middles).reshape(grid.rows, grid.cols)
    signs, doubts = _signs(looks, covered, bright, tiling, net, params)
    foods = _foods(looks, grey, middles, tiling)
    turns = tuple(TileTurn(look.row, look.col, look.turn, look.id) for look in there if look.turn is not None)
    return Board(grid.corners_px, tuple("".join(row) for row in signs), doubts, turns, foods, ants, why=_why(looks, params))


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


def _tile(
    evidence: Floats, row: int, col: int, covered: set[tuple[int, int]], tiling: Tiling, net: LetterNet, params: TiledParams
) -> TileLook:
    size, count = tiling.cells, tiling.count
    cells = [(row * size + r, col * size + c) for r in range(size) for c in range(size)]
    mine = evidence[[r * count + c for r, c in cells]]
    is_open = np.array([cell not in covered for cell in cells])
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
        prior = np.full(4, 0.25) if tile.turn is None else np.where(np.arange(4) == tile.turn, 1 - 3e-4, 1e-4)
        chances = posterior(tile.evidence, np.asarray(prior, np.float32))
        own = tiling.known[tile.id].turned(tile.turn or 0).letters if tile.id is not None else None
        for at, chance in enumerate(chances):
            row, col = tile.row * tiling.cells + at // tiling.cells, tile.col * tiling.cells + at % tiling.cells
            if (row, col) in covered:
                continue
            sign = verdict(chance, net.alphabet, params.cells.stands, params.cells.empty)
            if own is not None:
                letter = own[at // tiling.cells][at % tiling.cells]
                shows = chance[net.alphabet.index(letter)] > params.shows or bright[row, col] > params.bright
                sign = letter if shows else NOTHING
            signs[row][col] = sign
            if sign == UNREADABLE:
                doubts.append(CellDoubt(row, col, candidates(chance, net.alphabet), "the letter is not clear"))
    return signs, tuple(doubts)


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
    """The corner point of four cells, within a tile, that a ring is printed around; None when none stands out."""
    inner = [(r, c) for r in range(tiling.cells - 1) for c in range(tiling.cells - 1)]
    first = [(tile.row * tiling.cells + r) * tiling.count + tile.col * tiling.cells + c for r, c in inner]
    around = np.array([[i, i + 1, i + tiling.count, i + tiling.count + 1] for i in first])
    looks = grey.cut(middles[around].mean(axis=1), 0.8, 32).astype(np.float32)
    score = ring_score(looks / np.percentile(looks, 80), 0.8)
    order = np.argsort(-score)
    r, c = inner[int(order[0])]
    return (r + 0.5, c + 0.5) if score[order[0]] > LEAST_RING and score[order[0]] > 2 * score[order[1]] else None


def ring_score(looks: Floats, window: float) -> Floats:
    """(n,) how much darker a ring near the middle of each look (n, s, s) is than what lies within and around it."""
    side = looks.shape[1]
    place = ((np.arange(side) + 0.5) / side - 0.5) * window
    best = np.full(len(looks), -1.0, np.float32)
    for radius in (0.17, 0.2, 0.23, 0.26, 0.29):
        for dx in (-0.06, 0.0, 0.06):
            for dy in (-0.06, 0.0, 0.06):
                away = np.hypot(place[None, :] - dx, place[:, None] - dy)
                on = np.abs(away - radius) < 0.022
                inside, outside = (away < radius - 0.04) & (away > radius - 0.1), (away > radius + 0.035) & (away < radius + 0.07)
                beside = np.minimum(np.median(looks[:, inside], axis=1), np.median(looks[:, outside], axis=1))
                best = np.maximum(best, beside - np.quantile(looks[:, on], 0.6, axis=1))
    return best


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
