"""Ink that a piece has and its look has not, or lacks: a stroke of a digit, a pip; told by the coarse colours that every look keeps.

Edges say where print begins and ends; most of a nine's are a nought's. Ink says what is dark and what is light. Even in cells of four
pixels of the raster a stroke too many darkens one or two as much as ink does, once what is seen has been laid over the look to a fraction
of a pixel, as blurred as it is, under a light that changes evenly: what blur, noise and a shift leave of that is several times weaker.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import CELL, CELLS
from vision.looks.matching import Library

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class StrokeParams:
    """How ink is compared, window by window, in cells of colour (32, 24)."""

    side: int = 7
    """Cells of a window, each way: a figure, or a part of it with enough around it to be laid by; ..."""
    step: int = 2
    """... the next begins so many further on."""
    reach_px: float = 1.5
    """Each is laid up to so far from its place, in half pixels of the raster, ..."""
    blurs: tuple[float, ...] = (-0.05, 0.0, 0.07, 0.14, 0.2)
    """... as blurred as it fits best: part of each cell that is seen in the next one, each way."""
    most_hidden: float = 0.25
    """Part of a window that may not be seen."""
    least_print: float = 0.04
    """Standard deviation of its colours (0 to 1, all channels together) from which a window of a look holds print."""
    one_ink: float = 0.97
    """Part of the squared differences between its colours that one way from ink to paper makes up: between three tones a camera's curve and
    a shine shift the middle one, and that is no stroke."""
    weakest: float = 0.4
    """A window whose print has less contrast than this part of the most is held to that: a faint line's own noise is no stroke."""
    fewest: int = 20
    """Windows that it takes to know what is usual on a card."""
    usual: float = 0.75
    """Part of the windows that have no more amiss than is usual."""
    rim: int = 2
    """Cells at the rim, where a piece meets the ground."""


@dataclass(frozen=True, slots=True)
class Window:
    """What is seen of one window of a look."""

    amiss: float
    """Most ink too much or too little, over two cells each way, as colour (0 to 1) along what tells its ink from its paper ..."""
    contrast: float
    """... and how much its ink is seen to differ from its paper along that."""


class Strokes:
    """Holds the ink of pieces against that of their looks."""

    def __init__(self, library: Library, params: StrokeParams | None = None) -> None:
        self._library, self._params = library, params or StrokeParams()

    def amiss(self, patch: NDArray[np.uint8], look: int, shows: Cells) -> float:
        """Most ink that a look has and a piece has not, or has too much, in parts of the contrast of its print: 0 none, 1 a stroke.

        `patch` (HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 3) RGB: the piece on the raster with what lies beside; `shows` (32, 24): the cells
        that are asked. 0 where hardly any print shows.
        """
        windows = self.windows(patch, look, shows)
        most = max((one.contrast for one in windows), default=0.0)
        return max((one.amiss / max(one.contrast, self._params.weakest * most, 1e-3) for one in windows), default=0.0)

    def lump(self, patch: NDArray[np.uint8], look: int, shows: Cells) -> float:
        """How many times as much ink as usual on the card is amiss in the window where most is; 0 where too few tell what is usual.

        What blur, noise and a shift leave is about as strong in all windows; a pip too many, or one that is not there, is in a few.
        """
        amiss = np.array([one.amiss for one in self.windows(patch, look, shows)], np.float32)
        return 0.0 if len(amiss) < self._params.fewest else float(amiss.max() / max(float(np.quantile(amiss, self._params.usual)), _NO_INK))

    def windows(self, patch: NDArray[np.uint8], look: int, shows: Cells) -> list[Window]:
        """What is seen of each window of a look that shows and holds print; see `amiss`."""
        p, side = self._params, self._params.side
        told = np.zeros(CELLS, np.bool_)
        told[p.rim : -p.rim, p.rim : -p.rim] = shows[p.rim : -p.rim, p.rim : -p.rim]
        looks, steps = blurred(self._library.planes[look], p.blurs), shifted(patch, p.reach_px)
        found = []
        for y in range(1, CELLS[0] - side, p.step):
            for x in range(1, CELLS[1] - side, p.step):
                at = slice(y, y + side), slice(x, x + side)
                if np.count_nonzero(told[at]) >= (1 - p.most_hidden) * side * side:
                    found.append(self._window(steps[:, :, *at], looks[:, :, *at], told[at]))
        return [one for one in found if one is not None]

    def _window(self, seen: Floats, look: Floats, told: Cells) -> Window | None:
        """Some cells `told` (side, side), seen at each step (steps, 3, side, side), against a look in each blur (blurs, 3, side, side)."""
        light = even_light(told)
        print_ = _without(look[:, :, told], light)
        squares, own = (print_ * print_).sum(2), look[_SHARP][:, told]
        much = np.linalg.svd(own - own.mean(1, keepdims=True), compute_uv=False)
        is_print = squares[_SHARP].sum() >= self._params.least_print**2 * np.count_nonzero(told)
        if not is_print or much[0] ** 2 < self._params.one_ink * (much * much).sum():
            return None
        lying = _without(seen[:, :, told], light)
        along = np.einsum("kcn,jcn->kjc", lying, print_)
        times = np.maximum(along / (squares + np.float32(1e-4)), 0)
        apart = (lying * lying).sum((1, 2))[:, None] - (times * (2 * along - times * squares)).sum(2)
        step, blur = np.unravel_index(int(apart.argmin()), apart.shape)
        gain = times[step, blur][:, None]
        own = gain * own
        way = np.linalg.svd(own - own.mean(1, keepdims=True), full_matrices=False)[0][:, 0]
        inks = np.sort(way @ own)
        low, high = np.interp(_INK_TO_PAPER * (len(inks) - 1), np.arange(len(inks)), inks).tolist()
        rest = np.zeros(told.shape, np.float32)
        rest[told] = way @ (lying[step] - gain * print_[blur])
        return Window(_lump(rest, told), high - low)


def shifted(patch: NDArray[np.uint8], reach_px: float) -> Floats:
    """The colours of a piece at every half pixel of the raster up to `reach_px` aside: (steps, 3, 32, 24), 0 to 1.

    `patch` (HEIGHT + 2 * MARGIN, WIDTH + 2 * MARGIN, 3).
    """
    twice, side, most = cv2.resize(patch, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR), 2 * CELL, round(2 * reach_px)
    means = cv2.boxFilter(twice.astype(np.float32), -1, (side, side), anchor=(0, 0)) / np.float32(255)
    (height, width), first = (2 * canon.HEIGHT, 2 * canon.WIDTH), 2 * canon.MARGIN
    around = range(first - most, first + most + 1)
    found = np.stack([means[y : y + height : side, x : x + width : side] for y in around for x in around])
    return np.ascontiguousarray(np.moveaxis(found, 3, 1))


def blurred(planes: Floats, blurs: tuple[float, ...]) -> Floats:
    """Planes (3, 32, 24) of which a part of each cell is seen in the next one, each way: (blurs, 3, 32, 24)."""
    cells = np.ascontiguousarray(np.moveaxis(planes, 0, 2))
    kernels = [np.array([part, 1 - 2 * part, part], np.float32) for part in blurs]
    found = np.stack([cv2.sepFilter2D(cells, -1, one, one, borderType=cv2.BORDER_REPLICATE) for one in kernels])
    return np.ascontiguousarray(np.moveaxis(found, 3, 1))


def even_light(told: Cells) -> Floats:
    """Orthogonal fields (n, 3) over some cells of a window, of which every light that changes evenly is a sum; read only."""
    return _even_light(told.tobytes(), told.shape)


@lru_cache(maxsize=64)
def _even_light(cells: bytes, shape: tuple[int, ...]) -> Floats:
    """The same; kept, since most windows show whole."""
    told = np.frombuffer(cells, np.bool_).reshape(shape)
    rows, columns = (np.nonzero(told)[way].astype(np.float32) - told.shape[way] // 2 for way in (0, 1))
    found = np.asarray(np.linalg.qr(np.stack([np.ones_like(rows), rows, columns], 1))[0], np.float32)
    found.flags.writeable = False
    return found


def _without(colours: Floats, light: Floats) -> Floats:
    """Colours (..., n) less the even light (n, 3) in them."""
    return np.asarray(colours - (colours @ light) @ light.T, np.float32)


def _lump(rest: Floats, told: Cells) -> float:
    """The strongest mean of a field over two cells each way that are `told`, (side, side) both."""
    total, whole = (one[:-1, :-1] + one[1:, :-1] + one[:-1, 1:] + one[1:, 1:] for one in (rest, told.astype(np.float32)))
    return float(np.abs(total[whole == 4]).max(initial=0.0)) / 4


_NO_INK = 0.01
"""Colour (0 to 1) that is no ink: on a card where hardly anything is amiss anything is many times as much."""
_SHARP = 1
"""Which of the blurs is none."""
_INK_TO_PAPER = np.array([0.04, 0.96])
"""Where among the colours of a window, from ink to paper, those are that count as these."""
