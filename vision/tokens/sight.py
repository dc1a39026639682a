"""One disc as it was explained: what each look costs there, whose print shows, and what its outline is like."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import cos, isnan, nan, pi, sin

import numpy as np
from numpy.typing import NDArray

from vision.observation import Point, Quad
from vision.tokens.discs import ANGLES, Flat
from vision.tokens.params import TokenParams

Find = Callable[[], dict[str, float]]
"""Finds something by kind."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """One disc, explained."""

    x: float
    """Middle in pixels of the flat picture."""
    y: float
    radius: float
    rim: float
    square: float
    """How much the outline resembles a square, see `squareness`."""
    open: NDArray[np.bool_]
    """(ANGLES,): where the colour goes on across the outline, see `openness`."""
    costs: dict[int, float]
    """Of the looks that were compared with care, by index; the rim's cost included."""
    turns: dict[int, int]
    bright: float
    """Of the best look, against the light that was expected there."""
    veil: float
    printed: float
    """Cost of what is printed on the card below; infinite where no named card lies."""
    on_print: float
    """Likeness of what is printed on the card below; 0 where no named card lies."""
    likeness: dict[int, float]
    """Of every look: correlation with its print, 0 for a plain one."""
    tints: "Tints"
    """Of every kind: cost of its colour, see `tints`."""
    burnt: float
    """Part of the disc that is burnt out in some colour."""

    firm: float
    """By what part of the usual spread its brightness may be off; more than 1 where nobody knows it."""

    best: int
    """Index of the look whose print speaks for itself, or else that of least cost."""
    is_clear: bool
    """Whether the print of that look speaks for itself, see `clear_print`."""
    hides: bool = False
    """Whether it was looked for because the print of the card below does not show there."""
    off: float = 0.0
    """Gloss that was taken off it, as its neighbours told."""
    soft: float = 0.0
    """How gradual its outline is, see `softness`."""
    own: float = nan
    """How well the fine lines of the card below show, see `own_shown`; NaN where no named card lies or none are printed."""
    back: float = nan
    """Correlation with the print that its best look and others of the pack have in common; NaN where that has none, or only rings."""

    @property
    def shown(self) -> float:
        """How alike the print of its best look is, or the one that this has in common with others; 0 where it bears neither."""
        return self.likeness[self.best] if isnan(self.back) else self.back

    def beside(self, rival: "Sight") -> "Sight":
        """The same disc, each look and colour at what it costs at least in this light or in that of the rival."""
        costs = {i: min(cost, rival.costs.get(i, cost)) for i, cost in (rival.costs | self.costs).items()}
        tints = Tints(
            lambda: {id: min(cost, rival.tints.costs[id]) for id, cost in self.tints.costs.items()},
            lambda: {id: min(off, rival.tints.hues[id]) for id, off in self.tints.hues.items()},
            lambda: self.tints.darkest,
        )
        return replace(self, costs=costs, tints=tints)


@dataclass(frozen=True, slots=True)
class Bare:
    """A round print of a named card, whose own lines show there: no token."""

    x: float
    """Middle in pixels of the flat picture."""
    y: float
    rim: float


class Tints:
    """What the colour of a disc costs for every kind; worked out when it is asked for, since most discs are told without."""

    def __init__(self, find: Find, find_hues: Find = dict[str, float], find_darkest: Find = dict[str, float]) -> None:
        self._find, self._find_hues, self._find_darkest = find, find_hues, find_darkest
        self._found = dict[str, float]()

    @property
    def costs(self) -> dict[str, float]:
        """By kind, in squares of the noise."""
        if not self._found:
            self._found = self._find()
        return self._found

    @cached_property
    def hues(self) -> dict[str, float]:
        """By kind, by how much the hue is off, see `hues`; empty where it was not looked at."""
        return self._find_hues()

    @cached_property
    def darkest(self) -> dict[str, float]:
        """By kind, the cost of the darkest light of a disc in several hues, see `pied`; empty where it has one, or was not looked at."""
        return self._find_darkest()


def clear_print(likeness: Mapping[int, float], burnt: float, ids: Sequence[str], params: TokenParams) -> int | None:
    """The look whose print shows, whatever the light, and that of no other kind nearly as well."""
    best = max(likeness, key=likeness.__getitem__)
    other = max((alike for i, alike in likeness.items() if ids[i] != ids[best]), default=0.0)
    margin = params.print_margin if burnt <= params.most_burnt else params.burnt_margin
    is_apart = likeness[best] - other >= margin or (burnt <= params.agreed_burnt and leaves_less(likeness[best], other, params.left_part))
    return best if likeness[best] >= params.least_likeness and is_apart else None


def leaves_less(alike: float, other: float, part: float) -> bool:
    """Whether a print of likeness `alike` leaves no more than a part of what is seen unexplained that one of likeness `other` leaves.

    What all kinds have in common, as a ring around a pale face, makes every print alike, and leaves little room for a margin.
    """
    return 1 - alike**2 <= part * (1 - max(0.0, other) ** 2)


def quads_of(sight: Sight, turn: int, flat: Flat) -> tuple[Quad, Quad]:
    """The square around a disc, turned like its print: pixels of the picture as stored, millimetres."""
    angle = 2 * pi * turn / ANGLES
    across, down = sight.radius * cos(angle), sight.radius * sin(angle)
    places = [(sight.x + i * across - j * down, sight.y + i * down + j * across) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return _through(flat.to_px, places), _through(flat.to_mm, places)


def _through(homography: NDArray[np.float64], places: Sequence[Point]) -> Quad:
    """Four places through a homography (3, 3)."""
    (a, b, c), (d, e, f), (g, h, i) = homography.tolist()
    p, q, r, s = (((a * x + b * y + c) / (g * x + h * y + i), (d * x + e * y + f) / (g * x + h * y + i)) for x, y in places)
    return p, q, r, s
