"""Where the ink of a letter is within a cell, and how large; and a board's cells moved to where their letters are."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Pixels, Points
from vision.letters.net import Floats, Greys

NO_INK = 0.45
"""Size of the box, as part of the look, where no ink can be told from the ground."""
MOST_OFF = 0.3
"""Cells that a letter's middle is away from its cell's at most."""
LEAST_TOLD = 24
"""Letters from which a board is moved to fit them."""
MOST_AGREE = 0.65
"""Part of the letters that one homography fits, from which on it may move a board's corner far."""
FAR = 1.5
"""Cells that it moves one then."""
LARGEST = 95
"""Percentile of the letters' sizes that counts as the largest: print beside some is taken for a part of them."""
WIDE, SAMPLES = 1.3, 52
"""Cells that are looked at for the ink of one, and pixels of that."""
SAME_SIZE = (0.75, 1.3)
"""Of the usual letter's larger side: an I and an O, an A and an Ä."""


def boxes_at(grey: Flat, middles: Points) -> Floats:
    """(n, 3) as of `ink_boxes`, for looks `WIDE` cells wide at (n, 2) cell coordinates."""
    return ink_boxes(grey.cut(middles, WIDE, SAMPLES), WIDE)


def has_ink(boxes: Floats, window: float = WIDE) -> NDArray[np.bool_]:
    """(n,) whether ink was found: one connected figure, whole, about the size of a letter."""
    return np.asarray(np.abs(boxes[:, 2] - NO_INK * window) > 1e-4, np.bool_)


def settled(grey: Flat, middles: Points) -> Points:
    """(n, 2) the cells' middles moved by one homography to where the letters of most of them are: corners are never exact.

    A corner that nothing shows, under a hand on a board seen from the side, may lie a whole cell off: it is moved so far where nearly all
    letters agree.
    """
    boxes = ink_boxes(grey.cut(middles, 1.2, 40), 1.2)
    told = np.flatnonzero(has_ink(boxes, 1.2) & (np.abs(boxes[:, :2]).max(axis=1) < MOST_OFF))
    if len(told) < LEAST_TOLD:
        return middles
    moved, agree = cv2.findHomography(middles[told], middles[told] + boxes[told, :2], cv2.RANSAC, 0.12)
    if moved is None:
        return middles
    there = cv2.perspectiveTransform(middles.reshape(-1, 1, 2), moved).reshape(-1, 2)
    most = FAR if agree.sum() >= max(LEAST_TOLD, MOST_AGREE * len(told)) else 2 * MOST_OFF
    return np.asarray(there if np.abs(there - middles).max() < most else middles, np.float64)


def ink_boxes(patches: Greys, window: float, is_dark: bool | None = None) -> Floats:
    """(n, 3) for (n, s, s) patches `window` cells wide: where the ink's middle is, right and down of the patch's, and its larger side.

    `is_dark`: ink darker than its ground, or lighter; None where the patch tells it, by which of them fills less of its inner part.
    """
    figures = _figures(patches, window, is_dark)
    return np.asarray(np.c_[figures[:, :2], figures[:, 2:].max(axis=1)], np.float32)


def largest_size(grey: Flat, middles: Points) -> float:
    """Cells that letters at (n, 2) cell coordinates are high at most, or wide, but for a few; endlessly many where few tell it."""
    boxes = boxes_at(grey, middles)
    told = boxes[has_ink(boxes), 2]
    return float(np.percentile(told, LARGEST)) if len(told) >= LEAST_TOLD else math.inf


def ink_heights(grey: Flat, middles: Points, turns: NDArray[np.int64]) -> Floats:
    """(n,) cells from top to bottom of the ink of the letters at (n, 2) cell coordinates, lying in (n,) turns; NaN where it is not told."""
    figures = _figures(grey.cut(middles, WIDE, SAMPLES), WIDE, is_dark=None)
    height = np.where(turns % 2 == 0, figures[:, 3], figures[:, 2])
    return np.asarray(np.where(has_ink(np.c_[figures[:, :2], figures[:, 2:].max(axis=1)]), height, np.nan), np.float32)


def _figures(patches: Greys, window: float, is_dark: bool | None) -> Floats:
    """(n, 4) where the ink's middle is, as of `ink_boxes`, and how wide and how high it is."""
    return np.array([_ink_box(patch, is_dark) for patch in patches], np.float32).reshape(-1, 4) * np.float32(window / patches.shape[1])


def boxes_of_size(grey: Flat, middles: Points, boxes: Floats, usual: float) -> Floats:
    """The boxes; those not of the usual size are looked for again: beside a tile that fills half of a look, ink is not what fills less.

    `usual` is the size of most letters, 0 where it is not known: then all stay as they are.
    """
    if not usual:
        return boxes
    low, high = SAME_SIZE
    odd = np.flatnonzero(~has_ink(boxes) | (boxes[:, 2] < low * usual) | (boxes[:, 2] > high * usual))
    found, looks = boxes.copy(), grey.cut(middles[odd], WIDE, SAMPLES)
    for is_dark in (True, False):
        again = ink_boxes(looks, WIDE, is_dark)
        fits = has_ink(again) & (again[:, 2] >= low * usual) & (again[:, 2] <= high * usual)
        found[odd[fits]] = again[fits]
        odd, looks = odd[~fits], looks[~fits]
    return found


def _ink_box(patch: Pixels, is_dark: bool | None = None) -> tuple[float, float, float, float]:
    """Its middle, width and height in pixels of the patch; the whole inner part where no ink can be told from the ground."""
    side = len(patch)
    blurred = cv2.GaussianBlur(patch, (3, 3), 0)
    inner = np.ascontiguousarray(blurred[side // 6 : -side // 6, side // 6 : -side // 6])
    cut, light = cv2.threshold(inner, 0, 255, cv2.THRESH_OTSU)
    is_dark = 2 * cv2.countNonZero(light) >= light.size if is_dark is None else is_dark
    _, mask = cv2.threshold(blurred, cut, 1, cv2.THRESH_BINARY_INV if is_dark else cv2.THRESH_BINARY)
    best, found = 0.0, (0.0, 0.0, side * NO_INK, side * NO_INK)
    for x, y, width, height, area in cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:].tolist():
        right, down, larger = x + (width - side) / 2, y + (height - side) / 2, max(width, height)
        away = max(abs(right), abs(down))
        is_whole = x > 0 and y > 0 and x + width < side and y + height < side
        if is_whole and away <= side * 0.3 and larger >= side * 0.18:
            weight = area * max(0.05, 1 - away / (side * 0.35))
            if weight > best:
                best, found = weight, (right, down, float(width), float(height))
    return found
