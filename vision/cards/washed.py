"""Places amid named pieces that a lamp has burnt out: a hole in a grid of cards and a card that glare hides look the same."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.neighbours import beside
from vision.cards.picture import Picture
from vision.image.outlines import inside, wider
from vision.looks.catalogue import BACK
from vision.looks.gains import smallest
from vision.looks.matching import WINDOWS, Library, see
from vision.observation import Candidate

Floats = NDArray[np.float32]

WASHED = "a lamp's reflection hides whether a piece lies here"
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
    """Named pieces that lie edge to edge with it."""
    margin: float = 1.3
    """The place, so many times as large, ..."""
    along: float = 0.08
    """... holds so much of a piece that does; of one that touches a corner a quarter of it."""
    most_taken: float = 0.1
    """Part of it that may lie on what was read."""
    most_of_all: float = 0.15
    """Part of the whole picture that is as bright, above which no lamp's reflection is to be told from the table."""


def washed_places(
    picture: Picture, named: Sequence[Floats], taken: Sequence[Floats], params: WashedParams | None = None
) -> Iterator[Floats]:
    """Quads (4, 2) in working pixels: where nothing was read and a piece may lie, edge to edge with some of the `named` ones (4, 2).

    `taken` are the quads of all else that was read.
    """
    p = params or WashedParams()
    if len(named) < p.fewest_beside:
        return
    some = np.asarray(picture.rgb[::_EVERY, ::_EVERY].astype(np.float32) / 255, np.float32)
    if (smallest(some) > p.burnt).mean() > p.most_of_all:
        return
    for place in beside(named, picture.view_px):
        around = wider(place, p.margin)
        if sum(inside(one, around) >= p.along for one in named) < p.fewest_beside or any(
            inside(place, one) > p.most_taken for one in (*named, *taken)
        ):
            continue
        if (smallest(see(picture.patch(place)).colours) > p.burnt).mean() >= p.least_burnt:
            yield place


def may_be_any(picture: Picture, place: Floats, library: Library) -> tuple[Candidate, ...]:
    """All pieces that may lie at such a place, which shows next to nothing: none is much likelier, the likest come first."""
    alike = library.alike(see(picture.patch(place)), WINDOWS[0])
    ids = [one for one in dict.fromkeys(library.ids[int(at)] for at in np.argsort(-alike)) if one != BACK]
    return tuple(Candidate(one, 1 / (len(ids) + 1)) for one in ids)
