"""One picture of the table, and when it was taken."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rgb = NDArray[np.uint8]
"""(H, W, 3) uint8, sRGB in the order red, green, blue; row 0 at the top."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture that nobody changes any more."""

    rgb: Rgb
    """(H, W, 3) uint8, sRGB, row 0 at the top; read-only."""
    taken_at: float
    """Seconds on the monotonic clock, at mid-exposure."""

    def __post_init__(self) -> None:
        if self.rgb.ndim != 3 or self.rgb.shape[2] != 3 or self.rgb.dtype != np.uint8:
            raise ValueError(f"rgb must be (H, W, 3) uint8, got {self.rgb.shape} {self.rgb.dtype}")
        if 0 in self.rgb.shape:
            raise ValueError(f"a picture needs pixels, got {self.rgb.shape}")
        self.rgb.flags.writeable = False

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height."""
        return self.rgb.shape[1], self.rgb.shape[0]
