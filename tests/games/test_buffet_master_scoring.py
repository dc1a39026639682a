"""The rulebook of Buffet Master: Purse and scoring (BM-6.7, BM-7). Examples BM-T1 to T7 are the specification's synthetic ones."""

from dataclasses import replace

import pytest

from companion.game import Piece
from companion.games.buffet_master import GAME
from companion.games.buffet_master.pieces import CELLS
from companion.games.buffet_master.scoring import best_arrangement, grid_of, total
from tests.games.buffet_master_tables import (
    ENDED,
    FULL_20,
    FULL_30,
    PACK,
    PIZZA,
    ROAST,
    SOUP,
    SUSHI,
    TACOS,
    TAIL,
    dish,
    is_legal,
    laid_out,
    lines,
    opening,
    play,
    points,
    refusals,
    setup,
    shown,
    table,
)

clause = pytest.mark.clause


class TestPurse:
    @clause("BM-6.7")
    def test_whoever_holds_it_at_the_end_stashes_what_was_not_eaten(self) -> None:
        state = table("scoring", {1: "purse"}, laid={1: f"{SOUP} {TACOS}"}, tops="?" + TAIL, under=ENDED)
        after = play(state, "P1 eat 1@0,0 purse 2")
        assert lines(after, 1) == {"BM-7.3": 8, "BM-7.4": 0, "BM-7.5": 0, "BM-6.7": 0, "BM-7.6": 0}
        assert "purse keeps 6" in [line.what for line in GAME.scores(after)]
        assert is_legal(state, "P1 eat purse 1")
        assert "dish 1 has its place already" in refusals(after, "P1 eat purse 1")["BM-7.3"]

    @clause("BM-6.7")
    def test_nobody_else_does_and_never_earlier(self) -> None:
        state = table("scoring", {2: "purse"}, laid={1: SOUP}, tops="?" + TAIL, under=ENDED)
        assert refusals(state, "P1 eat purse 1") == {"BM-6.7": "P1 does not hold the Purse now"}
        assert "BM-5.3" in refusals(table(hands={1: "purse"}, laid={1: SOUP}), "P1 eat purse 1")

    @clause("BM-6.7")
    def test_one_dish_in_the_purse_leaves_half_of_the_other(self) -> None:  # BM-T7: 3 and 3 points, one stashed: minus 2
        dishes = "free-refill+tacos-0-0 free-refill+salad-0-0"
        state = table("scoring", {1: "purse"}, laid={1: dishes}, tops="?" + TAIL, under=ENDED)
        assert lines(play(state, "P1 eat purse 1"), 1)["BM-7.5"] == -2


class TestScoring:
    @clause("BM-7.1")
    def test_no_dish_is_turned(self) -> None:
        state = table("scoring", laid={1: SUSHI}, tops="?" + TAIL, under=ENDED, players=6)
        after = play(state, "P1 eat 1@0,0")
        assert {spot.slot for spot in GAME.visible(after).spots if spot.zone == "open"} == {"r0c0", "r0c1", "r0c2"}

    @clause("BM-7.2")
    @pytest.mark.parametrize(("players", "cells"), [(2, 30), (3, 20), (4, 20), (5, 12), (6, 12)])
    def test_spaces_by_players(self, players: int, cells: int) -> None:
        shown = GAME.show(opening(players))["stomach"]
        assert isinstance(shown, dict)
        assert (shown["cells"], CELLS[players]) == (cells, cells)
        assert all(rows * cols == cells for rows, cols in opening(players).house.grids)

    @clause("BM-7.2")
    def test_option_which_way_up_a_stomach_lies(self) -> None:
        grids = {
            answer: opening(2, stomach_shape=answer).house.grids for answer in ("any_orientation", "3x4_4x5_5x6_rows_cols", "transposed")
        }
        assert grids == {"any_orientation": ((5, 6), (6, 5)), "3x4_4x5_5x6_rows_cols": ((5, 6),), "transposed": ((6, 5),)}
        flat = table("scoring", laid={1: f"{SUSHI} {TACOS}"}, tops="?" + TAIL, under=ENDED, stomach_shape="transposed")
        sticks_out = refusals(flat, "P1 eat 1@0,0 2@0,3")
        assert sticks_out == {"BM-7.2": "this sticks out; with 4 players a stomach is 5 x 4 (stomach_shape)"}
        assert not refusals(replace(flat, house=opening().house), "P1 eat 1@0,0 2@0,3")

    @clause("BM-7.2", "BM-7.3")
    @pytest.mark.parametrize(
        ("second", "grid"),
        [
            ((0, 2), (4, 5)),
            ((0, 3), None),
            ((0, -2), (4, 5)),
            ((0, -3), None),
            ((4, 0), (5, 4)),
            ((5, 0), None),
            ((-4, 0), (5, 4)),
            ((-5, 0), None),
        ],
    )
    def test_the_stomach_turns_to_what_lies_in_it(self, second: tuple[int, int], grid: tuple[int, int] | None) -> None:
        """Two dishes of 1 x 3, the first at 0,0; with four players a stomach has 4 x 5 spaces or 5 x 4."""
        state = table("scoring", laid={1: f"{SUSHI} {SUSHI}"}, tops="?,swoop,dump,fork,bathroom,purse", under=ENDED)
        assert grid_of(state, 0, [(1, 0, 0), (2, *second)]) == grid
        assert grid_of(state, 0, [(1, 0, 0)]) == (4, 5)

    @clause("BM-7.3")
    def test_points_of_the_dishes_inside_as_they_are_laid(self) -> None:
        state = table("scoring", laid={1: f"{SOUP} {SUSHI}"}, tops="?" + TAIL, under=ENDED)
        one = play(state, "P1 eat 1@0,0")
        two = play(one, "P1 eat 2@0,1")
        assert [lines(one, 1)["BM-7.3"], lines(two, 1)["BM-7.3"]] == [8, 26]
        line = next(line for line in GAME.scores(two) if line.clause == "BM-7.3")
        assert line.pieces == ("soup-0-0", "soup-1-0", "sushi-0-0", "sushi-0-1", "sushi-0-2")

    @clause("BM-7.3")
    def test_cells_count_from_the_corner_of_what_lies_there(self) -> None:
        state = table("scoring", laid={1: f"{SOUP} {SUSHI}"}, tops="?" + TAIL, under=ENDED)
        assert play(state, "P1 eat 1@0,0", "P1 eat 2@-1,0") == play(state, "P1 eat 2@0,0", "P1 eat 1@1,0")
        assert "count from the top left corner" in refusals(state, "P1 eat 1@1,0")["BM-7.3"]
        one = play(state, "P1 eat 1@0,0")
        for line in ("P1 eat 2@-1,0", "P1 eat 2@0,1", "P1 eat 2@2,-2", "P1 clear", "P1 served"):
            assert is_legal(one, line)
        assert is_legal(state, "P1 eat 2@0,0")
        assert not is_legal(one, "P1 eat 2@0,0")

    @clause("BM-7.3")
    def test_no_overlap_nothing_twice_nothing_strange(self) -> None:
        state = table("scoring", laid={1: f"{SOUP} {SUSHI}"}, tops="?" + TAIL, under=ENDED)
        assert refusals(state, "P1 eat 1@0,0 2@1,0") == {"BM-7.3": "dish 2 lies on dish 1"}
        assert refusals(state, "P1 eat 3@0,0") == {"BM-7.3": "P1 laid 2 dishes; there is no dish 3"}
        assert refusals(state, "P1 eat") == {"BM-7.3": "say which dish is eaten, and where it lies"}
        assert "has its place already" in refusals(state, "P1 eat 1@0,0 1@0,1")["BM-7.3"]
        assert "BM-5.3" in refusals(table(), "P1 eat 1@0,0")

    @clause("BM-7.3")
    def test_an_arrangement_may_be_made_anew_until_it_is_served(self) -> None:
        state = table("scoring", laid={1: SOUP}, tops="?" + TAIL, under=ENDED)
        assert refusals(state, "P1 clear") == {"BM-7.3": "the stomach of P1 is empty"}
        eaten = play(state, "P1 eat 1@0,0")
        assert play(eaten, "P1 clear") == state
        served = play(eaten, "P1 served")
        assert refusals(served, "P1 clear") == {"BM-7.3": "P1 has served already"}
        assert GAME.status(served).to_act == (1, 2, 3)
        assert is_legal(served, "P2 served")

    @clause("BM-7.3")
    def test_of_dishes_alike_any_may_be_meant(self) -> None:
        state = table("scoring", {1: "purse"}, laid={1: f"{SOUP} {SOUP}"}, tops="?" + TAIL, under=ENDED)
        assert play(state, "P1 eat 2@0,0") == play(state, "P1 eat 1@0,0")
        assert play(state, "P1 eat 2@0,0", "P1 eat purse 2").served[0] == play(state, "P1 eat 1@0,0 purse 2").served[0]

    @clause("BM-7.3")
    def test_option_fill_rule(self) -> None:
        # 2 x 2 pizza (20 points) and 1 x 3 sushi (18), 12 spaces: both fit, so leaving one out is too little under either rule.
        for rule, why in (
            ("max_cells", "4 spaces are filled and 7 can be (fill_rule)"),
            ("max_points", "20 points are in the stomach and 38 can be (fill_rule)"),
        ):
            state = table("scoring", laid={1: f"{PIZZA} {SUSHI}"}, tops="?" + TAIL, under=ENDED, players=6, fill_rule=rule)
            one = play(state, "P1 eat 1@0,0")
            assert refusals(one, "P1 served") == {"BM-7.3": why}
            assert is_legal(play(one, "P1 eat 2@2,0"), "P1 served")
        assert is_legal(table("scoring", laid={1: PIZZA}, tops="?" + TAIL, under=ENDED), "P1 served")

    @clause("BM-7.3")
    def test_beside_it_stands_the_best_arrangement(self) -> None:
        state = table("scoring", {1: "pizza-0-0"}, laid={1: f"{SOUP} {TACOS}"}, tops="?" + TAIL, under=ENDED)
        eaten = play(state, "P1 eat 1@0,0")
        assert shown(eaten, 0)["best"] is None
        served = shown(play(eaten, "P1 served"), 0)
        assert (served["total"], served["best"]["total"]) == (8 - 3 - 5, 14 - 5)
        assert {dish["number"] for dish in served["best"]["dishes"]} == {1, 2}
        assert best_arrangement(state, 0).value == 14

    @clause("BM-7.4")
    @pytest.mark.parametrize(("players", "bonus"), [(2, 15), (3, 10), (4, 10), (5, 6), (6, 6)])
    def test_a_full_stomach_earns_by_players(self, players: int, bonus: int) -> None:
        dishes = {6: f"{ROAST} {ROAST}", 5: f"{ROAST} {ROAST}", 4: FULL_20, 3: FULL_20, 2: FULL_30}[players]
        state = table("scoring", laid={1: dishes}, tops="?,swoop,dump,fork,bathroom,purse", under=ENDED, players=players)
        best = best_arrangement(state, 0)
        assert best.full
        corner = min(r for _, r, _ in best.placed), min(c for _, _, c in best.placed)
        assert corner == (0, 0)
        eat = "P1 eat " + " ".join(f"{n + 1}@{row},{col}" for n, row, col in best.placed)
        assert lines(play(state, eat), 1)["BM-7.4"] == bonus
        less = "P1 eat " + " ".join(eat.split()[2:3])
        assert lines(play(state, less), 1)["BM-7.4"] == 0
        said = [next(line.what for line in GAME.scores(play(state, line)) if line.clause == "BM-7.4") for line in (eat, less)]
        assert said == ["full", "not full"]

    @clause("BM-7.5")
    def test_half_of_what_did_not_fit_rounded_up_once_on_the_total(self) -> None:
        # BM-T6: 3 and 3 points are minus 3, not 2 and 2; 3 and 4 are minus 4.
        three, four = "free-refill+tacos-0-0", "free-refill+soup-0-0"
        for dishes, minus in ((f"{three} {three}", -3), (f"{three} {four}", -4), (three, -2)):
            state = table("scoring", laid={1: dishes}, tops="?" + TAIL, under=ENDED)
            assert lines(play(state, "P1 served"), 1)["BM-7.5"] == minus

    @clause("BM-7.5", "BM-6.7")
    def test_the_best_arrangement_loses_half_of_the_rest_unless_the_purse_takes_it(self) -> None:
        # Pizza (20 points, 2 x 2) and one roast (12 points, 2 x 3) fit into 4 x 3; two roasts would earn 24, and 6 for a full stomach.
        for hand, best in (("", 32 - 6), ("purse", 32)):
            tops = "?,swoop,dump,fork,bathroom,swoop"
            state = table("scoring", {1: hand} if hand else {}, laid={1: f"{ROAST} {ROAST} {PIZZA}"}, tops=tops, under=ENDED, players=6)
            assert best_arrangement(state, 0).value == best

    @clause("BM-7.5")
    def test_the_first_dish_is_left_over_like_any_other(self) -> None:
        state = table("scoring", laid={1: f"{SOUP} {TACOS}"}, tops="?" + TAIL, under=ENDED)
        assert total(state, 0) == 0
        left = next(line for line in GAME.scores(play(state, "P1 eat 2@0,0")) if line.clause == "BM-7.5")
        assert (left.points, left.pieces) == (-4, ("soup-0-0", "soup-1-0"))

    @clause("BM-7.6")
    def test_cards_in_hand_are_lost_points(self) -> None:
        state = table("scoring", {1: "pizza-0-0+pizza-0-1+swoop"}, tops="?" + TAIL, under=ENDED)
        after = play(state, "P1 served")
        assert lines(after, 1)["BM-7.6"] == -10
        assert next(line.pieces for line in GAME.scores(after) if line.clause == "BM-7.6") == ("pizza-0-0", "pizza-0-1", "swoop")

    @clause("BM-7.6")
    def test_a_hand_that_nobody_knows_is_shown_first(self) -> None:
        state = play(table("end", {1: "fork", 2: "purse+dump+soup-0-0"}, under=ENDED), "P1 fork P2", "flip", "P2 take 1", "counted")
        assert refusals(state, "P1 served") == {"BM-7.6": "P1 shows the hand first: 1 of 1 cards are unknown"}
        assert refusals(state, "P1 eat 1@0,0")["BM-7.6"]
        assert "cannot be among the 1 unknown cards in the hand of P1" in refusals(state, "P1 hand pizza-0-0")["BM-7.6"]
        assert refusals(state, "P1 hand") == {"BM-7.6": "say which cards are shown"}
        after = play(state, "P1 hand dump")
        assert (after.known_hand(0), after.known_hand(1)) == (("dump",), ("fork", "purse", "soup-0-0", "tacos-0-0"))
        assert "BM-7.6" in refusals(after, "P1 hand dump")
        assert is_legal(after, "P1 served")

    @clause("BM-7.7")
    @pytest.mark.parametrize(
        ("players", "stomach", "full", "unfit", "held", "final"),
        [(4, 20, True, 5, 3, 24), (5, 18, False, 0, 4, 14), (2, 30, True, 7, 0, 41), (6, 10, True, 0, 12, 4), (3, 0, False, 1, 9, -10)],
        ids=["BM-T1", "BM-T2", "BM-T3", "BM-T4", "BM-T5"],
    )
    def test_the_sum(self, players: int, stomach: int, full: bool, unfit: int, held: int, final: int) -> None:
        """The specification's synthetic totals, with a box that is made for each: one dish eaten, one left over, one card in hand."""
        cells = opening(players).house.grids[0]
        size = cells if full else (1, 2)
        pieces = [*dish("eaten", *size, stomach), *dish("left", 1, 2, unfit), *dish("held", 1, 2, held), *dish("rest", 5, 6, 0)]
        special = Piece("swoop", "card", attributes={"special": "swoop"})
        state = GAME.initial(replace(PACK, pieces=(*pieces, special)), setup(players))
        eaten = [p.id for p in pieces if p.id.startswith("eaten")]
        rest = {p.id for p in pieces if p.id.startswith("rest")}
        state = laid_out(state, [eaten, ["left-0-0", "left-0-1"]], ["held-0-0"], rest)
        done = play(state, "P1 eat 1@0,0", "P1 served") if stomach else play(state, "P1 served")
        if not stomach:
            # BM-T5 has nothing in the stomach: the dish of no points is left over like the other.
            assert lines(done, 1)["BM-7.3"] == 0
        assert points(done)[0] == final

    @clause("BM-7.7")
    def test_a_score_may_be_below_zero(self) -> None:
        state = table("scoring", {1: "pizza-0-0"}, tops="?" + TAIL, under=ENDED)
        assert points(play(state, "P1 served"))[0] == -5

    @clause("BM-7.8")
    def test_most_points_win(self) -> None:
        state = table("scoring", laid={3: SOUP}, tops="?" + TAIL, under=ENDED)
        over = play(state, "P3 eat 1@0,0", *(f"P{n} served" for n in (3, 1, 2, 4)))
        status = GAME.status(over)
        assert (status.over, status.winners, status.to_act) == (True, (2,), ())
        assert "the game is over" in refusals(over, "P1 take 1").values()
        assert list(GAME.legal_actions(over)) == []

    @clause("BM-7.9")
    def test_option_ties_are_shared(self) -> None:
        state = table("scoring", laid={3: SOUP, 1: SOUP}, tops="?" + TAIL, under=ENDED)
        over = play(state, "P3 eat 1@0,0", "P1 eat 1@0,0", *(f"P{n} served" for n in (3, 1, 2, 4)))
        assert GAME.status(over).winners == (0, 2)

    @clause("BM-7.9")
    def test_option_a_full_stomach_and_then_fewer_points_in_hand(self) -> None:
        # P1: 8 points eaten, 4 in hand. P2: 4 points eaten, none in hand.
        hands, laid = {1: "soup-0-0"}, {1: SOUP, 2: "free-refill+soup-1-0"}
        state = table("scoring", hands, laid=laid, tops="?" + TAIL, under=ENDED, tie="full_stomach_then_fewer_hand_points")
        over = play(state, "P1 eat 1@0,0", "P2 eat 1@0,0", *(f"P{n} served" for n in range(1, 5)))
        assert points(over)[:2] == [4, 4]
        assert GAME.status(over).winners == (1,)
        assert GAME.status(replace(over, house=opening().house)).winners == (0, 1)

    @clause("BM-7.9")
    def test_a_full_stomach_comes_before_fewer_points_in_hand(self) -> None:
        # P1: 24 eaten, 6 for the full stomach, 4 in hand. P2: 26 eaten, none in hand.
        laid = {1: f"{ROAST} {ROAST}", 2: f"{SUSHI} {SOUP}"}
        tops, tie = "?,swoop,dump,fork,bathroom,purse", "full_stomach_then_fewer_hand_points"
        state = table("scoring", {1: "soup-0-0"}, laid=laid, tops=tops, under=ENDED, players=6, tie=tie)
        over = play(state, "P1 eat 1@0,0 2@2,0", "P2 eat 1@0,0 2@1,0", *(f"P{n} served" for n in range(1, 7)))
        assert points(over)[:2] == [26, 26]
        assert GAME.status(over).winners == (0,)

    @clause("BM-7.9")
    def test_option_play_off(self) -> None:
        state = table("scoring", laid={3: SOUP, 1: SOUP}, tops="?" + TAIL, under=ENDED, tie="play_off")
        tied = play(state, "P3 eat 1@0,0", "P1 eat 1@0,0", *(f"P{n} served" for n in (3, 1, 2, 4)))
        assert (GAME.status(tied).over, GAME.status(tied).to_act) == (False, (0, 2))
        assert refusals(tied, "play-off P2") == {"BM-7.9": "P1, P3 are tied; P2 is not"}
        assert "only the play-off is left" in refusals(tied, "P1 take 1").values()
        assert is_legal(tied, "play-off P3")
        over = play(tied, "play-off P3")
        assert GAME.status(over).winners == (2,)
        assert refusals(over, "play-off P3") == {"BM-7.9": "there is no tie to play off"}

    @clause("BM-7.9")
    def test_without_a_tie_there_is_no_play_off(self) -> None:
        state = table("scoring", laid={3: SOUP}, tops="?" + TAIL, under=ENDED, tie="play_off")
        assert play(state, "P3 eat 1@0,0", *(f"P{n} served" for n in (3, 1, 2, 4))).phase == "over"
