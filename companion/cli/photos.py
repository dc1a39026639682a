"""A phone's picture read for a session, beside whatever camera there is."""

from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion.cli.eyes import evidence, open_reader
from companion.session import Session
from companion.web.settings import Photo
from vision.decode import decode
from vision.frame import Frame
from vision.observation import Observation
from vision.views import Views

Read = Callable[[Frame], Observation]


def photo_reader(session: Session, pack: Path | None) -> Photo | None:
    """Reads pictures into the session with readers of its own, one at a time; None without an enrolled pack.

    A picture from the side joins what was last seen from above; where no piece can be seen from the side it is refused.
    """
    if pack is None:
        return None
    box, busy = pack, Lock()
    readers: dict[str, Read] = {}

    def read(picture: bytes, view: str) -> str:
        frame = decode(picture, "the picture")
        with busy:
            if view not in readers:
                readers[view] = open_reader(box, view)[1].read
            observation = readers[view](frame)
            session.look(observation if view == "top" else _beside(session, observation), evidence(frame), confirm=1)
        return told(observation)

    return read


def _beside(session: Session, seen: Observation) -> Observation:
    """What was seen from the side, with what was last seen from above."""
    look = session.snapshot().look
    merged = Views(None if look is None else look.observation, seen).merged()
    return seen if merged is None else merged


def told(observation: Observation) -> str:
    """How much was recognised, in a sentence."""
    sure = sum(each.id is not None for each in observation.detections)
    unsure = len(observation.detections) - sure
    stacked = sum(len(stack.pieces) for stack in observation.stacks)
    return f"{sure + stacked} pieces recognised" + (f", {unsure} not sure." if unsure else ".")
