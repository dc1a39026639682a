"""Whether a plate shows from end to end: what cuts an end off, an arm of whatever colour, may hide what stands there, and the plate's foot.

A plate is the same to the left and to the right of its middle, in its own plane. What is left of one that is cut is not.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class EndParams:
    """When a plate is whole."""

    least_alike: float = 0.86
    """Part that its outline and the mirrored one share: plates that nothing cuts have .91 and more, cut ones .8 at most."""
    lean: float = 0.08
    """Radians by which it may lean, the camera rolled: more than any camera does that stands on a table ..."""
    leans: int = 9
    """Leans that are tried."""
    aside_mm: float = 6.0
    """... and how far its middle may be from that of its box, where shadow or a piece's edge ran into one end."""
    asides: int = 5
    """Middles that are tried with each."""
    zoom: float = 2.0
    """Pixels a millimetre of what is compared."""


PARAMS = EndParams()


def is_whole(line_mm: Floats, params: EndParams = PARAMS) -> bool:
    """Whether a plate's outline (n, 2), in its upright plane, is the same on both sides of its middle."""
    middle = (line_mm.min(0) + line_mm.max(0)) / 2
    for lean in np.linspace(-params.lean, params.lean, params.leans):
        c, s = np.cos(lean), np.sin(lean)
        upright = (line_mm - middle) @ np.array([[c, -s], [s, c]])
        centre = (upright[:, 0].min() + upright[:, 0].max()) / 2
        for aside in np.linspace(-params.aside_mm, params.aside_mm, params.asides):
            if _alike(upright - (centre + aside, 0.0), params) >= params.least_alike:
                return True
    return False


def _alike(line: Floats, params: EndParams) -> float:
    """The part that a line (n, 2) and the same mirrored at x = 0 share of both together."""
    half, low = float(np.abs(line[:, 0]).max()) + 1.0, float(line[:, 1].min()) - 1.0
    width, height = np.ceil(np.array([2 * half, float(line[:, 1].max()) + 1.0 - low]) * params.zoom).astype(int)
    masks = [np.zeros((int(height), int(width)), np.uint8) for _ in range(2)]
    for mask, way in zip(masks, (1.0, -1.0), strict=True):
        cv2.fillPoly(mask, [np.round((line * (way, 1.0) + (half, -low)) * params.zoom).astype(np.int32)], 1)
    both, either = (int(np.count_nonzero(mask)) for mask in (masks[0] & masks[1], masks[0] | masks[1]))
    return both / max(either, 1)
