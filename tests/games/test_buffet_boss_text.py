"""Lines of text of Buffet Boss: there and back, and everything impossible about a position at once."""

import pytest

from companion.game import SetupError, TextError
from companion.games.buffet_boss import GAME
from tests.games.buffet_boss_tables import (
    BOX,
    PACK,
    act,
    bring,
    counting,
    counting_with,
    example_pack,
    opening,
    play,
    position,
    served,
    setup,
)

OPENING = "round=1 first=P1 line=- taken=- bin=- P1=- P2=- P3=-"
TAKEN = "round=1 first=P1 line=green-2,green-3,red-1 taken=P1 bin=- P1=cards:green-1;on:green-1 P2=- P3=-"


def why(text: str, players: int = 3, mode: str = "lunch", **options: str) -> str:
    with pytest.raises(TextError) as refusal:
        position(text, players, mode, **options)
    assert 0 <= refusal.value.column <= len(text)
    return str(refusal.value)


ACTIONS = [
    "table first P2",
    "table box green-1",
    "table reveal green-1",
    "table bin green-1",
    "table read green-1:2/meat/red",
    "P1 take green-1",
    "P1 stack green-1",
    "P1 stack green-1 moving on-table sideways two-hands",
    "P5 adjust",
    "P1 adjust removed",
    "P1 fall green-1,red-1",
    "P1 fall green-1 by P2",
    "P1 fall green-1 onto P2",
    "P1 fall green-1 caught",
    "P1 save -",
    "P1 save green-1,green-2 late",
    "P1 bin green-1",
    "P1 height 12",
    "P1 height 12 143mm",
    "P1 touch -",
    "P1 touch green-1+green-1.2,green-1+plate",
    "P1 show A3",
    "P1 show B15",
    "P1 show B1 meat+seafood",
]


@pytest.mark.parametrize("line", ACTIONS)
def test_actions_come_back_from_their_line(line: str) -> None:
    assert str(act(line)) == line


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("", 0),
        ("P6 take x", 0),
        ("table", 0),
        ("table deal", 6),
        ("table first 2", 12),
        ("table read egg", 14),
        ("table read egg:2", 16),
        ("P1 eat x", 3),
        ("P1take", 2),
        ("P1 take", 7),
        ("P1 take ", 8),
        ("P1 stack egg wobbly", 13),
        ("P1 height tall", 10),
        ("P1 height 3 4", 13),
        ("P1 touch egg", 12),
        ("P1 show B16", 10),
        ("P1 show C1", 8),
        ("P1 fall egg by me", 15),
    ],
)
def test_a_line_that_is_no_action_names_its_column(line: str, column: int) -> None:
    with pytest.raises(TextError) as refusal:
        act(line)
    assert refusal.value.column == column


def test_what_is_told_in_another_order_is_the_same() -> None:
    assert act("P1 fall red-1,green-1") == act("P1 fall green-1,red-1")
    assert act("P1 touch plate+b,a+b") == act("P1 touch b+a,b+plate")
    assert act("P1 stack a sideways moving moving") == act("P1 stack a moving sideways")


def test_positions_come_back_from_their_line() -> None:
    box = play(opening(5, lunch_removal="chosen"), "table box green-1")
    for state, options in (
        (opening(), {}),
        (bring(served(), 1, "green-1"), {}),
        (play(bring(served(), 1, "green-1"), "P1 height 10", "P1 adjust"), {}),
        (play(bring(served(other_caused="culprit_penalty"), 1, "green-1"), "P1 fall green-1 by P2"), {"other_caused": "culprit_penalty"}),
        (box, {"lunch_removal": "chosen"}),
    ):
        assert position(str(state), state.house.players, **options) == state


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("round=x", 6),
        ("round=1 first=P9", 14),
        (OPENING.replace("bin=-", "bin=ä"), 36),
        (OPENING + " ", len(OPENING)),
        (OPENING.replace("P2=-", "P2=nothing"), 46),
        (OPENING.replace("P2=-", "P2="), 46),
        (TAKEN + " dropped=me", len(TAKEN) + 9),
    ],
)
def test_a_line_that_is_no_position_names_its_column(text: str, column: int) -> None:
    with pytest.raises(TextError) as refusal:
        position(text)
    assert refusal.value.column == column


def test_a_position_is_written_in_one_way_only() -> None:
    text = "round=2 first=P2 line=- taken=- bin=green-2,green-1 P1=cards:red-1;on:red-1 P2=cards:red-2;on:red-2 P3=-"
    assert "this position is written '1,green-2 P1=" in why(text)
    assert position(text.replace("green-2,green-1", "green-1,green-2")).bin == ("green-1", "green-2")


@pytest.mark.clause("BB-1.1", "BB-1.4", "BB-4.1", "BB-4.4", "BB-4.5", "BB-6.5")
def test_every_fault_is_named_at_once() -> None:
    text = "round=9 first=P5 line=pizza,green-1,green-1,green-1,red-1 taken=P1,P5 bin=- P1=on:brown-1 P2=- P3=-"
    found = why(text)
    for clause in ("BB-1.1", "BB-1.4", "BB-4.1", "BB-4.2", "BB-4.5", "BB-6.5", "BB-1.5"):
        assert clause in found, clause


@pytest.mark.clause("BB-2.2", "BB-2.3", "BB-4.2", "BB-4.4", "BB-4.6")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        (OPENING.replace("bin=-", "bin=- boxed=green-1"), "BB-2.2"),
        (OPENING.replace("first=P1", "first=-"), "BB-2.3"),
        (TAKEN.replace("taken=P1", "taken=P2"), "BB-4.2"),
        (TAKEN.replace("line=green-2,green-3,red-1", "line=green-2,green-3"), "BB-4.1"),
        (TAKEN.replace("green-1;on:green-1", "green-1,green-2;on:green-1"), "BB-4.6"),
        (TAKEN + " dropped=P1", "BB-9.5"),
        (TAKEN.replace("on:green-1", "on:green-1;free"), "BB-6.4"),
        (TAKEN.replace("on:green-1", "on:green-1;penalty:1"), "BB-6.4"),
        (TAKEN.replace("on:green-1", "height:4"), "BB-7.3"),
        (TAKEN.replace("on:green-1", "on:green-1;height:4;mm:40"), "BB-7.2"),
        (TAKEN.replace("on:green-1", "on:green-1;touch:-"), "BB-8.2"),
        (TAKEN.replace("on:green-1", "on:green-1;character:B9"), "BB-2.1"),
        (TAKEN.replace("bin=-", "bin=- read=green-1:1/seafood/green"), "BB-1.3"),
        (TAKEN.replace("bin=-", "bin=- read=brown-1:9/seafood/green,brown-1:1/meat/red"), "BB-1.2"),
        (
            "round=1 first=P1 line=- taken=P1,P2,P3,P3 bin=- P1=cards:green-1;on:green-1 P2=cards:green-2;on:green-2 "
            "P3=cards:green-3,red-1;on:green-3,red-1",
            "BB-4.4",
        ),
    ],
)
def test_what_no_lunch_can_reach(text: str, clause: str) -> None:
    assert f"({clause})" in why(text)


@pytest.mark.clause("BB-9.3", "BB-9.4", "BB-9.5")
@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("round=1 first=P2 line=green-1 taken=- bin=- P1=- P2=-", "BB-9.3"),
        ("round=1 first=- line=green-1 taken=- bin=green-2 P1=- P2=-", "BB-9.4"),
        ("round=1 first=P1 line=green-1 taken=P1,P1,P1 bin=- P1=- P2=-", "BB-9.4"),
        ("round=1 first=P1 line=green-1,green-2 taken=P1 bin=- P1=cards:red-1 P2=-", "BB-9.4"),
        ("round=1 first=P1 line=green-1,green-2 taken=P1 bin=- P1=cards:red-1;fallen:red-1 P2=-", "BB-9.5"),
        ("round=1 first=P1 line=green-1,green-2 taken=P1 bin=- P1=cards:red-1;on:red-1;height:3 P2=-", "BB-7.3"),
        ("round=1 first=P1 line=green-1,green-2 taken=P1 bin=- read=red-1:1/meat/red P1=cards:red-1;on:red-1 P2=-", "BB-4.1"),
    ],
)
def test_what_no_table_that_plays_together_can_reach(text: str, clause: str) -> None:
    assert f"({clause})" in why(text, 2, "all_you_can_eat")


@pytest.mark.clause("BB-3.1", "BB-3.2", "BB-5.2", "BB-8.2")
@pytest.mark.parametrize(
    ("plates", "clause"),
    [
        (("on:green-1;character:B9", "on:green-2;character:B9"), "BB-1.1"),
        (("on:green-1;character:B1(fruit)", "-"), "BB-8.2"),
        (("on:green-1;touch:-", "-"), "BB-5.2"),
        (("on:green-1;touch:plate+green-1", "-"), "BB-8.2"),
        (("on:green-1;character:B16", "-"), "expected P2="),
        (("on:green-1;character:B1(fruit", "-"), "expected )"),
    ],
)
def test_what_no_dinner_can_reach(plates: tuple[str, ...], clause: str) -> None:
    with pytest.raises(TextError) as refusal:
        counting(*plates)
    assert clause in str(refusal.value)


def test_characters_of_a_first_game_and_ones_that_the_pack_does_not_know() -> None:
    with pytest.raises(TextError, match=r"BB-3\.2"):
        counting("character:A1", "-", characters="first_game")
    with pytest.raises(TextError, match=r"BB-3\.1"):
        position(TAKEN.replace("on:green-1", "on:green-1;character:B9"), 3, "dinner")
    bare = example_pack(B1="meat+seafood")
    assert counting_with(bare, "character:B2(fruit)", "-").plates[0].character
    for wrong in ("B2", "B2(seafood+meat)", "B9(meat)", "B2(red)"):
        with pytest.raises(TextError, match=r"BB-8\.2"):
            counting_with(bare, f"character:{wrong}", "-")


def test_a_read_card_is_kept_in_the_line() -> None:
    state = play(GAME.initial(BOX, setup(2, "lunch")), "table reveal egg", "table read egg:2/meat/white")
    assert "read=egg:2/meat/white" in str(state)
    assert GAME.parse_state(BOX, setup(2, "lunch"), str(state)) == state


def test_a_setup_that_cannot_be_is_refused_before_the_line() -> None:
    with pytest.raises(SetupError, match="no option 'cheese'"):
        GAME.parse_state(PACK, setup(3, cheese="yes"), OPENING)
