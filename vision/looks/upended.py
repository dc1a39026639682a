"""Pieces that look like another one lying upside down: a six and a nine, whatever else is printed beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.looks.canon import CELLS
from vision.looks.catalogue import BACK, Catalogue, Look
from vision.looks.differences import DifferParams, difference
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import CROWD, SAME_DESIGN, Library, Seen

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
        self._pairs: dict[tuple[int, ...], Lookalikes] = {}
        self._turning: dict[int, bool] = {}

    def prepare(self) -> None:
        """Finds the twins of all looks of a catalogue that is not too large for that, and which of them turn: no picture has to wait."""
        if len(self._library.ids) <= CROWD:
            for look in range(len(self._library.ids)):
                self.of(look)
                self._turns(look)

    def of(self, look: int) -> tuple[Twin, ...]:
        """Those of other pieces, the likest first, that differ clearly less from the look upside down than upright."""
        if look not in self._known:
            self._known[look] = () if self._library.ids[look] == BACK else self._find(look)
        return self._known[look]

    def turned(self, look: int, family: Sequence[int]) -> tuple[int, ...]:
        """Of a `family` of looks those that are others upside down, where the look itself is not: read as it, they may lie either way up.

        An eight is an eight upside down; a three, read the wrong way up, is neither a three nor any other look but that.
        """
        return () if self._turns(look) else tuple(j for j in family if self._turns(j))

    def _turns(self, look: int) -> bool:
        """Whether a look is clearly another one upside down."""
        if look not in self._turning:
            self._turning[look] = not self._may_be(look, look) or self._twin(look, look).difference > self._params.ample
        return self._turning[look]

    def _find(self, look: int) -> tuple[Twin, ...]:
        library = self._library
        turned = library.tiny[look].reshape(CELLS[0], CELLS[1], 2)[::-1, ::-1].ravel()
        alike, upright = library.tiny @ turned, library.tiny @ library.tiny[look]
        unlike = (1 - alike) / np.maximum(1 - upright, _ALIKE)
        near = (int(j) for j in np.argsort(unlike)[:_NEAREST] if alike[j] >= SAME_DESIGN and unlike[j] < _CLEARLY)
        others = (j for j in near if library.ids[j] not in (library.ids[look], BACK))
        twins = [self._twin(look, j) for j in others if self._may_be(look, j)]
        return tuple(sorted((twin for twin in twins if self._is_likest_so(look, twin)), key=lambda twin: twin.difference))

    def margin(self, seen: Seen, look: int, twin: int, shown: Floats) -> float:
        """By how much a region resembles a look more than its twin upside down, in the blocks that show (blocks,): -1 to 1."""
        return self.margins(seen, look, (twin,), shown)[twin]

    def margins(self, seen: Seen, look: int, others: Sequence[int], shown: Floats) -> dict[int, float]:
        """The same for several looks upside down."""
        key = (look, *others)
        if key not in self._pairs:
            looks = self._library.catalogue.looks
            turned = (replace(upended(looks[j]), id=f"{j} {_OTHER}") for j in others)
            self._pairs[key] = Lookalikes(Library(Catalogue((looks[look], *turned))), self._params)
        found = self._pairs[key].margins(seen, 0, range(1, len(key)), shown)
        return {j: found[n] for n, j in enumerate(others, 1)}

    def _may_be(self, look: int, other: int) -> bool:
        """Whether edges differ little at a glance, before small shifts are taken out."""
        apart = self._library.edges(look) - self._library.edges(other)[::-1, ::-1]
        return float(np.vdot(apart, apart)) < _AT_A_GLANCE * self._params.ample

    def _is_likest_so(self, look: int, twin: Twin) -> bool:
        upright = difference(self._library, look, twin.look, self._params).total(self._params)
        return twin.difference < min(self._params.ample, _CLEARLY * upright)

    def _twin(self, look: int, other: int) -> Twin:
        looks = self._library.catalogue.looks
        turned = replace(upended(looks[other]), id=_OTHER)
        found = difference(Library(Catalogue((looks[look], turned))), 0, 1, self._params)
        return Twin(other, found.total(self._params), found.share(self._params))


def upended(look: Look) -> Look:
    """A look as it is seen when the piece lies upside down. Edges have no polarity, so half a turn leaves their direction."""
    grain = None if look.grain is None else replace(look.grain, edges=np.ascontiguousarray(look.grain.edges[::-1, ::-1]))
    edges, colours = np.ascontiguousarray(look.edges[::-1, ::-1]), np.ascontiguousarray(look.colours[::-1, ::-1])
    return replace(look, edges=edges, colours=colours, grain=grain)


_NEAREST = 4
"""Looks that are compared with each."""
_ALIKE = 0.01
"""What two looks that are alike may lack to a correlation of 1."""
_AT_A_GLANCE = 4.0
"""How much more edges may differ before small shifts are taken out."""
_OTHER = "upside down"
_CLEARLY = 0.7
"""Part of what they differ by upright that two looks may differ by upside down; else that is no other comparison."""
