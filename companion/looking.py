"""Frames read where they come: what runs in the reader's process, and in one process where a test or a benchmark wants no more."""

import logging
from collections.abc import Callable, Iterator
from threading import Lock, Thread
from time import monotonic, process_time
from typing import Protocol

from companion.health import STALE_S
from companion.sight import Seen, fault_of
from hw.eye import Camera, CameraError
from vision.frame import Frame
from vision.observation import NotReady, Observation

log = logging.getLogger(__name__)


class Look(Protocol):
    """Makes sense of frames in their order; `vision.live.reader.LiveReader` is one."""

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What to judge; why the frame cannot be read; None when it shows nothing new."""

    def again(self) -> None:
        """The score was changed by hand: look once more, even if the table lies as before."""


class Eye(Protocol):
    """A camera that is never waited for; `hw.worker.CameraWorker` is one, `Pump` makes one of any camera."""

    @property
    def trouble(self) -> str:
        """Empty while all is well; else one sentence for people."""

    @property
    def restarts(self) -> int:
        """How often the camera had to be started again."""

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet, at once; None when there is none."""

    def close(self) -> None:
        """Lets the device go; may be called twice."""


class Pump:
    """Takes a camera's frames on a thread of its own and keeps the newest: for folders and films, which never hang."""

    restarts = 0

    def __init__(self, camera: Camera) -> None:
        """Starts the thread."""
        self.trouble = ""
        self._camera = camera
        self._lock = Lock()
        self._frame: Frame | None = None
        self._thread = Thread(target=self._run, args=(camera.frames(),), daemon=True, name="pump")
        self._thread.start()

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet."""
        with self._lock:
            frame, self._frame = self._frame, None
        return frame

    def close(self) -> None:
        """Ends the camera; its thread ends with the frame that it waits for."""
        self._camera.close()

    def _run(self, frames: Iterator[Frame]) -> None:
        try:
            for frame in frames:
                with self._lock:
                    self._frame = frame
            self.trouble = "The camera has nothing more to show. Scores can be typed."
        except (CameraError, OSError, ValueError) as error:
            self.trouble = f"No camera: {' '.join(str(error).split())}. Scores can be typed."


class InPlace:
    """A Sight that reads each frame when it is asked for it: it keeps the asker waiting as long as that takes."""

    def __init__(
        self,
        eye: Eye,
        look: Look,
        to_jpeg: Callable[[Frame], bytes],
        clock: Callable[[], float] = monotonic,
        beside: Callable[[], Frame | None] = lambda: None,
    ) -> None:
        """`look` is asked with every frame that is not stale; `clock` is the clock of `Frame.taken_at`.

        `beside` gives the side camera's frame that was read last.
        """
        self._eye, self._look, self._to_jpeg, self._clock, self._beside = eye, look, to_jpeg, clock, beside
        self._kept_beside: tuple[float, bytes] | None = None

    @property
    def trouble(self) -> str:
        """The camera's."""
        return self._eye.trouble

    @property
    def restarts(self) -> int:
        """The camera's."""
        return self._eye.restarts

    def newest(self) -> Seen | None:
        """The newest frame, read. An error of the reader is told and outlived, and the table then looked at anew."""
        frame = self._eye.newest()
        if frame is None:
            return None
        if self._clock() - frame.taken_at > STALE_S:
            return Seen(frame.taken_at, NotReady.STALE)
        began, worked = monotonic(), process_time()
        try:
            what = self._look.look(frame)
            jpeg = self._to_jpeg(frame) if isinstance(what, Observation) else b""
            beside = self._of_stacks(what) if isinstance(what, Observation) else b""
        except Exception as error:  # a picture that breaks the reader must not end the evening
            log.exception("a picture could not be read")
            self._look.again()
            return Seen(frame.taken_at, None, error=fault_of(error))
        return Seen(frame.taken_at, what, jpeg, min(monotonic() - began, process_time() - worked), beside=beside)

    def _of_stacks(self, seen: Observation) -> bytes:
        """The side camera's frame in which the stacks were read; empty without stacks, or where that frame is gone."""
        at = next((stack.taken_at for stack in seen.stacks), None)
        frame = self._beside() if at is not None else None
        if frame is not None and frame.taken_at == at and (self._kept_beside is None or self._kept_beside[0] != at):
            self._kept_beside = at, self._to_jpeg(frame)
        return self._kept_beside[1] if self._kept_beside is not None and self._kept_beside[0] == at else b""

    def again(self) -> None:
        """As the reader does."""
        self._look.again()

    def close(self) -> None:
        """Ends the camera."""
        self._eye.close()
