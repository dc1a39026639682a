"""Whatever a camera does, in a process of its own and through the real loop: told within 3 s, no event, people go on, and it comes back."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from companion.game import Setup
from companion.looking import InPlace
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Snapshot, Source
from companion.store import Store
from hw.worker import CameraWorker, WorkerParams
from tests.runtime.faulty import FAULTS, SIZE, Faulty
from tests.session.conftest import card
from tests.session.counting_game import GAME, PACK
from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.reader import LiveReader
from vision.observation import Observation, Quality
from vision.table.plane import TablePlane

PARAMS = WorkerParams(silent_s=2.5, kill_s=2.0, again_s=0.3, most_again_s=1.0, frozen_s=1.5, most_px=SIZE[0] * SIZE[1])
TOLD_S, BACK_S = 3.0, 10.0


def read(frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None) -> Observation:
    """Every red card is a 3, whatever the size of the picture."""
    red = np.asarray((frame.rgb[..., 0] > 150) & (frame.rgb[..., 1] < 90) & (frame.rgb[..., 2] < 90))
    cards = (card(3),) if red.mean() > 0.002 else ()
    return Observation(frame.taken_at, frame.size_px, quality or Quality(0.9, 0.5, 0.0), detections=cards)


def until(session: Session, wanted: Callable[[Snapshot], bool], seconds: float) -> float:
    """How long it took until the table showed that."""
    began = time.monotonic()
    while not wanted(session.snapshot()):
        assert time.monotonic() - began < seconds, f"camera {session.snapshot().camera!r}, not ready {session.snapshot().not_ready!r}"
        time.sleep(0.01)
    return time.monotonic() - began


def one_evening(fault: str, folder: Path) -> None:
    """A card is seen, the camera fails, somebody types, the camera comes back and the evening goes on."""
    session = Session.start(Store(folder / "log"), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    faulty = Faulty(fault, folder / "began")
    worker = CameraWorker(faulty, PARAMS)
    with Runtime(session, InPlace(worker, LiveReader(read), lambda frame: b"x")):
        until(session, lambda shown: shown.show["total"] == 3, 40)
        until(session, lambda shown: faulty.began.exists(), 40)
        entries = len(session.entries())
        if fault != "another size":
            until(session, lambda shown: bool(shown.camera or shown.not_ready not in ("", "the table is not still")), TOLD_S)
        session.act("play 4 P2", Source.PAGE)
        assert session.snapshot().show["total"] == 7, "people are never kept waiting"
        time.sleep(max(0.0, float(faulty.began.read_text()) + faulty.fault_s - time.monotonic()))
        until(session, lambda shown: not shown.camera and not shown.not_ready, BACK_S)
        camera = [
            entry for entry in session.entries()[entries:] if entry.by is Source.CAMERA and "acted" in type(entry.event).__name__.lower()
        ]
        assert camera == [], "no move was made of a fault"
    session.close()


@pytest.mark.parametrize("fault", [pytest.param("black", marks=pytest.mark.slow), "torn", "hang"])
def test_a_fault_is_told_and_outlived(fault: str, tmp_path: Path) -> None:
    one_evening(fault, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("fault", FAULTS)
def test_twenty_of_each(fault: str, tmp_path: Path) -> None:
    for number in range(20):
        (tmp_path / str(number)).mkdir()
        one_evening(fault, tmp_path / str(number))
