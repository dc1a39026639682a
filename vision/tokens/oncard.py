"""Is a disc on a named card a token, or what is printed there, or a shadow on it?"""

from dataclasses import dataclass
from math import isnan

import numpy as np

from vision.tokens.looks import RoundLooks
from vision.tokens.margins import Margins
from vision.tokens.params import TokenParams
from vision.tokens.sight import Sight


@dataclass(frozen=True, slots=True)
class OnCard:
    """Judges the discs of one diameter against the print of the cards below them."""

    looks: RoundLooks
    params: TokenParams
    margins: Margins

    def bears_print(self, sight: Sight) -> bool:
        """Whether a token's print shows, and nothing like it is printed there, where the named card's own fine lines are hidden.

        In a shadow, which hides some, a print that begins to show is in another kind's colour.
        """
        p = self.params
        is_shown = sight.is_clear or sight.back >= p.agreed_likeness
        is_hidden = is_shown and sight.own < p.own_hidden and sight.shown >= sight.on_print + p.print_refuted
        return is_hidden and not self.margins.is_of_another_colour(sight)

    def shows_card(self, sight: Sight) -> bool:
        """Whether the card's own lines show there, and no token's print that could be taken for them."""
        p, best = self.params, sight.best
        is_likelier = sight.is_clear or self.margins.fit(sight, sight.costs[best]) < sight.printed
        return sight.own >= p.own_shows and not (is_likelier and sight.likeness[best] >= p.sharp_likeness)

    def may_be_print(self, sight: Sight, cost: float) -> bool:
        """Whether what is printed on the card explains the disc about as well as the token does, in colour and in what is drawn."""
        is_shown = sight.on_print >= max(self.params.least_likeness, sight.shown)  # light makes a print dear, too
        is_shown = is_shown and not sight.own < self.params.own_hidden
        if self.shows_card(sight) or is_shown or self._is_as_printed(sight, cost):
            return True
        return sight.printed < self.margins.fit(sight, cost) + self.params.printed_margin and not self.is_no_print(sight)

    def _is_as_printed(self, sight: Sight, cost: float) -> bool:
        """Whether a plain disc is like what is printed there, as one on a printed circle is, too, which hides its figure and its colour."""
        p = self.params
        is_like = bool(self.looks.is_plain[sight.best]) and sight.on_print >= max(p.print_shows, sight.shown)
        return is_like and not (sight.own < p.own_hidden and self.margins.fit(sight, cost) < p.told_part * sight.printed)

    def is_no_print(self, sight: Sight) -> bool:
        """Whether it cannot be the card's print: its lines do not show, but a token's print does; or where nobody knows, another does.

        A sharp one does so, too, where those lines are hardly disturbed: a token that lies on its own appetite has nearly the same. A print
        in another kind's colour says nothing: a shadow that falls on an appetite makes it like some other token's. Nor does one that is
        hardly more alike than the card's own, whose colours explain what is seen far better: in the dark lines fade; or better at all where
        these are not gone: a neighbour's shadow ends amid an appetite, and its edge is a line that the card lacks.
        """
        p, best = self.params, sight.best
        fit = self.margins.fit(sight, sight.costs[best])
        is_faded, is_shaded = sight.printed < p.own_part * fit, sight.printed < fit and sight.own >= p.own_gone
        more = sight.shown - sight.on_print
        if (is_faded and more < p.print_refuted) or (is_shaded and more < p.print_near):
            return False
        if sight.own < p.own_hidden:
            is_told = not self.looks.is_plain[best] and self.margins.over(sight) >= 0  # by its colours, of which no other kind's are like
            is_token = is_told or sight.shown >= p.some_likeness
        else:
            least = p.some_likeness if isnan(sight.own) else p.sharp_likeness if sight.own < p.own_shows else np.inf
            is_token = sight.shown >= max(least, sight.on_print + p.print_refuted)
        return bool(is_token and not self.margins.is_of_another_colour(sight))

    def may_be_shade(self, sight: Sight, cost: float) -> bool:
        """Whether a plain token that is not explained well may be a shadow on the card, whose print goes on in it."""
        p = self.params
        is_poor = bool(self.looks.is_plain[sight.best]) and cost > p.fair_cost and sight.bright < p.shade
        return is_poor and sight.printed < p.shade_part * self.margins.fit(sight, cost) + p.printed_margin

    def is_print(self, sight: Sight, cost: float) -> bool:
        """Whether the card's own print explains the disc much better than any token does."""
        p = self.params
        if not self.may_be_print(sight, cost):
            return False
        if self.looks.is_plain[sight.best] and sight.on_print >= max(p.print_shows, sight.shown):
            is_bare = sight.own >= p.own_hidden or sight.on_print >= p.least_likeness  # a face in gloss may be as pale as a token
            return is_bare or sight.printed < self.margins.fit(sight, cost)
        part = p.printed_part if cost < p.most_cost else p.poor_part
        cost = self.margins.fit(sight, cost) if sight.own < p.own_gone else cost  # something lies there
        return sight.printed < min(cost - p.printed_margin, part * cost)
