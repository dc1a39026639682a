"""A reader in a process of its own that dies or hangs: told within 3 s, people go on, nothing is invented, and it comes back."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.game import CompanionError, Setup
from companion.reader import SILENT, ReaderParams, ReaderWorker
from companion.runtime import Runtime
from companion.session import Session
from companion.snapshot import Snapshot, Source
from companion.store import Store
from hw.apart import Patience
from hw.worker import CameraWorker, WorkerParams
from tests.runtime.faulty import SIZE, Faulty
from tests.runtime.reading import OpenReading
from tests.session.counting_game import GAME, PACK

CAMERA = WorkerParams(silent_s=2.5, most_px=SIZE[0] * SIZE[1])
READER = ReaderParams(told_s=1.5, hung_s=5.0, patience=Patience(again_s=0.1, most_again_s=0.4))
TOLD_S, BACK_S = 3.0, 20.0


@dataclass
class Evening:
    """A table whose red card is a 3, and the file by which its reader is made to fail."""

    session: Session
    camera: CameraWorker
    reader: ReaderWorker
    fault: Path

    def fail(self, how: str) -> None:
        """From the next reading on."""
        self.fault.write_text(how)
        self.reader.again()

    def until(self, wanted: Callable[[Snapshot], bool], seconds: float) -> None:
        """Waits until the table shows that."""
        end = time.monotonic() + seconds
        while not wanted(self.session.snapshot()):
            shown = self.session.snapshot()
            assert time.monotonic() < end, f"camera {shown.camera!r}, not ready {shown.not_ready!r}, {shown.show}"
            time.sleep(0.01)

    def is_well(self, shown: Snapshot) -> bool:
        """Whether the table is read and nothing is in the way."""
        return not shown.camera and not shown.not_ready and shown.look is not None


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    folder = tmp_path_factory.mktemp("evening")
    session = Session.start(Store(folder / "log"), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    camera = CameraWorker(Faulty("hang", folder / "began", good=10**6), CAMERA)
    reader = ReaderWorker(OpenReading(camera.seat, folder / "fault"), camera, params=READER)
    with Runtime(session, reader):
        yield Evening(session, camera, reader, folder / "fault")
    session.close()
    assert reader.pid is None and camera.pid is None


@pytest.fixture
def evening(table: Evening) -> Iterator[Evening]:
    """Well before the test, and after it."""
    table.until(lambda shown: table.is_well(shown) and shown.show["total"] == 3, 40)
    yield table
    table.fault.unlink(missing_ok=True)
    table.until(table.is_well, BACK_S)


def by_hand(evening: Evening) -> None:
    """Somebody types while nothing is read, and takes it back."""
    began = time.monotonic()
    evening.session.act("play 4 P2", Source.PAGE)
    assert evening.session.snapshot().show["total"] == 7
    evening.session.undo(Source.PAGE)
    assert time.monotonic() - began < 0.5, "people are never kept waiting"


def camera_s_moves(evening: Evening) -> int:
    return sum(entry.by is Source.CAMERA and "acted" in type(entry.event).__name__.lower() for entry in evening.session.entries())


def test_a_reader_killed_in_the_middle_is_told_and_replaced(evening: Evening) -> None:
    before, camera, reader, restarts = camera_s_moves(evening), evening.camera.pid, evening.reader.pid, evening.reader.restarts
    assert reader is not None
    os.kill(reader, signal.SIGKILL)
    evening.until(lambda shown: "its process ended (code -9)" in shown.camera, TOLD_S)
    by_hand(evening)
    evening.until(evening.is_well, BACK_S)
    assert evening.reader.pid not in (None, reader) and evening.camera.pid == camera, "the camera goes on"
    assert (evening.reader.restarts, camera_s_moves(evening)) == (restarts + 1, before)
    assert evening.session.snapshot().show["total"] == 3


def test_a_reader_that_hangs_is_told_then_killed(evening: Evening) -> None:
    before, reader = camera_s_moves(evening), evening.reader.pid
    evening.fail("hang")
    evening.until(lambda shown: shown.camera == SILENT, TOLD_S)
    by_hand(evening)
    began = time.monotonic()
    with pytest.raises(CompanionError, match=SILENT):
        evening.reader.ask("double", 1)
    assert time.monotonic() - began < 0.5, "no page waits for a reader that is known to hang"
    evening.fault.unlink()
    evening.until(lambda shown: evening.reader.pid not in (None, reader), BACK_S)
    evening.until(evening.is_well, BACK_S)
    assert camera_s_moves(evening) == before


@pytest.mark.slow
def test_a_reader_that_crashes_again_and_again_is_tried_ever_more_slowly(evening: Evening) -> None:
    restarts = evening.reader.restarts
    evening.fail("crash")
    evening.until(lambda shown: "its process ended (code 3)" in shown.camera, TOLD_S)
    evening.until(lambda shown: evening.reader.restarts >= restarts + 2, BACK_S)
    by_hand(evening)


def test_a_camera_that_is_looked_through_no_more_is_closed(evening: Evening, tmp_path: Path) -> None:
    other, opening = CameraWorker(Faulty("hang", tmp_path / "began"), CAMERA), OpenReading(evening.camera.seat, evening.fault)
    evening.reader.look_through(opening, evening.camera, (other,))
    assert other.pid is not None
    evening.reader.look_through(opening, evening.camera)
    assert other.pid is None and evening.camera.pid is not None and evening.reader.trouble == ""


def test_an_error_costs_a_picture(evening: Evening) -> None:
    reader = evening.reader.pid
    evening.fail("raise")
    evening.until(lambda shown: "see Health" in shown.not_ready, TOLD_S)
    evening.fault.unlink()
    evening.until(evening.is_well, BACK_S)
    assert evening.reader.pid == reader


def test_it_answers_beside_the_reading(evening: Evening) -> None:
    assert [evening.reader.ask("double", number) for number in (2, 3)] == [4, 6]
    for how, said in {"so": "no, so", "oops": "RuntimeError: oops", "sleep": SILENT}.items():
        with pytest.raises(CompanionError, match=said):
            evening.reader.ask("fail", how, within_s=0.3)
    assert evening.reader.ask("double", 5) == 10, "an answer that nobody waited for is not taken for another's"
    with pytest.raises(CompanionError, match=SILENT):
        evening.reader.ask("fail", "end")
    evening.until(lambda shown: "its process ended (code 4)" in shown.camera, TOLD_S)
