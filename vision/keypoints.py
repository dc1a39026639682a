"""Points of print that can be found again: where, how big, which way, and a descriptor of what is around (SIFT)."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

LENGTH = 128
"""Numbers in a descriptor."""


@dataclass(frozen=True, slots=True, eq=False)
class Keypoints:
    """Points of print of one picture."""

    place: Floats
    """(n, 4) float32: x, y, size in pixels and turn in degrees."""
    descriptors: NDArray[np.uint8]
    """(n, 128) uint8."""

    def __len__(self) -> int:
        return len(self.place)


NO_KEYPOINTS = Keypoints(np.zeros((0, 4), np.float32), np.zeros((0, LENGTH), np.uint8))


def find_keypoints(grey: Pixels, most: int, mask: Pixels | None = None, contrast: float = 0.03) -> Keypoints:
    """The strongest points of a grey picture (H, W), at most `most`; only where `mask` is not 0."""
    part = (slice(None), slice(None)) if mask is None else busy_part(grey, mask)
    if part is None:
        return NO_KEYPOINTS
    inside = None if mask is None else np.ascontiguousarray(mask[part])
    found, descriptors = cv2.SIFT.create(most, contrastThreshold=contrast).detectAndCompute(np.ascontiguousarray(grey[part]), inside)
    if descriptors is None or not found:
        return NO_KEYPOINTS
    left, top = part[1].start or 0, part[0].start or 0
    place = np.array([(p.pt[0] + left, p.pt[1] + top, p.size, p.angle) for p in found], np.float32)
    return Keypoints(place[:most], np.clip(descriptors[:most], 0, 255).astype(np.uint8))


def busy_part(grey: Pixels, mask: Pixels) -> tuple[slice, slice] | None:
    """Rows and columns that hold all of the picture in which something is printed, outside of where `mask` is 0; None without any."""
    height, width = grey.shape
    least = max(_LEAST_CONTRAST, round(_SPOT_CONTRAST * float(np.percentile(grey[::4, ::4], 99))))
    points = cv2.FastFeatureDetector.create(least).detect(grey, cv2.erode(mask, np.ones((_RIM_PX, _RIM_PX), np.uint8)))
    counts = np.zeros((-(-height // _TILE_PX), -(-width // _TILE_PX)), np.int64)
    at = np.array([p.pt for p in points], np.int64).reshape(-1, 2) // _TILE_PX
    np.add.at(counts, (at[:, 1], at[:, 0]), 1)
    rows, columns = np.nonzero(counts >= _FEWEST_SPOTS)
    if len(rows) == 0:
        return None
    top, bottom = (rows.min() - 1) * _TILE_PX, (rows.max() + 2) * _TILE_PX
    left, right = (columns.min() - 1) * _TILE_PX, (columns.max() + 2) * _TILE_PX
    return slice(max(0, int(top)), min(height, int(bottom))), slice(max(0, int(left)), min(width, int(right)))


_TILE_PX = 32
"""Print is counted in squares of this side."""
_SPOT_CONTRAST = 0.1
"""By how much a spot stands out from the ring around it, as a part of the brightest that the picture shows ..."""
_LEAST_CONTRAST = 8
"""... and in grey levels: less is noise."""
_FEWEST_SPOTS = 8
"""Spots in a square from which something may be printed there."""
_RIM_PX = 9
"""So far around what is known already nothing counts: its own edge."""


def rooted(descriptors: NDArray[np.uint8]) -> Floats:
    """Unit vectors whose dot product says how alike two descriptors are (0 to 1): (n, 128) float32."""
    raw = descriptors.astype(np.float32)
    return np.asarray(np.sqrt(raw / np.maximum(raw.sum(1, keepdims=True), 1e-6)), np.float32)
