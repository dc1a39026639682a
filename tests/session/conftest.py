"""A table of the counting game for two, and looks at it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.game import Setup
from companion.session import Session
from companion.store import Store
from tests.session.counting_game import GAME, PACK
from vision.observation import Candidate, Detection, Observation, Quality

QUAD = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
Table = Callable[[], Session]


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    table = Session.start(Store(tmp_path / "evening"), GAME, PACK, Setup(2), ("Ines", "Bruno"))
    yield table
    table.close()


def card(number: int) -> Detection:
    return Detection("card", QUAD, f"card-{number}", 0.99)


def unsure(*numbers: int) -> Detection:
    return Detection("card", QUAD, alternatives=tuple(Candidate(f"card-{n}", 0.4) for n in numbers), why="glare over the number")


def look(*cards: Detection | int) -> Observation:
    """What a camera reads now; a number is a card named for sure."""
    found = tuple(card(one) if isinstance(one, int) else one for one in cards)
    return Observation(time.monotonic(), (640, 480), Quality(0.9, 0.5, 0.0), detections=found)


@pytest.fixture
def jpeg_of_table() -> bytes:
    """A picture as large as what `look` says was read."""
    return bytes(cv2.imencode(".jpg", np.full((480, 640, 3), 90, np.uint8))[1])
