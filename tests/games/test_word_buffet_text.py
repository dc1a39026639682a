"""Positions and actions as lines of text: there and back, and what is refused."""

import pytest

from companion.game import TextError
from companion.games.word_buffet import GAME
from companion.games.word_buffet.pieces import State
from tests.games.word_buffet_tables import PACK, WORDS, act, calls, laid, opening, play, position, setup, tokens

LINES = [
    *(
        "table board",
        "table letters a1=B c2=D",
        "table go",
        "table sand-out",
        "table time-up 120",
        "table agree yes",
        "table dictionary no",
    ),
    *("P1 early", "P2 call 5", "P2 call 5 @12300ms", "P3 marker 5", "P4 glass", "P1 sand", "P1 late", "P1 word CUBIC h1-h2-i2-i3-h3"),
    *(
        "P1 word UFO a8-b8-c8 acronym",
        "P1 fail",
        "P1 vote no",
        "P1 cover",
        "P1 cover h1 h2* i2*",
        "P1 single o15*",
        "P1 single a1",
        "P1 none",
    ),
    *("table board letters=AB/C? foods=a1+,b2 nests=N1,W3", "table board nests=S2"),
]


@pytest.mark.parametrize("line", LINES)
def test_an_action_comes_back_from_its_text(line: str) -> None:
    assert str(act(line)) == line
    with pytest.raises(TextError):
        act(f"{line} ")
    with pytest.raises(TextError):
        act(line.replace(" ", "  ", 1))


@pytest.mark.parametrize(
    ("line", "column"),
    [
        *(("", 0), ("P5 fail", 0), ("table", 0), ("table dance", 6), ("P1 dance", 3), ("P1", 2), ("P1 call x", 8), ("P1 call 05", 9)),
        *(("P1 word C4T a1-b1-c1", 8), ("P1 word CAT", 11), ("P1 word CAT a1-", 15), ("P1 word CAT a1-b100", 18)),
        *(("P1 vote maybe", 8), ("P1 call 5 @12", 13), ("table letters a1=b", 16), ("P1 single", 9), ("table agree", 11)),
    ],
)
def test_what_is_not_understood_is_named_by_its_column(line: str, column: int) -> None:
    with pytest.raises(TextError) as refusal:
        act(line)
    assert refusal.value.column == column


POSITIONS = {
    "nothing laid": opening(),
    "half laid": play(opening(), "table board nests=N1,N2,N3,S1"),
    "nests known": opening(2, nest_layout="N1,S1"),
    "laid": laid(3),
    "cells": laid(2, food_model="cell"),
    "early": play(laid(), "P3 early", "P1 early"),
    "searching": calls(laid(), 5, 7),
    "gestures": play(laid(2, order_of_gestures="strict"), "table go", "P1 call 5", "P2 call 4", "P2 marker 4", "P2 glass", "P1 marker 5"),
    "limit": play(laid(row1_order="as_placed", open_search_limit_s="9"), "table go", "table time-up 9", "P2 late"),
    "marking": calls(laid(), 5, 7, 0, 0),
    "voting": play(calls(laid(2), 5, 0), f"P1 word CUBIC {WORDS['CUBIC']} acronym", "P2 vote yes"),
    "covering": play(calls(laid(2), 5, 0), f"P1 word CUBIC {WORDS['CUBIC']}", "table agree yes"),
    "next round": play(
        calls(laid(2), 5, 0), f"P1 word CUBIC {WORDS['CUBIC']}", "table agree yes", "P1 cover h1 h2 i2 i3 h3", "P2 single f15"
    ),
    "over": position(f"phase=over round=4 trigger=P1 ants={tokens(1, 41, specials=1)}", 2),
}
OPTIONS: dict[str, dict[str, str]] = {
    "nests known": {"nest_layout": "N1,S1"},
    "cells": {"food_model": "cell"},
    "gestures": {"order_of_gestures": "strict"},
    "limit": {"row1_order": "as_placed", "open_search_limit_s": "9"},
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_comes_back_from_its_text(name: str) -> None:
    state = POSITIONS[name]
    assert GAME.parse_state(PACK, setup(state.house.players, **OPTIONS.get(name, {})), str(state)) == state


def faults(text: str, players: int = 2, start: State | None = None, **options: str) -> str:
    """What is said of a position that cannot be."""
    words = dict(word.split("=", 1) for word in str(start or laid(players, None, **options)).split())
    given = dict(word.split("=", 1) for word in text.split())
    line = " ".join(f"{name}={given.get(name, words[name])}" for name in words)
    with pytest.raises(TextError) as refusal:
        GAME.parse_state(PACK, setup(players, **options), line)
    first = str(refusal.value).rsplit("': ", 1)[-1]
    assert line[refusal.value.column :].startswith(min((f"{name}=" for name in words if f"{name}:" in first), key=line.index))
    return first


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("round=0", "rounds are counted from 1"),
        ("phase=setup", "the board is laid; the countdown comes next"),
        ("phase=search letters=-", "letters: missing"),
        ("letters=AB", "1 rows of letters; the board has 15"),
        ("foods=a1+", "foods: the tile in row 1, column 2 has 0 foods"),
        ("nests=N1,N1", "two nests at one edge"),
        ("round=2 ants=P1.a1.1,P2.a1.1", "2 tokens on a1 (WB-6.3)"),
        ("round=2 ants=P1.p1.1", "p1 is not on the board"),
        ("ants=P1.a1.1", "placed in round 1; tokens have been placed in 0 rounds"),
        ("round=2 ants=P1.a1.0", "placed in round 0"),
        (f"round=2 ants={tokens(1, 41)}", "P1 has 41 ants and 0 specials on the board of 40 and 5 (WB-2.2)"),
        ("round=2 ants=P1.a1.1*", "P1 has a special ant on the board and 40 normal ones left (WB-5.3)"),
        ("round=2 ants=P3.a1.1", "there is no P3; 2 play"),
        ("early=P1,P1", "early: a player is named twice"),
        ("chart=P1.5.5", "markers lie on the chart and the table is at: countdown (WB-6.7)"),
        ("sand=runs", "the hourglass stands until somebody calls (WB-4.6)"),
        ("said=P1.5", "gestures go on only in the search"),
        ("phase=search first=P1", "the first to call is one of those who called"),
        ("phase=search first=P1 chart=P1.5.5", "somebody called, so the sand was turned"),
        ("phase=search sand=runs", "nobody called, so nobody turned the sand"),
        ("phase=search sand=runs first=P1 chart=P1.5.5,P2.1.0", "somebody is late and the sand is not out"),
        ("phase=search sand=out first=P1 chart=P1.5.5,P2.1.0", "every marker is on the chart, so the search is over"),
        ("phase=mark sand=out first=P1 chart=P1.5.5", "no marker of P2 was on the chart (WB-4.10)"),
        ("phase=mark sand=out chart=P1.5.4", "P1 called 4 and stands in row 5"),
        ("phase=mark sand=out chart=P1.0.0", "P1 called 0 and stands in row 0"),
        ("phase=search sand=runs first=P1 chart=P1.5.5b", "a marker is back with its player in the search"),
        ("phase=mark sand=out chart=P1.5.5b,P2.1.0b", "nobody is left to be checked"),
        ("phase=mark sand=out", "nobody is left to be checked"),
        ("phase=mark sand=out chart=P1.1.0", "P1 is next and has no word"),
        ("phase=vote sand=out chart=P1.3.3", "a word is shown while the table judges it"),
        ("phase=mark sand=out chart=P1.3.3 shown=CUB.h1-h2-i2", "a word is shown while the table judges it"),
        ("phase=vote sand=out chart=P1.3.3 shown=CUB.h1-h2", "CUB has 3 letters and 2 are shown"),
        ("phase=vote sand=out chart=P1.3.3 shown=CUB.h1-p2-h3", "CUB is not all on the board"),
        ("votes=P1+", "no word is being voted on"),
        ("found=2.P1.AT.f1-g1", "AT of round 2; this is round 1"),
        ("phase=over", "the game is over and nobody brought its end about (WB-8.1)"),
        ("trigger=P1", "P1 has no special ant on the board"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, why: str) -> None:
    assert why in faults(text)


def test_gestures_have_to_fit_the_chart() -> None:
    text = "phase=search first=P1 said=P1.5g chart=-"
    assert "the gestures of P1 do not fit the chart" in faults(text, order_of_gestures="strict")


def test_a_token_on_food_cannot_be() -> None:
    assert "a token lies on the food at b2" in faults("round=2 ants=P1.b2.1", food_model="cell")


def test_the_board_is_laid_before_any_round() -> None:
    assert "the board is laid before it" in faults("round=2", start=opening(2))


def test_every_fault_is_named_at_once() -> None:
    said = faults("round=2 ants=P1.a1.1,P2.a1.1,P3.b9.7 trigger=P2 votes=P1+")
    assert [why.split(":")[0] for why in said.split("; ")] == [
        "ants",
        "ants",
        "ants",
        "tokens have been placed in 1 rounds",
        "votes",
        "trigger",
    ] or (said.count("ants: ") == 3 and "votes: " in said and "trigger: " in said)


@pytest.mark.parametrize(
    ("text", "column"),
    [("", 0), ("phase=lunch", 6), ("phase=setup rond", 11), ("phase=setup round=x", 18), ("phase=setup round=1 letters=ab", 28)],
)
def test_a_line_is_read_from_left_to_right(text: str, column: int) -> None:
    with pytest.raises(TextError) as refusal:
        GAME.parse_state(PACK, setup(2), text)
    assert refusal.value.column == column
