"""Which colours some places of a board have, counted: in steps of each colour as it seems to the eye, as parts of the paper's."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ToneParams:
    """How colours are counted."""

    levels: int = 12
    """Steps of each colour; those of the next steps are one with it."""
    lightest: float = 1.1
    """Of the paper's tone, at the last of them."""


PARAMS = ToneParams()


def tones(light: Floats) -> Floats:
    """Square roots of light, so that dark colours differ as they seem to."""
    return np.asarray(np.sqrt(np.clip(light, 0, 4)), np.float32)


def steps(seen: Floats, params: ToneParams = PARAMS) -> Ints:
    """(...) in which step each tone (...) is."""
    return np.asarray(np.clip((seen * (params.levels / params.lightest)).astype(np.int64), 0, params.levels - 1), np.int64)


def shares(seen: Floats, params: ToneParams = PARAMS) -> Floats:
    """(levels, levels, levels) the part of (n, 3) tones that is of each colour, or next to it."""
    shape = (params.levels,) * 3
    places = np.ravel_multi_index(tuple(steps(seen, params).T), shape)
    counts = np.bincount(places, np.full(len(seen), 1 / len(seen)), params.levels**3)
    return with_next(np.asarray(counts.reshape(shape), np.float64))


def with_next(counts: NDArray[np.float64]) -> Floats:
    """(..., levels, levels, levels) counts of colours, each with those next to it."""
    for axis in (-3, -2, -1):
        lower, upper = np.roll(counts, 1, axis), np.roll(counts, -1, axis)
        np.moveaxis(lower, axis, 0)[0], np.moveaxis(upper, axis, 0)[-1] = 0, 0
        counts = lower + counts + upper
    return np.asarray(counts, np.float32)
