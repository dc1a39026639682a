"""A hand of which no arm shows, its sleeve of the table's colour: it covers a piece of which parts show on two sides of it.

It need not reach the picture's edge, nor be larger than a food; and what shows of the piece may be too little for a food by itself.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import middle_of
from vision.plates.before import ground
from vision.plates.flats import Patch
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CoveringParams:
    """When something covers a piece; millimetres of the plate's plane."""

    part_mm2: tuple[float, float] = (15.0, 600.0)
    """What shows of the piece on one side is so large."""
    thing_mm2: tuple[float, float] = (150.0, 6000.0)
    """So large is what covers it."""
    like_food: float = 26.0
    """Colour difference, in levels, up to which a part has a food's colour ..."""
    one_food: float = 14.0
    """... and both parts one; ..."""
    other: float = 32.0
    """... and from which on what lies between them has another."""
    least_solid: float = 0.75
    """Part of its hull that a part fills: what shows between pieces is more ragged."""
    loose: float = 0.8
    """So much of all belongs to no piece, and has no colour that is seen on both sides of the stack."""
    beside: float = 2.5
    """So near lie the parts to it ..."""
    opposite: float = -0.3
    """... on sides of its middle whose directions have this cosine, or less."""
    aside: float = 15.0
    """So far to the left or right of the plate it may be."""


PARAMS = CoveringParams()


def covering(
    picture: Picture,
    patches: Sequence[Patch],
    lines_mm: Sequence[Floats],
    camera: Camera,
    bodies: Sequence[Floats],
    params: CoveringParams = PARAMS,
) -> list[tuple[Patch, Patch]]:
    """What covers a piece, the largest first, each with a part of that piece.

    `picture`: float (H, W, 3) RGB; `lines_mm`: all that stands there, the plate's last; `bodies`: (3,) the foods' colours in this light.
    """
    mm2, shape = camera.px_per_mm**2, (picture.shape[0] // 2 + 1, picture.shape[1] // 2 + 1)
    parts = [one for one in patches if _is_sized(one, params.part_mm2, mm2) and _is_solid(one, params)]
    parts = [one for one in parts if any(_off(one.colour, body) < params.like_food for body in bodies)]
    if len(parts) < 2:
        return []
    taken = _taken(picture, lines_mm, camera, shape)
    parts = [one for one in parts if _share(one, taken) <= 1 - params.loose]
    things = sorted((one for one in patches if _is_sized(one, params.thing_mm2, mm2)), key=lambda one: -one.area_px)
    return [*_between(things, parts, taken, lines_mm[-1], camera, params)] if len(parts) > 1 else []


def _between(
    things: Sequence[Patch], parts: Sequence[Patch], taken: Mask, plate_mm: Floats, camera: Camera, params: CoveringParams
) -> Iterator[tuple[Patch, Patch]]:
    """The things on two sides of which lie parts of one food."""
    pairs = [pair for pair in combinations(parts, 2) if _off(pair[0].colour, pair[1].colour) < params.one_food]
    left, right = (float(v) for v in project(camera.mm_to_px, plate_mm[[plate_mm[:, 0].argmin(), plate_mm[:, 0].argmax()]])[:, 0])
    reach = params.aside * camera.px_per_mm
    for thing in things:
        middle = middle_of(thing.line)
        if not left - reach < middle[0] < right + reach or _share(thing, taken) > 1 - params.loose:
            continue
        wide = _filled([thing.line / 2], taken.shape)
        wide = np.asarray(cv2.dilate(wide, np.ones((2 * round(params.beside * camera.px_per_mm / 2) + 1,) * 2, np.uint8)), np.uint8)
        for one, other in pairs:
            ways = [middle_of(part.line) - middle for part in (one, other)]
            cosine = float(ways[0] @ ways[1] / max(float(np.prod([np.hypot(*way) for way in ways])), 1e-9))
            is_other = min(_off(thing.colour, part.colour) for part in (one, other)) >= params.other
            if cosine <= params.opposite and is_other and all(_share(part, wide) > 0 for part in (one, other)):
                yield thing, one
                break


def _taken(picture: Picture, lines_mm: Sequence[Floats], camera: Camera, shape: tuple[int, int]) -> Mask:
    """(H / 2, W / 2) 1 on all that stands there, and on ground and wall."""
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    stack = [project(camera.mm_to_px, line) / 2 for line in lines_mm]
    mask, seen = _filled(stack, shape), ground(small, stack, camera.px_per_mm / 2)
    mask[: seen.shape[0], : seen.shape[1]] |= seen[: shape[0], : shape[1]]
    return mask


def _filled(lines: Sequence[Floats], shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    for line in lines:
        cv2.fillPoly(mask, [np.round(line).astype(np.int32)], 1)
    return mask


def _share(patch: Patch, mask: Mask) -> float:
    """The part of a patch that a mask (H / 2, W / 2) covers."""
    own = _filled([patch.line / 2], mask.shape)
    return float(np.count_nonzero(own & mask)) / max(int(np.count_nonzero(own)), 1)


def _is_sized(patch: Patch, mm2: tuple[float, float], px2: float) -> bool:
    return mm2[0] <= patch.area_px / px2 <= mm2[1]


def _is_solid(patch: Patch, params: CoveringParams) -> bool:
    hull = float(cv2.contourArea(cv2.convexHull(patch.line.astype(np.float32))))
    return patch.area_px >= params.least_solid * max(hull, 1.0)


def _off(a: Floats, b: Floats) -> float:
    return float(np.abs(a - b).max())
