"""Where outlines may lie in a close look: each is tried at many places and turns, by the edges that run below it and the calm within.

For shapes whose colour goes on beyond their edge in part, so that no patch of the picture has their outline.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.insides import outward
from vision.looks.shapes import middle_of
from vision.looks.silhouettes import POINTS, Silhouette, even
from vision.plates.flats import slope

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]
Offsets = NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class TrialParams:
    """How closely it is tried."""

    turns: int = 36
    reach_mm: float = 12.0
    """A middle may be so far from the look's, across and down ..."""
    step_mm: float = 3.0
    """... and is tried so far apart."""
    steep: float = 12.0
    """Change of colour, in levels a pixel, that is an edge for certain."""
    near_px: int = 9
    """An edge counts for an outline within half of this."""
    calm: float = 0.7
    """Weight of what is steep within, which speaks against it."""
    within_mm: float = 3.0
    every: int = 4
    """Of the outline's points each so many-th is looked at."""
    inside: int = 16
    """Points looked at within."""
    of_each: int = 3
    """Places kept of each outline ..."""
    most: int = 14
    """... and of all."""


PARAMS = TrialParams()


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """A place where an outline may lie."""

    index: int
    """Of the silhouette."""
    mirrored: bool
    turn: float
    """Radians, clockwise in the picture."""
    middle: Floats
    """(2,) its centroid, in the close look."""
    colour: Floats
    """(3,) RGB, the median of what is seen within."""
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """An outline one way up, in pixels from its centroid."""

    index: int
    mirrored: bool
    rim: Offsets
    """(turns, n, 2)."""
    inside: Offsets
    """(turns, m, 2)."""


class Trials:
    """Tries the outlines of some silhouettes, of which either side may be up."""

    def __init__(self, silhouettes: Sequence[Silhouette], px_per_mm: float, params: TrialParams = PARAMS) -> None:
        """`px_per_mm` is that of the close looks."""
        self.params, self._silhouettes, self._scale = params, tuple(silhouettes), px_per_mm

    @cached_property
    def _templates(self) -> list[_Template]:
        return [self._template(k, is_back) for k in range(len(self._silhouettes)) for is_back in (False, True)]

    def _template(self, index: int, mirrored: bool) -> _Template:
        p = self.params
        line = even(self._silhouettes[index].outline_mm * ((-1.0, 1.0) if mirrored else (1.0, 1.0)), POINTS)
        line = line - middle_of(line)
        around = line.astype(np.float32).reshape(-1, 1, 2)
        inner = [at for at in line - outward(line) * p.within_mm if cv2.pointPolygonTest(around, tuple(at), True) > 0.8 * p.within_mm]
        inside = np.array(inner[:: max(1, len(inner) // p.inside)][: p.inside] or [(0.0, 0.0)])
        return _Template(index, mirrored, self._turned(line[:: p.every]), self._turned(inside))

    def _turned(self, points: Floats) -> Offsets:
        angles = np.arange(self.params.turns) * 2 * np.pi / self.params.turns
        c, s = np.cos(angles), np.sin(angles)
        turned = np.einsum("nk,tkj->tnj", points, np.stack([np.stack([c, s], 1), np.stack([-s, c], 1)], 1))
        return np.asarray(np.rint(turned * self._scale), np.int16)

    def likely(self, close: Pixels) -> list[Trial]:
        """The likeliest places in (H, W, 3) RGB, best first."""
        p = self.params
        steep = np.minimum(slope(close) / np.float32(p.steep), np.float32(1))
        near = np.asarray(cv2.dilate(steep, np.ones((p.near_px, p.near_px), np.uint8)), np.float32)
        height, width = steep.shape
        along = np.arange(-p.reach_mm, p.reach_mm + 0.1, p.step_mm) * self._scale
        middle = np.array([(width - 1) / 2, (height - 1) / 2])
        at = np.stack(np.meshgrid(along, along), -1).reshape(-1, 2) + middle
        places = np.asarray(np.rint(at), np.int16)
        around = self._farthest_px + max(0, -int(places.min())) + 1  # places lie as far beyond one side as beyond the other
        fields = _Field(near, around), _Field(steep, around)
        found = [trial for template in self._templates for trial in self._best(close, fields, template, places)]
        return sorted(found, key=lambda trial: -trial.score)[: p.most]

    @cached_property
    def _farthest_px(self) -> int:
        """How far from a middle a point is that is looked at, across or down."""
        return max(int(np.abs(one.rim).max()) for one in self._templates)

    def _best(self, close: Pixels, fields: tuple["_Field", "_Field"], template: _Template, places: Offsets) -> list[Trial]:
        """The best places of one outline; `fields`: how near edges are, and how steep it is."""
        p, (near, steep) = self.params, fields
        scores = near.means(template.rim, places) - p.calm * steep.means(template.inside, places)
        found = []
        for k in np.argpartition(-scores.ravel(), p.of_each)[: p.of_each]:
            turn, place = divmod(int(k), len(places))
            x, y = _within(template.inside[turn] + places[place], close.shape)
            colour = np.asarray(np.median(close[y, x], axis=0), np.float64)
            middle = places[place].astype(np.float64)
            angle = turn * 2 * np.pi / p.turns
            found.append(Trial(template.index, template.mirrored, angle, middle, colour, float(scores.flat[k])))
        return found


class _Field:
    """A picture (H, W) to be looked at in many points at once, beyond its edge as at it."""

    def __init__(self, values: NDArray[np.float32], around: int) -> None:
        """No point may be more than `around` pixels beyond the edge."""
        padded = cv2.copyMakeBorder(values, around, around, around, around, cv2.BORDER_REPLICATE)
        self._values, self._wide, self._around = np.asarray(padded, np.float32).ravel(), padded.shape[1], around

    def means(self, offsets: Offsets, places: Offsets) -> NDArray[np.float32]:
        """(turns, places) the mean at the points of a template in all turns (turns, n, 2), at all places (places, 2)."""
        points, middles = self._at(offsets), self._at(places + self._around)
        return np.asarray(self._values.take(points[:, None] + middles[None, :, None]).mean(axis=2), np.float32)

    def _at(self, points: Offsets) -> NDArray[np.int64]:
        """Points (..., 2) as steps along the rows, one after another."""
        return np.asarray(points[..., 1].astype(np.int64) * self._wide + points[..., 0], np.int64)


def _within(points: Offsets, shape: tuple[int, ...]) -> tuple[Offsets, Offsets]:
    """Columns and rows of points (..., 2), those beyond a picture of (H, W) at its edge."""
    return np.clip(points[..., 0], 0, shape[1] - 1), np.clip(points[..., 1], 0, shape[0] - 1)
