"""The ground between two straight edges, as two cards leave it: as wide as a disc it has some of a rim, but its edges go straight on."""

import cv2
import numpy as np

from vision.tokens.discs import ANGLES, STEPS, UNIT, Flat, Floats

ALONG = np.array([0.0, -1.5, -1.2, -0.9, 0.9, 1.2, 1.5], np.float32)
"""Radii along an edge from where it touches the outline, which is first; a disc's own rim has turned away at the others."""
NEARBY = np.arange(-2.0, 2.5, dtype=np.float32)
"""Pixels across it within which it is looked for: cards do not lie quite side by side."""
LEAST = 3.0
"""Slope in grey levels per pixel of an edge where it touches ..."""
PART = 0.5
"""... and what part of it there must be along it, of the same sign ..."""
SHOWN = 0.6
"""... at such a part of the places; something may lie over it."""


def is_gap(flat: Flat, middle: tuple[float, float], radius: float) -> bool:
    """Whether two edges run straight past a disc on opposite sides; all in pixels of the flat picture."""
    across = UNIT[:, None, None, :] * (np.float32(radius) + NEARBY)[:, None]
    along = np.stack([-UNIT[:, 1], UNIT[:, 0]], -1)[:, None, None, :] * (np.float32(radius) * ALONG)[:, None, None]
    places: Floats = np.asarray(across + along + np.asarray(middle, np.float32), np.float32)
    x, y = (np.ascontiguousarray(places[..., i].reshape(ANGLES, -1)) for i in (0, 1))
    seen = cv2.remap(flat.slope, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    right, down = np.moveaxis(np.asarray(seen, np.float32).reshape(ANGLES, len(ALONG), len(NEARBY), 2), -1, 0)
    slope = right * UNIT[:, 0, None, None] + down * UNIT[:, 1, None, None]
    touching = np.take_along_axis(slope[:, 0], np.abs(slope[:, 0]).argmax(axis=1)[:, None], 1)
    goes_on = (slope[:, 1:] * np.sign(touching)[..., None]).max(axis=2) >= PART * np.abs(touching)
    is_edge = (np.abs(touching[:, 0]) >= STEPS * LEAST) & (goes_on.mean(axis=1) >= SHOWN)
    return bool((is_edge & np.roll(is_edge, ANGLES // 2)).any())
