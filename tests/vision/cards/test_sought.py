"""The table's plane by a card that was read: by one that lies as a camera can see a rectangle, and by none that strayed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.sought import Search, plane_of
from vision.looks import canon
from vision.stopwatch import Stopwatch
from vision.table.pose import askew_by

VIEW = (1920, 1080)
CARD_MM = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float64)
STRAYED = np.array([[541, 563], [671, 569], [666, 726], [511, 687]], np.float32)
"""Corners that a square card on others of its paper was laid by: each some 15 pixels off."""


def seen_by(lens: float, tilt_deg: float, turn_deg: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """(3, 3): millimetres on the table to pixels, by a camera 500 mm away, its focal length in the picture's longer sides."""
    turn, tilt = np.radians(turn_deg), np.radians(tilt_deg)
    around = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    over = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]]) @ around
    pose = np.stack([over[:, 0], over[:, 1], np.array([40.0, -30.0, 500.0])], -1)
    return np.asarray(np.array([[lens * VIEW[0], 0, VIEW[0] / 2], [0, lens * VIEW[0], VIEW[1] / 2], [0, 0, 1]]) @ pose, np.float64)


def search() -> Search:
    picture = Picture(np.zeros((VIEW[1], VIEW[0], 3), np.uint8), max(VIEW))
    return Search(picture, [], None, [], Stopwatch())


def reading(quad: np.ndarray[tuple[int, int], np.dtype[np.float32]], agreement: float) -> Reading:
    return Reading(0, quad, agreement, 1.0, 1.0, 1.0, None, np.ones(canon.ROWS * canon.COLUMNS, np.float32))


@pytest.mark.parametrize("turn_deg", [0, 35, 80])
@pytest.mark.parametrize("tilt_deg", [0, 15, 35, 50])
@pytest.mark.parametrize("lens", [0.5, 0.8, 2.0])
def test_what_a_camera_sees_is_askew_by_nothing(lens: float, tilt_deg: float, turn_deg: float) -> None:
    assert askew_by(seen_by(lens, tilt_deg, turn_deg), VIEW) < 0.06


def test_corners_that_strayed_show_what_no_camera_sees() -> None:
    flat = np.array([[0, 0], [45, 0], [45, 45], [0, 45]], np.float32)
    assert askew_by(np.asarray(cv2.getPerspectiveTransform(flat, STRAYED), np.float64), VIEW) > 0.5


def test_a_card_that_strayed_tells_of_no_plane_and_another_does() -> None:
    looks = [deck.look("red", 2)]
    to_px = seen_by(0.8, 20, 10)
    true = reading(cv2.perspectiveTransform(CARD_MM[None], to_px)[0].astype(np.float32), 0.8)
    strayed = reading(STRAYED, 0.9)
    assert plane_of(search(), [strayed], looks) is None
    plane = plane_of(search(), [strayed, true], looks)
    assert plane is not None
    assert cv2.perspectiveTransform(true.quad[None].astype(np.float64), plane)[0] == pytest.approx(CARD_MM, abs=0.01)


def test_in_a_part_of_a_picture_whose_middle_is_not_known_any_card_tells_it() -> None:
    assert plane_of(replace(search(), is_part=True), [reading(STRAYED, 0.9)], [deck.look("red", 2)]) is not None
