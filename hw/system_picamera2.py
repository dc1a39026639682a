"""The system's picamera2 as if it were here: the part of its interface that `hw.picamera` uses, its pixels through shared memory.

One that hangs makes the caller wait; `hw.worker` ends that one, and the process beside it dies with it.
"""

import mmap
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hw.system_python import Served

MOST_BYTES = 4 * 4608 * 2592
"""Of one picture: the largest sensor of a Pi camera, four bytes a pixel."""


def count_cameras() -> int:
    """How many cameras picamera2 sees; 0 where there is no picamera2 that can be loaded."""
    try:
        with Served("picamera2") as served:
            return int(served.ask("count"))
    except (ImportError, RuntimeError, OSError):
        return 0


class Request:
    """A picture, already copied: nothing of the camera's is held."""

    def __init__(self, pixels: NDArray[np.uint8], metadata: Mapping[str, Any]) -> None:
        """`pixels` are bytes (n,) as the camera laid them."""
        self._pixels, self._metadata = pixels, metadata

    def make_buffer(self, name: str) -> NDArray[np.uint8]:
        """Its bytes (n,); there is but one stream, `name`."""
        return self._pixels

    def get_metadata(self) -> Mapping[str, Any]:
        """What the camera tells of it."""
        return self._metadata

    def release(self) -> None:
        """Nothing is held."""


class Picamera2:
    """A camera of picamera2's in a process beside this one."""

    def __init__(self, number: int) -> None:
        """Opens it. Raises ModuleNotFoundError without picamera2, ImportError where it cannot be loaded, else what picamera2 raises."""
        room = os.memfd_create("camera")
        try:
            os.ftruncate(room, MOST_BYTES)
            self._room = mmap.mmap(room, MOST_BYTES, prot=mmap.PROT_READ)
            self._served = Served("picamera2", (room,))
            try:
                self.camera_controls: Mapping[str, None] = dict.fromkeys(self._served.ask("open", number, room))
            except BaseException:
                self.close()
                raise
        finally:
            os.close(room)

    def create_video_configuration(self, main: Mapping[str, Any]) -> dict[str, Any]:
        """What `configure` takes."""
        return {"main": dict(main)}

    def configure(self, configuration: Mapping[str, Any]) -> None:
        """Asks for a stream; raises what picamera2 raises."""
        self._served.ask("configure", configuration["main"])

    def camera_configuration(self) -> dict[str, Any]:
        """The stream as it is."""
        return {"main": self._served.ask("configuration")}

    def start(self) -> None:
        """Pictures are taken from now on."""
        self._served.ask("start")

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        """Sets controls."""
        self._served.ask("set", dict(controls))

    def capture_request(self) -> Request:
        """The newest picture, waited for. Raises what picamera2 raises, OSError when its process has ended."""
        count, metadata = self._served.ask("capture")
        return Request(np.frombuffer(self._room, np.uint8, count).copy(), metadata)

    def stop(self) -> None:
        """`close` does that, too: a question may still be under way."""

    def close(self) -> None:
        """Lets the camera go; may be called twice."""
        self._served.close()
