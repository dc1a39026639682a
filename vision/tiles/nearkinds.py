"""Letters of a board of which many are in doubt, held against all kinds that occur on it: what is more like another one is a question.

Where a font shows the net little of what tells two letters, most of the one kind are in doubt, and one that stands may be one of them: of
fifteen T's that look like I's fourteen are asked about, and one is an I as clear as any. `vision.tiles.sameprint` holds it against kinds
that stand. Here the doubtful letters tell as well what a kind looks like, by what they are most likely to be, and likeness counts for more:
letters of one board are printed and lit alike. How much the net has to prefer a letter depends on how many of the board are in doubt;
where hardly any is, nothing is compared.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.letters.cells import Flat, Points
from vision.letters.net import Floats
from vision.tiles.sameprint import Place, SameParams, looks_of, nearer, placed

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class NearParams:
    """When a letter may be another one by what the board's own letters look like."""

    least_doubt: float = 0.05
    """Part of the letters in doubt from which on they are compared: on boards with fewer hardly one in 36,000 was found wrong."""
    usual_doubt: float = 0.1
    """The same at which `nats` is what the net has to prefer a letter by,"""
    doubt_nats: float = 1.5
    """and so much more with each e-fold of it."""
    nats: float = 2.0
    """By which the net and the likeness together have to prefer the letter that is read."""
    least: int = 3
    """Letters of a kind that show what it looks like without its doubtful ones, and what is usual among them."""
    lone_folds: float = 0.4
    """A letter that is the only one of its kind may be one of another where it is no more than this, in e-folds, less like that than its
    letters are,"""
    lone_nats: float = 15.0
    """and where the net prefers it by no more: so sure it is of letters that it knows."""
    same: SameParams = field(default_factory=lambda: SameParams(weight=12.0, most_folds=0.7))
    """How glyphs are laid on each other; each e-fold of likeness counts twice as much as it does beside clear kinds alone."""


PARAMS = NearParams()


def nearer_to_another(
    grey: Flat,
    middles: Points,
    turns: Ints,
    letters: Ints,
    nats: Floats,
    stands: Flags,
    asked: Flags,
    params: NearParams = PARAMS,
) -> Flags:
    """(n,) cells whose letter is more like another kind on the board than the net prefers its own.

    For (n, 2) `middles` of all cells, their `turns` (-1: not told) and `letters` (their number or more: none), (n, letters) `nats` that are
    as sure as they are right, and the cells in which a letter `stands`; of the others with a letter it is doubtful. Some are `asked` about.
    """
    differs = np.zeros(len(middles), np.bool_)
    told = (turns >= 0) & (letters < nats.shape[1])
    tried = told & stands & asked
    share = float((~stands[told]).mean()) if told.any() else 0.0
    if share < params.least_doubt or not tried.any():
        return differs
    cells = np.flatnonzero(told)
    known = _known(looks_of(grey, middles[cells], turns[cells], params.same), letters[cells], stands[cells], params)
    least = params.nats + params.doubt_nats * float(np.log(share / params.usual_doubt))
    for i in np.flatnonzero(tried[cells]):
        lead = nats[cells[i], letters[cells[i]]] - nats[cells[i]]
        differs[cells[i]] = any(_may_be(int(i), lead, known, least, params))
    return differs


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """The letters of a board, and what its kinds look like."""

    looks: Floats
    """(m, samples, samples) as of `looks_of`."""
    letters: Ints
    stands: Flags
    glyphs: Floats
    """(m, side, side) each where it is most like its kind."""
    kinds: dict[int, Floats]
    """By letter: what it looks like."""
    usual: dict[int, float]
    """By letter of which there are enough: how alike one of them is to that, in the middle of all."""


def _known(looks: Floats, letters: Ints, stands: Flags, params: NearParams) -> _Known:
    """What each kind has in common: its letters that stand, or all of them where those are too few."""
    rim = params.same.rim
    glyphs, kinds, usual = looks[:, rim:-rim, rim:-rim].copy(), dict[int, Floats](), dict[int, float]()
    for letter in np.unique(letters).tolist():
        mine = np.flatnonzero(letters == letter)
        clear = mine[stands[mine]]
        shown = clear if len(clear) >= params.least else mine
        kind = median_of(glyphs[shown], 0)
        for _ in range(params.same.rounds):
            places = {int(i): placed(looks[i], kind, params.same) for i in shown}
            kind = median_of(np.array([place.glyph for place in places.values()]), 0)
        places = {int(i): placed(looks[i], kind, params.same) for i in mine}
        kinds[letter] = kind
        for i, place in places.items():
            glyphs[i] = place.glyph
        if len(shown) >= params.least:
            usual[letter] = float(np.median([places[int(i)].alike for i in shown]))
    return _Known(looks, letters, stands, glyphs, kinds, usual)


def _may_be(i: int, lead: Floats, known: _Known, least: float, params: NearParams) -> Iterator[bool]:
    """For each other letter whether one that stands may be that, by (letters,) nats by which the net prefers the one that is read."""
    others = np.flatnonzero((known.letters == known.letters[i]) & known.stands)
    others = others[others != i]
    most = least + params.same.weight * params.same.most_folds if len(others) else params.lone_nats
    rivals = [int(one) for one in np.flatnonzero(lead < most) if one != known.letters[i] and int(one) in known.kinds]
    own = _own(i, others, known, params) if rivals and len(others) else None
    for other in rivals:
        there = placed(known.looks[i], known.kinds[other], params.same)
        if own is not None:
            yield bool(lead[other] < least + params.same.weight * nearer(own, there, params.same))
        elif other in known.usual:
            yield bool(np.log((1 - there.alike + params.same.noise) / (1 - known.usual[other] + params.same.noise)) < params.lone_folds)


def _own(i: int, others: Ints, known: _Known, params: NearParams) -> Place:
    """Where a letter is most like the others of its kind that stand; of many its own part does not count."""
    if len(others) >= params.same.few:
        return placed(known.looks[i], known.kinds[int(known.letters[i])], params.same)
    common = median_of(known.glyphs[others], 0) if len(others) > 2 else known.glyphs[others].mean(axis=0)
    return placed(known.looks[i], np.asarray(common, np.float32), params.same)
