"""Corners of pieces that are partly covered: where one corner shows and the piece's size is known, the rest of its edge is known."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.outlines import Contour, Contours
from vision.image.quads import sides

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class CornerParams:
    """What counts as a piece's corner. Millimetres on the table."""

    least_edge_mm: float = 13.0
    """Straight edge that must show on either side of the corner."""
    straight_mm: float = 1.3
    """How far an edge may bend."""
    bent_mm: float = 2.6
    """How far an edge may bend that something touches: it tells a corner where there is no other."""
    most_bent: int = 8
    """Such corners that are kept."""
    rounding_mm: float = 16.0
    """A corner may be rounded off over so much of its outline: by a radius of ten."""
    most_cosine: float = 0.14
    """How far from a right angle, as the cosine."""
    longer: float = 1.07
    """An edge may be so much longer than the side it belongs to, as it is measured."""
    most_in_row: float = 5.0
    """The same beside a side that shows whole: there pieces of one size may lie in a row, edge on edge or over one another."""
    same_mm: float = 4.0
    """Corners nearer than this are one."""
    most: int = 40
    """Corners kept, longest edges first."""
    most_edges: int = 40
    """Straight edges of a contour: one with more is a pattern's; or it goes around several pieces, and all that touches them, at once."""

    @property
    def without_most(self) -> "CornerParams":
        """The same but for how many are kept, and of which contours: what a corner is does not depend on these."""
        return replace(self, most=0, most_bent=0, most_edges=0)

    @property
    def least_across_mm(self) -> float:
        """How high and how wide a contour with a corner is at least: its two edges lie askew by half their angle at most."""
        return self.least_edge_mm * math.cos(math.pi / 4 + math.asin(self.most_cosine) / 2) - _ROUNDED_MM


@dataclass(frozen=True, slots=True, eq=False)
class Corner:
    """A right angle on the table."""

    at_mm: Floats
    """(2,)."""
    arms: Floats
    """(2, 2): unit vectors along the two edges, away from the corner."""
    lengths_mm: tuple[float, float]
    """How much of each edge shows."""
    ends: tuple[bool, bool] = (False, False)
    """Whether each edge has a right angle at its other end, too: all of a piece's side may show there."""


def find_corners(
    contours: Sequence[Contour], to_mm: Matrix, params: CornerParams, is_wanted: Callable[[Floats], bool] = lambda at_mm: True
) -> list[Corner]:
    """The right angles among contours in pixels, on the table; longest edges first, none twice.

    Only those whose place (2,) is wanted: no others take the place of these among the most that are kept.
    """
    some = _known(contours)
    lying = some.once(("lying", to_mm.tobytes(), params.without_most), lambda every: Lying(every, to_mm, params))
    kept: list[Corner] = []
    places = np.empty((params.most + params.most_bent, 4), np.float32)
    for bend_mm, most in ((params.straight_mm, params.most), (params.bent_mm, params.most_bent)):
        most += len(kept)
        found = (one for number in some.numbers.tolist() for one in lying.corners(number, bend_mm, params.most_edges))
        for corner in sorted(found, key=_longest_first):
            if len(kept) == most:
                break
            if is_wanted(corner.at_mm) and not _is_one_of(corner, places[: len(kept)], params):
                places[len(kept)] = *corner.at_mm, *corner.arms[0]
                kept.append(corner)
    return sorted(kept, key=_longest_first)[: params.most]


class Lying:
    """All contours of a picture on the table, and the right angles of each, found when they are first asked for."""

    def __init__(self, contours: Sequence[Contour], to_mm: Matrix, params: CornerParams) -> None:
        self._params, self._flat = params, _on_table(contours, to_mm, params)
        self._around: dict[tuple[int, float], Floats] = {}
        self._corners: dict[tuple[int, float], list[Corner]] = {}

    def corners(self, number: int, bend_mm: float, most_edges: int) -> list[Corner]:
        """Those of one contour whose edges bend by no more than `bend_mm`, unless it has more of these than `most_edges`."""
        flat, key = self._flat.get(number), (number, bend_mm)
        if flat is None:
            return []
        if key not in self._around:
            self._around[key] = np.asarray(cv2.approxPolyDP(flat, bend_mm, True)[:, 0], np.float32)
        if not 3 <= len(self._around[key]) <= most_edges:
            return []
        if key not in self._corners:
            self._corners[key] = list(_corners(self._around[key], self._params))
        return self._corners[key]


def telling(view_px: tuple[int, int], to_mm: Matrix, named: Sequence[Floats], params: CornerParams) -> Callable[[Floats], bool]:
    """Whether a corner at a place (2,) in millimetres may tell of another piece than those `named`, (4, 2) pixels each.

    One of theirs tells of none, nor does one where only the picture ends, which is `view_px` wide and high.
    """
    to_px, last = np.linalg.inv(to_mm), np.asarray(view_px) - 1 - _AT_EDGE_PX
    corners = np.concatenate([np.empty((0, 2)), *named])[None]
    taken = cv2.perspectiveTransform(corners, to_mm)[0] if len(named) else corners[0]

    def is_telling(at_mm: Floats) -> bool:
        at = cv2.perspectiveTransform(at_mm[None, None].astype(np.float64), to_px)[0, 0]
        is_within = (at > _AT_EDGE_PX).all() and (at < last).all()
        return bool(is_within and np.hypot(*(taken - at_mm).T).min(initial=np.inf) >= params.same_mm)

    return is_telling


def _longest_first(corner: Corner) -> float:
    return -min(corner.lengths_mm) - 0.3 * max(corner.lengths_mm)


def not_within(contours: Sequence[Contour], quads: Sequence[Floats]) -> Contours:
    """The contours that do not lie within one of the quads (4, 2): print on a known piece, or its own edge, shows no other."""
    some = _known(contours)
    kept = np.ones(len(some), bool)
    for quad in quads if some else ():
        kept &= ~some.once(("within", quad.tobytes()), partial(_lie_within, quad=quad))[some.numbers]
    return some.some(np.flatnonzero(kept))


def _lie_within(contours: Contours, quad: Floats) -> NDArray[np.bool_]:
    """Which contours lie within a quad (4, 2), or about as far outside as its own edge: (n,)."""
    low, high = contours.boxes
    margin = _EDGE * float(sides(quad).min())
    within = (low >= quad.min(0) - margin).all(1) & (high <= quad.max(0) + margin).all(1)
    some = np.flatnonzero(within)
    some = some[~_are_inside(_corners_of(low[some], high[some]), quad, margin).all(1)]
    if len(some):
        within[some] = _are_within([contours[i] for i in some.tolist()], quad, margin)
    return np.asarray(within, np.bool_)


def at_edge(contours: Sequence[Contour], view_px: tuple[int, int]) -> Contours:
    """The contours that come to the edge of a picture, `view_px` wide and high."""
    some = _known(contours)
    if not some:
        return some
    low, high = some.boxes
    return some.some(np.flatnonzero((low <= _AT_EDGE_PX).any(1) | (high >= np.array(view_px) - 1 - _AT_EDGE_PX).any(1)))


def _known(contours: Sequence[Contour]) -> Contours:
    return contours if isinstance(contours, Contours) else Contours(contours)


def _corners_of(low: NDArray[np.int32], high: NDArray[np.int32]) -> NDArray[np.int32]:
    """The corners (n, 4, 2) of boxes with the least and the greatest x and y (n, 2)."""
    return np.stack([low, np.stack([high[:, 0], low[:, 1]], 1), high, np.stack([low[:, 0], high[:, 1]], 1)], 1)


_AT_EDGE_PX = 4
"""So near to the edge of the picture something is cut by it."""
_EDGE = 0.04
"""So far outside, in parts of its shorter side, a piece's own edge is seen."""


def _are_within(contours: Sequence[Contour], quad: Floats, margin: float) -> NDArray[np.bool_]:
    """Which contours lie within a clockwise quad (4, 2), or outside by no more than `margin`: (n,)."""
    inner = _are_inside(np.concatenate(contours)[:, 0], quad, margin)
    starts = np.cumsum([0, *(len(contour) for contour in contours[:-1])])
    return np.asarray(np.logical_and.reduceat(inner, starts))


def _are_inside(points: NDArray[np.int32], quad: Floats, margin: float) -> NDArray[np.bool_]:
    """Which points (..., 2) lie within a clockwise quad (4, 2), or outside by no more than `margin`: (...)."""
    along = quad[[1, 2, 3, 0]] - quad
    off = points[..., None, :].astype(np.float32) - quad
    depth = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0]
    return np.asarray((depth >= -margin * np.hypot(along[:, 0], along[:, 1])).all(-1))


def _on_table(contours: Sequence[Contour], to_mm: Matrix, params: CornerParams) -> dict[int, Floats]:
    """The contours (n, 1, 2) in millimetres by number, all carried there at once; without those that are too small or lie nowhere."""
    if not contours:
        return {}
    ends = np.cumsum([0, *(len(contour) for contour in contours)])
    flat = cv2.perspectiveTransform(np.concatenate(contours).astype(np.float64), to_mm)[:, 0]
    low, high = np.minimum.reduceat(flat, ends[:-1]), np.maximum.reduceat(flat, ends[:-1])
    with np.errstate(invalid="ignore"):
        large = ((high - low).max(1) >= params.least_edge_mm) & ((high - low).min(1) >= params.least_across_mm)
        large &= (np.abs(low).max(1) < _FARTHEST_MM) & (np.abs(high).max(1) < _FARTHEST_MM)
    return {i: flat[ends[i] : ends[i + 1], None].astype(np.float32) for i in np.flatnonzero(large).tolist()}


_ROUNDED_MM = 1e-3
"""More than numbers of four bytes are off."""
_FARTHEST_MM = 1e4
"""What lies farther away is no table."""


def rectangles(corner: Corner, size_mm: tuple[float, float], params: CornerParams) -> Iterator[Floats]:
    """The one or two places (4, 2), in millimetres, that a piece with that corner may have.

    As large as the side of which both ends show, where that is about the piece's: it lies higher or lower than the plane then. Where that
    side shows the other edge may go on: the piece is the last of a row.
    """
    for first, second in dict.fromkeys((size_mm, size_mm[::-1])):
        sides_mm = first, second
        is_whole = [
            ends and side / params.longer <= shows <= side * params.longer
            for shows, side, ends in zip(corner.lengths_mm, sides_mm, corner.ends, strict=True)
        ]
        most = [side * (params.most_in_row if other else params.longer) for side, other in zip(sides_mm, is_whole[::-1], strict=True)]
        if corner.lengths_mm[0] <= most[0] and corner.lengths_mm[1] <= most[1]:
            long = [shows if whole else side for shows, side, whole in zip(corner.lengths_mm, sides_mm, is_whole, strict=True)]
            a, b = corner.arms[0] * long[0], corner.arms[1] * long[1]
            yield np.array([corner.at_mm, corner.at_mm + a, corner.at_mm + a + b, corner.at_mm + b], np.float32)


def _corners(around: Floats, params: CornerParams) -> Iterator[Corner]:
    """The right angles of one contour's straight edges, (n, 2) millimetres where these meet."""
    if cv2.contourArea(around, True) < 0:
        around = around[::-1]
    steps = np.concatenate([around[1:], around[:1]]) - around
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    along = lengths.tolist()
    long = [i for i, length in enumerate(along) if length >= params.least_edge_mm]
    if len(long) < 2:
        return
    ways = steps.tolist()
    pairs = [(i, j) for i, j in zip(long, long[1:] + long[:1], strict=True) if _is_corner(ways, along, i, j, params)]
    first, second = {i for i, _ in pairs}, {j for _, j in pairs}
    for i, j in pairs:
        a, b = steps[i] / lengths[i], steps[j] / lengths[j]
        at = meeting(around[i], a, around[j], b)
        reach = math.dist(at.tolist(), around[i].tolist()), math.dist(around[(j + 1) % len(around)].tolist(), at.tolist())
        yield Corner(at, np.array([-a, b], np.float32), reach, (i in second, j in first))


def _is_corner(steps: Sequence[Sequence[float]], lengths: Sequence[float], i: int, j: int, params: CornerParams) -> bool:
    """Whether two of some edges, n of them, each with its length, meet at about a right angle, outwards, with little between them."""
    (ax, ay), (bx, by) = steps[i], steps[j]
    if i == j or abs(ax * bx + ay * by) > params.most_cosine * lengths[i] * lengths[j] or ax * by < ay * bx:
        return False
    return sum(lengths[k] for k in _between(i, j, len(lengths))) <= params.rounding_mm


def _between(i: int, j: int, n: int) -> list[int]:
    """The edges after edge i and before edge j, around."""
    return [k % n for k in range(i + 1, j if j > i else j + n)]


def meeting(p: Floats, a: Floats, q: Floats, b: Floats) -> Floats:
    """Where the line through p along a meets the line through q along b."""
    (px, py), (ax, ay), (qx, qy), (bx, by) = p.tolist(), a.tolist(), q.tolist(), b.tolist()
    along = ((qx - px) * by - (qy - py) * bx) / (ax * by - ay * bx)
    return np.array([px + along * ax, py + along * ay], np.float32)


def _is_one_of(corner: Corner, others: Floats, params: CornerParams) -> bool:
    """Whether a corner is one of some others (n, 4): their places and their first arms."""
    near = np.abs(others[:, :2] - corner.at_mm).max(1, initial=0.0) < params.same_mm
    return bool((near & (others[:, 2:] @ corner.arms[0] > 0.99)).any())
