"""What hides a cell may cut the letter beside it, on the next tile, too."""

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.letters.net import PLAIN
from vision.tiles.look import TileLook
from vision.tiles.signs import PARAMS, Cells, cells_of
from vision.tiles.tiling import Tiling

HIDDEN = (4, 7)
"""A cell at the lower side of the upper middle tile."""


@dataclass
class Shown:
    """A board of letters, one of them hidden by a hand or by a token."""

    evidence: NDArray[np.float32]
    under_tokens: NDArray[np.bool_]


def cells(*, is_token: bool) -> Cells:
    tiling = Tiling()
    count = tiling.count
    evidence = np.full((count, count, 4, len(PLAIN) + 1), -20.0, np.float32)
    evidence[:, :, 0, PLAIN.index("O")] = 12.0
    evidence[HIDDEN] = -20.0
    shown = Shown(evidence.reshape(count**2, 4, -1), np.zeros((count, count), np.bool_))
    shown.under_tokens[HIDDEN] = is_token
    size = tiling.cells
    looks = [
        TileLook(r, c, evidence[r * size : (r + 1) * size, c * size : (c + 1) * size].reshape(size**2, 4, -1), 0, None, 0.95)
        for r in range(tiling.tiles)
        for c in range(tiling.tiles)
    ]
    return cells_of(shown, looks, tiling, PARAMS)  # type: ignore[arg-type]


@pytest.mark.parametrize("row", [3, 5])
def test_a_letter_next_to_a_hidden_cell_may_be_cut_on_its_own_tile_and_on_the_next(row: int) -> None:
    may_be_cut = cells(is_token=False).may_be_cut.reshape(15, 15)
    assert may_be_cut[row, 6:9].all()
    assert may_be_cut.sum() == 9


def test_a_token_cuts_no_letter_beside_it() -> None:
    assert not cells(is_token=True).may_be_cut.any()


def test_what_lies_on_its_own_tile_asks_more_of_a_letter() -> None:
    at_rim = cells(is_token=False).at_rim.reshape(15, 15)
    assert at_rim[3:5, 6:9].all()
    assert at_rim.sum() == 6
