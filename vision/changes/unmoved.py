"""Does a piece look just as it did when it was read? Compared pixel by pixel in a picture of middling size, less the light."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.patches import shifted
from vision.frame import Frame
from vision.observation import Detection

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class UnmovedParams:
    """When a piece counts as it was."""

    fine_px: int = 800
    """Longer side of the picture in which pieces are compared."""
    soft_px: float = 1.0
    """Blur, which takes noise away."""
    change: int = 22
    """Levels by which a pixel differs in a colour, once a change of the light is taken out; a digit's strokes do by far more."""
    faint: int = 10
    """Levels from which it may: what is as wide as a token has changed where all of it may have ..."""
    least_changed: float = 0.3
    """... and this part of it has."""
    gone: float = 0.5
    """A token is gone where more than this part of its place may have changed: a dark one on a dark cloth, in dim light."""
    most_changed_px: int = 2
    """So many such pixels are noise."""
    most_gain: float = 1.15
    """The light on the piece may have changed by this factor, in each colour."""
    least_px: int = 80
    """Pixels of a piece that must be in the picture to tell ..."""
    least_shown: float = 0.3
    """... and the part of them that nothing hides."""
    most_slid_px: int = 5
    """How far a bump moves a piece in the fine picture."""
    alike: float = 0.9
    """Correlation with how it looked, at the least, where a bump may have moved a piece, then to be compared there pixel by pixel."""
    least_print: float = 8.0
    """Standard deviation of its grey levels, at the least: a plain one is found anywhere."""


PARAMS = UnmovedParams()
COMPACT_PX = 5
"""Of the fine picture: what has changed and is narrower is an edge that moved a little."""
_GAP_PX = 3
"""Of the fine picture: gaps that are filled ..."""
_TOKEN_PX = 9
"""... in a change that is wider: a token on print of its own colours."""
_PARTS = (0.0, -0.25, 0.25, -0.5, 0.5, -0.75, 0.75)
"""Of a fine pixel by which a bump is told apart."""
_FILLED = 0.3
"""Part of a coarse pixel that must have changed."""


@dataclass(frozen=True, slots=True, eq=False)
class Fine:
    """A picture of middling size."""

    rgb: Pixels
    """(h, w, 3)."""
    scale: float
    """Its pixels per pixel of the frame."""


@dataclass(frozen=True, slots=True, eq=False)
class Looked:
    """A piece, and how it looked when it was read."""

    piece: Detection
    at: tuple[slice, slice]
    """Rows and columns of the fine picture."""
    rgb: Pixels
    inside: Pixels
    """1 where the piece lies; both as high and wide as `at`."""


def fine_of(frame: Frame, params: UnmovedParams = PARAMS) -> Fine:
    """The picture in which pieces are compared."""
    scale = min(1.0, params.fine_px / max(frame.size_px))
    small = cv2.resize(frame.rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return Fine(np.asarray(cv2.GaussianBlur(small, (0, 0), params.soft_px), np.uint8), scale)


def looked_at(piece: Detection, fine: Fine) -> Looked:
    """The piece as it looks in a picture, to be compared with later ones."""
    quad = (np.asarray(piece.quad_px) + 0.5) * fine.scale - 0.5
    height, width = fine.rgb.shape[:2]
    (left, top), (right, bottom) = np.floor(quad.min(0)).astype(int).tolist(), np.ceil(quad.max(0)).astype(int).tolist()
    at = slice(max(0, top), min(height, bottom + 1)), slice(max(0, left), min(width, right + 1))
    rgb = fine.rgb[at].copy()
    inside = np.zeros(rgb.shape[:2], np.uint8)
    if rgb.size:
        cv2.fillConvexPoly(inside, np.rint(quad - (at[1].start, at[0].start)).astype(np.int32), 1)
    return Looked(piece, at, rgb, inside)


def is_unmoved(looked: Looked, fine: Fine, params: UnmovedParams = PARAMS, hidden: Pixels | None = None) -> bool:
    """Whether the piece looks as it did; what cannot be told is not so.

    `hidden` (h, w of the fine picture): not 0 where something lies that says nothing of the piece below.
    """
    now, told = fine.rgb[looked.at], looked.inside > 0
    if hidden is not None:
        told &= hidden[looked.at] == 0
    if now.shape != looked.rgb.shape or np.count_nonzero(told) < max(params.least_px, params.least_shown * np.count_nonzero(looked.inside)):
        return False
    return _is_alike(now[told], looked.rgb[told], params)


def _is_alike(now: Pixels, then: Pixels, params: UnmovedParams) -> bool:
    """Whether (n, 3) pixels are what they were, but for the light and a little noise."""
    after, before = now.astype(np.float32) + 1, then.astype(np.float32) + 1
    gains = np.median(after, axis=0) / np.median(before, axis=0)
    if gains.min() < 1 / params.most_gain or gains.max() > params.most_gain:
        return False
    return int(np.count_nonzero((np.abs(after - gains * before) > params.change).any(axis=1))) <= params.most_changed_px


def slid(looked: Looked, fine: Fine, params: UnmovedParams = PARAMS) -> Detection | None:
    """The piece where it shows now, just as it did but a little aside: all that a bump does; None where it does not."""
    rows, columns = looked.at
    far, (height, width) = params.most_slid_px, fine.rgb.shape[:2]
    whole = looked.rgb.shape[:2] == (rows.stop - rows.start, columns.stop - columns.start)
    if not whole or min(rows.start, columns.start, height - rows.stop, width - columns.stop) < far:
        return None
    if not looked.inside.any() or looked.rgb[looked.inside > 0].std(axis=0).max() < params.least_print:
        return None
    around: Pixels = fine.rgb[rows.start - far : rows.stop + far, columns.start - far : columns.stop + far]
    fit = cv2.matchTemplate(around, looked.rgb, cv2.TM_CCOEFF_NORMED, mask=looked.inside)
    _, best, _, (x, y) = cv2.minMaxLoc(np.nan_to_num(fit, posinf=0.0, neginf=0.0))
    if best < params.alike:
        return None
    told, size = looked.inside > 0, looked.rgb.shape[1::-1]
    for aside, down in ((x + dx, y + dy) for dx in _PARTS for dy in _PARTS):
        there = cv2.warpAffine(around, np.array([[1.0, 0.0, -aside], [0.0, 1.0, -down]]), size, borderMode=cv2.BORDER_REPLICATE)
        if _is_alike(np.asarray(there, np.uint8)[told], looked.rgb[told], params):
            return shifted(looked.piece, (aside - far) / fine.scale, (down - far) / fine.scale)
    return None


def unmoved(looked: Sequence[Looked], among: Sequence[Detection], fine: Fine, hidden: Pixels | None = None) -> tuple[Detection, ...]:
    """Which of some pieces look as they did, where nothing hides them."""
    return tuple(one.piece for one in looked if one.piece in among and is_unmoved(one, fine, hidden=hidden))


def changed_places(
    now: Fine, before: Fine, size: tuple[int, int], params: UnmovedParams = PARAMS, lying: Sequence[Detection] = ()
) -> NDArray[np.bool_]:
    """(h, w) for a `size` of w, h: where something compact has changed, be it as small as a token, once the light's change is taken out.

    `lying`: what lay there before; where one of its tokens did, less has to have changed.
    """
    if now.rgb.shape != before.rgb.shape:
        return np.zeros(size[::-1], np.bool_)
    difference = _difference(now, before)
    found = _compact(_above(difference, params.change)) | _faint(difference, params) | _gone(difference, lying, now, params)
    return np.asarray(cv2.resize(found.astype(np.float32), size, interpolation=cv2.INTER_AREA) >= _FILLED, np.bool_)


def differing(now: Fine, before: Fine, params: UnmovedParams = PARAMS) -> Pixels:
    """(h, w): 1 where two pictures of the same size differ, once the light's change is taken out."""
    return _above(_difference(now, before), params.change)


def _difference(now: Fine, before: Fine) -> Pixels:
    """(h, w): levels by which two pictures differ in some colour, once the light's change is taken out."""
    after, then = (np.median(one.rgb[::8, ::8].astype(np.float32) + 1, axis=(0, 1)) for one in (now, before))
    levels = np.outer(np.arange(1, 257), after / then) - 1
    expected = cv2.LUT(before.rgb, np.clip(np.rint(levels), 0, 255).astype(np.uint8)[None])
    red, green, blue = cv2.split(cv2.absdiff(now.rgb, expected))
    return np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8)


def _above(difference: Pixels, levels: int) -> Pixels:
    return np.asarray(difference > levels, np.uint8)


def _compact(differs: Pixels) -> Pixels:
    """(h, w): what has changed that is no edge which moved a little; it may have gaps where it is as large as a token on its own print."""
    solid = cv2.morphologyEx(differs, cv2.MORPH_OPEN, _square(COMPACT_PX))
    filled = cv2.morphologyEx(differs, cv2.MORPH_CLOSE, _square(_GAP_PX))
    return np.asarray(cv2.bitwise_or(solid, cv2.morphologyEx(filled, cv2.MORPH_OPEN, _square(_TOKEN_PX))), np.uint8)


def _faint(difference: Pixels, params: UnmovedParams) -> Pixels:
    """(h, w): what is as wide as a token and has changed a little everywhere, in many places much, as in dim light on print of its own."""
    wide = cv2.morphologyEx(_above(difference, params.faint), cv2.MORPH_OPEN, _square(_TOKEN_PX))
    _, places, stats, _ = cv2.connectedComponentsWithStats(wide)
    for n, (left, top, width, height, size) in enumerate(stats[1:].tolist(), 1):
        at = slice(top, top + height), slice(left, left + width)
        here = places[at] == n
        if np.count_nonzero(difference[at][here] > params.change) < params.least_changed * size:
            wide[at][here] = 0
    return np.asarray(wide, np.uint8)


def _gone(difference: Pixels, lying: Sequence[Detection], now: Fine, params: UnmovedParams) -> Pixels:
    """(h, w): the places of tokens of which more than a part may have changed."""
    found = np.zeros_like(difference)
    for one in (looked_at(piece, now) for piece in lying if piece.kind == "token"):
        told = one.inside > 0
        if np.count_nonzero(difference[one.at][told] > params.faint) > params.gone * np.count_nonzero(told):
            found[one.at][told] = 1
    return found


def _square(side_px: int) -> Pixels:
    return np.ones((side_px, side_px), np.uint8)
