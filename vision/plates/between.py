"""Ground that shows between pieces, a wall's edge and whatever lies beside them can have a food's outline by chance.

In dim light it can nearly have its colour, too. It has the colours that are seen on both sides of the stack then, and its rim lies beside
its outline, or is less certain than that of the pieces, and the light on it would have another hue than that on the pieces.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plates.before import ground
from vision.plates.fitting import Standing
from vision.plates.rims import Picture
from vision.plates.standing import Camera, project

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BetweenParams:
    """When a piece may be only the ground between others."""

    clear: float = 0.85
    """Part of the pieces' median certainty from which on a rim is no chance."""
    least: float = 0.7
    """Part of what it covers that has the ground's colours."""
    hue: float = 0.43
    """Difference between the logarithms of two channels' light from that on the others: pieces whose rim is weak have .4 at most."""
    off_mm: float = 0.33
    """Its rim is seen that far from where it has it, all around; of 185 true pieces 180 are nearer."""
    lift: float = 12.0
    """Levels added before colours are divided."""


PARAMS = BetweenParams()


def like_the_ground(
    picture: Picture,
    kept: Sequence[Standing],
    stack_mm: Sequence[Floats],
    camera: Camera,
    params: BetweenParams = PARAMS,
) -> list[Standing]:
    """Those of the pieces that may be only what lies behind the stack. `stack_mm`: outlines of all that stands, the plate's last."""
    usual = float(np.median([one.evidence.rim for one in kept])) if len(kept) > 2 else 0.0
    off_px = params.off_mm * camera.px_per_mm
    aside = [one.evidence.off_px > off_px for one in kept]
    weak = [one.evidence.rim < params.clear * usual for one in kept]
    if not any(weak) and not any(aside):
        return []
    small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)
    seen = ground(small, [project(camera.mm_to_px, line) / 2 for line in stack_mm], camera.px_per_mm / 2)
    masks = [_inside(seen.shape, project(camera.mm_to_px, one.pose.line_mm) / 2) for one in kept]
    light = np.stack([_light(small[mask], one, params) for one, mask in zip(kept, masks, strict=True)])
    odd = [aside[k] or (weak[k] and np.ptp(light[k] - np.median(np.delete(light, k, 0), axis=0)) > params.hue) for k in range(len(kept))]
    return [one for k, one in enumerate(kept) if odd[k] and seen[masks[k]].mean() >= params.least]


def _inside(shape: tuple[int, ...], line: Floats) -> NDArray[np.bool_]:
    """(H, W) whether a place lies within a closed line (n, 2), clear of its edge."""
    own = np.zeros(shape, np.uint8)
    cv2.fillPoly(own, [np.round(line).astype(np.int32)], 1)
    return np.asarray(cv2.erode(own, np.ones((5, 5), np.uint8)) > 0, np.bool_)


def _light(colours: NDArray[np.float32], one: Standing, params: BetweenParams) -> Floats:
    """(3,) logarithm of the light on a piece of which these colours (n, 3) are seen."""
    return np.asarray(np.log((np.median(colours, axis=0) + params.lift) / (one.silhouette.body + params.lift)), np.float64)
