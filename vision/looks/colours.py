"""Colours judged by what white would look like there: linear light, divided by the lamp's.

White paper tells the lamp; so does every piece that was named, for the catalogue knows its colours under white light.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of
from vision.looks import canon
from vision.looks.catalogue import Look
from vision.observation import Point, Quad
from vision.table.white import White

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

GAMMA = 2.2
_LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
"""Grey level -> light, as cameras and screens have it."""


@dataclass(frozen=True, slots=True)
class LampParams:
    """When a piece's colours tell the lamp's."""

    burnt: int = 245
    """Grey level from which a channel tells nothing."""
    least_light: float = 0.12
    """Light that a cell of the look must give back in a channel to tell it; darker ones are noise."""
    least_cells: int = 40
    """Of the 768 cells of a look."""
    spread_px: float = 100.0
    """White places must lie at least so far apart, each way, to tell how the light falls off."""
    agreed: float = 0.2
    """Parts by which a place may be darker than the others make it, or its light of another colour than theirs, and count in full."""


PARAMS = LampParams()
_WEIGHINGS, _SETTLED = 20, 1e-4
"""How often places are weighed anew by how far they are off at most, and by how little that changes before it is enough."""


@dataclass(frozen=True, slots=True)
class Lit:
    """How white would look at a place."""

    at_px: Point
    light: tuple[float, float, float]
    """Linear red, green, blue; 1 is the brightest that the camera shows, and more is possible."""


@dataclass(frozen=True, slots=True, eq=False)
class Lamp:
    """How white would look at every place of the picture."""

    log_light: NDArray[np.float64]
    """(3, 3): log of red, green, blue = `log_light` @ (1, x, y), in pixels of the picture as stored."""

    def white(self, places_px: NDArray[np.float64]) -> Floats:
        """(n, 2) pixels -> (n, 3) linear light of white there."""
        ones = np.ones((len(places_px), 1))
        return np.asarray(np.exp(np.concatenate([ones, places_px], 1) @ self.log_light.T), np.float32)

    def whites(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> Floats:
        """(columns,) and (rows,) pixels -> (rows, columns, 3) linear light of white at every place of that grid."""
        level, across, down = self.log_light.T
        rows, columns = np.exp(level + np.outer(y, down)), np.exp(np.outer(x, across))
        return np.asarray(cv2.merge([np.outer(rows[:, c], columns[:, c]).astype(np.float32) for c in range(3)]), np.float32)


def linear(rgb: Pixels) -> Floats:
    """(..., 3) RGB grey levels -> light, 0 to 1."""
    flat = np.ascontiguousarray(rgb).reshape(-1, 3) if rgb.shape[-1:] == (3,) else np.ascontiguousarray(rgb).reshape(-1, 1)
    return np.asarray(cv2.LUT(flat, _LINEAR), np.float32).reshape(rgb.shape) if flat.size else np.zeros(rgb.shape, np.float32)


def of_papers(papers: Sequence[White], burnt: float = PARAMS.burnt) -> list[Lit]:
    """What the markers' papers tell; those that reach the grey level `burnt` tell nothing."""
    return [Lit(p.at_px, _three((np.asarray(p.rgb) / 255) ** GAMMA)) for p in papers if max(p.rgb) < burnt]


def rgb_of(lit: Lit) -> tuple[float, float, float]:
    """How white looks there, 0 to 255, more where it is burnt out; `of_papers` the other way."""
    return _three(255 * np.asarray(lit.light) ** (1 / GAMMA))


def of_piece(rgb: Pixels, quad_px: Quad, look: Look, params: LampParams = PARAMS) -> Lit | None:
    """What a named piece tells, by the colours of its look; None when too little of it can be compared.

    The middle of what its cells say, so that tokens lying on it do not matter.
    """
    corners = np.roll(np.asarray(quad_px, np.float32), 1 if look.turned else 0, axis=0)
    rows, columns = canon.CELLS
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(0.5)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(rgb, cv2.getPerspectiveTransform(flat, corners), (columns, rows), flags=how, borderMode=cv2.BORDER_REPLICATE)
    known = linear(look.colours)
    told = (known >= params.least_light) & (seen < params.burnt)
    if told.reshape(-1, 3).sum(axis=0).min() < params.least_cells:
        return None
    light = linear(np.asarray(seen, np.uint8)) / np.maximum(known, params.least_light)
    at = np.asarray(quad_px).mean(axis=0)
    return Lit((float(at[0]), float(at[1])), _three([max(1e-3, float(median_of(light[..., c][told[..., c]]))) for c in range(3)]))


def lamp(lit: Sequence[Lit], params: LampParams = PARAMS) -> Lamp | None:
    """The light over the table; None when nothing tells. Four places or more also say how it falls off.

    A piece in the shadow of an arm says nothing of the rest of the table; see `_falling_off`.
    """
    if not lit:
        return None
    light = np.log(np.asarray([one.light for one in lit]))
    places = np.asarray([one.at_px for one in lit])
    level = np.concatenate([np.median(light, axis=0)[:, None], np.zeros((3, 2))], 1)
    if len(lit) < 4 or np.ptp(places, axis=0).min() < params.spread_px:
        return Lamp(level)
    points = np.concatenate([np.ones((len(places), 1)), places], 1)
    return Lamp(_falling_off(points, light, params.agreed).T)


def _falling_off(points: NDArray[np.float64], light: NDArray[np.float64], agreed: float) -> NDArray[np.float64]:
    """(n, 3) places, each with a 1 before it, and (n, 3) log of the light there -> (3, 3) that fits it by least squares.

    A place counts the less the more its light is of another colour than most, or darker than the others make it.
    """
    colour = light - light.mean(axis=1, keepdims=True)
    other = np.abs(colour - np.median(colour, axis=0)).max(axis=1, keepdims=True)
    off, weight = other, np.zeros_like(other)
    for _ in range(_WEIGHINGS):
        before, weight = weight, agreed / np.maximum(off, agreed)
        if np.abs(weight - before).max() < _SETTLED:
            break
        fitted = np.linalg.lstsq(points * weight, light * weight, rcond=None)[0]
        off = np.maximum(other, (points @ fitted - light).mean(axis=1, keepdims=True))
    return np.asarray(fitted, np.float64)


def _three(values: Sequence[float] | NDArray[np.float64]) -> tuple[float, float, float]:
    red, green, blue = (float(v) for v in values)
    return red, green, blue
