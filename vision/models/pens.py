"""Letters as other pens would print them: masks made bolder, finer, rounder, with a bar or with hairlines, from a seed."""

import cv2
import numpy as np
from numpy.random import Generator

from vision.models.masks import Mask


def weighted(mask: Mask, rng: Generator) -> Mask:
    """The letter a little bolder or finer."""
    draw = rng.random()
    if draw < 0.15:
        return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)
    if draw < 0.25:
        thin = cv2.erode(mask, np.ones((2, 2), np.uint8))
        return np.asarray(thin if int(thin.sum()) > 0.55 * int(mask.sum()) else mask, np.uint8)
    return round_penned(mask, rng) if draw < 0.35 else mask


def round_penned(mask: Mask, rng: Generator) -> Mask:
    """The letter drawn with a round pen: strokes of nearly one width with round ends, as engraved or painted ones have."""
    thin = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3)))
    lines = thin if int(thin.sum()) > 0.35 * int(mask.sum()) else mask
    width = int(rng.integers(3, 8))
    return np.asarray(cv2.dilate(lines, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))), np.uint8)


def barred(mask: Mask, rng: Generator) -> Mask:
    """A J with a bar on top, to the left of its stem, as many have that are printed large: half of a turned C."""
    left, top, wide, high = cv2.boundingRect(mask)
    stem = np.flatnonzero(mask[top + high // 3, left : left + wide] > 127) + left
    if not len(stem):
        return mask
    with_bar, thick = mask.copy(), stem[-1] - stem[0] + 1
    end = round(stem[0] - rng.uniform(0.3, 1.0) * max(wide - thick, thick))
    cv2.rectangle(with_bar, (end, top), (int(stem[-1]), top + round(thick * rng.uniform(0.5, 1.0)) - 1), 255, -1)
    return with_bar


def with_hairlines(mask: Mask, rng: Generator) -> Mask:
    """The letter with fatter stems, perhaps, and strokes that are no stems fainter."""
    if rng.random() < 0.6:
        mask = np.asarray(cv2.dilate(mask, np.ones((1, int(rng.integers(2, 7))), np.uint8)), np.uint8)
    width = int(rng.integers(4, 8))
    stems = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((width, width), np.uint8))
    faint = mask.astype(np.float32) * np.float32(rng.uniform(0.3, 0.85))
    return np.asarray(np.maximum(stems, faint), np.uint8) if int(stems.sum()) > 0.3 * int(mask.sum()) else mask


def heavy(mask: Mask, rng: Generator) -> Mask:
    """The letter as bold as it gets while every gap of its print stays open: narrow ones in fat print tell an H from an M."""
    for width in range(int(rng.integers(5, 12)), 1, -2):
        bold = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))), np.uint8)
        if _gaps(bold) >= _gaps(mask):
            return bold
    return mask


def _gaps(mask: Mask) -> int:
    """How many pieces of ground the box around a letter holds, without specks."""
    left, top, wide, high = cv2.boundingRect(mask)
    ground = (mask[top : top + high, left : left + wide] < 128).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(ground, connectivity=4)
    return sum(int(stats[i, cv2.CC_STAT_AREA]) > 0.01 * wide * high for i in range(1, count))
