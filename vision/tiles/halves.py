"""Which cells of a tile are covered in part: a hand's, a card's or a token's edge runs through them, and cuts a letter in half.

A tile is printed all over, and paper shows between its print. Along a side or in a corner of a cell, and on beyond it, in which neither
does, something else lies: evenly of one light, and darker in some colour than the brightest part of the cell. Print that happens to be as
dense there ends sooner. A red glass shows skin as pale as paper. Between two fingers too little is left of a cell to tell it so; but a
letter that they cut is lower than the board's others.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import SAME_SIZE, ink_heights
from vision.looks.colours import linear

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class HalfParams:
    """When a part of a cell is covered. Lengths in cells, light as part of the brightest part's."""

    half: float = 0.43
    """From a cell's middle to its side, or a little less: letters lie within."""
    side: float = 0.215
    """From a side inwards is looked at,"""
    corner: float = 0.36
    """and in a corner each way,"""
    beyond: float = 0.25
    """and so far outwards: what lies there goes on."""
    dark: float = 0.7
    """Light there, in the darkest colour, at most: paper beside paper is as bright but for a shadow's edge."""
    even: float = 0.09
    """By which it differs there, at most: noise leaves a few hundredths, and print on paper several times as much."""
    pale: tuple[float, float] = (0.8, 0.05)
    """The same of what is pale, a card perhaps: so even is no print that paper shows between."""
    rounded: float = 0.13
    """By which it differs where it is a finger, whose light falls off to its edge,"""
    rounded_beside: float = 0.2
    """or where a cell beside it shows nothing: a hand that hides that one may well reach farther,"""
    bright: float = 0.45
    """if it is so bright at least: dense warm print is darker in blue,"""
    farther: float = 0.45
    """and goes on so far outwards: dense print has an end."""
    least_told: int = 12
    """Letters that tell how large they are on a board."""


PARAMS = HalfParams()
PX, COARSE = 40, 12
"""Pixels of a look to a cell, and of a coarse look at all of it, which tells the paper's light."""
LIGHTEST, DARKEST = 85, 15
"""Percentiles between which light differs."""


def half_covered(flat: Flat, middles: Points, cells: Ints, beside: Flags | None = None, params: HalfParams = PARAMS) -> Flags:
    """(m,) which of some `cells` (m,), by their numbers, of an RGB board with these middles (n, 2) something lies over in part.

    `beside` (n,) are cells next to one that shows nothing.
    """
    if not len(cells):
        return np.zeros(0, np.bool_)
    soft = flat.with_pixels(np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 0.8), np.uint8))
    paper = np.percentile(linear(soft.cut(middles, 2 * (params.half + params.beyond), COARSE)).reshape(-1, 3), 93, axis=0)
    least = _darkest(soft, middles[cells], paper, params.half + params.beyond)
    own = np.maximum(np.max([_lights(part)[1] for part in _parts(least, 0.0, params)], axis=0), 1e-3)
    high, differs = _even(least, params.beyond, own, params)
    pale, little = params.pale
    is_over = (high <= params.dark) & (differs <= params.even) | (high <= pale) & (differs <= little)
    rounded = np.where(np.zeros(len(cells), np.bool_) if beside is None else beside[cells], params.rounded_beside, params.rounded)
    maybe = (high <= params.dark) & (high >= params.bright) & (differs <= rounded)
    doubtful = np.flatnonzero(maybe.any(axis=0) & ~is_over.any(axis=0))
    if len(doubtful):
        least = _darkest(soft, middles[cells[doubtful]], paper, params.half + params.farther)
        high, differs = _even(least, params.farther, own[doubtful], params)
        is_over[:, doubtful] = maybe[:, doubtful] & (high <= params.dark) & (differs <= rounded[doubtful])
    return np.asarray(is_over.any(axis=0), np.bool_)


def cut_short(grey: Flat, middles: Points, turns: Ints, cells: Ints, beside: Flags, params: HalfParams = PARAMS) -> Flags:
    """(m,) which of some lettered `cells` (m,), by their numbers, are lower than the others and `beside` (n,) one that shows nothing.

    Middles (n, 2) and turns (n,) are those of a board's cells as a red glass shows them. All capitals are as high but for a tail: an E of
    which a finger hides a side is a low L.
    """
    heights = ink_heights(grey, middles[cells], turns[cells])
    usual = heights[~beside[cells] & ~np.isnan(heights)]
    if len(usual) < params.least_told:
        return np.zeros(len(cells), np.bool_)
    return np.asarray(beside[cells] & (heights < SAME_SIZE[0] * np.median(usual)), np.bool_)


def _darkest(soft: Flat, middles: Points, paper: NDArray[np.floating], reach: float) -> Floats:
    """(n, s, s) the light in the darkest colour around each middle, as part of the paper's."""
    light = linear(soft.cut(middles, 2 * reach, round(2 * reach * PX)))
    light *= (1 / np.maximum(paper, 0.004)).astype(np.float32)
    return np.minimum(np.minimum(light[..., 0], light[..., 1]), light[..., 2])  # NumPy's own takes several times as long for three


def _even(looks: Floats, beyond: float, own: Floats, params: HalfParams) -> tuple[Floats, Floats]:
    """(8, n) the light of each part of each look (n, s, s), and by how much it differs there, as parts of its brightest part's (n,)."""
    low, high = np.moveaxis(np.array([_lights(part) for part in _parts(looks, beyond, params)]), 1, 0)
    return high / own, (high - low) / own


def _lights(part: Floats) -> Floats:
    """(2, n) between which the light of a part (n, h, w) of each look lies."""
    return np.asarray(np.percentile(part.reshape(len(part), -1), (DARKEST, LIGHTEST), axis=1), np.float32)


def _parts(looks: Floats, beyond: float, params: HalfParams) -> list[Floats]:
    """The four sides and the four corners of the cell in each look (n, s, s), from so far beyond it on."""
    middle = looks.shape[1] / 2

    def ends(deep: float) -> tuple[slice, slice]:
        near, far = round((params.half + beyond) * PX), round((params.half - deep) * PX)
        return slice(round(middle) - near, round(middle) - far), slice(round(middle) + far, round(middle) + near)

    along = slice(round(middle - params.half * PX), round(middle + params.half * PX))
    sides = [looks[:, end, along] for end in ends(params.side)] + [looks[:, along, end] for end in ends(params.side)]
    return sides + [looks[:, rows, cols] for rows in ends(params.corner) for cols in ends(params.corner)]
