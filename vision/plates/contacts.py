"""Who touches whom in a stack: gaps between outlines in millimetres, and which of them a picture can decide."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import PLATE, TABLE

Floats = NDArray[np.float64]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ContactParams:
    """When a gap is a contact. Between the two limits the picture cannot decide."""

    touch_mm: float = 0.1
    touch_px: float = 0.85
    """Gaps below the sum of both are contacts."""
    usual_blur_px: float = 1.6
    """Of a picture blurred by more, each of both rims may lie elsewhere by the difference: so much farther are the two limits apart."""
    apart_mm: float = 0.3
    apart_px: float = 3.0
    """Gaps above the sum of both are none."""
    usual_mm: float = 0.6
    """Nearer to its nearest neighbour than this, a piece that does not stand on the plate says at which gap pieces touch here ..."""
    fewest: int = 3
    """... where so many do."""
    plate_mm: float = 0.2
    """The same for the plate: further above it than the pieces that stand lowest. Its edge is seen less well, but what only it can
    carry stands on it however far that seems."""
    plate_apart_mm: float = 1.1
    level_mm: float = 2.5
    """Nothing stands on the plate that is seen farther above its edge, before a camera that looks straight at it ..."""
    deep_mm: float = 15.0
    """... and one that looks down sees the plate's edge lower, which lies nearer by so much at most."""
    table_mm: float = 2.5
    """A piece whose lowest point is at most so far from the table's level lies on it, ..."""
    table_slope: float = 0.03
    """... and so much farther for each millimetre beside the plate's foot: twice the spread of a camera's roll, radians."""


PARAMS = ContactParams()


def softened(blur_px: float, params: ContactParams = PARAMS) -> ContactParams:
    """What is asked of a contact in a picture that is blurred by so much."""
    both = 2 * max(0.0, blur_px - params.usual_blur_px)
    return replace(params, touch_px=params.touch_px - both, apart_px=params.apart_px + both)


def looked_down_on(tilt: float, params: ContactParams = PARAMS) -> ContactParams:
    """What is asked of a contact before a camera that looks down by so much, radians."""
    return replace(params, level_mm=params.level_mm + params.deep_mm * max(0.0, tilt))


@dataclass(frozen=True, slots=True)
class Contacts:
    """Pairs of pieces by their index, smaller first, or of PLATE or TABLE and a piece."""

    touching: tuple[Pair, ...] = ()
    unsure: tuple[Pair, ...] = ()
    unlikely: frozenset[Pair] = frozenset()
    """Of the unsure ones, those whose gap is nearer to that of no contact."""

    def joined(self, start: int) -> frozenset[int]:
        """All that hangs together with a piece or the plate, by contacts sure or not."""
        reached, edge = {start}, [start]
        while edge:
            here = edge.pop()
            for a, b in (*self.touching, *self.unsure):
                other = b if a == here else a if b == here else here
                if other not in reached and other != TABLE:
                    reached.add(other)
                    edge.append(other)
        return frozenset(reached)

    def without(self, apart: Set[Pair]) -> "Contacts":
        """The same, but for pairs that are seen apart: without doubts about them, unless a piece would then hang in the air by itself.

        What such a pair was told to be for other reasons is a doubt.
        """
        told, kept = [pair for pair in self.touching if pair in apart], [pair for pair in self.touching if pair not in apart]
        left = Contacts(tuple(kept), tuple(pair for pair in self.unsure if pair not in apart), self.unlikely - apart)
        if left.joined(PLATE) == self.joined(PLATE):
            return left
        return Contacts(tuple(kept), (*self.unsure, *told), self.unlikely)


def gap_mm(a: Floats, b: Floats, beyond: float = 5.0) -> float:
    """The distance of two closed lines (n, 2), below 0 where they overlap; infinite when surely more than `beyond`."""
    if (a.min(0) - b.max(0) > beyond).any() or (b.min(0) - a.max(0) > beyond).any():
        return float("inf")
    return -max(depth_mm(a, b), depth_mm(b, a))


def depth_mm(points: Floats, line: Floats) -> float:
    """How deep the deepest point lies inside a closed line; below 0 when all are outside."""
    ring = line.astype(np.float32).reshape(-1, 1, 2)
    return max(cv2.pointPolygonTest(ring, (float(x), float(y)), True) for x, y in points)


def contacts(
    lines_mm: Sequence[Floats],
    plate_mm: Floats | None,
    tables_mm: Sequence[float] | None,
    px_per_mm: float,
    params: ContactParams = PARAMS,
    fitted: int | None = None,
) -> Contacts:
    """Who touches whom, from the outlines in the plane (y down), the plate's, and the table's level where each piece is lowest.

    Only the first so many lines are `fitted` outlines of pieces (None: all); the others, roughly seen, say nothing of how pieces touch.
    """
    touch, apart = params.touch_mm + params.touch_px / px_per_mm, params.apart_mm + params.apart_px / px_per_mm
    pairs = [((i, j), gap_mm(lines_mm[i], lines_mm[j])) for i, j in combinations(range(len(lines_mm)), 2)]
    gaps = [] if plate_mm is None else [gap_mm(line, plate_mm) for line in lines_mm]
    level = _level(gaps, params)
    on_plate = {k for k, gap in enumerate(gaps) if gap <= level + params.plate_apart_mm}
    exact = len(lines_mm) if fitted is None else fitted
    usual = _usual([(pair, gap) for pair, gap in pairs if max(pair) < exact], set(range(exact)) - on_plate, params)
    touching = [pair for pair, gap in pairs if gap <= usual + touch]
    unsure = [pair for pair, gap in pairs if usual + touch < gap <= usual + apart]
    unlikely = [pair for pair, gap in pairs if gap > usual + (touch + apart) / 2]
    if plate_mm is not None:
        touching += [(PLATE, k) for k, gap in enumerate(gaps) if gap <= level + params.plate_mm]
        unsure += [(PLATE, k) for k, gap in enumerate(gaps) if level + params.plate_mm < gap <= level + params.plate_apart_mm]
        unlikely += [(PLATE, k) for k, gap in enumerate(gaps) if gap > level + (params.plate_mm + params.plate_apart_mm) / 2]
    if tables_mm is not None:
        lowest = [_lowest(line) for line in lines_mm]
        foot = None if plate_mm is None else _lowest(plate_mm)[0]
        aside = [0.0 if foot is None else abs(x - foot) for x, _ in lowest]
        off = [abs(table - y) for table, (_, y) in zip(tables_mm, lowest, strict=True)]
        touching += [(TABLE, k) for k in range(len(off)) if off[k] <= params.table_mm + params.table_slope * aside[k]]
    return Contacts(tuple(touching), tuple(unsure), frozenset(unlikely).intersection(unsure))


def _lowest(line_mm: Floats) -> tuple[float, float]:
    """The lowest point of an outline, x and y."""
    x, y = line_mm[line_mm[:, 1].argmax()].tolist()
    return float(x), float(y)


def _usual(pairs: Sequence[tuple[Pair, float]], carried: Set[int], params: ContactParams) -> float:
    """The gap at which pieces of this picture touch: what only other pieces can carry touches one, wherever its edge is seen to lie."""
    nearest = [min((gap for pair, gap in pairs if k in pair), default=np.inf) for k in carried]
    near = [gap for gap in nearest if gap < params.usual_mm]
    return max(0.0, float(np.median(near))) if len(near) >= params.fewest else 0.0


def _level(gaps: Sequence[float], params: ContactParams) -> float:
    """The gap at which pieces stand on the plate: its edge lies a little lower than its patch's, equally for all."""
    near = sorted(gap for gap in gaps if gap < params.level_mm)
    if not near:
        return 0.0
    return float(np.median([gap for gap in near if gap <= near[0] + 0.6]))
