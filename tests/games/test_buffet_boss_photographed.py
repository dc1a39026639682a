"""Buffet Boss scored from pictures of the plates: what is seen counts, what is not sure is asked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from companion.game import CompanionError, Piece
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.characters import CHARACTERS
from companion.games.buffet_boss.photographed import final_state
from companion.games.buffet_boss.pieces import GROUPS
from tests.games.buffet_boss_tables import FOODS, LIKES, PACK as FOODS_ONLY, counting, points, setup
from vision.observation import PLATE, TABLE, Candidate, Detection, Observation, Quality, Stack

PEOPLE = tuple(Piece(f"character-{id}", "card", 1, None, {"character": id}) for id in CHARACTERS if id not in LIKES)
PACK = replace(FOODS_ONLY, pieces=(*FOODS_ONLY.pieces, *PEOPLE))
SOMEWHERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
Pairs = tuple[tuple[int, int], ...]


def food(name: str) -> Detection:
    return Detection("food", SOMEWHERE, f"card-{name}", 0.99)


def stack(*names: str, mm: float = 120.0, error: float = 2.0, touching: Pairs | None = None, unsure: Pairs = ()) -> Stack:
    """Pieces one upon the other, unless told who touches whom."""
    tower = tuple((k - 1, k) for k in range(len(names)))
    pieces = tuple(map(food, names))
    return Stack((0, 0, 100, 30), mm, error, pieces, tower if touching is None else touching, unsure)


def look(*stacks: Stack, character: str = "") -> Observation:
    cards = (Detection("card", SOMEWHERE, f"character-{character}", 0.99),) if character else ()
    return Observation(0.0, (1920, 1080), Quality(0.9, 0.5, 0.0), detections=cards, stacks=stacks)


def test_lunch_counts_the_stars_on_the_plates_and_five_for_the_tallest() -> None:
    state = final_state(PACK, setup(2, "lunch"), [look(stack("green-1", "red-2", mm=90)), look(stack("green-2", mm=60))])
    assert points(state) == [1 + 1 + 5, 2]
    assert GAME.status(state).over and GAME.status(state).winners == (0,)


def test_it_is_the_same_position_as_the_one_written_down() -> None:
    seen = final_state(PACK, setup(2, "lunch"), [look(stack("green-1", "red-2", mm=90)), look(stack("green-2", mm=60))])
    assert GAME.parse_state(PACK, setup(2, "lunch"), str(seen)) == seen
    assert points(seen) == points(counting("on:green-1,red-2;height:90", "on:green-2;height:60", mode="lunch"))


@pytest.mark.parametrize(
    ("character", "worth"),
    [("B12", 3), ("A3", 5 * 2), ("A1", 0), ("B9", 0), ("B1", 2 * 2)],
)
def test_dinner_counts_the_character_that_lies_beside_the_plate(character: str, worth: int) -> None:
    mine = stack("green-1", "green-2", "green-3", mm=90)
    state = final_state(PACK, setup(2, "dinner"), [look(mine, character=character), look(stack("red-1", mm=50), character="B11")])
    stars = sum(1 + FOODS.index(name) % 4 for name in ("green-1", "green-2", "green-3"))
    groups = [GROUPS[FOODS.index(name) % 5] for name in ("green-1", "green-2", "green-3")]
    assert groups == ["seafood", "meat", "fruit"]
    assert points(state)[0] == stars + 5 + (2 if character == "B9" else worth)


def test_without_a_character_card_dinner_is_not_over() -> None:
    state = final_state(PACK, setup(2, "dinner"), [look(stack("green-1", mm=90)), look(stack("red-1", mm=50))])
    assert not GAME.status(state).over


def test_a_piece_on_the_table_has_fallen_and_does_not_count() -> None:
    seen = stack("green-1", "red-2", mm=90, touching=((PLATE, 0), (TABLE, 1)))
    state = final_state(PACK, setup(2, "lunch"), [look(seen), look(stack("green-2", mm=60))])
    assert state.plates[0].pieces == ("green-1",)


def without_a_name(seen: Stack) -> Stack:
    doubt = Detection("food", SOMEWHERE, alternatives=(Candidate("card-red-1", 0.5), Candidate("card-red-2", 0.4)), why="glare")
    return replace(seen, pieces=(*seen.pieces[:-1], doubt))


def with_cards(seen: Stack, *names: str) -> Observation:
    return replace(look(seen), detections=tuple(replace(food(name), kind="card") for name in names))


def test_the_cards_that_lie_there_name_a_piece_that_could_be_two() -> None:
    other = look(stack("green-2", mm=60))
    mine = without_a_name(stack("green-1", "red-1", mm=90))
    for name in ("red-1", "red-2"):
        state = final_state(PACK, setup(2, "lunch"), [with_cards(mine, "green-1", name), other])
        assert state.plates[0].pieces == ("green-1", name)


@pytest.mark.parametrize("cards", [("green-1", "green-3"), ("red-1", "red-2"), ("green-1", "red-1", "red-2"), ("red-1",)])
def test_cards_that_leave_more_than_one_answer_or_none_name_nothing(cards: tuple[str, ...]) -> None:
    mine = without_a_name(stack("green-1", "red-1", mm=90))
    with pytest.raises(CompanionError, match="no sure name"):
        final_state(PACK, setup(2, "lunch"), [with_cards(mine, *cards), look(stack("green-2", mm=60))])


def test_a_card_whose_piece_is_not_seen_is_asked_about() -> None:
    """Something may hide the piece; a surplus card belongs into the bin (BB-7.1)."""
    mine, other = stack("green-1", "red-1", mm=90), look(stack("green-2", mm=60))
    assert final_state(PACK, setup(2, "lunch"), [with_cards(mine, "green-1", "red-1"), other]).plates[0].pieces == ("green-1", "red-1")
    with pytest.raises(CompanionError, match=r"card of red-2 lies there, but no such piece.*BB-7\.1"):
        final_state(PACK, setup(2, "lunch"), [with_cards(mine, "green-1", "red-1", "red-2"), other])


def test_two_pieces_that_could_each_be_either_are_asked_about() -> None:
    doubt = without_a_name(stack("green-1", "red-1", mm=90)).pieces[1]
    mine = replace(stack("green-1", "red-1", "red-2", mm=90), pieces=(food("green-1"), doubt, doubt))
    with pytest.raises(CompanionError, match="no sure name"):
        final_state(PACK, setup(2, "lunch"), [with_cards(mine, "green-1", "red-1", "red-2"), look(stack("green-2", mm=60))])


@pytest.mark.parametrize(
    ("looks", "says"),
    [
        pytest.param([look(stack("green-1"))], "2 players need 2 pictures", id="a picture short"),
        pytest.param([look(), look(stack("red-1"))], "P1: no plate", id="no plate"),
        pytest.param([look(stack("red-1"), stack("red-2")), look(stack("red-1"))], "2 plates", id="two plates in one picture"),
        pytest.param([look(stack("green-1")), look(without_a_name(stack("red-1")))], "perhaps card-red-1 or card-red-2", id="no name"),
        pytest.param([look(replace(stack("green-1"), height_mm=None)), look(stack("red-1"))], "measured", id="no height"),
        pytest.param([look(stack("green-1", mm=100)), look(stack("red-1", mm=101))], "which plate is the tallest", id="as tall"),
        pytest.param([look(stack("green-1", mm=90)), look(stack("green-1", "green-1"))], "of one game", id="three of a food"),
        pytest.param(
            [look(stack("red-1", "red-2", mm=90, touching=((PLATE, 0), (TABLE, 1), (0, 1)))), look(stack("green-2", mm=50))],
            "has it fallen",
            id="touches table and stack",
        ),
        pytest.param(
            [look(stack("red-1", "red-2", mm=30, touching=((TABLE, 0), (TABLE, 1)))), look(stack("green-2", mm=50))],
            "all food lies beside the plate; has it fallen",
            id="nothing stands on the plate",
        ),
    ],
)
def test_what_the_pictures_cannot_tell_is_asked(looks: list[Observation], says: str) -> None:
    with pytest.raises(CompanionError, match=says):
        final_state(PACK, setup(2, "lunch"), looks)


def test_plates_that_are_as_unsure_as_each_other_for_one_reason_are_not_asked_about_for_that() -> None:
    """Every plate of the box is measured too high alike; still less apart than a ruler tells, they are equally tall."""
    tall, low = (replace(stack(name, mm=mm, error=2.5), alike_mm=(2.4,)) for name, mm in (("green-1", 100), ("red-1", 98)))
    assert points(final_state(PACK, setup(2, "lunch"), [look(tall), look(low)]))[0] >= 5
    with pytest.raises(CompanionError, match="which plate is the tallest"):
        final_state(PACK, setup(2, "lunch"), [look(tall), look(replace(low, height_mm=99.2, height_error_mm=2.4))])


def test_a_plate_is_the_tallest_only_if_it_is_both_where_plates_rock_and_where_they_stand_level() -> None:
    """A camera rolled by two degrees saw a stack two millimetres too low, whose top is far aside; its plate leaned so."""
    tall, low = stack("green-1", mm=118.4, error=1.4), stack("red-1", mm=116.1, error=1.7)
    assert points(final_state(PACK, setup(2, "lunch"), [look(tall), look(low)]))[0] >= 5
    level = [look(replace(tall, if_level=(117.9, 1.2))), look(replace(low, if_level=(117.5, 1.2)))]
    with pytest.raises(CompanionError, match="which plate is the tallest"):
        final_state(PACK, setup(2, "lunch"), level)


def test_an_unsure_contact_is_asked_where_it_counts_and_only_there() -> None:
    mine = stack("green-1", "green-2", mm=90, touching=((PLATE, 0), (PLATE, 1)), unsure=((0, 1),))
    other = look(stack("red-1", mm=50), character="B11")
    with pytest.raises(CompanionError, match="do green-1 and green-2 touch"):
        final_state(PACK, setup(2, "dinner"), [look(mine, character="A3"), other])
    assert final_state(PACK, setup(2, "dinner"), [look(mine, character="B13"), other]).plates[0].pieces == ("green-1", "green-2")


def test_where_every_card_has_its_piece_nothing_else_on_the_stack_is_one() -> None:
    seen = without_a_name(stack("green-1", "red-2", "red-1", mm=90, error=30.0))
    seen = replace(seen, unnamed_mm=28.0)
    cards = tuple(replace(food(name), kind="card") for name in ("green-1", "red-2"))
    other = look(stack("green-2", mm=60))
    state = final_state(PACK, setup(2, "lunch"), [replace(look(seen), detections=cards), other])
    assert state.plates[0].pieces == ("green-1", "red-2") and points(state)[0] == 1 + 1 + 5
    with pytest.raises(CompanionError, match="no sure name"):
        final_state(PACK, setup(2, "lunch"), [replace(look(seen), detections=(*cards, replace(food("green-3"), kind="card"))), other])


def test_where_every_card_has_its_piece_contacts_are_those_of_the_named_pieces_alone() -> None:
    """What has no name could have carried green-2: its contact with red-2 was asked about even where the cards say it is no food."""
    seen = without_a_name(stack("green-1", "red-2", "green-2", "red-1", mm=90))
    on_plate = ((PLATE, 0), (PLATE, 1), (PLATE, 2))
    seen = replace(seen, touching=on_plate, unsure=((1, 2), (2, 3)), alone=((*on_plate, (1, 2)), ()))
    other = look(stack("red-1", mm=60), character="B11")

    def contacts(plate: Stack) -> object:
        mine = with_cards(plate, "green-1", "red-2", "green-2")
        mine = replace(mine, detections=(*mine.detections, *look(character="A3").detections))
        return final_state(PACK, setup(2, "dinner"), [mine, other]).plates[0].contacts

    assert contacts(seen) == (("green-1", "plate"), ("green-2", "plate"), ("green-2", "red-2"), ("plate", "red-2"))
    with pytest.raises(CompanionError, match="do green-2 and red-2 touch"):
        contacts(replace(seen, alone=None))


def test_a_piece_that_has_its_name_from_its_card_may_touch_what_it_was_seen_to_touch() -> None:
    """Of what only the named pieces touch it would have no contact at all: the plate was refused as one of no game."""
    seen = without_a_name(stack("green-1", "green-2", "red-1", mm=90))
    seen = replace(seen, touching=((PLATE, 0), (PLATE, 1)), unsure=((1, 2), (PLATE, 2)), alone=(((PLATE, 0), (PLATE, 1)), ()))
    mine, other = with_cards(seen, "green-1", "green-2", "red-1"), look(stack("red-2", mm=60))
    assert final_state(PACK, setup(2, "lunch"), [mine, other]).plates[0].pieces == ("green-1", "green-2", "red-1")
    revealed = replace(mine, detections=(*mine.detections, *look(character="A3").detections))
    with pytest.raises(CompanionError, match="green-2 and red-1 touch"):
        final_state(PACK, setup(2, "dinner"), [revealed, look(stack("red-2", mm=60), character="B11")])


def test_a_piece_that_has_its_name_from_its_card_counts_for_the_height() -> None:
    """Without a name it was on top: the height of the others alone, told as exactly as theirs, made another plate the tallest."""
    seen = replace(without_a_name(stack("green-1", "red-1", mm=60, error=30.0)), unnamed_mm=28.0, if_level=(61.0, 1.5))
    mine = with_cards(seen, "green-1", "red-1")
    with pytest.raises(CompanionError, match="which plate is the tallest: P1 88 mm"):
        final_state(PACK, setup(2, "lunch"), [mine, look(stack("green-2", mm=80))])
    assert points(final_state(PACK, setup(2, "lunch"), [mine, look(stack("green-2", mm=40))]))[0] >= 5


def test_a_contact_without_which_a_piece_would_hang_in_the_air_needs_no_question() -> None:
    mine = stack("green-1", "green-2", mm=90, touching=((PLATE, 0),), unsure=((0, 1),))
    looks = [look(mine, character="A3"), look(stack("red-1", mm=50), character="B11")]
    assert final_state(PACK, setup(2, "dinner"), looks).plates[0].contacts == (("green-1", "green-2"), ("green-1", "plate"))


def test_two_revealed_characters_are_asked() -> None:
    both = replace(look(stack("green-1", mm=90), character="A1"))
    both = replace(both, detections=(*both.detections, Detection("card", SOMEWHERE, "character-B1", 0.9)))
    with pytest.raises(CompanionError, match="A1 and B1"):
        final_state(PACK, setup(2, "dinner"), [both, look(stack("red-1", mm=50))])


def test_playing_together_counts_nothing() -> None:
    with pytest.raises(CompanionError, match="no points"):
        final_state(PACK, setup(2, "all_you_can_eat"), [look(stack("green-1")), look(stack("red-1"))])


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(FOODS), max_size=6), min_size=2, max_size=4), st.integers(0, 10**6))
def test_any_plates_give_a_position_that_can_be_or_a_question(plates: list[list[str]], seed: int) -> None:
    looks = [look(stack(*names, mm=40.0 + 25 * ((k + seed) % len(plates)))) for k, names in enumerate(plates)]
    try:
        state = final_state(PACK, setup(len(plates), "lunch"), looks)
    except CompanionError:
        return
    assert GAME.parse_state(PACK, setup(len(plates), "lunch"), str(state)) == state
    assert [list(plate.pieces) for plate in state.plates] == plates


def test_a_piece_of_another_box_is_no_food_of_this_one() -> None:
    with pytest.raises(CompanionError, match=r"picture of P2: card-caviar is no food of .*; use the box's own pack"):
        final_state(PACK, setup(2, "lunch"), [look(stack("green-1", mm=90)), look(stack("caviar", mm=60))])


def test_a_contact_that_counts_for_nobody_may_be_unsure() -> None:
    """What lies on the table is on no plate, so whether it touches a piece that is counts for no character."""
    mine = stack("green-1", "green-2", "red-1", mm=90, touching=((PLATE, 0), (0, 1), (TABLE, 2)), unsure=((TABLE, 1),))
    state = final_state(PACK, setup(2, "dinner"), [look(mine, character="A3"), look(stack("red-2", mm=50), character="B11")])
    assert state.plates[0].contacts == (("green-1", "green-2"), ("green-1", "plate"))
