"""A contact without which a stack would tip over is there, though no piece hangs on it; none is told where it stands without."""

from tests.vision.plates.test_resting import DISH, block
from vision.observation import PLATE
from vision.plates.balance import balanced
from vision.plates.contacts import ContactParams, Contacts
from vision.plates.ends import EndParams
from vision.plates.plate import Plate
from vision.plates.resting import carried
from vision.plates.touching import Side, touching

POST, BEAM = block(-4, 4, -20, 0), block(-20, 40, -30, -20)
"""The beam's middle is ten millimetres beside the post that carries it."""
TOWER = block(-45, -25, -30.4, 0)
WEIGHT = block(-60, -10, -70, -30.4)
"""It lies on the tower, and over the end of the beam."""
LINES = [POST, BEAM, TOWER, WEIGHT]
TOUCHING = ((PLATE, 0), (0, 1), (PLATE, 2), (2, 3))
PROP = block(30, 36, -18.1, -0.1)
SIDE = Side(Plate(DISH, DISH, (0.0, 8.0), 0.1), 6.0, False, ContactParams(), EndParams())


def test_a_beam_that_would_tip_over_its_post_is_held_down_by_what_lies_on_its_other_end() -> None:
    doubted = Contacts(TOUCHING, ((1, 3),))
    assert carried(doubted, range(4), LINES, DISH).unsure == ((1, 3),), "it lies on it from above, and carries it nowhere"
    found = balanced(doubted, LINES, DISH)
    assert found.unsure == () and (1, 3) in found.touching


def test_what_stands_without_a_contact_leaves_it_in_doubt() -> None:
    middle = block(-30, 30, -30, -20)
    doubted = Contacts(TOUCHING, ((1, 3),), frozenset({(1, 3)}))
    assert balanced(doubted, [POST, middle, TOWER, WEIGHT], DISH) == doubted


def test_where_something_else_near_could_hold_it_neither_is_sure() -> None:
    prop = block(30, 36, -18.5, 0)
    doubted = Contacts((*TOUCHING, (PLATE, 4)), ((1, 3),))
    assert balanced(doubted, [*LINES, prop], DISH).unsure == ((1, 3),), "the prop ends 1.5 mm below the beam"


def test_a_stack_that_stands_by_nothing_that_is_seen_tells_nothing() -> None:
    hanging = block(60, 70, -90, -80)
    doubted = Contacts(TOUCHING, ((1, 3),))
    assert balanced(doubted, [*LINES, hanging], DISH).unsure == ((1, 3),)


def test_what_comes_near_too_far_away_to_be_seen_touching_is_asked_about_though_a_piece_would_fall_without_it() -> None:
    """A drawn squid hung over a bread two millimetres below it, on an onion alone, and was told to lie on both."""
    found = touching(SIDE, [POST, BEAM, PROP], [True] * 3, 3)
    assert found.touching == ((0, 1), (PLATE, 0), (PLATE, 2)) and found.unsure == ((1, 2),)


def test_what_comes_near_and_is_seen_apart_is_not_asked_about() -> None:
    """The ground between both tells it; what carries the piece is behind it, or it is a drawing."""
    found = touching(SIDE, [POST, BEAM, PROP], [True] * 3, 3, frozenset({(1, 2)}))
    assert found.touching == ((0, 1), (PLATE, 0), (PLATE, 2)) and found.unsure == ()


def test_a_piece_that_is_seen_apart_from_all_else_is_asked_about() -> None:
    beside = block(-20, 40, -30.5, -20.5)
    assert touching(SIDE, [POST, beside], [True] * 2, 2).touching == ((PLATE, 0), (0, 1)), "nothing else carries it"
    assert touching(SIDE, [POST, beside], [True] * 2, 2, frozenset({(0, 1)})).unsure == ((0, 1),)
