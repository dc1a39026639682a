"""A disc on something else than a tile, by how common the colours around it are on the board."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.vision.tiles.printed import COUNT, board_of
from vision.tiles.onprint import off_print


@pytest.mark.parametrize(
    ("rare", "unseen", "is_off"),
    [
        pytest.param(0.31, 0, True, id="a card's corner over the board's edge"),
        pytest.param(0.26, 0, False, id="print amid letters"),
        pytest.param(0.2, 3, True, id="a card that hides the cells beside it"),
        pytest.param(0.1, 3, False, id="the board's own colours"),
    ],
)
def test_a_disc_amid_rare_colours_lies_on_no_tile(monkeypatch: pytest.MonkeyPatch, rare: float, unseen: int, is_off: bool) -> None:
    def around(*_: object) -> SimpleNamespace:
        return SimpleNamespace(strange=np.zeros(1), rare=np.array([rare]), alike=np.zeros(1), printed=np.zeros(1))

    monkeypatch.setattr("vision.tiles.onprint._around", around)
    flat, under = board_of("EHTRNSAOKLWDUCB", 1.0, 4), np.zeros((COUNT, COUNT), np.bool_)
    under[2, 0] = True
    lettered = ~under
    lettered[1 : 1 + unseen, 1] = False
    assert off_print(flat, flat.grid.middles, under, lettered, {})[2, 0] == is_off
