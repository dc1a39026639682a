"""One piece of any shape on plain ground: a round token cut at its edge, or a food with a rim of the ground around it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.silhouettes import apart

Pixels = NDArray[np.uint8]

_WORK_PX = 900
_LEAST_SHARE, _MOST_SHARE = 0.002, 0.6
"""Of the picture that a piece covers."""
_ALONE = 0.2
"""Part of the largest piece's area up to which another one may lie in the picture: crumbs, a shadow's end."""
_PLAIN = 14.0
"""Median difference from the ground's colour (grey levels) up to which the ground is plain."""
_ROUND = 0.88
"""Part of the circle around it that a round piece fills at least."""
_INSIDE = 0.985
"""Of a disc's radius: where it is cut, so that nothing of the ground is left."""
_RIM = 0.08
"""Ground that is left around a food, in parts of its longer side."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A piece that was cut out."""

    rgb: Pixels
    """(H, W, 3) RGB."""
    ratio: float
    """Height of the piece through its width."""


def find_disc(rgb: Pixels) -> Blob | None:
    """A round piece, alone on plain ground, in a square cut at its edge; None where there is none. `rgb`: (H, W, 3) RGB."""
    outline = _alone(rgb)
    if outline is None:
        return None
    (x, y), radius = cv2.minEnclosingCircle(outline)
    if cv2.contourArea(outline) < _ROUND * np.pi * radius**2:
        return None
    radius *= _INSIDE
    low = np.maximum(0, np.round([x - radius, y - radius])).astype(int)
    side = max(8, round(2 * radius))
    cut = rgb[low[1] : low[1] + side, low[0] : low[0] + side]
    return Blob(np.ascontiguousarray(cut), 1.0) if cut.shape[0] == cut.shape[1] else None


def find_flat(rgb: Pixels) -> Blob | None:
    """A piece of any outline, alone on plain ground, with some of that around it; None where there is none. `rgb`: (H, W, 3) RGB."""
    outline = _alone(rgb)
    if outline is None:
        return None
    x, y, width, height = cv2.boundingRect(outline)
    rim = max(4, round(_RIM * max(width, height)))
    left, top = max(0, x - rim), max(0, y - rim)
    cut = rgb[top : y + height + rim, left : x + width + rim]
    return Blob(np.ascontiguousarray(cut), height / width)


def _alone(rgb: Pixels) -> NDArray[np.float32] | None:
    """(n, 1, 2) px: the outline of the one piece in the picture; None for none, several, one cut by the edge, ground that is not plain."""
    factor = min(1.0, _WORK_PX / max(rgb.shape[:2]))
    small = np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8) if factor < 1 else rgb
    mask = apart(small)
    found = sorted(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=cv2.contourArea, reverse=True)
    if not found or not _LEAST_SHARE <= cv2.contourArea(found[0]) / mask.size <= _MOST_SHARE:
        return None
    if len(found) > 1 and cv2.contourArea(found[1]) > _ALONE * cv2.contourArea(found[0]):
        return None
    x, y, width, height = cv2.boundingRect(found[0])
    if x <= 1 or y <= 1 or x + width >= mask.shape[1] - 1 or y + height >= mask.shape[0] - 1 or not _is_plain(small, mask):
        return None
    return np.asarray((found[0].astype(np.float32) - 0.5) / factor - 0.5, np.float32)


def _is_plain(rgb: Pixels, mask: Pixels) -> bool:
    ground = rgb[mask[1:-1, 1:-1] == 0].astype(np.float32)
    return bool(np.median(np.abs(ground - np.median(ground, axis=0)).max(1)) <= _PLAIN)
