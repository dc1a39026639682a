"""Lines of text of Surrealist Dinner Party: what is understood, what is refused at which column, what is impossible; packs and options."""

import re
from dataclasses import replace

import pytest

from companion.game import Json, Pack, Piece, SetupError, TextError
from companion.games.surrealist_dinner_party import GAME
from tests.games.surrealist_dinner_party_tables import BOX, CAST, PACK, cast, opening, play, position, setup

START = "turn course=1 platter=wine:3 turn=P1"
G1, G2 = "g1(wine,food,wild)", "g2(wine,food,wild)"


def refused(text: str, **options: str) -> TextError:
    with pytest.raises(TextError) as refusal:
        GAME.parse_state(PACK, setup(2, **options), text)
    return refusal.value


@pytest.mark.parametrize(
    "line",
    [
        *("first P2", "drafted", "P1 keep", "P1 faux-pas faux-pas-1", "P1 faux-pas a b=race:wine:3:2", "refill", "all-home"),
        *("P1 seat g1 0", "P4 seat g1 2 wine,food,wild", "P1 home g1", "P1 compliment g1 g2", "P2 drama g1 g2", "P1 serve wine g1"),
        *("P1 trash food", "P1 plates", "P1 use klee", "P1 done", "P1 place wine g1 3", "P1 bonus food food", "P1 bonus wine drama"),
        *("P1 give drama g1", "P1 return g1 2", "P1 swap g1 2 g2 1", "P1 stash wine", "put wine platter", "remove wine P2"),
        *("put drama g1:3", "P1 claim faux-pas-1", "P1 seat a%20b~c.d 0", "remove food P2:1"),
    ],
)
def test_actions_are_written_so(line: str) -> None:
    assert str(GAME.parse_action(line)) == line


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        ("", 0, "a player, or first"),
        ("P5 done", 0, "a player"),
        ("P1 dance", 2, "one of faux-pas"),
        ("P1 seat g1", 10, "a blank and a place"),
        ("P1 seat g1 01", 12, "the end"),
        ("P1 seat g1 0 wine,beer", 13, "appetites 'wine,beer' are no list"),
        ("P1 seat g1 0 ", 13, "appetites, e.g."),
        ("P1 serve beer g1", 9, "a token: food"),
        ("P1 place wine g1 0", 16, "an appetite, counted from 1"),
        ("P1 bonus wine food", 13, "in the order food, wine"),
        ("P1 faux-pas a=race:wine:0:2", 14, "a race shows a number"),
        ("P1 faux-pas a=match:wine:1:2", 14, "is no faux pas card"),
        ("P1 faux-pas a=race", 14, "what is printed, e.g."),
        ("first 2", 6, "a player"),
        ("put wine table", 8, "platter, a player, or a guest"),
        ("P1 done\n", 2, "one of"),
        ("P1 done ", 7, "the end"),
    ],
)
def test_what_is_no_action_is_refused_at_its_column(line: str, column: int, why: str) -> None:
    with pytest.raises(TextError, match=why) as refusal:
        GAME.parse_action(line)
    assert refusal.value.column == column


def test_the_opening_is_the_shortest_line() -> None:
    assert str(opening(2)) == f"{START} P1=6/-/-/- P2=6/-/-/-"


def test_a_full_line_comes_back() -> None:
    state = play(
        position("odd+g1(wine=wine,food,wild)", "g2", gone="g3,g4,g5,g6", stash2="food:1", flags1="content:1"), "P1 plates", "P1 use odd"
    )
    assert str(state) == (
        "acted course=1 platter=wine:3 turn=P1 P1=0/odd(food,wine)+g1(wine=wine,food,wild)/-/plates,content:1 "
        "P2=5/g2(wine,food,wild)/food:1/- gone=g3,g4,g5,g6 tasks=by-hand:P1:odd"
    )


@pytest.mark.parametrize(
    ("line", "at", "why"),
    [
        ("go", "go", "how far the game is: setup, turn"),
        ("turn course=7", "7", "a course, 1 to 6"),
        ("turn course=1 platter=wine", "", ": and a number"),
        (f"{START} P2=6", " P2", "P1="),
        (f"{START} P1=6", "", "/ and guests"),
        (f"{START} P1=6/g1", "", "\\( and appetites"),
        (f"{START} P1=6/g1(beer", "beer", "an appetite: food"),
        (f"{START} P1=6/g1(wine", "", "\\)"),
        (f"{START} P1=6/-", "", "/ and a Stash"),
        (f"{START} P1=6/-/-", "", "/ and flags"),
        (f"{START} P1=6/-/-/tired", "tired", "plates, chosen"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- tasks=sleep", "sleep", "a task: place"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- tasks=place", "", ": and a player"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- tasks=place:P1", "", ": and guest"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- faux-pas=a", "", "\\( and what is printed"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- faux-pas=a(race:wine:3:2", "", ": and players"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- faux-pas=a(race:wine:3:2:-", "", ": and players"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- faux-pas=a(race:wine:3:2:-:-", "", "\\)"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- ", " ", "the end"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- gone=-", " gone=-", "is written 'without this'"),
        (f"{START} P1=6/-/-/chosen,plates P2=6/-/-/-", "chosen,plates", "chose faux pas cards at a table without"),
    ],
)
def test_what_is_no_position_is_refused_at_its_column(line: str, at: str, why: str) -> None:
    refusal = refused(line)
    assert re.search(why, str(refusal)), refusal
    if "written" not in why and "table without" not in why:
        assert refusal.column == (line.rindex(at) if at else len(line))


def test_everything_impossible_is_named_at_once() -> None:
    line = (
        f"turn course=1 platter=wine:3 turn=P3 P1=9/{G1}+{G1}+nobody(wine)+g3(-)+g4(wine)/-/content:9,kept:1 P2=6/-/-/chosen "
        "ender=P4 gone=g9,g8 faux-pas=faux-pas-9(majority:drama:0:3:P1:-),"
        "faux-pas-1(race:wine:1:1:-:P2),joker(race:wine:1:1:-:-)"
    )
    text = str(refused(line))
    for fault in (
        "P3 at a table of 2 (SD-2.2)",
        "P4 at a table of 2 (SD-2.2)",
        "the box has no guest nobody (SD-1.1)",
        "2 times G1, and the box has one (SD-1.1)",
        "guests sent home stand in the order of the alphabet (SD-5.0)",
        "P1 has 9 guests in hand and 5 seated of 6 (SD-2.2)",
        "P1 has 5 guests seated, 3 at most (SD-4.2)",
        "P1 has 9 guests in hand, 6 are dealt (SD-2.2)",
        "P1 has sent home fewer than 9 guests (SD-5.2)",
        "g3 has no appetite (SD-1.2)",
        "G4 has the appetites wine, food, wild, not wine (SD-1.2)",
        "P4 ended a course whose platter is not empty (SD-8.2)",
        "P1 kept 1 guests in the draft (SD-2.4)",
        "P2 chose faux pas cards at a table without (SD-2.3)",
        "3 faux pas cards of 1 players, who choose one or two each (SD-2.3)",
        "faux pas cards stand once each, in the order of the alphabet (SD-2.3)",
        "the box has no faux pas card joker (SD-1.1)",
        "faux-pas-1 says race:wine:3:2, not race:wine:1:1 (SD-2.3)",
        "faux-pas-9 is counted at the end and never claimed (SD-11.3)",
        "faux-pas-1 is claimed only by who was first to have the tokens, in the order of the seats (SD-11.3)",
    ):
        assert fault in text


@pytest.mark.parametrize(
    ("line", "options", "fault"),
    [
        (f"turn course=1 platter=- turn=P1 P1=5/{G1}/-/- P2=5/{G2}/-/-", {}, "nobody took the last token (SD-8.2)"),
        (f"claims course=6 platter=- turn=P1 P1=5/{G1}/-/- P2=6/-/-/- ender=P1", {}, "everybody goes home when the platter"),
        (f"setup course=1 platter=wine:3 turn=P1 P1=5/{G1}/-/- P2=6/-/-/-", {"drafting": "true"}, "has seated a guest before the setup"),
        (f"{START} P1=6/-/-/- P2=6/-/-/-", {"drafting": "true"}, "are not done (SD-2.4)"),
        (f"setup {START[5:]} P1=6/-/-/- P2=6/-/-/-", {}, "are done (SD-2.4)"),
        (f"{START} P1=5/{G1}/-/plates P2=6/-/-/-", {"mode": "casual"}, "used abilities at a casual dinner (SD-2.5)"),
        (f"{START} P1=5/{G1}/wine:20/- P2=6/-/-/-", {"kitchen": "finite"}, "more wine in play than in the box (SD-1.4)"),
        (f"{START} P1=6/-/-/- P2=6/-/-/- gone=g1", {}, "1 guests have been seated, and hands say 0 of 6 each (SD-2.2)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/-", {}, "it has gone on by itself: turn"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=place:P1:nobody:wine", {}, "the box has no guest nobody"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=place:P1:g2:wine", {}, "it cannot be waited for here (SD-3.1)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=bonus:P1:g1", {}, "it cannot be waited for here (SD-3.1)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=doors:P1:g1", {}, "it cannot be waited for here (SD-3.1)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=plates:P1:g1", {}, "it cannot be waited for here (SD-3.1)"),
        (f"turn {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=also-home:P1", {}, "it cannot be waited for here (SD-3.1)"),
        (f"turn {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=claim:P1:g1", {}, "it cannot be waited for here (SD-3.1)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=by-hand:P1:g1", {"mode": "casual"}, "it cannot be waited for here (SD-3.1)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=give:P1:g1:wine:bag:own", {}, "whom or where is not understood (SD-9.3)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=send-home:P1:g1:somebody", {}, "whom or where is not understood (SD-9.3)"),
        (f"acted {START[5:]} P1=5/{G1}/-/- P2=6/-/-/- tasks=send-home:P1:g1:@nobody", {}, "the box has no guest nobody"),
    ],
)
def test_what_no_game_reaches(line: str, options: dict[str, str], fault: str) -> None:
    assert fault in str(refused(line, **options))


def with_pieces(*pieces: Piece, without: str = "") -> Pack:
    return replace(PACK, pieces=(*(p for p in PACK.pieces if p.id != without), *pieces))


NO_DESSERT: dict[str, Json] = {"menu": [[3, 4, 6], [3, 4, 6], [3, 4, 6], [3, 4, 6], [3, 4, 6], [0, 0, 0]]}


class TestPacks:
    def test_the_known_guests_and_abilities_are_in_the_box(self) -> None:
        house = GAME.initial(BOX, setup()).house
        known = [guest for guest in house.guests.values() if not guest.called.startswith("Guest ")]
        assert len(known) == 12
        assert house.guests["jean-arp"].ability == opening().house.guests["arp"].ability
        assert house.guests["lola-alvarez-bravo"].called == "Lola Álvarez Bravo"

    def test_stand_ins_only_where_the_table_wants_them(self) -> None:
        printed = GAME.initial(BOX, replace(setup(), options={})).house
        assert {guest.wants for guest in printed.guests.values()} == {()}
        assert all(card is None for _, card in printed.faux_pas.values())
        stand_in = GAME.initial(BOX, setup()).house
        assert all(guest.wants and guest.icon for guest in stand_in.guests.values())
        assert all(card for _, card in stand_in.faux_pas.values())

    def test_an_owners_ids_are_written_safely(self) -> None:
        odd = Piece("Frau_(Müller)=1", "card", attributes={"role": "guest", "appetites": "wine"})
        state = play(GAME.initial(with_pieces(odd), setup()), "P1 seat Frau_%28M%C3%BCller%29%3D1 0")
        assert GAME.parse_state(with_pieces(odd), setup(), str(state)) == state
        assert odd.id in {spot.piece for spot in GAME.visible(state).spots}

    @pytest.mark.parametrize(
        ("pack", "fault"),
        [
            (cast(appetites="wine,beer"), "piece g13: appetites 'wine,beer' are no list of up to 9"),
            (cast(appetites=",".join(["wine"] * 10)), "are no list of up to 9"),
            (with_pieces(Piece("x", "card", attributes={"role": "faux-pas", "printed": "race"})), "piece x: 'race' is no faux pas card"),
            (with_pieces(Piece("x", "token", attributes={"role": "token"})), "piece x: token '' is not one of food"),
            (with_pieces(without="wine"), 'no piece with role = "token" and token = wine'),
            (replace(PACK, pieces=tuple(p for p in PACK.pieces if p.id not in CAST)), "13 guests"),
            (replace(PACK, tables={}), "menu has no six rows of numbers for 2 to 4 players (SD-10.1)"),
            (replace(PACK, tables=NO_DESSERT), "menu has no six rows"),
        ],
    )
    def test_a_pack_that_cannot_be_played_says_why(self, pack: Pack, fault: str) -> None:
        with pytest.raises(SetupError) as refusal:
            GAME.initial(pack, setup())
        assert fault in str(refusal.value)

    @pytest.mark.parametrize("menu", ["", "wine", "wine,food,wine,food,wine+beer,dessert", "wine,food,wine,food,wine,,"])
    def test_a_menu_that_is_none(self, menu: str) -> None:
        with pytest.raises(SetupError, match="option menu_kinds is 6 courses"):
            opening(2, menu_kinds=menu)

    def test_all_faults_come_at_once(self) -> None:
        with pytest.raises(SetupError) as refusal:
            GAME.initial(cast(icon="cup"), setup(9, menu_kinds="wine", mode="loud"))
        assert len(refusal.value.faults) == 4
