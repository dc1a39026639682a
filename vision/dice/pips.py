"""Pips counted one by one on a face that a net has named: what is no die may look like one to a net, and hardly ever has its pips."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PipParams:
    """What counts as pips. Lengths are parts of the face's side."""

    side_px: int = 56
    """The face is looked at so large."""
    levels: int = 12
    """Brightnesses at which pips are told from the face."""
    area: tuple[float, float] = (0.003, 0.07)
    """Of one pip, part of the face."""
    most_uneven: float = 4.0
    """Area of the largest pip against the smallest."""
    fill: float = 0.55
    """Part of its box that a pip fills."""
    longest: float = 2.4
    """A pip's box, one side against the other."""
    reach: float = 0.5
    """From the face's middle to the furthest pip."""
    off: float = 0.16
    """From the face's middle to the middle of all pips."""
    agree: int = 2
    """Brightnesses at which they have to be counted so."""
    uneven_dice: float = 1.8
    """Area of a pip on one die of a set against that on the others, at most, either way."""
    other_light: tuple[float, float] = (30.0, 12.0)
    """By which pips of one set differ at most: levels of Lab, in lightness and in colour."""


PARAMS = PipParams()
_FLATTEST = {3: (0.0, 0.2), 4: (0.2, 1.0), 5: (0.2, 1.0), 6: (0.15, 1.0)}
"""Spread across over spread along, of the pips' places: three lie in a line, more do not."""


@dataclass(frozen=True, slots=True)
class Pips:
    """How the pips of one face look."""

    area: float
    """Of one of them, part of the face."""
    colour: tuple[float, float, float]
    """Lab, in OpenCV's levels of 0 to 255."""


def has_pips(rgb: Pixels, middle: tuple[float, float], side: float, value: int, params: PipParams = PARAMS) -> bool:
    """Whether a face in a picture, given by its box's middle and side in pixels, shows just so many pips in their places."""
    return pips(rgb, middle, side, value, params) is not None


def pips(rgb: Pixels, middle: tuple[float, float], side: float, value: int, params: PipParams = PARAMS) -> Pips | None:
    """How the pips look on a face in a picture, given by its box's middle and side in pixels; None where it does not show just so many."""
    size = max(6, round(1.1 * side))
    face = cv2.resize(cv2.getRectSubPix(rgb, (size, size), middle), (params.side_px, params.side_px), interpolation=cv2.INTER_AREA)
    grey = _contrasted(np.asarray(face, np.float32))
    low, high = np.quantile(grey, (0.01, 0.99))
    levels = np.linspace(low, high, params.levels + 2)[1:-1]
    for sign in (1, -1):
        found = [_blobs(np.asarray(sign * grey > sign * level, np.uint8), params) for level in levels]
        counted = [blobs for blobs in found if _are_pips(blobs, value, params)]
        if len(counted) >= params.agree:
            return _looks(np.asarray(face, np.uint8), counted[len(counted) // 2])
    return None


def are_of_one_set(some: Pips, others: Sequence[Pips], params: PipParams = PARAMS) -> bool:
    """Whether the pips of one face look as those of other faces usually do."""
    lightness, colour = params.other_light
    off = np.abs(np.array(some.colour) - np.median([one.colour for one in others], axis=0))
    larger = abs(float(np.log(some.area / np.median([one.area for one in others]))))
    return bool(off[0] <= lightness and off[1:].max() <= colour and larger <= np.log(params.uneven_dice))


def _looks(face: Pixels, blobs: Floats) -> Pips:
    """The usual area and colour of pips on a face, by their middles."""
    lab, at = cv2.cvtColor(face, cv2.COLOR_RGB2LAB), np.round((blobs[:, :2] + 0.5) * face.shape[0] - 0.5).astype(int)
    light, a, b = (float(v) for v in np.median(lab[at[:, 1], at[:, 0]], axis=0))
    return Pips(float(np.median(blobs[:, 2])), (light, a, b))


def _contrasted(face: Floats) -> Floats:
    """(H, W) the face along the colour in which it differs most: pips against body."""
    flat = face.reshape(-1, 3) - face.reshape(-1, 3).mean(0)
    _, axes = np.linalg.eigh(flat.T @ flat)
    return np.asarray(cv2.GaussianBlur((flat @ axes[:, -1]).reshape(face.shape[:2]).astype(np.float32), (0, 0), 0.8), np.float32)


def _blobs(mask: Pixels, params: PipParams) -> Floats:
    """(n, 3) middle, from the face's own, and area of every compact patch of a pip's size within reach; in parts of the face's side."""
    count, _, stats, middles = cv2.connectedComponentsWithStats(mask, connectivity=4)
    found = []
    for k in range(1, count):
        x, y, wide, high, area = (int(v) for v in stats[k])
        part, place = area / params.side_px**2, (middles[k] - (params.side_px - 1) / 2) / params.side_px
        is_inside = min(x, y) > 0 and max(x + wide, y + high) < params.side_px
        is_compact = area >= params.fill * wide * high and max(wide, high) <= params.longest * min(wide, high)
        if is_inside and is_compact and params.area[0] <= part <= params.area[1] and np.hypot(*place) <= params.reach:
            found.append((*place, part))
    return np.array(found, np.float32).reshape(-1, 3)


def _are_pips(blobs: Floats, value: int, params: PipParams) -> bool:
    if len(blobs) != value or blobs[:, 2].max() > params.most_uneven * blobs[:, 2].min() or np.hypot(*blobs[:, :2].mean(0)) > params.off:
        return False
    if value not in _FLATTEST:
        return True
    spread = np.sqrt(np.clip(np.linalg.eigvalsh(np.cov(blobs[:, :2].T)), 0, None))
    low, high = _FLATTEST[value]
    return bool(low <= spread[0] / max(spread[1], 1e-6) <= high)
