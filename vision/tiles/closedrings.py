"""Which rings of a board are closed: darker all round than what lies within and around them, however faint, and all printed alike.

A letter's bow and a curl are as dark on a part of their round only. Glare takes darkness off a ring as off the letters beside it, so it is
held against theirs; how dark a food's ring is told by those of the board that stand out.
"""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.observation import Point

Floats = NDArray[np.float32]
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
    ink: tuple[float, float] = (3.0, 95.0)
    """Quantiles of the greys around a ring between which the letters' darkness lies,"""
    around: float = 2.0
    """so wide,"""
    least_ink: float = 20.0
    """and grey levels that it is at least."""
    half: float = 0.5
    """The same of one that stands out, since a token may lie over a part of it:"""
    least: float = 0.06
    """of the letters' darkness the rest of it is darker at least. A hand's edge is less."""
    least_clear: int = 3
    """Rings that stand out, or are known, from which on they tell what the others look like."""
    lead: float = 3.0
    """By how much more a ring is closed than what comes next on its tile,"""
    alike: float = 0.5
    """and as part of those that stand out; others reach a fifth,"""
    far_lead: float = 6.0
    """and where it is by so much more, glare may have taken more off it than off the letters:"""
    faint: float = 0.3
    """this part."""
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

    @property
    def inner(self) -> list[Point]:
        """The places on a tile where a ring may be, in its rows and columns."""
        return [(r + 0.5, c + 0.5) for r in range(self.cells - 1) for c in range(self.cells - 1)]

    def closed(self, places: Sequence[tuple[Corner, Point]], params: ClosedParams) -> tuple[Floats, Floats]:
        """The most closed ring at each of n places on tiles.

        (n,) by how much it is darker than what lies within and around it, as part of the letters' darkness; (n,) its radius in steps.
        """
        first = np.array([int(row + r - 0.5) * self.count + int(col + c - 0.5) for (row, col), (r, c) in places], np.int64)
        at = self.middles[np.stack([first, first + 1, first + self.count, first + self.count + 1], axis=1)].mean(axis=1)
        depths, steps = _depths(self.grey.cut(at, params.window, params.samples).astype(np.float32), params)
        around = self.grey.cut(at, params.around, params.samples).reshape(len(at), -1)
        low, high = np.percentile(around, params.ink, axis=1)
        return np.asarray(depths / np.maximum(high - low, params.least_ink), np.float32), steps


def closed_ones(
    board: Board, found: Mapping[Corner, Point | None], known: Mapping[Corner, Point], params: ClosedParams = PARAMS
) -> dict[Corner, Point | None]:
    """Those of the rings `found` on tiles that are closed, and on the other tiles one that is of a kind with these and the `known` ones."""
    there = [(corner, at) for corner, at in {**found, **known}.items() if at is not None]
    if not there:
        return dict(found)
    is_closed = board.closed(there, replace(params, open=params.half))[0] >= params.least
    depths, steps = board.closed(there, params)
    are_few = np.count_nonzero(is_closed) < params.least_clear
    if are_few:  # none tells what the others look like: a curl is open, and a token hardly ever lies on each
        is_closed &= depths >= params.least
    told = {corner: at for (corner, at), stands in zip(there, is_closed.tolist(), strict=True) if stands}
    if are_few:
        return {corner: told.get(corner) for corner in found}
    step = round(float(np.median(steps[is_closed])))
    of_that_size = replace(params, rings=(step - params.same_size, step + params.same_size + 1))
    usual = float(np.median(depths[is_closed]))
    return {corner: told.get(corner) or _closed_on(board, corner, usual, of_that_size) for corner in found}


def _closed_on(board: Board, corner: Corner, usual: float, params: ClosedParams) -> Point | None:
    """The place of the ring of a tile that is by far the most closed; None where none is, or it is hardly so by what is `usual`."""
    depths, _ = board.closed([(corner, at) for at in board.inner], params)
    second, best = (int(i) for i in np.argsort(depths)[-2:])
    ways = ((params.lead, params.alike), (params.far_lead, params.faint))
    return board.inner[best] if any(depths[best] >= max(part * usual, lead * depths[second]) for lead, part in ways) else None


def _depths(looks: Floats, params: ClosedParams) -> tuple[Floats, Floats]:
    """(n,) grey levels by which nearly all of the most closed ring near the middle of each look (n, s, s) is darker, and its step."""
    best, step = np.full(len(looks), -np.inf, np.float32), np.zeros(len(looks), np.float32)
    first, last = params.rings
    darker_part = int(params.open * params.angles)
    for right, down in itertools.product(params.shifts, params.shifts):
        rays = _rays(looks, right, down, params)
        beside = np.maximum(np.maximum(rays[:, :-2], rays[:, 1:-1]), rays[:, 2:])
        on = np.minimum(np.minimum(rays[:, first - 1 : last - 1], rays[:, first:last]), rays[:, first + 1 : last + 1])
        darker = np.minimum(beside[:, first - 4 : last - 4], beside[:, first + 2 : last + 2]) - on
        score = np.partition(darker, darker_part, axis=2)[:, :, darker_part]
        at = score.argmax(axis=1)
        top = score[np.arange(len(looks)), at]
        step = np.where(top > best, first + at, step).astype(np.float32)
        best = np.maximum(best, top)
    return best, step


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
