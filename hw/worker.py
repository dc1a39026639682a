"""A camera in a process of its own, which may hang or die: frames come through shared memory, newest wins.

A Pi's camera can block for ever in its driver, so that not even the thread that waits can be ended. Here the one that waits is
another process: when no picture comes for `silent_s`, it is killed and replaced, at growing intervals. One that survives
`kill -9` (stuck in the kernel) still holds its device: it is reported, and no second one is started beside it.
"""

import multiprocessing
import signal
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.shared_memory import SharedMemory
from threading import Event

import numpy as np
from numpy.typing import NDArray

from hw.camera import CameraName, open_camera, parse_camera
from hw.eye import Camera, CameraError, Closing
from vision.frame import Frame

Opening = Callable[[], Camera]
"""Opens the camera, inside the other process; a function of a module or a dataclass, since it has to travel there."""

Filmed = Callable[[Opening], Opening]
"""The same camera with a film of what it shows; `hw.film.OpenFilmed` with its folder."""

_HEADER = struct.Struct("<QQIId")
"""Sequence number, the same again at the end of writing, width, height, seconds on the monotonic clock (shared by processes)."""
_SLOTS = 2


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
        return open_camera(self.eye)


def worker_for(text: str, params: WorkerParams | None = None, film: Filmed | None = None) -> "CameraWorker":
    """The camera that `text` names, in its own process, filmed on request. Raises CameraError at once for a name that means nothing."""
    eye = parse_camera(text)
    chosen = params or WorkerParams()
    frozen_s = {"pictures": 0.0, "film": 0.0, "url": chosen.stream_frozen_s}.get(eye.kind, chosen.frozen_s)
    opening: Opening = OpenNamed(eye)
    return CameraWorker(opening if film is None else film(opening), replace(chosen, frozen_s=frozen_s))


class CameraWorker(Closing):
    """A Camera whose frames never keep the caller waiting longer than `poll_s`, whatever the device does."""

    def __init__(self, opening: Opening, params: WorkerParams | None = None) -> None:
        """Starts the process."""
        self.params = params or WorkerParams()
        self.trouble = ""
        """Empty while all is well; else one sentence for people."""
        self.restarts = 0
        self._opening = opening
        self._spawn = multiprocessing.get_context("spawn")
        self._memory = SharedMemory(create=True, size=_SLOTS * self._slot_bytes)
        self._process: BaseProcess | None = None
        self._told: Connection | None = None
        self._closed = Event()
        self._stuck = False
        self._seq = 0
        self._pause_s = self.params.again_s
        self._alive_at = self._changed_at = time.monotonic()
        self._sample: NDArray[np.uint8] | None = None
        self._left: BaseProcess | None = None
        self._first = True
        self._start()

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet; None when there is none. Also looks after the process."""
        if self._closed.is_set():
            return None
        frame = self._take()
        now = time.monotonic()
        if frame is not None:
            self._alive_at, self._pause_s = now, self.params.again_s
            self.trouble = self._frozen(frame, now)
            return None if self.trouble else frame
        if self._process is None:
            if not self._stuck and now >= self._alive_at:
                self._start()
            elif self._stuck:
                self._wait_for_the_stuck(now)
            return None
        if (why := self._failed(now)) is not None:
            self._replace(why, now)
        return None

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
        if self._process is not None:
            self._process.terminate()
            self._process.join(self.params.end_s)
        self._kill()
        self._memory.close()
        with suppress(FileNotFoundError):
            self._memory.unlink()

    @property
    def pid(self) -> int | None:
        """The camera's process; None while there is none."""
        return None if self._process is None else self._process.pid

    @property
    def _slot_bytes(self) -> int:
        return _HEADER.size + 3 * self.params.most_px

    def _start(self) -> None:
        told, tell = self._spawn.Pipe(duplex=False)
        args = (self._opening, self._memory.name, self._slot_bytes, self._seq, tell)
        process = self._spawn.Process(target=_serve, args=args, daemon=True, name="camera")
        process.start()
        tell.close()
        self._process, self._told = process, told
        self._first, self._alive_at = True, time.monotonic()

    def _take(self) -> Frame | None:
        """The newest whole frame in the memory. A slot that is being written shows two different numbers and is left."""
        best: tuple[int, int, int, float, int] | None = None
        for slot in range(_SLOTS):
            at = slot * self._slot_bytes
            seq, end, width, height, taken_at = _HEADER.unpack_from(_bytes_of(self._memory), at)
            if seq == end and seq > self._seq and (best is None or seq > best[0]):
                best = seq, width, height, taken_at, at
        if best is None:
            return None
        seq, width, height, taken_at, at = best
        start = at + _HEADER.size
        pixels = bytes(_bytes_of(self._memory)[start : start + 3 * width * height])
        if _HEADER.unpack_from(_bytes_of(self._memory), at)[:2] != (seq, seq):
            return None
        self._seq, self._first = seq, False
        return Frame(np.frombuffer(pixels, np.uint8).reshape(height, width, 3), taken_at)

    def _failed(self, now: float) -> str | None:
        """Why the process has to be replaced; None while it does not."""
        assert self._process is not None
        if self._told is not None and self._told.poll():
            with suppress(EOFError, OSError):
                return str(self._told.recv())
        if not self._process.is_alive():
            return f"the camera's process ended (code {self._process.exitcode})"
        limit = self.params.first_s if self._first else self.params.silent_s
        return f"no picture for {now - self._alive_at:.0f} s" if now - self._alive_at > limit else None

    def _replace(self, why: str, now: float) -> None:
        if not self._kill():
            self._stuck = True
            self.trouble = f"The camera hangs ({why}) and cannot be ended. Replug it or restart the computer; scores can be typed."
            return
        self.restarts += 1
        self.trouble = f"No camera: {why}. Trying again; scores can be typed."
        # `_alive_at` is now when the next process may start.
        self._alive_at = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, self.params.most_again_s)

    def _wait_for_the_stuck(self, now: float) -> None:
        if self._left is None or not self._left.is_alive():
            self._stuck, self._left, self._alive_at = False, None, now

    def _kill(self) -> bool:
        """Ends the process; False when it survives even that."""
        process, self._process = self._process, None
        if self._told is not None:
            self._told.close()
            self._told = None
        if process is None:
            return True
        process.kill()
        process.join(self.params.kill_s)
        if process.is_alive():
            self._left = process
            return False
        process.close()
        return True

    def _frozen(self, frame: Frame, now: float) -> str:
        """A sentence for people when the same picture has come for too long; else empty."""
        sample = frame.rgb[::8, ::8]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._changed_at = sample.copy(), now
        age = now - self._changed_at
        if not self.params.frozen_s or age <= self.params.frozen_s:
            return ""
        return f"The camera shows the very same picture for {age:.0f} s. Check its cable; scores can be typed."


def _serve(opening: Opening, memory: str, slot_bytes: int, seq: int, tell: Connection) -> None:
    """The other process: opens the camera and writes every frame into the older slot."""
    signal.signal(signal.SIGTERM, _end)
    shared = SharedMemory(memory)
    try:
        camera = opening()
        try:
            for frame in camera.frames():
                seq += 1
                _write(shared, seq, slot_bytes, frame)
            tell.send("the camera has nothing more to show")
        finally:
            camera.close()
    except (CameraError, OSError, ValueError) as error:
        with suppress(OSError):
            tell.send(" ".join(str(error).split()))
    finally:
        shared.close()


def _end(number: int, frame: object) -> None:
    raise SystemExit(0)


def _write(shared: SharedMemory, seq: int, slot_bytes: int, frame: Frame) -> None:
    width, height = frame.size_px
    if _HEADER.size + frame.rgb.nbytes > slot_bytes:
        raise CameraError(f"a picture of {width} x {height} is too large; choose a smaller size")
    at = (seq % _SLOTS) * slot_bytes
    # Two different numbers while the pixels change; whoever reads meanwhile leaves the slot alone.
    _HEADER.pack_into(_bytes_of(shared), at, seq, 0, width, height, frame.taken_at)
    start = at + _HEADER.size
    np.frombuffer(_bytes_of(shared), np.uint8, frame.rgb.nbytes, start)[:] = frame.rgb.reshape(-1)
    _HEADER.pack_into(_bytes_of(shared), at, seq, seq, width, height, frame.taken_at)


def _bytes_of(shared: SharedMemory) -> memoryview:
    assert shared.buf is not None
    return shared.buf
