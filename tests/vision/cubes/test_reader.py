"""Wooden cubes on drawn tables: named by colour, counted singly when they touch, told from discs, shadows and the cloth."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import cli
from fixtures.art import Art
from fixtures.film import jpeg
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.changes.patches import Known
from vision.cubes.paints import Paints
from vision.cubes.params import KIND
from vision.cubes.reader import CubeReader
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Detection
from vision.reader import TableReader
from vision.table.plane import TablePlane, locate
from vision.table.pose import pose_of
from vision.table.white import whites

COLOURS = {"red": "c8202a", "blue": "1f4fae", "green": "2b8a3a", "yellow": "f2c21c", "black": "1d1d20", "purple": "6b2f8f"}
SIDE = 10.0
MARKERS = ((-120.0, -62.0), (120.0, -62.0), (120.0, 62.0), (-120.0, 62.0))
ABOVE = View((1280, 720), distance_mm=400.0, tilt_deg=6.0)
ASIDE = replace(ABOVE, tilt_deg=30.0, roll_deg=4.0)


def rgb_of(name: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array(list(bytes.fromhex(COLOURS[name])), np.uint8)


ART = {name: Art(np.full((40, 40, 3), rgb_of(name), np.uint8), (SIDE, SIDE), KIND) for name in COLOURS}
ART |= {f"disc-{name}": Art(np.full((60, 60, 3), rgb_of(name), np.uint8), (20.0, 20.0), "token") for name in COLOURS}
CATALOGUE = Catalogue(tuple(look_of(np.full((96, 96, 3), rgb_of(name), np.uint8), name, KIND, (SIDE, SIDE)) for name in COLOURS))


def table(*places: tuple[str, float, float, float], view: View = ABOVE, ground: str = "light-wood", light: str = "daylight") -> Frame:
    """A drawn table; what lies farther away is laid first."""
    laid = tuple(Place(*place) for place in sorted(places, key=lambda place: -place[2]))
    scene = Scene(seed=3, ground=ground, light=light, view=view, markers_mm=MARKERS, place=laid)
    return Frame(render(scene, ART)[0], 0.0)


def plane_of(frame: Frame) -> TablePlane:
    found = locate(frame)
    assert found is not None
    return found


def seen(frame: Frame) -> tuple[Detection, ...]:
    return CubeReader(CATALOGUE).look(frame, plane_of(frame), ())[0]


def on_table(frame: Frame, one: Detection) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Its middle as the scene has it: the origin of what is read is a marker's middle."""
    assert one.centre_mm is not None
    return np.array(one.centre_mm) + MARKERS[0]


@pytest.mark.parametrize(("view", "light"), [(ABOVE, "daylight"), (ASIDE, "daylight"), (ABOVE, "dim")])
def test_lone_cubes_are_named_where_they_lie(view: View, light: str) -> None:
    places = [(name, -80.0 + 32 * k, (-20.0, 14.0)[k % 2], 17.0 * k) for k, name in enumerate(COLOURS)]
    frame = table(*places, view=view, light=light)
    found = {one.id: one for one in seen(frame)}
    assert set(found) == set(COLOURS)
    for name, x, y, _ in places:
        assert np.hypot(*(on_table(frame, found[name]) - (x, y))) < 2.5, name


@pytest.mark.parametrize("ground", ["light-wood", "blue-felt"])
def test_cubes_brighter_than_the_picture_shows_are_named_by_what_is_not_burnt_out(ground: str) -> None:
    frame = table(*[(name, -80.0 + 32 * k, (-20.0, 14.0)[k % 2], 17.0 * k) for k, name in enumerate(COLOURS)], ground=ground)
    burnt = np.asarray(255 * np.clip(4 * (frame.rgb / 255) ** 2.2, 0, 1) ** (1 / 2.2), np.uint8)
    assert {one.id for one in seen(Frame(burnt, 0.0))} == set(COLOURS)


def test_a_red_that_is_burnt_out_is_no_orange_but_a_burnt_yellow_may_be_one() -> None:
    paints = {"red": (200, 32, 42), "orange": (232, 118, 27), "yellow": (242, 194, 28)}
    known = Paints([look_of(np.full((96, 96, 3), rgb, np.uint8), name, KIND, (SIDE, SIDE)) for name, rgb in paints.items()])
    for light, names in (((1.0, 0.07, 0.1), {"red"}), ((1.0, 0.26, 0.02), {"orange"}), ((1.0, 1.0, 0.06), {"orange", "yellow"})):
        costs, ahead = known.of_face(np.array(light, np.float32), np.ones(3, np.float32))
        assert {known.ids[k] for k in np.flatnonzero(costs < costs.min() + ahead)} == names, light


@pytest.mark.parametrize("view", [ABOVE, ASIDE])
def test_cubes_of_one_colour_that_touch_are_counted_singly(view: View) -> None:
    block = [("red", x, y, 0.0) for x in (-5.05, 5.05) for y in (-5.05, 5.05)]
    row = [("blue", 60.0 + 10.1 * k, 10.0, 0.0) for k in range(3)]
    found = seen(table(*block, *row, ("green", -60.0, 0.0, 30.0), ("yellow", -50.0, 5.8, 30.0), view=view))
    assert sorted(str(one.id) for one in found) == ["blue"] * 3 + ["green"] + ["red"] * 4 + ["yellow"]


def test_a_disc_of_a_cubes_colour_is_none_and_shadows_are_no_black_cubes() -> None:
    frame = table(("disc-red", 0.0, 0.0, 0.0), ("disc-black", 50.0, 10.0, 0.0), ("yellow", -60.0, 10.0, 20.0), light="warm-lamp")
    assert [one.id for one in seen(frame) if one.is_sure] == ["yellow"]


def test_a_heap_is_asked_about_and_never_named_as_one_cube() -> None:
    frame = table(("red", 0.0, 0.0, 10.0), ("red", 4.0, 3.0, 40.0), ("red", -3.0, 5.0, 70.0))
    found = seen(frame)
    assert any(not one.is_sure for one in found) and all("red" in [one.id, *(a.id for a in one.alternatives)] for one in found)


def test_a_table_of_a_cubes_colour_is_said_and_none_of_them_is_named() -> None:
    name = "green-cloth"
    felt = table(("red", 40.0, 0.0, 10.0), ground="green-felt")
    middle = np.median(felt.rgb[300:420, 500:600].reshape(-1, 3), axis=0)
    paper = np.median([white.rgb for white in whites(felt, plane_of(felt))], axis=0)
    own = np.clip(255 * (middle / paper), 0, 255).astype(np.uint8)
    catalogue = Catalogue((*CATALOGUE.looks, look_of(np.full((96, 96, 3), own, np.uint8), name, KIND, (SIDE, SIDE))))
    found, advice = CubeReader(catalogue).look(felt, plane_of(felt), ())
    assert [one.id for one in found if one.is_sure] == ["red"]
    assert any(name in line and "ground" in line for line in advice)


def test_the_bare_table_has_no_cubes() -> None:
    for ground in ("light-wood", "patterned-cloth"):
        assert not any(one.is_sure for one in seen(table(ground=ground)))


def test_a_part_of_a_picture_shows_the_same_cube() -> None:
    frame = table(("blue", 85.0, 25.0, 30.0), view=ASIDE)
    plane, (one,) = plane_of(frame), seen(frame)
    x0, y0 = (int(min(corner[axis] for corner in one.quad_px)) - 90 for axis in (0, 1))
    part = Frame(np.ascontiguousarray(frame.rgb[y0 : y0 + 220, x0 : x0 + 220]), 0.0)
    moved = replace(plane, mm_to_px=np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ plane.mm_to_px, quads_px=())
    papers = tuple(replace(white, at_px=(white.at_px[0] - x0, white.at_px[1] - y0)) for white in whites(frame, plane))
    known = Known(within=(20, 20, 200, 200), whole_px=1280, papers=papers, middle=(639.5 - x0, 359.5 - y0))
    (again,), _ = CubeReader(CATALOGUE).look(part, moved, (), known)
    assert again.id == "blue"
    assert np.hypot(*(np.array(again.centre_mm) - np.array(one.centre_mm))) < 1


@pytest.mark.parametrize("view", [ABOVE, ASIDE, replace(ASIDE, hfov_deg=45.0, distance_mm=620.0)])
def test_the_table_tells_where_the_lens_is(view: View) -> None:
    plane = plane_of(table(view=view))
    pose = pose_of(plane.mm_to_px, (639.5, 359.5), 1280)
    assert pose is not None
    height = view.distance_mm * np.cos(np.radians(view.tilt_deg))
    assert abs(pose.lens_mm[2] / height - 1) < 0.3
    seen_px = pose.to_px(np.array([[30.0, 20.0, 0.0]]))
    assert np.allclose(seen_px, plane.to_px(np.array([[30.0, 20.0]])), atol=0.5)
    assert pose.leaning(pose.lens_mm[0], pose.lens_mm[1], SIDE) == pytest.approx([0, 0])


def test_an_owner_writes_the_colours_and_the_command_reads_the_cubes(tmp_path: Path) -> None:
    box, pack, picture = tmp_path / "box", tmp_path / "pack.zip", tmp_path / "table.jpg"
    box.mkdir()
    lines = [f",{name},cube,10,10,#{value}" for name, value in COLOURS.items()]
    (box / "pieces.csv").write_text("\n".join(["file,id,kind,width_mm,height_mm,color", *lines]), encoding="utf-8")
    frame = table(("red", -30.0, 0.0, 10.0), ("red", 20.0, 10.0, 40.0), ("yellow", 0.0, -20.0, 40.0))
    picture.write_bytes(jpeg(frame.rgb, 92))
    runner = CliRunner()
    assert runner.invoke(cli, ["enrol", "--pictures", str(box), "--out", str(pack)]).exit_code == 0
    answer = runner.invoke(cli, ["read", str(picture), "--pack", str(pack), "--json"])
    assert answer.exit_code == 0, answer.output
    pieces = json.loads(answer.stdout)["pieces"]
    assert sorted((piece["kind"], piece["id"]) for piece in pieces) == [("cube", "red"), ("cube", "red"), ("cube", "yellow")]


def test_a_reader_without_cubes_looks_for_none() -> None:
    reader = CubeReader(Catalogue.empty())
    assert not reader.has_cubes
    frame = table(("red", 0.0, 0.0, 10.0))
    assert reader.look(frame, plane_of(frame), ()) == ((), ())
    assert not any(one.kind == KIND for one in TableReader(Catalogue.empty()).read(frame).detections)
