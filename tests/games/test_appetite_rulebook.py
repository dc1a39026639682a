"""The rulebook of the Appetite, clause by clause, in its own order: cards, rounds, turns. Scores and the end are in the next file."""

import pytest

from companion.game import IllegalAction
from companion.games.appetite import GAME
from companion.games.appetite.pieces import CARDS, WRITTEN, State
from tests.games.appetite_tables import PACK, is_legal, opening, play, position, refusals, sheet

clause = pytest.mark.clause


def hidden(state: State) -> set[str]:
    """What nobody may know: every card that may still be in a hand or the deck and that no sheet tells of."""
    written = {f"{suit}-{entry.value}" for s in state.sheets for suit, c in zip(WRITTEN, s.columns, strict=True) for entry in c}
    return {str(card) for card in CARDS if card not in state.gone} - written


class TestComponents:
    @clause("AP-1.1")
    def test_the_box_knows_36_kinds_of_cards(self) -> None:
        assert {(p.attributes["suit"], p.attributes["value"]) for p in PACK.pieces} == {(c.suit, str(c.value)) for c in CARDS}
        assert len(CARDS) == 36

    @clause("AP-1.1")
    def test_two_extra_cards_of_a_suit_may_be_two_of_one_card_or_one_each_of_two(self) -> None:
        twice = position("rounds=P1:lunches-1,P2:dinners-1,P3:lunches-1,P4:dinners-2,P1:lunches-2/P2:dinners-3")
        assert is_legal(twice, "P3 play lunches-2")
        third = position("rounds=P1:lunches-1,P2:dinners-2,P3:lunches-1,P4:dinners-3")
        assert is_legal(third, "P1 play lunches-1")

    @clause("AP-1.1")
    def test_a_fourth_copy_of_a_card_is_refused(self) -> None:
        state = position("rounds=P1:lunches-1,P2:dinners-2,P3:lunches-1,P4:dinners-3,P1:lunches-1/P2:dinners-1")
        whys = [v.why for v in GAME.violations(state, GAME.parse_action("P3 play lunches-1"))]
        assert "4 cards 1 Lunches and the deck has 3 at most" in whys

    @clause("AP-1.1")
    def test_a_dessert_comes_once(self) -> None:
        state = position("rounds=P1:desserts-2,P2:dinners-2")
        whys = [v.why for v in GAME.violations(state, GAME.parse_action("P3 play desserts-2"))]
        assert "2 cards 2 Desserts and the deck has 1 at most" in whys

    @clause("AP-1.1")
    def test_in_a_deck_of_triples_any_card_but_desserts_may_come_three_times(self) -> None:
        lying = "rounds=P1:lunches-1,P2:dinners-1,P3:lunches-1,P4:dinners-1,P1:lunches-2,P2:dinners-2/P3:lunches-2"
        assert refusals(position(lying, deck_table="B_triples"), "P4 play dinners-2") == {}
        assert set(refusals(position(lying, deck_table="B_triples"), "P4 play lunches-2")) == {"AP-3.2"}
        # With two extra cards a suit the third extra Lunch has to be a mistake.
        assert "AP-1.1" in refusals(position(lying), "P4 play lunches-2")


class TestSetupAndDeal:
    @clause("AP-2.1")
    @pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 4), (4, 4)])
    def test_hands_of_five_for_two_and_of_four_for_more(self, players: int, cards: int) -> None:
        assert opening(players).hands == (cards,) * players

    @clause("AP-2.1")
    def test_left_of_the_dealer_leads_whoever_deals(self) -> None:
        assert opening().turn == 0
        assert is_legal(opening(), "table deal P2")
        assert play(opening(), "table deal P2").turn == 2
        assert refusals(opening(), "P2 play lunches-1") == {"AP-2.1": "not P2: P1 leads, left of the dealer"}
        assert refusals(opening(), "table deal P4") == {"AP-2.1": "P4 is the dealer"}

    @clause("AP-2.1")
    def test_there_is_no_player_more_than_were_dealt_to(self) -> None:
        assert refusals(opening(3), "P4 pass") == {"AP-2.1": "there is no P4 at a table of 3"}

    @clause("AP-2.2")
    def test_four_of_a_suit_may_be_changed_once_before_the_first_card_whoever_leads(self) -> None:
        state = play(opening(), "P3 mulligan")
        assert is_legal(state, "P1 mulligan")
        assert refusals(state, "P3 mulligan") == {"AP-2.2": "once per hand, and P3 has had a new one"}
        begun = play(state, "P1 play lunches-1")
        assert refusals(begun, "P2 mulligan") == {"AP-2.2": "a new hand only before the first card; 1 lie there"}
        assert begun.hands == (3, 4, 4, 4)

    @clause("AP-2.2")
    def test_a_new_hand_may_be_taken_again_in_the_next_hand(self) -> None:
        over = position("mulligans=P3 rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4")
        assert is_legal(play(over, "table deal P1"), "P3 mulligan")

    @clause("AP-2.2")
    def test_a_hand_that_is_shown_has_to_be_of_one_suit(self) -> None:
        assert refusals(opening(), "P1 mulligan lunches-1 lunches-2 lunches-3 lunches-9") == {}
        mixed = refusals(opening(), "P1 mulligan lunches-1 lunches-2 lunches-3 dinners-9")
        assert mixed == {"AP-2.2": "3 Lunches at most; 4 of one suit needed"}
        assert refusals(opening(), "P1 mulligan lunches-1 lunches-2 lunches-3") == {
            "AP-2.1": "a hand is 4 cards, not 3",
            "AP-2.2": "3 Lunches at most; 4 of one suit needed",
        }

    @clause("AP-2.2")
    @pytest.mark.parametrize(
        ("answer", "four_of_five", "five_of_five"), [("at_least_4", True, True), ("exactly_4", True, False), ("all_5", False, True)]
    )
    def test_two_players_agree_how_many_of_five(self, answer: str, four_of_five: bool, five_of_five: bool) -> None:
        state = opening(2, mulligan_2p=answer)
        four = "P1 mulligan lunches-1 lunches-2 lunches-3 lunches-4 dinners-1"
        five = "P1 mulligan lunches-1 lunches-2 lunches-3 lunches-4 lunches-5"
        assert (not refusals(state, four)) == four_of_five
        assert (not refusals(state, five)) == five_of_five

    @clause("AP-2.2")
    def test_four_players_always_need_their_whole_hand(self) -> None:
        state = opening(4, mulligan_2p="all_5")
        assert refusals(state, "P1 mulligan lunches-1 lunches-2 lunches-3 lunches-9") == {}

    @clause("AP-2.2")
    def test_cards_put_under_the_deck_are_out_of_this_hand(self) -> None:
        state = play(opening(), "P1 mulligan desserts-1 desserts-2 desserts-3 desserts-9", "P1 play lunches-1")
        assert "AP-1.1" in refusals(state, "P2 play desserts-2")

    @clause("AP-2.3")
    def test_nobody_draws_so_an_empty_hand_plays_nothing(self) -> None:
        state = position("rounds=P1:lunches-1,P1:dinners-1,P1:lunches-2,P1:dinners-2 declined=3")
        assert state.hands == (0, 4, 4, 4)
        assert refusals(state, "P1 play lunches-3")["AP-2.3"] == "P1 has no cards left, and none are drawn during a hand"
        assert is_legal(state, "P1 pass")

    @clause("AP-2.3")
    def test_hands_stay_secret(self) -> None:
        assert set(refusals(opening(), "P1 reveal lunches-1")) == {"AP-2.3"}


class TestTotalSuitAndClearing:
    @clause("AP-3.1")
    def test_the_total_runs_through_the_rounds_of_a_hand(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/-")
        assert (state.total, state.appetite) == (9, 20)
        assert play(state, "P3 play lunches-5").total == 14

    @clause("AP-3.1")
    def test_the_total_begins_anew_with_the_next_hand(self) -> None:
        over = position("rounds=P1:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4")
        assert play(over, "table deal P1").total == 0

    @clause("AP-3.1")
    def test_every_reason_is_given_at_once_with_its_numbers(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3")
        assert refusals(state, "P1 play breakfasts-4") == {
            "AP-4.1": "not P1: P3 is next, clockwise",
            "AP-3.2": "the last card is 3 Breakfasts; 4 Breakfasts has the same suit",
            "AP-3.1": "9 + 4 is 13; the appetite is 10",
        }

    @clause("AP-3.2")
    def test_a_suit_may_not_follow_itself_but_may_come_back(self) -> None:
        state = position("rounds=P1:dinners-1,P2:breakfasts-1")
        assert set(refusals(state, "P3 play breakfasts-2")) == {"AP-3.2"}
        assert is_legal(state, "P3 play dinners-2")

    @clause("AP-3.3")
    def test_cards_stay_and_lock_after_an_all_pass(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/-")
        assert [str(laid.card) for laid in state.pile] == ["lunches-6", "breakfasts-3"]
        assert set(refusals(state, "P3 play breakfasts-2")) == {"AP-3.2"}
        assert refusals(state, "table clear") == {"AP-3.3": "the cards stay: the last round was not satisfied, or the next has begun"}

    @clause("AP-3.3")
    def test_cards_go_after_a_satisfied_round_and_the_total_stays(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-4/-")
        assert len(state.pile) == 2
        cleared = play(state, "table clear")
        assert (cleared.pile, cleared.total, cleared.locked) == ((), 10, None)
        assert refusals(cleared, "table clear") == {"AP-3.3": "the cards have been moved away already"}

    @clause("AP-3.3")
    def test_leading_implies_that_the_cards_went(self) -> None:
        state = play(position("rounds=P1:lunches-6,P2:breakfasts-4/-"), "P3 play breakfasts-2")
        assert [str(laid.card) for laid in state.pile] == ["breakfasts-2"]
        assert state == play(position("rounds=P1:lunches-6,P2:breakfasts-4/- moved"), "P3 play breakfasts-2")

    @clause("AP-3.3", "AP-T1")
    def test_t1_the_suit_that_satisfied_may_lead(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-4/-")
        assert is_legal(state, "P3 play breakfasts-9")
        assert is_legal(play(state, "table clear"), "P3 play breakfasts-9")
        # A round satisfied earlier in the hand unlocks nothing once another has ended by passes.
        later = position("rounds=P1:lunches-6,P2:breakfasts-4/P3:lunches-3/-")
        assert set(refusals(later, "P4 play lunches-2")) == {"AP-3.2"}
        assert [str(laid.card) for laid in later.pile] == ["lunches-3"]

    @clause("AP-3.1", "AP-T3")
    def test_t3_a_three_at_38_is_refused(self) -> None:
        state = position("rounds=P1:lunches-9/P2:dinners-9/P3:lunches-9/P4:dinners-9,P1:lunches-2")
        assert (state.total, state.appetite) == (38, 40)
        assert refusals(state, "P2 play dinners-3") == {"AP-3.1": "38 + 3 is 41; the appetite is 40"}
        assert is_legal(state, "P2 play dinners-2")


class TestRounds:
    @clause("AP-4.1")
    def test_turns_go_clockwise_and_a_score_ends_the_round(self) -> None:
        state = play(opening(3), "P1 play lunches-1", "P2 play dinners-1", "P3 play lunches-2")
        assert state.turn == 0
        assert (state.round, play(state, "P1 play dinners-6").round) == (1, 2)

    @clause("AP-4.1")
    def test_after_round_four_the_deal_passes_to_the_left(self) -> None:
        over = position("dealer=P2 rounds=P3:lunches-6/P2:dinners-6/P3:lunches-9/P4:dinners-9 declined=4")
        assert GAME.status(over).to_act == ()
        assert refusals(over, "P1 play lunches-1") == {"AP-4.1": "hand 1 is over; P3 deals"}
        assert refusals(over, "table deal P1") == {"AP-4.1": "the deal passes to the left: P3, not P1"}
        following = play(over, "table deal P3")
        assert (following.hand, following.dealer, following.turn, following.pile) == (2, 2, 3, ())
        assert refusals(following, "table deal P1") == {"AP-4.1": "hand 2 is being played: round 1, total 0"}

    @clause("AP-4.1")
    def test_round_four_satisfied_ends_the_hand_too(self) -> None:
        state = position("rounds=P1:lunches-9/P2:dinners-9/P3:lunches-9/P4:dinners-9,P1:lunches-2")
        over = play(state, "P2 play dinners-2")
        assert (sheet(over, 2), GAME.status(over).to_act) == ("dinners:40@2,icons:1", ())
        assert play(over, "table deal P1").hand == 2

    @clause("AP-4.2", "AP-T4", "AP-7")
    def test_t4_the_leader_may_not_pass(self) -> None:
        assert refusals(opening(), "P1 pass") == {"AP-4.2": "round 1 starts: P1 plays a card, or can't"}
        second = position("rounds=P1:lunches-6,P2:breakfasts-3/-")
        assert set(refusals(second, "P3 pass")) == {"AP-4.2"}

    @clause("AP-4.2", "AP-T2")
    def test_t2_who_has_only_the_locked_suit_says_so_and_the_next_must_play(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/-")
        assert is_legal(state, "P3 cant-play")
        after = play(state, "P3 cant-play")
        assert after.turn == 3
        assert set(refusals(after, "P4 pass")) == {"AP-4.2"}
        assert refusals(after, "P3 play lunches-1") == {"AP-4.2": "not P3: P4 is next, since P3 can't play"}
        assert is_legal(after, "P4 play lunches-5")

    @clause("AP-4.2")
    def test_nobody_can_lead_and_the_hand_ends(self) -> None:
        state = position("rounds=P1:lunches-6,P2:breakfasts-3/-", deck_table="B_triples")
        over = play(state, "P3 cant-play", "P4 cant-play", "P1 cant-play", "P2 cant-play")
        assert refusals(over, "P3 play lunches-1") == {"AP-4.1": "hand 1 is over; P1 deals"}
        assert play(over, "table deal P1").turn == 1

    @clause("AP-4.2")
    def test_more_of_a_suit_than_the_deck_has_cannot_be_claimed(self) -> None:
        # Eleven Breakfasts at most; one lies there. P3 and P4 may hold four each, P1 three more is one too many.
        state = play(position("rounds=P1:lunches-6,P2:breakfasts-3/-"), "P3 cant-play", "P4 cant-play")
        assert refusals(state, "P1 cant-play") == {"AP-4.2": "P3 and P4 and P1 would hold 11 Breakfasts; 10 are left"}
        # With one card less P1 would hold the last of them.
        state = position("rounds=P1:lunches-4,P1:dinners-2,P2:breakfasts-3/-")
        assert is_legal(play(state, "P3 cant-play", "P4 cant-play"), "P1 cant-play")

    @clause("AP-4.2")
    def test_i_cant_play_belongs_to_the_start_of_a_round(self) -> None:
        state = play(opening(), "P1 play lunches-1")
        assert refusals(state, "P2 cant-play") == {"AP-4.2": 'only before the first card of a round; in round 1 say "pass"'}

    @clause("AP-4.2")
    def test_a_table_may_ask_to_see_the_hands_of_those_who_could_not_play(self) -> None:
        said = (
            "claims=P3:breakfasts@2 rounds=P1:lunches-6,P2:breakfasts-3/P4:dinners-9/P1:lunches-9/P2:dinners-5,P3:breakfasts-4,P4:dinners-1"
        )
        assert is_legal(position(f"{said} declined=4"), "table deal P1")
        over = position(f"{said} declined=4", cant_play_proof="reveal_hand_to_judge_after_hand")
        assert over.hands[2] == 3
        assert refusals(over, "table deal P1") == {"AP-4.2": 'P3 said "I can\'t play" and shows the hand first'}
        assert set(refusals(over, "P2 reveal breakfasts-1")) == {"AP-2.3"}
        shown = play(over, "P3 reveal breakfasts-1", "P3 reveal breakfasts-2", "P3 reveal lunches-1")
        assert is_legal(shown, "table deal P1")
        assert set(refusals(shown, "P3 reveal breakfasts-7")) == {"AP-2.3"}

    @clause("AP-2.3", "AP-1.1")
    def test_what_is_shown_too_early_too_often_or_cannot_be_there_is_told_all_at_once(self) -> None:
        assert [v.why for v in GAME.violations(opening(), GAME.parse_action("P1 reveal lunches-1"))] == [
            "hands are secret until hand 1 is over",
            "P1 has nothing to prove, or has shown it",
        ]
        lunches = "rounds=P1:lunches-1,P2:dinners-1,P3:lunches-1,P4:dinners-2,P1:lunches-1/P2:dinners-4/P3:lunches-1/P4:dinners-5"
        over = position(
            f"claims=P3:dinners@6 {lunches.replace('P3:lunches-1/P4', 'P3:lunches-2/P4')} declined=4",
            cant_play_proof="reveal_hand_to_judge_after_hand",
        )
        assert set(refusals(over, "P3 reveal lunches-1")) == {"AP-1.1"}

    @clause("AP-4.1")
    def test_what_is_refused_is_not_applied(self) -> None:
        with pytest.raises(IllegalAction, match=r"P2 pass: AP-2\.1: not P2: P1 leads"):
            play(opening(), "P2 pass")

    @clause("AP-2.2", "AP-1.1")
    def test_a_hand_that_the_deck_cannot_have_dealt_is_no_reason_for_a_new_one(self) -> None:
        shown = "P1 mulligan lunches-1 lunches-1 lunches-1 lunches-1 dinners-2"
        assert refusals(opening(2), shown) == {"AP-1.1": "3 extra copies among the Lunches and the deck has 2"}

    @clause("AP-4.3")
    def test_at_the_start_of_a_round_only_the_suit_or_an_empty_hand_blocks(self) -> None:
        assert refusals(opening(), "P1 cant-play") == {"AP-4.3": "no suit is locked and every card fits; P1 holds 4"}
        cleared = position("rounds=P1:lunches-6,P2:breakfasts-4/-")
        assert set(refusals(cleared, "P3 cant-play")) == {"AP-4.3"}
        assert all(not refusals(cleared, f"P3 play {card}") for card in CARDS if str(card) not in ("lunches-6", "breakfasts-4"))

    @clause("AP-4.3")
    def test_without_cards_one_says_it_even_when_nothing_is_locked(self) -> None:
        state = position("rounds=P2:lunches-1,P2:dinners-1,P2:lunches-2,P2:dinners-2,P1:lunches-4/-")
        assert (state.hands[1], state.locked) == (0, None)
        assert is_legal(state, "P2 cant-play")
        assert play(state, "P2 cant-play").claims == ()
        locked = position("rounds=P2:lunches-1,P2:dinners-1,P2:lunches-2,P2:dinners-2,P1:lunches-3/-")
        assert play(locked, "P2 cant-play").claims == ()

    @clause("AP-4.4", "AP-7")
    def test_a_pass_is_not_for_good(self) -> None:
        state = play(opening(), "P1 play lunches-1", "P2 pass", "P3 play dinners-1", "P4 pass", "P1 pass")
        assert is_legal(state, "P2 play lunches-2")

    @clause("AP-4.5")
    def test_who_laid_the_last_card_has_a_turn_again(self) -> None:
        state = play(opening(), "P1 play lunches-1", "P2 pass", "P3 pass", "P4 pass")
        assert state.turn == 0
        assert refusals(state, "P2 pass") == {"AP-4.5": "not P2: P1 laid the last card and everybody else has passed"}
        assert is_legal(state, "P1 play dinners-9")

    @clause("AP-4.6")
    @pytest.mark.parametrize(("scorer", "leader"), [(1, 1), (2, 2), (3, 3), (4, 0)])
    def test_left_of_the_scorer_leads(self, scorer: int, leader: int) -> None:
        state = position(f"rounds=P1:lunches-1,P{scorer}:dinners-3/-")
        assert state.turn == state.leader == leader
        other = f"P{(leader + 1) % 4 + 1}"
        assert refusals(state, f"{other} play lunches-1") == {"AP-4.6": f"not {other}: P{leader + 1} leads, left of who scored"}

    @clause("AP-4.7")
    def test_a_card_sets_the_passes_back(self) -> None:
        state = play(opening(), "P1 play lunches-1", "P2 pass", "P3 pass", "P4 play dinners-1")
        assert state.declined == 0
        state = play(state, "P1 pass", "P2 pass", "P3 pass")
        assert (state.declined, state.round) == (3, 1)
        assert play(state, "P4 pass").round == 2

    @clause("AP-4.7")
    def test_i_cant_play_is_not_counted_as_a_pass(self) -> None:
        state = play(position("rounds=P1:lunches-6,P2:breakfasts-3/-"), "P3 cant-play", "P4 play lunches-5")
        assert play(state, "P1 pass", "P2 pass", "P3 pass").round == 2
        assert play(state, "P1 pass", "P2 pass", "P3 pass", "P4 pass").round == 3

    @clause("AP-T8", "AP-4.3")
    def test_t8_all_hands_are_empty_after_round_two(self) -> None:
        first = "P1:lunches-1,P2:dinners-1,P1:lunches-2,P2:dinners-2,P1:lunches-3"
        second = "P2:dinners-1,P1:lunches-1,P2:dinners-3,P1:lunches-1,P2:breakfasts-1"
        state = position(f"rounds={first}/{second} declined=1", players=2, deck_table="B_triples")
        assert state.hands == (0, 0)
        over = play(state, "P2 pass")
        assert sheet(over, 2) == "breakfasts:16@1"
        assert (GAME.status(over).to_act, GAME.status(over).over) == ((), False)
        assert play(over, "table deal P1").hand == 2
