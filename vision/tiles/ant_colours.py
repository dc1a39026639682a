"""What the colour of a token on a printed board is called: by its hue, so that glare does not matter, and not at all where two names fit.

Light that a token throws back unchanged, gloss and glare, washes its colour out. It is the colour of a lamp or of the sky, so that a weak
hue tells a token only where no such light has it.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.colours import linear

Floats = NDArray[np.float32]
Rgb = tuple[int, int, int]

COLOURS: Mapping[str, Rgb] = {
    "black": (35, 35, 38),
    "red": (195, 40, 40),
    "yellow": (230, 185, 30),
    "blue": (35, 85, 165),
    "green": (50, 140, 70),
    "orange": (235, 120, 30),
    "purple": (120, 60, 150),
    "white": (240, 240, 240),
}
"""What tokens are called when no pack names theirs."""


@dataclass(frozen=True, slots=True)
class ColourParams:
    """Colours are parts of the paper's light; differences are between square roots of them."""

    grey: float = 0.16
    """Difference between the strongest and the weakest colour; less has no hue."""
    grey_range: tuple[float, float] = (0.45, 0.7)
    """Without a hue: black below, white above; between, it is the one that lies on the table, and has no name where both do."""
    hue_deg: float = 24.0
    """Two hues nearer than this to the seen one cannot be told apart."""
    most_deg: float = 50.0
    """A hue farther than this from every name has none;"""
    odd_deg: float = 25.0
    """and one farther than this from its name's is odd: 527 tokens of 45 boards, in every light, were within 16, of 1,172 of 70 more, most
    of them in strong glare, all but two within 21."""
    faint: float = 0.08
    """`grey` of a colour that glare has washed out nearly: enough to tell that it is none without a hue."""
    faint_deg: float = 20.0
    """Within which of a token's hue such a colour may be that token's."""
    weak: float = 0.2
    """A hue of the sky weaker than this may be the sky in a black token: it has a name only within `faint_deg`."""
    sky: tuple[float, float] = (150.0, 270.0)
    """Degrees between which a hue may be the sky's, cyan to blue."""
    lamp: tuple[float, float] = (15.0, 100.0)
    """The same of lamps and of the sun, orange to yellow."""
    trace: float = 0.03
    """`grey` of a black token as light as glare makes one: what hue is left has to be the sky's."""
    pure: float = 0.065
    """`grey` of a hue that no light has: it names a token"""
    pure_deg: float = 12.0
    """within so much of its hue,"""
    pure_light: tuple[float, float] = (0.4, 0.8)
    """that has at least so much of its strongest colour, and at most so much of the second: paper with a little print has more."""
    lit: float = 0.12
    """`grey` of a hue that lamps have too: it names a token that is as bright as paper"""
    lit_deg: float = 32.0
    """and within so much of its hue: glare of another light shifts it."""
    lit_light: float = 0.85
    """Of its second strongest colour: no black token throws back so much."""
    pale: float = 0.75
    """A colour of which no part is weaker is as pale as paper;"""
    lighter: float = 1.15
    """where some part is lighter than that by so much, print hides how light paper is, and a hue that says so is none."""
    dark: float = 0.1
    """`grey` of a dark colour that tells a dark token's hue where no token is without one: no glare lies on it, and nothing is grey;"""
    dark_light: float = 0.3
    """so much of the strongest colour is dark, of a token and of what is seen of it."""
    veiled: tuple[float, float, float] = (0.45, 0.35, 0.9)
    """Part of the difference between a token's strongest and weakest light, below which little is left of it, where more light than so much
    of that lies on it, unless it is as bright as this: 436 of five boxes, in glare, too, had .46 and more, all but yellow ones .79."""
    blackish: tuple[float, float, float] = (0.55, 0.35, 0.4)
    """The first two of a colour that is no brighter than this, which a black token has as well where its ink has faded: of 105 blue ones
    all had 1.05 and more."""
    lead: float = 2.0
    """How many times farther away the next name's hue has to be."""
    unlit: tuple[float, float] = (0.4, 0.6)
    """Part of a token's hue that is left in a colour at most, and of its strongest light under that of the paper beside it, from which on
    a dark colour below the sky is black print: of 121 blue tokens of 17 boards .32 and .70 and more."""


PARAMS = ColourParams()


def colour_name(colour: Floats, colours: Mapping[str, Rgb] = COLOURS, params: ColourParams = PARAMS) -> str | None:
    """The name of a colour (3,), linear, paper is 1; None when two names fit alike or none does."""
    names = {name: hue(light_of(rgb), params.grey) for name, rgb in colours.items()}
    if colour.min() >= params.pale and colour.max() >= params.lighter:
        colour = np.minimum(colour, 1)
    seen = hue(colour, params.dark if _is_dark(colour, colours, names, params) else params.grey)
    if seen is None:
        return _without_hue(colour, colours, names, params) or _faint_name(colour, colours, names, params)
    apart = _apart(seen, names)
    if (
        not apart
        or apart[0][0] > params.most_deg
        or (len(apart) > 1 and apart[1][0] - apart[0][0] < min(params.hue_deg, apart[1][0] * 0.3))
    ):
        return None
    if _may_be_black(colour, colours[apart[0][1]], names, colours, params):
        return None
    is_sky = params.sky[0] <= seen <= params.sky[1] and hue(colour, params.weak) is None
    return None if is_sky and apart[0][0] > params.faint_deg else apart[0][1]


def is_odd(colour: Floats, token: Rgb, params: ColourParams = PARAMS) -> bool:
    """Whether a colour (3,) has a hue that is far from that token's, though it may have no nearer name."""
    seen, own = hue(colour, params.grey), hue(light_of(token), params.grey)
    return seen is not None and own is not None and _between(seen, own) > params.odd_deg


def is_lamps(colour: Floats, ground: Floats, token: Rgb, params: ColourParams = PARAMS) -> bool:
    """Whether so little hue is left in a colour (3,) that it may be that of a light, which makes the `ground` (3,) beside it brighter.

    That is brighter than paper then. A token without a hue of its own is none by that.
    """
    seen, light = hue(colour, params.pure), hue(ground, params.pure)
    if seen is None or light is None or hue(light_of(token), params.grey) is None or hue(colour, params.grey) is not None:
        return False
    return float(ground.max()) >= params.lighter and _between(seen, light) <= params.most_deg


def _is_dark(colour: Floats, colours: Mapping[str, Rgb], names: Mapping[str, float | None], params: ColourParams) -> bool:
    """Whether a colour is dark, and that of a dark token whose hue is next to its own, in a box in which every token has one."""
    seen = hue(colour, params.dark)
    if seen is None or None in names.values() or float(colour.max()) > params.dark_light:
        return False
    apart = _apart(seen, names)
    return bool(apart) and float(light_of(colours[apart[0][1]]).max()) <= params.dark_light


def _apart(seen: float, names: Mapping[str, float | None]) -> list[tuple[float, str]]:
    """Degrees between a hue and each name's, nearest first."""
    return sorted((_between(seen, angle), name) for name, angle in names.items() if angle is not None)


def _between(one: float, other: float) -> float:
    """Degrees between two hues, 0 to 180."""
    return abs((one - other + 180) % 360 - 180)


def _without_hue(colour: Floats, colours: Mapping[str, Rgb], names: Mapping[str, float | None], params: ColourParams) -> str | None:
    """Black or white, where the colour can be nothing else."""
    low, high = params.grey_range
    light = float(colour.mean())
    plain = {name: sum(colours[name]) < 3 * 128 for name, angle in names.items() if angle is None}
    least, most = (high, low) if len(plain) == 1 else (low, high)
    fitting = [name for name, dark in plain.items() if (light < least if dark else light > most)]
    if len(fitting) != 1 or _is_washed_out(colour, plain[fitting[0]], names.values(), params):
        return None
    left = hue(colour, params.trace) if light >= low and plain[fitting[0]] else None
    return fitting[0] if left is None or params.sky[0] <= left <= params.sky[1] else None


def _is_washed_out(colour: Floats, is_dark: bool, hues: Iterable[float | None], params: ColourParams) -> bool:
    """Whether a colour without a hue may be one of these hues under glare: bright, any that is left of one tells it; dark, a near one."""
    seen = hue(colour, params.faint)
    if seen is None:
        return False
    return not is_dark or any(angle is not None and _between(seen, angle) <= params.faint_deg for angle in hues)


def _faint_name(colour: Floats, colours: Mapping[str, Rgb], names: Mapping[str, float | None], params: ColourParams) -> str | None:
    """The name of a colour that glare has washed out nearly: where it can be no white token, and no light's own hue on a black one."""
    seen = hue(colour, params.pure)
    if seen is None or any(angle is None and sum(colours[name]) >= 3 * 128 for name, angle in names.items()):
        return None
    apart = _apart(seen, names)
    if not apart or (len(apart) > 1 and apart[1][0] < params.lead * apart[0][0]) or params.sky[0] <= seen <= params.sky[1]:
        return None
    _, second, first = np.sort(colour).tolist()
    if params.lamp[0] <= seen <= params.lamp[1]:
        is_it = apart[0][0] <= params.lit_deg and second >= params.lit_light and hue(colour, params.lit) is not None
    else:
        is_it = apart[0][0] <= params.pure_deg and first >= params.pure_light[0] and second <= params.pure_light[1]
    return apart[0][1] if is_it else None


def is_veiled(colour: Floats, token: Rgb, params: ColourParams = PARAMS) -> bool:
    """Whether so little of a token's hue is left in a colour (3,), below so much light, that pale print and paper come near it, too.

    Glare adds light, and takes none of the hue but where it burns out; a shadow takes as much of all.
    """
    least, more, bright = params.veiled
    left, veil = _left_of(colour, token, params)
    return left < least and veil > more and float(colour.max()) < bright


def _may_be_black(colour: Floats, token: Rgb, names: Mapping[str, float | None], colours: Mapping[str, Rgb], params: ColourParams) -> bool:
    """Whether a dark colour (3,) that has so little of that token's hue may as well be a black one's, gone pale or below the sky."""
    least, more, dark = params.blackish
    left, veil = _left_of(colour, token, params)
    has_black = any(angle is None and sum(colours[name]) < 3 * 128 for name, angle in names.items())
    return has_black and left < least and veil > more and float(colour.max()) < dark


def black_in_light(colour: Floats, ground: Floats, colours: Mapping[str, Rgb], params: ColourParams = PARAMS) -> str | None:
    """The name of a box's only black token, where a dark colour (3,) below the sky can be no other's beside such paper (3,).

    Sky and gloss add light to a colour and take none: one with a hue gives back more than is seen, in the light that the paper has.
    """
    seen, owns = hue(colour, params.trace), {name: light_of(rgb) for name, rgb in colours.items()}
    plain = [name for name, own in owns.items() if hue(own, params.grey) is None and sum(colours[name]) < 3 * 128]
    is_sky = seen is not None and params.sky[0] <= seen <= params.sky[1]
    if len(plain) != 1 or not is_sky or float(colour.max()) > params.dark_light:
        return None
    least, dim = params.unlit
    light = min(1.0, float(ground.max()))
    for name, own in owns.items():
        if name in plain:
            continue
        left, veil = _left_of(colour, colours[name], params)
        if left > least or veil <= params.blackish[1] or float(colour.max()) > dim * light * float(own.max()):
            return None
    return plain[0]


def _left_of(colour: Floats, token: Rgb, params: ColourParams) -> tuple[float, float]:
    """The part of a token's hue that is left in a colour (3,), and how much light lies on that, as a part of the strongest of it.

    All of it and none for a token without a hue.
    """
    own = light_of(token)
    if hue(own, params.grey) is None:
        return 1.0, 0.0
    left = float(np.ptp(colour) / np.ptp(own))
    return left, (float(colour.min()) - left * float(own.min())) / max(left * float(own.max()), 1e-6)


def light_of(token: Rgb) -> Floats:
    """(3,) what a token of that colour gives back of each colour of the light."""
    return np.asarray(linear(np.array([token], np.uint8))[0], np.float32)


def hue(colour: Floats, least: float) -> float | None:
    """Degrees around the circle of hues; None for a grey, whose strongest and weakest colour differ by less than `least`.

    White light on top of a colour does not change it.
    """
    red, green, blue = (float(v) for v in np.sqrt(np.clip(colour, 0, 4)))
    if max(red, green, blue) - min(red, green, blue) < least:
        return None
    return math.degrees(math.atan2(math.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
