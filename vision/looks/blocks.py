"""Where each block of a look's edges lies in other edges: correlations at every step within reach."""

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.canon import BLOCK

Floats: TypeAlias = NDArray[np.float32]

CORNERS = np.array([(x, y) for y in range(0, canon.HEIGHT, BLOCK) for x in range(0, canon.WIDTH, BLOCK)], np.int64)
"""(blocks, 2): x, y of the top left corner of each block, row by row."""


def energies(field: Floats) -> Floats:
    """Summed squares of (HEIGHT, WIDTH, 2) edges, or of such on a smaller raster, in each block: (blocks,)."""
    side = len(field) // canon.ROWS
    rows = field.reshape(canon.ROWS, side, canon.COLUMNS, side * 2)
    return np.asarray(np.einsum("abcd,abcd->ac", rows, rows).ravel(), np.float32)


def squares(field: Floats) -> Floats:
    """Squared strength of edges (H, W, 2) in one piece: (H, W); as complex numbers, since NumPy is slow over a last axis of two."""
    both = field.view(np.complex64)[..., 0]
    return np.asarray(both.real * both.real + both.imag * both.imag, np.float32)


def responses(seen: Floats, look: Floats, blocks: NDArray[np.int64], reach: int, own: Floats | None = None) -> Floats:
    """Correlation of some blocks of a look with `seen` at each step, right and down: (n, 2 * reach + 1, 2 * reach + 1).

    `look` is (HEIGHT, WIDTH, 2) edges, or such on a smaller raster; `seen` the same with `reach` of its pixels more on every side. `own`
    (blocks,): the look's `energies`, where they are known.
    """
    steps, side = 2 * reach + 1, len(look) // canon.ROWS
    flat, flat_look = np.ascontiguousarray(seen).reshape(len(seen), -1), np.ascontiguousarray(look).reshape(len(look), -1)
    corners = (CORNERS[blocks] * side // BLOCK).tolist()
    dots = (_near if reach <= _NEAR_PX and side == BLOCK else _far)(flat, flat_look, corners, side, steps)
    lengths = _steps_of(_sums(flat, side), blocks, side, steps)
    lengths *= (energies(look) if own is None else own)[blocks, None, None]
    np.maximum(lengths, np.float32(1e-6), out=lengths)
    dots /= np.sqrt(lengths, out=lengths)
    return dots


def _steps_of(sums: Floats, blocks: NDArray[np.int64], side: int, steps: int) -> Floats:
    """Of sums (H, 2 * W) those at each step from the corners of some blocks, at every other column: (n, steps, steps)."""
    down, right = sums.strides[0], 2 * sums.itemsize
    shape, strides = (canon.ROWS, canon.COLUMNS, steps, steps), (side * down, side * right, down, right)
    return np.ndarray(shape, np.float32, sums, 0, strides)[blocks // canon.COLUMNS, blocks % canon.COLUMNS]  # a view, made at once


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
    dots, wide, tall = np.empty((len(corners), steps * steps), np.float32), 2 * side, side + steps - 1
    down, right = seen.strides[0], 2 * seen.itemsize
    shape = (len(seen) - tall + 1, seen.shape[1] // 2 - tall + 1, steps, tall, wide)
    columns = np.ndarray(shape, np.float32, seen, 0, (down, right, right, down, seen.itemsize))  # views, made at once
    column = np.empty((steps, tall, wide), np.float32)
    windows = np.ndarray((steps, steps, side * wide), np.float32, column, 0, (*column.strides[:2], column.itemsize))
    rows = np.empty((steps, steps, side * wide), np.float32)
    for i, (x, y) in enumerate(corners):
        column[:] = columns[y, x]  # in two steps: rows that are long are copied sooner
        rows[:] = windows.transpose(1, 0, 2)
        np.matmul(rows.reshape(steps * steps, -1), look[y : y + side, 2 * x : 2 * (x + side)].ravel(), out=dots[i])
    return dots.reshape(-1, steps, steps)


_NEAR_PX = 4
"""Reach up to which steps are few."""


def peaks(found: Floats) -> tuple[Floats, Floats]:
    """Where each grid of responses (n, steps, steps) is highest, to a fraction of a step, (n, 2) right and down; and how high (n,)."""
    n, steps, _ = found.shape
    flat, best = found.ravel(), found.reshape(n, -1).argmax(1)
    at = np.stack([best % steps, best // steps])
    place, aside = np.arange(n) * (steps * steps) + best, np.array([[1], [steps]])
    middle, before, after = flat[place], flat[place - aside * (at > 0)], flat[place + aside * (at < steps - 1)]
    off = (after - before) / np.maximum(2 * (2 * middle - before - after), np.float32(1e-6))
    return np.asarray((at + np.minimum(np.maximum(off, np.float32(-0.5)), np.float32(0.5))).T, np.float32), middle


def _sums(flat: Floats, side: int) -> Floats:
    """Summed squares of edges, both channels side by side (H, 2 * W), over the block that begins at each pixel: at every other column."""
    return np.asarray(cv2.boxFilter(cv2.multiply(flat, flat), -1, (2 * side, side), anchor=(0, 0), normalize=False), np.float32)
