"""The evening's film: a picture now and then, small, in bounded parts that a player reads."""

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from hw.eye import Camera, Closing
from hw.film import FilmWriter
from hw.filmed import FilmParams
from hw.worker import OpenFilmed, worker_for
from vision.frame import Frame

RNG = np.random.default_rng(4)


def frame(at_s: float, grey: int = 90, size_px: tuple[int, int] = (640, 360)) -> Frame:
    return Frame(np.full((size_px[1], size_px[0], 3), grey, np.uint8), at_s)


def noise(at_s: float) -> Frame:
    return Frame(RNG.integers(0, 255, (360, 640, 3), dtype=np.uint8), at_s)


def pictures(path: Path) -> list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
    capture, found = cv2.VideoCapture(str(path)), []
    while (read := capture.read())[0]:
        found.append(np.asarray(read[1], np.uint8))
    capture.release()
    return found


def test_a_picture_a_second_is_kept_and_read_back(tmp_path: Path) -> None:
    with FilmWriter(tmp_path / "film", FilmParams(longest_px=320)) as film:
        for number in range(100):  # ten seconds at ten a second
            film.add(frame(number / 10, grey=40 + number))
    (path,) = (tmp_path / "film").iterdir()
    shown = pictures(path)
    assert len(shown) == 10 and {picture.shape for picture in shown} == {(180, 320, 3)}
    assert [round((float(picture.mean()) - 40) / 10) for picture in shown] == list(range(10))
    assert cv2.VideoCapture(str(path)).get(cv2.CAP_PROP_FPS) == 1


def test_all_parts_together_stay_below_the_bound_and_the_newest_are_there(tmp_path: Path) -> None:
    params = FilmParams(most_bytes=3_000_000, parts=3)
    with FilmWriter(tmp_path, params) as film:
        for number in range(120):
            film.add(noise(float(number)))
            assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= params.most_bytes
    names = sorted(path.name for path in tmp_path.iterdir())
    assert 2 <= len(names) <= 4 and names[0] != "film-000001.mkv", "the oldest went"
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= params.most_bytes
    assert all(pictures(tmp_path / name) for name in names)


def test_a_camera_that_changes_its_size_or_begins_anew_begins_a_part(tmp_path: Path) -> None:
    with FilmWriter(tmp_path) as film:
        film.add(frame(0.0))
        film.add(frame(1.0, size_px=(320, 240)))
    with FilmWriter(tmp_path) as film:
        film.add(frame(2.0))
    assert [[picture.shape[:2] for picture in pictures(path)] for path in sorted(tmp_path.iterdir())] == [
        [(360, 640)],
        [(240, 320)],
        [(360, 640)],
    ]


def test_a_disk_that_takes_no_film_does_not_end_the_camera(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    film = FilmWriter(tmp_path / "film")
    (tmp_path / "film").rmdir()
    film.add(frame(0.0))
    film.add(frame(1.0))
    assert caplog.text.count("the film ends here") == 1


class Still(Closing):
    """Three frames."""

    def frames(self) -> Iterator[Frame]:
        yield from (frame(0.0), frame(0.1), frame(1.2))


def open_still() -> Camera:
    return Still()


def test_a_filmed_camera_gives_every_frame_of_its_own(tmp_path: Path) -> None:
    with closing(OpenFilmed(open_still, tmp_path / "film")()) as camera:
        assert [one.taken_at for one in camera.frames()] == [0.0, 0.1, 1.2]
    (path,) = (tmp_path / "film").iterdir()
    assert len(pictures(path)) == 2


def test_the_camera_s_own_process_ends_its_film_when_it_is_closed(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "table.png"), noise(0.0).rgb)
    with worker_for(str(tmp_path / "table.png"), film=partial(OpenFilmed, folder=tmp_path / "film")) as worker:
        next(worker.frames())
    (path,) = (tmp_path / "film").iterdir()
    assert pictures(path)
