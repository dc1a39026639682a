"""Ground that is seen through a gap between two pieces, from one end of it to the other: they do not touch, whatever else carries them.

A piece that lies on another hides what is behind the place where it does. What shows above a piece where the camera looks down, its own
thickness, is no ground; nor is what the colours of both blur into where they meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.contacts import Pair, gap_mm
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]
Where = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class GapParams:
    """When ground is seen between two pieces; millimetres, and colour differences in levels."""

    wide: tuple[float, float] = (0.25, 3.0)
    """Nothing is looked for between pieces that are nearer to each other, or farther apart."""
    beyond: float = 1.0
    """A gap is looked at up to where it is so much wider."""
    narrow: float = 0.5
    """What lies over a place of it that is no wider by this hides whether they touch."""
    around: float = 12.0
    """So far from it ground is looked for ..."""
    clear: float = 3.0
    """... that lies so far from all that stands there: no piece's thickness shows there, and little shadow."""
    ground: tuple[int, int] = (48, 400)
    """Places, at least and at most, that tell its colour, the nearest first ..."""
    other: float = 16.0
    """... and those of another colour by so much: behind a stack there may be wall and table."""
    face: float = 1.0
    """So far inside a piece has its own colours, ..."""
    samples: int = 48
    """... of which so many are compared, ..."""
    light: tuple[float, float] = (0.35, 1.45)
    """... and its thickness has them in so much of the light on its face."""
    blends: int = 9
    """Colours into which those of two pieces blur that are compared ..."""
    dimmed: tuple[float, ...] = (0.5, 0.75, 1.0)
    """... each of both in the light on its face or on its thickness."""
    least_apart: float = 8.0
    """Ground that is less unlike the pieces is not told from them."""
    zoom: int = 2
    """It is looked at so many times enlarged ..."""
    narrowest_px: int = 2
    """... where ground is no narrower than this: less may be noise."""


PARAMS = GapParams()


def seen_apart(
    picture: Picture, lines_mm: Sequence[Floats], others_mm: Sequence[Floats], camera: Camera, params: GapParams = PARAMS
) -> frozenset[Pair]:
    """The pairs of pieces, by index, that ground is seen between; `others_mm`: the outlines of all else that stands there."""
    lines_px = [project(camera.mm_to_px, line) for line in (*lines_mm, *others_mm)]
    gaps = {pair: gap_mm(lines_mm[pair[0]], lines_mm[pair[1]]) for pair in combinations(range(len(lines_mm)), 2)}
    least, most = params.wide
    return frozenset(
        pair for pair, gap in gaps.items() if least <= gap <= most and _is_open(picture, lines_px, pair, gap, camera.px_per_mm, params)
    )


def _is_open(picture: Picture, lines_px: Sequence[Floats], pair: Pair, gap_mm: float, px_per_mm: float, params: GapParams) -> bool:
    """Whether ground parts two pieces."""
    part, lines = _cut_out(picture, lines_px, pair, params.around * px_per_mm, params.zoom)
    mm = params.zoom * px_per_mm
    faces = [_filled([lines[k]], part) for k in pair]
    rest = _filled([line for k, line in enumerate(lines) if k not in pair], part)
    away = np.maximum(*(_distance(1 - face) for face in faces))
    gap = np.asarray((away <= (gap_mm + params.beyond) * mm) & (rest == 0), np.bool_)
    free = np.asarray(_distance(1 - (faces[0] | faces[1] | rest)) > params.clear * mm, np.bool_)
    grounds = _grounds(part[free], away[free], params)
    own = [_own_colours(part, face, mm, params) for face in faces]
    hidden = bool((rest[away <= (gap_mm / 2 + params.narrow) * mm] > 0).any())
    if hidden or not grounds or not all(map(len, own)):
        return False
    seen = np.logical_or.reduce([_is_ground(part, colour, own, params) for colour in grounds])
    return _are_parted(faces, gap, _broad(np.asarray(gap & seen, np.bool_), params))


def _cut_out(
    picture: Picture, lines_px: Sequence[Floats], pair: Pair, around_px: float, zoom: int
) -> tuple[NDArray[np.float32], list[Floats]]:
    """The part of a picture around the place where two lines are nearest, enlarged, and all lines in it."""
    a, b = (lines_px[k] for k in pair)
    apart = np.linalg.norm(a[:, None] - b, axis=-1)
    i, j = np.unravel_index(int(apart.argmin()), apart.shape)
    middle, size = (a[i] + b[j]) / 2, np.array(picture.shape[1::-1])
    low = np.clip(np.floor(middle - around_px), 0, size - 1).astype(int)
    high = np.clip(np.ceil(middle + around_px), 1, size).astype(int)
    part = cv2.resize(picture[low[1] : high[1], low[0] : high[0]], None, fx=zoom, fy=zoom, interpolation=cv2.INTER_LINEAR)
    return np.asarray(part, np.float32), [zoom * (line - low) + (zoom - 1) / 2 for line in lines_px]


def _filled(lines: Sequence[Floats], part: NDArray[np.float32]) -> Mask:
    mask = np.zeros(part.shape[:2], np.uint8)
    for line in lines:
        cv2.fillPoly(mask, [np.round(line).astype(np.int32)], 1)
    return mask


def _distance(mask: Mask) -> NDArray[np.float32]:
    """(h, w) pixels to the nearest place that is 0 in a mask."""
    return np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 5), np.float32)


def _grounds(free: NDArray[np.float32], away: NDArray[np.float32], params: GapParams) -> list[Floats]:
    """Each (3,) one or two colours of the ground, or none, by those (n, 3) of what is free, so far (n,) from a gap."""
    fewest, most = params.ground
    order, found = np.argsort(away), list[Floats]()
    for _ in range(2):
        if len(order) < fewest:
            break
        found.append(np.asarray(np.median(free[order[:most]], axis=0), np.float64))
        order = order[np.linalg.norm(free[order] - found[-1], axis=1) > params.other]
    return found


def _own_colours(part: NDArray[np.float32], face: Mask, mm: float, params: GapParams) -> Floats:
    """(n, 3) colours inside a piece."""
    inside = part[_distance(face) > params.face * mm]
    return np.asarray(inside[:: max(1, len(inside) // params.samples)], np.float64)


def _is_ground(part: NDArray[np.float32], colour: Floats, own: Sequence[Floats], params: GapParams) -> Where:
    """(h, w) where a colour is nearer to the ground's than to whatever the pieces show; `own`: (n, 3) colours of each of both."""
    blended = float(np.linalg.norm(_blends(own[0], own[1], params) - colour, axis=1).min())
    apart = min(blended, *(_in_any_light(colour, one, params) for one in own))
    return np.asarray((np.linalg.norm(part - colour, axis=-1) < apart / 2) & (apart >= params.least_apart), np.bool_)


def _in_any_light(colour: Floats, own: Floats, params: GapParams) -> float:
    """How far a colour is from all of a piece's, in any light that its thickness may have."""
    light = np.clip((own @ colour) / np.maximum((own**2).sum(1), 1e-9), *params.light)
    return float(np.linalg.norm(own * light[:, None] - colour, axis=1).min())


def _blends(a: Floats, b: Floats, params: GapParams) -> Floats:
    """(n, 3) what the colours of two pieces blur into where they meet."""
    parts = np.linspace(0.0, 1.0, params.blends)[:, None]
    first, second = np.median(a, axis=0), np.median(b, axis=0)
    return np.concatenate([parts * first * x + (1 - parts) * second * y for x in params.dimmed for y in params.dimmed])


def _broad(where: Where, params: GapParams) -> Where:
    """The parts of a mask that are broad enough."""
    square = np.ones((params.narrowest_px, params.narrowest_px), np.uint8)
    return np.asarray(cv2.morphologyEx(where.astype(np.uint8), cv2.MORPH_OPEN, square) > 0, np.bool_)


def _are_parted(faces: Sequence[Mask], gap: Where, ground: Where) -> bool:
    """Whether no way leads from one piece to the other but over ground."""
    solid = ((faces[0] > 0) | (faces[1] > 0) | gap) & ~ground
    _, labels = cv2.connectedComponents(solid.astype(np.uint8), connectivity=8)
    first, second = ({*np.unique(labels[(face > 0) & solid]).tolist()} for face in faces)
    return not first & second
