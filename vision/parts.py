"""Outlines of pieces of which something straight covers one side: two corners and three sides show, the rest is known by their size."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.outlines import sides

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PartParams:
    """What may be a part of a piece."""

    smallest_share: float = 0.01
    """Of the picture's area; smaller outlines are no part of anything that could be named."""
    grown: tuple[float, float] = (1.08, 3.0)
    """The piece may be so many times longer than what shows."""
    most_elongated: float = 6.0
    """Longer side to shorter side of what shows."""
    most: int = 12
    """Guesses that are handed on."""


def completed(outlines: Iterable[Floats], sizes_mm: Iterable[tuple[float, float]], least_px: float, params: PartParams) -> Iterator[Floats]:
    """The places (4, 2) of pieces of known size, shorter side first, of which an outline (4, 2) above an area of `least_px` is a part.

    Each pair of opposite sides may be a whole side of the piece, short or long; the piece goes on beyond either end. Perspective is that of
    what shows.
    """
    ratios = {long / short for short, long in sizes_mm}
    for outline in outlines:
        if cv2.contourArea(outline) < least_px:
            continue
        for quad in (outline, np.roll(outline, -1, 0)):
            a, b, c, d = sides(quad).tolist()
            for ratio in ratios | {1 / ratio for ratio in ratios}:
                factor = ratio * (a + c) / max(b + d, 1e-6)
                if params.grown[0] < factor < params.grown[1]:
                    yield from _grown(quad, factor)


def _grown(quad: Floats, factor: float) -> Iterator[Floats]:
    """The quad, its sides 1 and 3 grown by a factor: away from side 0, then away from side 2."""
    along = np.stack([quad[3] - quad[0], quad[2] - quad[1]]) * np.float32(factor)
    yield np.stack([quad[0], quad[1], quad[1] + along[1], quad[0] + along[0]])
    yield np.stack([quad[3] - along[0], quad[2] - along[1], quad[2], quad[3]])
