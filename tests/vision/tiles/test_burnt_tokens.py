"""Tokens that glare has burnt out: the rim that is left of one is not told as the letter that is printed below it."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_tiled import GAP, TILE, Pixels, _view, expected, read, table

CELLS = [(1, 1), (2, 0), (3, 1), (3, 11), (5, 1), (7, 0)]
"""Of which an O is printed."""


def with_rims(shade: int) -> Pixels:
    """The tiles with a pale token on each of these cells, of which little more than the rim shows, in that grey."""
    photo = table(ants=False).copy()
    to_px, pitch = _view(photo.shape[1], photo.shape[0]), (3 * TILE + 2 * GAP) / 15
    for row, col in CELLS:
        middle = np.array([[[150 + (col + 0.5) * pitch, 150 + (row + 0.5) * pitch]]])
        x, y = (round(float(v)) for v in cv2.perspectiveTransform(middle, to_px)[0, 0])
        cv2.circle(photo, (x, y), round(0.3 * pitch), (250, 246, 205), -1, cv2.LINE_AA)
        cv2.circle(photo, (x, y), round(0.3 * pitch), (shade, shade, shade - 40), 1, cv2.LINE_AA)
    return photo


@pytest.mark.parametrize("shade", [192, 200])
def test_the_rim_of_a_burnt_out_token_is_not_the_letter_below_it(shade: int) -> None:
    assert {expected()[row][col] for row, col in CELLS} == {"O"}
    board = read(with_rims(shade), enrolled=True)
    assert board is not None
    assert {board.letters[row][col] for row, col in CELLS} <= {".", "?"}
