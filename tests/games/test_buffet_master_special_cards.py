"""The rulebook of Buffet Master: special cards (BM-6). Examples BM-T8, T9 and T11 are the specification's."""

import pytest

from companion.games.buffet_master import GAME
from companion.games.buffet_master.hidden import certain_at
from companion.games.buffet_master.pieces import pile
from tests.games.buffet_master_tables import ENDED, SOUP, TAIL, act, is_legal, lines, play, refusals, table

clause = pytest.mark.clause


class TestEndOfTurnCards:
    @clause("BM-6.0")
    def test_only_one_in_a_turn(self) -> None:  # BM-T9
        state = play(table(hands={1: "fork+dump+soup-0-0", 2: "purse"}), "P1 take 1", "P1 fork P2")
        assert refusals(state, "P1 dump 1 1 soup")["BM-6.0"] == "1 end-of-turn card was played in this turn already: Fork"
        assert GAME.show(state)["played"] == "fork"

    @clause("BM-6.0")
    def test_at_the_end_of_the_own_turn_before_the_flip(self) -> None:
        state = table(hands={1: "fork", 2: "purse+fork"})
        assert refusals(state, "P1 fork P2") == {"BM-6.0": "it is played at the end of a turn, after at least 1 card was taken"}
        taken = play(state, "P1 take 1 2")
        assert is_legal(taken, "P1 fork P2")
        assert refusals(taken, "P2 fork P1") == {"BM-6.0": "it is the turn of P1, not of P2"}
        flipping = play(taken, "flip 1:dump")
        assert refusals(flipping, "P1 fork P2") == {"BM-6.0": "it is played before the tops are turned up"}
        assert refusals(play(taken, "P1 fork P2"), "P1 take 3") == {"BM-3.1": "the take is finished; tops are turned up next"}

    @clause("BM-6.0")
    def test_it_has_to_be_in_the_hand(self) -> None:
        state = play(table(hands={2: "purse"}), "P1 take 1")
        assert refusals(state, "P1 fork P2") == {"BM-6.5": "P1 cannot hold a Fork among 1 cards in hand"}
        assert not is_legal(state, "P1 dump 1 1 tacos")
        assert not is_legal(state, "P1 tray 2 P2")


class TestSwoop:
    @clause("BM-6.1")
    def test_anybody_takes_a_top_at_any_time_and_leaves_the_swoop(self) -> None:  # BM-T11
        state = table(hands={2: "swoop"})
        after = play(state, "P2 swoop 1")
        assert (after.tops[0], after.known_hand(1), after.active) == ("swoop", ("tacos-0-0",), 0)
        assert play(after, "P1 take 1").known_hand(0) == ("swoop",)
        for before in (play(state, "P1 take 2"), play(state, "P1 take 2", "P1 done"), play(state, "P1 take 2 3", "flip 2:dump")):
            assert is_legal(before, "P2 swoop 1")

    @clause("BM-6.1")
    def test_a_swoop_is_no_pick(self) -> None:
        state = play(table(hands={1: "swoop"}), "P1 swoop 1")
        assert "BM-3.1" in refusals(state, "P1 done")

    @clause("BM-6.1")
    def test_only_a_card_that_lies_face_up_and_is_no_swoop(self) -> None:
        state = play(table(hands={2: "swoop"}, tops="swoop" + TAIL), "P1 take 2")
        assert refusals(state, "P2 swoop 2") == {"BM-6.1": "pile 2 shows no card to swoop"}
        assert refusals(state, "P2 swoop 1") == {"BM-6.1": "a Swoop for the Swoop on pile 1 changes nothing"}
        assert refusals(state, "P3 swoop 3") == {"BM-6.1": "P3 cannot hold a Swoop among 0 cards in hand"}
        assert refusals(state, "P9 swoop 9").keys() == {"BM-2.5", "BM-2.1"}

    @clause("BM-6.1")
    def test_option_what_becomes_of_a_swoop_that_came_too_late(self) -> None:
        keep, lose = (table(hands={2: "swoop"}, failed_swoop=answer) for answer in ("keep", "lose"))
        assert play(keep, "P2 miss 1") == keep
        after = play(lose, "P2 miss 1")
        assert (after.in_hand(1), certain_at(after.hidden, "x")) == (0, ("swoop",))
        assert is_legal(lose, "P2 miss 1")

    @clause("BM-6.1")
    def test_option_who_was_first_in_a_tie(self) -> None:
        ask, active, swooper = (
            table(hands={2: "swoop"}, swoop_contest=answer) for answer in ("ask_table", "active_player_wins_ties", "swooper_wins_ties")
        )
        assert "the table says who was first" in refusals(ask, "P2 tie 1")["BM-6.1"]
        assert play(active, "P2 tie 1").known_hand(0) == ("tacos-0-0",)
        assert play(swooper, "P2 tie 1") == play(swooper, "P2 swoop 1")
        assert is_legal(active, "P2 tie 1")
        assert "cannot tie with oneself" in refusals(table(hands={1: "swoop"}, swoop_contest="swooper_wins_ties"), "P1 tie 1")["BM-6.1"]
        later = table("end", {2: "swoop"}, swoop_contest="swooper_wins_ties")
        assert refusals(later, "P2 tie 1") == {"BM-6.1": "nobody is taking cards just now"}


class TestFreeRefill:
    @clause("BM-6.2")
    def test_as_many_as_one_likes_beside_one_real_card(self) -> None:  # BM-T8
        state = table(hands={1: "sushi-0-1+free-refill*3"})
        assert is_legal(state, "P1 lay free-refill free-refill sushi-0-1")
        assert refusals(state, "P1 lay free-refill free-refill free-refill") == {
            "BM-6.2": "at least 1 card is a real image card of the dish; this has 0"
        }

    @clause("BM-6.2")
    def test_no_other_special_stands_in(self) -> None:
        state = table(hands={1: "soup-0-0+fork"})
        assert refusals(state, "P1 lay soup-0-0 fork") == {"BM-6.2": "a Fork is no part of a dish; only a Free Refill stands in"}

    @clause("BM-6.2")
    def test_it_counts_nothing_and_fills_its_place(self) -> None:
        state = table("scoring", laid={1: "free-refill+soup-0-0"}, tops="?" + TAIL, under=ENDED)
        after = play(state, "P1 eat 1@0,0")
        assert lines(after, 1)["BM-7.3"] == 4
        assert {spot.slot for spot in GAME.visible(after).spots if spot.zone == "open"} == {"r0c0", "r1c0"}


class TestDump:
    @clause("BM-6.3")
    def test_all_cards_of_a_dish_go_under_the_dump(self) -> None:
        state = play(table(hands={1: "dump+soup-0-0*2+soup-1-0+fork"}), "P1 take 1")
        after = play(state, "P1 dump 1 3 soup")
        assert (after.tops[0], after.left(1), after.phase) == ("dump", 7, "end")
        assert after.known_hand(0) == ("fork", "tacos-0-0")
        assert certain_at(after.hidden, pile(1)) == ("soup-0-0", "soup-0-0", "soup-1-0")
        why = "P1 holds 3 cards of soup; all of them go, at least 1, not 2"
        assert refusals(state, "P1 dump 1 2 soup") == {"BM-6.3": why}
        assert "holds 0 cards of pizza" in refusals(state, "P1 dump 1 1 pizza")["BM-6.3"]
        assert refusals(state, "P1 dump 1 1 caviar") == {"BM-6.3": "there is no dish caviar"}

    @clause("BM-6.3")
    def test_only_where_the_top_has_been_taken(self) -> None:  # BM-T9
        state = play(table(hands={1: "dump+soup-0-0"}), "P1 take 1")
        why = "pile 2 shows sushi 1 of 3; a Dump goes where the face-up card was taken"
        assert refusals(state, "P1 dump 2 1 soup") == {"BM-6.3": why}
        swooped = play(table(hands={1: "dump+soup-0-0", 2: "swoop"}), "P1 take 2", "P2 swoop 1")
        assert "shows Swoop" in refusals(swooped, "P1 dump 1 1 soup")["BM-6.3"]

    @clause("BM-6.3")
    def test_nobody_has_to_say_which_dish(self) -> None:
        state = play(table(hands={1: "dump+soup-0-0*2+fork"}), "P1 take 1")
        after = play(state, "P1 dump 1 2")
        assert (after.in_hand(0), after.left(1), after.known_hand(0)) == (2, 6, ())
        assert refusals(state, "P1 dump 1 3") == {"BM-6.3": "3 cards cannot be all that P1 holds of one dish"}

    @clause("BM-6.3")
    def test_where_a_fork_has_been_what_is_held_is_a_range(self) -> None:
        state = table("end", {1: "fork", 2: "dump+soup-0-0+soup-1-0+purse"})
        later = play(state, "P1 fork P2", "flip", "P2 take 1")
        assert refusals(later, "P2 dump 1 3 soup") == {"BM-6.3": "P2 holds 1 to 2 cards of soup; all of them go, at least 1, not 3"}
        assert is_legal(later, "P2 dump 1 1 soup")
        assert is_legal(later, "P2 dump 1 2 soup")
        assert play(later, "P2 dump 1 2 soup").left(1) == 6


class TestFreshTray:
    @clause("BM-6.4")
    def test_an_untaken_top_goes_to_somebody_and_the_tray_stays(self) -> None:
        state = play(table(hands={1: "fresh-tray"}), "P1 take 1")
        after = play(state, "P1 tray 2 P3")
        assert (after.tops[1], after.known_hand(2)) == ("fresh-tray", ("sushi-0-0",))
        assert refusals(state, "P1 tray 1 P3") == {"BM-6.4": "pile 1 shows no card to give away"}
        assert refusals(state, "P1 tray 2 P5") == {"BM-2.5": "4 people play; there is no P5"}

    @clause("BM-6.4")
    def test_option_to_oneself(self) -> None:
        no, yes = (play(table(hands={1: "fresh-tray"}, fresh_tray_self=answer), "P1 take 1") for answer in ("false", "true"))
        assert refusals(no, "P1 tray 2 P1") == {"BM-6.4": "at this table a Fresh Tray goes to somebody else (fresh_tray_self)"}
        assert is_legal(yes, "P1 tray 2 P1")


class TestFork:
    @clause("BM-6.5")
    def test_one_card_changes_hands_unseen_and_the_fork_stays_there(self) -> None:
        state = table("end", {1: "fork", 2: "purse+dump+soup-0-0"})
        after = play(state, "P1 fork P2")
        assert (after.in_hand(0), after.in_hand(1)) == (1, 3)
        assert "fork" in after.known_hand(1)
        assert GAME.tell(state, act("P1 fork P2")) == "took a card from the hand of P2 and left the Fork there."

    @clause("BM-6.5")
    def test_a_last_card_is_no_secret(self) -> None:
        after = play(table("end", {1: "fork", 2: "purse"}), "P1 fork P2")
        assert (after.known_hand(0), after.known_hand(1)) == (("purse",), ("fork",))

    @clause("BM-6.5")
    def test_another_players_hand_with_a_card_in_it(self) -> None:
        state = table("end", {1: "fork+purse"})
        assert refusals(state, "P1 fork P1") == {"BM-6.5": "a Fork is for the hand of another player"}
        assert refusals(state, "P1 fork P2") == {"BM-6.5": "P2 holds 0 cards"}


class TestBathroom:
    @clause("BM-6.6")
    def test_the_hand_goes_into_a_pile_that_is_shuffled(self) -> None:
        state = table(hands={1: "bathroom+purse+soup-0-0"})
        after = play(state, "P1 bathroom 1")
        assert (after.in_hand(0), after.left(1), after.tops[0], after.phase) == (0, 7, None, "shuffle")
        assert refusals(after, "P1 take 2") == {"BM-6.6": "pile 1 was shuffled and needs a new top first"}
        turned = play(after, "flip 1:purse")
        assert (turned.phase, turned.active, turned.taken) == ("take", 0, 0)
        assert play(state, "P1 bathroom 1 purse") == turned
        assert is_legal(turned, "P1 take 1")

    @clause("BM-6.6")
    def test_the_former_top_may_come_up_again_and_a_strange_card_may_not(self) -> None:
        state = table(hands={1: "bathroom"}, tops="pizza-0-0" + TAIL)
        assert is_legal(play(state, "P1 bathroom 1"), "flip 1:pizza-0-0")
        other = table(hands={1: "bathroom", 2: "pizza-0-0"})
        assert refusals(other, "P1 bathroom 1 pizza-0-0") == {"BM-1.3": "no pizza 1 of 4 can be in pile 1: every copy is elsewhere"}
        assert is_legal(other, "P1 bathroom 1")
        assert refusals(other, "P1 bathroom 1 caviar") == {"BM-1.1": "the box has no card caviar"}

    @clause("BM-6.6")
    def test_before_anything_else(self) -> None:  # BM-T9
        state = table(hands={1: f"bathroom*2+swoop+{SOUP}", 2: "bathroom"})
        why = {"BM-6.6": "it is played at the very start of a turn, before anything else"}
        for line in ("P1 take 1", "P1 lay soup-0-0 soup-1-0", "P1 swoop 2"):
            assert refusals(play(state, line), "P1 bathroom 2") == why
        assert refusals(state, "P2 bathroom 1") == {"BM-6.6": "it is the turn of P1, not of P2"}
        assert refusals(play(state, "P1 bathroom 1 swoop"), "P1 bathroom 1")["BM-6.6"]

    @clause("BM-6.6")
    def test_no_swoop_on_the_pile_that_is_shuffled(self) -> None:
        state = play(table(hands={1: "bathroom", 2: "swoop"}), "P1 bathroom 1")
        assert refusals(state, "P2 swoop 1") == {"BM-6.1": "pile 1 shows no card to swoop"}
        assert play(state, "P2 swoop 2").phase == "shuffle"
