"""Where a square of tiles lies, by all that shows of its print."""

from itertools import islice
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.recorder import RECORDINGS
from tests.vision.tiles.test_tiled import found_grid, table
from vision.image.decode import load_frame
from vision.letters.cells import Grid, Pixels
from vision.letters.gridlines import Found
from vision.letters.net import letter_net
from vision.observation import Board
from vision.tiles import tiled
from vision.tiles.square import Floats, clearest_first, coloured, squares
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling
from vision.tiles.view import View


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


def in_turn(*scores: float | None, most: int = 9) -> tuple[list[int], list[int]]:
    """In which order squares with gaps that stand out so are laid, and so many of them handed on."""
    grid, asked = Grid.of_corners(3, 3, [(0, 0), (90, 0), (90, 90), (0, 90)]), list[int]()

    def laid(quad: Floats) -> Found | None:
        asked.append(int(quad[0, 0]))
        score = scores[asked[-1]]
        return None if score is None else Found(grid, score)

    quads = [np.full((4, 2), n, np.float32) for n in range(len(scores))]
    told = [int(quad[0, 0]) for quad, _ in islice(clearest_first(quads, laid, 1.1), most)]
    return asked, told


def test_a_square_whose_gaps_are_not_clear_is_held_against_the_next_one() -> None:
    assert in_turn(1.05, 1.2, 1.3)[1] == [1, 0, 2] and in_turn(1.05, 1.02, 1.3)[1] == [0, 1, 2]
    assert in_turn(None, 1.02)[1] == [1, 0] and in_turn(1.02, None)[1] == [0, 1]
    assert in_turn(1.2, 1.05, 1.3)[1] == [0, 2, 1] and in_turn(1.05)[1] == [0]


def test_where_they_are_clear_no_other_is_laid() -> None:
    assert in_turn(1.2, 1.3, most=1) == ([0], [0]) and in_turn(1.05, 1.2, 1.3, most=1) == ([0, 1], [1])


def test_a_board_beside_a_nest_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The square that takes in the nest is likelier, but its gaps are less clear."""
    tried = list[Grid]()
    read_at = tiled.board_at

    def board_at(rgb: Pixels, grid: Grid, *rest: Any) -> tuple[Board, View] | None:
        tried.append(grid)
        return read_at(rgb, grid, *rest)

    monkeypatch.setattr(tiled, "board_at", board_at)
    board = tiled.read_tiled(load_frame(RECORDINGS / "word_buffet" / "001.jpg").rgb, Tiling())
    assert board is not None and board.confidence == 1.0 and len(tried) == 1
