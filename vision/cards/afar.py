"""Whether what others leave of a place resembles any look at all, at a glance: most places beneath a piece are ground."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import uncovered
from vision.cards.glance import TINY
from vision.cards.picture import Picture
from vision.image.quads import sides
from vision.looks import canon
from vision.looks.matching import CROWD, Library

Floats: TypeAlias = NDArray[np.float32]


class Afar:
    """The looks of one catalogue, either way up, to be compared with places at a quarter of the raster."""

    def __init__(self, library: Library, square: bool) -> None:
        """`square`: some pieces are."""
        self._library, self._square = library, square

    def alike(self, picture: Picture, quads: Sequence[Floats], known: Sequence[Floats]) -> list[float]:
        """How much each quad (4, 2) of working pixels resembles the likest look, in the part that known quads leave: correlation.

        -1 where too little of any shows; 1 of a large catalogue, of which some look resembles anything.
        """
        if not quads or len(self._library.ids) > CROWD:
            return [1.0] * len(quads)
        ways = [(i, way) for i, quad in enumerate(quads) for way in self._ways(quad)]
        found = [-1.0] * len(quads)
        for (i, way), seen in zip(ways, picture.glance.around(np.stack([way for _, way in ways]), _AROUND), strict=True):
            found[i] = max(found[i], self._likest(seen, _free(way, known, picture.view_px)))
        return found

    def _likest(self, seen: Floats, free: Floats) -> float:
        """The same of the edges of one place and of what lies around it, (36, 28, 2), and of what of them nothing hides, (36, 28)."""
        print_, squares = self._print
        seen, shows = _moved(seen * free[..., None]), _moved(free[..., None])
        own = squares @ shows.T
        alike = print_ @ seen.T
        alike /= np.sqrt((own + _NOISE) * (np.einsum("ij,ij->i", seen, seen) + _NOISE))
        alike[own < _LEAST_SHARE * self._all] = -1
        return float(alike.max())

    @cached_property
    def _print(self) -> tuple[Floats, Floats]:
        """The edges of all looks but at the rim, (2 * looks, n), upright and upside down, and their squares."""
        tiny = (self._library.lengths[:, None] * self._library.tiny).reshape(-1, *TINY, 2)[:, _RIM:-_RIM, _RIM:-_RIM]
        both = np.concatenate([tiny, tiny[:, ::-1, ::-1]])
        return both.reshape(len(both), -1), np.ascontiguousarray((both * both).sum(3).reshape(len(both), -1))

    @cached_property
    def _all(self) -> Floats:
        return np.asarray(self._print[1].sum(1, keepdims=True), np.float32)

    def _ways(self, quad: Floats) -> list[Floats]:
        across, down, other_across, other_down = sides(quad)
        start = quad if down + other_down > across + other_across else np.roll(quad, -1, 0)
        return [start, np.roll(start, -1, 0)] if self._square else [start]


def _free(quad: Floats, known: Sequence[Floats], view_px: tuple[int, int]) -> Floats:
    """The cells of a place and of what lies around it, (36, 28): 1 where no known quad lies, nor right beside, and the picture goes on."""
    wide = cv2.perspectiveTransform(_WIDE[None], cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32)))[0]
    rows, columns = TINY[0] + 2 * _AROUND, TINY[1] + 2 * _AROUND
    free = uncovered(np.asarray(wide, np.float32), known, rows, columns, view_px).reshape(rows, columns)
    return np.asarray(cv2.erode(free, np.ones((3, 3), np.uint8)), np.float32)


def _moved(field: Floats) -> Floats:
    """What lies under the inner cells of a place in a field (36, 28, channels) around it, moved by each of some cells: (25, n)."""
    down, right, one = field.strides
    rows, columns, steps = TINY[0] - 2 * _RIM, TINY[1] - 2 * _RIM, 2 * _AROUND + 1
    shape = steps, steps, rows, columns, field.shape[2]
    view: Floats = np.ndarray(shape, np.float32, field, _RIM * (down + right), (down, right, down, right, one))  # made at once
    return view.reshape(steps * steps, -1)


_AROUND, _RIM = 2, 1
"""Cells around a place that it is moved by, and at its rim, where there is no print."""
_WIDE = canon.CORNERS + np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * np.float32(_AROUND * canon.CELL)
_NOISE = np.float32(0.01 * TINY[0] * TINY[1])
"""Squared strength of edges, over all of a place, that is noise: hardly any print resembles nothing."""
_LEAST_SHARE = 0.07
"""Part of a look's structure that must show to say anything."""
