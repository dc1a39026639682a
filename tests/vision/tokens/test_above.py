"""A table seen from above is made once, however often its tokens are looked for, and says the same."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import Laid, table
from tests.vision.tokens.test_reader import KINDS, READER
from tests.vision.tokens.test_woven import CARD_MM, a_card
from vision.looks.catalogue import look_of
from vision.observation import Detection, quad_of
from vision.table.plane import TablePlane
from vision.table.white import whites
from vision.tokens import above
from vision.tokens.above import Above
from vision.tokens.explainer import Explainer
from vision.tokens.sight import Bare, Sight
from vision.tokens.spots import Spots

TOKENS = [Laid(KINDS[i % 5], -60 + 30 * (i % 5), 30 - 30 * (i // 5), 37.0 * i, i % 3 == 0) for i in range(10)]


def test_what_was_found_out_is_not_found_out_again(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane = table(TOKENS, np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    from_above = READER.above(frame, plane)
    first = READER.look(frame, plane, (), above=from_above)
    assert READER.on_table(frame, plane, first[0], (), above=from_above) == READER.read(frame, plane, ()) != ()
    for name in ("flatten", "find_discs", "find_rounds"):
        monkeypatch.setattr(above, name, None)
    assert READER.look(frame, plane, (), above=from_above)[:2] == first[:2]


@pytest.mark.parametrize(("brighter", "many"), [(1.0, 0), (0.8, 10)])
def test_discs_are_explained_anew_in_another_light_only(monkeypatch: pytest.MonkeyPatch, brighter: float, many: int) -> None:
    frame, plane = table(TOKENS, np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    papers = [replace(one, rgb=(200.0, 198.0, 195.0)) for one in whites(frame, plane)]
    others = [replace(one, rgb=(brighter * 200.0, brighter * 198.0, brighter * 195.0)) for one in papers]
    alone, from_above, asked = READER.look(frame, plane, (), papers=others), READER.above(frame, plane), list[int]()
    READER.look(frame, plane, (), papers=papers, above=from_above)
    explained = Explainer._explained

    def counted(self: Explainer, spots: Spots, reach_px: float) -> dict[int, Sight | Bare]:
        asked.extend(spots.numbers)
        return explained(self, spots, reach_px)

    monkeypatch.setattr(Explainer, "_explained", counted)
    assert READER.look(frame, plane, (), papers=others, above=from_above) == alone
    assert len(set(asked)) >= many and bool(asked) == bool(many)


def test_a_piece_is_looked_at_once_unless_it_lies_elsewhere() -> None:
    frame, plane = table([], np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    look = look_of(a_card(), "guest", "card", CARD_MM)
    card = Detection("card", ((500.0, 200.0), (700.0, 200.0), (700.0, 540.0), (500.0, 540.0)), "guest", 0.9)
    seen, aside = READER.above(frame, plane), tuple((x + 1, y) for x, y in card.quad_px)
    assert seen.on(card, look) is seen.on(replace(card, confidence=0.95), look)
    assert seen.on(card, look) is not seen.on(replace(card, quad_px=quad_of(aside)), look)


def test_a_plane_that_shows_next_to_nothing_has_no_discs(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane = table(TOKENS, np.full((720, 1280, 3), (58, 104, 74), np.uint8))
    far = TablePlane(plane.mm_to_px @ np.diag([0.01, 0.01, 1.0]), plane.found_by, None, plane.quads_px)
    seen = Above(frame, far, 20.0, READER.params.discs)
    assert seen.flat is None and seen.plates == () and len(seen.discs(20.0)[0]) == 0
    assert READER.look(frame, far, ()) == ((), (), False)
