"""Medians and other quantiles of many rows of few values, for which numpy's own spend most of their time on checks.

A row is sorted: numpy sorts small numbers of values faster than it finds two neighbours among them.
"""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Fractions = NDArray[np.floating[Any]]


def median_of(values: Fractions, axis: int = -1) -> Floats:
    """Of values, some along that axis: `np.median`."""
    ordered, count = np.sort(values, axis=axis), values.shape[axis]
    return np.asarray((ordered.take((count - 1) // 2, axis) + ordered.take(count // 2, axis)) / 2, np.float32)


def quantile_of(values: Fractions, part: float) -> Floats:
    """(...) of (..., n) values, n > 0: `np.quantile` along the last axis."""
    ordered, place = np.sort(values, axis=-1), part * (values.shape[-1] - 1)
    low = int(place)
    lower, upper = ordered[..., low], ordered[..., min(low + 1, values.shape[-1] - 1)]
    return np.asarray(lower + (upper - lower) * np.float32(place - low), np.float32)


def level_of(grey: NDArray[np.uint8], part: float) -> float:
    """The grey level (H, W), at least one pixel, under which so much of a picture lies: `np.quantile`, by counting levels."""
    below = np.cumsum(cv2.calcHist([np.ascontiguousarray(grey)], [0], None, [256], [0, 256]).ravel(), dtype=np.int64)
    place = part * (grey.size - 1)
    low, high = np.searchsorted(below, (int(place), min(int(place) + 1, grey.size - 1)), "right").tolist()
    return float(low + (high - low) * (place - int(place)))
