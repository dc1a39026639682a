"""One tile of a square: in which of four turns it lies, by all its letters together, and which of the enrolled ones it is."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.board import posterior
from vision.letters.net import TURNS, Floats, LetterNet, log_sum
from vision.tiles.laid import Flags, letter_shows
from vision.tiles.tiling import TilePrint, Tiling
from vision.tiles.view import View


@dataclass(frozen=True, slots=True)
class TileParams:
    """When a turn and a tile stand."""

    turn_nats: float = 5.0
    """By which the best turn leads."""
    tile_nats: float = 12.0
    """By which the best tile leads."""
    hidden: float = 0.05
    """Prior of a cell of a known tile that something hides."""
    least_own: int = 5
    """Letters of a known tile that show at least."""
    least_of_last: int = 3
    """The same of the only tile of a board that is not known yet, which is one of those that lie nowhere else."""
    least_share: float = 0.5
    """Of the letters that show in a known tile's cells that have to be its own; less, and it is one that was never enrolled."""
    most_usual_nats: float = 3.0
    """For a letter in a cell of a tile that shows one in all the others."""


PARAMS = TileParams()
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


def look_at(view: View, row: int, col: int, tiling: Tiling, net: LetterNet, params: TileParams) -> TileLook:
    """The tile at a place of the square, by the evidence in its open cells."""
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


def each_once(looks: list[TileLook]) -> list[TileLook]:
    """A tile is in the box once: of two places that are named alike the one with more letters keeps the name."""
    best = {look.id: look for look in sorted(looks, key=lambda look: look.share)}
    return [look if look.id is None or best[look.id] is look else replace(look, id=None) for look in looks]


def with_last(looks: list[TileLook], view: View, tiling: Tiling, net: LetterNet, params: TileParams) -> list[TileLook]:
    """The tiles of a board, the last one named that is not known yet: it is one of those that lie nowhere else.

    Where all others are of the box, so is that, and few letters tell which: of two dozen tiles and turns left few have a letter that shows
    in its cell, and none three.
    """
    named, rest = {look.id for look in looks if look.id is not None}, [at for at, look in enumerate(looks) if look.id is None]
    if len(rest) != 1 or len(looks) == 1:
        return looks
    left = replace(tiling, known={name: tile for name, tile in tiling.known.items() if name not in named})
    last = looks[rest[0]]
    again = look_at(view, last.row, last.col, left, net, replace(params, least_own=params.least_of_last))
    return [again if look is last else look for look in looks]


def _known(mine: Floats, is_open: NDArray[np.bool_], tiling: Tiling, net: LetterNet, params: TileParams) -> tuple[str | None, int | None]:
    """The enrolled tile whose letters fit, and its turn; None where two fit alike or none does."""
    shows = np.logaddexp(0, log_sum(mine.reshape(len(mine), -1), 1))
    printed = int((letter_shows(mine) & is_open).sum())
    tried = [(name, turn) for name, tile in tiling.known.items() if _is_told(tile, tiling.cells, net.alphabet) for turn in TURNS]
    if not tried:
        return None, None
    expected, turns = np.array([_numbers(tiling.known[name], turn, net.alphabet) for name, turn in tried]), np.array([t for _, t in tried])
    nats = mine[np.arange(len(mine)), turns[:, None], expected] + np.log(4 * len(net.alphabet))
    fits = np.logaddexp(np.log(params.hidden), np.log(1 - params.hidden) + nats - shows)[:, is_open]
    shown_of = (fits > np.log(0.5)).sum(axis=1).tolist()
    scores = [(float(fit.sum()), name, turn, shown) for fit, (name, turn), shown in zip(fits, tried, shown_of, strict=True)]
    scores.sort(reverse=True)
    if len(scores) > 1 and scores[0][0] - scores[1][0] < params.tile_nats:
        return None, None
    _, best, turn, shown = scores[0]
    return (best, turn) if shown >= max(params.least_own, params.least_share * printed) else (None, None)


@lru_cache(maxsize=256)
def _is_told(tile: TilePrint, cells: int, alphabet: str) -> bool:
    """Whether a tile has so many rows, and no letter that the net does not know."""
    return len(tile.letters) == cells and all(letter in alphabet for row in tile.letters for letter in row)


@lru_cache(maxsize=256)
def _numbers(tile: TilePrint, turn: int, alphabet: str) -> tuple[int, ...]:
    """The letters of a tile that lies in a turn, row by row, by their numbers."""
    return tuple(alphabet.index(letter) for row in tile.turned(turn).letters for letter in row)


def chances_of(tile: TileLook, params: TileParams) -> Floats:
    """(cells * cells, letters + 2) as of `posterior`: a tile that shows letters nearly everywhere has one in the next cell, too."""
    turns = np.full(4, 0.25) if tile.turn is None else np.where(np.arange(4) == tile.turn, 1 - 3e-4, 1e-4)
    usual = float(np.clip(np.log((tile.share + 1e-6) / (1 - tile.share + 1e-6)), 0, params.most_usual_nats))
    return posterior(tile.evidence + np.float32(usual), np.asarray(turns, np.float32))


def hidden_at(chances: Floats, covered: Flags) -> Flags:
    """(...) cells that show neither letter nor token, by `chances` (..., letters + 2) as of `vision.letters.board.posterior`."""
    return np.asarray((chances[..., -1] > HALF) & ~covered, np.bool_)


def beside(hidden: Flags) -> Flags:
    """(rows, cols) `hidden` cells and those next to them: what lies there may cut a letter in half."""
    return np.asarray(cv2.dilate(hidden.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0, np.bool_)
