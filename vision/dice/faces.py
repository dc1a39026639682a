"""Faces of dice that their owner has shown: an emblem, a numeral, pips laid otherwise. Compared in every turn and a little from the side.

What is kept of a face is its mosaic of colours (`Look`). Here it is only how light its print is against its body: the same for every die of
a set of marbled ones, and under every light. A face is named when it resembles a shown one, and neither another nor any face with pips
nearly as much.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.catalogue import Look

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_SIDE = 22
"""Pixels across a face when it is compared."""
_REACH = 0.94
"""Diameter of the disc of it that is, in sides: it stays on the face in every turn."""
_TURNS = 40
_SQUEEZES = tuple((way, by) for by in (0.88, 0.76) for way in (0.0, 45.0, 90.0, 135.0))
"""Directions in which a face seen from the side is narrower, degrees, and by what factor."""
_SIZES = (0.86, 0.95, 1.05)
_ASIDE = np.array([(x, y) for x in (-0.08, -0.04, 0, 0.04, 0.08) for y in (-0.08, -0.04, 0, 0.04, 0.08)], np.float32)
"""A face's middle may be off by so many of its sides."""
_SOFT = 0.5
"""Pixels by which both are softened."""
_LUMINANCE = np.array([0.3, 0.59, 0.11], np.float32)


@dataclass(frozen=True, slots=True)
class FaceParams:
    """What names a face."""

    least: float = 0.72
    """Correlation with the shown face."""
    ahead: float = 0.14
    """By so much it resembles that one more than any other, and any number of pips ..."""
    nearly: tuple[float, float] = (0.05, 3.0)
    """... or by so much, when it lacks so many times less of that one: numerals are much alike."""


PARAMS = FaceParams()


@dataclass(frozen=True, slots=True)
class Told:
    """Which shown face a face resembles most, how much, how much what it resembles next, and where it lies."""

    id: str
    likeness: float
    rival: float
    middle: tuple[float, float]
    side: float

    def is_sure(self, params: FaceParams = PARAMS) -> bool:
        """Whether that names it."""
        ahead, (least, times) = self.likeness - self.rival, params.nearly
        is_nearer = ahead >= least and 1 - self.rival >= times * (1 - self.likeness)
        return self.likeness >= params.least and (ahead >= params.ahead or is_nearer)


class DieFaces:
    """The shown faces of dice of one box."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self.ids = tuple(dict.fromkeys(look.id for look in looks))
        self.sizes_mm = {look.id: look.size_mm for look in looks}
        self._of = [look.id for look in looks]
        banks = [_bank(_print(_square(look.colours))) for look in looks]
        self._many = banks[0].shape[1] if banks else 1
        none = np.zeros((int(_INSIDE.sum()), 0), np.float32)
        self._bank = np.concatenate([*banks, none], 1)
        self._pips = np.concatenate([_bank(_pips(value)) for value in range(1, 7)], 1) if banks else none

    def tell(self, rgb: Pixels, middle: tuple[float, float], side: float, usual: float | None = None) -> Told | None:
        """What the face in an RGB picture, given by its box's middle and side in pixels, resembles; None where no face was shown.

        `usual`: the side of other dice there. A net that knows pips tells only roughly where a face without any lies.
        """
        if not self._of:
            return None
        places = [(middle, side, _ASIDE), *([] if usual is None else [(middle, part * usual, 4 * _ASIDE) for part in PRINT])]
        if (print_ := inked(rgb, middle, side)) is not None:
            places.append((*print_, _ASIDE))
        views = [((x + float(dx) * wide, y + float(dy) * wide), wide) for (x, y), wide, aside in places for dx, dy in aside]
        seen = np.stack([_seen(rgb, *view) for view in views])
        likes = (seen @ self._bank).reshape(len(seen), -1, self._many).max(2)
        each = likes.max(0)
        best = int(each.argmax())
        view, likeness = views[int(likes[:, best].argmax())], float(each[best])
        if likeness < PARAMS.least:
            return Told(self._of[best], likeness, 1.0, *view)
        others = [float(like) for like, id in zip(each, self._of, strict=True) if id != self._of[best]]
        near = seen[np.hypot(*(np.array([at for at, _ in views]) - view[0]).T) <= _NEAR * view[1]]
        return Told(self._of[best], likeness, max(float(np.abs(near @ self._pips).max()), *others, 0.0), *view)


def apart(looks: Sequence[Look]) -> dict[tuple[int, int], float]:
    """For every two faces with other ids, by their index: how far they are from being one in some turn, 0 to 1."""
    flat = [_square(look.colours) for look in looks]
    banks, seen = [_bank(_print(one)) for one in flat], [_seen(one, (47.5, 47.5), 96.0) for one in flat]
    pairs = ((i, j) for i, j in combinations(range(len(looks)), 2) if looks[i].id != looks[j].id)
    return {(i, j): 1 - float(max((seen[i] @ banks[j]).max(), (seen[j] @ banks[i]).max())) for i, j in pairs}


PRINT = (0.78, 1.0)
"""What was shown of a face is its print, which is so much of it."""
_NEAR = 0.12
"""So near to where a shown face seems to lie, in its sides, pips may lie instead."""


def inked(rgb: Pixels, middle: tuple[float, float], side: float) -> tuple[tuple[float, float], float] | None:
    """Where the print of a face is that lies about there: its middle, and the side of a face that bears it; None where none is alone.

    A net that finds dice by their pips knows only roughly where a face without any lies; its print says it better.
    """
    half = round(0.75 * side)
    if half < 8:
        return None
    part = np.asarray(cv2.getRectSubPix(rgb, (2 * half + 1, 2 * half + 1), middle), np.uint8)
    shade = np.asarray(cv2.GaussianBlur(_print(part, 0.25), (0, 0), 0.02 * side), np.float32)
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    near = np.hypot(x, y) < 0.42 * side
    low, high = np.quantile(shade[near], (0.03, 0.97))
    level = _between(shade[near], float(low), float(high))
    lighter = shade > level
    ink = lighter if lighter[near].mean() < 0.5 else ~lighter
    joined = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((max(1, round(0.08 * side)),) * 2, np.uint8))
    count, labels, stats, middles = cv2.connectedComponentsWithStats(joined, connectivity=8)
    best = max(
        (k for k in range(1, count) if _is_inside(stats[k], 2 * half + 1) and np.hypot(*(middles[k] - half)) < 0.4 * side),
        key=lambda k: int(stats[k][cv2.CC_STAT_AREA]),
        default=None,
    )
    if best is None or stats[best][cv2.CC_STAT_AREA] < 0.03 * side**2:
        return None
    at = np.argwhere(ink & (labels == best))[:, ::-1].astype(np.float32)
    (cx, cy), radius = cv2.minEnclosingCircle(at)
    return (middle[0] + cx - half, middle[1] + cy - half), 2 * radius / _INKED


def printed(rgb: Pixels, middle: tuple[float, float], side: float) -> Pixels | None:
    """The print of a face that lies about there, cut out; None where none is alone."""
    found = inked(rgb, middle, side)
    if found is None:
        return None
    size = max(6, round(found[1]))
    return np.asarray(cv2.getRectSubPix(rgb, (size, size), found[0]), np.uint8)


_INKED = 0.8
"""Diameter of the circle around a face's print, in sides of the part that is compared."""


def _between(shades: Floats, low: float, high: float) -> float:
    """The level that parts print from body best: where the two sides vary least, by Otsu."""
    eight = np.clip(255 * (shades - low) / max(1e-3, high - low), 0, 255).astype(np.uint8)
    level, _ = cv2.threshold(eight.reshape(-1, 1), 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return low + (high - low) * (float(level) + 0.5) / 255


def _is_inside(stats: NDArray[np.int32], side: int) -> bool:
    """Whether a patch does not reach the rim of a square picture."""
    x, y, wide, high = (int(v) for v in stats[:4])
    return min(x, y) > 0 and max(x + wide, y + high) < side


def _grid() -> tuple[Floats, NDArray[np.bool_]]:
    """(side, side, 2) places from the middle in sides, and which lie on the disc."""
    ticks = ((np.arange(_SIDE) + 0.5) / _SIDE - 0.5).astype(np.float32) * np.float32(_REACH)
    grid = np.stack(np.meshgrid(ticks, ticks), -1).astype(np.float32)
    return grid, np.hypot(grid[..., 0], grid[..., 1]) <= _REACH / 2


_GRID, _INSIDE = _grid()
_SLOPES = np.linalg.qr(np.column_stack([np.ones(_INSIDE.sum()), _GRID[_INSIDE]]))[0].astype(np.float32)
"""(k, 3): level and slopes over the disc, to be taken out."""


def _square(colours: Pixels) -> Pixels:
    """A face's mosaic as the square that the face is."""
    return np.asarray(cv2.resize(colours, (96, 96), interpolation=cv2.INTER_CUBIC), np.uint8)


def _seen(rgb: Pixels, middle: tuple[float, float], side: float) -> Floats:
    """(k,) how light the print of a face is, without level and strength."""
    size = max(8, round(_REACH * side))
    part = np.asarray(cv2.getRectSubPix(rgb, (size, size), middle), np.uint8)
    how = cv2.INTER_AREA if size > _SIDE else cv2.INTER_LINEAR
    shade = _print(np.asarray(cv2.resize(part, (_SIDE, _SIDE), interpolation=how), np.uint8))
    return _evened(np.asarray(cv2.GaussianBlur(shade, (0, 0), _SOFT), np.float32))


def _print(face: Pixels, rim: float = 0.125) -> Floats:
    """(H, W) a face along the colour in which its middle, less that part of it all around, differs most; lighter is more."""
    flat = face.astype(np.float32)
    down, right = int(rim * flat.shape[0]), int(rim * flat.shape[1])
    middle = flat[down : flat.shape[0] - down, right : flat.shape[1] - right].reshape(-1, 3)
    off = middle - middle.mean(0)
    axis = np.linalg.eigh(off.T @ off)[1][:, -1].astype(np.float32)
    return np.asarray(flat @ (axis * (1 if axis @ _LUMINANCE >= 0 else -1)), np.float32)


def _evened(shade: Floats) -> Floats:
    """(k,) the disc of a (side, side) picture without its level and slopes, of length 1."""
    inner = shade[_INSIDE]
    left = inner - _SLOPES @ (_SLOPES.T @ inner)
    return np.asarray(left / (np.linalg.norm(left) + 1e-3), np.float32)


def _bank(face: Floats) -> Floats:
    """(k, m): a flat face as it may be seen, in every turn, squeeze and size."""
    side, columns = face.shape[0], []
    soft = cv2.GaussianBlur(face, (0, 0), _SOFT * side * _REACH / _SIDE)
    for turn in np.arange(_TURNS) * 2 * np.pi / _TURNS:
        for way, by in ((0.0, 1.0), *_SQUEEZES):
            for size in _SIZES:
                at = (_GRID @ _from_seen(turn, np.radians(way), by, size).T + 0.5) * side - 0.5
                x, y = (np.ascontiguousarray(at[..., n], np.float32) for n in (0, 1))
                seen = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
                columns.append(_evened(np.asarray(seen, np.float32)))
    return np.stack(columns, 1)


def _from_seen(turn: float, way: float, by: float, size: float) -> Floats:
    """(2, 2): places on a face as seen -> on the face."""
    c, s = np.cos(way), np.sin(way)
    axes = np.array([[c, s], [-s, c]])
    widened = axes.T @ np.diag([1 / by, 1.0]) @ axes / size
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(np.array([[c, s], [-s, c]]) @ widened, np.float32)


def _pips(value: int) -> Floats:
    """(96, 96) a face with pips, lighter than it: no shown face may resemble what is seen less than one of these."""
    face = np.zeros((96, 96), np.float32)
    for x, y in _PLACES[value]:
        cv2.circle(face, (48 + 24 * x, 48 + 24 * y), 9, 1.0, -1, cv2.LINE_AA)
    return face


_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_PLACES: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}
