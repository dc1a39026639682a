"""Pieces of one colour that touch make one patch: it is cut where it is narrow, and each part may be a piece."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.flats import Patch

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PartParams:
    """Where a patch is cut."""

    most_solid: float = 0.92
    """Part of its hull that a patch fills, from which on it is one piece."""
    least_px: float = 600.0
    """Area of a patch that is cut."""
    least_part: float = 0.12
    """Of the patch's area that each part has."""
    most_parts: int = 4
    necks: tuple[float, ...] = (0.2, 0.35, 0.5, 0.65, 0.8)
    """How narrow the neck may be between two parts, in parts of the patch's greatest breadth."""
    work_px: int = 160
    """Longer side of a patch as it is cut."""
    most: int = 60
    """Patches that are cut, the largest first."""


PARAMS = PartParams()


def parted(patches: Sequence[Patch], size: tuple[int, int], params: PartParams = PARAMS) -> list[list[Patch]]:
    """The parts of patches that are narrow somewhere, in the patches' own colour, each time all parts of one patch together.

    `size`: width and height of the picture; what reaches its rim is no piece.
    """
    ragged = [patch for patch in patches if patch.area_px >= params.least_px and _solid(patch) <= params.most_solid]
    inner = [patch for patch in ragged if _is_inside(patch, size)]
    largest = sorted(inner, key=lambda patch: -patch.area_px)[: params.most]
    return [parts for patch in largest for parts in _ways(patch, params)]


def _is_inside(patch: Patch, size: tuple[int, int], rim_px: float = 4.0) -> bool:
    low, high = patch.line.min(0), patch.line.max(0)
    return bool(low.min() >= rim_px and high[0] < size[0] - rim_px and high[1] < size[1] - rim_px)


def _solid(patch: Patch) -> float:
    hull = cv2.convexHull(patch.line.astype(np.float32))
    return patch.area_px / max(float(cv2.contourArea(hull)), 1e-9)


def _ways(patch: Patch, params: PartParams) -> Iterator[list[Patch]]:
    low = patch.line.min(0)
    factor = params.work_px / max(float(np.ptp(patch.line, axis=0).max()), 1.0)
    width, height = np.ceil(np.ptp(patch.line, axis=0) * factor).astype(int) + 5
    mask = np.zeros((int(height), int(width)), np.uint8)
    cv2.fillPoly(mask, [np.round((patch.line - low) * factor + 2).astype(np.int32)], 1)
    deep = cv2.distanceTransform(mask, cv2.DIST_L2, 5)
    known: set[tuple[int, ...]] = set()
    for neck in params.necks:
        owners = _owners(mask, np.asarray(deep > neck * deep.max(), np.uint8), params)
        sizes = tuple(np.bincount(owners[mask > 0])[1:].tolist()) if owners is not None else ()
        if owners is None or sizes in known:
            continue
        known.add(sizes)
        masks = [np.asarray((owners == number) & (mask > 0), np.uint8) for number in range(1, len(sizes) + 1)]
        lines = [(line - 2) / factor + low for part in masks if (line := _outline(part)) is not None]
        if len(lines) == len(sizes):
            yield [Patch(line, float(cv2.contourArea(line.astype(np.float32))), patch.colour) for line in lines]


def _owners(mask: Mask, cores: Mask, params: PartParams) -> NDArray[np.int32] | None:
    """(H, W) which core each place is nearest to, from 1; None where it is not several, each with enough of the patch."""
    many, labels = cv2.connectedComponents(cores, connectivity=4)
    if not 2 <= many - 1 <= 3 * params.most_parts:
        return None
    owners = _nearest(np.asarray(labels, np.int32), many)
    sizes = np.bincount(owners[mask > 0], minlength=many)
    large = [k for k in range(1, many) if sizes[k] >= params.least_part * mask.sum()]
    if not 2 <= len(large) <= params.most_parts:
        return None
    kept = np.zeros(many, np.int32)
    kept[large] = np.arange(1, len(large) + 1)
    return _nearest(kept[labels], len(large) + 1)


def _nearest(labels: NDArray[np.int32], many: int) -> NDArray[np.int32]:
    """(H, W) the label, from 1, that lies nearest to each place."""
    away = [cv2.distanceTransform(np.asarray(labels != k, np.uint8), cv2.DIST_L2, 5) for k in range(1, many)]
    return np.asarray(np.stack(away).argmin(0) + 1, np.int32)


def _outline(part: Mask) -> NDArray[np.float64] | None:
    """(n, 2) the outer line of the largest connected piece of a mask."""
    lines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    line = max(lines, key=cv2.contourArea, default=None)
    return None if line is None or len(line) < 8 else np.asarray(line[:, 0], np.float64)
