"""A die has a body: a face of mostly one colour that is not the colour of what lies around it. Specks, prints and text have none."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class BodyParams:
    """What counts as a body. Lengths are parts of the face's side, colours levels of Lab."""

    least_px: float = 20.0
    """Side of a face, in the picture that is worked on; smaller, and nothing can be counted on it."""
    inner: float = 0.36
    """Radius around the face's middle within which its own colour is the median."""
    face: float = 0.42
    """Radius within which the face reaches in any turn."""
    beyond: tuple[float, float] = (0.72, 0.98)
    """Radii between which lies what is around the die."""
    ways: int = 8
    """Directions in which that is looked at."""
    same_ways: int = 3
    """So many of them may show the die's own colour: its side, or another die beside it."""
    apart: float = 12.0
    """By which the others differ from the face."""
    alike: float = 30.0
    """Within which light, marble and grain leave a face."""
    share: float = 0.36
    """Part of the face that is of its colour at least; pips are the rest."""


PARAMS = BodyParams()


def has_body(rgb: Pixels, middle: tuple[float, float], side: float, params: BodyParams = PARAMS) -> bool:
    """Whether a face in an RGB picture, given by its box's middle and side in pixels, is the face of a body."""
    if side < params.least_px:
        return False
    half = int(np.ceil(params.beyond[1] * side))
    part = cv2.getRectSubPix(rgb, (2 * half + 1, 2 * half + 1), middle)
    lab = np.asarray(cv2.cvtColor(part, cv2.COLOR_RGB2LAB), np.float32)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    away = np.hypot(x, y) / side
    own = np.median(lab[away < params.inner], axis=0)
    off = np.abs(lab - own).max(axis=2)
    if float((off[away < params.face] < params.alike).mean()) < params.share:
        return False
    way = np.floor(np.arctan2(y, x) / (2 * np.pi) * params.ways + 0.5).astype(int) % params.ways
    is_beyond = (away > params.beyond[0]) & (away < params.beyond[1])
    around = np.sort([_off(lab[is_beyond & (way == k)], own) for k in range(params.ways)])
    return bool(around[params.same_ways] >= params.apart)


def _off(some: Floats, own: Floats) -> float:
    """By how much the usual colour (3,) of some pixels (n, 3) differs from a face's own."""
    return float(np.abs(np.median(some, axis=0) - own).max())
