"""A camera that hangs, dies, ends, freezes or changes its size costs pictures, never the program."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hw.apart import Patience
from hw.eye import CameraError
from hw.worker import CameraWorker, WorkerParams, worker_for
from tests.hw.fakes import Fake
from vision.frame import Frame

QUICK = WorkerParams(silent_s=0.5, first_s=20.0, kill_s=2.0, again_s=0.1, most_again_s=0.4, frozen_s=0.3, most_px=100 * 100)


@contextmanager
def camera(fake: Fake, params: WorkerParams = QUICK) -> Iterator[CameraWorker]:
    worker = CameraWorker(fake, params)
    try:
        yield worker
    finally:
        worker.close()


def until(worker: CameraWorker, wanted: Callable[[], bool], seconds: float = 30.0) -> list[Frame]:
    """The frames that came until something is so."""
    frames, end = [], time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end, f"it never came to that; trouble: {worker.trouble!r}"
        frame = worker.newest()
        if frame is not None:
            frames.append(frame)
        time.sleep(0.002)
    return frames


def test_frames_come_whole_in_order_and_once() -> None:
    with camera(Fake("go on")) as worker:
        frames = until(worker, lambda: worker._seq >= 40)
        assert len(frames) > 5
        assert all(len(np.unique(frame.rgb)) == 1 for frame in frames), "never half of two pictures"
        taken = [frame.taken_at for frame in frames]
        assert taken == sorted(set(taken))
        assert worker.trouble == "" and worker.restarts == 0


def test_a_slow_reader_gets_the_newest() -> None:
    with camera(Fake("go on")) as worker:
        until(worker, lambda: worker._seq > 0)
        given, end = worker._seq, time.monotonic() + 30
        while worker._memory.newest() < given + 10:
            assert time.monotonic() < end, "the camera stopped giving pictures"
            time.sleep(0.01)
        newest = worker._memory.newest()
        assert worker.newest() is not None
        assert newest <= worker._seq <= worker._memory.newest(), "what lies between is skipped, not queued"


@pytest.mark.parametrize("what", ["hang", "crash", "fail", "end"])
def test_one_that_fails_is_replaced_and_told(tmp_path: Path, what: str) -> None:
    with camera(Fake(what, marker=tmp_path / "opened")) as worker:
        until(worker, lambda: worker.restarts == 1)
        said = {
            "hang": "No camera: no picture for",
            "crash": "No camera: the camera's process ended (code 3)",
            "fail": "No camera: fake: gives no picture any more",
            "end": "No camera: the camera has nothing more to show",
        }
        assert worker.trouble.startswith(said[what])
        assert until(worker, lambda: worker.trouble == "" and worker.pid is not None)


def test_one_that_cannot_be_opened_is_tried_again_ever_more_slowly() -> None:
    with camera(Fake("refuse")) as worker:
        until(worker, lambda: worker.restarts >= 3, 60)
        assert "plug it in" in worker.trouble and worker._apart.pause_s == QUICK.most_again_s


def test_a_hanging_camera_never_keeps_the_caller_waiting() -> None:
    """Fifty calls come back and the camera has not: any that waited for it would have brought the picture it gives after half a minute."""
    patient = replace(QUICK, silent_s=600.0)
    with camera(Fake("hang", good=1, hangs_s=30.0), patient) as worker:
        until(worker, lambda: worker._seq > 0)
        for _ in range(50):
            assert worker.newest() is None
        assert worker._seq == worker._memory.newest() == 1 and worker.restarts == 0 and worker.trouble == ""


def test_a_frozen_picture_is_told() -> None:
    with camera(Fake("freeze")) as worker:
        until(worker, lambda: "the very same picture" in worker.trouble)


def test_another_resolution_is_taken_as_it_comes() -> None:
    with camera(Fake("grow")) as worker:
        sizes = {frame.size_px for frame in until(worker, lambda: worker._seq > 20)}
        assert (64, 48) in sizes


def test_a_picture_larger_than_its_room_is_refused_with_a_sentence() -> None:
    with camera(Fake("grow too large")) as worker:
        until(worker, lambda: "too large" in worker.trouble)


def test_one_that_survives_its_killing_is_reported_and_no_second_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    with camera(Fake("hang", good=1)) as worker:
        until(worker, lambda: worker._seq > 0)
        process = worker._apart.process
        assert process is not None
        monkeypatch.setattr(process, "kill", lambda: None)
        monkeypatch.setattr(worker, "params", WorkerParams(silent_s=0.2, most_px=100 * 100))
        monkeypatch.setattr(worker._apart, "patience", Patience(kill_s=0.1))
        until(worker, lambda: "cannot be ended" in worker.trouble)
        for _ in range(50):
            assert worker.newest() is None and worker.pid is None
            time.sleep(0.005)
        monkeypatch.undo()
        os.kill(process.pid or 0, 9)
        until(worker, lambda: worker.pid is not None)


def test_closing_ends_the_process_and_may_be_done_twice() -> None:
    worker = CameraWorker(Fake("go on"), QUICK)
    until(worker, lambda: worker._seq > 0)
    pid = worker.pid
    assert pid is not None
    worker.close()
    worker.close()
    assert worker.newest() is None and list(worker.frames()) == []
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_name_that_means_nothing_is_told_at_once() -> None:
    with pytest.raises(CameraError, match="no such file or folder"):
        worker_for("nowhere")
