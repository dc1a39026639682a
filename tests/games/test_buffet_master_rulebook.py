"""The rulebook of Buffet Master, clause by clause: components, setup, turn; end, special cards and scoring have their own files."""

import json
from dataclasses import replace
from typing import Any

import pytest

from companion.game import Pack, Piece, SetupError
from companion.games.buffet_master import GAME
from companion.games.buffet_master.hidden import certain_at
from companion.games.buffet_master.opening import box_of, pile_heights
from companion.games.buffet_master.pieces import Phase, State, hand
from tests.games.buffet_master_tables import (
    ENDED,
    FIRST_TOPS,
    PACK,
    SOUP,
    TACOS,
    TAIL,
    is_legal,
    lines,
    opening,
    play,
    refusals,
    setup,
    table,
)

clause = pytest.mark.clause


def hidden(state: State) -> set[str]:
    """Cards that `show` must not name: those in hands and under piles, unless a copy lies open or the hand is being counted."""
    open_ = {top for top in state.tops if top} | set(state.shown) | {state.played}
    for seat, served in enumerate(state.served):
        if served:
            open_ |= set(state.known_hand(seat)) | {card for dish in state.laid[seat] for card in dish.cards}
    unseen = {card for pool in state.hidden for card in pool.cards} | {c for stack in state.laid for dish in stack for c in dish.cards}
    return unseen - open_


def hints_of(state: State) -> list[Any]:
    found = GAME.show(state)["hints"]
    assert isinstance(found, list)
    return found


def pack_with(*pieces: Piece, **changes: str) -> Pack:
    """The stand-in with pieces added, and attributes of tacos-0-0 changed."""
    own = tuple(replace(p, attributes={**p.attributes, **changes}) if p.id == "tacos-0-0" else p for p in PACK.pieces)
    return replace(PACK, pieces=own + pieces)


def faults(pack: Pack, **options: str) -> str:
    with pytest.raises(SetupError) as refusal:
        GAME.initial(pack, setup(4, **options))
    return str(refusal.value)


class TestComponents:
    @clause("BM-1.1")
    def test_a_card_is_an_image_card_or_a_special_card(self) -> None:
        assert all(("dish" in p.attributes) != ("special" in p.attributes) for p in PACK.pieces)
        assert "card rock: a card has an attribute dish or an attribute special (BM-1.1)" in faults(pack_with(Piece("rock", "card")))
        assert "names no dish (BM-1.1)" in faults(replace(PACK, pieces=()))

    @clause("BM-1.1")
    def test_pieces_that_are_no_cards_are_left_alone(self) -> None:
        assert box_of(pack_with(Piece("coin", "token"))) == box_of(PACK)

    @clause("BM-1.1")
    def test_a_card_that_is_not_in_the_box_is_refused(self) -> None:
        assert "the box has no card caviar-0-0" in refusals(opening(), "flip 1:caviar-0-0")["BM-1.1"]

    @clause("BM-1.2")
    def test_the_printed_example_is_the_bottom_right_card_of_a_dish_of_four(self) -> None:
        card = box_of(PACK).by_id["pizza-1-1"]
        assert (card.row, card.col, card.rows, card.cols, card.size, card.points) == (1, 1, 2, 2, 4, 5)
        assert card.called == "pizza 4 of 4"

    @clause("BM-1.2")
    def test_a_place_outside_its_dish_is_refused(self) -> None:
        assert "row 0, col 2 is no place in a dish of 1 x 2 (BM-1.2)" in faults(pack_with(col="2"))
        assert "row 0, col 0 is no place in a dish of 6 x 6 (BM-1.2)" in faults(pack_with(rows="6", cols="6"))

    @clause("BM-1.3")
    def test_two_of_every_image_card_but_one_of_a_four_card_dish(self) -> None:
        copies = {card.id: card.copies for card in box_of(PACK).cards}
        assert (copies["tacos-0-0"], copies["roast-1-2"], copies["pizza-0-0"]) == (2, 2, 1)
        assert {card.id: card.copies for card in box_of(pack_with(copies="3")).cards}["tacos-0-0"] == 3

    @clause("BM-1.3")
    def test_a_card_of_which_every_copy_lies_elsewhere_is_not_turned_up(self) -> None:
        state = table(tops="pizza-0-0,?,curry-0-0,salad-0-0,kebab-0-0,paella-0-0", state={"taken": 1, "phase": "end"})
        assert refusals(state, "flip 2:pizza-0-0") == {"BM-1.3": "no pizza 1 of 4 can be in pile 2: every copy is elsewhere"}
        both = table(tops="?,?,curry-0-0,salad-0-0,kebab-0-0,paella-0-0", state={"taken": 2, "phase": "end"})
        why = refusals(both, "flip 1:pizza-0-0 2:pizza-0-0")
        assert why == {"BM-1.3": "no further pizza 1 of 4 can be in pile 2 beside the other new tops"}

    @clause("BM-1.4")
    def test_a_dish_fills_every_place_once(self) -> None:
        state = table(hands={1: "soup-0-0*2+soup-1-0+sushi-0-1+tacos-0-1"})
        assert is_legal(state, "P1 lay soup-0-0 soup-1-0")
        assert refusals(state, "P1 lay soup-0-0 soup-0-0") == {"BM-1.4": "2 copies of soup 1 of 2; every place is filled once"}  # BM-T8
        assert refusals(state, "P1 lay soup-0-0") == {"BM-1.4": "soup needs 2 cards, not 1"}
        assert refusals(state, "P1 lay sushi-0-1 tacos-0-1") == {"BM-1.4": "cards of 2 dishes: sushi, tacos"}

    @clause("BM-1.4")
    def test_cards_that_cannot_be_in_the_hand_are_named(self) -> None:
        state = table(hands={1: "soup-0-0"})
        assert refusals(state, "P1 lay soup-0-0 soup-1-0") == {"BM-1.4": "P1 cannot hold soup 2 of 2 among 1 cards in hand"}

    @clause("BM-1.4")
    def test_a_dish_of_the_pack_has_one_size_and_every_place_once(self) -> None:
        assert "dish tacos: cards of 1 x 2 and 2 x 2; a dish has one size (BM-1.4)" in faults(pack_with(rows="2"))
        assert "dish tacos (1 x 2) lacks row 0 col 0 (BM-1.4); dish tacos: two kinds of card are row 0 col 1" in faults(pack_with(col="1"))

    @clause("BM-1.5")
    def test_seven_kinds_of_special_cards(self) -> None:
        kinds = {"swoop", "free-refill", "dump", "fresh-tray", "fork", "bathroom", "purse"}
        assert set(box_of(PACK).specials) == kinds
        spoon = Piece("spoon", "card", attributes={"special": "spoon"})
        assert "card spoon: special 'spoon' is none of swoop" in faults(pack_with(spoon))
        second = Piece("fork-2", "card", attributes={"special": "fork"})
        assert "two cards are the special fork" in faults(pack_with(second))

    @clause("BM-1.5")
    def test_option_special_counts_says_how_many(self) -> None:
        counts = {card.special: card.copies for card in box_of(PACK, "swoop=7, fork=0").cards if card.special}
        assert (counts["swoop"], counts["fork"], counts["purse"]) == (7, 0, 2)
        assert "'spoon=1' is not kind=number" in faults(PACK, special_counts="spoon=1,swoop=1")
        assert len(opening(special_counts="swoop=0").box.deck) == len(opening().box.deck) - 4

    @clause("BM-1.5")
    def test_numbers_of_the_pack_are_checked_all_at_once(self) -> None:
        found = faults(pack_with(points="many", col=""), tie="coin")
        assert all(part in found for part in ("attribute points is a whole number from 0, not 'many'", "attribute col", "option tie"))
        assert "two cards have the id 'coin'" in faults(
            pack_with(
                *[
                    Piece("coin", "card", attributes={"dish": "coin", "row": "0", "col": str(n), "rows": "1", "cols": "2", "points": "1"})
                    for n in (0, 1)
                ]
            )
        )

    @clause("BM-1.6")
    def test_specials_in_hand_count_nothing_unless_the_table_counts_what_is_printed(self) -> None:
        worth = replace(
            PACK, pieces=tuple(replace(p, attributes={**p.attributes, "points": "3"}) if p.id == "fork" else p for p in PACK.pieces)
        )
        for answer, expected in (("0", 0), ("printed", -3)):
            state = replace(table("scoring", {1: "fork"}, tops="?" + TAIL, under=ENDED, special_points=answer), box=box_of(worth))
            assert lines(play(state, "P1 served"), 1)["BM-7.6"] == expected


class TestSetup:
    @clause("BM-2.1")
    def test_the_deck_lies_in_six_piles(self) -> None:
        state = opening()
        heights = [state.left(n) for n in range(1, 7)]
        assert sum(heights) == len(state.box.deck) == 92
        assert heights == [16, 16, 15, 15, 15, 15]
        assert refusals(state, "flip 7:swoop") == {"BM-2.1": "there are piles 1 to 6, no pile 7"}

    @clause("BM-2.1")
    def test_too_few_cards_make_no_piles(self) -> None:
        few = replace(PACK, pieces=tuple(p for p in PACK.pieces if p.attributes.get("dish") == "tacos"))
        assert "fewer than 12 cards, too few for 6 piles (BM-2.1)" in faults(few)

    @clause("BM-2.2")
    def test_an_uneven_deck_by_the_tables_choice(self) -> None:
        assert pile_heights(92, "differ_by_one") == ((16, 16, 15, 15, 15, 15), 0)
        assert pile_heights(92, "remove_remainder_unseen") == ((15,) * 6, 2)
        assert pile_heights(90, "differ_by_one") == pile_heights(90, "remove_remainder_unseen") == ((15,) * 6, 0)
        state = opening(uneven_piles="remove_remainder_unseen")
        assert [state.left(n) for n in range(1, 7)] == [15] * 6
        told = {clause for state in (state, opening()) for hint in hints_of(state) for clause in hint["clauses"]}
        assert {"BM-2.1", "BM-2.2"} <= told
        assert state.lying["x"] == 2

    @clause("BM-2.3")
    def test_the_first_tops_are_turned_up_before_anybody_takes(self) -> None:
        state = opening()
        assert refusals(state, "P1 take 1") == {
            "BM-2.3": "the first tops are not all turned up yet",
            "BM-3.2": "pile 1 shows no card; only what lies face up may be taken",
        }
        some = play(state, "flip 2:fork 3:curry-0-0")
        assert (some.phase, GAME.status(some).to_act) == ("opening", ())
        assert GAME.status(play(state, FIRST_TOPS)).to_act == (0,)

    @clause("BM-2.4")
    def test_hands_are_empty_at_the_start(self) -> None:
        assert GAME.show(opening())["hands"] == [0, 0, 0, 0]

    @clause("BM-2.5")
    def test_whoever_last_ate_at_a_buffet_starts(self) -> None:
        state = play(opening(), "first P3", FIRST_TOPS)
        assert GAME.status(state).to_act == (2,)
        assert refusals(state, "first P2") == {"BM-2.5": "the game has begun; P3 is on turn"}
        assert refusals(opening(), "first P1") == {"BM-2.5": "P1 starts already"}
        assert is_legal(opening(), "first P2")
        assert not is_legal(opening(), "first P1")
        assert refusals(opening(), "first P5") == {"BM-2.5": "4 people play; there is no P5"}

    @clause("BM-2.5")
    def test_play_goes_clockwise_round_the_table(self) -> None:
        state = play(opening(2), FIRST_TOPS, "P1 take 1", "flip 1:dump")
        assert state.active == 1
        assert play(state, "P2 take 2", "flip 2:dump").active == 0

    @clause("BM-2.6")
    def test_hands_are_numbers_to_everybody(self) -> None:
        one = table(hands={1: "purse+fork", 2: "swoop"})
        other = table(hands={1: "dump+dump", 2: "purse"})
        assert GAME.show(one) == GAME.show(other)
        assert GAME.visible(one) == GAME.visible(other)
        assert GAME.show(one)["hands"] == [2, 1, 0, 0]

    @clause("BM-2.6")
    def test_what_everybody_saw_being_taken_is_known_and_what_a_fork_took_is_not(self) -> None:
        state = table("end", {1: "fork", 2: "purse+dump"})
        after = play(state, "P1 fork P2")
        assert certain_at(after.hidden, hand(1)) == ("fork",)
        assert certain_at(after.hidden, hand(0)) == ()
        assert [after.in_hand(seat) for seat in range(4)] == [1, 2, 0, 0]


class TestTurn:
    @clause("BM-3.1")
    def test_at_least_one_card_must_be_taken(self) -> None:
        state = table()
        assert refusals(state, "P1 done") == {"BM-3.1": "P1 has taken 0 cards and must take at least 1"}  # BM-T9
        assert refusals(state, "flip 1:dump")["BM-3.1"] == "P1 has taken 0 cards and must take at least 1"
        assert is_legal(play(state, "P1 take 1"), "P1 done")

    @clause("BM-3.1")
    def test_all_six_may_be_taken_by_the_active_player_only(self) -> None:
        state = table()
        after = play(state, "P1 take 1 2 3 4 5 6")
        assert (after.taken, after.in_hand(0)) == (6, 6)
        assert refusals(state, "P2 take 1") == {"BM-3.1": "it is the turn of P1, not of P2"}
        assert refusals(state, "P2 done")["BM-3.1"]

    @clause("BM-3.1")
    def test_a_finished_take_stays_finished(self) -> None:
        state = play(table(), "P1 take 1", "P1 done")
        assert refusals(state, "P1 take 2") == {"BM-3.1": "the take is finished; tops are turned up next"}
        assert refusals(state, "P1 done") == {"BM-3.1": "the take is finished already"}

    @clause("BM-3.2")
    def test_only_what_lies_face_up_may_be_taken_and_nothing_new_comes_between_picks(self) -> None:
        state = play(table(), "P1 take 1")
        assert refusals(state, "P1 take 1") == {"BM-3.2": "pile 1 shows no card; only what lies face up may be taken"}
        assert "pile 2 is named twice" in refusals(state, "P1 take 2 2")["BM-3.2"]
        assert GAME.show(state)["piles"][0] == {"pile": 1, "left": 3, "top": None}  # type: ignore[index]  # plain JSON
        assert refusals(state, "P1 take 9") == {"BM-2.1": "there are piles 1 to 6, no pile 9"}

    @clause("BM-3.3")
    def test_specials_that_lie_face_up_may_be_taken(self) -> None:
        state = play(table(tops="swoop" + TAIL), "P1 take 1")
        assert state.known_hand(0) == ("swoop",)

    @clause("BM-3.4")
    def test_turning_up_the_tops_ends_the_turn(self) -> None:
        state = play(table(), "P1 take 1 2", "flip 1:dump")
        assert (state.phase, state.active) == ("flip", 0)
        after = play(state, "flip 2:fork")
        assert (after.phase, after.active, after.taken) == ("start", 1, 0)

    @clause("BM-3.4")
    def test_piles_that_show_a_face_stay_as_they_are(self) -> None:
        state = play(table(), "P1 take 1")
        assert "pile 2 shows sushi 1 of 3; only piles that show a back are turned up" in refusals(state, "flip 2:fork")["BM-3.4"]
        assert refusals(state, "flip") == {"BM-3.4": "pile 1 lies face down; say which card is turned up"}
        assert refusals(state, "flip 1:fork 1:dump")["BM-3.4"] == "pile 1 is named twice"

    @clause("BM-3.4")
    def test_a_turn_ends_though_nothing_is_left_to_turn_up(self) -> None:
        state = play(table(hands={1: "dump+pizza-0-0"}), "P1 take 1", "P1 dump 1 1 pizza")
        assert is_legal(state, "flip")
        assert play(state, "flip").active == 1

    @clause("BM-3.4")
    def test_a_turn_read_at_once_is_a_take_and_a_flip(self) -> None:
        state = table()
        assert play(state, "P1 turn 1 2 flip 1:dump 2:fork") == play(state, "P1 take 1 2", "flip 1:dump 2:fork")
        assert refusals(state, "P2 turn 1 flip 1:dump") == refusals(state, "P2 take 1")
        assert "BM-3.4" in refusals(state, "P1 turn 1 flip 2:dump")

    @clause("BM-3.5")
    def test_a_finished_dish_may_be_laid_or_kept(self) -> None:
        state = table(hands={1: SOUP})
        after = play(state, "P1 lay soup-0-0 soup-1-0")
        assert (GAME.show(after)["laid"], after.in_hand(0)) == ([1, 0, 0, 0], 0)
        assert is_legal(state, "P1 take 1")

    @clause("BM-3.6")
    def test_dishes_are_laid_at_any_step_of_the_own_turn(self) -> None:
        state = table(hands={1: SOUP, 2: TACOS})
        lay = "P1 lay soup-0-0 soup-1-0"
        assert is_legal(state, lay)
        assert is_legal(play(state, "P1 take 1"), lay)
        assert is_legal(play(state, "P1 take 1", "P1 done"), lay)
        assert refusals(state, "P2 lay tacos-0-0 tacos-0-1") == {"BM-3.6": "dishes are laid in the own turn; it is the turn of P1"}

    @clause("BM-3.6")
    def test_after_the_flip_until_the_next_player_acts(self) -> None:
        state = play(table(hands={1: SOUP}), "P1 take 1", "flip 1:dump")
        lay = "P1 lay soup-0-0 soup-1-0"
        assert is_legal(state, lay)
        assert play(state, lay).phase == "start"
        assert not is_legal(play(state, "P2 take 1"), lay)

    @clause("BM-3.6")
    def test_option_only_at_the_end_of_the_own_turn(self) -> None:
        state = table(hands={1: SOUP}, declare_when="own_turn_end_only")
        lay = "P1 lay soup-0-0 soup-1-0"
        assert refusals(state, lay) == {"BM-3.6": "at this table dishes are laid at the end of the own turn (declare_when)"}
        assert not is_legal(play(state, "P1 take 1"), lay)
        assert is_legal(play(state, "P1 take 1", "P1 done"), lay)
        assert is_legal(play(state, "P1 turn 1 flip 1:dump"), lay)

    @clause("BM-3.6")
    def test_option_at_any_time(self) -> None:
        state = table(hands={3: SOUP}, declare_when="anytime")
        assert is_legal(state, "P3 lay soup-0-0 soup-1-0")
        assert refusals(opening(declare_when="anytime"), "P3 lay soup-0-0 soup-1-0")["BM-2.3"]

    @clause("BM-3.7")
    def test_a_dish_is_shown_and_then_hidden_from_all(self) -> None:
        state = play(table(hands={1: SOUP}), "P1 lay soup-0-0 soup-1-0")
        assert "soup-0-0" in json.dumps(GAME.show(state)["open_dish"])
        assert "soup" not in json.dumps(GAME.show(play(state, "P1 take 1")))
        assert refusals(table(hands={1: SOUP}), "P1 lay-unseen 2") == {
            "BM-3.7": "at this table a dish is shown before it is turned face down (verify_on_declare)"
        }

    @clause("BM-3.7")
    def test_option_trust_lets_a_dish_be_laid_unseen_and_opened_after_the_end(self) -> None:
        state = table(hands={1: f"{SOUP}+purse"}, verify_on_declare="trust")
        after = play(state, "P1 lay-unseen 2")
        assert (GAME.show(after)["laid"], after.in_hand(0)) == ([1, 0, 0, 0], 1)
        assert certain_at(after.hidden, hand(0)) == ()
        assert refusals(state, "P1 lay-unseen 4") == {"BM-1.4": "P1 holds 3 cards, not 4"}
        assert refusals(state, "P1 lay-unseen 1") == {"BM-1.4": "no dish has 1 cards"}
        end = play(replace(after, phase=Phase.SCORING, taken=1))
        assert refusals(end, "P1 served")["BM-3.7"] == "P1 opens the dishes that nobody has seen first"
        assert refusals(end, "P1 open sushi-0-0 sushi-0-1 sushi-0-2")["BM-3.7"] == "P1 has laid no dish of 3 cards unseen"
        assert "cannot be in the stack" in refusals(end, "P1 open curry-0-0 curry-0-1")["BM-3.7"]
        assert is_legal(end, "P1 open soup-0-0 soup-1-0")
        opened = play(end, "P1 open soup-0-0 soup-1-0")
        assert opened.known_hand(0) == ("purse",)

    @clause("BM-3.8")
    def test_laid_dishes_are_no_part_of_the_hand(self) -> None:
        state = table(hands={2: "fork"}, laid={1: SOUP}, state={"active": 1, "phase": "end", "taken": 1})
        assert refusals(state, "P2 fork P1") == {"BM-6.5": "P1 holds 0 cards"}
        bathroom = table(hands={1: "bathroom"}, laid={1: SOUP})
        assert play(bathroom, "P1 bathroom 1").laid == bathroom.laid
