"""What came to lie on a table has changed its picture; what shows where nothing has changed is no news."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.changes.news import LATE, Change, change, marked_alone, passing, places_of, still_alone, taken_away, without_ghosts
from vision.changes.unmoved import Fine, fine_of, is_unmoved, looked_at, slid
from vision.frame import Frame
from vision.observation import Candidate, Detection, Face

GROUND, RED, SHADE, PAPER = (150, 140, 120), (200, 40, 40), (90, 84, 72), (240, 236, 230)


def table(*discs: tuple[int, int], cards: tuple[tuple[int, int], ...] = ()) -> Fine:
    """A table with cards of 60 x 90 px, then red tokens of 16 px with their shadows."""
    rgb = np.full((300, 400, 3), GROUND, np.uint8)
    for x, y in cards:
        cv2.rectangle(rgb, (x - 30, y - 45), (x + 30, y + 45), PAPER, cv2.FILLED)
        cv2.rectangle(rgb, (x - 20, y - 35), (x, y - 15), RED, cv2.FILLED)
        cv2.line(rgb, (x - 20, y + 10), (x + 20, y + 30), SHADE, 5)
    for x, y in discs:
        cv2.circle(rgb, (x + 4, y + 2), 8, SHADE, cv2.FILLED)
    for x, y in discs:
        cv2.circle(rgb, (x, y), 8, RED, cv2.FILLED)
    return fine_of(Frame(rgb, 1.0))


def token(x: int, y: int, id: str | None = "wine") -> Detection:
    quad = (x - 8.0, y - 8.0), (x + 8.0, y - 8.0), (x + 8.0, y + 8.0), (x - 8.0, y + 8.0)
    return Detection("token", quad, id, 0.99 if id else 0.0, alternatives=() if id else (Candidate("wine", 0.5),))


def card(x: int, y: int, id: str | None = "ilse") -> Detection:
    quad = (x - 30.0, y - 45.0), (x + 30.0, y - 45.0), (x + 30.0, y + 45.0), (x - 30.0, y + 45.0)
    return Detection("card", quad, id, 0.99 if id else 0.0, quad_mm=quad)


def since(before: Fine, now: Fine) -> Change:
    found = change(now, before)
    assert found is not None
    return found


class TestGhosts:
    def test_a_doubt_where_nothing_has_changed_is_none(self) -> None:
        before, now = table((100, 100)), table((100, 100), (200, 100))
        seen = (token(100, 100), token(200, 100), token(300, 200, None))
        assert without_ghosts(seen, [token(100, 100)], [since(before, now)]) == seen[:2]

    def test_a_doubt_where_something_came_stays(self) -> None:
        seen = (token(100, 100), token(200, 100, None))
        assert without_ghosts(seen, [token(100, 100)], [since(table((100, 100)), table((100, 100), (200, 100)))]) == seen

    def test_a_token_that_is_named_by_little_has_to_have_been_brought(self) -> None:
        still, little = table((100, 100)), replace(token(200, 100), confidence=0.4)
        assert without_ghosts((token(100, 100), little), [token(100, 100)], [since(still, still)]) == (token(100, 100),)
        came = since(still, table((100, 100), (200, 100)))
        assert without_ghosts((token(100, 100), little), [token(100, 100)], [came]) == (token(100, 100), little)

    def test_unless_somebody_has_just_put_right_what_is_told(self) -> None:
        still = since(table(), table())
        seen = (replace(token(200, 100), confidence=0.6), replace(token(300, 100), confidence=0.2))
        assert without_ghosts(seen, (), [still], is_asked=True) == seen[:1], "what is hardly more than noise is none all the same"

    def test_a_token_that_only_a_later_look_sees_is_asked_about(self) -> None:
        before, now = table(), table((200, 100))
        (late,) = without_ghosts((token(200, 100),), (), [since(now, now), since(before, now)])
        assert (late.id, [one.id for one in late.alternatives], late.why) == (None, ["wine"], LATE)
        assert without_ghosts((token(200, 100),), (), [since(now, now), since(before, now)], is_asked=True) == (token(200, 100),)

    def test_a_token_overlooked_when_it_came_stays_until_the_whole_table_was_agreed_on(self) -> None:
        before, now = table(), table((200, 100))
        seen = (token(200, 100, None),)
        assert without_ghosts(seen, (), [since(now, now), since(before, now)]) == seen
        assert without_ghosts(seen, (), [since(now, now), None]) == seen
        assert without_ghosts(seen, (), [since(now, now), since(now, now)]) == ()

    def test_the_shadow_of_a_token_that_came_is_no_other_token(self) -> None:
        seen = (token(200, 100), token(211, 104, None))
        assert without_ghosts(seen, (), [since(table(), table((200, 100)))]) == seen[:1] or seen  # too little of it is left to tell
        aside = (token(200, 100), token(216, 104, None))
        assert without_ghosts(aside, (), [since(table(), table((200, 100)))]) == aside[:1]

    def test_what_was_told_is_for_the_votes_to_judge(self) -> None:
        before = table((100, 100))
        seen = (token(100, 100, None),)
        assert without_ghosts(seen, [token(100, 100)], [since(before, before)]) == seen


class TestOverlooked:
    def test_a_change_that_no_piece_explains(self) -> None:
        one = since(table((100, 100)), table((100, 100), (200, 100), (300, 200)))
        assert one.is_overlooked([token(100, 100), token(200, 100)])
        assert not one.is_overlooked([token(100, 100), token(200, 100), token(300, 200)])

    def test_a_table_under_another_light_has_not_changed(self) -> None:
        before = table((100, 100), (200, 100))
        assert not since(before, replace(before, rgb=(before.rgb * 0.94).astype(np.uint8))).is_overlooked([])

    def test_pictures_of_other_sizes_say_nothing(self) -> None:
        assert change(table(), replace(table(), rgb=np.zeros((10, 10, 3), np.uint8))) is None


class TestAlone:
    def test_tokens_that_came_with_nothing_below(self) -> None:
        one = since(table((100, 100)), table((100, 100), (200, 100), (222, 100)))
        pieces = token(100, 100), token(200, 100), token(222, 100)
        assert [piece.came_alone for piece in marked_alone(pieces, pieces[:1], one)] == [False, True, True]

    def test_a_token_that_came_on_a_card_that_is_not_seen(self) -> None:
        (piece,) = marked_alone([token(200, 100)], (), since(table(), table((200, 100), cards=((200, 120),))))
        assert not piece.came_alone

    def test_a_token_that_lay_there_before_it_was_seen(self) -> None:
        lying = table((200, 100))
        (piece,) = marked_alone([token(200, 100)], (), since(lying, lying))
        assert not piece.came_alone

    def test_once_known_it_stays_known_as_long_as_it_lies_there(self) -> None:
        told = [replace(token(100, 100), came_alone=True)]
        assert [one.came_alone for one in marked_alone([token(102, 101)], told, None)] == [True]
        assert [one.came_alone for one in marked_alone([token(150, 101)], told, None)] == [False]

    def test_one_that_a_look_missed_is_known_again_while_nothing_has_changed_there(self) -> None:
        there, gone = table((100, 100)), table()
        told = [replace(token(100, 100), came_alone=True)]
        missed = still_alone((), told, (), since(there, there))
        assert missed == tuple(told) and [one.came_alone for one in marked_alone([token(100, 100)], missed, None)] == [True]
        assert still_alone((), told, (), since(there, gone)) == (), "it was taken, and what comes there next may lie on a card"
        assert still_alone(missed, (), [token(100, 100, None)], None) == (), "and so it is where the picture was bumped"


class TestUnderNews:
    def test_a_card_is_known_again_beside_the_token_that_came_to_lie_on_it(self) -> None:
        before, now = table(cards=((200, 120),)), table((210, 90), cards=((200, 120),))
        looked = looked_at(card(200, 120), before)
        came = passing([token(210, 90)], [])
        assert came == (token(210, 90),)
        hidden = places_of(came, now.rgb.shape, now.scale)
        assert is_unmoved(looked, now, hidden=hidden) and not is_unmoved(looked, now)

    def test_one_that_was_exchanged_below_it_is_not(self) -> None:
        before, now = table(cards=((200, 120),)), table((210, 90), cards=((203, 120),))
        hidden = places_of([token(210, 90)], now.rgb.shape, now.scale)
        assert not is_unmoved(looked_at(card(200, 120), before), now, hidden=hidden)

    def test_one_that_is_nearly_hidden_is_not(self) -> None:
        table_now = table(cards=((200, 120),))
        assert not is_unmoved(looked_at(card(200, 120), table_now), table_now, hidden=np.ones(table_now.rgb.shape[:2], np.uint8))


class TestBumped:
    @pytest.mark.parametrize(("dx", "dy"), [(0.0, 0.0), (3.0, -2.0), (-3.6, 3.4), (0.5, 2.3)])
    def test_a_card_shows_a_little_aside(self, dx: float, dy: float) -> None:
        lying = table((100, 100), cards=((200, 120),))
        move = np.array([[1.0, 0.0, dx], [0.0, 1.0, dy]])
        bumped = replace(lying, rgb=np.asarray(cv2.warpAffine(lying.rgb, move, (400, 300), borderMode=cv2.BORDER_REPLICATE), np.uint8))
        found = slid(looked_at(card(200, 120), lying), bumped)
        assert found is not None and found.id == "ilse"
        assert np.abs(np.subtract(found.quad_px, card(200, 120).quad_px) - (dx, dy)).max() <= 0.5

    def test_one_that_was_exchanged_for_a_look_alike_does_not(self) -> None:
        lying, other = table(cards=((200, 120),)), table(cards=((203, 122),))
        other.rgb[125:133, 215:221] = RED
        assert slid(looked_at(card(200, 120), lying), other) is None

    def test_one_that_is_gone_does_not(self) -> None:
        looked = looked_at(card(200, 120), table(cards=((200, 120),)))
        assert slid(looked, table()) is None
        assert slid(looked, table(cards=((250, 120),))) is None

    def test_a_plain_one_shows_anywhere_and_therefore_nowhere(self) -> None:
        assert slid(looked_at(card(100, 250), table()), table()) is None


def test_what_was_taken_away_is_remembered_where_it_lay_last() -> None:
    ilse, otto, back = card(100, 100), card(200, 100, "otto"), replace(card(300, 100, None), face=Face.DOWN)
    assert taken_away((), [ilse, otto, back, token(10, 10)], [otto]) == (ilse,)
    assert taken_away((ilse,), [otto], []) == (ilse, otto)
    assert taken_away((ilse, otto), [], [card(50, 50)]) == (otto,), "one that is back is not away"
    assert len(taken_away(tuple(card(9, 9, str(n)) for n in range(20)), [], [])) == 12


def test_a_bump_is_taken_out_before_two_pictures_are_compared() -> None:
    rng = np.random.default_rng(5)
    rgb = np.asarray(cv2.resize(rng.integers(60, 200, (75, 100, 3), np.uint8), (400, 300), interpolation=cv2.INTER_CUBIC), np.uint8)
    aside = np.array([[1.0, 0.0, 3.3], [0.0, 1.0, -2.4]])
    bumped = np.asarray(cv2.warpAffine(rgb, aside, (400, 300), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    cv2.circle(bumped, (200, 100), 8, RED, cv2.FILLED)
    differs = since(fine_of(Frame(rgb, 1.0)), fine_of(Frame(bumped, 2.0))).differs
    there = np.zeros_like(differs)
    cv2.circle(there, (200, 100), 11, 1, cv2.FILLED)
    assert np.count_nonzero(differs & there) > 100 and np.count_nonzero(differs[10:-10, 10:-10] & (1 - there)[10:-10, 10:-10]) < 20


def test_a_line_that_was_pushed_along_a_plain_table_is_no_bump() -> None:
    rng = np.random.default_rng(6)
    print_ = np.asarray(cv2.resize(rng.integers(0, 255, (10, 40, 3), np.uint8), (200, 50), interpolation=cv2.INTER_CUBIC), np.uint8)
    lying, pushed_on = (np.full((300, 400, 3), 190, np.uint8) for _ in range(2))
    lying[120:170, 60:260], pushed_on[120:170, 100:300] = print_, print_
    differs = since(fine_of(Frame(lying, 1.0)), fine_of(Frame(pushed_on, 2.0))).differs
    assert differs[125:165, 63:97].mean() > 0.6, "where it lay something has gone"
    assert differs[125:165, 265:295].mean() > 0.6
