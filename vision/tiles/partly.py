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
    hidden: float = 0.5
    """Part of what another kind has more that lies hidden, from which on nothing else tells it apart: of a Q of which an arm's edge hid the
    tail, and that was told as O, .95; of all others of 188 letters beside hands and cards, .44 and less,"""
    hiding_px: int = 11
    """with so wide an edge, in which a fine stroke is lost,"""
    alike: float = 1.0
    """unless its own kind is more like what lies open by so many e-folds."""
    stroke: tuple[float, float] = (0.35, 3.0)
    """Of an example's darkest print that a place has to be darker to count as more, and places that are none."""
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

    Or hardly less so, and what that kind has more is hidden. For the same. Of a letter of which the board shows no clear one, or too little
    lies open, it is not told.
    """
    rather = np.zeros(len(cells), np.bool_)
    for i, (look, free) in enumerate(_open_looks(grey, over, middles, turns, cells, params)):
        own = int(letters[cells[i]])
        if own in known.examples and not free.all():
            likeness, at = _placed(look, free, known.examples[own], params)
            others = {one: _alike(look, free, example, params) for one, example in known.examples.items() if one != own}
            rather[i] = likeness > -1 and _is_rather(likeness, others, own, known, _window(free, at, known.examples[own], params), params)
    return rather


def _is_rather(likeness: float, others: dict[int, float], own: int, known: Print, free: Floats, params: PartParams) -> bool:
    """Whether a letter may be one of the `others`, by how alike what is `free` (s, s) of it is to these and to its own kind."""
    margins = {one: float(np.log((1 - alike + params.noise) / (1 - likeness + params.noise))) for one, alike in others.items()}
    wide = np.ones((params.hiding_px - params.edge_px + 1,) * 2, np.uint8)
    open_, own_print = np.asarray(cv2.erode(free, wide), np.float32), known.examples[own]
    near = [one for one, margin in margins.items() if margin < params.alike]
    hidden = (_hidden_share(own_print, known.examples[one], open_, params) >= params.hidden for one in near)
    return min(margins.values(), default=np.inf) < params.nearer or any(hidden)


def _hidden_share(own: Floats, other: Floats, free: Floats, params: PartParams) -> float:
    """The part of what another example (s, s) has more than one's own that is not `free` (s, s); 0 where it has nothing more."""
    least, few = params.stroke
    more = np.clip((own - other) / max(float(np.percentile(-other, 97)), 1e-6), 0, None)
    more = np.square(np.where(more > least, more, 0))
    return float((more * (1 - free)).sum() / more.sum()) if more.sum() >= few else 0.0


def _open_looks(grey: Flat, over: Flat, middles: Points, turns: Ints, cells: Ints, params: PartParams) -> Iterator[tuple[Floats, Floats]]:
    """The upright look at each of some cells, and where nothing lies over it: 1 there, 0 elsewhere."""
    looks = glyphs_at(grey, middles[cells], turns[cells], params.print)
    masks, around = over.cut(middles[cells], params.print.window, params.print.samples), np.ones((params.edge_px,) * 2, np.uint8)
    for look, mask, turn in zip(looks, masks, turns[cells].tolist(), strict=True):
        yield look, np.asarray(cv2.dilate(turned(mask[None], int(turn))[0], around) <= HALF, np.float32)


def _alike(look: Floats, free: Floats, example: Floats, params: PartParams) -> float:
    """Correlation of a look with an example where the look is `free`, at the best place near its own; -1 where that is too little."""
    return _placed(look, free, example, params)[0]


def _placed(look: Floats, free: Floats, example: Floats, params: PartParams) -> tuple[float, tuple[int, int]]:
    """The same and that place: pixels down and right of the look's corner."""
    ink, best, at = np.clip(-example, 0, None), -1.0, (params.print.rim, params.print.rim)
    places = range(params.print.rim - params.shift, params.print.rim + params.shift + 1)
    for place in ((down, right) for down in places for right in places):
        seen, open_ = (_window(one, place, example, params) for one in (look, free))
        count = float(open_.sum())
        if count < params.least_px or float((ink * open_).sum()) < params.least_ink * float(ink.sum()):
            continue
        one, other = ((part - float((part * open_).sum()) / count) * open_ for part in (seen, example))
        alike = float((one * other).sum()) / max(float(np.sqrt(np.square(one).sum() * np.square(other).sum())), 1e-9)
        best, at = (alike, place) if alike > best else (best, at)
    return best, at


def _window(look: Floats, at: tuple[int, int], example: Floats, params: PartParams) -> Floats:
    """What a look has in the place of an example."""
    side, (down, right) = len(example), at
    return look[down : down + side, right : right + side]
