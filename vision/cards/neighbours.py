"""Places beside a piece that was read: cards of a game often lie edge to edge, where no outline of their own shows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import Quads
from vision.cards.reading import Reading
from vision.cards.verdict import VerdictParams, stands
from vision.image.quads import inside, overlap, wider
from vision.looks import canon

Floats = NDArray[np.float32]

_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_TAKEN = 0.3
"""Part of a place that may lie on pieces that are known already."""
_SAME = 0.8
"""Places that overlap so much are one; that beside a piece which was laid a little too wide is another than the one its neighbours tell."""
_IN_VIEW = 0.5
"""Part of a place that must lie in the picture."""
_AROUND = 1.3
"""A place, so many times as large, ..."""
_ALONG = 0.08
"""... holds so much of a piece that lies edge to edge with it; of one that touches a corner a quarter of it."""


def beside(quads: Sequence[Floats], view_px: tuple[int, int]) -> Iterator[Floats]:
    """The free places (4, 2) of the same size at the four sides of each quad, in perspective, none twice; `view_px` wide and high.

    A place that overlaps another is not the same: beside a piece that lies askew to a row of others it is only a guess, too.
    """
    width, height = view_px
    view = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    places: list[Floats] = []
    for quad in quads:
        to_picture = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
        for across, down in _STEPS:
            moved = canon.CORNERS + np.array([across * canon.WIDTH, down * canon.HEIGHT], np.float32)
            place = np.asarray(cv2.perspectiveTransform(moved[None], to_picture)[0], np.float32)
            if not _is_sane(place, quad) or inside(place, view) <= _IN_VIEW or any(inside(place, other) >= _TAKEN for other in quads):
                continue
            if all(overlap(place, other) < _SAME for other in places):
                places.append(place)
                yield place


def sides_taken(place: Floats, quads: Sequence[Floats]) -> int:
    """How many of some quads (4, 2) lie edge to edge with a place (4, 2)."""
    around = wider(place, _AROUND)
    return sum(inside(one, around) >= _ALONG for one in quads)


def edge_to_edge(
    kept: list[Reading], known: Sequence[Floats], verdict: VerdictParams, amid: Callable[[Reading, Sequence[Floats]], Reading]
) -> list[Reading]:
    """The readings, those named that only lack a rim: pieces that have a name, or are `known`, lie edge to edge with or below them.

    `amid` gives a reading with the rim that it has where some quads (4, 2) are known to lie around it.
    """
    while True:
        beside = Quads([*known, *(one.quad for one in kept if stands(one, verdict))])
        open_ = [one for one in kept if not stands(one, verdict) and stands(replace(one, rim=1.0), verdict)]
        told = {id(one): anew for one in open_ if stands(anew := amid(one, beside), verdict)}
        if not told:
            return kept
        kept = [told.get(id(one), one) for one in kept]


def lying_open(kept: list[Reading], verdict: VerdictParams, amid: Callable[[Reading, Sequence[Reading]], Reading]) -> list[Reading]:
    """The readings, those named by a part of their print held against all of it where those beside them show that it lies open.

    `amid` does so, by the others. One that was looked for under others knows what lies on it.
    """
    beside = [one for one in kept if not one.askew]
    return [amid(one, [other for other in beside if other is not one]) if not one.beneath and stands(one, verdict) else one for one in kept]


def _is_sane(place: Floats, quad: Floats) -> bool:
    """Whether perspective leaves the place about as large as the piece beside it."""
    grown = cv2.contourArea(place, True) / max(1e-6, cv2.contourArea(quad.astype(np.float32), True))
    return bool(np.isfinite(place).all() and 0.5 < grown < 2.0)
