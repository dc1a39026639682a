"""How far what hides some cells reaches over those beside them, pixel by pixel: it has colours that clear cells have not.

A letter that a finger's tip half hides is as clear as any other one, which the rest of it happens to be: an O is an L. And a letter beside
a hidden cell over which nothing reaches is as whole as one elsewhere. Skin may have a colour that print has, too; but where nothing is
printed on it, it is as calm there as print never is. Of what is as bright as paper, glare or a card, it cannot be told where it ends.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Pixels, Points
from vision.looks.colours import linear
from vision.tiles.ant_discs import paper_of
from vision.tiles.look import beside
from vision.tiles.tones import PARAMS as TONE, ToneParams, steps, tones, with_next

Flags = NDArray[np.bool_]
Floats = NDArray[np.float32]
Ints = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class CoverParams:
    """What counts as lying over a cell. Widths in cells; pixels are those of a board seen from above."""

    blur_px: float = 1.0
    """Noise goes, and edges stay."""
    near_px: int = 7
    """Pixels around each within which its tone changes"""
    calm: float = 0.1
    """by less than that where nothing is printed."""
    certain: float = 0.8
    """Part of a colour's places that are in hidden cells, from which on it is that of what hides them;"""
    seen: float = 2e-4
    """of a colour that is on less of the cells it is not known what it is."""
    speck_px: int = 9
    """What is narrower does not count."""
    letter: float = 0.6
    """Width of the place of a letter in its cell."""
    edge_px: int = 5
    """Width of its edge, half of it outside: blurred, or in the shade, it has not its colours any more."""
    cut: float = 0.05
    """Part of that over which something lies, from which on the letter may be another one,"""
    hidden: float = 0.3
    """and from which on it is not seen for that."""
    around: float = 0.9
    """Width of what has to be free around a letter that is whole,"""
    strange: float = 0.02
    """and part of it at most that may have colours of which it is not known what they are."""
    least_clear: int = 12
    """Clear cells that tell a board's colours."""
    tone: ToneParams = TONE


PARAMS = CoverParams()
SAMPLES, HALF = 24, 127
"""Pixels of a look, and what is more than half of 255."""
FINE = 100
"""Steps of a tone in which it is told whether it changes."""


@dataclass(frozen=True, slots=True, eq=False)
class Cover:
    """What lies over cells beside those that it hides; (rows, cols) each."""

    cuts: Flags
    """It lies over a part of the letter's place."""
    spares: Flags
    """It ends before them, and nothing else hides a cell beside them."""
    spots: Flat | None = None
    """255 where it lies, from above; None where nothing does, or that cannot be told."""
    share: Floats | None = None
    """The part of the letter's place over which it does."""


def cover_of(flat: Flat, middles: Points, hidden: Flags, clear: Flags, bright: Flags, params: CoverParams = PARAMS) -> Cover:
    """What lies over the `hidden` cells of an RGB board with (n, 2) middles, of which some show a `clear` letter; (rows, cols) each.

    Of the hidden ones those that are `bright` (rows, cols) may be washed out.
    """
    if not hidden.any() or clear.sum() < params.least_clear:
        return Cover(np.zeros_like(hidden), np.zeros_like(hidden))
    over, strange = _told(flat, middles, hidden.ravel(), clear.ravel(), params)
    joined = _joined(over, middles[hidden.ravel()], params)
    on_letter, reaches, unknown = (
        _share(seen, middles, width).reshape(hidden.shape)
        for seen, width in ((joined, params.letter), (over, params.around), (strange, params.around))
    )
    explained = hidden & ~bright & (on_letter >= params.hidden)
    near = beside(explained)
    spares = near & ~beside(hidden & ~explained) & (reaches == 0) & (unknown <= params.strange)
    edged = joined.with_pixels(np.asarray(cv2.dilate(joined.pixels, np.ones((params.edge_px,) * 2, np.uint8)), np.uint8))
    cuts = near & (_share(edged, middles, params.letter).reshape(hidden.shape) >= params.cut)
    return Cover(np.asarray(cuts, np.bool_), np.asarray(spares, np.bool_), joined, on_letter)


def _told(flat: Flat, middles: Points, hidden: Flags, clear: Flags, params: CoverParams) -> tuple[Flat, Flat]:
    """Where something lies over the board, and where there are colours of which it is not known what has them: 255 there, 0 elsewhere."""
    soft, around = np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), params.blur_px), np.uint8), np.ones((params.near_px,) * 2, np.uint8)
    colours = _colours(soft, paper_of(flat, middles), around, params)
    own, others = (_shares(colours, middles[cells], params) for cells in (hidden, clear))
    is_cover = (own >= params.certain * (own + others)) & (own >= params.seen)
    over, strange = (np.asarray(one[colours] * np.uint8(255), np.uint8) for one in (is_cover, (others < params.seen) & ~is_cover))
    calm = cv2.dilate(np.where(colours < params.tone.levels**3, np.uint8(0), over), around)
    whole = cv2.morphologyEx(cv2.max(over, calm), cv2.MORPH_OPEN, np.ones((params.speck_px,) * 2, np.uint8))
    return flat.with_pixels(np.asarray(whole, np.uint8)), flat.with_pixels(strange)


def _colours(pixels: Pixels, paper: Floats, around: Pixels, params: CoverParams) -> Ints:
    """(H, W) the number of each pixel's colour; where it is calm, at all places `around` it, all colours have other, higher ones."""
    seen = tones(linear(np.arange(256, dtype=np.uint8))[:, None] / paper)
    fine = np.asarray(cv2.LUT(pixels, np.asarray(np.clip(seen * FINE, 0, 255), np.uint8)[None]), np.uint8)
    red, green, blue = cv2.split(np.asarray(cv2.dilate(fine, around) - cv2.erode(fine, around), np.uint8))
    is_calm = np.asarray(cv2.max(cv2.max(red, green), blue) < params.calm * FINE, np.bool_)
    numbers = steps(seen, params.tone).astype(np.int32) * params.tone.levels ** np.array([2, 1, 0], np.int32)
    channels = (cv2.LUT(one, number) for one, number in zip(cv2.split(pixels), numbers.T.copy(), strict=True))
    return np.asarray(sum(channels, params.tone.levels**3 * is_calm.astype(np.int32)), np.int32)


def _joined(over: Flat, hidden: Points, params: CoverParams) -> Flat:
    """What lies over the board where it hides the letters of the cells at (m, 2) middles, in one piece: paper in a shadow does not."""
    count, found = cv2.connectedComponents(over.pixels, connectivity=4)
    kept, pieces = np.zeros(count, np.uint8), np.asarray(found, np.int32)
    kept[pieces[_inside(pieces, hidden, params.letter)]] = 255
    return over.with_pixels(np.minimum(kept[pieces], over.pixels))


def _shares(colours: Ints, middles: Points, params: CoverParams) -> Floats:
    """(numbers,) the part of the cells at (m, 2) middles that has each colour (H, W), or one next to it."""
    shape, seen = (2, *(params.tone.levels,) * 3), colours[_inside(colours, middles, params.around)]
    counts = np.bincount(seen, minlength=int(np.prod(shape))) / max(1, len(seen))
    return with_next(counts.reshape(shape)).ravel()


def _inside(board: Ints, middles: Points, width: float) -> Flags:
    """(H, W) the pixels of a board (H, W) that are in the cells at (m, 2) middles, so wide."""
    inside, half = np.zeros(board.shape, np.bool_), width / 2 * PX_PER_CELL
    for x, y in (middles + MARGIN) * PX_PER_CELL:
        inside[max(0, round(y - half)) : round(y + half), max(0, round(x - half)) : round(x + half)] = True
    return inside


def _share(seen: Flat, middles: Points, width: float) -> Floats:
    """(n,) the part of each cell, so wide, that is marked."""
    return np.asarray((seen.cut(middles, width, SAMPLES) > HALF).reshape(len(middles), -1).mean(axis=1), np.float32)
