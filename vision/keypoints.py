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
    found, descriptors = cv2.SIFT.create(most, contrastThreshold=contrast).detectAndCompute(grey, mask)
    if descriptors is None or not found:
        return NO_KEYPOINTS
    place = np.array([(*p.pt, p.size, p.angle) for p in found], np.float32)
    return Keypoints(place[:most], np.clip(descriptors[:most], 0, 255).astype(np.uint8))


def rooted(descriptors: NDArray[np.uint8]) -> Floats:
    """Unit vectors whose dot product says how alike two descriptors are (0 to 1): (n, 128) float32."""
    raw = descriptors.astype(np.float32)
    return np.asarray(np.sqrt(raw / np.maximum(raw.sum(1, keepdims=True), 1e-6)), np.float32)
