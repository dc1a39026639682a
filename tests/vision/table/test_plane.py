"""Markers and cards to a plane, against a known camera."""

import json
import math
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from numpy.typing import NDArray

from tests.vision.tables import MAT, camera, photographs, scene
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.observation import Quad
from vision.table import plane as plane_module, rectangles
from vision.table.markers import Marker, find_markers
from vision.table.origin import Origin
from vision.table.plane import MarkerMap, TablePlane, from_cards, from_markers, locate, without_print

CARD = (63.0, 88.0)
GRID = np.stack(np.meshgrid(np.linspace(-150, 150, 7), np.linspace(-100, 100, 5)), -1).reshape(-1, 2)
"""(35, 2) millimetres over the mat."""


def rectangle(x: float, y: float, turn: float, size: tuple[float, float]) -> NDArray[np.float64]:
    """(4, 2) corners on the table."""
    w, h = size
    box = np.array([(-w, h), (w, h), (w, -h), (-w, -h)]) / 2
    return np.asarray(box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y), np.float64)


def through(matrix: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    homogeneous = points @ matrix[:, :2].T + matrix[:, 2]
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)


def quad(points: NDArray[np.float64]) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d


def off_mm(plane: TablePlane, mm_to_px: NDArray[np.float64], grid_mm: NDArray[np.float64] = GRID) -> float:
    """Root mean square error over the mat, wherever the plane has its origin and however it is turned."""
    found = plane.to_mm(through(mm_to_px, grid_mm))
    a, b = grid_mm - grid_mm.mean(axis=0), found - found.mean(axis=0)
    u, _, vt = np.linalg.svd(b.T @ a)
    assert np.linalg.det(u @ vt) > 0, "y points away from the viewer, not towards"
    return float(np.sqrt(np.square(b @ (u @ vt) - a).sum(axis=1).mean()))


class TestMarkers:
    def test_corners_are_found_to_a_fraction_of_a_pixel(self) -> None:
        one = scene()
        found = find_markers(one.frame.rgb)
        assert [marker.id for marker in found] == [0, 1, 2, 3]
        for marker in found:
            truth = through(one.mm_to_px, rectangle(*MAT[marker.id], 0, (20, 20)))
            assert np.abs(np.asarray(marker.quad_px) - truth).max() < 0.35

    def test_a_big_picture_is_searched_small_and_measured_whole(self) -> None:
        one = scene(size_px=(4000, 3000))
        for marker in find_markers(one.frame.rgb):
            truth = through(one.mm_to_px, rectangle(*MAT[marker.id], 0, (20, 20)))
            assert np.abs(np.asarray(marker.quad_px) - truth).max() < 0.5

    def test_small_markers_are_searched_enlarged(self) -> None:
        one = scene(size_px=(480, 360))
        found = find_markers(one.frame.rgb)
        assert len(found) == 4
        for marker in found:
            truth = through(one.mm_to_px, rectangle(*MAT[marker.id], 0, (20, 20)))
            assert np.abs(np.asarray(marker.quad_px) - truth).max() < 0.8

    def test_an_id_seen_twice_is_left_out(self) -> None:
        one = scene()
        twice = np.concatenate([one.frame.rgb, one.frame.rgb], axis=1)
        assert find_markers(twice) == ()

    def test_nothing_is_found_in_noise(self) -> None:
        rng = np.random.default_rng(3)
        assert find_markers(rng.integers(0, 256, (600, 800, 3), np.uint8)) == ()
        assert find_markers(np.zeros((9, 9, 3), np.uint8)) == ()

    @pytest.mark.photos
    def test_no_marker_is_seen_where_none_is(self) -> None:
        """Photographs of cards, boards and tiles hold none."""
        pictures = sorted(p for p in photographs("real").glob("*/dev/*") if p.suffix.lower() == ".jpg")
        assert pictures
        for path in pictures[::9]:
            assert find_markers(load_frame(path).rgb) == (), path


class TestKnownMat:
    def test_the_plane_is_the_cameras(self) -> None:
        one = scene()
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None and plane.found_by == "markers" and len(plane.quads_px) == 4
        assert np.abs(plane.to_mm(through(one.mm_to_px, GRID)) - GRID).max() < 0.2
        assert plane.residual_mm is not None and plane.residual_mm < 0.15
        assert plane.fix.found_by == "markers" and plane.fix.residual_mm == plane.residual_mm

    @pytest.mark.parametrize("turn_deg", [0, 90, 180, -90, 37])
    def test_however_the_camera_is_turned(self, turn_deg: float) -> None:
        one = scene(mm_to_px=camera(turn_deg=turn_deg, size_px=(1280, 1280)), size_px=(1280, 1280))
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None
        assert np.abs(plane.to_mm(through(one.mm_to_px, GRID)) - GRID).max() < 0.3

    @pytest.mark.parametrize("missing", [0, 1, 2, 3])
    def test_three_markers_do(self, missing: int) -> None:
        one = scene({id: at for id, at in MAT.items() if id != missing})
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None
        assert np.abs(plane.to_mm(through(one.mm_to_px, GRID)) - GRID).max() < 1.0

    def test_a_marker_that_was_moved_is_left_out(self) -> None:
        one = scene({**MAT, 2: (110.0, -60.0)})
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None and len(plane.quads_px) == 3
        assert np.abs(plane.to_mm(through(one.mm_to_px, GRID)) - GRID).max() < 1.0

    def test_another_mat_is_measured_by_the_markers_size(self) -> None:
        one = scene({0: (-100.0, 60.0), 1: (130.0, 80.0), 2: (80.0, -60.0), 3: (-120.0, -90.0)})
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None
        assert off_mm(plane, one.mm_to_px) < 1.5

    def test_a_table_without_markers_has_no_plane(self) -> None:
        assert locate(scene({}).frame, MarkerMap(20.0, MAT)) is None
        assert locate(Frame(np.full((240, 320, 3), 200, np.uint8), 0.0)) is None


class TestSizeOnly:
    def test_four_markers_somewhere(self) -> None:
        one = scene()
        plane = locate(one.frame)
        assert plane is not None and plane.residual_mm is not None and plane.residual_mm < 0.2
        assert off_mm(plane, one.mm_to_px) < 1.0

    def test_the_origin_is_the_lowest_marker_and_x_points_right(self) -> None:
        one = scene(mm_to_px=camera(turn_deg=0))
        plane = locate(one.frame)
        assert plane is not None
        at = plane.to_mm(through(one.mm_to_px, np.array([MAT[0], MAT[1], MAT[3]])))
        assert np.abs(at - [(0, 0), (280, 0), (0, -180)]).max() < 2.5

    def test_a_mat_seen_from_its_far_side_still_has_y_away_from_the_viewer(self) -> None:
        one = scene(mm_to_px=camera(turn_deg=180))
        plane = locate(one.frame)
        assert plane is not None
        right, up = plane.to_px(np.array([(10.0, 0), (0, 10.0)])) - plane.to_px(np.zeros((1, 2)))
        assert right[0] > 0 > up[1]

    def test_a_single_marker_gives_a_plane_without_a_residual(self) -> None:
        one = scene({5: (0.0, 0.0)}, side_mm=40.0)
        plane = locate(one.frame, MarkerMap(40.0))
        assert plane is not None and plane.residual_mm is None
        assert off_mm(plane, one.mm_to_px, GRID[np.abs(GRID).max(axis=1) <= 60]) < 1.5

    def test_a_marker_of_another_size_is_left_out(self) -> None:
        matrix = camera()
        sizes = {0: 20.0, 1: 20.0, 2: 20.0, 3: 32.0}
        found = [Marker(id, quad(through(matrix, rectangle(*MAT[id], 0.3 * id, (s, s))))) for id, s in sizes.items()]
        plane = from_markers(found, MarkerMap())
        assert plane is not None and len(plane.quads_px) == 3
        assert off_mm(plane, matrix) < 0.01

    def test_a_figure_on_a_card_that_reads_as_a_marker_is_none_beside_those_of_the_mat(self) -> None:
        """A dark square with a hole in it, smaller than the mat's: what lies there may bear a name, and moves no plane."""
        one = scene()
        rgb, mm = one.frame.rgb.copy(), one.mm_to_px
        for side, ink in ((45.0, (240, 225, 170)), (16.5, (60, 30, 90))):
            cv2.fillPoly(rgb, [np.round(through(mm, rectangle(20, 10, 0.4, (side, side)))).astype(np.int32)], ink, cv2.LINE_AA)
        hole = rectangle(0, 2.75, 0.0, (5.5, 5.5)) @ np.array([[np.cos(0.4), np.sin(0.4)], [-np.sin(0.4), np.cos(0.4)]]) + (20, 10)
        cv2.fillPoly(rgb, [np.round(through(mm, hole)).astype(np.int32)], (240, 225, 170), cv2.LINE_AA)
        frame = Frame(rgb, 0.0)
        assert 17 in [marker.id for marker in find_markers(rgb)]
        plane, origin = locate(frame), Origin()
        assert plane is not None and len(plane.quads_px) == 4 and off_mm(plane, mm) < 1.0
        assert origin(frame) is not None and set(origin.layout.centres_mm) == set(MAT)

    def test_nor_is_one_that_is_just_as_large(self) -> None:
        """Of a lunch bag on a card: nothing was asked about the card, for whatever lies on a marker is that."""
        one = scene()
        rgb, mm = one.frame.rgb.copy(), one.mm_to_px
        for side, ink in ((45.0, (240, 225, 170)), (20.0, (60, 30, 90))):
            cv2.fillPoly(rgb, [np.round(through(mm, rectangle(20, 10, 0.4, (side, side)))).astype(np.int32)], ink, cv2.LINE_AA)
        circle = np.stack([np.cos(np.arange(0, 6.3, 0.1)), np.sin(np.arange(0, 6.3, 0.1))], 1)
        for x, y, radius in ((0.0, 3.3, 3.3), (5.0, -8.0, 1.3)):
            middle = np.array([x, y]) @ np.array([[np.cos(0.4), np.sin(0.4)], [-np.sin(0.4), np.cos(0.4)]]) + (20, 10)
            cv2.fillPoly(rgb, [np.round(through(mm, middle + radius * circle)).astype(np.int32)], (240, 225, 170), cv2.LINE_AA)
        found = {marker.id: marker.misprint for marker in find_markers(rgb)}
        assert found.keys() == {*MAT, 17} and max(found[id] for id in MAT) < 0.2 and found[17] > 0.5
        plane = locate(Frame(rgb, 0.0))
        assert plane is not None and len(plane.quads_px) == 4

    def test_another_marker_as_large_as_the_mats_is_one(self) -> None:
        found = [Marker(id, quad(through(camera(), rectangle(*at, 0.2, (20.0, 20.0))))) for id, at in {**MAT, 9: (0.0, 0.0)}.items()]
        assert without_print(found, 20.0) == tuple(found)

    def test_two_that_disagree_give_no_plane(self) -> None:
        matrix = camera()
        found = [Marker(id, quad(through(matrix, rectangle(*MAT[id], 0, (s, s))))) for id, s in ((0, 20.0), (1, 45.0))]
        assert from_markers(found, MarkerMap()) is None


class TestCards:
    def test_cards_of_known_size(self) -> None:
        matrix = camera(tilt=0.35)
        places = [(-100, 40, 0.1), (20, -30, 1.4), (110, 50, -2.0), (-60, -60, 3.0)]
        rng = np.random.default_rng(5)
        quads = [quad(through(matrix, rectangle(*at, CARD)) + rng.normal(0, 0.3, (4, 2))) for at in places]
        plane = from_cards(quads, [CARD] * 4)
        assert plane is not None and plane.found_by == "cards"
        assert plane.residual_mm is not None and 0.02 < plane.residual_mm < 0.3
        assert off_mm(plane, matrix) < 1.0

    def test_several_beat_one(self) -> None:
        matrix = camera(tilt=0.35)
        rng = np.random.default_rng(6)
        places = [(-100, 40, 0.1), (20, -30, 1.4), (110, 50, -2.0), (-60, -60, 3.0)]
        single, several = [], []
        for _ in range(8):
            quads = [quad(through(matrix, rectangle(*at, CARD)) + rng.normal(0, 0.5, (4, 2))) for at in places]
            one, all_ = from_cards(quads[:1], [CARD]), from_cards(quads, [CARD] * 4)
            assert one is not None and all_ is not None
            single.append(off_mm(one, matrix))
            several.append(off_mm(all_, matrix))
        assert np.mean(several) < 0.5 * np.mean(single)

    def test_a_card_of_another_size_is_left_out(self) -> None:
        matrix = camera()
        sizes = [CARD, CARD, CARD, (44.0, 68.0)]
        quads = [quad(through(matrix, rectangle(x, 0, 0.2 * x, s))) for x, s in zip((-120, -40, 40, 120), sizes, strict=True)]
        plane = from_cards(quads, [CARD] * 4)
        assert plane is not None and len(plane.quads_px) == 3
        assert off_mm(plane, matrix) < 0.01

    def test_the_same_cards_are_fitted_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        matrix, fitted, fit = camera(tilt=0.31), list[int](), rectangles.fit_rectangles
        quads = [quad(through(matrix, rectangle(x, 7, 0.1 * x, CARD))) for x in (-120, 40)]

        def counted(quads_px: Sequence[Quad], sizes_mm: Sequence[tuple[float, float]]) -> rectangles.Fit | None:
            fitted.append(len(quads_px))
            return fit(quads_px, sizes_mm)

        monkeypatch.setattr(plane_module, "fit_rectangles", counted)
        first, again = (from_cards(list(quads), [CARD] * 2) for _ in range(2))
        assert first is not None and again is not None and first.mm_to_px.tolist() == again.mm_to_px.tolist()
        assert fitted == [2]
        assert from_cards(quads, [(44.0, 68.0)] * 2) is not None and fitted == [2, 2], "of another size they are others"

    def test_nonsense_gives_no_plane(self) -> None:
        crossed: Quad = ((0, 0), (10, 10), (10, 0), (0, 10))
        mirrored: Quad = ((10, 0), (0, 0), (0, 10), (10, 10))
        point: Quad = ((5, 5), (5, 5), (5, 5), (5, 5))
        unknown: Quad = ((0, 0), (math.nan, 0), (10, 10), (0, 10))
        for bad in (crossed, mirrored, point, unknown):
            assert from_cards([bad], [CARD]) is None
        assert from_cards([], []) is None
        with pytest.raises(ValueError, match="1 quads and 2 sizes"):
            from_cards([crossed], [CARD, CARD])


CAMERAS = st.builds(camera, st.floats(0, 0.45), st.floats(-180, 180))


@settings(max_examples=40, deadline=None)
@given(CAMERAS, st.integers(0, 2**32))
def test_to_the_table_and_back(matrix: NDArray[np.float64], seed: int) -> None:
    plane = TablePlane(matrix / matrix[2, 2], "markers", None)
    points = np.random.default_rng(seed).uniform((-200, -150), (200, 150), (20, 2))
    assert np.abs(plane.to_mm(plane.to_px(points)) - points).max() < 1e-6


@settings(max_examples=25, deadline=None)
@given(CAMERAS, st.integers(0, 2**32), st.integers(1, 5))
def test_exact_rectangles_anywhere_give_the_camera_back(matrix: NDArray[np.float64], seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    places = rng.uniform((-150, -100, -3), (150, 100, 3), (count, 3))
    plane = from_cards([quad(through(matrix, rectangle(x, y, t, CARD))) for x, y, t in places], [CARD] * count)
    assert plane is not None
    assert off_mm(plane, matrix) < 0.05


class TestTablePlane:
    def test_above_the_horizon_there_is_no_table(self) -> None:
        plane = TablePlane(np.array([[1, 0, 320], [0, -0.5, 240], [0, 0.002, 1.0]]), "markers", None)
        horizon_y = -0.5 / 0.002  # y/x of points infinitely far away
        assert np.isfinite(plane.to_mm(np.array([(320.0, horizon_y + 5)]))).all()
        assert np.isnan(plane.to_mm(np.array([(320.0, horizon_y - 5)]))).all()
        assert plane.quad_mm(((0, horizon_y - 9), (9, 0), (9, 9), (0, 9))) is None
        assert math.isnan(plane.px_per_mm((0, horizon_y - 50)))
        left, near, right, far = plane.area_mm((640, 480))
        assert right - left <= 3000 and far - near <= 3000

    def test_pixels_to_a_millimetre(self) -> None:
        plane = TablePlane(np.array([[2.5, 0, 10], [0, -2.5, 700], [0, 0, 1.0]]), "markers", None)
        assert plane.px_per_mm((50, 60)) == pytest.approx(2.5)

    def test_rectified_the_far_side_is_at_the_top(self) -> None:
        one = scene()
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None
        flat = plane.rectify(one.frame, 0.5, (-160.0, -110.0, 160.0, 110.0))
        assert flat.shape == (440, 640, 3)
        again = {marker.id: np.asarray(marker.quad_px).mean(axis=0) for marker in find_markers(flat)}
        for id, (x, y) in MAT.items():
            assert np.abs(again[id] - ((x + 160) / 0.5, (110 - y) / 0.5)).max() < 0.6

    def test_rectified_all_that_shows(self) -> None:
        one = scene()
        plane = locate(one.frame, MarkerMap(20.0, MAT))
        assert plane is not None
        assert len(find_markers(plane.rectify(one.frame, 0.4))) == 4

    def test_a_table_as_large_as_a_town_is_refused(self) -> None:
        plane = TablePlane(np.array([[2.5, 0, 10], [0, -2.5, 700], [0, 0, 1.0]]), "markers", None)
        frame = Frame(np.zeros((9, 9, 3), np.uint8), 0.0)
        with pytest.raises(ValueError, match="is no picture"):
            plane.rectify(frame, 0.1, (0, 0, 9000, 9000))


def render_errors(game: str) -> list[tuple[str, float, float]]:
    """For every even picture: its file, millimetres off with the mat known, and with the markers' size only."""
    folder = photographs("renders") / game
    rows = []
    images: list[dict[str, Any]] = json.loads((folder / "labels.json").read_text())["images"][::2]
    for image in images:
        truth = np.asarray(image["camera"]["table_mm_to_px"])
        centres = {m["id"]: tuple(np.mean(m["corners_mm"], axis=0)) for m in image["markers"]}
        found = find_markers(load_frame(folder / image["file"]).rgb)
        inner = np.concatenate([np.asarray(m.quad_px) for m in found]).mean(axis=0)
        middle = through(np.linalg.inv(truth), inner[None])[0]
        planes = from_markers(found, MarkerMap(20.0, centres)), from_markers(found, MarkerMap())
        assert planes[0] is not None and planes[1] is not None and len(found) >= 3, image["file"]
        rows.append((image["file"], *(off_mm(p, truth, middle + 0.7 * GRID) for p in planes if p is not None)))
    return [(str(file), a, b) for file, a, b in rows]


@pytest.mark.photos
@pytest.mark.parametrize("game", ["appetite", "word-buffet", "buffet-master", "surrealist-dinner-party"])
def test_renders_with_exact_labels(game: str) -> None:
    errors = render_errors(game)
    known, sized = max(a for _, a, _ in errors), max(b for _, _, b in errors)
    print(f"{game}: worst of {len(errors)} pictures {known:.2f} mm with the mat known, {sized:.2f} mm by the markers' size")
    assert known < 1.0, errors
    assert sized < 3.0, errors
