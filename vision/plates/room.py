"""Room for a food behind what hides an end of the plate: a hand of which too little is there to hide one, hides none.

A hidden piece lies where neither ground nor another piece shows, and outside of the plate; and something that stands there carries it, so
its middle is not beyond all that could. What hides the end has to differ from the ground there: else nobody knows how large it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import middle_of
from vision.looks.silhouettes import Silhouette, even
from vision.plates.before import ground
from vision.plates.ends import whole_line
from vision.plates.plate import Plate
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class RoomParams:
    """When there is room; millimetres."""

    around: float = 75.0
    """So far around the hidden end it is looked for ..."""
    zoom: float = 2.0
    """... at so many places a millimetre."""
    own: float = 1.0
    """What stands there may be so much smaller than it seems."""
    noise: float = 2.0
    """What is narrower than twice that is noise."""
    wider: float = 2.0
    """What hides is taken to be so much wider all around, and what is narrower by that within it to be filled."""
    least_seen: float = 0.8
    """Part of the plate's hidden end where something is seen that is no ground."""
    outside: float = 0.04
    """Part of a food's outline that may lie outside of it: seen, it would be so small that it is overlooked."""
    touch: float = 3.0
    """So near above what stands there it may be carried, and so far beyond that its middle may be."""
    step: float = 2.0
    turns: int = 48
    points: int = 48


PARAMS = RoomParams()


def has_room(
    picture: Picture, camera: Camera, plate: Plate, lines_mm: Sequence[Floats], foods: Sequence[Silhouette], params: RoomParams = PARAMS
) -> bool:
    """Whether one of these foods may stand at the plate's hidden end. `lines_mm`: outlines (n, 2) of all that was found on it."""
    whole = whole_line(plate.line_mm, plate.foot_mm)
    away = whole[np.abs(whole[:, 0] - plate.foot_mm[0]).argmax()]
    origin = away - params.around
    side = int(2 * params.around * params.zoom) + 1
    hidden = _strange(picture, camera, [*lines_mm, plate.line_mm], origin, side, params)
    stands, own = _filled([*lines_mm, plate.line_mm], origin, side, params), _filled([whole], origin, side, params)
    end = own & (1 - stands)
    if not end.any() or hidden[end > 0].mean() < params.least_seen:
        return True
    carries = np.asarray(stands | own, np.uint8)
    hides = _joined(np.asarray(hidden & (1 - stands), np.uint8), end, params)
    solid = np.asarray(cv2.erode(carries, _disc(params.own * params.zoom)), np.uint8)
    behind = _closed(hides, params)
    touch = round(params.touch * params.zoom)
    just_above = np.concatenate([carries[touch:], np.zeros((touch, side), np.uint8)]) & behind & (1 - solid)
    places = np.asarray(np.where(solid > 0, 2, 1 - behind), np.uint8)
    return bool(just_above.any()) and any(_fits(food, places, np.asarray(just_above, np.uint8), params) for food in foods)


def _strange(picture: Picture, camera: Camera, stack_mm: Sequence[Floats], origin: Floats, side: int, params: RoomParams) -> Mask:
    """(side, side) 1 where, in the plane, no ground shows."""
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    seen = ground(small, [project(camera.mm_to_px, line) / 2 for line in stack_mm], camera.px_per_mm / 2)
    places = np.stack(np.meshgrid(*(np.arange(side) / params.zoom,) * 2), -1).reshape(-1, 2) + origin
    at = np.round(project(camera.mm_to_px, places) / 2).astype(np.int64)
    inside = (at >= 0).all(1) & (at[:, 0] < seen.shape[1]) & (at[:, 1] < seen.shape[0])
    at = np.clip(at, 0, np.array(seen.shape)[::-1] - 1)
    return np.asarray(~inside | (seen[at[:, 1], at[:, 0]] == 0), np.uint8).reshape(side, side)


def _filled(lines: Sequence[Floats], origin: Floats, side: int, params: RoomParams) -> Mask:
    mask = np.zeros((side, side), np.uint8)
    for line in lines:
        cv2.fillPoly(mask, [np.round((line - origin) * params.zoom).astype(np.int32)], 1)
    return mask


def _joined(hidden: Mask, end: Mask, params: RoomParams) -> Mask:
    """What of a mask hangs together with the plate's hidden end, without noise."""
    clear = np.asarray(cv2.morphologyEx(hidden, cv2.MORPH_OPEN, _disc(params.noise * params.zoom)), np.uint8)
    _, labels = cv2.connectedComponents(clear, connectivity=4)
    own = np.unique(labels[end > 0])
    return np.asarray(np.isin(labels, own[own > 0]), np.uint8)


def _closed(hidden: Mask, params: RoomParams) -> Mask:
    """What hides, wider all around, with what it encloses."""
    wide = np.asarray(cv2.dilate(hidden, _disc(params.wider * params.zoom)), np.uint8)
    lines, _ = cv2.findContours(wide, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(wide, lines, -1, 1, cv2.FILLED)
    return wide


def _fits(food: Silhouette, places: Mask, carried: Mask, params: RoomParams) -> bool:
    """Whether a food lies somewhere where it does not show, nor something else does (`places`: 0 for neither, 1, 2), and is carried."""
    side = len(places)
    low, high = (float(v) / params.zoom for v in np.flatnonzero(carried.any(0))[[0, -1]])
    for flip in (1.0, -1.0):
        for turn in np.arange(params.turns) * 2 * np.pi / params.turns:
            c, s = np.cos(turn), np.sin(turn)
            line = even((food.outline_mm * (flip, 1.0)) @ np.array([[c, s], [-s, c]]), params.points)
            line, middle = line - line.min(0), middle_of(line) - line.min(0)
            room = (side - 1) / params.zoom - line.max(0)
            shifts = np.stack(np.meshgrid(*(np.arange(0.0, one, params.step) for one in room)), -1).reshape(-1, 2)
            shifts = shifts[np.abs(shifts[:, 0] + middle[0] - (low + high) / 2) <= (high - low) / 2 + params.touch]
            xy = np.rint((line[None] + shifts[:, None]) * params.zoom).astype(np.int64)
            seen = places[xy[..., 1], xy[..., 0]]
            lies = ((seen == 1).mean(1) <= params.outside) & (seen < 2).all(1)
            at = xy[lies]
            if any(_is_carried(line - middle, near > 0, params) for near in carried[at[..., 1], at[..., 0]]):
                return True
    return False


def _is_carried(line: Floats, touches: NDArray[np.bool_], params: RoomParams) -> bool:
    """Whether a food may rest on what it touches, not all to one side of its middle. `line`: (n, 2) from there."""
    x = line[touches, 0]
    return len(x) > 0 and bool(x.min() <= params.touch and x.max() >= -params.touch)


def _disc(radius_px: float) -> Mask:
    side = 2 * round(radius_px) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
