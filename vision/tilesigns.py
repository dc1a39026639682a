"""What stands in each cell of a square of letter tiles, and what is asked about."""

from dataclasses import dataclass

import numpy as np

from vision.board import NOTHING, UNREADABLE, candidates, verdict
from vision.faint import PARAMS as FAINT, FaintParams, may_be_more
from vision.laid import Flags, letter_shows
from vision.letters import Floats, LetterNet
from vision.observation import CellDoubt
from vision.oneprint import PARAMS as PRINT, Ints, PrintParams, likeness, print_of, weighed
from vision.tilelook import PARAMS as TILE, TileLook, TileParams, beside_hidden, chances_of
from vision.tileview import View, brightness
from vision.tiling import Tiling
from vision.underprint import may_differ


@dataclass(frozen=True, slots=True)
class SignParams:
    """When a letter of a tile stands."""

    stands: float = 0.97
    """Probability from which on it does: of fonts that the net never saw it is surer than it is right."""
    empty: float = 0.6
    """Probability from which on a cell shows no letter; between, it is asked about."""
    sure: float = 0.998
    """Less, and a letter is held against the others of the board; from here on it stands beside what hides the next one, where no others
    can be looked at: half a letter looks like another one."""
    shows: float = 0.1
    """Chance of its own letter from which on a cell of a known tile is not covered,"""
    shows_nats: float = 1.0
    """or by which that letter is likelier than nothing."""
    bright: float = 0.8
    """Of the paper's light: a cell so bright that shows no letter is washed out by glare, not covered."""
    tile: TileParams = TILE
    print: PrintParams = PRINT
    faint: FaintParams = FAINT


PARAMS = SignParams()
NEVER = 1.1
"""A probability that no letter has."""
UNCLEAR, NEITHER = "the letter is not clear", "neither a letter nor a token can be told"
"""Why a cell is asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """All cells of a board, row by row; (n,) each."""

    chances: Floats
    """(n, letters + 2) as of `vision.board.posterior`."""
    turns: Ints
    """Of the tile; -1 where it cannot be told."""
    at_rim: Flags
    """What lies beside it, or on it, hides a letter."""
    covered: Flags
    """Under a token."""


def cells_of(view: View, looks: list[TileLook], tiling: Tiling, params: SignParams) -> Cells:
    """What each cell may show, its tile's other letters considered."""
    count, letters = tiling.count**2, view.evidence.shape[2] + 1
    cells = Cells(np.zeros((count, letters), np.float32), np.full(count, -1), np.zeros(count, np.bool_), np.zeros(count, np.bool_))
    for row, col in view.covered:
        cells.covered[row * tiling.count + col] = True
    for tile in looks:
        mine = places_of(tile, tiling)
        cells.chances[mine] = chances_of(tile, params.tile)
        cells.turns[mine] = -1 if tile.turn is None else tile.turn
        cells.at_rim[mine] = beside_hidden(cells.chances[mine], tile, view.covered, tiling)
    return cells


def places_of(tile: TileLook, tiling: Tiling) -> Ints:
    """(cells * cells,) the numbers of a tile's cells on the board."""
    rows, cols = (start * tiling.cells + np.arange(tiling.cells) for start in (tile.row, tile.col))
    return (rows[:, None] * tiling.count + cols).ravel()


def signs_of(
    view: View, looks: list[TileLook], there: list[TileLook], tiling: Tiling, net: LetterNet, params: SignParams = PARAMS
) -> tuple[list[list[str]], tuple[CellDoubt, ...]]:
    """What stands in each cell, and what is asked about; of `looks` that are not `there` no letter stands."""
    cells = cells_of(view, looks, tiling, params)
    chances, stands = _held_against_print(view, cells, _part(there, cells, tiling), net, params)
    bright = brightness(view.flat, view.middles)
    signs = np.full(len(chances), NOTHING)
    for tile in looks:
        mine = places_of(tile, tiling)
        mine = mine[~cells.covered[mine]]
        if tile not in there:
            signs[mine[letter_shows(view.evidence[mine])]] = UNREADABLE
        elif tile.id is not None:
            own = np.array(list("".join(tiling.known[tile.id].turned(tile.turn or 0).letters)))[~cells.covered[places_of(tile, tiling)]]
            number = [net.alphabet.index(letter) for letter in own]
            shows = (chances[mine, number] > params.shows) | (view.evidence[mine, tile.turn or 0, number] > params.shows_nats)
            signs[mine] = np.where(shows | (bright[mine] > params.bright), own, NOTHING)
        else:
            signs[mine] = unless_most_are_asked([verdict(chances[i], net.alphabet, stands[i], params.empty) for i in mine])
    asked = [divmod(int(i), tiling.count) for i in np.flatnonzero(signs == UNREADABLE)]
    doubts = tuple(_doubt(row, col, chances[row * tiling.count + col], net) for row, col in asked)
    return signs.reshape(tiling.count, tiling.count).tolist(), doubts


def unless_most_are_asked(signs: list[str]) -> list[str]:
    """A tile's signs; its letters are asked about, too, where fewer stand than are in doubt: it may be read beside its print."""
    letters = sum(sign.isalpha() for sign in signs)
    return [UNREADABLE if sign.isalpha() else sign for sign in signs] if letters < signs.count(UNREADABLE) else signs


def _doubt(row: int, col: int, chance: Floats, net: LetterNet) -> CellDoubt:
    """Why a cell is asked about, by its chances (letters + 2,): where nothing at all is likelier than any letter, for what lies there."""
    is_none = chance[-1] >= chance[: len(net.alphabet)].max()
    return CellDoubt(row, col, candidates(chance, net.alphabet), NEITHER if is_none else UNCLEAR)


def _part(tiles: list[TileLook], cells: Cells, tiling: Tiling) -> Flags:
    """(n,) the open cells of some tiles whose turn is told."""
    part = np.zeros(len(cells.turns), np.bool_)
    for tile in tiles:
        part[places_of(tile, tiling)] = True
    return np.asarray(part & ~cells.covered & (cells.turns >= 0), np.bool_)


def _held_against_print(view: View, cells: Cells, part: Flags, net: LetterNet, params: SignParams) -> tuple[Floats, Floats]:
    """The chances, those of doubtful letters weighed by what the board's clear letters look like; and (n,) from which on each stands."""
    stands = np.where(cells.at_rim, params.sure, params.stands).astype(np.float32)
    best, top = cells.chances.argmax(axis=1), cells.chances.max(axis=1)
    clear = part & (best < len(net.alphabet)) & (top >= params.print.clear) & ~cells.at_rim
    known = print_of(view.grey, view.middles, cells.turns, best, clear, params.print)
    if known is None:
        return cells.chances, stands
    stands[known.unlike(known.own, params.print)] = NEVER
    is_doubtful = cells.at_rim | (top < params.sure) | ~known.shown
    asked = np.flatnonzero(part & is_doubtful & (cells.chances[:, :-1].max(axis=1) > 1 - params.sure))
    alike = likeness(known, view.grey, view.middles[asked], cells.turns[asked], len(net.alphabet), params.print)
    chances = cells.chances.copy()
    chances[asked] = weighed(chances[asked], alike, known, params.print)
    letter = chances[asked, : len(net.alphabet)].argmax(axis=1)
    own = np.take_along_axis(alike, letter[:, None], axis=1)[:, 0]
    differs = ~np.isnan(alike).all(axis=1) & (np.nan_to_num(alike, nan=-1).argmax(axis=1) != letter)
    is_like = np.where(cells.at_rim[asked], known.is_whole(own, params.print), ~known.unlike(own, params.print))
    stands[asked] = np.where(is_like & (stands[asked] < NEVER), np.where(differs, params.sure, params.stands), NEVER)
    nats = view.evidence[np.arange(len(best)), np.maximum(cells.turns, 0), : len(net.alphabet)]
    told = np.where(part, chances.argmax(axis=1), len(net.alphabet))
    stands[may_differ(view.flat, view.grey, view.middles, cells.turns, told, nats, known.shown)] = NEVER
    stands[may_be_more(view.grey, view.middles, cells.turns, told, view.evidence, net, params.faint)] = NEVER
    return chances, stands
