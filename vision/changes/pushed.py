"""Pieces that were pushed aside, found again by how they looked: a line of cards that closes a gap, a row that was straightened.

Whatever lies on a piece has to have come along. A piece that is found need not be read again: pixel by pixel it looks as it did.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changes.unmoved import Fine, Looked, looked_at
from vision.frame import Frame
from vision.image.channels import greatest
from vision.image.overlap import iou
from vision.observation import PRINTED, Detection, quad_of
from vision.table.plane import TablePlane

Pixels = NDArray[np.uint8]
Floats = NDArray[np.float64]
Levels = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PushParams:
    """How far a piece is looked for, and when it counts as found."""

    reach: float = 1.0
    """Times its own longer side: across and down."""
    alike: float = 0.8
    """Correlation with how it looked, at the least, where it is then laid exactly."""
    places: int = 3
    """So many likely ones are looked at closely: of a row of equal cards each resembles all."""
    clear: float = 0.16
    """Of its shorter side: two likely places lie so far apart."""
    most_turn: float = 8.0
    """Degrees by which a push turns a piece."""
    rounds: int = 30
    """Of bringing it to rest."""
    soft_px: float = 0.8
    """Blur of the frame's own pixels, which takes noise away."""
    change: int = 24
    """Levels by which a pixel differs from all that lay there or right beside it, once the light is taken out; a digit's strokes do."""
    most_changed_px: int = 2
    rim_px: int = 3
    """What lies beside a piece shines through its rim."""
    even_px: float = 10.0
    """Light changes over more pixels than this; strokes of a print within fewer."""
    most_gain: float = 1.4
    """The light may differ so much from where it lay; it may fall off otherwise, too."""
    least_print: float = 8.0
    """Standard deviation of its levels, at the least: a plain one is found anywhere."""
    apart: float = 0.2
    """Outlines of two pieces of a kind that share more of each other cannot both be right."""


PARAMS = PushParams()


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """A piece as it lay."""

    looked: Looked
    """In the fine picture."""
    rgb: Pixels
    """(h, w, 3) of the frame's own pixels ..."""
    at_px: tuple[int, int]
    """... and the column and row of the first."""


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where a piece may lie now."""

    piece: Detection
    move: Floats
    """(2, 3) from pixels of the frame where it lay to where it lies."""


def lay_of(piece: Detection, frame: Frame, fine: Fine) -> Lay:
    """A piece as it lies in a frame."""
    quad, (width, height) = np.asarray(piece.quad_px), frame.size_px
    (left, top), (right, bottom) = np.floor(quad.min(0)).astype(int).tolist(), np.ceil(quad.max(0)).astype(int).tolist()
    left, top = max(0, left), max(0, top)
    return Lay(looked_at(piece, fine), frame.rgb[top : min(height, bottom + 1), left : min(width, right + 1)].copy(), (left, top))


def pushed(
    lays: Sequence[Lay], frame: Frame, fine: Fine, plane: TablePlane, beside: Sequence[Detection] = (), params: PushParams = PARAMS
) -> dict[Detection, Detection]:
    """Of pieces as they lay, those that lie elsewhere now, with where that is; what lies on a printed one came with it.

    `beside` lie where they lay: where one of their kind lies no other does. What two pieces would have to share is found for neither.
    """
    places = {lay.looked.piece: tuple(_places(lay, frame, fine, plane, params)) for lay in lays if lay.looked.piece.kind in PRINTED}
    found = _agreed({piece: some for piece, some in places.items() if some}, params)
    lying = [*((one, one) for one in beside), *((piece, place.piece) for piece, place in found.items())]
    found = {piece: place for piece, place in found.items() if not _is_in_the_way(piece, place.piece, lying, params)}
    aside = {piece: place.piece for piece, place in found.items()}
    for piece in (lay.looked.piece for lay in lays if lay.looked.piece.kind not in PRINTED):
        carrier = next((place for below, place in found.items() if _is_on(piece, below)), None)
        if carrier is not None:
            aside[piece] = _moved(piece, carrier.move, plane)
    return aside


def _agreed(places: Mapping[Detection, Sequence[_Place]], params: PushParams) -> dict[Detection, _Place]:
    """A place for each: that where it lay, if it is one, or else that which is as far aside as those of the pieces which have one only.

    Where all have several, as equal cards in a row do, each is as good as the others, and the likeliest of them are taken.
    """
    places = {piece: [one for one in some if _stays(piece, one, params)] or some for piece, some in places.items()}
    first = next((some for some in places.values() if len(some) == 1), next(iter(places.values()), ()))
    steps = [_step(piece, some[0]) for piece, some in places.items() if len(some) == len(first)]
    usual = np.median(np.array(steps), axis=0) if steps else np.zeros(2)
    return {piece: min(some, key=lambda one: float(np.hypot(*(_step(piece, one) - usual)))) for piece, some in places.items()}


def _stays(piece: Detection, place: _Place, params: PushParams) -> bool:
    """Whether a place is the one where the piece lay: what lies elsewhere and looks like it is another one, that came."""
    return iou(piece.quad_px, place.piece.quad_px) >= 1 - params.apart


def _step(piece: Detection, place: _Place) -> Floats:
    """(2,) how far a piece came, in pixels of the frame."""
    return np.asarray(np.mean(place.piece.quad_px, axis=0) - np.mean(piece.quad_px, axis=0), np.float64)


def _is_in_the_way(before: Detection, now: Detection, lying: Sequence[tuple[Detection, Detection]], params: PushParams) -> bool:
    """Whether a piece would lie on another of its kind, each given as it lay and lies, on which it did not lie before."""
    others = [pair for pair in lying if pair[0] is not before and pair[0].kind == before.kind]
    return any(iou(now.quad_px, lies.quad_px) > iou(before.quad_px, lay.quad_px) + params.apart for lay, lies in others)


def _is_on(piece: Detection, below: Detection) -> bool:
    middle = np.mean(piece.quad_px, axis=0)
    return cv2.pointPolygonTest(np.asarray(below.quad_px, np.float32), (float(middle[0]), float(middle[1])), False) >= 0


def _places(lay: Lay, frame: Frame, fine: Fine, plane: TablePlane, params: PushParams) -> Iterator[_Place]:
    """Where something looks just as the piece did, turned a little if need be."""
    looked, (rows, columns), quad = lay.looked, lay.looked.at, np.asarray(lay.looked.piece.quad_px)
    is_whole = bool((quad >= 0).all() and (quad < frame.size_px).all())
    if not is_whole or not looked.inside.any() or looked.rgb[looked.inside > 0].std(axis=0).max() < params.least_print:
        return
    far, (height, width) = round(params.reach * max(looked.rgb.shape[:2])), fine.rgb.shape[:2]
    top, left = max(0, rows.start - far), max(0, columns.start - far)
    around: Pixels = fine.rgb[top : min(height, rows.stop + far), left : min(width, columns.stop + far)]
    for x, y in _likely(looked, around, params):
        if (rest := _at_rest(looked, around, x, y, params)) is not None:
            move = _in_frame(rest + np.array([[0, 0, left], [0, 0, top]]), (columns.start, rows.start), fine.scale)
            if _is_as_it_lay(lay, frame, move, params):
                yield _Place(_moved(looked.piece, move, plane), move)


def _likely(looked: Looked, around: Pixels, params: PushParams) -> Iterator[tuple[float, float]]:
    """Columns and rows of the part around it where its look may have its first pixel, likeliest first; seen at half the size."""
    half = [np.asarray(cv2.resize(one, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8) for one in (around, looked.rgb)]
    inside = cv2.resize(looked.inside, half[1].shape[1::-1], interpolation=cv2.INTER_NEAREST)
    fit = np.nan_to_num(cv2.matchTemplate(half[0], half[1], cv2.TM_CCOEFF_NORMED, mask=inside), posinf=-1.0, neginf=-1.0)
    clear = max(2, round(params.clear * min(half[1].shape[:2])))
    for _ in range(params.places):
        _, best, _, (x, y) = cv2.minMaxLoc(fit)
        if best < params.alike:
            return
        yield 2.0 * x, 2.0 * y
        fit[max(0, y - clear) : y + clear + 1, max(0, x - clear) : x + clear + 1] = -1.0


def _at_rest(looked: Looked, around: Pixels, x: float, y: float, params: PushParams) -> Floats | None:
    """(2, 3) from the piece as it looked to the part around it: shifted and turned until they agree best."""
    then, now = (cv2.cvtColor(one, cv2.COLOR_RGB2GRAY) for one in (looked.rgb, around))
    stop = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, params.rounds, 1e-4)
    start = np.array([[1, 0, x], [0, 1, y]], np.float32)
    try:
        _, found = cv2.findTransformECC(then, now, start, cv2.MOTION_EUCLIDEAN, stop, np.full_like(now, 1), 1)
    except cv2.error:  # they do not agree at all
        return None
    turn = abs(np.degrees(np.arctan2(found[1, 0], found[0, 0])))
    return np.asarray(found, np.float64) if turn <= params.most_turn else None


def _in_frame(rest: Floats, first: tuple[int, int], scale: float) -> Floats:
    """A move of a part of the fine picture, whose `first` column and row are given, as one of the frame's pixels."""
    turn = rest[:, :2]
    off = (rest[:, 2] - turn @ np.asarray(first, np.float64) + 0.5 - turn @ (0.5, 0.5)) / scale
    return np.column_stack([turn, off + turn @ (0.5, 0.5) - 0.5])


def _is_as_it_lay(lay: Lay, frame: Frame, move: Floats, params: PushParams) -> bool:
    """Whether the frame's own pixels are what they were, but for the light and a little noise."""
    turn, off = move[:, :2], move[:, 2] + move[:, :2] @ np.asarray(lay.at_px, np.float64)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    there = cv2.warpAffine(frame.rgb, np.column_stack([turn, off]), lay.rgb.shape[1::-1], flags=how, borderMode=cv2.BORDER_REPLICATE)
    now, then = (np.asarray(cv2.GaussianBlur(one, (0, 0), params.soft_px), np.float32) + 1 for one in (there, lay.rgb))
    inside = _inside(lay, params.rim_px)
    light = _light(now, then, inside, params.even_px)
    shown = light[inside > 0]
    if not shown.size or shown.min() < 1 / params.most_gain or shown.max() > params.most_gain:
        return False
    expected, near = then * light, np.ones((3, 3), np.uint8)
    beyond = [np.maximum(a - cv2.dilate(b, near), cv2.erode(b, near) - a) for a, b in ((now, expected), (expected, now))]
    off_by = greatest(np.maximum(*beyond))
    return int(np.count_nonzero(off_by[inside > 0] > params.change)) <= params.most_changed_px


def _inside(lay: Lay, rim_px: int) -> Pixels:
    """(h, w) 1 where the piece lies, less its rim, in the frame's own pixels."""
    inside = np.zeros((lay.rgb.shape[0] + 2, lay.rgb.shape[1] + 2), np.uint8)
    cv2.fillConvexPoly(inside, np.rint(np.asarray(lay.looked.piece.quad_px) - lay.at_px).astype(np.int32) + 1, 1)
    return np.asarray(cv2.erode(inside, np.ones((2 * rim_px + 1, 2 * rim_px + 1), np.uint8))[1:-1, 1:-1], np.uint8)


def _light(now: Levels, then: Levels, inside: Pixels, even_px: float) -> Levels:
    """(h, w, 3) by what the light on the piece has changed, of which a print's strokes are no part."""
    weight = inside.astype(np.float32)[..., None]
    soft = [cv2.GaussianBlur(one * weight, (0, 0), even_px) for one in (now, then)]
    return np.asarray((soft[0] + 1e-3) / (soft[1] + 1e-3), np.float32)


def _moved(piece: Detection, move: Floats, plane: TablePlane) -> Detection:
    """A piece at its new place, in pixels and millimetres."""
    quad = quad_of(np.asarray(piece.quad_px) @ move[:, :2].T + move[:, 2])
    shown = tuple((float(x), float(y)) for x, y in np.asarray(piece.shown_px).reshape(-1, 2) @ move[:, :2].T + move[:, 2])
    return replace(piece, quad_px=quad, shown_px=shown, quad_mm=plane.quad_mm(quad))
