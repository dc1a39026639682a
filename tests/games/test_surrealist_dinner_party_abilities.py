"""Abilities of Surrealist Dinner Party: when they may be used, what their small vocabulary means, what they do to a course."""

import pytest

from companion.game import Setup, SetupError
from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.abilities import parse_ability
from companion.games.surrealist_dinner_party.pieces import Token, Verb
from tests.games.surrealist_dinner_party_tables import (
    BOX,
    act,
    cast,
    guest,
    is_legal,
    platter,
    play,
    position,
    refusals,
    setup,
    stash,
    turn,
)

clause = pytest.mark.clause
AWAY = ",".join(f"g{n}" for n in range(1, 6))


class TestPlates:
    @clause("SD-T1", "SD-9.1", "SD-9.2")
    def test_t1_sophie_uses_dora_maar_and_then_paul_klee(self) -> None:
        state = position("maar+klee", "g2", platter="wine:3")
        state = play(state, "P1 plates", "P1 use maar")
        assert turn(state) == (1,), "a dessert is on its way to a guest of Sophie's choice, with two guests beside herself"
        state = play(state, "P1 give dessert klee", "P1 place dessert klee 1", "P1 use klee")
        # Two tokens of wine; each is placed by Sophie.
        state = play(state, "P1 place wine klee 3", "P1 place wine klee 2")
        assert guest(state, "klee") == "klee(dessert=dessert,wine=wine,food=wine,wild)"
        assert platter(state) == {"wine": 1}
        assert state.players[0].has_used_plates
        assert turn(state) == (2,)
        state = play(state, "P2 drama g2 klee", "P2 place drama g2 1")
        assert refusals(state, "P1 plates") == {"SD-9.2": "P1 has used plate abilities in Cocktails"}
        state = play(state, "P1 trash wine", "refill")
        state = play(state, "P2 trash food")
        assert is_legal(state, "P1 plates")

    @clause("SD-T1", "SD-10.3")
    def test_t1_with_two_on_the_platter_the_course_ends_after_the_action(self) -> None:
        state = play(position("maar+klee", "g2", platter="wine:2"), "P1 plates", "P1 use klee")
        state = play(state, "P1 place wine klee 2", "P1 place wine klee 1")
        assert turn(state) == (1,), "the action goes on"
        state = play(state, "P1 use maar", "P1 give dessert klee", "P1 place dessert klee 3")
        assert GAME.status(state).phase == "Cocktails is over"
        assert turn(play(state, "refill")) == (2,)

    @clause("SD-9.1")
    def test_any_order_any_left_out_and_only_with_a_plate_guest(self) -> None:
        state = play(position("maar+klee+bravo", "g2", "g3"), "P1 plates")
        assert all(is_legal(state, f"P1 use {name}") for name in ("maar", "klee", "bravo"))
        assert refusals(state, "P3 trash wine") == {"SD-9.1": "P1 uses plate abilities, or is done"}
        assert turn(play(state, "P2 trash wine")) == (3,), "the next player acting says that it was all"
        assert turn(play(state, "P1 done")) == (2,)
        assert set(refusals(position("g1"), "P1 plates")) == {"SD-9.1"}
        assert "once, among the plate abilities" in refusals(position("klee"), "P1 use klee")["SD-9.1"]
        assert "when sent home, after stashing" in refusals(position("g1"), "P1 use g1")["SD-5.3"]

    @clause("SD-9.2")
    def test_a_guest_seated_later_in_the_course_waits(self) -> None:
        state = position("klee", "g2", flags1="plates")
        state = play(state, "P1 seat bravo 0", "P1 done", "P2 trash wine")
        assert set(refusals(state, "P1 plates")) == {"SD-9.2"}

    @clause("SD-9.3")
    def test_an_ability_once_used_is_done_in_full(self) -> None:
        state = play(position("maar+klee", "g2"), "P1 plates", "P1 use maar")
        assert refusals(state, "P1 done") == {"SD-9.3": "the ability of Maar, once used, is done in full"}
        assert refusals(state, "P1 use klee")["SD-9.1"]
        free = play(position("maar+klee", "g2", ability_in_full="false"), "P1 plates", "P1 use maar")
        assert is_legal(free, "P1 done")
        assert is_legal(play(free, "P1 done"), "P1 use klee")

    @clause("SD-9.3")
    def test_what_cannot_be_done_in_full_is_not_used(self) -> None:
        alone = play(position("maar+klee", "-"), "P1 home klee", "P1 done")
        state = play(alone, "P2 seat g1 0", "P2 done", "P1 plates")
        assert is_legal(state, "P1 use maar")
        lonely = position("host+klee", "g1")
        assert is_legal(play(lonely, "P1 plates"), "P1 use host")
        state = play(position("thief+klee", "g1(wine=food,food,wild)"), "P1 plates")
        assert refusals(state, "P1 use thief") == {"SD-9.3": "Thief: 1 tokens go back to the kitchen and 0 could"}
        state = play(position("swap+klee", "g1"), "P1 plates")
        assert refusals(state, "P1 use swap") == {"SD-9.3": "Swap: there are no two tokens to swap"}
        state = play(position("host+g1", "g2"), "P1 home g1", "P1 done", "P2 trash wine", "P1 plates")
        assert turn(state) == (2,), "nobody is there to be sent home, so nothing was left to use"

    @clause("SD-9.3")
    def test_without_in_full_an_ability_does_what_it_can(self) -> None:
        state = play(position("thief+klee", "g1(wine=food,food,wild)", ability_in_full="false"), "P1 plates", "P1 use thief")
        assert guest(state, "g1") == "g1(wine=food,food,wild)"
        assert turn(play(state, "P1 done")) == (2,)

    @clause("SD-9.3")
    def test_nobody_asked(self) -> None:
        state = position("klee", "g1(wine=food,food,wild)")
        for line in ("P1 give wine g1", "P1 return g1 1", "P1 swap g1 1 klee 1", "P1 stash wine"):
            assert refusals(state, line) == {"SD-9.3": "no ability of P1 asks for this now"}
        assert set(refusals(state, "put wine platter")) == {"SD-9.3"}


class TestVocabulary:
    def test_give_to_each_own_with_a_choice_of_kind(self) -> None:
        """Lola Álvarez Bravo: each own guest, herself among them, a compliment or a drama."""
        state = play(position("bravo+g1", "g2"), "P1 plates", "P1 use bravo")
        assert {str(a) for a in GAME.legal_actions(state)} == {"P1 give compliment bravo", "P1 give drama bravo"}
        state = play(state, "P1 give drama bravo", "P1 place drama bravo 2", "P1 give compliment g1", "P1 place compliment g1 3")
        assert guest(state, "bravo") == "bravo(compliment,drama=drama)"
        assert guest(state, "g1") == "g1(wine,food,wild=compliment)"
        assert turn(state) == (2,)

    @clause("SD-7.1", "SD-7.3")
    def test_give_to_neighbours_whosever_they_are(self) -> None:
        state = play(position("gossip+g1", "g2"), "P1 plates", "P1 use gossip")
        # Left of gossip, as P1 sees it, is g2 of P2; g1 is on the right.
        state = play(state, "P2 place drama g2 1", "P1 place drama g1 1", "P2 place compliment g2 2")
        assert guest(state, "g2") == "g2(wine=drama,food=compliment,wild)"
        assert guest(state, "g1") == "g1(wine=drama,food,wild)"

    def test_give_right_alone(self) -> None:
        state = play(position("right+g1", "g2"), "P1 plates", "P1 use right", "P1 place food g1 1")
        assert guest(state, "g1") == "g1(wine=food,food,wild)"

    def test_give_to_any_guest_from_the_platter(self) -> None:
        state = play(position("guide", "g2"), "P1 plates", "P1 use guide", "P1 give wine g2", "P2 place wine g2 1")
        assert guest(state, "g2") == "g2(wine=wine,food,wild)"
        assert platter(state) == {"wine": 2}

    def test_return_takes_a_token_of_the_kind_from_an_opponent(self) -> None:
        state = play(position("thief", "g1(wine=wine,food=food,wild=wine)"), "P1 plates", "P1 use thief")
        assert set(refusals(state, "P1 return g1 2")) == {"SD-9.3"}
        assert guest(play(state, "P1 return g1 3"), "g1") == "g1(wine=wine,food=food,wild)"

    def test_a_single_choice_is_made_by_itself(self) -> None:
        state = play(position("thief", "g1(wine=wine,food=food,wild)"), "P1 plates", "P1 use thief")
        assert guest(state, "g1") == "g1(wine,food=food,wild)"

    def test_exchange_returns_and_gives_to_those_who_lost(self) -> None:
        """Jean Arp: three tokens back; those guests get one of any kind each."""
        state = position(
            "arp(wine=wine,dessert)+g1(wine=food,food=food,wild=wine)+g2(wine=drama,food,wild)",
            "g3",
            stash2="wine:0".replace("wine:0", "-"),
        )
        state = play(state, "P1 home arp", "P1 use arp")
        state = play(state, "P1 return g1 1", "P1 return g2 1", "P1 return g1 2")
        assert guest(state, "g1") == "g1(wine,food,wild=wine)"
        kinds = {str(a) for a in GAME.legal_actions(state)}
        assert kinds == {f"P1 give {kind} g1" for kind in Token}
        state = play(state, "P1 give wine g1", "P1 place wine g1 1", "P1 give drama g2", "P1 place drama g2 3", "P1 give food g1")
        assert guest(state, "g1") == "g1(wine=wine,food=food,wild=wine)"
        assert guest(state, "g2") == "g2(wine,food,wild=drama)"

    @clause("SD-9.5")
    def test_swap_to_any_empty_appetite_the_one_just_emptied_too(self) -> None:
        state = position("swap(food=wine,food)", "g1(wine=food,food,wild)")
        state = play(state, "P1 plates", "P1 use swap")
        # Only one pair of tokens lies there, so it is swapped; the owners place.
        assert turn(state) == (1, 2)
        assert is_legal(state, "P2 place wine g1 1")
        state = play(state, "P2 place wine g1 1", "P1 place food swap 1")
        assert guest(state, "swap") == "swap(food=food,food)"
        assert guest(state, "g1") == "g1(wine=wine,food,wild)"

    @clause("SD-9.5")
    def test_who_swaps_chooses_where_the_table_says_so(self) -> None:
        state = position("swap(food=wine,food)", "g1(wine=food,food,wild)", swap_chooser="active")
        state = play(state, "P1 plates", "P1 use swap")
        assert turn(state) == (1,)
        assert is_legal(state, "P1 place wine g1 3")

    @clause("SD-9.5")
    def test_swap_asks_for_two_tokens_on_two_guests(self) -> None:
        state = position("changer", "g1(wine=food,food=food,wild)", "g2(wine=wine,food,wild)")
        state = play(state, "P1 plates", "P1 use changer")
        assert set(refusals(state, "P1 swap g1 1 g1 2")) == {"SD-9.5"}
        assert set(refusals(state, "P1 swap g1 3 g2 1")) == {"SD-9.5"}
        state = play(state, "P1 swap g2 1 g1 2", "P3 place food g2 1", "P2 place wine g1 3")
        assert guest(state, "g1") == "g1(wine=food,food,wild=wine)"

    @clause("SD-5.0")
    def test_an_ability_sends_home(self) -> None:
        state = play(position("host+g1(wine=wine,food,wild)+g2", "g3"), "P1 plates", "P1 use host")
        assert refusals(state, "P1 home g3") == {"SD-5.0": "the ability of Host does not send G3 home"}
        state = play(state, "P1 home g1")
        assert (stash(state, 1), state.gone) == ({"wine": 1}, ("g1",))

    def test_a_plate_guest_sent_home_by_another_is_not_used(self) -> None:
        state = play(position("host+klee", "g3"), "P1 plates", "P1 use host")
        assert state.gone == ("klee",)
        assert turn(state) == (2,)

    def test_a_guest_who_went_home_meanwhile_cannot_be_used(self) -> None:
        state = play(position("host+klee+bravo", "g3"), "P1 plates", "P1 use host", "P1 home klee")
        assert refusals(state, "P1 use klee") == {"SD-9.1": "Klee is not at the table any more"}

    @clause("SD-9.4", "SD-T8")
    def test_t8_three_against_three_is_not_more(self) -> None:
        row = "rich(food=food,wine)+g1"
        tied = play(position(row, "g2", stash1="food:2", stash2="food:3"), "P1 home rich")
        assert stash(tied, 1) == {"food": 3}
        assert refusals(tied, "P1 use rich")["SD-9.4"] == "Rich: 3 food in the Stash are not more than 3"
        assert GAME.status(tied).phase == "Cocktails: P1 may seat a guest too, or is done"
        more = play(position(row, "g2", stash1="food:3", stash2="food:3"), "P1 home rich", "P1 use rich")
        assert stash(more, 1) == {"food": 6}

    @clause("SD-9.4")
    def test_more_of_one_kind_or_the_other_is_enough(self) -> None:
        row = "arp(wine=wine,dessert)+g1(wine=food,food=food,wild=wine)"
        state = play(position(row, "g3", "g4", stash2="wine:1", stash3="dessert:2"), "P1 home arp")
        assert GAME.violations(state, act("P1 use arp"))
        state = play(position(row, "g3", "g4", stash1="dessert:3", stash2="wine:1", stash3="dessert:2"), "P1 home arp")
        assert is_legal(state, "P1 use arp")

    @pytest.mark.parametrize(
        ("text", "verb"),
        [
            ("give 2 any from platter to self", Verb.GIVE),
            ("return 1 wine/drama from guest", Verb.RETURN),
            ("exchange 3 any from own", Verb.EXCHANGE),
            ("swap own with opponent", Verb.SWAP),
            ("stash 2 food from kitchen", Verb.STASH),
            ("send-home neighbour", Verb.HOME),
            ("by-hand", Verb.HAND),
        ],
    )
    def test_what_a_pack_may_say(self, text: str, verb: Verb) -> None:
        assert parse_ability(text).steps[0].verb is verb
        assert parse_ability(f"if more wine: {text}; by-hand").more == (Token.WINE,)

    def test_what_a_pack_may_not_say_is_named(self) -> None:
        with pytest.raises(SetupError, match="piece g13: 'give wine' is no step of an ability"):
            GAME.initial(cast(ability="by-hand; give wine"), setup())
        with pytest.raises(SetupError, match="icon 'cup' is not plate, door, special"):
            GAME.initial(cast(icon="cup"), setup())


class TestSpecial:
    @clause("SD-9.3")
    def test_at_the_time_that_the_card_states_also_out_of_turn(self) -> None:
        state = position("g1", "sly")
        after = play(state, "P2 use sly", "P2 place wine sly 1")
        assert guest(after, "sly") == "sly(food=wine,wine)"
        assert turn(after) == (1,)
        assert refusals(state, "P1 use sly") == {"SD-9.3": "Sly is not a guest of P1 at the table"}

    @clause("SD-9.3")
    def test_not_where_nothing_would_come_of_it_and_not_twice_at_once(self) -> None:
        full = position("g1", "sly(food=wine,wine=wine)")
        assert refusals(full, "P2 use sly") == {"SD-9.3": "the ability of Sly would change nothing now"}
        state = play(position("whim", "g1"), "P1 use whim")
        assert refusals(state, "P1 use whim") == {"SD-9.3": "the ability of Whim is being carried out"}
        over = play(position("whim", "g1", platter="wine:1"), "P1 trash wine")
        assert set(refusals(over, "P1 use whim")) == {"SD-10.2"}


class TestByHand:
    def test_the_table_carries_out_what_a_card_says(self) -> None:
        state = play(position("odd+g1(wine=wine,food,wild)", "g2", stash2="food:1"), "P1 plates", "P1 use odd")
        assert turn(state) == (1,)
        assert refusals(state, "P2 trash wine") == {"SD-9.3": "P1 carries out the ability of Odd first"}
        state = play(
            state, "remove wine g1:1", "put drama g1:2", "put food platter", "remove wine platter", "put food P1", "remove food P2"
        )
        assert guest(state, "g1") == "g1(wine,food=drama,wild)"
        assert platter(state) == {"food": 1, "wine": 2}
        assert (stash(state, 1), stash(state, 2)) == ({"food": 1}, {})
        state = play(state, "P1 home g2")
        assert state.gone == ("g2",)
        assert turn(play(state, "P1 done")) == (2,)

    @pytest.mark.parametrize(
        ("line", "refused"),
        [
            ("put wine g1:1", {"SD-7.1": "appetite 1 of G1 holds a token"}),
            ("remove food g1:1", {"SD-7.2": "appetite 1 of G1 holds no food"}),
            ("put wine g1:4", {"SD-1.2": "G1 has 3 appetites"}),
            ("put wine g9:1", {"SD-7.2": "G9 is not at the table"}),
            ("remove food platter", {"SD-8.1": "no food on the platter: wine:3"}),
            ("put food P3", {"SD-2.2": "there is no P3 at a table of 2"}),
            ("remove food P2", {"SD-5.1": "P2 has no food in the Stash"}),
            ("P1 home g9", {"SD-5.0": "G9 is not at the table"}),
        ],
    )
    def test_what_cannot_be_done_by_hand_either(self, line: str, refused: dict[str, str]) -> None:
        state = play(position("odd+g1(wine=wine,food,wild)", "g2"), "P1 plates", "P1 use odd")
        assert refusals(state, line) == refused

    @clause("SD-1.4")
    def test_by_hand_the_kitchen_may_be_empty(self) -> None:
        state = position("odd", "g2", stash1="food:20", kitchen="finite")
        state = play(state, "P1 plates", "P1 use odd")
        assert refusals(state, "put food P2") == {"SD-1.4": "no food is left in the kitchen"}

    @clause("SD-5.3", "SD-10.2")
    def test_a_door_ability_that_ends_the_course_holds_the_next_player_up(self) -> None:
        state = play(position("greedy(food=food,wine)+g1", "g2", "g3", platter="wine:1"), "P1 home greedy", "P1 use greedy")
        assert set(refusals(state, "P2 trash wine")) == {"SD-10.2", "SD-8.1"}
        assert set(refusals(play(state, "P1 done"), "P2 seat g4 0")) == {"SD-10.2"}

    def test_the_last_token_by_hand_and_one_back(self) -> None:
        state = play(position("odd", "g2", platter="wine:1"), "P1 plates", "P1 use odd", "remove wine platter")
        assert state.ender == 0
        state = play(state, "put food platter")
        assert state.ender is None
        assert turn(play(state, "P1 done")) == (2,)


class TestUnknownCards:
    @clause("SD-1.2", "SD-9.3")
    def test_where_nobody_knows_the_card_the_table_says_when_and_what(self) -> None:
        state = play(GAME.initial(BOX, Setup(2)), "P1 seat toyen 0 wine,food", "P1 done", "P2 seat sun-ra 0 wine,wild", "P2 done")
        assert is_legal(state, "P2 use sun-ra"), "at the time that the card states"
        plates = play(state, "P1 plates", "P1 use toyen", "put wine toyen:1", "P1 done")
        assert guest(plates, "toyen") == "toyen(wine=wine,food)"
        assert turn(plates) == (2,)
        home = play(state, "P1 home toyen", "P1 use toyen", "put wine P1", "P1 done", "P1 done")
        assert stash(home, 1) == {"wine": 1}
        assert refusals(home, "P1 use toyen") == {"SD-9.3": "Toyen is not a guest of P1 at the table"}


class TestLastToken:
    @clause("SD-10.3")
    def test_at_once_where_the_table_says_so(self) -> None:
        row = "maar+klee(dessert=wine,wine=wine,food,wild=wine)"
        state = play(position(row, "g2", platter="wine:1", course_end="immediate"), "P1 plates", "P1 use klee")
        assert guest(state, "klee").endswith("food=wine,wild=wine)")
        assert GAME.status(state).phase == "Cocktails is over"

    @clause("SD-10.3")
    def test_what_is_there_is_taken(self) -> None:
        state = play(position("maar+klee", "g2", platter="wine:1"), "P1 plates", "P1 use klee", "P1 place wine klee 2")
        assert guest(state, "klee") == "klee(dessert,wine=wine,food,wild)"
        assert is_legal(state, "P1 use maar")

    @clause("SD-10.3")
    def test_or_the_ability_is_void(self) -> None:
        state = play(position("maar+klee", "g2", platter="wine:1", short_platter="ability_void"), "P1 plates")
        assert refusals(state, "P1 use klee") == {"SD-10.3": "Klee: it takes 2 from the platter, where 1 are"}

    @clause("SD-10.2", "SD-10.3")
    def test_an_ability_out_of_turn_ends_the_course_for_its_user(self) -> None:
        pack = cast(icon="special", ability="stash 1 any from platter")
        text = "turn course=1 platter=wine:1 turn=P1 P1=5/g1(wine,food,wild)/-/- P2=5/g2(wine,food,wild)/-/- P3=5/g13(wine,food,wild)/-/-"
        state = GAME.parse_state(pack, setup(3), text)
        state = play(state, "P3 use g13")
        assert GAME.status(state).phase == "Cocktails is over"
        assert turn(play(state, "refill")) == (1,)

    @clause("SD-1.4")
    def test_what_the_kitchen_lacks_is_not_given(self) -> None:
        state = position("bravo", "g2", stash2="drama:20", kitchen="finite")
        state = play(state, "P1 plates", "P1 use bravo")
        assert turn(state) == (1,) and "P1 place compliment bravo 1" in {str(a) for a in GAME.legal_actions(state)}
        state = play(position("klee+odd", "g2", stash2="drama:20", kitchen="finite"), "P1 plates")
        assert is_legal(state, "P1 use klee")

    @clause("SD-1.4")
    def test_a_choice_that_the_kitchen_lacks_is_refused(self) -> None:
        state = position("arp(wine=wine,dessert)+g1(wine=food,food=food,wild=wine)", "g3", stash2="drama:20", kitchen="finite")
        state = play(state, "P1 home arp", "P1 use arp", "P1 return g1 1", "P1 return g1 2")
        assert refusals(state, "P1 give drama g1") == {"SD-1.4": "no drama is left there"}
        assert set(refusals(state, "P1 give food g3")) == {"SD-9.3"}

    @clause("SD-9.3")
    def test_a_kind_that_the_card_does_not_name(self) -> None:
        state = play(position("bravo", "g2"), "P1 plates", "P1 use bravo")
        assert refusals(state, "P1 give wine bravo") == {"SD-9.3": "the ability of Bravo does not allow this choice"}
        state = play(position("greedy(food=food,wine)+g1", "g2", platter="food:1,wine:1"), "P1 home greedy", "P1 use greedy")
        assert refusals(state, "P1 stash drama") == {"SD-1.4": "no drama is left there"}
        assert stash(play(state, "P1 stash wine"), 1) == {"food": 1, "wine": 1}
