"""A phone's picture read for a session, beside whatever camera there is."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.cli.eyes import evidence, open_reader
from companion.game import CompanionError
from companion.session import Session
from companion.web.settings import Photo
from vision.decode import decode
from vision.frame import Frame
from vision.observation import NotReady, Observation

Read = Callable[[Frame], Observation]


def photo_reader(session: Session, pack: Path | None, *, side: Read | None = None) -> Photo | None:
    """Reads pictures into the session with a reader of its own, one at a time; None without an enrolled pack.

    `side` reads a picture that was taken from the side; without it such a picture is refused.
    """
    if pack is None:
        return None
    top, busy = open_reader(pack)[1].read, Lock()

    def read(picture: bytes, view: str) -> str:
        frame = decode(picture, "the picture")
        use = top if view == "top" else side
        if use is None:
            raise CompanionError("this table has no eyes for a picture from the side; take one from above")
        with busy:
            observation = use(frame)
            session.look(observation, evidence(frame), confirm=1)
        return told(observation)

    return read


def told(observation: Observation) -> str:
    """How much was recognised, in a sentence."""
    if isinstance(observation, NotReady):
        return f"The picture could not be read: {observation}."
    sure = sum(each.id is not None for each in observation.detections)
    unsure = len(observation.detections) - sure
    return f"{sure} pieces recognised" + (f", {unsure} not sure." if unsure else ".")
