"""Lenses that bend straight lines: a picture as a lens that bends none would have taken it, and places of it in the picture as it is.

One term says how much, at half the picture's diagonal: below 0 straight lines bulge outward. The picture's corners stay where they are.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Points = NDArray[np.float64]


def _middle(size: tuple[int, int]) -> tuple[Points, float]:
    """(2,) the middle of a picture of this width and height, and half its diagonal, px."""
    middle = (np.array(size, np.float64) - 1) / 2
    return middle, float(np.hypot(*middle))


def bent(points: Points, term: float, size: tuple[int, int]) -> Points:
    """Where the lens shows points (..., 2) of the straightened picture, px; `size`: the picture's width and height."""
    middle, half = _middle(size)
    at = (points - middle) / half / (1 + term)
    far2 = np.sum(at**2, -1, keepdims=True)
    return np.asarray(at * 2 / (1 + np.sqrt(np.maximum(1 - 4 * term * far2, 0.0))) * half + middle, np.float64)


def straight(points: Points, term: float, size: tuple[int, int]) -> Points:
    """Where points (..., 2) of the picture are in the straightened one, px."""
    middle, half = _middle(size)
    at = (points - middle) / half
    return np.asarray(at / (1 + term * np.sum(at**2, -1, keepdims=True)) * (1 + term) * half + middle, np.float64)


def straightened(rgb: Pixels, term: float) -> Pixels:
    """The picture (H, W, 3) with straight lines straight; its rim goes on where it ends."""
    height, width = rgb.shape[:2]
    at = np.stack(np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64)), -1)
    source = bent(at, term, (width, height)).astype(np.float32)
    return np.asarray(cv2.remap(rgb, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
