"""Letters of enrolled tiles that something covers in part: what shows of them is their own print, as the board's other letters have it.

Which letter stands in a cell of a tile that is recognised its print says; whether it lies open has to be seen. A net that looks at half a
letter sees none, or another one. So where a hand reaches over less than half of a letter's place, what it leaves is held against the
board's clear letters of that kind, and nothing else counts.

Of a tile that is not known a letter beside what hides some of the board may be another one, of which the rest is hidden: it is held against
all kinds where it lies open.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.net import Floats, turned
from vision.letters.oneprint import PARAMS as PRINT, Print, PrintParams, glyphs_at

Flags = NDArray[np.bool_]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PartParams:
    """When a letter counts as one that shows in part."""

    most_over: float = 0.5
    """Part of its place over which something lies at most."""
    least_ink: float = 0.5
    """Part of its ink that has to lie open,"""
    edge_px: int = 5
    """beside an edge of what covers it, so wide in a look: blurred, or in its shade,"""
    shift: int = 3
    """and be as like the others of its kind as a letter is, within so many pixels of its place."""
    least_px: int = 80
    """Pixels of a look that tell it."""
    nearer: float = 0.0
    """E-folds by which what lies open is more like its own kind than like any other, or it may be that one: of a thin L of which a
    fingertip covers the end of the foot, and that was told as I, -1.2; of 162 letters beside hands and cards -.02 and more."""
    noise: float = 0.01
    """Correlation that every two letters of a kind lack of a full likeness at least."""
    print: PrintParams = PRINT


PARAMS = PartParams()
HALF = 127


def show_in_part(
    grey: Flat, over: Flat, middles: Points, turns: Ints, letters: Ints, known: Print, cells: Ints, params: PartParams = PARAMS
) -> Flags:
    """(m,) which of some `cells` (m,), by their numbers, show half of their own letter or more, and nothing that is none of it.

    For (n, 2) `middles` of all cells, their `turns` and `letters`; `grey` is the board through a red glass, and `over` 255 where something
    lies over it. A letter of which the board shows no clear one is not told.
    """
    told = np.zeros(len(cells), np.bool_)
    for i, (look, free) in enumerate(_open_looks(grey, over, middles, turns, cells, params)):
        example = known.examples.get(int(letters[cells[i]]))
        if example is not None:
            told[i] = not known.unlike(np.array([_alike(look, free, example, params)]), params.print)[0]
    return told


def rather_others(
    grey: Flat, over: Flat, middles: Points, turns: Ints, letters: Ints, known: Print, cells: Ints, params: PartParams = PARAMS
) -> Flags:
    """(m,) which of some `cells` (m,), by their numbers, something lies over, and are as like another kind where they lie open.

    For the same. Of a letter of which the board shows no clear one, or too little lies open, it is not told.
    """
    rather = np.zeros(len(cells), np.bool_)
    for i, (look, free) in enumerate(_open_looks(grey, over, middles, turns, cells, params)):
        own = int(letters[cells[i]])
        if own in known.examples and not free.all():
            unlike = {one: 1 - _alike(look, free, example, params) + params.noise for one, example in known.examples.items()}
            other = min((far for one, far in unlike.items() if one != own), default=np.inf)
            rather[i] = unlike[own] < 2 and np.log(unlike[own] / other) > -params.nearer
    return rather


def _open_looks(grey: Flat, over: Flat, middles: Points, turns: Ints, cells: Ints, params: PartParams) -> Iterator[tuple[Floats, Floats]]:
    """The upright look at each of some cells, and where nothing lies over it: 1 there, 0 elsewhere."""
    looks = glyphs_at(grey, middles[cells], turns[cells], params.print)
    masks, around = over.cut(middles[cells], params.print.window, params.print.samples), np.ones((params.edge_px,) * 2, np.uint8)
    for look, mask, turn in zip(looks, masks, turns[cells].tolist(), strict=True):
        yield look, np.asarray(cv2.dilate(turned(mask[None], int(turn))[0], around) <= HALF, np.float32)


def _alike(look: Floats, free: Floats, example: Floats, params: PartParams) -> float:
    """Correlation of a look with an example where the look is `free`, at the best place near its own; -1 where that is too little."""
    side, ink, best = len(example), np.clip(-example, 0, None), -1.0
    places = range(params.print.rim - params.shift, params.print.rim + params.shift + 1)
    for down, right in ((down, right) for down in places for right in places):
        seen, open_ = (one[down : down + side, right : right + side] for one in (look, free))
        count = float(open_.sum())
        if count < params.least_px or float((ink * open_).sum()) < params.least_ink * float(ink.sum()):
            continue
        one, other = ((part - float((part * open_).sum()) / count) * open_ for part in (seen, example))
        best = max(best, float((one * other).sum()) / max(float(np.sqrt(np.square(one).sum() * np.square(other).sum())), 1e-9))
    return best
