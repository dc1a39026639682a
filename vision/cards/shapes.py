"""Has a place the shape of the piece it resembles? Two of three columns of staves make a narrower stone, two bands a shorter flag.

Print that repeats itself, and figures that share most of their strokes, let a look be laid narrower, shorter, longer or more skewed than
it is, and agree well. On one plane all pieces of one shape are as long for their width, and their corners are square; a piece that lies
higher, on others, looks larger, and no longer.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quads import sides

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]
Usual = Mapping[float, float]
"""By how many times pieces of a shape (their long side to their short one, as enrolled) are longer for their width on this table."""


@dataclass(frozen=True, slots=True)
class ShapeParams:
    """When a place has another shape than a look."""

    most: float = 1.5
    """Times that it may be longer for its width than enrolled, or less long: the size that is proposed for any piece errs by less."""
    most_beside: float = 1.15
    """The same against the others of its shape: of 1,641 right names on drawn tables all but one were within a tenth, of wrong ones off by
    a column or a band a sixth and more."""
    opposite: float = 1.35
    """How many times as long as the side across from it a side may be: of about 1,000 right names one was above, 1.42."""
    slant: float = 0.25
    """Cosine of a corner at most: of 502 right names .2."""
    fewest: int = 3
    """So many pieces of a shape have to be named to tell what is usual."""


class Shapes:
    """The shapes of looks that may lie on a table."""

    def __init__(self, sizes_mm: Iterable[tuple[float, float]], params: ShapeParams | None = None) -> None:
        """`sizes_mm`: width and height of each look, lying flat."""
        self.params = params or ShapeParams()
        self._long = [max(size) / min(size) for size in sizes_mm]

    def is_askew(self, look: int, quad: Floats, to_mm: Matrix | None, usual: Usual) -> bool:
        """Whether the look cannot lie at a quad (4, 2) of pixels by its shape; `to_mm` (3, 3) takes them to the table, if known."""
        flat = None if to_mm is None else flat_quad(quad, to_mm)
        if flat is None:
            return False
        p, here = self.params, usual.get(self._long[look])
        most = p.most if here is None else p.most_beside
        is_as_long = 1 / most <= self._times(look, flat) / (here or 1.0) <= most
        return not (is_as_long and _opposite(flat) <= p.opposite and _slant(flat) <= p.slant)

    def usual(self, pieces: Sequence[tuple[int, Floats]], to_mm: Matrix | None) -> Usual:
        """What is usual for each shape of which enough pieces, looks at their quads (4, 2), have a name."""
        found: dict[float, list[float]] = {}
        for look, quad in pieces if to_mm is not None else ():
            flat = None if to_mm is None else flat_quad(quad, to_mm)
            if flat is not None:
                found.setdefault(self._long[look], []).append(self._times(look, flat))
        return {shape: float(np.median(some)) for shape, some in found.items() if len(some) >= self.params.fewest}

    def _times(self, look: int, flat: Floats) -> float:
        """How many times as long for its width as the look a quad (4, 2) in millimetres is."""
        top, right, bottom, left = sides(flat).tolist()
        return float((left + right) / max(top + bottom, 1e-6) / self._long[look])


def flat_quad(quad: Floats, to_mm: Matrix) -> Floats | None:
    """A quad (4, 2) on the table; None where the plane says nothing: behind its horizon."""
    depth = quad.astype(np.float64) @ to_mm[2, :2] + to_mm[2, 2]
    if depth.min() * depth.max() <= 0:
        return None
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), to_mm)[0], np.float32)


def _opposite(flat: Floats) -> float:
    """How many times as long as the one across from it any side is."""
    top, right, bottom, left = (max(side, 1e-6) for side in sides(flat).tolist())
    return float(max(top / bottom, bottom / top, left / right, right / left))


def _slant(flat: Floats) -> float:
    """The greatest cosine of a corner: 0 where all are square."""
    steps, lengths = np.roll(flat, -1, 0) - flat, np.maximum(sides(flat), 1e-6)
    return float((np.abs((steps * np.roll(steps, -1, 0)).sum(1)) / (lengths * np.roll(lengths, -1))).max())
