"""A position that cannot be names every fault at once, each at the column of its part of the line. Of every game."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from companion.game import Pack, Setup, SetupError, TextError
from companion.games import available
from companion.notation import Cursor, ImpossibleError, refuse_impossible, refuse_otherwise
from companion.pack import built_in
from fixtures.play import setup_of


class Case(NamedTuple):
    game: str
    players: int
    line: str
    changes: dict[str, str]
    """What is written otherwise in the line, by what stood there."""
    faults: list[tuple[str, str]]
    """The part of the line where each fault is told, and words of it."""
    options: Mapping[str, str] = MappingProxyType({})


LETTERS = "/".join(["ABCDEFGHIJKLMNO"] * 15)
BOARD = f"phase=countdown round=2 letters={LETTERS} foods=m2+,g3+,c4+,c8+,l8+,i9+,d12+,m13+,g14+ nests=N2,S2"
REST = "ants=P1.i1.1 sand=stands first=- said=- chart=- shown=- votes=- found=1.P1.IJ.i1-j1 early=- trigger=-"
CASES = [
    Case(
        "appetite",
        2,
        "hand=1 dealer=P2 P1=- P2=- total=8 rounds=P1:lunches-3,P2:dinners-5 declined=1",
        {"hand=1": "hand=0", "P1=-": "P1=lunches:50@3", "total=8": "total=9", "dinners-5": "lunches-3", "declined=1": "declined=5"},
        [
            ("hand=", "hands count from 1"),
            ("P1=", "50 cannot be a Total"),
            ("total=", "the cards add up to 6, not 9"),
            ("rounds=", "repeats the suit"),
            ("declined=", "5 in a row at a table of 2"),
        ],
        {"boxes": "5"},
    ),
    Case(
        "appetite",
        2,
        "hand=1 dealer=P2 P1=- P2=- total=0 rounds=- declined=0",
        {
            "dealer=P2": "dealer=P4",
            "total=0": "total=7",
            "rounds=-": "rounds=P3:lunches-1,P2:dinners-1,P1:lunches-1,P2:dinners-1,P1:lunches-1,P2:desserts-1,P1:lunches-1",
            "declined=0": "declined=0 moved mulligans=P3",
        },
        [
            ("dealer=", "P4 at a table of 2"),
            ("rounds=", "P3 at a table of 2"),
            ("rounds=", "4 cards 1 Lunches and the deck has 3"),
            ("moved", "moved is for"),
            ("mulligans=", "P3 at a table of 2"),
        ],
    ),
    Case(
        "buffet_boss",
        3,
        "round=1 first=P1 line=- taken=- bin=- P1=- P2=- P3=-",
        {
            "round=1": "round=9",
            "first=P1": "first=P5",
            "line=-": "line=fish,fish,fish",
            "P2=-": "P2=cards:egg;on:egg,egg;penalty:2",
            "P3=-": "P3=cards:egg;on:egg;height:0",
        },
        [
            ("round=", "round 9 of 7"),
            ("first=", "P5 at a table of 3"),
            ("line=", "3 of fish; the box has 2"),
            ("P2=", "P2 has no card for egg"),
            ("P2=", "P2 loses stars that this table does not take"),
            ("P3=", "P3 has a height without pieces"),
        ],
    ),
    Case(
        "buffet_master",
        3,
        "opening active=P1 tops=?,?,?,?,?,? hidden=*@p1:16/p2:16/p3:15/p4:15/p5:15/p6:15",
        {"active=P1": "active=P7", "tops=?": "tops=pizza-9-9", "hidden=": "hidden=swoop*99@p1:99,", "p6:15": "p6:15 laid=P2:tacos-0-0"},
        [
            ("active=", "P7 does not play"),
            ("tops=", "no card 'pizza-9-9'"),
            ("hidden=", "copies of swoop"),
            ("laid=", "tacos needs 2 cards, not 1"),
        ],
    ),
    Case(
        "surrealist_dinner_party",
        3,
        "turn course=1 platter=wine:4 turn=P1 P1=6/-/-/- P2=6/-/-/- P3=6/-/-/-",
        {
            "turn=P1": "turn=P4",
            "P1=6/-": "P1=9/nobody(wine)",
            "P2=6/-": "P2=4/andre-breton(food=wine)+andre-breton(wine,wine,drama)",
            "P3=6/-/-/-": "P3=6/-/-/content:2,kept:3 ender=P2 gone=toyen faux-pas=what(race:wine:3:2:-:-)",
        },
        [
            ("turn=", "P4 at a table of 3"),
            ("P1=", "the box has no guest nobody"),
            ("P1=", "P1 has 9 guests in hand, 6 are dealt"),
            ("P2=", "2 times"),
            ("P2=", "has the appetites wine, wine, drama, not food"),
            ("P3=", "P3 has sent home fewer than 2"),
            ("P3=", "P3 kept 3 guests in the draft"),
            ("ender=", "ended a course whose platter is not empty"),
            ("faux-pas=", "the box has no faux pas card what"),
        ],
    ),
    Case(
        "word_buffet",
        2,
        f"{BOARD} {REST}",
        {
            "round=2": "round=0",
            "ants=P1.i1.1": "ants=P1.i1.1,P2.i1.1,P4.a1.1,P1.z9.1",
            "first=-": "first=P3",
            "found=1.P1.IJ.i1-j1": "found=1.P1.ICK.i1-c5-k1",
            "trigger=-": "trigger=P1",
        },
        [
            ("round=", "rounds are counted from 1"),
            ("ants=", "2 tokens on i1"),
            ("ants=", "there is no P4"),
            ("ants=", "z9 is not on the board"),
            ("first=", "there is no P3"),
            ("found=", "ICK goes through the air from i1 to c5"),
            ("trigger=", "P1 has no special ant on the board"),
        ],
    ),
]


def changed(case: Case) -> str:
    line = case.line
    for was, becomes in case.changes.items():
        assert was in line
        line = line.replace(was, becomes, 1) if not line.startswith(was) else becomes + line.removeprefix(was)
    return line


def table(case: Case) -> tuple[Pack, Setup]:
    pack = built_in(case.game)
    return pack, setup_of(pack, case.players, **case.options)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_every_fault_is_named_at_its_place(case: Case) -> None:
    game, (pack, setup) = available()[case.game], table(case)
    assert str(game.parse_state(pack, setup, case.line)) == case.line, "the line is sound before it is changed"
    text = changed(case)
    with pytest.raises(ImpossibleError) as refusal:
        game.parse_state(pack, setup, text)
    told = refusal.value.faults
    for part, words in case.faults:
        at = 0 if text.startswith(part) else text.index(f" {part}") + 1
        assert any(column == at and words in why for column, why in told), f"{words!r} at {at} ({part}): {told}"
        assert words in str(refusal.value)
    assert [column for column, _ in told] == sorted(column for column, _ in told)
    assert refusal.value.column == told[0][0]


def test_every_game_has_a_case() -> None:
    assert {case.game for case in CASES} == set(available())


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.game)
def test_a_negative_number_is_no_number(case: Case) -> None:
    game, (pack, setup) = available()[case.game], table(case)
    at = next(at for at, letter in enumerate(case.line) if letter.isdecimal() and case.line[at - 1] in "=:")
    with pytest.raises(TextError) as refusal:
        game.parse_state(pack, setup, f"{case.line[:at]}-{case.line[at:]}")
    assert 0 <= refusal.value.column <= at + 1


@pytest.mark.parametrize("name", available())
def test_a_table_that_the_game_does_not_have_names_players_and_options_at_once(name: str) -> None:
    pack = built_in(name)
    with pytest.raises(SetupError) as refusal:
        available()[name].parse_state(pack, setup_of(pack, 99, nonsense="1"), "")
    assert "players, not 99" in str(refusal.value) and "no option 'nonsense'" in str(refusal.value)


class TestCursor:
    def test_parts_remember_where_they_begin(self) -> None:
        cursor = Cursor("a=1 b=P2")
        cursor.key("a")
        assert (cursor.number(), cursor.has_key("c"), cursor.has_key("b"), cursor.seat()) == (1, False, True, 1)
        assert cursor.columns == {"a": 0, "b": 4}
        cursor.end()

    @pytest.mark.parametrize(
        ("text", "read", "column", "why"),
        [
            ("x", lambda c: c.key("a"), 0, "expected a="),
            ("007", lambda c: (c.number(), c.end()), 1, "expected the end"),
            ("12345678", lambda c: (c.number(), c.end()), 7, "expected the end"),
            ("P5", lambda c: c.seat(), 0, "P1 to P4"),
            ("P0", lambda c: c.seat(), 0, "P1 to P4"),
            ("1,2,", lambda c: c.several(c.number), 4, "a number"),
            ("1|2,3", lambda c: (c.some(c.number, "|"), c.end()), 3, "the end"),
            ("é", lambda c: c.name(), 0, "a name"),
        ],
    )
    def test_what_is_not_understood_is_refused_at_its_column(self, text: str, read: object, column: int, why: str) -> None:
        assert callable(read)
        with pytest.raises(TextError, match=why) as refusal:
            read(Cursor(text))
        assert refusal.value.column == column

    def test_none_one_or_several(self) -> None:
        assert Cursor("-").several(int) == ()
        assert Cursor("-").maybe(int) is None
        cursor = Cursor("1,2")
        assert cursor.maybe(cursor.number) == 1
        cursor = Cursor("1+2+3")
        assert cursor.several(cursor.number, "+") == (1, 2, 3)


def test_faults_stand_in_the_order_of_the_line() -> None:
    with pytest.raises(ImpossibleError) as refusal:
        refuse_impossible("a=1 b=2", {"a": 0, "b": 4}, [("b", "two"), ("", "first of all"), ("a", "one")])
    assert refusal.value.faults == ((0, "first of all"), (0, "one"), (4, "two"))
    assert str(refusal.value) == "column 1 of 'a=1 b=2': first of all (column 1); one (column 1); two (column 5)"
    refuse_impossible("a=1", {}, [])


@pytest.mark.parametrize(
    ("text", "written", "column", "why"),
    [("ab", "ac", 1, "written 'c' from here"), ("ab", "a", 1, "'without this'"), ("a", "ab", 1, "written 'b'")],
)
def test_one_position_is_written_in_one_way(text: str, written: str, column: int, why: str) -> None:
    refuse_otherwise(written, written)
    with pytest.raises(TextError, match=why) as refusal:
        refuse_otherwise(text, written)
    assert refusal.value.column == column
