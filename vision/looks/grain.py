"""The grain of print: stripes, hatching and small type, too fine for the canonical raster, looked at in the picture as it was taken.

Edges on twice the raster, averaged over each colour cell: their direction, whatever their phase. Blur takes grain away and never makes any,
so a grain that is seen counts for what it is, and one that is missing only where the rest of the print is seen as sharply as when enrolled.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

FINER = 2
"""Pixels of the fine raster per pixel of the canonical one, each way."""
FINE = (canon.HEIGHT * FINER, canon.WIDTH * FINER)
"""Rows and columns of the fine raster."""


@dataclass(frozen=True, slots=True)
class GrainParams:
    """How two looks are told apart by their grain."""

    least: float = 0.15
    """Difference of a cell's grain that counts."""
    none: float = 0.1
    """Grain of a cell that is none."""
    weight: float = 16.0
    """What a cell whose grain differs by 1 counts against an edge pixel of the canonical raster."""
    least_weight: float = 60.0
    """Two looks that differ by less have the same grain."""
    sharp: tuple[float, float] = (0.88, 0.98)
    """Keenness, in parts of that of the enrolled look, below which missing grain says nothing, and from which it counts in full."""


@dataclass(frozen=True, slots=True, eq=False)
class Grain:
    """The fine edges of a look, or of what is seen of a piece."""

    edges: Floats
    """(32, 24, 2): the mean direction of the edges in each colour cell, see `canon.edges`."""
    keen: float
    """How much steeper its steepest edges are than after some blur, 1.2 when blurred to 2.5 when sharp; less where pixels are too few."""


def grain_of(fine: Pixels, density: float = 1.0) -> Grain:
    """The grain of a piece on the fine raster, (256, 192, 3 or 4) RGB: of its darkest channel, in which every ink stands out from paper.

    `density`: pixels of the picture it was cut from per pixel of the raster.
    """
    down, across = canon.CELLS
    red, green, blue, *_ = cv2.split(fine)
    ink = np.asarray(cv2.min(cv2.min(red, green), blue), np.uint8)
    cells = cv2.resize(canon.edges(ink), (across, down), interpolation=cv2.INTER_AREA)
    return Grain(np.asarray(cells, np.float32), keenness(ink) * min(1.0, density / _DENSE))


def keenness(ink: Pixels) -> float:
    """Slope of the steepest edges of (256, 192) greys, in parts of their slope after a blur of two pixels."""
    sharp = np.asarray(cv2.GaussianBlur(ink, (3, 3), 0.8), np.uint8)
    steep, soft = _slopes(sharp), _slopes(np.asarray(cv2.GaussianBlur(sharp, (0, 0), _BLUR_PX), np.uint8))
    some = soft.ravel()[::_EVERY]
    steepest = soft >= np.partition(some, -_STEEPEST)[-_STEEPEST]
    return float(np.sqrt(steep[steepest].sum() / max(float(soft[steepest].sum()), 1e-6)))


def _slopes(grey: Pixels) -> Floats:
    """Squared slope of (256, 192) greys, but at the rim, where the piece ends."""
    x, y = (cv2.Scharr(grey, cv2.CV_32F, *way, scale=1 / 32)[_RIM:-_RIM, _RIM:-_RIM] for way in ((1, 0), (0, 1)))
    return np.asarray(x * x + y * y, np.float32)


_DENSE = 0.6
"""Pixels of a picture per pixel of the fine raster that it takes to see what is there."""
_BLUR_PX = 2.0
_RIM = 8
_EVERY, _STEEPEST = 5, 260
"""Of every fifth pixel so many: the 3 % that are steepest after the blur, outlines rather than noise."""


@dataclass(frozen=True, eq=False)
class GrainDifference:
    """Where the grain of two looks differs."""

    differs: Floats
    """(32, 24, 2): difference of their edges in the cells where it counts, else 0."""
    second: Grain
    gains: float
    """How much more grain the first has there than the second, -1 to 1 of the difference."""
    keen: float
    """Keenness of the look with more grain."""
    plain: NDArray[np.bool_]
    """(32, 24): cells in which it differs since one of them has none at all."""

    @cached_property
    def amount(self) -> Floats:
        """(32, 24): squared length of the difference."""
        return np.asarray((self.differs**2).sum(2), np.float32)


def grain_difference(first: Grain, second: Grain, params: GrainParams) -> GrainDifference:
    """Where two looks differ in their grain."""
    between = first.edges - second.edges
    between = between * ((between**2).sum(2, keepdims=True) >= params.least**2)
    counts = between.any(2)
    much = [float((one.edges[counts] ** 2).sum()) for one in (first, second)]
    gains = (much[0] - much[1]) / max(float((between**2).sum()), 1e-6)
    plain = counts & (np.minimum((first.edges**2).sum(2), (second.edges**2).sum(2)) < params.none**2)
    return GrainDifference(between, second, float(np.clip(gains, -1, 1)), (first if gains > 0 else second).keen, plain)


def nearer(seen: Grain, differ: GrainDifference, cells: NDArray[np.bool_], params: GrainParams) -> tuple[float, float]:
    """Which of two looks the grain of some `cells` (32, 24) comes nearer to, -1 the second, 1 the first, and how much it counts.

    Grain that is missing where it would not be seen either is evidence for neither: then the two cannot be told apart by so much.
    """
    shows = cells.astype(np.float32)
    amount = float(np.vdot(differ.amount, shows))
    if params.weight * amount < params.least_weight:
        return 0.0, 0.0
    along = float(np.vdot(seen.edges - differ.second.edges, differ.differs * shows[..., None])) / amount
    side = max(-1.0, min(1.0, 2 * along - 1))
    is_less = side * differ.gains < 0
    return side * (1 - unseen(seen, differ, params)) if is_less else side, params.weight * amount


def unseen(seen: Grain, differ: GrainDifference, params: GrainParams) -> float:
    """How much of the grain in which two looks differ would not be seen if it were there: 0 all of it would be, 1 none."""
    low, high = params.sharp
    return 1 - max(0.0, min(1.0, (seen.keen / differ.keen - low) / (high - low)))
