"""Patches of one colour in a picture: what a painted piece, a plate or a wall looks like from the side."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class FlatParams:
    """How patches are looked for."""

    work_px: int = 960
    """Longer side of the picture that is searched."""
    slopes: tuple[float, ...] = (2.0, 3.5, 6.0, 10.0)
    """Change of colour, in levels a pixel, below which a place belongs to a patch; every one gives patches of its own."""
    faint_slopes: tuple[float, ...] = (0.4, 0.6, 0.9)
    """The same for patches that hardly differ from the ground, once noise is smoothed away ..."""
    faint_sigma_px: float = 2.5
    """... by so much: a tenth of a level a pixel is left of it, an edge of ten levels has one and a half."""
    smallest_share: float = 0.0005
    """Of the picture."""
    largest_share: float = 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A patch of one colour."""

    line: Floats
    """(n, 2) its outer line, in pixels of the picture."""
    area_px: float
    colour: Floats
    """(3,) RGB, the median."""


PARAMS = FlatParams()


def find_patches(rgb: Pixels, params: FlatParams = PARAMS) -> list[Patch]:
    """Every patch of (H, W, 3) RGB at every slope; the same place comes several times."""
    little, factor = small(rgb, params)
    return _patches(little, slope(little), params.slopes, factor, params)


def find_faint(rgb: Pixels, params: FlatParams = PARAMS) -> list[Patch]:
    """The same for a plate of nearly the table's colour: its edge is a step of a few levels, seen once noise is smoothed away."""
    little, factor = small(rgb, params)
    smooth = cv2.GaussianBlur(little.astype(np.float32), (0, 0), params.faint_sigma_px)
    steepest = np.zeros(little.shape[:2], np.float32)
    for plane in cv2.split(smooth):
        across, down = cv2.Scharr(plane, cv2.CV_32F, 1, 0), cv2.Scharr(plane, cv2.CV_32F, 0, 1)
        np.maximum(steepest, cv2.magnitude(across, down) / np.float32(32), out=steepest)
    return _patches(little, steepest, params.faint_slopes, factor, params)


def small(rgb: Pixels, params: FlatParams) -> tuple[Pixels, float]:
    """The picture as it is searched, and how much smaller it is."""
    factor = min(1.0, params.work_px / max(rgb.shape[:2]))
    little = cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else rgb
    return np.asarray(little, np.uint8), factor


def _patches(little: Pixels, steep: NDArray[np.float32], slopes: Sequence[float], factor: float, params: FlatParams) -> list[Patch]:
    found = []
    for limit in slopes:
        _, labels, stats, _ = cv2.connectedComponentsWithStats((steep < limit).astype(np.uint8), connectivity=4)
        for index in range(1, len(stats)):
            area = float(stats[index][4]) / steep.size
            if params.smallest_share <= area <= params.largest_share:
                found.append(_patch(little, np.asarray(labels, np.int32), index, stats[index], factor))
    return found


def slope(rgb: Pixels) -> NDArray[np.float32]:
    """(H, W) the steepest change of lightness or colour, in levels a pixel."""
    lab = cv2.GaussianBlur(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB), (0, 0), 0.8).astype(np.float32)
    steepest = np.zeros(rgb.shape[:2], np.float32)
    for channel, weight in ((0, 1.0), (1, 1.5), (2, 1.5)):
        plane = np.ascontiguousarray(lab[..., channel])
        across, down = cv2.Scharr(plane, cv2.CV_32F, 1, 0), cv2.Scharr(plane, cv2.CV_32F, 0, 1)
        np.maximum(steepest, cv2.magnitude(across, down) * np.float32(weight / 32), out=steepest)
    return steepest


def _patch(rgb: Pixels, labels: NDArray[np.int32], index: int, box: NDArray[np.int32], factor: float) -> Patch:
    x, y, w, h = (int(v) for v in box[:4])
    mask = np.zeros((h + 4, w + 4), np.uint8)
    inside = labels[y : y + h, x : x + w] == index
    mask[2:-2, 2:-2] = inside
    mask = np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
    lines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    line = max(lines, key=cv2.contourArea)[:, 0].astype(np.float64) + np.array([x - 2, y - 2])
    area = float(cv2.contourArea(line.astype(np.float32)))
    colour = np.median(rgb[y : y + h, x : x + w][inside], axis=0)
    return Patch((line + 0.5) / factor - 0.5, area / factor**2, np.asarray(colour, np.float64))
