"""Heights of plates from the side, and the interval that holds them: thickness above a face, what carries nobody knows what, depth."""

from dataclasses import replace

import numpy as np
import pytest

from fixtures.piles import Shot, pile, shot_of
from tests.vision.plates.test_reader import COLOURED, FOODS, look, read, silhouette
from vision.looks.catalogue import Catalogue
from vision.looks.silhouettes import outward
from vision.plates.reader import SideReader
from vision.plates.standing import Camera, Places, Pose, Scene, adjust, project


@pytest.fixture(scope="module")
def reader() -> SideReader:
    return SideReader(Catalogue(tuple(look(name) for name in FOODS)))


def test_what_shows_of_a_pieces_thickness_above_its_face_makes_it_no_larger() -> None:
    """Every edge that looks up is found three pixels higher than the face ends; the scale and the pieces stay as they are."""
    camera = Camera((640, 360), (640, 400), 4.0, 1340.0, -0.1, 0.0)
    poses = tuple(Pose(silhouette(name).outline_mm, x, -60, 0.2) for name, x in (("egg", -50), ("crab", 0), ("bread", 45)))
    scene, everywhere = Scene(camera, poses), np.arange(160)
    for _ in range(12):
        seen = []
        for pose, real in zip(scene.poses, poses, strict=True):
            here, there = project(scene.camera.mm_to_px, pose.line_mm), project(camera.mm_to_px, real.line_mm)
            normal = outward(here)
            off = ((there - here) * normal).sum(1) + 3.0 * np.maximum(0.0, -normal[:, 1])
            seen.append(Places(everywhere, normal, off, np.ones(160)))
        scene = adjust(scene, seen)
    assert scene.camera.px_per_mm == pytest.approx(camera.px_per_mm, rel=0.003)
    assert [pose.y for pose in scene.poses] == pytest.approx([-60] * 3, abs=0.25)


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
