"""What stands in each cell of a square of letter tiles, and what is asked about."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.letters.board import NOTHING, UNREADABLE, candidates, verdict
from vision.letters.net import Floats, LetterNet
from vision.letters.oneprint import PARAMS as PRINT, Ints, Print, PrintParams, likeness, print_of, weighed
from vision.letters.washed import beside_washed, burnt_out, white_share
from vision.observation import CellDoubt
from vision.tiles.ant_discs import may_be_discs
from vision.tiles.belowprint import told_apart
from vision.tiles.cover import PARAMS as COVER, Cover, CoverParams, cover_of
from vision.tiles.faint import PARAMS as FAINT, FaintParams, both_looks, may_be_more
from vision.tiles.halves import PARAMS as HALVES, HalfParams, cut_short, half_covered
from vision.tiles.laid import Flags, letter_shows
from vision.tiles.leads import no_others
from vision.tiles.look import PARAMS as TILE, TileLook, TileParams, beside, chances_of, hidden_at
from vision.tiles.nearkinds import nearer_to_another
from vision.tiles.partly import PARAMS as PART, PartParams, rather_others, show_in_part
from vision.tiles.sameprint import PARAMS as KINDS, unlike_their_kind
from vision.tiles.throughglare import show_through
from vision.tiles.tiling import Tiling
from vision.tiles.trusted import most_are_asked, on_lone_tiles
from vision.tiles.underprint import may_differ
from vision.tiles.view import View, brightness


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
    lone: int = 2
    """Letters of one kind that are too few to tell what it looks like: where as many are in doubt, none of them stands."""
    maybe: float = 0.3
    """Chance of a letter from which on a cell that is asked about counts as one in doubt."""
    shows: float = 0.1
    """Chance of its own letter from which on a cell of a known tile is not covered, unless something lies over most of it,"""
    shows_nats: float = 1.0
    """or by which that letter is likelier than nothing."""
    bright: float = 0.8
    """Of the paper's light: a cell so bright that shows no letter is washed out by glare, not covered, unless a token may lie there,"""
    washed: float = 0.12
    """where so much of it is burnt out: of cells that glare had washed out .15 and more was, of such below pale cards mostly none."""
    burnt: float = 0.02
    """Part of a cell that glare has washed out from which on the board's other letters do not tell what the net makes of it."""
    anchor: int = 3
    """Cells of a tile of which something stands, from which on it tells where those beside it lie."""
    no_ring: float = 0.1
    """By how much more an own letter looks like itself than like a ring."""
    tile: TileParams = TILE
    print: PrintParams = PRINT
    faint: FaintParams = FAINT
    halves: HalfParams = HALVES
    cover: CoverParams = COVER
    part: PartParams = PART


PARAMS = SignParams()
RING = "O"
"""The letter that is a ring."""
NEVER = 1.1
"""A probability that no letter has."""
UNCLEAR, NEITHER, HALF = "the letter is not clear", "neither a letter nor a token can be told", "something lies over a part of the letter"
"""Why a cell is asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """All cells of a board, row by row; (n,) each."""

    chances: Floats
    """(n, letters + 2) as of `vision.letters.board.posterior`."""
    turns: Ints
    """Of the tile; -1 where it cannot be told."""
    at_rim: Flags
    """What lies beside it on its tile, or on it, hides a letter."""
    may_be_cut: Flags
    """The same, or on the tile beside it."""
    cut: Flags
    """That is seen to lie over a part of the letter,"""
    spared: Flags
    """or to end before it."""
    covered: Flags
    """Under a token."""

    def clear(self, params: SignParams) -> Flags:
        """(n,) those that show a letter clearly, with nothing beside it."""
        is_letter = self.chances.argmax(axis=1) < self.chances.shape[1] - 2
        return np.asarray(is_letter & (self.chances.max(axis=1) >= params.print.clear) & ~self.may_be_cut & ~self.covered, np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """What was told of cells that look as they did."""

    cells: Flags
    """(n,) which they are."""
    signs: NDArray[np.str_]
    """(n,) what stands in them."""
    doubts: tuple[CellDoubt, ...]


def cells_of(view: View, looks: list[TileLook], tiling: Tiling, params: SignParams) -> Cells:
    """What each cell may show, its tile's other letters considered."""
    count, letters = tiling.count**2, view.evidence.shape[2] + 1
    nowhere = np.zeros(count, np.bool_)
    chances, covered = np.zeros((count, letters), np.float32), view.under_tokens.ravel()
    cells = Cells(chances, np.full(count, -1), nowhere.copy(), nowhere, nowhere, nowhere, covered)
    for tile in looks:
        mine = places_of(tile, tiling)
        cells.chances[mine] = chances_of(tile, params.tile)
        cells.turns[mine] = -1 if tile.turn is None else tile.turn
    hidden = hidden_at(cells.chances, cells.covered)
    for mine in (places_of(tile, tiling) for tile in looks):
        cells.at_rim[mine] = beside(hidden[mine].reshape(tiling.cells, -1)).ravel()
    return replace(cells, may_be_cut=beside(hidden.reshape(tiling.count, -1)).ravel())


def _with_cover(cells: Cells, bright: Flags, view: View, params: SignParams) -> tuple[Cells, Cover]:
    """The cells, by what is seen to hide those beside them, unless they are `bright` (n,), and that: it cuts a letter or spares it."""
    shape, hidden = (view.flat.grid.rows, view.flat.grid.cols), hidden_at(cells.chances, cells.covered)
    hidden, clear, bright = (one.reshape(shape) for one in (hidden, cells.clear(params), bright))
    cover = cover_of(view.flat, view.middles, hidden, clear, bright, params.cover)
    return replace(cells, cut=cover.cuts.ravel(), spared=cover.spares.ravel()), cover


def places_of(tile: TileLook, tiling: Tiling) -> Ints:
    """(cells * cells,) the numbers of a tile's cells on the board."""
    rows, cols = (start * tiling.cells + np.arange(tiling.cells) for start in (tile.row, tile.col))
    return (rows[:, None] * tiling.count + cols).ravel()


def signs_of(
    view: View,
    looks: list[TileLook],
    there: list[TileLook],
    tiling: Tiling,
    net: LetterNet,
    params: SignParams = PARAMS,
    before: Told | None = None,
) -> tuple[list[list[str]], tuple[CellDoubt, ...]]:
    """What stands in each cell, and what is asked about; of `looks` that are not `there` no letter stands."""
    bright = brightness(view.flat, view.middles) > params.bright
    cells, cover = _with_cover(cells_of(view, looks, tiling, params), bright, view, params)
    own = _own(there, tiling, net)
    shown, burnt = _shown_of(own, bright, cells, view, params)
    shown |= _shown_in_part(own, shown, cells, cover, view, params)
    part = _part(there, cells, tiling)
    asked = part if before is None else part & ~before.cells
    cells, stands, near = _held_against_print(view, cells, part, asked & ~shown, asked & (own < 0), net, params)
    chances, signs = cells.chances, np.full(len(stands), NOTHING)
    likely, burnt = _likely(own, shown, burnt, cells, view, params)
    for tile in looks:
        mine = places_of(tile, tiling)
        mine = mine[~cells.covered[mine]]
        if tile not in there:
            signs[mine[letter_shows(view.evidence[mine])]] = UNREADABLE
        elif tile.id is not None:
            is_there = shown[mine] | (likely & ~_mostly_under(cover, params))[mine]
            signs[mine] = np.where(is_there, np.array(list(net.alphabet))[own[mine]], np.where(burnt[mine], UNREADABLE, NOTHING))
        else:
            signs[mine] = [verdict(chances[i], net.alphabet, stands[i], params.empty) for i in mine]
    still = np.zeros(len(signs), np.bool_) if before is None else before.cells & ~cells.covered
    if before is not None:
        signs[still] = before.signs[still]
    for mine in (places_of(tile, tiling) for tile in there if tile.id is None):
        if most_are_asked(signs[mine].tolist()):
            signs[mine[np.char.isalpha(signs[mine]) & ~still[mine]]] = UNREADABLE
    signs[lone(signs, chances, (own < 0) & ~cells.covered & ~cells.at_rim, net, params, cells.cut) & ~still] = UNREADABLE
    signs[near & np.char.isalpha(signs) & ~still] = UNREADABLE
    read = np.flatnonzero(np.char.isalpha(signs) & (own < 0) & ~still)
    halves = read[_covered_in_part(signs, read, cells, cover, view, net, params)]
    signs[halves] = UNREADABLE
    stand = np.char.isalpha(signs)
    signs[stand & on_lone_tiles(stand | cells.covered, tiling, params.anchor) & (own < 0) & ~still] = UNREADABLE
    over = _under_rings(own, signs, cells, view, net.alphabet.find(RING), params) & ~still
    signs[over], chances = UNREADABLE, np.where(over[:, None], np.float32(0), chances)
    places = [divmod(int(i), tiling.count) for i in np.flatnonzero((signs == UNREADABLE) & ~still)]
    numbers = [row * tiling.count + col for row, col in places]
    doubts = [_doubt(*place, chances[i], net, is_half=i in halves) for place, i in zip(places, numbers, strict=True)]
    known = [doubt for doubt in before.doubts if still[doubt.row * tiling.count + doubt.col]] if before is not None else []
    return signs.reshape(tiling.count, tiling.count).tolist(), (*known, *doubts)


def lone(signs: NDArray[np.str_], chances: Floats, free: Flags, net: LetterNet, params: SignParams, cut: Flags | None = None) -> Flags:
    """(n,) `free` cells in which one of few letters of a kind stands, as many of which are in doubt.

    Of a font that the net never saw a Q is as clear as any D where the D's are not; no other letter tells what a D looks like there. A
    letter that something `cut`s (n,) is in doubt for that, whatever the font.
    """
    best, alone = np.array(list(net.alphabet))[chances[:, : len(net.alphabet)].argmax(axis=1)], np.zeros(len(signs), np.bool_)
    in_doubt = (
        free & ~(cut if cut is not None else False) & (signs == UNREADABLE) & (chances[:, : len(net.alphabet)].max(axis=1) > params.maybe)
    )
    for letter in np.unique(signs[np.char.isalpha(signs)]):
        stand = signs == letter
        alone |= free & stand & (stand.sum() <= min(params.lone, (in_doubt & (best == letter)).sum()))
    return alone


def _own(tiles: list[TileLook], tiling: Tiling, net: LetterNet) -> Ints:
    """(n,) the number of the letter that is printed in each cell of the tiles that are known; -1 elsewhere."""
    own = np.full(tiling.count**2, -1)
    for tile in tiles:
        if tile.id is not None:
            letters = "".join(tiling.known[tile.id].turned(tile.turn or 0).letters)
            own[places_of(tile, tiling)] = [net.alphabet.index(letter) for letter in letters]
    return own


def _shown_of(own: Ints, bright: Flags, cells: Cells, view: View, params: SignParams) -> tuple[Flags, Flags]:
    """(n,) cells of known tiles over which nothing lies: their `own` letter shows, or they are `bright` (n,), and it does through glare.

    And (n,) those in glare of which it is not seen: a token may lie there that is burnt to white. Beside one that has no outline all other
    letters show.
    """
    seen = (own >= 0) & (_own_nats(view, cells, own) > params.shows_nats)
    is_washed = (own >= 0) & bright & ~seen & ~cells.covered & (white_share(view.flat, view.middles) >= params.washed)
    unlettered = bright & ~seen & ~cells.covered & ~letter_shows(view.evidence)
    washed = np.flatnonzero(is_washed & beside_washed(unlettered.reshape(view.flat.grid.rows, -1)).ravel())
    washed = washed[~may_be_discs(view.flat, view.middles, washed)]
    known = _print_of(view, cells, params) if len(washed) else None
    if known is not None:
        seen[washed] = show_through(view.grey, view.middles, cells.turns, own, view.evidence.shape[2] - 1, known, washed)
    return seen, is_washed & ~seen


def _likely(own: Ints, shown: Flags, burnt: Flags, cells: Cells, view: View, params: SignParams) -> tuple[Flags, Flags]:
    """(n,) cells of known tiles whose `own` letter may be there; and the `burnt` ones, with those where something round lies.

    Hardly likelier than nothing, and not `shown` (n,), a letter may be a token's rim there.
    """
    likely, burnt = (own >= 0) & (cells.chances[np.arange(len(own)), np.maximum(own, 0)] > params.shows), burnt.copy()
    asked = np.flatnonzero(likely & ~shown & ~cells.covered)
    asked = asked[may_be_discs(view.flat, view.middles, asked)]
    likely[asked], burnt[asked] = False, True
    return likely, burnt


def _print_of(view: View, cells: Cells, params: SignParams) -> Print | None:
    """What the letters of the board look like that show clearly; None where they are too few."""
    return print_of(view.grey, view.middles, cells.turns, cells.chances.argmax(axis=1), cells.clear(params), params.print)


def _shown_in_part(own: Ints, shown: Flags, cells: Cells, cover: Cover, view: View, params: SignParams) -> Flags:
    """(n,) cells of known tiles, none that is `shown` (n,), over a part of whose `own` letter something lies, and the rest shows."""
    found = np.zeros_like(shown)
    if cover.spots is None or cover.share is None:
        return found
    share = cover.share.ravel()
    asked = np.flatnonzero((own >= 0) & ~shown & ~cells.covered & (share > 0) & (share <= params.part.most_over))
    if not len(asked):
        return found
    known = _print_of(view, cells, params)
    if known is not None:
        found[asked] = show_in_part(view.grey, cover.spots, view.middles, cells.turns, own, known, asked, params.part)
    return found


def _covered_in_part(
    signs: NDArray[np.str_], read: Ints, cells: Cells, cover: Cover, view: View, net: LetterNet, params: SignParams
) -> Flags:
    """(m,) which of the `read` cells (m,) of tiles that are not known may be of another kind, for what lies over a part of them."""
    is_half = half_covered(view.flat, view.middles, read, cells.at_rim & ~cells.spared, params.halves) | cells.cut[read]
    is_half |= cut_short(view.grey, view.middles, cells.turns, read, cells.may_be_cut, params.halves)
    near = cells.may_be_cut[read]
    known = _print_of(view, cells, params) if cover.spots is not None and near.any() else None
    if known is not None and cover.spots is not None:
        told = np.array([net.alphabet.find(sign) for sign in signs])
        is_half[near] |= rather_others(view.grey, cover.spots, view.middles, cells.turns, told, known, read[near], params.part)
    return np.asarray(is_half, np.bool_)


def _mostly_under(cover: Cover, params: SignParams) -> Flags:
    """(n,) cells over most of which something lies."""
    share = np.zeros(cover.cuts.shape, np.float32) if cover.share is None else cover.share
    return np.asarray(share.ravel() > params.part.most_over, np.bool_)


def _under_rings(own: Ints, signs: NDArray[np.str_], cells: Cells, view: View, ring: int, params: SignParams) -> Flags:
    """(n,) letters below what may be a token with a ring; of known tiles also `own` ones that resemble one, and no letter of the board.

    What is far more like the `own` one than like the letter that is a `ring` is none.
    """
    stands, numbers = np.char.isalpha(signs), np.arange(len(own))
    ringed = stands & np.isin(numbers, list(view.tokens.ringed))
    asked = np.flatnonzero(stands & ~ringed & (own >= 0) & np.isin(numbers, list(view.tokens.alike)))
    known = _print_of(view, cells, params) if len(asked) else None
    if known is not None:
        letters = view.evidence.shape[2] - 1
        alike = likeness(known, view.grey, view.middles[asked], cells.turns[asked], letters, params.print)
        mine, most = alike[np.arange(len(asked)), own[asked]], alike[:, ring] if ring >= 0 else np.full(len(asked), np.nan)
        ringed[asked] = known.unlike(mine, params.print) & ~(mine - most > params.no_ring)
    return ringed


def _own_nats(view: View, cells: Cells, own: Ints) -> Floats:
    """(n,) by which the letter that is printed in a cell is likelier than nothing; of cells without one it says nothing."""
    return np.asarray(view.evidence[np.arange(len(own)), np.maximum(cells.turns, 0), np.maximum(own, 0)], np.float32)


def _doubt(row: int, col: int, chance: Floats, net: LetterNet, *, is_half: bool) -> CellDoubt:
    """Why a cell is asked about, by its chances (letters + 2,): where nothing at all is likelier than any letter, for what lies there."""
    is_none = chance[-1] >= chance[: len(net.alphabet)].max()
    return CellDoubt(row, col, candidates(chance, net.alphabet), HALF if is_half else NEITHER if is_none else UNCLEAR)


def _part(tiles: list[TileLook], cells: Cells, tiling: Tiling) -> Flags:
    """(n,) the open cells of some tiles whose turn is told."""
    part = np.zeros(len(cells.turns), np.bool_)
    for tile in tiles:
        part[places_of(tile, tiling)] = True
    return np.asarray(part & ~cells.covered & (cells.turns >= 0), np.bool_)


def _held_against_print(
    view: View, cells: Cells, part: Flags, open_: Flags, free: Flags, net: LetterNet, params: SignParams
) -> tuple[Cells, Floats, Flags]:
    """The cells, doubtful letters weighed by what the board's clear ones look like; and (n,) the chance from which on each stands.

    Of the cells in `part` only the `open_` ones are asked about; what may be another letter is looked for where some are `free`, of no
    known tile. The last (n,) are cells whose letter, where it stands, is nearer to another kind of the board: how well the rest of a tile
    is read that does not tell. A letter beside what is seen to end before it either looks whole, as one that may be cut has to, or is held
    against the other kinds, as all others are.
    """
    stands, near = np.where(cells.at_rim, params.sure, params.stands).astype(np.float32), np.zeros(len(cells.turns), np.bool_)
    maybe = open_ & (cells.chances[:, :-1].max(axis=1) > 1 - params.sure)
    if not (maybe | free).any():
        return cells, stands, near
    best, top = cells.chances.argmax(axis=1), cells.chances.max(axis=1)
    clear = part & (best < len(net.alphabet)) & (top >= params.print.clear) & ~cells.at_rim
    known = print_of(view.grey, view.middles, cells.turns, best, clear, params.print)
    if known is None:
        return cells, stands, near
    stands[known.unlike(known.own, params.print)] = NEVER
    is_doubtful = cells.at_rim | (top < params.sure) | ~known.shown
    asked = np.flatnonzero(maybe & is_doubtful)
    alike = likeness(known, view.grey, view.middles[asked], cells.turns[asked], len(net.alphabet), params.print)
    chances = cells.chances.copy()
    chances[asked] = weighed(chances[asked], alike, known, params.print)
    letter = chances[asked, : len(net.alphabet)].argmax(axis=1)
    own = np.take_along_axis(alike, letter[:, None], axis=1)[:, 0]
    differs = ~np.isnan(alike).all(axis=1) & (np.nan_to_num(alike, nan=-1).argmax(axis=1) != letter)
    is_whole = known.is_whole(own, params.print)
    cells = replace(_freed(cells, asked[~is_whole]), chances=chances)
    is_like = np.where(cells.at_rim[asked], is_whole, ~known.unlike(own, params.print))
    stands[asked] = np.where(is_like & (stands[asked] < NEVER), np.where(differs, params.sure, params.stands), NEVER)
    if free.any():
        told = np.where(part, chances.argmax(axis=1), len(net.alphabet))
        doubted, near = _may_be_another(view, cells, told, known.shown, chances.max(axis=1) >= stands, free, net, params)
        stands[doubted] = NEVER
    return cells, stands, near


def _freed(cells: Cells, doubtful: Ints) -> Cells:
    """The cells, `doubtful` ones (m,) that what lies beside them spares as if nothing lay there."""
    freed = np.zeros(len(cells.spared), np.bool_)
    freed[doubtful] = cells.spared[doubtful]
    return replace(cells, at_rim=cells.at_rim & ~freed, may_be_cut=cells.may_be_cut & ~freed)


def _may_be_another(
    view: View, cells: Cells, told: Ints, clear: Flags, stands: Flags, free: Flags, net: LetterNet, params: SignParams
) -> tuple[Flags, Flags]:
    """(n,) cells whose letter, as it is `told`, may be another one: the rest of it hidden below warm print, or too faint to count.

    Or it is unlike the others of its kind among those that stand; that is asked about the `free` ones, but out of glare not beside what
    hides a letter or throws a shadow on it: there it has to look whole as it is, and to be no part of another. And (n,) those that are
    none of these, but nearer to another kind.
    """
    nats = view.evidence[np.arange(len(told)), np.maximum(cells.turns, 0), : len(net.alphabet)]
    looks = both_looks(view.grey, view.middles, cells.turns, view.evidence, net, params.faint)
    is_whole = ~cells.may_be_cut & ~burnt_out(view.flat, view.grey, view.middles, params.burnt)
    none = no_others((nats, looks.both), np.where(cells.turns >= 0, told, len(net.alphabet))) & is_whole[:, None]
    seen = np.where(none, -np.inf, looks.both).astype(np.float32)
    hidden = may_differ(view.flat, view.grey, view.middles, cells.turns, told, np.where(none, -np.inf, nats), clear)
    if (hidden & free & is_whole).any():
        letter = stands & (cells.turns >= 0) & (told < len(net.alphabet))
        none |= told_apart(view.grey, view.middles, cells.turns, told, nats, letter, hidden & free & is_whole)
        hidden = may_differ(view.flat, view.grey, view.middles, cells.turns, told, np.where(none, -np.inf, nats), clear)
    doubted = hidden | may_be_more(view.grey, view.middles, cells.turns, told, looks, params.faint)
    stand, white = stands & ~doubted & (cells.turns >= 0) & (told < len(net.alphabet)), white_share(view.flat, view.middles)
    cut, free = free & cells.may_be_cut, free & (~cells.at_rim | (white >= KINDS.washed[0]))
    doubted |= unlike_their_kind(view.grey, view.middles, cells.turns, told, seen, net, stand, free, cut, white)
    return doubted, nearer_to_another(view.grey, view.middles, cells.turns, told, looks.both, stand & ~doubted, free)
