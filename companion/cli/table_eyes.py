"""The page's side of the reader's process: plain values, cameras looked after, questions asked. Needs no picture library.

What is asked is answered by `companion.cli.seeing`, in the other process.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from companion.cli.opening import OpenTable
from companion.game import CompanionError
from companion.reader import ReaderWorker
from companion.session import Session
from companion.web.settings import Photo
from hw.filmed import FilmParams
from hw.names import parse_camera
from hw.worker import CameraWorker, Filmed, OpenFilmed, Opening, OpenNamed, Source, worker_for
from vision.live.views import Views
from vision.observation import Observation, Point, Stack

FILMS = "films"
"""Folder of the films, one folder each."""
SOON_S, READ_S, ENROLLED_S = 10.0, 60.0, 900.0
"""How long the page waits for what is known, for a picture to be read, and for a box to be enrolled."""
WITHIN_S: Mapping[str, float] = {
    **dict.fromkeys(("thumbnail", "through_glass"), 1.5),
    **dict.fromkeys(("trial", "photograph", "watch", "box.photo", "add_deck"), READ_S),
    **dict.fromkeys(("deck_path", "decks"), ENROLLED_S),
}


class TableEyes:
    """The reader's process and the cameras that it looks through."""

    def __init__(self, asked: OpenTable, camera: CameraWorker | None = None, beside: CameraWorker | None = None) -> None:
        """Starts the process; cameras that need one have theirs already."""
        self._asked, self._camera, self._beside = asked, camera, beside
        self.sight = ReaderWorker(asked, camera, (beside,) if beside else ())

    @property
    def has_camera(self) -> bool:
        """Whether there is one above."""
        return self._asked.above is not None

    def use_camera(self, name: str, film: Filmed | None = None) -> None:
        """Looks through the camera of this name from now on; an empty name: through none. Raises CameraError, CompanionError."""
        worker, source = opened_for(name, film)
        self._camera = worker
        self._change(above=source)
        self.ask("use_camera", source)

    def use_side_camera(self, name: str) -> None:
        """The second camera, likewise."""
        worker, source = opened_for(name)
        self._beside = worker
        self._change(beside=source)
        self.ask("use_side_camera", source)

    def use_corners(self, corners: tuple[Point, ...], size_mm: tuple[float, float]) -> None:
        """Tells the plane by a rectangle of known size. Raises CompanionError when it is none."""
        self.ask("use_corners", corners, size_mm)
        self._change(corners=corners, size_mm=size_mm)

    def watch(self, game: str, pack: Path) -> None:
        """From now on every frame is read. Raises CompanionError."""
        self.ask("watch", game, pack)
        self._change(game=game, pack=pack)

    def ask(self, name: str, *args: Any) -> Any:
        """What the reader's process answers. Raises CompanionError in one line."""
        return self.sight.ask(name, *args, within_s=WITHIN_S.get(name, SOON_S))

    def shrink(self, jpeg: bytes, width_px: int, height_px: int) -> bytes | None:
        """A JPEG no larger than that, shape kept; None while nobody can make it, for no page may wait long for that."""
        with suppress(CompanionError):
            return bytes(self.ask("thumbnail", jpeg, width_px, height_px))
        return None

    def through_glass(self, jpeg: bytes) -> bytes | None:
        """The picture as a red glass shows it; None while nobody can make it."""
        with suppress(CompanionError):
            return bytes(self.ask("through_glass", jpeg))
        return None

    def photo_into(self, session: Session) -> Photo:
        """Reads phones' pictures into the session, beside whatever camera there is."""

        def read(picture: bytes, view: str) -> str:
            observation, jpeg, said = self.ask("photograph", picture, view)
            if view == "side":
                _look_beside(session, observation, jpeg)
            else:
                session.look(observation, jpeg, confirm=1)
            return f"{told(observation)}{said}"

        return read

    def close(self) -> None:
        """Ends the reading, then the cameras; may be called twice."""
        self.sight.close()

    def _change(self, **what: Any) -> None:
        self._asked = replace(self._asked, **what)
        self.sight.look_through(self._asked, self._camera, (self._beside,) if self._beside else ())


def opened_for(name: str, film: Filmed | None = None) -> tuple[CameraWorker | None, Source | None]:
    """The camera of this name in a process of its own, and its seat; a film or folder needs none. Raises CameraError."""
    if not name:
        return None, None
    if not Path(name).exists():
        worker = worker_for(name, film=film)
        return worker, worker.seat
    opening: Opening = OpenNamed(parse_camera(name))
    return None, opening if film is None else film(opening)


def film_of(data: Path, game: str, most_mb: int) -> partial[OpenFilmed]:
    """A film that begins now, in a folder of its own, of so many megabytes at most."""
    folder = data / FILMS / "-".join(part for part in (f"{datetime.now():%Y%m%d-%H%M%S}", game) if part)
    return partial(OpenFilmed, folder=folder, params=FilmParams(most_bytes=most_mb * 1_000_000))


def _look_beside(session: Session, seen: Observation, jpeg: bytes) -> None:
    """What was seen from the side, with what was last seen from above and its picture."""
    look = session.snapshot().look
    merged = Views(None if look is None else look.observation, seen).merged()
    above = jpeg if look is None else session.picture(look.picture)
    session.look(seen if merged is None else merged, above, confirm=1, beside=jpeg)


def told(observation: Observation) -> str:
    """How much was recognised, and how high the plates are that were seen from the side, in sentences."""
    seen = [*observation.detections, *(piece for stack in observation.stacks for piece in stack.pieces)]
    sure = sum(each.id is not None for each in seen)
    count = f"{sure} pieces recognised" + (f", {len(seen) - sure} not sure." if sure < len(seen) else ".")
    return " ".join((count, *map(_height, observation.stacks)))


def _height(stack: Stack) -> str:
    """What to enter for a plate; nothing is entered by itself, since a height counts at the end only."""
    if stack.height_mm is None or stack.height_error_mm is None:
        return "How high the plate is cannot be told from this picture."
    return f"The plate is {stack.height_mm:.0f} mm high, give or take {stack.height_error_mm:.0f}."
