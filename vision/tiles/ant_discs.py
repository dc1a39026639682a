"""The disc in the middle of each cell of a board that is most of one colour, with least of it around: what a round token looks like."""

import itertools
import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.image.quantiles import median_of, quantile_of
from vision.letters.cells import Flat, Points
from vision.looks.colours import linear
from vision.tiles.gloss import banded

Floats = NDArray[np.float32]
Steps = tuple[float, ...]
Spot = tuple[float, float, float]
"""Right, down and radius of a disc on its look, in cells."""
Places = tuple[Points, Floats]
"""(n, 2) cells' middles and (n, 3) places of the discs there, as of `Discs.place`."""


@dataclass(frozen=True, slots=True)
class DiscParams:
    """How discs are searched for. Lengths in cells, colours as parts of the paper's light."""

    radii: tuple[float, ...] = (0.3, 0.36, 0.42)
    shifts: tuple[float, ...] = (-0.3, -0.2, -0.1, 0.0, 0.1, 0.2, 0.3)
    window: float = 1.8
    samples: int = 34
    """Pixels of a cell's look."""
    near: float = 0.12
    """Colours that differ less are one."""
    shade: float = 0.42
    """The tone of a colour on which another token's shadow falls, as a part of its own, at least."""
    worth: float = 0.25
    """Share at the rim less half of that around, near the cell's middle, from which on a disc is searched for."""
    fine: tuple[float, ...] = (-0.05, 0.0, 0.05)
    """Shifts by which the place of a disc is made more exact."""
    fine_radii: tuple[float, ...] = (0.96, 1.0, 1.04)
    """Parts of its radius, the same."""
    known_radii: tuple[float, ...] = (0.92, 1.0, 1.08)
    """The same where the radius is that of the board's other tokens."""
    special_radii: tuple[float, ...] = (1.08, 1.16, 1.24)
    """The same of special ones, which may be larger."""
    usual_radii: tuple[float, ...] = (0.8, 0.87, 0.94, 1.0, 1.06, 1.13, 1.2)
    """The same where that has to be found."""
    least_field: int = 8
    """Tokens that tell for each place of the board by itself where one shows."""
    usual_off: float = 0.05
    """Cells that a token lies off its place as a rule."""
    within: float = 0.9
    """Part of a disc's radius within which all is either its own colour, or that of its print, or what blur makes of both;"""
    purest: float = 0.15
    """so much of its middle, which differs most, is print alone."""
    least_lead: float = 0.4
    """By which more of a disc's rim than of the ring around it has its colour wherever it may be a token, none telling where it shows."""
    patchy: float = 0.05
    """Part of the middle that has another colour, from which on it is looked whether that lies in stripes."""
    brightest: float = 0.9
    """Quantile of a look's light that is its paper's."""
    maybe: float = 0.45
    """By which more of a disc's rim than of the ring around it has its colour where a token may lie: of 43 cells that glare had washed out
    five were so, and all of six with tokens in it that had none of a token's looks."""


PARAMS = DiscParams()
RIM = 0.68, 0.93
"""Parts of a disc's radius between which its rim is."""
ALL = slice(None)
CORE = 0.45
"""Part of it within which the ring of a letter, however fat, has nothing but paper."""

HEART = 0.25
"""The same where blur that makes a ring wider brings its colour last."""


@dataclass(frozen=True, slots=True, eq=False)
class Discs:
    """The best disc of each of n cells."""

    share: Floats
    """(n,) part of the rim that has the disc's colour."""
    shaded: Floats
    """(n, 2) part of the rim that has it or lies in the shade, and part of the middle that has and does neither."""
    around: Floats
    """(n,) the same of the ring around."""
    middle: Floats
    """(n,) part of the middle that has another colour."""
    colour: Floats
    """(n, 3) linear, paper is 1."""
    print: Floats
    """(n, 3) part of what differs in the middle that is of one colour, and how much lighter that is than the disc: in the weakest colour
    of each, and in all colours together."""
    blend: Floats
    """(n, 2) part of the disc that is its own colour, or that of one print, or a blend of the two; and part that is nearer to the print."""
    ground: Floats
    """(n, 3) of the look's brightest light: of its paper."""
    core: Floats
    """(n,) part of what lies within its core that has the disc's colour."""
    heart: Floats
    """(n,) the same of what lies within its heart."""
    band: Floats
    """(n,) part of what differs on the disc that stripes right across it tell, as a lamp's image does; 0 where little differs."""
    darker: Floats
    """(n,) part of the ring around it that is darker in every colour."""
    place: Floats
    """(n, 3) how far the disc is from the cell's middle, right and down, and its radius."""


def paper_of(flat: Flat, middles: Points) -> Floats:
    """(3,) linear light of the board's paper."""
    board = linear(flat.cut(middles, 1.0, 12))
    return np.asarray(np.maximum(np.percentile(np.ascontiguousarray(board.reshape(-1, 3).T), 93, axis=1), 0.004), np.float32)


def looks_at(flat: Flat, middles: Points, paper: Floats, params: DiscParams = PARAMS, inner: slice = ALL) -> Floats:
    """(n, s, s, 3) linear light of each cell's look, or of an `inner` part of it, as parts of the paper's."""
    looks = flat.cut(middles, params.window, params.samples)[:, inner, inner]
    return np.asarray(linear(looks) / paper, np.float32)


def best_discs(looks: Floats, params: DiscParams = PARAMS) -> Discs:
    """For each look the disc whose rim is most of one colour and whose surroundings are least of it.

    Of one by whose rim nothing tells a token, no more is measured.
    """
    tone = _tone(looks)
    return _measured(tone, _best_places(tone, params)[0], params, params.least_lead)


def best_places(looks: Floats, params: DiscParams = PARAMS) -> Floats:
    """(n, 3) where those discs are, as of `Discs.place`."""
    return _best_places(_tone(looks), params)[0]


def may_be_discs(flat: Flat, middles: Points, cells: NDArray[np.int64], params: DiscParams = PARAMS) -> NDArray[np.bool_]:
    """(m,) in which of some `cells` (m,) of a board with these middles (n, 2) something round may lie, however pale."""
    if not len(cells):
        return np.zeros(0, np.bool_)
    discs = best_discs(looks_at(flat, middles[cells], paper_of(flat, middles), params), params)
    return np.asarray(discs.share - discs.around >= params.maybe, np.bool_)


def places_near(
    flat: Flat, middles: Points, paper: Floats, places: Floats, shifts: Steps, parts: Steps, params: DiscParams = PARAMS
) -> tuple[Floats, Floats]:
    """(n, 3) places of the best disc near a place of each cell's own, for (n, 2) cells' middles and (n, 3) places; (n,) how good it is.

    `shifts` are tried from there, to either side, and radii that are these `parts` of the places' usual one.
    """
    radii = tuple(float(np.median(places[:, 2])) * part for part in parts)
    tone = _tone(looks_at(flat, middles + places[:, :2], paper, params))
    found, score = _best_places(tone, replace(params, shifts=shifts, radii=radii))
    found[:, :2] += places[:, :2]
    return found, score


def discs_at(flat: Flat, middles: Points, paper: Floats, places: Floats, params: DiscParams = PARAMS) -> Discs:
    """The discs at (n, 3) places of (n, 2) cells."""
    own = places * np.array([0, 0, 1], np.float32)
    discs = _measured(_tone(looks_at(flat, middles + places[:, :2], paper, params)), own, params)
    return replace(discs, place=places)


def rings_around(places: Floats, reach: tuple[float, float], params: DiscParams = PARAMS) -> NDArray[np.bool_]:
    """(n, pixels) of looks, as of `looks_at`, around discs at (n, 3) places: what lies between these parts of their radius."""
    near, far = reach
    away = np.array([_away((right, down, radius), params) for right, down, radius in places.tolist()])
    return np.asarray((away > near) & (away < far), np.bool_)


@lru_cache(maxsize=4)
def steps_on_look(params: DiscParams = PARAMS) -> Points:
    """(pixels, 2) cells right and down of a look's middle at which each of its pixels is."""
    place = ((np.arange(params.samples) + 0.5) / params.samples - 0.5) * params.window
    return np.asarray(np.stack(np.meshgrid(place, place), -1).reshape(-1, 2), np.float64)


def where_due(flat: Flat, paper: Floats, known: Places, wanted: Points, params: DiscParams = PARAMS) -> Floats:
    """(m, 3) places where the tokens of (m, 2) `wanted` cells should show, of which middle and place are `known` of some.

    What stands up is seen displaced, evenly over a board; few tokens tell one shift for all. The radius is the usual one.
    """
    cells, rough = known
    places, _ = places_near(flat, cells, paper, rough, params.fine, params.usual_radii, params)
    usual = np.median(places, axis=0)
    shifts = np.repeat(usual[None, :2], len(wanted), axis=0)
    if len(cells) >= params.least_field:
        weight, at = np.ones((len(cells), 1)), np.c_[cells, np.ones(len(cells))]
        for _ in range(5):
            fit = np.linalg.lstsq(at * weight, places[:, :2] * weight, rcond=None)[0]
            away = np.linalg.norm(at @ fit - places[:, :2], axis=1, keepdims=True)
            weight = np.sqrt(1 / np.maximum(away, params.usual_off))
        shifts = np.c_[wanted, np.ones(len(wanted))] @ fit
    return np.asarray(np.c_[shifts, np.full(len(wanted), usual[2])], np.float32)


def _tone(looks: Floats) -> Floats:
    """(3, n, pixels) of (n, s, s, 3) looks: square roots, so that dark colours differ as they seem to."""
    return np.ascontiguousarray(np.sqrt(np.clip(looks, 0, 4)).reshape(len(looks), -1, 3).transpose(2, 0, 1))


def _best_places(tone: Floats, params: DiscParams) -> tuple[Floats, Floats]:
    """(n, 3) right, down and radius of each look's best disc, (n,) its score."""
    best = np.full(tone.shape[1], -np.inf, np.float32)
    at = np.zeros((len(best), 3), np.float32)
    tried, looks = np.arange(len(best)), tone
    shifts = sorted(itertools.product(params.shifts, params.shifts), key=lambda shift: math.hypot(*shift))
    last = shifts[8]
    for dx, dy in shifts:
        for radius in params.radii:
            score = _disc_score(looks, (dx, dy, radius), params)
            better = score > best[tried]
            best[tried[better]], at[tried[better]] = score[better], (dx, dy, radius)
        if (dx, dy) == last:
            tried = np.flatnonzero(best > params.worth)
            looks = tone[:, tried]
    return at, best


def _disc_score(looks: Floats, at: Spot, params: DiscParams) -> Floats:
    """(m,) of looks (3, m, pixels)."""
    rim, ring = (looks.take(pixels, axis=-1) for pixels in _zones(at, params))
    typical = median_of(rim)
    return np.asarray(_like(rim, typical, params) - 0.5 * _like(ring, typical, params) + 0.1 * at[2], np.float32)


@lru_cache(maxsize=4096)
def _zones(at: Spot, params: DiscParams) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The pixels of a look that are a disc's rim, and those of the ring around it."""
    away = _away(at, params)
    return np.flatnonzero((away > RIM[0]) & (away < RIM[1])), np.flatnonzero((away > 1.12) & (away < 1.4))


def _away(at: Spot, params: DiscParams) -> NDArray[np.float64]:
    """(pixels,) distance from the disc's middle, in its radii."""
    steps = steps_on_look(params)
    return np.asarray(np.hypot(steps[:, 0] - at[0], steps[:, 1] - at[1]) / at[2], np.float64)


def _measured(tone: Floats, at: Floats, params: DiscParams, least_lead: float = -1.0) -> Discs:
    """What the discs at these places are like; of those that lead by less, what tells a token is not measured: it is 0."""
    rows = []
    for i, (right, down, radius) in enumerate(at.tolist()):
        look, away = tone[:, i], _away((right, down, radius), params)
        rim, ring, inner = look[:, (away > RIM[0]) & (away < RIM[1])], look[:, (away > 1.12) & (away < 1.4)], look[:, away < 0.62]
        typical = median_of(rim)
        share, around, middle = (float(_like(part, typical, params)) for part in (rim, ring, inner))
        alike = (share, around, 1 - middle, *(typical**2).tolist())
        if share - around < least_lead:
            rows.append((*alike, *(0.0,) * 14))
            continue
        shade = _shade_of(rim, typical, params), 1 - _shade_of(inner, typical, params)
        blend = _blend_of(look[:, away < params.within], inner, typical, params)
        hearts = [float(_like(look[:, away < part], typical, params)) for part in (CORE, HEART)]
        is_patchy = 1 - middle >= params.patchy and share - around >= params.least_lead
        band = _band_of(look, typical, away, (right, down, radius), params) if is_patchy else 0.0
        ground, darker = quantile_of(look, params.brightest) ** 2, _darker(ring, typical, params)
        rows.append((*alike, *_print_of(inner, typical, params), *shade, *blend, *hearts, *ground.tolist(), band, darker))
    t = np.asarray(rows, np.float32).reshape(-1, 20)
    seen, parts = (t[:, 3:6], t[:, 6:9], t[:, 11:13], t[:, 15:18]), (t[:, 13], t[:, 14], t[:, 18], t[:, 19])
    return Discs(t[:, 0], t[:, 9:11], t[:, 1], t[:, 2], *seen, *parts, at)


def _darker(tone: Floats, typical: Floats, params: DiscParams) -> float:
    """Part of the pixels (3, pixels) that are darker than a typical colour (3,) in each of its parts, and clearly so in its strongest."""
    return float(np.mean((tone <= typical[:, None]).all(axis=0) & (tone.max(axis=0) < float(typical.max()) - params.near)))


def _print_of(inner: Floats, typical: Floats, params: DiscParams) -> tuple[float, float, float]:
    """As of `Discs.print`, for the middle (3, m) of a disc of that typical colour (3,)."""
    other = inner[:, np.abs(inner - typical[:, None]).max(axis=0) >= params.near]
    if not other.size:
        return 0.0, 0.0, 0.0
    shown = median_of(other)
    return float(_like(other, shown, params)), float(shown.min() - typical.min()), float(shown.mean() - typical.mean())


def _band_of(look: Floats, own: Floats, away: NDArray[np.float64], at: Spot, params: DiscParams) -> float:
    """As of `Discs.band`, for the disc's own tone (3,) of a look (3, pixels), so far `away` (pixels,) from its middle, in its radii."""
    on = away < params.within
    right, down = ((steps_on_look(params)[on, i] - at[i]) / at[2] for i in (0, 1))
    return banded(look[:, on], own, right, down, params.within)


def _blend_of(tone: Floats, inner: Floats, typical: Floats, params: DiscParams) -> tuple[float, float]:
    """Of pixels (3, pixels) as of `Discs.blend`, for the typical colour (3,) and those of the middle (3, m), of which some are print.

    Blur mixes light: what is between two colours lies on the line between them, but for a curl of a third one, or a shadow.
    """
    away = np.square(inner - typical[:, None]).sum(axis=0)
    print_of = median_of(inner[:, away >= quantile_of(away, 1 - params.purest)])
    own, way = typical**2, print_of**2 - typical**2
    part = np.clip(way @ (tone**2 - own[:, None]) / max(float(way @ way), 1e-6), 0, 1)
    blended = np.sqrt(own[:, None] + way[:, None] * part)
    return float(np.mean(np.abs(tone - blended).max(axis=0) < params.near)), float(np.mean(part > 0.5))


def _shade_of(tone: Floats, typical: Floats, params: DiscParams) -> float:
    """Part of the pixels (3, pixels) that are of the typical colour (3,), or of it in a shadow."""
    light = np.clip(typical @ tone / max(float(typical @ typical), 1e-6), params.shade, 1.0)
    away = np.abs(tone - typical[:, None] * light).max(axis=0)
    return float(np.mean(away < params.near * light))


def _like(tone: Floats, typical: Floats, params: DiscParams) -> Floats:
    """(...) part of the pixels (3, ..., pixels) that are near the typical colour (3, ...)."""
    away = np.abs(tone - typical[..., None])
    is_near = np.maximum(np.maximum(away[0], away[1]), away[2]) < params.near
    return np.asarray(np.add.reduce(is_near, axis=-1, dtype=np.float32) / np.float32(is_near.shape[-1]), np.float32)
