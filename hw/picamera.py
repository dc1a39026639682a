"""The Pi's own camera through picamera2, which exists on a Pi alone, under the system's Python: see `hw.system_picamera2`.

Nothing is assumed of it: formats and sizes are offered in order and read back from `camera_configuration()`, controls are set
only where `camera_controls` names them. Pictures are unpacked from the stream's bytes and stride, since picamera2's own
arrays know neither NV12 nor what a virtual camera serves.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hw.eye import CameraError, Closing
from hw.locking import Lock
from hw.system_picamera2 import Picamera2
from vision.frame import Frame, Rgb

FORMATS = ("BGR888", "YUV420", "XBGR8888", "NV12", "MJPEG")
"""What is asked for, best first; libcamera names bytes from the last to the first, so its BGR888 is our RGB."""
SIZES_PX = ((1920, 1080), (1280, 720), (640, 480))


class PiCamera(Closing):
    """A camera on the Pi's ribbon."""

    def __init__(self, number: int = 0, *, picamera2: Any = None) -> None:
        """Opens and starts the camera; `picamera2` is a class with its interface, for tests. Raises CameraError."""
        self._camera: Any = None
        try:
            self._camera = (picamera2 or Picamera2)(number)
            self._stream = self._negotiate()
            self._camera.start()
            self._focus()
            self._lock = Lock(frozenset(getattr(self._camera, "camera_controls", {})))
        except ModuleNotFoundError as error:
            raise CameraError("pi: picamera2 is missing; sudo apt install python3-picamera2") from error
        except ImportError as error:
            raise CameraError(f"pi: picamera2 cannot be loaded ({_line(error)}); sudo apt install --reinstall python3-picamera2") from error
        except (RuntimeError, OSError, LookupError, TypeError, ValueError) as error:
            self.close()
            raise CameraError(
                f"pi: the camera cannot be opened ({_line(error)}); check the ribbon and that nothing else uses it"
            ) from error

    def frames(self) -> Iterator[Frame]:
        """The newest picture each time. Raises CameraError when the camera fails; it may also hang, see `hw.worker`."""
        while self._camera is not None:
            try:
                request = self._camera.capture_request()
                taken_at = time.monotonic()
                try:
                    pixels = np.array(request.make_buffer("main"), np.uint8)
                    metadata = request.get_metadata()
                finally:
                    request.release()
            except (RuntimeError, OSError, AttributeError) as error:
                if self._camera is None:
                    return
                raise CameraError(f"pi: gives no picture any more ({_line(error)}); check the ribbon") from error
            frame = Frame(unpack(pixels, self._stream), taken_at)
            self._hold(metadata, frame)
            yield frame

    def close(self) -> None:
        """Stops the camera and lets it go."""
        camera, self._camera = self._camera, None
        if camera is not None:
            for end in (camera.stop, camera.close):
                with suppress(RuntimeError, OSError):
                    end()

    def _negotiate(self) -> Mapping[str, Any]:
        """The main stream as the camera really gives it. Raises RuntimeError when it accepts nothing that we can unpack."""
        refused = "it offers no format"
        for format_ in FORMATS:
            for size in SIZES_PX:
                try:
                    self._camera.configure(self._camera.create_video_configuration(main={"size": size, "format": format_}))
                except (RuntimeError, ValueError) as error:
                    refused = _line(error)
                    continue
                got: Mapping[str, Any] = self._camera.camera_configuration()["main"]
                if got["format"] in _UNPACK:
                    return got
                refused = f"it gives {got['format']}"
        raise RuntimeError(refused)

    def _hold(self, metadata: Mapping[str, Any], frame: Frame) -> None:
        """Holds exposure, white balance and focus once they are steady, and lets them go when the light changes."""
        self._lock, controls = self._lock.seen(metadata, float(frame.rgb[::16, ::16].mean()), frame.taken_at)
        if controls and self._camera is not None:
            with suppress(RuntimeError):
                self._camera.set_controls(controls)

    def _focus(self) -> None:
        """Continuous autofocus, where there is a lens that moves."""
        if "AfMode" in getattr(self._camera, "camera_controls", {}):
            with suppress(RuntimeError):
                self._camera.set_controls({"AfMode": 2})


def unpack(pixels: NDArray[np.uint8], stream: Mapping[str, Any]) -> Rgb:
    """(H, W, 3) RGB from a stream's bytes; `stream` has `format`, `size` and, for raw formats, `stride` in bytes."""
    if stream["format"] == "MJPEG":
        bgr = cv2.imdecode(pixels, cv2.IMREAD_COLOR)
        if bgr is None:
            raise CameraError("pi: a damaged picture")
        return np.ascontiguousarray(bgr[..., ::-1])
    (width, height), (rows, per_pixel, code) = stream["size"], _UNPACK[stream["format"]]
    lines = int(height * rows)
    stride = int(stream.get("stride") or width * per_pixel)
    table = pixels[: lines * stride].reshape(lines, stride)
    if per_pixel == 1:
        # Planes of half the width lie two rows to a row, padding between them: only the finished picture can be cropped.
        return np.ascontiguousarray(cv2.cvtColor(table, code or 0)[:, :width])
    packed = np.ascontiguousarray(table[:, : width * per_pixel]).reshape(height, width, per_pixel)
    return packed if code is None else np.asarray(cv2.cvtColor(packed, code), np.uint8)


_UNPACK: dict[str, tuple[float, int, int | None]] = {
    # libcamera's name: rows of bytes per row of pixels, bytes per pixel in a row, how OpenCV makes it RGB
    "BGR888": (1, 3, None),
    "RGB888": (1, 3, cv2.COLOR_BGR2RGB),
    "XBGR8888": (1, 4, cv2.COLOR_RGBA2RGB),
    "XRGB8888": (1, 4, cv2.COLOR_BGRA2RGB),
    "YUV420": (1.5, 1, cv2.COLOR_YUV2RGB_I420),
    "YVU420": (1.5, 1, cv2.COLOR_YUV2RGB_YV12),
    "NV12": (1.5, 1, cv2.COLOR_YUV2RGB_NV12),
    "NV21": (1.5, 1, cv2.COLOR_YUV2RGB_NV21),
    "YUYV": (1, 2, cv2.COLOR_YUV2RGB_YUYV),
    "MJPEG": (0, 0, None),
}


def _line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
