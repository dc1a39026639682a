"""Discs of one colour on which a ring is printed: told plain by their middle and their rim, between which it lies.

A special token may bear a thin ring in a darker shade of its own colour. A plain one has, all round at one distance from its middle, no
light or colour other than it has within and around that: a shadow lies on one side of it, and gloss runs across. A ring close to the rim
is not told: where a disc is found too small or askew, the edge of a plain one looks like it.
"""

import itertools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.letters.cells import Flat, Points
from vision.looks.colours import linear

Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RingPrintParams:
    """How a ring is looked for. Lengths in radii of the disc, or in cells; colours are roots of light, of which paper's is 1."""

    step: float = 0.05
    angles: int = 32
    rings: tuple[int, int] = (6, 16)
    """Steps from its middle, less one, at which a ring may lie: from, and up to,"""
    beside: tuple[int, ...] = (3, 4)
    """and so many steps on each side of it what it differs from;"""
    open: float = 0.25
    """part of its round that need not be so: blur and noise hide a bit here and there."""
    least: float = 0.045
    """By which a ring differs: of 805 plain tokens of six boxes and drawn boards .030 and less; of two with one .06, in glare, and .21."""
    shifts: tuple[float, ...] = (-0.05, 0.0, 0.05)
    """Cells that a disc may be off where it was found."""
    window: float = 1.2
    """Width of a look, in cells,"""
    samples: int = 60
    """and its pixels."""


PARAMS = RingPrintParams()


def bear_rings(flat: Flat, middles: Points, places: Floats, paper: Floats, params: RingPrintParams = PARAMS) -> Flags:
    """(n,) whether a ring is printed on discs in cells with (n, 2) middles, at (n, 3) places as of `Discs.place`.

    `flat`: RGB; `paper` (3,): its linear light.
    """
    looks = np.sqrt(np.clip(linear(flat.cut(middles, params.window, params.samples)) / paper, 0, 2)).astype(np.float32)
    return np.array([_ring_of(look, place, params) >= params.least for look, place in zip(looks, places, strict=True)], np.bool_)


def _ring_of(look: Floats, place: Floats, params: RingPrintParams) -> float:
    """By how much the clearest ring on a disc of a look (s, s, 3) differs, in its clearest colour, from what lies within and around it."""
    rays, (first, last), best, open_ = _rays(look, place, params), params.rings, 0.0, int(params.open * params.angles)
    for off in params.beside:
        ends = slice(first, min(last, rays.shape[1] - off))
        on, within, around = rays[:, ends], rays[:, first - off : ends.stop - off], rays[:, first + off : ends.stop + off]
        for differs in (np.minimum(within, around) - on, on - np.maximum(within, around)):
            all_round = np.partition(differs.max(axis=-1), open_, axis=2)[..., open_]
            best = max(best, float(all_round.max()))
    return best


def _rays(look: Floats, place: Floats, params: RingPrintParams) -> Floats:
    """(shifts, radii, angles, 3) what a look (s, s, 3) shows outwards from where a disc's middle may be."""
    px = params.samples / params.window
    out = params.step * np.arange(1, round(1 / params.step)) * float(place[2]) * px
    way = np.arange(params.angles) * 2 * np.pi / params.angles
    starts = np.array(list(itertools.product(params.shifts, params.shifts))) + place[:2]
    x, y = (
        ((starts[:, axis] / params.window + 0.5) * params.samples - 0.5)[:, None, None] + out[:, None] * part
        for axis, part in ((0, np.cos(way)), (1, np.sin(way)))
    )
    right, down = (one.reshape(-1, params.angles).astype(np.float32) for one in (x, y))
    return np.asarray(cv2.remap(look, right, down, cv2.INTER_LINEAR), np.float32).reshape(*x.shape, 3)
