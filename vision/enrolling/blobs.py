"""One piece of any shape on plain ground, such as a food, with a rim of the ground around it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.evened import evened
from vision.looks.silhouettes import apart

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_WORK_PX = 900
_LEAST_SHARE, _MOST_SHARE = 0.002, 0.6
"""Of the picture that a piece covers ..."""
_MOST_IN_RIM = 0.9
"""and at most where it was cut out before with a rim of the ground."""
_ALONE = 0.2
"""Part of the largest piece's area up to which another one may lie in the picture: crumbs, a shadow's end."""
_PLAIN = 14.0
"""Median difference from the ground's colour (grey levels) up to which the ground is plain."""
_RIM = 0.08
"""Ground that is left around a food, in parts of its longer side."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A piece that was cut out."""

    rgb: Pixels
    """(H, W, 3) RGB."""
    ratio: float
    """Height of the piece through its width."""


def find_flat(rgb: Pixels) -> Blob | None:
    """A piece of any outline, alone on plain ground, with some of that around it; None where there is none. `rgb`: (H, W, 3) RGB."""
    outline = _outline(rgb)
    if outline is None:
        return None
    x, y, width, height = cv2.boundingRect(outline)
    rim = max(4, round(_RIM * max(width, height)))
    left, top = max(0, x - rim), max(0, y - rim)
    cut = rgb[top : y + height + rim, left : x + width + rim]
    return Blob(np.ascontiguousarray(cut), height / width)


def evenly_lit(rgb: Pixels) -> Pixels:
    """A photograph of one piece alone on plain ground as under even light; any other picture, as a scan, as it is."""
    return rgb if _outline(rgb, _MOST_IN_RIM) is None else evened(rgb)


def _outline(rgb: Pixels, most: float = _MOST_SHARE) -> Floats | None:
    """(n, 1, 2) px: the outline of the one piece in the picture; None for none, several, one cut by the edge, ground that is not plain."""
    small, factor = small_and_even(rgb)
    mask = apart(small)
    outline = alone(mask, most)
    if outline is None or not is_plain(small, mask[1:-1, 1:-1]):
        return None
    return np.asarray((outline + 0.5) / factor - 0.5, np.float32)


def small_and_even(rgb: Pixels) -> tuple[Pixels, float]:
    """A picture as under even light, reduced to what shows an outline well enough, and by how many times."""
    factor = min(1.0, _WORK_PX / max(rgb.shape[:2]))
    small = np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8) if factor < 1 else rgb
    return evened(small), factor


def alone(mask: Pixels, most: float = _MOST_SHARE) -> Floats | None:
    """(n, 1, 2) px: the outline of the one piece in a picture; None for none, several, one cut by the edge.

    `mask`: (H + 2, W + 2) 1 where pieces are, a pixel more on every side than the picture has.
    """
    found = sorted(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea, reverse=True)
    if not found or not _LEAST_SHARE <= cv2.contourArea(found[0]) / mask.size <= most:
        return None
    if len(found) > 1 and cv2.contourArea(found[1]) > _ALONE * cv2.contourArea(found[0]):
        return None
    x, y, width, height = cv2.boundingRect(found[0])
    if x <= 1 or y <= 1 or x + width >= mask.shape[1] - 1 or y + height >= mask.shape[0] - 1:
        return None
    return np.asarray(found[0].astype(np.float32) - 1, np.float32)


def is_plain(rgb: Pixels, mask: Pixels) -> bool:
    """Whether what lies beside the mask (H, W) is of one colour."""
    ground = rgb[mask == 0].astype(np.float32)
    return bool(len(ground) and np.median(np.abs(ground - np.median(ground, axis=0)).max(1)) <= _PLAIN)
