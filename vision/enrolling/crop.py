"""One piece cut out of its picture: a scan is left as it is, a photo on plain ground is cut at the piece's edges and straightened."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.edged import STEP, beyond, least_step, steps, widened
from vision.enrolling.evened import along_rim, evened
from vision.image.outlines import OutlineParams, find_outlines
from vision.image.quads import overlap, sides, wider

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_WORK_PX = 1000
_LONGEST_PX = 1400
"""Longer side of a piece that is cut out."""
_OUTLINES = OutlineParams(smallest_share=0.04, largest_share=0.9, most=12, least_fill=0.93)
_SAME_SHAPE = 0.03
"""Relative difference of height to width up to which a picture has the shape of its piece."""
_TILTED_SHAPE = 0.12
"""The same for a piece in a photo, which may be taken a little from the side."""
_WHOLE_SHAPE = 0.04
"""The same for a picture that was cut at the piece's edges by hand; a phone's, 4 : 3, is farther from a card of 63 x 88 mm."""
_CENTRAL = 0.03
"""How far the middle of a printed frame may lie from the middle of a scan, in parts of its size."""
_STRAIGHT = 0.01
"""How far a printed frame in a scan may lean, in parts of the scan's longer side."""
_FLUSH = 0.012
"""How far from the picture's rim a side lies at most that runs along it, in parts of the picture's longer side."""
_PLAIN = 14.0
"""Median difference from the ground's colour (grey levels) up to which the ground is plain."""
_EVERY = 2
"""Of what lies around a piece one pixel in so many each way is looked at."""
_ALONE = 0.98
"""Of what lies around the piece, that has the ground's colour: around a panel of a card as pale as the table lies its other print."""
_APART = 18.0
"""Grey levels by which a piece's rim mostly differs from what lies around it: on both sides of a printed line is one paper."""
_WITHIN = 0.95
"""So many times the size of a quad is that rim."""
_FRAMES = 3
"""Of a piece at most, one around the other, its own edge the last."""
_THERE = 0.8
"""Quads that have so much in common, of what either covers, are guesses at one piece;"""
_CLEAR = 0.6
"""with so much of the change of colour at the clearest's sides one is about as clear: one askew cuts through print."""
_BESIDE = (1.03, 1.1)
"""Between these times its size lies what is right beside a piece: ground along every side, or another part of what is printed,"""
_SHADES = (0.3, 1.15)
"""in the piece's shadow or in a little more light, so many times as bright as the rest,"""
_OF_GROUND = 20.0
"""of whose colour it differs by so much at most (grey levels),"""
_MOSTLY = 0.8
"""in so much of each side: what a quad cuts through shows along a part of one."""


def cut_out(rgb: Pixels, size_mm: tuple[float, float]) -> Pixels:
    """The piece alone, (H, W, 3) RGB, the way up it lies in the picture: the whole picture where that is a scan of the piece."""
    found = find_piece(rgb, size_mm)
    return rgb if found is None else found


def has_shape(rgb: Pixels, size_mm: tuple[float, float]) -> bool:
    """Whether a picture is as long for its width as a piece, whichever way up: then it may show nothing but the piece."""
    shape, seen = max(size_mm) / min(size_mm), max(rgb.shape[:2]) / min(rgb.shape[:2])
    return bool(abs(seen / shape - 1) <= _WHOLE_SHAPE)


def find_piece(rgb: Pixels, size_mm: tuple[float, float]) -> Pixels | None:
    """The same; None where no piece lies on a plain ground: a bare table, or a scan, which shows nothing but the piece."""
    shape = size_mm[1] / size_mm[0]
    is_scan = abs(rgb.shape[0] / rgb.shape[1] / shape - 1) < _SAME_SHAPE
    factor = min(1.0, _WORK_PX / max(rgb.shape[:2]))
    small = np.asarray(cv2.resize(rgb, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8) if factor < 1 else rgb
    tilt = _SAME_SHAPE if is_scan else _TILTED_SHAPE
    most_flush = 0 if is_scan else 2
    small = evened(small)
    seen = (*find_outlines(small, _OUTLINES), *find_outlines(off_ground(small), _OUTLINES))
    quads = [q for each in seen for q in _edges_of(small, each) if _fits(small, q, shape, tilt) and _flush(q, small) <= most_flush]
    best = _largest(small, quads)
    if best is None or (is_scan and _is_printed_frame(best, small)):
        return None
    return _straightened(rgb, (_upright(best, shape) + 0.5) / factor - 0.5, shape)


def off_ground(rgb: Pixels) -> Pixels:
    """(H, W, 3), white where a picture has another colour than along its rim, in whatever light: of a piece its outermost edge is left."""
    colours = cv2.blur(rgb, (3, 3)).astype(np.float32)
    is_ground = _is_shade(colours.reshape(-1, 3), np.median(colours[along_rim(rgb.shape)], axis=0)).reshape(rgb.shape[:2])
    return np.where(is_ground[..., None], np.uint8(0), np.full_like(rgb, 255))


def _largest(rgb: Pixels, quads: Sequence[Floats]) -> Floats | None:
    """The largest of some quads, and of those in its place the largest whose sides run along edges nearly as clear as any's."""
    largest = max(quads, key=lambda q: cv2.contourArea(q), default=None)
    if largest is None:
        return None
    there = [(least_step(steps(rgb, quad)), quad) for quad in quads if overlap(quad, largest) > _THERE]
    clearest = max(clear for clear, _ in there)
    return max((quad for clear, quad in there if clear >= _CLEAR * clearest), key=lambda q: cv2.contourArea(q))


def _edges_of(rgb: Pixels, quad: Floats) -> Iterator[Floats]:
    """The quad, if something ends along all its sides; in its stead, where paper goes on around it, where that ends."""
    for frame in range(_FRAMES):
        found = steps(rgb, quad)
        if least_step(found) < STEP:
            return
        far = beyond(found)
        if far is None:
            if frame or _is_apart(rgb, quad):
                yield quad
            return
        quad = widened(quad, far)


def _is_apart(rgb: Pixels, quad: Floats) -> bool:
    """Whether a quad's rim has another colour than what lies around it."""
    rim, beside = (np.zeros(rgb.shape[:2], np.uint8) for _ in range(2))
    for mask, times in ((rim, _WITHIN), (beside, _BESIDE[1])):
        cv2.polylines(mask, [np.round(wider(quad, times)).astype(np.int32)], True, 1, 2)
    if not beside.any():
        return False
    colour = np.median(rgb[beside > 0], axis=0)
    return float(np.median(_off(rgb[rim > 0].astype(np.float32), colour))) > _APART


def _fits(rgb: Pixels, quad: Floats, shape: float, tilt: float) -> bool:
    """Whether a quad has the piece's shape and lies on plain ground that goes on to the picture's rim."""
    s = sides(quad)
    seen = float((s[1] + s[3]) / (s[0] + s[2]))
    if min(abs(seen / shape - 1), abs(1 / seen / shape - 1)) > tilt:
        return False
    ring = np.ones(rgb.shape[:2], np.uint8)
    cv2.fillConvexPoly(ring, np.round(wider(quad, 1.08)).astype(np.int32), 0)
    if ring.mean() < 0.08:
        return False
    ground = rgb[::_EVERY, ::_EVERY][ring[::_EVERY, ::_EVERY] > 0].astype(np.float32)
    colour = np.median(ground, axis=0)
    if float(np.median(_off(ground, colour))) > _PLAIN or _is_shade(ground, colour).mean() < _ALONE:
        return False
    return _lies_on(colour, rgb, quad)


def _lies_on(ground: Floats, rgb: Pixels, quad: Floats) -> bool:
    """Whether the ground's colour (3,) lies right beside every side of a quad beside which the picture goes on."""
    inner, outer = (wider(quad, times) for times in _BESIDE)
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        beside, strip = np.zeros(rgb.shape[:2], np.uint8), np.stack([inner[a], inner[b], outer[b], outer[a]])
        cv2.fillConvexPoly(beside, np.round(strip).astype(np.int32), 1)
        seen = rgb[beside > 0].astype(np.float32)
        if len(seen) > cv2.contourArea(strip) / 2 and _is_shade(seen, ground).mean() < _MOSTLY:
            return False
    return True


def _is_shade(seen: Floats, ground: Floats) -> NDArray[np.bool_]:
    """Which colours (n, 3) are the ground's (3,) in other light: (n,)."""
    times = np.clip(seen @ ground / max(float(ground @ ground), 1.0), *_SHADES)
    return _off(seen, times[:, None] * ground) <= _OF_GROUND


def _off(seen: Floats, colours: Floats) -> Floats:
    """(n,): how far colours (n, 3) are from others (n, 3 or 3), in grey levels of the channel that differs most."""
    red, green, blue = np.abs(seen - colours).T
    return np.asarray(np.maximum(np.maximum(red, green), blue), np.float32)


def _flush(quad: Floats, rgb: Pixels) -> int:
    """How many sides run along the picture's rim: the lower half of a card of two colours has three, a piece on a table none."""
    right, bottom = rgb.shape[1] - 1, rgb.shape[0] - 1
    away = np.stack([quad[:, 0], quad[:, 1], right - quad[:, 0], bottom - quad[:, 1]])
    along = np.maximum(away, np.roll(away, -1, axis=1)) <= _FLUSH * max(rgb.shape[:2])
    return int(along.any(axis=0).sum())


def _is_printed_frame(quad: Floats, rgb: Pixels) -> bool:
    """Whether a quad is as straight and as central as print in a scan, where a piece put down by hand is not."""
    size = np.array([rgb.shape[1], rgb.shape[0]], np.float32)
    off = np.abs(quad.mean(0) + 0.5 - size / 2) / size
    skew = min(float(np.abs(np.diff(quad[[0, 3], 0]))[0]), float(np.abs(np.diff(quad[[0, 1], 0]))[0])) / float(size.max())
    return bool(cv2.contourArea(quad) > 0.6 * size.prod() or (off.max() < _CENTRAL and skew < _STRAIGHT))


def _upright(quad: Floats, shape: float) -> Floats:
    """The quad from the corner that is the piece's top left when it lies as nearly upright as its shape allows."""
    s = sides(quad)
    lies = (s[0] + s[2] > s[1] + s[3]) == (shape < 1)
    starts = [np.roll(quad, -k, 0) for k in (range(4) if abs(shape - 1) < _SAME_SHAPE else (range(0, 4, 2) if lies else range(1, 4, 2)))]
    return np.asarray(max(starts, key=lambda q: float((q[1] - q[0])[0] + (q[2] - q[1])[1])), np.float32)


def _straightened(rgb: Pixels, quad: Floats, shape: float) -> Pixels:
    s = sides(quad)
    width = max(s[0], s[2], s[1] / shape, s[3] / shape)
    width = max(16, round(min(float(width), _LONGEST_PX, _LONGEST_PX / shape)))
    height = max(16, round(width * shape))
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    move = cv2.getPerspectiveTransform(quad.astype(np.float32), flat)
    return np.asarray(cv2.warpPerspective(rgb, move, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE), np.uint8)
