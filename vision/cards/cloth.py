"""Patterned ground: what little shows of a piece is no piece where the same is found in many places in which none lies.

Where a patch is found again is told here for discs, too (`vision.tokens.repeats`).
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.picture import Picture

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_ACROSS_PX = 20
"""The longer side of a patch in the reduced picture in which patches are compared."""
_AROUND = 0.15
"""Part of its longer side that is compared beyond it, on each side."""
LEAST_ALIKE = 0.75
"""Correlation of two patches of one pattern."""
SAME = 14.0
"""Grey levels by which their colours may differ, each channel less the brightness they have in common."""
LEAST_REPEATS = 6
"""Places beside its own: more than a pack holds of most cards, or a table of tokens that lie alike."""
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
    small = picture.shrunk(scale)
    (left, top), (right, bottom) = np.floor(low * scale).astype(int).tolist(), np.ceil(high * scale).astype(int).tolist()
    patch = small[top:bottom, left:right]
    if min(patch.shape[:2]) < _LEAST_PX or float(patch.std(axis=(0, 1)).max()) < _BLANK:
        return False
    reach = 2 * max(1, round(_APART * max(patch.shape[:2]))) + 1
    peaks = found_again(small, patch, reach)
    elsewhere = peaks[np.abs(peaks - (left, top)).max(1) > reach // 2]
    middles = ((elsewhere + np.array(patch.shape[1::-1]) / 2) / scale).astype(np.float32)
    free = ~np.array([any(cv2.pointPolygonTest(quad, middle.tolist(), False) >= 0 for quad in pieces) for middle in middles], bool)
    return int((free & of_one_colour(_means(small, patch, elsewhere))).sum()) >= LEAST_REPEATS


def found_again(small: Pixels, patch: Pixels, reach: int) -> NDArray[np.int64]:
    """(n, 2) right and down: where the corners of patches like this one lie in a picture, the best within `reach` pixels (odd) each."""
    alike = alike_everywhere(small, patch)
    peaks = (alike >= LEAST_ALIKE) & (alike >= cv2.dilate(alike, np.ones((reach, reach), np.uint8)))
    return np.argwhere(peaks)[:, ::-1]


def alike_everywhere(small: Pixels, patch: Pixels) -> Floats:
    """Correlation of a patch (h, w, 3) with a picture (H, W, 3) where its corner lies, each colour less its mean: (H - h + 1, W - w + 1).

    As `cv2.TM_CCOEFF_NORMED` has it, colour by colour: OpenCV takes twice as long for three at once.
    """
    height, width = patch.shape[:2]
    last, many = (small.shape[0] - height + 1, small.shape[1] - width + 1), height * width
    shared, spread = np.zeros(last, np.float32), np.zeros(last, np.float32)
    for seen, own in zip(cv2.split(small), cv2.split(patch), strict=True):
        shared += cv2.matchTemplate(seen, own, cv2.TM_CCOEFF)
        level = seen.astype(np.float32) - np.float32(own.mean())  # small numbers: their squares are added up without loss
        total, square = (
            cv2.boxFilter(one, -1, (width, height), anchor=(0, 0), normalize=False)[: last[0], : last[1]] for one in (level, level * level)
        )
        spread += square - total * total * np.float32(1 / many)
    most = np.sqrt(np.maximum(spread, 0) * np.float32(patch.reshape(-1, 3).var(axis=0).sum() * many))
    return np.asarray(np.where(np.abs(shared) < _ROUNDED * most, shared / np.maximum(most, np.float32(1e-6)), 0), np.float32)


_ROUNDED = 1.125
"""A correlation beyond this is none: what is all but blank resembles nothing."""


def of_one_colour(off: Floats) -> NDArray[np.bool_]:
    """(n,): whether colours that differ from another by (n, 3) grey levels are the same in another light, brighter or darker."""
    return np.asarray(np.abs(off - off.mean(axis=1, keepdims=True)).max(axis=1, initial=0.0) <= SAME, np.bool_)


def _means(small: Pixels, patch: Pixels, corners: NDArray[np.int64]) -> Floats:
    """(n, 3): by how much the mean colour of the patches with these corners (n, 2) differs from that of the patch."""
    height, width = patch.shape[:2]
    means = [small[y : y + height, x : x + width].reshape(-1, 3).mean(0) for x, y in corners]
    return np.asarray(np.array(means).reshape(-1, 3) - patch.reshape(-1, 3).mean(0), np.float32)


_LEAST_PX, _BLANK = 5, 6.0
"""Pixels of a patch each way, and grey levels of its spread, under which there is no pattern to be found again."""
