"""Which looks places of a picture resemble at a glance: many places and all looks at once, on a quarter of the canonical raster."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import uncovered
from vision.cards.glance import AFAR_CELLS, TINY
from vision.cards.picture import Picture
from vision.image.quads import sides
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.matching import CROWD, WINDOWS, Library, blockwise

Floats: TypeAlias = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Like:
    """A look that a place resembles."""

    look: int
    quad: Floats
    """(4, 2) working pixels: the place as the look would lie there."""
    alike: float
    """Correlation at a quarter of the raster, less what a covered part costs."""


class Likeness:
    """The looks of one catalogue, to be compared with places."""

    def __init__(self, library: Library, covered_cost: float, square: bool) -> None:
        """`covered_cost`: correlation that a part costs that is taken for covered, per share of a look; `square`: some pieces are."""
        self._library, self._covered_cost, self._square = library, covered_cost, square
        tiny = library.tiny.reshape(len(library.ids), *TINY, 2)
        self._blocks = np.ascontiguousarray(blockwise(tiny).transpose(1, 0, 2))
        self._energy = np.ascontiguousarray(blockwise((tiny**2).sum(3, keepdims=True)).transpose(1, 0, 2))
        self._is_crowd = len(library.ids) > CROWD

    def whole(self, picture: Picture, quads: Sequence[Floats]) -> list[Like]:
        """For each quad (4, 2) of working pixels, seen whole, the likest look, upside down or not."""
        if not quads:
            return []
        edges = picture.glance.at(np.stack(quads))
        return [
            Like(look, quad[_HALF_TURN] if turn else quad, alike)
            for quad, (look, turn, alike) in zip(quads, self._likest(edges), strict=True)
        ]

    def _likest(self, edges: Floats) -> list[tuple[int, int, float]]:
        """The likest look of edges (n, 32, 24, 2), whether upside down (1) or not (0), and the correlation."""
        ways = np.stack([edges, edges[:, ::-1, ::-1]], 1).reshape(len(edges), 2, -1)
        length = np.linalg.norm(ways[:, 0], axis=1) + 1e-6
        found = []
        all_ = None if self._is_crowd else np.matmul(ways, self._library.tiny.T)
        for i, both in enumerate(ways):
            looks = np.union1d(*(self._library.candidates(way, WINDOWS[0], _FEW) for way in both)) if all_ is None else None
            alike = both @ self._library.tiny[looks].T if all_ is None else all_[i]
            turn, column = divmod(int(np.argmax(alike)), alike.shape[1])
            look = column if looks is None else int(looks[column])
            found.append((look, turn, float(alike[turn, column] / length[i])))
        return found

    def parts(self, picture: Picture, quads: Sequence[Floats], known: Sequence[Floats], least_share: float) -> list[list[Like]]:
        """For each quad, of which known quads may cover a part, the few looks that it resembles most, whichever way it lies.

        A part of a look with `least_share` of its structure has to show.
        """
        flat = [(i, way) for i, quad in enumerate(quads) for way in self._ways(quad)]
        found: list[list[Like]] = [[] for _ in quads]
        if not flat:
            return found
        edges = picture.glance.at(np.stack([way for _, way in flat]))
        free = np.stack([uncovered(way, known, *TINY, picture.view_px).reshape(TINY) for _, way in flat])
        for turn in (0, 1):
            lies, mask = (edges[:, ::-1, ::-1], free[:, ::-1, ::-1]) if turn else (edges, free)
            for (i, way), (looks, alike) in zip(flat, self._alike(lies * mask[..., None], mask, least_share), strict=True):
                turned = way[_HALF_TURN] if turn else way
                best = np.argsort(-alike)[:_LIKEST].tolist()
                found[i] += [Like(j if looks is None else int(looks[j]), turned, float(alike[j])) for j in best]
        return found

    def nearest(self, picture: Picture, quad: Floats, known: Sequence[Floats]) -> list[Like]:
        """The few looks that differ least from a place in the part that known quads leave, also where hardly any print shows; likest first.

        The quad (4, 2) lies either way up, with its shorter side first. Where the place is nearly bare no look with much print is near,
        however print may resemble it.
        """
        edges = picture.glance.at(quad[None])[0]
        free = uncovered(quad, known, *TINY, picture.view_px).reshape(*TINY, 1)
        print_, squared = self._print
        seen, mask = (np.stack([field, field[::-1, ::-1]]).reshape(2, -1) for field in (edges * free, np.broadcast_to(free, edges.shape)))
        dots, energy = print_ @ seen.T, squared @ mask.T
        off, alike = energy - 2 * dots, dots / np.sqrt(energy * float(np.vdot(seen[0], seen[0])) + 1e-6)
        turn = np.argmin(off, axis=1)
        rows = np.arange(len(off))
        nearest = np.argsort(off[rows, turn])[:_LIKEST].tolist()
        found = [Like(look, quad[_HALF_TURN] if turn[look] else quad, float(alike[look, turn[look]])) for look in nearest]
        return sorted(found, key=lambda like: -like.alike)

    @cached_property
    def _print(self) -> tuple[Floats, Floats]:
        """(looks, n) each: edges at a quarter of the raster as strong as they are, and their squares."""
        print_ = self._library.lengths[:, None] * self._library.tiny
        return print_, print_ * print_

    def near(self, picture: Picture, quad: Floats, around: Floats, look: int, known: Sequence[Floats]) -> float:
        """How much a place, or one up to two cells aside, resembles one look in the part that shows best.

        `around` (36, 28, 2): the edges at the quad (4, 2) and `AFAR_CELLS` cells beside it.
        """
        free = np.ones(TINY, np.float32) if not known else uncovered(quad, known, *TINY, picture.view_px).reshape(TINY)
        blocks = _moved(around)
        blocks *= np.repeat(blockwise((free * _INNER)[..., None]), 2, 1)
        dots, own = np.einsum("sbn,bn->sb", blocks, self._blocks[:, look]), np.einsum("sbn,sbn->sb", blocks, blocks)
        share = WINDOWS @ np.einsum("bn,bn->b", self._energy[:, look], blockwise(free[..., None]))
        found = (dots @ WINDOWS.T) / ((np.sqrt(share) + 1e-3) * (np.sqrt(own @ WINDOWS.T) + 1e-6))
        return float((found - self._covered_cost * (1 - share) - 9.0 * (share < _LEAST_SHARE)).max())

    def _ways(self, quad: Floats) -> list[Floats]:
        s = sides(quad)
        start = quad if s[1] + s[3] > s[0] + s[2] else quad[_QUARTER_TURN]
        return [start, start[_QUARTER_TURN]] if self._square else [start]

    def _alike(self, lies: Floats, free: Floats, least_share: float) -> list[tuple[NDArray[np.int64] | None, Floats]]:
        """For each of some edges (n, 32, 24, 2), 0 where `free` (n, 32, 24) is: looks, or None for all, and how much they resemble each."""
        if not self._is_crowd:
            return [(None, row) for row in self._scores(lies, free, None, least_share)]
        found: list[tuple[NDArray[np.int64] | None, Floats]] = []
        for i in range(len(lies)):
            looks = self._library.candidates(lies[i], blockwise(free[i][..., None]).mean(1), _MANY)
            found.append((looks, self._scores(lies[i : i + 1], free[i : i + 1], looks, least_share)[0]))
        return found

    def _scores(self, lies: Floats, free: Floats, looks: NDArray[np.int64] | None, least_share: float) -> Floats:
        """How much edges resemble each look in the part that shows best: (n, looks)."""
        blocks = np.ascontiguousarray(blockwise(lies).transpose(1, 2, 0))
        known, structure = (self._blocks, self._energy) if looks is None else (self._blocks[:, looks], self._energy[:, looks])
        dots, own = np.matmul(known, blocks), np.einsum("bkn,bkn->bn", blocks, blocks)
        energy = np.matmul(structure, np.ascontiguousarray(blockwise(free[..., None]).transpose(1, 2, 0)))
        share = (WINDOWS @ energy.reshape(len(energy), -1)).reshape(len(WINDOWS), *energy.shape[1:])
        found = (WINDOWS @ dots.reshape(len(dots), -1)).reshape(share.shape)
        found /= (np.sqrt(share) + np.float32(1e-3)) * (np.sqrt(WINDOWS @ own) + np.float32(1e-6))[:, None]
        found -= np.float32(self._covered_cost) * (1 - share) + np.float32(9.0) * (share < least_share)
        return np.ascontiguousarray(found.max(0).T)


def _moved(around: Floats) -> Floats:
    """A place in the edges around it (36, 28, 2), moved by `AFAR_CELLS` cells each way or not, by blocks: (9, blocks, n)."""
    by, side, (down, right, one) = AFAR_CELLS, TINY[0] // ROWS, around.strides
    view: Floats = np.ndarray(
        (3, 3, ROWS, COLUMNS, side, 2 * side), np.float32, around, 0, (by * down, by * right, side * down, side * right, down, one)
    )
    return view.reshape(9, ROWS * COLUMNS, -1)


_FEW, _MANY = 16, 96
"""Looks of a large catalogue that are compared with a whole outline, and with a place where a part may be covered."""
_QUARTER_TURN, _HALF_TURN = np.array([1, 2, 3, 0]), np.array([2, 3, 0, 1])
"""A quad's corners, from the second or the third one on."""
_LEAST_SHARE = 0.1
"""Share of a look's structure that must show to say anything."""
_INNER = np.zeros(TINY, np.float32)
_INNER[1:-1, 1:-1] = 1
"""The cells that are not at the rim."""
_LIKEST = 4
"""Looks of one place that are handed on, each way up."""
