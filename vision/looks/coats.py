"""The colours that are printed on a piece beside that of its body: stripes, a rind, a face."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

MOST_COATS = 3
"""Colours that a piece knows beside its body's."""
ALIKE = 30.0
"""Levels, in the channel where they differ most, within which two colours are one."""
_LEAST_PART = 0.05
"""Of a piece's inside that bears a colour: less, as an eye or a dot, is small enough to be looked past."""
_CALM = 12.0
"""Levels between neighbouring pixels from which on a place lies between two colours."""
_STEP = 16
"""Levels that are one when colours are counted."""


def coats_of(rgb: Pixels, inside: NDArray[np.bool_], body: Floats) -> Pixels:
    """(k, 3) RGB, the largest first: colours of calm places `inside` a piece, (H, W), that are not its body's (3,)."""
    smooth = np.asarray(cv2.GaussianBlur(rgb, (0, 0), 1.0), np.float32)
    across, down = (greatest(np.abs(cv2.Sobel(smooth, cv2.CV_32F, *way))) / 8 for way in ((1, 0), (0, 1)))
    seen = smooth[inside & (np.maximum(across, down) < _CALM)].astype(np.float64)
    many = len(seen)
    found: list[Floats] = []
    known = np.asarray(body, np.float64)
    while len(found) < MOST_COATS:
        seen = seen[np.abs(seen - known).max(1) > ALIKE]
        if len(seen) < max(_LEAST_PART * many, 1.0):
            break
        known = _commonest(seen)
        mine = np.abs(seen - known).max(1) <= ALIKE
        if mine.sum() >= _LEAST_PART * many:
            found.append(np.median(seen[mine], axis=0))
    return np.asarray(np.round(np.reshape(found, (-1, 3))), np.uint8)


def _commonest(seen: Floats) -> Floats:
    """(3,) the colour that most of (n, 3) nearly have."""
    cells, first, counts = np.unique((seen // _STEP).astype(np.int64) @ (1, 256, 65536), return_index=True, return_counts=True)
    del cells
    middle = seen[first[counts.argmax()]] // _STEP * _STEP + _STEP / 2
    near = seen[np.abs(seen - middle).max(1) <= _STEP]
    return np.asarray(np.median(near, axis=0), np.float64)
