"""The square that print filled, by the hull of what a hand leaves of it."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.tiles.hull import whole_squares

Floats = NDArray[np.float32]
SQUARE = ((411.0, 177.0), (648.0, 186.0), (661.0, 405.0), (376.0, 391.0))
"""Seen from the side, clockwise."""


def hull(*corners: tuple[float, float]) -> Floats:
    """The outline as pixels tell it: rounded, a point for every turn."""
    mask = cv2.fillPoly(np.zeros((600, 900), np.uint8), [np.round(np.array(corners)).astype(np.int32)], 1)
    contour = max(cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[-2], key=cv2.contourArea)
    return np.asarray(cv2.convexHull(contour).reshape(-1, 2), np.float32)


@pytest.mark.parametrize("cut", range(4))
@pytest.mark.parametrize("part", [0.35, 0.6])
def test_a_corner_under_a_hand_is_where_the_sides_meet(cut: int, part: float) -> None:
    ring = [np.array(corner) for corner in SQUARE]
    before, corner, after = ring[cut - 1], ring[cut], ring[(cut + 1) % 4]
    ends = [tuple(corner + part * (before - corner)), tuple(corner + 0.45 * (after - corner))]
    shown = [*(tuple(c) for c in ring[:cut]), *ends, *(tuple(c) for c in ring[cut + 1 :])]
    (quad,) = whole_squares(hull(*shown))
    for there in SQUARE:
        assert np.linalg.norm(quad - np.array(there), axis=1).min() < 6


def test_a_whole_square_needs_no_other() -> None:
    assert whole_squares(hull(*SQUARE)) == []


def test_what_is_no_square_makes_none() -> None:
    assert whole_squares(hull((100, 100), (700, 100), (720, 160), (690, 220), (100, 220))) == [], "too long"
    assert whole_squares(hull((400, 100), (640, 270), (550, 550), (250, 550), (160, 270))) == [], "a pentagon"
