"""Corners of pieces: rounded ones, and edges that something dark touches."""

import math
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.corners import CornerParams, at_edge, find_corners, not_within, telling
from vision.cards.region_params import RegionParams
from vision.image.outlines import Contour, Contours

Points = list[tuple[float, float]]
TO_MM = np.eye(3)


def outline(points: Points) -> NDArray[np.int32]:
    """As OpenCV gives it, in tenths of a millimetre: (n, 1, 2)."""
    return np.round(np.array(points) * 10).astype(np.int32)[:, None]


def in_mm(points: Points, params: CornerParams) -> list[tuple[float, float]]:
    return [(float(one.at_mm[0]), float(one.at_mm[1])) for one in find_corners([outline(points)], np.diag([0.1, 0.1, 1.0]), params)]


def rounded(width: float, height: float, radius: float) -> Points:
    """A piece's outline, clockwise from its upper side."""
    found: Points = []
    for (x, y), start in zip(((width, 0), (width, height), (0, height), (0, 0)), (-90, 0, 90, 180), strict=True):
        middle = min(max(x, radius), width - radius), min(max(y, radius), height - radius)
        for turn in range(start, start + 91, 10):
            found.append((middle[0] + radius * math.cos(math.radians(turn)), middle[1] + radius * math.sin(math.radians(turn))))
    return found


@pytest.mark.parametrize("radius", [3.0, 6.0, 8.0, 10.0])
def test_a_corner_may_be_rounded_by_ten_millimetres(radius: float) -> None:
    found = in_mm(rounded(64.0, 100.0, radius), CornerParams())
    corners = ((0, 0), (64, 0), (64, 100), (0, 100))
    assert all(any(math.dist(one, corner) < 2.0 for one in found) for corner in corners)


CHIPS = [(x + off, 88 + high) for x in (48, 32, 16) for off, high in ((2, 0), (0, 2), (-2, 0))]
CHIPPED: Points = [(0, 0), (64, 0), (64, 88), *CHIPS, (0, 88)]
"""Chips of stone touch one edge of a card every sixteen millimetres."""


def test_a_corner_beside_an_edge_that_something_touches_is_found() -> None:
    def is_found(params: CornerParams) -> bool:
        return any(math.dist(one, (64, 88)) < 3.0 for one in in_mm(CHIPPED, params))

    assert is_found(CornerParams())
    assert not is_found(CornerParams(most_bent=0, least_edge_mm=15.0)), "straight edges are too short"
    assert is_found(CornerParams(least_edge_mm=15.0))


def test_what_is_straight_is_taken_as_it_is_however_much_more_might_bend() -> None:
    straight = rounded(64.0, 88.0, 3.0)
    assert in_mm(straight, CornerParams()) == in_mm(straight, CornerParams(most_bent=0))


RAGGED: Points = [(64 + x, 44 + (2.5 if n % 2 else -2.5)) for n, x in enumerate(range(0, 300, 3))]
"""What touches a card from the side, as the leaves of a printed cloth do: a line of a hundred bends."""


def test_a_corner_of_a_piece_in_one_contour_with_much_else_is_found() -> None:
    """Of a row of dark cards on printed leaves, all one contour, one was left out: it had more bends than were looked at."""
    around = [(0, 0), (64, 0), (64, 40), *RAGGED, (364, 120), (64, 120), (64, 88), (0, 88)]
    found = in_mm([(float(x), float(y)) for x, y in around], RegionParams().left_corners)
    assert all(any(math.dist(one, corner) < 2.0 for one in found) for corner in ((0, 0), (0, 88)))


def test_corners_that_tell_of_no_other_piece_take_no_place_from_those_that_do() -> None:
    """Those of a named card, and those at which only the picture ends."""
    card = np.array([[10, 10], [110, 10], [110, 170], [10, 170]], np.float32)
    scale, view = np.diag([0.5, 0.5, 1.0]), (640, 480)
    named, other, cut = ([np.round(2 * np.array(points)).astype(np.int32)[:, None]] for points in (
        [(6, 6), (54, 6), (54, 84), (6, 84)], [(100, 100), (150, 100), (150, 160), (100, 160)], [(0, 120), (80, 120), (80, 239), (0, 239)],
    ))  # fmt: skip
    every, few = [*named, *cut, *other], CornerParams(most=3)
    found = [tuple(one.at_mm.tolist()) for one in find_corners(every, scale, few, telling(view, scale, [card], few))]
    places = (80, 120), (100, 100), (150, 100), (150, 160), (100, 160)
    assert len(found) == 3 and all(min(math.dist(one, at) for at in places) < 1 for one in found)
    assert any(one.at_mm[0] < 1 for one in find_corners(every, scale, few)), "only the picture ends there"
    alone = find_corners(named, scale, few), find_corners(named, scale, few, telling(view, scale, [card], few))
    assert [len(each) for each in alone] == [3, 0]


@pytest.mark.parametrize("turn", range(0, 180, 6))
@pytest.mark.parametrize("angle", [82.5, 90.0, 97.5])
def test_a_corner_of_edges_just_long_enough_is_found_however_it_is_turned(turn: int, angle: float) -> None:
    """A contour that is narrower is left out unseen."""
    arms = [(14.0 * math.cos(math.radians(way)), 14.0 * math.sin(math.radians(way))) for way in (turn, turn + angle)]
    assert any(math.dist(one, (40, 40)) < 0.5 for one in in_mm([(40.0, 40.0), *((40 + x, 40 + y) for x, y in arms)], CornerParams()))


def scattered(seed: int) -> list[Contour]:
    """Contours of pieces, print, cloth and specks, some at the edge of a picture 400 px wide and 300 high."""
    rng, found = np.random.default_rng(seed), list[Contour]()
    for size in (70, 30, 8, 3):
        for sides in (4, 5, 9):
            around = np.sort(rng.random((4, sides)), 1) * 2 * np.pi + rng.random((4, 1)) * 2 * np.pi
            middles = rng.random((4, 1, 2)) * (400, 300)
            points = middles + size * np.stack([np.cos(around), np.sin(around)], 2) * (1 + 0.1 * rng.random((4, sides, 1)))
            found += [np.clip(one, 0, (399, 299)).round().astype(np.int32)[:, None] for one in points]
    return [*found, *(outline([(x, y), (x + 6, y), (x + 6, y + 8.8), (x, y + 8.8)]) for x, y in ((3, 4), (20, 11), (33, 0)))]


def test_corners_of_the_contours_of_one_picture_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often some of them are asked about, and as if nothing had been asked before."""
    plain, approximated, approximate = scattered(5), list[int](), cv2.approxPolyDP
    known = [
        np.array([[20, 30], [95, 35], [90, 140], [18, 132]], np.float32),
        np.array([[195, 105], [270, 105], [270, 205], [195, 205]], np.float32),
    ]
    every, left = Contours(plain), CornerParams(most=60, most_edges=400)

    def counted(*words: Any) -> object:
        approximated.append(1)
        return approximate(*words)

    monkeypatch.setattr(cv2, "approxPolyDP", counted)

    def told(contours: list[Contour]) -> list[list[tuple[object, ...]]]:
        some = [not_within(contours, known[:k]) for k in range(3)]
        some += [not_within(at_edge(contours, (400, 300)), known)]
        ways = [(TO_MM, CornerParams()), (TO_MM, left), (np.diag([0.8, 0.8, 1.0]), CornerParams(most_bent=0))]
        return [
            [(*one.at_mm, *one.arms.ravel(), *one.lengths_mm, *one.ends) for one in find_corners(s, *way)] for s in some for way in ways
        ]

    once, again = told(every), len(approximated)
    assert told(every) == once and len(approximated) == again > 0, "all is known by then"
    assert again <= 2 * 2 * len(plain), "at two scales, for two bends"
    assert [len(one) for one in once[::3]] == sorted((len(one) for one in once[::3]), reverse=True) and once[0] != once[6]
    assert told(plain) == once and len(approximated) > 2 * again, "of a list nothing is kept"
