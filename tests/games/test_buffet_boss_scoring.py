"""What a plate of Buffet Boss is worth: food, tallest, characters, ties, and the worked examples."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.characters import CHARACTERS, Bonus, bonus
from companion.games.buffet_boss.pieces import Character, Clause, Plate, Print, State
from companion.games.buffet_boss.scoring import open_points, stars, why_won
from tests.games.buffet_boss_tables import (
    BOX,
    PACK,
    act,
    bring,
    counting,
    counting_with,
    example_pack,
    is_legal,
    legal,
    play,
    points,
    refusals,
    served,
    setup,
)

ANSWERS = {option.name: option.default or "" for option in BOX.options}


def worth(id: str, foods: str, contacts: str = "", *likes: str, **answers: str) -> Bonus:
    """Of a character on a plate, its foods given as `seafood/2/red ...`, called a, b, c ...; contacts as `a+b c+plate`."""
    called = "abcdefghij"
    prints = {}
    for name, food in zip(called, foods.split(), strict=False):
        group, stars, colour = food.split("/")
        prints[name] = Print(int(stars), group, colour)
    touch = tuple((a, b) for a, b in (pair.split("+") for pair in contacts.split()))
    plate = Plate(tuple(prints), tuple(prints), contacts=touch)
    return bonus(plate, Character(id, likes), prints, ANSWERS | answers)


def of_stars(*stars: int) -> str:
    return " ".join(f"meat/{n}/red" for n in stars)


def of_groups(*groups: str) -> str:
    return " ".join(f"{group}/1/red" for group in groups)


class TestLunch:
    @pytest.mark.clause("BB-7.1")
    def test_stars_of_the_food_on_the_plate_line_by_line(self) -> None:
        state = counting("cards:green-1,green-2,red-1;on:green-1,green-2", "-", mode="lunch")
        lines = [(line.what, line.points, line.clause, line.pieces) for line in GAME.scores(state)]
        assert lines == [
            ("green-1: 1 star", 1, "BB-7.1", ("card-green-1",)),
            ("green-2: 2 stars", 2, "BB-7.1", ("card-green-2",)),
            ("red-1 is not on the plate", 0, "BB-6.5", ("card-red-1",)),
        ]

    @pytest.mark.clause("BB-T1", "BB-7.1", "BB-6.5")
    def test_worked_example_of_lunch(self) -> None:
        """Seven pieces and eight cards, as only the second of two players can have."""
        on = "green-3,red-1,yellow-1,yellow-2,white-2,white-3,green-2"
        state = counting("-", f"cards:{on},purple-3;on:{on};height:9", mode="lunch")
        plate = state.plates[1]
        assert (len(plate.cards) - len(plate.pieces), plate.surplus) == (1, ("purple-3",))
        assert [hint["clauses"] for hint in _hints(state)] == [["BB-7.1"]]
        assert GAME.status(state).over is False
        after = play(state, "P2 bin purple-3")
        assert sum(line.points for line in GAME.scores(after) if line.clause == "BB-7.1") == 23
        assert "purple-3" in after.bin

    @pytest.mark.clause("BB-7.2", "BB-7.3")
    def test_the_tallest_plate_gets_five_when_all_are_measured(self) -> None:
        state = counting("on:green-1", "on:red-1;height:10", "-", mode="lunch")
        assert points(state) == [1, 4, 0]
        assert _hints(state)[0]["text"] == "P1: measure the plate with the ruler."
        over = play(state, "P1 height 11")
        assert points(over) == [6, 4, 0]
        assert [line.clause for line in GAME.scores(over)] == ["BB-7.1", "BB-7.2", "BB-7.1"]
        assert GAME.status(over).winners == (0,)

    @pytest.mark.clause("BB-7.2")
    @pytest.mark.parametrize(("answer", "sums"), [("all_tied_get_5", [6, 6]), ("nobody", [1, 1])])
    def test_equally_tall_plates(self, answer: str, sums: list[int]) -> None:
        state = counting("on:green-1;height:10", "on:green-1;height:10", mode="lunch", tallest_tie=answer)
        assert points(state) == sums
        assert GAME.status(state).winners == (0, 1)

    @pytest.mark.clause("BB-7.2")
    def test_equally_tall_plates_may_be_told_apart_in_millimetres(self) -> None:
        options = {"mode": "lunch", "tallest_tie": "higher_measurement_mm"}
        state = counting("on:green-1;height:10", "on:green-1;height:10", "on:red-2;height:9", **options)
        assert points(state) == [1, 1, 1]
        assert [hint["clauses"] for hint in _hints(state)] == [["BB-7.2"], ["BB-7.2"]]
        beside_an_empty_plate = counting("on:green-1;height:10", "on:green-1;height:10", "-", **options)
        assert [hint["clauses"] for hint in _hints(beside_an_empty_plate)] == [["BB-7.2"], ["BB-7.2"]]
        state = play(state, "P1 height 10 101mm", "P2 height 10 102mm")
        assert points(state) == [1, 6, 1]
        assert GAME.status(state).winners == (1,)
        assert points(counting("on:green-1;height:10", "on:green-2;height:9", **options)) == [6, 2]
        in_mm = {**options, "height_unit": "mm"}
        assert points(counting("on:green-1;height:10", "on:green-1;height:10", **in_mm)) == [6, 6]

    @pytest.mark.clause("BB-7.3")
    def test_a_plate_is_measured_with_the_hands_off(self) -> None:
        state = bring(served(), 1, "green-1")
        assert refusals(state, "P2 height 10") == {"BB-7.3": "nothing is on the plate of P2"}
        assert set(refusals(state, "P1 height 0")) == {"BB-7.3"}
        state = play(state, "P1 height 10")
        assert refusals(state, "P1 height 10") == {"BB-7.3": "the plate of P1 was measured so already: 10"}
        assert set(refusals(state, "P1 height 10 99mm")) == {"BB-7.2"}
        state = play(state, "P1 fall green-1", "P1 save green-1")
        assert "BB-7.3" in refusals(state, "P1 height 10")
        assert state.plates[0].height is None

    @pytest.mark.clause("BB-7.3")
    def test_the_unit_is_the_tables_own(self) -> None:
        state = counting("on:green-1", "-", mode="lunch", height_unit="mm")
        assert _hints(state)[0]["text"] == "P1: measure the plate in millimetres."
        assert GAME.show(state)["height_unit"] == "mm"
        assert "143 mm" in GAME.tell(state, act("P1 height 143"))

    @pytest.mark.clause("BB-7.2", "BB-7.4", "BB-T7")
    def test_twenty_against_eighteen_with_the_second_taller(self) -> None:
        twenty, eighteen = "white-3,yellow-2,red-1,brown-2,orange-1", "white-3,yellow-2,red-1,brown-2,green-2"
        state = counting(f"on:{twenty};height:9", f"on:{eighteen};height:10", mode="lunch")
        assert points(state) == [20, 23]
        assert GAME.status(state).winners == (1,)
        tied = counting(f"on:{twenty};height:9", f"on:{twenty};height:10", "-", mode="lunch", tallest_tie="nobody")
        assert points(tied) == [20, 25, 0]

    @pytest.mark.clause("BB-7.4", "BB-T7")
    def test_a_tie_goes_to_the_taller_plate_and_then_is_shared(self) -> None:
        five, taller = "red-1,yellow-2,green-2;height:9", "white-3,green-1;height:10"
        state = counting(f"on:{five}", f"on:{taller}", mode="lunch")
        assert points(state) == [10, 10]
        assert GAME.status(state).winners == (1,)
        assert "P2 wins with 10 stars and the taller plate." in _hints(state)[0]["text"]
        same = counting("on:green-1;height:9", "on:red-2;height:9", mode="lunch")
        assert GAME.status(same).winners == (0, 1)
        assert same.house.answers["tie_shared"] == "true"
        assert _hints(same)[0]["text"] == "P1 and P2 share the victory with 6 stars."
        assert refusals(same, "P1 adjust") == {"BB-7.4": "the game is over and nothing changes any more"}


def _hints(state: State) -> list[dict[str, Any]]:
    found = GAME.show(state)["hints"]
    assert isinstance(found, list)
    return [hint for hint in found if isinstance(hint, dict)]


class TestOneCharacter:
    @pytest.mark.clause("BB-8.1")
    def test_each_reveals_one_of_two(self) -> None:
        state = counting("on:green-1;height:9", "on:red-1;height:8")
        assert [hint["text"] for hint in _hints(state)] == ["P1: reveal one character.", "P2: reveal one character."]
        state = play(state, "P1 show B13")
        assert set(refusals(state, "P1 show B14")) == {"BB-8.1"}
        assert refusals(state, "P2 show B13") == {"BB-1.1": "P1 has B13; there is one of each"}
        assert [line.clause for line in GAME.scores(state) if line.seat == 0] == ["BB-7.1", "BB-8.2", "BB-7.2"]
        assert GAME.status(play(state, "P2 show B14")).over

    @pytest.mark.clause("BB-8.2")
    def test_what_a_character_likes_is_known_or_said(self) -> None:
        state = counting("on:green-1", "on:red-1")
        assert play(state, "P1 show B1").plates[0].character == Character("B1", ("meat", "seafood"))
        assert set(refusals(state, "P1 show B1 fruit")) == {"BB-8.2"}
        assert is_legal(state, "P1 show B1 seafood+meat")
        bare = counting_with(replace(PACK, pieces=PACK.pieces[:21]), "on:green-1", "on:red-1")
        assert {"P1 show B1 meat", "P1 show B6 green", "P1 show B9"} <= legal(bare)
        assert play(bare, "P1 show B1 seafood+meat").plates[0].character == Character("B1", ("meat", "seafood"))
        for line in ("P1 show B1", "P1 show B1 green", "P1 show B6 meat", "P1 show B9 meat", "P1 show B1 meat+meat"):
            assert set(refusals(bare, line)) == {"BB-8.2"}

    @pytest.mark.clause("BB-8.2", "BB-1.3")
    def test_the_score_waits_for_what_nobody_has_read(self) -> None:
        """Mushrooms are known as white Veggie; nothing is known of an egg."""
        deck = ["lettuce", "broccoli", "pea-pod", "cherry-tomato", "lemon", "octopus", "fish", "drumstick", "banana", "cupcake"]
        plates = "P1=cards:egg,mushroom;on:egg,mushroom;height:9 P2=-"
        text = f"round=8 first=P2 line=- taken=- bin={','.join(sorted([*deck, *deck[1:]]))} {plates}"
        state = GAME.parse_state(BOX, setup(2, "dinner"), text)
        asked = [hint["text"] for hint in _hints(state)]
        assert asked[:2] == ["read the card of egg: how many stars?", "read the card of mushroom: how many stars?"]
        state = play(state, "P1 show B1 meat", "P2 show B9")
        assert "read the card of egg: which group?" in [hint["text"] for hint in _hints(state)]
        assert [line.points for line in GAME.scores(state)] == [0, 0, 5, 0]
        state = play(state, "table read egg:3/meat/white", "table read mushroom:2/veggie/white")
        assert GAME.status(state).over
        assert points(state) == [12, 0]

    @pytest.mark.clause("BB-8.2", "BB-5.2")
    def test_contacts_are_asked_for_when_they_count(self) -> None:
        state = play(counting("on:green-1,green-2,green-1;height:9", "-"), "P1 show B12", "P2 show A3")
        assert _hints(state)[0]["text"] == "P1: show who touches whom for B12."
        assert refusals(state, "P1 touch green-1+plate") == {"BB-5.2": "green-1.2,green-2 would touch neither the plate nor a piece on it"}
        assert set(refusals(state, "P1 touch egg+plate,green-1+green-1")) == {"BB-5.2"}
        assert set(refusals(state, "P2 touch -")) == {"BB-8.2"}
        assert set(refusals(bring(served(2, "dinner"), 1, "green-1"), "P1 touch green-1+plate")) == {"BB-8.2"}
        over = play(state, "P1 touch plate+green-1,green-1.2+plate,green-2+green-1")
        assert points(over) == [1 + 2 + 1 + 6 + 5, 0]
        assert [line.pieces for line in GAME.scores(over) if line.clause == "BB-8.2"] == [("card-green-1",) * 2, ()]

    @pytest.mark.clause("BB-8.2")
    def test_the_same_contacts_are_told_once(self) -> None:
        state = play(counting("on:green-1", "on:red-1"), "P1 touch green-1+plate")
        assert set(refusals(state, "P1 touch plate+green-1")) == {"BB-8.2"}

    @pytest.mark.clause("BB-8.4")
    def test_ties_after_dinner_are_broken_likewise(self) -> None:
        state = counting("on:green-1;height:9;character:B11", "on:green-1;height:8;character:B13", "-", tallest_tie="nobody")
        state = play(state, "P3 show B9")
        assert points(state) == [6, 3, 0]
        even = counting("on:red-1;height:9;character:B9", "on:orange-2;height:8;character:B10")
        assert points(even) == [9, 1]
        assert set(refusals(even, "P1 adjust")) == {"BB-8.4"}
        assert _hints(even)[0]["clauses"] == ["BB-8.4"]


class TestEveryCharacter:
    @pytest.mark.clause("BB-8.2")
    @pytest.mark.parametrize("id", ["B1", "B2", "B3", "B4", "B5"])
    def test_two_per_food_of_the_groups_shown(self, id: str) -> None:
        found = worth(id, of_groups("meat", "fruit", "seafood", "meat"), "", "meat", "seafood")
        assert (found.points, found.pieces) == (6, (0, 2, 3))

    @pytest.mark.clause("BB-8.2")
    @pytest.mark.parametrize("id", ["B6", "B7", "B8"])
    def test_two_per_food_of_the_colours_shown(self, id: str) -> None:
        assert worth(id, "meat/1/green meat/1/red fruit/2/purple", "", "green", "purple").points == 4

    @pytest.mark.clause("BB-8.2")
    def test_two_per_two_star_food_and_one_per_four_star_food(self) -> None:
        assert worth("B9", of_stars(2, 2, 1, 4)).points == 4
        assert worth("B11", of_stars(4, 4, 4, 2)).points == 3

    @pytest.mark.clause("BB-T5", "BB-8.2")
    @pytest.mark.parametrize(("n", "points"), list(enumerate([0, 0, 3, 3, 6, 6])))
    def test_three_for_every_two_three_star_foods(self, n: int, points: int) -> None:
        assert worth("B10", of_stars(*[3] * n, 2)).points == points

    @pytest.mark.clause("BB-8.2")
    def test_three_per_piece_touching_the_plate(self) -> None:
        assert worth("B12", of_stars(1, 1, 1), "a+plate b+plate b+c").points == 6

    @pytest.mark.clause("BB-T5", "BB-8.2")
    def test_two_per_different_group_and_colour(self) -> None:
        assert worth("B13", of_groups("meat", "meat", "seafood", "dessert")).points == 6
        assert worth("B13", of_groups("meat", "seafood", "dessert", "fruit", "veggie", "meat")).points == 10
        assert worth("B14", "meat/1/green meat/1/red fruit/2/green").points == 4
        assert worth("B13", "").points == 0

    @pytest.mark.clause("BB-T5", "BB-8.2", "BB-8.3")
    def test_two_per_food_of_the_most_frequent_group(self) -> None:
        foods = of_groups(*["meat"] * 3, *["fruit"] * 3, "dessert")
        assert worth("B15", foods).points == 6
        assert worth("B15", foods, b15_tie="all_tied_groups").points == 12
        assert worth("B15", "").points == 0

    @pytest.mark.clause("BB-T6", "BB-8.2")
    def test_a_chain_of_three_has_two_ends(self) -> None:
        found = worth("A3", of_stars(1, 1, 1), "a+b b+c a+plate c+plate")
        assert (found.points, found.pieces) == (10, (0, 2))

    @pytest.mark.clause("BB-T6", "BB-8.2", "BB-8.3")
    def test_three_that_touch_each_other(self) -> None:
        triangle = "a+b b+c a+c a+plate"
        assert worth("A1", of_groups("meat", "meat", "meat"), triangle).points == 12
        assert worth("A1", of_groups("meat", "meat", "meat"), triangle, pair_mode="disjoint_pairs").points == 4
        assert worth("A1", of_groups("meat", "meat", "fruit"), triangle).points == 4
        assert worth("A2", "meat/1/red fruit/1/red fruit/1/green", triangle).points == 4
        assert worth("A2", "meat/1/red fruit/1/green fruit/1/white", triangle, pair_mode="disjoint_pairs").points == 0

    @pytest.mark.clause("BB-8.3")
    def test_pairs_that_share_no_piece_are_as_many_as_can_be(self) -> None:
        """In a row of four the outer two contacts make two pairs; the middle one alone would make one."""
        assert worth("A1", of_groups(*["meat"] * 4), "b+c a+b c+d a+plate", pair_mode="disjoint_pairs").points == 8
        mixed = of_groups("meat", "meat", "fruit", "fruit")
        assert worth("A1", mixed, "a+b b+c c+d a+plate", pair_mode="disjoint_pairs").points == 8

    @pytest.mark.clause("BB-8.3")
    def test_lines_of_open_counts_cite_them(self) -> None:
        state = counting("on:green-1,green-2;height:9;touch:green-1+green-2,green-1+plate;character:A2", "-")
        assert [line.points for line in GAME.scores(state) if line.clause == "BB-8.3"] == [4]


class TestWhatIsOpen:
    """What is still to be done cites why, and counts for nothing until it is."""

    def cited(self, state: State) -> list[tuple[str, str]]:
        return [(point.what, point.clause) for point in open_points(state)]

    @pytest.mark.clause("BB-1.3", "BB-7.1")
    def test_stars_that_nobody_has_read(self) -> None:
        food = "green-1"
        unread = replace(PACK.pieces[0], attributes={"food": food, "color": "green"})
        state = counting_with(replace(PACK, pieces=(unread, *PACK.pieces[1:])), f"on:{food}", "-", mode="lunch")
        assert [(line.points, line.clause) for line in GAME.scores(state)] == [(0, Clause.MENU)]
        assert stars(state, state.plates[0]) == 0
        assert (f"read the card of {food}: how many stars?", Clause.MENU) in self.cited(state)

    @pytest.mark.clause("BB-6.1", "BB-4.2")
    def test_what_fell_and_what_is_still_in_the_hand(self) -> None:
        state = play(bring(served(), 1, "green-1"), "P2 take green-2", "P1 fall green-1")
        assert self.cited(state) == [
            ("pick up 1 of 1 fallen piece", Clause.THREE_SECONDS),
            ("stack green-2", Clause.CHOOSE),
        ]

    @pytest.mark.clause("BB-8.1", "BB-8.2", "BB-7.3")
    def test_character_contacts_and_height(self) -> None:
        state = counting("on:green-1,green-2", "-")
        assert self.cited(state) == [
            ("reveal one character", Clause.ONE_CHARACTER),
            ("reveal one character", Clause.ONE_CHARACTER),
            ("measure the plate with the ruler", Clause.HEIGHT),
        ]
        touching = counting("on:green-1,green-2;character:B12", "-")
        assert ("show who touches whom for B12", Clause.BONUS) in self.cited(touching)

    @pytest.mark.clause("BB-7.2", "BB-7.3")
    def test_nobody_is_tallest_on_empty_plates(self) -> None:
        state = counting("-", "-", mode="lunch", tallest_tie="higher_measurement_mm")
        assert self.cited(state) == []
        assert points(state) == [0, 0]

    @pytest.mark.clause("BB-7.2", "BB-7.3")
    def test_the_lowest_height_is_taller_than_an_empty_plate(self) -> None:
        assert points(counting("on:green-1;height:1", "-", mode="lunch", tallest_tie="higher_measurement_mm")) == [6, 0]

    @pytest.mark.clause("BB-7.4")
    def test_how_it_was_won(self) -> None:
        state = counting("on:green-2;height:10", "on:green-1;height:9", mode="lunch")
        assert why_won(state) == "P1 wins with 7 stars."
        level = counting("on:green-1;height:9", "on:red-1,red-3;height:8", mode="lunch", tallest_tie="nobody")
        assert why_won(level) == "P1 wins with 6 stars and the taller plate."


@pytest.mark.clause("BB-T2")
def test_the_printed_example_of_dinner_contradicts_itself() -> None:
    """It is no fixture: 22 + 11 = 33 holds, but no character yields 11 with seven pieces, whatever they are and wherever they touch."""
    assert 22 + 11 == 33
    assert sum([1, 1, 1, 1, 2, 2, 2]) != 22
    possible = (
        {2 * n for n in range(8)} | {3 * (n // 2) for n in range(8)} | set(range(8)) | {3 * n for n in range(8)} | {5 * n for n in range(8)}
    )
    assert 11 not in possible | {4 * n for n in range(22)}
    for id, count in product(CHARACTERS[8:15], range(8)):
        assert worth(id, of_stars(*[2, 3, 4, 1, 3, 3, 4][:count])).points in possible


def test_an_example_box_may_lack_characters() -> None:
    assert example_pack(B1="meat").pieces[-1].attributes["likes"] == "meat"
