"""A piece as it was shown: which size it may have, which way round it lies, and which others look like it."""

from dataclasses import replace

import numpy as np

from companion.cli.naming import FLAT
from companion.game import CompanionError
from companion.web.helper import Alike
from vision.enrolling.separability import Separability
from vision.enrolling.showing import Pixels, Shown
from vision.looks.differences import HARD, HOPELESS

MOST_PAIRS = 12
SIZES_MM = (10.0, 400.0)
WRONG_SIZE = f"cards are {SIZES_MM[0]:g} to {SIZES_MM[1]:g} mm wide and high; measure one"
ACROSS_MM = (5.0, 100.0)
WRONG_ACROSS = f"round tokens are {ACROSS_MM[0]:g} to {ACROSS_MM[1]:g} mm across; measure one"
SQUARE = 0.02
"""Relative difference of two shapes up to which they are the same: a square, or a scan of the card."""


def is_scan(rgb: Pixels, size_mm: tuple[float, float]) -> bool:
    """Whether a picture has the shape of the card, as a scan cut at its edges has."""
    return bool(abs(rgb.shape[0] / rgb.shape[1] / (size_mm[1] / size_mm[0]) - 1) < SQUARE)


def turned_round(card: Shown) -> Shown:
    """The piece the next way round in which it could lie."""
    rgb = turned(card.rgb)
    is_on_its_side = rgb.shape[0] != card.rgb.shape[0]
    return replace(card, rgb=rgb, ratio=1 / card.ratio if is_on_its_side else card.ratio)


def turned(rgb: Pixels) -> Pixels:
    """A picture of a piece the next way round in which it could lie."""
    return np.ascontiguousarray(np.rot90(rgb, 1 if is_square(rgb) else 2))


def is_square(rgb: Pixels) -> bool:
    """Whether a picture is as wide as high, so that its piece may lie in four ways."""
    height, width = int(rgb.shape[0]), int(rgb.shape[1])
    return abs(height - width) < SQUARE * max(height, width)


def check_size(kind: str, size_mm: tuple[float, float]) -> None:
    """Raises CompanionError for a size that no piece of this kind has."""
    low, high = SIZES_MM if kind in FLAT else ACROSS_MM
    if not all(low <= side <= high for side in size_mm):
        raise CompanionError(WRONG_SIZE if kind in FLAT else WRONG_ACROSS)


def alike(report: Separability | None) -> tuple[Alike, ...]:
    """The pairs that are hard to tell apart, the worst first."""
    hard = [pair for pair in report.pairs if pair.difference < HARD] if report else []
    return tuple(Alike(pair.first, pair.second, pair.where, pair.difference < HOPELESS, pair.is_one_side) for pair in hard[:MOST_PAIRS])
