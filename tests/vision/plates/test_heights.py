"""Heights of plates from the side, and the interval that holds them: thickness above a face, what carries nobody knows what, depth."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.piles import Shot, pile, plate_line, shot_of
from tests.vision.plates.test_reader import COLOURED, FOODS, look, read, silhouette
from vision.looks.catalogue import Catalogue
from vision.looks.insides import outward
from vision.looks.silhouettes import silhouette_of
from vision.observation import Stack
from vision.plates.assembly import PARAMS, _measured
from vision.plates.level import height_if_level
from vision.plates.plate import Plate
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, Places, Pose, Scene, adjust, project, rounded

Floats = NDArray[np.float64]


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def fitted(camera: Camera, poses: tuple[Pose, ...], aside: Callable[[Floats], Floats]) -> tuple[Scene, list[Places]]:
    """The scene after a dozen steps, and its last places; edges are found `aside` (n,) pixels of where they are, by normals (n, 2)."""
    scene, everywhere, seen = Scene(camera, poses), np.arange(160), list[Places]()
    for _ in range(12):
        seen = []
        for pose, real in zip(scene.poses, poses, strict=True):
            here, there = project(scene.camera.mm_to_px, pose.line_mm), project(camera.mm_to_px, real.line_mm)
            normal = outward(here)
            seen.append(Places(everywhere, normal, ((there - here) * normal).sum(1) + aside(normal), np.ones(160)))
        scene = adjust(scene, seen)
    return scene, seen


def test_what_shows_of_a_pieces_thickness_above_its_face_makes_it_no_larger() -> None:
    """Every edge that looks up is found three pixels higher than the face ends; the scale and the pieces stay as they are."""
    camera = Camera((640, 360), (640, 400), 4.0, 1340.0, -0.1, 0.0)
    poses = tuple(Pose(silhouette(name).outline_mm, x, -60, 0.2) for name, x in (("egg", -50), ("crab", 0), ("bread", 45)))
    scene, _ = fitted(camera, poses, lambda normal: 3.0 * np.maximum(0.0, -normal[:, 1]))
    assert scene.camera.px_per_mm == pytest.approx(camera.px_per_mm, rel=0.003)
    assert [pose.y for pose in scene.poses] == pytest.approx([-60] * 3, abs=0.25)


@pytest.mark.parametrize("inset_mm", [-0.1, 0.0, 0.15])
def test_edges_rounder_than_enrolled_make_no_plate_higher(inset_mm: float) -> None:
    """All rims are seen so far inside the outlines: what is narrow seems smaller by a larger part than what is long."""
    camera = Camera((640, 360), (640, 400), 6.0, 1340.0, -0.1, 0.0)
    poses = tuple(Pose(silhouette(name).outline_mm, x, -60, 0.2) for name, x in (("banana", -60), ("crab", 0), ("bean", 60)))
    scene, seen = fitted(camera, poses, lambda normal: np.full(len(normal), -inset_mm * camera.px_per_mm))
    plain = abs(scene.camera.px_per_mm / camera.px_per_mm - 1)
    assert plain > 0.003 or not inset_mm
    assert abs(scene.camera.px_per_mm * rounded(scene, seen) / camera.px_per_mm - 1) < max(0.0005, 0.5 * plain)


def test_plates_of_pieces_enrolled_larger_than_they_are_seen_are_not_measured_higher() -> None:
    """By a quarter of a millimetre all around: without a word of it heights are too large by .8 mm in the mean."""
    looks = [look(name) for name in FOODS]
    shapes = [silhouette(name) for name in FOODS]
    grown = [replace(one, outline_mm=one.outline_mm + 0.25 * outward(one.outline_mm)) for one in shapes]
    reader = SideReader(Catalogue(tuple(replace(one, silhouette=shape) for one, shape in zip(looks, grown, strict=True))))
    off = []
    for seed in (1, 2, 3):
        rng = np.random.default_rng(seed)
        standing, shot = pile(rng, 6, [FOODS[name] for name in COLOURED]), shot_of(rng)
        stack = read(reader, standing, shot)
        assert stack is not None and stack.height_mm is not None
        off.append(stack.height_mm - standing.height_mm)
    assert abs(float(np.mean(off))) < 0.5


def test_a_height_is_measured_on_the_scale_that_rounder_edges_leave() -> None:
    line = np.array([(-60.0, 0.0), (60.0, 0.0), (55.0, 30.0), (-55.0, 30.0)])
    plate, piece = Plate(line, line, (0.0, 30.0), 0.1), np.array([(-10.0, -40.0), (10.0, -40.0), (10.0, 0.0), (-10.0, 0.0)])
    stack, camera = Stack((0, 0, 1, 1), None, None), Camera((640, 360), (640, 390), 5.0, 1500.0)
    plain, other = (_measured(stack, plate, camera, [piece, piece], [], PARAMS, rounder) for rounder in (1.0, 1.01))
    for one, two in ((plain, other), (plain.level, other.level)):
        assert one.height_mm is not None and two.height_mm == pytest.approx(one.height_mm - 70 * 0.01, abs=0.02)


@pytest.mark.parametrize(("seed", "number"), [(78, 3), (92, 6), (96, 19)])
def test_a_tall_plate_in_any_light_is_not_measured_too_low(reader: SideReader, seed: int, number: int) -> None:
    """Seen from above, dark pieces were found up to three pixels too large, and the plate two millimetres too low."""
    rng = np.random.default_rng([seed, number])
    standing, shot = pile(rng, int(rng.integers(2, 9))), shot_of(rng)
    stack = read(reader, standing, shot)
    assert stack is not None and stack.height_mm is not None
    assert stack.height_mm == pytest.approx(standing.height_mm, abs=1.5)


def test_what_nothing_is_seen_to_carry_may_still_be_the_top(reader: SideReader) -> None:
    """A hidden piece may carry it: the height's interval reaches up to it."""
    whole = pile(np.random.default_rng(1), 5, [FOODS[name] for name in COLOURED], 1)
    *low, top = whole.pieces
    standing = replace(whole, pieces=(*low, replace(top, pose=replace(top.pose, y=top.pose.y - 40))))
    stack = read(reader, standing, Shot())
    assert stack is not None and stack.height_mm is not None and stack.height_error_mm is not None
    assert any(piece.id is None for piece in stack.pieces)
    assert stack.height_mm + stack.height_error_mm > standing.height_mm


def test_a_camera_knows_where_it_stands() -> None:
    """Straight before the plane's origin, level with it, or lifted while it looks down."""
    level = Camera((640, 360), (640, 360), 5.0, 1500.0)
    assert level.eye_mm.tolist() == pytest.approx([0, 0, 300])
    down = Camera((640, 360), (640, 360), 5.0, 1500.0, tilt=0.2)
    assert down.eye_mm.tolist() == pytest.approx([0, -300 * np.sin(0.2), 300 * np.cos(0.2)])


def test_what_stands_upright_is_seen_upright_by_a_camera_that_looks_down_and_aside() -> None:
    """Rolled by its tilt times its pan, which no camera is, it had a top 50 mm aside half a millimetre too high or low."""
    camera = Camera((640, 360), (640, 360), 5.0, 1500.0, tilt=0.15, pan=0.12)
    seen = project(camera.mm_to_px, np.array([(0.0, 30.0), (0.0, 0.0), (0.0, -60.0)]))
    assert seen[:, 0].tolist() == pytest.approx([640] * 3)
    across, down = np.linalg.inv(np.array([(1500.0, 0, 640), (0, 1500.0, 360), (0, 0, 1)]))[:2] @ camera.mm_to_px[:, :2]
    assert np.hypot(*across) <= 1 and across[0] > 0 and down[1] > 0


@pytest.mark.parametrize("line_mm", [0.8, 1.0])
def test_a_piece_whose_edge_is_drawn_as_a_line_is_enrolled_as_large_as_it_is(line_mm: float) -> None:
    """The outer half of the line, cut off by the scan where the piece is broadest, is no part of it: to a fiftieth of a millimetre."""
    zoom, (width, height) = 12, (24.0, 30.0)
    yy, xx = np.mgrid[: int(height * zoom), : int(width * zoom)]
    x, y = (xx + 0.5) / zoom - width / 2, (yy + 0.5) / zoom - height / 2
    round_ = np.hypot(x / width, y / height) * 2
    off = (round_ - 1) / np.hypot(x / width**2, y / height**2) / 4 * round_  # millimetres outside the ellipse, nearly
    scan = np.full((*off.shape, 3), 255, np.uint8)
    scan[off < line_mm / 2] = (120, 126, 128)
    scan[off < -line_mm / 2] = (226, 236, 239)
    line = silhouette_of(scan, "egg", (width, height)).outline_mm
    beyond = (np.hypot(line[:, 0] / width, line[:, 1] / height) * 2 - 1) * np.hypot(*line.T)
    assert abs(beyond.mean()) < 0.02


def test_a_foot_that_may_stand_nearer_than_the_pieces_is_counted_by_how_far_the_camera_looks_down_on_it() -> None:
    """The same plate and piece, looked at level and from above: what stands nearer is seen lower then, and is as unsure."""
    line = np.array([(-60.0, 0.0), (60.0, 0.0), (55.0, 30.0), (-55.0, 30.0)])
    plate, piece = Plate(line, line, (0.0, 30.0), 0.1), np.array([(-10.0, -40.0), (10.0, -40.0), (10.0, 0.0), (-10.0, 0.0)])
    stack, found = Stack((0, 0, 1, 1), None, None), []
    for tilt in (0.0, 0.4):
        camera = Camera((640, 360), (640, 360), 5.0, 1500.0, tilt)
        found.append(_measured(stack, plate, camera, [piece, piece], [], PARAMS))
    level, down = found
    assert level.height_mm == pytest.approx(70 - PARAMS.depth_mm * 30 / 300)
    assert down.height_mm is not None and level.height_mm is not None and down.height_mm < level.height_mm - 0.3
    assert down.alike_mm[1] > level.alike_mm[1] and down.alike_mm[0] == pytest.approx(level.alike_mm[0], rel=0.01)


@pytest.mark.parametrize("nearer_mm", [0.0, 4.0, 8.0])
def test_a_plate_much_thicker_than_its_pieces_is_within_the_error(nearer_mm: float) -> None:
    """From above its front's foot seems to stand lower than it does: of plates twice as thick a height was off by more than it said."""
    camera = Camera((640, 360), (640, 360), 5.0, 1500.0, 0.2)
    eye = camera.eye_mm
    low = 30.0 + (30.0 - eye[1]) / (eye[2] - nearer_mm) * nearer_mm  # where the sight line to the foot meets the pieces' plane
    line = np.array([(-60.0, 0.0), (60.0, 0.0), (55.0, low), (-55.0, low)])
    piece = np.array([(-10.0, -40.0), (10.0, -40.0), (10.0, 0.0), (-10.0, 0.0)])
    found = _measured(Stack((0, 0, 1, 1), None, None), Plate(line, line, (0.0, low), 0.1), camera, [piece, piece], [], PARAMS)
    assert found.height_mm is not None and found.height_error_mm is not None
    assert abs(found.height_mm - 70.0) <= found.height_error_mm < 3.0


def test_how_much_higher_one_plate_is_is_better_known_than_how_high_each_is() -> None:
    """What errs alike with every plate of a box says nothing of their difference; what something without a name may add stays."""
    first = Stack((0, 0, 1, 1), 100.0, 2.0, alike_mm=(1.2, 0.4))
    assert first.apart_mm(first) == pytest.approx((2 * (4 - 1.2**2 - 0.4**2)) ** 0.5)
    assert first.apart_mm(replace(first, alike_mm=())) > first.apart_mm(first)
    assert first.apart_mm(replace(first, height_error_mm=12.0, unnamed_mm=10.0)) > 10


@pytest.mark.parametrize("roll", [-0.03, 0.0, 0.03])
def test_a_plate_that_stands_level_tells_how_the_camera_is_rolled(roll: float) -> None:
    """Which one does, nobody knows: what is measured stays, and what it is then is said beside it."""
    c, s = np.cos(roll), np.sin(roll)
    turned = np.array([[c, s], [-s, c]])
    line, piece = plate_line(140.0, 28.0), np.array([(30.0, -28.0), (50.0, -28.0), (50.0, -100.0), (30.0, -100.0)])
    seen = line @ turned
    low = seen[seen[:, 1].argmax()]
    plate = Plate(seen, seen, (float(low[0]), float(low[1])), 0.1)
    found = _measured(Stack((0, 0, 1, 1), None, None), plate, Camera((640, 360), (640, 360), 5.0, 1500.0), [piece @ turned] * 2, [], PARAMS)
    assert found.level.height_mm == pytest.approx(100, abs=0.3) and found.height_mm is not None
    assert abs(found.height_mm - 100) > 0.8 or not roll
    assert found.level.height_error_mm is not None and found.height_error_mm is not None
    assert found.level.height_error_mm < found.height_error_mm


def test_a_plate_that_leans_more_than_a_camera_or_is_cut_tells_nothing_of_the_camera() -> None:
    line, top = plate_line(140.0, 28.0), np.array([40.0, -100.0])
    leaning = line @ np.array([[np.cos(0.07), np.sin(0.07)], [-np.sin(0.07), np.cos(0.07)]])
    for seen in (leaning, np.stack([np.minimum(line[:, 0], 20.0), line[:, 1]], 1)):
        assert height_if_level(Plate(seen, seen, (0.0, 0.0), 0.1), top, 0.0, 0.5) is None
    unknown = Stack((0, 0, 1, 1), 100.0, 2.0)
    assert unknown.level == unknown
