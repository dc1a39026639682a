"""Where one texture goes on over most of a picture, as carpet or coarse cloth does: nothing is printed there, however much shows."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class EvenParams:
    """What counts as one texture. A piece printed so would have to be as large as three squares each way, and all of one texture."""

    least_free: float = 0.25
    """Part of a square that has to be free for it to say anything."""
    least_known: int = 5
    """Squares of three by three that have to."""
    brighter: float = 1.0
    """By how much their means may differ, in parts of the least of their contrasts: light falls unevenly, ..."""
    coarser: float = 1.7
    """... and how many times as much contrast one of them may have as another."""
    usual: tuple[float, float] = (2.0, 2.0)
    """The same of any of them beside the middle one of all."""
    least_share: float = 0.5
    """Part of the squares that say anything which has to be of that texture; less, and it may be what pieces are printed with."""


def even_squares(grey: Pixels, free: Pixels, side_px: int, params: EvenParams | None = None) -> Flags:
    """Which squares of a grey picture (H, W) show the texture that goes on over most of it: (rows, columns), from the top left.

    Looked at where `free` (H, W) is not 0. None at all where no texture does.
    """
    p = params or EvenParams()
    share, mean, contrast = _squares(grey, free, side_px)
    known = share >= p.least_free
    darkest, brightest = _least(mean, known), -_least(-mean, known)
    finest, coarsest = _least(contrast, known), -_least(-contrast, known)
    many = cv2.boxFilter(known.astype(np.float32), -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    alike = (many >= p.least_known) & (brightest - darkest <= p.brighter * finest) & (coarsest <= p.coarser * finest)
    even = (cv2.dilate(alike.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0) & known
    if even.any():
        usual, strong = float(np.median(mean[even])), float(np.median(contrast[even]))
        even &= (np.abs(mean - usual) <= p.usual[0] * strong) & (np.abs(np.log(contrast / strong)) <= np.log(p.usual[1]))
    return even if even.sum() >= p.least_share * known.sum() else np.zeros_like(even)


def without(grey: Pixels, even: Flags, side_px: int) -> Pixels:
    """The grey picture (H, W) with nothing but its light where `even` squares are."""
    if not even.any():
        return grey
    size = even.shape[1] * side_px, even.shape[0] * side_px
    height, width = grey.shape
    whole = cv2.copyMakeBorder(grey, 0, size[1] - height, 0, size[0] - width, cv2.BORDER_REPLICATE)
    light = cv2.resize(cv2.resize(whole, even.shape[::-1], interpolation=cv2.INTER_AREA), size, interpolation=cv2.INTER_LINEAR)
    plain = cv2.resize(even.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
    return np.where(plain, light, whole)[:height, :width].astype(np.uint8)


def _squares(grey: Pixels, free: Pixels, side_px: int) -> tuple[Floats, Floats, Floats]:
    """Of each square the part that is free, and there the mean and the standard deviation of its grey levels: (rows, columns) each."""
    height, width = grey.shape
    rows, columns = -(-height // side_px), -(-width // side_px)
    inside = np.zeros((rows * side_px, columns * side_px), np.float32)
    inside[:height, :width] = free > 0
    levels = np.zeros_like(inside)
    levels[:height, :width] = grey
    levels *= inside
    size, fields = (columns, rows), (inside, levels, levels * levels)
    share, summed, squared = (np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_AREA), np.float32) for field in fields)
    weight = np.maximum(share, np.float32(1e-6))
    mean = summed / weight
    spread = np.maximum(squared / weight - mean * mean, np.float32(1))
    return share, np.asarray(mean, np.float32), np.asarray(np.sqrt(spread), np.float32)


def _least(values: Floats, known: Flags) -> Floats:
    """The least of the known values in three by three squares; very many where none is."""
    some = np.where(known, values, np.float32(_VERY_MANY)).astype(np.float32)
    return np.asarray(cv2.erode(some, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE), np.float32)


_VERY_MANY = 1e6
"""More than any grey level."""
