"""Texture: print of dots and pixels that lie closer than a soft or bright picture shows, or than the raster of looks holds.

Of such print there may be nothing to see, or another of its dots in every place.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.looks.blocks import energies
from vision.looks.matching import Seen

Floats = NDArray[np.float32]
Cells = NDArray[np.bool_]


def faded_texture(edges: Floats, energy: Floats, seen: Seen, params: ExplainParams) -> Cells:
    """The blocks (blocks,) of which a look's print is texture, of which hardly anything is seen, and nothing else either.

    `edges` (HEIGHT, WIDTH, 2) and `energy` (blocks,) of the look. The edges of a dot have all directions, which cancel close by; those of
    a line or an area do not. Blur takes the first and leaves the second; what is printed there instead would be seen.
    """
    lines = energies(_lines(edges, params))
    left = energies(np.ascontiguousarray(seen.edges))
    return np.asarray((lines < params.texture * energy) & (left < params.faded * energy), np.bool_)


def aliased_texture(edges: Floats, energy: Floats, seen: Seen, params: ExplainParams) -> Cells:
    """The blocks (blocks,) of which a look's print is dots as fine as the raster's pixels, as a halftone, and what is seen is texture, too.

    Which pixel holds which dot there a tenth of a millimetre decides, so that a look does not even resemble itself. As much of it must be
    seen as there is: what is printed there instead, as lines or areas, would be seen as these.
    """
    fine = energies(_lines(edges, params)) < params.aliased * energy
    if not fine.any():
        return fine
    strong, dots = energies(np.ascontiguousarray(seen.edges)), energies(_lines(seen.edges, params))
    alike = (strong >= params.faded * energy) & (strong * params.faded <= energy)
    return np.asarray(fine & alike & (dots < params.texture * strong), np.bool_)


def _lines(edges: Floats, params: ExplainParams) -> Floats:
    """What is left of some edges (HEIGHT, WIDTH, 2) where those close by have all directions, as a dot's have."""
    return np.asarray(cv2.GaussianBlur(edges, (0, 0), params.texture_px), np.float32)
