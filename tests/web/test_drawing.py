"""Numbers behind the drawing: arcs, close-ups, sizes of pictures."""

import math
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from companion.web.games.appetite import ARC, _arcs
from companion.web.jpeg import jpeg_size
from companion.web.outlines import close_up, outlines
from tests.web.pictures import SIZE_PX, Lying, draw, quad_of, shrink
from vision.observation import Detection, Face, Observation, Quality


@pytest.mark.parametrize(
    ("total", "shares"), [(0, [0, 0, 0, 0]), (7, [0.7, 0, 0, 0]), (10, [1, 0, 0, 0]), (37, [1, 1, 1, 0.7]), (40, [1, 1, 1, 1])]
)
def test_each_quarter_of_the_ring_is_ten(total: int, shares: list[float]) -> None:
    assert [arc.filled for arc in _arcs(total)] == [pytest.approx(share * ARC, abs=0.06) for share in shares]


def test_the_four_quarters_and_their_gaps_go_once_around() -> None:
    turns = [arc.turn_deg for arc in _arcs(0)]
    assert {round(b - a, 6) for a, b in pairwise(turns)} == {90.0}
    assert math.isclose(4 * (ARC + 5), 2 * math.pi * 100, rel_tol=1e-6)


@given(x=st.floats(0, 1280), y=st.floats(0, 960), turn=st.floats(-180, 180), aspect=st.floats(0.5, 3))
def test_a_close_up_stays_inside_the_picture(x: float, y: float, turn: float, aspect: float) -> None:
    left, top, wide, tall = map(float, close_up((quad_of(Lying("a", "1", x, y, turn)),), SIZE_PX, aspect).view_box.split())
    assert left >= 0
    assert top >= 0
    assert left + wide <= SIZE_PX[0] + 0.11
    assert top + tall <= SIZE_PX[1] + 0.11
    assert wide > 0
    assert tall > 0


def test_a_close_up_shows_the_whole_piece_with_room_around_it() -> None:
    quad = quad_of(Lying("a", "1", 640, 480, 20))
    left, top, wide, tall = map(float, close_up((quad,), SIZE_PX, 2.0).view_box.split())
    assert all(left < x < left + wide and top < y < top + tall for x, y in quad)
    assert tall < SIZE_PX[1] / 2


def test_without_a_place_the_whole_picture_is_shown() -> None:
    assert close_up((), (640, 480), 2.0).view_box == "0 0 640 480"


def test_the_size_of_a_jpeg_comes_from_its_header() -> None:
    picture = draw([Lying("dinners-3", "3", 500, 400, 3)])
    assert jpeg_size(picture) == SIZE_PX
    assert jpeg_size(shrink(picture, 168, 132)) == (168, 126)


@given(st.binary(max_size=400), st.integers(0, 2_000))
def test_what_is_no_jpeg_has_no_size_and_does_no_harm(junk: bytes, cut: int) -> None:
    jpeg_size(junk)
    jpeg_size(b"\xff\xd8" + junk)
    jpeg_size(draw([])[:cut])
    assert jpeg_size(b"\x89PNG" + junk) is None


def test_what_lies_face_down_is_not_drawn_as_a_question() -> None:
    quad = quad_of(Lying("a", "1", 300, 300, 0))
    seen = Observation(
        0.0, SIZE_PX, Quality(0.9, 0.5, 0.0), detections=(Detection("card", quad, face=Face.DOWN), Detection("card", quad, why="glare"))
    )
    assert [(drawn.name, drawn.sure) for drawn in outlines(seen, str)] == [("glare", False)]
