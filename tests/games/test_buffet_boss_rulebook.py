"""Buffet Boss in the order of the printed rules: the box, the buffet line, stacking. Falls follow in `falls`, counting in `scoring`."""

from dataclasses import replace

import pytest

from companion.game import IllegalAction, Pack, Piece, SetupError
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.characters import CHARACTERS
from companion.games.buffet_boss.pieces import REMOVED, State
from tests.games.buffet_boss_tables import (
    BOX,
    FOODS,
    PACK,
    act,
    bring,
    counting,
    example_pack,
    is_legal,
    legal,
    opening,
    play,
    position,
    refusals,
    served,
    setup,
)


def hidden(state: State) -> set[str]:
    """Characters that nobody has revealed: nothing shown may name them."""
    return set(CHARACTERS) - {plate.character.id for plate in state.plates if plate.character}


def with_pieces(*pieces: Piece) -> Pack:
    return replace(PACK, pieces=(*PACK.pieces, *pieces))


def faults(pack: Pack, players: int = 3, mode: str = "lunch", **options: str) -> str:
    with pytest.raises(SetupError) as refusal:
        GAME.initial(pack, setup(players, mode, **options))
    return str(refusal.value)


class TestTheBox:
    @pytest.mark.clause("BB-1.1")
    def test_the_box_holds_42_food_cards_and_18_characters(self) -> None:
        food = [piece for piece in BOX.pieces if "character" not in piece.attributes]
        assert sum(piece.count for piece in food) == 42
        assert [piece.attributes["character"] for piece in BOX.pieces if "character" in piece.attributes] == list(CHARACTERS)
        assert refusals(opening(), "table reveal pizza") == {"BB-1.1": "no pizza in the box"}

    @pytest.mark.clause("BB-1.1")
    def test_a_box_with_too_few_cards_cannot_be_played(self) -> None:
        assert "pack example: 2 food cards; Lunch Buffet needs 20 (BB-1.1)" in faults(replace(PACK, pieces=PACK.pieces[:1]))

    @pytest.mark.clause("BB-1.2")
    @pytest.mark.parametrize(("name", "value"), [("stars", "5"), ("group", "cheese"), ("color", "pink"), ("colour", "grey")])
    def test_a_card_shows_one_to_four_stars_a_group_and_a_colour(self, name: str, value: str) -> None:
        odd = with_pieces(Piece("odd", "card", 1, None, {name: value}))
        assert f"{name.replace('color', 'colour').replace('uu', 'u')} '{value}'" in faults(odd)
        assert "(BB-1.2)" in faults(odd)

    @pytest.mark.clause("BB-1.2", "BB-1.3")
    def test_what_the_box_does_not_know_is_read_from_the_card(self) -> None:
        state = play(opening(2, pack=BOX), "table reveal lettuce")
        assert refusals(state, "table read lettuce:2/meat/green") == {
            "BB-1.3": "the box knows lettuce as None/veggie/green, not 2/meat/green"
        }
        assert set(refusals(state, "table read lettuce:7/veggie/green")) == {"BB-1.2"}
        assert set(refusals(state, "table read banana:2/fruit/yellow")) == {"BB-4.1"}
        state = play(state, "table read lettuce:2/veggie/green")
        assert set(refusals(state, "table read lettuce:3/veggie/green")) == {"BB-1.3"}
        assert state.prints["lettuce"].stars == 2

    @pytest.mark.clause("BB-1.4")
    def test_two_of_a_kind_are_interchangeable_and_there_is_no_third(self) -> None:
        state = play(opening(3), "table reveal green-1", "table reveal green-1")
        assert refusals(state, "table reveal green-1") == {"BB-1.4": "3 of green-1; the box has 2"}
        assert "another green-1 has 1/seafood/green printed on it (BB-1.4)" in faults(
            with_pieces(Piece("x", "card", 1, None, {"food": "green-1", "stars": "2"}))
        )

    @pytest.mark.clause("BB-1.4")
    def test_a_wooden_piece_and_its_card_are_one_food(self) -> None:
        state = GAME.initial(with_pieces(Piece("wood", "food", 2, None, {"food": "green-1"})), setup())
        assert state.house.copies["green-1"] == 2
        assert state.house.ids["green-1"] == "card-green-1"

    @pytest.mark.clause("BB-1.4")
    def test_a_food_has_a_name_that_a_line_can_hold(self) -> None:
        assert "not 'plate'" in faults(with_pieces(Piece("x", "card", 1, None, {"food": "plate"})))
        assert "not 'pé'" in faults(with_pieces(Piece("pé", "card")))

    @pytest.mark.clause("BB-8.2")
    @pytest.mark.parametrize("told", [{"B1": "green"}, {"B6": "meat"}, {"B9": "meat"}, {"B1": "meat+meat"}])
    def test_a_character_likes_groups_or_colours(self, told: dict[str, str]) -> None:
        assert "(BB-8.2)" in faults(example_pack(**told))

    @pytest.mark.clause("BB-1.5")
    def test_three_games_and_alone_only_one_of_them(self) -> None:
        assert [GAME.initial(PACK, setup(n, "standard")).house.mode for n in (1, 2, 5)] == ["all_you_can_eat", "dinner", "dinner"]
        assert opening(4, "lunch").house.mode == "lunch"
        assert faults(PACK, 1, "lunch") == "Lunch Buffet is for 2 to 5 players; one alone plays All-You-Can-Eat (BB-1.5)"
        assert set(refusals(opening(2), "P3 take green-1")) == {"BB-1.5"}
        assert set(refusals(opening(2), "table first P5")) == {"BB-1.5"}
        assert set(refusals(opening(2), "P1 fall green-1 by P4")) == {"BB-1.5"}


class TestLunchIsSetUp:
    @pytest.mark.clause("BB-2.1")
    @pytest.mark.parametrize("mode", ["lunch", "all_you_can_eat"])
    def test_characters_stay_in_the_box(self, mode: str) -> None:
        assert opening(2, mode).house.characters == ()
        assert "BB-2.1" in refusals(opening(2, mode), "P1 show B9")

    @pytest.mark.clause("BB-2.2", "BB-T3")
    def test_what_is_left_of_42_cards_makes_whole_rounds(self) -> None:
        for mode, rounds in (("lunch", 5), ("dinner", 7)):
            for players in (2, 3, 4, 5):
                house = opening(players, mode).house
                assert house.deck == 42 - REMOVED[mode][players] == rounds * (players + 1)
                assert house.rounds == rounds

    @pytest.mark.clause("BB-2.2")
    def test_the_table_may_pick_the_cards_that_go_back(self) -> None:
        state = opening(5, lunch_removal="chosen")
        assert set(refusals(state, "table reveal green-1")) == {"BB-2.2"}
        assert legal(state) == {f"table box {food}" for food in FOODS} | {f"table first P{n}" for n in (2, 3, 4, 5)}
        state = play(state, *(f"table box {food}" for food in FOODS[:6] * 2))
        assert "table reveal green-1" not in legal(state)
        assert refusals(state, "table reveal green-1") == {"BB-1.4": "3 of green-1; the box has 2"}
        assert refusals(state, "table box brown-1") == {"BB-2.2": "12 of 12 cards are back in the box"}
        assert is_legal(state, "table reveal brown-1")
        assert set(refusals(opening(), "table box brown-1")) == {"BB-2.2"}

    @pytest.mark.clause("BB-2.3")
    def test_the_hungriest_goes_first(self) -> None:
        state = play(opening(), "table first P3")
        assert state.first == 2
        assert refusals(state, "table first P3") == {"BB-2.3": "P3 goes first already"}
        assert set(refusals(play(state, "table reveal green-1"), "table first P1")) == {"BB-2.3"}


class TestDinnerIsSetUp:
    @pytest.mark.clause("BB-3.1")
    def test_two_secret_characters_each(self) -> None:
        state = opening(3, "dinner")
        assert state.house.face_down == 2
        assert refusals(state, "P1 show B9") == {"BB-3.1": "characters stay secret until round 7 is over"}
        players = GAME.show(state)["players"]
        assert isinstance(players, list)
        assert [player["characters_face_down"] for player in players if isinstance(player, dict)] == [2, 2, 2]

    @pytest.mark.clause("BB-3.1", "BB-3.2")
    def test_a_first_game_uses_eight_characters_if_they_go_round(self) -> None:
        assert opening(4, "dinner", characters="first_game").house.characters == CHARACTERS[:8]
        assert opening(5, "dinner", characters="first_game").house.characters == CHARACTERS[:15]
        one = opening(5, "dinner", characters="first_game", first_game_5p="deal_one").house
        assert (one.characters, one.face_down) == (CHARACTERS[:8], 1)
        assert "BB-3.2" in refusals(counting("-", "-", characters="first_game"), "P1 show B9")
        assert is_legal(counting("-", "-", characters="first_game"), "P1 show B8")

    @staticmethod
    def marked(symbol: str, foods: int = 21) -> Pack:
        extra = tuple(
            replace(piece, attributes={**piece.attributes, "symbol": symbol}) if n < foods else piece for n, piece in enumerate(PACK.pieces)
        )
        return replace(PACK, pieces=extra)

    @pytest.mark.clause("BB-3.3")
    def test_only_marked_cards_go_back_so_unmarked_ones_stay(self) -> None:
        pack = self.marked("3+", 12)
        state = play(opening(2, "dinner", pack=pack), "table reveal green-1", "table reveal green-1", "table reveal green-2")
        state = play(state, "P1 take green-1", "P1 stack green-1", "P2 take green-1", "P2 stack green-1", "table bin green-2")
        why = "4 cards with the symbol turned up; 3 stayed in the deck of 2 players"
        assert refusals(state, "table reveal green-2") == {"BB-3.3": why}
        assert is_legal(state, "table reveal brown-3")

    @pytest.mark.clause("BB-3.3")
    def test_a_symbol_may_name_the_players_that_a_card_needs(self) -> None:
        pack = self.marked("3+,-")
        assert refusals(
            play(opening(2, "dinner", pack=pack, dinner_removal="as_marked_per_player_count"), "table reveal green-1"),
            "table reveal green-1",
        ) == {"BB-3.3": "1 card with the symbol turned up; 0 stayed in the deck of 2 players"}
        assert "0 cards marked; 14 go back to the box (BB-3.3)" in faults(pack, 3, "dinner", dinner_removal="as_marked_per_player_count")
        assert opening(3, "dinner", pack=pack).house.marked == dict.fromkeys(FOODS, 1)
        assert "20 cards marked; 21 go back" in faults(self.marked("3+", 10), 2, "dinner")
        assert "symbol '2+' is none of 3+" in faults(self.marked("2+"), 2, "dinner")
        assert opening(2, "lunch", pack=pack).house.marked is None

    @pytest.mark.clause("BB-3.4")
    def test_dinner_ends_after_seven_rounds(self) -> None:
        state = counting("-", "-", "-")
        assert state.left == 0
        assert refusals(state, "table reveal brown-3")["BB-3.4"] == "all 7 rounds are played; the deck is empty"


class TestARound:
    @pytest.mark.clause("BB-4.1")
    def test_the_line_is_one_card_more_than_there_are_players(self) -> None:
        state = play(opening(2), "table reveal green-1", "table reveal green-2")
        assert refusals(state, "P1 take green-1") == {"BB-4.1": "2 of 3 cards lie in the line"}
        state = play(state, "table reveal green-3")
        assert refusals(state, "table reveal red-1") == {"BB-4.1": "the line of round 1 has its 3 cards"}

    @pytest.mark.clause("BB-4.2")
    def test_each_takes_one_clockwise_and_stacks_it(self) -> None:
        state = play(served(), "P1 take green-2")
        assert refusals(state, "P2 take green-1") == {"BB-4.2": "P1 stacks green-2 first"}
        assert refusals(state, "P1 stack green-1") == {"BB-4.2": "P1 has no green-1 to stack, but green-2"}
        state = play(state, "P1 stack green-2")
        assert refusals(state, "P3 take green-1") == {"BB-4.2": "not P3: P2 takes now, clockwise"}
        assert refusals(state, "P2 take green-2") == {"BB-4.2": "green-2 does not lie in the line: green-1,green-3,red-1"}
        assert GAME.status(state).to_act == (1,)

    @pytest.mark.clause("BB-4.3")
    @pytest.mark.parametrize("order", [("green-3", "red-1"), ("red-1", "green-3")])
    def test_the_last_player_may_take_both_and_stack_them_in_any_order(self, order: tuple[str, str]) -> None:
        state = bring(bring(served(), 1, "green-1"), 2, "green-2")
        state = play(state, "P3 take green-3", "P3 take red-1", *(f"P3 stack {food}" for food in order))
        assert state.plates[2].pieces == order
        assert (state.round, state.first) == (2, 1)

    @pytest.mark.clause("BB-4.3", "BB-4.4")
    def test_the_last_player_may_leave_the_other_which_is_wasted(self) -> None:
        state = bring(bring(bring(served(), 1, "green-1"), 2, "green-2"), 3, "red-1")
        assert refusals(state, "P1 take green-3") == {"BB-4.3": "not P1: P3 takes now, clockwise"}
        assert legal(state) >= {"P3 take green-3", "table bin green-3"}
        state = play(state, "table bin green-3")
        assert (state.bin, state.round, state.first) == (("green-3",), 2, 1)

    @pytest.mark.clause("BB-4.4")
    def test_only_the_last_card_is_left_and_only_when_all_is_stacked(self) -> None:
        state = bring(served(), 1, "green-1")
        assert set(refusals(state, "table bin green-2")) == {"BB-4.4"}
        state = play(bring(state, 2, "green-2"), "P3 take green-3")
        assert set(refusals(state, "table bin red-1")) == {"BB-4.2"}
        assert set(refusals(play(state, "P3 stack green-3"), "table bin green-1")) == {"BB-4.4"}

    @pytest.mark.clause("BB-4.5")
    def test_lunch_ends_after_five_rounds_with_an_empty_deck(self) -> None:
        state = counting("on:green-1", "-", mode="lunch")
        assert (state.left, state.is_counting) == (0, True)
        assert "BB-4.5" in refusals(state, "table reveal brown-3")

    @pytest.mark.clause("BB-4.6")
    @pytest.mark.parametrize(
        ("mode", "most"),
        [
            ("lunch", {2: [7, 8], 3: [7, 6, 7], 4: [6, 6, 6, 7], 5: [6, 6, 6, 6, 6]}),
            ("dinner", {2: [10, 11], 3: [9, 9, 10], 4: [9, 9, 8, 9], 5: [9, 8, 8, 8, 9]}),
        ],
    )
    def test_the_most_cards_a_player_can_get(self, mode: str, most: dict[int, list[int]]) -> None:
        for players, wanted in most.items():
            state = opening(players, mode)
            while not state.is_counting:
                food = next(food for food in FOODS if is_legal(state, f"table reveal {food}")) if state.is_revealing else state.line[0]
                seat = GAME.status(state).to_act[0] + 1 if not state.is_revealing else 0
                state = play(state, f"table reveal {food}") if not seat else bring(state, seat, food)
            assert [len(plate.cards) for plate in state.plates] == wanted


class TestStacking:
    @pytest.mark.clause("BB-5.1")
    def test_one_hand_but_for_younger_players(self) -> None:
        state = play(served(two_hands="P2"), "P1 take green-1")
        assert refusals(state, "P1 stack green-1 two-hands") == {"BB-5.1": "P1 used both hands; only one is allowed, either one"}
        state = play(state, "P1 stack green-1", "P2 take green-2")
        assert "P2 stack green-2 two-hands" in legal(state)
        assert set(refusals(play(state, "P2 stack green-2"), "P1 adjust two-hands")) == {"BB-5.1"}
        for wrong in ("P4", "P1,P1", "both", "P2,"):
            assert "(BB-5.1)" in faults(PACK, 3, two_hands=wrong)

    @pytest.mark.clause("BB-5.2", "BB-5.3", "BB-5.4", "BB-5.6")
    @pytest.mark.parametrize(("remark", "clause"), [("loose", "BB-5.2"), ("on-table", "BB-5.3"), ("sideways", "BB-5.4")])
    def test_where_a_piece_may_not_rest_it_is_corrected_or_has_fallen(self, remark: str, clause: str) -> None:
        state = play(served(), "P1 take green-1")
        found = refusals(state, f"P1 stack green-1 {remark}")
        assert set(found) == {clause}
        assert "(BB-5.6)" in found[clause]
        assert is_legal(state, "P1 fall green-1")

    @pytest.mark.clause("BB-5.1", "BB-5.2", "BB-5.3", "BB-5.4", "BB-5.6")
    def test_every_reason_at_once(self) -> None:
        state = play(served(), "P1 take green-1")
        found = refusals(state, "P1 stack green-1 sideways on-table loose two-hands moving late")
        assert set(found) == {"BB-5.1", "BB-5.2", "BB-5.3", "BB-5.4", "BB-5.6"}

    @pytest.mark.clause("BB-5.5")
    def test_pieces_are_adjusted_at_any_time_and_never_removed(self) -> None:
        state = bring(served(), 1, "green-1")
        assert is_legal(state, "P1 adjust")
        assert refusals(state, "P1 adjust removed") == {"BB-5.5": "pieces may be adjusted and never removed from the plate"}
        assert set(refusals(state, "P1 adjust late")) == {"BB-5.5"}
        assert set(refusals(state, "P2 adjust")) == {"BB-5.5"}
        measured = play(state, "P1 height 12")
        assert play(measured, "P1 adjust").plates[0].height is None

    @pytest.mark.clause("BB-5.5")
    def test_a_table_may_adjust_in_ones_own_turn_only(self) -> None:
        state = bring(served(adjust_out_of_turn="false"), 1, "green-1")
        assert refusals(state, "P1 adjust") == {"BB-5.5": "not P1: at this table pieces are adjusted in one's own turn"}
        state = bring(bring(state, 2, "green-2"), 3, "green-3")
        assert is_legal(state, "P3 adjust")

    @pytest.mark.clause("BB-5.6")
    @pytest.mark.parametrize("seconds", ["2", "5"])
    def test_a_piece_counts_when_hands_are_off_and_nothing_moves(self, seconds: str) -> None:
        state = play(served(settle_seconds=seconds), "P1 take green-1")
        found = refusals(state, "P1 stack green-1 moving")
        assert found == {"BB-5.6": f"green-1 is placed when all hands are off and nothing moves for {seconds} s"}
        assert GAME.show(state)["settle_seconds"] == int(seconds)


def test_a_position_for_later_is_read_back() -> None:
    state = bring(served(), 1, "green-1")
    assert position(str(state)) == state


def test_what_is_refused_cannot_be_done_and_is_told_all_the_same() -> None:
    state = bring(served(), 1, "green-1")
    with pytest.raises(IllegalAction, match="P2 takes now"):
        GAME.apply(state, act("P1 take green-2"))
    assert GAME.tell(state, act("P1 take green-2")) == "took green-2."
    assert GAME.tell(state, act("P1 show B9")) == "revealed B9."
    assert GAME.tell(state, act("P1 show B1 meat")) == "revealed B1, who likes meat and seafood."


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("table first P2", "P2 goes first."),
        ("table reveal green-1", "revealed green-1."),
    ],
)
def test_the_table_tells_what_it_does(line: str, told: str) -> None:
    assert GAME.tell(opening(), act(line)) == told


def test_a_card_that_was_read_is_told() -> None:
    state = play(opening(2, pack=BOX), "table reveal egg")
    assert GAME.tell(state, act("table read egg:1/meat/white")) == "read the card of egg: 1 star, meat, white."


def test_the_end_of_a_round_is_told() -> None:
    state = bring(bring(bring(served(), 1, "green-1"), 2, "green-2"), 3, "green-3")
    assert GAME.tell(state, act("table bin red-1")).endswith("Round 1 is over: P2 goes first (BB-4.4).")


def test_the_log_calls_foods_by_the_names_that_the_pack_gives_them() -> None:
    named = replace(PACK, pieces=tuple(_named(piece) for piece in PACK.pieces))
    state = play(opening(2, pack=named), "table reveal green-1", "table reveal green-2", "table reveal green-3")
    assert GAME.tell(state, act("P1 take green-1")) == "took Peas in a pod."
    assert GAME.tell(state, act("P1 take green-2")) == "took green-2."


def _named(piece: Piece) -> Piece:
    is_pod = piece.attributes.get("food") == "green-1"
    return replace(piece, attributes={**piece.attributes, "name": "Peas in a pod"}) if is_pod else piece
