"""Which of the discs seen are tokens, which are only worth a question, and which are none."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.discs import ANGLES, DiscParams, Flat
from vision.observation import Candidate, Detection, Quad, Side
from vision.round_looks import FitParams, RoundLooks


@dataclass(frozen=True, slots=True)
class TokenParams:
    """One set of values for every token, table and light."""

    discs: DiscParams = field(default_factory=DiscParams)
    fit: FitParams = field(default_factory=FitParams)
    rim_worth: float = 8.0
    """Cost of a rim that does not show at all."""
    rim_slack: float = 0.25
    """A place with so much less rim than the best one nearby is not tried."""
    shortlist: int = 4
    """Looks that are compared with care."""
    hopeless_cost: float = 18.0
    """Of a disc at the first glance; what costs more is no token."""
    most_cost: float = 9.0
    """Of a token that has a name."""
    question_cost: float = 16.0
    """Of a disc that is worth a question."""
    least_rim: float = 0.62
    """Of a token that has a name: its print speaks for it, too."""
    faint_rim: float = 0.64
    """Of a disc that is worth a question."""
    odd_rim: float = 0.74
    """The same for one that could be several kinds and lies on no named card."""
    plain_rim: float = 0.68
    """The same for a token without a print."""
    square_cost: float = 1.5
    """More rim that is asked of a plain token, per squareness over `least_square` ..."""
    pattern_cost: float = 4.5
    """... and where the ground has a pattern of such patches: checked cloth has them in every colour ..."""
    pattern_rim: float = 0.14
    """... and of patches of which only a part shows."""
    least_square: float = 0.05
    patch_square: float = 0.08
    """Squareness of a patch."""
    unlike_pattern: float = 0.5
    """A token that costs less than this part of what the patches cost is none of them ..."""
    unlike_cost: float = 2.5
    """... and is asked for so much more rim per squareness."""
    round_rim: float = 0.8
    """A disc with so much rim is worth a question even if it looks like no token."""
    neighbours: float = 5.0
    """Diameters within which a named token tells the light of its neighbours."""
    least_pattern: int = 12
    """So many patches of one look are a pattern of the ground."""
    most_patches: int = 4
    """So many doubtful patches of one look may be tokens; more of them are a cloth's pattern."""
    fair_cost: float = 3.0
    """A plain token that costs more ..."""
    poor_cost: float = 0.03
    """... needs so much more rim for each unit of cost."""
    least_margin: float = 2.0
    """By how much any other kind must cost more ..."""
    cost_margin: float = 0.75
    """... and by what part of the cost."""
    side_margin: float = 0.3
    """By how much the other side must cost more ..."""
    side_part: float = 0.2
    """... and by what part of the cost."""
    printed_margin: float = 1.0
    """By how much what is printed on the card below must cost more than a token that has a name, or less than one that is none."""
    printed_part: float = 0.4
    """Part of a token's cost that the print may have for the disc to be no token; glare explains everything a little ..."""
    poor_part: float = 0.5
    """... and the same where no token explains it, either."""
    places: int = 20
    """Places near a vote that are compared, those with most of a rim."""
    print_worth: float = 6.0
    """How much cost a print that shows wholly makes good: light may be doubtful, a print is not."""
    least_likeness: float = 0.7
    """Of a print that speaks for itself, in any light ..."""
    print_margin: float = 0.08
    """... and by how much it exceeds that of any other kind."""
    some_burnt: float = 0.02
    """Part of a disc that may be burnt out before light is compared as it was clipped."""
    most_burnt: float = 0.25
    """Part of a disc that may be burnt out in some colour for its print to speak for itself."""
    clear_misfit: float = 7.0
    """Of a token whose print just speaks for itself: what neither rim, brightness nor gloss accounts for of its cost ..."""
    clear_slope: float = 25.0
    """... and so much more per likeness above that."""
    clear_gap: float = 6.0
    """So much less another look may cost."""
    told_by: int = 3
    """Neighbours that tell a light."""
    relights: int = 2
    """Rounds in which neighbours tell each other's light."""
    apart: float = 0.55
    """Middles of two tokens lie at least so many diameters apart."""


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
    costs: dict[int, float]
    """Of the looks that were compared with care, by index; the rim's cost included."""
    turns: dict[int, int]
    bright: float
    """Of the best look, against the light that was expected there."""
    veil: float
    printed: float
    """Cost of what is printed on the card below; infinite where no named card lies."""
    likeness: dict[int, float]
    """Of every look: correlation with its print, 0 for a plain one."""

    best: int
    """Index of the look that explains it best, see `likeliest`."""


def likeliest(costs: Mapping[int, float], likeness: Mapping[int, float], ids: Sequence[str], params: TokenParams) -> int:
    """The look whose print speaks for itself, or else that of least cost."""
    clear = clear_print(likeness, ids, params)
    return clear if clear is not None and clear in costs else min(costs, key=costs.__getitem__)


def clear_print(likeness: Mapping[int, float], ids: Sequence[str], params: TokenParams) -> int | None:
    """The look whose print shows, whatever the light, and that of no other kind nearly as well."""
    best = max(likeness, key=likeness.__getitem__)
    other = max((alike for i, alike in likeness.items() if ids[i] != ids[best]), default=0.0)
    shows = likeness[best] >= params.least_likeness and likeness[best] - other >= params.print_margin
    return best if shows else None


class TokenVerdict:
    """Judges the discs of one diameter."""

    def __init__(self, looks: RoundLooks, params: TokenParams, sights: Iterable[Sight] = ()) -> None:
        """`sights` are all discs of the picture: they tell whether the ground has a pattern."""
        self.looks, self.params, self._pattern = looks, params, dict[int, float]()
        patches = [sight for sight in sights if self._is_squarish(sight)]
        for look, many in Counter(sight.best for sight in patches).items():
            if many >= params.least_pattern:
                costs = [sight.costs[look] for sight in patches if sight.best == look]
                self._pattern[look] = params.unlike_pattern * float(np.quantile(costs, 0.1))

    def is_sure(self, sight: Sight) -> bool:
        """Whether the disc gets a name."""
        cost, over, rim_over = self._evidence(sight)
        return not self._doubt(sight, cost, over, rim_over)

    def without_cloth(self, found: Iterable[tuple[Sight, Detection]]) -> list[tuple[Sight, Detection]]:
        """All but the squares of a checked cloth: squarish patches without a whole rim, too many to be tokens."""
        kept = list(found)
        patches = [sight for sight, _ in kept if self._is_patch(sight)]
        for look, many in Counter(sight.best for sight in patches).items():
            if many > self.params.most_patches:
                kept = [(sight, one) for sight, one in kept if sight.best != look or sight not in patches]
        return kept

    def _is_patch(self, sight: Sight) -> bool:
        return self._is_squarish(sight) and not self.is_sure(sight)

    def _is_squarish(self, sight: Sight) -> bool:
        is_plain = bool(self.looks.is_plain[sight.best])
        return not np.isfinite(sight.printed) and sight.square > self.params.patch_square * (1 if is_plain else 1.25)

    def detection(self, sight: Sight, flat: Flat, is_below: bool = False) -> Detection | None:
        """What the disc is; None for what is no token. One that lies below others is worth a question at any cost."""
        p, best = self.params, sight.best
        cost, over, rim_over = self._evidence(sight)
        is_round = sight.rim >= p.round_rim and sight.square <= p.least_square
        is_clear = clear_print(sight.likeness, self.looks.ids, p) == best
        if (
            (cost > p.question_cost and not is_round and not is_clear and not is_below)
            or sight.rim < p.faint_rim
            or self._is_print(sight, cost)
        ):
            return None
        if over < 0 and sight.rim < p.odd_rim and not np.isfinite(sight.printed) and not is_below:
            return None
        id = self.looks.ids[best]
        others = self._others(sight)
        sure = float(
            1 / (1 + np.exp(-3 * (min(over, p.most_cost - cost, sight.printed - self._fit(sight, cost) - p.printed_margin, 2.0) + 0.6)))
        )
        quad_px, quad_mm = _quads(sight, sight.turns[best], flat)
        why = self._doubt(sight, cost, over, rim_over)
        side = self._side(sight)
        if not why:
            return Detection(self.looks.kinds[best], quad_px, id, sure, quad_mm=quad_mm, side=side)
        maybe = [Candidate(id, sure), *(Candidate(o, (1 - sure) / 2) for o, c in others.items() if c - cost < 3 * p.least_margin)]
        return Detection(self.looks.kinds[best], quad_px, alternatives=tuple(maybe), why=why, quad_mm=quad_mm, side=side)

    def _is_print(self, sight: Sight, cost: float) -> bool:
        """Whether the card's own print explains the disc much better than any token does."""
        p = self.params
        part = p.printed_part if cost < p.most_cost else p.poor_part
        return sight.printed < min(cost - p.printed_margin, part * cost)

    def _fit(self, sight: Sight, cost: float) -> float:
        """The cost without that of the rim, which a print is not asked for."""
        return cost - self.params.rim_worth * (1 - sight.rim)

    def _others(self, sight: Sight) -> dict[str, float]:
        """Cost of each other kind, least first."""
        id, found = self.looks.ids[sight.best], dict[str, float]()
        for i, cost in sorted(sight.costs.items(), key=lambda entry: entry[1]):
            if self.looks.ids[i] != id:
                found.setdefault(self.looks.ids[i], cost)
        return found

    def _evidence(self, sight: Sight) -> tuple[float, float, float]:
        """Cost, and by how much the margin to other kinds and the rim exceed what is asked of a name."""
        p, cost = self.params, sight.costs[sight.best]
        margin = min(self._others(sight).values(), default=np.inf) - cost
        over = margin - max(p.least_margin, p.cost_margin * cost)
        return cost, over, sight.rim - self._asked_rim(sight, bool(self.looks.is_plain[sight.best]))

    def _asked_rim(self, sight: Sight, is_plain: bool) -> float:
        p = self.params
        if not is_plain:
            return p.least_rim
        cost = sight.costs[sight.best]
        limit = self._pattern.get(sight.best)
        dear = p.square_cost if limit is None else p.unlike_cost if cost < limit else p.pattern_cost
        base = p.plain_rim + (p.pattern_rim if dear == p.pattern_cost else 0.0)
        return base + dear * max(0.0, sight.square - p.least_square) + p.poor_cost * max(0.0, cost - p.fair_cost)

    def _doubt(self, sight: Sight, cost: float, over: float, rim_over: float) -> str:
        """Why the disc has no name; empty when it has."""
        if clear_print(sight.likeness, self.looks.ids, self.params) == sight.best:
            return self._doubt_of_print(sight, cost, rim_over)
        if over < 0:
            return "its colour cannot be told in this light"
        if sight.printed < self._fit(sight, cost) + self.params.printed_margin:
            return "may be printed on the card"
        if rim_over < 0:
            return "too little of its rim shows"
        return "does not quite look like any token" if cost > self.params.most_cost else ""

    def _doubt_of_print(self, sight: Sight, cost: float, rim_over: float) -> str:
        """The same for a disc whose print speaks for itself: its colours may be off, but not by any amount."""
        if sight.printed < self._fit(sight, cost) + self.params.printed_margin:
            return "may be printed on the card"
        if rim_over < 0:
            return "too little of its rim shows"
        p = self.params
        most = p.clear_misfit + p.clear_slope * (sight.likeness[sight.best] - p.least_likeness)
        is_odd = self._misfit(sight) > most or cost - min(sight.costs.values()) > p.clear_gap
        return "print and colour do not go together" if is_odd else ""

    def _misfit(self, sight: Sight) -> float:
        """The cost of the best look without those of the rim, of brightness and of gloss."""
        fit = self.params.fit
        light = ((sight.bright - 1) / fit.bright_spread) ** 2 + (sight.veil / fit.veil_spread) ** 2
        return self._fit(sight, sight.costs[sight.best]) - light

    def _side(self, sight: Sight) -> Side | None:
        best = sight.best
        side = self.looks.sides[best]
        if clear_print(sight.likeness, self.looks.ids, self.params) == best:
            return side
        other = [c for i, c in sight.costs.items() if self.looks.ids[i] == self.looks.ids[best] and self.looks.sides[i] is not side]
        asked = max(self.params.side_margin, self.params.side_part * sight.costs[best])
        if side is not None and other and min(other) - sight.costs[best] < asked:
            return Side.UNKNOWN
        return side


def _quads(sight: Sight, turn: int, flat: Flat) -> tuple[Quad, Quad]:
    """The square around a disc, turned like its print: pixels of the picture as stored, millimetres."""
    angle = 2 * np.pi * turn / ANGLES
    cos, sin = np.cos(angle), np.sin(angle)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ np.array([[cos, sin], [-sin, cos]]) * sight.radius
    places = np.asarray(corners + np.array([sight.x, sight.y]), np.float32)
    mm = np.c_[places.astype(np.float64), np.ones(4)] @ flat.to_mm.T
    return _quad(flat.at_px(places)), _quad(mm[:, :2])


def _quad(corners: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d
