"""Buffet Boss, the rulebook continued: dropped food, and all you can eat."""

from dataclasses import replace

import pytest

from companion.game import Pack, SetupError
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.pieces import TOGETHER, State
from tests.games.buffet_boss_tables import (
    FOODS,
    PACK,
    act,
    bring,
    counting,
    is_legal,
    legal,
    opening,
    play,
    position,
    refusals,
    served,
    setup,
)


def faults(pack: Pack, players: int = 3, mode: str = "lunch", **options: str) -> str:
    with pytest.raises(SetupError) as refusal:
        GAME.initial(pack, setup(players, mode, **options))
    return str(refusal.value)


def fallen(n: int, **options: str) -> State:
    """P1 had n pieces on the plate, and all of them fell."""
    foods = FOODS[:n]
    return play(counting(f"on:{','.join(foods)}", "-", mode="lunch", **options), f"P1 fall {','.join(foods)}")


class TestDroppedFood:
    @pytest.mark.clause("BB-6.1", "BB-T4")
    @pytest.mark.parametrize(("n", "saved"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
    def test_half_of_the_fallen_rounded_up_may_be_saved(self, n: int, saved: int) -> None:
        state = fallen(n)
        assert GAME.status(state).to_act == (0,)
        assert is_legal(state, f"P1 save {','.join(FOODS[:saved])}")
        if saved < n:
            why = f"{n} fell: {saved} may be picked up, half rounded up, not {saved + 1}"
            assert refusals(state, f"P1 save {','.join(FOODS[: saved + 1])}") == {"BB-6.1": why}
        assert max(line.count("-") for line in legal(state) if "save" in line) == saved

    @pytest.mark.clause("BB-6.1")
    def test_three_seconds_and_only_what_fell(self) -> None:
        state = fallen(2)
        assert refusals(state, "P1 save green-1 late") == {"BB-6.1": "the 3 seconds were over; what was not picked up is lost"}
        assert is_legal(state, "P1 save - late")
        assert set(refusals(state, "P1 save brown-1")) == {"BB-6.1"}
        assert set(refusals(state, "P2 save brown-1")) == {"BB-6.1"}
        assert set(refusals(state, "P1 adjust")) == {"BB-5.5", "BB-6.1"}
        assert set(refusals(counting("on:green-1", "-"), "P1 fall green-2")) == {"BB-6.1"}

    @pytest.mark.clause("BB-6.1")
    def test_nobody_goes_on_while_food_lies_there(self) -> None:
        state = play(bring(served(), 1, "green-1"), "P1 fall green-1")
        assert refusals(state, "P2 take green-2") == {"BB-6.1": "P1 has 3 seconds for green-1 first"}
        state = play(state, "P1 save green-1")
        assert refusals(state, "P2 take green-2") == {"BB-4.2": "P1 stacks green-1 first"}
        assert is_legal(play(state, "P1 stack green-1"), "P2 take green-2")

    @pytest.mark.clause("BB-6.2", "BB-6.5")
    def test_what_is_not_saved_is_lost_with_its_card(self) -> None:
        state = play(fallen(3), "P1 save green-1,green-3")
        assert (state.plates[0].hand, state.plates[0].surplus) == (("green-1", "green-3"), ("green-2",))
        assert refusals(state, "P1 bin green-1") == {"BB-6.5": "P1 has no card of green-1 without its piece"}
        after = play(state, "P1 bin green-2")
        assert "green-2" in after.bin
        assert after.plates[0].cards == ("green-1", "green-3")
        assert "BB-6.2" in GAME.tell(fallen(3), act("P1 save green-1"))

    @pytest.mark.clause("BB-6.3")
    def test_the_owner_chooses_and_a_fall_while_stacking_again_is_a_new_event(self) -> None:
        state = fallen(2)
        assert {"P1 save green-1", "P1 save green-2", "P1 save -"} <= legal(state)
        assert set(refusals(state, "P1 save green-1 sideways")) == {"BB-6.3"}
        state = play(state, "P1 save green-2", "P1 fall green-2")
        assert state.plates[0].most_saved == 1
        thrice = play(counting("on:green-1,green-2", "-"), "P1 fall green-1")
        assert set(refusals(thrice, "P1 fall green-2")) == {"BB-6.3"}

    @pytest.mark.clause("BB-6.3")
    def test_the_three_seconds_may_cover_placing_too(self) -> None:
        state = play(fallen(2, three_second="pickup_and_place"), "P1 save green-2")
        assert (state.plates[0].pieces, state.plates[0].hand) == (("green-2",), ())

    @pytest.mark.clause("BB-6.3")
    def test_a_piece_caught_in_the_air_has_fallen_unless_the_table_says_no(self) -> None:
        state = counting("on:green-1,green-1", "-", mode="lunch")
        assert play(state, "P1 fall green-1 caught").plates[0].fallen == ("green-1",)
        state = counting("on:green-1,green-1", "-", mode="lunch", air_catch="safe")
        after = play(state, "P1 fall green-1,green-1 caught").plates[0]
        assert (after.fallen, after.hand) == ((), ("green-1", "green-1"))
        assert set(refusals(play(served(air_catch="safe"), "P1 take green-1"), "P1 fall green-1 caught")) == {"BB-6.3"}

    @pytest.mark.clause("BB-6.4")
    @pytest.mark.parametrize(("answer", "saved", "lost"), [("owner_restores_free", 3, 0), ("normal_rule", 2, 0), ("culprit_penalty", 3, 3)])
    def test_somebody_else_knocked_it_down(self, answer: str, saved: int, lost: int) -> None:
        state = play(
            counting("on:green-1,green-2,green-3", "-", mode="lunch", other_caused=answer), "P1 fall green-1,green-2,green-3 by P2"
        )
        assert (state.plates[0].most_saved, state.plates[1].penalty) == (saved, lost)
        assert [line.points for line in GAME.scores(state) if line.clause == "BB-6.4"] == ([-3] if lost else [])

    @pytest.mark.clause("BB-6.4")
    def test_a_piece_on_another_plate_has_fallen_unless_the_table_lets_it_stay(self) -> None:
        state = counting("on:green-1,green-2", "on:red-1", mode="lunch")
        assert play(state, "P1 fall green-1 onto P2").plates[0].fallen == ("green-1",)
        state = play(counting("on:green-1,green-2", "on:red-1", mode="lunch", lands_on_other_plate="stays"), "P1 fall green-1 onto P2")
        assert [plate.pieces for plate in state.plates] == [("green-2",), ("red-1", "green-1")]
        assert [plate.cards for plate in state.plates] == [("green-2",), ("red-1", "green-1")]

    @pytest.mark.clause("BB-6.4")
    def test_one_story_at_a_time(self) -> None:
        state = counting("on:green-1", "-", "-")
        for line in ("P1 fall green-1 by P1", "P1 fall green-1 onto P1", "P1 fall green-1 by P2 onto P3", "P1 fall green-1 by P2 caught"):
            assert set(refusals(state, line)) == {"BB-6.4"}

    @pytest.mark.clause("BB-6.5")
    def test_cards_in_front_and_pieces_are_equal_again(self) -> None:
        state = play(fallen(5), "P1 save green-1", "P1 stack green-1", *(f"P1 bin {food}" for food in FOODS[1:5]))
        assert state.plates[0].cards == state.plates[0].pieces == ("green-1",)


def together(players: int = 3, **options: str) -> State:
    return served(players, "all_you_can_eat", **options)


class TestAllYouCanEat:
    @pytest.mark.clause("BB-9.1")
    def test_cards_by_level_and_players(self) -> None:
        for level, cards in TOGETHER.items():
            assert tuple(opening(n, "all_you_can_eat", level=level).house.deck for n in range(1, 6)) == cards
        assert TOGETHER == {"snack": (6, 12, 16, 20, 24), "meal": (8, 15, 20, 25, 30), "buffet": (10, 18, 28, 35, 42)}
        assert opening(2, "all_you_can_eat").house.characters == ()
        assert "needs 12 (BB-9.1)" in faults(replace(PACK, pieces=PACK.pieces[:5]), 2, "all_you_can_eat")

    @pytest.mark.clause("BB-9.2")
    def test_rounds_by_level_and_players(self) -> None:
        rounds = {level: [opening(n, "all_you_can_eat", level=level).house.rounds for n in range(1, 6)] for level in TOGETHER}
        assert rounds == {"snack": [3, 4, 4, 4, 4], "meal": [4, 5, 5, 5, 5], "buffet": [5, 6, 7, 7, 7]}

    @pytest.mark.clause("BB-9.3")
    def test_who_goes_first_is_chosen_when_the_line_lies_there(self) -> None:
        state = play(opening(3, "all_you_can_eat"), "table reveal green-1")
        assert set(refusals(state, "table first P2")) == {"BB-9.3"}
        state = play(together(), "table first P2")
        assert refusals(state, "table first P2") == {"BB-9.3": "P2 goes first already"}
        assert set(refusals(state, "P1 take green-1")) == {"BB-9.4"}
        assert play(state, "P2 take green-1").taken == (1,)
        assert play(together(), "P3 take green-1").first == 2

    @pytest.mark.clause("BB-9.4")
    def test_one_takes_two_whoever_that_is(self) -> None:
        state = play(together(), "P2 take green-1", "P2 take green-2")
        assert refusals(state, "P2 take green-3") == {"BB-9.4": "not P2: P3 takes now, clockwise"}
        state = play(state, "P2 stack green-2", "P2 stack green-1")
        state = bring(bring(state, 3, "green-3"), 1, "red-1")
        assert (state.round, state.first) == (2, None)

    @pytest.mark.clause("BB-9.4")
    def test_when_all_have_one_anybody_takes_the_last_and_none_is_wasted(self) -> None:
        state = bring(bring(bring(together(), 1, "green-1"), 2, "green-2"), 3, "green-3")
        assert set(refusals(state, "table bin red-1")) == {"BB-9.4"}
        assert {"P1 take red-1", "P2 take red-1", "P3 take red-1"} <= legal(state)
        assert bring(state, 1, "red-1").round == 2

    @pytest.mark.clause("BB-9.4")
    def test_alone_one_takes_both(self) -> None:
        state = together(1)
        assert set(refusals(bring(state, 1, "green-1"), "table bin green-2")) == {"BB-9.4"}
        assert bring(bring(state, 1, "green-1"), 1, "green-2").round == 2

    @pytest.mark.clause("BB-9.5")
    @pytest.mark.parametrize("how", ["", " by P2", " onto P2", " caught"])
    def test_one_piece_that_falls_ends_the_game(self, how: str) -> None:
        state = play(bring(together(lands_on_other_plate="stays"), 1, "green-1"), f"P1 fall green-1{how}")
        assert GAME.status(state).over
        assert GAME.status(state).winners == ()
        assert set(refusals(state, "P1 save green-1")) == {"BB-9.5"}
        assert legal(state) == set()

    @pytest.mark.clause("BB-9.5")
    def test_a_catch_that_is_safe_does_not(self) -> None:
        state = play(bring(together(air_catch="safe"), 1, "green-1"), "P1 fall green-1 caught")
        assert not GAME.status(state).over
        assert is_legal(state, "P1 stack green-1")

    @pytest.mark.clause("BB-9.5")
    def test_all_pieces_on_the_plates_win_and_nobody_counts(self) -> None:
        state = opening(1, "all_you_can_eat")
        for one, other in zip(FOODS[0:6:2], FOODS[1:6:2], strict=True):
            assert not GAME.status(state).over
            state = play(state, f"table reveal {one}", f"table reveal {other}")
            state = bring(bring(state, 1, one), 1, other)
        assert GAME.status(state).winners == (0,)
        assert GAME.scores(state) == ()
        hints = GAME.show(state)["hints"]
        assert hints == [{"text": "All the food is on the plates: the game is won.", "clauses": ["BB-9.5"]}]
        for line in ("P1 height 10", "table read green-1:1/seafood/green"):
            assert "BB-9.5" in refusals(together(), line)

    @pytest.mark.clause("BB-9.5")
    def test_what_is_left_shows(self) -> None:
        shown = GAME.show(bring(together(), 1, "green-1"))["together"]
        assert isinstance(shown, dict)
        assert (shown["stacked"], shown["left"], shown["extra_taken"], shown["dropped"]) == (1, 15, False, None)


@pytest.mark.clause("BB-6.1")
def test_the_table_is_told_that_food_has_fallen() -> None:
    state = position("round=1 first=P1 line=green-2,green-3,red-2 taken=P1 bin=- P1=cards:red-1;on:red-1 P2=- P3=-")
    assert GAME.status(state).phase == "round 1 of 5"
    assert GAME.status(play(state, "P1 fall red-1")).phase == "round 1 of 5: food has fallen"
    over = counting("on:green-1,red-1", "on:green-2")
    assert GAME.status(over).phase == "counting"
    assert GAME.status(play(over, "P1 fall red-1")).phase == "counting: food has fallen"


@pytest.mark.clause("BB-9.3")
def test_two_who_play_together_agree_on_who_goes_first_and_one_alone_does_not() -> None:
    assert [opening(n, "all_you_can_eat").first for n in (1, 2, 3)] == [0, None, None]


@pytest.mark.clause("BB-6.1", "BB-7.3", "BB-8.2")
def test_what_may_be_saved_and_measured_is_listed() -> None:
    over = counting("on:green-1,red-1", "on:green-2", tallest_tie="higher_measurement_mm")
    listed = {str(action) for action in GAME.legal_actions(over)}
    assert {"P1 height 10", "P1 height 10 11mm", "P1 touch green-1+plate,plate+red-1"} <= listed
    assert not [action for action in legal(opening(2)) if "height" in action or "touch" in action]
    fallen = {str(action) for action in GAME.legal_actions(play(over, "P1 fall green-1,red-1"))}
    assert {"P1 save -", "P1 save green-1", "P1 save red-1"} <= fallen
