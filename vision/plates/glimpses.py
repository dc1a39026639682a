"""Something on a stack that no piece explains: can it be part of a food at all? Its free edge would run along that food's outline.

What covers a food, a piece or a hand, ends it elsewhere; so only that part of its edge counts beyond which the ground shows that is seen
around the whole stack. A food that lies sideways shows its rim, of which only the breadth is known. A box behind the plate fits neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.insides import outward
from vision.looks.silhouettes import Silhouette, even
from vision.plates.rims import Picture, sample
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class GlimpseParams:
    """When something can be a food; millimetres."""

    broad: float = 16.0
    """What is narrower may be the rim of a food that lies sideways."""
    along: float = 1.6
    """So near to other pieces its edge is not free."""
    outside: float = 3.0
    """So far beyond its edge the ground is looked at."""
    alike: float = 26.0
    """Colour difference, in levels, up to which that is the ground around the stack ..."""
    usual: float = 0.2
    """... of which it is so much."""
    most_covered: float = 0.4
    """Part of its edge at the ground from which on it is judged."""
    near: float = 1.5
    """So near to a food's outline it runs along it ..."""
    near_border: float = 1.0
    """... or, inside a broad border of that food, so much deeper than the border is broad."""
    beyond: float = 2.0
    """No part of it may lie farther outside of that food."""
    step: float = 1.5
    turns: int = 36
    least: float = 0.72
    """Part of its edge at the ground that runs along a food's outline."""
    least_arc: float = 0.3
    """Part of its edge that lies at the ground in one stretch without a notch from which on it is asked what has such an edge ..."""
    flush: float = 0.93
    """... but for foods that fill so much of a rectangle: those may lie in a row without a notch."""
    points: int = 90
    most: int = 8
    """Foods that it is compared with, the likest in colour."""


PARAMS = GlimpseParams()
_ZOOM = 2.0
"""Pixels a millimetre of the maps of distance."""


def can_be_food(
    picture: Picture,
    camera: Camera,
    line_mm: Floats,
    stack_mm: Sequence[Floats],
    foods: Sequence[Silhouette],
    params: GlimpseParams = PARAMS,
) -> bool:
    """Whether something with this outline (n, 2) can be one of these foods, covered in part, or lying sideways.

    `picture`: float (H, W, 3) RGB; `stack_mm`: outlines of all else that stands there, in the camera's plane.
    """
    if _breadth(line_mm) < params.broad:
        return True
    points = even(line_mm, params.points)
    open_, at_ground = _edge(picture, camera, line_mm, points, stack_mm, params)
    bare = ~open_ | at_ground  # no piece hides one beside it
    if bare.mean() < params.most_covered:
        return True
    runs = [along(points, bare, food, params) for food in foods[: params.most]]
    if any(runs):
        return max(runs) >= params.least
    return not _is_no_food(points, open_ & at_ground, foods, params)  # too large for one food: several that run together


def is_no_food(
    picture: Picture,
    camera: Camera,
    line_mm: Floats,
    stack_mm: Sequence[Floats],
    foods: Sequence[Silhouette],
    params: GlimpseParams = PARAMS,
) -> bool:
    """Whether nothing of what has this outline (n, 2) can be a part of these foods, or of several that run together.

    Where these meet there is a notch. What bulges on a long way and is larger than each of them is none, whatever covers the rest.
    """
    points = even(line_mm, params.points)
    open_, at_ground = _edge(picture, camera, line_mm, points, stack_mm, params)
    return _is_no_food(points, open_ & at_ground, foods, params)


def _is_no_food(points: Floats, free: NDArray[np.bool_], foods: Sequence[Silhouette], params: GlimpseParams) -> bool:
    arc = _bulging(points[_longest(free)], params)
    if len(arc) < params.least_arc * len(points):
        return False
    whole = np.ones(len(arc), np.bool_)
    return not any(_is_flush(arc, food, params) or along(arc, whole, food, params) >= params.least for food in foods)


def _edge(
    picture: Picture, camera: Camera, line_mm: Floats, points: Floats, stack_mm: Sequence[Floats], params: GlimpseParams
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(n,) where points of an outline lie at nothing else that stands there, and where the ground around the stack shows beyond them."""
    open_ = _is_free(points, stack_mm, params)
    seen = _beyond(picture, camera, points, params)
    edge = [even(line, params.points) for line in stack_mm]
    free = [_is_free(line, [line_mm, *(o for o in stack_mm if o is not own)], params) for line, own in zip(edge, stack_mm, strict=True)]
    behind = np.concatenate([_beyond(picture, camera, line, params)[is_free] for line, is_free in zip(edge, free, strict=True)])
    return open_, np.array([_share(behind, colour, params) >= params.usual for colour in seen], np.bool_)


def _longest(free: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The longest way, by index, along a closed line on which all places are free."""
    if free.all():
        return np.arange(len(free))
    start = int(np.argmin(free))
    ends = np.flatnonzero(~np.concatenate([free[start:], free[:start], [False]]))
    k = int(np.diff(ends).argmax())
    return (np.arange(ends[k] + 1, ends[k + 1]) + start) % len(free)


def _bulging(arc: Floats, params: GlimpseParams) -> Floats:
    """The longest part of an open line (n, 2) without a notch."""
    best, start = arc[:0], 0
    for end in range(1, len(arc) + 1):
        while not _bulges(arc[start:end], params):
            start += 1
        best = max(best, arc[start:end], key=len)
    return best


def _bulges(arc: Floats, params: GlimpseParams) -> bool:
    """Whether an open line (n, 2) has no notch."""
    hull = cv2.convexHull(arc.astype(np.float32))
    return all(cv2.pointPolygonTest(hull, (float(x), float(y)), True) <= params.near for x, y in arc)


def _is_flush(arc: Floats, food: Silhouette, params: GlimpseParams) -> bool:
    """Whether a line (n, 2) may go around a row of one food that is a rectangle, or nearly."""
    sides = np.array(cv2.minAreaRect(food.outline_mm.astype(np.float32))[1])
    broad = np.array(cv2.minAreaRect(arc.astype(np.float32))[1])
    is_square = food.area_mm2 >= params.flush * float(sides.prod())
    return bool(is_square and (np.abs(sides[:, None] - broad) <= 2 * params.near).any())


def _is_free(points: Floats, others: Sequence[Floats], params: GlimpseParams) -> NDArray[np.bool_]:
    """(n,) whether a place of an outline lies at none of the others."""
    free = np.ones(len(points), np.bool_)
    for other in others:
        free &= np.hypot(points[:, None, 0] - other[None, :, 0], points[:, None, 1] - other[None, :, 1]).min(1) > params.along
    return free


def _beyond(picture: Picture, camera: Camera, line: Floats, params: GlimpseParams) -> Floats:
    """(n, 3) the colours just outside of an outline."""
    return sample(picture, project(camera.mm_to_px, line + outward(line) * params.outside))


def _share(behind: Floats, colour: Floats, params: GlimpseParams) -> float:
    """The part of what shows around the stack that has a colour."""
    return float((np.abs(behind - colour).max(1) < params.alike).mean()) if len(behind) else 0.0


def _breadth(line_mm: Floats) -> float:
    return float(min(cv2.minAreaRect(line_mm.astype(np.float32))[1]))


def along(points: Floats, bare: NDArray[np.bool_], food: Silhouette, params: GlimpseParams = PARAMS) -> float:
    """The largest part of bare points (n, 2) that can run along a food's outline, either side up, while no point lies outside of it."""
    low, high = points.min(0), points.max(0)
    best = 0.0
    for flip in (1.0, -1.0):
        for turn in np.arange(params.turns) * 2 * np.pi / params.turns:
            c, s = np.cos(turn), np.sin(turn)
            line = (food.outline_mm * (flip, 1.0)) @ np.array([[c, s], [-s, c]])
            room = np.ptp(line, axis=0) + 2 * params.beyond - (high - low)
            if (room >= 0).all():
                best = max(best, _best_place(points, bare, line, food.line_mm, low, room, params))
    return best


def _best_place(
    points: Floats, bare: NDArray[np.bool_], line: Floats, border: float, low: Floats, room: Floats, params: GlimpseParams
) -> float:
    """The same for a food turned so; the points lie on its outline (n, 2), or where a border so deep along it ends."""
    inside, origin = _inside(line, params)
    shifts = np.stack(np.meshgrid(*(np.arange(0.0, side + 1e-9, params.step) for side in room)), -1).reshape(-1, 2)
    at = points[None] - low + (line.min(0) - params.beyond) + shifts[:, None]
    xy = np.clip(np.rint((at - origin) * _ZOOM).astype(np.int64), 0, np.array(inside.shape)[::-1] - 1)
    deep = inside[xy[..., 1], xy[..., 0]]
    fits = (deep >= -params.beyond).mean(1) >= 0.97
    run = ((deep[:, bare] >= -params.near) & (deep[:, bare] <= max(params.near, border + params.near_border))).mean(1)
    return float((run * fits).max(initial=0.0))


def _inside(line: Floats, params: GlimpseParams) -> tuple[NDArray[np.float32], Floats]:
    """(H, W) millimetres that each place lies within a closed line, below 0 outside of it; and the place of its first pixel."""
    origin = line.min(0) - params.beyond - 2.0
    width, height = np.ceil((np.ptp(line, axis=0) + 2 * params.beyond + 4.0) * _ZOOM).astype(int)
    mask = np.zeros((int(height), int(width)), np.uint8)
    cv2.fillPoly(mask, [np.round((line - origin) * _ZOOM).astype(np.int32)], 1)
    within, without = (cv2.distanceTransform(one, cv2.DIST_L2, 5) for one in (mask, np.asarray(1 - mask, np.uint8)))
    return np.asarray((within - without) / _ZOOM, np.float32), origin
