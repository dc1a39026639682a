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


def own_shown(rgb: Pixels, corners: Floats, look: Look, radius_mm: float) -> Floats:
    """How well the print shows within a token's reach of each place of a card, (HEIGHT, WIDTH): to 1, in parts of what it does elsewhere.

    `corners` (4, 2) are those of the upright look in the picture, (0, 0) the middle of its first pixel. NaN where nothing is printed that
    could tell, and everywhere if the card shows its print nowhere well.
    """
    shown = _shown(rgb, corners, look, radius_mm)
    usual = float(np.nanpercentile(shown, _USUAL)) if np.isfinite(shown).any() else 0.0
    return np.asarray(np.minimum(shown / usual, 1) if usual >= _SHARP else np.full_like(shown, np.nan), np.float32)


_USUAL = 75
"""Percentile of a card's places that is what it shows where nothing lies on it: tokens hide less than a half."""
_SHARP = 0.85
"""A card that shows its print less than so well is seen too blurred, or too dark, to tell anything."""


def _shown(rgb: Pixels, corners: Floats, look: Look, radius_mm: float) -> Floats:
    """The same as a correlation, -1 to 1."""
    seen, known = _seen(rgb, corners), look.edges.astype(np.float32) / np.float32(EDGE_STEPS)
    size = _size_px(look, radius_mm)
    strong, here = _summed(known * known, size), _summed(seen * seen, size)
    best = np.full(strong.shape, -1, np.float32)
    for y in range(2 * _REACH + 1):
        for x in range(2 * _REACH + 1):
            part = (slice(y, y + canon.HEIGHT), slice(x, x + canon.WIDTH))
            both = np.sqrt(np.maximum(strong * here[part], np.float32(1e-6)))
            np.maximum(best, _summed(known * seen[part], size) / both, out=best)
    best[strong < _BLANK * float(np.median(strong))] = np.nan
    return best


def _size_px(look: Look, radius_mm: float) -> tuple[int, int]:
    """Width and height of the square that is compared, in pixels of the raster, on which a card may be wider than it is."""
    width, height = look.size_mm[::-1] if look.turned else look.size_mm
    return max(3, round(2 * _PART * radius_mm / width * canon.WIDTH)), max(3, round(2 * _PART * radius_mm / height * canon.HEIGHT))


def _summed(fields: Floats, size: tuple[int, int]) -> Floats:
    """Sums of both channels (H, W, 2) over a square of that size around each place: (H, W)."""
    return np.asarray(cv2.boxFilter(fields[..., 0] + fields[..., 1], -1, size, normalize=False, borderType=cv2.BORDER_CONSTANT), np.float32)


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
