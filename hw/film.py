"""A film of the evening beside the log: a picture now and then, small, in parts of bounded size; the oldest part goes first.

It is written where the camera is read, in the camera's own process. Parts are Matroska files, which can be played as far as they were
written when the power goes; the last quarter of a megabyte is lost then. A disk that takes no more ends the film, never the camera.
"""

import logging
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hw.eye import Camera, Closing
from hw.filmed import FilmParams
from vision.frame import Frame

log = logging.getLogger(__name__)


_BUFFER_BYTES = 300_000
"""So much may be on its way to the disk and not yet part of a file's size."""


class FilmWriter(Closing):
    """Takes every frame and keeps a few. One thread only."""

    def __init__(self, folder: Path, params: FilmParams | None = None) -> None:
        """`folder` is made when it is not there; parts that lie in it are gone on with. Raises OSError."""
        self._folder, self._params = folder, params or FilmParams()
        folder.mkdir(parents=True, exist_ok=True)
        self._out: cv2.VideoWriter | None = None
        self._path: Path | None = None
        self._size_px = (0, 0)
        self._due_s = float("-inf")
        self._ended = False

    def add(self, frame: Frame) -> None:
        """Keeps this frame when the next one is due."""
        if self._ended or frame.taken_at < self._due_s:
            return
        self._due_s = frame.taken_at + self._params.every_s
        small = self._small(frame)
        height, width = small.shape[:2]
        if self._out is None or self._size_px != (width, height) or self._is_full():
            self._begin((width, height))
        if self._out is not None:
            self._out.write(np.ascontiguousarray(small[..., ::-1]))

    def close(self) -> None:
        """Ends the part; may be called twice."""
        if self._out is not None:
            self._out.release()
        self._out = None

    def _small(self, frame: Frame) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        """Sides are even, as film wants them."""
        scale = min(1.0, self._params.longest_px / max(frame.size_px))
        width, height = (max(2, round(side * scale / 2) * 2) for side in frame.size_px)
        return np.asarray(cv2.resize(frame.rgb, (width, height), interpolation=cv2.INTER_AREA), np.uint8)

    def _is_full(self) -> bool:
        most = self._params.most_bytes / self._params.parts - _BUFFER_BYTES
        return self._path is not None and self._path.exists() and self._path.stat().st_size >= most

    def _begin(self, size_px: tuple[int, int]) -> None:
        """A new part behind the others, once there is room for it."""
        self.close()
        parts = sorted(self._folder.glob("film-*.mkv"))
        number = 1 + (int(parts[-1].stem[5:]) if parts and parts[-1].stem[5:].isdecimal() else 0)
        try:
            self._make_room(parts)
        except OSError as error:
            log.warning("no room is made for the film: %s", error)
        self._path, self._size_px = self._folder / f"film-{number:06}.mkv", size_px
        out = cv2.VideoWriter(str(self._path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), 1 / self._params.every_s, size_px)
        if out.isOpened():
            self._out = out
        else:
            self._ended = True
            log.warning("%s cannot be written; the film ends here, the evening goes on", self._path)

    def _make_room(self, parts: list[Path]) -> None:
        """Removes the oldest parts until one more fits in."""
        sizes = [part.stat().st_size for part in parts]
        most = self._params.most_bytes * (1 - 1 / self._params.parts)
        for part, left in zip(parts, (sum(sizes[number:]) for number in range(len(sizes))), strict=True):
            if left <= most:
                break
            part.unlink()


class FilmedCamera(Closing):
    """A camera whose frames are filmed in passing."""

    def __init__(self, camera: Camera, film: FilmWriter) -> None:
        self._camera, self._film = camera, film

    def frames(self) -> Iterator[Frame]:
        """The camera's own frames, every one."""
        for frame in self._camera.frames():
            self._film.add(frame)
            yield frame

    def close(self) -> None:
        """Ends camera and film."""
        self._camera.close()
        self._film.close()
