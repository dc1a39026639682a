"""One picture while printed pieces are looked for in it."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.cards.picture import Picture
from vision.image.outlines import Contour
from vision.observation import Quad, quad_of
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane, is_on_marker

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


def stored(quad: Floats, picture: Picture) -> Quad:
    """Working pixels -> pixels of the picture as stored."""
    return quad_of((quad + 0.5) / picture.scale - 0.5)
