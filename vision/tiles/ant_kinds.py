"""Is a disc on a cell of a printed board a token, plain or special? What it looks like, there alone or where one should show."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tiles.ant_colours import PARAMS as COLOUR, ColourParams, Rgb, black_in_light, colour_name, hue, is_lamps, is_veiled, light_of
from vision.tiles.ant_discs import PARAMS as DISC, RIM, DiscParams, Discs

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AntParams:
    """When a disc is a token. Lengths in cells, colours as parts of the paper's light."""

    least_share: float = 0.72
    """Of the disc's rim that has its colour."""
    least_lead: float = 0.6
    """By which that is more than of the ring around it."""
    most_around: float = 0.3
    """Of the ring around it that has the same colour; more, and it is no disc but a hand or a table."""
    clear_share: float = 0.85
    """A disc that glare has bleached, or that lies on print of its own colour: so much of its rim has its colour,"""
    clear_around: float = 0.4
    """at most so much of what is around it, where it lies in the middle of its cell,"""
    clear_off: float = 0.25
    """which is so many cells off at most,"""
    clear_middle: float = 0.02
    """and hardly anything in it has another."""
    plain: float = 0.15
    """Of the middle has another colour at most when nothing is printed there."""
    glossed: float = 0.25
    """The same when what differs there is hardly lighter than the disc: a gloss that fades across it."""
    pale: tuple[float, float] = (0.6, 0.75)
    """Weakest colour from which on a disc without a hue is bare paper, and one with a hue."""
    mirrored: tuple[float, float, float, float, float] = (0.66, 0.6, 0.15, 0.02, 0.9)
    """Of a plain disc across which a lamp's image lies: what stripes right across it tell of all that differs there, of its rim, of what is
    around it at most, by how much it is lighter, and the part that is a blend of the two."""
    striped: float = 0.42
    """The first of a disc with such an image and perhaps a print: of prints alone, of five boxes in all lights, .39 and less; with a band
    of light across them, .38 to .64."""
    tinted: float = 0.05
    """By how much all that differs on such a disc may be darker: a foil's image takes as much of one colour as it gives of another."""
    veiled_around: float = 0.1
    """Part of what is around a disc that has its colour, from which on one of whose hue little is left, or that is as pale as paper and
    would be a black one, has no name: a corner folded over, a patch of pale print and one of a card are no discs."""
    inked: float = 0.1
    """Part of what is around a disc that is darker than it is, from which on one of its colour there tells paper in a shadow, and none as
    dark as ink: around black tokens of 40 boards, in glare, too, at most .05 was darker; with gloss on one .31, and nothing like it."""
    printed: tuple[float, float] = (0.4, 0.95)
    """The same when something is."""
    least_print: float = 0.2
    """By which that print is lighter than the disc; a letter's ring has the same ground inside and out."""
    faint_print: float = 0.14
    """The same of a print in glare on a disc in the middle of its cell and as large as none of a letter's rings."""
    clear_print: float = 0.4
    """The same of a print that no letter's ring can be taken for."""
    burnt_light: float = 0.85
    """Of the second strongest colour of a disc that glare has nearly burnt out: what is lighter on it by less than `least_print` may be no
    print. Special yellow ones, which come nearest to it, had .73 and less where theirs was told."""
    least_radius: float = 0.33
    """Of a disc with a pale print: the ring of a letter is smaller."""
    least_sure: int = 4
    """Tokens that tell where the others should show."""
    sure_share: float = 0.85
    """Of the rim of one that tells it."""
    near_share: float = 0.92
    """Of the rim of a plain disc where a token should show,"""
    near_around: float = 0.43
    """around which at most so much has its colour,"""
    near_middle: float = 0.05
    """and at most so much of its middle another one."""
    calm: tuple[float, float, float] = (0.88, 0.1, 0.1)
    """All three of one around which hardly anything has its colour, which is none of paper's: its own upper edge may shine on its rim."""
    near_off: float = 0.32
    """Cells that it is away from there at most."""
    alone: float = 0.1
    """At most so much around a plain disc there that is a token without a name."""
    near_shaded: tuple[float, float, float] = (0.62, 0.85, 0.15)
    """Of the rim of one on which a neighbour's shadow falls: its own colour, that or its shade, and so much around it at most."""
    near_score: float = 0.4
    """Of its rim less half of that around, at first sight."""
    starred: tuple[float, float, float] = (0.77, 0.22, 0.7)
    """Of a printed disc there: its rim, what is around it, and the part of its print that is of one colour."""
    starred_print: tuple[float, float] = (0.25, 0.14)
    """By how much its print is lighter, at least, and the same where the disc has a hue that no sky has."""
    blended: tuple[float, float, float, float] = (0.82, 0.22, 0.97, 0.35)
    """Of a disc whose print is small in the picture, so that blur leaves little of one colour: its rim, what is around it, the part that is
    a blend of the disc and one print, and by how much that is lighter;"""
    most_filled: float = 0.38
    """so much of it is print at most: within the ring of a letter there is more."""
    inlaid: tuple[float, float, float, float] = (0.84, 0.1, 0.97, 0.1)
    """Of a disc with a print that is not lighter: its rim, what is around it, the part that is a blend of the two, and what has its own
    colour in its core. On boards of two boxes .85 and more, .04 and less, .97 and more, .07 and less; of all else no rim that has around
    it less than .17;"""
    inlay: float = 0.6
    """so much of its print is of one colour."""
    grey_print: tuple[float, float, float, float] = (0.85, 0.22, 0.85, 0.22)
    """All four of a light disc without a hue of its own: the ring of a letter in glare comes near it."""
    pied: tuple[float, float, float, float] = (0.6, 0.15, 0.97, 0.45)
    """Of a disc with a print of any colour that may reach into its rim, where no letter shows: its rim, what is around it, the part that is
    a blend of the two, and that is print at most. On boards of four boxes .65 and more, .11 and less, .97 and more, .40 and less; all else
    that is so shows a letter."""
    skin: tuple[float, float] = (8.0, 40.0)
    """Degrees between which a hue may be a hand's: a fingertip is round,"""
    skin_around: float = 0.25
    """but on a token at most so much around it has its colour;"""
    as_print: tuple[float, float] = (0.95, 0.35)
    """and on one that gives back so much of red, in parts of paper, as the print does that a red glass hides, at most so much."""
    hued: tuple[float, float, float, float] = (0.7, 0.1, 0.6, 0.35)
    """The same four of a disc with a strong hue: what is printed comes near its rim."""
    strong: tuple[float, float] = (0.18, 0.25)
    """Difference between the strongest and the weakest colour of such a hue, and of one that the sky has."""
    red: float = 0.35
    """Red light of a disc that a red glass shows pale: such print is noise, and no letter's ring is of its colour,"""
    red_print: tuple[float, float, float] = (0.85, 0.2, 0.4)
    """so that its rim, what is around it and how much lighter its print is tell enough."""
    shaded: tuple[float, float, float] = (0.72, 0.1, 0.2)
    """Of a disc with such a hue across which gloss fades: its rim, what is around it, and by how much it is lighter at most;"""
    shaded_print: tuple[float, float] = (0.5, 0.9)
    """so much of its middle differs at most, and so much of that is of one colour."""
    dark: float = 0.06
    """Light of a disc so dark that in a shadow a letter and the print around it may look like it: needs `clear_share`."""
    over_letters: float = 1.1
    """Times as large as the board's largest letters, from which on a ring whose rim is of one colour (`sure_share`) is none of theirs."""
    filled: tuple[float, float] = (0.15, 0.97)
    """Nor is one of which so much of the core has the rim's colour, and so much of all has that, or its print's, or a blend of both."""
    apart: float = 0.6
    """Cells between the middles of two tokens; less, and one was seen twice."""
    disc: DiscParams = DISC
    colour: ColourParams = COLOUR


PARAMS = AntParams()


@dataclass(frozen=True, slots=True)
class Named:
    """A disc that is a token."""

    color: str | None
    special: bool
    share: float
    """Of its rim that has its colour."""
    place: Floats
    """(3,) as of `Discs.place`."""
    light: Floats
    """(3,) its colour, as of `Discs.colour`."""
    is_no_ring: bool = False
    """Of a colour that a red glass shows as paper, and nothing else on it than its print, or larger than letters, or with its own colour in
    its middle, too: no letter has such a ring."""
    is_mirror: bool = False
    """Plain below a lamp's image, which looks like the stem of an I between print of one colour."""


def name_of(discs: Discs, at: int, colours: Mapping[str, Rgb], params: AntParams) -> str | None:
    """What a disc's colour is called; None where that is not clear, or the light that burns out the paper beside it has its little hue."""
    colour = discs.colour[at]
    name = colour_name(colour, colours, params.colour) or black_in_light(colour, discs.ground[at], colours, params.colour)
    if name is not None and is_lamps(colour, discs.ground[at], colours[name], params.colour):
        return None
    if name is None or discs.around[at] <= params.veiled_around:
        return name
    if discs.darker[at] > params.inked and _is_ink(colours[name], params):
        return None
    is_bleached = is_paper(colour, params) and not is_paper(light_of(colours[name]), params)
    return None if is_veiled(colour, colours[name], params.colour) or is_bleached else name


def may_be_burnt(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether what looks like a print on a disc as bright as paper in two colours, hardly lighter, may be its own third one, burnt out."""
    return bool(np.sort(discs.colour[at])[1] >= params.burnt_light and 0 < discs.print[at, 1] < params.least_print)


def _is_ink(token: Rgb, params: AntParams) -> bool:
    """Whether a token's own colour is as dark as print, without a hue."""
    own = light_of(token)
    return hue(own, params.colour.grey) is None and float(own.max()) < params.colour.dark_light


def is_ground(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether a disc has the colour of the paper beside it."""
    apart = np.sqrt(np.clip(discs.ground[at], 0, 4)) - np.sqrt(np.clip(discs.colour[at], 0, 4))
    return bool(np.abs(apart).max() < params.disc.near)


def is_clear(discs: Discs, params: AntParams = PARAMS) -> Flags:
    """(n,) discs so plain and round, in the middle of their cells, that no paper between print looks like them, however pale."""
    middle = np.abs(discs.place[:, :2]).max(axis=1) <= params.clear_off
    is_round = (discs.share >= params.clear_share) & (discs.around <= np.where(middle, params.clear_around, params.most_around))
    return np.asarray(is_round & (discs.middle <= params.clear_middle), np.bool_)


def is_special(discs: Discs, at: int, params: AntParams) -> bool | None:
    """Whether something is printed on the disc; None when what is in its middle is neither plain nor a print."""
    if is_mirror(discs, at, params):
        return False
    is_unclear = is_striped(discs, at, params)
    if is_inlaid(discs, at, params) or is_pied(discs, at, params):
        return None if is_unclear else True
    other, lighter = float(discs.middle[at]), float(discs.print[at, 1])
    if other <= params.plain or (other <= params.glossed and abs(lighter) < params.least_print):
        return False
    is_large, is_middle = discs.place[at, 2] >= params.least_radius, np.abs(discs.place[at, :2]).max() <= params.clear_off
    is_print = lighter >= params.clear_print or (is_large and lighter >= (params.faint_print if is_middle else params.least_print))
    return True if params.printed[0] <= other <= params.printed[1] and is_print and not is_unclear else None


def is_mirror(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether what is lighter on a disc is a lamp's image: a band right across it, where a print ends before the rim."""
    band, rim, most_around, lighter, blend = params.mirrored
    is_disc = discs.share[at] >= rim and discs.around[at] <= most_around and discs.blend[at, 0] >= blend
    return bool(is_disc and discs.band[at] >= band and discs.print[at, 1] >= lighter)


def is_hued_mirror(discs: Discs, at: int, params: AntParams) -> bool:
    """The same on a disc of a hue that neither paper nor the sky has: it is a token, however little of its rim has its colour."""
    return is_mirror(discs, at, params) and _has_strong_hue(discs.colour[at], params)


def is_striped(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether what is lighter on a disc may be a lamp's image, on a print or not."""
    is_lit = discs.print[at, 1] > 0 or discs.print[at, 2] >= -params.tinted
    return bool(discs.band[at] >= params.striped and is_lit)


def is_inlaid(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether something is printed on the disc that is not lighter than it is, though of another colour: no letter has such a ring."""
    rim, most_around, blend, most_core = params.inlaid
    is_round = discs.share[at] >= rim and discs.around[at] <= most_around and discs.middle[at] >= params.printed[0]
    is_two = discs.blend[at, 0] >= blend and discs.core[at] <= most_core and discs.print[at, 0] >= params.inlay
    return bool(is_round and is_two and discs.print[at, 2] < 0)


def is_pied(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether all of a disc is of two colours and what blur makes of them, whatever these are, and around it nothing has its own."""
    rim, most_around, blend, most_filled = params.pied
    is_round = discs.share[at] >= rim and discs.around[at] <= most_around
    is_print = params.printed[0] <= discs.middle[at] <= params.printed[1]
    return bool(is_round and is_print and discs.blend[at, 0] >= blend and discs.blend[at, 1] <= most_filled)


def is_paper(colour: Floats, params: AntParams) -> bool:
    """Whether a disc is as pale as the paper: one with a hue may be paler, since glare washes its colour out."""
    return float(colour.min()) > params.pale[0 if hue(colour, params.colour.grey) is None else 1]


def named_where_due(discs: Discs, at: int, colours: Mapping[str, Rgb], letter: float, is_lettered: bool, params: AntParams) -> Named | None:
    """The token that a disc is where one should show; a plain one that stands alone may have no name."""
    name, share, place = name_of(discs, at, colours, params), float(discs.share[at]), discs.place[at]
    light = discs.colour[at]
    if is_hued_mirror(discs, at, params):
        return Named(name, False, share, place, light, is_mirror=True)
    if _is_plain(discs, at, is_lettered, params):
        return Named(name, False, share, place, light) if discs.around[at] <= _most_around(discs.colour[at], name, params) else None
    if name is None:
        return None
    if _is_shaded(discs, at, params):
        return Named(name, False, share, place, light)
    return starred_where_due(discs, at, colours, letter, params)


def _most_around(colour: Floats, name: str | None, params: AntParams) -> float:
    """Up to what part of what lies around a plain disc of that colour may have it, too."""
    if name is None:
        return params.alone
    if is_skin(colour, params):
        return params.skin_around
    least_red, most = params.as_print
    return most if float(colour[0]) >= least_red else params.near_around


def starred_where_due(discs: Discs, at: int, colours: Mapping[str, Rgb], letter: float, params: AntParams) -> Named | None:
    """The special token that a disc is where one should show; without a name where that is not clear for the glare."""
    name = name_of(discs, at, colours, params)
    if name is None or is_striped(discs, at, params):
        return None
    if not (_is_starred(discs, at, params) or is_inlaid(discs, at, params) or is_pied(discs, at, params)):
        return None
    name, is_whole = None if may_be_burnt(discs, at, params) else name, is_no_ring(discs, at, letter, params)
    return Named(name, True, float(discs.share[at]), discs.place[at], discs.colour[at], is_no_ring=is_whole)


def is_skin(colour: Floats, params: AntParams) -> bool:
    """Whether a hue may be a hand's."""
    seen = hue(colour, params.colour.pure)
    return seen is not None and params.skin[0] <= seen <= params.skin[1]


def _is_plain(discs: Discs, at: int, is_lettered: bool, params: AntParams) -> bool:
    """Whether a disc is of one colour to its rim, in the light, where its edge shines, or where a neighbour's shadow falls on it.

    Print of two shades around a letter that shows looks like one in a shadow, too, but goes on around it.
    """
    if discs.share[at] >= params.near_share and discs.middle[at] <= params.near_middle:
        return True
    share, most_around, most_other = params.calm
    if discs.share[at] >= share and discs.around[at] <= most_around and discs.middle[at] <= most_other:
        return not is_paper(discs.colour[at], params)
    rim, middle = discs.shaded[at]
    lit, all_of_it, around = params.near_shaded
    is_one = discs.share[at] >= lit and middle <= params.near_middle and _has_strong_hue(discs.colour[at], params)
    is_alone = discs.around[at] <= around
    return bool(is_one and (is_alone or not is_lettered) and rim >= (all_of_it if is_alone else params.near_share))


def _has_strong_hue(colour: Floats, params: AntParams) -> bool:
    return hue(colour, params.strong[1 if _is_sky(colour, params) else 0]) is not None


def _is_sky(colour: Floats, params: AntParams) -> bool:
    """Whether a colour has no hue, or one that light may have given it."""
    seen = hue(colour, params.colour.pure)
    return seen is None or params.colour.sky[0] <= seen <= params.colour.sky[1]


def _is_shaded(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether a disc where a token should show is a plain one across which gloss fades."""
    share, around, lighter = params.shaded
    most, alike = params.shaded_print
    is_round = discs.share[at] >= share and discs.around[at] <= around
    is_print = discs.middle[at] > most or discs.print[at, 0] < alike or abs(discs.print[at, 1]) >= lighter
    return bool(is_round and not is_print and _has_strong_hue(discs.colour[at], params))


def _is_starred(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether a disc where a token should show is one with a print of one light colour."""
    is_grey, is_light = _is_sky(discs.colour[at], params), discs.colour[at].mean() >= params.colour.grey_range[0]
    usual = params.grey_print if is_grey and is_light else (*params.starred, params.starred_print[0 if is_grey else 1])
    bounds = [usual, params.hued] if _has_strong_hue(discs.colour[at], params) else [usual]
    share, around, (alike, lighter) = discs.share[at], discs.around[at], discs.print[at, :2]
    is_print = params.printed[0] <= discs.middle[at] <= params.printed[1]
    if is_print and _is_blended(discs, at, params):
        return True
    if _is_warm(discs.colour[at], params) and params.printed[0] <= discs.middle[at]:
        rim, most, least = params.red_print
        if share >= rim and around <= most and lighter >= least:
            return True
    return bool(is_print and any(share >= s and around <= a and alike >= p and lighter >= q for s, a, p, q in bounds))


def _is_warm(colour: Floats, params: AntParams) -> bool:
    """Whether a red glass shows a colour as pale as paper."""
    return bool(colour[0] >= params.red and not _is_sky(colour, params) and _has_strong_hue(colour, params))


def is_no_ring(discs: Discs, at: int, letter: float, params: AntParams) -> bool:
    """Whether no letter has a ring like a disc with a print.

    It is larger, or of a colour that a red glass shows as paper, and nothing else is on it; or its own colour is in its middle, too, where
    an O or a Q has paper, however much of it blur brings in from the ring; or that is darker.
    """
    if is_inlaid(discs, at, params):
        return True
    core, blend = params.filled
    is_one = discs.share[at] >= params.sure_share
    is_larger = is_one and 2 * RIM[1] * discs.place[at, 2] > params.over_letters * letter
    is_filled = is_one and min(discs.core[at], discs.heart[at]) >= core and discs.blend[at, 0] >= blend
    return bool(is_larger or is_filled or (_is_warm(discs.colour[at], params) and _is_blended(discs, at, params)))


def _is_blended(discs: Discs, at: int, params: AntParams) -> bool:
    """Whether all of a disc is of two colours and what blur makes of them, as of a small print."""
    rim, most, least, lighter = params.blended
    (blend, filled), is_round = discs.blend[at], discs.share[at] >= rim and discs.around[at] <= most
    return bool(is_round and blend >= least and filled <= params.most_filled and discs.print[at, 1] >= lighter)
