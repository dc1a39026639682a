"""A picture and its halves, and parts cut out of them in perspective: many a picture, so it is kept as OpenCV cuts out fastest."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Matrix = NDArray[Any]
_HOW = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


class Levels:
    """One picture (H, W, 3) RGB and its halves, made when first asked for."""

    def __init__(self, rgb: Pixels) -> None:
        self._levels = [rgb]
        self._four: dict[int, Pixels] = {}

    def halved(self, times: int) -> Pixels:
        """The picture at 1 / 2 ** times of its size."""
        while len(self._levels) <= times:
            top = self._levels[-1]
            size = ((top.shape[1] + 1) // 2, (top.shape[0] + 1) // 2)
            self._levels.append(np.asarray(cv2.resize(top, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[times]

    def cut_out(self, times: int, forth: Matrix, size_px: tuple[int, int]) -> Pixels:
        """Pixels (height, width, 3) of a raster, `size_px` its width and height, which `forth` (3, 3) takes to the picture so halved."""
        if times not in self._four:
            self._four[times] = four(self.halved(times))
        return three(cut_out(self._four[times], forth, size_px))


def scaled_size(picture: Pixels, factor: float) -> tuple[int, int]:
    """Width and height of a picture (H, W, ...) made so many times as large: a pixel each way at least."""
    return max(1, round(picture.shape[1] * factor)), max(1, round(picture.shape[0] * factor))


def shrunk(picture: Pixels, size_px: tuple[int, int]) -> Pixels:
    """A picture (H, W) or (H, W, 3), made smaller: `size_px` its width and height.

    Halved while it is at least twice as large, by the mean of four pixels; the rest of the way every pixel still counts when it is sampled
    between its neighbours. OpenCV takes five times as long for the mean over parts of pixels, which hardly differs.
    """
    while picture.shape[1] >= 2 * size_px[0] and picture.shape[0] >= 2 * size_px[1]:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture[: 2 * half[1], : 2 * half[0]], half, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.shape[1::-1] == tuple(size_px):
        return picture
    return np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_LINEAR), np.uint8)


def four(rgb: Pixels) -> Pixels:
    """RGB (H, W, 3) with a fourth channel, (H, W, 4): OpenCV bends these in less than half the time that it takes for three."""
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2RGBA), np.uint8)


def three(rgba: Pixels) -> Pixels:
    """The first three channels of four, (H, W, 3)."""
    return np.asarray(cv2.cvtColor(rgba, cv2.COLOR_RGBA2RGB), np.uint8)


def cut_out(picture: Pixels, forth: Matrix, size_px: tuple[int, int]) -> Pixels:
    """Pixels of a raster, `size_px` its width and height, that `forth` (3, 3) takes to a picture of as many channels; its rim goes on."""
    return np.asarray(cv2.warpPerspective(picture, forth, size_px, flags=_HOW, borderMode=cv2.BORDER_REPLICATE), np.uint8)
