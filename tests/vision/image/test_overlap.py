"""Overlap of outlines, against counting pixels and against what must hold for any two."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from numpy.typing import NDArray

from vision.image.overlap import area, clipped, covered, hull, iou
from vision.observation import Point, Quad

SQUARE: Quad = ((0, 0), (10, 0), (10, 10), (0, 10))


def moved(quad: Quad, x: float, y: float) -> Quad:
    a, b, c, d = ((px + x, py + y) for px, py in quad)
    return a, b, c, d


@st.composite
def quads(draw: st.DrawFn) -> Quad:
    """A rectangle, turned and leaned a little."""
    x, y = draw(st.floats(-300, 300)), draw(st.floats(-300, 300))
    wide, high = draw(st.floats(20, 200)), draw(st.floats(20, 200))
    turn = draw(st.floats(0, 6.3))
    lean = [draw(st.floats(-4, 4)) for _ in range(8)]
    box = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2 + np.reshape(lean, (4, 2))
    spun = box @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]) + (x, y)
    a, b, c, d = ((float(px), float(py)) for px, py in spun)
    return a, b, c, d


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (SQUARE, 1.0),
        (moved(SQUARE, 5, 0), 1 / 3),
        (moved(SQUARE, 5, 5), 1 / 7),
        (moved(SQUARE, 10, 0), 0.0),  # they touch
        (moved(SQUARE, 99, 0), 0.0),
        (((0, 0), (0, 10), (10, 10), (10, 0)), 1.0),  # the corners run the other way
        (((10, 10), (0, 10), (0, 0), (10, 0)), 1.0),  # and start elsewhere
        (((0, 0), (10, 10), (10, 0), (0, 10)), 1.0),  # crossed: counts as its hull
        (((2, 2), (4, 2), (4, 4), (2, 4)), 0.04),  # within
        (((3, 3), (3, 3), (3, 3), (3, 3)), 0.0),  # nothing
        (((0, 0), (5, 5), (10, 10), (2, 2)), 0.0),  # a line
    ],
)
def test_known_overlaps(other: Quad, expected: float) -> None:
    assert iou(SQUARE, other) == pytest.approx(expected)
    assert iou(other, SQUARE) == pytest.approx(expected)


def test_the_covered_part() -> None:
    assert covered(((2, 2), (4, 2), (4, 4), (2, 4)), SQUARE) == pytest.approx(1.0)
    assert covered(SQUARE, ((2, 2), (4, 2), (4, 4), (2, 4))) == pytest.approx(0.04)
    assert covered(((1, 1), (1, 1), (1, 1), (1, 1)), SQUARE) == 0.0


@given(quads(), quads(), st.integers(0, 3))
def test_any_two_quads(a: Quad, b: Quad, start: int) -> None:
    overlap = iou(a, b)
    assert 0 <= overlap <= 1
    assert iou(b, a) == pytest.approx(overlap, abs=1e-9)
    w, x, y, z = (a * 2)[start : start + 4]
    assert iou((w, x, y, z), b) == pytest.approx(overlap, abs=1e-9)
    assert iou(a, a) == pytest.approx(1.0)


def inside(outline: tuple[Point, ...], grid: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which points of (n, 2) lie within a convex outline."""
    corners = np.asarray(outline)
    edges = np.roll(corners, -1, axis=0) - corners
    offsets = grid[:, None] - corners
    sides = edges[:, 0] * offsets[..., 1] - edges[:, 1] * offsets[..., 0]
    return np.asarray((sides >= 0).all(axis=1) | (sides <= 0).all(axis=1))


@given(quads(), quads())
def test_agrees_with_counting_points(a: Quad, b: Quad) -> None:
    low, high = np.min(a, axis=0), np.max(a, axis=0)
    grid = np.stack(np.meshgrid(*np.linspace(low, high, 100).T), -1).reshape(-1, 2)
    counted = (inside(hull(a), grid) & inside(hull(b), grid)).mean() * float(np.prod(high - low))
    assert area(clipped(hull(a), hull(b))) == pytest.approx(counted, abs=0.06 * float(np.prod(high - low)))


@given(st.lists(st.tuples(st.floats(-50, 50), st.floats(-50, 50)), min_size=1, max_size=12))
def test_a_hull_is_convex_and_holds_every_point(points: list[Point]) -> None:
    outline = hull(tuple(points))
    assert set(outline) <= set(points)
    assert area(hull(outline)) == pytest.approx(area(outline))
