"""The rulebook of Word Buffet, clause by clause, in its own order: the box, the setup, the search. Marking words is in the next file."""

from dataclasses import replace

import pytest

from companion.game import IllegalAction, PackError, Piece, SetupError
from companion.games.word_buffet import GAME
from companion.games.word_buffet.pieces import Cell, Nest, Phase, Sand, Side, front
from tests.games.word_buffet_tables import (
    FOODS,
    PACK,
    WORDS,
    act,
    board,
    calls,
    cells,
    is_legal,
    is_offered,
    laid,
    letters,
    opening,
    play,
    position,
    refusals,
    setup,
)

clause = pytest.mark.clause


class TestComponents:
    @clause("WB-1.1")
    def test_the_box_holds_what_the_rulebook_counts(self) -> None:
        counts: dict[str, int] = {}
        for piece in PACK.pieces:
            what = piece.attributes.get("what", piece.id)
            counts[what] = counts.get(what, 0) + piece.count
        assert counts == {
            "letter-tile": 12,
            "nest": 4,
            "ant": 160,
            "special": 20,
            "glass": 4,
            "marker": 4,
            "food": 12,
            "hourglass": 1,
            "turn-order-chart": 1,
            "scorebook": 1,
            "rulebook": 1,
        }

    @clause("WB-1.1")
    def test_a_colour_that_is_not_in_the_box_is_refused(self) -> None:
        with pytest.raises(SetupError, match="no ants of pink in the box, only red, yellow, green, blue"):
            opening(2, colours="red,pink")
        special = Piece("ant-red-special", "token", attributes={"color": "red", "special": "1"})
        with pytest.raises(SetupError, match="only red, yellow, green, blue \\("):
            GAME.initial(replace(PACK, pieces=(*PACK.pieces, special)), setup(2, colours="red,pink"))

    @clause("WB-1.1")
    def test_the_colours_are_those_of_the_box(self) -> None:
        """Nobody knows which colours a published box has: whoever has enrolled it need not say them once more."""
        others = [replace(p, id=p.id.replace("green", "black")) for p in PACK.pieces if p.id.startswith("ant-") and p.id != "ant-red"]
        without = [p for p in PACK.pieces if not p.id.startswith("ant-")]
        assert GAME.initial(replace(PACK, pieces=(*without, *others)), setup(3)).house.colours == ("yellow", "black", "blue")
        with pytest.raises(SetupError, match=r"colours: 4 seats, but only ants of yellow, black, blue in the box \(WB-1.1\)"):
            GAME.initial(replace(PACK, pieces=(*without, *others)), setup(4))
        with pytest.raises(SetupError, match=r"colours: 2 seats, but no ants in the box \(WB-1.1\)"):
            GAME.initial(replace(PACK, pieces=tuple(without)), setup(2))

    @clause("WB-1.2")
    def test_every_tile_has_one_food_that_touches_four_of_its_letters(self) -> None:
        assert len(laid().foods) == 9
        twice = refusals(opening(), "table board foods=" + ",".join(f"{food}+" for food in ("b3", *FOODS[1:-1], "b2")))
        assert set(twice) == {"WB-1.2"}
        assert "row 1, column 1 has 2 foods" in twice["WB-1.2"]
        assert "row 3, column 3 has 0 foods" in twice["WB-1.2"]

    @clause("WB-1.2")
    @pytest.mark.parametrize("food", ["e2+", "b5+", "e5+", "o2+"])
    def test_a_food_does_not_touch_letters_of_two_tiles(self, food: str) -> None:
        refused = refusals(opening(), f"table board foods={food}")["WB-1.2"]
        assert f"food {food} does not touch four letters of one tile" in refused

    @clause("WB-1.2")
    def test_a_food_lies_as_the_table_says(self) -> None:
        corner, space = opening(food_model="vertex"), opening(food_model="cell")
        assert "on a corner point, as in f14+" in refusals(corner, board(model="cell"))["WB-1.2"]
        assert "on a space, as in f14" in refusals(space, board(model="vertex"))["WB-1.2"]
        assert is_legal(space, board(model="cell"))
        assert "food a1 does not touch four letters" in refusals(space, "table board foods=a1")["WB-1.2"]


class TestSetup:
    @clause("WB-2.1")
    def test_nine_tiles_make_a_board_of_fifteen_by_fifteen(self) -> None:
        state = laid()
        assert (state.house.size, len(list(state.cells))) == (15, 225)
        short = refusals(opening(), f"table board letters={'/'.join([*letters()[:13], 'X' * 14])}")
        assert short == {"WB-2.1": "14 rows of letters; the board has 15; row 14 has 14 letters; the board has 15"}

    @clause("WB-2.1")
    def test_the_parts_of_the_board_come_in_any_order(self) -> None:
        parts = board().split(" ")
        state = opening()
        for part in parts[:1:-1]:
            state = play(state, f"table board {part}")
            assert state.phase is (Phase.COUNTDOWN if part is parts[2] else Phase.SETUP)
        assert state == laid()

    @clause("WB-2.1")
    def test_a_board_is_laid_once_and_its_letters_are_named_later(self) -> None:
        assert set(refusals(laid(), board())) == {"WB-2.1"}
        assert refusals(opening(), "table letters a1=B") == {"WB-2.1": "the board has not been read yet; all its letters come first"}
        unread = play(opening(), board().replace("letters=X", "letters=?"))
        assert play(unread, "table letters a1=X o15=B").letters[0] == letters()[0]
        assert refusals(laid(), "table letters a1=X p1=B a2=B a2=C") == {
            "WB-2.1": "one space is given two letters; a1 is X already; p1 is not on the board"
        }
        assert "WB-1.2" in refusals(laid(food_model="cell"), "table letters b2=B")

    @clause("WB-2.1")
    def test_nothing_is_no_board(self) -> None:
        assert refusals(opening(), "table board") == {"WB-2.1": "no letters, foods or nests are given"}

    @clause("WB-2.2")
    @pytest.mark.parametrize(("players", "ants"), [(2, 40), (3, 35), (4, 30)])
    def test_ants_by_the_number_of_players_and_five_specials(self, players: int, ants: int) -> None:
        state = opening(players)
        assert [(state.ants_left(seat), state.specials_left(seat)) for seat in state.seats] == [(ants, 5)] * players

    @clause("WB-2.2")
    def test_there_is_no_player_more(self) -> None:
        state = calls(laid(3), 4)
        assert refusals(state, "P4 call 5") == {"WB-2.2": "there is no P4; 3 play"}

    @clause("WB-2.3", "WB-2.5")
    def test_the_setup_is_listed_with_what_nobody_can_see(self) -> None:
        to_lay = GAME.show(opening())["to_lay"]
        assert isinstance(to_lay, list)
        steps = {step["clause"]: step["done"] for step in to_lay if isinstance(step, dict)}
        assert steps == {"WB-2.1": False, "WB-2.2": None, "WB-2.3": None, "WB-2.4": False, "WB-2.5": None}
        assert GAME.show(laid())["to_lay"] == []

    @clause("WB-2.4")
    def test_five_spaces_lie_in_front_of_each_nest(self) -> None:
        state = laid()
        fronts = [",".join(map(str, sorted(state.front(seat)))) for seat in state.seats]
        assert fronts == ["f1,g1,h1,i1,j1", "f15,g15,h15,i15,j15", "a6,a7,a8,a9,a10", "o6,o7,o8,o9,o10"]
        assert front(Nest(Side.W, 0), 4, 12) == frozenset(Cell(row, 0) for row in range(4))

    @clause("WB-2.4")
    def test_nests_lie_at_edges_of_their_own_one_for_each_player(self) -> None:
        assert refusals(opening(2), "table board nests=N2,N2") == {"WB-2.4": "two nests at one edge"}
        assert refusals(opening(2), "table board nests=N2") == {"WB-2.4": "1 of 2 nests; every player has one"}
        assert refusals(opening(2), "table board nests=N2,S4") == {"WB-2.4": "nest S4: a side has 3 tiles"}

    @clause("WB-2.4")
    def test_the_option_nest_layout_places_them_beforehand(self) -> None:
        state = opening(2, nest_layout="w3, E1")
        assert state.nests == (Nest(Side.W, 2), Nest(Side.E, 0))
        with pytest.raises(SetupError) as refusal:
            opening(2, nest_layout="N4,N4,N1")
        assert refusal.value.faults == (
            "option nest_layout: 'N4' is no edge of the board; N1 to W3",
            "option nest_layout: 'N4' is no edge of the board; N1 to W3",
            "option nest_layout: 3 nests for 2 players; `calibrated` or one edge each, as in N2,S2",
            "option nest_layout: two nests at one edge in 'N4,N4,N1'",
        )

    def test_every_wrong_answer_is_named_at_once(self) -> None:
        with pytest.raises(SetupError) as refusal:
            opening(3, grace_ms="-1", open_search_limit_s="soon", colours="red,red,blue")
        assert [fault.split()[1].rstrip(":") for fault in refusal.value.faults] == ["grace_ms", "open_search_limit_s", "colours"]

    @pytest.mark.parametrize(
        ("table", "value"),
        [
            ("example_board", {"letters": [7]}),
            ("example_board", {"nests": ["X1"]}),
            ("ants", 3),
            ("specials", 0),
            ("timer_s", "x"),
            ("food_points", [1]),
            ("tile_cells", 9),
            ("ants", {"2": True}),
        ],
    )
    def test_a_pack_with_impossible_tables_is_refused(self, table: str, value: object) -> None:
        tables = {**PACK.tables, table: value}
        pack = type(PACK)(PACK.game, PACK.name, PACK.title, PACK.players, PACK.pieces, PACK.options, PACK.clauses, tables)  # type: ignore[arg-type]  # on purpose wrong
        with pytest.raises(PackError, match="pack word_buffet"):
            GAME.initial(pack, setup(2))

    def test_a_pack_without_an_example_offers_no_board(self) -> None:
        assert next(str(action) for action in GAME.legal_actions(opening(2))).startswith("table board letters=RELFEAICEJHAHTI/")
        assert next(str(action) for action in GAME.legal_actions(opening(2, nest_layout="E1,E2"))).endswith("g14+")
        tables = {name: table for name, table in PACK.tables.items() if name != "example_board"}
        pack = type(PACK)(PACK.game, PACK.name, PACK.title, PACK.players, PACK.pieces, PACK.options, PACK.clauses, tables)
        assert list(GAME.legal_actions(GAME.initial(pack, setup(2)))) == []


class TestCountdown:
    @clause("WB-4.1")
    def test_nobody_calls_before_the_countdown_is_over(self) -> None:
        assert refusals(laid(), "P1 call 5") == {"WB-4.1": "the search begins at the end of the countdown 3, 2, 1"}
        assert is_legal(play(laid(), "table go"), "P1 call 5")
        assert refusals(opening(), "table go") == {"WB-4.1": "no countdown goes on; the board has no letters, foods or nests yet"}
        assert set(refusals(calls(laid()), "table go")) == {"WB-4.1"}

    @clause("WB-4.1")
    def test_early_searching_is_noted_or_not(self) -> None:
        noted = play(laid(early_search="warn"), "P2 early")
        assert noted.early == (1,)
        assert refusals(noted, "P2 early") == {"WB-4.1": "P2 is noted as early already"}
        ignored = laid(early_search="ignore")
        assert refusals(ignored, "P2 early") == {"WB-4.1": "this table takes no note of early searching"}
        assert not is_offered(ignored, "P2 early")


class TestWords:
    @clause("WB-4.2")
    def test_letters_in_their_order_each_next_to_the_one_before(self) -> None:
        state = calls(laid(2, {"HOME": "f1-g2-g3-f4"}), 4, 0)
        assert is_legal(state, "P1 word HOME f1-g2-g3-f4")
        backwards = refusals(state, "P1 word HOME f4-g3-g2-f1")
        assert backwards["WB-4.2"] == "f4 is E, not H; g3 is M, not O; g2 is O, not M; f1 is H, not E"
        assert refusals(state, "P1 word HOMX f1-g2-g3-i9")["WB-4.2"] == "g3 and i9 are not next to each other"
        assert "5 letters and 4 are shown" in refusals(state, "P1 word HOMES f1-g2-g3-f4")["WB-4.2"]

    @clause("WB-4.2")
    def test_across_tiles_and_in_bends(self) -> None:
        state = calls(laid(2), 7, 0)
        tiles = {state.tile_of(cell) for cell in cells(WORDS["ANTLERS"])}
        assert len(tiles) == 3
        assert is_legal(state, f"P1 word ANTLERS {WORDS['ANTLERS']}")

    @clause("WB-4.2")
    def test_a_path_that_leaves_the_board_is_no_path(self) -> None:
        assert refusals(calls(laid(2), 3, 0), "P1 word CUB h1-p1-h16") == {"WB-4.2": "p1-h16 is not on the board"}

    @clause("WB-4.2")
    def test_a_letter_that_was_never_read_has_to_be_named_first(self) -> None:
        state = position("phase=mark sand=out first=P1 chart=P1.5.5,P2.1.0", 2, {"CUBIC": WORDS["CUBIC"]})
        text = str(state).replace("/XXXXXXXUBX", "/XXXXXXX?BX")
        unread = GAME.parse_state(PACK, setup(2), text)
        assert refusals(unread, f"P1 word CUBIC {WORDS['CUBIC']}") == {"WB-4.2": "the letter at h2 was never read; say which it is"}
        assert is_legal(play(unread, "table letters h2=U"), f"P1 word CUBIC {WORDS['CUBIC']}")

    @clause("WB-4.2")
    def test_a_food_on_a_space_is_no_letter(self) -> None:
        state = calls(laid(2, {"COB": "g1-g2-g3"}, food_model="cell"), 3, 0)
        assert refusals(state, "P1 word COB g1-g2-g3") == {"WB-4.2": "a food fills g2; no letter is printed there"}

    @clause("WB-4.3")
    def test_in_the_first_round_a_word_begins_in_front_of_the_own_nest(self) -> None:
        state = calls(laid(), 5, 6, 0, 0)
        assert refusals(play(state, "P2 fail"), "P1 word LEXXX e4-e5-d5-d6-d7") == {"WB-4.3": "e4 is not in front of the nest of P1"}
        assert "WB-4.3" in refusals(calls(laid(2), 6, 0), f"P1 word GOLDEN {WORDS['GOLDEN']}")
        assert is_legal(state, f"P2 word GOLDEN {WORDS['GOLDEN']}")

    @clause("WB-4.3")
    def test_later_also_next_to_an_own_ant_of_an_earlier_round(self) -> None:
        ants = "ants=P1.d5.1,P1.h8.2,P2.d9.1"
        state = position(f"phase=mark round=2 {ants} sand=out first=P1 chart=P1.2.2,P2.1.0", 2)
        assert is_legal(state, "P1 word EL e5-e4"), "diagonal to d5"
        assert is_legal(state, "P1 word AT f1-g1"), "still in front of the nest"
        why = "is not in front of the nest of P1 and not next to an ant that they placed in an earlier round"
        for path in ("h9-i9", "d10-e10"):  # next to an ant of this round; next to a rival's
            assert refusals(state, f"P1 word XX {path}") == {"WB-4.3": f"{path.split('-')[0]} {why}"}

    @clause("WB-4.4")
    def test_a_space_serves_once_unless_the_table_says_otherwise(self) -> None:
        once = calls(laid(2), 4, 0)
        assert refusals(once, "P1 word CUBU h1-h2-i2-h2") == {"WB-4.4": "h2 is used twice in one word"}
        assert is_legal(calls(laid(2, reuse_cell="true"), 4, 0), "P1 word CUBU h1-h2-i2-h2")

    @clause("WB-4.4")
    @pytest.mark.parametrize("least", [1, 2, 3])
    def test_a_word_has_two_letters_at_least_or_as_many_as_the_table_says(self, least: int) -> None:
        state = play(laid(2, min_word=str(least)), "table go")
        assert set(refusals(state, f"P1 call {least - 1}")) == {"WB-4.4"}
        assert is_legal(state, f"P1 call {least}")
        assert is_offered(state, f"P1 call {least}")

    @clause("WB-4.4")
    def test_no_word_is_longer_than_the_board(self) -> None:
        assert "WB-4.4" in refusals(play(laid(2), "table go"), "P1 call 226")
        assert is_legal(play(laid(2, reuse_cell="true"), "table go"), "P1 call 226")

    @clause("WB-4.5")
    @pytest.mark.parametrize(
        ("option", "own", "rival"), [("unavailable", False, False), ("others_allowed_skip", False, True), ("any", True, True)]
    )
    def test_letters_covered_before_this_round(self, option: str, own: bool, rival: bool) -> None:
        for ant, allowed in (("P1.i2.1", own), ("P2.i2.1", rival)):
            state = position(f"phase=mark round=2 ants={ant} sand=out first=P1 chart=P1.5.5,P2.1.0", 2, covered_letters=option)
            refused = refusals(state, f"P1 word CUBIC {WORDS['CUBIC']}")
            assert set(refused) == (set() if allowed else {"WB-4.5"})
            assert allowed or refused["WB-4.5"].startswith("i2 was ")

    @clause("WB-4.5")
    def test_letters_covered_in_this_round_may_be_part_of_a_word(self) -> None:
        state = position("phase=mark round=2 ants=P2.i2.2 sand=out first=P1 chart=P1.5.5,P2.6.6b", 2)
        assert is_legal(state, f"P1 word CUBIC {WORDS['CUBIC']}")


class TestCalls:
    @clause("WB-4.6")
    def test_the_number_stands_and_the_first_call_turns_the_sand(self) -> None:
        state = calls(laid(), 5)
        assert (state.sand, state.first) == (Sand.RUNS, 0)
        assert refusals(state, "P1 call 6") == {"WB-4.6": "P1 has called already; the number stands"}
        for gesture in ("P1 marker 5", "P1 glass", "P1 sand"):
            assert refusals(state, gesture) == {"WB-4.6": "at this table a call stands for marker, glass and sand"}

    @clause("WB-4.6", "WB-4.7")
    def test_strict_gestures_come_in_the_printed_order(self) -> None:
        state = play(laid(2, order_of_gestures="strict"), "table go")
        assert refusals(state, "P1 marker 5") == {"WB-4.6": "P1 says the number of letters first"}
        said = play(state, "P1 call 5")
        assert (said.sand, said.chart) == (Sand.STANDS, ())
        assert refusals(said, "P1 glass") == {"WB-4.6": "the marker goes to the chart before the glass is put down"}
        assert refusals(said, "P1 sand") == {"WB-4.6": "the glass is put down before the hourglass is turned"}
        assert refusals(said, "P1 marker 6") == {"WB-4.7": "P1 called 5; row 6 is another"}
        assert is_offered(said, "P1 marker 5")
        marked = play(said, "P1 marker 5")
        assert refusals(marked, "P1 marker 5") == {"WB-4.7": "the marker of P1 is on the chart already"}
        down = play(marked, "P1 glass")
        assert refusals(down, "P1 glass") == {"WB-4.6": "the glass of P1 is down already"}
        turned = play(down, "P1 sand")
        assert (turned.sand, turned.said) == (Sand.RUNS, ())
        second = play(turned, "P2 call 7")
        assert "the first to call turns the hourglass: P1, not P2" in refusals(second, "P2 sand")["WB-4.6"]
        assert GAME.status(second).to_act == (1,)
        assert play(second, "P2 marker 7", "P2 glass").phase is Phase.MARK
        assert set(refusals(play(second, "P2 marker 7", "P2 glass"), "P2 glass")) == {"WB-4.10", "WB-4.6"}

    @clause("WB-4.7")
    def test_a_marker_stands_right_of_those_in_its_row(self) -> None:
        state = calls(laid(), 5, 7, 5)
        assert [(marker.seat, marker.row) for marker in state.queue] == [(1, 7), (0, 5), (2, 5)]

    @clause("WB-4.8")
    def test_without_a_word_when_the_sand_is_out_the_marker_goes_to_row_1(self) -> None:
        state = calls(laid(), 5, 7, 5, 0)
        assert [(marker.seat, marker.row) for marker in state.queue] == [(1, 7), (0, 5), (2, 5), (3, 1)]
        assert refusals(play(laid(), "table go"), "table sand-out") == {"WB-4.8": "the hourglass does not run; the first call turns it"}
        out = play(laid(row1_order="as_placed"), "table go", "P1 call 5", "table sand-out")
        assert refusals(out, "P2 call 9") == {"WB-4.8": "the sand is out; the marker goes to the row of 1 letter"}
        assert refusals(calls(laid(), 5), "P2 late")["WB-4.8"].startswith("the row of 1 letter is for those without a word")

    @clause("WB-4.9")
    def test_a_call_after_the_last_grain_is_late(self) -> None:
        state = calls(laid(), 5)
        assert is_legal(state, "P2 call 7 @30000ms")
        why = "30.8 s after the sand was turned; it runs 30 s, so the marker goes to the row of 1 letter"
        assert refusals(state, "P2 call 7 @30800ms") == {"WB-4.9": why}
        lenient = calls(laid(grace_ms="1000"), 5)
        assert is_legal(lenient, "P2 call 7 @31000ms")
        assert "it runs 30 s and 1000 ms" in refusals(lenient, "P2 call 7 @31001ms")["WB-4.9"]
        assert set(refusals(play(laid(), "table go"), "P2 call 7 @10ms")) == {"WB-4.9"}

    @clause("WB-4.9")
    def test_late_players_stand_clockwise_from_the_first_caller(self) -> None:
        state = play(laid(), "table go", "P3 call 4", "table sand-out")
        assert [marker.seat for marker in state.queue] == [2, 3, 0, 1]

    @clause("WB-4.9")
    def test_or_as_they_put_their_markers(self) -> None:
        out = play(laid(row1_order="as_placed"), "table go", "P3 call 4", "table sand-out")
        assert is_offered(out, "P2 late")
        state = play(out, "P2 late", "P4 late", "P1 late")
        assert [marker.seat for marker in state.queue] == [2, 1, 3, 0]
        assert set(refusals(play(out, "P2 late"), "P2 late")) == {"WB-4.8"}

    @clause("WB-4.9")
    def test_a_search_without_a_call_has_no_limit_unless_the_table_sets_one(self) -> None:
        endless = play(laid(), "table go")
        assert refusals(endless, "table time-up 999") == {"WB-4.9": "this table has no limit for a search without a call"}
        limited = play(laid(open_search_limit_s="120"), "table go")
        assert refusals(limited, "table time-up 119") == {"WB-4.9": "119 s; the limit without a call is 120 s"}
        assert is_offered(limited, "table time-up 120")
        state = play(limited, "table time-up 120")
        assert (state.phase, [marker.seat for marker in state.queue]) == (Phase.SINGLE, [0, 1, 2, 3])
        assert set(refusals(play(limited, "P1 call 3"), "table time-up 120")) == {"WB-4.9"}

    @clause("WB-4.10")
    def test_the_search_is_over_when_every_marker_is_on_the_chart(self) -> None:
        state = calls(laid(), 5, 7, 5)
        assert (state.phase, GAME.status(state).to_act) == (Phase.SEARCH, (3,))
        over = play(state, "P4 call 2")
        assert over.phase is Phase.MARK
        assert "WB-4.10" in refusals(over, "P4 call 2")
        with pytest.raises(IllegalAction) as refusal:
            play(over, "P4 call 2")
        assert [violation.clause for violation in refusal.value.violations] == ["WB-4.10", "WB-4.6"]
        assert act("P4 call 2") not in list(GAME.legal_actions(over))
