"""picamera2 and gpiozero behind a pipe, run by a Python that has them: `python3 -Ps served.py picamera2`.

What apt brings was built for the system's own numpy, and is not seen from an environment of ours; so the two never meet in one process.
This file runs by itself, on the standard library and that one module. Lines of JSON go both ways; pixels go through memory that both sides
have open. `hw.system_python` is the other side.
"""

import ctypes
import json
import mmap
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from threading import Lock
from typing import Any, BinaryIO

MOST_VALUES = 16
"""Of one entry of a picture's metadata."""
PR_SET_PDEATHSIG = 1
"""Of Linux's prctl: the signal that comes when the parent dies, even to one that hangs in a driver."""


class Wire:
    """Lines of JSON to and from the other side."""

    def __init__(self, heard: BinaryIO, told: BinaryIO) -> None:
        """What comes in and what goes out; nothing else may be written there."""
        self._heard, self._told, self._turn = heard, told, Lock()

    def lines(self) -> Iterator[Any]:
        """What the other side says, until it ends."""
        yield from map(json.loads, self._heard)

    def tell(self, message: Mapping[str, object]) -> None:
        """Says it at once; what JSON does not know goes as text."""
        with self._turn:  # buttons are pressed in threads of their own
            self._told.write(json.dumps(message, default=str).encode() + b"\n")
            self._told.flush()


def serve_cameras(wire: Wire, picamera2: Any) -> None:
    """Answers one question after another of `hw.system_picamera2`; lets the camera go when the other side ends."""
    served = ServedCamera(picamera2.Picamera2)
    try:
        for name, *values in wire.lines():
            try:
                wire.tell({"gives": getattr(served, name)(*values)})
            except Exception as error:  # whatever it is, the one who asked has to know
                wire.tell({"raised": type(error).__name__, "why": line_of(error)})
    finally:
        served.close()


class ServedCamera:
    """At most one camera of picamera2's, asked by plain values."""

    def __init__(self, kind: Any) -> None:
        """Opens none yet; `kind` is the class."""
        self._kind, self._room = kind, mmap.mmap(-1, 1)
        self._camera: Any = None

    def count(self) -> int:
        """How many cameras there are."""
        return len(self._kind.global_camera_info())

    def open(self, number: int, room: int) -> list[str]:
        """Opens one, its pixels to be written to the memory behind a file's number; the names of its controls."""
        self._room = mmap.mmap(room, 0)
        self._camera = self._kind(number)
        return list(getattr(self._camera, "camera_controls", {}))

    def configure(self, main: Mapping[str, Any]) -> None:
        """For video, with this main stream."""
        self._camera.configure(self._camera.create_video_configuration(main=_as_tuples(main)))

    def configuration(self) -> dict[str, Any]:
        """The main stream as it is."""
        main = self._camera.camera_configuration()["main"]
        return {name: main[name] for name in ("format", "size", "stride") if name in main}

    def start(self) -> None:
        """Pictures are taken from now on."""
        self._camera.start()

    def set(self, controls: Mapping[str, Any]) -> None:
        """Sets controls."""
        self._camera.set_controls(_as_tuples(controls))

    def capture(self) -> tuple[int, dict[str, Any]]:
        """The newest picture, written to the memory: how many bytes, and what the camera tells of it."""
        request = self._camera.capture_request()
        try:
            pixels = memoryview(request.make_buffer("main")).cast("B")
            self._room[: len(pixels)] = pixels
            return len(pixels), _short(request.get_metadata())
        finally:
            request.release()

    def close(self) -> None:
        """Stops the camera and lets it go."""
        camera, self._camera = self._camera, None
        for end in () if camera is None else (camera.stop, camera.close):
            with suppress(Exception):
                end()


def serve_panel(wire: Wire, gpiozero: Any) -> None:
    """The panel of the first line's pins: says which button is pressed, does what the lines after it say."""
    lines, devices = wire.lines(), dict[str, Any]()
    try:
        pins = next(lines)
        try:
            for name, pin in pins["buttons"].items():
                devices[f"button {name}"] = button = gpiozero.Button(pin, bounce_time=0.05)
                button.when_pressed = partial(wire.tell, {"pressed": name})
            for name, pin in pins["lamps"].items():
                devices[f"lamp {name}"] = gpiozero.LED(pin)
            if pins["buzzer"] is not None:
                devices["buzzer"] = gpiozero.Buzzer(pins["buzzer"])
        except Exception as error:  # gpiozero's errors share no base with a pin factory's; every one means: no panel
            wire.tell({"raised": type(error).__name__, "why": line_of(error)})
            return
        wire.tell({"gives": None})
        for line in lines:
            _do(devices, line)
    finally:
        for device in devices.values():
            device.close()


def _do(devices: Mapping[str, Any], line: Mapping[str, Any]) -> None:
    if "lamp" in line and (lamp := devices.get(f"lamp {line['lamp']}")) is not None:
        lamp.value = line["on"]
    if "buzz" in line and "buzzer" in devices:
        devices["buzzer"].beep(on_time=line["buzz"], off_time=0, n=1, background=True)


def _short(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What the camera tells in a few numbers; statistics of the whole picture would take longer than the picture."""
    return {name: value for name, value in metadata.items() if not hasattr(value, "__len__") or len(value) <= MOST_VALUES}


def _as_tuples(values: Mapping[str, Any]) -> dict[str, Any]:
    """The same with tuples again, which JSON made lists."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}


def line_of(error: BaseException) -> str:
    """What an error says, in one line."""
    return " ".join(str(error).split()) or type(error).__name__


SERVERS: dict[str, Callable[[Wire, Any], None]] = {"picamera2": serve_cameras, "gpiozero": serve_panel}


def main(module: str) -> None:
    """Serves one module until the other side ends; first says whether it can."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the other side's affair, which then ends this one
    wire = Wire(sys.stdin.buffer, os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # whatever a library prints goes where errors go
    try:
        library = import_module(module)
    except Exception as error:  # a numpy that it was not built for is a ValueError
        is_missing = isinstance(error, ModuleNotFoundError) and error.name == module
        wire.tell({"is_missing": is_missing, "why": line_of(error)})
        return
    wire.tell({"serves": module})
    with suppress(BrokenPipeError):
        SERVERS[module](wire, library)


if __name__ == "__main__":
    if sys.argv[1] == "picamera2":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    main(sys.argv[1])
