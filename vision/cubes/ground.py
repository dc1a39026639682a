"""The flat picture in which cubes are sought: where they may lie, and its edges."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.tokens.discs import Flat

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]
Mask = NDArray[np.bool_]


def free(flat: Flat, quads_px: Sequence[NDArray[np.float32]]) -> Mask:
    """Where nothing lies that has a name already, or is a marker."""
    mask = np.ones(flat.rgb.shape[:2], np.uint8)
    back = np.linalg.inv(flat.to_px)
    for quad in quads_px:
        cv2.fillPoly(mask, [np.round(cv2.perspectiveTransform(quad[None].astype(np.float64), back)[0]).astype(np.int32)], 0)
    return mask.astype(np.bool_)


def rim(flat: Flat, size: float) -> Mask:
    """A cube's width along the edges of the flat picture."""
    rim, wide = np.ones(flat.rgb.shape[:2], np.bool_), max(2, round(size * flat.px_per_mm))
    rim[wide:-wide, wide:-wide] = False
    return rim


def inside_picture(flat: Flat, frame: Frame) -> Mask:
    """Which pixels of the flat picture the picture shows."""
    width, height = frame.size_px
    ends = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float64)
    back = cv2.perspectiveTransform(ends[None], np.linalg.inv(flat.to_px))[0]
    mask = np.zeros(flat.rgb.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(back).astype(np.int32)], 1)
    return mask.astype(np.bool_)


def edges_of(plain: Pixels, full: float) -> Floats:
    """(H, W): edges of a picture, 0 to 1; fine grain is none."""
    soft = cv2.GaussianBlur(cv2.cvtColor(plain, cv2.COLOR_RGB2GRAY), (0, 0), 0.8)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    return np.asarray(np.minimum(cv2.magnitude(across, down) / full, 1), np.float32)
