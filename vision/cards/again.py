"""A doubtful reading, laid again from a little aside: where a guess comes to rest hangs on where it began.

Or laid the other way up, or as a card that lies face down: a back repeats itself, and some part of it resembles many a face. Or where its
edges show a little aside: what looks of one design share lies elsewhere on each, and the wrong one of them is laid by it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.rim import rim_glance, rim_share
from vision.looks.catalogue import BACK
from vision.looks.matching import WINDOWS

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class AgainParams:
    """How a doubtful reading is tried again."""

    aside: float = 0.03
    """How far each try begins from the reading, in parts of the piece."""
    agreeing: int = 2
    """Tries that are sure of one name before another than the doubtful one is believed; none may be sure of a third."""
    more: float = 0.1
    """By which part of a look's structure a try has to show more to take for covered what was seen to lie open."""
    less: float = 0.75
    """Part of what shows of it that a try of the same look has to show: what is then said to be covered may be what speaks against it."""
    worse: float = 0.05
    """By which less a try of the same look agrees that is laid off its place: what was seen there is the piece's own."""
    square: float = 1.02
    """A piece longer than wide by less may lie in any of four turns."""
    edged: float = 0.75
    """Part of its rim that is an edge where a piece lies: where a reading has less, it may lie aside, where it has so much."""
    off: tuple[float, ...] = (0.0, 0.05, -0.05, 0.1, -0.1)
    """So far aside, each way, in parts of the piece's width and height: half as far as an edge is looked for, or farther ..."""
    finer: tuple[float, ...] = (0.0, 0.02, -0.02)
    """... and from the best of these."""


def laid_again(
    namer: Namer, picture: Picture, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool], params: AgainParams
) -> Reading:
    """The reading, or one from a little aside that is sure of the same name, or on which several agree.

    One that shows less, and takes for covered what was seen to lie open, is none, nor is one that agrees clearly worse: the fault that was
    seen there is the piece's own.
    `known` are the quads (4, 2) of pieces that may lie on it, in working pixels.
    """
    ids, other = namer.library.ids, list[Reading]()
    for start in _around(reading.quad, params.aside):
        tried = namer.read_again(picture, start, reading, known, is_sure)
        if tried is None or _hides_what_lies_open(tried, reading, params.more):
            continue
        if ids[tried.look] == ids[reading.look]:
            if tried.agreement < reading.agreement - params.worse or tried.share < params.less * reading.share:
                continue
            return reading if other else tried
        other.append(tried)
        if ids[tried.look] != ids[other[0].look]:
            return reading
        if len(other) >= params.agreeing:
            return max(other, key=_worth)
    return reading


def face_down(
    namer: Namer, picture: Picture, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool], params: AgainParams
) -> Reading | None:
    """The back of a card in a doubtful reading's place; None where none is to be stood for, or none was enrolled.

    `known` are the quads (4, 2) of pieces that may lie on it, in working pixels.
    """
    ids = namer.library.ids
    for back in (look for look, id_ in enumerate(ids) if id_ == BACK != ids[reading.look]):
        for start in (reading.quad, *_around(reading.quad, params.aside)):
            found = namer.read(picture, start, back, known)
            if found is not None and ids[found.look] == BACK and is_sure(found):
                return found
    return None


def other_way_up(
    namer: Namer, picture: Picture, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool], params: AgainParams
) -> Reading | None:
    """What lies there otherwise turned, when one sure name agrees better so: a nine upside down is nearest to an eight or a naught.

    Or as well, and more of it: half of a five fits its own other half. Turned by half, a square piece by quarters as well. None where no
    such turn is sure of a name, or two are of different ones. `known` are the quads (4, 2) of pieces that may lie on it, in working pixels.
    """
    width, height = namer.library.catalogue.looks[reading.look].size_mm
    turns = (1, 2, 3) if max(width, height) < params.square * min(width, height) else (2,)
    tried = (namer.read(picture, np.roll(reading.quad, -turn, 0), reading.look, known) for turn in turns)
    sure = [found for found in tried if found is not None and _worth(found) > _worth(reading) and is_sure(found)]
    is_one = len({namer.library.ids[found.look] for found in sure}) == 1
    return max(sure, key=_worth) if is_one else None


def by_its_edges(
    namer: Namer, picture: Picture, reading: Reading, known: Sequence[Floats], is_sure: Callable[[Reading], bool], params: AgainParams
) -> Reading | None:
    """What lies, whole, where all the edges of a doubtful reading show a little aside; None where none do, or no name is sure there.

    `known` are the quads (4, 2) of pieces that may lie on it, in working pixels.
    """
    if reading.rim >= params.edged:
        return None
    best = max(_aside(reading.quad, params.off), key=lambda quad: rim_glance(picture, quad, WINDOWS[0]))
    best = max(_aside(best, params.finer), key=lambda quad: rim_share(picture, quad, WINDOWS[0]))
    if rim_share(picture, best, WINDOWS[0]) < params.edged:
        return None
    found = namer.read(picture, best, namer.read_there(picture, best, reading.look, known).look, known)
    return found if found is not None and found.share >= namer.params.whole_share and is_sure(found) else None


def _aside(quad: Floats, off: Sequence[float]) -> Iterator[Floats]:
    """A quad (4, 2) moved along its sides, each way so many times as far as these are long."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    for x, y in product(off, off):
        yield np.asarray(quad + x * across + y * down, np.float32)


def _worth(reading: Reading) -> float:
    """How well it agrees, and how much of it."""
    return reading.agreement * reading.share


def _hides_what_lies_open(tried: Reading, reading: Reading, more: float) -> bool:
    return reading.explained.laid_open < 1 <= tried.explained.laid_open and tried.share < reading.share + more


def _around(quad: Floats, aside: float) -> Iterator[Floats]:
    """Quads (4, 2) a little smaller and a little larger than one: of ten that a try mended, all but one were mended by these."""
    middle = quad.mean(0)
    for size in (1 - aside, 1 + aside):
        yield np.asarray(middle + (quad - middle) * size, np.float32)
