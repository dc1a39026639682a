"""Pieces that look like another one lying upside down: a six and a nine, whatever else is printed beside them."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.canon import CELLS
from vision.catalogue import BACK, Catalogue, Look
from vision.lookalikes import DifferParams, difference
from vision.matching import SAME_DESIGN, Library

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Twin:
    """A look that resembles another when one of the two lies upside down."""

    look: int
    """Index of it."""
    difference: float
    """How much edges and colours differ then, as in `Separability`."""
    where: Floats
    """(blocks,): how much of it lies in each block."""


class Twins:
    """The twins of the looks of a catalogue, found when first asked for."""

    def __init__(self, library: Library, params: DifferParams) -> None:
        self._library, self._params = library, params
        self._known: dict[int, tuple[Twin, ...]] = {}

    def of(self, look: int) -> tuple[Twin, ...]:
        """Those of other pieces, the likest first, that differ less from the look upside down than upright."""
        if look not in self._known:
            self._known[look] = () if self._library.ids[look] == BACK else self._find(look)
        return self._known[look]

    def _find(self, look: int) -> tuple[Twin, ...]:
        library = self._library
        turned = library.tiny[look].reshape(CELLS[0], CELLS[1], 2)[::-1, ::-1].ravel()
        alike, upright = library.tiny @ turned, library.tiny @ library.tiny[look]
        near = (int(j) for j in np.argsort(-alike)[:_NEAREST] if alike[j] >= SAME_DESIGN and alike[j] > upright[j] + _CLEARLY)
        others = [j for j in near if library.ids[j] not in (library.ids[look], BACK)]
        return tuple(sorted((self._twin(look, j) for j in others), key=lambda twin: twin.difference))

    def _twin(self, look: int, other: int) -> Twin:
        looks = self._library.catalogue.looks
        found = difference(Library(Catalogue((looks[look], upended(looks[other])))), 0, 1, self._params)
        return Twin(other, found.total(self._params), found.share(self._params))


def upended(look: Look) -> Look:
    """A look as it is seen when the piece lies upside down. Edges have no polarity, so half a turn leaves their direction."""
    grain = None if look.grain is None else replace(look.grain, edges=np.ascontiguousarray(look.grain.edges[::-1, ::-1]))
    edges, colours = np.ascontiguousarray(look.edges[::-1, ::-1]), np.ascontiguousarray(look.colours[::-1, ::-1])
    return replace(look, edges=edges, colours=colours, grain=grain)


_NEAREST = 6
"""Looks that are compared with each."""
_CLEARLY = 0.05
"""Correlation by which two looks must be more alike upside down than upright for that to be another comparison."""
