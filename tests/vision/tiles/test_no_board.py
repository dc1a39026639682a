"""Where a first look tells no letters, nobody looks closer or for tokens: a table without a board is said in half the time."""

from unittest.mock import Mock

import numpy as np
import pytest

from fixtures.art_word_buffet import ANTS
from tests.vision.tiles.test_tiled import found_grid, table
from vision.letters.net import letter_net
from vision.tiles.ants import find_ants
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling


def test_on_a_grid_without_letters_tokens_are_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    find = Mock(side_effect=find_ants)
    monkeypatch.setattr("vision.tiles.view.find_ants", find)
    bare = np.full_like(table(ants=False), 150)
    bare += np.random.default_rng(1).integers(0, 12, bare.shape, np.uint8)
    board = read_at(bare, found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is None or board.confidence == 0
    assert find.call_count == 0
    assert read_at(table(ants=False), found_grid(), Tiling(colours=ANTS), letter_net()) is not None
    assert find.call_count > 0, "on a board they are"
