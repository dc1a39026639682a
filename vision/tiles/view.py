"""A square of letter tiles as it shows on a grid: from above, through a red glass, each tile where its letters are; nothing is decided."""

import math
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.letters.board import PARAMS as BOARD, BoardParams
from vision.letters.cell_looks import UNSEEN, lead_of, look_again, maybe_letters
from vision.letters.cells import Flat, Grid, Pixels, Points, flatten
from vision.letters.hidden import reaching_in
from vision.letters.inkbox import has_ink, ink_boxes, largest_size, settled
from vision.letters.net import SIDE, TURNS, Floats, Greys, LetterNet, log_sum
from vision.observation import Ant
from vision.tiles.ants import Found, find_ants
from vision.tiles.laid import PARAMS as LAID, UNFIT, Flags, LaidParams, beside, clear_share, complaint, letter_shows, skips_lines
from vision.tiles.redfilter import red_glasses
from vision.tiles.tiling import Tiling


@dataclass(frozen=True, slots=True)
class ViewParams:
    """How the cells of tiles are looked at."""

    clear_turn_nats: float = 40.0
    """By which a turn leads at the first look already, so that no other is looked at again."""
    clear_nats: float = 12.0
    """By which letters together are likelier than nothing where one shows clearly: a token that is read as one does not."""
    clear_beside: float = 0.92
    """Part of the printed cells beside what lies over the board that have to show a letter: more than of a bare one."""
    worth_laying: float = 0.4
    """Cells that the board is off its letters at most, or it is laid anew where they are."""
    least_shown: float = 0.5
    """Part of the cells that have to show a letter or a token, whatever lies over the others."""
    usually_told: float = 0.6
    """Part of a tile's cells whose letters are near their middles; less, and they are looked for further away,"""
    least_agreed: float = 0.8
    """where so many have to agree on it: in the dark, beside a hand, half of them do by chance,"""
    agreed: float = 0.06
    """within so many cells,"""
    far_off: tuple[float, float] = (0.3, 0.6)
    """and somewhere so many cells off, and nowhere more."""
    least_ink: float = 0.4
    """Part of a cell's darkest print that a stroke has to be as dark as, to be shown as black in the look that shows faint ones."""
    least_lettered: float = 0.06
    """Part of the cells that a first look has to tell letters in; less, and nobody looks closer, or for tokens: on tables without a board
    .04 and less, on boards under hands and clutter .41 and more."""
    cells: BoardParams = BOARD
    laid: LaidParams = LAID


PARAMS = ViewParams()
INK, PAPER = SIDE * SIDE // 50, 3 * SIDE * SIDE // 4
"""Places of the ink and of the paper among a look's levels in order."""
LESS_CLEAR = 0.7
"""Part of the first look's lead that the second has to have, where it prefers another letter."""
LEAST_DEPTH = 8.0
"""Grey levels between them at least: below is noise."""
STROKE = 7
"""Pixels of a look within which a stroke's own darkness is looked for: wider than its soft edges, which stay as they are."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A board as it shows on a grid, before anything is decided."""

    flat: Flat
    grey: Flat
    """What a red glass shows of it."""
    laid: Flat
    """The same stroke by stroke: by it the cells are laid."""
    middles: Points
    tokens: Found
    evidence: Floats
    """(n, 4, letters + 1)."""
    beside: Floats
    """(4,) part of the cells just outside each side that show letters."""
    letter: float = math.inf
    """Cells that its largest letters are high or wide, as of `largest_size`."""
    fault: str = ""
    """Why it cannot be told where the board lies, where that is so."""

    @property
    def ants(self) -> tuple[Ant, ...]:
        """The tokens, row by row."""
        return self.tokens.ants

    @property
    def covered(self) -> set[tuple[int, int]]:
        """Cells under tokens."""
        return {(ant.row, ant.col) for ant in self.ants}

    @property
    def under_tokens(self) -> Flags:
        """(rows, cols) the same."""
        under = np.zeros((self.flat.grid.rows, self.flat.grid.cols), np.bool_)
        for row, col in self.covered:
            under[row, col] = True
        return under

    @property
    def shows(self) -> Flags:
        """(rows, cols) cells with a letter or a token."""
        under = self.under_tokens
        return np.asarray(letter_shows(self.evidence).reshape(under.shape) | under, np.bool_)


def view_of(rgb: Pixels, grid: Grid, tiling: Tiling, net: LetterNet, params: ViewParams) -> View:
    """The board as it shows on a grid."""
    flat = flatten(rgb, grid)
    grey, laid = _through_glass(flat)
    first = settled(laid, grid.middles)
    if np.abs(first - grid.middles).max() > params.worth_laying:
        moved, _ = cv2.findHomography(grid.middles, first)
        grid = grid.moved(np.asarray(grid.to_px @ moved, np.float64))
        flat = flatten(rgb, grid)
        grey, laid = _through_glass(flat)
        first = settled(laid, grid.middles)
    middles = _per_tile(laid, settled(laid, first), tiling, params)
    evidence = net.evidence(grey.cut(middles, params.cells.look.window, SIDE))
    if letter_shows(evidence).mean() < params.least_lettered:
        return View(flat, grey, laid, middles, Found((), {}), evidence, beside(laid, flat, middles, net, params.laid))
    evidence = _evidence(evidence, grey, middles, tiling, net, params)
    nats = _any_letter(evidence)
    clear = nats > params.clear_nats
    size = largest_size(laid, middles[clear])
    tokens = find_ants(flat, middles, grid.cols, tiling.colours, clear, lettered=nats > 0, letter=size, looks=tiling.looks)
    return View(flat, grey, laid, middles, tokens, evidence, beside(laid, flat, middles, net, params.laid), size)


def _through_glass(flat: Flat) -> tuple[Flat, Flat]:
    """What a red glass shows of a board from above, evenly and stroke by stroke."""
    grey, laid = red_glasses(flat.pixels)
    return flat.with_pixels(grey), flat.with_pixels(laid)


def _evidence(evidence: Floats, grey: Flat, middles: Points, tiling: Tiling, net: LetterNet, params: ViewParams) -> Floats:
    """(n, 4, letters + 1) nats for each cell by a first look's; of a tile whose turn that tells clearly, in that turn alone."""
    maybe = maybe_letters(evidence, params.cells.look)
    votes = np.logaddexp(log_sum(evidence[..., :-1], -1), 0)
    tiles = tile_of(tiling)
    for tile in range(tiling.tiles**2):
        order = np.argsort(-votes[tiles == tile].sum(axis=0))
        total = votes[tiles == tile].sum(axis=0)[order]
        turns = [int(order[0])] if total[0] - total[1] >= params.clear_turn_nats else list(TURNS)
        mine = maybe[tiles[maybe] == tile]
        evidence = look_again(grey, middles, mine, evidence, turns, net, params.cells.look)
        others = [turn for turn in TURNS if turn not in turns]
        evidence[np.flatnonzero(tiles == tile)[:, None], np.array(others, np.int64)] = UNSEEN
    return _with_faint_strokes(grey, middles, np.arange(len(middles)), evidence, net, params)


def _with_faint_strokes(
    grey: Flat, middles: Points, cells: NDArray[np.int64], evidence: Floats, net: LetterNet, params: ViewParams
) -> Floats:
    """The evidence, that of some `cells` (m,) together with a look at each that shows faint strokes as dark as the others.

    Below warm print, and of a bold letter with serifs, a red glass leaves the fat stem and little more: an L is an I at first sight.
    """
    if not len(cells):
        return evidence
    bold = inked(grey.cut(middles[cells], params.cells.look.window, SIDE), params.least_ink)
    told = evidence.copy()
    seen = np.asarray((evidence[cells] > UNSEEN).any(axis=2), np.bool_)
    for row in np.unique(seen, axis=0):
        mine, turns = np.flatnonzero((seen == row).all(axis=1)), np.flatnonzero(row).tolist()
        if turns:
            at = cells[mine][:, None], np.array(turns)
            told[at] = both(evidence[at], net.evidence(bold[mine], turns))
    return told


def both(one: Floats, other: Floats) -> Floats:
    """(n, turns, letters + 1) what two looks say together: the clearer one where both prefer one letter, else the mean.

    Where the second look, which closes gaps between strokes, is much less clear than the first, that stands.
    """
    is_same = one.max(axis=1)[:, :-1].argmax(axis=1) == other.max(axis=1)[:, :-1].argmax(axis=1)
    before, now = lead_of(one), lead_of(other)
    is_mean = ~is_same & (now >= LESS_CLEAR * before)
    best = np.where((is_same & (now > before))[:, None, None], other, one)
    return np.asarray(np.where(is_mean[:, None, None], (one + other) / 2, best), np.float32)


def inked(looks: Greys, least: float) -> Greys:
    """Dark print on bright paper with every stroke as dark as the darkest, if a part `least` as dark, and the paper plain.

    A stroke is held against the darkest print beside it, so that the soft edges of a dark one do not grow and close its gaps.
    """
    flat = looks.reshape(len(looks), -1)
    order = np.partition(flat, (INK, PAPER), axis=1)[:, [INK, PAPER], None].astype(np.float32)
    paper, depth = order[:, 1], np.maximum(order[:, 1] - order[:, 0], LEAST_DEPTH)
    dark = np.asarray(np.clip((paper - flat) / depth, 0, 1), np.float32).reshape(looks.shape)
    near = [cv2.GaussianBlur(cv2.dilate(one, np.ones((STROKE, STROKE), np.uint8)), (0, 0), 1) for one in dark]
    return np.asarray(220 - 200 * np.clip(dark / np.maximum(near, least), 0, 1), np.uint8)


def seen_again(
    view: View, flat: Flat, cells: NDArray[np.int64], is_beside: bool, tiling: Tiling, net: LetterNet, params: ViewParams
) -> View:
    """The view of a board that has changed on some `cells` (m,), by their numbers, and, where `is_beside`, next to it; else it is kept."""
    grey, laid = _through_glass(flat)
    evidence = _evidence_again(grey, view, cells, tiling, net, params)
    nats, size = _any_letter(evidence), view.letter
    if math.isinf(size):
        size = largest_size(laid, view.middles[nats > params.clear_nats])
    tokens = _tokens_again(flat, view, cells, nats, size, tiling, params) if len(cells) else view.tokens
    around = beside(laid, flat, view.middles, net, params.laid) if is_beside else view.beside
    return View(flat, grey, laid, view.middles, tokens, evidence, around, size, view.fault)


def _any_letter(evidence: Floats) -> Floats:
    """(n,) nats by which any letter, in any turn, is likelier than nothing."""
    return log_sum(evidence[..., :-1].reshape(len(evidence), -1), 1)


def _tokens_again(flat: Flat, view: View, cells: NDArray[np.int64], nats: Floats, size: float, tiling: Tiling, params: ViewParams) -> Found:
    """The view's tokens, those on some `cells` (m,) looked for anew; for (n,) `nats` of `_any_letter`, and letters of that `size`."""
    cols, asked = flat.grid.cols, set(cells.tolist())
    clear, lettered, known = nats > params.clear_nats, nats > 0, view.tokens.sure
    again = partial(find_ants, among=cells, known=known, lettered=lettered, letter=size, looks=tiling.looks)
    now = again(flat, view.middles, cols, tiling.colours, clear)
    ants = {(ant.row, ant.col): ant for ant in view.ants if ant.row * cols + ant.col not in asked}
    ants |= {(ant.row, ant.col): ant for ant in now.ants}
    sure = {at: place for at, place in view.tokens.sure.items() if at not in asked} | dict(now.sure)
    ringed, alike = (view.tokens.ringed - asked) | now.ringed, (view.tokens.alike - asked) | now.alike
    return Found(tuple(ants[at] for at in sorted(ants)), sure, ringed, alike)


def _evidence_again(grey: Flat, view: View, cells: NDArray[np.int64], tiling: Tiling, net: LetterNet, params: ViewParams) -> Floats:
    """The view's evidence, that of some `cells` (m,) looked at anew, in the turns in which their tiles were looked at."""
    evidence, tiles, look = view.evidence.copy(), tile_of(tiling), params.cells.look
    evidence[cells] = net.evidence(grey.cut(view.middles[cells], look.window, SIDE))
    maybe = np.intersect1d(cells, maybe_letters(evidence, look))
    for tile in np.unique(tiles[cells]):
        mine = tiles == tile
        turns = [turn for turn in TURNS if (view.evidence[mine, turn] > UNSEEN).any()]
        evidence = look_again(grey, view.middles, maybe[mine[maybe]], evidence, turns, net, look)
        others = [turn for turn in TURNS if turn not in turns]
        evidence[cells[mine[cells]][:, None], np.array(others, np.int64)] = UNSEEN
    return _with_faint_strokes(grey, view.middles, cells, evidence, net, params)


def fault_of(view: View, params: ViewParams) -> str:
    """Why the cells cannot be trusted; empty when they fit. A bare place, or one under a hand, says nothing."""
    if view.fault:
        return view.fault
    shows, covered = view.shows, view.under_tokens
    if skips_lines(shows):
        return UNFIT
    clear = _clear(view, ~covered, params)
    under = reaching_in(~shows)
    if clear < params.laid.clear and shows.mean() >= params.least_shown and _clear(view, ~covered & ~under, params) >= params.clear_beside:
        clear = 1.0
    return complaint(view.beside, clear, params.laid)


def _clear(view: View, counted: Flags, params: ViewParams) -> float:
    """Part of the printed cells among the `counted` (rows, cols) that show a letter."""
    return clear_share(view.laid, view.middles, letter_shows(view.evidence, params.laid), counted.ravel(), params.laid)


def _per_tile(grey: Flat, middles: Points, tiling: Tiling, params: ViewParams) -> Points:
    """The cells' middles, each tile moved to where its letters are: tiles lie a little askew, and gaps between them add up."""
    boxes = ink_boxes(grey.cut(middles, 1.2, 40), 1.2)
    is_told = (boxes[:, 2] > 0.25) & (boxes[:, 2] < 0.85) & (np.abs(boxes[:, :2]).max(axis=1) < 0.25)
    is_inked = is_told & has_ink(boxes, 1.2)
    tiles = tile_of(tiling)
    moved = middles.copy()
    astray = [is_inked[tiles == tile].mean() < params.usually_told for tile in range(tiling.tiles**2)]
    for tile in range(tiling.tiles**2):
        mine = np.flatnonzero(tiles == tile)
        told = mine[is_told[mine]]
        if astray[tile] and sum(astray) == 1 and (laid := laid_anew(grey, middles[mine], params)) is not None:
            moved[mine] = laid
        elif len(told) >= tiling.cells:
            moved[mine] += np.median(boxes[told, :2], axis=0)
    return moved


def laid_anew(grey: Flat, middles: Points, params: ViewParams) -> Points | None:
    """The middles of one tile's cells, moved and turned to where its letters are, looked for further away.

    None where few agree on it, and where it is no further off than a shift mends.
    """
    boxes = ink_boxes(grey.cut(middles, 1.6, 54), 1.6)
    told = np.flatnonzero(has_ink(boxes, 1.6) & (boxes[:, 2] > 0.25) & (boxes[:, 2] < 0.85))
    if len(told) < params.least_agreed * len(middles):
        return None
    there = middles + boxes[:, :2]
    fit, agree = cv2.estimateAffine2D(middles[told], there[told], method=cv2.RANSAC, ransacReprojThreshold=params.agreed)
    if fit is None or agree.sum() < params.least_agreed * len(middles):
        return None
    moved = middles @ fit[:, :2].T + fit[:, 2]
    low, high = params.far_off
    return np.asarray(moved, np.float64) if low < np.abs(moved - middles).max() < high else None


def tile_of(tiling: Tiling) -> NDArray[np.int64]:
    """(count * count,) the number of each cell's tile, row by row."""
    part = np.arange(tiling.count) // tiling.cells
    return (part[:, None] * tiling.tiles + part).ravel()


def brightness(flat: Flat, middles: Points) -> Floats:
    """(n,) light in the middle of each cell as part of the board's paper."""
    cells = flat.cut(middles, 0.8, 10).astype(np.float32).min(axis=3)
    return median_of(cells.reshape(len(middles), -1)) / np.float32(max(1.0, float(np.percentile(cells, 97))))
