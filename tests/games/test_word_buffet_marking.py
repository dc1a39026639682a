"""The rulebook of Word Buffet, marking words: the order, the check, the tokens, whether it is a word (WB-5 to WB-7)."""

import pytest

from companion.games.word_buffet import GAME
from companion.games.word_buffet.actions import Cover
from companion.games.word_buffet.marking import current, open_spaces, space_faults
from companion.games.word_buffet.pieces import Cell, Phase, State
from tests.games.word_buffet_tables import WORDS, calls, cells, is_legal, is_offered, laid, play, position, refusals, tokens

clause = pytest.mark.clause


def say(seat: int, word: str) -> str:
    return f"P{seat} word {word} {WORDS[word]}"


def covering(state: State) -> list[str]:
    """The ways to cover a word that are offered."""
    return [str(action) for action in GAME.legal_actions(state) if " cover" in str(action)]


def single(text: str = "", players: int = 2, **options: str) -> State:
    """P1 is about to place a single token, in round 2."""
    chart = ",".join(f"P{seat}.1.0" for seat in range(1, players + 1))
    return position(f"phase=single round=2 sand=out chart={chart} {text}", players, None, **options)


def spaces(state: State) -> set[str]:
    return set(map(str, open_spaces(state, state.queue[0].seat)))


class TestOrder:
    @clause("WB-5.1")
    def test_highest_row_first_then_from_left_to_right(self) -> None:
        state = calls(laid(), 5, 7, 5, 0)
        order = []
        while (marker := current(state)) is not None:
            order.append(f"P{marker.seat + 1}")
            state = play(state, f"{order[-1]} fail" if state.phase is Phase.MARK else str(next(GAME.legal_actions(state))))
        assert order == ["P2", "P1", "P3", "P4", "P2", "P1", "P3"]

    @clause("WB-5.1")
    def test_nobody_is_checked_out_of_turn(self) -> None:
        state = calls(laid(), 5, 7, 5, 0)
        assert refusals(state, say(1, "CUBIC")) == {"WB-5.1": "P2 is next, in row 7"}
        assert refusals(state, "P1 fail") == {"WB-5.1": "P2 is next, in row 7"}
        assert refusals(laid(), "P1 fail") == {"WB-5.1": "not now; the table is at: countdown"}
        assert GAME.status(state).to_act == (1,)

    @clause("WB-5.2")
    def test_the_word_is_said_and_shown_before_the_table_judges(self) -> None:
        state = calls(laid(2), 5, 0)
        assert set(refusals(state, "P1 vote yes")) == set(refusals(state, "table dictionary yes")) == {"WB-5.2"}
        said = play(state, say(1, "CUBIC"))
        assert said.phase is Phase.VOTE
        assert said.shown is not None
        assert said.shown.word == "CUBIC"

    def test_words_are_never_offered(self) -> None:
        offered = list(map(str, GAME.legal_actions(calls(laid(2), 5, 0))))
        assert offered == ["P1 fail"]


class TestChecking:
    @clause("WB-5.3", "WB-6.1")
    def test_a_word_that_holds_is_covered_from_the_reserve(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "table agree yes")
        assert covering(state) == ["P1 cover h1 h2 i2 i3 h3"]
        after = play(state, "P1 cover h1 h2 i2 i3 h3")
        assert (after.ants_left(0), after.specials_left(0)) == (35, 5)
        assert {str(ant.cell) for ant in after.ants} == {"h1", "h2", "i2", "i3", "h3"}

    @clause("WB-5.3")
    def test_specials_only_when_no_normal_ant_is_left(self) -> None:
        early = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "table agree yes")
        assert refusals(early, "P1 cover h1* h2 i2 i3 h3") == {"WB-5.3": "1 special ants; 5 normal ants come first, then 0 special ones"}
        chart = "phase=mark round=2 sand=out first=P1 chart=P1.5.5,P2.1.0"
        late = play(position(f"{chart} ants={tokens(1, 38)}", 2), say(1, "CUBIC"), "table agree yes")
        assert covering(late) == ["P1 cover h1 h2 i2* i3* h3*"]
        assert is_legal(late, "P1 cover h1* h2* i2* i3 h3"), "which of the letters get them is free"
        assert refusals(late, "P1 cover h1 h2 i2 i3 h3")["WB-5.3"].startswith("0 special ants; 2 normal ants come first, then 3")

    @clause("WB-5.4")
    def test_a_word_that_fails_goes_to_row_1_right_of_those_there(self) -> None:
        state = play(calls(laid(), 5, 6, 0, 0), "P2 fail")
        assert [(marker.seat, marker.row, marker.called) for marker in state.queue] == [(0, 5, 5), (2, 1, 0), (3, 1, 0), (1, 1, 0)]
        assert GAME.status(state).to_act == (0,)
        judged = play(state, say(1, "CUBIC"), "table agree no")
        assert [marker.seat for marker in judged.queue] == [2, 3, 1, 0]
        assert judged.phase is Phase.SINGLE
        assert refusals(judged, "P3 fail") == {
            "WB-5.1": "not now; the table is at: single",
            "WB-5.4": "P3 has no word and stands in the row of 1 letter already",
        }

    @clause("WB-5.4")
    def test_a_word_may_be_withdrawn_while_the_table_judges(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "P2 vote yes", "P1 fail")
        assert (state.shown, state.votes, state.phase) == (None, (), Phase.SINGLE)

    @clause("WB-5.5")
    def test_the_number_of_letters_is_the_one_called(self) -> None:
        state = calls(laid(2), 6, 0)
        assert refusals(state, say(1, "CUBIC")) == {"WB-5.5": "CUBIC has 5 letters; 6 were called"}
        shorter = calls(laid(2, length_mismatch="accept_shorter_to_new_row"), 4, 0)
        assert refusals(shorter, say(1, "CUBIC")) == {"WB-5.5": "CUBIC has 5 letters; 4 were called"}

    @clause("WB-5.5")
    def test_a_shorter_word_may_move_to_its_own_row(self) -> None:
        state = calls(laid(4, length_mismatch="accept_shorter_to_new_row"), 7, 6, 5, 0)
        assert GAME.tell(state, GAME.parse_action(say(1, "CUBIC"))) == "showed CUBIC, 5 letters. Row 5."
        moved = play(state, say(1, "CUBIC"))
        assert [(marker.seat, marker.row) for marker in moved.queue] == [(1, 6), (2, 5), (0, 5), (3, 1)]
        assert is_legal(play(moved, "P2 fail", "P3 fail"), say(1, "CUBIC"))

    @clause("WB-5.5", "WB-4.4")
    def test_a_shorter_word_is_a_word_all_the_same(self) -> None:
        state = calls(laid(2, length_mismatch="accept_shorter_to_new_row"), 7, 0)
        assert refusals(state, "P1 word C h1") == {"WB-4.4": "a word has 2 letters or more at this table; C has 1"}

    @clause("WB-5.5")
    def test_every_reason_is_named_at_once(self) -> None:
        state = position("phase=mark round=2 ants=P2.c2.1 sand=out first=P1 chart=P1.5.5,P2.1.0", 2)
        assert set(refusals(state, "P1 word XXX b2-c2-e2")) == {"WB-4.2", "WB-4.3", "WB-4.5", "WB-5.5"}

    @clause("WB-5.5")
    def test_of_several_paths_the_player_chooses(self) -> None:
        state = calls(laid(2, {"AT": "f1-g1", "A": "g2", "T": "f2"}), 2, 0)
        for path in ("f1-g1", "f1-f2"):
            assert is_legal(state, f"P1 word AT {path}")
        assert refusals(state, "P1 word AT g2-g1") == {"WB-4.3": "g2 is not in front of the nest of P1"}

    @clause("WB-5.5")
    def test_a_word_of_one_letter_is_a_word_where_the_table_says_so(self) -> None:
        state = calls(laid(2, min_word="1"), 1, 0)
        assert state.phase is Phase.MARK
        assert play(state, "P1 word A f1", "table agree yes", "P1 cover f1").ants[0].cell == Cell(0, 5)
        failed = play(state, "P1 fail")
        assert ([marker.seat for marker in failed.queue], failed.phase) == ([1, 0], Phase.SINGLE)


class TestCovering:
    @clause("WB-6.1")
    def test_a_token_on_every_letter_and_nowhere_else(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "table agree yes")
        assert refusals(state, "P1 cover h1 h2 i2 i3") == {"WB-6.1": "4 tokens placed; 5 letters are free, 5 tokens go on them"}
        assert refusals(state, "P1 cover h1 h2 i2 i3 a1") == {"WB-6.1": "a1 is no letter of CUBIC"}
        elsewhere = Cover(0, cells(WORDS["CUBIC"]), frozenset({Cell(0, 0)}))  # no text says this
        assert "a special ant goes on a letter that is covered" in [violation.why for violation in GAME.violations(state, elsewhere)]
        assert set(refusals(calls(laid(2), 5), "P1 cover h1")) == {"WB-5.1"}

    @clause("WB-6.2")
    def test_one_word_a_round(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "table agree yes", "P1 cover h1 h2 i2 i3 h3")
        assert refusals(state, say(1, "AT")) == {"WB-6.2": "P1 has placed in this round already"}

    @clause("WB-6.3")
    def test_letters_taken_are_left_out_and_nothing_is_stacked(self) -> None:
        text = "phase=mark round=2 ants=P2.h2.2,P1.g3.1 sand=out first=P1 chart=P1.5.5,P2.6.6b"
        state = play(position(text, 2), say(1, "CUBIC"), "table agree yes")
        assert covering(state) == ["P1 cover h1 i2 i3 h3"]
        assert refusals(state, "P1 cover h1 h2 i2 i3 h3")["WB-6.3"] == "a token of P2 is on h2 already"
        assert "WB-6.3" in refusals(state, "P1 cover h1 h1 i2 i3")

    @clause("WB-6.3")
    def test_a_letter_that_serves_twice_gets_one_token(self) -> None:
        state = play(calls(laid(2, reuse_cell="true"), 4, 0), "P1 word CUBU h1-h2-i2-h2", "table agree yes")
        assert covering(state) == ["P1 cover h1 h2 i2"]

    @clause("WB-6.8")
    def test_with_too_few_tokens_the_first_letters_are_covered(self) -> None:
        text = f"phase=mark round=2 ants={tokens(1, 42, specials=2)} sand=out first=P1 chart=P1.5.5,P2.1.0"
        state = play(position(text, 2), say(1, "CUBIC"), "table agree yes")
        assert covering(state) == ["P1 cover h1* h2* i2*"]
        assert refusals(state, "P1 cover h1* h2* h3*") == {"WB-6.8": "with 3 tokens for 5 letters the first ones are covered: h1, h2, i2"}
        assert refusals(state, "P1 cover h1* h2*")["WB-6.8"] == "2 tokens placed; 5 letters are free, 3 tokens go on them"
        free = play(position(text, 2, short_reserve="choose"), say(1, "CUBIC"), "table agree yes")
        assert is_legal(free, "P1 cover h1* h2* h3*")
        assert len(covering(free)) == 10

    @clause("WB-6.8")
    def test_without_any_token_a_word_is_covered_by_none(self) -> None:
        text = f"phase=mark round=2 ants={tokens(1, 45, specials=5)},P2.g15.1 sand=out first=P1 chart=P1.5.5,P2.1.0"
        state = play(position(text, 2, row1_special_triggers="false"), say(1, "CUBIC"), "table agree yes")
        assert covering(state) == ["P1 cover"]
        after = play(state, "P1 cover")
        assert (after.trigger, len(after.ants), after.found[0].word) == (None, 46, "CUBIC")


class TestSingleTokens:
    @clause("WB-6.4")
    def test_in_front_of_the_nest_next_to_an_own_ant_or_on_a_tile_with_one(self) -> None:
        state = single("ants=P1.e6.1,P2.k8.1")
        front = {"f1", "g1", "h1", "i1", "j1"}
        tile = {f"{col}{row}" for col in "abcde" for row in range(6, 11)} - {"e6"}
        assert spaces(state) == front | tile | {"d5", "e5", "f5", "f6", "f7"}
        assert set(refusals(state, "P1 single k9")) == {"WB-6.4"}
        assert refusals(state, "P1 single p1") == {"WB-6.4": "p1 is not on the board"}

    @clause("WB-6.4")
    def test_next_to_anybody_where_the_table_says_so(self) -> None:
        state = single("ants=P1.e6.1,P2.k8.1", adjacent_to="any_player")
        assert {"k9", "j7", "l8"} <= spaces(state)
        assert "m8" not in spaces(state), "on a tile with a rival's ant only"
        assert refusals(state, "P1 single m8")["WB-6.4"].startswith("m8 is not next to an ant, ")

    @clause("WB-6.4")
    def test_never_on_another_token(self) -> None:
        assert refusals(single("ants=P2.f1.1"), "P1 single f1") == {"WB-6.3": "f1 is covered already"}

    @clause("WB-6.5")
    def test_never_in_front_of_another_nest_where_a_word_may_reach(self) -> None:
        state = single("ants=P1.g14.1")
        assert refusals(state, "P1 single g15") == {"WB-6.5": "g15 is in front of the nest of P2"}
        assert not {"f15", "g15", "h15", "i15", "j15"} & spaces(state)
        word = position("phase=mark round=2 ants=P1.e14.1 sand=out first=P1 chart=P1.6.6,P2.1.0", 2)
        assert is_legal(word, say(1, "GOLDEN"))

    @clause("WB-6.5")
    def test_never_on_food(self) -> None:
        assert refusals(single("ants=P1.b3.1", food_model="cell"), "P1 single b2") == {"WB-6.5": "b2 is food"}
        assert is_legal(single("ants=P1.b3.1", food_model="vertex"), "P1 single b2"), "a corner point is no space"

    @pytest.mark.parametrize("options", [{}, {"adjacent_to": "any_player"}, {"food_model": "cell"}])
    def test_what_is_open_is_what_has_no_fault(self, options: dict[str, str]) -> None:
        state = single("ants=P1.e6.1,P2.k8.1,P1.g14.1,P1.f2.1,P2.g1.1", 2, **options)
        assert open_spaces(state, 0) == [cell for cell in state.cells if not list(space_faults(state, 0, cell))]

    @clause("WB-6.6")
    def test_without_an_open_space_or_a_token_none_is_placed(self) -> None:
        fronts = ",".join(f"P2.{col}1.1" for col in "fghij")
        closed = single(f"ants={fronts}")
        assert [str(action) for action in GAME.legal_actions(closed)] == ["P1 none"]
        assert play(closed, "P1 none").queue[0].seat == 1
        assert refusals(single(), "P1 none") == {"WB-6.6": "5 spaces are open to P1, e.g. f1"}
        empty = single(f"ants={tokens(1, 45, specials=5)}", row1_special_triggers="false")
        assert is_legal(empty, "P1 none")
        assert refusals(empty, "P1 single f1*")["WB-6.6"] == "P1 has no token left"
        assert set(refusals(closed, "P2 none")) == set(refusals(closed, "P2 single f15")) == {"WB-5.1"}

    @clause("WB-6.6")
    def test_a_word_all_taken_places_one_token_or_nothing(self) -> None:
        text = "phase=mark round=2 ants=P2.f1.2,P2.g1.2 sand=out first=P1 chart=P1.2.2,P2.6.6b"
        one = play(position(text, 2), say(1, "AT"), "table agree yes")
        assert one.phase is Phase.SINGLE
        assert is_legal(one, "P1 single h1")
        nothing = play(position(text, 2, zero_token_word="nothing"), say(1, "AT"), "table agree yes")
        assert (nothing.phase, nothing.round) == (Phase.COUNTDOWN, 3)
        assert one.found == nothing.found

    @clause("WB-5.3")
    def test_a_single_token_is_special_only_when_no_normal_one_is_left(self) -> None:
        assert refusals(single(), "P1 single f1*") == {"WB-5.3": "P1 has 40 normal ants left, so the token is normal"}
        last = single(f"ants={tokens(1, 40)}")
        assert refusals(last, "P1 single f1") == {"WB-5.3": "P1 has 0 normal ants left, so the token is special"}
        assert is_offered(last, "P1 single f1*")

    @clause("WB-6.7")
    def test_the_round_ends_when_all_markers_are_back(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"), "table agree yes", "P1 cover h1 h2 i2 i3 h3", "P2 single f15")
        assert (state.phase, state.round, state.chart, state.first) == (Phase.COUNTDOWN, 2, (), None)
        assert {ant.seat for ant in state.ants} == {0, 1}


class TestIsItAWord:
    @clause("WB-7.1")
    def test_any_word_that_the_table_knows_names_too(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"))
        vote = GAME.show(state)["vote"]
        assert isinstance(vote, dict)
        notes = vote["notes"]
        assert isinstance(notes, list)
        assert [note["clause"] for note in notes if isinstance(note, dict)] == ["WB-7.1", "WB-7.3"]
        assert play(state, "P1 vote yes", "P2 vote yes").phase is Phase.COVER

    @clause("WB-7.2")
    @pytest.mark.parametrize("judge", ["majority_then_dictionary", "dictionary_only", "majority_only"])
    def test_an_acronym_has_to_be_known_by_everybody(self, judge: str) -> None:
        ufo = f"P3 word UFO {WORDS['UFO']} acronym"
        state = play(_third_calls(judge), ufo)
        three = play(state, "P1 vote yes", "P2 vote yes", "P3 vote yes")
        assert three.phase is Phase.VOTE
        assert play(three, "P4 vote yes").phase is Phase.COVER
        assert play(state, "P2 vote no").shown is None
        assert refusals(three, "table dictionary yes") == {"WB-7.2": "UFO is an acronym: it holds if everybody knows it"}

    @clause("WB-7.3")
    def test_accents_are_left_out(self) -> None:
        action = GAME.parse_action(f"P4 word fiancée {WORDS['FIANCEE']}")
        assert str(action) == f"P4 word FIANCEE {WORDS['FIANCEE']}"

    @clause("WB-7.4")
    def test_most_of_all_players_decide_as_soon_as_they_are_enough(self) -> None:
        state = play(calls(laid(), 5, 0, 0, 0), say(1, "CUBIC"))
        assert GAME.status(state).to_act == (0, 1, 2, 3)
        two = play(state, "P1 vote yes", "P2 vote yes")
        assert (two.phase, GAME.status(two).to_act) == (Phase.VOTE, (2, 3))
        assert is_offered(two, "P3 vote no") and is_offered(two, "P4 vote yes") and not is_offered(two, "P1 vote no")
        assert refusals(two, "P1 vote no") == {"WB-7.4": "P1 has voted already"}
        assert play(two, "P3 vote yes").phase is Phase.COVER
        assert play(state, "P1 vote yes", "P2 vote no", "P3 vote no", "P4 vote no").phase is Phase.SINGLE
        assert play(two, "table agree yes").phase is Phase.COVER

    @clause("WB-7.4")
    def test_a_tie_goes_to_the_dictionary(self) -> None:
        state = play(calls(laid(2), 5, 0), say(1, "CUBIC"))
        assert refusals(state, "table dictionary yes") == {
            "WB-7.4": "the table votes first, and the dictionary settles a tie; 0 of 2 have voted"
        }
        tie = play(state, "P1 vote yes", "P2 vote no")
        assert (tie.phase, GAME.status(tie).to_act) == (Phase.VOTE, ())
        assert refusals(tie, "table agree yes") == {"WB-7.4": "everybody has voted; it is a tie, so the dictionary decides"}
        assert play(tie, "table dictionary yes").phase is Phase.COVER
        assert play(tie, "table dictionary no").phase is Phase.SINGLE

    @clause("WB-7.4")
    def test_the_dictionary_only(self) -> None:
        state = play(calls(laid(2, word_judge="dictionary_only"), 5, 0), say(1, "CUBIC"))
        assert refusals(state, "P2 vote yes") == {"WB-7.4": "at this table the dictionary decides alone"}
        assert [str(action) for action in GAME.legal_actions(state)] == ["table dictionary yes", "table dictionary no", "P1 fail"]
        assert play(state, "table dictionary yes").phase is Phase.COVER
        assert GAME.status(state).to_act == (), "nobody votes"

    @clause("WB-7.4")
    def test_the_majority_only(self) -> None:
        state = play(calls(laid(2, word_judge="majority_only"), 5, 0), say(1, "CUBIC"))
        assert refusals(state, "table dictionary yes") == {"WB-7.4": "at this table the votes decide alone"}
        assert play(state, "P1 vote yes", "P2 vote no").phase is Phase.SINGLE, "half is not most"


def _third_calls(judge: str) -> State:
    return play(laid(word_judge=judge), "table go", "P3 call 3", "table sand-out")
