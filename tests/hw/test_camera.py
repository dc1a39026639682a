"""Folders, films, and names of cameras."""

import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.camera import CameraName, FolderCamera, UrlCamera, UsbCamera, VideoCamera, open_camera, parse_camera
from hw.eye import CameraError


def save(path: Path, rgb: tuple[int, int, int]) -> None:
    picture = np.zeros((24, 32, 3), np.uint8)
    picture[:] = rgb[::-1]
    assert cv2.imwrite(str(path), picture)


def colours(frames: Iterator[object]) -> list[tuple[int, int, int]]:
    return [tuple(frame.rgb[0, 0].tolist()) for frame in frames]  # type: ignore[attr-defined]  # frames of any camera


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save(tmp_path / "2.png", (0, 255, 0))
    save(tmp_path / "1.png", (255, 0, 0))
    (tmp_path / "notes.txt").write_text("no picture")
    return tmp_path


def test_a_folder_is_shown_by_name_in_red_green_blue(folder: Path) -> None:
    with FolderCamera(folder, every_s=0, wait=False) as camera:
        assert colours(camera.frames()) == [(255, 0, 0), (0, 255, 0)]


def test_its_last_picture_stays_until_a_new_one_comes(folder: Path) -> None:
    with FolderCamera(folder, every_s=0) as camera:
        frames = camera.frames()
        assert colours(islice(frames, 4)) == [(255, 0, 0)] + [(0, 255, 0)] * 3
        save(folder / "3.png", (0, 0, 255))
        assert colours(islice(frames, 2)) == [(0, 0, 255)] * 2


def test_a_folder_can_go_round(folder: Path) -> None:
    with FolderCamera(folder, every_s=0, loop=True, wait=False) as camera:
        assert colours(islice(camera.frames(), 5)) == [(255, 0, 0), (0, 255, 0)] * 2 + [(255, 0, 0)]


def test_a_half_copied_picture_is_passed_over(folder: Path) -> None:
    (folder / "0.png").write_bytes((folder / "1.png").read_bytes()[:40])
    with FolderCamera(folder, every_s=0) as camera:
        assert colours(islice(camera.frames(), 2)) == [(255, 0, 0), (0, 255, 0)]


def test_one_picture_is_a_camera_too(folder: Path) -> None:
    with open_camera(str(folder / "1.png")) as camera:  # type: ignore[attr-defined]  # every one of ours is a context manager
        first = next(camera.frames())
        assert first.size_px == (32, 24) and time.monotonic() - first.taken_at < 5


def test_closing_ends_the_frames(folder: Path) -> None:
    camera = FolderCamera(folder, every_s=0)
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []


def test_a_film_is_shown_at_its_own_pace_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 20.0, (64, 48))
    for value in range(6):
        film.write(np.full((48, 64, 3), value * 40, np.uint8))
    film.release()
    began = time.monotonic()
    with VideoCamera(path) as camera:
        grey = [int(frame.rgb.mean()) for frame in camera.frames()]
    assert len(grey) == 6 and grey == sorted(grey)
    assert time.monotonic() - began >= 5 / 20
    with VideoCamera(path, loop=True) as camera:
        assert len(list(islice(camera.frames(), 8))) == 8


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("usb:x", "usb: and a number"),
        ("nothing.jpg", "no such file or folder"),
        ("usb", "no such file or folder"),
    ],
)
def test_a_name_that_means_nothing_is_told_in_one_line(text: str, why: str) -> None:
    with pytest.raises(CameraError, match=why) as caught:
        parse_camera(text)
    assert "\n" not in str(caught.value)


def test_names_of_cameras(folder: Path) -> None:
    assert parse_camera("pi") == CameraName("pi")
    assert parse_camera("usb:12") == CameraName("usb", "12")
    assert parse_camera("rtsp://phone/live").kind == "url" and parse_camera("http://phone:8080/video").kind == "url"
    assert parse_camera(str(folder)) == CameraName("pictures", str(folder))


def test_what_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="there is no /dev/video97; plug the camera in"):
        UsbCamera(97)
    (tmp_path / "x.mp4").write_bytes(b"no film")
    with pytest.raises(CameraError, match="check that it is a film"):
        VideoCamera(tmp_path / "x.mp4")
    with pytest.raises(CameraError, match="check the address"):
        UrlCamera("http://127.0.0.1:9/none")
