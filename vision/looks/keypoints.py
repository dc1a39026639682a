"""Points of print that can be found again: where, how big, which way, and a descriptor of what is around (SIFT)."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.even import even_squares, without
from vision.image.quantiles import level_of

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Part = tuple[slice, slice]
"""Rows and columns."""
Box = tuple[int, int, int, int]

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


def find_keypoints(grey: Pixels, most: int, mask: Pixels | None = None, contrast: float = 0.03, narrowest_px: float = 0.0) -> Keypoints:
    """The strongest points of a grey picture (H, W), at most `most`; only where `mask` is not 0.

    `narrowest_px`: width of the narrowest piece, if known.
    """
    parts = [(slice(0, grey.shape[0]), slice(0, grey.shape[1]))]
    if mask is not None:
        grey, parts = busy_parts(grey, mask, narrowest_px)
    found = [_points_of(grey, part, most, mask, contrast) for part in parts]
    place, descriptors, response = (np.concatenate(each) for each in zip(_NONE, *found, strict=True))
    if len(place) > most:
        strongest = np.sort(np.argsort(-response, kind="stable")[:most])
        place, descriptors = place[strongest], descriptors[strongest]
    return Keypoints(place, descriptors)


def _points_of(grey: Pixels, part: Part, most: int, mask: Pixels | None, contrast: float) -> tuple[Floats, NDArray[np.uint8], Floats]:
    """The strongest points of a part of a picture: where (n, 4), their descriptors (n, 128), and how strong (n,)."""
    inside = None if mask is None else np.ascontiguousarray(mask[part])
    found, descriptors = cv2.SIFT.create(most, contrastThreshold=contrast).detectAndCompute(np.ascontiguousarray(grey[part]), inside)
    if descriptors is None or not found:
        return _NONE
    left, top = part[1].start, part[0].start
    place = np.array([(p.pt[0] + left, p.pt[1] + top, p.size, p.angle) for p in found], np.float32)
    response = np.array([p.response for p in found], np.float32)
    return place[:most], np.clip(descriptors[:most], 0, 255).astype(np.uint8), response[:most]


_NONE = NO_KEYPOINTS.place, NO_KEYPOINTS.descriptors, np.zeros(0, np.float32)


def busy_parts(grey: Pixels, mask: Pixels, narrowest_px: float) -> tuple[Pixels, list[Part]]:
    """Rows and columns of the parts of a picture in which something is printed, outside of where `mask` is 0; none lies on another.

    Points take as long as the ground is wide on which they are looked for, and most of a table is bare, or known, or all of one texture:
    that is no print of pieces which are known to be as wide as `narrowest_px`, and is left out of the picture that comes with the parts.
    """
    height, width = grey.shape
    least = max(_LEAST_CONTRAST, round(_SPOT_CONTRAST * level_of(grey[::4, ::4], 0.99)))
    free = np.asarray(cv2.erode(mask, np.ones((_RIM_PX, _RIM_PX), np.uint8)), np.uint8)
    points = cv2.FastFeatureDetector.create(least).detect(grey, free)
    counts = np.zeros((-(-height // _TILE_PX), -(-width // _TILE_PX)), np.int64)
    at = np.array([p.pt for p in points], np.int64).reshape(-1, 2) // _TILE_PX
    np.add.at(counts, (at[:, 1], at[:, 0]), 1)
    printed = counts >= _FEWEST_SPOTS
    if narrowest_px >= _WIDE_TILES * _TILE_PX and printed.any():
        even = even_squares(grey, free, _TILE_PX)
        grey, printed = without(grey, even, _TILE_PX), printed & ~even
    around = cv2.dilate((counts >= _SOME_SPOTS).astype(np.uint8), np.ones((3, 3), np.uint8)) * _within(printed)
    _, label, found, _ = cv2.connectedComponentsWithStats(around)
    several = set(label[printed].tolist())
    boxes = _apart([(x, y, x + wide, y + high) for n, (x, y, wide, high, _) in enumerate(found.tolist()) if n in several])
    ends = ((left * _TILE_PX, top * _TILE_PX, min(width, right * _TILE_PX), min(height, low * _TILE_PX)) for left, top, right, low in boxes)
    return grey, [(slice(top, low), slice(left, right)) for left, top, right, low in ends]


def _within(printed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """1 where squares lie among those that are printed, or beside: (rows, columns) both."""
    rows, columns = np.flatnonzero(printed.any(1)), np.flatnonzero(printed.any(0))
    among = np.zeros(printed.shape, np.uint8)
    if len(rows):
        among[max(0, rows[0] - 1) : rows[-1] + 2, max(0, columns[0] - 1) : columns[-1] + 2] = 1
    return among


def _apart(boxes: list[Box]) -> list[Box]:
    """The boxes (left, top, right, bottom), those that overlap made one."""
    kept: list[Box] = []
    for box in boxes:
        while (other := next((one for one in kept if _meet(one, box)), None)) is not None:
            kept.remove(other)
            box = min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3])
        kept.append(box)
    return kept


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


_TILE_PX = 32
"""Print is counted in squares of this side."""
_SPOT_CONTRAST = 0.1
"""By how much a spot stands out from the ring around it, as a part of the brightest that the picture shows ..."""
_LEAST_CONTRAST = 8
"""... and in grey levels: less is noise."""
_FEWEST_SPOTS, _SOME_SPOTS = 8, 2
"""Spots in a square from which something may be printed there, and from which it may go on in a square beside."""
_WIDE_TILES = 2.5
"""Squares from which a piece is so wide that it does not look as even as its ground."""
_RIM_PX = 9
"""So far around what is known already nothing counts: its own edge."""


def rooted(descriptors: NDArray[np.uint8]) -> Floats:
    """Unit vectors whose dot product says how alike two descriptors are (0 to 1): (n, 128) float32."""
    raw = descriptors.astype(np.float32)
    return np.asarray(np.sqrt(raw / np.maximum(raw.sum(1, keepdims=True), 1e-6)), np.float32)
