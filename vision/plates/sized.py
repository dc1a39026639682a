"""Pieces that fit nowhere at the size that patches agree on, tried again at that which the pieces found show.

Patches of pieces with a dark outline, or shaded in several tones, end before the pieces do, each by another part of its size. What they
agree on is then too small by so much that some fit all the same, made exact, and others do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.looks.shapes import Shapes
from vision.plates.fitting import FitParams, Standing, apart, fit_alone, fit_together, shared
from vision.plates.guesses import Agreement, Guess, GuessParams, agreeing
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SizedParams:
    """When pieces are tried again."""

    off: float = 0.05
    """Difference of the logarithms of the two sizes: a rim is found so far aside, and less is made good by that alone."""


def at_size_shown(
    picture: Picture,
    found: Sequence[Guess],
    kept: tuple[Standing, ...],
    shapes: Shapes,
    camera: Camera,
    agreed: Agreement,
    guess: GuessParams,
    fit: FitParams,
    params: SizedParams,
) -> tuple[Camera, Agreement, tuple[Standing, ...]]:
    """The camera, what is agreed on, and the pieces, fitted together: those `kept` and any more that fit at the size these show."""
    if abs(float(np.log(camera.px_per_mm / agreed.px_per_mm))) < params.off:
        return camera, agreed, kept
    shown, ahead = replace(agreed, px_per_mm=camera.px_per_mm), replace(camera, tilt=0.0, pan=0.0)
    free = [one for one in agreeing(found, shown, guess) if not any(_lies_on(one.middle, other, camera) for other in kept)]
    tried = apart([fit_alone(picture, one, shapes, ahead, shown, fit) for one in free], fit)
    more = [one for one in tried if all(shared(one.pose, other.pose) < fit.most_overlap for other in kept)]
    if not more:
        return camera, agreed, kept
    camera, kept = fit_together(picture, (*kept, *more), camera, shown, fit)
    return camera, shown, kept


def _lies_on(at: Floats, one: Standing, camera: Camera) -> bool:
    """Whether a place (2,) of the picture lies on a piece."""
    x, y = project(np.asarray(np.linalg.inv(camera.mm_to_px), np.float64), at[None])[0].tolist()
    return cv2.pointPolygonTest(one.pose.line_mm.astype(np.float32)[:, None], (x, y), False) >= 0
