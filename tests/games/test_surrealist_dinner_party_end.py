"""The end of a Surrealist Dinner Party: everybody goes home, door abilities, faux pas cards, scores, ties."""

import pytest

from companion.games.surrealist_dinner_party import GAME
from companion.games.surrealist_dinner_party.position import State
from tests.games.surrealist_dinner_party_tables import is_legal, play, position, refusals, stash, turn

clause = pytest.mark.clause
RACE = "faux-pas-1(race:wine:3:2:-:-)"
READY = "faux-pas-1(race:wine:3:2:P1:-)"
MOST = "faux-pas-6(majority:wine:0:4:-:-)"
OTHER = "faux-pas-10(majority:compliment:0:3:-:-)"
CHOSEN = {"flags1": "chosen", "flags2": "chosen", "faux_pas": "true"}


def last(*rows: str, **given: str) -> State:
    """One dessert is left; P1 is to act."""
    return position(*rows, **{"course": "6", "platter": "dessert:1", **given})


def end(state: State, *more: str) -> State:
    return play(state, "P1 trash dessert", "all-home", *more)


def points(state: State) -> list[int]:
    return [sum(line.points for line in GAME.scores(state) if line.seat == seat) for seat in range(state.house.players)]


def winners(state: State) -> tuple[int, ...]:
    status = GAME.status(state)
    assert status.over
    return tuple(seat + 1 for seat in status.winners)


class TestTheEnd:
    @clause("SD-11.1", "SD-5.0")
    def test_after_the_last_dessert_everybody_goes_home_and_stashes(self) -> None:
        state = last("g1(wine=wine,food,wild=drama)", "g2(wine=wine,food=wine,wild)", stash2="food:2")
        over = play(state, "P1 trash dessert")
        assert (turn(over), GAME.status(over).phase) == ((), "Dessert is over")
        assert set(refusals(over, "refill")) == {"SD-11.1"}
        assert set(refusals(over, "P2 trash dessert")) == {"SD-11.1", "SD-8.1"}
        over = play(over, "all-home")
        assert (stash(over, 1), stash(over, 2)) == ({"wine": 1, "drama": 1}, {"food": 2, "wine": 1})
        assert points(over) == [2, 3]
        assert winners(over) == (2,)
        assert list(GAME.legal_actions(over)) == []
        assert refusals(over, "P1 done") == {"SD-11.1": "the game is over: everything is counted"}

    @clause("SD-11.1", "SD-5.2")
    def test_content_guests_bring_two_more_at_the_end_too(self) -> None:
        state = end(last("maar(wine=wine,wine=wine)", "swap(food=food,food=food)"))
        assert turn(state) == (1, 2)
        state = play(state, "P1 bonus wine wine", "P2 bonus food drama")
        assert points(state) == [4, 4]

    @clause("SD-11.2")
    def test_doors_clockwise_from_the_left_of_who_ended_it_after_all_have_stashed(self) -> None:
        rows = ("rich(food=food,wine)", "greedy", "exit")
        state = end(last(*rows))
        assert turn(state) == (3,), "nothing is on the platter for greedy"
        state = play(state, "P3 use exit")
        assert set(refusals(state, "put wine platter")) == {"SD-11.1"}
        state = play(state, "put wine P3", "P3 done")
        assert turn(state) == (1,)
        assert points(play(state, "P1 use rich")) == [3, 0, 1]

    @clause("SD-11.2")
    def test_or_in_any_order(self) -> None:
        state = last("rich(food=food,wine)", "exit")
        assert set(refusals(end(state), "P1 use rich")) == {"SD-5.3"}
        state = end(last("rich(food=food,wine)", "exit", door_order="simultaneous_choice"))
        assert turn(state) == (1, 2)
        assert is_legal(state, "P1 use rich") and is_legal(state, "P2 use exit")
        state = play(state, "P1 use rich", "P2 done")
        assert points(state) == [3, 0]

    @clause("SD-11.2")
    def test_guests_in_hand_count_nothing(self) -> None:
        state = end(last("g1", "g2"))
        assert state.players[0].hand == 5
        assert points(state) == [0, 0]

    @clause("SD-11.6")
    def test_a_score_is_the_stash_and_the_faux_pas_cards(self) -> None:
        state = end(last("g1", "g2", stash1="wine:3,drama:2", faux=READY.replace(":-)", ":P1)") + "," + MOST, **CHOSEN))
        lines = [(line.what, line.points, line.clause, line.pieces) for line in GAME.scores(state) if line.seat == 0]
        assert lines == [
            ("3 wine", 3, "SD-11.6", ("wine",)),
            ("2 drama", 2, "SD-11.6", ("drama",)),
            ("faux pas: first with 3 wine", 2, "SD-11.3", ("faux-pas-1",)),
            ("faux pas: most wine", 4, "SD-11.3", ("faux-pas-6",)),
        ]


class TestFauxPas:
    @clause("SD-11.3", "SD-11.4")
    def test_the_first_with_the_tokens_may_claim_a_race_and_is_asked(self) -> None:
        state = position(
            "g1(wine=wine,food,wild=wine)", "g2(wine=wine,food,wild)", stash1="wine:1", stash2="wine:2", faux=f"{RACE},{OTHER}", **CHOSEN
        )
        assert refusals(state, "P1 claim faux-pas-1") == {"SD-11.3": "1 wine in the Stash, 3 wanted"}
        state = play(state, "P1 home g1")
        assert state.faux_pas[0].ready == (0,)
        assert points(state)[0] == 3
        state = play(state, "P1 done", "P2 home g2")
        assert refusals(state, "P2 claim faux-pas-1") == {"SD-11.3": "3 wine in the Stash, 3 wanted; P1 had them first"}
        assert is_legal(state, "P1 claim faux-pas-1")
        state = play(state, "P1 claim faux-pas-1")
        assert points(state) == [5, 3]
        assert set(refusals(state, "P1 claim faux-pas-1")) == {"SD-11.3"}
        assert set(refusals(state, "P1 claim faux-pas-9")) == {"SD-11.3"}

    @clause("SD-11.4")
    def test_or_it_is_given_without_a_word(self) -> None:
        state = position("g1(wine=wine,food,wild=wine)", "g2", stash1="wine:1", faux=f"{RACE},{OTHER}", race_claim="automatic", **CHOSEN)
        assert points(play(state, "P1 home g1"))[0] == 5

    @clause("SD-11.4")
    def test_at_the_end_whoever_may_claim_is_asked_once_more(self) -> None:
        state = end(last("g1", "g2", stash1="wine:3", faux=f"{READY},{OTHER}", **CHOSEN))
        assert turn(state) == (1,)
        assert refusals(state, "P2 done") == {"SD-11.4": "P2 has nothing to leave: P1 claims a faux pas card, or is done"}
        assert points(play(state, "P1 claim faux-pas-1")) == [5, 0]
        assert points(play(state, "P1 done")) == [3, 0]

    @clause("SD-11.3", "SD-11.4")
    def test_several_at_once_are_tied_and_each_gets_the_points(self) -> None:
        row = "g{}(wine=wine,food,wild)"
        state = end(last(row.format(1), row.format(2), stash1="wine:2", stash2="wine:2", faux=f"{RACE},{OTHER}", **CHOSEN))
        assert turn(state) == (1, 2)
        assert points(play(state, "P2 claim faux-pas-1", "P1 claim faux-pas-1")) == [5, 5]

    @clause("SD-11.3", "SD-T7")
    def test_t7_four_against_four_both_get_the_points(self) -> None:
        state = last("g1", "g2", stash1="wine:4", stash2="food:1,wine:4", faux=f"{OTHER},{MOST}", **CHOSEN)
        assert points(state) == [4, 5]
        assert set(refusals(state, "P1 claim faux-pas-6")) == {"SD-11.3"}
        state = end(state)
        assert points(state) == [8, 9]
        assert winners(state) == (2,)

    @clause("SD-11.3")
    def test_nobody_has_most_of_nothing(self) -> None:
        assert points(end(last("g1", "g2", faux=f"{OTHER},{MOST}", **CHOSEN))) == [0, 0]


class TestTies:
    @clause("SD-11.5")
    def test_a_tie_is_shared(self) -> None:
        assert winners(end(last("g1", "g2", stash1="wine:2", stash2="food:2"))) == (1, 2)
        assert winners(end(last("g1", "g2", gone="g3"))) == (1, 2), "whatever is left in hand"

    @clause("SD-11.6")
    def test_points_of_faux_pas_cards_decide_too(self) -> None:
        state = last("g1", "g2", stash1="food:3", stash2="wine:2", faux=f"{OTHER},{MOST}", **CHOSEN)
        assert winners(end(state)) == (2,), "3 tokens against 2 and a card of 4"

    @clause("SD-11.5")
    def test_or_won_by_who_sent_more_home_content(self) -> None:
        given = {"stash1": "wine:4", "stash2": "food:4", "flags2": "content:1", "gone": "g3,g4,g5,g6,g7,g8"}
        assert winners(end(last("g1", "g2", tie="more_perfectly_content", **given))) == (2,)

    @clause("SD-11.5")
    def test_or_by_who_has_fewer_guests_left_in_hand(self) -> None:
        assert winners(end(last("g1", "g2", gone="g3", tie="fewer_guests_left_in_hand"))) == (1,)
