"""A font's letters as masks, from which samples are drawn; `glyphs` makes them of the fonts on a machine."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

CAP_PX = 40
"""Height of an H."""
BOX_PX = 112
"""Side of the square that a letter is drawn in, the middle of its capitals in the middle."""
DIGITS = "23456789"
OTHERS = "2345689&?%#§@abdegqr*="
"""What lies on tables and is none of the letters; signs that look like one in some turn (0, 1, 7, c, o, l, n, k, /) are left out."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Face:
    """One font: its letters as masks."""

    family: str
    masks: dict[str, Mask]
    """Letter to (BOX_PX, BOX_PX) uint8, 255 where there is ink; letters that the font lacks are missing."""
