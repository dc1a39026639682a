"""Readings that go wrong when a test says so; at module level, since they travel to another process."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.game import CompanionError
from companion.looking import InPlace
from companion.reader import Opened
from hw.shared import Seat
from tests.session.conftest import card
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane


def read(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None) -> Observation:
    """Every red card is a 3, whatever the size of the picture."""
    red = np.asarray((frame.rgb[..., 0] > 150) & (frame.rgb[..., 1] < 90) & (frame.rgb[..., 2] < 90))
    cards = (card(3),) if red.mean() > 0.002 else ()
    return Observation(frame.taken_at, frame.size_px, quality or Quality(0.9, 0.5, 0.0), detections=cards)


@dataclass(frozen=True)
class OpenReading:
    """Reads from a camera's seat, badly as long as the file `fault` holds the word for it."""

    seat: Seat
    fault: Path

    def __call__(self) -> Opened:
        """The reading, and what it answers."""
        return Opened(InPlace(self.seat.taken(), LiveReader(self._read), lambda frame: b"x"), {"double": self._double, "fail": self._fail})

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        what = self.fault.read_text() if self.fault.exists() else ""
        if what == "crash":
            os._exit(3)
        if what == "hang":
            time.sleep(3600)
        if what == "raise":
            raise RuntimeError("a reader's\nfault")
        return read(frame, table, quality)

    def _double(self, number: int) -> int:
        return 2 * number

    def _fail(self, how: str) -> None:
        if how == "end":
            os._exit(4)
        if how == "sleep":
            time.sleep(1.0)
        raise CompanionError(f"no,\n{how}") if how != "oops" else RuntimeError("oops")
