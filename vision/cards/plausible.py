"""Can a flat piece that lies on a table look like this quad?"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.picture import Picture
from vision.image.quads import box_of, sides
from vision.looks import canon

Floats = NDArray[np.float32]


def is_cut(quad: Floats, picture: Picture) -> bool:
    """Whether a quad leaves the picture."""
    left, top, right, bottom = box_of(quad)
    return left < 0 or top < 0 or right > picture.view_px[0] or bottom > picture.view_px[1]


def moved_by(before: Floats, after: Floats) -> float:
    """How far the corner moved that moved most, in canonical pixels."""
    across = float(sides(after).min()) / canon.WIDTH
    return float(np.abs(after - before).max()) / max(across, 1e-6)


def is_plausible(quad: Floats, picture: Picture) -> bool:
    """Whether a flat rectangle on a table can look like this."""
    if not cv2.isContourConvex(quad.astype(np.float32)) or cv2.contourArea(quad.astype(np.float32), True) < 0:
        return False
    s = sides(quad).tolist()
    opposite = max(s[0] / s[2], s[2] / s[0], s[1] / s[3], s[3] / s[1])
    return bool(min(s) > _SHORTEST_PX and max(s) < 1.2 * max(picture.rgb.shape[:2]) and max(s) / min(s) < 3.5 and opposite < 1.8)


_SHORTEST_PX = 20.0
"""A piece with a shorter side, in working pixels, is not read."""
