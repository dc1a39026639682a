"""Places of pieces of one design: what all looks of a box have in common, looked for all over the table in the frame of one that was read.

Guests of a party share a frame, a name, a row of appetites. On checked cloth no outline of theirs shows, and what little print SIFT finds
is lost among the squares; but once one of them is read it tells how large and which way the others lie, and their common edges are
found by one correlation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.glance import pooled_edges
from vision.cards.picture import Picture
from vision.image.quads import inside
from vision.looks import canon

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class DesignParams:
    """One set of values for every box."""

    is_used: bool = False
    """Only where a box has many cards of one design that lie apart, as guests do."""
    fewest: int = 4
    """Looks that make a design ..."""
    least_common: float = 0.5
    """... of which each resembles their mean so much."""
    least_likeness: float = 0.3
    """Correlation with what is common, from which a place is looked at; checked cloth has hardly more."""
    most: int = 6
    """Places that are looked at, the best."""
    taken: float = 0.3
    """Part of a place that may lie on known pieces."""
    most_frames: int = 2
    """Pieces in whose frame is looked ..."""
    turned: float = 0.1
    """... each turned against the others by more than this, as the tangent."""
    widest: int = 16
    """Of a piece's widths or heights: so far is looked in its frame, each way."""


def designs(tiny: Floats, kinds: Sequence[tuple[object, ...]], params: DesignParams) -> list[Floats]:
    """Of looks (k, 32 * 24 * 2), each of length 1, what those of one kind have in common: (32, 24, 2) for each kind that has a design."""
    found = []
    for kind in dict.fromkeys(kinds):
        mine = tiny[[n for n, other in enumerate(kinds) if other == kind]]
        mean = mine.mean(axis=0)
        if len(mine) >= params.fewest and float(np.linalg.norm(mean)) >= params.least_common:
            found.append(np.ascontiguousarray(mean.reshape(canon.HEIGHT // 4, canon.WIDTH // 4, 2), np.float32))
    return found


def by_design(picture: Picture, known: Sequence[Floats], common: Sequence[Floats], params: DesignParams) -> list[tuple[float, Floats]]:
    """Likeness and place (4, 2), in working pixels, where a piece of a design may lie beside those `known`; the likest first.

    Each as it lies in the frame of a known piece, upright or upside down there.
    """
    if not common:
        return []
    found = [one for frame in _frames(picture, known, params) for one in _in_frame(picture, frame, known, common, params)]
    return sorted(found, key=lambda one: -one[0])[: params.most]


def _frames(picture: Picture, known: Sequence[Floats], params: DesignParams) -> Iterator[Floats]:
    """Known pieces that lie whole in the picture: that in its midst, and one that is turned against it."""
    middle = np.asarray(picture.view_px, np.float32) / 2
    whole = [quad for quad in known if (quad >= 0).all() and (quad < picture.view_px).all()]
    first: NDArray[np.float64] | None = None
    many = 0
    for quad in sorted(whole, key=lambda quad: float(np.hypot(*(quad.mean(axis=0) - middle)))):
        if first is None:
            first = np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), canon.CORNERS), np.float64)
        else:
            along = np.diff(cv2.perspectiveTransform(quad[None, :2].astype(np.float64), first)[0], axis=0)[0]
            if abs(along[1]) <= params.turned * abs(along[0]):
                continue
        yield quad
        many += 1
        if many == params.most_frames:
            return


def _in_frame(
    picture: Picture, frame: Floats, known: Sequence[Floats], common: Sequence[Floats], params: DesignParams
) -> Iterator[tuple[float, Floats]]:
    """The places in the frame of a quad (4, 2): the table as the half raster of that piece shows it, and the peaks of a correlation."""
    half = canon.CORNERS / np.float32(2)
    to_px = cv2.getPerspectiveTransform(half - np.float32(0.5), frame.astype(np.float32))
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * (np.asarray(picture.view_px) - 1)
    seen = cv2.perspectiveTransform(corners[None], np.linalg.inv(to_px))[0]
    low, high = np.maximum(seen.min(axis=0), -params.widest * half[2]), np.minimum(seen.max(axis=0), params.widest * half[2])
    wide, high_px = (int(np.ceil(side)) for side in high - low)
    if not np.isfinite(seen).all() or min(wide - half[2, 0], high_px - half[2, 1]) < 2:
        return
    shift = np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]], np.float64)
    edges = pooled_edges(picture.cut_out(to_px @ shift, (wide, high_px)))
    channels, energy = cv2.split(edges), energy_of(edges, (common[0].shape[0], common[0].shape[1]))
    for look in common:
        for turn, lies in enumerate((look, np.ascontiguousarray(look[::-1, ::-1]))):
            alike = likeness(channels, energy, lies)
            peaks = (alike >= cv2.dilate(alike, _APART)) & (alike >= params.least_likeness)
            for row, column in np.argwhere(peaks):
                place = half + np.array([2 * column, 2 * row], np.float32) + low.astype(np.float32) - np.float32(0.5)
                quad = cv2.perspectiveTransform(np.roll(place, -2 * turn, 0)[None].astype(np.float64), to_px)[0].astype(np.float32)
                if all(inside(quad, other) <= params.taken for other in known):
                    yield float(alike[row, column]), quad


def likeness(channels: Sequence[NDArray[Any]], energy: Floats, look: Floats) -> Floats:
    """Correlation of edges, two of (H, W), with a look (h, w, 2) from each place on where it fits; `energy`: see `energy_of`."""
    shared = sum(cv2.matchTemplate(seen, own, cv2.TM_CCORR) for seen, own in zip(channels, cv2.split(look), strict=True))
    return np.asarray(shared / np.sqrt(energy * np.float32(np.vdot(look, look))), np.float32)


def energy_of(edges: Floats, size: tuple[int, int]) -> Floats:
    """Summed squares of edges (H, W, 2) over `size`, its rows and columns, from each place on where it fits."""
    rows, columns = size
    squares = np.einsum("abc,abc->ab", edges, edges)
    found = cv2.boxFilter(squares, -1, (columns, rows), anchor=(0, 0), normalize=False)
    return np.asarray(np.maximum(found[: len(edges) - rows + 1, : edges.shape[1] - columns + 1], np.float32(1e-6)), np.float32)


_APART = np.ones((13, 13), np.uint8)
"""Places are farther apart than half of this, in twenty-fourths of a piece's width."""
