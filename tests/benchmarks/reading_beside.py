"""The reading loop beside the page: a recorded table of the Appetite under a camera of its own, and how quickly it is read.

A picture every three seconds at 20 frames a second, through the loop of `companion play` and a session of its own, whose page nobody
looks at: only the processor is shared with the viewers. The reading runs in a process of its own, as it does in `companion play`, or
in that of the page, as it once did, for comparison.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from time import monotonic

from companion.cli.eyes import evidence, open_table
from companion.cli.recorded import pack_of
from companion.config import state_folder
from companion.games import available
from companion.looking import InPlace
from companion.pack import load
from companion.reader import Opened, ReaderWorker
from companion.recording import load_recording
from companion.referee import explain
from companion.runtime import Runtime
from companion.session import Session
from companion.store import Store
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.live.reader import LiveReader
from vision.observation import NotReady, Observation, Quality
from vision.reader import TableReader
from vision.table.plane import TablePlane

RECORDING = Path(__file__).parents[2] / "fixtures" / "recordings" / "appetite"
FRAMES_PER_S, SHOWN_S = 20.0, 3.0


class Film:
    """A camera that shows each picture of the recording for three seconds, again and again."""

    trouble, restarts = "", 0

    def __init__(self, pictures: list[Frame]) -> None:
        """Begins to show."""
        self._pictures, self._began, self._last = pictures, monotonic(), 0.0

    def newest(self) -> Frame | None:
        """The frame of this moment, at most 20 times a second."""
        now = monotonic()
        if now - self._last < 1 / FRAMES_PER_S:
            return None
        self._last = now
        shown = self._pictures[int((now - self._began) / SHOWN_S) % len(self._pictures)]
        return Frame(shown.rgb, now)

    def close(self) -> None:
        """Nothing to let go."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How quickly a stretch of time was read."""

    frames_per_s: float
    reading_ms: float
    """Median of the pictures that were read."""
    readings: int


class Timed:
    """The reader of the loop: when it looked at a frame, and how long each picture took to read."""

    def __init__(self, reader: TableReader) -> None:
        """Nothing was looked at yet."""
        self._reader, self._live = reader, LiveReader(self._read)
        self._looks: list[float] = []
        self._readings: list[tuple[float, float]] = []

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """As the reader says."""
        self._looks.append(monotonic())
        return self._live.look(frame)

    def again(self) -> None:
        """Look once more."""
        self._live.again()

    def _read(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        began = monotonic()
        seen = self._reader.read(frame, table, quality, known)
        self._readings.append((began, monotonic() - began))
        return seen

    def pace(self, since: float, until: float) -> Pace:
        """The pace between two moments of the monotonic clock."""
        looks = sum(since <= at < until for at in self._looks)
        read = [took for at, took in self._readings if since <= at < until]
        return Pace(looks / max(until - since, 1e-9), 1000 * median(read) if read else float("nan"), len(read))


@dataclass(frozen=True, slots=True)
class OpenRecorded:
    """Opens the recorded table, in the reader's process."""

    pack: Path

    def __call__(self) -> Opened:
        """The loop's sight, which also tells its pace."""
        timed = Timed(open_table(self.pack))
        pictures = [load_frame(path) for path in sorted(RECORDING.glob("*.jpg"))]
        return Opened(InPlace(Film(pictures), timed, evidence), {"pace": timed.pace})


def reading(folder: Path, *, is_apart: bool) -> tuple[Runtime, Callable[[float, float], Pace]]:
    """The loop at a recorded table, not yet started, and its pace; its log goes to `folder`. Close its session after `stop`."""
    recording = load_recording(RECORDING)
    pack = pack_of(recording, state_folder() / "packs")
    assert pack is not None
    session = Session.start(Store(folder), available()[recording.game], load(pack)[0], recording.setup, recording.players, explain=explain)
    if is_apart:
        worker = ReaderWorker(OpenRecorded(pack))
        return Runtime(session, worker), partial(worker.ask, "pace")
    opened = OpenRecorded(pack)()
    return Runtime(session, opened.sight), opened.answers["pace"]
