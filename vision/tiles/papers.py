"""Squares of paper on a patterned table: where its print is closed over, paper is calm, and cloth is not.

`vision.tiles.square` tells a board by its print, which is finer than the table. A cloth with a fine pattern of its own is as fine, and it
hides a board whose letters are all that is printed on it.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.channels import greatest
from vision.tiles.hull import quad_around

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PaperParams:
    """What counts as a square of paper. Widths are parts of the picture's longer side."""

    stroke: float = 0.009
    """Of the widest stroke that is closed over: wider than those of letters, and than the gap between two tiles."""
    narrowest: float = 0.035
    """Of a square's narrowest part: what joins it to the pale squares of a cloth is narrower."""
    cuts: tuple[float, ...] = (0.5, 0.75, 1.0)
    """Of the change that parts calm from patterned (Otsu's): paper is calm below one of them."""
    least_fill: float = 0.85
    """Area of what is calm in that of its hull, and of the square around it."""
    shares: tuple[float, float] = (0.02, 0.95)
    """Of the picture's area."""
    most_longer: float = 2.0
    """One side in another, as the camera sees it."""


PARAMS = PaperParams()


def papers(rgb: Pixels, params: PaperParams = PARAMS) -> list[Floats]:
    """Quads (4, 2) in pixels of (H, W, 3) RGB that a square of printed paper may fill, those with the straightest sides first."""
    width = max(1, round(params.narrowest * max(rgb.shape[:2])))
    change, grown = _change(rgb, params), max(3, round(params.stroke * max(rgb.shape[:2])) | 1)
    cut, _ = cv2.threshold(change, 0, 255, cv2.THRESH_OTSU)
    found: list[tuple[float, Floats]] = []
    for part in params.cuts:
        even = _without_specks((change <= cut * part).astype(np.uint8), width * width)
        calm = cv2.morphologyEx(even, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
        whole = cv2.dilate(calm, np.ones((grown, grown), np.uint8))
        for contour in cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2]:
            found += _square(np.asarray(contour, np.int32), rgb.shape[0] * rgb.shape[1], params)
    return [quad for _, quad in sorted(found, key=lambda one: -one[0])]


def _change(rgb: Pixels, params: PaperParams) -> Pixels:
    """(H, W) grey levels of change in any colour that is left where dark strokes are closed over, the mean of a neighbourhood."""
    width = max(3, round(params.stroke * max(rgb.shape[:2])) | 1)
    closed = cv2.medianBlur(cv2.morphologyEx(rgb, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8)), width)
    steps = greatest(np.asarray(cv2.morphologyEx(closed, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8))
    return np.asarray(cv2.blur(steps, (width, width)), np.uint8)


def _without_specks(calm: Pixels, area_px: int) -> Pixels:
    """The mask with all that it lacks within it filled, if no larger: tokens on the paper, whose outlines are no calm."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(1 - calm, connectivity=8)
    small = stats[:, cv2.CC_STAT_AREA] <= area_px
    return np.asarray(calm | small[labels], np.uint8)


def _square(contour: NDArray[np.int32], area_px: int, params: PaperParams) -> list[tuple[float, Floats]]:
    """How well four sides fit a contour, and the quad of them; nothing for other shapes."""
    area = cv2.contourArea(contour)
    if not params.shares[0] * area_px < area < params.shares[1] * area_px:
        return []
    hull = np.asarray(cv2.convexHull(contour).reshape(-1, 2), np.float32)
    quad = quad_around(hull)
    if quad is None:
        return []
    fill = area / max(cv2.contourArea(hull), cv2.contourArea(quad))
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    return [(fill, quad)] if fill >= params.least_fill and sides.max() < params.most_longer * sides.min() else []
