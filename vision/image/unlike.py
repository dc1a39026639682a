"""What is coloured unlike the ground: a pattern cuts the outlines of pieces, but its colours come back all over the picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class UnlikeParams:
    """What counts as a colour of the ground."""

    step: float = 0.1
    """Ratio of two channels (natural logarithm) that makes another colour."""
    dark: float = 8.0
    """Added to grey levels (0 to 255), for dark pixels have no colour to speak of."""
    tiles: tuple[int, int] = (6, 9)
    """Rows and columns of parts of the picture ..."""
    least_share: float = 0.01
    """... in which a colour is there if so much of them has it ..."""
    least_tiles: float = 0.5
    """... and that is the ground's if it is in so many of them."""


def unlike_ground(rgb: Pixels, params: UnlikeParams | None = None) -> Pixels:
    """(H, W) uint8: 255 where the colour of (H, W, 3) RGB, whatever its brightness, is none that comes back all over the picture."""
    p = params or UnlikeParams()
    height, width = rgb.shape[:2]
    code = _codes(np.asarray(cv2.resize(rgb, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8), p)
    down, across = (np.arange(size) * parts // size for size, parts in zip(code.shape, p.tiles, strict=True))
    tile = down[:, None] * p.tiles[1] + across
    parts = p.tiles[0] * p.tiles[1]
    counts = np.bincount((tile * _COLOURS**2 + code).ravel(), minlength=parts * _COLOURS**2).reshape(parts, _COLOURS**2)
    is_there = counts >= p.least_share * counts.sum(1, keepdims=True)
    ground = (is_there.mean(0) >= p.least_tiles).astype(np.uint8).reshape(_COLOURS, _COLOURS)
    near = cv2.dilate(ground, np.ones((3, 3), np.uint8)).ravel()
    mask = cv2.medianBlur((255 * (1 - near))[code].astype(np.uint8), 3)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR) // 128 * 255, np.uint8)


def _codes(rgb: Pixels, params: UnlikeParams) -> NDArray[np.int64]:
    """The number of each pixel's colour: of the ratios of red and of blue to green, each in one of `_COLOURS` steps."""
    table = np.log(np.arange(256) + params.dark) / params.step
    red, green, blue = (cv2.LUT(np.ascontiguousarray(rgb[..., channel]), table) for channel in range(3))
    ratios = (np.rint(one - green).astype(np.int64) + _COLOURS // 2 for one in (red, blue))
    redness, blueness = (np.clip(ratio, 0, _COLOURS - 1) for ratio in ratios)
    return np.asarray(redness * _COLOURS + blueness, np.int64)


_COLOURS = 48
"""Steps of either ratio."""
