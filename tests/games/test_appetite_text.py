"""Lines of text of the Appetite: what is understood, what is refused at which column, what is impossible."""

import pytest

from companion.game import TextError
from companion.games.appetite import GAME
from tests.games.appetite_tables import PACK, opening, setup

START = "hand=1 dealer=P2 P1=- P2=-"


def refused(text: str, players: int = 2, **options: str) -> TextError:
    with pytest.raises(TextError) as refusal:
        GAME.parse_state(PACK, setup(players, **options), text)
    return refusal.value


@pytest.mark.parametrize(
    "line",
    [
        *("P1 play lunches-6", "P4 pass", "P2 cant-play", "P3 mulligan", "P1 mulligan lunches-1 lunches-2", "P1 reveal desserts-9"),
        *("table clear", "table deal P3"),
    ],
)
def test_actions_are_written_so(line: str) -> None:
    assert str(GAME.parse_action(line)) == line


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        ("", 0, "a player, P1 to P4"),
        ("P5 pass", 0, "a player"),
        ("P1 plays lunches-6", 2, "play, pass"),
        ("P1 play brunches-6", 8, "a suit: breakfasts, lunches, dinners, desserts"),
        ("P1 play lunches6", 15, "- and a value"),
        ("P1 play lunches-0", 16, "1 to 9"),
        ("P1 play lunches-66", 17, "the end"),
        ("P1 pass\n", 7, "the end"),
        ("table dance", 6, "clear, or deal"),
        ("table deal 3", 11, "a player"),
        ("P1 mulligan lunches-1,lunches-2", 21, "the end"),
    ],
)
def test_what_is_no_action_is_refused_at_its_column(line: str, column: int, why: str) -> None:
    with pytest.raises(TextError, match=why) as refusal:
        GAME.parse_action(line)
    assert refusal.value.column == column


def test_the_opening_is_the_shortest_line() -> None:
    assert str(opening(2)) == f"{START} total=0 rounds=- declined=0"


def test_a_full_line_comes_back() -> None:
    line = (
        "hand=3 dealer=P2 P1=breakfasts:9@3+20@6,dinners:40@1,icons:2 P2=icons:1 total=13 rounds=P1:lunches-6,P2:breakfasts-3/P1:dinners-4 "
        "declined=1 mulligans=P1,P2 under=lunches-1,desserts-2 claims=P1:breakfasts@2 revealed=P1:lunches-2 overtime"
    )
    assert str(GAME.parse_state(PACK, setup(2), line)) == line


@pytest.mark.parametrize(
    ("line", "at", "why"),
    [
        ("hand=x", "x", "a number"),
        ("hand=01", "1", "dealer="),
        ("hand=1 dealer=P2 P1=-", "", "P2="),
        (f"{START} P3=- total=0", " P3", "total="),
        (f"{START} total=0 rounds=P1:lunches", "", "- and a value"),
        (f"{START} total=0 rounds=P1lunches-1", "lunches", ": and a card"),
        ("hand=1 dealer=P2 P1=dinners:9 P2=-", " P2", "@ and the value"),
        ("hand=1 dealer=P2 P1=icon:2 P2=-", "icon", "- or columns"),
        ("hand=1 dealer=P2 P1=dinners:9@3,lunches:9@3 P2=-", ",lunches", "P2="),
        (f"{START} total=0 rounds=- declined=0 claims=P1@3", "@3", ": and a suit"),
        (f"{START} total=0 rounds=- declined=0 claims=P1:lunches3", "3", "@ and a number"),
        (f"{START} total=0 rounds=- declined=0 ", " ", "the end"),
        (f"{START} total=0 rounds=- declined=0 under=-", "-", "a suit"),
    ],
)
def test_what_is_no_position_is_refused_at_its_column(line: str, at: str, why: str) -> None:
    refusal = refused(line)
    assert why in str(refusal)
    assert refusal.column == (line.rindex(at) if at else len(line))


def test_everything_impossible_is_named_at_once() -> None:
    refusal = refused(
        "hand=0 dealer=P4 P1=lunches:9@3,dinners:41@3+2@3 P2=breakfasts:9@3+9@3+9@3+9@3 total=12 "
        "rounds=P1:lunches-6,P1:lunches-6/-/P1:lunches-6,P1:lunches-6,P1:desserts-1,P1:desserts-1/P3:desserts-1 declined=7 moved"
    )
    text = str(refusal)
    for fault in (
        "the cards add up to 27, not 12 (AP-3.1)",
        "P3 at a table of 2 (AP-2.1)",
        "P4 at a table of 2 (AP-2.1)",
        "P1 has shown 6 cards of 5 (AP-2.3)",
        "4 cards 6 Lunches and the deck has 3 at most (AP-1.1)",
        "3 extra copies among the Lunches and the deck has 2 (AP-1.1)",
        "3 cards 1 Desserts and the deck has 1 at most (AP-1.1)",
        "hands count from 1 (AP-2.1)",
        "7 in a row at a table of 2 (AP-4.7)",
        "moved is for the moment after a round that satisfied the Appetite (AP-3.3)",
        "6 Lunches in round 1 repeats the suit (AP-3.2)",
        "12 in round 1, and the Appetite is 10 (AP-3.1)",
        "no card in round 2 (AP-4.2)",
        "41 cannot be a Total that a 3 scored (AP-3.1)",
        "2 cannot be a Total that a 3 scored (AP-3.1)",
        "P2 has 4 totals in 3 boxes of Breakfasts (AP-6.2)",
    ):
        assert fault in text


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("total=11 rounds=P1:lunches-6,P2:dinners-4,P1:lunches-1 declined=0", "round 1 went on after the Total was 10 (AP-5.1)"),
        ("total=10 rounds=P1:lunches-6,P2:dinners-4 declined=0", "the Total is 10, so round 2 has begun (AP-5.1)"),
        ("total=6 rounds=P1:lunches-6 declined=2", "everybody has passed, so round 2 has begun (AP-5.1)"),
        ("total=5 rounds=P1:lunches-1/P1:dinners-1/P1:lunches-1/P1:dinners-1/P1:lunches-1 declined=0", "5 rounds in a hand of 4 (AP-4.1)"),
    ],
)
def test_what_no_game_reaches(line: str, fault: str) -> None:
    assert fault in str(refused(f"{START} {line}"))


def test_more_icons_than_are_printed() -> None:
    line = "hand=1 dealer=P2 P1=icons:9 P2=- total=0 rounds=- declined=0"
    boxes = "breakfasts:3,lunches:3,dinners:3,desserts:8"
    assert "P1 has 9 Dessert icons on a sheet with 8 (AP-6.2)" in str(refused(line, dessert_sets="per_sheet", boxes=boxes))
