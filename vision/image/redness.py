"""What is as bright as what it touches, but of another colour: a red card on green felt has no edge in grey."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.outlines import OutlineParams, large_contours, outlines_of

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_SOFT = (5, 5)
"""Pixels over which redness is taken: two channels have more noise than grey."""


def outlines_by_redness(rgb: Pixels, params: OutlineParams, is_likely: Callable[[Floats], bool] = lambda quad: True) -> list[Floats]:
    """Quads (4, 2) in pixels of (H, W, 3) RGB, clockwise, best fit first, of what edges in redness part from its ground.

    Redness is how much redder than green a pixel is: two colours alike in it, in grey and in their least channel differ very little in
    blue. `is_likely` as in `outlines_of`.
    """
    red, green, _ = cv2.split(rgb)
    redness = cv2.addWeighted(red, 1.0, green, -1.0, 128.0)
    low, high = (params.coloured * slope for slope in params.slopes)
    edges = cv2.Canny(cv2.GaussianBlur(redness, _SOFT, 0), low, high)
    within = 255 - cv2.dilate(edges, np.ones((3, 3), np.uint8))
    contours = cv2.findContours(within, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[-2]
    least = params.smallest_share * rgb.shape[0] * rgb.shape[1]
    return outlines_of(large_contours(contours, least, params.shortest_side_px), rgb.shape[0] * rgb.shape[1], params, is_likely)
