"""Lines of text of Buffet Master: every fault of an impossible position at once, each with its place."""

from dataclasses import replace

import pytest

from companion.game import Pack, TextError
from companion.games.buffet_master import GAME
from companion.games.buffet_master.pieces import State
from companion.notation import ImpossibleError
from tests.games.buffet_master_tables import PACK, act, opening, play, setup, table

LINE = str(table(hands={1: "swoop"}, laid={1: "soup-0-0+soup-1-0"}))
"""start active=P1 tops=tacos-0-0,sushi-0-0,... hidden=swoop@h1:1,*@p1:3/... laid=P1:soup-0-0+soup-1-0"""
TOPS, UNDER = "?,swoop,dump,fork,bathroom,swoop", (0, 3, 3, 3, 3)
TWO_SOUPS = "soup-0-0+soup-1-0 soup-0-0+soup-1-0"
ENDED = str(table("scoring", {1: "purse"}, laid={1: TWO_SOUPS}, tops=TOPS, under=UNDER))
ACTIONS = """first P2; flip; flip 1:a%20b 2:swoop; P1 take 1 2; P1 done; P1 turn 1 2 flip 1:a 2:b; P2 swoop 3; P2 miss 3; P2 tie 3;
P1 dump 1 2; P1 dump 1 2 soup; P1 tray 1 P2; P1 fork P2; P1 bathroom 1; P1 bathroom 1 swoop; P1 lay a b; P1 lay-unseen 2; counted;
P1 hand a; P1 open a b; P1 eat 1@0,0 2@-1,0; P1 eat 1@0,0 purse 2 3; P1 eat purse 1; P1 clear; P1 served; play-off P2"""


def read(text: str, tie: str = "shared", pack: Pack = PACK) -> State:
    return GAME.parse_state(pack, setup(tie=tie), text)


def faults(text: str, tie: str = "shared") -> str:
    with pytest.raises(ImpossibleError) as refusal:
        read(text, tie)
    assert [column for column, _ in refusal.value.faults] == sorted(column for column, _ in refusal.value.faults)
    return str(refusal.value)


def column(text: str) -> int:
    with pytest.raises(TextError) as refusal:
        read(text)
    assert not isinstance(refusal.value, ImpossibleError)
    return refusal.value.column


class TestSyntax:
    def test_a_line_begins_with_where_the_game_stands(self) -> None:
        assert column("") == 0
        assert column("  lunch active=P1") == 2

    def test_fields_have_names_values_and_an_order(self) -> None:
        assert column(LINE.replace("active=P1", "active")) == 6
        assert column(LINE.replace("active=P1", "colour=P1")) == 6
        assert column(LINE + " taken=1") == len(LINE) + 1
        assert column(LINE + " laid=P1:?2") == len(LINE) + 1
        assert column("start tops=?,?,?,?,?,?") == len("start tops=?,?,?,?,?,?")

    def test_parts_are_read_by_their_own_grammar(self) -> None:
        for old, new in (
            ("active=P1", "active=me"),
            ("tacos-0-0,", ""),
            ("swoop@h1:1", "swoop@h1"),
            ("swoop@h1:1", "swoop*x@h1:1"),
            ("laid=P1:soup-0-0+soup-1-0", "laid=soup"),
        ):
            assert old in LINE
            assert abs(column(LINE.replace(old, new)) - LINE.index(old)) < 12
        assert column(LINE + " swooped=P1") > len(LINE)
        assert column(ENDED + " served=P1:4x5") > len(ENDED)

    def test_there_is_one_way_to_write_a_position(self) -> None:
        assert column(LINE.replace("soup-0-0+soup-1-0", "soup-1-0+soup-0-0")) == LINE.index("soup-0-0+") + 5
        assert column(LINE + " ") == len(LINE)

    def test_actions_name_the_column(self) -> None:
        for line, at in (
            ("", 0),
            ("eat", 0),
            ("P1", 2),
            ("P1 juggle", 3),
            ("P1 take", 7),
            ("P1 take one", 8),
            ("P1 done now", 8),
            ("flip 1", 5),
            ("P1 turn 1 2", 11),
            ("P1 eat 1@0", 7),
            ("P1 eat purse", 12),
            ("P0 take 1", 0),
            ("first 1", 6),
        ):
            with pytest.raises(TextError) as refusal:
                GAME.parse_action(line)
            assert refusal.value.column == at, line

    @pytest.mark.parametrize("line", [line.strip() for line in ACTIONS.split(";")])
    def test_every_action_comes_back_from_its_line(self, line: str) -> None:
        assert str(act(line)) == line


class TestImpossible:
    def test_every_fault_is_named_at_once_with_its_place(self) -> None:
        text = LINE.replace("active=P1", "active=P9").replace("tacos-0-0", "caviar").replace("laid=P1:soup-0-0", "laid=P1:soup-1-0")
        found = faults(text)
        assert "P9 does not play; 4 do (column 7)" in found
        assert "the box has no card 'caviar'" in found
        assert "2 copies of soup 2 of 2" in found

    def test_cards_are_counted(self) -> None:
        assert "5 copies of swoop; the box has 4" in faults(LINE.replace("swoop@h1:1", "swoop*5@h1:5"))
        assert "2 cards cannot lie in 1 places" in faults(LINE.replace("swoop@h1:1", "dump+swoop@h1:1"))
        assert "cards of the box are named nowhere else; * has" in faults(LINE.replace("swoop@h1:1", "dump+swoop@h1:2"))
        assert "h7 is no place" in faults(LINE.replace("swoop@h1:1", "swoop@h7:1"))
        rest = LINE[LINE.index("*@") : LINE.index(" laid")]
        assert "cards of the box are named nowhere else; write * for them" in faults(
            LINE.replace("," + rest, "").replace(rest, "fork@p1:1")
        )

    def test_an_unfinished_dish_was_not_laid(self) -> None:
        assert "soup needs 2 cards, not 1" in faults(
            LINE.replace("soup-0-0+soup-1-0", "soup-0-0").replace("p6:", "p6:").replace("active", "active")
        )

    def test_tops_fit_the_phase(self) -> None:
        assert "start: pile 1 shows no card (BM-3.4)" in faults(LINE.replace("tops=tacos-0-0", "tops=?").replace("p1:3", "p1:4"))
        assert "shuffle: exactly 1 pile waits for a new top, not 0 (BM-6.6)" in faults(LINE.replace("start", "shuffle"))
        assert "flip: no pile lies face down" in faults(LINE.replace("start", "flip"))
        count = LINE.replace("start active=P1", "count active=P1 taken=1")
        assert "count: the game has not ended, no pile is empty (BM-5.1)" in faults(count)
        empty = str(table("scoring", tops=TOPS, under=UNDER))
        assert "end: pile 1 is empty, so the game has ended (BM-5.1)" in faults(empty.replace("scoring", "end"))

    def test_the_turn_fits_the_phase(self) -> None:
        assert "end: at least 1 card was taken before (BM-3.1)" in faults(LINE.replace("start", "end"))
        assert "start: no card has been taken yet (BM-3.1)" in faults(LINE.replace("active=P1", "active=P1 taken=2"))
        assert "played is one of dump, fresh-tray, fork, at the end of a turn (BM-6.0)" in faults(
            LINE.replace("active=P1", "active=P1 played=fork")
        )
        assert "late is the player before the active one" in faults(LINE.replace("active=P1", "active=P1 late=P2"))
        assert "opening: hands are empty (BM-2.4)" in faults(LINE.replace("start", "opening").replace("tops=tacos-0-0", "tops=?"))

    def test_dishes_fit(self) -> None:
        assert "P1: 2 cards laid unseen and 0 hidden in the stack (BM-3.7)" in faults(LINE.replace("soup-0-0+soup-1-0", "?2"))
        assert "shown is no laid dish" in faults(LINE + " shown=soup-0-0")
        assert "start: the count of five has not begun (BM-5.3)" in faults(LINE + " swooped=P1:soup-0-0")

    def test_stomachs_fit(self) -> None:
        assert "start: stomachs are filled after the end (BM-5.3)" in faults(LINE + " served=P1:1@0.0")
        assert "dish 2 lies on dish 1" in faults(ENDED + " served=P1:1@0.0/2@1.0 eating=P1")
        assert "of dishes alike the first are eaten first" in faults(ENDED + " served=P1:2@0.0 eating=P1")
        assert "it is counted from its own corner" in faults(ENDED + " served=P1:1@1.0 eating=P1")
        assert "P2 has eaten nothing" in faults(ENDED + " eating=P2")
        assert "P2 does not hold the Purse now" in faults(ENDED + " served=P2:-/purse.1")
        assert "over: 0 of 4 stomachs are served" in faults(ENDED.replace("scoring", "over"))
        all_served = " served=P1:-/done,P2:-/done,P3:-/done,P4:-/done"
        assert "scoring: 4 of 4 stomachs are served" in faults(ENDED + all_served)
        assert read(ENDED.replace("scoring", "over") + all_served).served[0] is not None
        unseen = ENDED.replace("soup-0-0+soup-1-0", "?2")
        assert "P1 has dishes that nobody has seen" in faults(unseen + " served=P1:1@0.0 eating=P1")
        unfinished = ENDED.replace("soup-0-0+soup-1-0,P1:soup-0-0+soup-1-0", "soup-0-0,P1:soup-0-0+soup-1-0")
        assert "soup needs 2 cards" in faults(unfinished + " served=P1:1@0.0 eating=P1")

    def test_a_hand_is_known_before_a_stomach_is_filled(self) -> None:
        hands = {1: "fork", 2: "purse+dump"}
        forked = play(table("end", hands, under=(0, 3, 3, 3, 3)), "P1 fork P2", "flip", "P2 take 1", "counted")
        assert "P1 holds cards that nobody has seen" in faults(str(forked) + " served=P1:-/done")

    def test_a_play_off_is_for_a_tie(self) -> None:
        all_served = " served=P1:1@0.0/done,P2:-/done,P3:-/done,P4:-/done eating=P1"
        over = ENDED.replace("scoring", "over") + all_served
        assert "play-off: nobody is tied, or this table plays none" in faults(over.replace("over", "play-off"), tie="play_off")
        assert "P1 has won no play-off" in faults(over + " winner=P1", tie="play_off")
        tied = str(table("scoring", tops=TOPS, under=UNDER))
        tied = tied.replace("scoring", "over") + " served=P1:-/done,P2:-/done,P3:-/done,P4:-/done"
        assert "over: the tie has not been played off" in faults(tied, tie="play_off")
        assert read(tied + " winner=P3", tie="play_off").winner == 2
        assert read(tied.replace("over", "play-off"), tie="play_off").winner is None


def test_names_of_any_letters_are_written_so_that_a_line_stays_readable() -> None:
    def strange(text: str) -> str:
        return text.replace("soup", "süppchen: à la*carte")

    pieces = tuple(
        replace(p, id=strange(p.id), attributes={**p.attributes, "dish": strange(p.attributes.get("dish", ""))}) for p in PACK.pieces
    )
    pack = replace(PACK, pieces=pieces)
    state = play(GAME.initial(pack, setup()), "flip 1:s%C3%BCppchen%3A%20%C3%A0%20la%2Acarte-0-0")
    assert read(str(state), pack=pack) == state
    assert [spot.piece for spot in GAME.visible(state).spots] == ["süppchen: à la*carte-0-0"]
    assert "süppchen: à la*carte 1 of 2" in GAME.tell(opening(), act("flip 1:swoop")) + GAME.tell(state, act("P1 take 1"))
