"""Pieces under one that was read, in a fanned hand or an overlapping row: one whole edge of each shows beside it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.covering import near_to
from vision.cards.picture import Picture
from vision.image.quads import wider
from vision.looks import canon
from vision.looks.gains import largest

Floats = NDArray[np.float32]
Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class FanParams:
    """What counts as the edge of a piece below."""

    around_px: int = 44
    """Canonical pixels around a piece in which such edges are looked for."""
    strong: float = 0.45
    """Strength of an edge, relative to its neighbourhood, that is one; ..."""
    least_beside: float = 2.0
    """... so many pixels of them beside a piece for each along its side, at half the size, and it is worth a closer look."""
    same_paper: float = 0.08
    """Difference of colour to what lies beside a piece, in parts of the brighter one, up to which it lies on paper of its own kind: there
    the edge of the piece below is a faint line. Paper on paper differs by .02 in a dim picture, on the palest ground of ours by .09."""
    own_edge: float = 1.1
    """An edge is a known piece's own within so many times its size."""
    shortest: float = 0.08
    """Straight line, in parts of the side that it may belong to, that counts at all."""
    most_lean_deg: float = 32.0
    """How far a piece may be turned against the one that lies on it."""
    beside: tuple[float, float] = (0.06, 0.6)
    """How far out the middle of the edge may lie, in parts of the piece across it."""
    one_line: tuple[float, float] = (0.02, 0.08)
    """Lines so near to each other, in parts of the shorter side, and turned so little (radians) against each other are one."""
    least_length: float = 0.45
    """Part of the side over which such a line must reach ..."""
    whole_length: float = 0.85
    """... and from which its middle is that of the side; else its ends may be, too."""
    most: int = 3
    """Edges that are tried on each side of a piece, the longest first."""
    same: float = 0.08
    """Edges whose ends are this near, in parts of the shorter side, are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Below:
    """Where a piece may lie under another, in working pixels."""

    quads: tuple[Floats, ...]
    """(4, 2) each, corner by corner as the other: one, or several where not all of its edge was seen."""
    edge: Floats
    """(2,): the middle of its edge that shows."""


def beneath(
    picture: Picture, quad: Floats, size_mm: tuple[float, float], known: Sequence[Floats], params: FanParams, is_hand: bool = False
) -> list[Below]:
    """Where pieces of the same size, `size_mm` their shorter and longer side, may lie under the piece at a quad (4, 2).

    `known` are the quads (4, 2) of all pieces that are known to lie there: beside them nothing is looked for. `is_hand`: it lies
    under one itself, so that more are to be expected; a side that shows no edge is looked at once more then, for a fainter one.
    """
    near = around(picture, quad, params)
    paper = paper_sides(near, params)
    sides = sorted({*busy_sides(near, quad, known, params), *paper})
    if not sides:
        return []
    grey = np.asarray(cv2.cvtColor(picture.patch(quad, params.around_px), cv2.COLOR_RGB2GRAY), np.uint8)
    evened = _evened(grey) if paper else grey
    to_mm: Floats = np.array([size_mm[0] / canon.WIDTH, size_mm[1] / canon.HEIGHT], np.float32)
    to_px = cv2.getPerspectiveTransform(canon.CORNERS, quad.astype(np.float32))
    found = []
    for side in sides:
        along = list(_along(_lines(evened if side in paper else grey, side, params) * to_mm, canon.CORNERS * to_mm, side, params))
        if not along and is_hand and side not in paper:
            evened = _evened(grey) if evened is grey else evened
            along = list(_along(_lines(evened, side, params) * to_mm, canon.CORNERS * to_mm, side, params))
        for places in along:
            quads = tuple(np.asarray(cv2.perspectiveTransform((place / to_mm)[None], to_px)[0], np.float32) for place in places)
            middles = [(lies[side] + lies[(side + 1) % 4]) / 2 for lies in quads]
            found.append(Below(quads, np.asarray(np.mean(middles, 0), np.float32)))
    return found


def around(picture: Picture, quad: Floats, params: FanParams) -> Pixels:
    """What lies under a quad (4, 2) of working pixels and around it, at half the size."""
    return picture.patch(quad, params.around_px // 2, 2)


def busy_sides(patch: Pixels, quad: Floats, known: Sequence[Floats], params: FanParams) -> list[int]:
    """The sides, 0 to 3 from the top clockwise, beside which more than bare ground is seen, where no known piece lies: a quick look.

    An edge of another piece may be among it: along most of a side edges run as that may, whichever way it leans. `patch`: see `around`.
    """
    wide, size = params.around_px // 2, canon.CORNERS / np.float32(2)
    field = canon.edges(patch, 2)
    length = np.sqrt(field[..., 0] * field[..., 0] + field[..., 1] * field[..., 1])
    strong = (length >= params.strong).astype(np.uint8)
    to_patch = cv2.getPerspectiveTransform(quad.astype(np.float32), size + np.float32(wide))
    for other in [quad, *(known[i] for i in near_to(wider(quad, _AROUND), known))]:
        own = wider(other, params.own_edge)[None].astype(np.float64)
        cv2.fillConvexPoly(strong, np.round(cv2.perspectiveTransform(own, to_patch)[0]).astype(np.int32), 0)
    down, across = strong.sum(1), strong.sum(0)
    counts = (down[:wide].sum(), across[-wide:].sum(), down[-wide:].sum(), across[:wide].sum())
    least = (params.least_beside * size[2, 0], params.least_beside * size[2, 1])
    along = np.cos(2 * np.radians(params.most_lean_deg)) * length
    level, upright = strong * (field[..., 0] <= -along), strong * (field[..., 0] >= along)
    beside = (level[:wide].any(0), upright[:, -wide:].any(1), level[-wide:].any(0), upright[:, :wide].any(1))
    shows = [np.count_nonzero(edge) >= _SHOWS * params.least_length * size[2, side % 2] for side, edge in enumerate(beside)]
    return [side for side, count in enumerate(counts) if count >= least[side % 2] and shows[side]]


def paper_sides(patch: Pixels, params: FanParams) -> list[int]:
    """The sides, 0 to 3 from the top clockwise, beside which it looks along most of the side as right within: paper on the same paper.

    `patch`: see `around`.
    """
    wide, near, found = params.around_px // 2, _BESIDE_PX, list[int]()
    for side in range(4):
        rows = np.rot90(patch, side)[:, wide:-wide]
        within, beside = (_mean(rows[at : at + near]) for at in (wide + 1, wide - 1 - near))
        off = largest(np.abs(within - beside)) - params.same_paper * largest(np.maximum(within, beside))
        if np.count_nonzero(off <= 0) >= len(off) / 2:
            found.append(side)
    return found


def _mean(rows: Pixels) -> Floats:
    return np.asarray(rows.astype(np.float32).sum(0) / np.float32(len(rows)), np.float32)


def _evened(grey: Pixels) -> Pixels:
    """The same (H, W) with every line as strong as its neighbourhood allows: where paper lies on paper its edge is all there is."""
    field = grey.astype(np.float32)
    field -= cv2.GaussianBlur(field, (0, 0), _AROUND_PX)
    local = np.sqrt(cv2.GaussianBlur(field * field, (0, 0), _AROUND_PX) + np.float32(_QUIET_LEVELS**2))
    return np.asarray(np.clip(128 + _STEEP * field / local, 0, 255), np.uint8)


def _lines(grey: Pixels, side: int, params: FanParams) -> Floats:
    """The straight lines (n, 2, 2) beside one side of a piece, in canonical pixels; `grey`: its patch with all that lies around it."""
    height, width = grey.shape
    top, left = ((0, 0), (0, width - params.around_px), (height - params.around_px, 0), (0, 0))[side]
    down, across = (params.around_px, width) if side % 2 == 0 else (height, params.around_px)
    part = np.ascontiguousarray(grey[top : top + down, left : left + across])
    drawn = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(part)[0]
    lines = np.zeros((0, 2, 2), np.float32) if drawn is None else np.asarray(drawn, np.float32).reshape(-1, 2, 2)
    return np.asarray(lines + np.array([left, top], np.float32) + np.float32(0.5 - params.around_px), np.float32)


def _along(lines: Floats, piece: Floats, side: int, params: FanParams) -> Iterator[list[Floats]]:
    """For each edge that some of the lines (n, 2, 2) beside a side make: rectangles (4, 2) like `piece`, all in millimetres."""
    start, way = piece[side], piece[(side + 1) % 4] - piece[side]
    length = float(np.hypot(*way))
    way = way / length
    inward = np.array([-way[1], way[0]], np.float32)
    depth = float((piece[(side + 2) % 4] - start) @ inward)
    steps = lines[:, 1] - lines[:, 0]
    lines = np.where((steps @ way < 0)[:, None, None], lines[:, ::-1], lines)
    steps = lines[:, 1] - lines[:, 0]
    long = np.hypot(steps[:, 0], steps[:, 1])
    out = (start - lines) @ inward
    middle, along = out.mean(1) / depth, ((lines.mean(1) - start) @ way) / length
    told = (long >= params.shortest * length) & (steps @ way >= np.cos(np.radians(params.most_lean_deg)) * long) & (out.min(1) > 0)
    told &= (middle > params.beside[0] / 2) & (middle < params.beside[1]) & (along > -0.3) & (along < 1.3)
    for edge in _merged(lines[told], length, depth, params):
        if float((start - edge.mean(0)) @ inward) >= params.beside[0] * depth:
            yield [np.roll(place, side, 0) for place in _rectangles(edge, length, depth, params)]


def _merged(lines: Floats, length: float, depth: float, params: FanParams) -> list[Floats]:
    """Lines (n, 2, 2) that lie on one line made one (2, 2), the longest first; short ones left out."""
    near, turned = params.one_line[0] * min(length, depth), params.one_line[1]
    steps = lines[:, 1] - lines[:, 0]
    long = np.hypot(steps[:, 0], steps[:, 1])
    whole: list[tuple[float, Floats]] = []
    for i in np.argsort(-long).tolist():
        way = steps[i] / long[i]
        normal = np.array([-way[1], way[0]], np.float32)
        off, turn = np.abs((lines - lines[i, 0]) @ normal).max(1), np.abs(steps @ normal) / long
        same = (off < near) & (turn < turned)
        ends = (lines[same] - lines[i, 0]) @ way
        reach = float(ends.max() - ends.min())
        if reach >= params.least_length * length and float(long[same].sum()) >= _DRAWN * reach:
            whole.append((reach, np.stack([lines[i, 0] + ends.min() * way, lines[i, 0] + ends.max() * way])))
    kept: list[Floats] = []
    for _, line in sorted(whole, key=lambda one: -one[0]):
        if all(float(np.abs(line - other).max()) > params.same * min(length, depth) for other in kept):
            kept.append(line)
    return kept[: params.most]


def _rectangles(edge: Floats, length: float, depth: float, params: FanParams) -> Iterator[Floats]:
    """The rectangles (4, 2), from the corner at which a side begins, on which an edge (2, 2) may lie that shows more or less whole."""
    reach = float(np.hypot(*(edge[1] - edge[0])))
    way = (edge[1] - edge[0]) / reach
    across = depth * np.array([-way[1], way[0]], np.float32)
    for shift in (0.5,) if reach >= params.whole_length * length else (0.0, 0.5, 1.0):
        first = edge[0] - shift * (length - reach) * way
        second = first + length * way
        yield np.stack([first, second, second + across, first + across])


_AROUND = 2.0
"""What is looked at around a piece lies within so many times its size."""
_BESIDE_PX = 2
"""Pixels, at half the size, that are compared on both sides of an edge, one left out at it."""
_AROUND_PX, _QUIET_LEVELS, _STEEP = 5.0, 3.0, 60.0
"""Canonical pixels around a line that say how strong lines are there, levels that are noise, and levels that a typical line is given."""
_SHOWS = 0.9
"""Part of the least edge of a piece below that is seen at half the size, whichever way it leans."""
_DRAWN = 0.5
"""Part of a merged line that must be drawn."""
