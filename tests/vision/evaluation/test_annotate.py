"""Outlines and names on a picture."""

import math

import numpy as np
import pytest

from vision.evaluation.annotate import INK, annotate, annotate_board, to_jpeg
from vision.frame import Rgb
from vision.image.decode import decode
from vision.observation import Board, Candidate, CellDoubt, Detection, Quad

QUAD: Quad = ((100, 60), (260, 60), (260, 280), (100, 280))


def ground(value: int) -> Rgb:
    return np.full((400, 500, 3), value, np.uint8)


def count(rgb: Rgb, colour: tuple[int, int, int], off: int = 0) -> int:
    """Pixels of this colour, each channel by so much off at most: a stroke no wider than a pixel is paler than its ink."""
    return int((np.abs(rgb.astype(int) - colour) <= off).all(axis=2).sum())


@pytest.mark.parametrize("value", [0, 128, 255])
def test_a_name_is_drawn_on_a_copy_in_rgb(value: int) -> None:
    rgb = ground(value)
    drawn = annotate(rgb, [Detection("card", QUAD, "lunches-6", 0.99)])
    assert (rgb == value).all() and drawn.shape == rgb.shape and drawn.dtype == np.uint8
    assert count(drawn, INK.sure) > 500 and count(drawn, INK.sure[::-1]) == 0
    assert count(drawn, INK.text) > 0


def test_a_board_is_outlined_with_its_letters_in_their_spaces() -> None:
    board = Board(((40, 40), (340, 40), (340, 340), (40, 340)), ("A.", "?."), (CellDoubt(1, 0),))
    drawn = annotate_board(ground(128), board)
    assert count(drawn[40:190, 40:190], INK.sure) > 100 and count(drawn[60:180, 60:180], INK.text, off=25) > 0
    assert count(drawn[190:340, 50:190], INK.unsure) > 100
    assert (drawn[60:320, 200:330] == 128).all(), "of spaces without a letter nothing is drawn"


def edge_share(rgb: Rgb, colour: tuple[int, int, int]) -> float:
    """Part of the left edge that bears the colour."""
    return float((rgb[70:270, 99:102] == colour).all(axis=2).any(axis=1).mean())


def test_unsure_is_dashed_and_sure_is_not() -> None:
    sure = annotate(ground(128), [Detection("card", QUAD, "a", 0.99)])
    unsure = annotate(ground(128), [Detection("card", QUAD, alternatives=(Candidate("a", 0.5),), why="glare")])
    assert edge_share(sure, INK.sure) == 1.0
    assert 0.3 < edge_share(unsure, INK.unsure) < 0.9
    assert count(unsure, INK.sure) == 0


def test_every_sign_and_place_can_be_drawn() -> None:
    far: Quad = ((-5000, -5000), (9000, -5000), (9000, 9000), (-5000, 9000))
    lost: Quad = ((math.nan, 0), (1, math.inf), (1e12, 1), (0, 1))
    corner: Quad = ((498, 398), (499, 398), (499, 399), (498, 399))
    detections = [Detection("card", quad, "Käse-ÄÖÜñ-日本" * 9, 0.5) for quad in (far, lost, corner)]
    assert annotate(ground(90), [*detections, Detection("tile", corner)]).shape == (400, 500, 3)
    assert annotate(np.zeros((8, 8, 3), np.uint8), detections).shape == (8, 8, 3)


def test_a_plate_stays_within_the_picture() -> None:
    edge: Quad = ((480, 10), (499, 10), (499, 30), (480, 30))
    drawn = annotate(ground(0), [Detection("card", edge, "surrealist-guest-17", 0.99)])
    assert count(drawn[:, :480], INK.sure) > 500, "the plate is moved to the left"


def test_jpeg_keeps_colours_and_gets_smaller_only() -> None:
    rgb = ground(0)
    rgb[...] = (200, 40, 20)
    small = decode(to_jpeg(rgb, 250), "small").rgb
    assert small.shape == (200, 250, 3) and np.abs(small.astype(int) - (200, 40, 20)).max() < 12
    assert decode(to_jpeg(rgb, 4000), "same").rgb.shape == rgb.shape
    assert len(to_jpeg(rgb, quality=30)) < len(to_jpeg(rgb, quality=95))
