"""Where pieces may lie that end a row, while nothing tells of the table's plane: by a side that shows from corner to corner.

Cards laid over one another are one outline, with no four corners, and where little is printed on them no point of it tells which. But the
last of them shows one side, and the edges that begin at both of its ends run along two more. How far, its shape tells about: the camera's
tilt makes it longer or shorter, of which several are tried.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.corners import meeting
from vision.image.outlines import Contour

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class RowEndParams:
    """What may be the side of a piece. Pixels of the reduced picture."""

    bend_px: float = 1.5
    """How far an edge may bend."""
    least_px: float = 24.0
    """Length from which an edge may be a side, ..."""
    least_beside: float = 0.2
    """... and of the edges at its ends, in parts of it."""
    rounding: float = 0.3
    """Parts of it over which either corner may be rounded off."""
    most_cosine: float = 0.5
    """How far from right angles these corners may be: a camera from aside shows them so."""
    most_askew: float = 0.2
    """How far from parallel the edges at its ends may be, as the sine."""
    tilts: tuple[float, ...] = (0.8, 0.89, 1.0, 1.12, 1.25)
    """Times as long for its width as seen from above: each lies within reach of the next where a look is laid."""
    most_edges: int = 120
    """Straight edges of a contour: one with more is a pattern's."""
    most: int = 24
    """Sides that are looked at, the longest."""


def row_ends(contours: Sequence[Contour], aspects: Sequence[float], params: RowEndParams) -> list[Floats]:
    """Where pieces may lie of which a side shows from corner to corner: (4, 2) each, clockwise from a shorter side on.

    `aspects`: how long pieces are for their width.
    """
    found = sorted((one for contour in contours for one in _sides(contour, params)), key=lambda one: -_length(one[0]))
    kept: list[tuple[Floats, Floats]] = []
    for one in found:
        if len(kept) == params.most:
            break
        if not any(np.abs(one[0] - other[0]).max() < _SAME_PX for other in kept):
            kept.append(one)
    return [place for one in kept for place in _places(*one, aspects, params)]


def _sides(contour: Contour, params: RowEndParams) -> Iterator[tuple[Floats, Floats]]:
    """The sides of a contour that show from corner to corner: both ends (2, 2), and the ways (2, 2) of the edges that begin there."""
    around = np.asarray(cv2.approxPolyDP(contour, params.bend_px, True)[:, 0], np.float32)
    if not _FEWEST_EDGES <= len(around) <= params.most_edges:
        return
    if cv2.contourArea(around, True) < 0:
        around = around[::-1]
    steps = np.roll(around, -1, 0) - around
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    ways, along = steps / lengths[:, None], lengths.tolist()
    for i in np.flatnonzero(lengths >= params.least_px).tolist():
        before, after = _neighbour(along, i, -1, params), _neighbour(along, i, 1, params)
        if before is None or after is None or before == after:
            continue
        side, back, on = ways[[i, before, after]]
        is_corner = max(abs(side @ back), abs(side @ on)) <= params.most_cosine and min(_cross(back, side), _cross(side, on)) > 0
        if is_corner and abs(_cross(-back, on)) <= params.most_askew:
            ends = meeting(around[before], back, around[i], side), meeting(around[i], side, around[after], on)
            yield np.stack(ends), np.stack([-back, on])


def _neighbour(lengths: Sequence[float], i: int, way: int, params: RowEndParams) -> int | None:
    """The edge before (-1) or after (1) edge i, beyond its rounded corner; None where there is none."""
    passed, n = 0.0, len(lengths)
    for k in range(1, n):
        other = (i + way * k) % n
        if lengths[other] >= params.least_beside * lengths[i]:
            return other
        passed += lengths[other]
        if passed > params.rounding * lengths[i]:
            break
    return None


def _places(ends: Floats, ways: Floats, aspects: Sequence[float], params: RowEndParams) -> Iterator[Floats]:
    """The places of pieces with that side, (4, 2) each, from a shorter side on."""
    length = _length(ends)
    for aspect in aspects:
        for times, turned in ((aspect, False), (1 / aspect, True))[: 1 if aspect == 1 else 2]:
            for tilt in params.tilts:
                far = ends + ways * (length * times * tilt)
                quad = np.stack([ends[0], ends[1], far[1], far[0]])
                yield np.asarray(np.roll(quad, -1, 0) if turned else quad, np.float32)


def _length(ends: Floats) -> float:
    return float(np.hypot(*(ends[1] - ends[0])))


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])


_FEWEST_EDGES = 5
"""A contour with fewer is a whole outline, or none."""
_SAME_PX = 4.0
"""Ends nearer than this are one."""
