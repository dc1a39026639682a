"""Many places of one picture at a glance: edges found once for all of it, at a few coarse sizes, and sampled at each place.

Cutting a place out and finding its edges takes as long for a place where nothing lies as for a piece. Edges of the whole picture, at the
size at which pieces are looked at, take no longer than a few such places, and all places are then cut out of them together.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.levels import Levels, scaled_size
from vision.image.sampling import sampled
from vision.looks import canon
from vision.looks.matching import pooled

Floats: TypeAlias = NDArray[np.float32]
Pixels: TypeAlias = NDArray[np.uint8]

TINY = (canon.HEIGHT // 4, canon.WIDTH // 4)
"""Rows and columns of a place at a glance."""
AFAR_CELLS = 2
"""Cells around a place that are looked at with it: its rim, and what shows when it lies a little aside."""


class Glance:
    """The edges of one picture, at the sizes at which places were asked for."""

    def __init__(self, levels: Levels) -> None:
        """`levels`: the picture in the size in which places are told."""
        self._levels = levels
        self._fields: dict[int, Floats] = {}
        self._asked: Counter[int] = Counter()

    def at(self, quads: Floats) -> Floats:
        """The edges at some quads (n, 4, 2), on a quarter of the canonical raster, none at the rim: (n, 32, 24, 2)."""
        found = self.around(quads, 0)
        found[:, [0, -1]] = found[:, :, [0, -1]] = 0
        return found

    def around(self, quads: Floats, cells: int) -> Floats:
        """The edges at some quads (n, 4, 2) and so many cells beside them: (n, 32 + 2 * cells, 24 + 2 * cells, 2)."""
        grid = _Grid(cells)
        found = np.zeros((len(quads), *grid.size, 2), np.float32)
        steps = _steps(quads)
        for step in np.unique(steps).tolist():
            mine = np.flatnonzero(steps == step)
            way = self._sampled if self._is_field_worth(step, len(mine)) else self._cut_out
            for first in range(0, len(mine), _AT_ONCE):
                some = mine[first : first + _AT_ONCE]
                found[some] = way(step, quads[some], grid)
        return found

    def _is_field_worth(self, step: int, places: int) -> bool:
        """Whether edges of the whole picture would have taken less time for all places so far, so many more among them."""
        self._asked[step] += places
        height, width = self._levels.halved(0).shape[:2]
        return step in self._fields or height * width < self._asked[step] * _PX_A_PLACE * 2**step

    def _cut_out(self, step: int, quads: Floats, grid: "_Grid") -> Floats:
        """The edges at quads that are each cut out of the picture, and looked at as one."""
        level = (step + 1) // 2
        source = self._levels.halved(level)
        size = np.array([source.shape[1] / self._levels.halved(0).shape[1], source.shape[0] / self._levels.halved(0).shape[0]], np.float32)
        down, across = 2 * grid.size[0] + 2 * _BEYOND, 2 * grid.size[1] + 2 * _BEYOND
        flat = np.empty((len(quads), down, across, 3), np.uint8)
        corners = canon.CORNERS / np.float32(2) + np.float32(2 * grid.cells + _BEYOND - 0.5)
        for quad, place in zip((quads + 0.5) * size - 0.5, flat, strict=True):
            forth = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
            place[:] = self._levels.cut_out(level, forth, (across, down))
        edges = canon.edges(flat.reshape(-1, across, 3), 2).reshape(len(quads), down, across, 2)[:, _BEYOND:-_BEYOND, _BEYOND:-_BEYOND]
        return pooled(np.ascontiguousarray(edges).reshape(-1, 2 * grid.size[1], 2)).reshape(len(quads), *grid.size, 2)

    def _sampled(self, step: int, quads: Floats, grid: "_Grid") -> Floats:
        """The edges at quads in those of the whole picture."""
        field, whole = self._field(step), self._levels.halved(0)
        moves = moves_to(quads)
        points = np.matmul(moves, grid.middles)
        places = points[:, :2] / points[:, 2:]
        x, y = (
            ((places[:, axis] + 0.5) * (field.shape[1 - axis] / whole.shape[1 - axis]) - 0.5).reshape(-1, grid.size[1]).astype(np.float32)
            for axis in (0, 1)
        )
        flat = sampled(field, x, y)
        return turned(np.asarray(flat, np.float32).reshape(len(quads), *grid.size, 2), _slopes(moves))

    def _field(self, step: int) -> Floats:
        if step not in self._fields:
            rgb = self._levels.halved(step // 2)
            if step % 2:
                size = scaled_size(rgb, _HALF_STEP)
                rgb = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_LINEAR), np.uint8)
            self._fields[step] = pooled_edges(rgb)
        return self._fields[step]


def pooled_edges(rgb: Pixels) -> Floats:
    """The edges of a picture (H, W, 3) at half its size; found in bands, of which all that is made on the way stays at hand."""
    rows = max(2 * _BESIDE, _BAND_PX // rgb.shape[1] // 2 * 2)
    bands = []
    for top in range(0, rgb.shape[0], rows):
        first, last = max(0, top - _BESIDE), min(rgb.shape[0], top + rows)
        edges = canon.edges(rgb[first : min(rgb.shape[0], last + _BESIDE)], 2)[top - first : last - first]
        bands.append(pooled(edges) if len(edges) > 1 else edges[:0, ::2][:, : rgb.shape[1] // 2])
    return np.concatenate(bands)


def moves_to(quads: Floats) -> NDArray[np.float64]:
    """The perspectives (n, 3, 3) that take the canonical raster, 0 to 1 each way, to quads (n, 4, 2) with no three corners on a line."""
    a, b, c, d = (quads[:, i].astype(np.float64) for i in range(4))
    one, two, off = b - c, d - c, a - b + c - d
    area = _cross(one, two)
    area = np.where(np.abs(area) < 1e-9, 1e-9, area)
    g, h = _cross(off, two) / area, _cross(one, off) / area
    first = b - a + g[:, None] * b
    second = d - a + h[:, None] * d
    moves = np.ones((len(quads), 3, 3))
    moves[:, :2, 0], moves[:, :2, 1], moves[:, :2, 2] = first, second, a
    moves[:, 2, 0], moves[:, 2, 1] = g, h
    return moves


def turned(edges: Floats, slopes: NDArray[np.float64]) -> Floats:
    """Edges (n, h, w, 2) of a picture as they are seen on another raster; `slopes` (n, 2, 2): how the picture's x, y change along it.

    Edges are taken for those of lines: a slope, of which the doubled angle and the strength are known.
    """
    p, r = slopes[:, 0, 0], slopes[:, 0, 1]
    q, s = slopes[:, 1, 0], slopes[:, 1, 1]
    size = np.abs(p * s - q * r)
    along = np.stack([(p * p + q * q - r * r - s * s) / 2, (p * p - q * q - r * r + s * s) / 2, p * q - r * s], 1)
    mixed = np.stack([p * r + q * s, p * r - q * s, p * s + q * r], 1)
    by = (np.stack([along, mixed], 1) / np.maximum(size, 1e-9)[:, None, None]).astype(np.float32)
    strength = np.sqrt(edges[..., 0] * edges[..., 0] + edges[..., 1] * edges[..., 1])
    lines = np.stack([strength * strength, edges[..., 0] * strength, edges[..., 1] * strength], 1).reshape(len(edges), 3, -1)
    found = np.matmul(by, lines)
    length = np.sqrt(np.sqrt(found[:, 0] * found[:, 0] + found[:, 1] * found[:, 1])) + np.float32(1e-6)
    return np.ascontiguousarray((found / length[:, None]).transpose(0, 2, 1).reshape(edges.shape))


def _slopes(moves: NDArray[np.float64]) -> NDArray[np.float64]:
    """How x and y change along the canonical raster in the middle of each quad: (n, 2, 2), up to its size."""
    middle = np.matmul(moves, np.array([0.5, 0.5, 1.0]))
    rates = moves[:, :2, :2] * middle[:, 2, None, None] - middle[:, :2, None] * moves[:, 2:, :2]
    return np.asarray(rates / np.array([canon.WIDTH, canon.HEIGHT]), np.float64)


def _steps(quads: Floats) -> NDArray[np.int64]:
    """How often the picture is made smaller by the root of two for pieces that lie at quads (n, 4, 2): as wide then as half the raster."""
    sides = quads[:, [1, 2, 3, 0]] - quads
    across = np.hypot(sides[..., 0], sides[..., 1]).min(1)
    steps = np.rint(2 * np.log2(np.maximum(across, 1.0) / (canon.WIDTH / 2)))
    return np.asarray(np.clip(steps, 0, _MOST_STEPS), np.int64)


def _cross(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0], np.float64)


@dataclass(frozen=True)
class _Grid:
    """The cells of a place, and some beside it."""

    cells: int
    """So many on every side."""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return TINY[0] + 2 * self.cells, TINY[1] + 2 * self.cells

    @property
    def middles(self) -> NDArray[np.float64]:
        """(3, rows * columns): the middle of each, the place going from 0 to 1 each way."""
        return _middles(self.cells)


@cache
def _middles(cells: int) -> NDArray[np.float64]:
    y, x = np.mgrid[-cells : TINY[0] + cells, -cells : TINY[1] + cells]
    return np.stack([(x.ravel() + 0.5) / TINY[1], (y.ravel() + 0.5) / TINY[0], np.ones(x.size)])


_HALF_STEP = 0.5**0.5
_MOST_STEPS = 9
_PX_A_PLACE = 6000
"""Pixels of a whole picture that are looked at in the time of one place that is cut out."""
_BEYOND = 4
"""Pixels beside a place that is cut out, by which the contrast at its rim is measured."""
_BESIDE, _BAND_PX = 16, 48_000
"""Rows beside a band by which its edges are measured, and its pixels."""
_AT_ONCE = 256
"""Places that are cut out together: OpenCV's pictures have at most 32,767 rows."""
