"""What the sides of a quad tell: whether a piece ends there, or whether it is printed on one whose edge runs around it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image.quads import sides

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

STEP = 6.0
"""Grey levels by which the mean colour along a side changes at least where a piece ends: paler on pale ground nobody sees it end."""
_ALONG = 200
"""Places looked at along each side, without its ends: corners are rounded ..."""
_PART = (0.1, 0.9)
_IN, _OUT = -0.06, 0.18
"""... from so far within to so far beyond it, in parts of the mean of all sides, ..."""
_ROWS = 121
_ROW = (_OUT - _IN) / (_ROWS - 1)
"""... every so far."""
_GAP = 4
"""Rows to either side between which a change is a step: a blurred edge is as wide, a shadow falls off more slowly."""
_OWN = 0.01
"""Up to so far from a side a step is its own, ..."""
_BEYOND = (0.022, 0.17)
"""... from the one to the other of these it is another line's: paper beyond a printed frame ends there."""
_AS_FAR = 0.01
"""By so much the paper around a frame may be wider along one side than along another."""
_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


def steps(rgb: Pixels, quad: Floats) -> Floats:
    """(4, 2, _ROWS): how much the mean colour along both halves of each side of a quad (4, 2) changes, at each distance, in grey levels."""
    across = np.stack([_profile(rgb, quad, side) for side in range(4)])
    found = np.zeros(across.shape[:3], np.float32)
    found[..., _GAP:-_GAP] = np.abs(across[:, :, 2 * _GAP :] - across[:, :, : -2 * _GAP]).max(3)
    return found


def least_step(found: Floats) -> float:
    """The least that the colour changes at either half of any of the four sides: a side askew has no edge along both."""
    return float(found[..., _row(-_OWN) : _row(_OWN) + 1].max(2).min())


def beyond(found: Floats) -> Floats | None:
    """(4,) how far beyond each side another line runs, where one does along all four and about as far: the outermost; else None."""
    low, high = (_row(far) for far in _BEYOND)
    reach = round(_AS_FAR / _ROW)
    outside = _without_own(found[..., low:high].mean(1))
    shared = np.asarray(cv2.dilate(outside, np.ones((1, 2 * reach + 1), np.uint8)), np.float32).min(0)
    if shared.max() < STEP:
        return None
    last = int(np.flatnonzero(shared >= STEP)[-1])
    clearest = shared[max(0, last - 2 * reach) : last + 1]
    middle = max(0, last - 2 * reach) + round(float(np.flatnonzero(clearest >= 0.99 * clearest.max()).mean()))
    first = max(0, middle - reach)
    return np.asarray((low + first + outside[:, first : middle + reach + 1].argmax(1)) * _ROW + _IN, np.float32)


def _without_own(outside: Floats) -> Floats:
    """Changes of colour (n, rows) without the first rows of each, as long as they get less: the end of a step that lies nearer."""
    falls = np.minimum.accumulate(np.diff(outside, axis=1) <= 0, axis=1)
    return np.where(np.pad(falls, ((0, 0), (0, 1))), np.float32(0), outside)


def widened(quad: Floats, far: Floats) -> Floats:
    """The quad with each side moved outwards by so much (4,), in parts of the mean of all."""
    top, right, bottom, left = far * _shares(quad)
    corners = np.array([[-left, -top], [1 + right, -top], [1 + right, 1 + bottom], [-left, 1 + bottom]], np.float32)
    return np.asarray(cv2.perspectiveTransform(corners[None], cv2.getPerspectiveTransform(_UNIT, quad))[0], np.float32)


def _profile(rgb: Pixels, quad: Floats, side: int) -> Floats:
    """(2, _ROWS, 3): the mean colour along lines that run beside both halves of one side, from within outwards."""
    start, end = _UNIT[side], _UNIT[(side + 1) % 4]
    along = end - start
    out = np.array([along[1], -along[0]], np.float32)
    out *= _shares(quad)[side]
    strip = [start + part * along + far * out for far, parts in ((_IN, _PART), (_OUT, _PART[::-1])) for part in parts]
    px = cv2.perspectiveTransform(np.array([strip], np.float32), cv2.getPerspectiveTransform(_UNIT, quad))[0]
    flat = np.array([[0, 0], [_ALONG - 1, 0], [_ALONG - 1, _ROWS - 1], [0, _ROWS - 1]], np.float32)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpPerspective(rgb, cv2.getPerspectiveTransform(flat, px), (_ALONG, _ROWS), flags=how, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(_ROWS, 2, _ALONG // 2, 3).mean(2, dtype=np.float32).swapaxes(0, 1), np.float32)


def _shares(quad: Floats) -> Floats:
    """(4,): the mean of all sides in parts of those across which one moves away from each."""
    long = sides(quad)
    across = (long + np.roll(long, 2)) / 2
    return np.asarray(long.mean() / np.roll(across, -1), np.float32)


def _row(far: float) -> int:
    return round((far - _IN) / _ROW)
