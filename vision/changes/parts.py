"""A part of a picture, read with what the whole of it tells of the table's plane and of the light."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from vision.changes.patches import Box, Known, inner, lies_in, meets, moved, shifted
from vision.changes.places import is_firm, is_seen_again
from vision.frame import Frame
from vision.observation import Detection, Observation, Quality
from vision.table.plane import TablePlane
from vision.table.white import whites


class Read(Protocol):
    """Reads one picture: `TableReader.read`."""

    def __call__(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        """What lies there besides what is known; finds plane and quality itself when they are not given."""


def read_part(
    read: Read,
    frame: Frame,
    patch: Box,
    plane: TablePlane,
    quality: Quality | None,
    kept: Sequence[Detection],
    same: Sequence[Detection] = (),
    again: bool = False,
) -> Observation:
    """What lies in a patch of a frame, in the frame's pixels, and is none of the pieces that were `kept` from before.

    Of the `same` ones every pixel is as it was: doubts about them stay as well. `again`: see `Known`.
    """
    x0, y0, x1, y1 = patch
    part = Frame(np.ascontiguousarray(frame.rgb[y0:y1, x0:x1]), frame.taken_at)
    box = inner(patch, frame.size_px)
    there = [*same, *(one for one in kept if is_firm(one) and one not in same)]
    lying = tuple(shifted(one, -x0, -y0) for one in there if meets(one.quad_px, patch))
    papers = tuple(replace(one, at_px=(one.at_px[0] - x0, one.at_px[1] - y0)) for one in whites(frame, plane))
    middle = ((frame.size_px[0] - 1) / 2 - x0, (frame.size_px[1] - 1) / 2 - y0)
    known = Known(lying, (box[0] - x0, box[1] - y0, box[2] - x0, box[3] - y0), max(frame.size_px), papers, middle, again=again)
    observation = read(part, _shifted(plane, -x0, -y0), quality, known)
    fresh = [shifted(piece, x0, y0) for piece in observation.detections]
    return replace(observation, detections=tuple(one for one in fresh if lies_in(one.quad_px, box) and not is_seen_again(one, kept)))


def _shifted(plane: TablePlane, dx: float, dy: float) -> TablePlane:
    """The same plane in a picture whose origin lies elsewhere."""
    shift = np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]], np.float64)
    return replace(plane, mm_to_px=shift @ plane.mm_to_px, quads_px=tuple(moved(quad, dx, dy) for quad in plane.quads_px))
