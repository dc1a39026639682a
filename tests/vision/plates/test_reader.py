"""Plates from the side, drawn with exact truth: names, heights, contacts; what cannot be told is a question."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art_buffet_boss import foods, outline, piece_picture
from fixtures.film import jpeg
from fixtures.piles import Laid, Pile, Shot, mm_to_px, picture, pile, plate_line, shot_of
from vision.frame import Frame, Rgb
from vision.image.overlap import iou
from vision.live.views import AnyView, Views
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.shapes import Shapes
from vision.looks.silhouettes import Silhouette, even, silhouette_of
from vision.observation import PLATE, TABLE, Stack
from vision.plates.contacts import contacts, gap_mm
from vision.plates.flats import Patch
from vision.plates.plate import PlateParams, _own
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, Places, Pose, Scene, adjust, placed, project

FOODS = {food.name: food for food in foods()}
COLOURED = ("egg", "cabbage", "crab", "cheese", "grapes", "muffin", "bread")
"""One of every colour: pieces of one colour that touch run together in a drawing without shade."""


@cache
def silhouette(name: str) -> Silhouette:
    line = outline(FOODS[name])
    return silhouette_of(piece_picture(FOODS[name]), name, (float(np.ptp(line[:, 0])), float(np.ptp(line[:, 1]))))


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


@cache
def look(name: str) -> Look:
    line = outline(FOODS[name])
    size = float(np.ptp(line[:, 0])), float(np.ptp(line[:, 1]))
    return replace(look_of(piece_picture(FOODS[name]), name, "food", size), silhouette=silhouette(name))


def read(reader: SideReader, standing: Pile, shot: Shot, seed: int = 0) -> Stack | None:
    rgb = picture(standing, shot, np.random.default_rng(seed))
    stacks = reader.read(Frame(rgb, 0.0)).stacks
    return stacks[0] if stacks else None


def found(stack: Stack, standing: Pile, shot: Shot) -> dict[int, int]:
    """Index in the reading -> index in the truth, for every piece with a name; fails for a name that is wrong."""
    to_px = mm_to_px(standing, shot)
    pairs = {}
    for k, piece in enumerate(stack.pieces):
        if piece.id is None:
            continue
        lines = [project(to_px, one.line_mm) for one in standing.pieces]
        middle = np.mean(piece.quad_px, axis=0)
        near = min(range(len(lines)), key=lambda j: float(np.hypot(*((lines[j].min(0) + lines[j].max(0)) / 2 - middle))))
        assert piece.id == standing.pieces[near].food.name
        pairs[k] = near
    return pairs


@pytest.mark.parametrize("seed", range(4))
def test_a_stack_is_read_whole_with_its_height_and_contacts(reader: SideReader, seed: int) -> None:
    standing = pile(np.random.default_rng(seed), 5, [FOODS[name] for name in COLOURED], 1)
    shot = Shot(tilt=-0.05 * seed, pan=0.04 * (seed - 1), gain=(0.95 - 0.1 * seed, 0.9 - 0.12 * seed, 0.85 - 0.14 * seed))
    stack = read(reader, standing, shot, seed)
    assert stack is not None and stack.height_mm is not None and stack.height_error_mm is not None
    pairs = found(stack, standing, shot)
    assert sorted(pairs.values()) == list(range(len(standing.pieces)))
    assert abs(stack.height_mm - standing.height_mm) < min(4.0, stack.height_error_mm)
    told = {tuple(sorted(pairs[k] for k in pair)) for pair in stack.touching if min(pair) >= 0}
    asked = {tuple(sorted(pairs[k] for k in pair)) for pair in stack.unsure if set(pair) <= set(pairs)}
    truth = {tuple(pair) for pair in standing.touching}
    assert told <= truth <= told | asked
    assert {pairs[k] for a, k in stack.touching if a == PLATE} == set(standing.touching_plate)


def test_quads_carry_the_turn(reader: SideReader) -> None:
    line = outline(FOODS["cheese"])
    upturned = Pose(line, -30, -27 + float(line[:, 1].min()), np.pi)
    pieces = (Laid(FOODS["cheese"], upturned), Laid(FOODS["egg"], Pose(outline(FOODS["egg"]), 30, -27 - 15.2, 0)))
    standing, shot = Pile(plate_line(140, 27), pieces), Shot()
    stack = read(reader, standing, shot)
    assert stack is not None
    cheese = next(piece for piece in stack.pieces if piece.id == "cheese")
    corners = np.array([line.min(0), (line[:, 0].max(), line[:, 1].min()), line.max(0), (line[:, 0].min(), line[:, 1].max())])
    truth = project(mm_to_px(standing, shot), placed(corners, pieces[0].pose))
    assert np.abs(np.array(cheese.quad_px) - truth).max() < 6
    a, b, c, d = ((float(x), float(y)) for x, y in truth)
    assert iou(cheese.quad_px, (a, b, c, d)) > 0.9


def test_a_piece_on_the_table_is_said_to_lie_there_and_adds_no_height(reader: SideReader) -> None:
    egg, fallen = FOODS["egg"], FOODS["crab"]
    stand = [Laid(egg, Pose(outline(egg), -25, -27 - 15.2, 0)), Laid(FOODS["bread"], Pose(outline(FOODS["bread"]), 20, -27 - 17.2, 0))]
    crab = Laid(fallen, Pose(outline(fallen), 118, -float(outline(fallen)[:, 1].max()), 0), True)
    standing = Pile(plate_line(140, 27), (*stand, crab))
    stack = read(reader, standing, Shot(part=0.5))
    assert stack is not None and stack.height_mm is not None
    names = [piece.id for piece in stack.pieces]
    assert (TABLE, names.index("crab")) in stack.touching
    assert not any(names.index("crab") in pair for pair in stack.touching if TABLE not in pair)
    assert abs(stack.height_mm - standing.height_mm) < 4


def test_an_unknown_thing_on_the_stack_is_a_question(reader: SideReader) -> None:
    standing = pile(np.random.default_rng(3), 4, [FOODS[name] for name in COLOURED], 1)
    strange = {one.food.name for one in standing.pieces[-1:]}
    half = SideReader(Catalogue(tuple(one for one in reader.catalogue.looks if one.id not in strange)))
    stack = read(half, standing, Shot())
    assert stack is not None
    assert not {piece.id for piece in stack.pieces} & strange
    assert sum(piece.id is not None for piece in stack.pieces) == len(standing.pieces) - 1


def test_where_the_taken_foods_are_known_no_other_is_named(reader: SideReader) -> None:
    standing = pile(np.random.default_rng(1), 5, [FOODS[name] for name in COLOURED], 1)
    rgb = picture(standing, Shot(), np.random.default_rng(0))
    known = [one.food.name for one in standing.pieces]
    (stack,) = reader.read(Frame(rgb, 0.0), only=known).stacks
    assert {piece.id for piece in stack.pieces} <= {*known, None}
    assert reader.read(Frame(rgb, 0.0), only=()).stacks == ()


def test_two_pieces_of_one_colour_that_run_together_are_asked_not_guessed(reader: SideReader) -> None:
    low, high = FOODS["bread"], FOODS["drumstick"]
    first = Pose(outline(low), 0, -27 - float(outline(low)[:, 1].max()), 0)
    top = float(first.line_mm[:, 1].min())
    pieces = (
        Laid(FOODS["egg"], Pose(outline(FOODS["egg"]), -45, -27 - 15.2, 0)),
        Laid(FOODS["cheese"], Pose(outline(FOODS["cheese"]), 50, -27 - 11.2, 0)),
        Laid(low, first),
        Laid(high, Pose(outline(high), 12, top + 3.0 - float(outline(high)[:, 1].max()), 0)),
    )
    stack = read(reader, Pile(plate_line(150, 27), pieces), Shot())
    assert stack is not None
    named = [piece.id for piece in stack.pieces]
    assert named.count("drumstick") + named.count("bread") == 2 or None in named


def test_two_pieces_of_one_colour_side_by_side_are_sought_by_their_outlines(reader: SideReader) -> None:
    """Two carrots that touch on a long way make one patch that no neck divides."""
    rng = np.random.default_rng([78, 13])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    assert sorted(one.food.name for one in standing.pieces).count("carrot") == 2
    stack = read(reader, standing, shot)
    assert stack is not None
    assert sorted(found(stack, standing, shot).values()) == [0, 1, 2, 3] and len(stack.pieces) == 4


def test_pieces_of_two_colours_of_which_one_alone_stands_free_are_found_once_the_camera_leans_as_they_say(reader: SideReader) -> None:
    rng = np.random.default_rng([78, 7])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    stack = read(reader, standing, shot, 1)
    assert stack is not None and stack.height_mm is not None
    assert sorted(found(stack, standing, shot).values()) == list(range(6)) and len(stack.pieces) == 6
    assert abs(stack.height_mm - standing.height_mm) < 2.5


@pytest.mark.parametrize("number", [9, 11])
def test_pieces_that_ran_together_around_a_hole_or_under_a_wrong_guess_are_told_apart(reader: SideReader, number: int) -> None:
    """Two crabs, claw to claw, with the table seen between them; an aubergine and a mussel that were guessed to be one mussel.

    The camera is rolled a little, by which its picture is the one that was misread.
    """
    rng = np.random.default_rng([95, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    shot = replace(shot, roll=shot.roll - shot.tilt * shot.pan)
    stack = read(reader, standing, shot)
    assert stack is not None
    assert sorted(found(stack, standing, shot).values()) == list(range(len(standing.pieces))) and len(stack.pieces) == len(standing.pieces)


def test_a_piece_that_ran_together_with_others_that_are_known_is_sought_in_what_they_leave(reader: SideReader) -> None:
    """A drumstick between two breads."""
    rng = np.random.default_rng([97, 23])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    stack = read(reader, standing, shot)
    assert stack is not None
    assert sorted(found(stack, standing, shot).values()) == list(range(8)) and len(stack.pieces) == 8


def test_foods_that_ran_together_below_the_others_are_not_taken_for_the_plate(reader: SideReader) -> None:
    """Two cheeses in a patch of their own carry the rest and stand on the plate, which is broader: a question, no height without them."""
    rng = np.random.default_rng([96, 11])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    kept = np.frombuffer(jpeg(picture(standing, shot, rng), 90), np.uint8)
    (stack,) = reader.read(Frame(np.asarray(cv2.imdecode(kept, cv2.IMREAD_COLOR_RGB), np.uint8), 0.0)).stacks
    if any(piece.id is None for piece in stack.pieces) or stack.height_mm is None:
        assert stack.why
    else:
        assert sorted(found(stack, standing, shot).values()) == list(range(6))


def test_a_plate_of_nearly_the_tables_colour_is_found(reader: SideReader) -> None:
    rng = np.random.default_rng([79, 11])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    assert np.abs(np.subtract(shot.plate, shot.table)).max() * max(shot.gain) < 16
    stack = read(reader, standing, shot)
    assert stack is not None and stack.height_mm is not None
    assert abs(stack.height_mm - standing.height_mm) < 2
    assert sorted(found(stack, standing, shot).values()) == [0, 1]


@pytest.mark.parametrize("rgb", [np.zeros((480, 640, 3), np.uint8), np.full((480, 640, 3), 255, np.uint8)])
def test_an_empty_picture_has_no_stack(reader: SideReader, rgb: Rgb) -> None:
    assert reader.read(Frame(rgb, 0.0)).stacks == ()


def test_noise_has_no_stack(reader: SideReader) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (360, 480, 3), np.uint8)
    assert all(piece.id is None for stack in reader.read(Frame(noise, 0.0)).stacks for piece in stack.pieces)


def test_a_catalogue_keeps_its_silhouettes_and_older_ones_have_none() -> None:
    kept = Catalogue.from_bytes(Catalogue((look("egg"), replace(look("crab"), silhouette=None))).to_bytes())
    egg, crab = kept.looks
    assert egg.silhouette is not None and crab.silhouette is None
    assert np.allclose(egg.silhouette.outline_mm, silhouette("egg").outline_mm, atol=1e-3)
    assert np.array_equal(egg.silhouette.rim, silhouette("egg").rim)


@cache
def every_shape() -> Shapes:
    return Shapes([silhouette(name) for name in FOODS])


@pytest.mark.parametrize("name", FOODS)
def test_every_food_of_our_pack_is_most_like_itself_at_any_size_turn_and_side(name: str) -> None:
    shapes = every_shape()
    turned = placed(silhouette(name).outline_mm * (-1.0, 1.0), Pose(outline(FOODS[name]), 200, 300, 1.0)) * 3.3
    best = shapes.liken(even(turned, 160), 1)[0]
    assert shapes.silhouettes[best.index].id == name and best.overlap > 0.85


def test_a_piece_that_does_not_stand_out_from_its_ground_cannot_be_enrolled() -> None:
    with pytest.raises(ValueError, match="plain ground of another colour"):
        silhouette_of(np.full((300, 200, 3), 240, np.uint8), "ghost", (20.0, 30.0))


def test_a_line_drawn_along_the_edge_is_no_part_of_the_piece_beyond_it() -> None:
    """A scan cut at the piece's box: half of the line lies outside the piece but where the cut took it away."""
    cut = np.full((400, 400, 3), 255, np.uint8)
    yy, xx = np.mgrid[:400, :400]
    far = np.hypot(xx - 199.5, yy - 199.5)
    corner = (np.abs(xx - 199.5) + np.abs(yy - 199.5)) / np.sqrt(2)
    shape = np.maximum(far, corner * 1.06)
    cut[shape < 208] = (90, 30, 30)
    cut[shape < 192] = (200, 60, 60)
    found = silhouette_of(cut, "box", (40.0, 40.0))
    assert np.abs(found.outline_mm).max() == pytest.approx(20.0, abs=0.15)
    diagonal = np.hypot(*found.outline_mm[np.abs(np.abs(found.outline_mm[:, 0]) - np.abs(found.outline_mm[:, 1])) < 0.8].T)
    assert diagonal.mean() == pytest.approx(200 / 1.06 / 10, abs=0.35)


def test_what_lies_behind_a_plate_and_ran_into_its_patch_is_none_of_it() -> None:
    picture = np.full((120, 240, 3), (150, 130, 120), np.float32)
    picture[60:100, 20:220] = (80, 190, 190)
    picture[60:66, 100:140] *= 0.6  # a shadow has the same hue
    plate = [(20, 60), (90, 60), (90, 30), (150, 30), (150, 60), (220, 60), (220, 99), (20, 99)]
    line = _own(picture, Patch(np.array(plate, np.float64), 8000 + 1800, np.array((80.0, 190.0, 190.0))), PlateParams())
    assert abs(line[:, 1].min() - 60) <= 1.5 and abs(np.ptp(line[:, 0]) - 199) <= 2
    odd = Patch(np.array([(0, 0), (239, 0), (239, 62), (0, 62)], np.float64), 239 * 62, np.array((150.0, 130.0, 120.0)))
    half = np.concatenate([picture[:60], picture[60:100]])
    half[:34] = (200, 60, 60)
    assert _own(half, odd, PlateParams()) is odd.line  # no hue is that of most


def square(x: float, y: float, side: float = 10.0) -> NDArray[np.float64]:
    return even(np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)], np.float64), 80)


@pytest.mark.parametrize(
    ("gap", "expected"), [(0.0, "touch"), (0.2, "touch"), (0.5, "unsure"), (0.7, "unsure"), (1.2, "apart"), (4.0, "apart")]
)
def test_contacts_are_told_by_their_gap_and_asked_between(gap: float, expected: str) -> None:
    told = contacts([square(0, 0), square(10 + gap, 0)], None, None, 5.5)
    assert (0, 1) in {"touch": told.touching, "unsure": told.unsure, "apart": ((0, 1),)}[expected]
    assert ((0, 1) in (*told.touching, *told.unsure)) == (expected != "apart")


def test_an_unsure_gap_is_said_to_be_likely_a_contact_or_not() -> None:
    row = [square(0, 0), square(10.4, 0), square(21.2, 0)]  # unsure from 0.25 to 0.85 mm
    told = contacts(row, None, None, 5.5)
    assert (told.unsure, told.unlikely) == (((0, 1), (1, 2)), frozenset({(1, 2)}))
    plate = even(np.array([(-40, 10.0), (90, 10.0), (90, 20), (-40, 20)]), 200)
    over = contacts([square(0, 0), square(15, 0), square(30, -0.9)], plate, None, 5.5)
    assert (over.unsure, over.unlikely) == (((PLATE, 2),), frozenset({(PLATE, 2)}))


@pytest.mark.parametrize(("above", "is_sure"), [(0.1, True), (0.3, False)])
def test_a_piece_a_third_of_a_millimetre_above_those_that_stand_on_the_plate_is_asked_about(above: float, is_sure: bool) -> None:
    """An octopus that hung .35 mm above a plate, on two other pieces, was told to touch it."""
    plate = even(np.array([(-40, 10.0), (90, 10.0), (90, 20), (-40, 20)]), 200)
    told = contacts([square(0, 0), square(15, 0), square(30, -above), square(60, -9)], plate, None, 5.5)
    assert ((PLATE, 2) in told.touching, (PLATE, 2) in told.unsure) == (is_sure, not is_sure)


def test_what_is_seen_only_roughly_says_nothing_of_how_pieces_touch() -> None:
    """Three pieces that nothing but others carry, 0.2 mm apart, make 0.4 mm a contact; a box behind the stack does not."""
    row = [square(0, 0), square(10.2, 0), square(20.4, 0), square(0, 10.4)]
    assert (0, 3) in contacts(row, None, None, 5.5).touching
    fitted = contacts([row[0], row[3], row[1], row[2]], None, None, 5.5, fitted=2)
    assert (0, 1) not in fitted.touching and (0, 1) in fitted.unsure


def test_gaps_are_distances_and_negative_where_pieces_overlap() -> None:
    assert gap_mm(square(0, 0), square(13, 0)) == pytest.approx(3.0, abs=0.05)
    assert gap_mm(square(0, 0), square(8, 3)) == pytest.approx(-2.0, abs=0.2)
    assert gap_mm(square(0, 0), square(100, 0)) == float("inf")


def test_camera_and_pieces_are_found_together_from_their_outlines() -> None:
    """Exact places of three outlines give back how the camera leans, with nothing known of it before."""
    truth = Camera((640, 360), (640, 400), 5.0, 1500.0, -0.15, 0.1)
    lines = [silhouette(name).outline_mm for name in ("egg", "crab", "bread")]
    poses = [Pose(lines[0], -50, -20, 0.3), Pose(lines[1], 0, -80, 1.0), Pose(lines[2], 45, -10, -0.2)]
    scene = Scene(
        replace(truth, tilt=0.0, pan=0.0, focal_px=1340.0, px_per_mm=5.3), tuple(p.moved(np.array([2.0, -2.0, 0.05])) for p in poses)
    )
    everywhere = np.arange(160)
    for _ in range(12):
        seen = []
        for pose, real in zip(scene.poses, poses, strict=True):
            here, there = project(scene.camera.mm_to_px, pose.line_mm), project(truth.mm_to_px, real.line_mm)
            normal = np.stack([np.ones(160), np.zeros(160)], 1)
            normal[::2] = (0.0, 1.0)
            seen.append(Places(everywhere, normal, ((there - here) * normal).sum(1), np.ones(160)))
        scene = adjust(scene, seen)
    assert scene.camera.tilt == pytest.approx(truth.tilt, abs=0.02)
    assert scene.camera.pan == pytest.approx(truth.pan, abs=0.02)
    distances = [np.hypot(b.x - a.x, b.y - a.y) for a, b in zip(scene.poses, scene.poses[1:], strict=False)]
    assert distances == pytest.approx([np.hypot(50, 60), np.hypot(45, 70)], rel=0.005)


def test_two_views_make_one_observation_and_old_stacks_are_left_out(reader: SideReader) -> None:
    standing = pile(np.random.default_rng(1), 3, [FOODS[name] for name in COLOURED], 1)
    side = reader.read(Frame(picture(standing, Shot(), np.random.default_rng(0)), 5.0))
    top = replace(side, taken_at=9.0, stacks=())
    both = Views().from_above(top).from_side(side).merged()
    assert both is not None and both.taken_at == 9.0 and [stack.taken_at for stack in both.stacks] == [5.0]
    older = Views(top, side).from_side(replace(side, taken_at=4.0, stacks=()))
    assert older == Views(top, side)
    stale = Views(top, side).merged(oldest=6.0)
    assert stale is not None and stale.stacks == ()
    assert Views().merged() is None
    frame = Frame(picture(standing, Shot(), np.random.default_rng(0)), 1.0)
    assert len(AnyView(lambda _: top, reader.read).read(frame).stacks) == 1


@pytest.mark.parametrize("number", [6, 10])
def test_in_dim_light_a_pieces_edge_does_not_pass_for_its_face(number: int) -> None:
    """It shows above the face where the camera looks down; taken for face, all pieces seem larger and the plate lower."""
    rng = np.random.default_rng([77, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    assert max(shot.gain) < 0.55
    stack = read(SideReader(Catalogue(tuple(look(name) for name in FOODS))), standing, shot)
    assert stack is not None and stack.height_mm is not None and stack.height_error_mm is not None
    assert abs(stack.height_mm - standing.height_mm) < stack.height_error_mm
