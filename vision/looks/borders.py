"""Frames printed on the pieces: the camera often sees these before the piece's own edge, and takes them for the piece."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.image.outlines import OutlineParams, find_outlines
from vision.image.quads import overlap
from vision.looks import canon

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]

_PARAMS = OutlineParams(smallest_share=0.35, largest_share=0.96, most=4, least_fill=0.93, same_iou=0.92)
_SQUARE_PX = 4.0
"""How far a frame's corners may lie from an upright rectangle, in canonical pixels."""
_SAME_IOU = 0.9
MOST = 3
"""Frames kept for a catalogue, commonest first."""


def find_borders(flat: Pixels) -> Floats:
    """Upright rectangles printed on a look (HEIGHT, WIDTH, 3): (n, 4) left, top, right, bottom in canonical pixels."""
    boxes = []
    for quad in find_outlines(flat, _PARAMS):
        left, top = quad.min(0)
        right, bottom = quad.max(0)
        square = corners_of(np.array([left, top, right, bottom], np.float32))
        if max(float(np.abs(corner - square).max(1).min()) for corner in quad) < _SQUARE_PX:
            boxes.append((left + 0.5, top + 0.5, right + 0.5, bottom + 0.5))
    return np.array(boxes, np.float32).reshape(-1, 4)


def corners_of(box: Floats) -> Floats:
    """The box's corners, clockwise from the top left: (4, 2)."""
    left, top, right, bottom = box
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def common_borders(frames: Sequence[Floats]) -> list[Floats]:
    """The frames that most looks share, as corners (4, 2) on the canonical raster, without those that are all but the piece's edge."""
    groups: list[list[Floats]] = []
    for box in (b for boxes in frames for b in boxes):
        for group in groups:
            if overlap(corners_of(group[0]), corners_of(box)) > _SAME_IOU:
                group.append(box)
                break
        else:
            groups.append([box])
    groups.sort(key=len, reverse=True)
    middles = [corners_of(np.median(np.array(g), axis=0)) for g in groups[:MOST]]
    return [m for m in middles if overlap(m, canon.CORNERS) < 0.9]
