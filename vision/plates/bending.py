"""By how much a lens bends straight lines, told by the pieces' rims: all outlines fit at once only where it bends no more.

Unless that is undone, pieces at the picture's rim seem smaller than those in its middle, and a height is measured on the scale of neither.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.image.lens import straight
from vision.plates.fitting import Standing
from vision.plates.standing import Camera, Places, Pose, Scene, adjust, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BendingParams:
    """Which lenses are tried, in terms as `vision.image.lens` has them, and when one is believed."""

    terms: tuple[float, ...] = (-0.25, -0.2, -0.15, -0.1, -0.05, 0.0, 0.05, 0.1)
    steps: int = 5
    robust_px: float = 2.8
    """Places of a rim that are farther off than this have been mistaken."""
    fewest: int = 3
    """Pieces that have to fit: two of them fit together before many lenses."""
    better: float = 0.65
    """How far off their rims are, squared, in parts of what it is before a straight lens, at most: other errors, as of what shows of a
    piece's thickness, are made smaller by a fourth."""
    usual_rim: float = 0.6
    """Part of the pieces' median certainty that one has that is asked."""


PARAMS = BendingParams()


def bending(kept: Sequence[Standing], camera: Camera, size: tuple[int, int], params: BendingParams = PARAMS) -> float:
    """The lens's term; 0 where it is not clear that it bends. `size`: width and height of the picture."""
    if not kept:
        return 0.0
    usual = float(np.median([one.evidence.rim for one in kept]))
    clear = [one for one in kept if one.evidence.rim >= params.usual_rim * usual]
    if len(clear) < params.fewest:
        return 0.0
    seen = [_seen(one, camera) for one in clear]
    off = [_off(clear, [straight(one, term, size) for one in seen], camera, params) for term in params.terms]
    best = int(np.argmin(off))
    if off[best] > params.better * off[params.terms.index(0.0)]:
        return 0.0
    if not 0 < best < len(off) - 1:
        return params.terms[best]
    around = params.terms[best - 1 : best + 2]
    a, b, _ = np.polyfit(around, off[best - 1 : best + 2], 2)
    return float(np.clip(-b / (2 * a), around[0], around[2]))


def _seen(one: Standing, camera: Camera) -> Floats:
    """(m, 2) where the rim of a piece is seen."""
    places = one.evidence.places
    return project(camera.mm_to_px, one.pose.line_mm[places.index]) + places.normal * places.offset[:, None]


def _off(kept: Sequence[Standing], seen: Sequence[Floats], camera: Camera, params: BendingParams) -> float:
    """Mean square of pixels by which rims `seen` there, in the straightened picture, are off the outlines that fit best."""
    scene = Scene(camera, tuple(one.pose for one in kept))
    for _ in range(params.steps):
        scene = adjust(scene, [_places(*both, scene.camera) for both in zip(kept, scene.poses, seen, strict=True)])
    found = [_places(*both, scene.camera) for both in zip(kept, scene.poses, seen, strict=True)]
    offset, weight = np.concatenate([one.offset for one in found]), np.concatenate([one.weight for one in found])
    return float((weight * offset**2 / (1 + (offset / params.robust_px) ** 2)).sum() / max(float(weight.sum()), 1e-9))


def _places(one: Standing, pose: Pose, seen: Floats, camera: Camera) -> Places:
    """The places of a rim that is seen there, told from where the pose has it."""
    places = one.evidence.places
    there = project(camera.mm_to_px, pose.line_mm[places.index])
    return replace(places, offset=((seen - there) * places.normal).sum(1))
