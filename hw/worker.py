"""A camera in a process of its own, which may hang or die: frames come through shared memory, newest wins.

A Pi's camera can block for ever in its driver, so that not even the thread that waits can be ended. Here the one that waits is
another process: when no picture comes for `silent_s`, it is killed and replaced, at growing intervals. One that survives
`kill -9` (stuck in the kernel) still holds its device: it is reported, and no second one is started beside it.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

from hw.apart import Apart, Patience
from hw.eye import Camera, CameraError, Closing
from hw.filmed import FilmParams
from hw.names import CameraName, parse_camera
from hw.shared import FrameMemory, Frozen, Seat
from vision.frame import Frame

Opening = Callable[[], Camera]
"""Opens the camera, inside the other process; a function of a module or a dataclass, since it has to travel there."""

Filmed = Callable[[Opening], Opening]
"""The same camera with a film of what it shows; `OpenFilmed` with its folder."""

Source = Seat | Opening
"""Where another process has frames from: a camera's shared memory; or a film or folder, which never hangs and is opened over there."""


@dataclass(frozen=True, slots=True)
class WorkerParams:
    """When a camera counts as silent, and what is done about it."""

    silent_s: float = 6.0
    """No picture for this long, and the process is killed."""
    first_s: float = 30.0
    """The same before the first picture: opening takes longer."""
    end_s: float = 1.0
    """How long a camera that is well may take to end, before it is killed."""
    kill_s: float = 3.0
    """How long a killed process may take to go."""
    again_s: float = 1.0
    """Pause before a new process; it doubles up to `most_again_s`, and falls back once pictures come."""
    most_again_s: float = 5.0
    frozen_s: float = 2.0
    """So long the very same pixels, noise and all: frozen, since a live sensor never does that; no such frame is given. 0: never."""
    stream_frozen_s: float = 10.0
    """The same for a stream: its encoder may repeat a picture for a while when nothing moves."""
    most_px: int = 4608 * 2592
    """Room for one picture; the largest sensor of a Pi camera."""


@dataclass(frozen=True, slots=True)
class OpenNamed:
    """Opens what `--camera` names."""

    eye: CameraName

    def __call__(self) -> Camera:
        """The camera, open. Raises CameraError."""
        from hw.camera import open_camera  # OpenCV, which whoever only looks after the process can do without

        return open_camera(self.eye)


@dataclass(frozen=True, slots=True)
class OpenFilmed:
    """Opens a camera, wherever that is done, with a film of what it shows."""

    opening: Callable[[], Camera]
    folder: Path
    params: FilmParams = field(default_factory=FilmParams)

    def __call__(self) -> Camera:
        """The camera, open. Raises what `opening` raises, and OSError when the folder cannot be made."""
        from hw.film import FilmedCamera, FilmWriter  # OpenCV, likewise

        camera = self.opening()
        try:
            return FilmedCamera(camera, FilmWriter(self.folder, self.params))
        except OSError:
            camera.close()
            raise


def worker_for(text: str, params: WorkerParams | None = None, film: Filmed | None = None) -> "CameraWorker":
    """The camera that `text` names, in its own process, filmed on request. Raises CameraError at once for a name that means nothing."""
    eye = parse_camera(text)
    chosen = params or WorkerParams()
    frozen_s = {"pictures": 0.0, "film": 0.0, "url": chosen.stream_frozen_s}.get(eye.kind, chosen.frozen_s)
    opening: Opening = OpenNamed(eye)
    return CameraWorker(opening if film is None else film(opening), replace(chosen, frozen_s=frozen_s))


class CameraWorker(Closing):
    """A Camera whose frames never keep the caller waiting longer than `poll_s`, whatever the device does.

    Either its owner takes the frames (`newest`, which also looks after the process), or another process does from a `seat`, and the
    owner only looks after it (`tend`).
    """

    def __init__(self, opening: Opening, params: WorkerParams | None = None) -> None:
        """Starts the process."""
        self.params = params or WorkerParams()
        self.trouble = ""
        """Empty while all is well; else one sentence for people."""
        self._opening = opening
        self._memory = FrameMemory(self.params.most_px)
        self._frozen = Frozen(self.params.frozen_s)
        patience = Patience(self.params.end_s, self.params.kill_s, self.params.again_s, self.params.most_again_s)
        self._apart = Apart(_serve, "camera", patience)
        self._closed = Event()
        self._seq = 0
        self._alive_at = time.monotonic()
        self._first = True
        self._start()

    @property
    def restarts(self) -> int:
        """How often the process had to be replaced."""
        return self._apart.restarts

    @property
    def pid(self) -> int | None:
        """The camera's process; None while there is none."""
        return self._apart.pid

    @property
    def seat(self) -> Seat:
        """From where another process sees the frames, for as long as this is not closed."""
        return Seat(self._memory.name, self.params.most_px, self.params.frozen_s)

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet; None when there is none. Also looks after the process."""
        found = None if self._closed.is_set() else self._memory.take(self._seq)
        if found is None:
            self.tend()
            return None
        now, (seq, frame) = time.monotonic(), found
        self._came(seq, now)
        self.trouble = self._frozen.trouble(frame, now)
        return None if self.trouble else frame

    def tend(self) -> None:
        """Looks after the process: one that failed is replaced. Waits for a process that has to be killed, else for nothing."""
        if self._closed.is_set():
            return
        now, seq = time.monotonic(), self._memory.newest()
        if seq > self._seq:
            self._came(seq, now)
            self.trouble = ""
        elif self._apart.process is None:
            if self._apart.is_due(now):
                self._start()
        elif (why := self._failed(now)) is not None:
            self._replace(why, now)

    def frames(self, poll_s: float = 0.01) -> Iterator[Frame]:
        """Frames as they come, until it is closed; the caller waits, but never on the device."""
        while not self._closed.is_set():
            frame = self.newest()
            if frame is not None:
                yield frame
            else:
                self._closed.wait(poll_s)

    def close(self) -> None:
        """Ends the process and frees the memory; may be called twice."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._apart.close()
        self._memory.close()

    def _start(self) -> None:
        self._apart.start(self._opening, self._memory.name, self.params.most_px, self._seq)
        self._first, self._alive_at = True, time.monotonic()

    def _came(self, seq: int, now: float) -> None:
        self._seq, self._alive_at, self._first = seq, now, False
        self._apart.well()

    def _failed(self, now: float) -> str | None:
        """Why the process has to be replaced; None while it does not."""
        pipe = self._apart.pipe
        if pipe is not None and pipe.poll():
            with suppress(EOFError, OSError):
                return str(pipe.recv())
        if (how := self._apart.ended()) is not None:
            return f"the camera's process {how}"
        limit = self.params.first_s if self._first else self.params.silent_s
        return f"no picture for {now - self._alive_at:.0f} s" if now - self._alive_at > limit else None

    def _replace(self, why: str, now: float) -> None:
        if self._apart.replace(now):
            self.trouble = f"No camera: {why}. Trying again; scores can be typed."
        else:
            self.trouble = f"The camera hangs ({why}) and cannot be ended. Replug it or restart the computer; scores can be typed."


def _serve(tell: Connection, opening: Opening, memory: str, most_px: int, seq: int) -> None:
    """The other process: opens the camera and writes every frame into the older slot."""
    shared = FrameMemory(most_px, memory)
    try:
        camera = opening()
        try:
            for frame in camera.frames():
                seq += 1
                shared.write(seq, frame)
            tell.send("the camera has nothing more to show")
        finally:
            camera.close()
    except (CameraError, OSError, ValueError) as error:
        with suppress(OSError):
            tell.send(" ".join(str(error).split()))
    finally:
        shared.close()
