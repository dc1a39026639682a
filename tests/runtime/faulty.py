"""A camera over a drawn table that fails in a chosen way for a while; at module level, since it travels to another process."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hw.eye import Camera, CameraError
from tests.vision.tables import scene
from vision.frame import Frame

SIZE = (640, 480)
RED = (220, 40, 40)
FAULTS = ("hang", "end", "frozen", "black", "green", "torn", "another size")


@dataclass(frozen=True)
class Faulty:
    """Opens a camera whose table shows a red card, and another one from the fault on; the fault ends `fault_s` after it began."""

    fault: str
    began: Path
    """Written when the fault begins, so that a new process knows it; holds the time."""
    good: int = 25
    fault_s: float = 3.0

    def __call__(self) -> Camera:
        """The camera. Raises CameraError while an ended stream is away."""
        if self.fault == "end" and self._is_on():
            raise CameraError("faulty: nobody sends; check the address")
        return FaultyCamera(self)

    def _is_on(self) -> bool:
        return self.began.exists() and time.monotonic() - float(self.began.read_text()) < self.fault_s


class FaultyCamera:
    """Twenty frames a second."""

    def __init__(self, how: Faulty) -> None:
        self.how, self._table = how, table((100, 100))
        self._rng = np.random.default_rng(1)

    def frames(self) -> Iterator[Frame]:
        """A good table, the fault, a good table again."""
        if not self.how.began.exists():
            for _ in range(self.how.good):
                yield self._live(self._table)
            self.how.began.write_text(str(time.monotonic()))
            if self.how.fault == "hang":
                time.sleep(3600)
            if self.how.fault == "end":
                return
            same = self._live(self._table)
            while self.how._is_on():
                yield self._faulty(same)
        while True:
            yield self._live(self._table)

    def close(self) -> None:
        """Nothing is held."""

    def _live(self, rgb: NDArray[np.uint8]) -> Frame:
        time.sleep(0.05)
        noise = self._rng.normal(0, 2, rgb.shape).astype(np.int16)
        return Frame(np.asarray(cv2.add(rgb, noise, dtype=cv2.CV_8U), np.uint8), time.monotonic())

    def _faulty(self, same: Frame) -> Frame:
        """What comes while the camera fails. Were it read, another card would seem to lie there."""
        other = table((100, 100), (400, 250))
        match self.how.fault:
            case "frozen":
                time.sleep(0.05)
                return Frame(same.rgb, time.monotonic())
            case "black":
                return self._live(np.zeros_like(other))
            case "green":
                time.sleep(0.05)
                return Frame(np.full_like(other, (0, 135, 0)), time.monotonic())
            case "torn":
                other[300:] = 128
                time.sleep(0.05)
                return Frame(other, time.monotonic())
            case _:
                smaller = cv2.resize(self._table, (320, 240), interpolation=cv2.INTER_AREA)
                return self._live(np.asarray(smaller, np.uint8))


def table(*cards: tuple[int, int]) -> NDArray[np.uint8]:
    """The drawn table with red cards on it."""
    rgb = scene(size_px=SIZE).frame.rgb.copy()
    for x, y in cards:
        cv2.rectangle(rgb, (x, y), (x + 60, y + 80), RED, cv2.FILLED)
    return rgb
