"""Kinds that a letter is no other one of: the net prefers it to them by far more than it does of any letter of theirs on the board.

How surely a net tells a Q from an O depends on the font, the light and the print around; the board's own O's tell. Of eighteen of them
each is preferred to a Q by some nats, and what is preferred to an O instead is none of them where that is as unlikely as it is certain
that some letter is misread now and then. That holds of a letter that is the only one of its kind, too, of which nothing else tells much.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.letters.net import Floats

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class LeadParams:
    """When a letter is none of a kind."""

    least: int = 4
    """Letters of that kind that tell how the net sees them."""
    spread: float = 1.0
    """Nats by which their leads differ at least."""
    nats: float = 7.0
    """By which a lead is unlikelier among theirs than the usual one, by Student's distribution: of 14,000 letters on drawn boards, none of
    them washed out, no misread one was so far from its own kind that led by as much as"""
    lead: float = 2.0
    """nats over it, in each of the looks at it."""


PARAMS = LeadParams()


def no_others(looks: tuple[Floats, ...], letters: Ints, params: LeadParams = PARAMS) -> Flags:
    """(n, letters) kinds of which each of (n,) `letters` is none; (n, letters) nats of each look. What is no letter has a higher number."""
    cells, kinds = looks[0].shape
    none = np.zeros((cells, kinds), np.bool_)
    told = np.flatnonzero(letters < kinds)
    for kind in np.unique(letters[told]).tolist():
        mine = np.flatnonzero(letters == kind)
        if len(mine) >= params.least:
            none[told, kind] = np.logical_and.reduce([_is_none(nats, told, letters[told], kind, mine, params) for nats in looks])
            none[mine, kind] = False
    return none


def _is_none(nats: Floats, cells: Ints, letters: Ints, kind: int, mine: Ints, params: LeadParams) -> Flags:
    """(m,) cells whose lead over a kind is beyond those of the letters of that kind, `mine`, in one look."""
    theirs = nats[mine] - nats[mine, kind][:, None]
    leads, count = nats[cells, letters] - nats[cells, kind], len(mine)
    usual, spread = theirs.mean(axis=0)[letters], np.maximum(theirs.std(axis=0, ddof=1), params.spread)[letters]
    far = (leads - usual) / (spread * np.sqrt(1 + 1 / count))
    unlikely = count / 2 * np.log1p(np.square(far) / (count - 1))
    return np.asarray((leads >= params.lead) & (far > 0) & (unlikely >= params.nats), np.bool_)
