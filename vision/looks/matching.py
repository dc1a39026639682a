"""One region against every look of a catalogue at once."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks import canon
from vision.looks.blocks import energies
from vision.looks.canon import BLOCK, COLUMNS, ROWS
from vision.looks.catalogue import EDGE_STEPS, Catalogue
from vision.looks.gains import Lit, lit, planes, smallest
from vision.looks.grain import Grain

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Number = TypeVar("Number", np.float32, np.int32, np.int8)


def _windows() -> Floats:
    """Which blocks may show together when a part is covered: (windows, ROWS * COLUMNS) of 0 and 1; the first shows all."""
    y, x = np.mgrid[0:ROWS, 0:COLUMNS]
    v, u = (y + 0.5) / ROWS, (x + 0.5) / COLUMNS
    shown = [np.ones_like(u, bool)]
    for part in (0.4, 0.5, 0.67, 0.8):
        shown += [u < part, u > 1 - part, v < part, v > 1 - part]
    for reach in (0.7, 0.85, 1.0, 1.3):
        shown += [u + v < reach, u + v > 2 - reach, u - v < reach - 1, v - u < reach - 1]
    return np.array(shown, np.float32).reshape(len(shown), -1)


WINDOWS = _windows()


def blockwise(field: Floats) -> Floats:
    """(..., height, width, c) cut into blocks: (..., ROWS * COLUMNS, n)."""
    *lead, height, width, channels = field.shape
    h, w = height // ROWS, width // COLUMNS
    n = len(lead)
    moved = field.reshape(*lead, ROWS, h, COLUMNS, w, channels).transpose(*range(n), n, n + 2, n + 1, n + 3, n + 4)
    return np.ascontiguousarray(moved.reshape(*lead, ROWS * COLUMNS, h * w * channels))


def spread(blocks: NDArray[Number], pixels: int) -> NDArray[Number]:
    """Weights of blocks (ROWS * COLUMNS,) on a raster with `pixels` per block, each way."""
    return np.repeat(np.repeat(blocks.reshape(ROWS, COLUMNS), pixels, 0), pixels, 1)


@dataclass(frozen=True, eq=False)
class Seen:
    """A region on the canonical raster, as it lies."""

    edges: Floats
    """(HEIGHT, WIDTH, 2), see `canon.edges`."""
    colours: Floats
    """(32, 24, 3) RGB, 0 to 1."""
    burnt: NDArray[np.bool_]
    """(32, 24): cells burnt out to white."""
    grain: Grain | None = None
    """What is too fine for the raster, where it was looked for."""

    def with_grain(self, grain: Grain) -> "Seen":
        """The same region with its grain; what was made of it already is kept."""
        other = copy(self)
        object.__setattr__(other, "grain", grain)
        return other

    @cached_property
    def half(self) -> Floats:
        """(HEIGHT / 2, WIDTH / 2, 2): the edges at half the size."""
        return pooled(self.edges)

    @cached_property
    def blocks(self) -> Floats:
        """(blocks, n): these by blocks."""
        return blockwise(self.half)

    @cached_property
    def energy(self) -> Floats:
        """(blocks,): summed squares of these in each block."""
        return np.asarray((self.blocks * self.blocks).sum(1), np.float32)

    @cached_property
    def lit(self) -> Lit:
        """The colours, ready to be put under another light."""
        return lit(planes(self.colours), self.burnt)


def see(patch: NDArray[np.uint8], *, evened: bool = False) -> Seen:
    """A region cut out on the canonical raster, (HEIGHT, WIDTH, 3) RGB; `evened`: its edges without those of shine and soft shadow."""
    colours = canon.colours(patch)
    return Seen(without_rim(canon.edges(patch, evened=evened)), colours, np.asarray(smallest(colours) > _BURNT))


def without_rim(edges: NDArray[Number]) -> NDArray[Number]:
    """The same edges (..., HEIGHT, WIDTH, 2), none at the rim: there a piece meets the ground, which is no print of it."""
    inner = np.zeros_like(edges)
    inner[..., _RIM:-_RIM, _RIM:-_RIM, :] = edges[..., _RIM:-_RIM, _RIM:-_RIM, :]
    return inner


def inner(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The same cells (32, 24), changed: none at the rim, for the same reason."""
    cells[[0, -1]] = cells[:, [0, -1]] = False
    return cells


_RIM = 3
"""Pixels of the raster."""
_PRINT = 0.05
"""Mean squared edge strength, at half the size, of a block that holds print."""
_BURNT = 0.985
"""A cell at least this bright in every channel holds no colour any more."""


SAME_DESIGN = 0.5
"""Correlation from which two looks share so much print that a shift between their pictures matters."""
CROWD = 160
"""Looks above which a region is first compared by its main features only."""
FEATURES = 96
"""How many features those are."""
SHORTLISTED = 64
"""Looks that are then compared in full."""


class Library:
    """A catalogue made ready to be compared."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.ids = [look.id for look in catalogue.looks]
        half = np.stack([pooled(without_rim(look.edges).astype(np.float32)) for look in catalogue.looks]) / np.float32(EDGE_STEPS)
        self.blocks = blockwise(half)
        """(looks, blocks, n): pooled edges by blocks."""
        self.energy = (self.blocks**2).sum(2)
        """(looks, blocks)."""
        tiny = np.stack([pooled(h) for h in half]).reshape(len(half), -1)
        self.lengths = np.maximum(np.linalg.norm(tiny, axis=1), 1e-6)
        """(looks,): how much print each holds, at a quarter of the size."""
        self.tiny = tiny / self.lengths[:, None]
        """(looks, n): edges at a quarter of the size, unit length."""
        self._shares = self.energy / np.maximum(self.energy.sum(1, keepdims=True), 1e-6)
        self._axes = _axes(self.tiny) if len(self.ids) > CROWD else None
        self._crowd = self.tiny if self._axes is None else self.tiny @ self._axes
        self._print = lru_cache(_KEPT)(partial(_print_of, catalogue))

    def edges(self, index: int) -> Floats:
        """Edges of one look, (HEIGHT, WIDTH, 2); not to be changed."""
        return self._print(index)[0]

    def energies(self, index: int) -> Floats:
        """How much of the edges of one look lies in each block, see `blocks.energies`: (blocks,); not to be changed."""
        return self._print(index)[1]

    def candidates(self, quarter: Floats, window: Floats, most: int) -> Ints:
        """The looks that edges at a quarter of the raster (32, 24, 2), 0 where they do not count, resemble most; all in a small catalogue.

        `window` (blocks,) says which blocks show. In a large one only their main features are compared, so that it takes hardly longer.
        """
        if self._axes is None or most >= len(self.ids):
            return np.arange(len(self.ids))
        alike = (self._crowd @ (quarter.ravel() @ self._axes)) / np.sqrt(self._shares @ window + np.float32(1e-3))
        return np.asarray(np.argpartition(-alike, most - 1)[:most], np.int64)

    def grain(self, index: int) -> Grain | None:
        """What is too fine for the raster of one look; None when it is not known."""
        return self.catalogue.looks[index].grain

    @cached_property
    def has_print(self) -> NDArray[np.bool_]:
        """(looks, blocks): whether each block of each holds print."""
        return np.asarray(self.energy >= _PRINT * BLOCK * BLOCK / 4, np.bool_)

    @cached_property
    def printed(self) -> Ints:
        """(looks,): how many blocks of each hold print."""
        return np.asarray(self.has_print.sum(1), np.int64)

    @cached_property
    def planes(self) -> Floats:
        """(looks, 3, 32, 24): red, green, blue, 0 to 1."""
        return planes(np.asarray(np.stack([look.colours for look in self.catalogue.looks]) / np.float32(255), np.float32))

    @cached_property
    def ground(self) -> Floats:
        """(looks,): how bright the brightest channel of each is, in the middle of its cells: 0 to 1."""
        return np.asarray(np.median(self.planes.max(1).reshape(len(self.ids), -1), axis=1), np.float32)

    @cached_property
    def chroma(self) -> Floats:
        """(looks, 3, 32, 24), see `opponents`."""
        return opponents(self.planes)

    def alike(self, seen: Seen, window: Floats, among: Sequence[int] = ()) -> Floats:
        """How well the blocks of a window (blocks,) agree with each look: correlation of edges (looks,).

        In a large catalogue -1 for those that are far off at a glance; never for those in `among`.
        """
        x, found = seen.blocks * window[:, None], np.full(len(self.ids), -1.0, np.float32)
        looks: Ints | slice = slice(None)
        if self._axes is not None:
            likely = self.candidates(pooled(seen.half) * spread(window, BLOCK // 4)[..., None], window, SHORTLISTED)
            looks = np.union1d(likely, np.asarray(among, np.int64))
        blocks = self.blocks[looks]
        dots = blocks.reshape(len(blocks), -1) @ x.ravel()
        found[looks] = dots / np.sqrt((self.energy[looks] @ window) * float(np.vdot(x, x)) + 1e-3)
        return found

    def alike_upended(self, seen: Seen, window: Floats) -> Floats:
        """The same of each look lying upside down, of all in a large catalogue, too."""
        seen_there = (seen.blocks * window[:, None]).reshape(len(window), -1, 2)[::-1, ::-1]
        x = np.ascontiguousarray(seen_there).ravel()
        dots = self.blocks.reshape(len(self.blocks), -1) @ x
        return np.asarray(dots / np.sqrt((self.energy @ window[::-1]) * float(np.vdot(x, x)) + 1e-3), np.float32)

    def apart(self, seen: Seen, index: int, others: list[int], window: Floats) -> Floats:
        """Coarsely, by pooled edges alone, for each other look: -1 (it is that one) to 1 (it is the look `index`)."""
        x, one, two = seen.blocks, self.blocks[index], self.blocks[others]
        between = one - two
        weight = np.einsum("kbn,kbn->kb", between, between) @ window
        product = np.einsum("kbn,bn->kb", between, x - one / 2) - np.einsum("kbn,kbn->kb", between, two) / 2
        return np.asarray(np.clip(2 * (product @ window) / (weight + 1e-6), -1, 1), np.float32)

    def windows(self, seen: Seen, index: int, windows: Floats) -> tuple[Floats, Floats]:
        """For one look and each window (n, blocks): correlation (n,), and the share of the look's structure that lies in it (n,)."""
        energy, dots = self.energy[index], (seen.blocks * self.blocks[index]).sum(1)
        inside = windows @ energy
        alike = (windows @ dots) / np.sqrt((windows @ seen.energy) * inside + 1e-3)
        return np.asarray(alike, np.float32), np.asarray(inside / max(float(energy.sum()), 1e-6), np.float32)

    def share(self, index: int, window: Floats) -> float:
        """The share of a look's structure that lies in the blocks of a window (blocks,)."""
        return float(self._shares[index] @ window)

    def gain(self, seen: Seen, index: int, window: Floats) -> float:
        """How strongly a look's own print is seen in the blocks of a window (blocks,): 1 as when enrolled, less in blur and in haze."""
        own = float(self.energy[index] @ window)
        return float((seen.blocks * self.blocks[index]).sum(1) @ window) / max(own, 1e-6)


def _print_of(catalogue: Catalogue, index: int) -> tuple[Floats, Floats]:
    """The edges of one look, (HEIGHT, WIDTH, 2), and how much of them lies in each block, (blocks,)."""
    edges = np.asarray(without_rim(catalogue.looks[index].edges) / np.float32(EDGE_STEPS), np.float32)
    return edges, energies(edges)


_KEPT = 80
"""Looks whose edges are kept as they are compared: 8 MB."""


def _axes(rows: Floats) -> Floats:
    """Directions (n, FEATURES) along which the rows (looks, n) spread most, learnt from evenly picked ones."""
    some = rows[:: max(1, len(rows) // (4 * FEATURES))]
    _, mixed = np.linalg.eigh(some @ some.T)
    axes = some.T @ mixed[:, ::-1][:, :FEATURES]
    return np.asarray(axes / np.maximum(np.linalg.norm(axes, axis=0), 1e-6), np.float32)


def pooled(field: Floats) -> Floats:
    """Half the size, by area."""
    return np.asarray(cv2.resize(field, (field.shape[1] // 2, field.shape[0] // 2), interpolation=cv2.INTER_AREA), np.float32)


def opponents(colours: Floats) -> Floats:
    """(..., 3, 32, 24) planes of RGB -> (..., 3, 32, 24): red-green, yellow-blue, brightness."""
    return np.asarray(np.matmul(_OPPONENTS, colours.reshape(*colours.shape[:-2], -1)).reshape(colours.shape), np.float32)


_OPPONENTS = np.array([[1, -1, 0], [-0.5, -0.5, 1], [1 / 6, 1 / 6, 1 / 6]], np.float32)
