"""Does the ground repeat itself? A patch of cloth or print that is found again in many places where no disc lies is none."""

from collections.abc import Iterable
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.cloth import LEAST_REPEATS, found_again, of_one_colour
from vision.image.levels import shrunk
from vision.tokens.discs import Flat, Floats, Pixels
from vision.tokens.sight import Sight

ACROSS_PX = 8.0
"""Diameter of a disc in the reduced picture in which patches are compared."""
WIDE = 2.2
"""Side of what is compared, in diameters: the patch and what lies around it."""
ROUND = 0.8
"""Discs with so much of a rim are not counted: tokens of one kind resemble each other, too."""
APART = 0.8
"""Diameters between two places that are counted."""


class Ground:
    """The flat picture, reduced once something is compared in it, and where discs lie there."""

    def __init__(self, flat: Flat, radius: float, sights: Iterable[Sight]) -> None:
        self.flat, self._scale, self.sights = flat, ACROSS_PX / (2 * radius), tuple(sights)
        self._discs = np.array([(one.x, one.y) for one in self.sights if one.rim >= ROUND], np.float32).reshape(-1, 2)

    @cached_property
    def _small(self) -> Pixels:
        height, width = self.flat.rgb.shape[:2]
        return shrunk(self.flat.rgb, (max(1, round(width * self._scale)), max(1, round(height * self._scale))))

    @cached_property
    def _soft(self) -> Floats:
        return np.asarray(cv2.blur(self._small, (3, 3)), np.float32)

    def repeats(self, sight: Sight) -> bool:
        """Whether what is seen there, with what lies around it, is found in many places where no disc lies."""
        half = round(WIDE * ACROSS_PX / 2)
        x, y = round((sight.x + 0.5) * self._scale - 0.5), round((sight.y + 0.5) * self._scale - 0.5)
        patch = self._small[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if patch.shape[:2] != (2 * half + 1, 2 * half + 1):
            return False
        places = found_again(self._small, patch, 2 * round(APART * ACROSS_PX / 2) + 1) + half
        same = of_one_colour(self._soft[places[:, 1], places[:, 0]] - self._soft[y, x])
        return int((same & self._is_ground(places)).sum()) >= LEAST_REPEATS

    def _is_ground(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(n,): whether no disc lies at (n, 2) places of the reduced picture."""
        at = (places + 0.5) / self._scale - 0.5
        away = np.hypot(*(at[:, None] - self._discs).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
        return np.asarray(away * self._scale > APART * ACROSS_PX, np.bool_)
