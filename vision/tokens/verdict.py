"""Which of the discs seen are tokens, which are only worth a question, and which are none."""

from collections.abc import Iterable
from math import isfinite

import numpy as np

from vision.observation import Candidate, Detection
from vision.tokens.discs import Flat
from vision.tokens.looks import RoundLooks
from vision.tokens.margins import PLENTY, Margins
from vision.tokens.oncard import OnCard
from vision.tokens.params import TokenParams
from vision.tokens.setting import Around, Setting
from vision.tokens.sight import Sight, leaves_less, quads_of

_HOPELESS = 100.0
"""A cost so far beyond what is asked is no likelier for being less."""


class TokenVerdict:
    """Judges the discs of one diameter."""

    def __init__(self, looks: RoundLooks, params: TokenParams, sights: Iterable[Sight] = (), around: Around | None = None) -> None:
        """`sights` are all discs of the picture: they tell whether the ground has a pattern."""
        self.looks, self.params = looks, params
        self.setting = Setting.of(looks, params, sights, around or Around())
        self.margins = Margins(looks, params, self.setting)
        self.on_card = OnCard(looks, params, self.margins)
        self._known = dict[int, tuple[Sight, bool]]()

    def again(self, sights: Iterable[Sight]) -> "TokenVerdict":
        """The same of the same picture, some of whose discs were explained anew; what was told of the others still holds."""
        after = TokenVerdict(self.looks, self.params, sights, self.setting.around)
        if after.setting == self.setting:
            after._known = self._known
        return after

    def is_sure(self, sight: Sight) -> bool:
        """Whether the disc gets a name."""
        found = self._known.get(id(sight))
        if found is None or found[0] is not sight:
            found = self._known[id(sight)] = (sight, self._has_name(sight))
        return found[1]

    def _has_name(self, sight: Sight) -> bool:
        """Whether there is no doubt; that of the colour, which takes longest to find, is looked for last."""
        p, cost = self.params, sight.costs[sight.best]
        is_hopeless = cost > p.apart_cost and not sight.is_clear and sight.likeness[sight.best] < p.agreed_likeness
        shows = sight.is_clear or sight.likeness[sight.best] >= p.agreed_likeness
        if sight.rim < (self._clear_rim(sight) if shows else p.least_rim) or is_hopeless:  # as most discs are; the rest would say so, too
            return False
        over, rim_over = self.margins.over(sight), self._rim_over(sight)
        if over < 0 and self._doubt(sight, cost, 0.0, rim_over):
            return False
        return not self._doubt(sight, cost, over if over >= 0 else self.margins.over_in_all(sight), rim_over)

    def is_narrow(self, sight: Sight) -> bool:
        """Whether its name rests on its colour, and by a margin that is only enough with grey levels and light taken together."""
        return not self.is_told_by_print(sight) and self.margins.over(sight) < 0

    def is_plainly_told(self, sight: Sight) -> bool:
        """Whether it is a plain token by more than a little."""
        return bool(self.looks.is_plain[sight.best]) and not self.is_narrow(sight)

    def is_by_far(self, sight: Sight) -> bool:
        """Whether it has a name, and by far, in its light."""
        return self.is_sure(sight) and self.margins.over(sight) >= PLENTY

    def is_told_by_print(self, sight: Sight) -> bool:
        """Whether the print speaks for itself, or for what light and grey levels say as well; sharply or by far, if most is burnt out."""
        p, best = self.params, sight.best
        if sight.is_clear or sight.likeness[best] < p.agreed_likeness:
            return sight.is_clear
        is_washed, other = sight.burnt > p.agreed_burnt, self._next_likeness(sight)
        is_faint = is_washed and sight.likeness[best] < p.sharp_likeness
        is_apart = sight.likeness[best] - other >= (p.faint_margin if is_faint else p.agreed_margin)
        is_apart = is_apart or (not is_washed and leaves_less(sight.likeness[best], other, p.agreed_left))
        return is_apart and sight.costs[best] <= min(sight.costs.values()) and self._is_its_colour(sight)

    def _print_over(self, sight: Sight) -> float:
        """By how much a print that names a disc exceeds what is asked of it, as a margin in cost."""
        p, best, asked = self.params, sight.best, self.params.least_likeness if sight.is_clear else self.params.agreed_likeness
        margin = p.print_margin if sight.is_clear else p.agreed_margin
        return min(sight.likeness[best] - asked, sight.likeness[best] - self._next_likeness(sight) - margin) / p.likeness_unit

    def _next_likeness(self, sight: Sight) -> float:
        """That of the print of any other kind."""
        id = self.looks.ids[sight.best]
        return max((alike for i, alike in sight.likeness.items() if self.looks.ids[i] != id), default=0.0)

    def _is_its_colour(self, sight: Sight) -> bool:
        """Whether its colours are those of the best look; where nobody knows the light a sharp print's may be off as fair ones are."""
        p, (own, other) = self.params, self.margins.tint_and_next(sight)
        is_sharp = sight.firm > 1 and sight.likeness[sight.best] >= p.sharp_likeness
        return own < other + (p.fair_tint if is_sharp else 0.0)

    def detection(self, sight: Sight, flat: Flat, is_below: bool = False) -> Detection | None:
        """What the disc is; None for what is no token. One that lies below others is worth a question at any cost."""
        p, best = self.params, sight.best
        cost, rim_over = sight.costs[best], self._rim_over(sight)
        is_clear, is_washed = self.is_told_by_print(sight), sight.burnt > p.agreed_burnt
        if not self.is_sure(sight) and self._is_nothing(sight, is_clear, is_washed, is_below):
            return None
        over = self.margins.over(sight)
        over = over if over >= PLENTY else self.margins.over_in_all(sight)
        is_faint = sight.rim < p.odd_rim and not isfinite(sight.printed) and not (is_below or is_clear or is_washed)
        is_told = self.is_spoilt(sight) or self._is_served(sight) or self._shows_print(sight) or self._shows_parts(sight)
        if over < 0 and is_faint and not is_told:
            return None
        id = self.looks.ids[best]
        others = self.margins.others(sight)
        sure = self._confidence(sight, over)
        quad_px, quad_mm = quads_of(sight, sight.turns[best], flat)
        why, side = self._doubt(sight, cost, over, rim_over), self.margins.side(sight)
        if not why and sight.soft > p.soft:
            why = "its edge is blurred: no piece's is, in focus"
        if not why:
            return Detection(self.looks.kinds[best], quad_px, id, sure, quad_mm=quad_mm, side=side)
        maybe = [Candidate(id, sure), *(Candidate(o, (1 - sure) / 2) for o, c in others.items() if c - cost < 3 * p.least_margin)]
        return Detection(self.looks.kinds[best], quad_px, alternatives=tuple(maybe), why=why, quad_mm=quad_mm, side=side)

    def _confidence(self, sight: Sight, over: float) -> float:
        """How sure the best look is, 0 to 1: by the least of what is asked of its colour, or by its print where that names it."""
        p, cost = self.params, sight.costs[sight.best]
        most = p.apart_cost if cost > p.most_cost and self.margins.stands_apart(sight) else p.most_cost
        beyond_print = PLENTY if self.on_card.is_no_print(sight) else sight.printed - self.margins.fit(sight, cost) - p.printed_margin
        least = min(over, most - cost, beyond_print)
        if self.is_told_by_print(sight) and self.is_sure(sight):
            least = max(least, self._print_over(sight))
        return float(1 / (1 + np.exp(-3 * (min(max(least, -_HOPELESS), PLENTY) + 0.6))))

    def _is_nothing(self, sight: Sight, is_clear: bool, is_washed: bool, is_below: bool) -> bool:
        """Whether a disc that has no name is not even worth a question: too dear, too little of a rim, or print of the card below."""
        if self.is_spoilt(sight) or self.on_card.bears_print(sight) or self._shows_print(sight) or self._shows_parts(sight):
            return False
        p, cost = self.params, sight.costs[sight.best]
        is_blank = sight.printed < self.margins.fit(sight, cost) and max(sight.likeness.values()) < p.some_likeness
        is_round = sight.rim >= p.round_rim and sight.square <= p.least_square and not is_blank
        is_its_print = is_clear and (cost <= p.most_cost or sight.likeness[sight.best] >= p.sharp_likeness)
        return (
            (cost > p.question_cost and not is_round and not is_clear and not is_below)
            or (sight.rim < (self._clear_rim(sight) if is_washed or is_its_print else p.faint_rim) and not self.hides_print(sight))
            or (cost > p.hopeless_cost and sight.on_print >= p.least_likeness)
            or self.on_card.is_print(sight, cost)
            or self.on_card.shows_card(sight)
        )

    def hides_print(self, sight: Sight) -> bool:
        """Whether a token, its rim left aside, explains far better than the card why its print does not show: that is worth a question.

        So it is where an outline was seen as well, and a plain token's own colour, which no shadow has.
        """
        is_own = bool(self.looks.is_plain[sight.best]) and sight.own < self.params.own_hidden and self._is_own_colour(sight)
        is_hidden = sight.hides or (is_own and isfinite(sight.printed))
        return is_hidden and sight.printed >= self.params.hides_part * self.margins.fit(sight, sight.costs[sight.best])

    def _shows_print(self, sight: Sight) -> bool:
        """Whether a sharp print shows off the named cards, on what is round: white tokens on white, or in a shine, have hardly a rim.

        Or that of a back, which no ground is like.
        """
        p = self.params
        is_sharp = not self.looks.is_plain[sight.best] and sight.likeness[sight.best] >= p.sharp_likeness
        return (is_sharp or self.shows_back(sight)) and not isfinite(sight.printed)

    def shows_back(self, sight: Sight) -> bool:
        """Whether it bears the print that the backs of this pack have in common."""
        return sight.back >= self.params.agreed_likeness

    def _shows_parts(self, sight: Sight) -> bool:
        """Whether a plain side in several colours has all of some kind's, off the named cards: hardly a patch of ground is like that."""
        if not self.looks.has_parts or not self.looks.is_plain[sight.best] or isfinite(sight.printed):
            return False
        is_like = self.margins.fit(sight, sight.costs[sight.best]) <= self.params.fair_cost
        return is_like and min(sight.tints.costs.values()) <= self.params.loose_tint

    def is_spoilt(self, sight: Sight) -> bool:
        """Whether a disc that is closed all around has the very colour of one kind, whatever is stuck on it or shines from a part of it."""
        p = self.params
        is_closed = sight.rim >= p.faint_rim and sight.square <= p.closed_square and float(sight.open.mean()) < p.most_open
        if not is_closed or self.setting.limit(sight) is not None:
            return False
        is_print = isfinite(sight.printed) and not sight.own < p.own_gone
        own, *others = sorted(sight.tints.costs.values()) if not is_print else [np.inf]
        return own <= p.own_tint and all(other - own >= p.tint_margin for other in others)

    def _is_own_colour(self, sight: Sight) -> bool:
        return self.margins.tint_and_next(sight)[0] <= self.params.own_tint

    def _is_served(self, sight: Sight) -> bool:
        """Whether a disc within a plate has a token's very colour: nothing else that is round lies there."""
        return self.setting.is_on_plate(sight) and self._is_own_colour(sight)

    def _rim_over(self, sight: Sight) -> float:
        """By how much the rim exceeds what is asked of a name."""
        asked = self._asked_rim(sight, bool(self.looks.is_plain[sight.best]))
        if asked > sight.rim and self.margins.stands_apart(sight):
            asked = self.params.apart_rim
        is_told = self.shows_back(sight) or self.is_told_by_print(sight)
        return sight.rim - max(asked, self.setting.asked_among_strangers(sight, is_told)) - self.setting.coarse(sight)

    def _clear_rim(self, sight: Sight) -> float:
        """Rim that is asked of what may be a token at all where its print speaks for it; less of a sharp one in its own colours."""
        p = self.params
        is_its_own = sight.is_clear and sight.likeness[sight.best] >= p.sharp_likeness and sight.rim < p.clear_rim
        return p.sharp_rim if is_its_own and self.margins.tint_and_next(sight)[0] <= p.fair_tint else p.clear_rim

    def _lies_there(self, sight: Sight) -> bool:
        """Whether it cannot be printed there: it lies on a plate, or hides a named card's own lines."""
        return self.setting.is_on_plate(sight) or sight.own < self.params.own_hidden

    def _is_closed(self, sight: Sight) -> bool:
        """Whether its colour fits and ends all along its outline: that of a patch goes on at its corners, or its sides lie within."""
        p = self.params
        return sight.square <= p.closed_square and not sight.open.any() and self.margins.tint_and_next(sight)[0] <= p.fair_tint

    def _asked_rim(self, sight: Sight, is_plain: bool) -> float:
        p = self.params
        if not is_plain:
            is_told = sight.is_clear or (sight.costs[sight.best] <= p.most_cost and self.is_told_by_print(sight))
            if is_told and self._lies_there(sight):
                return self._clear_rim(sight)
            if is_told or isfinite(sight.printed) or sight.likeness[sight.best] >= p.some_likeness:
                more = sight.likeness[sight.best] - p.least_likeness if is_told else 0.0
                return max(p.clear_rim, p.least_rim - p.print_for_rim * max(0.0, more))
        if self.shows_back(sight):
            return max(p.clear_rim, p.least_rim - p.print_for_rim * (sight.back - p.least_likeness))
        cost = sight.costs[sight.best]  # a print off cards that does not show speaks for no token more than a plain side does
        if isfinite(sight.printed) and sight.printed >= p.shade_part * cost:
            return p.plain_rim  # it hides what is printed there: neither a patch of ground nor a shadow
        asked = self._asked_of_patch(sight, cost)
        if asked > sight.rim and self._is_closed(sight):
            asked = p.plain_rim + p.plate_cost * max(0.0, sight.square - p.least_square) + p.poor_cost * max(0.0, cost - p.fair_cost)
        if not asked <= sight.rim < p.round_rim:  # its colour, which takes longest to find, decides nothing there
            return asked
        own, other = self.margins.tint_and_next(sight)
        return asked + p.poor_tint * max(0.0, own - max(p.fair_tint, p.fair_part * other))

    def _asked_of_patch(self, sight: Sight, cost: float) -> float:
        """Rim that is asked of a plain disc which may be a patch of the ground, its colour left aside."""
        p, limit = self.params, self.setting.limit(sight)
        free = p.plate_cost if self.setting.is_on_plate(sight) else p.square_cost
        dear = free if limit is None else p.unlike_cost if cost < limit else p.pattern_cost
        base = p.plain_rim + (p.pattern_rim if dear == p.pattern_cost else 0.0)
        return base + dear * max(0.0, sight.square - p.least_square) + p.poor_cost * max(0.0, cost - p.fair_cost)

    def _doubt(self, sight: Sight, cost: float, over: float, rim_over: float) -> str:
        """Why the disc has no name; empty when it has."""
        if self.margins.is_burnt_in_shade(sight):
            return "its colour cannot be told in this light"
        if self.is_told_by_print(sight):
            return self._doubt_of_print(sight, cost, rim_over)
        if over < 0 or self.margins.is_blinded(sight) or self.margins.is_a_guess(sight) or self._is_of_no_kind(sight):
            return "its colour cannot be told in this light"
        if self._shows_another(sight):
            return "print and colour do not go together"
        if self.setting.around.by_print and not self.looks.is_plain[sight.best] and sight.likeness[sight.best] < self.params.some_likeness:
            return "its print does not show"
        if self.on_card.may_be_print(sight, cost) or self.on_card.may_be_shade(sight, cost):
            return "may be printed on the card"
        if rim_over < 0 or self._goes_on(sight):
            return "too little of its rim shows"
        if (cost > self.params.most_cost and not self.margins.stands_apart(sight)) or self.margins.is_motley(sight):
            return "does not quite look like any token"
        if self._may_be_ground(sight, cost):
            return "does not quite look like any token"
        is_odd = self.margins.is_contradicted(sight) or self.margins.is_a_rainbows(sight)
        return "its colour cannot be told in this light" if is_odd else ""

    def _goes_on(self, sight: Sight) -> bool:
        """Whether its colour goes on across its outline: on a named card more of it in one piece than to a token beside it, as a finger's.

        Off cards the table may be of its colour. But a patch that little names, in no very fair colour, as at a card's corner, is none. On
        a card where little of a rim shows less of it says so: what lies beside a token, or on it, is of another colour.
        """
        p = self.params
        if not isfinite(sight.printed):
            is_patch = sight.likeness[sight.best] < p.some_likeness and sight.rim < p.whole_rim and self.margins.over(sight) < p.patch_over
            is_patch = is_patch and float(sight.open.mean()) >= p.most_open
            return is_patch and self.margins.tint_and_next(sight)[0] > p.fair_tint
        closed = np.flatnonzero(~np.concatenate([sight.open, sight.open]))
        is_aside = sight.rim < p.odd_rim and float(sight.open.mean()) > p.some_open
        return is_aside or not len(closed) or int(np.diff(closed).max(initial=1)) - 1 > p.touching * len(sight.open)

    def _may_be_ground(self, sight: Sight, cost: float) -> bool:
        """Whether a plain side is roughly of its kind, and hardly less of another, on a ground with more round outlines than are looked at.

        Off cards and plates one of these may be as round, and of a token's colour here and there.
        """
        is_loose = bool(self.looks.is_plain[sight.best]) and not isfinite(sight.printed) and not self.setting.is_on_plate(sight)
        return self.setting.around.part <= 0 and is_loose and cost > self.params.fair_cost and self.margins.over(sight) < 0

    def _is_of_no_kind(self, sight: Sight) -> bool:
        """Whether its colour is no token's, or its hue another's."""
        return self.margins.is_strange(sight) or self.margins.is_anothers_paler(sight) or self.margins.is_unenrolled(sight)

    def _shows_another(self, sight: Sight) -> bool:
        """Whether the print of another kind shows, though not by so much that it would speak for itself.

        One that would cost far more does not: it is only like the faint ring that a plain token bears. One that was not compared with care
        costs no less than those that were, as none is more alike. Glare around fades a print, too: half of one is none of a plain side.
        """
        p, cost = self.params, sight.costs[sight.best]
        shown = max(sight.likeness, key=sight.likeness.__getitem__)
        is_fading = sight.firm > 1 or sight.burnt > p.most_burnt or sight.veil + sight.off > p.tint_veil
        least = p.some_likeness if is_fading else p.least_likeness
        if sight.likeness[shown] < least or self.looks.ids[shown] == self.looks.ids[sight.best]:
            return False
        return sight.costs.get(shown, max(sight.costs.values())) - cost < max(p.apart_margin, cost)

    def _doubt_of_print(self, sight: Sight, cost: float, rim_over: float) -> str:
        """The same for a disc whose print speaks for itself: its colours may be off, but not by any amount."""
        if self.on_card.may_be_print(sight, cost):
            return "may be printed on the card"
        if rim_over < 0:
            return "too little of its rim shows"
        p = self.params
        if self._is_sharp(sight):
            return ""
        most = p.clear_misfit + p.clear_slope * (sight.likeness[sight.best] - p.least_likeness)
        is_poor = self.margins.misfit(sight) > most or cost - min(sight.costs.values()) > p.clear_gap
        is_odd = is_poor and not self.margins.stands_apart(sight)
        is_glossy = sight.veil > p.tint_veil and sight.likeness[sight.best] >= p.sharp_likeness  # no colour is left to go by
        # a marker cut by the picture's edge has a print, too
        is_another = cost > p.most_cost and self.margins.has_anothers(sight)  # one that its colour would name
        is_another |= self.margins.is_nobodys(sight) or self.margins.is_vague(sight) or self.margins.is_of_a_strange_hue(sight)
        is_another |= self.margins.is_unenrolled(sight) or cost > p.hopeless_cost
        is_another |= cost > p.most_cost and self.margins.is_hardly_its_print(sight)
        is_strange = not is_glossy and (is_another or self.margins.is_of_another_colour(sight))
        return "print and colour do not go together" if is_strange or (is_odd and self.margins.tint_over(sight) < 0) else ""

    def _is_sharp(self, sight: Sight) -> bool:
        """Whether a print shows so well, and nothing comes near it in print or colour, that only its light can be odd."""
        p, best = self.params, sight.best
        is_alone = sight.likeness[best] >= max(p.sharp_likeness, self._next_likeness(sight) + p.sharp_margin)
        return is_alone and self.margins.nearest(sight, np.inf) >= p.sharp_part * sight.costs[best]
