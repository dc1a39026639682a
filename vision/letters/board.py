"""A board of letters in a picture -> which letter shows in which cell, each in any of four turns, and where it cannot be told.

Whether a cell holds a letter is decided by the letter itself: the net knows what is none. No colour of a board or a tile is assumed.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cell_looks import PARAMS as LOOK, UNSEEN, Looked, LookParams, lead_of, look
from vision.letters.cells import Flat, Grid, Pixels, flatten
from vision.letters.doubles import SAME_UPSIDE_DOWN, is_same_upside_down
from vision.letters.gridlines import snapped
from vision.letters.hidden import covered_cells, told
from vision.letters.inkbox import has_ink
from vision.letters.kind import few, fits
from vision.letters.net import Floats, LetterNet, log_sum
from vision.letters.oneprint import PARAMS as PRINT, Flags, Ints, PrintParams, likeness, print_of, weighed
from vision.letters.washed import ink_shows, is_alone, white_share
from vision.observation import Board, Candidate, CellDoubt

NOTHING, UNREADABLE, BLANK = ".", "?", "_"
CUT_OFF = "part of the board lies beyond the picture's edge: show all of it"
ASTRAY = "letters do not lie in the middle of its cells: count the board's rows and columns, or give its corners"
STEPS = 2
"""Washed out cells in a row, from a letter on, in which its word may go on."""


@dataclass(frozen=True, slots=True)
class BoardParams:
    """When a letter stands."""

    burnt: float = 0.02
    """Part of a cell that glare has washed out from which on a letter needs `stands_burnt`: half a letter looks like another one.

    Where only the paper is, and ink would show, it counts as not washed out."""
    half_burnt: float = 0.35
    """From here on no letter stands."""
    most_burnt: float = 0.5
    """Part of the letters so washed out; more, and the picture is bright all over, not glared upon."""
    stands_burnt: float = 0.998
    stands_odd: float = 0.998
    """The same for a letter on another ground than most, and for ink of another size."""
    stands: float = 0.9
    """Probability from which on a letter stands."""
    empty: float = 0.6
    """Probability from which on a cell counts as empty; between, it is asked about."""
    worth_snapping: float = 0.15
    """Cells by which it has to be off where its letters are to be laid anew by its lines."""
    most_spread: float = 0.125
    """Cells by which letters may lie off their cells' middles as a rule, of the quarter that they would by chance: half as far, and these
    are no cells. On photographed boards it is .04, on drawn ones up to .07."""
    one_turn: float = 0.8
    """Part of the letters that lie in one turn from which on the whole board is said to lie so."""
    least_turned: int = 8
    """Letters that tell that."""
    most_beyond: float = 0.2
    """Part of a cell beyond the picture's edge from which on nothing is told of it: letters leave so much of it on each side."""
    look: LookParams = LOOK
    print: PrintParams = PRINT


PARAMS = BoardParams()


def read_board(rgb: Pixels, grid: Grid, net: LetterNet, params: BoardParams = PARAMS) -> Board:
    """The letters on a grid. Row 0 is the grid's first row. Corners that are a little off are mended by the board's letters and lines."""
    seen = _seen(rgb, grid, net, params)
    if seen.looked.off > params.worth_snapping:
        seen = max(seen, _seen(rgb, snapped(rgb, grid), net, params), key=lambda one: one.clear(params))
    board = as_board(grid, seen, net, params)
    if seen.looked.spread > params.most_spread:
        return doubted(board, ASTRAY)
    over = told(covered_cells(seen.grey)) if seen.looked.off <= params.worth_snapping else ""
    return replace(board, why="; ".join(part for part in (board.why, over) if part))


def doubted(board: Board, why: str) -> Board:
    """The board with a question instead of each letter: its cells may lie elsewhere."""
    named = [(r, c, sign) for r, row in enumerate(board.letters) for c, sign in enumerate(row) if sign.isalpha()]
    asked = [CellDoubt(r, c, (Candidate(sign, 0.5),), "the board is not laid clearly") for r, c, sign in named]
    letters = tuple("".join(UNREADABLE if sign.isalpha() else sign for sign in row) for row in board.letters)
    doubts = sorted((*board.unsure, *asked), key=lambda doubt: (doubt.row, doubt.col))
    return replace(board, letters=letters, unsure=tuple(doubts), confidence=0.0, why=why)


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A board as it was looked at on one grid."""

    flat: Flat
    grey: Flat
    looked: Looked
    beyond: Floats
    """(n,) part of each cell beyond the picture's edge."""

    def clear(self, params: BoardParams) -> int:
        """Cells with a letter much likelier than any other and than nothing."""
        return int((lead_of(self.looked.evidence) > params.look.clear_nats).sum())


def _seen(rgb: Pixels, grid: Grid, net: LetterNet, params: BoardParams) -> Seen:
    flat = flatten(rgb, grid)
    grey = flat.with_pixels(np.asarray(cv2.cvtColor(flat.pixels, cv2.COLOR_RGB2GRAY), np.uint8))
    return Seen(flat, grey, look(grey, grid.middles, net, params.look), grid.beyond(rgb.shape[1], rgb.shape[0]).astype(np.float32))


def _burnt(seen: Seen, likely: Ints, alphabet: str, params: BoardParams) -> Floats:
    """(n,) part of each cell in which glare has washed out what is printed; 0 where most cells are as bright, and where ink shows.

    `likely` (n,) are the numbers of the letters that may stand there; others are none.
    """
    middles, boxes = seen.looked.middles, seen.looked.boxes
    share = white_share(seen.flat, middles)
    is_glare = float((share > params.burnt).mean()) < params.most_burnt
    alone = np.array([is_alone(letter, alphabet) for letter in alphabet] + [False] * 2)[likely]
    share[ink_shows(seen.grey, middles, boxes, share > params.burnt, alone) if is_glare else slice(None)] = 0
    return share


def posterior(evidence: Floats, prior: Floats) -> Floats:
    """(n, letters + 2): each letter, letters of no alphabet, nothing."""
    letters = log_sum(evidence + np.log(prior + 1e-9)[:, None] + np.log(4), 1)
    nats = np.concatenate([letters, np.zeros((len(letters), 1), np.float32)], axis=1)
    return np.asarray(np.exp(nats - log_sum(nats, 1)[:, None]), np.float32)


def as_the_others(evidence: Floats, prior: Floats, alphabet: str, params: BoardParams = PARAMS) -> Floats:
    """The evidence (n, 4, letters + 1) without what is a letter upside down, where nearly all lie one way and it is a clear one that way.

    An M with slanted legs is more like the W of other fonts; nobody lays one tile of a board upside down.
    """
    turn = int(np.argmax(prior))
    second, first = np.sort(evidence[:, turn], axis=1)[:, -2:].T
    is_clear = first - np.maximum(second, 0) > params.look.clear_nats
    kept = evidence.copy()
    if prior[turn] >= params.one_turn and is_clear.sum() >= params.least_turned:
        others = [i for i, letter in enumerate(alphabet) if letter not in SAME_UPSIDE_DOWN]
        kept[np.flatnonzero(is_clear)[:, None], (turn + 2) % 4, np.array(others, np.int64)] = UNSEEN
    return kept


def as_board(grid: Grid, seen: Seen, net: LetterNet, params: BoardParams = PARAMS) -> Board:
    """What stands, what is asked about, what holds no letter, and which tiles are blank."""
    looked = seen.looked
    chances = posterior(as_the_others(looked.evidence, looked.prior, net.alphabet, params), looked.prior)
    likely = chances.argmax(axis=1)
    burnt = _burnt(seen, likely, net.alphabet, params)
    is_letter = likely < len(net.alphabet)
    fit = fits(seen.flat, looked.middles, looked.boxes, is_letter & (chances.max(axis=1) >= params.stands) & (burnt <= params.burnt))
    stands = np.where(burnt <= params.burnt, params.stands, np.where(burnt <= params.half_burnt, params.stands_burnt, 1.1))
    stands = np.maximum(stands, np.where(fit.is_odd, params.stands_odd, 0))
    is_either = is_same_upside_down(looked.evidence, np.where(is_letter, likely, len(net.alphabet)), net.alphabet)
    stands[is_either] = 1.1
    clear = is_letter & (chances.max(axis=1) >= params.print.clear) & (burnt <= params.burnt) & ~fit.is_odd & ~fit.is_none & ~is_either
    asked = np.flatnonzero((chances[:, -1] < params.empty) & ~(is_letter & (chances.max(axis=1) >= stands)) & ~fit.is_none)
    chances, is_whole = _by_print(seen, chances, clear, asked, net, params)
    likely, stands = chances.argmax(axis=1), np.where(is_whole, params.stands, stands)
    is_letter = likely < len(net.alphabet)
    is_none, is_unlike = fit.is_none & (burnt <= params.burnt), (fit.is_none | fit.is_tinted) & (burnt <= params.burnt)
    is_told = is_letter & (chances.max(axis=1) >= stands) & ~is_none
    is_empty = ~is_told & ((chances[:, -1] >= params.empty) | is_unlike)
    signs = np.where(is_told, np.array(list(net.alphabet + NOTHING * 2))[likely], np.where(is_empty, NOTHING, UNREADABLE))
    count = int(is_told.sum())
    signs[few(fit.is_bare & is_empty & (burnt <= params.burnt), count)] = BLANK
    signs[few(fit.is_inked & is_empty, count) | _glared(signs, burnt > params.half_burnt, grid)] = UNREADABLE
    is_cut = seen.beyond > params.most_beyond
    signs[is_cut] = UNREADABLE
    rows = tuple("".join(signs[i : i + grid.cols]) for i in range(0, len(signs), grid.cols))
    doubts = []
    for at in np.flatnonzero(signs == UNREADABLE).tolist():
        if is_cut[at]:
            doubts.append(CellDoubt(at // grid.cols, at % grid.cols, why="beyond the picture's edge"))
            continue
        why = "glare over the letter" if burnt[at] > params.burnt else "the letter is not clear"
        doubts.append(CellDoubt(at // grid.cols, at % grid.cols, candidates(chances[at], net.alphabet), why))
    why = "; ".join(part for part in (CUT_OFF if is_cut.any() else "", _turned(looked.prior, count, params)) if part)
    return Board(grid.corners_px, rows, tuple(doubts), why=why)


def _by_print(seen: Seen, chances: Floats, clear: Flags, asked: Ints, net: LetterNet, params: BoardParams) -> tuple[Floats, Flags]:
    """The chances, those of the cells `asked` about weighed by what the `clear` ones look like; (n,) cells that look as theirs does."""
    is_whole, weighted = np.zeros(len(chances), np.bool_), chances.copy()
    if not len(asked):
        return weighted, is_whole
    looked, letters = seen.looked, chances[:, : len(net.alphabet)].argmax(axis=1)
    turns = (looked.evidence[np.arange(len(letters)), :, letters] + np.log(looked.prior + 1e-9)).argmax(axis=1)
    known = print_of(seen.grey, looked.middles, turns, letters, clear, params.print)
    if known is None:
        return weighted, is_whole
    off = np.where(has_ink(looked.boxes[asked])[:, None], np.nan_to_num(looked.boxes[asked, :2]), 0)
    alike = likeness(known, seen.grey, looked.middles[asked] + off, turns[asked], len(net.alphabet), params.print)
    weighted[asked] = weighed(chances[asked], alike, known, params.print)
    best = weighted[asked, : len(net.alphabet)].argmax(axis=1)
    is_whole[asked] = np.take_along_axis(alike, best[:, None], axis=1)[:, 0] >= known.usual
    return weighted, is_whole


def _glared(signs: NDArray[np.str_], is_burnt: NDArray[np.bool_], grid: Grid) -> NDArray[np.bool_]:
    """(n,) empty cells that glare has washed out, beside a letter or beside another such cell: there may be more of its word."""
    is_full = np.asarray((signs != NOTHING).reshape(grid.rows, grid.cols))
    hidden = ~is_full & is_burnt.reshape(grid.rows, grid.cols)
    reached, cross = is_full, np.asarray(cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3)))
    for _ in range(STEPS):
        reached = reached | (hidden & (cv2.dilate(reached.astype(np.uint8), cross) > 0))
    return np.asarray((reached & hidden).ravel(), np.bool_)


def _turned(prior: Floats, told: int, params: BoardParams) -> str:
    """Which way the letters stand, where nearly all of many stand one way that is not upright."""
    turn = int(np.argmax(prior))
    if turn == 0 or prior[turn] < params.one_turn or told < params.least_turned:
        return ""
    way = ("", "on their right sides: the board's top is at the right", "upside down: the board's top is at the bottom")
    side = (*way, "on their left sides: the board's top is at the left")[turn]
    return f"the letters lie {side} of the picture; rows are counted from the picture's top"


def verdict(chance: Floats, alphabet: str, stands: float, empty: float) -> str:
    """The letter that stands, or that there is none, or that it cannot be told."""
    best = int(np.argmax(chance))
    if best < len(alphabet) and chance[best] >= stands:
        return alphabet[best]
    return NOTHING if chance[-1] >= empty else UNREADABLE


def candidates(chance: Floats, alphabet: str, most: int = 3) -> tuple[Candidate, ...]:
    """The likeliest letters of a cell."""
    order = np.argsort(-chance[: len(alphabet)])[:most]
    return tuple(Candidate(alphabet[i], float(chance[i])) for i in order if chance[i] > 0.02)
