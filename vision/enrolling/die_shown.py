"""A face of a die shown to the camera: one die alone on plain ground, that face up. Whether its print can be made out is said at once."""

import numpy as np
from numpy.typing import NDArray

from vision.dice.faces import printed
from vision.dice.reader import DiceReader
from vision.enrolling.blobs import find_flat
from vision.enrolling.crop import cut_out

Pixels = NDArray[np.uint8]


def find_die(rgb: Pixels) -> Pixels | None:
    """The one die on plain ground in a picture, cut out with some of that ground; None where there is none. `rgb`: (H, W, 3) RGB."""
    found = find_flat(rgb)
    return None if found is None or not _SQUARE[0] <= found.ratio <= _SQUARE[1] else found.rgb


_SQUARE = (0.6, 1.7)
"""Height through width of a die in a picture, its sides with it when it is seen at a slant."""


def face_print(rgb: Pixels, size_mm: tuple[float, float]) -> Pixels | None:
    """What is printed on the upper face of the one die in a picture, cut out of it; None where no print is alone on a face."""
    if (face := DiceReader().face(rgb)) is not None:
        return face
    cut = cut_out(rgb, size_mm)
    high, wide = cut.shape[:2]
    return printed(cut, ((wide - 1) / 2, (high - 1) / 2), min(wide, high))
