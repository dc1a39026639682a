"""How well a named card's own print shows, place by place: its fine lines, compared with those that are known of it.

An appetite that is printed as a circle resembles a token in outline, colour and picture, and a token that lies on it hides it nearly
wholly. But of the card every line is known, and that of another print lies elsewhere: where a circle is the card's own it shows as it
was enrolled, whatever the light, since edges are measured against the contrast around them.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.levels import cut_out
from vision.looks import canon
from vision.looks.catalogue import EDGE_STEPS, Look

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_REACH = 2
"""Pixels of the raster by which the print may lie off, each way."""
_PART = 0.8
"""Radii of a token from its middle to the sides of the square that is compared: all of it is hidden by the token."""
_BLANK = 0.25
"""Print that is fainter than this part of the card's own has no lines to go by."""


def own_shown(rgb: Pixels, corners: Floats, look: Look, radius_mm: float, hidden: Pixels | None = None) -> Floats:
    """How well the print shows within a token's reach of each place of a card, (HEIGHT, WIDTH): to 1, in parts of what it does elsewhere.

    `corners` (4, 2) are those of the upright look in the picture, (0, 0) the middle of its first pixel; `hidden` (HEIGHT, WIDTH) is 1 where
    the card cannot be seen, else 0. NaN where nothing is printed that could tell, or too much of it is hidden, and everywhere if the card
    shows its print nowhere well.
    """
    shown = _shown(rgb, corners, look, radius_mm, hidden)
    usual = float(np.nanpercentile(shown, _USUAL)) if np.isfinite(shown).any() else 0.0
    return np.asarray(np.minimum(shown / usual, 1) if usual >= _SHARP else np.full_like(shown, np.nan), np.float32)


_USUAL = 75
"""Percentile of a card's places that is what it shows where nothing lies on it: tokens hide less than a half."""
_SHARP = 0.85
"""A card that shows its print less than so well is seen too blurred, or too dark, to tell anything."""
_LEAST_BESIDE = 0.5
"""Part of the print around a place that has to lie beside what is hidden."""


def _shown(rgb: Pixels, corners: Floats, look: Look, radius_mm: float, hidden: Pixels | None) -> Floats:
    """The same as a correlation, -1 to 1."""
    seen, size = _fields(_seen(rgb, corners)), _size_px(look, radius_mm)
    known = _fields(look.edges.astype(np.float32) / np.float32(EDGE_STEPS))
    free = None if hidden is None else (hidden == 0).astype(np.float32)
    power, whole = _products(seen, seen), _summed(_products(known, known), size)
    mine = known if free is None else known * free
    strong, here = _summed(_products(mine, mine), size), 1 / _length(_summed(power, size))
    best = np.full(whole.shape, -np.inf, np.float32)
    for y in range(2 * _REACH + 1):
        for x in range(2 * _REACH + 1):
            part = (slice(y, y + canon.HEIGHT), slice(x, x + canon.WIDTH))
            own = here[part] if free is None else 1 / _length(_summed(power[part] * free, size))
            np.maximum(best, _summed(_products(mine, seen[(slice(None), *part)]), size) * own, out=best)
    best /= _length(strong)
    best[(whole < _BLANK * float(np.median(whole))) | (strong < _LEAST_BESIDE * whole)] = np.nan
    return best


def _fields(edges: Floats) -> Floats:
    """Edges (H, W, 2) -> (2, H, W): each of both numbers in a row, which is quicker."""
    return np.ascontiguousarray(np.moveaxis(edges, 2, 0))


def _products(one: Floats, other: Floats) -> Floats:
    """Of edges (2, H, W) each: how far they agree, place by place, (H, W)."""
    both = one[0] * other[0]
    both += one[1] * other[1]
    return np.asarray(both, np.float32)


def _length(squares: Floats) -> Floats:
    """The root of sums of squares, of nothing hardly more than nothing."""
    return np.asarray(np.sqrt(np.maximum(squares, np.float32(1e-6))), np.float32)


def _size_px(look: Look, radius_mm: float) -> tuple[int, int]:
    """Width and height of the square that is compared, in pixels of the raster, on which a card may be wider than it is."""
    width, height = look.size_mm[::-1] if look.turned else look.size_mm
    return max(3, round(2 * _PART * radius_mm / width * canon.WIDTH)), max(3, round(2 * _PART * radius_mm / height * canon.HEIGHT))


def _summed(field: Floats, size: tuple[int, int]) -> Floats:
    """Sums of (H, W) over a square of that size around each place."""
    return np.asarray(cv2.boxFilter(field, -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32)


def _seen(rgb: Pixels, corners: Floats) -> Floats:
    """The edges that are seen of the card and `_REACH` pixels of the raster around it: (HEIGHT + 2 * _REACH, WIDTH + 2 * _REACH, 2)."""
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - _AROUND_PX, 0)
    high = np.maximum(np.ceil(corners.max(axis=0)).astype(int) + _AROUND_PX, low + 1)
    part = np.ascontiguousarray(rgb[low[1] : high[1], low[0] : high[0]])
    there = corners - low.astype(np.float32)
    while min(np.hypot(*(there - np.roll(there, 1, axis=0)).T)) >= 2 * canon.WIDTH:
        part = np.asarray(cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        there = (there + np.float32(0.5)) / 2 - np.float32(0.5)
    forth = cv2.getPerspectiveTransform(canon.CORNERS + np.float32(_REACH - 0.5), there.astype(np.float32))
    return canon.edges(cut_out(part, forth, (canon.WIDTH + 2 * _REACH, canon.HEIGHT + 2 * _REACH)))


_AROUND_PX = 8
"""Pixels of the picture beside the card that are looked at, too."""
