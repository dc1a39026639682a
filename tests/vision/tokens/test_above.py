"""A table seen from above is made once, however often its tokens are looked for, and says the same."""

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table
from tests.vision.tokens.test_reader import KINDS, READER
from vision.table.plane import TablePlane
from vision.tokens import above
from vision.tokens.above import Above

TOKENS = [Laid(KINDS[i % 5], -60 + 30 * (i % 5), 30 - 30 * (i // 5), 37.0 * i, i % 3 == 0) for i in range(10)]


def test_what_was_found_out_is_not_found_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane = table(TOKENS, np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    from_above = READER.above(frame, plane)
    first = READER.look(frame, plane, (), above=from_above)
    assert READER.on_table(frame, plane, first[0], (), above=from_above) == READER.read(frame, plane, ()) != ()
    for name in ("flatten", "find_discs", "find_rounds"):
        monkeypatch.setattr(above, name, None)
    assert READER.look(frame, plane, (), above=from_above)[:2] == first[:2]


def test_a_plane_that_shows_next_to_nothing_has_no_discs(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane = table(TOKENS, np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    far = TablePlane(plane.mm_to_px @ np.diag([0.01, 0.01, 1.0]), plane.found_by, None, plane.quads_px)
    seen = Above(frame, far, 20.0, READER.params.discs)
    assert seen.flat is None and seen.plates == () and len(seen.discs(20.0)[0]) == 0
    assert READER.look(frame, far, ()) == ((), (), False)
