"""Which rings of a board are closed: darker all round than what lies within and around them, however faint, and all printed alike.

A letter's bow and a curl are as dark on a part of their round only. Glare takes darkness off a ring as off the letters beside it, so it is
held against theirs; how dark a food's ring is told by those of the board that stand out. Of the others
noise and what is printed within hide a bit here and there, so that they are looked at by sectors of their round.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.observation import Point

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
Corner = tuple[int, int]
"""A tile's first row and column."""


@dataclass(frozen=True, slots=True)
class ClosedParams:
    """How rings are looked at, and when one is of a kind with the others. Lengths in cells."""

    window: float = 0.96
    samples: int = 40
    """Pixels of a look,"""
    shifts: tuple[float, ...] = (-0.06, -0.03, 0.0, 0.03, 0.06)
    """and how far from its middle a ring may be."""
    inmost: float = 0.08
    step: float = 0.02
    steps: int = 17
    """Radii at which a look is sampled: these many from the inmost on,"""
    angles: int = 32
    """and directions."""
    rings: tuple[int, int] = (5, 11)
    """The steps that are a ring's radius: from, and up to."""
    open: float = 0.25
    """Part of its round that need not be darker: what is printed within, or over it, reaches it."""
    ink: tuple[float, float] = (5.0, 80.0)
    """Quantiles of the greys of a cell between which its letter's darkness lies,"""
    cell: tuple[float, int] = (0.9, 16)
    """so wide, seen on so many pixels,"""
    least_ink: float = 16.0
    """and grey levels that it is at least: of fewer a ring's darkness is no more than what glare and noise leave of print."""
    half: float = 0.5
    """The same of one that stands out, since a token may lie over a part of it:"""
    least: float = 0.06
    """of the letters' darkness the rest of it is darker at least. A hand's edge is less."""
    least_clear: int = 3
    """Rings that stand out, or are known, from which on they tell what the others look like;"""
    least_part: float = 0.3
    """of fewer none is one unless so many of the tiles in view have them: all tiles of a box are printed alike, and a curl is on one."""
    sector: int = 4
    """Directions side by side that are looked at together on the other tiles, where noise hides a fine ring here and there:"""
    open_sectors: float = 0.19
    """of those so many may be open, as each is half a sector wider at both ends than what it lies across,"""
    counts: tuple[float, float] = (-0.5, 1.5)
    """and a direction counts so much, as part of what rings that stand out have: from lighter than beside it to a letter's stroke."""
    lead: float = 1.6
    """By how much more a ring is closed there than what comes next on its tile,"""
    alike: float = 0.34
    """and as part of those that stand out: where noise is strongest others reach .28, and rings .4."""
    same_size: int = 1
    """Steps by which its radius differs from theirs at most."""


PARAMS = ClosedParams()


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """The board that rings are looked for on."""

    grey: Flat
    """What a red glass shows of it."""
    middles: Points
    """(count * count, 2) of its cells."""
    count: int
    cells: int
    """Letters along a tile's side."""
    lettered: Flags
    """(count * count,) cells that show a letter, and no token."""

    @property
    def inner(self) -> list[Point]:
        """The places on a tile where a ring may be, in its rows and columns."""
        return [(r + 0.5, c + 0.5) for r in range(self.cells - 1) for c in range(self.cells - 1)]

    def darker(self, places: Sequence[tuple[Corner, Point]], params: ClosedParams) -> Floats:
        """(n, shifts, radii, angles) how much darker a ring at n places on tiles is than within and around it, by the letters' darkness."""
        first = np.array([int(row + r - 0.5) * self.count + int(col + c - 0.5) for (row, col), (r, c) in places], np.int64)
        around = np.stack([first, first + 1, first + self.count, first + self.count + 1], axis=1)
        looks = self.grey.cut(self.middles[around].mean(axis=1), params.window, params.samples).astype(np.float32)
        return np.asarray(_darker(looks, params) / self._ink(around, params)[:, None, None, None], np.float32)

    def _ink(self, around: Ints, params: ClosedParams) -> Floats:
        """(n,) the letters' darkness in the cells (n, 4) around some places, or on the whole board where none of them shows a letter."""
        looks = self.grey.cut(self.middles[self.lettered], *params.cell)
        low, high = np.percentile(looks.reshape(len(looks), -1), params.ink, axis=1)
        of_cells = np.full(len(self.middles), np.nan, np.float32)
        of_cells[self.lettered] = high - low
        on_board = float(np.median(high - low)) if len(looks) else 0.0
        inks = [np.median(seen) if len(seen := four[~np.isnan(four)]) else on_board for four in of_cells[around]]
        return np.maximum(np.asarray(inks, np.float32), params.least_ink)


def closed_ones(
    board: Board, found: Mapping[Corner, Point | None], known: Mapping[Corner, Point | None], params: ClosedParams = PARAMS
) -> dict[Corner, Point | None]:
    """Those of the rings `found` on tiles that are closed, and on the other tiles one that is of a kind with these and the `known` ones.

    None where there is none on a tile. The size of all is that at which those are closed together: what is printed within may
    have a rim as dark as a ring, but not in each.
    """
    there = [(corner, at) for corner, at in {**found, **known}.items() if at is not None]
    if not there:
        return dict(found)
    darker = board.darker(there, params)
    is_closed = _closed(darker, params.half).max(axis=1) >= params.least
    closed = _closed(darker, params.open)
    are_few = np.count_nonzero(is_closed) < params.least_clear
    if are_few:  # none tells what the others look like: a curl is open, and a token hardly ever lies on each
        is_closed &= closed.max(axis=1) >= params.least
        is_closed &= np.count_nonzero(is_closed) >= params.least_part * len({**found, **known})
    told = {corner: at for (corner, at), stands in zip(there, is_closed.tolist(), strict=True) if stands}
    if are_few:
        return {corner: told.get(corner) for corner in found}
    at = int(closed[is_closed].mean(axis=0).argmax())
    sizes = slice(max(0, at - params.same_size), at + params.same_size + 1)
    of_that_size = replace(params, rings=(params.rings[0] + at - params.same_size, params.rings[0] + at + params.same_size + 1))
    usual = max(float(np.median(closed[is_closed, sizes].max(axis=1))), params.least)
    return {corner: told.get(corner) or _closed_on(board, corner, usual, of_that_size) for corner in found}


def _closed_on(board: Board, corner: Corner, usual: float, params: ClosedParams) -> Point | None:
    """The place of the ring of a tile that is by far the most closed; None where none is, or it is hardly so by what is `usual`."""
    darker = np.clip(board.darker([(corner, at) for at in board.inner], params) / usual, *params.counts)
    sectors = sum(np.roll(darker, i, axis=3) for i in range(params.sector)) / params.sector
    depths = _closed(np.asarray(sectors, np.float32), params.open_sectors).max(axis=1)
    second, best = (int(i) for i in np.argsort(depths)[-2:])
    return board.inner[best] if depths[best] >= max(params.alike, params.lead * depths[second]) else None


def _closed(darker: Floats, open_part: float) -> Floats:
    """(n, radii) by how much each ring of (n, shifts, radii, angles) is darker where it best lies, but for an open part of its round."""
    at = int(open_part * darker.shape[3])
    return np.asarray(np.partition(darker, at, axis=3)[..., at].max(axis=1), np.float32)


def _darker(looks: Floats, params: ClosedParams) -> Floats:
    """(n, shifts, radii, angles) grey levels by which a ring near the middle of each look (n, s, s) is darker than beside it."""
    first, last = params.rings
    darker = []
    for right, down in itertools.product(params.shifts, params.shifts):
        rays = _rays(looks, right, down, params)
        beside = np.maximum(np.maximum(rays[:, :-2], rays[:, 1:-1]), rays[:, 2:])
        on = np.minimum(np.minimum(rays[:, first - 1 : last - 1], rays[:, first:last]), rays[:, first + 1 : last + 1])
        darker.append(np.minimum(beside[:, first - 4 : last - 4], beside[:, first + 2 : last + 2]) - on)
    return np.stack(darker, axis=1)


def _rays(looks: Floats, right: float, down: float, params: ClosedParams) -> Floats:
    """(n, steps, angles) greys of looks (n, s, s) outwards from a place near their middle."""
    side = params.samples
    out, way = params.inmost + params.step * np.arange(params.steps)[:, None], np.arange(params.angles) * 2 * np.pi / params.angles
    x, y = (side * ((off + out * part) / params.window + 0.5) - 0.5 for off, part in ((right, np.cos(way)), (down, np.sin(way))))
    left, top = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
    u, v = (x - left).astype(np.float32), (y - top).astype(np.float32)
    flat, at = looks.reshape(len(looks), -1), top * side + left
    upper = flat[:, at] * (1 - u) + flat[:, at + 1] * u
    lower = flat[:, at + side] * (1 - u) + flat[:, at + side + 1] * u
    return np.asarray(upper * (1 - v) + lower * v, np.float32)
