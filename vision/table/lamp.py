"""Where a lamp's reflection has burnt the picture out, and which way to move the lamp: the reflection goes where the lamp goes."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.levels import shrunk
from vision.observation import Quad

Pixels = NDArray[np.uint8]

_MIDDLE = 0.12
"""How far from the middle, in parts of what is looked at, glare still counts as in the middle."""


@dataclass(frozen=True, slots=True)
class Glare:
    """What is burnt out."""

    share: float
    """Of the picture, 0 to 1; single sparkling pixels left out."""
    of_mat: float | None = None
    """Of the mat between the markers; None without markers."""
    at: tuple[float, float] | None = None
    """Its middle, -0.5 to 0.5 right and down from the middle of the mat, or of the picture without one; None without glare."""

    @property
    def covers(self) -> float:
        """The share of what matters: of the mat where there is one."""
        return self.share if self.of_mat is None else self.of_mat

    @property
    def advice(self) -> str:
        """Which way to move the lamp, and why, in plain words."""
        part = f"glare covers {self.covers:.0%} of the {'picture' if self.of_mat is None else 'mat'}"
        x, y = self.at or (0.0, 0.0)
        if max(abs(x), abs(y)) < _MIDDLE:
            return f"move the lamp aside or hang cloth before it: {part}, in the middle"
        if abs(x) >= abs(y):
            way, side = ("left", "on the left") if x < 0 else ("right", "on the right")
            return f"move the lamp to the {way}: {part}, {side}"
        way, side = ("top", "at the top") if y < 0 else ("bottom", "at the bottom")
        return f"move the lamp towards the picture's {way}: {part}, {side}"


def find_glare(rgb: Pixels, grey: Pixels, burnt: int, markers: tuple[Quad, ...] = ()) -> Glare:
    """The glare of a picture (H, W, 3) RGB, looked at in the size of its grey, which may be smaller: (H, W).

    `burnt`: level that all three colours reach; `markers` in pixels of the grey.
    """
    bright = np.asarray(cv2.threshold(grey, burnt - 1, 255, cv2.THRESH_BINARY)[1], np.uint8)
    left, top, width, height = cv2.boundingRect(bright)
    mask = np.zeros(grey.shape, np.uint8)
    if width:
        part = slice(top, top + height), slice(left, left + width)
        colours = shrunk(rgb, (grey.shape[1], grey.shape[0]))  # no sooner: most pictures have no pixel so bright
        mask[part] = cv2.inRange(colours[part], (burnt,) * 3, (255,) * 3)
        mask = np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8)
    share = cv2.countNonZero(mask) / mask.size
    hull = None if len(markers) < _FEWEST else cv2.convexHull(np.asarray(markers, np.float32).reshape(-1, 2))
    if hull is None:
        return Glare(share, None, _middle(mask, (0, 0, grey.shape[1], grey.shape[0])))
    mat = cv2.fillConvexPoly(np.zeros(grey.shape, np.uint8), np.round(hull).astype(np.int32), 255)
    mask = np.asarray(cv2.bitwise_and(mask, mat), np.uint8)
    return Glare(share, cv2.countNonZero(mask) / max(1, cv2.countNonZero(mat)), _middle(mask, cv2.boundingRect(hull)))


_FEWEST = 3
"""Markers that span a mat."""


def _middle(mask: Pixels, box: Sequence[int]) -> tuple[float, float] | None:
    x, y, across, down = cv2.boundingRect(mask)
    if across == 0:
        return None
    m, (left, top, width, height) = cv2.moments(mask[y : y + down, x : x + across], True), box
    return (m["m10"] / m["m00"] + x - left) / width - 0.5, (m["m01"] / m["m00"] + y - top) / height - 0.5
