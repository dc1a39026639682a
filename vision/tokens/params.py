"""What is asked of a disc to be a token: one set of values for every token, table and light."""

from dataclasses import dataclass, field

from vision.tokens.discs import DiscParams
from vision.tokens.looks import FitParams


@dataclass(frozen=True, slots=True)
class TokenParams:
    """One set of values for every token, table and light."""

    discs: DiscParams = field(default_factory=DiscParams)
    fit: FitParams = field(default_factory=FitParams)
    rim_worth: float = 8.0
    """Cost of a rim that does not show at all."""
    glossy_rim: tuple[float, float] = (0.84, 0.9)
    """From a rim of the first to one of the second gloss may lie on a disc unevenly."""
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
    """Of a token that has a name: its print speaks for it, too ..."""
    print_for_rim: float = 0.4
    """... and where it speaks for itself, so much less is asked per likeness above that: a thick token's own side hides its rim."""
    faint_rim: float = 0.64
    """Of a disc that is worth a question."""
    clear_rim: float = 0.5
    """The same for one whose print speaks for itself."""
    sharp_rim: float = 0.3
    """The same for one whose print is sharp and whose colours are its own: of a thick token of one colour to its foot, seen from the side,
    only the upper half of the rim shows."""
    odd_rim: float = 0.74
    """The same for one that could be several kinds and lies on no named card."""
    fine_px: float = 26.0
    """A disc that measures less across in the picture itself is asked for more of a rim ..."""
    coarse_rim: float = 0.45
    """... by so much for a pixel that is twice as coarse."""
    strange_rim: float = 0.015
    """So much more rim is asked of a colour for each round thing of the picture that is no token, up to `whole_rim`."""
    closed_rim: float = 0.78
    """A disc with less rim is no question where the colour goes on ..."""
    most_open: float = 0.12
    """... across so much of its outline ..."""
    hides_part: float = 2.0
    """... but where it is burnt out only if what is printed there does not cost so many times as much."""
    some_open: float = 0.06
    """On a named card one with less than `odd_rim` has no name where its colour goes on across so much of its outline, in any pieces."""
    patch_over: float = 4.0
    """By how much its margin in light may exceed what is asked for a disc off cards, whose colour goes on, to be a patch."""
    touching: float = 0.15
    """Part of its outline across which a disc's colour goes on, at most, to another that touches it, by geometry: .14."""
    gap_rim: float = 0.85
    """A disc off named cards with less rim is no question where two straight edges go past it."""
    straight: float = 0.15
    """A disc with less rim is no question, either, when its outline goes in and out so much: two cards' edges ..."""
    poor_cost_of_all: float = 10.0
    """... or when no token explains it at less cost and no print shows."""
    some_likeness: float = 0.5
    blank_part: float = 0.5
    """What shows less than this part of the print that others of its look show off cards, in no glare, has no name of its colour."""
    whole_rim: float = 0.88
    """A disc with so much rim is no patch of cloth."""
    plain_rim: float = 0.68
    """The same for a token without a print."""
    square_cost: float = 1.9
    """More rim that is asked of a plain token, per squareness over `least_square` ..."""
    plate_cost: float = 0.5
    """... on a plate, on which there are no patches ..."""
    pattern_cost: float = 4.5
    """... and where the ground has a pattern of such patches: checked cloth has them in every colour ..."""
    pattern_rim: float = 0.14
    """... and of patches of which only a part shows."""
    least_square: float = 0.05
    patch_square: float = 0.08
    """Squareness of a patch."""
    closed_square: float = 0.11
    """... which a disc has less of, however its rim looks on a pattern; it is none where its colour fits and ends all around."""
    soft: float = 0.48
    """Part of a disc's radius over which its outline may go from within to around: of 438 tokens of rendered tables .32 at most."""
    unlike_pattern: float = 0.5
    """A token that costs less than this part of what the patches cost is none of them ..."""
    unlike_cost: float = 2.5
    """... and is asked for so much more rim per squareness."""
    blotch_rim: float = 0.1
    """Off cards and plates a disc without a whole rim may be a blotch of the ground where so little more than its rim ..."""
    blotches: int = 5
    """... is what so many other places have that are no token."""
    dear_tint: float = 3.4
    """So is one that is rounder, but whose colour costs so many times what those of whole tokens cost there, of tokens 3.3 and less ..."""
    odd_tint: float = 4.0
    """... and where it costs so many times as much it is none's colour, so that others may have less of a rim by twice as much."""
    as_alike: float = 0.12
    """What is named by its print alone, though its colour is hardly that, may be a figure of the ground where so little less is how much
    as many other places there are like some print, and are no token."""
    round_rim: float = 0.8
    """A disc with so much rim is worth a question even if it looks like no token."""
    neighbours: float = 5.0
    """Diameters within which a named token tells the light of its neighbours."""
    least_pattern: int = 12
    """So many patches of one look are a pattern of the ground ..."""
    fewest_pattern: int = 6
    """... or so many where more outlines than could be looked at are patches."""
    most_patches: int = 4
    """So many doubtful patches of one look may be tokens; more of them are a cloth's pattern."""
    most_of_kind: int = 24
    """So many round things of one colour that is not quite a kind's are no tokens of that: no table has more of one."""
    closed_all_round: float = 0.93
    """A disc with so much rim is a token's, though as many patches of the ground have its colour."""
    fair_cost: float = 3.0
    """A plain token that costs more ..."""
    poor_cost: float = 0.03
    """... needs so much more rim for each unit of cost ..."""
    fair_tint: float = 2.0
    fair_part: float = 0.04
    poor_tint: float = 0.03
    """... and so much for each unit that its colour costs above that, or that part of what any other kind's costs: a finger is a
    little like some token, too, but like others hardly less."""
    apart_rim: float = 0.85
    """A disc with so much rim that resembles no other kind ..."""
    apart_margin: float = 10.0
    """... by so much in cost, and as much again as its own ..."""
    apart_cost: float = 12.0
    """... may cost so much, by the gloss on it, and is asked for no more of a rim."""
    least_margin: float = 2.0
    """By how much any other kind must cost more ..."""
    cost_margin: float = 0.75
    """... and by what part of the cost."""
    own_tint: float = 1.0
    """A disc whose colour costs no more than this is not taken for a patch of ground that is found again, or between two edges."""
    strange_tint: float = 12.0
    """A disc off cards, or a plain one on a named card, neither burnt out nor in gloss, whose colour costs more is no token for certain,
    whatever its light says: of plain ones on cards 13 and less, of some that were never enrolled 17 and more; ..."""
    strange_part: float = 0.15
    """... nor is a plain one, off both, that costs more than is fair and whose colour costs more than this part of what the next kind's
    does, of cherries printed on an oilcloth .16 and more, ..."""
    strange_times: float = 2.0
    """... and more than so many times what those of tokens cost there whose prints show: of 327 right ones of three boxes none."""
    tint_margin: float = 4.0
    """By how much the colour of any other kind must cost more, in squares of the noise, where all samples together leave doubt ..."""
    tint_part: float = 0.6
    """... and by what part of its own cost ..."""
    most_tint: float = 25.0
    """... which may be so much ..."""
    loose_tint: float = 5.0
    """... or this of a plain token of which not all the rim shows: a dark card's corner on dark wood resembles some colour, too."""
    uneven: float = 3.0
    """Misfit in light, at full brightness, from which a plain disc is of more than one colour, and the colour that it has most of says
    nothing: those of tokens were .2 and less, that of a printed ring 7.8."""
    motley: float = 4.5
    """The same of a disc without a whole rim, off cards, which is asked about: that of plain sides with a line on them was 4.1 and less."""
    both_margin: float = 1.2
    """By how much any other kind must cost more than a plain token where grey levels say the same ..."""
    both_part: float = 0.3
    """... and by what part of the cost ..."""
    both_tint: float = 2.0
    """... and by how much the colour of any other kind there, in squares of the noise."""
    both_veil: float = 0.25
    """More gloss says too little of the light for that ..."""
    paperless_veil: float = 0.12
    """... and so does this much where no white paper tells it."""
    tint_veil: float = 0.15
    """More gloss leaves no colour to go by."""
    off_hue: float = 0.05
    """Light by which a colour that has a name may be off its kind's in hue, which gloss leaves as it is, ..."""
    strange_hue: float = 0.12
    """The same of one that its print names, which is not sharp, and no light: of a food taken for a compliment behind haze .16."""
    no_hue: float = 0.07
    """The same of one that shows no print more alike than `shown_likeness`, and whose colour costs more than is fair and ..."""
    no_hue_times: float = 3.0
    """... more than so many times what those of tokens cost there whose prints show: of 1064 right ones of five boxes none is so, of 46 of
    kinds that were not enrolled 42 are."""
    blank_over: float = 6.0
    """So is a printed side whose print does not show, named by less than this more than is asked: bottle caps of another metal by 5.2."""
    shown_likeness: float = 0.86
    """Prints of kinds that were not enrolled are like another's by .83 at most."""
    nearer: float = 0.5
    """... where another kind's is off by less than this part of that, or at all less where little names it: a pale green is no silver."""
    pied_margin: float = 10.0
    """By how much any other kind must cost more where a disc shines in several hues, by its darkest light, which noise is most of."""
    side_margin: float = 0.3
    """By how much the other side must cost more ..."""
    side_part: float = 0.2
    """... and by what part of the cost."""
    printed_margin: float = 1.0
    """By how much what is printed on the card below must cost more than a token that has a name, or less than one that is none."""
    shade: float = 0.75
    """A plain disc that is darker than this part of the light there may be a shadow ..."""
    shade_part: float = 2.5
    """... unless the card's print costs so many times as much."""
    printed_part: float = 0.4
    """Part of a token's cost that the print may have for the disc to be no token; glare explains everything a little ..."""
    poor_part: float = 0.5
    """... and the same where no token explains it, either."""
    own_hidden: float = 0.85
    """Where less than this part of the card's own fine lines shows something lies on it: on 173 bare appetites of rendered cards .92 and
    more did, below 137 tokens .82 and less."""
    own_gone: float = 0.5
    """Where less than this part of them shows something lies there for certain: a shadow leaves more."""
    own_part: float = 0.5
    """Where the card's print costs less than this part of what a token does its fine lines may be fading: below tokens that have a print it
    cost .8 and more."""
    own_shows: float = 0.9
    """Where more than this part of them shows, nothing does."""
    places: int = 8
    """Places near a vote that are compared, those with most of a rim."""
    climbs: int = 4
    """Steps of a pixel by which a print that shows may lead to its own place ..."""
    sharp_likeness: float = 0.9
    """... unless it is as alike as this there, at no more than the cost of a name; where it costs more ..."""
    astray: float = 0.7
    """... its place is looked for so many radii around ..."""
    far_astray: float = 1.0
    """... or, where nothing is found there, so many: another token's lies no nearer than twice that."""
    print_worth: float = 6.0
    """How much cost a print that shows wholly makes good: light may be doubtful, a print is not."""
    least_likeness: float = 0.66
    """Of a print that speaks for itself, in any light ..."""
    print_margin: float = 0.1
    """... and by how much it exceeds that of any other kind."""
    hardly_likeness: float = 0.73
    """Off cards a print less alike than this, without a whole rim and at more than the cost of a name, is a question."""
    left_part: float = 0.45
    """... or else it leaves at most so much of what is seen unexplained (1 - likeness squared), in parts of what any other leaves: of 397
    rendered and drawn tokens that have less than the margin, and are told so, none is another kind ..."""
    agreed_left: float = 0.6
    """... or so much, where its colours say the same: of 161 none is another kind."""
    likeness_unit: float = 0.1
    """So much more likeness than is asked makes a name as sure as a margin in cost of one does."""
    agreed_likeness: float = 0.7
    """The same of a print whose colours say the same in light and in grey levels ..."""
    agreed_margin: float = 0.08
    agreed_burnt: float = 0.75
    """... where no more than such a part of it is burnt out, ..."""
    faint_margin: float = 0.15
    """... or else by so much: of 947 discs that are burnt out in part seven are more like another kind's print, by .11 at most."""
    burnt_margin: float = 0.2
    """The same where much of the disc is burnt out: of a figure that is hardly there others are left, too."""
    print_shows: float = 0.5
    """Likeness of what is printed on the card where a plain token does not hide it, ..."""
    told_part: float = 0.1
    """... unless the card's lines are hidden there, and a token costs less than this part of what the print does: .03 and less did."""
    print_refuted: float = 0.3
    """A token's print so much more alike than the card's own at its place: it is not what is printed there."""
    print_near: float = 0.15
    """The same by hardly more: it may be that. Of three appetites amid which a shadow ended .13 and less."""
    some_burnt: float = 0.02
    """Part of a disc that may be burnt out before light is compared as it was clipped."""
    most_burnt: float = 0.25
    """Part of a disc that may be burnt out in some colour for its print to speak for itself."""
    clear_misfit: float = 7.0
    """Of a token whose print just speaks for itself: what neither rim, brightness nor gloss accounts for of its cost ..."""
    clear_slope: float = 25.0
    """... and so much more per likeness above that."""
    sharp_margin: float = 0.25
    sharp_part: float = 2.0
    """All that does not count for a print of `sharp_likeness`, of no other kind nearly so, the colours of which cost so many times more."""
    clear_gap: float = 6.0
    """So much less another look may cost."""
    told_by: int = 3
    """Neighbours that tell a light."""
    near: float = 3.0
    """Diameters within which they tell it firmly, as far as they agree ..."""
    firmest: float = 0.5
    """... but no better than to such a part of the usual spreads."""
    dazzled: float = 8.0
    """By how many times the usual spread the brightness may be off where all that could tell it is burnt out."""
    burnt_around: tuple[float, float] = (0.22, 0.3)
    """Parts of what lies close around a disc that are burnt out white: from the first to the second nobody knows ever less how bright it is
    there, nor how glossy;"""
    glared: float = 3.0
    """by so many times the usual spreads either may be off."""
    other_veil: float = 0.12
    """Neighbours that show so much more or less gloss than was seen on a disc have it looked at again under their light."""
    relights: int = 2
    """Rounds in which neighbours tell each other's light."""
    apart: float = 0.55
    """Middles of two tokens lie at least so many diameters apart."""
