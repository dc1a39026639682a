"""Boards and pictures that nobody would choose: an answer, or one clear error."""

import numpy as np
import pytest

from vision.frame import Frame
from vision.letters.net import PLAIN
from vision.letters.reader import LetterReader
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling

SINGLE = [(1, 1), (1, 15), (15, 1)]


def picture(height: int, width: int) -> Frame:
    """Noise."""
    return Frame(np.random.default_rng(1).integers(0, 256, (height, width, 3)).astype(np.uint8), 0.0)


@pytest.mark.parametrize("size", [(1, 1), (7, 5), (1, 9000), (40, 300), (200, 200)])
@pytest.mark.parametrize("grid", [*SINGLE, (21, 21)])
def test_where_no_board_can_be_found_its_corners_are_asked_for(grid: tuple[int, int], size: tuple[int, int]) -> None:
    seen = LetterReader(PLAIN, *grid).read(picture(*size))
    assert seen.board is None
    assert any("give its corners" in advice for advice in seen.quality.advice)


@pytest.mark.parametrize("grid", SINGLE)
def test_a_single_row_or_column_is_read_where_its_corners_are_given(grid: tuple[int, int]) -> None:
    board = LetterReader(PLAIN, *grid, [(0, 0), (200, 0), (200, 200), (0, 200)]).read(picture(200, 200)).board
    assert board is not None and (board.rows, board.cols) == grid


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([(5, 5)] * 4, id="one place"),
        pytest.param([(0, 0), (10, 0), (20, 0), (30, 0)], id="a line"),
        pytest.param([(0, 0), (99, 99), (99, 0), (0, 99)], id="crossed"),
        pytest.param([(0, 0), (99, 0), (20, 20), (0, 99)], id="dented"),
        pytest.param([(float("nan"), 0), (99, 0), (99, 99), (0, 99)], id="no number"),
        pytest.param([(50, 50), (51, 50), (51, 51), (50, 51)], id="a pixel"),
    ],
)
def test_corners_that_span_no_board_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="span no board of 15 x 15 cells"):
        LetterReader(PLAIN, 15, 15, corners).read(picture(100, 100))


@pytest.mark.parametrize(
    "corners", [[(500, 500), (600, 500), (600, 600), (500, 600)], [(-5000, -5000), (5000, -5000), (5000, 5000), (-5000, 5000)]]
)
def test_of_a_board_that_lies_outside_no_letter_stands(corners: list[tuple[float, float]]) -> None:
    board = LetterReader(PLAIN, 15, 15, corners).read(picture(100, 100)).board
    assert board is not None
    assert not any(sign.isalpha() for row in board.letters for sign in row)


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (3, 3), (1, 500), (500, 1), (1, 9000), (9000, 1), (2, 9000), (8, 30000), (60, 3000)])
@pytest.mark.parametrize("level", [0, 127, 255, None])
def test_a_picture_of_hardly_any_pixels_holds_no_board_and_no_letter_that_is_sure(size: tuple[int, int], level: int | None) -> None:
    frame = picture(*size)
    rgb = frame.rgb if level is None else np.full_like(frame.rgb, level)
    assert read_tiled(rgb, Tiling()) is None
    assert not any(one.is_sure for one in LetterReader(PLAIN).read(Frame(rgb, 0.0)).detections)
