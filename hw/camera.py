"""Eyes: a Pi camera, a USB camera, a stream, a film, or a folder of pictures; all give frames the same way.

`frames()` serves the newest picture first and lets a slow reader miss some. It may block, hang or raise CameraError: whoever
must not wait puts the camera into a process of its own (`hw.worker`).
"""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from hw.eye import Camera, CameraError, Closing
from hw.names import CameraName, parse_camera
from hw.picamera import PiCamera
from vision.frame import Frame

__all__ = [
    "Camera",
    "CameraError",
    "CameraName",
    "FolderCamera",
    "PiCamera",
    "UrlCamera",
    "UsbCamera",
    "VideoCamera",
    "open_camera",
    "parse_camera",
]

PICTURES = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
MOST_PICTURE_BYTES = 64 * 1024 * 1024
OPEN_TIMEOUT_MS = 5_000
"""How long a stream may keep us waiting."""


Load = Callable[[Path], Frame]
"""A picture file as a frame. Raises ValueError or OSError with one line."""


def load_picture(path: Path) -> Frame:
    """The picture at `path`, EXIF turn applied, taken now. Raises CameraError."""
    if path.stat().st_size > MOST_PICTURE_BYTES:
        raise CameraError(f"{path}: larger than {MOST_PICTURE_BYTES // 2**20} MB; make it smaller")
    bgr = cv2.imread(os.fspath(path), cv2.IMREAD_COLOR)
    if bgr is None:
        raise CameraError(f"{path}: no picture that can be read; copy or take it again")
    return _frame(np.asarray(bgr, np.uint8))


def _frame(bgr: NDArray[np.uint8]) -> Frame:
    return Frame(np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8), time.monotonic())


class FolderCamera(Closing):
    """The pictures of a folder by name, or one picture; then it waits for new ones, or begins again."""

    def __init__(self, path: Path, *, load: Load = load_picture, every_s: float = 0.5, loop: bool = False, wait: bool = True) -> None:
        """`every_s` seconds pass between pictures; with `wait` off and no `loop` the frames end. Raises CameraError."""
        if not path.exists():
            raise CameraError(f"{path}: no such picture or folder; check the name")
        if not path.is_file() and not path.is_dir():
            raise CameraError(f"{path}: neither a picture nor a folder; a camera on USB is called usb:0")
        self._path, self._load, self._every_s, self._loop, self._wait = path, load, every_s, loop, wait
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Every picture once (a half-copied one is tried again later), the last one again and again while nothing new comes."""
        seen: set[Path] = set()
        shown: Path | None = None
        while not self._closed:
            new = [path for path in self._pictures() if path not in seen]
            for path in new[:1] or ([shown] if shown is not None and self._wait else []):
                seen.add(path)
                try:
                    yield self._load(path)
                    shown = path
                except (ValueError, OSError, CameraError):
                    if not self._wait:
                        raise
            if not new and self._loop:
                seen.clear()
            elif not new and not self._wait:
                return
            time.sleep(self._every_s)

    def close(self) -> None:
        """Ends the frames."""
        self._closed = True

    def _pictures(self) -> list[Path]:
        if self._path.is_file():
            return [self._path]
        return sorted(path for path in self._path.iterdir() if path.suffix.lower() in PICTURES)


class CaptureCamera(Closing):
    """Whatever OpenCV's VideoCapture opens; the base of film, USB camera and stream."""

    name = "camera"
    gone = "plug it in again"
    has_an_end = False

    def __init__(self, capture: cv2.VideoCapture, name: str) -> None:
        """Takes over an open capture. Raises CameraError when it is not open."""
        self._capture, self.name = capture, name
        if not capture.isOpened():
            capture.release()
            raise CameraError(f"{name}: cannot be opened; {self.gone}")

    def frames(self) -> Iterator[Frame]:
        """Pictures until it is closed. Raises CameraError when none comes any more."""
        while self._capture.isOpened():
            good, bgr = self._capture.read()
            if not good:
                if self._again():
                    continue
                if self.has_an_end or not self._capture.isOpened():
                    return
                raise CameraError(f"{self.name}: gives no picture any more; {self.gone}")
            yield _frame(np.asarray(bgr, np.uint8))

    def close(self) -> None:
        """Lets the device go."""
        self._capture.release()

    def _again(self) -> bool:
        return False


class VideoCamera(CaptureCamera):
    """A film, at its own pace."""

    gone = "check that it is a film"
    has_an_end = True

    def __init__(self, path: Path, *, loop: bool = False) -> None:
        """Opens the film. Raises CameraError."""
        if not path.is_file():
            raise CameraError(f"{path}: no such film; check the name")
        super().__init__(cv2.VideoCapture(os.fspath(path)), str(path))
        self._pause_s = 1 / (self._capture.get(cv2.CAP_PROP_FPS) or 25.0)
        self._loop, self._shown = loop, 0

    def frames(self) -> Iterator[Frame]:
        """Every picture of the film in its time."""
        due = time.monotonic()
        for frame in super().frames():
            self._shown += 1
            yield frame
            due = max(due + self._pause_s, time.monotonic() - 1)
            time.sleep(max(0.0, due - time.monotonic()))

    def _again(self) -> bool:
        return self._loop and self._shown > 0 and self._capture.set(cv2.CAP_PROP_POS_FRAMES, 0)


class UsbCamera(CaptureCamera):
    """A camera on USB, through V4L2; asked for 1920 x 1080 MJPEG, taken as it answers."""

    def __init__(self, number: int, size_px: tuple[int, int] = (1920, 1080)) -> None:
        """Opens /dev/video`number`. Raises CameraError."""
        if not Path(f"/dev/video{number}").exists():
            raise CameraError(f"usb:{number}: there is no /dev/video{number}; plug the camera in or name another number")
        capture = cv2.VideoCapture(number, cv2.CAP_V4L2)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_px[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_px[1])
        # One buffer, so that the picture served is the newest and not the oldest of four.
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        super().__init__(capture, f"usb:{number}")


class UrlCamera(CaptureCamera):
    """A stream: MJPEG over HTTP, RTSP, what a phone's camera app offers."""

    gone = "check the address and that the sender runs"

    def __init__(self, url: str) -> None:
        """Opens the stream. Raises CameraError."""
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, OPEN_TIMEOUT_MS]
        super().__init__(cv2.VideoCapture(url, cv2.CAP_FFMPEG, waits), url)


def open_camera(text: str | CameraName, load: Load = load_picture) -> Camera:
    """The camera that `text` names, open. Raises CameraError."""
    eye = parse_camera(text) if isinstance(text, str) else text
    match eye.kind:
        case "pi":
            return PiCamera()
        case "usb":
            return UsbCamera(int(eye.where))
        case "url":
            return UrlCamera(eye.where)
        case "film":
            return VideoCamera(Path(eye.where))
        case _:
            return FolderCamera(Path(eye.where), load=load)
