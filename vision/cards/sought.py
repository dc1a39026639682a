"""One picture while printed pieces are looked for in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.image.outlines import Contour
from vision.looks.catalogue import Look
from vision.observation import Quad, quad_of
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane, is_on_marker
from vision.table.pose import is_seen_so

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
    to_mm: NDArray[np.float64] | None = None
    """Working pixels -> millimetres on the table, when its plane is known."""
    usual: float | None = None
    """How many times as large as enrolled the pieces on this table were before; None where that is not known."""
    shape: dict[float, float] = field(default_factory=dict)
    """How much longer for their width than enrolled pieces of each shape are on this table, as far as that is known."""
    tried: set[tuple[object, ...]] = field(default_factory=set)
    """Guesses that were read, with what was known beside each: read again they would say the same."""

    def asks_about(self, quad: Floats) -> bool:
        """Whether a piece at a quad (4, 2) of working pixels is asked about: in its part of a larger picture, and no marker."""
        return self.picture.asks_about(quad) and not is_on_marker(stored(quad, self.picture), self.table)


def to_mm_of(table: TablePlane | None, picture: Picture) -> NDArray[np.float64] | None:
    """Working pixels -> millimetres on the table, when its plane is known."""
    if table is None:
        return None
    return np.asarray(np.linalg.inv(table.mm_to_px) @ np.diag([1 / picture.scale, 1 / picture.scale, 1]), np.float64)


def plane_of(search: Search, settled: Sequence[Reading], looks: Sequence[Look]) -> NDArray[np.float64] | None:
    """Working pixels -> millimetres on the table, by its plane or by the best of the settled readings; None without either.

    What strayed, as a piece does on others of its paper, tells of none: no camera shows a rectangle so.
    """
    if search.table is not None:
        return search.to_mm
    for best in sorted(settled, key=lambda r: -r.agreement * r.share):
        short, long = sorted(looks[best.look].size_mm)
        flat = np.array([[0, 0], [short, 0], [short, long], [0, long]], np.float32)
        to_mm = np.asarray(cv2.getPerspectiveTransform(best.quad, flat), np.float64)
        if search.is_part or is_seen_so(np.asarray(np.linalg.inv(to_mm), np.float64), search.picture.view_px):
            return to_mm
    return None


def mm_per_px(to_mm: NDArray[np.float64], view_px: tuple[int, int]) -> float:
    """How many millimetres of the table a pixel in the middle of a picture shows, each way on the whole."""
    x, y = view_px[0] / 2, view_px[1] / 2
    (ax, ay), (bx, by), (cx, cy) = cv2.perspectiveTransform(np.array([[[x, y], [x + 1, y], [x, y + 1]]], np.float64), to_mm)[0]
    return float(np.sqrt(max(abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)), 1e-9)))


def stored(quad: Floats, picture: Picture) -> Quad:
    """Working pixels -> pixels of the picture as stored."""
    return quad_of((quad + 0.5) / picture.scale - 0.5)
