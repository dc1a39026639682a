"""Where each block of a look's edges lies in other edges: correlations at every step within reach."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision import canon
from vision.canon import BLOCK

Floats: TypeAlias = NDArray[np.float32]

CORNERS = np.array([(x, y) for y in range(0, canon.HEIGHT, BLOCK) for x in range(0, canon.WIDTH, BLOCK)], np.int64)
"""(blocks, 2): x, y of the top left corner of each block, row by row."""


def energies(field: Floats) -> Floats:
    """Summed squares of (HEIGHT, WIDTH, 2) edges, or of such on a smaller raster, in each block: (blocks,)."""
    side = len(field) // canon.ROWS
    rows = field.reshape(canon.ROWS, side, canon.COLUMNS, side * 2)
    return np.asarray(np.einsum("abcd,abcd->ac", rows, rows).ravel(), np.float32)


def responses(seen: Floats, look: Floats, blocks: NDArray[np.int64], reach: int) -> Floats:
    """Correlation of some blocks of a look with `seen` at each step, right and down: (n, 2 * reach + 1, 2 * reach + 1).

    `look` is (HEIGHT, WIDTH, 2) edges, or such on a smaller raster; `seen` the same with `reach` of its pixels more on every side.
    """
    steps, side = 2 * reach + 1, len(look) // canon.ROWS
    flat, flat_look = np.ascontiguousarray(seen).reshape(len(seen), -1), np.ascontiguousarray(look).reshape(len(look), -1)
    sums, own, corners = _sums(flat, side), energies(look), CORNERS[blocks] * side // BLOCK
    lengths = sliding_window_view(sums[:, ::2], (steps, steps))[corners[:, 1], corners[:, 0]] * own[blocks, None, None]
    dots = (_near if reach <= _NEAR_PX and side == BLOCK else _far)(flat, flat_look, corners.tolist(), side, steps)
    return np.asarray(dots / np.sqrt(np.maximum(lengths, np.float32(1e-6))), np.float32)


def responses_within(seen: Floats, look: Floats, mask: NDArray[np.bool_], blocks: NDArray[np.int64], reach: int) -> Floats:
    """The same of what lies within a `mask` (HEIGHT, WIDTH) of the look alone; `reach` of a few pixels."""
    steps, both = 2 * reach + 1, np.repeat(mask, 2, 1).astype(np.float32)
    flat, flat_look = np.ascontiguousarray(seen).reshape(len(seen), -1), np.ascontiguousarray(look).reshape(len(look), -1) * both
    corners = CORNERS[blocks].tolist()
    own = energies(flat_look.reshape(look.shape))[blocks, None, None]
    lengths = _near(flat * flat, both, corners, BLOCK, steps) * own
    return np.asarray(_near(flat, flat_look, corners, BLOCK, steps) / np.sqrt(np.maximum(lengths, np.float32(1e-6))), np.float32)


def _far(seen: Floats, look: Floats, corners: list[list[int]], side: int, steps: int) -> Floats:
    """Scalar products of blocks of a look with what is seen, both channels side by side, at each step: (n, steps, steps)."""
    dots = np.empty((len(corners), steps, steps), np.float32)
    for i, (x, y) in enumerate(corners):
        # both channels side by side in one row: OpenCV takes twice as long for two channels; every other step would mix them up
        window = seen[y : y + side + steps - 1, 2 * x : 2 * (x + side + steps - 1)]
        dots[i] = cv2.matchTemplate(window, look[y : y + side, 2 * x : 2 * (x + side)], cv2.TM_CCORR)[:, ::2]
    return dots


def _near(seen: Floats, look: Floats, corners: list[list[int]], side: int, steps: int) -> Floats:
    """The same for a few steps, for which OpenCV takes longer than for many: each step's window in a row, all times the block."""
    windows = sliding_window_view(seen, (side, 2 * side))[:, ::2]
    rows = np.empty((steps, steps, side, 2 * side), np.float32)
    dots = np.empty((len(corners), steps * steps), np.float32)
    for i, (x, y) in enumerate(corners):
        rows[:] = windows[y : y + steps, x : x + steps]
        np.matmul(rows.reshape(steps * steps, -1), look[y : y + side, 2 * x : 2 * (x + side)].ravel(), out=dots[i])
    return dots.reshape(-1, steps, steps)


_NEAR_PX = 4
"""Reach up to which steps are few."""


def peaks(found: Floats) -> tuple[Floats, Floats]:
    """Where each grid of responses (n, steps, steps) is highest, to a fraction of a step, (n, 2) right and down; and how high (n,)."""
    steps = found.shape[1]
    best = found.reshape(len(found), steps * steps).argmax(1)
    n, row, column = np.arange(len(best)), best // steps, best % steps
    left, right, above, below = (np.clip(at, 0, steps - 1) for at in (column - 1, column + 1, row - 1, row + 1))
    middle, off = found[n, row, column], []
    for before, after in ((found[n, row, left], found[n, row, right]), (found[n, above, column], found[n, below, column])):
        off.append((after - before) / np.maximum(2 * (2 * middle - before - after), np.float32(1e-6)))
    at = np.stack([column, row], 1) + np.clip(np.stack(off, 1), -0.5, 0.5)
    return np.asarray(at, np.float32), middle


def _sums(flat: Floats, side: int) -> Floats:
    """Summed squares of edges, both channels side by side (H, 2 * W), over the block that begins at each pixel: at every other column."""
    return np.asarray(cv2.boxFilter(cv2.multiply(flat, flat), -1, (2 * side, side), anchor=(0, 0), normalize=False), np.float32)
