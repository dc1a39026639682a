"""Whether a token lies on a tile: what shows around it is print that the board has elsewhere, and of more than one colour.

A disc on a card that lies over the board's edge looks like a token; but around it the card is of colours that no clear cell of the board
has, or of one alone. Glare leaves one colour, too, but that is as pale as paper; and where it has washed the clear cells out, they do not
tell how strong a warm print is, which every tile has: a red glass hides it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.hidden import unseen_around
from vision.tiles.ant_discs import PARAMS as DISC, DiscParams, best_places, looks_at, paper_of, rings_around, steps_on_look
from vision.tiles.tones import PARAMS as TONE, ToneParams, shares, steps, tones

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OnPrintParams:
    """When what lies around a disc is no tile."""

    strange: float = 0.15
    """Part of what is around it with colours that the board's clear cells do not have,"""
    around: tuple[float, float] = (1.2, 2.4)
    """between these parts of its radius: nearer, blur mixes its own colour in;"""
    warm: tuple[float, float] = (0.85, 0.1)
    """Tone of red from which on a colour is such a print, and by how much blue may be above green in it: red, orange or yellow, no pink."""
    one_colour: float = 0.6
    """or part of the ring next to it that is alike, as curls of print and the paper between them are not,"""
    pale: float = 0.7
    """unless all its colours have so much of the paper's light,"""
    ring: tuple[float, float] = (1.15, 1.75)
    """between these,"""
    unseen: float = 0.1
    """where so many of the cells around it show neither letter nor token."""
    rare: float = 0.15
    """or part of what is around it with colours that few places of the clear cells have, as a card of the colour of some letters,"""
    gone: float = 0.3
    """where so many of those cells show neither,"""
    rarest: float = 0.3
    """or so much of it wherever it lies: over the edge a card hides few cells. Around 600 tokens of 48 boards it was .26 at most."""
    least: float = 5e-4
    """Part of the clear cells from which on a colour is theirs,"""
    usual: float = 0.02
    """and from which on it is not rare on them."""
    least_cells: int = 12
    """Clear cells that tell what is printed on a board."""
    aside: float = 0.25
    """Cells beside its cell's middle from which on a disc may be print that happens to lie close together,"""
    as_others: tuple[int, float] = (4, 0.15)
    """unless so many tokens nearest to it are seen as far aside, but for so many cells: what stands up is displaced evenly over a board,"""
    of_print: float = 0.05
    """where so much of the clear cells has its colour."""
    heart: float = 0.7
    """Of its radius: within, a disc has its own colour."""
    inner: tuple[int, int] = (8, 26)
    """Pixels of a look between which its cell is."""
    tone: ToneParams = TONE
    disc: DiscParams = DISC


PARAMS = OnPrintParams()


def off_print(
    flat: Flat, middles: Points, under: Flags, lettered: Flags, known: Mapping[int, Floats], params: OnPrintParams = PARAMS
) -> Flags:
    """(rows, cols) the cells `under` tokens (rows, cols) that lie on something else than this RGB board's tiles, for (n, 2) cells' middles.

    Or that are print themselves: aside of their cell's middle, and of a colour that is printed all over the board.

    `lettered` (rows, cols) are the cells that show a letter; `known` are places, as of `Discs.place`, of tokens by their cells' numbers,
    those of others are looked for. None where the letters are too few to tell what is printed.
    """
    off, cells, clear = np.zeros(under.size, np.bool_), np.flatnonzero(under), np.flatnonzero(lettered)
    if len(cells) and len(clear) >= params.least_cells:
        seen, unseen = _around(flat, middles, cells, clear, known, params), unseen_around(~(lettered | under)).ravel()[cells]
        is_over = (seen.alike >= params.one_colour) & (unseen >= params.unseen) | (seen.rare >= params.rare) & (unseen >= params.gone)
        is_over |= (seen.strange >= params.strange) | (seen.rare >= params.rarest)
        off[cells] = is_over | (seen.printed >= params.of_print)
    return off.reshape(under.shape)


@dataclass(frozen=True, slots=True, eq=False)
class _Around:
    """Of tokens (n,) parts of what is around them, and how common they are."""

    strange: Floats
    """Of no colour of the clear cells."""
    rare: Floats
    """Of a rare one of theirs."""
    alike: Floats
    """Of one colour."""
    printed: Floats
    """The part of the clear cells that has the token's own colour; 0 where it lies in the middle of its cell."""


def _around(flat: Flat, middles: Points, cells: Ints, clear: Ints, known: Mapping[int, Floats], params: OnPrintParams) -> _Around:
    """What is around tokens on some cells (n,), and their own colour, against what the `clear` cells (m,) print."""
    paper, inner = paper_of(flat, middles), slice(*params.inner)
    usual = shares(tones(looks_at(flat, middles[clear], paper, params.disc, inner)).reshape(-1, 3), params.tone)
    looks = looks_at(flat, middles[cells], paper, params.disc)
    places = _places(looks, cells, known, params)
    print_shows = _on_board(middles[cells], flat, params) & ~_under_others(middles[cells], places, params)
    looks = looks.reshape(len(cells), -1, 3)
    wide, near = (rings_around(places, reach, params.disc) & print_shows for reach in (params.around, params.ring))
    seen = [tones(look[ring]) for look, ring in zip(looks, wide, strict=True)]
    strange, rare = ([_strange(one, usual >= least, params) for one in seen] for least in (params.least, params.usual))
    alike = [_alike(look[ring], params) for look, ring in zip(looks, near, strict=True)]
    hearts = zip(looks, rings_around(places, (0.0, params.heart), params.disc), strict=True)
    own = tones(np.stack([np.median(look[heart], axis=0) for look, heart in hearts]))
    printed = usual[tuple(steps(own, params.tone).T)] * _is_aside(places[:, :2], middles[cells], params)
    return _Around(*(np.asarray(part, np.float32) for part in (strange, rare, alike, printed)))


def _places(looks: Floats, cells: Ints, known: Mapping[int, Floats], params: OnPrintParams) -> Floats:
    """(n, 3) where the discs of some cells (n,) are on their looks (n, s, s, 3): as `known`, or else looked for."""
    places = np.array([known.get(cell, np.full(3, np.nan)) for cell in cells.tolist()], np.float32)
    rest = np.flatnonzero(np.isnan(places[:, 0]))
    if len(rest):
        places[rest] = best_places(looks[rest], params.disc)
    return places


def _is_aside(places: Floats, middles: Points, params: OnPrintParams) -> Flags:
    """(n,) whether discs are so far, by their (n, 2) places, from their cells' (n, 2) middles, and the tokens nearest to them are not."""
    is_aside, (least, as_far) = np.abs(places).max(axis=1) >= params.aside, params.as_others
    if len(places) > least:
        away = np.linalg.norm(middles[:, None] - middles[None], axis=2)
        nearest = np.argsort(away, axis=1)[:, 1 : 1 + least]
        is_aside &= np.abs(np.median(places[nearest], axis=1) - places).max(axis=1) >= as_far
    return np.asarray(is_aside, np.bool_)


def _on_board(middles: Points, flat: Flat, params: OnPrintParams) -> Flags:
    """(n, pixels) of looks at (n, 2) middles: those on the board; beside it lies the table."""
    there = middles[:, None] + steps_on_look(params.disc)
    return np.asarray(((there > 0) & (there < (flat.grid.cols, flat.grid.rows))).all(axis=2), np.bool_)


def _under_others(middles: Points, places: Floats, params: OnPrintParams) -> Flags:
    """(n, pixels) of looks at (n, 2) middles: those that the other discs, at (n, 3) places, and their blurred edges hide."""
    steps, away = steps_on_look(params.disc), np.linalg.norm(middles[:, None] - middles[None], axis=2)
    at, reach, hidden = middles + places[:, :2], params.around[0] * places[:, 2], np.zeros((len(places), len(steps)), np.bool_)
    for i, j in np.argwhere((away > 0) & (away < params.disc.window)).tolist():
        hidden[i] |= np.hypot(*(middles[i] + steps - at[j]).T) < reach[j]
    return hidden


def _strange(seen: Floats, is_known: Flags, params: OnPrintParams) -> float:
    """The part of (n, 3) tones that a board has nowhere, and that is no warm print: a red glass shows this as pale as paper."""
    if not len(seen):
        return 0.0
    least, most = params.warm
    is_warm = (seen[:, 0] >= least) & (seen[:, 2] <= seen[:, 1] + most)
    return 1 - float((is_known[tuple(steps(seen, params.tone).T)] | is_warm).mean())


def _alike(light: Floats, params: OnPrintParams) -> float:
    """The largest part of (n, 3) light that is near one of it; 0 where it is as pale as paper."""
    if not len(light) or np.median(light, axis=0).min() >= params.pale:
        return 0.0
    seen = tones(light)
    away = np.abs(seen[:, None] - seen[None, ::7]).max(axis=2)
    return float((away < params.disc.near).mean(axis=0).max())
