"""Foods on which stripes are printed from edge to edge: put together of their parts, named as plain ones are, and never overlooked."""

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from fixtures.art_buffet_boss import striped
from fixtures.piles import Pile, Shot, mm_to_px, picture, pile
from tests.vision.plates.test_bordered import look, silhouette
from tests.vision.plates.test_reader import found
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.looks.coats import coats_of
from vision.looks.shapes import Shapes
from vision.looks.silhouettes import silhouette_of
from vision.observation import Detection, Stack
from vision.plates.assembly import AssemblyParams, _detection
from vision.plates.fitting import Standing
from vision.plates.flats import Patch
from vision.plates.guesses import Guess, guesses as all_guesses
from vision.plates.plate import find_plate
from vision.plates.printed import joined
from vision.plates.reader import SideReader
from vision.plates.rims import Evidence, evidence
from vision.plates.standing import Camera, Places, Pose, project

FOODS = {food.name: food for food in striped()}
BOX = ("cheese", "muffin", "ham", "mussel", "drumstick", "pear")


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue(tuple(look(food) for food in FOODS.values()))


def read(catalogue: Catalogue, standing: Pile, shot: Shot, seed: int) -> Stack | None:
    stacks = SideReader(catalogue).read(Frame(picture(standing, shot, np.random.default_rng(seed)), 0.0)).stacks
    return stacks[0] if stacks else None


@pytest.mark.parametrize("seed", (1, 2))
def test_striped_foods_are_named_and_measured(catalogue: Catalogue, seed: int) -> None:
    standing, shot = pile(np.random.default_rng(seed), 4, [FOODS[name] for name in BOX], 1), Shot(gain=(0.9, 0.86, 0.8))
    stack = read(catalogue, standing, shot, seed)
    assert stack is not None and stack.height_mm is not None and stack.height_error_mm is not None
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces)))
    assert abs(stack.height_mm - standing.height_mm) < min(4.0, stack.height_error_mm)


@pytest.mark.parametrize("seed", (1, 3))
def test_a_striped_food_that_no_patch_resembles_is_asked_about(catalogue: Catalogue, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    standing, shot = pile(np.random.default_rng(seed), 4, [FOODS[name] for name in BOX], 1), Shot(gain=(0.9, 0.86, 0.8))
    top = min(standing.pieces, key=lambda one: float(one.line_mm[:, 1].min()))

    def guesses(shapes: Shapes, *given: Any) -> list[Guess]:
        return [one for one in all_guesses(shapes, *given) if shapes.silhouettes[one.likeness.index].id != top.food.name]

    monkeypatch.setattr("vision.plates.reader.guesses", guesses)
    stack = read(catalogue, standing, shot, seed)
    assert stack is not None
    middle = project(mm_to_px(standing, shot), top.line_mm).mean(0)
    near = [one for one in stack.pieces if np.hypot(*(np.mean(one.quad_px, axis=0) - middle)) < 60]
    assert near and all(one.id in (None, top.food.name) for one in near)


def test_a_piece_knows_the_colours_of_its_print() -> None:
    assert [len(silhouette(FOODS[name]).coats) for name in BOX] == [1] * len(BOX)
    plain = replace(FOODS["cheese"], is_striped=False)
    assert not len(silhouette(plain).coats)  # seeds and crumbs are too small to be told


def test_a_colour_counts_where_it_covers_a_good_part() -> None:
    rgb = np.full((100, 100, 3), (200, 60, 50), np.uint8)
    rgb[:, 40:60], rgb[:10, :10] = (240, 230, 220), (20, 20, 20)
    found = coats_of(rgb, np.ones((100, 100), np.bool_), np.array([200.0, 60.0, 50.0]))
    assert len(found) == 1 and np.abs(found[0].astype(float) - (240, 230, 220)).max() <= 2


def test_parts_of_one_print_are_put_together_and_ground_is_not() -> None:
    food = silhouette(FOODS["cheese"])
    body, coat = (tuple(int(0.8 * v) for v in colour) for colour in (food.body, food.coats[0]))
    rgb = np.full((540, 960, 3), (90, 100, 120), np.uint8)
    rgb[200:300, 300:420] = body
    rgb[200:300, 340:352] = coat
    rgb[200:300, 500:620] = body  # beside a colour that is no print of it
    rgb[200:300, 540:552] = (10, 60, 200)
    boxes = [(one.patch.line.min(0), one.patch.line.max(0)) for one in joined(rgb, [food])]
    assert boxes and all(abs(low[0] - 300) < 4 and abs(high[0] - 420) < 4 for low, high in boxes)
    assert joined(rgb, [replace(food, coats=food.coats[:0])]) == []


def test_a_striped_food_of_its_grounds_colour_cannot_be_enrolled() -> None:
    rgb = np.full((300, 300, 3), 250, np.uint8)
    for top in (60, 120, 180, 240):
        rgb[top : top + 25, 50:250] = (120, 120, 125)
    with pytest.raises(ValueError, match="does not stand out from its ground"):
        silhouette_of(rgb, "egg", (20.0, 20.0))


def test_a_food_whose_seams_are_nearly_of_its_grounds_colour_is_enrolled_whole() -> None:
    """White bricks with grey seams on a bluish grey ground; the seams cut it into parts where much counts as ground."""
    scan = np.full((300, 260, 3), (95, 127, 143), np.uint8)
    cv2.ellipse(scan, (130, 150), (120, 140), 0, 0, 360, (238, 238, 234), -1)
    inside = (scan == (238, 238, 234)).all(2)
    for y in range(30, 300, 50):  # a seam, and the shade below it, in steps
        for row, deep, grey in ((y, 20, 195), (y, 8, 150), (y, 6, 180), (y, 4, 119)):
            scan[row : row + deep][inside[row : row + deep]] = (grey, grey, grey - 2)
    egg = silhouette_of(scan, "egg", (24.0, 28.0))
    assert abs(egg.area_mm2 / (np.pi * 12.0 * 14.0) - 1) < 0.02
    assert egg.body.min() > 180


def test_where_dark_stripes_meet_the_edge_its_line_is_as_broad_as_elsewhere() -> None:
    width, height, lines = 40.0, 30.0, []
    for broad in (0, 3):
        scan = np.full((300, 400, 3), 255, np.uint8)
        cv2.ellipse(scan, (200, 150), (199, 149), 0, 0, 360, (239, 198, 47), -1)
        for x in range(-4, 400, 40) if broad else ():
            inside = (scan[:, max(x, 0) : x + 10 * broad // 3 + 10] != 255).any(2)
            scan[:, max(x, 0) : x + 10 * broad // 3 + 10][inside] = (131, 100, 25)
        cv2.ellipse(scan, (200, 150), (199, 149), 0, 0, 360, (90, 70, 20), 8, cv2.LINE_AA)
        lines.append(silhouette_of(scan, "melon", (width, height)).outline_mm)
    areas = [float(cv2.contourArea(line.astype(np.float32))) for line in lines]
    assert abs(areas[1] / areas[0] - 1) < 0.01


def test_a_mirror_image_beside_the_plate_is_no_plate() -> None:
    camera = Camera((639.5, 359.5), (639.5, 359.5), 4.0, 1344.0)
    rgb = np.full((720, 1280, 3), 120, np.float32)

    def box(left: float, top: float, right: float, low: float) -> Patch:
        corners = np.array([(left, top), (right, top), (right, low), (left, low)])
        along = np.linspace(0, 1, 60, endpoint=False)[:, None]
        line = np.concatenate([a + along * (b - a) for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)])
        cv2.fillPoly(rgb, [np.round(line).astype(np.int32)], (30.0, 80.0, 140.0))
        return Patch(line, (right - left) * (low - top), np.array([30.0, 80.0, 140.0]))

    plate, image = box(400, 400, 900, 480), box(380, 395, 560, 640)
    from_px = np.asarray(np.linalg.inv(camera.mm_to_px), np.float64)
    pieces = [project(from_px, box(left, 320, left + 100, 398).line) for left in (440, 600, 760)]
    found = find_plate(rgb, [plate, image], pieces, camera)
    assert found is not None and abs(float(np.ptp(found.line_px[:, 0])) - 500) < 8


def test_an_outline_beyond_which_a_print_goes_on_is_not_the_pieces() -> None:
    """An onion was an egg: nearly all of an egg's outline was there, and beside it the sprout."""
    food, camera = silhouette(FOODS["egg"]), Camera((639.5, 359.5), (639.5, 359.5), 4.0, 1344.0)
    pose = Pose(food.outline_mm, 0.0, 0.0, 0.0)
    line = project(camera.mm_to_px, pose.line_mm)

    def open_mm(sprout_px: float) -> float:
        rgb, inside = np.full((720, 1280, 3), (90, 60, 40), np.float32), np.zeros((720, 1280), np.uint8)
        cv2.fillPoly(inside, [np.round(line).astype(np.int32)], 1)
        x, y = line.mean(0)
        cv2.rectangle(inside, (round(x), round(y - sprout_px)), (round(line[:, 0].max() + sprout_px), round(y + sprout_px)), 1, -1)
        rgb[inside > 0] = food.body
        is_stripe = (np.arange(1280) // 24) % 3 == 0
        rgb[(inside > 0) & is_stripe] = food.coats[0]
        return evidence(rgb, food, pose, camera, np.ones(3), 1.0).open_mm

    assert open_mm(0.0) < 4 < AssemblyParams().most_open_mm < open_mm(36.0)


def test_a_piece_whose_outline_is_not_its_own_has_no_name() -> None:
    food, camera = silhouette(FOODS["egg"]), Camera((639.5, 359.5), (639.5, 359.5), 4.0, 1344.0)
    places = Places(np.zeros(1, np.int64), np.zeros((1, 2)), np.zeros(1), np.ones(1))

    def told(open_mm: float) -> Detection:
        one = Standing(food, Pose(food.outline_mm, 0.0, 0.0, 0.0), Evidence(places, 0.8, 1.0, np.ones(3), open_mm))
        return _detection(one, [], camera, 0.8, AssemblyParams())

    assert told(9.0).id == "egg" and told(18.0).id is None and told(18.0).why == "its outline shows too little"
