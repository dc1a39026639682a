"""The grain of print: stripes, hatching and small type, too fine for the canonical raster, looked at in the picture as it was taken.

Edges on twice the raster, averaged over each colour cell: their direction, whatever their phase. Blur takes grain away and never makes any,
so a grain that is seen counts for what it is, and one that is missing only where the rest of the print is seen as sharply as when enrolled:
in every direction, since a hand that shakes blurs one only. Where a trace of it is seen it is not missing, however sharp a camera's program
has made the outlines.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.blocks import squares
from vision.looks.gains import middle

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
    trace: tuple[float, float] = (0.05, 0.15)
    """Part of the grain, in most cells, from which it is seen to be there though faintly, and from which none of it is missing: of empty
    figures it was .02 and less in a good light, ..."""
    rough: float = 0.9
    """... unless all but a tenth of the cells beside them show less of it: else it is the texture of paper in a shine."""
    one_way: float = 0.5
    """Length of the mean of the grain in its cells, in parts of the mean length: less, and it goes several ways."""
    fewest: int = 12
    """Cells with grain, and beside it, that it takes to see a trace."""


@dataclass(frozen=True, slots=True, eq=False)
class Grain:
    """The fine edges of a look, or of what is seen of a piece."""

    edges: Floats
    """(32, 24, 2): the mean direction of the edges in each colour cell, see `canon.edges`."""
    keen: float
    """How much steeper its steepest edges are than after some blur, 1.2 when blurred to 2.5 when sharp; less where pixels are too few, or
    where those of one direction are less steep than the others."""


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
    (x, y), (across, down) = _slopes(sharp), _slopes(np.asarray(cv2.GaussianBlur(sharp, (0, 0), _BLUR_PX), np.uint8))
    soft = across * across + down * down
    some = soft.ravel()[::_EVERY]
    least = np.partition(some, -_STEEPEST)[-_STEEPEST]
    at = np.flatnonzero(soft >= least / 2)
    soft, steep = soft.ravel()[at], x.ravel()[at] ** 2 + y.ravel()[at] ** 2
    keen = float(np.sqrt(steep[soft >= least].sum() / max(float(soft[soft >= least].sum()), 1e-6)))
    softest = _softest(steep, soft, np.degrees(np.arctan2(down.ravel()[at], across.ravel()[at])))
    return min(keen, softest / _ROUND)


def _softest(steep: Floats, soft: Floats, degrees: Floats) -> float:
    """The keenness of that direction which is least keen, of those with edges enough; some edges (n,) by their squared slopes."""
    found = []
    for way in range(0, 180, 30):
        alike = np.abs((degrees - way + 90) % 180 - 90) < _ASIDE_DEGREES
        if np.count_nonzero(alike) >= _SOME * len(soft):
            found.append(float(np.sqrt(steep[alike].sum() / max(float(soft[alike].sum()), 1e-6))))
    return min(found, default=np.inf)


def _slopes(grey: Pixels) -> tuple[Floats, Floats]:
    """How (256, 192) greys change to the right and down, but at the rim, where the piece ends."""
    x, y = (cv2.Scharr(grey, cv2.CV_32F, *way, scale=1 / 32)[_RIM:-_RIM, _RIM:-_RIM] for way in ((1, 0), (0, 1)))
    return np.asarray(x, np.float32), np.asarray(y, np.float32)


_DENSE = 0.6
"""Pixels of a picture per pixel of the fine raster that it takes to see what is there."""
_LEAST_KEEN = 1e-3
"""Keenness of a look without an edge within its rim; whatever is seen is as keen."""
_BLUR_PX = 2.0
_RIM = 8
_EVERY, _STEEPEST = 5, 260
"""Of every fifth pixel so many: the 3 % that are steepest after the blur, outlines rather than noise."""
_ASIDE_DEGREES, _SOME = 22.5, 0.1
"""Edges of one direction differ by so much from it, and are at least so large a part of all: of few a small round figure decides."""
_ROUND = 0.89
"""Keenness of the softest of several directions, in parts of all, where nothing shakes: .89 and more of 84 pieces, of shaken ones .87 and
less of 20 in 22."""


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
    bare: NDArray[np.bool_]
    """(32, 24): cells, beside others like them, in which neither has any."""
    way: Floats | None
    """(2,): how edges show of how much of the grain, in `plain` cells, they are a trace; None where it goes several ways."""

    @cached_property
    def amount(self) -> Floats:
        """(32, 24): squared length of the difference."""
        return np.asarray((self.differs**2).sum(2), np.float32)


def grain_difference(first: Grain, second: Grain, params: GrainParams) -> GrainDifference:
    """Where two looks differ in their grain."""
    between = first.edges - second.edges
    between = between * (squares(between) >= params.least**2)[..., None]
    counts = (between[..., 0] != 0) | (between[..., 1] != 0)
    much = [float((one.edges[counts] ** 2).sum()) for one in (first, second)]
    gains = (much[0] - much[1]) / max(float((between**2).sum()), 1e-6)
    one, other = squares(first.edges), squares(second.edges)
    plain = counts & (np.minimum(one, other) < params.none**2)
    bare = cv2.erode((np.maximum(one, other) < params.none**2).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    bare[[0, -1]] = bare[:, [0, -1]] = False
    keen, way = (first if gains > 0 else second).keen, _way(between[plain], gains, params)
    return GrainDifference(between, second, float(np.clip(gains, -1, 1)), keen, plain, bare, way)


def _way(between: Floats, gains: float, params: GrainParams) -> Floats | None:
    """Along which edges are a trace of the grain by which some cells (n, 2) differ, the first having so much more of it."""
    if len(between) < params.fewest:
        return None
    mean = between.mean(0) * np.float32(np.sign(gains))
    square, long = float(mean @ mean), float(np.hypot(*between.T).mean())
    return None if square < (params.one_way * long) ** 2 else np.asarray(mean / np.float32(square), np.float32)


def sharpness(seen: Grain, own: Grain | GrainDifference, params: GrainParams) -> float:
    """How much of an enrolled grain would be seen if it were there, by how keen all else is: 0 none of it, 1 all."""
    low, high = params.sharp
    return max(0.0, min(1.0, (seen.keen / max(own.keen, _LEAST_KEEN) - low) / (high - low)))


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
    if not is_less:
        return side, params.weight * amount
    return side * (1 - max(unseen(seen, differ, params), trace(seen, differ, cells, params))), params.weight * amount


def unseen(seen: Grain, differ: GrainDifference, params: GrainParams) -> float:
    """How much of the grain in which two looks differ would not be seen if it were there: 0 all of it would be, 1 none."""
    return 1 - sharpness(seen, differ, params)


def trace(seen: Grain, differ: GrainDifference, cells: NDArray[np.bool_], params: GrainParams) -> float:
    """How clearly a trace of the grain that one of two looks has, and the other has not, is seen in some `cells` (32, 24): 0 to 1."""
    if differ.way is None:
        return 0.0
    here, beside = (seen.edges[some & cells] @ differ.way for some in (differ.plain, differ.bare))
    if min(len(here), len(beside)) < params.fewest:
        return 0.0
    (low, high), most = params.trace, round(params.rough * (len(beside) - 1))
    rough = float(np.partition(beside, most)[most])
    return max(0.0, min(1.0, (float(middle(here)) - max(low, rough)) / (high - low)))
