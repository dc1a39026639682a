"""One table from above, and what is found out about it whatever is printed on it: once, however often tokens are looked for."""

from functools import cached_property

import numpy as np

from vision.frame import Frame
from vision.looks.catalogue import Look
from vision.observation import Detection, Quad
from vision.table.plane import TablePlane
from vision.tokens.coloured import coloured_discs
from vision.tokens.discs import DiscParams, Flat, Floats, find_discs, flatten
from vision.tokens.explainer import Told
from vision.tokens.rounds import Circle, find_rounds
from vision.tokens.spots import OnPiece


class Above:
    """What one picture of a table shows from above; made when first asked for."""

    def __init__(self, frame: Frame, table: TablePlane, diameter_mm: float, params: DiscParams) -> None:
        """`diameter_mm`: that of the smallest token."""
        self._frame, self._table, self._diameter_mm, self._params = frame, table, diameter_mm, params
        self._discs = dict[float, tuple[Floats, float]]()
        self._on, self._told = dict[tuple[str, Quad], OnPiece](), dict[float, Told]()

    @cached_property
    def flat(self) -> Flat | None:
        """See `flatten`."""
        return flatten(self._frame.rgb, self._table, self._diameter_mm, self._params)

    @cached_property
    def plates(self) -> tuple[Circle, ...]:
        """See `find_rounds`; none where the plane shows next to nothing."""
        return () if self.flat is None else tuple(find_rounds(self.flat, self._diameter_mm, self._params))

    def on(self, piece: Detection, look: Look) -> OnPiece:
        """A named piece on which tokens may lie: what it shows is found out once, though more pieces get a name in the meantime."""
        at = look.id, piece.quad_px
        if at not in self._on:
            self._on[at] = OnPiece(self._frame, piece, look)
        return self._on[at]

    def told(self, diameter_mm: float) -> Told:
        """What is told of discs of that diameter, see `Explainer`."""
        return self._told.setdefault(diameter_mm, {})

    def discs(self, diameter_mm: float, ring: int = 0) -> tuple[Floats, float]:
        """See `find_discs`; none where the plane shows next to nothing. Not to be changed."""
        if self.flat is None:
            return np.empty((0, 2), np.float32), 1.0
        if diameter_mm not in self._discs:
            self._discs[diameter_mm] = self._found(self.flat, diameter_mm, ring)
        return self._discs[diameter_mm]

    @property
    def is_crowded(self) -> bool:
        """Whether more clear round outlines were found than could be looked at, so that tokens may lie there unseen."""
        return any(part <= 0 for _, part in self._discs.values())

    def _found(self, flat: Flat, diameter_mm: float, ring: int) -> tuple[Floats, float]:
        """See `find_discs`; on such a ground, as lace, those that its colours tell as well."""
        middles, part = find_discs(flat, diameter_mm, self._params, ring, self.plates)
        if part > 0:
            return middles, part
        radius = diameter_mm * flat.px_per_mm / 2
        more = coloured_discs(flat, radius, self._params.most_faint)
        away = np.hypot(*(more[:, None] - middles).transpose(2, 0, 1)).min(axis=1, initial=np.inf)
        return np.concatenate([middles, more[away >= 2 * self._params.beside * radius]]), part
