"""Places that a lamp has burnt out: outlines as large as a piece, and holes amid named ones, where one in glare would look the same."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.neighbours import beside, sides_taken
from vision.cards.picture import Picture
from vision.cards.sizes import on_table
from vision.image.quads import inside, sides
from vision.looks.catalogue import BACK
from vision.looks.gains import smallest
from vision.looks.matching import WINDOWS, Library, see
from vision.observation import Candidate

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

WASHED = "a lamp's reflection hides whether a piece lies here"
BURNT = "a lamp's reflection hides which piece this is"
_EVERY = 8
"""One pixel in so many each way tells how bright a picture is."""


@dataclass(frozen=True, slots=True)
class WashedParams:
    """When a place is asked about."""

    burnt: float = 0.95
    """Light, in parts of the brightest, from which print is lost ..."""
    least_burnt: float = 0.25
    """... in so much of the place, at least."""
    fewest_beside: int = 2
    """Pieces that lie edge to edge with it, one of them named: amid glare the others may be asked about."""
    most_taken: float = 0.1
    """Part of it that may lie on what was read."""
    most_of_all: float = 0.15
    """Part of the whole picture that is as bright, above which no lamp's reflection is to be told from the table."""
    most_off: float = 0.1
    """By how much each side of an outline may differ from a piece's, in parts of it: sheets of paper and notes have other sizes."""


def washed_places(
    picture: Picture, named: Sequence[Floats], taken: Sequence[Floats], params: WashedParams | None = None
) -> Iterator[Floats]:
    """Quads (4, 2) in working pixels: where nothing was read and a piece may lie, edge to edge with some of the `named` ones (4, 2).

    `taken` are the quads of all else that was read.
    """
    p = params or WashedParams()
    if not named or not has_reflection(picture, p):
        return
    read, found = [*named, *taken], list[Floats]()
    for place in beside(named, picture.view_px):
        if sides_taken(place, read) < p.fewest_beside or any(inside(place, one) > p.most_taken for one in (*read, *found)):
            continue
        if is_burnt(picture, place, p):
            found.append(place)
            yield place


def washed_pieces(
    picture: Picture, outlines: Sequence[Floats], sizes_mm: Collection[tuple[float, float]], to_mm: Matrix, taken: Sequence[Floats]
) -> Iterator[Floats]:
    """Those of some outlines (4, 2) in working pixels that are a piece's by size and burnt out, and under which nothing was read.

    `sizes_mm`: shorter and longer side of the pieces, as they are measured on this table; `to_mm` (3, 3) takes working pixels to it.
    """
    p, found = WashedParams(), list[Floats]()
    for quad in outlines:
        if any(inside(quad, one) > p.most_taken for one in (*taken, *found)) or not _is_of_size(quad, sizes_mm, to_mm, p.most_off):
            continue
        if is_burnt(picture, quad, p):
            found.append(quad)
            yield quad


def _is_of_size(quad: Floats, sizes_mm: Collection[tuple[float, float]], to_mm: Matrix, most_off: float) -> bool:
    """Whether a quad (4, 2) of working pixels is as large on the table as one of the sizes."""
    flat = on_table(quad, to_mm)
    if flat is None:
        return False
    s = sides(flat)
    short, long = sorted((float(s[0] + s[2]) / 2, float(s[1] + s[3]) / 2))
    return any(abs(short / a - 1) <= most_off and abs(long / b - 1) <= most_off for a, b in sizes_mm)


def has_reflection(picture: Picture, params: WashedParams) -> bool:
    """Whether something is burnt out, and not so much that no reflection is to be told from the table."""
    some = np.asarray(picture.rgb[::_EVERY, ::_EVERY].astype(np.float32) / 255, np.float32)
    return bool(0 < (smallest(some) > params.burnt).mean() <= params.most_of_all)


def is_burnt(picture: Picture, place: Floats, params: WashedParams) -> bool:
    """Whether print is lost in so much of a place (4, 2) that what lies there may not be told."""
    return bool((smallest(see(picture.patch(place)).colours) > params.burnt).mean() >= params.least_burnt)


def may_be_any(picture: Picture, place: Floats, library: Library) -> tuple[Candidate, ...]:
    """All pieces that may lie at such a place, which shows next to nothing: none is much likelier, the likest come first."""
    alike = library.alike(see(picture.patch(place)), WINDOWS[0])
    ids = [one for one in dict.fromkeys(library.ids[int(at)] for at in np.argsort(-alike)) if one != BACK]
    return tuple(Candidate(one, 1 / (len(ids) + 1)) for one in ids)
