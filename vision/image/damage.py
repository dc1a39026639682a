"""Is this a picture at all? A camera that fails sends one colour, or stops in the middle; no lens and no sensor ever does either."""

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame
from vision.observation import NotReady

STEP_PX = 16
"""Every so many pixels are looked at."""
LEAST_SPREAD = 1.5
"""Standard deviation in grey levels; a sensor's noise alone is more."""
DARK = 12.0
"""Mean below which one colour is darkness: a cap on the lens, a lamp that is out."""
MOST_FILLED = 0.15
"""Part of the rows, from the bottom or from the top alone, that may hold one and the same value."""


def damage(frame: Frame) -> NotReady | None:
    """Why this is no picture of anything; None when it is one."""
    thin = frame.rgb[::STEP_PX, ::STEP_PX]
    if max(float(thin[..., channel].std()) for channel in range(3)) < LEAST_SPREAD:
        return NotReady.DARK if float(thin.mean()) < DARK else NotReady.BLANK
    below, above = _filled(thin[::-1]), _filled(thin)
    # Bars above and below alike are a film's own.
    return NotReady.TORN if abs(below - above) > MOST_FILLED else None


def _filled(thin: NDArray[np.uint8]) -> float:
    """Part of the rows, from the first on, that hold one and the same value throughout."""
    same = (thin == thin[0, 0]).all(axis=(1, 2))
    return float(np.argmin(same)) / len(same) if not same.all() else 1.0
