"""The rulebook of the Appetite, second half: the worked hand, scores, the end of a game, its open questions."""

import pytest

from companion.game import Setup, SetupError, Status
from companion.games.appetite import GAME
from tests.games.appetite_tables import PACK, is_legal, opening, play, points, position, refusals, sheet

clause = pytest.mark.clause

EXAMPLE = """
P1 play lunches-6        6
P2 play breakfasts-3     9
P3 pass                  9
P4 pass                  9
P1 pass                  9
P2 pass                  9   P2 breakfasts:9@3
P3 play lunches-5       14
P4 play dinners-6       20   P4 dinners:20@6,icons:1
table clear             20
P1 play desserts-9      29
P2 pass                 29
P3 pass                 29
P4 pass                 29
P1 play lunches-1       30   P1 lunches:30@1,icons:1
table clear             30
P2 play dinners-3       33
P3 play breakfasts-4    37
P4 pass                 37
P1 play dinners-1       38
P2 pass                 38
P3 pass                 38
P4 play desserts-1      39
P1 pass                 39
P2 pass                 39
P3 pass                 39
P4 pass                 39   P4 dinners:20@6,icons:2
"""
"""The hand that the rulebook plays: action, Total after it, and the sheet that it fills."""


class TestTheWorkedHand:
    @clause("AP-3.1", "AP-3.2", "AP-3.3", "AP-4.4", "AP-4.5", "AP-4.6", "AP-5.1", "AP-5.2", "AP-5.3", "AP-5.4")
    def test_every_line_of_it(self) -> None:
        state = opening()
        sheets = {f"P{n}": "-" for n in (1, 2, 3, 4)}
        for line in EXAMPLE.strip().splitlines():
            action, total, *filled = [part for part in line.split("  ") if part]
            assert is_legal(state, action)
            state = play(state, action)
            assert state.total == int(total), line
            sheets |= dict([filled[0].split()]) if filled else {}
            assert {f"P{n}": sheet(state, n) for n in (1, 2, 3, 4)} == sheets, line
        assert state.hands == (0, 2, 2, 2)
        assert GAME.status(state).phase == "hand 1 is over"
        assert points(state) == [30, 9, 0, 20]

    @clause("AP-5.4", "AP-5.6")
    def test_every_line_of_a_score_and_of_what_is_told_has_its_clause(self) -> None:
        passed = position("P1=icons:3 rounds=P1:desserts-4 declined=3")
        assert GAME.tell(passed, GAME.parse_action("P1 pass")).endswith("P1 writes a Dessert icon instead of the Total (AP-5.4).")
        for sets, points_, words in (("1", 30, "4 Dessert icons"), ("unlimited", 60, "8 Dessert icons")):
            first, loose = GAME.scores(position("P1=icons:9", dessert_sets=sets))
            assert (first.points, first.what, first.clause) == (points_, words, "AP-5.6")
            assert (loose.points, loose.clause) == (0, "AP-5.6")
        assert loose.what == "1 of 4 Dessert icons"

    @clause("AP-5.1")
    def test_the_dessert_denied_p1_a_38(self) -> None:
        state = opening()
        for line in EXAMPLE.strip().splitlines()[:21]:
            state = play(state, line.split("  ")[0])
        denied = play(state, "P4 pass", "P1 pass")
        assert sheet(denied, 1) == "lunches:30@1,dinners:38@1,icons:1"


class TestScoring:
    @clause("AP-5.1")
    def test_all_pass_scores_the_last_card_though_another_was_higher(self) -> None:
        state = play(opening(), "P1 play lunches-8", "P2 play dinners-1", "P3 pass", "P4 pass", "P1 pass", "P2 pass")
        assert (sheet(state, 1), sheet(state, 2)) == ("-", "dinners:9@1")

    @clause("AP-5.1", "AP-5.3")
    def test_satisfying_scores_at_once_without_a_pass(self) -> None:
        state = play(opening(), "P1 play lunches-8", "P2 play dinners-2")
        assert (sheet(state, 2), state.round, state.turn) == ("dinners:10@2,icons:1", 2, 2)

    @clause("AP-5.2")
    def test_the_total_is_written_not_the_card(self) -> None:
        state = position("rounds=P1:lunches-8,P2:dinners-1/P3:lunches-9 declined=3")
        after = play(state, "P3 pass")
        assert sheet(after, 3) == "lunches:18@9"
        assert [(line.what, line.points, line.clause, line.pieces) for line in GAME.scores(after)] == [
            ("18 in Lunches", 18, "AP-5.2", ("lunches-9",))
        ]

    @clause("AP-5.4")
    def test_a_dessert_marks_an_icon_instead_and_two_when_it_satisfies(self) -> None:
        assert sheet(play(position("rounds=P1:desserts-9 declined=3"), "P1 pass"), 1) == "icons:1"
        assert sheet(play(position("rounds=P1:lunches-8"), "P2 play desserts-2"), 2) == "icons:2"

    @clause("AP-5.5")
    def test_a_full_column_scores_nothing(self) -> None:
        state = position("P1=lunches:6@6 rounds=P1:lunches-6 declined=3", boxes="1")
        assert sheet(play(state, "P1 pass"), 1) == "lunches:6@6"
        assert "nothing in Lunches, which is full (AP-5.5)" in GAME.tell(state, GAME.parse_action("P1 pass"))

    @clause("AP-5.5", "AP-5.3", "AP-T6")
    def test_t6_a_full_column_still_gives_the_bonus(self) -> None:
        state = play(position("P1=lunches:6@6 rounds=P2:dinners-4", boxes="1"), "P3 pass", "P4 pass", "P1 play lunches-6")
        assert sheet(state, 1) == "lunches:6@6,icons:1"

    @clause("AP-5.6")
    @pytest.mark.parametrize(("icons", "sum_"), [(3, 0), (4, 30), (7, 30), (8, 30)])
    def test_four_icons_are_thirty_points_once(self, icons: int, sum_: int) -> None:
        assert points(position(f"P1=icons:{icons}"))[0] == sum_

    @clause("AP-5.6", "AP-T5")
    @pytest.mark.parametrize(("answer", "boxes", "icons", "sum_"), [
        ("1", "3", 5, 30),
        ("unlimited", "3", 5, 30),
        ("per_sheet", "breakfasts:3,lunches:3,dinners:3,desserts:4", 4, 30),
        ("per_sheet", "breakfasts:3,lunches:3,dinners:3,desserts:8", 5, 30),
    ])  # fmt: skip
    def test_t5_satisfying_with_a_dessert_at_three_icons(self, answer: str, boxes: str, icons: int, sum_: int) -> None:
        state = play(position("P2=icons:3 rounds=P1:lunches-8", dessert_sets=answer, boxes=boxes), "P2 play desserts-2")
        assert (sheet(state, 2), points(state)[1]) == (f"icons:{icons}", sum_)

    @clause("AP-5.6", "AP-5.5")
    def test_a_dessert_beyond_a_full_column_counts_only_where_sets_are_unlimited(self) -> None:
        lying = "P1=icons:7 rounds=P1:desserts-9 declined=3"
        assert (sheet(play(position(lying), "P1 pass"), 1), points(play(position(lying), "P1 pass"))[0]) == ("icons:7", 30)
        more = play(position(lying, dessert_sets="unlimited"), "P1 pass")
        assert (sheet(more, 1), points(more)[0]) == ("icons:8", 60)
        printed = position(lying, dessert_sets="per_sheet", boxes="breakfasts:3,lunches:3,dinners:3,desserts:8")
        assert points(play(printed, "P1 pass"))[0] == 60

    @clause("AP-5.6")
    def test_loose_icons_are_listed_at_nothing(self) -> None:
        lines = GAME.scores(position("P1=icons:3 P2=icons:5"))
        assert [(line.seat, line.what, line.points) for line in lines] == [
            (0, "3 of 4 Dessert icons", 0),
            (1, "4 Dessert icons", 30),
            (1, "1 Dessert icons beyond the set", 0),
        ]

    @clause("AP-5.7")
    def test_an_earlier_appetite_satisfies_nothing(self) -> None:
        state = position("rounds=P1:lunches-6/P2:dinners-5/P3:lunches-3")
        after = play(state, "P4 play dinners-6")
        assert (after.total, after.appetite, after.round) == (20, 30, 3)
        assert after.sheets == state.sheets


class TestTheEnd:
    @clause("AP-6.1", "AP-T7")
    def test_t7_a_second_full_column_ends_the_game_at_once(self) -> None:
        state = position("P1=lunches:9@6 P3=dinners:10@1 rounds=P2:dinners-9/P1:lunches-8", boxes="1")
        assert state.round == 2
        over = play(state, "P2 pass", "P3 pass", "P4 pass", "P1 play dinners-3")
        assert GAME.status(over) == Status((), over=True, winners=(0,), phase="over after hand 1")
        assert refusals(over, "P2 play lunches-1") == {"AP-6.1": "the game is over: two columns of a sheet are full"}
        assert refusals(over, "table deal P1") == {"AP-6.1": "the game is over: two columns of a sheet are full"}
        assert list(GAME.legal_actions(over)) == []

    @clause("AP-6.1")
    def test_the_dessert_column_is_one_of_the_four(self) -> None:
        state = position("P1=lunches:9@6,icons:3 rounds=P1:lunches-8", boxes="1")
        after = play(state, "P2 pass", "P3 pass", "P4 pass", "P1 play desserts-1", "P2 pass", "P3 pass", "P4 pass", "P1 pass")
        assert GAME.status(after).over

    @clause("AP-6.1")
    def test_one_full_column_ends_nothing(self) -> None:
        state = play(position("rounds=P1:lunches-8 declined=3", boxes="1"), "P1 pass")
        assert not GAME.status(state).over

    @clause("AP-6.2")
    def test_boxes_have_to_be_told(self) -> None:
        with pytest.raises(SetupError, match=r"option boxes has no default.*AP-6\.2"):
            GAME.initial(PACK, Setup(4))
        assert {suit.value: n for suit, n in opening(boxes="breakfasts:2,lunches:3,dinners:4").house.boxes.items()} == {
            "breakfasts": 2, "lunches": 3, "dinners": 4, "desserts": 4,
        }  # fmt: skip

    @clause("AP-6.2")
    @pytest.mark.parametrize("boxes", ["0", "-1", "many", "lunches:3", "breakfasts:1,lunches:1,dinners:1,desserts:4", "100", "\u0663"])
    def test_boxes_that_cannot_be(self, boxes: str) -> None:
        with pytest.raises(SetupError, match="option boxes is N or"):
            opening(boxes=boxes)

    @clause("AP-6.2")
    def test_a_sheet_with_printed_icons_says_how_many(self) -> None:
        with pytest.raises(SetupError, match="desserts:N"):
            opening(boxes="3", dessert_sets="per_sheet")

    @clause("AP-6.3")
    def test_a_tie_is_shared(self) -> None:
        tied = position("P1=lunches:9@6,dinners:9@3 P2=breakfasts:18@2,icons:1 rounds=P3:lunches-9 declined=1", boxes="1")
        assert GAME.status(tied).winners == (0, 1)

    @clause("AP-6.3")
    def test_a_tie_goes_to_more_icons_where_the_table_says_so(self) -> None:
        tied = "P1=lunches:9@6,dinners:9@3 P2=breakfasts:18@2,icons:1 rounds=P3:lunches-9"
        assert GAME.status(position(tied, boxes="1", tie="more_dessert_icons")).winners == (1,)

    @clause("AP-6.3")
    def test_a_tie_is_played_off_in_one_whole_hand_where_the_table_says_so(self) -> None:
        tied = position("P1=lunches:9@6,dinners:9@3 P2=breakfasts:18@2 rounds=P3:lunches-9", boxes="1", tie="play_another_hand")
        assert (GAME.status(tied).over, GAME.status(tied).phase) == (False, "hand 1 is over")
        state = play(tied, "table deal P1", "P2 play lunches-9", "P3 pass", "P4 pass", "P1 pass", "P2 pass")
        assert (state.overtime, GAME.status(state).over, sheet(state, 2)) == (True, False, "breakfasts:18@2,lunches:9@9")
        for leader, card in ((3, "dinners-9"), (4, "lunches-8"), (1, "dinners-8")):
            passes = [f"P{(leader + step) % 4 + 1} pass" for step in range(4)]
            state = play(state, f"P{leader} play {card}", *passes)
        assert [GAME.status(state).over, *GAME.status(state).winners] == [True, 1]
        assert points(state) == [18, 27, 18, 26]

    @clause("AP-6.3")
    def test_a_tie_after_that_hand_is_shared(self) -> None:
        said = (
            "P1=lunches:9@6,dinners:9@3 P2=breakfasts:18@2 rounds=P3:lunches-9/P1:dinners-9/P4:lunches-9/P3:dinners-9 declined=4 overtime"
        )
        over = position(said, boxes="1", tie="play_another_hand")
        assert GAME.status(over).winners == (0, 1)

    @clause("AP-6.3")
    def test_no_tie_needs_no_other_hand(self) -> None:
        over = position("P1=lunches:9@6,dinners:9@3 rounds=P3:lunches-9", boxes="1", tie="play_another_hand")
        assert GAME.status(over).winners == (0,)

    @clause("AP-6.4")
    def test_the_sum_is_all_boxes_and_thirty_for_a_set(self) -> None:
        state = position("P1=breakfasts:20@3+9@4,lunches:30@1,icons:4 P2=dinners:40@9")
        assert points(state) == [89, 40, 0, 0]

    @clause("AP-6.4")
    def test_thirty_points_for_icons_win_a_game(self) -> None:
        over = position("P1=lunches:9@6,icons:4 P2=dinners:38@3 rounds=P3:lunches-9", boxes="1")
        assert (points(over)[:2], GAME.status(over).winners) == ([39, 38], (0,))
