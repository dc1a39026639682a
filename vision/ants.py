"""Round tokens on the cells of a printed board: where, of which colour, and whether something is printed on them.

A token is a disc of one colour where the print around it has many; its colour is compared with that of the paper beside it, so that the
light does not matter, and by its hue, so that glare does not either.
"""

import itertools
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cells import Flat, Points
from vision.observation import Ant

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
class AntParams:
    """Lengths in cells, colours as parts of the paper's light."""

    radii: tuple[float, ...] = (0.3, 0.36, 0.42)
    shifts: tuple[float, ...] = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
    window: float = 1.8
    samples: int = 34
    """Pixels of a cell's look."""
    near: float = 0.12
    """Colours that differ less are one."""
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
    printed: tuple[float, float] = (0.4, 0.95)
    """The same when something is."""
    least_print: float = 0.2
    """By which that print is lighter than the disc; a letter's ring has the same ground inside and out."""
    faint_print: float = 0.14
    """The same of a print in glare on a disc in the middle of its cell and as large as none of a letter's rings."""
    clear_print: float = 0.4
    """The same of a print that no letter's ring can be taken for."""
    least_radius: float = 0.33
    """Of a disc with a pale print: the ring of a letter is smaller."""
    worth: float = 0.25
    """Share at the rim less half of that around, near the cell's middle, from which on a disc is searched for."""
    grey: float = 0.16
    """Difference between the strongest and the weakest colour; less has no hue."""
    grey_range: tuple[float, float] = (0.45, 0.7)
    """Without a hue: black below, white above; between, it is the one that lies on the table, and has no name where both do."""
    faint: float = 0.08
    """The same of a colour that glare has washed out nearly: enough to tell that it is none without a hue."""
    faint_deg: float = 20.0
    """Within which of a token's hue such a colour may be that token's."""
    hue_deg: float = 24.0
    """Two hues nearer than this to the seen one cannot be told apart."""


PARAMS = AntParams()


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """The best disc of each of n cells."""

    share: Floats
    """(n,) part of the rim that has the disc's colour."""
    around: Floats
    """(n,) the same of the ring around."""
    middle: Floats
    """(n,) part of the middle that has another colour."""
    colour: Floats
    """(n, 3) linear, paper is 1."""
    print: Floats
    """(n, 2) part of what differs in the middle that is of one colour, and how much lighter that is than the disc."""
    place: Floats
    """(n, 3) how far the disc is from the cell's middle, right and down, and its radius."""

    def is_clear(self, params: AntParams = PARAMS) -> NDArray[np.bool_]:
        """(n,) discs so plain and round, in the middle of their cells, that no paper between print looks like them, however pale."""
        middle = np.abs(self.place[:, :2]).max(axis=1) <= params.clear_off
        is_round = (self.share >= params.clear_share) & (self.around <= np.where(middle, params.clear_around, params.most_around))
        return np.asarray(is_round & (self.middle <= params.clear_middle), np.bool_)


def find_ants(flat: Flat, middles: Points, cols: int, colours: Mapping[str, Rgb] = COLOURS, params: AntParams = PARAMS) -> tuple[Ant, ...]:
    """The tokens on cells with these middles, row by row of `cols`; `colours` are the tokens' own, by name."""
    looks = _against_paper(flat, middles, params)
    discs = best_discs(looks, params)
    clear = discs.is_clear(params)
    found = []
    for at in np.flatnonzero(
        clear | (discs.share >= params.least_share) & (discs.around <= np.minimum(params.most_around, discs.share - params.least_lead))
    ):
        special = _is_special(discs, int(at), params)
        if special is None or (_is_paper(discs.colour[at], params) and not clear[at]):
            continue
        name = colour_name(discs.colour[at], colours, params)
        found.append(Ant(int(at) // cols, int(at) % cols, name, special, float(discs.share[at])))
    return tuple(found)


def _is_special(discs: Discs, at: int, params: AntParams) -> bool | None:
    """Whether something is printed on the disc; None when what is in its middle is neither plain nor a print."""
    other, lighter = float(discs.middle[at]), float(discs.print[at, 1])
    if other <= params.plain or (other <= params.glossed and abs(lighter) < params.least_print):
        return False
    is_large, is_middle = discs.place[at, 2] >= params.least_radius, np.abs(discs.place[at, :2]).max() <= params.clear_off
    is_print = lighter >= params.clear_print or (is_large and lighter >= (params.faint_print if is_middle else params.least_print))
    return True if params.printed[0] <= other <= params.printed[1] and is_print else None


def _is_paper(colour: Floats, params: AntParams) -> bool:
    """Whether a disc is as pale as the paper: one with a hue may be paler, since glare washes its colour out."""
    return float(colour.min()) > params.pale[0 if hue(colour, params) is None else 1]


def _against_paper(flat: Flat, middles: Points, params: AntParams) -> Floats:
    """(n, s, s, 3) linear light of each cell's look, as parts of the paper's near it."""
    looks = (flat.cut(middles, params.window, params.samples).astype(np.float32) / 255) ** 2.2
    board = flat.cut(middles, 1.0, 12).astype(np.float32) / 255
    paper = np.percentile((board**2.2).reshape(-1, 3), 93, axis=0)
    return np.asarray(looks / np.maximum(paper, 0.004), np.float32)


def best_discs(looks: Floats, params: AntParams = PARAMS) -> Discs:
    """For each look the disc whose rim is most of one colour and whose surroundings are least of it."""
    tone = np.sqrt(np.clip(looks, 0, 4))
    place = ((np.arange(looks.shape[1]) + 0.5) / looks.shape[1] - 0.5) * params.window
    best = np.full(len(looks), -np.inf, np.float32)
    at = np.zeros((len(looks), 3), np.float32)
    tried = np.arange(len(looks))
    shifts = sorted(itertools.product(params.shifts, params.shifts), key=lambda shift: math.hypot(*shift))
    last = shifts[8]
    for dx, dy in shifts:
        for radius in params.radii:
            score = _disc_score(tone[tried], place, (dx, dy, radius), params)
            better = score > best[tried]
            best[tried[better]], at[tried[better]] = score[better], (dx, dy, radius)
        if (dx, dy) == last:
            tried = np.flatnonzero(best > params.worth)
    return _measured(tone, place, at, params)


def _disc_score(tone: Floats, place: NDArray[np.float64], at: tuple[float, float, float], params: AntParams) -> Floats:
    away = np.hypot(place[None, :] - at[0], place[:, None] - at[1]) / at[2]
    rim, ring = tone[:, (away > 0.68) & (away < 0.93)], tone[:, (away > 1.12) & (away < 1.4)]
    typical = np.median(rim, axis=1)
    return np.asarray(_like(rim, typical, params) - 0.5 * _like(ring, typical, params) + 0.1 * at[2], np.float32)


def _measured(tone: Floats, place: NDArray[np.float64], at: Floats, params: AntParams) -> Discs:
    """What the discs at these places are like."""
    rows = []
    for look, (dx, dy, radius) in zip(tone, at, strict=True):
        away = np.hypot(place[None, :] - dx, place[:, None] - dy) / radius
        rim, ring, inner = look[(away > 0.68) & (away < 0.93)], look[(away > 1.12) & (away < 1.4)], look[away < 0.62]
        typical = np.median(rim, axis=0)
        same = [float(_like(part[None], typical[None], params)[0]) for part in (rim, ring, inner)]
        other = inner[np.abs(inner - typical).max(axis=1) >= params.near]
        shown = np.median(other, axis=0) if len(other) else typical
        alike = float(_like(other[None], shown[None], params)[0]) if len(other) else 0.0
        rows.append((same[0], same[1], 1 - same[2], *(typical**2), alike, float(shown.min() - typical.min())))
    table = np.asarray(rows, np.float32).reshape(-1, 8)
    return Discs(table[:, 0], table[:, 1], table[:, 2], table[:, 3:6], table[:, 6:8], at)


def _like(tone: Floats, typical: Floats, params: AntParams) -> Floats:
    return np.asarray((np.abs(tone - typical[:, None]).max(axis=2) < params.near).mean(axis=1), np.float32)


def colour_name(colour: Floats, colours: Mapping[str, Rgb] = COLOURS, params: AntParams = PARAMS) -> str | None:
    """The name of a colour (3,), linear, paper is 1; None when two names fit alike or none does."""
    names = {name: hue(np.asarray([(v / 255) ** 2.2 for v in rgb], np.float32), params) for name, rgb in colours.items()}
    seen = hue(colour, params)
    if seen is None:
        low, high = params.grey_range
        plain = {name: sum(colours[name]) < 3 * 128 for name, angle in names.items() if angle is None}
        low, high = (high, low) if len(plain) == 1 else (low, high)
        fitting = [name for name, dark in plain.items() if (float(colour.mean()) < low if dark else float(colour.mean()) > high)]
        is_named = len(fitting) == 1 and not _is_washed_out(colour, plain[fitting[0]], names.values(), params)
        return fitting[0] if is_named else None
    apart = sorted((abs((seen - angle + 180) % 360 - 180), name) for name, angle in names.items() if angle is not None)
    if not apart or apart[0][0] > 50 or (len(apart) > 1 and apart[1][0] - apart[0][0] < min(params.hue_deg, apart[1][0] * 0.3)):
        return None
    return apart[0][1]


def _is_washed_out(colour: Floats, is_dark: bool, hues: Iterable[float | None], params: AntParams) -> bool:
    """Whether a colour without a hue may be one of these hues under glare: bright, any that is left of one tells it; dark, a near one."""
    seen = hue(colour, params, params.faint)
    if seen is None:
        return False
    return not is_dark or any(angle is not None and abs((seen - angle + 180) % 360 - 180) <= params.faint_deg for angle in hues)


def hue(colour: Floats, params: AntParams = PARAMS, least: float | None = None) -> float | None:
    """Degrees around the circle of hues; None for a grey. White light on top of a colour does not change it.

    `least` difference between the strongest and the weakest colour, where it is not `params.grey`.
    """
    red, green, blue = (float(v) for v in np.sqrt(np.clip(colour, 0, 4)))
    if max(red, green, blue) - min(red, green, blue) < (params.grey if least is None else least):
        return None
    return math.degrees(math.atan2(math.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
