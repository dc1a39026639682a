"""Patterned ground: what little shows of a piece is no piece where the same is found in many places in which none lies."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.picture import Picture

Floats = NDArray[np.float32]

_ACROSS_PX = 20
"""The longer side of a patch in the reduced picture in which patches are compared."""
_AROUND = 0.15
"""Part of its longer side that is compared beyond it, on each side."""
_LEAST_ALIKE = 0.75
"""Correlation of two patches of one pattern."""
_SAME = 14.0
"""Grey levels by which their mean colours may differ, each channel less the brightness they have in common."""
_LEAST_REPEATS = 6
"""Places beside its own: more than a pack holds of most cards."""
_APART = 0.6
"""Of the patch's longer side: places nearer than this to a better one are the same."""


def is_cloth(picture: Picture, outline: Floats, pieces: Sequence[Floats]) -> bool:
    """Whether what lies within an outline (n, 2) repeats itself over the ground; `pieces` are quads (4, 2) of what is named.

    All in working pixels. What is blank, and so alike everywhere, is no pattern.
    """
    low, high = outline.min(0), outline.max(0)
    margin = _AROUND * float((high - low).max())
    low, high = np.maximum(low - margin, 0), np.minimum(high + margin, np.array(picture.view_px) - 1)
    scale = min(1.0, _ACROSS_PX / max(1.0, float((high - low).max())))
    small = np.asarray(cv2.resize(picture.rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    (left, top), (right, bottom) = np.floor(low * scale).astype(int).tolist(), np.ceil(high * scale).astype(int).tolist()
    patch = small[top:bottom, left:right]
    if min(patch.shape[:2]) < _LEAST_PX or float(patch.std(axis=(0, 1)).max()) < _BLANK:
        return False
    alike = np.asarray(cv2.matchTemplate(small, patch, cv2.TM_CCOEFF_NORMED), np.float32)
    reach = 2 * max(1, round(_APART * max(patch.shape[:2]))) + 1
    peaks = np.argwhere((alike >= _LEAST_ALIKE) & (alike >= cv2.dilate(alike, np.ones((reach, reach), np.uint8))))[:, ::-1]
    elsewhere = peaks[np.abs(peaks - (left, top)).max(1) > reach // 2]
    middles = ((elsewhere + np.array(patch.shape[1::-1]) / 2) / scale).astype(np.float32)
    free = ~np.array([any(cv2.pointPolygonTest(quad, middle.tolist(), False) >= 0 for quad in pieces) for middle in middles], bool)
    return int((free & _of_one_colour(small, patch, elsewhere)).sum()) >= _LEAST_REPEATS


def _of_one_colour(small: NDArray[np.uint8], patch: NDArray[np.uint8], corners: NDArray[np.int64]) -> NDArray[np.bool_]:
    """(n,): whether the places of which the corners (n, 2) are given have the patch's colour in another light, brighter or darker."""
    height, width = patch.shape[:2]
    own = patch.reshape(-1, 3).mean(0)
    means = np.array([small[y : y + height, x : x + width].reshape(-1, 3).mean(0) for x, y in corners], np.float64).reshape(-1, 3)
    off = means - own
    return np.asarray(np.abs(off - off.mean(1, keepdims=True)).max(1, initial=0.0) <= _SAME, np.bool_)


_LEAST_PX, _BLANK = 5, 6.0
"""Pixels of a patch each way, and grey levels of its spread, under which there is no pattern to be found again."""
