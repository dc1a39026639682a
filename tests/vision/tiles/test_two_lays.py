"""A board that a hand hides so that it cannot be told where it lies is laid once more, by what an unbounded red glass shows."""

from dataclasses import replace

import numpy as np
import pytest

from vision.letters.net import letter_net
from vision.observation import Board
from vision.tiles import tiled
from vision.tiles.betweenhands import HIDDEN
from vision.tiles.redfilter import BY_STROKE, GlassParams
from vision.tiles.tiling import Tiling
from vision.tiles.view import View

BOARD = Board(((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)), ("ABC", "DEF", "GHI"), ())


@pytest.mark.parametrize(("fault", "is_read", "lays"), [(HIDDEN, True, 2), (HIDDEN, False, 2), ("the cells do not fit", True, 1)])
def test_where_a_hand_hides_the_sides_the_board_is_laid_again(
    fault: str, is_read: bool, lays: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, again = replace(BOARD, confidence=0.0, why=fault), BOARD if is_read else replace(BOARD, confidence=0.0, why="again")
    asked = list[GlassParams]()

    def laid(*_: object, glass: GlassParams = BY_STROKE) -> object:
        asked.append(glass)
        board = first if len(asked) == 1 else again
        return (board, _view(fault)), [], []

    monkeypatch.setattr(tiled, "_by_gaps", laid)
    found = tiled.find_tiled(np.full((60, 80, 3), 200, np.uint8), Tiling(), letter_net())
    assert found is not None
    assert found[0] == (again if lays == 2 and is_read else first)
    assert len(asked) == lays
    assert [glass.brightest < 1 for glass in asked] == [True, False][:lays]


def _view(fault: str) -> View:
    """Of which nothing but its fault is asked."""
    view = object.__new__(View)
    object.__setattr__(view, "fault", fault)
    return view
