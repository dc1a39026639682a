"""Between the table and the rules: what is seen, what is expected, what is tried; what is shown and told."""

import json
from dataclasses import replace

import pytest

from companion.game import Layout, Pack, PackError, Spot
from companion.games.word_buffet import GAME
from companion.games.word_buffet.actions import Cover, LayBoard, NameLetters
from companion.games.word_buffet.pieces import Cell, State
from companion.games.word_buffet.reading import places
from companion.referee import Ambiguous, Played, Unchanged, explain
from tests.games.word_buffet_tables import FOODS, PACK, WORDS, act, board, calls, laid, opening, play, position, setup, tokens
from vision.observation import Candidate, Detection, Observation, Point, Quad, Quality


def at(x: float, y: float) -> Quad:
    """A small square around a point."""
    return (x - 4, y + 4), (x + 4, y + 4), (x + 4, y - 4), (x - 4, y - 4)


def space(name: str) -> Point:
    """The middle of a space on the mat, in millimetres."""
    return 25 + 20 * (ord(name[0]) - 97) + 10, 330 - 20 * (int(name[1:]) - 1) - 10


def thing(kind: str, id: str | None, where: Point, *maybe: str) -> Detection:
    alternatives = tuple(Candidate(name, 0.4) for name in maybe)
    return Detection(kind, at(0, 0), id, 0.99 if id else 0.0, alternatives=alternatives, quad_mm=at(*where))


def see(*things: Detection) -> set[tuple[str, str, str | None]]:
    observation = Observation(0.0, (100, 100), Quality(1, 0.5, 0), detections=things)
    return {(spot.zone, spot.slot, spot.piece) for spot in GAME.see(PACK, observation).spots}


class TestSeeing:
    def test_tokens_and_letters_lie_on_spaces(self) -> None:
        assert see(thing("token", "ant-red", space("f14"))) == {("board", "f14", "ant-red")}
        assert see(thing("tile", "Q", space("a1"))) == {("letters", "a1", "Q")}

    def test_letters_are_read_while_the_board_is_bare(self) -> None:
        letter, beside = thing("tile", "Q", space("a1")), thing("token", "ant-red", (20, 20))
        assert see(letter, beside) == {("letters", "a1", "Q")}
        for token in (thing("token", "ant-red", space("b2")), thing("token", None, (375, 35), "marker-red")):
            assert {zone for zone, _, _ in see(letter, token)} <= {"board", "chart"}

    def test_foods_lie_on_corner_points_or_spaces(self) -> None:
        x, y = space("f14")
        assert see(thing("food", "food", (x, y))) == {("foods", "f14", "food")}
        assert see(thing("food", "food", (x + 10, y - 10))) == {("foods", "f14+", "food")}
        assert see(thing("food", "food", (x + 8, y - 8))) == {("foods", "f14+", "food")}
        assert see(thing("food", "food", (26, 329))) == {("foods", "a1", "food")}, "no corner point lies on the edge"

    @pytest.mark.parametrize(("where", "slot"), [((175, 340), "N2"), ((45, 20), "S1"), ((5, 50), "W3"), ((345, 290), "E1")])
    def test_nests_lie_beside_the_board(self, where: Point, slot: str) -> None:
        assert see(thing("tile", "nest-red", where)) == {("nests", slot, "nest-red")}

    def test_markers_lie_on_the_chart_in_rows(self) -> None:
        assert see(thing("token", "marker-red", (375, 35))) == {("chart", "1", "marker-red")}
        assert see(thing("token", "marker-blue", (455, 30 + 22 * 6 + 5))) == {("chart", "7", "marker-blue")}

    def test_an_unnamed_token_keeps_what_it_may_be(self) -> None:
        observation = Observation(
            0.0, (9, 9), Quality(1, 0.5, 0), detections=(thing("token", None, space("a1"), "ant-red", "special-red"),)
        )
        assert GAME.see(PACK, observation).spots == (Spot("board", None, ("ant-red", "special-red"), "a1", ref=0),)

    def test_without_the_board_that_was_looked_for_nothing_has_a_place_on_it(self) -> None:
        there = thing("token", "ant-red", space("f14")), thing("tile", "Q", space("a1")), thing("food", "food", space("b3"))
        beside = thing("tile", "nest-red", (175, 340)), thing("token", "marker-red", (375, 35))
        look = Observation(0.0, (9, 9), Quality(1, 0.5, 0), detections=(*there, *beside), lacks_board=True)
        assert [(spot.zone, spot.slot) for spot in GAME.see(PACK, look).spots] == [("chart", "1")]
        assert {spot.zone for spot in GAME.see(PACK, replace(look, lacks_board=False)).spots} > {"board", "chart"}

    @pytest.mark.parametrize(
        "elsewhere",
        [
            *(thing("tile", None, space("a1"), "O", "Q"), thing("food", None, space("a1")), thing("food", "food", (10, 10))),
            *(thing("token", "ant-red", (20, 20)), thing("card", "ace", space("a1")), thing("tile", "nest-red", space("a1"))),
            *(thing("tile", "nest-red", (10, 10)), thing("tile", "letter-tile", space("b2"))),
            Detection("token", at(0, 0), "ant-red", 0.9),
        ],
    )
    def test_what_says_nothing_is_left_out(self, elsewhere: Detection) -> None:
        assert see(elsewhere) == set()

    def test_a_pack_without_places_is_refused(self) -> None:
        for tables in ({}, {"table_mm": {"board_x": "left"}}, {**PACK.tables, "tile_cells": "five"}):
            with pytest.raises(PackError, match="pack word_buffet"):
                places(_with(PACK, tables))
        with pytest.raises(PackError, match="cell has to be millimetres, not 0"):
            mm = PACK.tables["table_mm"]
            places(_with(PACK, {**PACK.tables, "table_mm": {**(mm if isinstance(mm, dict) else {}), "cell": 0}}))


def _with(pack: Pack, tables: object) -> Pack:
    return replace(pack, tables=tables)  # type: ignore[arg-type]  # on purpose wrong


def seen(state: State, *spots: Spot, without: str = "") -> Layout:
    """What lies there when everything is as expected, and these besides; nothing in one slot."""
    return Layout(tuple(spot for spot in GAME.visible(state).spots if spot.slot != without or spot.zone == "letters") + spots)


class TestReading:
    def test_a_board_is_read_at_once(self) -> None:
        verdict = explain(GAME, opening(), GAME.visible(laid()))
        assert verdict == Played((act(board()),))

    def test_a_board_is_read_as_far_as_it_is_seen(self) -> None:
        whole = GAME.visible(laid())
        half = Layout(tuple(spot for spot in whole.spots if spot.zone == "letters" and int(spot.slot[1:]) < 3))
        (only,) = GAME.candidates(opening(), half)
        assert isinstance(only, LayBoard)
        assert (only.letters[1], only.letters[2], only.foods, only.nests) == (laid().letters[1], "?" * 15, (), ())
        assert list(GAME.candidates(opening(), Layout())) == []
        assert list(GAME.candidates(opening(), Layout((Spot("foods", "food", slot="z9+"), Spot("nests", "nest-red", slot="N1"))))) == []

    def test_a_letter_that_shows_later_is_taken_a_known_one_is_not_changed(self) -> None:
        unread = play(opening(2), board(2).replace("letters=X", "letters=?"), "table go")
        assert explain(GAME, unread, seen(unread, Spot("letters", "B", slot="a1"))) == Played((act("table letters a1=B"),))
        assert NameLetters(((Cell(0, 1), "B"),)) not in list(GAME.candidates(unread, seen(unread, Spot("letters", "B", slot="b1"))))

    def test_what_was_read_once_may_be_hidden(self) -> None:
        state = position("round=2 ants=P1.f1.1,P2.f15.1", 2)
        tokens_only = Layout(tuple(spot for spot in GAME.visible(state).spots if spot.zone == "board"))
        assert GAME.visible(state).matches(tokens_only)

    def test_a_marker_on_the_chart_is_a_call(self) -> None:
        state = play(laid(), "table go")
        assert explain(GAME, state, seen(state, Spot("chart", "marker-green", slot="6"))) == Played((act("P3 call 6"),))
        unsure = explain(GAME, state, seen(state, Spot("chart", None, ("marker-green", "marker-blue"), "6")))
        assert isinstance(unsure, Ambiguous)
        assert set(unsure.fits) == {(act("P3 call 6"),), (act("P4 call 6"),)}

    def test_strict_gestures_are_read_one_by_one(self) -> None:
        state = play(laid(order_of_gestures="strict"), "table go", "P1 call 5")
        assert explain(GAME, state, seen(state, Spot("chart", "marker-red", slot="5"))) == Played((act("P1 marker 5"),))

    def test_late_markers(self) -> None:
        state = calls(laid(2), 5)
        assert explain(GAME, state, seen(state, Spot("chart", "marker-yellow", slot="1"))) == Played((act("table sand-out"),))
        out = play(laid(4, row1_order="as_placed", open_search_limit_s="9"), "table go", "table time-up 9")
        assert explain(GAME, out, seen(out, Spot("chart", "marker-yellow", slot="1"))) == Played((act("P2 late"),))
        limited = play(laid(2, open_search_limit_s="9"), "table go")
        late = [Spot("chart", f"marker-{colour}", slot="1") for colour in ("red", "yellow")]
        assert explain(GAME, limited, seen(limited, *late)) == Played((act("table time-up 9"),))

    def test_the_marker_of_who_is_checked_may_be_on_the_table(self) -> None:
        state = calls(laid(2), 5, 4)
        assert explain(GAME, state, seen(state, without="5")) == Unchanged()
        assert explain(GAME, state, seen(state, Spot("chart", "marker-red", slot="1"), without="5")) == Played((act("P1 fail"),))

    def test_tokens_on_the_word_cover_it(self) -> None:
        text = f"phase=mark round=2 ants={tokens(1, 38)} sand=out first=P1 chart=P1.5.5,P2.1.0"
        state = play(position(text, 2), f"P1 word CUBIC {WORDS['CUBIC']}", "table agree yes")
        placed = {"h1": "special", "h2": "ant", "i2": "special", "i3": "ant", "h3": "special"}
        spots = [Spot("board", f"{kind}-red", slot=slot) for slot, kind in placed.items()]
        assert explain(GAME, state, seen(state, *spots)) == Played((act("P1 cover h1* h2 i2* i3 h3*"),))
        unnamed = [Spot("board", None, ("ant-red", "special-red"), slot) for slot in placed]
        unsure = explain(GAME, state, seen(state, *unnamed))
        assert isinstance(unsure, Ambiguous)
        assert unsure.fits == ((act("P1 cover h1 h2 i2* i3* h3*"),),)

    def test_a_word_covered_as_expected_is_tried_once(self) -> None:
        state = play(calls(laid(2), 5, 0), f"P1 word CUBIC {WORDS['CUBIC']}", "table agree yes")
        spots = [Spot("board", "ant-red", slot=slot) for slot in ("h1", "h2", "i2", "i3", "h3")]
        assert list(GAME.candidates(state, seen(state, *spots))) == [act("P1 cover h1 h2 i2 i3 h3")]
        assert list(GAME.candidates(calls(laid(2), 5, 4), Layout())) == []

    def test_no_more_ways_to_cover_are_tried_than_make_sense(self) -> None:
        text = f"phase=mark round=2 ants={tokens(1, 42, specials=2)} sand=out first=P1 chart=P1.9.9,P2.1.0"
        board_of = {"XXXXXXXXX": "f1-f2-g2-h2-i2-j2-k2-k1-l1"}
        state = position(text, 2, board_of, short_reserve="choose")
        state = play(state, f"P1 word XXXXXXXXX {board_of['XXXXXXXXX']}", "table agree yes")
        tried = list(GAME.candidates(state, GAME.visible(state)))
        assert tried[0] == Cover(0, ())
        assert len(tried) == 51

    def test_a_single_token(self) -> None:
        state = position("phase=single round=2 sand=out chart=P1.1.0,P2.1.0", 2)
        assert explain(GAME, state, seen(state, Spot("board", "ant-red", slot="f1"))) == Played((act("P1 single f1"),))
        unsure = explain(GAME, state, seen(state, Spot("board", None, slot="f1")))
        assert isinstance(unsure, Ambiguous)
        refused = explain(GAME, state, seen(state, Spot("board", "ant-red", slot="a3")))
        assert [violation.clause for entry in refused.refused for violation in entry.violations] == ["WB-6.4"]  # type: ignore[union-attr]  # Unexplained

    def test_nothing_is_tried_when_nothing_is_open(self) -> None:
        over = position(f"phase=over round=4 trigger=P1 ants={tokens(1, 41, specials=1)}", 2)
        assert list(GAME.candidates(over, Layout((Spot("board", "ant-red", slot="z9"),)))) == []


class TestShowing:
    def test_everything_that_a_page_needs_is_plain_json(self) -> None:
        state = play(calls(laid(), 5, 7, 0, 0), "P2 fail", f"P1 word CUBIC {WORDS['CUBIC']}", "P1 vote yes", "P3 vote no")
        shown = GAME.show(state)
        assert json.loads(json.dumps(shown, allow_nan=False)) == shown
        word, vote = shown["word"], shown["vote"]
        assert isinstance(word, dict)
        assert isinstance(vote, dict)
        assert (word["word"], word["called"], word["seat"]) == ("CUBIC", 5, 0)
        assert (vote["yes"], vote["no"], vote["of"], vote["voices"]) == (1, 1, 4, {"0": True, "2": False})
        assert shown["chart"] == [
            {"row": 5, "seat": 0, "called": 5},
            *({"row": 1, "seat": seat, "called": 0} for seat in (2, 3, 1)),
        ]

    def test_foods_stand_on_half_rows_where_they_lie_on_corner_points(self) -> None:
        for model, half in (("vertex", 0.5), ("cell", 0.0)):
            table = GAME.show(position("round=2 ants=P1.c2.1", 2, food_model=model))["board"]
            assert isinstance(table, dict)
            foods = table["foods"]
            assert isinstance(foods, list)
            name = f"{FOODS[0]}{'+' if model == 'vertex' else ''}"
            assert foods[0] == {"row": 1 + half, "col": 1 + half, "name": name, "touched_by": [0]}

    def test_the_points_so_far(self) -> None:
        players = GAME.show(position(f"round=2 ants={tokens(1, 41, specials=1)},P2.a1.1", 2))["players"]
        assert isinstance(players, list)
        one = players[0]
        assert isinstance(one, dict)
        assert (one["ants_left"], one["specials_left"], one["penalty"], one["special_points"]) == (0, 4, 0, 1)

    def test_the_spaces_of_a_single_token_are_shown_and_no_word_ever_is(self) -> None:
        spaces = GAME.show(position("phase=single round=2 sand=out chart=P1.1.0,P2.1.0", 2))["open_spaces"]
        assert isinstance(spaces, list)
        assert len(spaces) == 5
        for state in (play(laid(), "table go"), calls(laid(), 5), calls(laid(), 5, 7, 5, 6)):
            assert not any(word in json.dumps(GAME.show(state)).replace('"', "").split() for word in WORDS)

    def test_reuse_of_a_space_is_said(self) -> None:
        state = play(calls(laid(2, reuse_cell="true"), 4, 0), "P1 word CUBU h1-h2-i2-h2")
        assert "every space may serve" in json.dumps(GAME.show(state))


class TestTelling:
    @pytest.mark.parametrize(
        ("line", "told"),
        [
            (board(), "The board was read: letters, foods, nests."),
            ("table letters a1=B", "Letters named: a1 is B."),
            ("table go", "Three, two, one: round 1."),
            ("P1 early", "searched before the countdown was over."),
            ("P1 call 7", "called 7 first and turned the sand."),
            ("P1 marker 7", "put the marker into row 7."),
            ("P1 glass", "put the glass down."),
            ("P1 sand", "turned the sand."),
            ("table sand-out", "The time is over and nobody has called."),
            ("table time-up 9", "The time is over and nobody has called."),
            ("P1 late", "found no word in time. Row 1."),
            (f"P1 word CUBIC {WORDS['CUBIC']}", "showed CUBIC."),
            ("P1 fail", "had no word that holds. Row 1."),
            ("P1 vote yes", "knows the word."),
            ("P1 vote no", "does not know the word."),
            ("table agree yes", "The table says yes."),
            ("table dictionary yes", "The dictionary knows the word."),
            ("table dictionary no", "The dictionary does not know the word."),
            ("P1 cover h1 h2", "covered 2 letters."),
            ("P1 cover h1 h2*", "covered 2 letters, 1 with special ants."),
            ("P1 single f1", "put one ant on f1."),
            ("P1 single f1*", "put one special ant on f1."),
            ("P1 none", "could place no token."),
        ],
    )
    def test_an_action_is_a_sentence(self, line: str, told: str) -> None:
        assert GAME.tell(opening(), act(line)) == told

    def test_later_calls_and_the_sand(self) -> None:
        assert GAME.tell(calls(laid(), 5), act("P2 call 7")) == "called 7."
        assert GAME.tell(calls(laid(), 5), act("table sand-out")) == "The sand is out."
        assert GAME.tell(play(laid(order_of_gestures="strict"), "table go"), act("P2 call 7")) == "called 7."


def test_the_status_names_who_is_to_act() -> None:
    out = play(laid(2, row1_order="as_placed"), "table go", "P1 call 5", "table sand-out")
    assert (GAME.status(out).to_act, GAME.status(out).phase) == ((1,), "round 1, search against the sand")
    assert GAME.status(laid()).to_act == ()
    assert GAME.status(GAME.initial(PACK, setup(2))).phase == "round 1, laying the board"
