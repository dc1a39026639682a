"""Which of the readings of one picture stand, and which are only worth a question."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vision.cards.reading import Reading
from vision.looks.inks import Inked

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Evidence -> confidence, a logistic curve.

    Fitted by `tests.benchmarks.fit_confidence` on 1,289 readings of all `dev` sets, as they are, dim and blurred, and small (2026-11-21):
    all of the 1,070 at 0.99 and more were right.
    """

    offset: float = 1.29
    slopes: tuple[float, float, float] = (2.96, 8.56, 2.39)
    """For agreement, margin and rim."""
    ample: float = 0.3
    """Evidence so far above what is asked, or under it, counts no further."""
    unexplained: float = 0.5
    """How likely the look is at most that does not explain all that is seen."""


@dataclass(frozen=True, slots=True)
class VerdictParams:
    """When a name stands."""

    least_agreement: float = 0.62
    """Correlation with the look for a piece that shows whole."""
    covered_cost: float = 0.15
    """More that is asked, per share of the look that does not show."""
    scant_share: float = 0.5
    """When less than this share of the look's structure shows ..."""
    scant_cost: float = 0.5
    """... so much more is asked, per missing share."""
    least_rim: float = 0.75
    """Part of the rim that must be an edge when a piece does not show whole: print that repeats can be matched one row off ..."""
    certain_rim: float = 0.4
    """... and when so much of it agrees so well that no row can be off; paper on paper has a faint rim."""
    certain_agreement: float = 0.95
    certain_share: float = 0.6
    told_agreement: float = 0.85
    """The same for a piece of which an edge was seen and what shows is enough to tell it from all others."""
    least_margin: float = 0.2
    """By how much the look must beat every other where they differ, for a piece that shows whole and agrees well."""
    covered_margin: float = 0.4
    """More that is asked, per share of the look that does not show: what is left to compare is less."""
    told_margin: float = 0.15
    """The same, whatever the share, where what shows is enough to tell the look from all others."""
    blurred_margin: float = 0.5
    """More that is asked, per agreement that is lacking to `clear_agreement`."""
    clear_agreement: float = 0.8
    least_printed: float = 0.57
    """Correlation with the look that even the block that fits it worst but one must have; blur takes fine print to about 0.6."""
    most_uneven: float = 0.35
    """By how much less the block that fits it worst may agree than most, where less than `scant_share` of it shows: one of so few is not
    spoilt by chance, but print that tells it. Of right names it was .32 and less, of a ten's corner beside pips of a nine .43."""
    least_laid_open: float = 0.4
    """The same where a piece was taken for covered but lies open."""
    least_told: float = -0.1
    """How well print that tells the look from its look-alikes must agree, against the rest of it: else it may be a third of their kind."""
    least_figure: float = -0.2
    """The same of the part of it that agrees least, however clear the margin: of eights read as threes -.32 and less, of 500 right
    names -.15 and more, ..."""
    least_doubtful_figure: float = -0.13
    """... and where the margin is not clear: of an eight read as a five -.15 and less, of right names -.10 and more."""
    all_of_it: float = 0.98
    """Share from which a piece shows whole; then a pale figure, of whose edges noise takes more, may agree less ..."""
    least_pale_figure: float = -0.27
    """... down to this, as long as no print of it is another's: cream on sky blue had -.24."""
    most_lagging: float = 2.25
    """How many times as much as the others lack a block may that holds much of the print that shows: of a ten's figure read as a nine's
    5.3, of right names 1.9 and less."""
    most_open_lagging: float = 2.6
    """The same of what lies open against what shows, where it agrees less than any print must: of a bell read as a cake 7.0, of a glass
    as a door 2.9, of right names 2.3 and less."""
    most_other: float = 0.77
    """How well a block of print that is not its own may be another look's of its design, taken for covered or not: that of cards that were
    never enrolled was .95, of a XV read as a XVI .79, of 1,500 right names .73 and less, but of one that was laid upside down."""
    edges_tell: float = 0.83
    """Agreement from which on edges alone tell a figure, and no ink is asked: noise and blur leave room for another one below ..."""
    own_part: float = 0.35
    """... and nor is any where each part of it is as clearly its own: the edge of a shadow is amiss, too, but makes no part another's."""
    most_amiss: float = 0.21
    """Ink that may be amiss else, in parts of the contrast of its print: of a 38 read as a 36 .79, of a 29 read as a 20 .46, of fives read
    as sixes .19 to .58, of 1,300 right names .16 and less, but of one in a shine."""
    most_lump: float = 2.8
    """How many times as much ink as usual on a card may be amiss in one place, of one that shows whole and has a look-alike in little: of
    dominoes of one pip more or less 3.2 and more (in a soft picture 1.6), of 150 right names 2.5 and less; ..."""
    most_weak_lump: float = 2.2
    """... where a part of it is hardly its own 2.6, and 2.0; of digits of seven segments that lack two of them 3.5 and more."""
    clearly_seen: float = 0.95
    """Agreement from which that is asked, since blur and shine leave much in one place, or where a part of it is hardly its own, ..."""
    whole_print: float = 0.9
    """... of those of whose print a block agrees less than this: of strangers .88 and less, of three right names in four more."""
    least_toned: float = 0.97
    """How much alike the colours of its print must be, against its ground: of violet tiles read as blue ones it was .958 and less, of an
    orange card read as a violet one .968, of 1,300 right names .975 and more."""
    least_part: float = -0.5
    """How clearly each part of it must be its own against any look of its design: a third card is put together of parts of others."""
    fewest_blocks: int = 2
    """Blocks of print that a piece must rest on, unless what shows is enough to tell it from all others."""
    least_peculiar: float = 120.0
    """Print that most of its design have not and that must show of a piece that does not show whole: the corner of a frame is any square's.
    Squares of noise that bore a name had 9 and 21, a day of a calendar 76, 191 right names of pieces on no other 200 and more; ..."""
    peculiar_part: float = 0.5
    """... or so much of all such print that no known piece hides: of one under others less can show (69 of one in a fanned hand), and of
    one that a colour alone tells from its like nothing."""
    least_peculiar_seen: float = 0.5
    """How well it must agree. Of days of a calendar and of stamps whose frame alone agreed, where 76 and more ought to show, it was .24 and
    less, of 253 right names .77 and more."""
    least_figured: float = 0.4
    """How much must show of one of the figures that tell it from its look-alikes: of a two under others read as a three .29, of a seven as
    a one .25, of right names .46 and more."""
    own_print: float = 0.46
    """How clearly the print of a piece that agrees well must be its own, not its rival's: that of a third one lies between the two ..."""
    own_print_agreement: float = 0.8
    """... from this agreement on, ..."""
    own_print_slope: float = 8.0
    """... so much more per agreement: blur leaves little between any two, and so does a piece that lies on it."""
    own_print_beneath: float = 0.3
    """The same for a piece under others, whatever the margin: that of 60 right ones was .49 and more, of strangers .03 and less."""
    own_clear: float = 0.6
    """Margin, in parts of the agreement, from which on a piece is clearly its own, whatever part of its print says less, as long as none is
    nearer to another look's: a third one's is nearer to its rival's."""
    least_clear_part: float = 0.0
    """How clearly each part of such a piece must be its own, unless something lies on it and casts its shade, ..."""
    own_printed: float = 0.7
    """... and of any that agrees so well that its edges alone tell a figure, if the block that fits it worst agrees less than this: eights
    and sixes read as one another or as a three, a three as a five had .66 and less there and parts that were -.12 and less their own."""
    alone: tuple[float, float, float] = (0.93, 0.75, 0.65)
    """Agreement, share and margin from which no colour is asked of a piece on a dark ground whose design no other look has: there a lamp's
    shine turns hues, and only of a design of which there are several is one in other colours to be expected. Of right names under a lamp
    .94, .78 and .66 and more."""
    most_foreign: float = 0.75
    """Print where the look has none, in parts of a typical block of its print: a pip more, another picture."""
    most_foreign_figure: float = 0.42
    """The same of what is no single edge: of a fork more on a card with a pattern all over, which is much print, .47 and more, of 640 right
    names .23 and less, but of two amid shadows, .35 and .37."""
    most_absent: float = 0.5
    """Print of which nothing may be seen on open paper, the same: of 300 right names that do not show whole .03 and less, of a domino that
    has a blank for a one 3.2."""
    most_paired: float = -0.03
    """How much alike two looks may be in what shows, against its own agreement: more, and a third may have it, too."""
    most_hatched: float = 0.3
    """Hatching where it has none: that of hatched cards whose empty neighbour was enrolled was .47 and more, of right names .08."""
    most_unhatched: float = 0.55
    """Part of its own hatching that may not be there: of empty and of full cards whose hatched neighbour was enrolled all of it was not, of
    right names a fifth, and .44 in pictures half the size."""
    most_tinted: float = 0.8
    """Colour in which its black print may be seen: of right names .2 and, in a shadow, .39, of red print 1.6."""
    least_colour_left: float = 0.1
    """Part of its colour in which its coloured print must be seen: of 1,100 right names .23 and more, of black print nothing."""
    least_ink_left: float = 0.35
    """How much must be left of the ink that fills areas: of full figures read where hatched or empty ones lay .13 and less, of right names,
    in a shine, a lens against a lamp or a shadow, .55 and more."""
    most_opposed: float = 0.22
    """Part of the coloured area that may have another hue than the look, ..."""
    most_hue_off: float = 35.0
    """... and degrees by which the hue of an area may be off, or of all where it is of one colour: lamps and cameras make about 20."""
    most_deepened: int = 30
    """Cells where far more ink is seen than the look has: of a full figure, half of it in glare, read as a hatched one 52, of 2,900 right
    names 17 and less."""
    most_stained: float = 0.45
    """Such ink where the look has paper: colour summed over cells ..."""
    most_doubled: int = 40
    """... and cells where there is twice as much of it: a figure that is hatched or filled, and is not in the look."""
    least_question: float = 0.55
    """Agreement under which a region is not even worth a question ..."""
    question_gap: float = 0.15
    """... and so much under what a name needs neither: where little shows, wood and cloth resemble everything a little."""
    same_iou: float = 0.5
    """Two readings that overlap so much are one piece."""
    one_place_iou: float = 0.7
    """Two readings of one look that overlap so much are two attempts at one piece."""
    calibration: Calibration = field(default_factory=Calibration)
    beneath_iou: float = 0.8
    """The same for one that was looked for under the other."""
    most_shared: float = 0.4
    """Part of what a reading rests on that a better reading may lie on."""
    fuller: float = 0.15
    """A reading of which so much more of the look shows, at the same place, ..."""
    as_well: float = 0.03
    """... and that agrees no worse than by this, is as likely."""


def stands(reading: Reading, params: VerdictParams) -> bool:
    """Whether the program stands for the name."""
    return (
        not reading.askew
        and reading.agreement >= asked_of(reading, params)
        and reading.margin >= least_margin(reading, params)
        and reading.rim >= least_rim(reading, params)
        and shows_its_own(reading, params)
        and is_explained(reading, params)
    )


def shows_its_own(reading: Reading, params: VerdictParams) -> bool:
    """Whether more shows than what all of its design have: their frame tells none of them, however clearly one lacks what others show.

    Where known pieces hide the rest it is known why no more shows; where nothing does, the rest of it ought to be there.
    """
    found = reading.explained
    shows = found.peculiar >= min(params.least_peculiar, params.peculiar_part * found.peculiar_open)
    return shows and found.peculiar_seen >= params.least_peculiar_seen


def is_explained(reading: Reading, params: VerdictParams) -> bool:
    """Whether nothing is seen that the look does not explain; else it may be a piece that was never enrolled."""
    found = reading.explained
    is_its_print = found.printed >= params.least_printed and found.laid_open >= params.least_laid_open
    is_its_print &= found.blocks >= params.fewest_blocks or reading.told_apart
    is_its_print &= found.uneven <= params.most_uneven or reading.share >= params.scant_share
    is_its_print &= found.paired < reading.agreement + params.most_paired
    is_far = reading.margin >= params.own_clear * reading.agreement
    is_clear = is_far and (found.laden or found.parts >= params.least_clear_part)
    is_its_own = is_clear or _has_own_print(reading, params)
    if reading.beneath:  # so little shows that a margin is soon clear
        is_its_own &= found.told >= params.least_told and reading.by_print >= params.own_print_beneath
    is_its_own &= found.parts >= params.least_part and found.other <= params.most_other
    is_its_own &= found.laden or not _has_anothers_part(reading, params)
    is_its_own &= found.amiss <= params.most_amiss and found.lump <= _most_lump(reading, params) and found.figured >= params.least_figured
    is_its_own &= found.figure >= _least_figure(reading, params) and found.lagging <= params.most_lagging
    is_its_own &= found.open_lagging <= params.most_open_lagging or found.laid_open >= params.least_printed
    is_its_hue = max(found.hue_off, found.inked.hue_off) <= params.most_hue_off
    is_its_hue &= found.opposed <= params.most_opposed and found.deepened <= params.most_deepened and _is_its_ink(found.inked, params)
    is_its_hue &= found.tinted <= params.most_tinted and found.colour_left >= params.least_colour_left
    is_its_hue &= found.toned >= params.least_toned and found.ink_left >= params.least_ink_left
    is_its_hue |= found.alone and found.dark and all(np.array([reading.agreement, reading.share, reading.margin]) >= params.alone)
    has_no_more = found.foreign <= params.most_foreign and found.foreign_figure <= params.most_foreign_figure
    has_no_more &= found.hatched <= params.most_hatched
    is_its_print &= found.unhatched <= params.most_unhatched and found.absent <= params.most_absent
    return is_its_print and is_its_own and is_its_hue and has_no_more


def _is_its_ink(found: Inked, params: VerdictParams) -> bool:
    return found.stained <= params.most_stained and found.doubled <= params.most_doubled


def _has_anothers_part(reading: Reading, params: VerdictParams) -> bool:
    """Whether a part of it is nearer to another look's, and some of its print is hardly seen, though the rest of it is seen clearly."""
    found, is_clear = reading.explained, reading.agreement >= params.edges_tell
    return is_clear and found.parts < params.least_clear_part and found.printed < params.own_printed


def _most_lump(reading: Reading, params: VerdictParams) -> float:
    """How many times as much ink as usual may be amiss in one place: less where each part is not as clearly the look's own."""
    return params.most_weak_lump if reading.explained.parts < params.own_part else params.most_lump


def _least_figure(reading: Reading, params: VerdictParams) -> float:
    """How well the part of its figure must agree that does so least, against the rest of its print."""
    if reading.margin < params.own_clear * reading.agreement:
        return params.least_doubtful_figure
    return params.least_pale_figure if _may_be_pale(reading, params) else params.least_figure


def _may_be_pale(reading: Reading, params: VerdictParams) -> bool:
    """Whether a part of its figure may agree less than the rest, being pale: all of the piece shows, and no print of it is another's."""
    is_whole = reading.agreement >= params.edges_tell and reading.share >= params.all_of_it
    return is_whole and reading.explained.parts >= params.least_clear_part


def _has_own_print(reading: Reading, params: VerdictParams) -> bool:
    """Whether its print is rather its own than its rival's, and where it is told from its look-alikes as well as elsewhere."""
    asked = min(params.own_print, params.own_print_slope * (reading.agreement - params.own_print_agreement))
    return reading.by_print >= asked and reading.explained.told >= params.least_told


def confidence(reading: Reading, params: VerdictParams) -> float:
    """How sure the name is, 0 to 1: of the readings at 0.99, 99 of 100 are right; what the look does not explain is never likely."""
    is_likely = is_explained(reading, params) and shows_its_own(reading, params)
    return (1.0 if is_likely else params.calibration.unexplained) * sure_of_print(reading, params)


def sure_of_print(reading: Reading, params: VerdictParams) -> float:
    """How sure the name is by the part of its print that shows, 0 to 1, whatever else lies there."""
    c = params.calibration
    return _rise(c.offset + sum(slope * much for slope, much in zip(c.slopes, evidence(reading, params), strict=True)))


def evidence(reading: Reading, params: VerdictParams) -> tuple[float, float, float]:
    """What a name rests on, each above what is asked: agreement, margin to the look-alike, rim; more than enough counts no further."""
    agreed = min(reading.agreement - asked_of(reading, params), params.calibration.ample)
    apart = min(reading.margin - least_margin(reading, params), params.calibration.ample)
    return max(-params.calibration.ample, agreed), max(-params.calibration.ample, apart), min(1.0, reading.rim) - least_rim(reading, params)


def least_margin(reading: Reading, params: VerdictParams) -> float:
    """By how much this reading must beat its look-alike to be told from it."""
    lacking = max(0.0, params.clear_agreement - reading.agreement)
    covered = params.covered_margin * (1 - min(1.0, reading.share))
    return params.least_margin + (min(params.told_margin, covered) if reading.told_apart else covered) + params.blurred_margin * lacking


def least_rim(reading: Reading, params: VerdictParams) -> float:
    """Part of this reading's rim that must be an edge."""
    is_certain = reading.agreement >= params.certain_agreement and reading.share >= params.certain_share
    is_certain |= reading.told_apart and reading.agreement >= params.told_agreement
    return params.certain_rim if is_certain else params.least_rim


def asked(share: float, params: VerdictParams) -> float:
    """Agreement from which a name can stand when so much of the look's structure shows."""
    share = min(1.0, share)
    return params.least_agreement + params.covered_cost * (1 - share) + params.scant_cost * max(0.0, params.scant_share - share)


def asked_of(reading: Reading, params: VerdictParams) -> float:
    """The same for a reading: where what shows is enough to tell it from all others, little is not too little."""
    share = max(params.scant_share, reading.share) if reading.told_apart else reading.share
    return asked(share, params)


def _rise(x: float) -> float:
    return float(1 / (1 + np.exp(-x)))
