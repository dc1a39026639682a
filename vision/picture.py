"""One picture at several sizes, so that any part of it can be cut out without aliasing and without working on more pixels than needed."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon
from vision.outlines import sides

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


class Picture:
    """A picture and its halves, made when first asked for. Points are always in pixels of the working size."""

    def __init__(self, rgb: Pixels, work_px: int) -> None:
        """`rgb` (H, W, 3); `work_px` is the longer side of the working size; a larger picture is reduced, a small one stays."""
        longest = max(rgb.shape[:2])
        self.scale = min(1.0, work_px / longest)
        """Working pixels per pixel of the picture as stored."""
        if self.scale < 1:
            rgb = np.asarray(cv2.resize(rgb, None, fx=self.scale, fy=self.scale, interpolation=cv2.INTER_AREA), np.uint8)
        self._levels: list[Pixels] = [rgb]

    @property
    def rgb(self) -> Pixels:
        """The picture at its working size."""
        return self._levels[0]

    @property
    def view_px(self) -> tuple[int, int]:
        """Width and height at the working size."""
        return self.rgb.shape[1], self.rgb.shape[0]

    def reduced(self, longest_px: int) -> tuple[Pixels, float]:
        """The picture with a longer side of at most `longest_px`, and its pixels per working pixel."""
        factor = min(1.0, longest_px / max(self.rgb.shape[:2]))
        if factor == 1.0:
            return self.rgb, 1.0
        return np.asarray(cv2.resize(self.rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8), factor

    def halved(self, times: int) -> Pixels:
        """The picture at 1 / 2 ** times of the working size."""
        while len(self._levels) <= times:
            top = self._levels[-1]
            size = ((top.shape[1] + 1) // 2, (top.shape[0] + 1) // 2)
            self._levels.append(np.asarray(cv2.resize(top, size, interpolation=cv2.INTER_AREA), np.uint8))
        return self._levels[times]

    def patch(self, quad: Floats, margin: int = 0, shrink: int = 1) -> Pixels:
        """What lies under a quad (4, 2), on the canonical raster with `margin` more pixels all around."""
        source = self.halved(_level(float(sides(quad).min()) / canon.WIDTH * shrink))
        to_level = (quad + 0.5) * np.array([source.shape[1] / self.rgb.shape[1], source.shape[0] / self.rgb.shape[0]], np.float32) - 0.5
        forth = cv2.getPerspectiveTransform(canon.CORNERS / np.float32(shrink) + np.float32(margin - 0.5), to_level.astype(np.float32))
        size = (canon.WIDTH // shrink + 2 * margin, canon.HEIGHT // shrink + 2 * margin)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(source, forth, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _level(across: float) -> int:
    """How often to halve a picture of which `across` pixels go into one."""
    return min(4, math.floor(math.log2(across / 1.4)) + 1) if across > 1.4 else 0
