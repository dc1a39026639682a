"""What hides cells of a board: how far it reaches over the letters beside them, and which of them it spares."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_halves import COUNT, DARK_SKIN, SKIN, board, seen
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.tiles.cover import Cover, cover_of

Flags = NDArray[np.bool_]
FINGER = (2, 2)
"""The cell into which the tip of one reaches, from the left."""


def under_a_hand(colour: tuple[int, int, int], reach: float = 0.5) -> Flat:
    """The board with the two columns at the left under a hand, whose finger reaches so far into a cell; rounded, its light falls off."""
    flat = board()
    shape = np.zeros(flat.pixels.shape[:2], np.uint8)
    x, row = round((2 + MARGIN) * PX_PER_CELL), round((FINGER[0] + MARGIN + 0.5) * PX_PER_CELL)
    cv2.rectangle(shape, (0, 0), (x - 4, len(shape)), 255, cv2.FILLED)
    if reach:
        cv2.line(shape, (0, row), (x + round((reach - 0.3) * PX_PER_CELL), row), 255, round(0.6 * PX_PER_CELL))
    shade = cv2.GaussianBlur(shape, (0, 0), 5).astype(np.float32)[..., None] / 255
    skin = np.array(colour) * (0.6 + 0.4 * shade)
    flat.pixels[shape > 0] = skin[shape > 0]
    return seen(flat)


def cover(flat: Flat, hidden: Flags | None = None, bright: Flags | None = None) -> Cover:
    """What lies over the board, whose `hidden` cells, the two columns at the left, show nothing."""
    columns = np.zeros((COUNT, COUNT), np.bool_)
    columns[:, :2] = True
    hidden, clear = columns if hidden is None else hidden, np.zeros_like(columns)
    clear[:, 3:] = True
    return cover_of(flat, flat.grid.middles, hidden, clear & ~hidden, np.zeros_like(columns) if bright is None else bright)


@pytest.mark.parametrize("colour", [SKIN, DARK_SKIN])
def test_the_letter_that_a_finger_reaches_may_be_another_one_and_the_others_beside_the_hand_are_whole(colour: tuple[int, int, int]) -> None:
    found = cover(under_a_hand(colour))
    assert found.cuts[FINGER]
    assert found.cuts[:, 2:].sum() == 1
    assert found.spares[[0, 4, 5], 2].all()
    assert not found.spares[FINGER]
    assert not found.spares[:, :2].any()
    assert not found.spares[:, 3:].any(), "nothing lies beside those"


@pytest.mark.parametrize("reach", [0.38, 0.44])
def test_a_tip_that_reaches_a_tenth_of_a_letter_cuts_it(reach: float) -> None:
    """The edge of a fingertip, blurred and shaded, is hardly told from paper in its shadow; it hid the lower bow of a B, which was read as
    a P, and the foot of an E, as an F.
    """
    found = cover(under_a_hand(SKIN, reach))
    assert found.cuts[FINGER]
    assert found.cuts[:, 2:].sum() == 1


def test_a_finger_that_ends_before_a_letter_cuts_none() -> None:
    found = cover(under_a_hand(SKIN, reach=0))
    assert not found.cuts[:, 2:].any()
    assert found.spares[:, 2].all()


def test_skin_is_told_where_some_print_has_its_colour() -> None:
    """Its print is nowhere as calm."""
    flat, rng = under_a_hand(SKIN), np.random.default_rng(8)
    for x, y in rng.uniform(3.2, COUNT - 0.2, (60, 2)):
        at = round((x + MARGIN) * PX_PER_CELL), round(((y - 3) * 2 + MARGIN) * PX_PER_CELL)
        cv2.circle(flat.pixels, at, 4, tuple(int(v) for v in flat.pixels[60, 60]), cv2.FILLED, cv2.LINE_AA)
    assert cover(flat).cuts[FINGER]


def test_what_is_as_bright_as_paper_or_has_the_board_s_own_colours_spares_no_letter() -> None:
    """Glare ends nowhere; and what nobody knows why it is not read may go on beside it."""
    hand = under_a_hand(SKIN, reach=0)
    assert not cover(hand, bright=np.ones((COUNT, COUNT), np.bool_)).spares.any()
    hidden = np.zeros((COUNT, COUNT), np.bool_)
    hidden[:, :2] = hidden[5, 3] = True
    found = cover(hand, hidden)
    assert not found.spares[4:, 2].any()
    assert found.spares[:4, 2].all()


def test_what_is_like_a_hand_but_no_part_of_it_cuts_no_letter() -> None:
    """Paper half in a shadow may have its colour; nor is such a letter spared."""
    flat, (row, col) = under_a_hand(SKIN, reach=0), (round((at + MARGIN) * PX_PER_CELL) for at in (5, 2))
    flat.pixels[row + 10 : row + 30, col + 12 : col + 32] = flat.pixels[60, 60]
    found = cover(flat)
    assert not found.cuts[:, 2:].any()
    assert not found.spares[5, 2]
    flat.pixels[row + 10 : row + 30, : col + 32] = flat.pixels[60, 60]
    assert cover(flat).cuts[5, 2], "but what goes on from it does"


def test_a_shadow_such_as_no_clear_letter_lies_in_may_hide_what_it_likes() -> None:
    flat = under_a_hand(SKIN, reach=0)
    flat.pixels[:, round((2 + MARGIN) * PX_PER_CELL) : round((3 + MARGIN) * PX_PER_CELL)] //= 4
    assert not cover(flat).spares.any()


def test_nothing_is_told_where_nothing_is_hidden_or_too_little_is_clear() -> None:
    flat, none = under_a_hand(SKIN), np.zeros((COUNT, COUNT), np.bool_)
    some = none.copy()
    some[:, :2] = True
    for hidden, clear in ((none, ~some), (some, none)):
        found = cover_of(flat, flat.grid.middles, hidden, clear, none)
        assert not (found.cuts | found.spares).any()
