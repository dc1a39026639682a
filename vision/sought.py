"""One picture while printed pieces are looked for in it, and what of it are markers."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Quad, quad_of
from vision.outlines import Contour
from vision.picture import Picture
from vision.plane import TablePlane
from vision.stopwatch import Stopwatch

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """One picture while it is read."""

    picture: Picture
    contours: list[Contour]
    table: TablePlane | None
    known: list[Floats]
    """Quads (4, 2) of pieces that need not be read, in working pixels."""
    clock: Stopwatch
    is_part: bool = False
    """Of a larger picture, in which the table's plane was of use before."""
    usual: float | None = None
    """How many times as large as enrolled the pieces on this table were before; None where that is not known."""
    tried: set[tuple[object, ...]] = field(default_factory=set)
    """Guesses that were read, with what was known beside each: read again they would say the same."""

    @property
    def to_mm(self) -> NDArray[np.float64] | None:
        """Working pixels -> millimetres on the table, when its plane is known."""
        return to_mm_of(self.table, self.picture)

    def asks_about(self, quad: Floats) -> bool:
        """Whether a piece at a quad (4, 2) of working pixels is asked about: in its part of a larger picture, and no marker."""
        return self.picture.asks_about(quad) and not is_on_marker(stored(quad, self.picture), self.table)


def to_mm_of(table: TablePlane | None, picture: Picture) -> NDArray[np.float64] | None:
    """Working pixels -> millimetres on the table, when its plane is known."""
    if table is None:
        return None
    return np.asarray(np.linalg.inv(table.mm_to_px) @ np.diag([1 / picture.scale, 1 / picture.scale, 1]), np.float64)


def stored(quad: Floats, picture: Picture) -> Quad:
    """Working pixels -> pixels of the picture as stored."""
    return quad_of((quad + 0.5) / picture.scale - 0.5)


def is_on_marker(quad: Quad, table: TablePlane | None) -> bool:
    """Whether the middle of a quad lies on one of the markers that gave the plane: whatever was read there is the marker itself."""
    if table is None or table.found_by != "markers":
        return False
    x, _ = _middle(quad)
    near = (marker for marker in table.quads_px if min(a for a, _ in marker) <= x <= max(a for a, _ in marker))
    return any(is_over(quad, np.asarray(marker, np.float32)) for marker in near)


def is_over(quad: Quad, other: Floats) -> bool:
    """Whether the middle of a quad lies within another."""
    return cv2.pointPolygonTest(other, _middle(quad), False) >= 0


def _middle(quad: Quad) -> tuple[float, float]:
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4
