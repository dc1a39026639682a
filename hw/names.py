"""Which camera a name means on this machine; opens none and needs no picture library."""

from dataclasses import dataclass
from pathlib import Path

from hw.eye import CameraError
from hw.system_picamera2 import count_cameras

FILMS = {".mp4", ".mkv", ".avi", ".mov", ".webm", ".m4v", ".mjpg", ".mjpeg"}
STREAMS = ("http://", "https://", "rtsp://", "rtsps://")


@dataclass(frozen=True, slots=True)
class CameraName:
    """What `--camera` names, taken apart: plain values, so that another process can open it."""

    kind: str
    """pi, usb, url, film or pictures."""
    where: str = ""


def parse_camera(text: str) -> CameraName:
    """Which camera `auto|pi|usb:N|URL|FILE|FOLDER` means on this machine. Raises CameraError."""
    if text == "auto":
        return _first_there()
    if text == "pi":
        return CameraName("pi")
    if text.startswith("usb:"):
        if not text[4:].isdecimal():
            raise CameraError(f"{text}: usb: and a number, e.g. usb:0")
        return CameraName("usb", text[4:])
    if text.startswith(STREAMS):
        return CameraName("url", text)
    path = Path(text)
    if not path.exists():
        raise CameraError(f"{text}: no such file or folder; a camera is auto, pi, usb:N, an address, a film, a picture or a folder")
    return CameraName("film" if path.suffix.lower() in FILMS else "pictures", text)


def _first_there() -> CameraName:
    if count_cameras():
        return CameraName("pi")
    numbers = sorted(int(path.name[5:]) for path in Path("/dev").glob("video*") if path.name[5:].isdecimal())
    if not numbers:
        raise CameraError("no camera found; plug one in, or name a stream's address, a film, a picture or a folder")
    return CameraName("usb", str(numbers[0]))
