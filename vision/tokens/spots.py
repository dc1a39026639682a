"""Where discs may lie on the table's plane: under which light, on which named piece, and what is seen there."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.image.sampling import sampled
from vision.looks import canon
from vision.looks.catalogue import Look
from vision.looks.colours import linear, of_piece
from vision.observation import Detection
from vision.tokens.discs import UNIT, Flat, Floats, Pixels
from vision.tokens.looks import polar_places
from vision.tokens.ownprint import own_shown
from vision.tokens.params import TokenParams


class OnPiece:
    """A named piece on which tokens may lie: what it tells of the light, and what is printed where."""

    def __init__(self, frame: Frame, piece: Detection, look: Look) -> None:
        self.piece, self._look = piece, look
        self.lit = of_piece(frame.rgb, piece.quad_px, look)
        corners = np.roll(np.asarray(piece.quad_px, np.float32), 1 if look.turned else 0, axis=0)
        rows, columns = canon.CELLS
        cells = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
        self._corners = corners
        self._to_cells = np.asarray(cv2.getPerspectiveTransform(corners, cells), np.float64)
        self._rgb, self._own = frame.rgb, dict[float, Floats]()

    def colours(self, flat: Flat, places: Floats) -> Floats:
        """(n, 2) places on the piece -> (n, 3): light that its print gives back there, in parts of white."""
        on = cv2.perspectiveTransform(flat.at_px(places).reshape(1, -1, 2), self._to_cells).astype(np.float32)
        x, y = (np.ascontiguousarray(on[0, :, i : i + 1]) for i in (0, 1))
        return linear(np.asarray(sampled(self._look.colours, x, y, cv2.BORDER_CONSTANT), np.uint8)).reshape(-1, 3)

    def own(self, flat: Flat, places: Floats, radius: float) -> Floats:
        """(n, 2) places on the piece -> (n,): how well its own print shows in a disc of that radius there, see `own_shown`."""
        radius_mm = radius / flat.px_per_mm
        if radius_mm not in self._own:
            self._own[radius_mm] = own_shown(self._rgb, self._corners, self._look, radius_mm)
        x, y = self._on_raster(flat, places).clip(0, (canon.WIDTH - 1, canon.HEIGHT - 1)).T
        return np.asarray(self._own[radius_mm][y, x], np.float32)

    def own_beside(self, flat: Flat, places: Floats, radius: float, discs: Floats, covered: float) -> Floats:
        """The same of what lies beside `discs` at (m, 2), which hide so many radii around them."""
        hidden = np.zeros((canon.HEIGHT, canon.WIDTH), np.uint8)
        for disc in discs:
            cv2.fillConvexPoly(hidden, self._on_raster(flat, disc + np.float32(covered * radius) * UNIT), 1)
        shown = own_shown(self._rgb, self._corners, self._look, radius / flat.px_per_mm, hidden)
        x, y = self._on_raster(flat, places).clip(0, (canon.WIDTH - 1, canon.HEIGHT - 1)).T
        return np.asarray(shown[y, x], np.float32)

    def _on_raster(self, flat: Flat, places: Floats) -> NDArray[np.int32]:
        """(n, 2) places -> (n, 2): columns and rows of the raster on which the look is known."""
        on = cv2.perspectiveTransform(flat.at_px(places).reshape(1, -1, 2), self._to_cells)[0]
        return np.asarray(np.rint(canon.CELL * (on + 0.5) - 0.5), np.int32)

    def corners(self, flat: Flat) -> Floats:
        """(4, 2): the piece's corners in pixels of the flat picture."""
        return np.asarray(cv2.perspectiveTransform(self._corners[None], np.linalg.inv(flat.to_px))[0], np.float32)

    def depth(self, flat: Flat, at: Floats) -> Floats:
        """(n,): pixels of the flat picture from places (n, 2) on the piece to its nearest edge; negative beside it."""
        corners = self.corners(flat)
        along = np.roll(corners, -1, axis=0) - corners
        away = at[:, None] - corners
        off = (along[:, 0] * away[..., 1] - along[:, 1] * away[..., 0]) / np.hypot(*along.T)
        across = corners.mean(axis=0) - corners[0]
        return np.asarray((off if along[0, 0] * across[1] > along[0, 1] * across[0] else -off).min(axis=1), np.float32)

    def printed(self, flat: Flat, at: Floats, radius: float) -> Floats:
        """Of discs at (n, 2): what is printed there, (n, rings, angles, 3), as coarse as the look is known."""
        places = polar_places(at, radius, 2)
        return self.colours(flat, places.reshape(2, -1).T).reshape(*places.shape[1:], 3)

    def shown(self, flat: Flat, at: Floats, radius: float, white: Floats) -> tuple[Floats, Floats, Floats]:
        """Of discs at (n, 2): what is seen and what is printed there, (n, rings, angles, 3) both, as coarse as the look is known; white.

        White (n, 3) is that which the piece itself tells, or else the given: what tokens shine says nothing of what they lie on.
        """
        white = white if self.lit is None else np.full_like(white, self.lit.light)
        places, known = polar_places(at, radius, 2), self.printed(flat, at, radius)
        low, high = np.maximum(at.min(axis=0) - 2 * radius, 0).astype(int), (at.max(axis=0) + 2 * radius).astype(int)
        cell_px = max(1, round(max(self._look.size_mm) / canon.CELLS[0] * flat.px_per_mm))
        soft = np.asarray(cv2.blur(flat.rgb[low[1] : high[1], low[0] : high[0]], (cell_px, cell_px)), np.uint8)
        seen = light_at(soft, places - low.astype(np.float32)[:, None, None, None]) / white[:, None, None]
        return np.asarray(seen, np.float32), known, white


@dataclass(frozen=True, slots=True, eq=False)
class Spots:
    """Where discs may lie, and under which light."""

    flat: Flat
    middles: Floats
    """(n, 2) pixels of the flat picture."""
    radius: float
    white: Floats
    """(n, 3) linear light of white there."""
    veil: Floats
    """(n, 3) light that gloss adds there, in parts of white."""
    firm: Floats
    """(n, 2): by what part of the usual spreads brightness and gloss there may be off; 1 where only the lamp's light is known,
    more where nothing is."""
    below: NDArray[np.object_]
    """(n,): the `OnPiece` on which each lies, or None."""
    hides: frozenset[int] = frozenset()
    """Numbers of those that were looked for since the print below does not show: little of an outline is asked of them."""
    among: tuple[int, ...] | None = None
    """Numbers of those that are in question; None for all."""

    @property
    def numbers(self) -> list[int]:
        """Numbers of those that are in question."""
        return list(range(len(self.middles))) if self.among is None else list(self.among)

    @property
    def ceiling(self) -> Floats:
        """(n, 3): what the brightest pixel there stands for, in parts of white."""
        return np.asarray(1 / self.white - self.veil, np.float32)

    @property
    def off(self) -> Floats:
        """(n,): gloss that is taken off there in all colours alike, in parts of white: there may be less of it."""
        return np.asarray(self.veil.min(axis=1), np.float32)

    def key(self, number: int) -> tuple[object, ...]:
        """All on which it hangs what is seen of one of them, in this picture and in its size."""
        rows = (one[number].tobytes() for one in (self.middles, self.white, self.veil, self.firm))
        return *rows, id(self.below[number]), number in self.hides

    def take(self, index: NDArray[np.int64]) -> "Spots":
        """The spots of these numbers, in that order."""
        return Spots(self.flat, self.middles[index], self.radius, self.white[index], self.veil[index], self.firm[index], self.below[index])

    def with_those(self, of: "Spots", numbers: Iterable[int]) -> "Spots":
        """The same, but those of these numbers where and in which light they are among the others."""
        middles, white, veil, firm = (one.copy() for one in (self.middles, self.white, self.veil, self.firm))
        at = list(numbers)
        middles[at], white[at], veil[at], firm[at] = of.middles[at], of.white[at], of.veil[at], of.firm[at]
        return replace(self, middles=middles, white=white, veil=veil, firm=firm)

    def seen(self, middles: Floats, every: int = 1) -> Floats:
        """(n, rings, angles, 3): what is seen around these middles, in parts of white, without the veil.

        Of each spot one or more, those of one spot after those of another.
        """
        light = light_at(self.flat.rgb, polar_places(middles, self.radius, every))
        white, samples = 1 / self.white, light[0].size // 3
        each = light.reshape(len(white), -1, 3 * samples)  # as rows of all samples, which is quicker than of three
        each *= np.tile(white, samples)[:, None]
        if self.veil.any():
            each -= np.tile(self.veil, samples)[:, None]
        return without_glints(light) if (white - self.veil).max(initial=0.0) > _DAZZLING else light


def without_glints(light: Floats) -> Floats:
    """(n, rings, angles, 3) light of discs, in parts of white: what is far brighter than the rest of its disc is as bright as print may be.

    A lamp's reflection and a sticker may be many times as bright as anything that is printed: how bright they are tells nothing.
    """
    dazzling = np.flatnonzero(light.reshape(len(light), -1).max(axis=1) > _DAZZLING)
    if len(dazzling):
        grey = np.sort(light[dazzling].mean(axis=3).reshape(len(dazzling), -1), axis=1)
        most = np.maximum(grey[:, int(_USUAL * grey.shape[1])] + _PRINTED, 1.0)
        light[dazzling] = np.minimum(light[dazzling], most[:, None, None, None])
    return light


_DAZZLING = 1.3
"""Light, in parts of white, which paper hardly gives back."""
_USUAL, _PRINTED = 0.6, 0.85
"""Part of a disc which is no brighter than what it has most of; by so much is white print brighter than the darkest token."""


def burnt_around(flat: Flat, middles: Floats, radius: float, colours: int = 3) -> Floats:
    """(n, 2) middles of discs -> (n,): the part of what lies close around each that is burnt out in so many colours, all when white."""
    places = middles.T[:, :, None, None] + np.float32(radius) * (_AROUND[:, None] * UNIT.T[:, None])[:, None]
    x, y = (np.ascontiguousarray(one.reshape(len(middles), -1), np.float32) for one in places)
    burnt = (np.asarray(sampled(flat.rgb, x, y)) >= _BURNT).sum(axis=-1)
    return np.asarray((burnt >= colours).mean(axis=1), np.float32)


def glared(burnt: NDArray[np.float32], params: TokenParams, most: float | None = None) -> NDArray[np.float32]:
    """(n,): by how many times the usual spreads brightness and gloss may be off where so much around discs (n,) is burnt out.

    At `most` by so many times, by `params.glared` where it is not given.
    """
    low, high = params.burnt_around
    return np.asarray(1 + ((params.glared if most is None else most) - 1) * np.clip((burnt - low) / (high - low), 0, 1), np.float32)


_AROUND = np.array([1.25, 1.5, 1.75], np.float32)
"""Radii at which is looked around a disc: off its rim, and its shadow's darkest part."""
_BURNT = 250
"""Grey level of a colour from which it is burnt out."""


def light_at(rgb: Pixels, places: Floats) -> Floats:
    """(2, n, rings, angles) x and y of places -> (n, rings, angles, 3) linear light there."""
    x, y = places.reshape(2, places.shape[1], -1)
    return linear(np.asarray(sampled(rgb, x, y), np.uint8)).reshape(*places.shape[1:], 3)
