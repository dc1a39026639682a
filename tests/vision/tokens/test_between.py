"""A disc that two tokens overlap from either side, so that little of it shows, is asked about: the gap between them is like that."""

import math

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table, token_catalogue
from tests.vision.tokens.sights import sighted
from vision.observation import Side
from vision.tokens import reader as reading
from vision.tokens.heaps import lies_between
from vision.tokens.reader import TokenReader
from vision.tokens.sight import Tints

DISC = sighted(rim=0.9, costs={0: 1.0, 1: 9.0}, likeness={0: 0.0, 1: 0.0}, tints=Tints(lambda: {"rose": 0.5, "beet": 5.0}))
R = DISC.radius


def around(*places: tuple[float, float]) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    """The disc itself, and others at so many radii away, in degrees."""
    away = [(far * R * math.cos(math.radians(degrees)), far * R * math.sin(math.radians(degrees))) for far, degrees in places]
    return np.array([(DISC.x, DISC.y), *((DISC.x + x, DISC.y + y) for x, y in away)], np.float32)


@pytest.mark.parametrize(
    ("places", "is_between"),
    [
        (((1.1, 0.0), (1.1, 170.0)), True),
        (((1.1, 0.0), (1.2, 140.0)), True),
        (((1.1, 0.0), (1.1, 60.0)), False),
        (((1.1, 0.0), (1.6, 180.0)), False),
        (((1.4, 0.0), (1.4, 180.0)), False),
        (((1.0, 0.0),), False),
        ((), False),
    ],
)
def test_two_on_either_side_of_which_little_is_left(places: tuple[tuple[float, float], ...], is_between: bool) -> None:
    """Not two on one side, nor one that hardly overlaps it, nor two that leave most of it: of a heap that is named as before."""
    assert lies_between(DISC, around(*places), R) == is_between


def test_what_lies_so_is_asked_about_unless_its_print_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of marbled tokens the dark gap between two was named as a third."""
    seen, reader = table([Laid("beet", -40.0, 0.0), Laid("beet", 40.0, 0.0, 0.0, True)]), TokenReader(token_catalogue())
    assert [one.id for one in reader.read(*seen, ())] == ["beet", "beet"]
    monkeypatch.setattr(reading, "lies_between", lambda *_: True)
    printed, plain = sorted(reader.read(*seen, ()), key=lambda one: one.id is None)
    assert printed.id == "beet" and printed.side is Side.DESIGN
    assert plain.id is None and plain.why == "too little of it shows" and plain.alternatives[0].id == "beet"
