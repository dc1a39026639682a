"""The board in a picture whose lens bends straight lines: found where they are straight again, which is where they stand out most.

Laid by bent lines a board's cells lie off its letters, at worst by whole cells.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.image.lens import straight, straightened
from vision.image.levels import scaled_size
from vision.letters.cells import Grid, Pixels
from vision.letters.gridlines import PARAMS as LINES, Found, change_maps, find_grid, refine

Find = Callable[[Pixels], Found | None]


@dataclass(frozen=True, slots=True)
class BendParams:
    """How a lens is looked for, in terms as `vision.image.lens` has them."""

    first: float = 0.03
    """Bent by so much, either way, it is tried whether the lines stand out more ..."""
    better: float = 0.05
    """... and more than bent the other way, by this part: bending softens the picture's noise, which both ways make them stand out ..."""
    step: float = 0.04
    """... and then it is bent by so much more, as long as they do."""
    most: float = 0.28
    work_px: int = LINES.work_px


PARAMS = BendParams()


@dataclass(frozen=True, slots=True, eq=False)
class Unbent:
    """A board that was found, and the picture in which its lines are straight."""

    rgb: Pixels
    found: Found
    """In that picture."""
    term: float = 0.0
    """By how much the lens bends, 0 for not at all."""


def find_unbent(rgb: Pixels, rows: int, cols: int, params: BendParams = PARAMS) -> Unbent | None:
    """The board's cells by their lines, straight or bent; None where no grid of that many cells stands out in the picture as it is."""
    found = find_grid(rgb, rows, cols)
    if found is None:
        return None
    small = _small(rgb, params)
    way = _way(small, found, rgb.shape[1], params)
    if way == 0:
        return Unbent(rgb, found)
    term = _best(small, found.score, way, lambda one: find_grid(one, rows, cols), params)
    pixels = straightened(rgb, term)
    again = find_grid(pixels, rows, cols)
    return Unbent(pixels, again, term) if again is not None and again.score > found.score else Unbent(rgb, found)


def _small(rgb: Pixels, params: BendParams) -> Pixels:
    scale = min(1.0, params.work_px / max(rgb.shape[:2]))
    size = scaled_size(rgb, scale)
    return np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8) if scale < 1 else rgb


def _way(small: Pixels, found: Found, width: int, params: BendParams) -> int:
    """Whether the grid's lines stand out more in a picture bent back from barrel (-1) or from pincushion (1); 0 for neither."""
    size, scale = (small.shape[1], small.shape[0]), small.shape[1] / width
    corners = (np.array(found.grid.corners_px) + 0.5) * scale - 0.5
    scores = {0: found.score}
    for way in (-1, 1):
        pixels = straightened(small, way * params.first)
        there = straight(corners, way * params.first, size)
        scores[way] = refine(*change_maps(pixels), Grid.of_corners(found.grid.rows, found.grid.cols, there.tolist())).score
    best = max((-1, 1), key=lambda way: scores[way])
    return best if scores[best] > max(scores[0], scores[-best] + params.better * scores[0]) else 0


def _best(small: Pixels, plain: float, way: int, find: Find, params: BendParams) -> float:
    """The term at which the lines stand out most, by the parabola through the best one tried and those beside it."""
    tried = {0.0: plain}
    term = way * params.first
    while abs(term) <= params.most:
        one = find(straightened(small, term))
        tried[term] = 0.0 if one is None else one.score
        if tried[term] < max(tried.values()):
            break
        term += way * params.step
    terms = sorted(tried)
    best = max(terms, key=lambda one: tried[one])
    at = terms.index(best)
    if not 0 < at < len(terms) - 1:
        return best
    around = terms[at - 1 : at + 2]
    a, b, _ = np.polyfit(around, [tried[one] for one in around], 2)
    return float(np.clip(-b / (2 * a), around[0], around[2])) if a < 0 else best
