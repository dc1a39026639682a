"""Where a picture has changed, as boxes that are read instead of the whole of it, and pieces that a change leaves as they were."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Detection, Quad
from vision.table.white import White

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom not included."""
Mask = NDArray[np.bool_]
"""(h, w) of the small picture: what differs."""


@dataclass(frozen=True, slots=True)
class Known:
    """What whoever has a picture read knows of it already."""

    pieces: tuple[Detection, ...] = ()
    """Lie there as they lay, in the picture's pixels: they are not read again, and nothing is looked for on them."""
    within: Box | None = None
    """Where a new piece must lie, in a part of a larger picture: what that cuts is read elsewhere; None: anywhere."""
    whole_px: int | None = None
    """Longer side of that larger picture."""
    papers: tuple[White, ...] | None = None
    """White paper of that larger picture, in this one's pixels, which may lie outside of it; None: looked for here."""
    middle: tuple[float, float] | None = None
    """Middle of that larger picture, where its lens looks, in this one's pixels."""
    only_board: bool = False
    """Nothing but a board of letters is looked for."""
    only_printed: bool = False
    """Only printed pieces are asked for: on what tokens lie is not told."""
    again: bool = False
    """It was read just before and has lain still since: what was seen is looked at once more, and nothing else is looked for."""


_SPECK_PX = 2
"""Pixels of the small picture; a change that small is noise beside a larger one."""
_SPREAD_PX = 5
"""Changes of the small picture this near to each other are one."""


def boxes_of(mask: Mask, pieces: Sequence[Detection], size_px: tuple[int, int], margin: float, least_px: int) -> tuple[Box, ...]:
    """Boxes in the picture's own pixels, apart from each other, that hold every change and the whole of every piece that it touches."""
    boxes = []
    for part in _parts(mask):
        touched = [_box_of(piece.quad_px) for piece in pieces if part_of(part, piece, size_px) > 0]
        boxes.append(_roomy(_around([_box_of_change(part, size_px), *touched]), size_px, margin, least_px))
    return apart(boxes)


def without_specks(mask: Mask) -> Mask:
    """The mask less what is too small to be more than noise, unless there is nothing else."""
    parts = [part for part in _parts(mask) if part.sum() > _SPECK_PX]
    return np.asarray(np.any(parts, axis=0), np.bool_) if parts else mask


def part_of(mask: Mask, piece: Detection, size_px: tuple[int, int]) -> float:
    """The part of a piece that has changed, 0 to 1."""
    inside = _under([piece], mask.shape, size_px)
    whole = int(inside.sum())
    return float((mask & (inside > 0)).sum()) / whole if whole else 0.0


def without(mask: Mask, pieces: Sequence[Detection], size_px: tuple[int, int]) -> Mask:
    """What has changed elsewhere than where these pieces lie, and right beside them: a card's shadow is its own."""
    return np.asarray(mask & (cv2.dilate(_under(pieces, mask.shape, size_px), np.ones((_SPREAD_PX, _SPREAD_PX), np.uint8)) == 0))


def box_around(piece: Detection, size_px: tuple[int, int], margin: float, least_px: int) -> Box:
    """The box in which one piece alone is looked for."""
    return _roomy(_box_of(piece.quad_px), size_px, margin, least_px)


def inner(patch: Box, size_px: tuple[int, int], rim_px: int = 2) -> Box:
    """The patch without its rim, except where that is the picture's own: what it cuts is no whole piece."""
    x0, y0, x1, y1 = patch
    far = 10 * max(size_px)
    return (
        x0 + rim_px if x0 > 0 else -far,
        y0 + rim_px if y0 > 0 else -far,
        x1 - rim_px if x1 < size_px[0] else far,
        y1 - rim_px if y1 < size_px[1] else far,
    )


def lies_in(quad: Quad, box: Box) -> bool:
    """Whether all corners do."""
    return all(box[0] <= x < box[2] and box[1] <= y < box[3] for x, y in quad)


def meets(quad: Quad, box: Box) -> bool:
    """Whether a quad may have something in common with a box."""
    return _meet(_box_of(quad), box)


def area_of(boxes: Sequence[Box]) -> int:
    """Pixels, of boxes that lie apart."""
    return sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in boxes)


def moved(quad: Quad, dx: float, dy: float) -> Quad:
    """A quad so many pixels to the right and down."""
    a, b, c, d = ((x + dx, y + dy) for x, y in quad)
    return a, b, c, d


def shifted(piece: Detection, dx: float, dy: float) -> Detection:
    """A piece in a picture whose origin lies so many pixels further left and up, with all that is said of it in pixels."""
    return replace(piece, quad_px=moved(piece.quad_px, dx, dy), shown_px=tuple((x + dx, y + dy) for x, y in piece.shown_px))


def _under(pieces: Sequence[Detection], shape: tuple[int, ...], size_px: tuple[int, int]) -> NDArray[np.uint8]:
    """Of the small picture: 1 where one of these pieces lies."""
    scale = np.array([shape[1] / size_px[0], shape[0] / size_px[1]])
    inside = np.zeros(shape, np.uint8)
    for piece in pieces:
        cv2.fillConvexPoly(inside, np.rint(np.asarray(piece.quad_px) * scale).astype(np.int32), 1)
    return inside


def _box_of_change(part: Mask, size_px: tuple[int, int]) -> Box:
    """A box in the picture's own pixels."""
    across, down = size_px[0] / part.shape[1], size_px[1] / part.shape[0]
    x, y, w, h = cv2.boundingRect(part.astype(np.uint8))
    return int(x * across), int(y * down), int((x + w + 1) * across), int((y + h + 1) * down)


def _parts(mask: Mask) -> list[Mask]:
    """Each change for itself."""
    near = cv2.dilate(mask.astype(np.uint8), np.ones((_SPREAD_PX, _SPREAD_PX), np.uint8))
    count, labels = cv2.connectedComponents(near, connectivity=8)
    return [mask & (labels == label) for label in range(1, count)]


def _box_of(quad: Quad) -> Box:
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1


def _around(boxes: Sequence[Box]) -> Box:
    return min(b[0] for b in boxes), min(b[1] for b in boxes), max(b[2] for b in boxes), max(b[3] for b in boxes)


def _meet(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _roomy(box: Box, size_px: tuple[int, int], margin: float, least_px: int) -> Box:
    """With a margin, a part of its own size on each side, and at least so large."""
    x0, y0, x1, y1 = box
    wide, high = max((x1 - x0) * (1 + 2 * margin), least_px), max((y1 - y0) * (1 + 2 * margin), least_px)
    cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
    return max(0, int(cx - wide / 2)), max(0, int(cy - high / 2)), min(size_px[0], int(cx + wide / 2)), min(size_px[1], int(cy + high / 2))


def apart(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """The same places in boxes of which no two meet."""
    left = list(boxes)
    done: list[Box] = []
    while left:
        box = left.pop()
        if (other := next((one for one in done if _meet(one, box)), None)) is None:
            done.append(box)
        else:
            done.remove(other)
            left.append(_around([box, other]))
    return tuple(sorted(done))
