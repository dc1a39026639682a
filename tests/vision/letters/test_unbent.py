"""Boards taken through lenses that bend straight lines."""

import numpy as np
import pytest

from tests.benchmarks.other_cameras import moved, through_lens
from tests.vision.letterart import ROWS, board, on_table
from tests.vision.letters.test_board import missing, wrong
from vision.frame import Frame
from vision.letters.reader import LetterReader
from vision.letters.unbent import find_unbent


@pytest.mark.parametrize("term", [-0.15, 0.08])
def test_a_board_is_read_through_a_lens_that_bends_its_lines(term: float) -> None:
    photo, corners = on_table(*board(ROWS))
    size = photo.shape[1], photo.shape[0]
    seen = LetterReader(rows=10, cols=10).read(Frame(through_lens(photo, np.random.default_rng(0), term), 0.0)).board
    assert seen is not None
    assert wrong(seen, ROWS) == [] and missing(seen, ROWS) <= 1
    assert np.abs(np.array(seen.corners_px) - moved(corners, term, size)).max() < 6


def test_a_board_whose_lines_are_straight_is_read_as_it_is() -> None:
    photo, _ = on_table(*board(ROWS))
    found = find_unbent(photo, 10, 10)
    assert found is not None and found.rgb is photo and found.term == 0.0
