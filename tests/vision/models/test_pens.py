"""Letters as other pens print them, for training: bolder, but never another letter."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.models.masks import BOX_PX, CAP_PX
from vision.models.pens import heavy, round_penned
from vision.models.scenes import CANVAS, patterned


def mask(letter: str) -> NDArray[np.uint8]:
    """A letter as OpenCV's own strokes draw it."""
    drawn = np.zeros((BOX_PX, BOX_PX), np.uint8)
    scale = CAP_PX / cv2.getTextSize("H", cv2.FONT_HERSHEY_DUPLEX, 1, 1)[0][1]
    cv2.putText(drawn, letter, (30, 80), cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA)
    return drawn


def gaps(of: NDArray[np.uint8]) -> int:
    """Pieces of ground in the letter's box that are no specks."""
    left, top, wide, high = cv2.boundingRect(of)
    ground = (of[top : top + high, left : left + wide] < 128).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(ground, connectivity=4)
    return int((stats[1:, cv2.CC_STAT_AREA] > 0.01 * wide * high).sum())


@pytest.mark.parametrize("letter", "EHMNW")
def test_a_heavy_letter_has_more_ink_and_every_gap(letter: str) -> None:
    thin = mask(letter)
    bold = [heavy(thin, np.random.default_rng(seed)) for seed in range(10)]
    assert all(gaps(one) >= gaps(thin) and one.sum() >= thin.sum() for one in bold)
    assert max(int(one.sum()) for one in bold) > 1.3 * int(thin.sum())


def test_a_round_pen_leaves_the_letter_where_it_is() -> None:
    thin = mask("R")
    drawn = round_penned(thin, np.random.default_rng(1))
    assert (drawn[thin > 200] > 0).mean() > 0.9


def test_a_pattern_covers_the_cell_in_more_than_one_place() -> None:
    spread = [patterned(np.full((CANVAS, CANVAS), 120, np.float32), np.random.default_rng(seed)).std() for seed in range(40)]
    assert np.median(spread) > 10
