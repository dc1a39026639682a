"""Pieces that fit nowhere at the size that patches agree on, tried again at that which the pieces found show; and in the light they show.

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
    weak: float = 0.5
    """A piece whose rim is less certain than so many times that of the best fits hardly: others are tried in its place, too."""
    dyed: float = 0.2
    """Difference of the logarithm of the light in any channel: of several colours on a piece the wrong one would be its body's."""
    fewest: int = 3
    """Pieces that show a light, at least."""


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
    least = params.weak * max(one.evidence.rim for one in kept)
    firm = [one for one in kept if one.evidence.rim >= least]
    free = [one for one in agreeing(found, shown, guess) if not any(_lies_on(one.middle, other, camera) for other in firm)]
    tried = [fit_alone(picture, one, shapes, ahead, shown, fit) for one in free]
    clear = [one for one in tried if all(shared(one.pose, other.pose) < fit.most_overlap for other in firm)]
    more = [one for one in apart([*(one for one in kept if one not in firm), *clear], fit) if one not in kept]
    if not more:
        return camera, agreed, kept
    left = [one for one in kept if one in firm or all(shared(one.pose, other.pose) < fit.most_overlap for other in more)]
    camera, kept = fit_together(picture, (*left, *more), camera, shown, fit)
    return camera, shown, kept


def in_light_shown(
    picture: Picture, kept: tuple[Standing, ...], camera: Camera, agreed: Agreement, fit: FitParams, params: SizedParams
) -> tuple[Camera, Agreement, tuple[Standing, ...]]:
    """The camera, what is agreed on, and the pieces, fitted together in the light that most of them show, if patches agreed on another.

    Of pieces in one colour each that light makes no other, and where they fit worse in it what they show was no light.
    """
    shown = np.median([one.evidence.gain for one in kept], axis=0)
    is_plain = not any(len(one.silhouette.coats) for one in kept)
    if is_plain or len(kept) < params.fewest or float(np.abs(np.log(shown / agreed.gain)).max()) < params.dyed:
        return camera, agreed, kept
    lit = replace(agreed, gain=shown)
    looking, anew = fit_together(picture, kept, camera, lit, fit)
    is_better = sum(one.fit for one in anew) > sum(one.fit for one in kept)
    return (looking, lit, anew) if is_better else (camera, agreed, kept)


def _lies_on(at: Floats, one: Standing, camera: Camera) -> bool:
    """Whether a place (2,) of the picture lies on a piece."""
    x, y = project(np.asarray(np.linalg.inv(camera.mm_to_px), np.float64), at[None])[0].tolist()
    return cv2.pointPolygonTest(one.pose.line_mm.astype(np.float32)[:, None], (x, y), False) >= 0
