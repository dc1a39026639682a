"""What a side camera measured of a plate, offered to its player: heights, contacts, the order of stacking; what it cannot see is asked."""

from dataclasses import replace

import pytest

from companion.game import Measured
from companion.games.buffet_boss import GAME
from companion.games.buffet_boss.actions import Action
from companion.games.buffet_boss.pieces import State
from tests.games.buffet_boss_tables import counting, play, served
from tests.games.test_buffet_boss_photographed import PACK, look, stack
from vision.observation import PLATE, TABLE, Candidate, Detection, Stack

TOWER = ((PLATE, 0), (0, 1), (1, 2))


def offers(state: State, *stacks: Stack) -> tuple[Measured[Action], ...]:
    return GAME.measured(PACK, state, look(*stacks))


def taken(state: State, *stacks: Stack) -> list[list[str]]:
    """The actions of every way that is offered, as lines."""
    return [[str(action) for action in actions] for offer in offers(state, *stacks) for _, actions in offer.ways]


def at_the_end(mine: str = "on:green-1,green-2,green-3", other: str = "on:red-1", **options: str) -> State:
    return counting(mine, other, **{"mode": "dinner", "height_unit": "mm", **options})


def seen(**parts: object) -> Stack:
    return stack("green-1", "green-2", "green-3", mm=173.4, error=3.0, **parts)  # type: ignore[arg-type]  # parts of a stack by name


def test_height_and_contacts_of_the_one_who_has_these_pieces_are_offered_with_their_error() -> None:
    (offer,) = offers(at_the_end(), seen())
    assert offer.text == "The plate of P1 is 173 mm high, give or take 3. The plate of P1 has 3 contacts."
    assert taken(at_the_end(), seen()) == [["P1 height 173", "P1 touch green-1+green-2,green-1+plate,green-2+green-3"]]


def test_what_is_known_already_is_not_offered_again() -> None:
    known = "on:green-1,green-2,green-3;height:170;touch:green-1+green-2,green-1+plate,green-2+green-3"
    assert offers(at_the_end(known), seen()) == ()
    assert taken(at_the_end("on:green-1,green-2,green-3;height:170"), seen())[0][0].startswith("P1 touch")


@pytest.mark.parametrize(
    "strange",
    [
        stack("green-1", "green-2", mm=120),  # a piece is missing: it has fallen, or lies beside
        stack("green-1", "green-2", "red-2", mm=120),
        stack("green-1", "green-2", "green-3", mm=120, touching=((PLATE, 0), (0, 1), (1, 2), (TABLE, 2))),
    ],
)
def test_nothing_is_offered_of_a_plate_that_is_nobodys(strange: Stack) -> None:
    assert offers(at_the_end(), strange) == ()


def test_nothing_is_offered_of_a_plate_that_may_be_two_peoples() -> None:
    alike = at_the_end("on:green-1", "on:green-1")
    assert offers(alike, stack("green-1", mm=40)) == ()


def test_a_piece_on_the_table_beside_the_plate_is_not_on_it() -> None:
    beside = stack("green-1", "green-2", "green-3", "red-1", mm=173, touching=(*TOWER, (TABLE, 3)))
    assert taken(at_the_end(), beside)[0][0] == "P1 height 173"


def test_marks_of_a_ruler_are_left_to_people_since_nobody_knows_how_far_apart_they_are() -> None:
    assert [line.split()[1] for line in taken(at_the_end(height_unit="ruler_tick"), seen())[0]] == ["touch"]
    assert offers(at_the_end(height_unit="ruler_tick", mode="lunch"), seen()) == ()


def test_lunch_asks_for_no_contacts() -> None:
    assert taken(at_the_end(mode="lunch"), seen()) == [["P1 height 173"]]


def test_a_contact_on_which_stars_hang_is_asked_with_the_pieces_that_it_is_about() -> None:
    doubtful = seen(touching=TOWER, unsure=((0, 2),))
    state = at_the_end("on:green-1,green-2,green-3;character:A3")
    (offer,) = offers(state, doubtful)
    assert [said for said, _ in offer.ways] == ["green-1 and green-3 touch", "green-1 and green-3 do not touch"]
    assert [line[-1].count(",") for line in taken(state, doubtful)] == [3, 2]
    assert "Do green-1 and green-3 touch?" in offer.text and offer.why == "stars of A3 hang on what cannot be seen"
    assert offer.quads_px == tuple(doubtful.pieces[k].quad_px for k in (0, 2))


def test_a_contact_on_which_nothing_hangs_is_not_asked() -> None:
    doubtful = seen(touching=TOWER, unsure=((0, 2),))
    assert len(taken(at_the_end("on:green-1,green-2,green-3;character:B12"), doubtful)) == 1
    assert taken(at_the_end("on:green-1,green-2,green-3;character:B9"), doubtful) == [["P1 height 173"]]


def test_before_a_character_is_revealed_only_contacts_beyond_doubt_are_offered() -> None:
    assert taken(at_the_end(), seen(touching=TOWER, unsure=((0, 2),))) == [["P1 height 173"]]


def test_a_contact_without_which_a_piece_would_hang_in_the_air_is_there() -> None:
    state = at_the_end("on:green-1,green-2,green-3;character:A3")
    assert taken(state, seen(touching=((PLATE, 0), (0, 1)), unsure=((1, 2),))) == taken(state, seen(touching=TOWER))


def test_two_plates_too_near_to_tell_are_said_to_be_so() -> None:
    (offer,) = offers(at_the_end(other="on:red-1;height:175"), seen())
    assert offer.why == "which is taller, this plate or that of P2 with 175 mm, cannot be seen: measure both"
    assert offers(at_the_end(other="on:red-1;height:190"), seen())[0].why == ""


def test_a_piece_that_shows_too_little_is_named_by_the_foods_that_its_player_has() -> None:
    half = Detection("food", seen().pieces[2].quad_px, None, alternatives=(Candidate("card-green-3", 0.5), Candidate("card-red-2", 0.4)))
    told = replace(seen(), pieces=(*seen().pieces[:2], half))
    assert taken(at_the_end(), told)[0][0] == "P1 height 173"
    unlike = replace(half, alternatives=(Candidate("card-red-2", 0.9),))
    assert offers(at_the_end(), replace(seen(), pieces=(*seen().pieces[:2], unlike))) == ()


def test_pieces_of_the_hand_are_stacked_in_the_order_in_which_they_stand() -> None:
    state = play(served(2, height_unit="mm"), "P1 take green-3", "P1 stack green-3", "P2 take green-2", "P2 take green-1")
    assert taken(state, stack("green-1", "green-2", mm=80)) == [["P2 stack green-1", "P2 stack green-2", "P2 height 80"]]
    assert taken(state, stack("green-2", "green-1", mm=80))[0][:2] == ["P2 stack green-2", "P2 stack green-1"]
    assert taken(state, stack("green-3", mm=40)) == [], "the height of a plate in a round that goes on is nobody's question"


def test_nothing_is_offered_once_the_game_is_over() -> None:
    over = at_the_end("on:green-1,green-2,green-3;height:170", "on:red-1;height:60", mode="lunch")
    assert GAME.status(over).over and offers(over, seen()) == ()
