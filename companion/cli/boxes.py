"""Boxes shown to the camera on the page, one at a time: each a `companion.cli.box`."""

import shutil
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.cli.box import Box
from companion.cli.lying import check_size
from companion.cli.naming import sorts_of
from companion.game import CompanionError
from companion.pack import built_in
from companion.web.helper import Enrolling
from vision.enrolling.showing import Propose
from vision.enrolling.text import propose
from vision.frame import Frame


class Boxes:
    """Boxes shown to the camera, one at a time. Every method may be called from any thread."""

    def __init__(self, data: Path, newest: Callable[[], Frame | None], propose: Propose = propose) -> None:
        """`newest` gives the camera's newest frame, None without one; packs go to `packs` of the data folder, pictures beside them."""
        self._data, self._newest, self._propose = data, newest, propose
        self._lock = Lock()
        self._showing: Box | None = None
        for left in (data / "boxes").glob(".*-photos"):  # of a program that was ended in the middle
            shutil.rmtree(left, ignore_errors=True)

    def sorts(self, game: str) -> tuple[str, ...]:
        """Which sorts of boxes a game may be played with."""
        return sorts_of(built_in(game))

    def begin(self, game: str, sort: str, size_mm: tuple[float, float], title: str) -> None:
        """A new box; one that was begun is given up. Raises CompanionError."""
        check_size("card", size_mm)
        box = Box(built_in(game), sort, size_mm, title, self._data, self._newest, self._propose)
        self.end()
        with self._lock:
            self._showing = box
        box.start()

    def end(self) -> None:
        """Gives up the box that was begun; nothing of it is kept."""
        with self._lock:
            box, self._showing = self._showing, None
        if box is not None:
            box.stop()

    def now(self) -> Enrolling | None:
        """Where the showing stands; None when no box was begun."""
        with self._lock:
            box = self._showing
        return None if box is None else box.now()

    def box(self) -> Box:
        """The box that is shown. Raises CompanionError."""
        with self._lock:
            if self._showing is None:
                raise CompanionError("no box is being shown; begin one")
            return self._showing
