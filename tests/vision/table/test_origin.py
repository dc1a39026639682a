"""Millimetres stay where they first were: markers covered, turned, pushed, and a camera that is bumped."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.tables import MAT, camera, scene
from vision.frame import Frame
from vision.table.origin import Origin
from vision.table.plane import MarkerMap, Matrix, TablePlane

MIDDLE = np.array([[640.0, 480.0]])


def covered(frame: Frame, plane: TablePlane, *ids: int) -> Frame:
    """The picture with some of the mat's markers under something grey."""
    rgb = frame.rgb.copy()
    for id in ids:
        x, y = plane.to_px(np.array([MAT[id]]))[0]
        rgb[int(y) - 60 : int(y) + 60, int(x) - 60 : int(x) + 60] = 118
    return replace(frame, rgb=rgb)


def true_plane(mm_to_px: Matrix) -> TablePlane:
    return TablePlane(mm_to_px, "markers", None)


def off_mm(first: TablePlane, now: TablePlane) -> float:
    return float(np.linalg.norm(first.to_mm(MIDDLE) - now.to_mm(MIDDLE)))


@pytest.mark.parametrize("hidden", [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3)])
def test_covered_markers_do_not_move_the_origin(hidden: tuple[int, ...]) -> None:
    table = scene()
    origin = Origin()
    first = origin(table.frame)
    assert first is not None
    now = origin(covered(table.frame, true_plane(table.mm_to_px), *hidden))
    assert now is not None and off_mm(first, now) < 0.2 and origin.moved_mm < 0.2


def test_the_first_marker_is_measured_from_also_when_it_shows_later() -> None:
    table, origin = scene(), Origin()
    usual = Origin()(table.frame)
    early = origin(covered(table.frame, true_plane(table.mm_to_px), 0))
    late = origin(table.frame)
    assert usual is not None and early is not None and late is not None
    assert off_mm(usual, early) > 100, "measured from another marker, as long as nothing else is known"
    assert off_mm(usual, late) < 0.2


@pytest.mark.parametrize("hidden", [(0,), (0, 1), (0, 3)])
def test_on_the_printed_mat_the_first_marker_is_measured_from_even_if_it_never_shows(hidden: tuple[int, ...]) -> None:
    table, origin = scene(), Origin(printed=MAT)
    usual, now = Origin(printed=MAT)(table.frame), origin(covered(table.frame, true_plane(table.mm_to_px), *hidden))
    assert usual is not None and now is not None and off_mm(usual, now) < 2.0, "the markers' own size says how far"
    assert set(origin.layout.centres_mm) == set(MAT), "where the hidden ones lie is known"
    late = origin(table.frame)
    assert late is not None and off_mm(now, late) < 0.2 and origin.moved_mm < 0.2, "nor does anything move when they show"


@pytest.mark.parametrize("there", [{**MAT, 2: (128.0, -90.0)}, {1: MAT[1], 2: MAT[2], 5: (0.0, -90.0)}])
def test_markers_that_lie_otherwise_than_printed_say_nothing_of_the_first(there: dict[int, tuple[float, float]]) -> None:
    table, without = scene(markers=there), {id: at for id, at in there.items() if id}
    plane = Origin(printed=MAT)(covered(table.frame, true_plane(table.mm_to_px), 0))
    own = Origin(printed={})(scene(markers=without).frame)
    assert plane is not None and own is not None and off_mm(own, plane) < 1.0, "measured from the lowest in sight"


def test_one_marker_of_the_mat_says_nothing_of_the_others() -> None:
    table = scene(markers={1: MAT[1]})
    origin = Origin(printed=MAT)
    assert origin(table.frame) is not None and set(origin.layout.centres_mm) == {1}


def test_whoever_takes_over_goes_on_in_the_same_millimetres_with_most_markers_covered() -> None:
    table, before = scene(), Origin()
    first = before(table.frame)
    bumped = scene(mm_to_px=camera(tilt=0.22, turn_deg=9.0))
    now = Origin(before.layout, is_final=False)(covered(bumped.frame, true_plane(bumped.mm_to_px), 0, 1))
    assert first is not None and now is not None
    assert same_spot_mm(first, table.mm_to_px, now, bumped.mm_to_px) < 1.0


@pytest.mark.parametrize("is_final", [True, False])
def test_a_map_without_any_marker_is_no_map(is_final: bool) -> None:
    table, origin = scene(), Origin(MarkerMap(), is_final=is_final)
    usual, _ = Origin()(table.frame), origin(covered(table.frame, true_plane(table.mm_to_px), 0))
    late = origin(table.frame)
    assert usual is not None and late is not None and off_mm(usual, late) < 0.2


def same_spot_mm(first: TablePlane, first_truth: Matrix, now: TablePlane, truth: Matrix) -> float:
    """How far a spot of the table lies from itself in the millimetres of two pictures."""
    there = np.array([[50.0, -30.0]])
    before, after = first.to_mm(true_plane(first_truth).to_px(there)), now.to_mm(true_plane(truth).to_px(there))
    return float(np.linalg.norm(before - after))


def test_a_bumped_camera_keeps_the_table_s_millimetres() -> None:
    origin = Origin()
    first = origin(scene().frame)
    moved = scene(mm_to_px=camera(tilt=0.22, turn_deg=9.0))
    now = origin(moved.frame)
    assert first is not None and now is not None and origin.moved_mm > 1
    assert same_spot_mm(first, scene().mm_to_px, now, moved.mm_to_px) < 0.5


def test_a_bump_while_the_first_marker_is_covered() -> None:
    origin = Origin()
    first = origin(scene().frame)
    moved = scene(mm_to_px=camera(tilt=0.22, turn_deg=9.0))
    now = origin(covered(moved.frame, true_plane(moved.mm_to_px), 0))
    assert first is not None and now is not None
    assert same_spot_mm(first, scene().mm_to_px, now, moved.mm_to_px) < 1.0


def test_a_marker_that_a_sleeve_pushed_is_left_out_and_learned_anew() -> None:
    origin = Origin()
    first = origin(scene().frame)
    pushed = scene(markers={**MAT, 2: (110.0, -70.0)})
    now = origin(pushed.frame)
    assert first is not None and now is not None and off_mm(first, now) < 0.2
    bumped = origin(scene(markers={**MAT, 2: (110.0, -70.0)}, mm_to_px=camera(tilt=0.22, turn_deg=9.0)).frame)
    assert bumped is not None and bumped.residual_mm is not None and bumped.residual_mm < 0.5, "all four agree again"


def test_without_markers_a_moved_camera_has_no_plane() -> None:
    origin = Origin()
    assert origin(scene().frame) is not None
    away = scene(mm_to_px=camera(tilt=0.22, turn_deg=20.0))
    assert origin(covered(away.frame, true_plane(away.mm_to_px), 0, 1, 2, 3)) is None
    assert origin.moved_mm == float("inf")
    assert origin(scene().frame) is not None, "and finds it again when the markers show"


def test_a_table_without_markers_has_no_plane() -> None:
    assert Origin()(scene(markers={}).frame) is None


@pytest.mark.parametrize("times", [0.75, 1.5])
def test_pictures_of_another_size_are_measured_in_the_same_millimetres_once_a_marker_shows(times: float) -> None:
    """A camera that was replaced: where the table lay in pixels of the pictures before says nothing, however unmoved these look."""
    table, origin = scene(), Origin()
    first = origin(table.frame)

    def resized(frame: Frame) -> Frame:
        rgb = cv2.resize(frame.rgb, None, fx=times, fy=times, interpolation=cv2.INTER_AREA)
        return Frame(np.asarray(rgb, np.uint8), frame.taken_at + 1)

    assert origin(resized(covered(table.frame, true_plane(table.mm_to_px), 0, 1, 2, 3))) is None
    now = origin(resized(covered(table.frame, true_plane(table.mm_to_px), 0)))
    assert first is not None and now is not None
    assert np.linalg.norm(first.to_mm(MIDDLE) - now.to_mm((MIDDLE + 0.5) * times - 0.5)) < 0.5


def test_after_a_change_of_size_a_marker_that_nobody_knows_does_not_begin_other_millimetres() -> None:
    origin, strange = Origin(printed={}), scene(markers={7: (0.0, 0.0)}, size_px=(1600, 1200))
    assert origin(scene().frame) is not None
    assert origin(strange.frame) is None and 7 not in origin.layout.centres_mm
    assert Origin(printed={})(strange.frame) is not None, "as it does on a table where nothing was measured yet"
