"""A hand or an arm that reaches in from the picture's edge among the pieces of a stack, and what shows of a piece that it covers.

What lies behind the stack shows on many sides of it; an arm on one, and reaches far in. A thing behind that the picture's edge cuts looks
the same, but beside it there is nothing of a food's colour that no piece explains.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.before import under
from vision.plates.flats import Patch
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ReachParams:
    """When something reaches in."""

    beyond_mm: float = 10.0
    """The stack with so much around it."""
    most_around: float = 0.3
    """Part of the line around that: what shows along more of it is the ground or the wall."""
    least_around: float = 0.02
    least_mm2: float = 150.0
    """It covers so much within."""
    alike: float = 22.0
    """Colour difference, in levels, up to which it is the ground or the wall, in two parts."""
    beside_mm: float = 2.5
    """So near to it lies what shows of a piece that it covers ..."""
    shows_mm2: tuple[float, float] = (60.0, 2500.0)
    """... which is so large ..."""
    least_loose: float = 0.6
    """... and so much of which belongs to no piece ..."""
    like_food: float = 32.0
    """... and has a food's colour, but for so many levels."""
    rim_px: float = 4.0
    most_edge: float = 0.15
    """Part of the picture's edge that an arm cuts at most; ground and wall begin along more of it."""


PARAMS = ReachParams()


def covered_by_a_hand(
    patches: Sequence[Patch],
    lines_mm: Sequence[Floats],
    camera: Camera,
    bodies: Sequence[Floats],
    size: tuple[int, int],
    params: ReachParams = PARAMS,
) -> list[Patch]:
    """Patches of a food's colour beside something that begins at the picture's edge and ends in the stack: what shows of a covered piece.

    `lines_mm`: all that stands on the plate, and the plate, last: a shadow below that is no piece; `bodies`: (3,) the foods' colours
    under this light.
    """
    stack, around = _stack(lines_mm, camera, size, params)
    arms = _reaching(patches, stack, around, camera, size, params)
    if not arms:
        return []
    known = np.zeros(stack.shape, np.uint8)
    for line in lines_mm:
        known |= _mask(project(camera.mm_to_px, line), size)
    known |= under(project(camera.mm_to_px, lines_mm[-1]) / 2, known.shape)
    mm2, near, found = camera.px_per_mm**2 / 4, np.ones((2 * round(params.beside_mm * camera.px_per_mm / 2) + 1,) * 2, np.uint8), []
    beside = np.asarray(cv2.dilate(np.bitwise_or.reduce([mask for _, mask in arms]), near), np.uint8)
    for patch in patches:
        own = _mask(patch.line, size)
        loose = own & (1 - known) & stack
        if (
            params.shows_mm2[0] <= patch.area_px / camera.px_per_mm**2 <= params.shows_mm2[1]
            and np.count_nonzero(loose) >= max(params.least_loose * np.count_nonzero(own), params.shows_mm2[0] * mm2)
            and any(float(np.abs(patch.colour - body).max()) < params.like_food for body in bodies)
            and not any(float(np.abs(patch.colour - arm.colour).max()) < params.alike for arm, _ in arms)
            and (loose & beside).any()
            and not _reaches_rim(patch, size, params)
        ):
            found.append(patch)
    return found


def _reaching(
    patches: Sequence[Patch], stack: Mask, around: Mask, camera: Camera, size: tuple[int, int], params: ReachParams
) -> list[tuple[Patch, Mask]]:
    """Patches, and where they are, that begin at the picture's edge and end in the stack, and are neither ground nor wall."""
    ring = max(int(np.count_nonzero(around)), 1)
    rimmed = [patch for patch in patches if _reaches_rim(patch, size, params)]
    masks = [_mask(patch.line, size) for patch in rimmed]
    parts = [float(np.count_nonzero(mask & around)) / ring for mask in masks]
    usual = [patch.colour for patch, part in zip(rimmed, parts, strict=True) if part > params.most_around]
    least = params.least_mm2 * camera.px_per_mm**2 / 4
    return [
        (patch, mask)
        for patch, mask, part in zip(rimmed, masks, parts, strict=True)
        if params.least_around <= part <= params.most_around
        and _at_edge(mask) <= params.most_edge
        and not any(float(np.abs(patch.colour - colour).max()) < params.alike for colour in usual)
        and np.count_nonzero(mask & stack) >= least
    ]


def _stack(lines_mm: Sequence[Floats], camera: Camera, size: tuple[int, int], params: ReachParams) -> tuple[Mask, Mask]:
    """(H / 2, W / 2) 1 where the stack is, its gaps and some room around with it; and 1 on the line around that."""
    points = np.concatenate([project(camera.mm_to_px, line) for line in lines_mm]) / 2
    hull = np.zeros((size[1] // 2 + 1, size[0] // 2 + 1), np.uint8)
    cv2.fillPoly(hull, [np.asarray(cv2.convexHull(np.round(points).astype(np.int32)), np.int32)], 1)
    wide = 2 * round(params.beyond_mm * camera.px_per_mm / 2) + 1
    grown = np.asarray(cv2.dilate(hull, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide))), np.uint8)
    return grown, np.asarray(cv2.dilate(grown, np.ones((3, 3), np.uint8)) - grown, np.uint8)


def _mask(line: Floats, size: tuple[int, int]) -> Mask:
    mask = np.zeros((size[1] // 2 + 1, size[0] // 2 + 1), np.uint8)
    cv2.fillPoly(mask, [np.round(line / 2).astype(np.int32)], 1)
    return mask


def _at_edge(mask: Mask, deep: int = 3) -> float:
    """The part of the picture's edge from which a mask begins."""
    begins = np.concatenate([mask[:deep].max(0), mask[-deep - 1 :].max(0), mask[:, :deep].max(1), mask[:, -deep - 1 :].max(1)])
    return float((begins > 0).mean())


def _reaches_rim(patch: Patch, size: tuple[int, int], params: ReachParams) -> bool:
    low, high = patch.line.min(0), patch.line.max(0)
    return bool(low.min() < params.rim_px or high[0] > size[0] - params.rim_px - 1 or high[1] > size[1] - params.rim_px - 1)
