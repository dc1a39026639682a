"""A round token shown to the camera: one alone on plain ground, found by its rim, cut out as from straight above and under even light."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.blobs import alone, is_plain, small_and_even
from vision.enrolling.crop import off_ground
from vision.enrolling.evened import along_rim, evened
from vision.image.channels import greatest
from vision.looks.silhouettes import apart

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_ROUND = 0.8
"""Part of the ellipse around it that an outline of a disc fills; and its shortest axis through its longest, seen at up to 35 degrees."""
_FAINT = 8.0
"""Grey levels by which a piece differs from its ground at least."""
_NORMALS = 120
_SHADOWED, _LIT = 0.15, 0.06
"""So far on either side of an outline that holds a shadow, and of one that does not, in radii, the true edge is looked for, ..."""
_STEEP = 0.5
"""outermost of those that are so steep beside the steepest one: print lies within, and a shadow's end is softer ..."""
_LEAST_STEP = 5.0
"""and in grey levels within two pixels."""
_FIRM = 0.4
"""The end of a shadow is softer than most of the rim, too: less than so steep beside that."""
_NEAR = 0.02
"""An edge lies on an ellipse when it is no farther from it, in radii ..."""
_LEAST_RIM = 0.6
"""and on so much of it at least,"""
_LEAST_EDGES = 0.85
"""as are so many of the edges that were found."""
_OF_GROUND = 20.0
"""Grey levels by which the ground's colour differs from itself ..."""
_MOSTLY = 0.3
"""and the part of a disc that has it in a printed ring."""
_SQUARE, _CENTRAL = 0.03, 0.01
"""A scan of a disc is as high as wide but for so much, and what is printed on it is central but for so much of that."""
_THERE, _ACROSS = 0.93, 0.04
"""Rims so large beside the largest are of one piece, with its shadow or without; its colours are compared so far from it, in radii."""
_ROUNDS = 4
_FEWEST, _LEAST_PX = 6, 12.0
"""Places by which an ellipse is laid, and its radius."""
_INSIDE = 0.985
"""Of a disc's radius: where it is cut, so that nothing of the ground is left."""
_LONGEST_PX = 1024
_ONE_GROUND = 0.35
"""Natural logarithm of how many times as bright one ground may seem in any colour ..."""
_ONE_HUE = 0.2
"""and beside its other colours."""
_HALF = np.array([[0.0, 0.0, 0.5]])
"""Half a pixel is from a pixel's middle to its edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Disc:
    """A round piece that was cut out."""

    rgb: Pixels
    """(side, side, 3) RGB; it touches all four edges."""
    ground: Floats
    """(3,) RGB of what it lay on."""


def on_one_ground(discs: Sequence[Disc]) -> list[Pixels]:
    """Each as if its ground had the colour that all have in the middle: a phone sees every picture's white anew, the table stays the same.

    One whose ground is another is left as it is.
    """
    usual = np.median([np.maximum(disc.ground, 1) for disc in discs], axis=0) if discs else np.ones(3)
    gains = [usual / np.maximum(disc.ground, 1) for disc in discs]
    return [
        np.asarray(np.clip(np.rint(disc.rgb * gain), 0, 255), np.uint8) if _is_light(np.log(gain)) else disc.rgb
        for disc, gain in zip(discs, gains, strict=True)
    ]


def _is_light(times: NDArray[np.float64]) -> bool:
    """Whether one table may seem so many times, as natural logarithms (3,), as bright in another picture: its hue changes less."""
    return bool(np.abs(times).max() <= _ONE_GROUND and np.abs(times - times.mean()).max() <= _ONE_HUE)


def find_disc(rgb: Pixels) -> Disc | None:
    """A round piece, alone on plain ground; None where there is none. `rgb`: (H, W, 3) RGB."""
    small, factor = small_and_even(rgb)
    rims = [rim for rim in (_on_rim(small, *each) for each in _outlines(small)) if rim is not None and not _is_in_scan(small, rim)]
    if not rims:
        return None
    largest = max(_radius(rim) for rim in rims)
    clearest = max((rim for rim in rims if _radius(rim) >= _THERE * largest), key=lambda rim: _contrast(small, rim))
    cut = _straightened(evened(rgb), (clearest + _HALF) / factor - _HALF)
    return Disc(cut, np.asarray(np.median(small[along_rim(small.shape)], axis=0), np.float32))


def _outlines(rgb: Pixels) -> Iterator[tuple[Floats, float]]:
    """(n, 1, 2) px: the outline of the one piece in the picture, its shadow with it or not; its rim may be so many radii from there."""
    lit, faint = (_without_specks(mask) for mask in (off_ground(rgb)[..., 0] // 255, _faint(rgb)))
    for mask, reaches in ((apart(rgb)[1:-1, 1:-1], (_SHADOWED, _LIT)), (faint, (_SHADOWED, _LIT)), (lit, (_LIT,))):
        outline = alone(np.pad(mask, 1))
        if outline is not None and is_plain(rgb, mask):
            yield from ((outline, reach) for reach in reaches)


def _without_specks(mask: Pixels) -> Pixels:
    return np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)


def _faint(rgb: Pixels) -> Pixels:
    """(H, W) 1 where a picture differs more from its ground than that does from itself: a piece hardly darker, but for its print."""
    on_rim = along_rim(rgb.shape)
    soft = cv2.blur(rgb, (5, 5)).astype(np.float32)
    off = greatest(np.abs(soft - np.median(soft[on_rim], axis=0)))
    return np.asarray(off > max(_FAINT, float(np.percentile(off[on_rim], 98))), np.uint8)


def _on_rim(rgb: Pixels, outline: Floats, reach: float) -> NDArray[np.float64] | None:
    """(2, 3): where the unit circle is the rim of the disc with that outline; None where no rim is there."""
    hull = cv2.convexHull(outline)
    if len(hull) < _FEWEST:
        return None
    rim = _circle_to(cv2.fitEllipseDirect(hull))
    if cv2.contourArea(outline) < _ROUND * np.pi * abs(np.linalg.det(rim[:, :2])):
        return None
    for _ in range(_ROUNDS):
        if not _is_round(rim):
            return None
        edges = _edges(rgb, rim, reach)
        away = np.abs(_away(rim, edges))
        near = edges[away <= max(_NEAR, float(np.median(away)))] if len(edges) else edges
        if len(near) < _FEWEST:
            return None
        rim = _circle_to(cv2.fitEllipseDirect(near[:, None].astype(np.float32)))
    if not _is_round(rim):
        return None
    is_near = np.abs(_away(rim, _edges(rgb, rim, reach))) <= _NEAR
    is_there = is_near.sum() >= max(_LEAST_RIM * _NORMALS, _LEAST_EDGES * len(is_near))
    return rim if is_there and not _is_ring(rgb, rim) else None


def _is_round(rim: NDArray[np.float64]) -> bool:
    """Whether an ellipse is one that a disc is seen as, and large enough to show an edge."""
    if not np.isfinite(rim).all():
        return False
    long, short = np.linalg.svd(rim[:, :2], compute_uv=False)
    return bool(short >= max(_ROUND * long, _LEAST_PX))


def _is_in_scan(rgb: Pixels, rim: NDArray[np.float64]) -> bool:
    """Whether a picture is square and a rim in its very middle, where no hand lays a piece: of a scan, on which it is printed."""
    high, wide = rgb.shape[:2]
    off = np.abs(rim[:, 2] - [(wide - 1) / 2, (high - 1) / 2]).max() / wide
    return bool(abs(high / wide - 1) <= _SQUARE and off <= _CENTRAL)


def _is_ring(rgb: Pixels, rim: NDArray[np.float64]) -> bool:
    """Whether most of what lies within a rim has the ground's colour: a ring that is printed on a piece as dark as its ground."""
    ground = np.median(rgb[along_rim(rgb.shape)], axis=0)
    within = _straightened(rgb, rim).astype(np.float32)
    disc = np.hypot(*(np.mgrid[: len(within), : len(within)] - (len(within) - 1) / 2)) <= len(within) / 2
    return bool((greatest(np.abs(within - ground)) <= _OF_GROUND)[disc].mean() > _MOSTLY)


def _radius(rim: NDArray[np.float64]) -> float:
    return float(np.sqrt(abs(np.linalg.det(rim[:, :2]))))


def _contrast(rgb: Pixels, rim: NDArray[np.float64]) -> float:
    """How much colour changes across most of a rim, in grey levels: less where a part of it is the end of a shadow."""
    inside, outside = (_sampled(rgb, rim, np.array([1 + side * _ACROSS]))[:, 0] for side in (-1, 1))
    return float(np.percentile(np.abs(inside - outside).max(1), 20))


def _sampled(rgb: Pixels, rim: NDArray[np.float64], depths: NDArray[np.float64]) -> Floats:
    """(normals, depths, 3): colours at so many radii from a rim's middle."""
    at = _places(rim, depths).astype(np.float32)
    seen = cv2.remap(rgb, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.float32).reshape(_NORMALS, len(depths), 3)


def _places(rim: NDArray[np.float64], depths: NDArray[np.float64]) -> NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, _NORMALS, endpoint=False)
    unit = np.stack([np.cos(turn), np.sin(turn)], -1)
    return np.asarray((depths[None, :, None] * unit[:, None]) @ rim[:, :2].T + rim[:, 2], np.float64)


def _circle_to(ellipse: tuple[Sequence[float], Sequence[float], float]) -> NDArray[np.float64]:
    """(2, 3): the unit circle -> OpenCV's ellipse, without a turn."""
    (x, y), (wide, high), degrees = ellipse
    cos, sin = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    turn = np.array([[cos, -sin], [sin, cos]])
    return np.hstack([turn @ np.diag([wide / 2, high / 2]) @ turn.T, [[x], [y]]])


def _away(rim: NDArray[np.float64], places: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n, 2) px -> (n,): how far outside the rim, in radii."""
    return np.asarray(np.hypot(*np.linalg.solve(rim[:, :2], (places - rim[:, 2]).T)) - 1, np.float64)


def _edges(rgb: Pixels, rim: NDArray[np.float64], reach: float) -> NDArray[np.float64]:
    """(n, 2) px: the edge within `reach` radii of each place of a rim, where there is one."""
    depths = np.arange(1 + reach, 1 - reach, -0.5 / _radius(rim))  # from outside
    seen = np.asarray(cv2.GaussianBlur(_sampled(rgb, rim, depths), (5, 1), 1.0), np.float32)
    step = greatest(np.abs(seen[:, 4:] - seen[:, :-4]))
    is_steep = step >= np.maximum(_STEEP * step.max(1, keepdims=True), _LEAST_STEP)
    is_peak = is_steep & (step >= np.roll(step, 1, 1)) & (step >= np.roll(step, -1, 1))
    first = is_peak.argmax(1)
    rows = np.flatnonzero(is_peak.any(1))
    found = step[rows, first[rows]]
    rows = rows[found >= _FIRM * np.median(found)] if len(rows) else rows
    return np.asarray(_places(rim, depths)[rows, first[rows] + 2], np.float64)


def _straightened(rgb: Pixels, rim: NDArray[np.float64]) -> Pixels:
    """The disc within a rim, as a square."""
    side = round(min(_LONGEST_PX, max(16.0, 2 * float(np.linalg.norm(rim[:, :2], axis=0).max()))))
    part, middle = 2 * _INSIDE / side, (side - 1) / 2
    to_unit = np.array([[part, 0, -part * middle], [0, part, -part * middle], [0, 0, 1]])
    flags = cv2.INTER_AREA | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(rgb, rim @ to_unit, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)
