"""A food with a dark line around its print: does its picture show that it ends there, or may pale paper go on, unseen on a pale ground?"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.blobs import small_and_even
from vision.looks.insides import outward
from vision.looks.silhouettes import apart, even

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

_POINTS = 160
"""Places looked at along the outline."""
_LINE, _INSIDE = 0.06, 0.08
"""How far inside the outline the line is at most, and how much deeper its print is seen, in parts of the root of the piece's area."""
_STEP = 0.005
_DARKER, _MOST_OF_IT = 40.0, 0.7
"""Grey levels by which the line is darker than what lies inside it, and than the ground; and its level at most, in parts of the former."""
_CLOSED = 0.85
"""Part of the outline along which it runs at least."""
_CUT_SIDES = 2
"""Sides of the picture that the piece reaches where it was cut out along its edge: then that is known."""
_TINT = 0.2
"""Difference of the ground's colours, in parts of the brightest, up to which it may look like paper ..."""
_PALE = 0.85
"""... and how bright it then is at least, in parts of the brightest print on the piece."""


def may_go_on(rgb: Pixels) -> bool:
    """Whether a picture (H, W, 3) RGB of one food does not show that it ends at the dark line around it: its ground is pale as paper."""
    small, _ = small_and_even(rgb)
    mask = apart(small)
    found, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(found, key=cv2.contourArea, default=np.zeros((0, 1, 2), np.int32))
    x, y, width, height = cv2.boundingRect(contour)
    sides = (x <= 1, y <= 1, x + width >= mask.shape[1] - 1, y + height >= mask.shape[0] - 1)
    if len(contour) < _POINTS // 4 or sum(sides) >= _CUT_SIDES:
        return False
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    inside = mask[1:-1, 1:-1] == 1
    ground = np.median(small[~inside], axis=0)
    level = float(np.median(grey[~inside]))
    is_paper = np.ptp(ground) <= _TINT * ground.max() and level >= _PALE * float(np.percentile(grey[inside], 98))
    return bool(is_paper) and _lined(grey, even(contour[:, 0].astype(np.float64) - 1, _POINTS), level) >= _CLOSED


def _lined(grey: Pixels, outline: Floats, ground: float) -> float:
    """The part of an outline (n, 2) px along which a line runs that is darker than the ground's level, and than what lies inside it."""
    unit = float(np.sqrt(cv2.contourArea(outline.astype(np.float32))))
    depths = np.arange(0.0, _LINE + _INSIDE, _STEP)
    at = (outline[:, None] - outward(outline)[:, None] * (depths * unit)[:, None]).astype(np.float32)
    seen = cv2.remap(grey, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float64)
    darkest = seen[:, depths <= _LINE].argmin(1)
    line = seen[np.arange(len(seen)), darkest]
    deeper = np.arange(len(depths)) > darkest[:, None]
    print_ = np.where(deeper & (depths <= depths[darkest][:, None] + _INSIDE), seen, 0.0).max(1)
    is_line = (print_ - line >= _DARKER) & (line <= _MOST_OF_IT * print_) & (ground - line >= _DARKER)
    return float(is_line.mean())
