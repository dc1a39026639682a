"""Pictures of a table at rest laid over each other: what lies there stays, the noise of a camera in dim light does not.

One look leaves no doubt by day; where it does, and the noise is why, the next is at the mean of several pictures. Of n pictures the noise
is that of one over the square root of n.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

_THIN = 8
"""Every so many pixels tell the noise."""
_OF_DEVIATION = 2 / np.sqrt(np.pi)
"""Mean difference of two pictures, in standard deviations of a pixel."""


@dataclass(frozen=True, slots=True)
class SteadyParams:
    """When pictures are laid over each other, and how many."""

    noisy: float = 2.5
    """Standard deviation of a pixel, in grey levels, from which on it is worth while; by day it is below 2."""
    fewest: int = 4
    """So many halve the noise: no further look at fewer."""
    most: int = 12
    """More would hardly show anything else."""


PARAMS = SteadyParams()


class Steady:
    """The pictures since the table came to rest; for one thread."""

    def __init__(self, params: SteadyParams = PARAMS) -> None:
        self._params = params
        self._rest: float | None = None
        self._first: Frame | None = None
        self._newest: Frame | None = None
        self._sum: NDArray[np.uint16] | None = None
        self._count, self._noise = 0, 0.0

    def seen(self, frame: Frame, rest: float) -> None:
        """One more picture of the table that came to rest at `rest`, on the frames' clock; of another rest: the first one."""
        if self._rest != rest or self._first is None or self._first.size_px != frame.size_px:
            self._rest, self._first, self._sum, self._count, self._noise = rest, frame, None, 1, 0.0
        elif self._count < self._params.most and frame is not self._newest:
            self._count += 1
            self._noise = self._noise or noise_between(self._first, frame)
            if self.is_noisy:
                before = self._first.rgb if self._sum is None else self._sum
                self._sum = np.asarray(cv2.add(before, frame.rgb, dtype=cv2.CV_16U), np.uint16)
        self._newest = frame

    def clear(self) -> None:
        """Nothing is at rest any more: no picture is kept."""
        self._rest = self._first = self._newest = self._sum = None

    @property
    def is_noisy(self) -> bool:
        """Whether one picture of this rest differs from the next by more than by day."""
        return self._noise >= self._params.noisy

    @property
    def is_enough(self) -> bool:
        """Whether another look would see more than the first, or there is no noise that hides anything."""
        return not self.is_noisy or self._count >= self._params.fewest

    def clearest(self, frame: Frame) -> Frame:
        """The mean of the pictures so far, taken when `frame` was; `frame` itself where noise hides nothing."""
        if self._sum is None:
            return frame
        return replace(frame, rgb=np.asarray(cv2.convertScaleAbs(self._sum, alpha=1 / self._count), np.uint8))


def noise_between(one: Frame, other: Frame) -> float:
    """Standard deviation of a pixel from one picture of a still table to another, in grey levels, apart from how bright they are."""
    differ = other.rgb[::_THIN, ::_THIN].astype(np.int16) - one.rgb[::_THIN, ::_THIN]
    return float(np.abs(differ - np.median(differ)).mean() / _OF_DEVIATION)
