"""A picture at any places, however many: OpenCV takes no more than 32,767 rows or columns of them at once. And a row of values."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

MOST = 32_000
"""Rows, and columns, of places that are asked for in one call."""


def sampled(picture: NDArray[Any], x: NDArray[np.float32], y: NDArray[np.float32], border: int = cv2.BORDER_REPLICATE) -> NDArray[Any]:
    """(H, W) or (H, W, c) at x and y (rows, columns), in pixels, bilinear: (rows, columns) or (rows, columns, c), of its own type."""
    if x.shape[1] > MOST:
        return np.concatenate([sampled(picture, x[:, k : k + MOST], y[:, k : k + MOST], border) for k in range(0, x.shape[1], MOST)], 1)
    if len(x) <= MOST:
        return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=border))
    return np.concatenate([sampled(picture, x[k : k + MOST], y[k : k + MOST], border) for k in range(0, len(x), MOST)])


def along(values: NDArray[np.float64], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) values at places (...) from 0 to n - 1, linear between them: `np.interp`, which looks for each place where it lies."""
    low = np.minimum(at.astype(np.intp), len(values) - 2)
    return np.asarray(np.diff(values).take(low) * (at - low) + values.take(low))
