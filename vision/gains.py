"""The light on a piece: how much brighter its colours are seen than when it was enrolled, changing slowly over the piece."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import canon

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

    colours: Floats
    """(32, 24, 3) RGB, 0 to 1."""
    log: Floats
    """(32, 24, 3): their natural logarithm."""
    usable: Cells
    """(32, 24): neither burnt out nor black."""


def lit(colours: Floats, burnt: Cells | None = None) -> Lit:
    """Colours as seen, (32, 24, 3) RGB, with the cells that are burnt out to white."""
    usable = largest(colours) > _SEEN
    return Lit(colours, log(colours), usable if burnt is None else usable & ~burnt)


def log(colours: Floats) -> Floats:
    """The natural logarithm of colours, of (..., 3) any shape."""
    return np.asarray(np.log(np.maximum(colours, np.float32(_DARKEST))), np.float32)


def balanced(seen: Lit, looks: Floats, away: Cells | None, sigma_cells: float) -> Floats:
    """Colours as seen, under the light of each of several looks (n, 32, 24, 3): by a gain a channel, from the look's bright cells.

    `away` (n, 32, 24): cells that must not decide about the light, since they are what is asked about; one look (1, 32, 24, 3) may be asked
    about in n ways. Gives (n, 32, 24, 3).
    """
    bright, ratio = smallest(looks), log(looks) - seen.log
    usable = seen.usable & (bright > _BRIGHT)
    if away is not None:
        usable = usable & ~away
    bright, ratio = (np.broadcast_to(values, (len(usable), *values.shape[1:])) for values in (bright, ratio))
    near, middles = np.zeros(usable.shape, bool), np.zeros((len(usable), 3), np.float32)
    for i, cells in enumerate(usable):
        if np.count_nonzero(cells) < _FEWEST:
            continue
        cells = cells & (bright[i] >= middle(bright[i][cells]))
        middles[i] = middle(ratio[i][cells])
        near[i] = cells
    off = ratio - middles[:, None, None]
    near &= largest(np.abs(off)) < _ALIKE
    kept = near.astype(np.float32)[..., None]
    fields = np.concatenate([kept * off, kept], -1).transpose(0, 3, 1, 2)
    down, across = _blur(canon.CELLS[0], sigma_cells), _blur(canon.CELLS[1], sigma_cells)
    smooth = np.matmul(np.matmul(down, fields), across.T)
    gain = np.exp(middles[:, :, None, None] + smooth[:, :3] / (smooth[:, 3:] + np.float32(0.05)))
    return np.asarray(seen.colours * gain.transpose(0, 2, 3, 1), np.float32)


def smallest(colours: Floats) -> Floats:
    """The smallest of the three channels of (..., 3); NumPy's own `min` takes fifty times as long over so short an axis."""
    return np.asarray(np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def largest(colours: Floats) -> Floats:
    """The largest of the three channels of (..., 3)."""
    return np.asarray(np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2]), np.float32)


def middle(values: Floats) -> Floats:
    """The median along the first axis; of an even number, the upper one of the two in the middle."""
    half = len(values) // 2
    return np.asarray(np.partition(values, half, axis=0)[half], np.float32)


@cache
def _blur(size: int, sigma: float) -> Floats:
    """OpenCV's Gaussian blur of a line of `size` numbers, as a matrix (size, size)."""
    return np.asarray(cv2.GaussianBlur(np.eye(size, dtype=np.float32), (1, 0), 1e-3, sigmaY=sigma), np.float32)
