"""The middle of what is printed around places: a rim, or any outline that is the same upside down, common to all of them.

Where a row lies is told by the print within its places, which is seldom the most telling in their middle.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.enrolling.slots import PARAMS as SLOTS, Place, rim_votes
from vision.looks.catalogue import EDGE_STEPS, Look

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class OutlineParams:
    """Which outlines are believed."""

    astray: float = 0.4
    """How far from there outlines around the places are looked for, in diameters of a token."""
    least_rim: float = 0.25
    """Of a rim that is believed, over all places, as a part of a whole one, ..."""
    alone: float = 1.25
    """... and how many times as much there has to be of it as anywhere else, ..."""
    near: float = 0.25
    """... or else it lies no farther than this, in diameters of a token, and nothing else tells a middle."""
    least_alike: float = 0.5
    """Without such a rim, how much that is printed around all places must be like itself upside down, and nowhere else nearly so."""


PARAMS = OutlineParams()


def astray(
    looks: Sequence[Look], places: Sequence[Sequence[Place]], apart_mm: float, token_mm: float, params: OutlineParams = PARAMS
) -> Place | None:
    """How far, in mm, the middles of what is printed around the `places` of each look lie from these; None where that has none.

    `apart_mm`: from one place to the next.

    A rim is told best where it is round or square; a hexagon's middle is that around which all places are the same upside down.
    """
    reach = round(params.astray * token_mm * SLOTS.px_per_mm)
    rims = max((_rims(looks, places, size * token_mm / 2, reach) for size in SLOTS.sizes), key=lambda rim: float(rim.max()))
    half = round(min(_WITHIN * apart_mm, _WIDEST * token_mm) / 2 * SLOTS.px_per_mm)
    alike = _alike_upside_down(looks, places, half, reach)
    for found, least in ((rims, params.least_rim), (alike, params.least_alike)):
        if found.max() >= max(least, params.alone * _elsewhere(found)):
            return _peak(found, reach)
    near = round(params.near * token_mm * SLOTS.px_per_mm)
    inner = rims[reach - near : reach + near + 1, reach - near : reach + near + 1]
    return _peak(inner, near) if inner.max() >= params.least_rim else None


def _peak(found: Floats, reach: int) -> Place:
    """Where a field (2 reach + 1, ...) is most, in mm from its middle."""
    down, across = (int(n) - reach for n in np.unravel_index(found.argmax(), found.shape))
    return across / SLOTS.px_per_mm, down / SLOTS.px_per_mm


def _elsewhere(found: Floats) -> float:
    """The most of a field that is not beside its peak."""
    y, x = (int(n) for n in np.unravel_index(found.argmax(), found.shape))
    rest = found.copy()
    rest[max(0, y - _BESIDE_PX) : y + _BESIDE_PX + 1, max(0, x - _BESIDE_PX) : x + _BESIDE_PX + 1] = 0
    return float(rest.max())


_BESIDE_PX = 4
_WITHIN = 0.8
"""Part of the way to the next place that an outline measures, or less; more of it may lie in the next one's."""
_WIDEST = 1.5
"""Diameters of a token that it measures at most."""


def _rims(looks: Sequence[Look], places: Sequence[Sequence[Place]], radius_mm: float, reach: int) -> Floats:
    """How much of a rim lies around the places on all cards, were they moved by up to `reach` pixels each way: (2 reach + 1, ...)."""
    votes = [np.asarray(np.rot90(rim_votes(look, radius_mm), 1 if look.turned else 0), np.float32) for look in looks]
    return _common(places, votes, reach)


def _alike_upside_down(looks: Sequence[Look], places: Sequence[Sequence[Place]], half: int, reach: int) -> Floats:
    """How much the edges that all places have in common, up to `half` pixels away, are like themselves turned by half: up to 1.

    Were the places moved by up to `reach` pixels each way: (2 reach + 1, ...).
    """
    common = _common(places, [_edges(look) for look in looks], half + reach)
    inside = np.hypot(*np.mgrid[-half : half + 1, -half : half + 1]) <= half
    found = np.zeros((2 * reach + 1,) * 2, np.float32)
    for down, across in product(range(2 * reach + 1), repeat=2):
        part = common[down : down + 2 * half + 1, across : across + 2 * half + 1]
        part = (part - part[inside].mean()) * inside
        found[down, across] = (part * part[::-1, ::-1]).sum() / max(float((part * part).sum()), _NO_EDGES)
    return found


def _edges(look: Look) -> Floats:
    """How strong a card's edges are, as it is printed: (H, W) at `SLOTS.px_per_mm`."""
    width, height = (round(side * SLOTS.px_per_mm) for side in look.size_mm)
    strength = np.hypot(look.edges[..., 0], look.edges[..., 1]).astype(np.float32) / np.float32(EDGE_STEPS)
    printed = np.ascontiguousarray(np.rot90(strength, 1 if look.turned else 0))
    return np.asarray(cv2.resize(printed, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _common(places: Sequence[Sequence[Place]], fields: Sequence[Floats], reach: int) -> Floats:
    """What the places have in common of each card's field (H, W), so many pixels each way around them: (2 reach + 1, ...)."""
    found = []
    for its, field in zip(places, fields, strict=True):
        padded = np.pad(field, reach)
        for x, y in its:
            column, line = int(x * field.shape[1]), int(y * field.shape[0])
            found.append(padded[line : line + 2 * reach + 1, column : column + 2 * reach + 1])
    return np.asarray(np.mean(found, 0), np.float32)


_NO_EDGES = 1e-4
