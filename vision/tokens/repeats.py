"""Does the ground repeat itself? A patch of cloth or print that is found again in many places where no disc lies is none."""

from collections.abc import Iterable
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.cloth import LEAST_ALIKE, LEAST_REPEATS, SAME, found_again, of_one_colour
from vision.image.levels import shrunk
from vision.tokens.discs import Flat, Floats, Pixels
from vision.tokens.sight import Bare, Sight

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

    def __init__(self, flat: Flat, radius: float, sights: Iterable[Sight], prints: Iterable[Bare] = ()) -> None:
        """`prints` are discs, too, but known to be no tokens."""
        self.flat, self._scale, self.sights = flat, ACROSS_PX / (2 * radius), tuple(sights)
        discs = [*((one.x, one.y, one.rim) for one in self.sights), *((one.x, one.y, one.rim) for one in prints)]
        self._discs = np.array([(x, y) for x, y, edge in discs if edge >= ROUND], np.float32).reshape(-1, 2)

    @cached_property
    def _small(self) -> Pixels:
        height, width = self.flat.rgb.shape[:2]
        return shrunk(self.flat.rgb, (max(1, round(width * self._scale)), max(1, round(height * self._scale))))

    @cached_property
    def _soft(self) -> Floats:
        return np.asarray(cv2.blur(self._small, (3, 3)), np.float32)

    def colour(self, sight: Sight) -> Floats:
        """The colour of its middle, (3,) RGB."""
        height, width = self._soft.shape[:2]
        x, y = round((sight.x + 0.5) * self._scale - 0.5), round((sight.y + 0.5) * self._scale - 0.5)
        return np.asarray(self._soft[min(max(y, 0), height - 1), min(max(x, 0), width - 1)], np.float32)

    def repeats(self, sight: Sight) -> bool:
        """Whether what is seen there, with what lies around it, is found in many places where no disc lies."""
        half = round(WIDE * ACROSS_PX / 2)
        x, y = round((sight.x + 0.5) * self._scale - 0.5), round((sight.y + 0.5) * self._scale - 0.5)
        patch = self._small[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]
        if patch.shape[:2] != (2 * half + 1, 2 * half + 1):
            return False
        if not self._may_repeat(patch, x, y):
            return False
        places = found_again(self._small, patch, 2 * round(APART * ACROSS_PX / 2) + 1) + half
        same = of_one_colour(self._soft[places[:, 1], places[:, 0]] - self._soft[y, x])
        return int((same & self._is_ground(places)).sum()) >= LEAST_REPEATS

    @cached_property
    def _hue(self) -> Floats:
        """(H, W, 3): each colour less the mean of all three."""
        return self._soft - cv2.merge([cv2.transform(self._soft, np.full((1, 3), 1 / 3))] * 3)

    def _may_repeat(self, patch: Pixels, x: int, y: int) -> bool:
        """Whether a patch around a place may be found in as many others, held only against those few that have its middle's colour."""
        half, reach, own = len(patch) // 2, round(APART * ACROSS_PX / 2), self._hue[y, x]
        alike = cv2.inRange(self._hue, own - np.float32(SAME + _SLACK), own + np.float32(SAME + _SLACK))
        places = np.argwhere(alike[half : len(alike) - half, half : alike.shape[1] - half])
        if len(places) > _FEW:
            return True
        told = self._alike(places, patch)
        places, told = places[told >= LEAST_ALIKE - _ROUNDED], told[told >= LEAST_ALIKE - _ROUNDED]
        is_near = np.abs(places[:, None] - places).max(axis=2) <= reach
        is_best = told >= np.where(is_near, told, 0).max(axis=1, initial=0.0) - _ROUNDED
        return int(self._is_ground(places[is_best][:, ::-1] + half).sum()) >= LEAST_REPEATS

    @cached_property
    def _packed(self) -> NDArray[np.int32]:
        """(H * W,): the picture, the three colours of a pixel and a 0 as one number: all are fetched at once."""
        return cv2.merge([*cv2.split(self._small), np.zeros(self._small.shape[:2], np.uint8)]).view(np.int32).ravel()

    def _alike(self, places: NDArray[np.int64], patch: Pixels) -> Floats:
        """(n,): correlation of a patch (h, w, 3) with those whose upper left corners lie (n, 2) down and right; see `alike_everywhere`."""
        (high, wide), width = patch.shape[:2], self._small.shape[1]
        within = (np.arange(high)[:, None] * width + np.arange(wide)).ravel()
        own, level = np.zeros((high * wide, 4), np.float32), np.zeros(4, np.float32)
        level[:3] = patch.reshape(-1, 3).mean(axis=0)
        own[:, :3] = patch.reshape(-1, 3) - level[:3]
        each = np.concatenate([own.reshape(-1, 1), np.tile(np.eye(4, 3, dtype=np.float32), (len(own), 1))], axis=1)
        told = np.empty(len(places), np.float32)
        for first in range(0, len(places), _AT_ONCE):
            at = places[first : first + _AT_ONCE] @ (width, 1)
            seen = self._packed.take(at[:, None] + within).view(np.uint8) - np.tile(level, len(own))  # small numbers lose least in squares
            shared, *sums = (seen @ each).T
            spread = np.einsum("ij,ij->i", seen, seen) - sum(one * one for one in sums) / np.float32(len(own))
            told[first : first + _AT_ONCE] = shared / np.sqrt(np.maximum(spread * (own * own).sum(), 1))
        return told

    def _is_ground(self, places: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(n,): whether no disc lies at (n, 2) places of the reduced picture."""
        at = (places + 0.5) / self._scale - 0.5
        away = np.hypot(*(at[:, None] - self._discs).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
        return np.asarray(away * self._scale > APART * ACROSS_PX, np.bool_)


_FEW, _AT_ONCE = 1200, 256
"""Places at which a patch is compared one by one; where more are of its colour all are, at once, which is quicker then."""
_SLACK, _ROUNDED = 0.01, 0.02
"""Grey levels, and correlation, by which what is found one by one may differ from what is found at once, which loses some in large sums."""
