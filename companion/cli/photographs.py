"""Photographs of pieces that wait for their turn, and what was wrong with those before them."""

import secrets
import shutil
from pathlib import Path
from threading import Lock

from companion.game import CompanionError

MOST_PHOTOS = 400
MOST_TROUBLES = 5


class Photographs:
    """Those of one box, in a folder of their own until each was looked at. Any thread may add."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._lock = folder, Lock()
        self._queue: list[tuple[Path, str]] = []
        self._troubles: list[str] = []

    def add(self, name: str, content: bytes) -> None:
        """One more. Raises CompanionError when too many wait, OSError when the disk refuses."""
        with self._lock:
            if len(self._queue) >= MOST_PHOTOS:
                raise CompanionError(f"{MOST_PHOTOS} photographs wait already; name these first")
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._folder / secrets.token_hex(6)
        path.write_bytes(content)
        with self._lock:
            self._queue.append((path, name))

    def next(self) -> tuple[Path, str] | None:
        """The one whose turn it is, and what it was called where it was taken."""
        with self._lock:
            return self._queue[0] if self._queue else None

    def done(self, path: Path, trouble: str) -> None:
        """It was looked at; `trouble` says what was wrong with it."""
        with self._lock:
            self._queue = [each for each in self._queue if each[0] != path]
            self._troubles += [trouble] if trouble else []
        path.unlink(missing_ok=True)

    def forget(self) -> None:
        """All that wait."""
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def waiting(self) -> int:
        """How many wait."""
        with self._lock:
            return len(self._queue)

    @property
    def troubles(self) -> tuple[str, ...]:
        """The newest troubles, the newest last."""
        with self._lock:
            return tuple(self._troubles[-MOST_TROUBLES:])
