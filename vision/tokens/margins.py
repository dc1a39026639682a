"""By how much what a disc resembles most is likelier than any other kind: in light, in grey levels, and in both."""

from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from vision.observation import Side
from vision.tokens.looks import RoundLooks
from vision.tokens.params import TokenParams
from vision.tokens.setting import Setting
from vision.tokens.sight import Sight

PLENTY = 2.0
"""A margin that exceeds what is asked by so much makes nothing surer."""


@dataclass(frozen=True, slots=True)
class Margins:
    """Margins of the discs of one diameter in one picture."""

    looks: RoundLooks
    params: TokenParams
    setting: Setting

    def fit(self, sight: Sight, cost: float) -> float:
        """The cost without that of the rim, which a print is not asked for."""
        return cost - self.params.rim_worth * (1 - sight.rim)

    def misfit(self, sight: Sight) -> float:
        """The cost of the best look without those of the rim, of brightness and of gloss."""
        fit = self.params.fit
        light = ((sight.bright - 1) / fit.bright_spread) ** 2 + (sight.veil / fit.veil_spread) ** 2
        return self.fit(sight, sight.costs[sight.best]) - light

    def others(self, sight: Sight) -> dict[str, float]:
        """Cost of each other kind, least first."""
        id, found = self.looks.ids[sight.best], dict[str, float]()
        for i, cost in sorted(sight.costs.items(), key=lambda entry: entry[1]):
            if self.looks.ids[i] != id:
                found.setdefault(self.looks.ids[i], cost)
        return found

    def over(self, sight: Sight) -> float:
        """By how much the margin to other kinds exceeds what is asked of a name, the tint left aside."""
        p, cost = self.params, sight.costs[sight.best]
        return self.nearest(sight, np.inf) - cost - max(p.least_margin, p.cost_margin * cost)

    def nearest(self, sight: Sight, lonely: float) -> float:
        """The least cost of another kind; `lonely` where none was compared."""
        id, ids = self.looks.ids[sight.best], self.looks.ids
        return min((cost for i, cost in sight.costs.items() if ids[i] != id), default=lonely)

    def over_in_all(self, sight: Sight) -> float:
        """By how much the largest margin exceeds what is asked of it: in light, in grey levels, or of a plain token in both."""
        if self.setting.around.is_dazzled:  # grey levels do not help where nobody knows how bright it is
            return self.over(sight)
        return max(self.over(sight), self.tint_over(sight), self.both_over(sight))

    def tint_over(self, sight: Sight) -> float:
        """By how much the margin of its colour to those of other kinds exceeds what is asked of a name."""
        p = self.params
        if sight.veil > p.tint_veil or sight.rim < p.odd_rim or self._is_uneven(sight):
            return -np.inf
        own, other = self.tint_and_next(sight)
        return -np.inf if own > self.most_tint(sight) else other - own - max(p.tint_margin, p.tint_part * own)

    def both_over(self, sight: Sight) -> float:
        """The same of a plain token, where light and grey levels, which err differently, say the same: less is asked of either.

        Without a whole rim its colour must be fair, or no other kind's be near: a blotch of marble, and a finger, were tokens by less.
        """
        p = self.params
        most_veil = p.paperless_veil if self.setting.around.lacks_paper else p.both_veil
        lent = sight.off if sight.firm >= 1 else 0.0  # of which neighbours that do not agree know little
        is_odd = max(sight.likeness.values()) >= p.some_likeness or sight.veil + lent > most_veil
        if is_odd or sight.rim < p.odd_rim or not self.looks.is_plain[sight.best]:
            return -np.inf
        (own, other), cost = self.tint_and_next(sight), sight.costs[sight.best]
        is_poor = sight.rim < p.apart_rim and own > p.fair_tint and other - own < p.tint_margin
        if is_poor or own > self.most_tint(sight):
            return -np.inf
        in_light = self.nearest(sight, np.inf) - cost - max(p.both_margin, p.both_part * cost)
        return min(in_light, other - own - max(p.both_tint, p.tint_part * own))

    def _is_uneven(self, sight: Sight) -> bool:
        """Whether what resembles a plain token is of more than one colour: a ring on a card in the shade, where light hardly differs."""
        return bool(self.looks.is_plain[sight.best]) and self.misfit(sight) > self.params.uneven * sight.bright**2

    def tint_and_next(self, sight: Sight) -> tuple[float, float]:
        """What the colour of the best look costs, and the least of another kind's, infinite where there is none."""
        id, tints = self.looks.ids[sight.best], sight.tints.costs
        return tints[id], min((cost for of, cost in tints.items() if of != id), default=np.inf)

    def has_anothers(self, sight: Sight) -> bool:
        """Whether its colour is rather that of another kind than the best look's."""
        p, (own, other) = self.params, self.tint_and_next(sight)
        return own > p.most_tint or own > other + max(p.tint_margin, p.tint_part * other)

    def is_of_another_colour(self, sight: Sight) -> bool:
        """Whether its colour is plainly that of another kind than its print, which is not sharp."""
        if sight.likeness[sight.best] >= self.params.sharp_likeness:
            return False
        return self.tint_and_next(sight)[1] <= self.params.fair_tint and self.has_anothers(sight)

    def is_strange(self, sight: Sight) -> bool:
        """Whether its colour, plainly seen, is hardly that of any token: a printed mat's, or that of fruit on an oilcloth.

        On a named card, the print of which tells its light, so is that of a plain token which was never enrolled, and its hue is another.
        """
        is_far = self.tint_and_next(sight)[0] > self.params.strange_tint
        if isfinite(sight.printed):
            return is_far and bool(self.looks.is_plain[sight.best]) and self._is_off_hue(sight) and self._is_in_fair_light(sight)
        return self._is_plainly_seen(sight) and (is_far or self._is_vaguely_its(sight))

    def _is_vaguely_its(self, sight: Sight) -> bool:
        """Whether a plain disc, on no plate, looks only fairly like a token, in a colour not that kind's by far more than another's.

        A round print may have all of an outline: only how it looks says that it is none, and that tokens beside it have their colours.
        """
        p, is_plain = self.params, bool(self.looks.is_plain[sight.best]) and not self.setting.is_on_plate(sight)
        if not is_plain or sight.costs[sight.best] <= p.fair_cost:
            return False
        own, other = self.tint_and_next(sight)
        return own > max(p.own_tint, p.strange_part * other) and own > p.strange_times * self._usual_tint()

    def _usual_tint(self) -> float:
        """What the colours of tokens cost here whose prints show sharply: much of odd pieces, or in odd light; no limit without any."""
        costs = [one.tints.costs[self.looks.ids[one.best]] for one in self.setting.sharp]
        return float(np.median(costs)) if costs else inf

    def is_hardly_its_print(self, sight: Sight) -> bool:
        """Whether a disc off cards and plates, without a whole rim, is only just like its print: so is one of a hundred figures.

        In no gloss, which leaves no colour to go by, and in no fair colour.
        """
        p = self.params
        is_off = self.setting.is_on_ground(sight) and sight.veil <= p.tint_veil
        is_unlike = sight.likeness[sight.best] < p.hardly_likeness and self.tint_and_next(sight)[0] > p.fair_tint
        return is_off and is_unlike and sight.rim < p.whole_rim

    def is_nobodys(self, sight: Sight) -> bool:
        """Whether what has little of a rim, plainly seen off cards, has not its print's colour: veins of a stone look like some print.

        The sharper the print is the more the colour may cost.
        """
        p, (own, other) = self.params, self.tint_and_next(sight)
        sharp = (sight.likeness[sight.best] - p.least_likeness) / (p.sharp_likeness - p.least_likeness)
        most = p.fair_tint + max(0.0, sharp) * (p.loose_tint - p.fair_tint)
        is_told = own <= most or other - own >= max(p.tint_margin, p.tint_part * own)
        return not is_told and sharp < 1 and sight.rim < p.odd_rim and self._is_plainly_seen(sight)

    def is_vague(self, sight: Sight) -> bool:
        """Whether a print off cards shows, but within hardly a rim and in colours that are off.

        An appetite of an unnamed card just shows so. Of a stone's veins some print may be seen any day, but rarely in that token's colours:
        unless it is sharp no other look may explain them better.
        """
        p, cost, alike = self.params, sight.costs[sight.best], sight.likeness[sight.best]
        if sight.rim >= p.odd_rim or isfinite(sight.printed):
            return False
        return (alike < p.agreed_likeness and cost > p.most_cost) or (alike < p.sharp_likeness and cost > min(sight.costs.values()))

    def is_motley(self, sight: Sight) -> bool:
        """Whether a plain disc without a whole rim, plainly seen off cards, has several colours: a card's corner, or a patch of two."""
        p = self.params
        is_loose = bool(self.looks.is_plain[sight.best]) and sight.rim < p.whole_rim
        return is_loose and self.misfit(sight) > p.motley * sight.bright**2 and self._is_plainly_seen(sight)

    def _is_plainly_seen(self, sight: Sight) -> bool:
        """Whether neither gloss nor burnt-out light explains how a disc off named cards looks."""
        return self._is_in_fair_light(sight) and not isfinite(sight.printed)

    def _is_in_fair_light(self, sight: Sight) -> bool:
        """Whether neither gloss nor burnt-out light explains how a disc looks."""
        return sight.burnt <= self.params.most_burnt and max(abs(sight.veil), abs(sight.off)) <= self.params.tint_veil

    def most_tint(self, sight: Sight) -> float:
        """What the colour of a disc may cost; less in gloss, or where neither a print nor a whole rim speaks for a token.

        Least of what is mostly burnt out in gloss that its neighbours told: a little of one colour is left, and that is all there is.
        """
        shows = sight.likeness[sight.best] >= self.params.least_likeness  # that of a plain one is 0
        is_loose = not shows and sight.rim < self.params.apart_rim
        is_glossy = sight.off > self.params.tint_veil
        if is_glossy and sight.burnt > self.params.agreed_burnt:
            return self.params.fair_tint
        return self.params.loose_tint if is_loose or is_glossy else self.params.most_tint

    def is_contradicted(self, sight: Sight) -> bool:
        """Whether light names it by little, and its grey levels, which err differently, are rather another kind's."""
        is_little = 0 <= self.over(sight) < PLENTY and sight.burnt <= self.params.most_burnt
        if not is_little or self.setting.around.is_dazzled:
            return False
        own, other = self.tint_and_next(sight)
        return own > other

    def is_burnt_in_shade(self, sight: Sight) -> bool:
        """Whether a disc is burnt out, but would have to lie in the shade, and neither a sharp print nor its colour speaks for its look.

        What is burnt out is bright: the colours that are left are then as like those of a kind that is not there as of its own. The less
        is left the better they have to fit.
        """
        p = self.params
        is_odd = p.most_burnt < sight.burnt and sight.bright < p.shade and sight.firm <= 1 and sight.likeness[sight.best] < p.sharp_likeness
        is_blind = sight.burnt > p.agreed_burnt and not self.looks.is_plain[sight.best]
        return is_odd and (is_blind or self.tint_and_next(sight)[0] > p.loose_tint * (1 - sight.burnt))

    def is_shaded_in_glare(self, sight: Sight) -> bool:
        """Whether a disc would have to lie in the shade, amid what is burnt out: of wood between two cards any hue is left there."""
        return sight.firm > 1 and sight.bright < self.params.shade and not self.setting.around.is_dazzled

    def is_blinded(self, sight: Sight) -> bool:
        """Whether nobody knows its light: all that tells it is burnt out, or most of the disc is and seems to lie in shade, or in gloss.

        Where colours that are not burnt out say the same in grey levels no light is asked for, nor of one whose print shows in gloss, nor
        that lies in hardly more than its neighbours do: glare that grows across them they do not tell. Where these do not agree in which
        light they lie, gloss is no better known for them, and a name must not be narrow.
        """
        p = self.params
        is_lent = sight.off > p.tint_veil and sight.firm >= 1 and self.over(sight) < 0
        is_veiled = (sight.veil > p.tint_veil or is_lent) and sight.likeness[sight.best] < p.some_likeness
        if sight.burnt > p.agreed_burnt and (sight.bright < p.shade or is_veiled):
            return True
        if self.is_shaded_in_glare(sight) or self._is_far_glossier(sight) or self._has_anothers_in_gloss(sight):
            return True
        if sight.firm <= 1 or sight.burnt <= p.most_burnt:
            return False
        return self.setting.around.is_dazzled or max(self.tint_over(sight), self.both_over(sight)) < 0

    def _is_far_glossier(self, sight: Sight) -> bool:
        """Whether a plain disc shines by much more than the much that neighbours lent it, which do not agree, or lie far away.

        What grows so fast towards it may be more still: no little says which kind it is.
        """
        is_more = sight.firm >= 1 and min(sight.off, sight.veil) > self.params.tint_veil
        return is_more and bool(self.looks.is_plain[sight.best]) and self.over(sight) < PLENTY

    def _has_anothers_in_gloss(self, sight: Sight) -> bool:
        """Whether only gloss makes a plain disc a kind, and what colour is left is rather another's: round prints are grey, too."""
        p, (own, other) = self.params, self.tint_and_next(sight)
        is_anothers = own > max(p.own_tint, (1 + p.tint_part) * other)
        return bool(self.looks.is_plain[sight.best]) and sight.veil > p.tint_veil and is_anothers

    def is_a_guess(self, sight: Sight) -> bool:
        """Whether nothing tells the light, and its colour is that of a token in another lamp's only."""
        return self.setting.around.lacks_light and self.tint_and_next(sight)[0] > self.params.fair_tint

    def is_anothers_paler(self, sight: Sight) -> bool:
        """Whether its hue is another kind's: gloss makes that paler, and so like a nearly grey one, but is white itself.

        What is burnt out in a colour has no hue to go by, except among other things that are.
        """
        p, id = self.params, self.looks.ids[sight.best]
        own = sight.tints.hues.get(id, 0.0)
        if own <= p.off_hue or (sight.burnt > p.most_burnt and sight.firm <= 1):
            return False
        other = min((off for of, off in sight.tints.hues.items() if of != id), default=np.inf)
        return other < (own if self.over_in_all(sight) < PLENTY else p.nearer * own)

    def is_unenrolled(self, sight: Sight) -> bool:
        """Whether its colour costs far more than those of tokens do there whose prints show, and its hue is off or its print does not show.

        Of a kind that was never enrolled that is so, whichever it resembles most. A print that is nearly sharp speaks for itself, and gloss
        leaves neither hue nor print.
        """
        p, own = self.params, self.tint_and_next(sight)[0]
        is_seen = sight.burnt <= p.most_burnt and max(abs(sight.veil), abs(sight.off)) <= p.both_veil
        is_dear = own > max(p.fair_tint, p.no_hue_times * self._usual_tint())
        is_doubtful = is_dear and is_seen and sight.likeness[sight.best] < p.shown_likeness
        return is_doubtful and (self._is_off_hue(sight) or self._lacks_its_print(sight))

    def _lacks_its_print(self, sight: Sight) -> bool:
        """Whether what resembles a printed side, and not by very far, does not show its print."""
        is_blank = not self.looks.is_plain[sight.best] and sight.likeness[sight.best] < self.params.some_likeness
        return bool(is_blank) and self.over(sight) < self.params.blank_over

    def _is_off_hue(self, sight: Sight) -> bool:
        """Whether its hue is plainly beside the best look's."""
        return sight.tints.hues.get(self.looks.ids[sight.best], 0.0) > self.params.no_hue

    def is_of_a_strange_hue(self, sight: Sight) -> bool:
        """Whether its hue is far from the best look's, and its light does not name it: a haze makes one print like another one's."""
        own = sight.tints.hues.get(self.looks.ids[sight.best], 0.0)
        is_dull = sight.likeness[sight.best] < self.params.sharp_likeness and self.over(sight) < 0
        return is_dull and sight.burnt <= self.params.most_burnt and own > self.params.strange_hue

    def is_a_rainbows(self, sight: Sight) -> bool:
        """Whether a disc shines in several hues, and its darkest light, to which least is added, does not name it by far."""
        darkest, id = sight.tints.darkest, self.looks.ids[sight.best]
        if not darkest:
            return False
        return min((cost for of, cost in darkest.items() if of != id), default=np.inf) - darkest[id] < self.params.pied_margin

    def stands_apart(self, sight: Sight) -> bool:
        """Whether a round disc resembles no other kind by far: gloss may make it dear then, but it is not taken for anything else."""
        p, cost = self.params, sight.costs[sight.best]
        if cost > p.apart_cost or self.nearest(sight, 0.0) - cost < max(p.apart_margin, cost):
            return False
        is_round = sight.rim >= p.apart_rim and sight.square <= p.patch_square and self.setting.limit(sight) is None
        return is_round and (bool(self.looks.is_plain[sight.best]) or sight.likeness[sight.best] >= max(sight.likeness.values()))

    def side(self, sight: Sight) -> Side | None:
        """Which side is up, unknown where the other one costs hardly more, or seems to show; None for a token that has one print only."""
        best, p = sight.best, self.params
        side = self.looks.sides[best]
        if sight.is_clear:
            return side
        if side is Side.PLAIN and sight.burnt > p.agreed_burnt and sight.veil > p.both_veil:
            return Side.UNKNOWN  # a print would be burnt out as well
        turned = [i for i, id in enumerate(self.looks.ids) if id == self.looks.ids[best] and self.looks.sides[i] is not side]
        if side is Side.PLAIN and max((sight.likeness[i] for i in turned), default=0.0) >= p.some_likeness:
            return Side.UNKNOWN
        if side is Side.DESIGN and 0 < sight.likeness[best] < p.some_likeness and sight.burnt <= p.most_burnt:
            return Side.UNKNOWN  # a glint, or a sticker, shows; 0 where other tokens' prints do
        other = [sight.costs[i] for i in turned if i in sight.costs]
        asked = max(p.side_margin, p.side_part * sight.costs[best])
        if side is not None and other and min(other) - sight.costs[best] < asked:
            return Side.UNKNOWN
        return side
