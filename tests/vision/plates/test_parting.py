"""Pieces of one colour that touch, things behind a plate, and hands before it: what a side view takes for a piece."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.piles import Pile, Shot, fallen, mm_to_px, picture, pile
from tests.vision.plates.test_reader import FOODS, look, silhouette
from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue
from vision.looks.shapes import Likeness
from vision.looks.silhouettes import even
from vision.observation import TABLE, Stack
from vision.plates.flats import Patch
from vision.plates.glimpses import PARAMS, along, can_be_food
from vision.plates.guesses import Guess, whole
from vision.plates.parting import parted
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, project

SIZE = (640, 480)
CAMERA = Camera((319.5, 239.5), (319.5, 239.5), 4.0, 700.0)
SHOT = Shot(tilt=-0.05)


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def patch(*discs: tuple[int, int, int]) -> Patch:
    """Discs x, y, radius run together."""
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    for x, y, radius in discs:
        cv2.circle(mask, (x, y), radius, 1, -1)
    line = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0].astype(np.float64)
    return Patch(line, float(mask.sum()), np.array([200.0, 40.0, 40.0]))


def test_a_patch_is_cut_where_it_is_narrow() -> None:
    ways = parted([patch((200, 200, 40), (280, 200, 42))], SIZE)
    assert ways and all(len(parts) == 2 for parts in ways)
    first, second = sorted(ways[0], key=lambda part: float(part.line[:, 0].mean()))
    assert abs(first.line[:, 0].max() - 240) < 4 and abs(second.line[:, 0].min() - 240) < 4
    assert abs(first.area_px / (np.pi * 40**2) - 1) < 0.06


def test_one_round_piece_is_not_cut_nor_what_the_edge_cuts() -> None:
    assert parted([patch((200, 200, 40))], SIZE) == []
    assert parted([patch((20, 200, 40), (100, 200, 42))], SIZE) == []


def guess(part: int, px_per_mm: float) -> Guess:
    return Guess(part, Likeness(0, False, 0.0, 0.9), px_per_mm, np.zeros(3), np.zeros(2))


def test_parts_count_only_where_each_of_them_resembles_a_piece_of_one_size() -> None:
    both = [guess(0, 4.0), guess(1, 4.1), guess(1, 9.0)]
    assert whole(both, 2) == both[:2]
    assert whole(both[:1], 2) == []


def test_two_pieces_of_one_colour_that_touch_are_both_named(reader: SideReader) -> None:
    standing = pile(np.random.default_rng([91, 4]), 3, [FOODS["cabbage"], FOODS["pear"], FOODS["bean"]], 1)
    assert standing.touching
    stack = seen(reader, picture(standing, SHOT, np.random.default_rng(0)))
    assert sorted(piece.id or "?" for piece in stack.pieces) == sorted(one.food.name for one in standing.pieces)
    assert stack.height_mm is not None and abs(stack.height_mm - standing.height_mm) < 4


def seen(reader: SideReader, rgb: Rgb) -> Stack:
    (stack,) = reader.read(Frame(rgb, 0.0)).stacks
    return stack


def test_a_plate_off_which_everything_fell_is_seen_with_all_beside_it(reader: SideReader) -> None:
    rng = np.random.default_rng(5)
    standing = pile(rng, 3, [FOODS["egg"], FOODS["crab"], FOODS["grapes"], FOODS["bread"]], 1)
    after = fallen(standing, 3, rng)
    shot = replace(SHOT, part=0.4)
    stack = seen(reader, picture(after, shot, rng, mm_to_px(standing, shot)))
    assert sorted(piece.id or "?" for piece in stack.pieces) == sorted(one.food.name for one in after.pieces)
    assert set(stack.touching) == {(TABLE, k) for k in range(3)}
    assert stack.height_mm is not None and abs(stack.height_mm - after.height_mm) < 4


def ground(colour: tuple[int, int, int] = (90, 110, 150)) -> NDArray[np.float32]:
    return np.full((SIZE[1], SIZE[0], 3), colour, np.float32)


def test_a_box_behind_the_plate_is_no_food_and_half_a_food_is_one() -> None:
    plate = np.array([(-60.0, 20.0), (60.0, 20.0), (60.0, 30.0), (-60.0, 30.0)])
    box = np.array([(-10.0, -3.0), (10.0, -3.0), (10.0, 18.0), (-10.0, 18.0)])
    cabbage = silhouette("cabbage")
    assert not can_be_food(ground(), CAMERA, box, [plate], [cabbage])
    half = cabbage.outline_mm[cabbage.outline_mm[:, 0] < 4.0]
    hand = np.array([(4.0, -40.0), (90.0, -40.0), (90.0, 15.0), (4.0, 15.0)])
    covered = ground()
    cv2.fillPoly(covered, [np.round(project(CAMERA.mm_to_px, hand)).astype(np.int32)], (220.0, 170.0, 140.0))
    assert can_be_food(covered, CAMERA, half, [plate], [cabbage])


def test_what_a_piece_cuts_off_on_a_long_way_is_behind_it_and_no_food() -> None:
    """Of the box two of its own sides end at the ground, one of them seen against another box; pieces stand beside each other."""
    plate = np.array([(-60.0, 20.0), (60.0, 20.0), (60.0, 30.0), (-60.0, 30.0)])
    before = silhouette("egg").outline_mm + np.array([16.0, 0.0])
    mask = np.zeros((200, 200), np.uint8)
    box = np.array([(-14.0, -11.0), (14.0, -11.0), (14.0, 19.0), (-14.0, 19.0)])
    cv2.fillPoly(mask, [np.round(box * 2 + 100).astype(np.int32)], 1)
    cv2.fillPoly(mask, [np.round(before * 2 + 100).astype(np.int32)], 0)
    contour = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], key=len)[:, 0]
    line = np.asarray(contour / 2.0 - 50.0, np.float64)
    seen = ground()
    other = np.array([(-30.0, -40.0), (-5.0, -40.0), (-5.0, 17.0), (-30.0, 17.0)])
    cv2.fillPoly(seen, [np.round(project(CAMERA.mm_to_px, other)).astype(np.int32)], (190.0, 180.0, 60.0))
    assert not can_be_food(seen, CAMERA, line, [before, plate], [silhouette("cabbage")])


def test_what_is_narrow_may_be_a_food_on_its_side() -> None:
    rim = np.array([(-20.0, -5.0), (20.0, -5.0), (20.0, 5.0), (-20.0, 5.0)])
    assert can_be_food(ground(), CAMERA, rim, [], [silhouette("cabbage")])


def test_a_food_runs_along_its_own_outline_in_any_turn_and_either_side_up() -> None:
    line = silhouette("bread").outline_mm * (-1.0, 1.0) @ np.array([[0.8, 0.6], [-0.6, 0.8]]) + (30.0, 5.0)
    points = even(line, PARAMS.points)
    bare = np.ones(len(points), np.bool_)
    assert along(points, bare, silhouette("bread")) > 0.85
    assert along(points, bare, silhouette("bean")) < 0.5


def armed(standing: Pile, rgb: Rgb, piece: int) -> Rgb:
    """An arm from the right that covers the right half of a piece."""
    line = project(mm_to_px(standing, SHOT), standing.pieces[piece].line_mm)
    x, y = line.mean(0)
    high = 0.45 * float(np.ptp(line[:, 1]))
    arm = np.array([(x, y - high), (rgb.shape[1] + 9, y - 1.4 * high), (rgb.shape[1] + 9, y + 1.4 * high), (x, y + high)])
    out = rgb.copy()
    cv2.fillPoly(out, [np.round(arm).astype(np.int32)], (205, 150, 120))
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_piece_that_an_arm_covers_by_half_is_never_left_out_silently(reader: SideReader, seed: int) -> None:
    standing = pile(np.random.default_rng(seed), 4, [FOODS[name] for name in ("egg", "crab", "cheese", "grapes", "bread")], 1)
    middles = [float(one.line_mm[:, 0].mean()) for one in standing.pieces]
    rgb = armed(standing, picture(standing, SHOT, np.random.default_rng(seed)), int(np.argmax(middles)))
    stacks = reader.read(Frame(rgb, 0.0)).stacks
    for stack in stacks:
        told = [piece.id for piece in stack.pieces]
        assert None in told or stack.height_mm is None or len(told) == len(standing.pieces)
