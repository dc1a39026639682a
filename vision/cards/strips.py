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
from vision.image.outlines import sides
from vision.looks import canon
from vision.looks.matching import CROWD, Library, blockwise, pooled

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]

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
            near = _grid(one.move, coarse - fine, fine)
            (alike,), (move,) = self._alike(one.strip, np.array([one.look]), near, least_share)
            if one.look not in best or best[one.look].alike < alike:
                best[one.look] = Like(one.look, _moved(one.strip, move), float(alike))
        return sorted(best.values(), key=lambda like: -like.alike)[: self._params.most]

    def _coarse(self, picture: Picture, quad: Floats, known: Sequence[Floats], least_share: float) -> Iterator["_Try"]:
        """The likest looks of a place that stands upright, either way up, each where it fits best in large steps."""
        edges, free = pooled(picture.edges_around(quad)), _free(picture, quad, known, self._params)
        for turn in (0, 1):
            seen, shows = (edges[::-1, ::-1], free[::-1, ::-1]) if turn else (edges, free)
            seen, shows = np.ascontiguousarray(seen * shows[..., None]), np.ascontiguousarray(shows)
            strip = _Strip(np.roll(quad, -2 * turn, 0), seen, shows, self._params.rim_px)
            looks = self._candidates(strip)
            alike, at = self._alike(strip, looks, _grid(np.zeros(2, np.int64), _AROUND, self._params.steps_px[0]), least_share)
            for i in np.argsort(-alike)[: self._params.refined].tolist():
                yield _Try(strip, int(looks[i]), at[i], float(alike[i]))

    def _alike(self, strip: "_Strip", looks: Ints, moves: Ints, least_share: float) -> tuple[Floats, Ints]:
        """For each look the best correlation with what shows, the look moved by any of some moves (n, 2), and that move: right, down.

        -1 where too little of the look shows.
        """
        seen, shows, pixels = strip.at(moves)
        columns = self._raster[pixels]
        print_ = self._library.blocks.reshape(len(self._library.ids), -1)[looks][:, columns]
        squares = (print_ * print_).sum(2)
        noise = np.float32(self._params.quiet * _DOWN * _ACROSS)
        own, all_ = squares @ shows.T, self._library.energy[looks].sum(1, keepdims=True)
        found = print_.reshape(len(looks), -1) @ seen.reshape(len(moves), -1).T
        found /= np.sqrt((own + noise) * ((seen * seen).sum((1, 2)) + noise))
        found[own < least_share * all_] = -1
        best = found.argmax(1)
        return np.asarray(found[np.arange(len(looks)), best], np.float32), moves[best]

    @cached_property
    def _raster(self) -> Ints:
        """(pixels, 2): where the two numbers of each pixel of half the raster, row by row, lie in the blocks of a look."""
        order = np.arange(2 * _DOWN * _ACROSS, dtype=np.float32).reshape(_DOWN, _ACROSS, 2)
        places = np.empty(order.size, np.int64)
        places[blockwise(order).ravel().astype(np.int64)] = np.arange(order.size)
        return places.reshape(-1, 2)

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

    def at(self, moves: Ints) -> tuple[Floats, Floats, Ints]:
        """What lies under a look moved by each of some moves: edges (n, pixels, 2), whether they show (n, pixels), and which pixels."""
        wide = self.shows.shape[1]
        reach = np.abs(moves).max() * 2 + 1
        near = cv2.dilate(self.shows, np.ones((reach, reach), np.uint8))[_AROUND : _AROUND + _DOWN, _AROUND : _AROUND + _ACROSS].copy()
        near[: self.rim_px] = near[-self.rim_px :] = near[:, : self.rim_px] = near[:, -self.rim_px :] = 0
        rows, columns = np.nonzero(near)
        places = (rows + _AROUND) * wide + columns + _AROUND + (moves[:, 1] * wide + moves[:, 0])[:, None]
        return self.seen.reshape(-1, 2)[places], self.shows.ravel()[places], rows * _ACROSS + columns


@dataclass(frozen=True, slots=True, eq=False)
class _Try:
    """A look at a place, moved by what it fits best."""

    strip: _Strip
    look: int
    move: Ints
    alike: float


def _grid(move: Ints, reach: int, step: int) -> Ints:
    """Moves (n, 2) in steps, as far as a reach around one (2,), none beyond the margin."""
    steps = np.arange(-reach, reach + 1, step)
    x, y = np.meshgrid(move[0] + steps, move[1] + steps)
    moves = np.stack([x.ravel(), y.ravel()], 1)
    return np.asarray(moves[np.abs(moves).max(1) <= _AROUND], np.int64)


def _moved(strip: _Strip, move: Ints) -> Floats:
    """The place of a strip (4, 2), moved by what a look fits best."""
    corners = canon.CORNERS + np.float32(2) * move.astype(np.float32)
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
