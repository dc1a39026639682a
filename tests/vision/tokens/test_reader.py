"""Tokens: kind, side, turn and place by what is seen; never a name that the light or the print does not carry."""

import math

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from tests.vision.token_tables import COLOURS, Laid, checked, table, token_catalogue
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Detection, Quad, Side
from vision.table.plane import TablePlane
from vision.tokens.reader import TokenReader

KINDS = tuple(COLOURS)
READER = TokenReader(token_catalogue())


def spread(n: int = 20) -> list[Laid]:
    """Tokens of all kinds and both sides on a loose grid."""
    return [Laid(KINDS[i % 5], -160 + 36 * (i % 10), 40 - 40 * (i // 10), 37.0 * i, i % 3 == 0) for i in range(n)]


def named(found: tuple[Detection, ...]) -> list[Detection]:
    return [one for one in found if one.is_sure]


def nearest(found: tuple[Detection, ...], token: Laid) -> tuple[Detection, float]:
    def away(one: Detection) -> float:
        assert one.centre_mm is not None
        return math.hypot(one.centre_mm[0] - token.x, one.centre_mm[1] - token.y)

    best = min(found, key=away)
    return best, away(best)


def assert_read(found: tuple[Detection, ...], tokens: list[Laid]) -> None:
    assert len(found) == len(tokens), [(one.id, one.centre_mm, one.why) for one in found]
    for token in tokens:
        one, away = nearest(found, token)
        assert (one.id, one.side, away < 1.5) == (token.id, Side.PLAIN if token.is_plain else Side.DESIGN, True), (token, one)


class TestWhatLiesThere:
    def test_kind_side_and_place_of_every_token(self) -> None:
        assert_read(READER.read(*table(spread()), ()), spread())

    def test_seen_from_the_side(self) -> None:
        assert_read(READER.read(*table(spread(), lean=0.4), ()), spread())

    @pytest.mark.parametrize("lamp", [(0.9, 0.6, 0.35), (0.45, 0.6, 0.85), (0.2, 0.2, 0.2)], ids=["warm", "blue", "dim"])
    def test_colours_are_judged_by_the_white_of_the_picture(self, lamp: tuple[float, float, float]) -> None:
        assert_read(READER.read(*table(spread(), lamp=lamp), ()), spread())

    def test_touching_tokens_are_counted_singly(self) -> None:
        row = [Laid(KINDS[i // 2], 16.0 * i - 60, 0.0, 50.0 * i, i % 2 == 0) for i in range(8)]
        assert_read(READER.read(*table(row), ()), row)

    def test_the_quad_carries_the_turn_of_the_print(self) -> None:
        tokens = [Laid("ink", 30.0 * k - 60, 0.0, 72.0 * k) for k in range(5)]
        for token in tokens:
            one, _ = nearest(READER.read(*table(tokens), ()), token)
            assert one.quad_mm is not None
            (ax, ay), (bx, by) = one.quad_mm[:2]
            seen = math.degrees(math.atan2(-(by - ay), bx - ax))
            assert abs((seen - token.turn_deg + 180) % 360 - 180) < 12

    @settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(st.tuples(st.sampled_from(KINDS), st.floats(0, 360), st.booleans()), min_size=1, max_size=8), st.integers(0, 9))
    def test_any_handful(self, handful: list[tuple[str, float, bool]], seed: int) -> None:
        rng = np.random.default_rng(seed)
        tokens = [
            Laid(id, 40.0 * (i % 4) - 80 + rng.uniform(-6, 6), 40.0 * (i // 4) + rng.uniform(-6, 6), turn, plain)
            for i, (id, turn, plain) in enumerate(handful)
        ]
        assert_read(READER.read(*table(tokens, seed=seed), ()), tokens)


class TestHeaps:
    def test_what_lies_on_top_has_a_name_and_what_lies_below_is_to_be_spread(self) -> None:
        found = READER.read(*table([Laid("corn", 0, 0, 20.0), Laid("ink", 9.5, 0, 20.0), Laid("herb", -60, 0)]), ())
        sure = {one.id for one in named(found)}
        assert {"ink", "herb"} <= sure
        assert all("spread" in one.why for one in found if not one.is_sure)

    def test_a_token_that_shows_below_another_is_a_question(self) -> None:
        found = READER.read(*table([Laid("corn", 0, 0, 20.0), Laid("ink", 11.5, 0, 20.0), Laid("herb", -60, 0)]), ())
        assert {one.id for one in named(found)} == {"ink", "herb"}
        (below,) = (one for one in found if not one.is_sure)
        assert "spread" in below.why and "corn" in {option.id for option in below.alternatives}

    def test_a_wrong_kind_never_comes_out_of_a_heap(self) -> None:
        rng = np.random.default_rng(3)
        for _ in range(3):
            heap = [
                Laid(KINDS[i % 5], float(rng.normal(0, 9)), float(rng.normal(0, 9)), float(rng.uniform(0, 360)), bool(i % 2))
                for i in range(5)
            ]
            for one in named(READER.read(*table(heap), ())):
                assert one.centre_mm is not None
                near = [t.id for t in heap if math.hypot(one.centre_mm[0] - t.x, one.centre_mm[1] - t.y) < 3.0]
                assert one.id in near


class TestWhatHasNoName:
    def test_without_a_plane_or_without_tokens_there_is_nothing(self) -> None:
        frame, plane = table(spread(4))
        assert READER.read(frame, None, ()) == ()
        assert not TokenReader(Catalogue.empty()).has_tokens
        assert TokenReader(Catalogue.empty()).read(frame, plane, ()) == ()

    def test_an_empty_table_shows_nothing(self) -> None:
        assert READER.read(*table([]), ()) == ()

    @pytest.mark.parametrize("square_px", [24, 36, 44])
    def test_a_checked_cloth_in_a_tokens_colour_is_no_token(self, square_px: int) -> None:
        frame, plane = table([], checked(square_px, COLOURS["beet"], (235, 230, 225)))
        assert named(READER.read(frame, plane, ())) == []

    def test_two_kinds_of_one_colour_are_a_question(self) -> None:
        twin = look_of(_plain("beet"), "beetroot", "token", (16.0, 16.0))
        found = TokenReader(token_catalogue(("beet", "corn"), [twin])).read(*table([Laid("beet", 0, 0, 0, True), Laid("corn", 40, 0)]), ())
        one, _ = nearest(found, Laid("beet", 0, 0))
        assert one.id is None
        assert {option.id for option in one.alternatives} == {"beet", "beetroot"}
        assert "colour" in one.why
        assert nearest(found, Laid("corn", 40, 0))[0].id == "corn"

    def test_a_disc_of_another_colour_has_no_name(self) -> None:
        known = TokenReader(token_catalogue(("herb", "corn")))
        assert named(known.read(*table([Laid("rose", 0, 0), Laid("ink", 60, 0)]), ())) == []

    def test_a_token_with_one_print_only_has_no_side(self) -> None:
        only = Catalogue(tuple(look for look in token_catalogue(("corn", "ink")).looks[::2]))
        found = TokenReader(only).read(*table([Laid("corn", 0, 0), Laid("ink", 50, 0)]), ())
        assert [(one.id, one.side) for one in sorted(found, key=lambda one: one.id or "")] == [("corn", None), ("ink", None)]


def _plain(id: str) -> Rgb:
    picture = np.empty((64, 64, 3), np.uint8)
    picture[:] = COLOURS[id]
    return picture


class TestOnACard:
    def card(self) -> Rgb:
        """A card with a printed ring as large as a token, of a token's colour."""
        picture = np.full((720, 480, 3), 246, np.uint8)
        for row, id in enumerate(("beet", "ink", "corn")):
            cv2.circle(picture, (80, 100 + 130 * row), 46, COLOURS[id], 12, cv2.LINE_AA)
            cv2.circle(picture, (80, 100 + 130 * row), 14, COLOURS[id], -1, cv2.LINE_AA)
        cv2.rectangle(picture, (180, 80), (440, 460), (120, 140, 170), -1)
        return picture

    def on_table(self, *tokens: Laid) -> tuple[Frame, TablePlane, Detection]:
        """The card in the middle of the table, tokens on it."""
        ground = np.empty((720, 1280, 3), np.uint8)
        ground[:] = (150, 140, 128)
        quad = table([])[1].to_px(np.array([(-40, 60), (40, 60), (40, -60), (-40, -60)], np.float64))
        (left, top), (right, low) = (np.rint(quad[i] + 0.5).astype(int) for i in (0, 2))
        ground[top:low, left:right] = cv2.resize(self.card(), (right - left, low - top), interpolation=cv2.INTER_AREA)
        corners: Quad = tuple((float(x), float(y)) for x, y in quad)  # type: ignore[assignment]  # four corners
        return *table(tokens, ground), Detection("card", corners, "guest", 0.99)

    def test_a_printed_ring_is_no_token_and_a_token_on_it_is_one(self) -> None:
        reader = TokenReader(token_catalogue(extra=[look_of(self.card(), "guest", "card", (80.0, 120.0))]))
        frame, plane, card = self.on_table()
        assert reader.read(frame, plane, (card,)) == ()
        tokens = [Laid("corn", -26.7, 43.3 - 21.7 * row, 30.0, row == 1) for row in range(2)]
        frame, plane, card = self.on_table(*tokens)
        assert_read(reader.read(frame, plane, (card,)), tokens)
