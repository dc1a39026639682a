"""What is printed on a card that has no name, and what lies on it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM
from tests.vision.tokens.test_ownprint import LEFT, LOOK, MIDDLES, READER, on_table
from vision.laden import with_tokens
from vision.observation import Candidate, Detection, quad_of
from vision.stopwatch import Stopwatch
from vision.table.plane import TablePlane
from vision.tokens.above import Above
from vision.tokens.reader import TokenReader
from vision.tokens.spots import OnPiece


def named_at(plane: TablePlane, n: int) -> Detection:
    """A token that was named on an appetite of the card."""
    half = SIZE_MM / 2
    corners = [(x - LEFT, MIDDLES[n] + y) for x, y in ((-half, half), (half, half), (half, -half), (-half, -half))]
    return Detection("token", quad_of(plane.to_px(np.array(corners))), "cake", 0.9)


@pytest.mark.parametrize("maybe", ["guest", "stranger"])
def test_what_a_card_without_a_name_has_printed_there_is_a_question_and_a_token_on_it_is_none(maybe: str) -> None:
    """Tokens on a card left too little of it for a name, and its bare appetite was a token; through no camera but a wide lens."""
    frame, plane, guest = on_table(1, 3)
    unnamed = replace(guest, id=None, confidence=0.0, why="too little of it shows", alternatives=(Candidate(maybe, 0.9),))
    tokens = tuple(named_at(plane, n) for n in range(4))
    after = READER.beside_print(tokens, [unnamed], READER.above(frame, plane))
    assert [one.is_sure for one in after] == ([False, True, False, True] if maybe == LOOK.id else [True] * 4)
    assert {one.why for one in after if not one.is_sure} <= {"may be printed on the card"}
    assert READER.beside_print(tokens, [guest], READER.above(frame, plane)) == tokens, "a card with a name was asked already"


def test_where_nobody_knows_how_well_its_lines_show_its_colours_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    """In dim light the lines of engraved guests show nowhere: of their bare appetites three were tokens."""
    monkeypatch.setattr(OnPiece, "own", lambda self, flat, places, radius: np.full(len(places), np.nan, np.float32))
    frame, plane, guest = on_table(1, 3)
    unnamed = replace(guest, id=None, confidence=0.0, alternatives=(Candidate("guest", 0.9),))
    after = READER.beside_print(tuple(named_at(plane, n) for n in range(4)), [unnamed], READER.above(frame, plane))
    assert [one.is_sure for one in after] == [False, True, False, True]


def test_beside_the_card_nothing_of_it_is_printed() -> None:
    frame, plane, guest = on_table()
    unnamed = replace(guest, id=None, alternatives=(Candidate("guest", 0.9),))
    one = named_at(plane, 0)
    aside = replace(one, quad_px=quad_of([(x - 200.0, y) for x, y in one.quad_px]))
    above: Above = READER.above(frame, plane)
    assert READER.beside_print((aside,), [unnamed], above) == (aside,)


def test_tokens_are_held_against_what_is_known_of_a_card_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, plane, guest = on_table(1, 3)
    unnamed = replace(guest, id=None, confidence=0.0, why="too little of it shows", alternatives=(Candidate("guest", 0.9),))
    lying = tuple(named_at(plane, n) for n in range(4))
    monkeypatch.setattr(TokenReader, "look", lambda *_, **__: (lying, (), False))
    found, _, _ = with_tokens(READER, frame, plane, (unnamed,), lambda _: ((unnamed,), False), lambda *_: (), (), None, None, Stopwatch())
    assert [one.is_sure for one in found if one.kind == "token"] == [False, True, False, True]
