"""Among what a picture's tokens lie: squares of the ground in their colours, round things that are none, and how finely all is seen."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import hypot, isfinite

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.rounds import Circle
from vision.tokens.sight import Sight


@dataclass(frozen=True, slots=True)
class Around:
    """What is known of a picture besides its discs."""

    plates: tuple[Circle, ...] = ()
    """Round things: the ground's pattern goes on below them, not on them."""
    board: NDArray[np.float32] | None = field(default=None, compare=False)
    """(4, 2) pixels of the flat picture: a letter board's corners, within which nothing is ground."""
    is_dazzled: bool = False
    """Whether all that could tell the light is burnt out: nobody knows how bright it is."""
    lacks_paper: bool = False
    """Whether no white paper shows, so that cards alone tell the light: gloss on a brown one looks like a bluer lamp."""
    lacks_light: bool = False
    """Whether nothing tells the light, neither paper nor a card: the lamp that makes white yellow is as likely as a yellow token."""
    part: float = 1.0
    """Of the faint outlines so many were looked at: where there are far too many for tokens, only some, or none."""
    finer: float = np.inf
    """Pixels of the picture itself to one of the flat picture: what is drawn larger than it was seen is rounder than it is."""
    by_print: bool = False
    """Whether the pack has plain tokens nearly as large as those looked for, of another kind: what shows no print may be one of them."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What all discs of a picture tell of each."""

    looks: RoundLooks = field(compare=False)
    params: TokenParams
    around: Around
    pattern: Mapping[int, float]
    """By look that patches of the ground resemble: what a token may cost at most to be none of them."""
    strangers: int
    """How many round things are no token of the pack."""
    sharp: tuple[Sight, ...] = field(default=(), compare=False)
    """Some of those whose print shows sharply in no glare."""

    @staticmethod
    def of(looks: RoundLooks, params: TokenParams, sights: Iterable[Sight], around: Around) -> "Setting":
        """The setting of a picture with these discs."""
        bare = Setting(looks, params, around, {}, 0)
        sights = list(sights)
        patches = [sight for sight in sights if bare.is_squarish(sight) and sight.rim < params.whole_rim]
        least, pattern = max(params.fewest_pattern, params.least_pattern * around.part), dict[int, float]()
        for look, many in Counter(sight.best for sight in patches).items():
            if many >= least:
                costs = [sight.costs[look] for sight in patches if sight.best == look]
                pattern[look] = params.unlike_pattern * float(np.quantile(costs, 0.1))
        sharp = (
            one for one in sights if one.is_clear and one.likeness[one.best] >= params.sharp_likeness and one.burnt <= params.most_burnt
        )
        return Setting(looks, params, around, pattern, sum(map(bare._is_stranger, sights)), tuple(islice(sharp, _SOME)))

    def is_squarish(self, sight: Sight) -> bool:
        """Whether its outline is rather that of a patch."""
        is_plain = bool(self.looks.is_plain[sight.best])
        return not isfinite(sight.printed) and sight.square > self.params.patch_square * (1 if is_plain else 1.25)

    def limit(self, sight: Sight) -> float | None:
        """What its look may cost where the ground has a pattern that resembles it; None elsewhere.

        Squares of one colour have others beside them, of which perhaps few were looked at: nothing as square may cost anything there.
        """
        if self.is_on_plate(sight):
            return None
        is_beside = bool(self.pattern) and sight.open.any() and self.is_squarish(sight) and sight.square > self.params.closed_square
        return self.pattern.get(sight.best, 0.0 if is_beside else None)

    def is_on_board(self, sight: Sight) -> bool:
        """Whether the disc's middle lies on a letter board."""
        board = self.around.board
        return board is not None and cv2.pointPolygonTest(board, (sight.x, sight.y), False) >= 0

    def is_on_plate(self, sight: Sight) -> bool:
        """Whether the disc lies within a larger round thing."""
        return any(hypot(sight.x - x, sight.y - y) < radius - sight.radius for x, y, radius in self.around.plates)

    def is_on_ground(self, sight: Sight) -> bool:
        """Whether the disc lies on no named card and on no plate."""
        return not isfinite(sight.printed) and not self.is_on_plate(sight)

    def asked_among_strangers(self, sight: Sight, is_told_by_print: bool) -> float:
        """Rim that is asked of a colour among round things in other colours: of many, as in noise, some are like any token by chance."""
        p = self.params
        is_free = not self.strangers or isfinite(sight.printed) or is_told_by_print
        return 0.0 if is_free else min(p.whole_rim, p.plain_rim + p.strange_rim * self.strangers)

    def _is_stranger(self, sight: Sight) -> bool:
        """Whether something round lies off the named cards that is no token of the pack."""
        p = self.params
        is_round = sight.rim >= p.plain_rim and sight.square <= p.patch_square and not isfinite(sight.printed)
        return is_round and sight.costs[sight.best] > p.most_cost and not sight.is_clear

    def coarse(self, sight: Sight) -> float:
        """So much more of a rim is asked of a disc off named cards that the picture shows with few pixels: any blot looks round then.

        A print that shows well is no blot.
        """
        p, across = self.params, 2 * sight.radius * self.around.finer
        if not across < p.fine_px or isfinite(sight.printed):
            return 0.0
        shown = (sight.likeness[sight.best] - p.least_likeness) / (p.sharp_likeness - p.least_likeness) if sight.is_clear else 0.0
        return p.coarse_rim * (p.fine_px / across - 1) * (1 - min(1.0, max(0.0, shown)))


_SOME = 12
"""Of such discs so many tell what there is to tell."""
