"""The colours of a named piece under the table's light, which the other named pieces tell.

On a piece alone the colour of its ground may be the light's: a purple ground in daylight is an orange one under a purple lamp. The others
lie under the same lamps, so that an orange one is seen in about its own hue there, with whatever shine or haze on it.

Haze takes of all colours alike, and of light and dark as much: where a card's light and dark are seen, and hardly any of its colours is,
neither under the table's light nor against each other, another card lies there.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import free_blocks
from vision.cards.hues import CLIPPED, well_inside
from vision.cards.reading import Reading
from vision.looks import canon
from vision.looks.canon import BLOCK
from vision.looks.gains import cast_of, smooth
from vision.looks.matching import Library, opponents, spread

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TablesLightParams:
    """Colours as red-green and yellow-blue, 0 to 1; found on `dev` sets, whole and with half of every deck left out."""

    fewest: int = 2
    """So many others have to lie there to tell the light."""
    fewest_cells: int = 20
    """Cells of a piece (32 by 24) that have to show."""
    least_hue: float = 0.08
    """Colour from which a cell has a hue, as seen and as enrolled: paler ones turn with the least change of light."""
    same_hue: float = 0.5
    """Cosine between two hues under which they are not one, ..."""
    apart: float = 0.2
    """... if the colours are so far apart, too: a camera's white balance, when paper was enrolled and here, turned it by .13."""
    noise: float = 0.05
    """Squared colour, summed over the cells, that is noise."""
    most: float = 0.5
    """Part of a piece's coloured area from which on its colours are not the look's: of 280 right ones .18 at most; another's ground .98."""
    coloured: float = 0.1
    """Colour of a look (root of the mean square) from which it should be seen under the light of the others, ..."""
    varied: float = 0.04
    """... and by how much its cells must differ in it, which a white balance leaves as it is."""
    least_seen: float = 0.35
    """Part of its colour in which it must be seen, in parts of how clearly its light and dark are, ..."""
    least_varied: float = 0.5
    """... or the same of how its colours differ, times how well these agree: of 500 right ones .53 and .41 and more, of three on another's
    ground or with another's food .21 and .28 and less."""
    near_cells: float = 4.0
    """Light and dark is what differs from so near around it."""


PARAMS = TablesLightParams()


def other_coloured(
    named: Sequence[Reading], library: Library, view_px: tuple[int, int], things: Sequence[Floats] = (), params: TablesLightParams = PARAMS
) -> list[Reading]:
    """Those of the named readings whose colours are not their looks' under the light in which the others are seen.

    `view_px` is the picture's width and height; `things` (4, 2) are around what lies on print and has colours of its own: tokens.
    """
    open_ = [replace(one, shown=one.shown * free_blocks(one.quad, things, view_px)) if things else one for one in named]
    casts = [_cast(one, library) for one in open_]
    found = [_is_other(one, library, casts[n], [*casts[:n], *casts[n + 1 :]], params) for n, one in enumerate(open_)]
    return [one for one, is_other in zip(named, found, strict=True) if is_other]


def _is_other(one: Reading, library: Library, own: Floats | None, casts: Sequence[Floats | None], params: TablesLightParams) -> bool:
    """Whether its colours are another's under the middle of some casts (3,); `own` (3,): the cast of its own bright cells."""
    told = [cast for cast in casts if cast is not None]
    if one.seen is None or len(told) < params.fewest:
        return False
    seen, look = one.seen.lit.planes, library.planes[one.look]
    is_burnt = seen >= CLIPPED
    cells = well_inside(_shown(one) & (np.count_nonzero(is_burnt, 0) < 2))
    if np.count_nonzero(cells) < params.fewest_cells:
        return False
    under = _less(seen, np.median(told, axis=0), look, is_burnt)
    if _opposed(look, under, cells, params) > params.most:
        return True
    return own is not None and _is_bare(look, under, _less(seen, own, look, is_burnt), cells, params)


def _opposed(look: Floats, under: Floats, cells: Cells, params: TablesLightParams) -> float:
    """Part of the coloured area of some cells (32, 24) that is seen in other hues, 0 to 1, `under` the others' light (3, 32, 24)."""
    own, found = (smooth(opponents(planes)[:2])[:, cells] for planes in (look, under))
    lengths = np.hypot(*own), np.hypot(*found)
    weight = lengths[0] * lengths[1] * (np.minimum(*lengths) > params.least_hue)
    differs = np.einsum("ij,ij->j", own, found) < params.same_hue * lengths[0] * lengths[1]
    differs &= np.hypot(*(own - found)) > params.apart
    return float(weight[differs].sum() / (weight.sum() + params.noise))


def _is_bare(look: Floats, under: Floats, alone: Floats, cells: Cells, params: TablesLightParams) -> bool:
    """Whether hardly any of a look's colour is seen in some cells (32, 24), where light and dark are.

    All (3, 32, 24): `under` the light of the others, and `alone`, under that which its own bright cells tell: whatever either camera takes
    for white, how its colours differ from each other remains.
    """
    own, found, lone = (smooth(opponents(planes)[:2])[:, cells] for planes in (look, under, alone))
    apart, seen_apart = (colours - colours.mean(1)[:, None] for colours in (own, lone))
    if _size(own) < params.coloured or _size(apart) < params.varied:
        return False
    clear = max(_contrast(look, alone, cells, params), _DARKEST)
    part, part_apart = (float(np.vdot(a, b)) / float(np.vdot(a, a)) / clear for a, b in ((own, found), (apart, seen_apart)))
    agree = float(np.vdot(apart, seen_apart)) / (apart[0].size * _size(apart) * max(_size(seen_apart), _DARKEST))
    return part < params.least_seen and agree * min(1.0, part_apart) < params.least_varied


def _size(colours: Floats) -> float:
    """Root of the mean square of colours (2, n)."""
    return float(np.sqrt(np.vdot(colours, colours) / colours.shape[1]))


def _contrast(look: Floats, under: Floats, cells: Cells, params: TablesLightParams) -> float:
    """How much of a look's light and dark is seen in some cells (32, 24), both (3, 32, 24); no more than of its brightness, or all."""
    own, found = (smooth(planes).mean(0) for planes in (look, under))
    mask = cells.astype(np.float32)
    around = np.maximum(cv2.GaussianBlur(mask, (0, 0), params.near_cells), _DARKEST)
    sharp = [one - cv2.GaussianBlur(one * mask, (0, 0), params.near_cells) / around for one in (own, found)]
    much = [float(np.vdot(one[cells], one[cells])) for one in sharp]
    return min(1.0, float(np.sqrt(much[1] / max(much[0], _DARKEST))), float(found[cells].mean() / max(own[cells].mean(), _DARKEST)))


def _less(seen: Floats, cast: Floats, look: Floats, is_burnt: Cells) -> Floats:
    """What is seen less a cast (3,); see `_at_most`."""
    return _at_most(look, seen * np.exp(-cast).astype(np.float32)[:, None, None], is_burnt)


def _at_most(look: Floats, under: Floats, is_burnt: Cells) -> Floats:
    """What is seen under some light, with each burnt channel as bright as a look lets expect by the others; all (3, 32, 24).

    It may have been any brighter than it is seen, and never darker: where red is burnt and blue is not nothing is blue.
    """
    gain = (under * ~is_burnt).sum(0) / np.maximum((look * ~is_burnt).sum(0), _DARKEST)
    return np.asarray(np.where(is_burnt, np.maximum(under, look * gain), under), np.float32)


def _cast(one: Reading, library: Library) -> Floats | None:
    """(3,) see `vision.looks.gains.cast_of`; None where too little of it shows."""
    return None if one.seen is None else cast_of(one.seen.lit, library.planes[one.look], _shown(one))


def _shown(one: Reading) -> Cells:
    """The cells (32, 24) of a piece that are compared."""
    return np.asarray(spread((one.shown > 0).astype(np.int8), BLOCK // canon.CELL) > 0)


_DARKEST = 1e-3
"""Brightness under which a look tells no gain."""
