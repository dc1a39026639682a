"""Letters that glare leaves faint are seen by their shape; where a token lies, or all is burnt, none is."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.printed import COUNT, board_of
from vision.letters.cells import MARGIN, PX_PER_CELL
from vision.letters.oneprint import print_of
from vision.tiles.throughglare import show_through

ROW = "EHTRNSAOKLWDUCB"
LETTERS = np.array([ord(sign) - ord("A") for sign in ROW * COUNT])
TURNS = np.zeros(COUNT**2, np.int64)


def shown(left: float, *, letters: str = ROW, is_token: bool = False) -> int:
    """How many letters of a row are seen through glare that leaves a part of the print, with a token on each or not."""
    flat, row, every = board_of(ROW, 1.0, 4), np.arange(7 * COUNT, 8 * COUNT), np.ones(COUNT**2, np.bool_)
    every[row] = False
    known = print_of(flat, flat.grid.middles, TURNS, LETTERS, every)
    assert known is not None
    own = LETTERS.copy()
    own[row] = [ord(sign) - ord("A") for sign in letters]
    y = round((7 + MARGIN) * PX_PER_CELL)
    there = flat.pixels[y : y + PX_PER_CELL].astype(np.float32)
    noise = np.random.default_rng(5).normal(0, 0.8, there.shape)
    flat.pixels[y : y + PX_PER_CELL] = np.clip(252 - left * (252 - there) + noise, 0, 255)
    for col in range(COUNT) if is_token else ():
        at = round((col + 0.5 + MARGIN) * PX_PER_CELL), y + PX_PER_CELL // 2
        cv2.circle(flat.pixels, at, round(0.36 * PX_PER_CELL), 253, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(flat.pixels, at, round(0.36 * PX_PER_CELL), 246, 1, cv2.LINE_AA)
    return int(show_through(flat, flat.grid.middles, TURNS, own, 26, known, row).sum())


@pytest.mark.parametrize("left", [0.3, 0.1, 0.05])
def test_letters_of_which_glare_leaves_a_little_are_seen(left: float) -> None:
    assert shown(left) == COUNT


def test_no_letter_is_seen_where_all_is_burnt_or_a_token_lies() -> None:
    assert shown(0.0) == 0
    assert shown(0.1, is_token=True) == 0


def test_no_letter_is_seen_that_is_another_one_or_of_which_the_board_shows_none() -> None:
    assert shown(0.1, letters=ROW[1:] + ROW[0]) == 0
    assert shown(0.1, letters="QZXQZXQZXQZXQZX") == 0
