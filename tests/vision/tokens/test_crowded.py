"""Grounds with more round outlines than can be looked at, as lace: tokens are looked for by their colours, and it is said."""

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import SIZE_MM, Laid, table
from tests.vision.tokens.test_reader import KINDS, READER
from vision.laden import with_tokens
from vision.observation import CROWDED, Detection, Round
from vision.stopwatch import Stopwatch
from vision.tokens import above
from vision.tokens.coloured import coloured_discs

TOKENS = [Laid(KINDS[n % 5], -105 + 52 * n, 20 - 31 * (n % 2), 40.0 * n, is_plain=True) for n in range(5)]


def lace(step_px: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A grey ground with a white ring, as large as a token, in every square of so many pixels."""
    cloth = np.full((720, 1280, 3), (120, 118, 114), np.uint8)
    for x in range(step_px // 2, 1280, step_px):
        for y in range(step_px // 2, 720, step_px):
            cv2.circle(cloth, (x, y), round(SIZE_MM / 2 * 2.4), (214, 212, 208), 2, cv2.LINE_AA)
    return cloth


def seen_on(step_px: int) -> tuple[tuple[Detection, ...], tuple[Round, ...], tuple[str, ...]]:
    frame, plane = table(TOKENS, lace(step_px))
    return with_tokens(READER, frame, plane, (), lambda _: ((), False), lambda *_: (), (), None, None, Stopwatch())


def test_discs_are_found_by_their_colours() -> None:
    flat = READER.above(*table(TOKENS, lace(32))).flat
    assert flat is not None
    found = coloured_discs(flat, SIZE_MM / 2 * flat.px_per_mm, 60)
    mm = np.c_[found, np.ones(len(found))] @ flat.to_mm.T
    for token in TOKENS:
        assert (np.hypot(mm[:, 0] - token.x, mm[:, 1] - token.y) < 1.5).sum() == 1
    assert len(found) <= len(TOKENS) + 1
    assert len(coloured_discs(flat, SIZE_MM / 2 * flat.px_per_mm, 2)) == 2


def test_where_more_round_outlines_are_found_than_can_be_looked_at_it_is_said() -> None:
    assert CROWDED in seen_on(32)[2]
    assert CROWDED not in seen_on(120)[2]


@pytest.mark.parametrize(("part", "many"), [(0.0, len(TOKENS)), (0.01, 0)])
def test_only_there_colours_tell_where_tokens_may_lie(part: float, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(above, "find_discs", lambda *_: (np.array([[3.0, 3.0]], np.float32), part))
    seen = READER.above(*table(TOKENS, lace(32)))
    assert len(seen.discs(SIZE_MM)[0]) == 1 + many and seen.is_crowded == (part == 0)
    monkeypatch.setattr(above, "coloured_discs", lambda *_: np.array([[4.0, 3.0], [90.0, 90.0]], np.float32))
    again = READER.above(*table(TOKENS, lace(32)))
    assert len(again.discs(SIZE_MM)[0]) == (2 if many else 1), "none is told twice"


def test_tokens_among_them_are_told_or_asked_about() -> None:
    found = seen_on(32)[0]
    for token in TOKENS:
        near = [one for one in found if one.centre_mm and np.hypot(one.centre_mm[0] - token.x, one.centre_mm[1] - token.y) < 3]
        assert near and {one.id for one in near} <= {token.id, None}
