"""The colours of a named piece under the table's light, which the other named pieces tell.

On a piece alone the colour of its ground may be the light's: a purple ground in daylight is an orange one under a purple lamp. The others
lie under the same lamps, so that an orange one is seen in about its own hue there, with whatever shine or haze on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

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


PARAMS = TablesLightParams()


def other_coloured(
    named: Sequence[Reading], library: Library, view_px: tuple[int, int], things: Sequence[Floats] = (), params: TablesLightParams = PARAMS
) -> list[Reading]:
    """Those of the named readings whose colours are not their looks' under the light in which the others are seen.

    `view_px` is the picture's width and height; `things` (4, 2) are around what lies on print and has colours of its own: tokens.
    """
    open_ = [replace(one, shown=one.shown * free_blocks(one.quad, things, view_px)) if things else one for one in named]
    casts = [_cast(one, library) for one in open_]
    found = [_opposed(one, library, [*casts[:n], *casts[n + 1 :]], params) for n, one in enumerate(open_)]
    return [one for one, opposed in zip(named, found, strict=True) if opposed > params.most]


def _opposed(one: Reading, library: Library, casts: Sequence[Floats | None], params: TablesLightParams) -> float:
    """Part of its coloured area that is seen in other hues, 0 to 1, under the middle of some casts (3,)."""
    told = [cast for cast in casts if cast is not None]
    if one.seen is None or len(told) < params.fewest:
        return 0.0
    seen, look = one.seen.lit.planes, library.planes[one.look]
    is_burnt = seen >= CLIPPED
    cells = well_inside(_shown(one) & (np.count_nonzero(is_burnt, 0) < 2))
    if np.count_nonzero(cells) < params.fewest_cells:
        return 0.0
    under = _at_most(look, seen * np.exp(-np.median(told, axis=0)).astype(np.float32)[:, None, None], is_burnt)
    own, found = (smooth(opponents(planes)[:2])[:, cells] for planes in (look, under))
    lengths = np.hypot(*own), np.hypot(*found)
    weight = lengths[0] * lengths[1] * (np.minimum(*lengths) > params.least_hue)
    differs = np.einsum("ij,ij->j", own, found) < params.same_hue * lengths[0] * lengths[1]
    differs &= np.hypot(*(own - found)) > params.apart
    return float(weight[differs].sum() / (weight.sum() + params.noise))


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
