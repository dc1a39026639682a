"""Pieces of one design by print that shows whole: where no edge of theirs does, what is printed within tells where and which way they lie.

Stripes and waves that run to a card's edge tear its outline, and on a patterned table no corner of it shows. The medallion in its midst
has an outline all the same. It says in which of two directions the piece lies and about where its middle is; there what all looks of the
box have in common is looked for.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.designs import DesignParams, energy_of, likeness
from vision.cards.glance import pooled_edges
from vision.cards.picture import Picture
from vision.image.outlines import Contour
from vision.image.quads import inside, overlap
from vision.looks import canon

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WithinParams:
    """What may be print within a piece."""

    part: tuple[float, float] = (0.2, 0.95)
    """Of a piece's area: smaller print says little about the whole of it, and its own edge was looked at."""
    least_solid: float = 0.8
    """Area of a contour to that of its hull: lines of a table's pattern go around nothing."""
    apart: float = 0.15
    """Contours whose middles are nearer to each other, in parts of a piece's shorter side, and that are about as large, are one;"""
    as_large: float = 1.3
    """times one's area that the other's may be then."""
    most: int = 12
    """Contours that are looked at, the largest first."""
    reach: float = 1.5
    """Times as large as a piece is what is looked at: the middle of its print is no farther from its own than a quarter of its sides."""
    same_iou: float = 0.7
    """Two places that overlap so much are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A contour that may be print within a piece, on the table."""

    middle_mm: Floats
    """(2,)."""
    along: Floats
    """(2,): unit vector along the shorter side of the box around it."""
    area_mm2: float


def shown_within(contours: Sequence[Contour], to_mm: Matrix, size_mm: tuple[float, float], params: WithinParams) -> list[Shown]:
    """The contours that are as large as print within a piece of that size may be; `to_mm` (3, 3) takes their pixels to the table."""
    whole, found = size_mm[0] * size_mm[1], list[Shown]()
    for contour in contours:
        flat = np.asarray(cv2.perspectiveTransform(contour.astype(np.float64), to_mm), np.float32)
        hull = cv2.convexHull(flat)
        area = cv2.contourArea(hull)
        if not params.part[0] * whole <= area <= params.part[1] * whole or cv2.contourArea(flat) < params.least_solid * area:
            continue
        box = cv2.boxPoints(cv2.minAreaRect(hull))
        edges = np.diff(box[:3], axis=0)
        short = edges[np.argmin(np.hypot(*edges.T))]
        found.append(Shown(box.mean(0), np.asarray(short / max(1e-6, float(np.hypot(*short))), np.float32), area))
    kept: list[Shown] = []
    for one in sorted(found, key=lambda one: -one.area_mm2):
        if not any(_is_same(one, other, size_mm[0], params) for other in kept):
            kept.append(one)
    return kept[: params.most]


def _is_same(one: Shown, other: Shown, wide_mm: float, params: WithinParams) -> bool:
    is_near = float(np.hypot(*(one.middle_mm - other.middle_mm))) < params.apart * wide_mm
    return is_near and other.area_mm2 <= params.as_large * one.area_mm2


def places_around(
    picture: Picture,
    shown: Sequence[Shown],
    to_mm: Matrix,
    size_mm: tuple[float, float],
    design: Floats,
    known: Sequence[Floats],
    params: DesignParams,
    within: WithinParams,
) -> list[Floats]:
    """Where pieces of a design (32, 24, 2) and size may lie around what shows within them, (4, 2) in working pixels; the likest first.

    Not on those `known`, and no more than there are places of a design looked at.
    """
    to_px = np.asarray(np.linalg.inv(to_mm), np.float64)
    ways = (way for one in shown for way in _ways(picture, one, to_px, size_mm, design, within))
    kept: list[Floats] = []
    for alike, quad in sorted(ways, key=lambda way: -way[0]):
        if alike < params.least_likeness or len(kept) == params.most:
            break
        is_free = all(inside(quad, other) <= params.taken for other in known)
        if is_free and not any(overlap(quad, other) > within.same_iou for other in kept):
            kept.append(quad)
    return kept


def _ways(
    picture: Picture, one: Shown, to_px: Matrix, size_mm: tuple[float, float], design: Floats, params: WithinParams
) -> Iterator[tuple[float, Floats]]:
    """How much what lies around a contour is like a design, and where it lies best, in each of four turns."""
    wide, high = (int(params.reach * side / 2) for side in (canon.WIDTH, canon.HEIGHT))
    mm_per_px = 2 * size_mm[0] / canon.WIDTH, 2 * size_mm[1] / canon.HEIGHT
    ahead = np.concatenate([one.middle_mm, [1.0]])
    clockwise = float(np.sign(np.linalg.det(to_px) * (to_px[2] @ ahead)))  # whether a turn on the table is one in the picture
    for right in (one.along, np.array([-one.along[1], one.along[0]], np.float32)):
        across, down = right * mm_per_px[0], clockwise * np.array([-right[1], right[0]]) * mm_per_px[1]
        start = one.middle_mm - (wide - 1) / 2 * across - (high - 1) / 2 * down
        onto = to_px @ np.array([[across[0], down[0], start[0]], [across[1], down[1], start[1]], [0, 0, 1]], np.float64)
        edges = pooled_edges(picture.cut_out(onto, (wide, high)))
        channels, energy = cv2.split(edges), energy_of(edges, (design.shape[0], design.shape[1]))
        for turn, lies in enumerate((design, np.ascontiguousarray(design[::-1, ::-1]))):
            alike = likeness(channels, energy, lies)
            row, column = np.unravel_index(int(np.argmax(alike)), alike.shape)
            place = canon.CORNERS / 2 + np.array([2 * column, 2 * row], np.float32) - np.float32(0.5)
            quad = cv2.perspectiveTransform(np.roll(place, -2 * turn, 0)[None].astype(np.float64), onto)[0]
            yield float(alike[row, column]), np.asarray(quad, np.float32)
