"""A contact in doubt is sure where a piece would fall without it, and stays in doubt where another could carry it, or none is needed."""

import numpy as np
from numpy.typing import NDArray

from vision.observation import PLATE, TABLE
from vision.plates.contacts import Contacts
from vision.plates.resting import carried, hanging, surely_seen

Line = NDArray[np.float64]


def block(left: float, right: float, top: float, bottom: float) -> Line:
    """A closed outline, y down, a point each millimetre."""
    across, down = np.arange(left, right, 1.0), np.arange(top, bottom, 1.0)
    sides = [
        (across, across * 0 + top),
        (down * 0 + right, down),
        (across[::-1] + 1, across * 0 + bottom),
        (down * 0 + left, down[::-1] + 1),
    ]
    return np.concatenate([np.stack(side, axis=1) for side in sides])


DISH = block(-60, 60, 0, 8)
LEFT, RIGHT = block(-25, -15, -30, 0), block(15, 25, -29.7, 0)
BEAM = block(-30, 30, -40, -30)
ON_PLATE = ((PLATE, 0), (PLATE, 1))


def whole(found: Contacts, lines: list[Line]) -> Contacts:
    """What is carried where every piece is known."""
    return carried(found, range(len(lines)), lines, DISH)


def test_a_beam_needs_both_of_its_posts() -> None:
    found = whole(Contacts((*ON_PLATE, (0, 2)), ((1, 2),)), [LEFT, RIGHT, BEAM])
    assert (1, 2) in found.touching and found.unsure == ()


def test_of_two_that_could_carry_it_neither_is_sure() -> None:
    other = block(5, 13, -29.7, 0)
    doubted = ((1, 2), (2, 3))
    found = whole(Contacts((*ON_PLATE, (PLATE, 3), (0, 2)), doubted), [LEFT, RIGHT, BEAM, other])
    assert found.unsure == doubted


def test_what_is_carried_already_needs_no_more() -> None:
    middle = block(-4, 4, -29.7, 0)
    found = whole(Contacts((*ON_PLATE, (PLATE, 3), (0, 2), (1, 2)), ((2, 3),)), [LEFT, RIGHT, BEAM, middle])
    assert found.unsure == ((2, 3),)


def test_what_touches_from_above_carries_nothing() -> None:
    above = block(15, 25, -60, -40.3)
    found = whole(Contacts((*ON_PLATE, (0, 2)), ((2, 3),)), [LEFT, RIGHT, BEAM, above])
    assert (2, 3) in found.touching, "the one above rests on the beam"
    hangs = whole(Contacts(((PLATE, 0), (0, 1)), ((1, 2),)), [LEFT, BEAM, block(15, 25, -60, -40.3)])
    assert (1, 2) in hangs.touching and len(hangs.touching) == 3


def test_one_contact_in_doubt_carries_what_hangs_in_the_air() -> None:
    found = whole(Contacts(((PLATE, 0),), ((0, 1),)), [LEFT, block(-28, -12, -40, -30.3)])
    assert found.touching == ((PLATE, 0), (0, 1))


LEANING = block(-70, -50, -40, -30.3)
"""Held by nothing that shows: the third post beside which it leans lies behind."""


def test_a_wide_gap_is_no_contact_where_other_pieces_hang_on_nothing_that_shows() -> None:
    lines = [LEFT, RIGHT, BEAM, LEANING]
    touching, doubted = (*ON_PLATE, (0, 2)), ((1, 2),)
    wide = whole(Contacts(touching, doubted, frozenset(doubted)), lines)
    assert (wide.touching, wide.unsure, wide.unlikely) == (touching, doubted, frozenset(doubted))
    assert whole(Contacts(touching, doubted), lines).unsure == (), "a gap that is likely a contact is one"


def test_a_wide_gap_is_a_contact_where_all_else_rests() -> None:
    found = whole(Contacts((*ON_PLATE, (0, 2)), ((1, 2),), frozenset({(1, 2)})), [LEFT, RIGHT, BEAM])
    assert (1, 2) in found.touching and not found.unlikely


def test_what_nothing_is_seen_to_carry_on_a_side_may_touch_what_is_near_below_it_there() -> None:
    """A post seen two millimetres too low was told not to touch the beam that lay on it; now that is a question, and only that."""
    short = block(15, 25, -28, 0)
    lines = [LEFT, short, BEAM]
    found = hanging(Contacts((*ON_PLATE, (0, 2))), [0, 1, 2], lines, DISH)
    assert found.touching == (*ON_PLATE, (0, 2)) and found.unsure == ((1, 2),)
    low = [LEFT, block(15, 25, -20, 0), BEAM]
    assert hanging(Contacts((*ON_PLATE, (0, 2))), [0, 1, 2], low, DISH).unsure == (), "too far away to touch"
    assert hanging(Contacts((*ON_PLATE, (0, 2), (1, 2))), [0, 1, 2], lines, DISH).unsure == (), "it is carried"
    assert hanging(Contacts((*ON_PLATE, (0, 2), (TABLE, 2))), [0, 1, 2], lines, DISH).unsure == (), "it lies on the table"


def test_a_piece_above_the_plate_that_touches_nothing_may_stand_on_it() -> None:
    raised = block(-5, 5, -32, -2)
    found = hanging(Contacts(), [0], [raised], DISH)
    assert found.unsure == ((PLATE, 0),) and hanging(Contacts(), [], [raised], DISH).unsure == ()


def test_what_has_no_name_leaves_in_doubt_only_what_it_could_carry() -> None:
    """Something far to the right was not told, for which nothing on the whole plate was said to be carried."""
    lines, doubted = [LEFT, RIGHT, BEAM, block(50, 58, -20, 0)], ((1, 2),)
    far = surely_seen([True, True, True, False], lines)
    assert far == [0, 1, 2]
    assert carried(Contacts((*ON_PLATE, (0, 2)), doubted), far, lines, DISH).unsure == ()
    lines[3] = block(8, 13, -29.7, -10)
    near = surely_seen([True, True, True, False], lines)
    assert near == [0] and carried(Contacts((*ON_PLATE, (0, 2)), doubted), near, lines, DISH).unsure == doubted


def test_what_may_be_hidden_is_never_said_to_carry_and_leaves_no_other_alone() -> None:
    low = [LEFT, RIGHT, block(-30, 30, -30, -1)]
    assert carried(Contacts((*ON_PLATE, (0, 2)), ((PLATE, 2),)), range(3), low, DISH, frozenset({(PLATE, 2)})).unsure == ((PLATE, 2),)
    assert carried(Contacts((*ON_PLATE, (0, 2)), ((PLATE, 2),)), range(3), low, DISH).unsure == ()
