"""One picture at several sizes, so that any part of it can be cut out without aliasing and without working on more pixels than needed."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.glance import Glance
from vision.image.levels import Levels, cut_out, four, scaled_size, shrunk
from vision.image.quads import sides
from vision.looks import canon
from vision.looks.grain import FINE, FINER, Grain, grain_of

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


class Picture:
    """A picture and its halves, made when first asked for. Points are always in pixels of the working size."""

    def __init__(self, rgb: Pixels, work_px: int, within: Sequence[float] | None = None, whole_px: int | None = None) -> None:
        """`rgb` (H, W, 3); `work_px` is the longer side of the working size.

        A larger picture is reduced; one smaller than three quarters of it is enlarged, up to three times, since a raster between its pixels
        shows where edges run between them. `within`: left, top, right, bottom in pixels of `rgb`, for a part of a larger picture; a piece
        that does not lie in there is not asked about. A part is enlarged as the whole would be, whose longer side is `whole_px`.
        """
        self._stored = rgb
        longest = max(rgb.shape[:2])
        whole = longest if within is None else max(longest, whole_px or work_px)
        self.scale = min(_MOST_ENLARGED, work_px / whole) if whole < _SMALL * work_px else min(1.0, work_px / longest)
        """Working pixels per pixel of the picture as stored."""
        if self.scale != 1:
            way = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_CUBIC
            rgb = np.asarray(cv2.resize(rgb, None, fx=self.scale, fy=self.scale, interpolation=way), np.uint8)
        self._levels = Levels(rgb)
        self._edges: dict[bytes, Floats] = {}
        self._rims: dict[bytes, Floats] = {}
        self._within = None if within is None else (np.asarray(within, np.float32).reshape(2, 2) + 0.5) * self.scale - 0.5

    @property
    def rgb(self) -> Pixels:
        """The picture at its working size."""
        return self._levels.halved(0)

    @cached_property
    def glance(self) -> Glance:
        """What is needed to look at many places of it at once."""
        return Glance(self._levels)  # not this picture's own method: one that holds itself stays until somebody collects garbage

    @property
    def view_px(self) -> tuple[int, int]:
        """Width and height at the working size."""
        return self.rgb.shape[1], self.rgb.shape[0]

    def asks_about(self, quad: Floats) -> bool:
        """Whether a piece that is guessed to lie at a quad (4, 2), or a little aside, is asked about."""
        if self._within is None:
            return True
        slack = _ASIDE * float(sides(quad).min())
        return bool((quad > self._within[0] - slack).all() and (quad < self._within[1] + slack).all())

    def reduced(self, longest_px: int) -> tuple[Pixels, float]:
        """The picture with a longer side of at most `longest_px`, and its pixels per working pixel."""
        size, factor = self.reduced_px(longest_px)
        if factor == 1.0:
            return self.rgb, 1.0
        level = max(0, math.floor(math.log2(1 / factor)))
        return np.asarray(cv2.resize(self.halved(level), size, interpolation=cv2.INTER_LINEAR), np.uint8), factor

    def reduced_px(self, longest_px: int) -> tuple[tuple[int, int], float]:
        """Width and height of the picture so reduced, and its pixels per working pixel."""
        factor = min(1.0, longest_px / max(self.rgb.shape[:2]))
        return (self.view_px if factor == 1.0 else scaled_size(self.rgb, factor)), factor

    def shrunk(self, factor: float) -> Pixels:
        """The picture at a part of its working size, to the next pixel: from its halves, which are at hand."""
        size = scaled_size(self.rgb, factor)
        return shrunk(self.halved(max(0, min(_HALVES, math.floor(math.log2(1 / factor))))), size)

    def grey(self, longest_px: int) -> tuple[Pixels, float]:
        """The picture in grey (H, W) with a longer side of at most `longest_px`, and its pixels per working pixel: from a halved one."""
        longest = max(self.rgb.shape[:2])
        factor = min(1.0, longest_px / longest)
        level = max(0, math.floor(math.log2(1 / factor)))
        grey = np.asarray(cv2.cvtColor(self.halved(level), cv2.COLOR_RGB2GRAY), np.uint8)
        size = scaled_size(self.rgb, factor)
        if size == grey.shape[::-1]:
            return grey, factor
        return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8), factor

    def halved(self, times: int) -> Pixels:
        """The picture at 1 / 2 ** times of the working size."""
        return self._levels.halved(times)

    def cut_out(self, forth: NDArray[np.float64], size_px: tuple[int, int]) -> Pixels:
        """Pixels (height, width, 3) of a raster that `forth` (3, 3) takes to the picture at its working size."""
        return self._levels.cut_out(0, forth, size_px)

    def patch(self, quad: Floats, margin: int = 0, shrink: int = 1) -> Pixels:
        """What lies under a quad (4, 2), on the canonical raster with `margin` more pixels all around."""
        level = _level(float(sides(quad).min()) / canon.WIDTH * shrink)
        source = self.halved(level)
        to_level = (quad + 0.5) * np.array([source.shape[1] / self.rgb.shape[1], source.shape[0] / self.rgb.shape[0]], np.float32) - 0.5
        forth = cv2.getPerspectiveTransform(canon.CORNERS / np.float32(shrink) + np.float32(margin - 0.5), to_level.astype(np.float32))
        size = (canon.WIDTH // shrink + 2 * margin, canon.HEIGHT // shrink + 2 * margin)
        return self._levels.cut_out(level, forth, size)

    def edges_around(self, quad: Floats) -> Floats:
        """The edges under a quad (4, 2) and `canon.MARGIN` pixels beside it, (HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 2).

        Not to be changed: those of the last few quads are kept, since a place is aligned where its rim was looked at.
        """
        key = quad.tobytes()
        if key not in self._edges:
            if len(self._edges) >= _KEPT:
                self._edges.pop(next(iter(self._edges)))
            self._edges[key] = canon.edges(self.patch(quad, canon.MARGIN))
        return self._edges[key]

    def rim_at(self, quad: Floats, find: Callable[[], Floats]) -> Floats:
        """What is seen along the rim of a quad (4, 2), found once, however often parts of it are asked about. Not to be changed."""
        key = quad.tobytes()
        if key not in self._rims:
            self._rims[key] = find()
        return self._rims[key]

    def grain(self, quad: Floats) -> Grain:
        """What is too fine for the raster, from the picture as it was taken, however small the working size."""
        stored = ((quad + 0.5) / self.scale - 0.5).astype(np.float32)
        return grain_of(self._fine(stored), float(sides(stored).min()) / FINE[1])

    def _fine(self, stored: Floats) -> Pixels:
        """What lies under a quad (4, 2), in pixels of the picture as stored, on the fine raster: (256, 192, 4), the fourth of no use."""
        height, width = self._stored.shape[:2]
        left, top = np.clip(np.floor(stored.min(0)) - _AROUND_PX, 0, (width - 1, height - 1)).astype(int).tolist()
        right, bottom = np.clip(np.ceil(stored.max(0)) + _AROUND_PX, (left + 1, top + 1), (width, height)).astype(int).tolist()
        piece, times = self._stored[top:bottom, left:right], max(1, int(sides(stored).min() / (_FINE_PX * FINE[1])))
        if times > 1:
            size = (max(1, piece.shape[1] // times), max(1, piece.shape[0] // times))
            piece = np.asarray(cv2.resize(piece[: size[1] * times, : size[0] * times], size, interpolation=cv2.INTER_AREA), np.uint8)
        lies = (stored - np.array([left, top], np.float32) + 0.5) / np.float32(times) - 0.5
        corners = canon.CORNERS * np.float32(FINER) - np.float32(0.5)
        forth = cv2.getPerspectiveTransform(corners, lies.astype(np.float32))
        return cut_out(four(piece), forth, FINE[::-1])


_AROUND_PX = 8
_HALVES = 4
_KEPT = 24
"""Places whose edges are kept."""
_FINE_PX = 0.9
"""Pixels of a reduced picture per pixel of the fine raster at least: it is reduced by whole numbers, which is quick."""
_SMALL, _MOST_ENLARGED = 0.75, 3.0
"""A picture smaller than this part of the working size is enlarged, at most so many times."""
_ASIDE = 0.15
"""A guess may be off by so much, in parts of the piece's shorter side."""


def _level(across: float) -> int:
    """How often to halve a picture of which `across` pixels go into one."""
    return min(_HALVES, math.floor(math.log2(across / 1.4)) + 1) if across > 1.4 else 0
