"""Which side of a piece shows. One that is nearly alike from behind, as a banana, may be guessed by its other side, turned a little.

Its outline then runs beside the rim that is seen, here within and there beyond: as the other side it lies on it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import Likeness, Shapes, middle_of
from vision.plates.fitting import PARAMS as FIT, FitParams, Standing, fit_closely
from vision.plates.guesses import Agreement, mirrored
from vision.plates.rims import Picture
from vision.plates.standing import Camera, Pose

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SideParams:
    """When a piece shows its other side."""

    alike: float = 0.8
    """Overlap of an outline and the other side's from which on one may be taken for the other."""
    nearer: float = 0.7
    """So many times as far from the rim that is seen lies the other side, at most, to be the one that shows, ..."""
    clearer: float = 1.1
    """... or nearer at all where it fits so many times better, ..."""
    least_px: float = 0.5
    """... where this one does not lie on it as nearly as any does."""
    farthest_px: float = 8.0
    """What is farther away is as good as this: another rim."""


PARAMS = SideParams()


def right_sides(
    picture: Picture, kept: Sequence[Standing], camera: Camera, agreed: Agreement, fit: FitParams = FIT, params: SideParams = PARAMS
) -> tuple[Standing, ...]:
    """The pieces, those turned over whose other side lies much nearer to the rim that is seen, and no less clearly."""
    return tuple(_side(picture, one, camera, agreed, fit, params) for one in kept)


def _side(picture: Picture, one: Standing, camera: Camera, agreed: Agreement, fit: FitParams, params: SideParams) -> Standing:
    off = _off(one, params)
    if off <= params.least_px:
        return one
    for pose in _other_sides(one, params):
        other = fit_closely(picture, one.silhouette, pose, camera, agreed, (*fit.rivals_mm, *fit.together_mm[-3:]), fit)
        clearer = other.fit >= params.clearer * one.fit
        if other.fit >= one.fit and _off(other, params) < (1.0 if clearer else params.nearer) * off:
            return other
    return one


def _other_sides(one: Standing, params: SideParams) -> Iterator[Pose]:
    """The poses in which its other side covers nearly the same place."""
    shapes, line = Shapes((one.silhouette,)), one.pose.line_mm
    is_back = not np.array_equal(one.pose.outline, one.silhouette.outline_mm)
    for likeness in shapes.liken(line, 2):
        if likeness.mirrored != is_back and likeness.overlap >= params.alike:
            yield _laid(one, likeness, middle_of(line))


def _laid(one: Standing, likeness: Likeness, middle: Floats) -> Pose:
    """The side that a likeness tells, its middle where it is told."""
    outline = mirrored(one.silhouette.outline_mm) if likeness.mirrored else one.silhouette.outline_mm
    x, y = middle - middle_of(Pose(outline, 0.0, 0.0, likeness.turn).line_mm)
    return Pose(outline, float(x), float(y), likeness.turn)


def _off(one: Standing, params: SideParams) -> float:
    """Pixels, the root of the mean square, by which its outline lies beside the rim that is seen."""
    places = one.evidence.places
    off = np.minimum(np.abs(places.offset), params.farthest_px)
    return float(np.sqrt((places.weight * off**2).sum() / max(float(places.weight.sum()), 1e-9)))
