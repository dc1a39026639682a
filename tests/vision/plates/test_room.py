"""A hand before an end of the plate is asked about only where a food that something carries has room behind it."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.plates.plate import Plate
from vision.plates.room import has_room
from vision.plates.standing import Camera, project

Line = NDArray[np.float64]
CAMERA = Camera((639.5, 359.5), (640.0, 360.0), 4.0, 1300.0)
GROUND, HAND, WHITE = (90.0, 120.0, 100.0), (200.0, 150.0, 120.0), (235.0, 235.0, 230.0)


def box(x0: float, y0: float, x1: float, y1: float) -> Line:
    """(n, 2) a closed outline in the plane, millimetres, y down."""
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], np.float64)
    return np.concatenate([np.linspace(a, b, 40)[:-1] for a, b in pairwise(corners)])


def bowl(right: float) -> Line:
    """(n, 2) a plate of 100 mm that stands at (0, 25), its rim at 0, seen as far as `right`."""
    x = np.linspace(-50.0, right, 120)
    return np.concatenate([np.stack([x, np.zeros(120)], 1), np.stack([x, 25 * (1 - (x / 50) ** 2)], 1)[::-1]])


CAKE = Silhouette("cake", box(-14, -14, 14, 14), np.zeros((6, 3), np.uint8))
SEEN = bowl(25.0)


def room_behind(hand: tuple[float, float, float, float], colour: tuple[float, float, float] = HAND) -> bool:
    """Whether a cake of 28 mm may stand behind a hand that covers this box and the plate's right end."""
    rgb = np.full((720, 1280, 3), GROUND, np.float32)
    for line, paint in ((bowl(50.0), WHITE), (box(*hand), colour), (box(25.0, 0.0, 100.0, 25.0), colour)):
        cv2.fillPoly(rgb, [np.round(project(CAMERA.mm_to_px, line)).astype(np.int32)], paint)
    plate = Plate(SEEN, project(CAMERA.mm_to_px, SEEN), (0.0, 25.0), 0.1)
    return has_room(rgb, CAMERA, plate, [], [CAKE])


@pytest.mark.parametrize(("top", "is_room"), [(-8.0, False), (-40.0, True)])
def test_a_hand_lower_than_every_food_hides_none_on_the_plates_end(top: float, is_room: bool) -> None:
    assert room_behind((25.0, top, 120.0, 20.0)) == is_room


def test_behind_a_hand_below_the_plate_nothing_carries_a_food() -> None:
    assert not room_behind((25.0, -2.0, 120.0, 60.0))


def test_a_food_whose_middle_is_beyond_all_that_could_carry_it_stands_nowhere() -> None:
    assert not room_behind((52.0, -60.0, 120.0, 20.0))


def test_nobody_knows_how_large_a_hand_of_the_grounds_colour_is() -> None:
    assert room_behind((25.0, -8.0, 120.0, 20.0), GROUND)
