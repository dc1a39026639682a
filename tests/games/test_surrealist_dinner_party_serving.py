"""Tokens of Surrealist Dinner Party: who places them, how they are served, when the next course comes."""

import pytest

from companion.game import Setup
from companion.games.surrealist_dinner_party import GAME
from tests.games.surrealist_dinner_party_tables import (
    guest,
    opening,
    platter,
    play,
    position,
    refusals,
    turn,
)

clause = pytest.mark.clause
GAME_SETUP = Setup(2)


class TestReceiving:
    @clause("SD-7.1")
    def test_the_owner_chooses_also_when_an_opponent_gave_it(self) -> None:
        state = play(position("g1", "g2"), "P1 drama g1 g2")
        assert turn(state) == (1, 2)
        assert refusals(state, "P1 place drama g2 1") == {"SD-7.1": "P2 chooses the appetite of G2, not P1"}
        state = play(state, "P2 place drama g2 1", "P1 place drama g1 1")
        assert guest(state, "g2") == "g2(wine=drama,food,wild)"

    @clause("SD-7.1")
    def test_only_an_empty_appetite(self) -> None:
        state = play(position("g1(wine=food,food,wild)", "g2"), "P1 serve wine g1")
        assert refusals(state, "P1 place wine g1 1") == {"SD-7.1": "appetite 1 of G1 is not empty; 2, 3 are"}
        assert "SD-7.1" in refusals(state, "P1 place wine g1 9")

    @clause("SD-7.2")
    def test_a_token_is_placed_before_anything_else_and_never_moved(self) -> None:
        state = play(position("g1", "g2"), "P1 serve wine g1")
        assert refusals(state, "P2 trash wine") == {"SD-7.2": "P1 places a token first"}
        assert set(refusals(state, "P1 done")) == {"SD-7.2"}
        state = play(state, "P1 place wine g1 2")
        assert "never moved" in refusals(state, "P1 place wine g1 3")["SD-7.2"]

    @clause("SD-7.2")
    def test_the_last_empty_appetite_leaves_no_choice(self) -> None:
        state = play(position("g1(wine=food,food,wild=food)", "g2"), "P1 serve wine g1")
        assert guest(state, "g1") == "g1(wine=food,food=wine,wild=food)"
        assert turn(state) == (2,)


class TestServe:
    @clause("SD-8.1")
    def test_a_token_of_the_platter_for_an_own_guest_or_the_kitchen(self) -> None:
        state = position("g1", "g2", platter="food:2,wine:1")
        assert platter(play(state, "P1 serve food g1")) == {"wine": 1, "food": 1}
        assert platter(play(state, "P1 trash wine")) == {"food": 2}
        assert refusals(state, "P1 serve drama g1") == {"SD-8.1": "no drama on the platter: food:2,wine:1"}
        assert refusals(state, "P1 serve food g2") == {"SD-8.1": "G2 is not a guest of P1 at the table"}

    @clause("SD-8.1", "SD-7.3")
    def test_serving_a_full_guest_trashes_the_token(self) -> None:
        state = play(position("maar(wine=food,wine=food)", "g2"), "P1 serve wine maar")
        assert (platter(state), turn(state)) == ({"wine": 2}, (2,))

    @clause("SD-8.2")
    def test_the_last_token_ends_the_course(self) -> None:
        state = play(position("g1", "g2", platter="wine:1"), "P1 trash wine")
        assert turn(state) == ()
        assert GAME.status(state).phase == "Cocktails is over"
        assert set(refusals(position("g1", "g2"), "refill")) == {"SD-8.2"}
        served = play(position("g1", "g2", platter="wine:1"), "P1 serve wine g1")
        assert turn(served) == (1,)
        assert "something is still to be decided" in refusals(served, "refill")["SD-8.2"]
        assert GAME.status(play(served, "P1 place wine g1 1")).to_act == ()


class TestCourses:
    @clause("SD-10.1")
    @pytest.mark.parametrize(("players", "totals"), [(2, [3, 4, 3, 7, 4, 3]), (3, [4, 6, 4, 10, 6, 4]), (4, [6, 8, 6, 13, 8, 6])])
    def test_six_courses(self, players: int, totals: list[int]) -> None:
        menu = opening(players).house.menu
        assert [sum(course) for course in menu] == totals
        assert sum(totals) == {2: 24, 3: 34, 4: 47}[players]

    @clause("SD-10.1")
    def test_the_kinds_are_read_off_the_menu(self) -> None:
        state = opening(2, menu_kinds="wine,food+wine,wine,food,wine,dessert")
        assert state.house.menu[1] == (4, 4, 0, 0, 0)

    @clause("SD-10.2")
    def test_left_of_who_took_the_last_token_starts(self) -> None:
        state = play(position("g1", "g2", "g3", platter="wine:1", turn="P2"), "P2 trash wine")
        assert set(refusals(state, "P3 trash wine")) == {"SD-10.2", "SD-8.1"}
        assert set(refusals(state, "all-home")) == {"SD-10.2"}
        state = play(state, "refill")
        assert (platter(state), turn(state)) == ({"food": 6}, (3,))
        assert set(refusals(state, "P1 trash food")) == {"SD-10.2"}

    @clause("SD-10.2", "SD-T6")
    def test_t6_three_players_the_tenth_token_of_the_main_course(self) -> None:
        state = position("g1", "g2", "g3", course="4", platter="food:10")
        assert state.house.menu[3] == state.platter
        for n in range(10):
            state = play(state, f"P{n % 3 + 1} trash food")
        state = play(state, "refill")
        assert platter(state) == {"wine": 3, "dessert": 3}
        assert turn(state) == (2,)

    @clause("SD-10.1", "SD-1.4")
    def test_a_kitchen_that_runs_out_lays_what_it_has(self) -> None:
        state = position("g1", "g2", stash1="food:18", platter="wine:1", kitchen="finite")
        assert platter(play(state, "P1 trash wine", "refill")) == {"food": 2}
        state = position("g1", "g2", stash1="food:20", platter="wine:1", kitchen="finite")
        state = play(state, "P1 trash wine", "refill")
        assert GAME.status(state).phase == "Hors d'œuvres is over"
        assert platter(play(state, "refill")) == {"wine": 3}
        assert turn(play(state, "refill")) == (2,)
