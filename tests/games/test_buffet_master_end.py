"""The rulebook of Buffet Master: the end (BM-5, example BM-T10), and what is said of a game."""

import pytest

from companion.game import Setup, SetupError
from companion.games.buffet_master import GAME
from tests.games.buffet_master_tables import ENDED, PACK, SOUP, TAIL, act, is_legal, play, refusals, table

clause = pytest.mark.clause


class TestEnd:
    @clause("BM-5.1")
    def test_the_last_card_of_a_pile_ends_the_game_at_once(self) -> None:  # BM-T10
        state = play(table(under=(3, 3, 3, 0, 3)), "P1 take 1")
        after = play(state, "P1 take 4")
        assert (after.phase, GAME.status(after).phase) == ("count", "count to five")
        assert "BM-5.2" in refusals(after, "P1 take 2")
        assert refusals(state, "P1 take 4 2") == {"BM-5.1": "pile 4 is empty then and the game ends at once; no further pick"}

    @clause("BM-5.1")
    def test_the_smallest_pile_is_shown(self) -> None:
        assert GAME.show(table(under=(3, 3, 1, 3, 3)))["smallest"] == {"pile": 3, "left": 2}

    @clause("BM-5.2")
    def test_no_pile_is_turned_up_and_no_card_of_the_end_of_a_turn_is_played(self) -> None:
        state = play(table(hands={1: "fork", 2: "purse"}, under=ENDED), "P1 take 2 1")
        assert refusals(state, "flip 2:dump") == {"BM-5.2": "the game has ended; no pile is turned up any more"}
        assert "BM-5.2" in refusals(state, "P1 fork P2")
        assert "BM-5.2" in refusals(state, "P1 bathroom 1")

    @clause("BM-5.2")
    def test_option_finish_picks(self) -> None:
        state = play(table(hands={1: "fork", 2: "purse"}, under=ENDED, finish_picks="true"), "P1 take 1")
        assert (state.phase, is_legal(state, "P1 take 2")) == ("take", True)
        assert refusals(state, "P1 fork P2") == {"BM-5.2": "the game has ended; no end-of-turn card is played"}
        assert refusals(state, "flip 1:dump")["BM-5.2"]
        assert play(state, "P1 take 2", "P1 done").phase == "count"

    @clause("BM-5.3")
    def test_during_the_count_swoops_and_finished_dishes(self) -> None:
        state = table("count", {2: f"swoop+{SOUP}+pizza-0-0"}, tops="?" + TAIL, under=ENDED)
        assert is_legal(state, "P2 lay soup-0-0 soup-1-0")
        after = play(state, "P2 swoop 2")
        assert "sushi-0-0" in after.known_hand(1)
        assert GAME.status(state).to_act == (0, 1, 2, 3)
        done = play(after, "counted")
        assert done.phase == "scoring"
        assert refusals(done, "P2 swoop 3")["BM-5.3"] == "the count of five is over"
        assert refusals(done, "P2 lay soup-0-0 soup-1-0") == {"BM-5.3": "the count of five is over"}
        assert refusals(done, "counted") == {"BM-5.3": "the count of five is over"}
        assert refusals(table(), "counted") == {"BM-5.3": "the smallest pile still has 4 cards"}

    @clause("BM-5.3")
    def test_option_final_declare_false_wants_a_swoop_or_a_refill(self) -> None:
        state = table(
            "count", {2: f"swoop+{SOUP}+sushi-0-1+sushi-0-2+free-refill+tacos-0-0"}, tops="?" + TAIL, under=ENDED, final_declare="false"
        )
        assert "BM-5.3" in refusals(state, "P2 lay soup-0-0 soup-1-0")
        assert is_legal(state, "P2 lay free-refill tacos-0-0")
        assert is_legal(play(state, "P2 swoop 2"), "P2 lay sushi-0-0 sushi-0-1 sushi-0-2")
        assert not is_legal(play(state, "P2 swoop 3"), "P2 lay soup-0-0 soup-1-0")

    @clause("BM-5.3")
    def test_option_final_declare_false_under_trust(self) -> None:
        hands = {2: f"swoop+{SOUP}", 3: "free-refill+tacos-0-0"}
        state = table("count", hands, tops="?" + TAIL, under=ENDED, final_declare="false", verify_on_declare="trust")
        assert "BM-5.3" in refusals(state, "P2 lay-unseen 2")
        assert is_legal(state, "P3 lay-unseen 2")
        assert is_legal(play(state, "P2 swoop 3"), "P2 lay-unseen 2")

    @clause("BM-5.3")
    @pytest.mark.parametrize(("answer", "seconds"), [("five_spoken", None), ("seconds(5)", 5)])
    def test_option_how_long_the_count_is(self, answer: str, seconds: int | None) -> None:
        state = table("count", tops="?" + TAIL, under=ENDED, swoop_count_window=answer)
        assert GAME.show(state)["count"] == {"to": 5, "seconds": seconds}
        assert GAME.show(table(swoop_count_window=answer))["count"] is None

    @clause("BM-5.4")
    def test_a_swoop_and_a_fresh_tray_never_empty_a_pile(self) -> None:
        state = table("end", {1: "fresh-tray", 2: "swoop"}, under=ENDED)
        assert play(state, "P2 swoop 1").left(1) == play(state, "P1 tray 1 P3").left(1) == 1
        assert not play(state, "P2 swoop 1", "P1 tray 1 P3").has_empty_pile

    @clause("BM-5.4")
    def test_during_the_count_only_tops_that_still_lie_face_up(self) -> None:
        state = table("count", {2: "swoop"}, tops="?" + TAIL, under=ENDED)
        assert refusals(state, "P2 swoop 1") == {"BM-6.1": "pile 1 shows no card to swoop"}


def test_nobody_sits_beyond_the_table() -> None:
    state = table("scoring", tops="?" + TAIL, under=ENDED, verify_on_declare="trust")
    for line in (
        "P9 hand fork",
        "P9 open soup-0-0 soup-1-0",
        "P9 eat 1@0,0",
        "P9 clear",
        "P9 served",
        "P9 lay soup-0-0 soup-1-0",
        "P9 lay-unseen 2",
    ):
        assert "4 people play; there is no P9" in refusals(state, line)["BM-2.5"]


def test_a_game_is_told_in_sentences() -> None:
    state = table(hands={1: f"swoop+dump+fork+fresh-tray+bathroom+{SOUP}", 2: "swoop"}, under=(0, 3, 3, 3, 3))
    told = {
        "first P2": "P2 last ate at a buffet and starts.",
        "flip 1:fork": "New tops: Fork on pile 1.",
        "flip": "New tops: none.",
        "P1 take 2": "took sushi 1 of 3.",
        "P1 take 1": "took tacos 1 of 2. That was the last card of a pile: the game ends, count to five.",
        "P1 take 9": "took a card.",
        "P1 done": "finished taking.",
        "P1 turn 2 flip 2:fork": "took sushi 1 of 3. New tops: Fork on pile 2.",
        "P2 swoop 2": "swooped sushi 1 of 3 from pile 2.",
        "P2 miss 2": "was too late to swoop at pile 2 and keeps the Swoop.",
        "P2 tie 2": "touched sushi 1 of 3 together with P1 and P1 was given it.",
        "P1 dump 2 2 soup": "dumped 2 cards of soup on pile 2.",
        "P1 dump 2 2": "dumped 2 cards of one dish on pile 2.",
        "P1 tray 2 P3": "gave sushi 1 of 3 to P3 with a Fresh Tray on pile 2.",
        "P1 bathroom 2": "shuffled 7 cards into pile 2 (Bathroom).",
        "P1 bathroom 2 fork": "shuffled 7 cards into pile 2 (Bathroom). Its new top: Fork.",
        "P1 lay soup-0-0 free-refill": "laid soup with a Free Refill.",
        "P1 lay free-refill free-refill sushi-0-0": "laid sushi with 2 Free Refills.",
        "P1 lay-unseen 2": "laid a dish of 2 cards face down.",
        "counted": "Five. Now fill the stomachs.",
        "P1 hand fork": "showed 1 cards of the hand.",
        "P1 open soup-0-0 soup-1-0": "opened soup.",
        "P1 eat 1@0,0 purse 2": "ate 1 of 0 dishes, 1 in the Purse.",
        "P1 clear": "cleared the stomach to fill it anew.",
        "play-off P2": "P2 won the play-off.",
    }
    assert {line: GAME.tell(state, act(line)) for line in told} == told
    served = table("scoring", laid={1: SOUP}, tops="?" + TAIL, under=ENDED)
    assert GAME.tell(play(served, "P1 eat 1@0,0"), act("P1 served")) == "served 1 of 1 dishes: 8 points."


def test_setup_of_the_wrong_size() -> None:
    with pytest.raises(SetupError, match="2 to 6 players"):
        GAME.initial(PACK, Setup(7))
