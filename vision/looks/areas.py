"""Areas of one colour on a piece: under the light that its ground has, each must be seen in about the hue that it was enrolled in.

Shine and haze add white to a colour, shadow and blur take of all of it alike: none of them turns its hue, nor makes it both darker and far
more of a colour than it is. Where a card that was never enrolled has the same figure on the same ground in another colour, or full where
it is hatched, light that explains the one does not explain the other.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.canon import CELLS
from vision.looks.gains import largest, log, middle
from vision.looks.inks import angle
from vision.looks.matching import opponents

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class AreaParams:
    """What an area is. Colours as red-green and yellow-blue, 0 to 1."""

    coloured: float = 0.06
    """Colour from which a cell of a look has a hue, ..."""
    apart: float = 0.1
    """... and by which it is not that of its ground, which says what the light is."""
    flat: float = 0.15
    """Beside a cell no channel of the look may be more unlike."""
    fewest: int = 20
    """Cells of an area."""
    slice_: int = 30
    """Degrees: an area is all of two such slices of hues beside each other."""
    least_off: float = 0.1
    """Colour that is off by less, across the look's own, is noise."""
    stronger: float = 2.0
    """A camera may make a colour so many times as strong, as ratios of its channels against those of most of the piece, ..."""
    strongest: float = 0.4
    """... and this much more (natural logarithm), ..."""
    darker: float = 0.3
    """... unless its darkest channel is hardly darker: less than this, against most of the piece."""
    dim: float = 0.3
    """A cell whose brightest channel is darker, as seen or as enrolled, tells no ratios."""


PARAMS = AreaParams()


def hue_off(look: Floats, under: Floats, shows: Cells, params: AreaParams = PARAMS) -> float:
    """Degrees by which the area of a look (3, 32, 24) is off whose hue is least its own, of what is seen `under` its light; 0 without any.

    `shows` (32, 24): the cells that are compared, none of them beside what is not.
    """
    own, found = opponents(look)[:2], opponents(under)[:2]
    figure = _figure(look, own, params) & shows
    if np.count_nonzero(figure) < params.fewest:
        return 0.0
    own, found = own[:, figure], found[:, figure]
    slices = 360 // params.slice_
    at = np.floor(np.degrees(np.arctan2(own[1], own[0])) / params.slice_).astype(np.int64) % slices
    areas = ((at == one) | (at == (one + 1) % slices) for one in np.unique(at))
    return max(_off(own[:, here], found[:, here], params) for here in areas)


def deepened(look: Floats, seen: Floats, shows: Cells, params: AreaParams = PARAMS) -> int:
    """Cells of the largest place where far more ink is seen than a look (3, 32, 24) has; `seen` (3, 32, 24), as it lies.

    `shows` (32, 24): the cells that are compared, none of them beside what is not.
    """
    deep = is_deeper(look, seen, shows, params)
    count, _, places, _ = cv2.connectedComponentsWithStats(deep.astype(np.uint8), connectivity=4)
    return int(places[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def is_deeper(look: Floats, seen: Floats, shows: Cells, params: AreaParams = PARAMS) -> Cells:
    """The cells (32, 24) of flat colour in which that is so."""
    told = shows & (np.minimum(look.max(0), seen.max(0)) > params.dim)
    if np.count_nonzero(told) < params.fewest:
        return np.zeros_like(told)
    own, found = (_strength(opponents(log(one))[:2], told) for one in (look, seen))
    fell = log(look.min(0)) - log(seen.min(0))
    deep = (found > params.stronger * own + params.strongest) & (fell - float(np.median(fell[told])) > params.darker)
    return np.asarray(deep & told & is_flat(look, params))


def _strength(ratios: Floats, told: Cells) -> Floats:
    """How far from the middle of the told cells the ratios (2, 32, 24) of channels lie: (32, 24)."""
    return np.asarray(np.hypot(*(ratios - middle(ratios[:, told])[:, None, None])), np.float32)


def is_flat(look: Floats, params: AreaParams = PARAMS) -> Cells:
    """Cells (32, 24) with none beside them that is of another colour."""
    steps = cv2.morphologyEx(np.ascontiguousarray(look.transpose(1, 2, 0)), cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(largest(np.asarray(steps.reshape(*CELLS, 3), np.float32)) < params.flat)


def _figure(look: Floats, own: Floats, params: AreaParams) -> Cells:
    """The cells (32, 24) of a look that lie within an area of colour which is not its ground."""
    ground = middle(own.reshape(2, -1))[:, None, None]
    coloured = (np.hypot(*own) > params.coloured) & (np.hypot(*(own - ground)) > params.apart)
    return np.asarray(coloured & is_flat(look, params))


def _off(own: Floats, found: Floats, params: AreaParams) -> float:
    """Degrees between the hue of an area, (2, n) colours, and that in which it is seen."""
    if own.shape[1] < params.fewest:
        return 0.0
    one, other = own.mean(1), found.mean(1)
    across = abs(float(one[0] * other[1] - one[1] * other[0])) / float(np.hypot(*one))
    return angle(one, other) if across > params.least_off else 0.0
