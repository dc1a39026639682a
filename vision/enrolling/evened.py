"""A picture of a piece on plain ground as it would look under even light: lamps stand aside, phones shade what they look at."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

RIM = 0.04
"""Of a picture's shorter side, along all of its rim, that mostly shows the ground."""
_COARSE = 8
"""One value of the light is found out for squares of so many pixels."""
_SAME = 20.0
"""Difference from the ground's colour under the light that was found (grey levels) up to which a square shows the ground."""
_ROUNDS = 6
"""So often the light is found anew, the first ones along the rim alone ..."""
_FIRST = 2
_LEAST = 50
"""... as long as it is seen on so many squares at least."""
_DIMMEST = 0.3
"""Of the light along the rim: darker is no light that falls off, but something dark."""


def evened(rgb: Pixels) -> Pixels:
    """(H, W, 3) RGB as under even light: what has one colour along the rim, or falls off smoothly there, has that colour all over."""
    high, wide = (max(1, side // _COARSE) for side in rgb.shape[:2])
    small = cv2.resize(rgb, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32)
    light = cv2.resize(_light(small), rgb.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.divide(rgb, cv2.merge([light] * 3), dtype=cv2.CV_8U), np.uint8)


def along_rim(shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """(H, W), where a picture's rim is."""
    edge = max(1, round(RIM * min(shape[:2])))
    rim = np.ones(shape[:2], np.bool_)
    rim[edge:-edge, edge:-edge] = False
    return rim


def _light(rgb: Floats) -> Floats:
    """(h, w): how bright the ground would be at each place of a small picture, in parts of what it mostly is along the rim.

    A surface of the second degree, by least squares, over what has the ground's colour in that light.
    """
    high, wide = rgb.shape[:2]
    y, x = np.mgrid[:high, :wide].reshape(2, -1) / np.array([[high], [wide]]) - 0.5
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], 1).astype(np.float32)
    colours, on_rim = rgb.reshape(-1, 3), along_rim(rgb.shape).ravel()
    ground = np.median(colours[on_rim], axis=0)
    bright = colours @ ground / max(float(ground @ ground), 1.0)
    light = np.ones(len(x), np.float32)
    alike = on_rim & (np.abs(colours - ground).max(1) <= _SAME)
    used = alike if alike.sum() >= _LEAST else on_rim  # a piece that reaches the rim is no ground: it would be taken for light
    for step in range(_ROUNDS):
        if used.sum() < _LEAST:
            break
        light = terms @ np.linalg.lstsq(terms[used], bright[used], rcond=None)[0]
        used = (np.abs(colours - light[:, None] * ground).max(1) <= _SAME) & (on_rim if step < _FIRST else True)
    return np.asarray(np.maximum(light, _DIMMEST).reshape(high, wide), np.float32)
