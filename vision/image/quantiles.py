"""Medians and other quantiles of many rows of few values, for which numpy's own spend most of their time on checks.

A row is sorted: numpy sorts small numbers of values faster than it finds two neighbours among them.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Fractions = NDArray[np.floating[Any]]


def median_of(values: Fractions) -> Floats:
    """(...) of (..., n) values, n > 0: `np.median` along the last axis."""
    ordered, count = np.sort(values, axis=-1), values.shape[-1]
    return np.asarray((ordered[..., (count - 1) // 2] + ordered[..., count // 2]) / 2, np.float32)


def median_down(values: Fractions) -> Floats:
    """(...) of (n, ...) values, n > 0: `np.median` along the first axis."""
    ordered = np.sort(values, axis=0)
    return np.asarray((ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2, np.float32)


def quantile_of(values: Fractions, part: float) -> Floats:
    """(...) of (..., n) values, n > 0: `np.quantile` along the last axis."""
    ordered, place = np.sort(values, axis=-1), part * (values.shape[-1] - 1)
    low = int(place)
    lower, upper = ordered[..., low], ordered[..., min(low + 1, values.shape[-1] - 1)]
    return np.asarray(lower + (upper - lower) * np.float32(place - low), np.float32)
