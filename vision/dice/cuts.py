"""What the nets for dice are shown: places cut out of a picture."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.params import Part

Cuts = NDArray[np.uint8]
"""(n, side, side, 3) RGB, an upper face in the middle of each."""
Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


def prepared(cuts: Cuts) -> Floats:
    """(n, 3, side, side): each cut with its own light, colour and contrast taken out."""
    flat = cuts.astype(np.float32)
    flat = flat - flat.mean((1, 2), keepdims=True)
    spread = np.sqrt(np.square(flat).mean((1, 2, 3), keepdims=True))
    return np.ascontiguousarray((flat / (spread + 4)).transpose(0, 3, 1, 2))


def cut(rgb: Pixels, place: Floats, part: Part) -> Pixels:
    """(side, side, 3) around x, y for a face with that side; beyond the picture its rim goes on."""
    x, y, side = (float(v) for v in place)
    pixels = max(6, round(part.window * side))
    seen = cv2.getRectSubPix(rgb, (pixels, pixels), (x, y))
    how = cv2.INTER_AREA if pixels > part.side else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(seen, (part.side, part.side), interpolation=how), np.uint8)


def reduced(rgb: Pixels, most_px: int) -> tuple[Pixels, float]:
    """The picture with its longer side at most so long, and by what factor it was reduced."""
    factor = min(1.0, most_px / max(rgb.shape[:2]))
    if factor == 1:
        return rgb, factor
    return np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8), factor
