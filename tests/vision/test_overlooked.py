"""Cards that a whole picture does not show: tokens tell where to look closer."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.dinners import dinner
from tests.vision.token_tables import Laid, table, token_catalogue
from tests.vision.tokens.test_reader import READER
from tests.vision.tokens.test_woven import CARD_MM, a_card
from vision.changes.patches import Known
from vision.frame import Frame
from vision.laden import with_tokens
from vision.looks.catalogue import look_of
from vision.observation import Detection, Observation, PlaneFix, Quality, Round
from vision.overlooked import overlooked
from vision.reader import TableReader
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane

PLANE = TablePlane(np.diag([2.0, 2.0, 1.0]), "cards", 0.1)
"""Two pixels a millimetre."""
FRAME = Frame(np.full((800, 1200, 3), 128, np.uint8), 0.0)
GOOD = Quality(1.0, 0.5, 0.0, 2.0)


def token(x: float, y: float, on_table: bool = False) -> Detection:
    """A token of 16 mm with its middle there, in millimetres."""
    quad = tuple((2 * (x + i * 8), 2 * (y + j * 8)) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    a, b, c, d = quad
    return Detection("token", (a, b, c, d), "herb", 0.99, quad_mm=PLANE.quad_mm((a, b, c, d)), on_table=on_table)


def card(x: float, y: float, id: str | None = "guest") -> Detection:
    """A card of 60 x 104 mm with its upper left corner there, in millimetres."""
    a, b, c, d = ((2 * (x + i), 2 * (y + j)) for i, j in ((0, 0), (60, 0), (60, 104), (0, 104)))
    return Detection("card", (a, b, c, d), id, 0.99 if id else 0.0, quad_mm=PLANE.quad_mm((a, b, c, d)))


class Looks:
    """Reads a part: one card there, at the same place of every part; remembers how large the parts were."""

    def __init__(self, id: str | None = "guest") -> None:
        self.id, self.sizes = id, list[tuple[int, int]]()

    def __call__(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        assert known is not None and known.within is not None and known.only_printed
        self.sizes.append(frame.size_px)
        return Observation(0.0, frame.size_px, quality or GOOD, PlaneFix("none"), (card(20, 20, self.id),))


def found(read: Looks, *there: Detection, rounds: Sequence[Round] = ()) -> tuple[Detection, ...]:
    return overlooked(read, FRAME, PLANE, GOOD, there, rounds, 104.0)


def test_a_card_is_looked_for_around_tokens_of_which_nothing_tells_on_what_they_lie() -> None:
    read = Looks()
    assert [one.id for one in found(read, token(200, 150), token(215, 165))] == ["guest"]
    ((wide, high),) = read.sizes
    assert 2 * 2 * 104 < wide < 3 * 2 * 104 and high <= 800


@pytest.mark.parametrize("only_printed", [False, True])
def test_where_only_cards_are_asked_for_nobody_looks_whether_tokens_lie_on_the_table(only_printed: bool) -> None:
    frame, plane = table([Laid("corn", 0.0, 0.0)], (58, 104, 74))
    known = Known(only_printed=only_printed)
    found, _, _ = with_tokens(READER, frame, plane, (), lambda _: ((), False), lambda *_: (), (), known, None, Stopwatch())
    assert [(one.id, one.on_table) for one in found] == [("corn", not only_printed)]


@pytest.mark.parametrize("only_printed", [False, True])
def test_where_only_cards_are_asked_for_and_none_was_read_no_token_is_looked_for(only_printed: bool) -> None:
    reader = TableReader(token_catalogue(extra=[look_of(a_card(), "guest", "card", CARD_MM)]))
    seen = reader.read(FRAME, PLANE, GOOD, Known(only_printed=only_printed))
    assert ("tokens" in seen.timings_ms) == (not only_printed)


def test_what_has_no_name_there_is_left_out() -> None:
    assert found(Looks(None), token(200, 150)) == ()


UNASKED: dict[str, tuple[Sequence[Detection], Sequence[Round]]] = {
    "on the table": ((token(200, 150, on_table=True),), ()),
    "on a card": ((token(200, 150), card(180, 100)), ()),
    "on what may be one": ((token(200, 150), card(180, 100, None)), ()),
    "on a plate": ((token(200, 150),), (Round((210.0, 150.0), 60.0),)),
    "without a name": ((replace(token(200, 150), id=None),), ()),
}


@pytest.mark.parametrize(("there", "rounds"), UNASKED.values(), ids=list(UNASKED))
def test_nothing_is_read_again_where_it_is_known_or_nobody_asks(there: Sequence[Detection], rounds: Sequence[Round]) -> None:
    read = Looks()
    assert found(read, *there, rounds=rounds) == () and not read.sizes


def test_of_many_places_a_few_are_read() -> None:
    wide = replace(PLANE, mm_to_px=np.diag([0.5, 0.5, 1.0]))
    tokens = [
        replace(token(x, y), quad_mm=((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))) for x in (80, 220, 360, 500) for y in (80, 320)
    ]
    read = Looks()
    overlooked(read, FRAME, wide, GOOD, tokens, (), 104.0)
    assert len(read.sizes) == 3


def test_a_guest_in_glare_on_checked_cloth_is_found_below_its_tokens() -> None:
    seen, drawn = dinner(8611)
    guests = {one.place.id for one in drawn if "." not in one.place.id}
    assert "mirabel" in guests and {one.id for one in seen.detections if one.kind == "card"} == guests
