"""picamera2 in a process of another Python, against a module of that name which keeps to its interface."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from hw.eye import CameraError
from hw.names import CameraName, parse_camera
from hw.picamera import PiCamera
from hw.system_picamera2 import Picamera2, count_cameras
from hw.system_python import SYSTEM
from hw.worker import CameraWorker, OpenNamed, WorkerParams

MODULE = """
import os, time
from pathlib import Path
HERE = Path(__file__).parent
class Request:
    def __init__(self, number): self.number = number
    def make_buffer(self, name): return memoryview(bytes([self.number]) * (64 * 48 * 3)).cast("B", [48, 64, 3])
    def get_metadata(self): return {"ExposureTime": 9000, "ColourGains": (1.5, 1.8), "odd": object(), "stats": bytes(70_000)}
    def release(self): print("released")
class Picamera2:
    global_camera_info = staticmethod(lambda: [{}, {}])
    def __init__(self, number):
        if number: raise IndexError("list index out of range")
        (HERE / "pid").write_text(str(os.getpid()))
        self.camera_controls, self.number = {"AeEnable": (0, 1)}, 0
    def create_video_configuration(self, main):
        assert isinstance(main["size"], tuple), "as it was"
        return {"main": main}
    def configure(self, configuration):
        if configuration["main"]["format"] != "RGB888" and (HERE / "fussy").exists(): raise RuntimeError("Invalid\\nformat")
        print("libraries print what they like")
    def camera_configuration(self): return {"main": {"format": "BGR888", "size": (64, 48), "stride": 192}}
    def start(self): pass
    def set_controls(self, controls): (HERE / "set").write_text(repr(controls))
    def capture_request(self):
        self.number += 1
        if (HERE / "hangs").exists() and self.number > 2: time.sleep(3600)
        if (HERE / "ends").exists() and self.number > 2: os._exit(3)
        return Request(self.number)
    def stop(self): pass
    def close(self): (HERE / "closed").touch()
"""


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder from which other Pythons have picamera2."""
    (tmp_path / "picamera2.py").write_text(MODULE)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0] != "Z"
    except OSError:
        return False


def until(done: Callable[[], bool], patience_s: float = 10.0) -> bool:
    end = time.monotonic() + patience_s
    while not (is_done := done()) and time.monotonic() < end:
        time.sleep(0.02)
    return is_done


def test_pictures_come_whole_and_the_camera_is_let_go(there: Path) -> None:
    with PiCamera() as camera:
        frames = camera.frames()
        for number in (1, 2, 3):
            frame = next(frames)
            assert frame.size_px == (64, 48) and np.all(frame.rgb == number)
        assert int((there / "pid").read_text()) != os.getpid()
    assert (there / "closed").exists() and not is_running(int((there / "pid").read_text()))


def test_controls_and_what_the_camera_tells_travel_as_they_are(there: Path) -> None:
    camera = Picamera2(0)
    assert list(camera.camera_controls) == ["AeEnable"]
    camera.set_controls({"ColourGains": (1.5, 1.8), "AeEnable": False})
    assert (there / "set").read_text() == "{'ColourGains': (1.5, 1.8), 'AeEnable': False}"
    metadata = camera.capture_request().get_metadata()
    assert (metadata["ExposureTime"], metadata["ColourGains"], "stats" in metadata) == (9000, [1.5, 1.8], False)
    camera.close()
    camera.close()


@pytest.mark.usefixtures("there")
def test_auto_means_the_pi_s_camera_where_one_is_seen() -> None:
    assert count_cameras() == 2
    assert parse_camera("auto") == CameraName("pi")


@pytest.mark.usefixtures("there")
def test_what_is_raised_there_is_raised_here_in_one_line() -> None:
    with pytest.raises(CameraError, match=r"cannot be opened \(list index out of range\); check the ribbon"):
        PiCamera(1)


def test_formats_that_are_refused_are_passed_over(there: Path) -> None:
    (there / "fussy").touch()
    with pytest.raises(CameraError, match="Invalid format"):
        PiCamera()
    assert (there / "closed").exists()


def test_without_picamera2_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hw.system_python.pythons", lambda: ())
    assert count_cameras() == 0
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        PiCamera()


def test_one_that_was_built_for_another_numpy_says_so(there: Path) -> None:
    (there / "picamera2.py").write_text("raise ValueError('numpy.dtype size changed')")
    assert count_cameras() == 0
    with pytest.raises(CameraError, match=r"cannot be loaded \(.*numpy\.dtype size changed\); sudo apt install --reinstall"):
        PiCamera()


def test_where_one_python_cannot_load_it_the_next_does(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lame = there / "lame"
    lame.write_text("#!/bin/sh\nexit 1\n")
    lame.chmod(0o755)
    monkeypatch.setattr("hw.system_python.pythons", lambda: (str(lame), sys.executable))
    assert count_cameras() == 2


def test_a_numpy_of_the_user_s_own_is_left_alone(there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`pip install --user` puts a newer one there, and the system's picamera2 finds it first."""
    if not os.access(SYSTEM, os.X_OK):
        pytest.skip(f"there is no {SYSTEM} here")
    place = "import site; print(site.getusersitepackages())"
    monkeypatch.setenv("PYTHONUSERBASE", str(there / "user"))
    own = Path(subprocess.run([SYSTEM, "-c", place], capture_output=True, text=True, check=True).stdout.strip())
    own.mkdir(parents=True)
    (own / "numpy.py").write_text("raise ValueError('numpy.dtype size changed')")
    (there / "picamera2.py").write_text(f"try:\n    import numpy\nexcept ModuleNotFoundError:\n    pass\n{MODULE}")
    monkeypatch.setattr("hw.system_python.pythons", lambda: (SYSTEM,))
    assert count_cameras() == 2


def test_one_whose_process_ends_is_told_and_started_again(there: Path) -> None:
    (there / "ends").touch()
    worker = CameraWorker(OpenNamed(CameraName("pi")), WorkerParams(again_s=0.1))
    try:
        assert until(lambda: worker.newest() is None and "has ended" in worker.trouble)
        (there / "ends").unlink()
        assert until(lambda: worker.newest() is not None)
    finally:
        worker.close()


def test_one_that_hangs_ends_with_the_camera_s_process(there: Path) -> None:
    (there / "hangs").touch()
    worker = CameraWorker(OpenNamed(CameraName("pi")), WorkerParams(silent_s=0.5, again_s=60.0))
    try:
        assert until(lambda: (there / "pid").exists() and worker.newest() is None and worker.restarts == 1)
        assert until(lambda: not is_running(int((there / "pid").read_text())))
    finally:
        worker.close()
