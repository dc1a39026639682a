"""What reaches in up to a stack may hide a piece, and is asked about; what stands behind it, or lies clear of it, is not."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_buffet_boss import outline
from fixtures.piles import Laid, Pile, Shot, mm_to_px, picture, plate_line
from fixtures.plate_arms import FROM, SKINS, Arm, under_arm
from tests.benchmarks.plates_under_arms import scene
from tests.vision.plates.test_reader import FOODS, look
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue
from vision.looks.silhouettes import even
from vision.observation import Stack
from vision.plates.ends import at_the_cut, beside_the_cut, foot_shows, is_whole
from vision.plates.reader import SideReader
from vision.plates.standing import Pose, project

SHOT = Shot(part=0.5)


def standing_on(plate: float, *placed: tuple[str, float]) -> Pile:
    """Foods side by side on a plate of 27 mm, each with its lowest point on it."""
    lines = {name: outline(FOODS[name]) for name, _ in placed}
    poses = [(name, Pose(lines[name], x, -27 - float(lines[name][:, 1].max()), 0.0)) for name, x in placed]
    return Pile(plate_line(plate, 27), tuple(Laid(FOODS[name], pose) for name, pose in poses))


ROW = standing_on(150, ("egg", -48), ("crab", 0), ("cheese", 48))
MIDDLE, HIGH = ROW.pieces[1].line_mm.mean(0), float(np.ptp(ROW.pieces[1].line_mm[:, 1]))


@cache
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def read(rgb: Rgb) -> Stack | None:
    stacks = reader().read(Frame(rgb, 0.0)).stacks
    return stacks[0] if stacks else None


def is_asked(stack: Stack | None) -> bool:
    return stack is None or stack.height_mm is None or any(piece.id is None for piece in stack.pieces)


def rng() -> np.random.Generator:
    return np.random.default_rng(3)


ARMS = {
    "bare": Arm((0.0, -27.0), FROM["above"], is_fist=True),
    "with fingers, in a sleeve": Arm((0.0, -20.0), FROM["above"], 75.0, sleeve=(190, 60, 60)),
    "with a sleeve of the table's colour": Arm((0.0, -27.0), FROM["above"], sleeve=SHOT.wall, is_fist=True),
    "of the table's colour": Arm((0.0, -27.0), FROM["above"], skin=(150, 112, 78), sleeve=(40, 44, 60), is_fist=True, shade=0.5),
}


@pytest.mark.parametrize("how", ARMS)
def test_an_arm_that_hides_a_piece_whole_is_asked_about(how: str) -> None:
    rgb, where = under_arm(picture(ROW, SHOT, rng()), ROW, SHOT, ARMS[how], rng())
    mask = np.zeros(where.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(project(mm_to_px(ROW, SHOT), ROW.pieces[1].line_mm)).astype(np.int32)], 1)
    assert where[mask > 0].mean() > 0.9
    assert is_asked(read(rgb))


def test_an_arm_from_below_that_reaches_over_the_plate_is_asked_about() -> None:
    wide = standing_on(160, ("egg", -50), ("crab", 50))
    rgb, _ = under_arm(picture(wide, SHOT, rng()), wide, SHOT, Arm((0.0, -62.0), FROM["below"]), rng())
    assert is_asked(read(rgb))


def test_an_arm_that_hides_one_half_of_the_plate_and_what_stands_there_is_asked_about() -> None:
    """Nothing of the stack is near it but the plate, which seems to end there."""
    wide = standing_on(170, ("egg", -62), ("crab", 50), ("cheese", 5))
    rgb, _ = under_arm(
        picture(wide, SHOT, rng()), wide, SHOT, Arm((-62.0, -64.0), FROM["below"], 60.0, SKINS[0], (225, 225, 220), is_fist=True), rng()
    )
    assert is_asked(read(rgb))


def test_an_arm_of_the_tables_colour_that_cuts_off_an_end_of_the_plate_is_asked_about() -> None:
    """Its colour tells nothing; but no plate ends on one side as this one seems to."""
    wide = standing_on(170, ("egg", -62), ("crab", 50), ("cheese", 5))
    dim = replace(SHOT, gain=(0.5, 0.5, 0.5), table=(75, 52, 38))
    arm = Arm((-62.0, -70.0), FROM["below"], 75.0, skin=dim.table, is_fist=True, shade=0.05)
    rgb, _ = under_arm(picture(wide, dim, rng()), wide, dim, arm, rng())
    assert is_asked(read(rgb))


@pytest.mark.parametrize(
    ("seed", "number"), [(707, 5), pytest.param(707, 24, marks=pytest.mark.slow), pytest.param(505, 11, marks=pytest.mark.slow)]
)
def test_what_shows_of_a_piece_beside_an_arm_whose_shaded_edge_looks_like_the_table_is_asked_about(seed: int, number: int) -> None:
    """Between the two there seems to be a strip of the table, and the arm to end before it."""
    _, _, rgb, _ = scene(seed, number)
    assert is_asked(read(rgb))


@pytest.mark.parametrize("number", [14, pytest.param(23, marks=pytest.mark.slow), pytest.param(31, marks=pytest.mark.slow)])
def test_an_arm_that_runs_together_with_table_or_wall_is_asked_about(number: int) -> None:
    """Two have the table's colour, before an end of the plate or half before the wall; one hides all of the wall on the left."""
    _, _, rgb, _ = scene(808, number)
    assert is_asked(read(rgb))


def test_what_shows_of_a_piece_beside_a_hand_whose_sleeve_has_its_colour_is_asked_about() -> None:
    """An egg seemed to be a part of the pale sleeve, and the dark hand between the two to be clear of all pieces."""
    _, _, rgb, _ = scene(5154, 13)
    assert is_asked(read(rgb))


def test_an_arm_that_cuts_a_piece_so_that_the_rest_resembles_another_is_asked_about() -> None:
    """A cabbage's lower half was a pear, whose outline, half a millimetre off, seemed to cut the arm off: three pieces were left out."""
    _, _, rgb, _ = scene(7201, 2)
    assert is_asked(read(rgb))


def test_a_plate_of_which_an_end_is_hidden_is_measured_and_what_may_stand_there_is_one_question() -> None:
    wide = standing_on(170, ("egg", -30), ("crab", 50), ("cheese", 5))
    rgb, _ = under_arm(picture(wide, SHOT, rng()), wide, SHOT, Arm((-62.0, -24.0), FROM["left"], 45.0, is_fist=True), rng())
    stack = read(rgb)
    assert stack is not None and {piece.id for piece in stack.pieces if piece.id} == {"egg", "crab", "cheese"}
    assert stack.height_mm is not None and abs(stack.height_mm - wide.height_mm) < 2
    assert any("end to end" in piece.why for piece in stack.pieces if piece.id is None)


def test_behind_a_finger_before_the_plates_end_stands_no_food() -> None:
    wide = standing_on(170, ("egg", -30), ("crab", 50), ("cheese", 5))
    rgb, _ = under_arm(picture(wide, SHOT, rng()), wide, SHOT, Arm((-62.0, -20.0), (-1.0, -0.1), 16.0, is_fist=True), rng())
    stack = read(rgb)
    assert stack is not None and not any("end to end" in piece.why for piece in stack.pieces)
    assert not is_asked(stack)


@pytest.mark.parametrize(("cut", "is_seen"), [(45.0, True), (12.0, False), (-8.0, False)])
def test_the_foot_of_a_plate_shows_where_it_rises_alike_on_both_sides(cut: float, is_seen: bool) -> None:
    line = np.stack([np.minimum(ROW.plate[:, 0], cut), ROW.plate[:, 1]], 1)
    line = even(line, 400)
    lowest = line[line[:, 1].argmax()]
    assert foot_shows(line, (float(lowest[0]), float(lowest[1]))) == is_seen
    assert beside_the_cut(line, (0.0, 0.0))[:, 0].min() >= cut - 1


def test_what_may_stand_on_the_hidden_end_of_a_plate_is_not_told_to_be_clear_of_it() -> None:
    line = np.stack([np.minimum(ROW.plate[:, 0], 45.0), ROW.plate[:, 1]], 1)
    on_it = np.array([(50.0, -40.0), (70.0, -40.0), (60.0, -27.5)])
    assert at_the_cut(line, (0.0, 0.0), [on_it - (0.0, 20.0), on_it]) == [1]


@pytest.mark.parametrize("lean", [-0.05, 0.0, 0.05])
def test_a_plate_is_whole_however_the_camera_is_rolled_and_not_once_an_end_is_cut_off(lean: float) -> None:
    line = ROW.plate @ np.array([[np.cos(lean), np.sin(lean)], [-np.sin(lean), np.cos(lean)]])
    assert is_whole(line)
    assert not is_whole(np.stack([np.minimum(line[:, 0], 20.0), line[:, 1]], 1))


@pytest.mark.parametrize("side", ["left", "right", "above"])
def test_an_arm_clear_of_the_stack_is_no_question(side: str) -> None:
    way = np.array(FROM[side])
    tip = (0.0, -27 - HIGH - 18) if side == "above" else (100 * way[0], -60.0)
    rgb, _ = under_arm(picture(ROW, SHOT, rng()), ROW, SHOT, Arm(tip, FROM[side], is_fist=True), rng())
    stack = read(rgb)
    assert not is_asked(stack)
    assert stack is not None and len(stack.pieces) == 3


@pytest.mark.parametrize("colour", [(90, 110, 60), (205, 150, 120)])
def test_a_box_that_stands_behind_a_piece_is_no_question(colour: tuple[int, int, int]) -> None:
    """It is seen on both sides of the piece, and begins at the picture's upper edge."""
    stack = read(with_a_box(ROW, MIDDLE + np.array([(-30, -300), (30, -300), (30, 60), (-30, 60)]), colour))
    assert stack is not None and not any("reaches in" in piece.why for piece in stack.pieces)


@pytest.mark.parametrize("is_behind", [True, False])
def test_a_box_that_the_plates_end_cuts_off_stands_behind_it(is_behind: bool) -> None:
    """It is seen above that end and below it; one in front covers the end."""
    wide = standing_on(170, ("egg", -52), ("crab", 50), ("cheese", 5))
    rgb = with_a_box(wide, np.array([(-130, -150), (-68, -150), (-68, -8), (-130, -8)]), (90, 110, 60), is_behind)
    assert is_asked(read(rgb)) != is_behind


def with_a_box(standing: Pile, corners_mm: NDArray[np.float64], colour: tuple[int, int, int], is_behind: bool = True) -> Rgb:
    """The pile, and a box (4, 2) of one colour behind it, or before it."""
    rgb, to_px = picture(standing, SHOT, rng()), mm_to_px(standing, SHOT)
    free = np.ones(rgb.shape[:2], np.uint8)
    for line in (*(one.line_mm for one in standing.pieces), standing.plate) if is_behind else ():
        for up in (0.0, -1.0):
            cv2.fillPoly(free, [np.round(project(to_px, line + np.array([0.0, up]))).astype(np.int32)], 0)
    box = np.zeros_like(free)
    cv2.fillPoly(box, [np.round(project(to_px, corners_mm)).astype(np.int32)], 1)
    return np.asarray(np.where((box & free)[..., None] > 0, np.array(colour, np.uint8), rgb), np.uint8)
