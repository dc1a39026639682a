"""What is left of a side view when its pieces are known: patches on the stack, coloured like a food, that no piece explains."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.contacts import gap_mm
from vision.flats import Patch
from vision.silhouettes import Silhouette
from vision.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LeftoverParams:
    """What counts as left over."""

    area_mm2: tuple[float, float] = (70.0, 2500.0)
    near_mm: float = 1.8
    """It begins so near to a piece or the plate."""
    alike: float = 40.0
    """Colour difference, in levels, up to which it may be a food."""
    background: float = 22.0
    """Colour difference, in levels, up to which it is of one colour with what reaches the picture's rim."""
    explained: float = 0.3
    """Part of it that pieces and plate may cover."""
    least_solid: float = 0.7
    """Part of its hull that it fills; what shows between pieces is more ragged."""


PARAMS = LeftoverParams()


@dataclass(frozen=True, slots=True, eq=False)
class Leftover:
    """Something on the stack that was not recognised."""

    line_mm: Floats
    may_be: tuple[str, ...]
    """Ids of the foods of its colour, nearest first."""


def leftovers(
    patches: Sequence[Patch],
    stack_mm: Sequence[Floats],
    camera: Camera,
    gain: Floats,
    silhouettes: Sequence[Silhouette],
    size: tuple[int, int],
    params: LeftoverParams = PARAMS,
) -> tuple[Leftover, ...]:
    """Every such patch once. `stack_mm`: outlines of the pieces and the plate; `size`: width and height of the picture."""
    from_px = np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    covered = _covered(stack_mm, camera, size)
    behind = [p.colour for p in patches if _reaches_rim(p, size) or _is_elsewhere(p, stack_mm, from_px, covered, params)]
    found: list[Leftover] = []
    for patch in sorted(patches, key=lambda p: -p.area_px):
        area = patch.area_px / camera.px_per_mm**2
        if not params.area_mm2[0] <= area <= params.area_mm2[1] or _reaches_rim(patch, size):
            continue
        if any(float(np.abs(patch.colour - colour).max()) < params.background for colour in behind):
            continue
        solid = patch.area_px / max(float(cv2.contourArea(cv2.convexHull(patch.line.astype(np.float32)))), 1.0)
        if solid < params.least_solid or _part(patch.line, covered) > params.explained:
            continue
        may_be = _of_colour(patch, gain, silhouettes, params)
        line = project(from_px, patch.line)
        if may_be and min((gap_mm(line, other) for other in stack_mm), default=9.0) < params.near_mm:
            found.append(Leftover(line, may_be))
            cv2.fillPoly(covered, [np.round(patch.line / 2).astype(np.int32)], 1)
    return tuple(found)


def _reaches_rim(patch: Patch, size: tuple[int, int]) -> bool:
    low, high = patch.line.min(0), patch.line.max(0)
    return bool(low.min() < 4 or high[0] > size[0] - 5 or high[1] > size[1] - 5)


def _is_elsewhere(patch: Patch, stack_mm: Sequence[Floats], from_px: Floats, covered: NDArray[np.uint8], params: LeftoverParams) -> bool:
    """Whether a patch is neither a part of the stack nor near it: what has its colour may be behind the stack, too."""
    if _part(patch.line, covered) > params.explained:
        return False
    line = project(from_px, patch.line[::4])
    return all(gap_mm(line, other[::2]) > 2 * params.near_mm for other in stack_mm)


def _covered(lines_mm: Sequence[Floats], camera: Camera, size: tuple[int, int]) -> NDArray[np.uint8]:
    """(H / 2, W / 2) 1 where pieces and plate are."""
    mask = np.zeros((size[1] // 2 + 1, size[0] // 2 + 1), np.uint8)
    for line in lines_mm:
        cv2.fillPoly(mask, [np.round(project(camera.mm_to_px, line) / 2).astype(np.int32)], 1)
    return mask


def _part(line: Floats, covered: NDArray[np.uint8]) -> float:
    own = np.zeros(covered.shape, np.uint8)
    cv2.fillPoly(own, [np.round(line / 2).astype(np.int32)], 1)
    return float((own & covered).sum()) / max(float(own.sum()), 1.0)


def _of_colour(patch: Patch, gain: Floats, silhouettes: Sequence[Silhouette], params: LeftoverParams) -> tuple[str, ...]:
    off = {s.id: float(np.abs(np.clip(s.body * gain, 0, 255) - patch.colour).max()) for s in silhouettes}
    return tuple(sorted((id for id in off if off[id] < params.alike), key=lambda id: off[id]))
