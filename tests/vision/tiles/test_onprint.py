"""A disc on something else than a tile, by how common the colours around it are on the board."""

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.printed import COUNT, board_of
from vision.letters.cells import MARGIN, PX_PER_CELL
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


def tokens_on(cells: list[tuple[int, int]], colour: tuple[int, int, int]) -> NDArray[np.bool_]:
    """Which of a board's cells with such discs lie on something else than tiles."""
    flat, under = board_of("EHTRNSAOKLWDUCB", 1.0, 4), np.zeros((COUNT, COUNT), np.bool_)
    picture = np.asarray(cv2.cvtColor(flat.pixels, cv2.COLOR_GRAY2RGB), np.uint8)
    for row, col in cells:
        under[row, col] = True
        at = round((col + 0.5 + MARGIN) * PX_PER_CELL), round((row + 0.5 + MARGIN) * PX_PER_CELL)
        cv2.circle(picture, at, round(0.38 * PX_PER_CELL), colour, -1, cv2.LINE_AA)
    return off_print(flat.with_pixels(picture), flat.grid.middles, under, ~under, {})


def test_tokens_beside_a_token_are_not_what_it_lies_on() -> None:
    around = [(5, 5), (4, 5), (6, 5), (5, 4), (5, 6), (4, 4), (6, 6), (4, 6), (6, 4)]
    assert not tokens_on(around, (40, 90, 190)).any()
