"""Does a piece end where it is said to end? Print that repeats (pips, frames) can be matched one row off; the edge of the piece cannot."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import near_to
from vision.cards.glance import AFAR_CELLS
from vision.cards.picture import Picture
from vision.image.quads import wider
from vision.looks import canon
from vision.looks.canon import BLOCK, COLUMNS, ROWS

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]

_SIDES = (COLUMNS, 2 * COLUMNS, 2 * COLUMNS + ROWS)
"""Where in the blocks along the rim the bottom, the left and the right begin."""
_REACH = 3
"""How far from its place the edge may be found, in canonical pixels."""
EDGE_TO_EDGE = 1.1
"""What lies edge to edge with a quad meets one so many times as large."""
_EDGE = 0.45
"""Strength of an edge along the side, relative to its neighbourhood, from which it is there."""
_AROUND_PX, _STRONGER = 5.0, 2.3
"""Canonical pixels around a faint edge against which it is seen, and how many times stronger each colour: more, and noise is an edge."""
_AFAR_EDGE = 0.15
"""The same at a quarter of the size."""


def rim_share(picture: Picture, quad: Floats, shown: Floats) -> float:
    """Part of the rim, next to the blocks that show (blocks,), where the picture has an edge along it: 0 to 1; 0 without any rim."""
    return _share(picture.edges_around(quad)[..., 0], canon.MARGIN, _REACH, 1, shown)


def rim_beside(picture: Picture, quad: Floats, shown: Floats, others: Sequence[Floats]) -> float:
    """The same where `others` (4, 2) are known to lie around it: it ends where one of these does, whether or not that is seen.

    Between dark cards, or white ones, hardly an edge shows, and where it lies on one of them it is that of paper on paper.
    """
    edges, (ends, lies_on) = _along(picture.edges_around(quad)[..., 0], canon.MARGIN, _REACH, 1), _beside(quad, others)
    if lies_on.any():
        edges = np.where(lies_on, np.maximum(edges, _faint_at(picture, quad)), edges)
    return _part(np.where(ends, np.float32(1), edges), _at_rim(shown))


def rim_of_open(picture: Picture, quad: Floats, hidden: Floats, others: Sequence[tuple[Floats, Floats]]) -> float:
    """Part of the rim beside `hidden` blocks (blocks,) where the picture has an edge, or another piece ends that is seen up to there.

    `others`: quads (4, 2), and for the blocks (blocks,) of each 1 where its print is seen. What lies on a piece comes in over its rim.
    """
    edges = _along(picture.edges_around(quad)[..., 0], canon.MARGIN, _REACH, 1)
    seen = [_beside(quad, [other])[0] & _seen_around(quad, other, blocks) for other, blocks in others]
    return _part(np.where(np.any(seen, axis=0), np.float32(1), edges) if seen else edges, _at_rim(hidden))


def _seen_around(quad: Floats, other: Floats, blocks: Floats) -> Cells:
    """Which pixels along the rim of a quad (4, 2), in the order of `_along`, have one of some blocks (blocks,) of another beyond them."""
    there = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    back = cv2.getPerspectiveTransform(other.astype(np.float32), canon.CORNERS)
    column, row = np.floor(cv2.perspectiveTransform(_AROUND_RIM[None], back @ there)[0].T / BLOCK).astype(np.int64)
    within = (row >= 0) & (row < ROWS) & (column >= 0) & (column < COLUMNS)
    seen = np.zeros(len(within), np.bool_)
    seen[within] = blocks.reshape(ROWS, COLUMNS)[row[within], column[within]] > 0
    return seen


def _around_rim(beyond: float) -> NDArray[np.float64]:
    """The places (n, 2) on the canonical raster that lie so far beyond each pixel of the rim, in the order of `_along`."""
    across, down = np.arange(canon.WIDTH) + 0.5, np.arange(canon.HEIGHT) + 0.5
    level = [np.stack([across, np.full_like(across, y)], 1) for y in (-beyond, canon.HEIGHT + beyond)]
    upright = [np.stack([np.full_like(down, x), down], 1) for x in (-beyond, canon.WIDTH + beyond)]
    return np.concatenate([*level, *upright])


_AROUND_RIM = _around_rim(BLOCK / 2)


def _beside(quad: Floats, others: Sequence[Floats]) -> tuple[Cells, Cells]:
    """Which pixels along the rim of a quad (4, 2), in the order of `_along`, lie where other quads end, and which have one beside them."""
    drawn = np.zeros((2, canon.HEIGHT + 2 * _REACH + 1, canon.WIDTH + 2 * _REACH + 1), np.uint8)
    back = cv2.getPerspectiveTransform(quad.astype(np.float32), canon.CORNERS)
    for other in (others[i] for i in near_to(wider(quad, EDGE_TO_EDGE), others)):
        corners = np.round(cv2.perspectiveTransform(other[None].astype(np.float64), back)[0] + _REACH).astype(np.int32)
        cv2.polylines(drawn[0], [corners], True, 1, 2 * _REACH + 1)
        cv2.fillConvexPoly(drawn[1], corners, 1)
    inner = slice(_REACH, -_REACH - 1)
    ends, lying = (
        np.concatenate([one[at, inner], one[-1 - at, inner], one[inner, at], one[inner, -1 - at]]) > 0
        for one, at in zip(drawn, (_REACH, 0), strict=True)
    )
    return ends, lying


def faint_rim(picture: Picture, quad: Floats, shown: Floats) -> float:
    """The same where paper lies on paper: every line stronger than it is, since the piece's edge may be all there is."""
    return _part(_faint_at(picture, quad), _at_rim(shown))


def faint_sides(picture: Picture, quad: Floats, shown: Floats) -> float:
    """The least part of any of the four sides that is such an edge where it shows; 0 where no side does."""
    seen = np.split(_faint_at(picture, quad), np.multiply(_SIDES, BLOCK))
    beside = np.split(_at_rim(shown), _SIDES)
    return min((_part(one, there) for one, there in zip(seen, beside, strict=True) if there.any()), default=0.0)


def faint_thirds(picture: Picture, quad: Floats) -> float:
    """The least part of any third of two sides across from each other that is such an edge at one of the two: 0 to 1.

    On ground of the colour of a band no edge shows at either of its ends, nor does one where there is no band but only ground.
    """
    top, bottom, left, right = np.split(_faint_at(picture, quad) >= _EDGE, np.multiply(_SIDES, BLOCK))
    pairs = (np.array_split(np.stack(pair), 3, axis=1) for pair in ((top, bottom), (left, right)))
    return min(float(third.mean(1).max()) for pair in pairs for third in pair)


def rim_glance(picture: Picture, quad: Floats, shown: Floats) -> float:
    """The same at half the size, a quarter of the work: what hardly has a rim there has none."""
    around = canon.MARGIN // 2
    return _share(canon.edges(picture.patch(quad, around, 2), 2)[..., 0], around, -(-_REACH // 2), 2, shown)


def rim_afar(edges: Floats, shown: Floats) -> float:
    """The same at a quarter of the size, where edges (32 + 2 * AFAR_CELLS, 24 + 2 * AFAR_CELLS, 2) are faint."""
    return _share(edges[..., 0], AFAR_CELLS, 1, 4, shown, _AFAR_EDGE)


def _faint_at(picture: Picture, quad: Floats) -> Floats:
    """How strong the edges along the rim are, see `_faint`: many a place is looked at again for another part of it, or side by side."""
    return picture.rim_at(quad, lambda: _faint(picture, quad))


def _faint(picture: Picture, quad: Floats) -> Floats:
    """How strong the edges along the rim are, each pixel of it in turn, with every line stronger than it is.

    In all colours: a lamp's light makes green paper as bright as the brown table.
    """
    rgb = picture.patch(quad, canon.MARGIN).astype(np.float32)
    rgb -= cv2.GaussianBlur(rgb, (0, 0), _AROUND_PX)
    field = canon.edges(np.clip(128 + _STRONGER * rgb, 0, 255).astype(np.uint8))[..., 0]
    return _along(field, canon.MARGIN, _REACH, 1)


def _share(field: Floats, around: int, reach: int, shrink: int, shown: Floats, edge: float = _EDGE) -> float:
    """The same of the upright part of edges on the canonical raster, so many times smaller, with so many pixels `around` it."""
    return _part(_along(field, around, reach, shrink), _at_rim(shown), edge)


def _along(field: Floats, around: int, reach: int, shrink: int) -> Floats:
    """How strong the edges are along the top, the bottom, the left and the right, each pixel in turn."""
    height, width = canon.HEIGHT // shrink, canon.WIDTH // shrink
    low, high = around - reach, around + reach
    upright, level = slice(around, around + height), slice(around, around + width)
    return np.concatenate(
        [
            -field[low:high, level].min(0),
            -field[low + height : high + height, level].min(0),
            field[upright, low:high].max(1),
            field[upright, low + width : high + width].max(1),
        ]
    )


def _part(seen: Floats, rim: Floats, edge: float = _EDGE) -> float:
    """Part of the pixels `seen` along the rim, beside those blocks of it (n,) that show, where an edge is strong enough; 0 without any."""
    beside = np.repeat(rim, len(seen) // len(rim)) > 0
    return float((seen[beside] >= edge).mean()) if beside.any() else 0.0


def rim_blocks(shown: Floats) -> int:
    """How many blocks long the rim is beside the blocks that show (blocks,)."""
    return int(np.count_nonzero(_at_rim(shown)))


def _at_rim(shown: Floats) -> Floats:
    """The blocks along the top, the bottom, the left and the right."""
    grid = shown.reshape(ROWS, COLUMNS)
    return np.concatenate([grid[0], grid[-1], grid[:, 0], grid[:, -1]])
