"""Heaps of cards: what looks out below a named one is paper, and cards of the pack's size account for all of its outline.

Of a card in a fan or a row, of which a corner or a strip shows, print may tell nothing. But the outline around all that lies there has the
corners of such cards, and these together leave nothing of it. A sheet or a cloth on which a card lies has other corners, or other paper.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.corners import CornerParams, find_corners, rectangles
from vision.cards.covering import Quads, near_to
from vision.cards.picture import Picture
from vision.cards.rowed import papers_of
from vision.image.outlines import Contour, Contours
from vision.image.quads import enlarged, enlarging, overlap, shrunk, sides, wider
from vision.image.quantiles import median_of
from vision.looks.catalogue import Look
from vision.looks.colours import linear
from vision.looks.gains import largest

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Matrix = NDArray[np.float64]

IN_HEAP = "something looks out below a card that was read: does another lie under it?"


@dataclass(frozen=True, slots=True)
class HeapParams:
    """When cards are asked about."""

    least_more: float = 0.08
    """What an outline holds besides what was read, in parts of the named card in it, ..."""
    most: float = 12.0
    """... and the most that it holds in all."""
    within: float = 0.85
    """A card lies within an outline when so much of it does, each way."""
    own_edge: float = 1.08
    """What was read hides so many times its size: its own edge shows beside it."""
    thin: float = 0.05
    """What is thinner, in parts of the named card's shorter side, is an edge, or a card laid a little aside."""
    least_in: float = 0.93
    """Part of a place that lies within the outline."""
    least_shown: float = 0.06
    """Part of a place that shows, ..."""
    least_own: float = 0.015
    """... and that no place of which more shows accounts for."""
    most_left: float = 0.15
    """Part of what shows that no place accounts for: of a sheet it is most."""
    same: tuple[float, float] = (0.8, 0.5)
    """A place that overlaps a named card so much, or anything else that was read, is that one."""
    in_line: tuple[float, float] = (1.06, 1.05)
    """Two cards are of one row that fill all but so much of the rectangle around them, no wider than they are but for so much."""
    least_paper: float = 0.5
    """Part of what shows of a place that has the colour of some look's paper, ..."""
    same_paper: float = 0.15
    """... up to such a difference, in parts of the brighter one, ..."""
    noise: float = 0.02
    """... or this, of the light of white, ..."""
    light: tuple[float, float] = (0.65, 1.5)
    """... for its own paper in a light that is so many times the named card's."""
    corners: CornerParams = field(default_factory=lambda: CornerParams(most=24, most_edges=60))
    longer: float = 1.12
    """See `CornerParams`."""


@dataclass(frozen=True, slots=True, eq=False)
class Lying:
    """What lies on a table, in working pixels."""

    named: Sequence[tuple[int, Floats]]
    """Looks and quads (4, 2) of the pieces that have a name."""
    taken: Sequence[Floats]
    """Quads (4, 2) of all else that was read."""
    to_mm: Matrix
    """(3, 3): to the table."""
    sizes_mm: Sequence[tuple[float, float]]
    """Shorter and longer sides of the pack's pieces there."""


@dataclass(frozen=True, slots=True, eq=False)
class Reduced:
    """The picture in which contours were looked for."""

    contours: Contours
    factor: float
    """So many times as large as the one that is worked on."""


def heaped(picture: Picture, reduced: Reduced, lying: Lying, looks: Sequence[Look], params: HeapParams | None = None) -> Iterator[Floats]:
    """Quads (4, 2) in working pixels where cards may lie under named ones. `looks`: of the pack."""
    p, seen = params or HeapParams(), set[int]()
    read = [shrunk(quad, reduced.factor) for quad in (*(quad for _, quad in lying.named), *lying.taken)]
    for look, quad in lying.named:
        for at in _around(reduced.contours, shrunk(quad, reduced.factor), p):
            if at in seen:
                break
            seen.add(at)
            heap = _Heap(reduced.contours, at, shrunk(quad, reduced.factor), read, len(lying.named), p)
            found = heap.cards(lying.to_mm @ enlarging(reduced.factor), lying.sizes_mm)
            if found:
                papers = papers_of(picture, quad, looks[look], looks)
                places = (
                    enlarged(place, reduced.factor)
                    for place, shown in found
                    if _are_paper(heap.seen(picture, reduced, shown), papers, papers[look], p)
                )
                asked = [place for place in places if _is_seen(place, picture)]
                read += [shrunk(place, reduced.factor) for place in asked]
                yield from asked
                break


def _is_seen(place: Floats, picture: Picture) -> bool:
    """Whether a quad (4, 2) lies within the picture, in the part of it that is asked about: its edge gives everything corners."""
    low, high = _AT_EDGE_PX, np.array(picture.view_px) - 1 - _AT_EDGE_PX
    return bool((place >= low).all() and (place <= high).all()) and picture.asks_about(place)


def _around(contours: Contours, quad: Floats, params: HeapParams) -> Iterator[int]:
    """Which contours go around a card (4, 2) and more, the least first."""
    if not contours:
        return
    low, high = contours.boxes
    inner, area = wider(quad, params.within), cv2.contourArea(quad)
    holds = np.flatnonzero((low <= inner.min(0)).all(1) & (high >= inner.max(0)).all(1))
    for size, i in sorted((cv2.contourArea(contours[i]), i) for i in holds.tolist()):
        if size > params.most * area:
            return
        if size >= (1 + params.least_more) * area and all(_holds(contours[i], corner) for corner in inner):
            yield i


def _holds(contour: Contour, at: Floats) -> bool:
    """Whether a point (2,) lies within a contour."""
    return cv2.pointPolygonTest(contour, (float(at[0]), float(at[1])), False) >= 0


class _Heap:
    """One outline with a named card in it, and what it holds besides."""

    def __init__(self, contours: Contours, at: int, quad: Floats, read: Sequence[Floats], named: int, params: HeapParams) -> None:
        """`quad` (4, 2) is the named card, `read` what was read, the first so many of it `named`; all in pixels of the reduced picture."""
        self._outline, self._read, self._named, self._params = contours.some(np.array([at])), Quads(read), named, params
        contour = contours[at]
        side = float(sides(quad).min())
        self._by = min(1.0, _COARSE_PX / side)
        low, high = contour[:, 0].min(0) - _MARGIN_PX, contour[:, 0].max(0) + _MARGIN_PX + 1
        self._origin, self._area = low, self._by**2 * cv2.contourArea(quad)
        self._whole = np.zeros(tuple(np.ceil((high - low)[::-1] * self._by).astype(int).tolist()), np.uint8)
        cv2.fillPoly(self._whole, [self._coarse(contour)], [1])
        thin = 2 * max(1, round(params.thin * self._by * side)) + 1
        self._broad = np.asarray(cv2.getStructuringElement(cv2.MORPH_RECT, (thin, thin)), np.uint8)
        known = self._filled([wider(one, params.own_edge) for one in read])
        self._rest = self._without_thin(self._whole & (1 - known))

    def cards(self, to_mm: Matrix, sizes_mm: Sequence[tuple[float, float]]) -> list[tuple[Floats, Pixels]]:
        """Places (4, 2) of cards that account for what the outline holds besides, with what shows of each (H, W); none if they do not.

        `to_mm` (3, 3): to the table; `sizes_mm`: shorter and longer sides of the pack's pieces.
        """
        rest = np.count_nonzero(self._rest)
        if rest < self._params.least_more * self._area:
            return []
        free, found = self._rest.copy(), list[tuple[Floats, Pixels]]()
        for quad, mask in sorted(self._places(to_mm, sizes_mm), key=lambda one: -np.count_nonzero(one[1] & self._rest)):
            if self._is_part(self._params.least_own, quad, self._without_thin(mask & free)):
                found.append((quad, mask & free))
                free &= 1 - mask
        ends = [quad for quad, _ in found]
        free &= 1 - self._filled([*self._rows(ends, to_mm), *self._fans(ends)])
        return found if np.count_nonzero(self._without_thin(free)) <= self._params.most_left * rest else []

    def seen(self, picture: Picture, reduced: Reduced, shown: Pixels) -> Floats:
        """(n, 3): the light of some of what shows (H, W) in a picture."""
        at = np.argwhere(shown)[:, ::-1]
        at = at[:: max(1, len(at) // _ENOUGH)]
        x, y = np.round(enlarged(np.asarray(at / self._by + self._origin, np.float32), reduced.factor)).astype(np.int32).T
        lies = (x >= 0) & (y >= 0) & (x < picture.view_px[0]) & (y < picture.view_px[1])
        return np.asarray(linear(np.ascontiguousarray(picture.rgb[y[lies], x[lies]][None]))[0], np.float32)

    def _places(self, to_mm: Matrix, sizes_mm: Sequence[tuple[float, float]]) -> Iterator[tuple[Floats, Pixels]]:
        """Where cards may lie that have one of the outline's corners, within it, and showing; with a mask (H, W) of each."""
        p, to_px = self._params, np.linalg.inv(to_mm)
        corners, longer = find_corners(self._outline, to_mm, p.corners), replace(p.corners, longer=p.longer)
        for flat in (place for corner in corners for size in sizes_mm for place in rectangles(corner, size, longer)):
            quad = np.asarray(cv2.perspectiveTransform(flat[None].astype(np.float64), to_px)[0], np.float32)
            mask = self._filled([quad])
            is_within = self._is_part(p.least_in, quad, mask & self._whole)
            if is_within and not self._is_read(quad) and self._is_part(p.least_shown, quad, mask & self._rest):
                yield quad, mask

    def _is_read(self, quad: Floats) -> bool:
        """Whether a quad (4, 2) is what was read."""
        return any(overlap(quad, self._read[i]) > self._params.same[i >= self._named] for i in near_to(quad, self._read))

    def _is_part(self, least: float, quad: Floats, mask: Pixels) -> bool:
        """Whether a mask (H, W) is at least such a part of a quad (4, 2)."""
        return bool(np.count_nonzero(mask) >= least * self._by**2 * cv2.contourArea(quad))

    def _rows(self, ends: Sequence[Floats], to_mm: Matrix) -> Iterator[Floats]:
        """Quads (4, 2) of the rows of which those at some places may be the ends: others lie amid these and have no corner of their own."""
        for n, quad in enumerate(ends):
            for other in (*self._read, *ends[:n]):
                both = cv2.perspectiveTransform(np.concatenate([quad, other])[None].astype(np.float64), to_mm)[0].astype(np.float32)
                hull, around = cv2.convexHull(both), cv2.minAreaRect(both)
                widest = max(float(sides(both[:4]).max()), float(sides(both[4:]).max()))
                fill, wide = self._params.in_line
                if math.prod(around[1]) <= fill * cv2.contourArea(hull) and min(around[1]) <= wide * widest:
                    corners = cv2.boxPoints(around)[None].astype(np.float64)
                    yield np.asarray(cv2.perspectiveTransform(corners, np.linalg.inv(to_mm))[0], np.float32)

    def _fans(self, ends: Sequence[Floats]) -> Iterator[Floats]:
        """Around (n, 2) each two that lie over each other and between which the outline is full: in a fan others lie amid them."""
        for n, quad in enumerate(ends):
            for other in (*self._read, *ends[:n]):
                hull = np.asarray(cv2.convexHull(np.concatenate([quad, other]))[:, 0], np.float32)
                if overlap(quad, other) > 0 and self._is_part(self._params.least_in, hull, self._filled([hull]) & self._whole):
                    yield hull

    def _filled(self, quads: Sequence[Floats]) -> Pixels:
        """(H, W): 1 within any of some quads (4, 2), or other convex outlines (n, 2)."""
        mask = np.zeros_like(self._whole)
        for quad in quads:
            cv2.fillConvexPoly(mask, self._coarse(quad), [1])
        return mask

    def _coarse(self, points: Floats | Contour) -> NDArray[np.int32]:
        """Points (..., 2) of the reduced picture in pixels of the masks."""
        return np.asarray(np.round((points - self._origin) * self._by), np.int32)

    def _without_thin(self, mask: Pixels) -> Pixels:
        return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, self._broad), np.uint8)


def _are_paper(seen: Floats, papers: Floats, own: Floats, params: HeapParams) -> bool:
    """Whether most of some colours (n, 3) are those of paper (m, 3), or of the named card's `own` (3,), whatever light the place has."""
    times = np.clip(median_of((seen + params.noise) / (own + params.noise), 1), *params.light)[:, None]
    every = np.concatenate([np.broadcast_to(papers, (len(seen), *papers.shape)), (own * times)[:, None]], axis=1)
    lit, some = np.minimum(every, 1.0), seen[:, None]
    off = largest(np.abs(some - lit)) <= np.maximum(params.same_paper * largest(np.maximum(some, lit)), params.noise)
    return bool(len(seen) > 0 and off.any(1).mean() >= params.least_paper)


_MARGIN_PX, _AT_EDGE_PX = 2, 4
_COARSE_PX = 64
"""How wide a card is in the masks, at most."""
_ENOUGH = 400
"""Pixels that tell a colour."""
