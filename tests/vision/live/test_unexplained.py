"""Nothing changes by itself: what changed as if a small piece had come is asked about, and what lies over pieces is no taking away."""

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.changes.test_news import card, since, table, token
from vision.changes.unmoved import Fine, fine_of
from vision.frame import Frame
from vision.live.unexplained import WHY, brought_doubts, is_covered, not_gone, still_unexplained, unexplained, without_met
from vision.observation import Detection

NAMES = ("wine", "food")
LYING = (token(60, 250), token(90, 250))
"""Small pieces that stay: by them it is known how large such a piece is."""
DISCS = ((60, 250), (90, 250))


def with_arm(fine: Fine, *ends: tuple[int, int], width: int = 40) -> Fine:
    rgb = fine.rgb.copy()
    cv2.line(rgb, ends[0], ends[1], (120, 80, 60), width)
    return fine_of(Frame(rgb, 2.0))


def middles(doubts: tuple[Detection, ...]) -> list[tuple[int, int]]:
    return [(round(x), round(y)) for x, y in (np.mean(one.quad_px, axis=0).tolist() for one in doubts)]


class TestUnexplained:
    def test_a_token_that_no_look_finds_is_asked_about_with_all_the_names_that_there_are(self) -> None:
        (doubt,) = unexplained(LYING, LYING, since(table(*DISCS), table(*DISCS, (200, 100))), NAMES)
        assert doubt.kind == "token" and doubt.id is None and doubt.why == WHY
        assert [one.id for one in doubt.alternatives] == ["wine", "food"]
        ((x, y),) = middles((doubt,))
        assert abs(x - 200) <= 4 and abs(y - 100) <= 4

    def test_on_a_card_as_well_for_print_does_not_change(self) -> None:
        before, now = table(*DISCS, cards=((250, 150),)), table(*DISCS, (255, 165), cards=((250, 150),))
        (doubt,) = unexplained((*LYING, card(250, 150)), (*LYING, card(250, 150)), since(before, now), NAMES)
        ((x, y),) = middles((doubt,))
        assert abs(x - 255) <= 4 and abs(y - 165) <= 4

    def test_what_was_found_or_taken_away_is_explained(self) -> None:
        before, now = table(*DISCS), table(*DISCS, (200, 100))
        assert unexplained(LYING, (*LYING, token(200, 100)), since(before, now), NAMES) == ()
        assert unexplained((*LYING, token(200, 100)), LYING, since(now, before), NAMES) == ()

    def test_a_card_that_was_laid_aside_says_nothing_of_what_lies_on_it(self) -> None:
        before, now = table(*DISCS, cards=((250, 150),)), table(*DISCS, cards=((254, 150),))
        assert unexplained((*LYING, card(250, 150)), (*LYING, card(254, 150)), since(before, now), NAMES) == ()

    def test_a_cup_an_arm_or_a_pencil_is_no_small_piece(self) -> None:
        before = table(*DISCS)
        for ends, width in (((200, 100), (200, 100)), 50), (((399, 150), (250, 150)), 40), (((200, 60), (300, 120)), 4):
            assert unexplained(LYING, LYING, since(before, with_arm(before, *ends, width=width)), NAMES) == (), ends

    def test_a_table_without_small_pieces_has_none_to_be_overlooked(self) -> None:
        assert unexplained((), (), since(table(), table((200, 100))), NAMES) == ()


class TestDoubtsThatStay:
    def test_until_the_place_changes_or_a_piece_is_named_there(self) -> None:
        now = table(*DISCS, (200, 100))
        doubts = (token(200, 100, None),)
        assert still_unexplained(doubts, LYING, since(now, now)) == doubts
        assert still_unexplained(doubts, (*LYING, token(200, 100, None)), since(now, now)) == doubts
        assert still_unexplained(doubts, (*LYING, token(202, 100)), since(now, now)) == ()
        assert still_unexplained(doubts, LYING, since(now, table(*DISCS))) == ()

    def test_a_doubt_that_is_seen_again_is_not_told_twice(self) -> None:
        assert without_met((token(200, 100, None),), (token(203, 101, None),)) == ()

    def test_only_those_that_came(self) -> None:
        came = since(table(*DISCS), table(*DISCS, (200, 100)))
        seen = (*LYING, token(200, 100, None), token(300, 100, None))
        assert brought_doubts(LYING, seen, came) == (seen[2],)


class TestNotGone:
    def test_a_token_where_nothing_changed_has_not_gone_though_a_look_misses_it(self) -> None:
        now = table(*DISCS)
        assert not_gone(LYING, LYING[:1], since(now, now)) == (LYING[1],)

    def test_but_one_that_was_taken_has(self) -> None:
        assert not_gone(LYING, LYING[:1], since(table(*DISCS), table(*DISCS[:1]))) == ()

    def test_nor_has_one_that_is_found_a_little_aside(self) -> None:
        now = table(*DISCS)
        assert not_gone(LYING, (LYING[0], token(93, 251)), since(now, now)) == ()


class TestCovered:
    TABLE, CARDS = table(cards=((150, 150), (250, 150))), (card(150, 150), replace(card(250, 150), id="otto"))

    def test_what_reaches_beyond_a_card_lies_over_it(self) -> None:
        arm = with_arm(self.TABLE, (300, 290), (250, 150))
        assert is_covered(self.CARDS, self.CARDS[:1], since(self.TABLE, arm))

    def test_a_card_that_was_taken_leaves_no_more_than_its_place(self) -> None:
        assert not is_covered(self.CARDS, self.CARDS[:1], since(self.TABLE, table(cards=((150, 150),))))

    def test_nor_does_one_in_whose_stead_another_lies(self) -> None:
        now = table(cards=((150, 150), (270, 160)))
        assert not is_covered(self.CARDS, (self.CARDS[0], replace(card(270, 160), id="nina")), since(self.TABLE, now))
