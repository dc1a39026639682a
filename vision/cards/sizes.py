"""Is a place on the table as large as the piece it resembles? Patterned ground is full of places that look like one, only smaller."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SizeParams:
    """When a place is too small or too large for a look."""

    most: float = 2.0
    """Times that its sides may be longer or shorter than enrolled: sizes given in a hurry, markers printed to fit a page err by less."""
    most_beside: float = 1.5
    """The same against the pieces that are named in the same picture, whose sizes tell by how much plane and enrolled sizes are off."""


class Sizes:
    """The sizes of looks that may lie on a table."""

    def __init__(self, sizes_mm: Iterable[tuple[float, float]], params: SizeParams | None = None) -> None:
        """`sizes_mm`: width and height of each look, lying flat."""
        self.params = params or SizeParams()
        self._sides_mm = [float(np.sqrt(width * height)) for width, height in sizes_mm]

    def times(self, look: int, quad: Floats, to_mm: Matrix) -> float | None:
        """How many times as long as the look's the sides of a quad (4, 2) of pixels are; `to_mm` (3, 3) takes pixels to the table.

        None where the plane says nothing: behind its horizon.
        """
        side = _side_mm(quad, to_mm)
        return None if side is None else side / self._sides_mm[look]

    def fits_any(self, quad: Floats, to_mm: Matrix) -> bool:
        """Whether any look may lie at a quad (4, 2) of pixels by its size, see `fits`."""
        side = _side_mm(quad, to_mm)
        return side is None or min(self._sides_mm) / self.params.most <= side <= max(self._sides_mm) * self.params.most

    def fits(self, look: int, quad: Floats, to_mm: Matrix, usual: float | None = None) -> bool:
        """Whether the look may lie there; `usual`: so many times as large as enrolled are the pieces on this table, where that is known."""
        times = self.times(look, quad, to_mm)
        if times is None:
            return True
        return 1 / self.params.most <= times <= self.params.most if usual is None else self._is_near(times, usual)

    def is_smaller(self, look: int, quad: Floats, to_mm: Matrix, than: float) -> bool:
        """Whether the look cannot lie there because others of this table are so many times as large as enrolled, and it is less."""
        times = self.times(look, quad, to_mm)
        return times is not None and times * self.params.most_beside < than

    def fits_beside(self, look: int, quad: Floats, to_mm: Matrix, named: Sequence[tuple[int, Floats]]) -> bool:
        """Whether the look may lie there, when others, `named` with their quads, lie as they do; without any it is not told."""
        times = self.times(look, quad, to_mm)
        beside = [one for one in (self.times(*other, to_mm) for other in named) if one is not None]
        if times is None or not beside:
            return True
        return self._is_near(times, float(np.median(beside)))

    def _is_near(self, times: float, usual: float) -> bool:
        return 1 / self.params.most_beside <= times / max(usual, 1e-6) <= self.params.most_beside


def _side_mm(quad: Floats, to_mm: Matrix) -> float | None:
    """The side of a square as large as a quad (4, 2) of pixels is on the table; None behind its horizon."""
    flat = on_table(quad, to_mm)
    return None if flat is None else float(np.sqrt(cv2.contourArea(flat)))


def on_table(quad: Floats, to_mm: Matrix) -> Floats | None:
    """A quad (4, 2) of pixels in millimetres on the table; None behind its horizon."""
    depth = quad.astype(np.float64) @ to_mm[2, :2] + to_mm[2, 2]
    if depth.min() * depth.max() <= 0:
        return None
    return np.asarray(cv2.perspectiveTransform(quad[None].astype(np.float64), to_mm)[0], np.float32)
