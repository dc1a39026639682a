"""The Pi's camera, against a class that keeps to picamera2's interface and offers only what it is told to."""

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hw.eye import CameraError
from hw.picamera import PiCamera, unpack

WIDTH, HEIGHT = 64, 48


def table() -> NDArray[np.uint8]:
    """(48, 64, 3) RGB: red left, blue right, in soft areas that halved colour survives."""
    rgb = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    rgb[:, : WIDTH // 2] = (200, 40, 30)
    rgb[:, WIDTH // 2 :] = (30, 60, 210)
    return rgb


def off_by(rgb: NDArray[np.uint8]) -> int:
    """Largest difference from the table, away from where its halves meet: colour is stored at half the width."""
    assert rgb.shape == (HEIGHT, WIDTH, 3)
    off = np.abs(rgb.astype(int) - table())
    return int(np.delete(off, range(WIDTH // 2 - 4, WIDTH // 2 + 4), axis=1).max())


def packed(format_: str, pad: int) -> tuple[NDArray[np.uint8], int]:
    """The table as libcamera lays it into memory, with `pad` bytes behind every row, and the row's length in bytes."""
    rgb = table()
    bgr = np.ascontiguousarray(rgb[..., ::-1])
    if format_ in ("BGR888", "RGB888"):
        rows = (rgb if format_ == "BGR888" else bgr).reshape(HEIGHT, -1)
    elif format_ in ("XBGR8888", "XRGB8888"):
        code = cv2.COLOR_RGB2RGBA if format_ == "XBGR8888" else cv2.COLOR_RGB2BGRA
        rows = np.asarray(cv2.cvtColor(rgb, code), np.uint8).reshape(HEIGHT, -1)
    elif format_ == "MJPEG":
        return np.asarray(cv2.imencode(".jpg", bgr)[1], np.uint8).reshape(-1), 0
    else:
        return planes(format_, pad)
    return np.pad(rows, ((0, 0), (0, pad))).reshape(-1), rows.shape[1] + pad


def planes(format_: str, pad: int) -> tuple[NDArray[np.uint8], int]:
    i420 = np.asarray(cv2.cvtColor(table(), cv2.COLOR_RGB2YUV_I420), np.uint8).reshape(-1)
    y, u, v = np.split(i420, [WIDTH * HEIGHT, WIDTH * HEIGHT * 5 // 4])
    half = (HEIGHT // 2, WIDTH // 2)
    luma = np.pad(y.reshape(HEIGHT, WIDTH), ((0, 0), (0, pad)))
    if format_ == "NV12":
        chroma = [np.pad(np.stack([u.reshape(half), v.reshape(half)], -1).reshape(half[0], WIDTH), ((0, 0), (0, pad)))]
    else:
        chroma = [np.pad(plane.reshape(half), ((0, 0), (0, pad // 2))) for plane in ((u, v) if format_ == "YUV420" else (v, u))]
    return np.concatenate([part.reshape(-1) for part in (luma, *chroma)]), WIDTH + pad


@pytest.mark.parametrize("pad", [0, 32])
@pytest.mark.parametrize("format_", ["BGR888", "RGB888", "XBGR8888", "XRGB8888", "YUV420", "YVU420", "NV12", "MJPEG"])
def test_every_format_becomes_red_green_blue(format_: str, pad: int) -> None:
    pixels, stride = packed(format_, pad)
    rgb = unpack(pixels, {"format": format_, "size": (WIDTH, HEIGHT), "stride": stride})
    assert off_by(rgb) <= (0 if format_.endswith("888") else 12)


class Request:
    def __init__(self, camera: "Picamera2") -> None:
        self.camera = camera

    def make_buffer(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        return packed(self.camera.stream["format"], 16)[0]

    def get_metadata(self) -> dict[str, object]:
        return dict(self.camera.metadata)

    def release(self) -> None:
        self.camera.held -= 1


class Picamera2:
    """Offers one format, whatever it is asked for, or refuses all others."""

    only, adjusts = "NV12", True
    controls: tuple[str, ...] = ("Brightness",)

    def __init__(self, number: int) -> None:
        self.calls: list[str] = [f"open {number}"]
        self.camera_controls = dict.fromkeys(self.controls)
        self.held = 0
        self.set: dict[str, object] = {}
        self.metadata: dict[str, object] = {}
        self.fails = False
        self.stream: dict[str, Any] = {}

    def create_video_configuration(self, main: Mapping[str, object]) -> dict[str, object]:
        return {"main": dict(main)}

    def configure(self, configuration: Mapping[str, Mapping[str, object]]) -> None:
        if not self.adjusts and configuration["main"]["format"] != self.only:
            raise RuntimeError("Invalid\n configuration")
        stride = packed(self.only, 16)[1] if self.only != "Y10" else 0
        self.stream = {"format": self.only, "size": (WIDTH, HEIGHT), "stride": stride}

    def camera_configuration(self) -> dict[str, object]:
        return {"main": self.stream}

    def set_controls(self, controls: Mapping[str, object]) -> None:
        assert set(controls) <= set(self.camera_controls), "a control that the camera does not have"
        self.set |= controls

    def start(self) -> None:
        self.calls.append("start")

    def capture_request(self) -> Request:
        if self.fails:
            raise RuntimeError("Camera frontend has timed out!")
        self.held += 1
        return Request(self)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


@pytest.mark.parametrize(
    ("only", "adjusts"),
    [("NV12", True), ("NV12", False), ("MJPEG", False), ("YUV420", True), ("YUV420", False), ("XRGB8888", True)],
)
def test_what_the_camera_offers_is_taken(only: str, adjusts: bool) -> None:
    class Offers(Picamera2):
        pass

    Offers.only, Offers.adjusts = only, adjusts
    with PiCamera(picamera2=Offers) as camera:
        frame = next(camera.frames())
        assert frame.size_px == (WIDTH, HEIGHT) and off_by(frame.rgb) <= 12
        assert camera._camera.held == 0, "every request is given back"
        assert camera._camera.set == {}


def test_a_lens_that_moves_is_left_to_focus() -> None:
    class Focuses(Picamera2):
        controls = ("AfMode",)

    with PiCamera(picamera2=Focuses) as camera:
        assert camera._camera.set == {"AfMode": 2}


def test_one_that_fails_says_so_in_one_line_and_is_closed_once() -> None:
    camera = PiCamera(picamera2=Picamera2)
    device = camera._camera
    frames = camera.frames()
    next(frames)
    device.fails = True
    with pytest.raises(CameraError, match=r"timed out!.*check the ribbon"):
        next(frames)
    camera.close()
    camera.close()
    assert device.calls == ["open 0", "start", "stop", "close"]


def test_one_that_offers_nothing_we_understand_is_refused_and_let_go() -> None:
    class Strange(Picamera2):
        only = "Y10"

    with pytest.raises(CameraError, match="it gives Y10") as caught:
        PiCamera(picamera2=Strange)
    assert "\n" not in str(caught.value)


def test_a_steady_choice_of_the_camera_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    class Module3(Picamera2):
        controls = ("AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition")

    now = [0.0]
    monkeypatch.setattr("hw.picamera.time.monotonic", lambda: now[0])
    with PiCamera(picamera2=Module3) as camera:
        device = camera._camera
        device.metadata = {"ExposureTime": 9000, "AnalogueGain": 2.0, "ColourGains": (1.8, 1.5), "LensPosition": 2.1}
        frames = camera.frames()
        for _ in range(30):
            now[0] += 0.1
            next(frames)
        held = {"AeEnable": False, "ExposureTime": 9000, "AnalogueGain": 2.0, "AwbEnable": False, "ColourGains": (1.8, 1.5)}
        assert device.set == {**held, "AfMode": 0, "LensPosition": 2.1}
