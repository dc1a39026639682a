"""Letters that may have more strokes than it seems: thin ones are faint, and a board's own letters tell how much they are to be trusted.

Blur, shadow and a red glass take a stroke's darkness by its width: of a bold E with hairlines the stem is left, as clear as any I. So
each cell is looked at with all that is printed there as black as the stem, and held against the board's letters seen likewise. Such a look
shows every speck, too, and names nothing; but a letter that it does not see again is a question, and so are all of a letter of which it
finds every few to be another: a board on which many an I turns out as an L, an E or a T has strokes that hardly show.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import boxes_at
from vision.letters.net import SIDE, Floats, LetterNet, log_sum
from vision.letters.oneprint import PrintParams, likeness, print_of, weighed
from vision.tiles.view import inked

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class FaintParams:
    """How faint strokes are looked for, and how much they count."""

    window: float = 0.9
    """Of a look, in cells."""
    centred: float = 0.2
    """Cells that a letter is off its cell's middle at most."""
    least_ink: float = 0.2
    """Part of a cell's darkest print that a stroke has to be as dark as, to be shown as black."""
    plain_weight: float = 0.44
    """Of what the looks so far say, in nats,"""
    faint_weight: float = 0.29
    """and of what this one says: with these they are as sure together as they are right, on drawn boards of thin strokes."""
    floor: float = -12.0
    """Nats of a letter that a look excludes: further, no other look would count."""
    shows_nats: float = 2.2
    """By which a letter is likelier than nothing where a cell looks like it."""
    print: PrintParams = field(default_factory=lambda: PrintParams(full=0.35, clear=0.95))
    """How letters are held against each other: thin strokes count as fat ones do, and chances are lower than those of one look."""
    sure: float = 0.998
    """Chance from which on a letter is held against no others,"""
    doubted: float = 0.2
    """and which it has to have where so many of its kind are another one after all."""
    never: float = 0.4
    """Part of its kind that are another one from which on none stands."""
    seen_again: float = 0.3
    """Chance that every letter has to have."""


PARAMS = FaintParams()


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What the looks at each cell say of its letter, in the turn of its tile; (n, letters) nats each."""

    plain: Floats
    """By the looks so far."""
    both: Floats
    """By these and one that shows faint strokes, as sure as they are right."""


def both_looks(grey: Flat, middles: Points, turns: Ints, evidence: Floats, net: LetterNet, params: FaintParams = PARAMS) -> Looks:
    """What (n, 2) cells show in the `turns` of their tiles (-1: nothing), by `evidence` (n, 4, letters + 1) and a look of its own."""
    count = evidence.shape[2] - 1
    plain, both = np.full((len(turns), count), params.floor, np.float32), np.zeros((len(turns), count), np.float32)
    cells = np.flatnonzero(turns >= 0)
    if len(cells):
        plain[cells] = np.maximum(evidence[cells, turns[cells], :count], params.floor)
        faint = np.maximum(faint_nats(grey, middles[cells], turns[cells], net, params), params.floor)
        both[cells] = params.plain_weight * plain[cells] + params.faint_weight * faint
    return Looks(plain, both)


def may_be_more(grey: Flat, middles: Points, turns: Ints, letters: Ints, looks: Looks, params: FaintParams = PARAMS) -> Flags:
    """(n,) cells whose letter may be another one, the rest of it too faint to count.

    For (n, 2) `middles` of all cells, the `turns` of their tiles and the `letters` that are read; where none is, their number or more.
    """
    count = looks.both.shape[1]
    cells = np.flatnonzero((turns >= 0) & (letters < count))
    if not len(cells):
        return np.zeros(len(middles), np.bool_)
    plain, nats = looks.plain[cells], looks.both[cells]
    chances = _by_print(grey, middles, turns, cells, np.exp(nats - log_sum(nats, 1)[:, None]), params)
    shares = other_share(np.where(plain.max(axis=1) > params.shows_nats, plain.argmax(axis=1), count), chances)[letters[cells]]
    own = chances[np.arange(len(cells)), letters[cells]]
    doubted = np.zeros(len(middles), np.bool_)
    doubted[cells] = (own < params.seen_again) | (shares > params.never) | ((shares > params.doubted) & (own < params.sure))
    return doubted


def faint_nats(grey: Flat, middles: Points, turns: Ints, net: LetterNet, params: FaintParams = PARAMS) -> Floats:
    """(n, letters) nats over nothing for cells in their (n,) turns, with faint strokes as black as the others."""
    boxes = boxes_at(grey, middles)
    at = middles + np.where(np.abs(boxes[:, :2]).max(axis=1, keepdims=True) <= params.centred, boxes[:, :2], 0)
    looks = inked(grey.cut(at, params.window, SIDE), params.least_ink)
    nats = np.zeros((len(middles), len(net.alphabet)), np.float32)
    for turn in np.unique(turns).tolist():
        mine = np.flatnonzero(turns == turn)
        nats[mine] = net.evidence(looks[mine], [turn])[:, 0, :-1]
    return nats


def _by_print(grey: Flat, middles: Points, turns: Ints, cells: Ints, chances: Floats, params: FaintParams) -> Floats:
    """The (m, letters) chances of some cells, those of doubtful ones weighed by what the clear ones look like."""
    best, top = np.full(len(middles), chances.shape[1]), np.zeros(len(middles), np.float32)
    best[cells], top[cells] = chances.argmax(axis=1), chances.max(axis=1)
    known = print_of(grey, middles, turns, best, top >= params.print.clear, params.print)
    if known is None:
        return chances
    asked = np.flatnonzero((top[cells] < params.sure) | ~known.shown[cells])
    alike = likeness(known, grey, middles[cells[asked]], turns[cells[asked]], chances.shape[1], params.print)
    told = chances.copy()
    told[asked] = weighed(np.pad(chances[asked], ((0, 0), (0, 2))), alike, known, params.print)[:, :-2]
    return told


def other_share(first: Ints, chances: Floats) -> Floats:
    """(letters + 1,) of the cells that look like a letter at `first` (n,) the part that are another one by their (n, letters) `chances`."""
    shares = np.zeros(chances.shape[1] + 1, np.float32)
    for letter in np.unique(first[first < chances.shape[1]]).tolist():
        shares[letter] = 1 - float(chances[first == letter, letter].mean())
    return shares
