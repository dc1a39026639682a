"""Ink that a figure of a look has and a piece has not, or has too much: a stroke of a digit, a pip.

Edges say where print begins and ends; much of a nine's are a nought's. Ink says what is dark and what is light. The figure of a look, as
blurred as it is seen, is laid over the piece by its own contrast, under a light that changes evenly: what blur, noise and a shift of a
pixel leave is thin or weak, and a stroke that only one of the two has is as strong as ink itself.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.telling import TellingPlaces
from vision.looks.canon import HEIGHT, WIDTH
from vision.looks.matching import Library

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StrokeParams:
    """How figures are laid over a piece, in pixels of the raster."""

    blurs_px: tuple[float, ...] = (0.4, 0.8, 1.2, 1.6, 2.0)
    """How blurred a figure may be seen."""
    reach_px: int = 2
    """How far it may lie from its place."""
    stroke_px: int = 5
    """Ink over a square of this side is a stroke: what a shift leaves along an outline is thinner."""
    light_px: int = 27
    """What all of a square of this side has in common is light."""
    fewest_px: int = 40
    """Pixels of a figure that have to show, and half of it."""
    least_contrast: float = 8.0
    """Standard deviation of its tones (0 to 255) under which a figure has hardly another tone than its paper."""
    most_px: int = 64
    """A larger one is laid part by part: cards bend."""
    at_once: float = 0.3
    """Up to so much a figure is taken to lie as its look does; else it may be one that is nearly the same upside down."""
    weakest: float = 0.4
    """A figure is seen no more weakly than this part of the others, and has no less contrast: else it is not there."""
    most: float = 2.0
    """More is no more than this: nothing of the figure is seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """Where a look's print differs from that of others of its design, one place of several."""

    left: int
    top: int
    mask: Cells
    """(h, w): its pixels, and those beside them."""


class Strokes:
    """Holds the ink of figures against that of their looks."""

    def __init__(self, library: Library, telling: TellingPlaces, params: StrokeParams | None = None) -> None:
        self._library, self._telling, self._params = library, telling, params or StrokeParams()
        self._figures: dict[int, tuple[Figure, ...]] = {}

    def amiss(self, tones: Pixels, look: int, shows: Cells) -> float:
        """Most ink that a stroke of some figure of a look lacks or has too much, in parts of the figure's contrast: 0 none, 1 a stroke.

        `tones` (HEIGHT, WIDTH) are seen, see `canon.tones`; what `shows` (HEIGHT, WIDTH) of a figure is asked. 0 for a look whose tones
        are not known, and for one that has no look-alikes.
        """
        own = self._library.catalogue.looks[look].tones
        figures = () if own is None else self.figures(look)
        if own is None or not figures:
            return 0.0
        seen = np.asarray(tones, np.float32)
        upright = self._most(seen, np.asarray(own, np.float32), shows, figures)
        if upright <= self._params.at_once:
            return upright
        return min(upright, self._most(np.ascontiguousarray(seen[::-1, ::-1]), np.asarray(own, np.float32), shows[::-1, ::-1], figures))

    def figures(self, look: int) -> tuple[Figure, ...]:
        """The figures by which a look differs from its look-alikes."""
        if look not in self._figures:
            self._figures[look] = self._find(look)
        return self._figures[look]

    def _find(self, look: int) -> tuple[Figure, ...]:
        places = self._telling.places(look).astype(np.uint8)
        whole = _filled(np.asarray(cv2.morphologyEx(places, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8))
        count, labels, boxes, _ = cv2.connectedComponentsWithStats(whole, connectivity=8)
        found = ((*boxes[n, :4].tolist(), n) for n in range(1, count))
        figures = (Figure(x, y, np.asarray(labels[y : y + h, x : x + w] == n)) for x, y, w, h, n in found)
        parts = (part for figure in figures for part in _parts(figure, self._params.most_px))
        return tuple(one for one in parts if np.count_nonzero(one.mask) >= self._params.fewest_px)

    def _most(self, seen: Floats, own: Floats, shows: Cells, figures: tuple[Figure, ...]) -> float:
        """The same for a look of which the tones (HEIGHT, WIDTH) are `own`, one way up."""
        p = self._params
        blurred = np.asarray([cv2.GaussianBlur(own, (0, 0), sigma) for sigma in p.blurs_px], np.float32)
        laid = [one for one in (self._laid(seen, blurred, shows, figure) for figure in figures) if one is not None]
        strength = sum(one.strength for one in laid)
        usual = sum(one.times * one.strength for one in laid) / max(strength, 1e-6)
        if not laid or usual <= 0:
            return p.most if laid else 0.0
        contrast = max(one.contrast for one in laid)
        return min(p.most, max(self._amiss(one, usual, contrast) for one in laid))

    def _amiss(self, laid: "_Laid", usual: float, contrast: float) -> float:
        """The same for one figure, `usual` being how strongly those of the piece are seen, and `contrast` the most that one has."""
        p = self._params
        times = min(max(laid.times, p.weakest * usual), usual / p.weakest)
        rest = _unlit((laid.found - np.float32(times) * laid.look).reshape(laid.mask.shape), laid.mask, p.light_px)
        rest[(rest > 0) == laid.is_light] = 0  # lighter than light paper is a shine, and darker than ink a shadow
        return _lump(rest, laid.mask, p.stroke_px) / (times * max(laid.contrast, p.weakest * contrast))

    def _laid(self, seen: Floats, blurred: Floats, shows: Cells, figure: Figure) -> "_Laid | None":
        """One figure laid where it fits best, as blurred as it fits best; None where little of it shows, or it has hardly any contrast.

        `blurred` (n, HEIGHT, WIDTH): the tones of its look.
        """
        p, (x, y), (h, w) = self._params, (figure.left, figure.top), figure.mask.shape
        mask = figure.mask & shows[y : y + h, x : x + w]
        if np.count_nonzero(mask) < max(p.fewest_px, np.count_nonzero(figure.mask) / 2):
            return None
        light = _even_light(mask)
        look = _without(blurred[:, y : y + h, x : x + w].reshape(len(blurred), -1), mask, light)
        squares = (look * look).sum(1)
        if squares[0] < p.least_contrast**2 * np.count_nonzero(mask):
            return None
        around = seen[y - p.reach_px : y + h + p.reach_px, x - p.reach_px : x + w + p.reach_px]
        found = _without(np.lib.stride_tricks.sliding_window_view(around, (h, w)).reshape(-1, h * w), mask, light)
        along = found @ look.T
        alike = along / np.sqrt((found * found).sum(1)[:, None] * squares + np.float32(1e-6))
        step, blur = np.unravel_index(int(alike.argmax()), alike.shape)
        own = blurred[0, y : y + h, x : x + w]
        dark, light_ = np.percentile(own[mask], (3, 97)).tolist()
        times = float(along[step, blur] / squares[blur])
        return _Laid(mask, own > (dark + light_) / 2, found[step], look[blur], times, float(squares[0]), light_ - dark)


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A figure where it lies on a piece."""

    mask: Cells
    """(h, w): what of it shows."""
    is_light: Cells
    """(h, w): where the look is nearer to its lightest tone than to its darkest."""
    found: Floats
    """(h * w,): tones that are seen there, less an even light, ..."""
    look: Floats
    """... and those of the look, as blurred."""
    times: float
    """How many times as strong the first are as the second."""
    strength: float
    """Summed squares of the look's."""
    contrast: float
    """Between the lightest and the darkest of the look's."""


def _parts(figure: Figure, most_px: int) -> Iterator[Figure]:
    """A figure, or parts of it that are no larger than so many pixels each way, evenly cut."""
    (height, width) = figure.mask.shape
    rows, columns = (np.linspace(0, size, math.ceil(size / most_px) + 1).round().astype(int).tolist() for size in (height, width))
    for top, bottom in pairwise(rows):
        for left, right in pairwise(columns):
            yield Figure(figure.left + left, figure.top + top, figure.mask[top:bottom, left:right])


def _filled(mask: Pixels) -> Pixels:
    """A mask (HEIGHT, WIDTH) of 0 and 1 with what it encloses, and the pixels beside it, but those at the rim."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    whole, inner = mask.copy(), np.zeros_like(mask)
    cv2.drawContours(whole, outlines, -1, (1,), cv2.FILLED)
    inner[_RIM : HEIGHT - _RIM, _RIM : WIDTH - _RIM] = cv2.dilate(whole, np.ones((3, 3), np.uint8))[_RIM:-_RIM, _RIM:-_RIM]
    return inner


def _even_light(mask: Cells) -> Floats:
    """Orthogonal fields (h * w, 3) within a mask (h, w), of which every light that changes evenly over it is a sum."""
    rows, columns = np.mgrid[0 : mask.shape[0], 0 : mask.shape[1]].astype(np.float32) - np.float32(mask.shape[0] / 2)
    fields = np.stack([np.ones_like(rows), rows, columns], -1).reshape(-1, 3) * mask.reshape(-1, 1)
    return np.asarray(np.linalg.qr(fields)[0], np.float32)


def _without(tones: Floats, mask: Cells, light: Floats) -> Floats:
    """Tones (n, h * w) within a mask (h, w), less the even light (h * w, 3) in them."""
    inside = tones * mask.ravel()
    return np.asarray(inside - (inside @ light) @ light.T, np.float32)


def _unlit(rest: Floats, mask: Cells, side: int) -> Floats:
    """A field (h, w) within a mask (h, w), less its mean around each pixel: light changes slowly."""
    total, much = (cv2.boxFilter(np.asarray(one, np.float32), -1, (side, side), normalize=False) for one in (rest * mask, mask))
    return np.asarray(rest - total / np.maximum(much, np.float32(1)), np.float32)


def _lump(rest: Floats, mask: Cells, side: int) -> float:
    """The strongest mean of a field (h, w) over a square that lies within a mask (h, w), but for a corner."""
    total, much = (cv2.boxFilter(np.asarray(one, np.float32), -1, (side, side), normalize=False) for one in (rest * mask, mask))
    within = much >= _WITHIN * side * side
    return float((np.abs(total[within]) / much[within]).max(initial=0.0))


_RIM = 3
"""Pixels of the raster at the rim, where a piece meets the ground."""
_WITHIN = 0.8
"""Part of a square that has to lie within a figure."""
