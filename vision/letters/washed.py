"""Where glare has washed out what is printed in a cell: how much of it is white, and whether ink would show there all the same.

Glare lies on ink as on paper. Where the ink of a letter that shows is dark, and gets no lighter towards any side so far that it would
vanish within the letter's size, nothing printed beside it can be hidden, however white the paper is.
"""

import unicodedata
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.letters.inkbox import boxes_at, has_ink
from vision.letters.net import Floats

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class WashedParams:
    """When something counts as washed out. Greys 0 to 255, lengths in cells."""

    white: int = 246
    """All colours at least so bright: washed out."""
    window: float = 1.2
    """Of a look at the ink."""
    samples: int = 36
    """Pixels of that."""
    ink: float = 0.45
    """Part of the darkest contrast from which on a pixel is ink."""
    least_ink_px: int = 12
    """Of a letter that tells how dark ink is here."""
    reach: float = 0.75
    """Sizes of the letter from its middle, each way, within which print belongs to it: its own half, and what stands above or below."""
    alone: float = 0.55
    """The same of a letter which no other of the alphabet is with something above or below: nothing more than its own half."""
    least_contrast: float = 45.0
    """By which ink has to be darker than the paper there, to be seen,"""
    alone_contrast: float = 25.0
    """and within such a letter: what shows of it tells how light its ink gets."""
    bright_paper: float = 0.9
    """Part of a board's white cells in which ink shows, from which on its paper is that bright: glare leaves ink in the third of them."""


PARAMS = WashedParams()
HANGING = "IOC"
"""Letters that may be another one, J, Q and Ç, by what hangs below them."""


def white_share(flat: Flat, middles: Points, params: WashedParams = PARAMS) -> Floats:
    """(n,) part of each cell of an RGB board that is washed out."""
    white = cv2.inRange(flat.pixels, (params.white,) * 3, (255,) * 3)
    if not cv2.countNonZero(white):
        return np.zeros(len(middles), np.float32)
    cut = flat.with_pixels(np.asarray(white, np.uint8)).cut(middles, 0.9, 24)
    return np.asarray((cut > 127).reshape(len(middles), -1).mean(axis=1), np.float32)


def burnt_out(flat: Flat, grey: Flat, middles: Points, least: float, params: WashedParams = PARAMS) -> Flags:
    """(n,) cells of an RGB board of which more than `least` is washed out, by glare; not those of paper that a camera shows as white.

    `grey` is what tells ink from paper there. On such paper ink shows in nearly all white cells, and those in which it does are whole.
    """
    white = white_share(flat, middles, params) > least
    if not white.any():
        return np.asarray(white, np.bool_)
    shows = ink_shows(grey, middles, boxes_at(grey, middles), white, params=params)
    return np.asarray(white & ~shows if shows.sum() >= params.bright_paper * white.sum() else white, np.bool_)


def beside_washed(washed: Flags) -> Flags:
    """(rows, cols) cells beside which others are `washed` out: glare fades more slowly than from one cell to the next."""
    around = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]], np.uint8)
    return np.asarray(cv2.dilate(washed.astype(np.uint8), around, borderValue=0) > 0, np.bool_)


def is_alone(letter: str, alphabet: str) -> bool:
    """Whether no other letter of the alphabet is this one with something above or below it: an Ä is an A, the tail of a Q is below an O."""
    others = {unicodedata.normalize("NFD", one)[0] for one in alphabet if one != letter}
    return letter not in others and letter not in HANGING


def ink_shows(grey: Flat, middles: Points, boxes: Floats, asked: Flags, alone: Flags | None = None, params: WashedParams = PARAMS) -> Flags:
    """(n,) cells, of those `asked` about, in which all that is printed on and around the letter shows; `boxes` as of `inkbox`.

    Around the letters (n,) that are `alone`, as of `is_alone`, nothing is.
    """
    shows = np.zeros(len(middles), np.bool_)
    cells = np.flatnonzero(asked & has_ink(boxes) & np.isfinite(boxes[:, 2]))
    at = middles[cells] + boxes[cells, :2]
    for cell, look in zip(cells, grey.cut(at, params.window, params.samples), strict=True):
        is_alone_there = alone is not None and bool(alone[cell])
        reach, least = (params.alone, params.alone_contrast) if is_alone_there else (params.reach, params.least_contrast)
        shows[cell] = _fades(look, float(boxes[cell, 2]), reach, params) >= least
    return shows


def _fades(look: NDArray[np.uint8], size: float, reach: float, params: WashedParams) -> float:
    """By how much ink anywhere about the letter in the middle of a look (s, s) is darker than the paper, as its own tells; or 0."""
    place = ((np.arange(params.samples) + 0.5) / params.samples - 0.5) * params.window
    x, y = (axis.ravel() for axis in np.meshgrid(place, place))
    inside = np.maximum(np.abs(x), np.abs(y)) <= 0.55 * size
    greys = look.ravel().astype(np.float64)
    paper, darkest = float(np.percentile(greys[inside], 95)), float(np.percentile(greys[inside], 2))
    ink = inside & (greys <= paper - params.ink * (paper - darkest))
    if paper - darkest < params.least_contrast or ink.sum() < params.least_ink_px:
        return 0.0
    level = np.linalg.lstsq(np.c_[x[ink], y[ink], np.ones(int(ink.sum()))], greys[ink], rcond=None)[0]
    return float(paper - level[2] - reach * size * (abs(level[0]) + abs(level[1])))
