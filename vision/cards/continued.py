"""Paper that goes on beside a named card as if it were the card's own: another lies under it, of which nothing was read.

White cards in a hand or a row have edges that a bright lamp burns out, and what shows of each may be too little to be known by. On the
table around them there is no such paper; where there is, as on a white cloth, nothing is told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import Quads, near_to
from vision.cards.picture import Picture
from vision.image.quads import inside
from vision.looks import canon
from vision.looks.gains import largest

Floats = NDArray[np.float32]

BENEATH = "paper goes on beside a card that was read: does another lie under it?"


@dataclass(frozen=True, slots=True)
class ContinuedParams:
    """When a card is asked about."""

    same: float = 0.08
    """Difference of colour, in parts of the brighter one, up to which two places show the same paper."""
    beside_px: int = 6
    """Canonical pixels at half the size beside a card, one left out at its edge, ..."""
    within_px: int = 4
    """... that are held against those right within, one left out there, too: against the likest, since a frame may be printed there."""
    least: float = 0.6
    """Part of them that shows the same paper where another card lies, ..."""
    most: float = 0.15
    """... and where none does. A pale table shows more beside one side or another of a card, and nothing is told there."""
    most_sides: int = 2
    """Sides of a card where it may go on; more of any card, and it is the table that looks so."""
    fewest_bare: int = 2
    """Sides of a card, of those beside which nothing was read, where there is none: so the table shows that it is no such paper itself."""
    shift: float = 1 / 3
    """How far aside it is taken to lie, in parts of the card."""


def continued(
    picture: Picture, named: Sequence[Floats], taken: Sequence[Floats], params: ContinuedParams | None = None
) -> Iterator[Floats]:
    """Quads (4, 2) in working pixels where a card may lie under one of the `named` ones (4, 2).

    `taken` are the quads of all else that was read.
    """
    p = params or ContinuedParams()
    read = Quads([*named, *taken])
    found = [_sides(picture, quad, read, p) for quad in named]
    if any(len(unlike) < len(open_) - p.most_sides for open_, _, unlike in found):  # the table itself looks so
        return
    for quad, (open_, shows, unlike) in zip(named, found, strict=True):
        if len(unlike) >= p.fewest_bare and len(unlike) + len(shows) == len(open_):
            yield from (moved(quad, side, p.shift) for side in shows)


def _sides(picture: Picture, quad: Floats, read: Quads, params: ContinuedParams) -> tuple[list[int], list[int], list[int]]:
    """The sides of a piece, 0 to 3, beside which nothing else was read; those of them where its paper goes on, and where it does not."""
    open_ = [side for side in range(4) if is_free(picture, quad, side, params.shift, read)]
    if len(open_) <= params.fewest_bare:  # too few to tell anything
        return [], [], []
    alike = paper_beside(picture, quad, params)
    return open_, [side for side in open_ if alike[side] >= params.least], [side for side in open_ if alike[side] <= params.most]


def paper_beside(picture: Picture, quad: Floats, params: ContinuedParams) -> Floats:
    """(4,): the part of what lies beside each side of a piece, from the top clockwise, that looks as it does right within."""
    deep, wide = params.beside_px, params.beside_px + 1
    patch = picture.patch(quad, wide, 2)
    found = np.zeros(4, np.float32)
    for side in range(4):
        rows = np.rot90(patch, side)[:, wide:-wide].astype(np.float32)
        beside, off = rows[:deep], np.full((deep, rows.shape[1]), np.inf, np.float32)
        for within in rows[wide + 1 : wide + 1 + params.within_px]:
            off = np.minimum(off, largest(np.abs(beside - within)) - params.same * largest(np.maximum(beside, within)))
        found[side] = np.count_nonzero(off <= 0) / off.size
    return found


_OUT = ((0, -1), (1, 0), (0, 1), (-1, 0))
_MOST_TAKEN = 0.3
"""Part of what would show of a card below that may lie on what was read."""


def moved(quad: Floats, side: int, far: float) -> Floats:
    """The place (4, 2) of a piece that lies so far out beside a side of another, in parts of it."""
    return _laid(quad, canon.CORNERS + np.array(_OUT[side], np.float32) * np.float32(far) * canon.CORNERS[2])


def _beside(quad: Floats, side: int, far: float) -> Floats:
    """What lies beside a side of a quad (4, 2), so far out in parts of it: a quad, too."""
    corners = np.roll(canon.CORNERS, -side, 0)[:2]
    out = np.array(_OUT[side], np.float32) * np.float32(far) * canon.CORNERS[2]
    return _laid(quad, np.stack([corners[0] + out, corners[1] + out, corners[1], corners[0]]))


def _laid(quad: Floats, flat: Floats) -> Floats:
    to_px = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(flat[None].astype(np.float32), to_px)[0], np.float32)


def is_free(picture: Picture, quad: Floats, side: int, far: float, read: Quads) -> bool:
    """Whether what lies so far out beside a side of a piece is seen, and off all else that was `read`."""
    strip = _beside(quad, side, far)
    return _is_seen(strip, picture) and all(read[i] is quad or inside(strip, read[i]) <= _MOST_TAKEN for i in near_to(strip, read))


def _is_seen(strip: Floats, picture: Picture) -> bool:
    """Whether a quad (4, 2) lies in the picture, and in the part of it that is asked about."""
    return bool((strip >= 0).all() and (strip <= np.array(picture.view_px) - 1).all()) and picture.asks_about(strip)
