"""A hand that no arm is seen to hold, its sleeve of the table's colour: the piece of which parts show beside it is asked about."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.benchmarks.plates_under_arms import judged, scene
from tests.vision.plates.test_reader import FOODS, look
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.plates.covering import covering
from vision.plates.flats import Patch
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, project

Colour = tuple[float, float, float]
CAMERA = Camera((639.5, 359.5), (640.0, 360.0), 4.0, 1300.0)
PLATE, HAND, GRAPES, SKIN = (-62.0, 20.0, 62.0, 45.0), (-20.0, -40.0, 10.0, 5.0), (100.0, 60.0, 150.0), (160.0, 125.0, 110.0)
LEFT, RIGHT, LOW = (-27.0, -35.0, -20.0, -25.0), (10.0, -30.0, 16.0, -20.0), (-27.0, -20.0, -20.0, -10.0)
GROUND = (75.0, 52.0, 38.0)


def box(x0: float, y0: float, x1: float, y1: float) -> NDArray[np.float64]:
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], np.float64)
    return np.concatenate([np.linspace(a, b, 60)[:-1] for a, b in pairwise(corners)])


def asked(*things: tuple[tuple[float, float, float, float], Colour]) -> bool:
    rgb = np.full((720, 1280, 3), GROUND, np.float32)
    patches = []
    for where, colour in (*things, (PLATE, (90.0, 95.0, 200.0))):
        line = project(CAMERA.mm_to_px, box(*where))
        cv2.fillPoly(rgb, [np.round(line).astype(np.int32)], colour)
        patches.append(Patch(line, float(cv2.contourArea(line.astype(np.float32))), np.array(colour)))
    return bool(covering(rgb, patches, [box(*PLATE)], CAMERA, [np.array(GRAPES)]))


@pytest.mark.parametrize(
    ("things", "expected"),
    [
        (((HAND, SKIN), (LEFT, GRAPES), (RIGHT, GRAPES)), True),
        (((HAND, SKIN), (LEFT, GRAPES), (LOW, GRAPES)), False),
        (((HAND, SKIN), (LEFT, GRAPES)), False),
        (((HAND, GRAPES), (LEFT, GRAPES), (RIGHT, GRAPES)), False),
        (((HAND, SKIN), (LEFT, (30.0, 200.0, 30.0)), (RIGHT, (30.0, 200.0, 30.0))), False),
        (((HAND, GROUND), (LEFT, GRAPES), (RIGHT, GRAPES)), False),
    ],
    ids=["both sides", "one side", "one part", "one thing", "no food", "ground"],
)
def test_parts_of_one_food_on_two_sides_of_something_are_a_covered_piece(
    things: tuple[tuple[tuple[float, float, float, float], Colour], ...], expected: bool
) -> None:
    assert asked(*things) == expected


def test_grapes_below_a_hand_in_a_sleeve_of_the_tables_colour_are_asked_about() -> None:
    standing, shot, rgb, _ = scene(7301, 12)
    (stack,) = SideReader(Catalogue(tuple(look(name) for name in FOODS))).read(Frame(rgb, 0.0)).stacks
    assert judged(stack, standing, shot) == "asked"
    assert any("grapes" in [one.id for one in piece.alternatives] for piece in stack.pieces if piece.id is None)
