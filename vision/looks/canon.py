"""Every look and every region on one canonical raster, so that they can be compared: edges without polarity, colours in coarse cells.

The raster is the same for pieces of every shape: 96 x 128, long side upright. What is kept of a look is the direction of its edges
(doubled angle, so that black on white and white on black are the same) and a mosaic of 24 x 32 colours.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

WIDTH = 96
"""Pixels across the canonical raster."""
HEIGHT = 128
"""Pixels down the canonical raster, along the piece's longer side."""
MARGIN = 8
"""Pixels kept around a region while it is being aligned."""
CELL = 4
"""Pixels of the raster per colour cell, each way."""
BLOCK = 16
"""Pixels of the raster per block, each way: 8 rows of 6 blocks."""
ROWS, COLUMNS = HEIGHT // BLOCK, WIDTH // BLOCK
CELLS = (HEIGHT // CELL, WIDTH // CELL)
"""Rows and columns of colour cells."""
CORNERS = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
"""The raster's corners, clockwise from the top left; pixel i covers i to i + 1."""

_LOCAL_SIGMA_PX = 5.0
"""Edges are measured against the contrast of their neighbourhood, of this size."""
_SLOPE_SIGMA_PX = 3.0
"""A slope is what all edges within this size have in common."""
_FINER_PX = 0.5
"""Pixels of the raster by which print is softened before lines are lost that are finer than it, or after."""
_BEATS = 12.0
"""Grey levels, over a block, by which these two differ where lines beat with the raster: of engravings 16, of all else 10 and less."""
_QUIET = 0.02
"""Contrast (grey levels of 0 to 1 per pixel) under which a neighbourhood counts as blank."""


def edges(rgb: Pixels, shrink: int = 1, *, evened: bool = False) -> Floats:
    """Direction and strength of the edges of (H, W, 3) RGB or (H, W): (H, W, 2) float32, cos and sin of the doubled angle, 0 to about 2.

    Strength is relative to the neighbourhood's contrast, so light and exposure cancel. `evened`: without slopes that go on over several
    pixels, as the edge of a shine or of a soft shadow does and print does not.
    """
    soft = cv2.GaussianBlur(rgb, (3, 3), 0.8)
    gx, gy = (np.asarray(cv2.Scharr(soft, cv2.CV_32F, *way, scale=1 / (32 * 255)), np.float32) for way in ((1, 0), (0, 1)))
    if evened:
        sigma = _SLOPE_SIGMA_PX / shrink
        gx, gy = (np.asarray(cv2.subtract(slope, cv2.GaussianBlur(slope, (0, 0), sigma)), np.float32) for slope in (gx, gy))
    # each product takes the place of what is not needed any more: fields of this size do not stay at hand otherwise
    xy, xx, yy = _summed(cv2.multiply(gx, gy)), _summed(cv2.multiply(gx, gx, dst=gx)), _summed(cv2.multiply(gy, gy, dst=gy))
    local = np.asarray(cv2.sqrt(_around(xx + yy, _LOCAL_SIGMA_PX / shrink)), np.float32)
    local += np.float32(_QUIET)
    return _directed(xx - yy, 2 * xy, local)


def _directed(across: Floats, along: Floats, local: Floats) -> Floats:
    """Doubled slopes (H, W) as directions whose length is the root of theirs, in parts of the local contrast: (H, W, 2).

    `across` and `along` are changed.
    """
    # cv2.magnitude rounds by where in memory its arguments lie: the same picture would not be read alike twice
    strength = across * across
    strength += along * along
    strength = np.asarray(cv2.sqrt(cv2.sqrt(strength)), np.float32)
    strength += np.float32(1e-6)
    strength *= local
    across /= strength
    along /= strength
    return np.asarray(cv2.merge([across, along]), np.float32)  # NumPy takes three times as long to write every other number


def _around(field: Floats, sigma: float) -> Floats:
    """The mean around each pixel, (H, W) both; found at half the size, since so soft a field needs no more."""
    height, width = field.shape
    half = cv2.resize(field, ((width + 1) // 2, (height + 1) // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(cv2.GaussianBlur(half, (0, 0), sigma / 2), (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _summed(products: Any) -> Floats:
    return np.asarray(products, np.float32) if products.ndim == 2 else np.asarray(cv2.transform(products, _ALL_CHANNELS), np.float32)


_ALL_CHANNELS = np.ones((1, 3), np.float32)


def colours(rgb: Pixels) -> Floats:
    """Mean colour per cell of a canonical (HEIGHT, WIDTH, 3) RGB raster: (32, 24, 3) float32, 0 to 1."""
    return cv2.resize(rgb, (WIDTH // CELL, HEIGHT // CELL), interpolation=cv2.INTER_AREA).astype(np.float32) * np.float32(1 / 255)


def upright(rgb: Pixels) -> tuple[Pixels, bool]:
    """The picture with its longer side upright, and whether it had to be turned (clockwise) for that."""
    if rgb.shape[1] > rgb.shape[0]:
        return np.asarray(cv2.rotate(rgb, cv2.ROTATE_90_CLOCKWISE), np.uint8), True
    return rgb, False


def shrink(rgb: Pixels) -> Pixels:
    """A picture of one piece, cut at its edges and upright, on the canonical raster.

    Lines that are finer than the raster, as of an engraving, beat with it: moire, which no camera sees alike. Where they do they are taken
    out before; elsewhere print is as sharp as can be.
    """
    flat = np.asarray(cv2.resize(rgb, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
    down, across = rgb.shape[0] / HEIGHT, rgb.shape[1] / WIDTH
    if min(down, across) <= 1:
        return flat
    soft = cv2.GaussianBlur(rgb, (0, 0), sigmaX=_FINER_PX * across, sigmaY=_FINER_PX * down)
    soft = cv2.resize(soft, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    off = cv2.absdiff(cv2.GaussianBlur(flat, (0, 0), _FINER_PX), soft).astype(np.float32).mean(2)
    return np.asarray(soft, np.uint8) if cv2.blur(off, (BLOCK, BLOCK)).max() > _BEATS else flat
