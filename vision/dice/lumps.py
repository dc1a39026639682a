"""Places where a die may lie: something compact and of another colour than around it, or full of marks that are small beside it."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LumpParams:
    """Sizes that are tried, and how many places are kept."""

    least_px: float = 20.0
    most_part: float = 0.25
    """Of the picture's shorter side."""
    step: float = 1.35
    most: int = 700
    """Places of either kind, the clearest first."""
    least: float = 0.3
    """Levels of Lab by which a lump differs from what lies around it."""


PARAMS = LumpParams()
_COARSE, _FINE = 12.0, 30.0
"""Pixels of a lump's side in the pictures in which lumps and marks are sought; the latter are never enlarged."""


def lumps(rgb: Pixels, params: LumpParams = PARAMS) -> Floats:
    """(n, 3) x, y of the middle and the side of every place, in pixels."""
    lab = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), np.float32)
    found: tuple[list[Floats], list[Floats]] = ([], [])
    for side in _sides(rgb.shape, params):
        coarse = _reduced(lab, _COARSE / side)
        for kind, strength in zip(found, (_compact(coarse), _marked(lab, side, coarse.shape)), strict=True):
            kind.append(_peaks(strength, side, params))
    return np.concatenate([_clearest(np.concatenate(kind), params.most) for kind in found if kind] or [np.zeros((0, 3), np.float32)])


def _sides(shape: tuple[int, ...], params: LumpParams) -> Iterator[float]:
    side = params.least_px
    while side <= params.most_part * min(shape[:2]):
        yield side
        side *= params.step


def _reduced(lab: Floats, factor: float) -> Floats:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(lab, None, fx=factor, fy=factor, interpolation=how), np.float32)


def _compact(coarse: Floats) -> Floats:
    """How far a lump's own colour is from that of its surroundings."""
    inner, outer = cv2.GaussianBlur(coarse, (0, 0), 0.37 * _COARSE), cv2.GaussianBlur(coarse, (0, 0), 0.75 * _COARSE)
    return np.asarray(np.abs(inner - outer).max(2), np.float32)


def _marked(lab: Floats, side: float, shape: tuple[int, ...]) -> Floats:
    """How much more is marked here than around, by marks of a pip's size."""
    factor = min(1.0, _FINE / side)
    fine, seen = _reduced(lab, factor), side * factor
    marks = np.abs(cv2.GaussianBlur(fine, (0, 0), 0.043 * seen) - cv2.GaussianBlur(fine, (0, 0), 0.117 * seen)).max(2)
    marks = np.asarray(cv2.resize(marks, (shape[1], shape[0]), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(cv2.GaussianBlur(marks, (0, 0), 0.25 * _COARSE) - 0.6 * cv2.GaussianBlur(marks, (0, 0), 0.67 * _COARSE), np.float32)


def _peaks(strength: Floats, side: float, params: LumpParams) -> Floats:
    """(n, 4) x, y, side and strength where it is highest around."""
    highest = cv2.dilate(strength, np.ones((7, 7), np.uint8))
    rows, cols = np.nonzero((strength >= highest) & (strength > params.least))
    x, y = ((np.stack([cols, rows]) + 0.5) * side / _COARSE - 0.5).astype(np.float32)
    return np.stack([x, y, np.full(len(x), side, np.float32), strength[rows, cols]], 1)


def _clearest(peaks: Floats, most: int) -> Floats:
    return np.asarray(peaks[np.argsort(-peaks[:, 3], kind="stable")[:most], :3], np.float32)
