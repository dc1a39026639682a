"""Which looks resemble what others leave of a place, each where it fits best close by: a strip says little at a glance, or one cell off."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import near_to
from vision.cards.likeness import Like
from vision.cards.picture import Picture
from vision.image.quads import sides
from vision.looks import canon
from vision.looks.canon import COLUMNS, ROWS
from vision.looks.matching import CROWD, Library, blockwise, pooled

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Part: TypeAlias = tuple[slice, slice]
"""Rows and columns."""

_DOWN, _ACROSS = canon.HEIGHT // 2, canon.WIDTH // 2
_AROUND = canon.MARGIN // 2
"""Half the raster, and so many pixels of it kept on every side."""


@dataclass(frozen=True, slots=True)
class StripParams:
    """How closely strips are compared. Pixels of half the raster."""

    edge_px: int = 1
    """So near to what covers a place its own edge is seen."""
    rim_px: int = 2
    """So near to the rim of a look there is no print of it."""
    steps_px: tuple[int, int] = (2, 1)
    """A look is tried this far aside, in each direction as far as the margin; the likest once more in finer steps around the best."""
    refined: int = 6
    """Looks that are tried once more."""
    quiet: float = 0.01
    """Mean squared edge strength, over all of a place, that is noise: hardly any print resembles nothing."""
    most: int = 4
    """Looks of one place that are handed on."""
    most_of_crowd: int = 96
    """Looks of a large catalogue that are compared."""


class Strips:
    """The looks of one catalogue, to be compared with what others leave of a place."""

    def __init__(self, library: Library, params: StripParams, square: bool) -> None:
        """`square`: some pieces are."""
        self._library, self._params, self._square = library, params, square

    def likest(self, picture: Picture, quad: Floats, known: Sequence[Floats], least_share: float) -> list[Like]:
        """The few looks that a quad (4, 2) of working pixels resembles most in the part that known quads leave, likest first.

        Each lies where it fits best within a few pixels, whichever way up. Of its structure `least_share` has to show.
        """
        coarse, fine = self._params.steps_px
        found = [one for way in self._ways(quad) for one in self._coarse(picture, way, known, least_share)]
        best: dict[int, Like] = {}
        for one in sorted(found, key=lambda one: -one.alike)[: self._params.refined]:
            near = _Grid.around(*one.move, coarse - fine, fine)
            (alike,), (at,) = self._alike(one.strip, np.array([one.look]), near, least_share)
            if one.look not in best or best[one.look].alike < alike:
                best[one.look] = Like(one.look, _moved(one.strip, near.move(at)), float(alike))
        return sorted(best.values(), key=lambda like: -like.alike)[: self._params.most]

    def _coarse(self, picture: Picture, quad: Floats, known: Sequence[Floats], least_share: float) -> Iterator["_Try"]:
        """The likest looks of a place that stands upright, either way up, each where it fits best in large steps."""
        edges, free = pooled(picture.edges_around(quad)), _free(picture, quad, known, self._params)
        grid = _Grid.around(0, 0, _AROUND, self._params.steps_px[0])
        for turn in (0, 1):
            seen, shows = (edges[::-1, ::-1], free[::-1, ::-1]) if turn else (edges, free)
            seen, shows = np.ascontiguousarray(seen * shows[..., None]), np.ascontiguousarray(shows)
            strip = _Strip(np.roll(quad, -2 * turn, 0), seen, shows, self._params.rim_px)
            looks = self._candidates(strip)
            alike, at = self._alike(strip, looks, grid, least_share)
            for i in np.argsort(-alike)[: self._params.refined].tolist():
                yield _Try(strip, int(looks[i]), grid.move(at[i]), float(alike[i]))

    def _alike(self, strip: "_Strip", looks: Ints, grid: "_Grid", least_share: float) -> tuple[Floats, Ints]:
        """For each look the best correlation with what shows, the look moved by any of a grid's moves, and which of them that is.

        -1 where too little of the look shows.
        """
        part = strip.part(grid)
        seen, shows = strip.at(grid, part)
        print_, squares = self._print(looks, part)
        noise = np.float32(self._params.quiet * _DOWN * _ACROSS)
        own, all_ = squares @ shows.T, self._library.energy[looks].sum(1, keepdims=True)
        found = print_ @ seen.T
        found /= np.sqrt((own + noise) * (np.einsum("ij,ij->i", seen, seen) + noise))
        found[own < least_share * all_] = -1
        best = found.argmax(1)
        return found[np.arange(len(looks)), best], best

    def _print(self, looks: Ints, part: Part) -> tuple[Floats, Floats]:
        """The edges of some looks in a part of half the raster, both numbers of each pixel in turn (looks, n), and their squares."""
        rows, columns = part
        wide = slice(2 * columns.start, 2 * columns.stop)
        if self._rasters is None:
            print_ = _raster(self._library.blocks[looks])[:, rows, wide]
            squares = _squared(print_)
        else:
            print_, squares = self._rasters[0][looks, rows, wide], self._rasters[1][looks, rows, columns]
        return print_.reshape(len(looks), -1), squares.reshape(len(looks), -1)

    @cached_property
    def _rasters(self) -> tuple[Floats, Floats] | None:
        """The edges of all looks on half the raster, row by row, and their squares; None of so many that they take much room."""
        if len(self._library.ids) > _KEPT:
            return None
        print_ = _raster(self._library.blocks)
        return print_, _squared(print_)

    def _candidates(self, strip: "_Strip") -> Ints:
        """The looks that are compared: all, or of many those that resemble the place at a glance."""
        if len(self._library.ids) <= CROWD:
            return np.arange(len(self._library.ids))
        inner = slice(_AROUND, -_AROUND)
        window = blockwise(strip.shows[inner, inner, None]).mean(1)
        return self._library.candidates(pooled(np.ascontiguousarray(strip.seen[inner, inner])), window, self._params.most_of_crowd)

    def _ways(self, quad: Floats) -> list[Floats]:
        across, down, other_across, other_down = sides(quad)
        start = quad if down + other_down > across + other_across else np.roll(quad, -1, 0)
        return [start, np.roll(start, -1, 0)] if self._square else [start]


_KEPT = 400
"""Looks whose edges are kept as they are compared: 15 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class _Strip:
    """What shows of a place, the margin with it."""

    quad: Floats
    """(4, 2) working pixels, as a look lies there."""
    seen: Floats
    """(H, W, 2) edges, 0 where others lie."""
    shows: Floats
    """(H, W): 1 where nothing else lies."""
    rim_px: int

    def part(self, grid: "_Grid") -> Part:
        """Where on half the raster there is anything to compare with a look moved by some of a grid's moves."""
        left, top, wide, high = cv2.boundingRect(self.shows.astype(np.uint8))
        rows = _within(top - _AROUND, high, grid.top, grid.bottom, self.rim_px, _DOWN)
        return rows, _within(left - _AROUND, wide, grid.left, grid.right, self.rim_px, _ACROSS)

    def at(self, grid: "_Grid", part: Part) -> tuple[Floats, Floats]:
        """What lies under a part of a look moved by each of a grid's moves: its edges (moves, 2 * pixels), and whether it shows."""
        return _windows(self.seen.reshape(len(self.seen), -1), grid, part, 2), _windows(self.shows, grid, part, 1)


@dataclass(frozen=True, slots=True, eq=False)
class _Try:
    """A look at a place, moved by what it fits best."""

    strip: _Strip
    look: int
    move: tuple[int, int]
    alike: float


@dataclass(frozen=True, slots=True)
class _Grid:
    """Moves to the right and down, in steps from the first to the last: row by row, all of a row in turn."""

    left: int
    top: int
    right: int
    bottom: int
    step: int

    @classmethod
    def around(cls, x: int, y: int, reach: int, step: int) -> "_Grid":
        """Moves in steps, as far as a reach around one, none beyond the margin."""
        left, top = (at - min(reach, at + _AROUND) // step * step for at in (x, y))
        right, bottom = (at + min(reach, _AROUND - at) // step * step for at in (x, y))
        return cls(left, top, right, bottom, step)

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of moves."""
        return (self.bottom - self.top) // self.step + 1, (self.right - self.left) // self.step + 1

    def move(self, at: int) -> tuple[int, int]:
        """One of the moves: right, down."""
        down, right = divmod(int(at), self.size[1])
        return self.left + self.step * right, self.top + self.step * down


def _within(first: int, length: int, low: int, high: int, rim: int, whole: int) -> slice:
    """Of `whole` pixels less a rim those that come to lie on some, `length` of them from the `first` on, when moved by low to high."""
    start = min(max(rim, first - high), whole - rim)
    return slice(start, max(start, min(whole - rim, first + length - low)))


def _windows(field: Floats, grid: _Grid, part: Part, channels: int) -> Floats:
    """A part of half the raster, moved by each of a grid's moves, in a field (H, channels * W) around it: (moves, pixels * channels)."""
    (down, right), (rows, columns) = field.strides, part
    shape = *grid.size, rows.stop - rows.start, channels * (columns.stop - columns.start)
    first = (rows.start + _AROUND + grid.top) * down + channels * (columns.start + _AROUND + grid.left) * right
    step = grid.step * down, grid.step * channels * right
    view: Floats = np.ndarray(shape, np.float32, field, first, (*step, down, right))  # a view, made at once
    return view.reshape(shape[0] * shape[1], -1)


def _raster(blocks: Floats) -> Floats:
    """The blocks of looks (n, blocks, numbers) on half the raster, row by row: (n, 64, 96)."""
    side = _DOWN // ROWS
    return blocks.reshape(-1, ROWS, COLUMNS, side, 2 * side).transpose(0, 1, 3, 2, 4).reshape(-1, _DOWN, 2 * _ACROSS)


def _squared(print_: Floats) -> Floats:
    """Squared strength of edges, two numbers each in turn: (..., n) of (..., 2 * n)."""
    squares = print_ * print_
    return np.asarray(squares[..., ::2] + squares[..., 1::2], np.float32)


def _moved(strip: _Strip, move: tuple[int, int]) -> Floats:
    """The place of a strip (4, 2), moved by what a look fits best."""
    corners = canon.CORNERS + np.float32(2) * np.array(move, np.float32)
    to_px = cv2.getPerspectiveTransform(canon.CORNERS, strip.quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(corners[None], to_px)[0], np.float32)


def _free(picture: Picture, quad: Floats, known: Sequence[Floats], params: StripParams) -> Floats:
    """Half the raster over a quad (4, 2), the margin with it: 1 where no known quad lies, nor close by, and the picture goes on."""
    size = (_DOWN + 2 * _AROUND, _ACROSS + 2 * _AROUND)
    back = cv2.getPerspectiveTransform(quad.astype(np.float32), canon.CORNERS / np.float32(2) + np.float32(_AROUND))
    width, height = picture.view_px
    view = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    free, hidden = cv2.fillConvexPoly(np.zeros(size, np.uint8), _drawn(view, back), 1), np.zeros(size, np.uint8)
    for i in near_to(quad, known):
        cv2.fillConvexPoly(hidden, _drawn(known[i], back), 1)
    side = 2 * params.edge_px + 1
    return np.asarray(free * (1 - cv2.dilate(hidden, np.ones((side, side), np.uint8))), np.float32)


def _drawn(quad: Floats, back: NDArray[Any]) -> NDArray[np.int32]:
    return np.asarray(np.round(cv2.perspectiveTransform(quad[None].astype(np.float64), back)[0] - 0.5), np.int32)
