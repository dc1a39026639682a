"""Where a square of tiles lies, by all that shows of its print."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.net import letter_net
from vision.tiles.square import coloured, squares
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling


def test_a_square_that_two_arms_leave_in_parts_is_looked_for_around_all_of_them() -> None:
    photo = table(ants=False).copy()
    corners = found_grid().px([(1.0, -0.5), (4.5, -0.5), (8.0, 5.0), (10.0, 8.0), (6.0, 12.0), (-0.5, 13.5), (-0.5, 8.0), (3.0, 6.0)])
    cv2.fillPoly(photo, [np.rint(corners).astype(np.int32)], (205, 150, 122))
    want = np.asarray(found_grid().corners_px)
    assert min(np.abs(quad - want).max() for quad in squares(photo)) < 0.6 * found_grid().px_per_cell


def on_newspaper() -> NDArray[np.uint8]:
    """A square of tiles on print that is as fine, but black."""
    photo = table(ants=False)
    rng, sheet = np.random.default_rng(3), np.full_like(photo, 205)
    for y in range(10, len(sheet) + 12, 12):
        words = " ".join("".join(rng.choice(list("aeinorstuglm"), rng.integers(2, 9))) for _ in range(60))
        cv2.putText(sheet, words, (2, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (40, 40, 40), 1, cv2.LINE_AA)
    on_board = np.zeros(photo.shape[:2], np.uint8)
    cv2.fillPoly(on_board, [np.rint(np.asarray(found_grid().corners_px)).astype(np.int32)], 255)
    return np.where(on_board[..., None] > 0, photo, sheet)


def test_a_square_on_print_as_fine_is_found_by_its_colours() -> None:
    photo, want = on_newspaper(), np.asarray(found_grid().corners_px)
    near = 0.6 * found_grid().px_per_cell
    quads = squares(photo)
    assert min(np.abs(quad - want).max() for quad in quads) > near, "by how fine it is alone it is not"
    assert min(np.abs(quad - want).max() for quad in coloured(photo, quads)) < near


def test_what_no_square_of_fine_print_tells_is_read_where_its_colours_are(monkeypatch: pytest.MonkeyPatch) -> None:
    photo = on_newspaper()
    high, wide = photo.shape[:2]
    monkeypatch.setattr("vision.tiles.tiled.squares", lambda _: [np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)])
    board = read_tiled(photo, Tiling(), letter_net())
    assert board is not None
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 180


def test_colours_tell_of_no_square_that_is_tried_already() -> None:
    photo = table(ants=False)
    assert coloured(photo, []) != []
    assert coloured(photo, squares(photo)) == []
