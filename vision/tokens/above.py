"""One table from above, and what is found out about it whatever is printed on it: once, however often tokens are looked for."""

from functools import cached_property

import numpy as np

from vision.frame import Frame
from vision.table.plane import TablePlane
from vision.tokens.discs import DiscParams, Flat, Floats, find_discs, flatten
from vision.tokens.rounds import Circle, find_rounds


class Above:
    """What one picture of a table shows from above; made when first asked for."""

    def __init__(self, frame: Frame, table: TablePlane, diameter_mm: float, params: DiscParams) -> None:
        """`diameter_mm`: that of the smallest token."""
        self._frame, self._table, self._diameter_mm, self._params = frame, table, diameter_mm, params
        self._discs = dict[float, tuple[Floats, float]]()

    @cached_property
    def flat(self) -> Flat | None:
        """See `flatten`."""
        return flatten(self._frame.rgb, self._table, self._diameter_mm, self._params)

    @cached_property
    def plates(self) -> tuple[Circle, ...]:
        """See `find_rounds`; none where the plane shows next to nothing."""
        return () if self.flat is None else tuple(find_rounds(self.flat, self._diameter_mm, self._params))

    def discs(self, diameter_mm: float, ring: int = 0) -> tuple[Floats, float]:
        """See `find_discs`; none where the plane shows next to nothing. Not to be changed."""
        if self.flat is None:
            return np.empty((0, 2), np.float32), 1.0
        if diameter_mm not in self._discs:
            self._discs[diameter_mm] = find_discs(self.flat, diameter_mm, self._params, ring)
        return self._discs[diameter_mm]
