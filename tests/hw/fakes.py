"""Cameras that misbehave; at module level, since they travel to another process."""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hw.eye import Camera, CameraError
from vision.frame import Frame


def picture(value: int, size: tuple[int, int] = (32, 24)) -> Frame:
    return Frame(np.full((size[1], size[0], 3), value % 256, np.uint8), time.monotonic())


@dataclass(frozen=True)
class Fake:
    """Opens as a camera that does `what` after `good` pictures; the first opening only, when `marker` is given."""

    what: str
    good: int = 3
    marker: Path | None = None
    hangs_s: float = 3600.0
    """How long one that hangs does, before it goes on."""

    def __call__(self) -> Camera:
        if self.what == "refuse":
            raise CameraError("fake: cannot be opened; plug it in")
        again = self.marker is not None and self.marker.exists()
        if self.marker is not None:
            self.marker.touch()
        return FakeCamera("go on" if again else self.what, self.good, self.hangs_s)


class FakeCamera:
    def __init__(self, what: str, good: int, hangs_s: float) -> None:
        self.what, self.good, self.hangs_s = what, good, hangs_s

    def frames(self) -> Iterator[Frame]:
        number = 0
        while True:
            number += 1
            if number > self.good:
                self.misbehave()
            if self.what == "end" and number > self.good:
                return
            if self.what == "grow" and number > self.good:
                yield picture(number, (64, 48))
            elif self.what == "grow too large":
                yield picture(number, (2000, 2000))
            else:
                yield picture(7 if self.what == "freeze" else number)
            time.sleep(0.01)

    def misbehave(self) -> None:
        if self.what == "hang":
            time.sleep(self.hangs_s)
        if self.what == "crash":
            os._exit(3)
        if self.what == "fail":
            raise CameraError("fake: gives no picture any more; plug it in again")

    def close(self) -> None:
        pass
