"""Cards in a row: two edges of a named one go on beyond it, in line, and so another lies under it, of which nothing was read.

Of what shows of such a card its print may tell nothing; but its paper is that of some look, in the light that the named one shows. Edges of
the table go on at both ends of a card.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.continued import is_free, moved
from vision.cards.covering import Quads
from vision.cards.picture import Picture
from vision.image.quantiles import median_of
from vision.looks import canon
from vision.looks.catalogue import Look
from vision.looks.colours import linear

Floats = NDArray[np.float32]

BENEATH_IN_ROW = "the edges of a card that was read go on beyond it: does another lie under it?"


@dataclass(frozen=True, slots=True)
class RowedParams:
    """When a card is asked about."""

    around_px: int = 20
    """Canonical pixels at half the size around a card that are looked at, ..."""
    gap_px: int = 2
    """... those left out that its own corners blur, ..."""
    off_px: int = 2
    """... and how far aside of its edge the line that goes on may be."""
    strong: float = 0.45
    """Strength of an edge, relative to its neighbourhood, that is one."""
    lean_deg: float = 12.0
    """How far its direction may be from that of the card's edge."""
    reach: float = 0.22
    """How far both edges have to go on, in parts of the card's side, ..."""
    least: float = 0.9
    """... over what part of that; ..."""
    most: float = 0.4
    """... and the most at the other end of the card, beside which there is no other."""
    same: float = 0.15
    """Difference of colour, in parts of the brighter one, up to which what lies there is the paper of a look."""
    shift: float = 1 / 3
    """How far aside the other is taken to lie, in parts of the card."""


def rowed(
    picture: Picture, named: Sequence[tuple[int, Floats]], taken: Sequence[Floats], looks: Sequence[Look], params: RowedParams | None = None
) -> Iterator[Floats]:
    """Quads (4, 2) in working pixels where a card may lie under one of the `named` ones (look, (4, 2)), in line with it.

    `taken` are the quads of all else that was read; `looks` those of the pack.
    """
    p = params or RowedParams()
    read = Quads([*(quad for _, quad in named), *taken])
    for look, quad in named:
        free = [side for side in range(4) if is_free(picture, quad, side, p.shift, read)]
        last = _ends(picture, quad, [side for side in free if (side + 2) % 4 in free], p)  # elsewhere lines go on below what was read
        if last:
            papers = papers_of(picture, quad, looks[look], looks)
            yield from (moved(quad, side, p.shift) for side in last if _is_paper(_beside(picture, quad, side, p), papers, p))


def papers_of(picture: Picture, quad: Floats, look: Look, looks: Sequence[Look]) -> Floats:
    """(n, 3): how bright the paper of some looks is seen in the light in which a named card (4, 2) of a `look` lies."""
    return np.asarray(np.array([_paper(linear(one.colours)) for one in looks]) * _light(picture, quad, look), np.float32)


def _ends(picture: Picture, quad: Floats, sides: Sequence[int], params: RowedParams) -> list[int]:
    """Those of some sides of a card beyond which its edges go on, and not at its other end."""
    lines = edges_beyond(picture, quad, params) if sides else np.zeros(4, np.float32)
    return [side for side in sides if lines[side] >= params.least and lines[(side + 2) % 4] <= params.most]


def _paper(colours: Floats) -> Floats:
    """(3,) of (rows, columns, 3): the middle of what is seen along the rim of a card."""
    rim = np.concatenate([colours[1], colours[-2], colours[:, 1], colours[:, -2]])
    return median_of(rim, 0)


def _light(picture: Picture, quad: Floats, look: Look) -> Floats:
    """(3,): how bright a named card's paper is seen, in parts of how it was enrolled."""
    seen, own = _paper(linear(picture.patch(quad, 0, canon.CELL))), _paper(linear(look.colours))
    return np.asarray(seen / np.maximum(own, _DARKEST), np.float32)


def _beside(picture: Picture, quad: Floats, side: int, params: RowedParams) -> Floats:
    """(3,): the middle of what lies beside a side of a card, as far out as its edges have to go on."""
    wide = params.around_px
    rows = np.rot90(picture.patch(quad, wide, 2), side)
    reach = round(params.reach * (len(rows) - 2 * wide))
    beyond = rows[max(0, wide - params.gap_px - reach) : wide - params.gap_px, wide + params.gap_px : -wide - params.gap_px]
    return median_of(linear(np.ascontiguousarray(beyond)).reshape(-1, 3), 0)


def _is_paper(seen: Floats, papers: Floats, params: RowedParams) -> bool:
    """Whether a colour (3,) is one of some papers' (n, 3)."""
    off = np.abs(papers - seen).max(axis=1) / np.maximum(np.maximum(papers, seen).max(axis=1), _DARKEST)
    return bool(off.min() <= params.same)


_DARKEST = 0.01
"""Of light, below which noise is all."""


def edges_beyond(picture: Picture, quad: Floats, params: RowedParams) -> Floats:
    """(4,): over what part of its way beyond each side of a piece, from the top clockwise, both edges at that side's ends go on."""
    wide = params.around_px
    field = canon.edges(picture.patch(quad, wide, 2), 2)
    strength = np.sqrt(np.square(field).sum(axis=2))
    along = np.cos(2 * np.radians(params.lean_deg)) * strength
    upright, level = ((sign * field[..., 0] >= along) & (strength >= params.strong) for sign in (1, -1))
    found = np.zeros(4, np.float32)
    for side in range(4):
        rows = np.rot90((upright, level)[side % 2], side)
        reach = round(params.reach * (len(rows) - 2 * wide))
        beyond = rows[max(0, wide - params.gap_px - reach) : wide - params.gap_px]
        ends = (wide, rows.shape[1] - wide)
        found[side] = min(float(beyond[:, end - params.off_px : end + params.off_px].any(axis=1).mean()) for end in ends)
    return found
