"""What bare paper gives back on a printed board: the light in which its tokens lie.

Print that a red glass hides gives back as much red as paper does, and in a picture more: colours are made stronger, edges overshoot, and
the colour of fine lines runs into the paper between them. What is brightest in each colour is no paper then, and beside it a white token
has a hue. Bare paper is calm all around, and there is some beside every letter.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.looks.colours import linear
from vision.tiles.ant_discs import paper_of

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BareParams:
    """What counts as bare paper."""

    least_cells: int = 12
    """Cells with a clear letter that tell it; fewer, and all cells do."""
    bright: float = 0.5
    """Part of the brightest light that paper gives back at least, in the middle one of three colours."""
    near_px: int = 5
    """Pixels of a board seen from above around each in which its colour hardly changes:"""
    calmest: float = 0.25
    """in so many of those that are bright it changes least."""
    alike: float = 0.2
    """Of these so many, the nearest to the brightest light, are paper in that light."""
    samples: int = 12
    """Pixels of a cell."""


PARAMS = BareParams()


def bare_paper(flat: Flat, middles: Points, clear: Flags | None, params: BareParams = PARAMS) -> Floats:
    """(3,) linear light of the bare paper of a board with these middles (n, 2), of which some show a `clear` letter (n,)."""
    cells = middles if clear is None or clear.sum() < params.least_cells else middles[clear]
    brightest, around = paper_of(flat, cells), np.ones((params.near_px,) * 2, np.uint8)
    red, green, blue = cv2.split(cv2.subtract(cv2.dilate(flat.pixels, around), cv2.erode(flat.pixels, around)))
    change = np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)
    light, change = linear(_sampled(flat, cells, params).reshape(-1, 3)), _sampled(flat.with_pixels(change), cells, params).ravel()
    part = _middle(light / brightest)
    is_bright = part >= params.bright
    if not is_bright.any():
        return brightest
    is_calm = is_bright & (change <= np.quantile(change[is_bright], params.calmest))
    away = np.abs(part[is_calm] - 1)
    return np.asarray(np.maximum(np.median(light[is_calm][away <= np.quantile(away, params.alike)], axis=0), 0.004), np.float32)


def _middle(light: Floats) -> Floats:
    """(n,) the middle one of three colours (n, 3); NumPy's own median takes many times as long for three."""
    red, green, blue = light.T
    return np.asarray(np.maximum(np.minimum(red, green), np.minimum(np.maximum(red, green), blue)), np.float32)


def _sampled(flat: Flat, cells: Points, params: BareParams) -> NDArray[np.uint8]:
    return flat.cut(cells, 1.0, params.samples)
