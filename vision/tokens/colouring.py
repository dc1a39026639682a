"""The colours of discs that were explained together, found for all of them once that of any is asked for: most discs are told without."""

from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from vision.tokens.discs import Floats
from vision.tokens.looks import RoundLooks
from vision.tokens.pied import darkest, is_pied
from vision.tokens.sight import Tints
from vision.tokens.spots import Spots

Integers = NDArray[np.int64]


class Colouring:
    """What the colours of n discs cost for every kind."""

    def __init__(self, looks: RoundLooks, spots: Spots, at: Floats, best: Integers, turn: Integers) -> None:
        """The spots lie at (n, 2), each most like the look `best` (n,), turned clockwise by `turn` (n,)."""
        self._looks, self._spots, self._at, self._best, self._turn = looks, spots, at, best, turn

    def of(self, row: int) -> Tints:
        """The colours of one of them."""
        return Tints(lambda: self._costs[row], lambda: self._hues[row], partial(self._darkest, row))

    @cached_property
    def _seen(self) -> Floats:
        """(n, rings, angles, 3): every second of each."""
        return self._spots.seen(self._at, 2)

    @cached_property
    def _banded(self) -> Floats:
        """(n, rings, angles, 3): those between the rim and a ring."""
        return self._seen[:, self._looks.in_band(2)]

    @cached_property
    def _costs(self) -> list[dict[str, float]]:
        return self._looks.tints(self._banded, self._spots.ceiling, self._spots.veil, self._spots.firm)

    @cached_property
    def _hues(self) -> list[dict[str, float]]:
        return self._looks.hues(np.minimum(self._banded, self._spots.ceiling[:, None, None]))

    @cached_property
    def _shown(self) -> Floats:
        """(n, rings, angles, 3): the same, clipped as the picture is."""
        return np.minimum(self._seen, self._spots.ceiling[:, None, None])

    @cached_property
    def _pied(self) -> NDArray[np.bool_]:
        """(n,): which have several hues."""
        return is_pied(self._shown, self._looks.turned(self._best, self._turn, 2))

    def _darkest(self, row: int) -> dict[str, float]:
        """Of every kind the cost of the darkest light of a disc, if it is pied."""
        if not self._pied[row]:
            return {}
        one, least = self._spots.take(np.array([row], np.int64)), darkest(self._shown[row, self._looks.in_band(2)])
        return self._looks.tints_of(least[None], one.ceiling, one.veil, one.firm)[0]
