"""The light on a piece: how much brighter its colours are seen than when it was enrolled, changing slowly over the piece."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]

_DARKEST = 0.02
"""Colours (0 to 1) are not told apart below this."""
_SEEN = 0.08
"""A cell that is seen darker than this in every colour says nothing about the light."""
_BRIGHT = 0.12
"""Nor does a cell of the look whose darkest colour is below this."""
_FEWEST = 12
"""Cells that it takes to tell."""
_ALIKE = 0.5
"""Gain (natural logarithm) by which a cell may differ from the middle of all; more, and it is no change of light."""


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """Colours of a region, made ready to be compared with looks."""

    planes: Floats
    """(3, 32, 24): red, green, blue, 0 to 1."""
    log: Floats
    """(3, 32, 24): their natural logarithm."""
    usable: Cells
    """(32, 24): neither burnt out nor black."""


def lit(planes: Floats, burnt: Cells | None = None) -> Lit:
    """Colours as seen, (3, 32, 24) planes of RGB, with the cells that are burnt out to white."""
    usable = planes.max(0) > _SEEN
    return Lit(planes, log(planes), usable if burnt is None else usable & ~burnt)


def log(colours: Floats) -> Floats:
    """The natural logarithm of colours, of any shape."""
    return np.asarray(np.log(np.maximum(colours, np.float32(_DARKEST))), np.float32)


def balanced(seen: Lit, looks: Floats, away: Cells | None, sigma_cells: float) -> Floats:
    """Colours as seen, under the light of each of several looks (n, 3, 32, 24): by a gain a channel, from the look's bright cells.

    `away` (n, 32, 24): cells that must not decide about the light, since they are what is asked about; one look (1, 3, 32, 24) may be asked
    about in n ways. Gives (n, 3, 32, 24) planes of RGB.
    """
    bright, ratio = looks.min(1), log(looks) - seen.log
    usable = seen.usable & (bright > _BRIGHT)
    usable = usable if away is None else usable & ~away
    near, middles = _bright_cells(bright, ratio, usable)
    off = ratio - middles[..., None, None]
    near &= np.abs(off).max(1) < _ALIKE
    fields = np.empty((len(near), 4, *canon.CELLS), np.float32)
    fields[:, 3] = near
    np.multiply(off, fields[:, 3:], out=fields[:, :3])
    down, across = _blur(canon.CELLS[0], sigma_cells), _blur(canon.CELLS[1], sigma_cells)
    smooth = np.matmul(np.matmul(down, fields), across.T)
    gain = np.exp(middles[..., None, None] + smooth[:, :3] / (smooth[:, 3:] + np.float32(0.05)))
    return np.asarray(seen.planes * gain, np.float32)


def cast_of(seen: Lit, look: Floats, shows: Cells) -> Floats | None:
    """How much more of each channel is seen than in a look (3, 32, 24), less how much brighter it is: (3,) natural logarithms.

    By the look's bright cells, of those that show (32, 24); None where there are too few.
    """
    bright = look.min(0)
    usable = seen.usable & shows & (bright > _BRIGHT)
    if np.count_nonzero(usable) < _FEWEST:
        return None
    gain = -_bright_cells(bright[None], (log(look) - seen.log)[None], usable[None])[1][0]
    return np.asarray(gain - gain.mean(), np.float32)


def _bright_cells(bright: Floats, ratio: Floats, usable: Cells) -> tuple[Cells, Floats]:
    """Of the usable cells (n, 32, 24) the brighter half, and the middle there (n, 3) of a ratio (k, 3, 32, 24), k being n or 1."""
    kept, middles = np.zeros(usable.shape, bool), np.zeros((len(usable), 3), np.float32)
    flat, flat_ratio, marks = bright.reshape(len(bright), -1), ratio.reshape(len(ratio), 3, -1), kept.reshape(len(kept), -1)
    for i, cells in enumerate(usable.reshape(len(usable), -1)):
        told, look = cells.nonzero()[0], i if len(bright) > 1 else 0
        if len(told) >= _FEWEST:
            values = flat[look].take(told)
            told = told[values >= middle(values)]
            marks[i, told] = True
            middles[i] = middle(flat_ratio[look].take(told, 1))
    return kept, middles


def smallest(colours: Floats) -> Floats:
    """The smallest of the three channels of (..., 3); NumPy's own `min` takes fifty times as long over so short an axis."""
    return np.asarray(np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def largest(colours: Floats) -> Floats:
    """The largest of the three channels of (..., 3), as quickly."""
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def middle(values: Floats) -> Floats:
    """The median along the last axis; of an even number, the upper one of the two in the middle."""
    half, parted = values.shape[-1] // 2, values.copy()
    parted.partition(half)  # NumPy's function of the same name takes twice as long for so few
    return np.asarray(parted[..., half], np.float32)


def planes(colours: Floats) -> Floats:
    """(..., 32, 24, 3) -> (..., 3, 32, 24), each channel in one piece: NumPy takes several times as long over so short a last axis."""
    return np.ascontiguousarray(np.moveaxis(colours, -1, -3))


def smooth(cells: Floats) -> Floats:
    """Cells (..., 32, 24) averaged with their neighbours, so that a shift of part of a cell does not count."""
    return np.asarray(np.matmul(np.matmul(_average(canon.CELLS[0]), cells), _average(canon.CELLS[1]).T), np.float32)


@cache
def _average(size: int) -> Floats:
    """OpenCV's mean of three in a line of `size` numbers, as a matrix (size, size)."""
    return np.asarray(cv2.blur(np.eye(size, dtype=np.float32), (1, 3)), np.float32)


@cache
def _blur(size: int, sigma: float) -> Floats:
    """OpenCV's Gaussian blur of a line of `size` numbers, as a matrix (size, size)."""
    return np.asarray(cv2.GaussianBlur(np.eye(size, dtype=np.float32), (1, 0), 1e-3, sigmaY=sigma), np.float32)
