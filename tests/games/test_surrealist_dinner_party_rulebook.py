"""The rulebook of Surrealist Dinner Party, clause by clause, in its own order: box, setup, turns, guests, tokens. Abilities and the
end are in the next files."""

import pytest

from companion.game import Setup
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.actions import Choose, Mingle
from companion.games.surrealist_dinner_party.pieces import TOKENS
from companion.games.surrealist_dinner_party.position import State
from tests.games.surrealist_dinner_party_tables import (
    BOX,
    PLAIN,
    guest,
    is_legal,
    opening,
    platter,
    play,
    position,
    refusals,
    stash,
    turn,
)

clause = pytest.mark.clause
GAME_SETUP = Setup(2)


def hidden(state: State) -> set[str]:
    """What nobody may know: every guest that may still be in a hand or in the box."""
    shown = {*state.owners, *state.gone}
    return {card.piece for name, card in state.house.guests.items() if name not in shown}


class TestBox:
    @clause("SD-1.1")
    def test_30_guests_ten_faux_pas_cards_and_five_kinds_of_tokens(self) -> None:
        roles = [piece.attributes["role"] for piece in BOX.pieces]
        assert (roles.count("guest"), roles.count("faux-pas"), roles.count("token")) == (30, 10, 5)
        assert {p.attributes["token"] for p in BOX.pieces if p.kind == "token"} == set(TOKENS)

    @clause("SD-1.1")
    def test_a_guest_is_in_the_box_once(self) -> None:
        state = position("g1", "g2", gone="g3")
        assert refusals(state, "P1 seat g2 0")["SD-1.1"] == "G2 sits at the table already; the box has one"
        assert refusals(state, "P1 seat g3 0")["SD-1.1"] == "G3 has been sent home already; the box has one"
        assert refusals(state, "P1 seat nobody 0") == {"SD-1.1": "the box has no guest nobody"}

    @clause("SD-1.2", "SD-1.3", "SD-7.4")
    def test_a_token_lies_design_up_where_it_matches_or_on_a_wild(self) -> None:
        shown = GAME.show(position("g1(wine=wine,food=drama,wild=drama)"))["players"]
        assert isinstance(shown, list) and isinstance(shown[0], dict)
        guests = shown[0]["guests"]
        assert isinstance(guests, list) and isinstance(guests[0], dict) and isinstance(guests[0]["slots"], list)
        slots = guests[0]["slots"]
        assert [s["design_up"] for s in slots if isinstance(s, dict)] == [True, False, True]
        assert [s["state"] for s in slots if isinstance(s, dict)] == ["match", "wrong", "match"]

    @clause("SD-1.2")
    def test_what_is_printed_is_told_by_the_table_where_the_pack_does_not_know(self) -> None:
        state = GAME.initial(BOX, GAME_SETUP)
        why = "nobody has said which appetites Paul Klee has; add them, e.g. wine,food,wild"
        assert refusals(state, "P1 seat paul-klee 0") == {"SD-1.2": why}
        seated = play(state, "P1 seat paul-klee 0 wine,wild")
        assert guest(seated, "paul-klee") == "paul-klee(wine,wild)"
        assert GAME.parse_state(BOX, GAME_SETUP, str(seated)) == seated
        known = opening()
        assert refusals(known, "P1 seat klee 0 wine") == {"SD-1.2": "the pack knows the appetites of Klee: dessert, wine, food, wild"}

    @clause("SD-1.4")
    def test_an_unlimited_kitchen_never_runs_out(self) -> None:
        state = position("g1+g2", stash1="compliment:500")
        assert is_legal(state, "P1 compliment g1 g2")

    @clause("SD-1.4")
    def test_a_finite_kitchen_holds_what_the_box_does(self) -> None:
        state = position("g1+g2", stash1="compliment:18", kitchen="finite")
        assert play(state, "P1 compliment g1 g2").kitchen == (20, 17, 20, 0, 20)
        state = position("g1(wine,food=compliment,wild)+g2", stash1="compliment:18", kitchen="finite")
        assert refusals(state, "P1 compliment g1 g2") == {"SD-1.4": "the kitchen has no two tokens of compliment"}

    @clause("SD-1.4", "SD-5.2")
    def test_a_bonus_out_of_a_kitchen_that_is_nearly_empty(self) -> None:
        full = "food:20,wine:16,dessert:20,compliment:20,drama:20"
        state = position("maar(wine=wine,wine)", stash2=full, platter="wine:2", kitchen="finite")
        state = play(state, "P1 serve wine maar", "P2 seat g1 0", "P2 done", "P1 home maar")
        assert is_legal(state, "P1 bonus wine")
        assert set(refusals(state, "P1 bonus wine wine")) == {"SD-5.2"}
        assert stash(play(state, "P1 bonus wine"), 1) == {"wine": 3}


class TestSetup:
    @clause("SD-2.1")
    @pytest.mark.parametrize(("players", "wine"), [(2, 3), (3, 4), (4, 6)])
    def test_the_platter_begins_with_wine(self, players: int, wine: int) -> None:
        assert platter(opening(players)) == {"wine": wine}

    @clause("SD-2.2")
    def test_six_guests_each_and_the_table_says_who_starts(self) -> None:
        state = opening()
        assert [p.hand for p in state.players] == [6, 6, 6]
        assert turn(state) == (1,)
        assert turn(play(state, "first P3")) == (3,)
        assert set(refusals(state, "first P1")) == {"SD-2.2"}
        assert set(refusals(state, "first P4")) == {"SD-2.2"}
        assert set(refusals(play(state, "P1 seat g1 0"), "first P2")) == {"SD-2.2"}

    @clause("SD-2.2", "SD-3.1")
    def test_clockwise_one_action_each(self) -> None:
        state = play(opening(), "first P3", "P3 seat g1 0", "P3 done")
        assert refusals(state, "P2 seat g2 0") == {"SD-2.2": "not P2: P1 is next, clockwise"}
        assert turn(play(state, "P1 seat g2 0", "P1 done")) == (2,)

    @clause("SD-2.3")
    def test_one_faux_pas_card_or_two_lie_beside_the_platter(self) -> None:
        state = opening(2, faux_pas="true")
        assert turn(state) == (1, 2)
        assert set(refusals(state, "P1 seat g1 0")) == {"SD-2.3"}
        state = play(state, "P2 faux-pas faux-pas-1 faux-pas-6")
        assert turn(state) == (1,)
        assert set(refusals(state, "P2 faux-pas faux-pas-2")) == {"SD-2.3"}
        assert set(refusals(state, "P1 faux-pas faux-pas-1")) == {"SD-1.1"}
        assert set(refusals(state, "P1 faux-pas faux-pas-99")) == {"SD-1.1"}
        assert set(refusals(state, "P1 faux-pas faux-pas-2 faux-pas-3 faux-pas-4")) == {"SD-2.3"}
        assert set(refusals(state, "P1 faux-pas faux-pas-2 faux-pas-2")) == {"SD-2.3"}
        assert set(refusals(state, "P1 faux-pas faux-pas-2=race:wine:3:2")) == {"SD-2.3"}
        state = play(state, "P1 faux-pas faux-pas-2")
        assert [card.name for card in state.faux_pas] == ["faux-pas-1", "faux-pas-2", "faux-pas-6"]
        assert turn(state) == (1,)
        assert set(refusals(opening(2), "P1 faux-pas faux-pas-1")) == {"SD-2.3"}

    @clause("SD-2.3")
    def test_a_card_that_the_pack_does_not_know_is_told(self) -> None:
        setup = Setup(2, {"faux_pas": "true"})
        state = GAME.initial(BOX, setup)
        junk = GAME.violations(state, Choose(0, ("faux-pas-1=junk",)))
        assert [violation.clause for violation in junk] == ["SD-2.3"]
        assert "nobody has said what is printed on faux-pas-1" in refusals(state, "P1 faux-pas faux-pas-1")["SD-2.3"]
        state = play(state, "P1 faux-pas faux-pas-1=race:wine:3:2")
        assert str(state.faux_pas[0]) == "faux-pas-1(race:wine:3:2:-:-)"
        assert GAME.parse_state(BOX, setup, str(state)) == state

    @clause("SD-2.4")
    def test_drafting_keeps_one_and_passes_the_rest_six_times(self) -> None:
        state = opening(2, drafting="true")
        assert set(refusals(state, "P1 seat g1 0")) == {"SD-2.4"}
        state = play(state, "P2 keep")
        assert turn(state) == (1,)
        assert refusals(state, "P2 keep") == {"SD-2.4": "P2 has kept 1 and waits for P1"}
        state = play(state, "P1 keep", *["P1 keep", "P2 keep"] * 5)
        assert [p.kept for p in state.players] == [6, 6]
        assert is_legal(state, "P1 seat g1 0")
        assert set(refusals(state, "P1 keep")) == {"SD-2.4"}
        assert set(refusals(opening(), "drafted")) == {"SD-2.4"}

    @clause("SD-2.4")
    def test_a_whole_draft_can_be_told_at_once(self) -> None:
        state = opening(2, mode="advanced")
        assert is_legal(state, "P1 keep") and is_legal(state, "P2 keep") and is_legal(state, "drafted")
        state = play(state, "P1 keep", "drafted")
        assert is_legal(state, "P1 faux-pas faux-pas-1") and is_legal(state, "P2 faux-pas faux-pas-1 faux-pas-2")
        assert turn(state) == (1, 2)
        assert set(refusals(state, "drafted")) == {"SD-2.4"}
        state = play(state, "P1 faux-pas faux-pas-1")
        assert turn(state) == (2,), "who has chosen is awaited no more, the draft being done"
        state = play(state, "P2 faux-pas faux-pas-2")
        assert is_legal(state, "P1 seat g1 0")

    @clause("SD-2.2")
    def test_who_ate_last_may_be_told_until_a_guest_is_seated(self) -> None:
        for state in (opening(), opening(2, mode="advanced")):
            assert is_legal(state, "first P2")
            assert not is_legal(state, "first P1"), "P1 starts unless told otherwise"
        assert not is_legal(play(opening(), "P1 seat g1 0"), "first P2")

    @clause("SD-2.5")
    def test_a_casual_dinner_has_no_abilities(self) -> None:
        state = position("klee+sly", mode="casual")
        assert set(refusals(state, "P1 plates")) == {"SD-2.5", "SD-9.1"}
        assert set(refusals(state, "P1 use sly")) == {"SD-2.5"}
        home = play(position("greedy+g1", mode="casual"), "P1 home greedy")
        assert GAME.status(home).phase == "Cocktails: P1 may seat a guest too, or is done"


class TestTurns:
    @clause("SD-3.1")
    def test_one_action_a_turn(self) -> None:
        state = play(position("g1", "g2"), "P1 trash wine")
        assert turn(state) == (2,)
        assert set(refusals(state, "P1 trash wine")) == {"SD-2.2"}

    @clause("SD-3.2")
    def test_the_first_turn_seats_a_guest(self) -> None:
        state = opening()
        for line in ("P1 trash wine", "P1 plates"):
            assert refusals(state, line)["SD-3.2"] == "the first turn of P1 seats a guest"
        assert "SD-3.2" in refusals(state, "P1 home g1")
        assert "SD-3.2" in refusals(position("-", "g1"), "P1 compliment g1 g2")
        assert is_legal(state, "P1 seat g1 0")

    @clause("SD-3.3")
    def test_nobody_passes_since_a_token_can_always_be_trashed(self) -> None:
        state = position("g1", "g2")
        assert set(refusals(state, "P1 done")) == {"SD-3.3"}
        assert is_legal(state, "P1 trash wine")

    @clause("SD-6")
    def test_what_may_be_done_on_a_turn(self) -> None:
        state = position("klee", "g2", platter="food:2,wine:1")
        kinds = {type(action).__name__ for action in GAME.legal_actions(state)}
        assert kinds == {"Seat", "Home", "Mingle", "Serve", "Trash", "Plates"}


class TestPlayAGuest:
    @clause("SD-4.1")
    def test_seat_then_send_home(self) -> None:
        state = play(position("g1(wine=wine,food,wild)", "g2", "g5"), "P1 seat g3 0")
        assert refusals(state, "P3 trash wine") == {"SD-4.1": "P1 may send a guest home too, or is done"}
        assert set(refusals(state, "P1 seat g4 0")) == {"SD-4.1"}
        state = play(state, "P1 home g1")
        assert (turn(state), stash(state, 1), state.gone) == ((2,), {"wine": 1}, ("g1",))

    @clause("SD-4.1")
    def test_send_home_then_seat_or_not(self) -> None:
        state = play(position("g1", "g2"), "P1 home g1")
        assert set(refusals(state, "P1 home g1")) == {"SD-4.1", "SD-5.0"}
        assert turn(play(state, "P1 seat g3 0")) == (2,)
        assert turn(play(state, "P1 done")) == (2,)

    @clause("SD-4.1")
    def test_the_next_player_acting_says_that_it_was_all(self) -> None:
        state = play(position("g1", "g2", "g5"), "P1 seat g3 0")
        assert is_legal(state, "P2 trash wine")
        assert turn(play(state, "P2 trash wine")) == (3,)
        assert not is_legal(state, "P2 serve wine g1")
        assert str(play(state, "P2 seat g6 0")) == str(play(state, "P1 done", "P2 seat g6 0"))

    @clause("SD-4.1")
    def test_with_an_empty_hand_nothing_can_be_seated(self) -> None:
        away = ",".join(PLAIN[:5])
        state = position("g6", "g7", gone=away)
        assert state.players[0].hand == 0
        assert refusals(state, "P1 seat g8 0") == {"SD-4.1": "P1 has no guest in hand"}
        assert turn(play(state, "P1 home g6")) == (2,)

    @clause("SD-4.2", "SD-T5")
    def test_three_guests_at_most(self) -> None:
        state = position("g1+g2+g3", "g4")
        assert refusals(state, "P1 seat g5 0") == {"SD-4.2": "3 guests are seated; send one home first"}
        assert is_legal(play(state, "P1 home g2"), "P1 seat g5 0")

    @clause("SD-4.3")
    def test_left_right_or_between(self) -> None:
        state = position("g1+g2", "g4")
        for at, row in enumerate(["g5 g1 g2", "g1 g5 g2", "g1 g2 g5"]):
            assert [g.name for g in play(state, f"P1 seat g5 {at}").players[0].row] == row.split()
        assert refusals(state, "P1 seat g5 3") == {"SD-4.3": "place 3 in a row of 2: they count from 0 at the left end"}


class TestSendingHome:
    @clause("SD-5.0")
    def test_only_own_guests_that_are_there(self) -> None:
        state = position("g1", "g2")
        assert refusals(state, "P1 home g2") == {"SD-5.0": "G2 is a guest of P2"}
        assert refusals(state, "P1 home g3") == {"SD-5.0": "G3 is not at the table"}

    @clause("SD-5.1", "SD-T2")
    def test_t2_a_match_a_mismatch_and_a_wild(self) -> None:
        state = position("g1(wine=wine,food=compliment,wild=drama)", "g2", kitchen="finite")
        after = play(state, "P1 home g1")
        assert stash(after, 1) == {"wine": 1, "drama": 1}
        assert after.kitchen is not None and state.kitchen is not None
        assert sum(after.kitchen) == sum(state.kitchen) + 1
        assert after.players[0].content == 0

    @clause("SD-5.2", "SD-T2")
    def test_t2_perfectly_content_brings_two_more(self) -> None:
        state = play(position("g1(wine=wine,food=food,wild=drama)", "g2"), "P1 home g1")
        assert set(refusals(state, "P1 done")) == {"SD-5.2"}
        assert set(refusals(state, "P1 bonus wine")) == {"SD-5.2"}
        assert set(refusals(state, "P2 bonus wine wine")) == {"SD-5.2"}
        state = play(state, "P1 bonus food dessert")
        assert stash(state, 1) == {"wine": 1, "food": 2, "drama": 1, "dessert": 1}
        assert state.players[0].content == 1

    @clause("SD-5.3")
    def test_the_door_ability_comes_after_stashing_and_the_bonus(self) -> None:
        state = play(position("greedy(food=food,wine=wine)", "g2"), "P1 home greedy")
        assert set(refusals(state, "P1 use greedy")) == {"SD-5.3"}
        state = play(state, "P1 bonus drama drama")
        assert refusals(state, "P1 seat g3 0") == {"SD-5.3": "P1 may use a door ability first, or is done"}
        state = play(state, "P1 use greedy")
        assert stash(state, 1) == {"food": 1, "wine": 2, "drama": 2}
        assert platter(state) == {"wine": 2}
        assert set(refusals(state, "P1 use greedy")) == {"SD-5.3"}


class TestCompliments:
    @clause("SD-6.1")
    def test_both_get_one(self) -> None:
        state = play(position("g1+g2", "g3"), "P1 compliment g1 g2", "P1 place compliment g1 3", "P1 place compliment g2 1")
        assert guest(state, "g1") == "g1(wine,food,wild=compliment)"
        assert guest(state, "g2") == "g2(wine=compliment,food,wild)"
        assert turn(state) == (2,)

    @clause("SD-6.1")
    def test_of_an_own_guest_and_only_compliments_or_drama(self) -> None:
        state = position("g1", "g2")
        assert refusals(state, "P1 drama g2 g1") == {"SD-6.1": "G2 is not a guest of P1 at the table"}
        wrong = GAME.violations(state, Mingle(0, TOKENS[0], "g1", "g2"))
        assert [str(v) for v in wrong] == ["SD-6.1: a compliment or a drama, not food"]

    @clause("SD-6.1", "SD-T4")
    def test_t4_not_with_a_full_guest(self) -> None:
        state = position("maar(wine=food,wine=food)", "g2")
        assert refusals(state, "P1 compliment maar g2") == {"SD-6.1": "Maar has no empty appetite"}

    @clause("SD-6.2")
    def test_a_lone_guest_has_no_neighbour(self) -> None:
        assert refusals(position("g1"), "P1 drama g1 g2") == {"SD-6.2": "G1 sits beside nobody, not G2"}

    @clause("SD-6.2")
    def test_two_guests_are_neighbours_on_both_sides(self) -> None:
        state = position("g1", "-", "g2")
        assert state.neighbours("g1") == ("g2",)
        assert is_legal(state, "P1 drama g1 g2")

    @clause("SD-6.2", "SD-6.3")
    def test_the_circle_skips_empty_sides(self) -> None:
        state = position("g1+g2+g3", "-", "g4+g5", "g6")
        # Seen from above, clockwise: each row from its owner's right to left.
        assert state.circle == ("g3", "g2", "g1", "g5", "g4", "g6")
        assert state.neighbours("g1") == ("g5", "g2")
        assert state.neighbours("g3") == ("g2", "g6")
        assert refusals(state, "P1 drama g1 g4") == {"SD-6.2": "G1 sits beside G5 and G2, not G4"}

    @clause("SD-6.4", "SD-7.3", "SD-T3")
    def test_t3_the_token_of_a_full_neighbour_is_trashed(self) -> None:
        state = play(position("g1", "maar(wine=food,wine=food)"), "P1 drama g1 maar", "P1 place drama g1 2")
        assert guest(state, "g1") == "g1(wine,food=drama,wild)"
        assert guest(state, "maar") == "maar(wine=food,wine=food)"
        assert turn(state) == (2,)
