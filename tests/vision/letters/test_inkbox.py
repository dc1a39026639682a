"""A board laid by its letters: a corner that a hand hides is moved a whole cell where the letters that show agree, and only then."""

import cv2
import numpy as np

from vision.letters.cells import PX_PER_CELL, Flat, Grid, Points
from vision.letters.inkbox import settled

GRID = Grid.of_corners(15, 15, [(0, 0), (600, 0), (600, 600), (0, 600)])
HIDDEN = 6
"""Cells of the lower left corner that a hand hides, each way."""


def board(places: Points) -> Flat:
    """Letters at these places (225, 2), none in the lower left corner."""
    picture = np.full((17 * PX_PER_CELL, 17 * PX_PER_CELL), 225, np.uint8)
    for (x, y), (col, row) in zip(places, GRID.middles, strict=True):
        if not (col < HIDDEN and row > 15 - HIDDEN):
            left, low = (round((v + 1) * PX_PER_CELL) for v in (x, y))
            cv2.rectangle(picture, (left - 9, low - 10), (left + 9, low + 10), 60, 5)
    return Flat(GRID, picture)


def leaning(off: float) -> Points:
    """The cells' middles, the lower left corner so many cells off, the others in their places."""
    corners = np.array([[0, 0], [15, 0], [15, 15], [0, 15]], np.float32)
    moved = corners + np.array([[0, 0], [0, 0], [0, 0], [off, -off]], np.float32)
    to = cv2.getPerspectiveTransform(corners, moved)
    return np.asarray(cv2.perspectiveTransform(GRID.middles.reshape(-1, 1, 2), to).reshape(-1, 2), np.float64)


def test_a_hidden_corner_is_moved_as_far_as_the_letters_that_show_agree() -> None:
    there = leaning(0.9)
    grey = board(there)
    once = settled(grey, GRID.middles)
    assert np.abs(settled(grey, once) - there).max() < 0.15


def test_letters_that_do_not_agree_move_no_corner_far() -> None:
    rng = np.random.default_rng(3)
    scattered = leaning(0.9) + rng.uniform(-0.25, 0.25, (225, 2))
    assert np.abs(settled(board(scattered), GRID.middles) - GRID.middles).max() < 0.6
