"""What stands behind a stack is no arm, in whatever light; nor is what shows below the plate a piece that an arm covers."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.looks.silhouettes import Silhouette
from vision.plates.before import PARAMS as BEFORE, _is_behind, before
from vision.plates.fitting import Standing
from vision.plates.flats import Patch
from vision.plates.glimpses import can_be_food, is_no_food
from vision.plates.leftovers import is_ground_in_a_gap
from vision.plates.reaching import covered_by_a_hand
from vision.plates.rims import Evidence
from vision.plates.standing import Camera, Places, Pose, project

Line = NDArray[np.float64]
CAMERA = Camera((639.5, 359.5), (640.0, 360.0), 4.0, 1300.0)
PLATE, PIECE = (-62.0, 20.0, 62.0, 45.0), (-60.0, -30.0, 20.0, 19.5)
PLATE_BELOW = (-62.0, 45.0, 62.0, 70.0)
FOOD = (200.0, 90.0, 40.0)


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Line:
    """(n, 2) a closed outline in the plane, millimetres."""
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)], np.float64)
    return np.concatenate([np.linspace(a, b, 60)[:-1] for a, b in pairwise(corners)])


STACK = [rectangle(*PIECE), rectangle(*PLATE)]


def painted(ground: Line, *things: tuple[tuple[float, float, float, float], tuple[float, float, float]]) -> NDArray[np.float32]:
    """(H, W, 3) a ground of (W, 3) colours, and rectangles of the plane before it, the stack last."""
    rgb = np.repeat(ground[None].astype(np.float32), 720, axis=0)
    for box, colour in (*things, (PIECE, FOOD), (PLATE, (90.0, 95.0, 100.0))):
        cv2.fillPoly(rgb, [np.round(project(CAMERA.mm_to_px, rectangle(*box))).astype(np.int32)], colour)
    return rgb


def uneven() -> Line:
    """(1280, 3) a wall that a lamp lights from the right."""
    return np.asarray(np.linspace(70, 230, 1280)[:, None] * np.array([1.0, 0.95, 0.9]), np.float64)


def patch_of(box: tuple[float, float, float, float], colour: tuple[float, float, float]) -> Patch:
    line = project(CAMERA.mm_to_px, rectangle(*box))
    return Patch(line, float(cv2.contourArea(line.astype(np.float32))), np.array(colour))


@pytest.mark.parametrize(("left", "is_asked"), [(-110.0, False), (-170.0, True)])
def test_a_box_beside_the_stack_is_no_arm_where_one_side_of_the_wall_is_lit(left: float, is_asked: bool) -> None:
    """The wall has other colours on the other side and begins at the picture's edge, as an arm does, but along more of it."""
    rgb = painted(uneven(), ((left, -40.0, -63.0, 10.0), (40.0, 110.0, 130.0)))
    assert bool(before(rgb, STACK, (), CAMERA)) == is_asked


def test_a_shadow_below_the_plate_is_no_covered_piece() -> None:
    arm, shadow = (-170.0, 46.0, -30.0, 70.0), (-30.0, 45.5, 30.0, 48.0)
    patches = [patch_of(arm, (40.0, 110.0, 130.0)), patch_of(shadow, FOOD)]
    assert not covered_by_a_hand(patches, STACK, CAMERA, [np.array(FOOD)], (1280, 720))


def standing(weight: Line, off_px: float = 0.0) -> Standing:
    """A piece whose rim is so certain, place by place, and seen so far off."""
    line, many = rectangle(-20, -20, 20, 20), len(weight)
    silhouette = Silhouette("cake", line, np.zeros((6, 3), np.uint8))
    places = Places(np.arange(many), np.ones((many, 2)), np.full(many, off_px), weight)
    return Standing(silhouette, Pose(line, 0.0, 0.0, 0.0), Evidence(places, float(weight.mean()), 1.0, np.ones(3)))


@pytest.mark.parametrize(("low", "is_behind"), [(8.0, True), (-8.0, False)])
def test_what_the_outlines_of_pieces_cut_off_on_a_long_way_stands_behind_them(low: float, is_behind: bool) -> None:
    """It shows above and beside the corner of a square of 40 mm: an arm would have to end where that does, round the corner."""
    square = rectangle(-20, -20, 20, 20)
    thing = np.zeros((360, 640), np.uint8)
    beyond = rectangle(0.0, -40.0, 40.0, low)
    cv2.fillPoly(thing, [np.round(project(CAMERA.mm_to_px, beyond) / 2).astype(np.int32)], 1)
    assert _is_behind(thing, [standing(np.ones(len(square)))], CAMERA, BEFORE) == is_behind


@pytest.mark.parametrize(("off_px", "is_behind"), [(0.8, True), (1.8, False)])
def test_only_an_outline_that_is_seen_where_the_piece_has_it_cuts_off_on_a_long_way(off_px: float, is_behind: bool) -> None:
    """Half a millimetre off, it may be the edge of the thing itself, before a piece of another shape."""
    thing = np.zeros((360, 640), np.uint8)
    cv2.fillPoly(thing, [np.round(project(CAMERA.mm_to_px, rectangle(0.0, -40.0, 40.0, 8.0)) / 2).astype(np.int32)], 1)
    assert _is_behind(thing, [standing(np.ones(len(rectangle(*PIECE))), off_px)], CAMERA, BEFORE) == is_behind


@pytest.mark.parametrize(("below", "is_asked"), [((40.0, 110.0, 130.0), False), ((180.0, 185.0, 190.0), True)])
def test_what_goes_on_in_its_colours_beyond_a_piece_stands_behind_it(below: tuple[float, float, float], is_asked: bool) -> None:
    """It ends at the piece's upper edge, which hides the way between; below it there is the same, or the wall."""
    rgb, square = np.repeat(WALL[None].astype(np.float32), 720, axis=0), (-20.0, -20.0, 20.0, 20.0)
    things = [((-15.0, -200.0, 15.0, 0.0), (40.0, 110.0, 130.0)), ((-15.0, 0.0, 15.0, 45.0), below), (square, FOOD)]
    for box, colour in (*things, (PLATE_BELOW, (90.0, 95.0, 100.0))):
        cv2.fillPoly(rgb, [np.round(project(CAMERA.mm_to_px, rectangle(*box))).astype(np.int32)], colour)
    piece = standing(np.ones(len(rectangle(*square))))
    assert bool(before(rgb, [rectangle(*square), rectangle(*PLATE_BELOW)], [piece], CAMERA)) == is_asked


def round_food(across: float) -> Silhouette:
    angle = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    return Silhouette("bun", across / 2 * np.stack([np.cos(angle), np.sin(angle)], 1), np.zeros((6, 3), np.uint8))


def beside_itself(food: Silhouette, away: float) -> Line:
    """(n, 2) the outline of two of a food that run together, so far above each other, over the piece."""
    mask = np.zeros((720, 1280), np.uint8)
    for y in (-60.0, -60.0 - away):
        cv2.fillPoly(mask, [np.round(project(CAMERA.mm_to_px, food.outline_mm + np.array([-20.0, y]))).astype(np.int32)], 1)
    line = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0].astype(np.float64)
    return project(np.asarray(np.linalg.inv(CAMERA.mm_to_px)), line)


WALL = np.repeat(np.array([[180.0, 185.0, 190.0]]), 1280, axis=0)
BUN, SLICE = round_food(30.0), Silhouette("slice", rectangle(-15, -15, 15, 15), np.zeros((6, 3), np.uint8))


def test_what_is_larger_than_every_food_and_has_no_notch_is_none() -> None:
    box = rectangle(-40.0, -90.0, 0.0, -31.0)
    assert is_no_food(painted(WALL), CAMERA, box, STACK, [BUN])
    assert not can_be_food(painted(WALL), CAMERA, box, STACK, [BUN])


def test_a_corner_that_something_else_hides_is_no_notch_between_foods() -> None:
    box = rectangle(-40.0, -100.0, 0.0, -31.0)
    bitten = box[~((box[:, 0] < -25) & (box[:, 1] > -50))]
    assert is_no_food(painted(WALL), CAMERA, np.concatenate([bitten, [(-25.0, -31.0), (-25.0, -50.0), (-40.0, -50.0)]]), STACK, [BUN])


@pytest.mark.parametrize(("food", "away"), [(BUN, 28.0), (SLICE, 29.5)])
def test_foods_that_run_together_have_a_notch_where_they_meet_or_are_as_broad_as_one(food: Silhouette, away: float) -> None:
    both = beside_itself(food, away)
    assert not is_no_food(painted(WALL), CAMERA, both, STACK, [food])
    assert can_be_food(painted(WALL), CAMERA, both, STACK, [food])


GAP = rectangle(-19.0, -19.0, 19.0, 19.0)
FRAME = [rectangle(-40, -40, -20, 40), rectangle(20, -40, 40, 40), rectangle(-40, -40, 40, -20), rectangle(-40, 20, 40, 40)]


@pytest.mark.parametrize(("colour", "is_ground"), [((180.0, 185.0, 190.0), True), (FOOD, False)])
def test_ground_that_the_stack_bounds_is_no_piece_that_a_hand_covers(colour: tuple[float, float, float], is_ground: bool) -> None:
    rgb = np.repeat(WALL[None].astype(np.float32), 720, axis=0)
    for line, paint in [*((line, (90.0, 95.0, 100.0)) for line in FRAME), (GAP, colour)]:
        cv2.fillPoly(rgb, [np.round(project(CAMERA.mm_to_px, line)).astype(np.int32)], paint)
    assert is_ground_in_a_gap(rgb, GAP, FRAME, CAMERA) == is_ground
    assert not is_ground_in_a_gap(rgb, GAP, FRAME[:1], CAMERA)
