"""Texture: print of dots and pixels that lie closer than a soft or bright picture shows. Of such print there may be nothing to see."""

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
    lines = energies(cv2.GaussianBlur(edges, (0, 0), params.texture_px).astype(np.float32))
    left = energies(np.ascontiguousarray(seen.edges))
    return np.asarray((lines < params.texture * energy) & (left < params.faded * energy), np.bool_)
