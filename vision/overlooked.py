"""Cards that a picture shows only on a closer look: tokens tell where to look, under which neither a card nor the bare table was seen.

On cloth whose pattern cuts a card's outline to pieces, or in glare, a whole picture may hold too much else. A part of it is read at once.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

import numpy as np

from vision.changes.parts import Read, read_part
from vision.changes.patches import Box, Known, apart
from vision.frame import Frame
from vision.image.quads import inside
from vision.observation import PRINTED, Detection, Observation, Quality, Round
from vision.table.plane import TablePlane

MOST = 3
"""Parts of a picture that are looked at, those with most tokens."""
_BESIDE = 1.1
"""So many lengths of a card around a token all of it lies, wherever on it the token does."""
_ON = 0.5
"""Part of a token that lies on a card, at least."""


def overlooked(
    read: Read, frame: Frame, table: TablePlane, quality: Quality, lying: Sequence[Detection], rounds: Sequence[Round], long_mm: float
) -> tuple[Detection, ...]:
    """The named cards that lie below tokens and were not found among all that is `lying` there; `long_mm` is a card's longest side."""
    cards = [one for one in lying if one.kind in PRINTED]
    loose = [one for one in lying if one.is_sure and not _is_told(one, cards, rounds)]
    boxes = apart([_around(one, table, _BESIDE * long_mm, frame.size_px) for one in loose])
    held = sorted(boxes, key=lambda box: -sum(_holds(box, one) for one in loose))[:MOST]
    seen = (one for box in held for one in read_part(_printed_alone(read), frame, box, table, quality, lying).detections)
    return tuple(one for one in seen if one.kind in PRINTED and one.is_sure)


def _printed_alone(read: Read) -> Read:
    """The same, asked for printed pieces only."""

    def read_printed(
        frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        return read(frame, table, quality, replace(known or Known(), only_printed=True))

    return read_printed


def _is_told(token: Detection, cards: Sequence[Detection], rounds: Sequence[Round]) -> bool:
    """Whether it is known on what a token lies; of what is no token nobody asks."""
    if token.kind != "token" or token.on_table or token.centre_mm is None:
        return True
    x, y = token.centre_mm
    if any(hypot(x - one.centre_mm[0], y - one.centre_mm[1]) < one.radius_mm for one in rounds):
        return True
    quad = np.asarray(token.quad_px, np.float32)
    return any(inside(quad, np.asarray(one.quad_px, np.float32)) > _ON for one in cards)


def _around(token: Detection, table: TablePlane, reach_mm: float, size_px: tuple[int, int]) -> Box:
    """All that lies within a reach of a token, as far as the picture shows it."""
    x, y = np.mean(token.quad_px, axis=0).tolist()
    reach = reach_mm * table.px_per_mm((x, y))
    return max(0, int(x - reach)), max(0, int(y - reach)), min(size_px[0], int(x + reach)), min(size_px[1], int(y + reach))


def _holds(box: Box, token: Detection) -> bool:
    x, y = np.mean(token.quad_px, axis=0).tolist()
    return bool(box[0] <= x < box[2] and box[1] <= y < box[3])
