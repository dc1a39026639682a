"""Frames in shared memory: one process writes, any number read; newest wins, and half a picture is never given."""

import struct
import time
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.shared_memory import SharedMemory

import numpy as np
from numpy.typing import NDArray

from hw.eye import CameraError
from vision.frame import Frame

_HEADER = struct.Struct("<QQIId")
"""Sequence number, the same again at the end of writing, width, height, seconds on the monotonic clock (shared by processes)."""
_SLOTS = 2


class FrameMemory:
    """Room for two frames: the newest, and the one that is being written."""

    def __init__(self, most_px: int, name: str | None = None) -> None:
        """New memory for frames of so many pixels at most, or the one of this name. Raises FileNotFoundError where it is gone."""
        self.most_px, self._slot_bytes = most_px, _HEADER.size + 3 * most_px
        self._is_own = name is None
        self._shared = SharedMemory(create=True, size=_SLOTS * self._slot_bytes) if name is None else SharedMemory(name)

    @property
    def name(self) -> str:
        """By which another process finds it."""
        return self._shared.name

    def write(self, seq: int, frame: Frame) -> None:
        """Into the older slot, as number `seq`, which rises by one with every frame. Raises CameraError for one that is too large."""
        width, height = frame.size_px
        if _HEADER.size + frame.rgb.nbytes > self._slot_bytes:
            raise CameraError(f"a picture of {width} x {height} is too large; choose a smaller size")
        at = (seq % _SLOTS) * self._slot_bytes
        # Two different numbers while the pixels change; whoever reads meanwhile leaves the slot alone.
        _HEADER.pack_into(self._bytes, at, seq, 0, width, height, frame.taken_at)
        np.frombuffer(self._bytes, np.uint8, frame.rgb.nbytes, at + _HEADER.size)[:] = frame.rgb.reshape(-1)
        _HEADER.pack_into(self._bytes, at, seq, seq, width, height, frame.taken_at)

    def newest(self) -> int:
        """The number of the newest whole frame; 0 before the first. Costs no look at its pixels."""
        found = (_HEADER.unpack_from(self._bytes, slot * self._slot_bytes)[:2] for slot in range(_SLOTS))
        return max(seq if seq == end else 0 for seq, end in found)

    def take(self, after: int) -> tuple[int, Frame] | None:
        """The newest whole frame and its number, when that is larger than `after`: a copy, which nobody writes to any more."""
        seq = self.newest()
        if seq <= after:
            return None
        at = (seq % _SLOTS) * self._slot_bytes
        first, last, width, height, taken_at = _HEADER.unpack_from(self._bytes, at)
        start = at + _HEADER.size
        pixels = bytes(self._bytes[start : start + 3 * width * height])
        if (first, last) != (seq, seq) or _HEADER.unpack_from(self._bytes, at)[:2] != (seq, seq):
            return None
        return seq, Frame(np.frombuffer(pixels, np.uint8).reshape(height, width, 3), taken_at)

    def close(self) -> None:
        """Lets it go; whoever made it frees it."""
        self._shared.close()
        if self._is_own:
            with suppress(FileNotFoundError):
                self._shared.unlink()

    @property
    def _bytes(self) -> memoryview:
        assert self._shared.buf is not None
        return self._shared.buf


class Frozen:
    """Tells when the very same pixels come again and again, noise and all: a live sensor never does that."""

    def __init__(self, frozen_s: float) -> None:
        """From how long on; 0: never."""
        self._frozen_s, self._changed_at = frozen_s, time.monotonic()
        self._sample: NDArray[np.uint8] | None = None

    def trouble(self, frame: Frame, now: float) -> str:
        """A sentence for people when the same picture has come for too long; else empty."""
        sample = frame.rgb[::8, ::8]
        if self._sample is None or not np.array_equal(sample, self._sample):
            self._sample, self._changed_at = sample.copy(), now
        age = now - self._changed_at
        if not self._frozen_s or age <= self._frozen_s:
            return ""
        return f"The camera shows the very same picture for {age:.0f} s. Check its cable; scores can be typed."


@dataclass(frozen=True, slots=True)
class Seat:
    """Where another process may look at a camera's frames; travels there."""

    name: str
    most_px: int
    frozen_s: float

    def taken(self) -> "Onlooker":
        """From where frames can be had. Raises FileNotFoundError when the camera was closed."""
        return Onlooker(self)


class Onlooker:
    """The newest frames of a camera that another process looks after."""

    restarts = 0

    def __init__(self, seat: Seat) -> None:
        """Nothing was seen yet. Raises FileNotFoundError when the camera was closed."""
        self.trouble = ""
        """That the picture is frozen; all else is told by who looks after the camera."""
        self._memory, self._frozen, self._seq = FrameMemory(seat.most_px, seat.name), Frozen(seat.frozen_s), 0
        self._is_closed = False

    def newest(self) -> Frame | None:
        """The newest frame that was not given yet; None when there is none, or when it is frozen."""
        found = None if self._is_closed else self._memory.take(self._seq)
        if found is None:
            return None
        self._seq, frame = found
        self.trouble = self._frozen.trouble(frame, time.monotonic())
        return None if self.trouble else frame

    def close(self) -> None:
        """Looks no more; may be called twice."""
        if not self._is_closed:
            self._is_closed = True
            self._memory.close()
