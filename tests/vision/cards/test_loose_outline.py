"""A figure like a piece's, printed on other paper: the paper does not end where the piece would."""

import cv2
import numpy as np
import pytest

from vision.frame import Frame, Rgb
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

WIDE, HIGH = 240, 360
FIGURES = range(9)


def figure(n: int, beside: int = 0) -> Rgb:
    """White paper with a coloured figure in its middle, so many pixels of paper more on its left and on its right."""
    flat = np.full((HIGH, WIDE + 2 * beside, 3), (250, 250, 248), np.uint8)
    corners = np.random.default_rng(n).uniform(-1, 1, (7, 2)) * (70, 120) + (WIDE / 2 + beside, HIGH / 2)
    cv2.fillPoly(flat, [corners.astype(np.int32)], [(200, 40, 40), (40, 140, 60), (70, 50, 160)][n % 3], cv2.LINE_AA)
    return flat


def picture(flat: Rgb, blur: float) -> Frame:
    """The paper on a green table, out of focus by so many pixels."""
    middle = cv2.getRotationMatrix2D((flat.shape[1] / 2, flat.shape[0] / 2), 12, 0.6)
    middle[:, 2] += 640 - flat.shape[1] / 2, 360 - flat.shape[0] / 2
    table = np.full((720, 1280, 3), (70, 100, 80), np.uint8)
    cv2.warpAffine(flat, middle, (1280, 720), dst=table, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    return Frame(np.clip(cv2.GaussianBlur(table.astype(np.float32), (0, 0), blur) + noise, 0, 255).astype(np.uint8), 0.0)


READER = TableReader(Catalogue(tuple(look_of(figure(n), f"figure-{n}", "card", (60.0, 90.0)) for n in FIGURES)))


@pytest.mark.parametrize("n", [1, 4, 5])
def test_a_figure_on_a_longer_strip_of_paper_is_not_named_where_it_might_be_another(n: int) -> None:
    assert [one.id for one in READER.read(picture(figure(n, beside=WIDE // 2), 2.0)).pieces] == []


@pytest.mark.parametrize("n", [1, 4, 5])
def test_a_card_that_ends_where_it_should_is_named_in_the_same_blur(n: int) -> None:
    assert [one.id for one in READER.read(picture(figure(n), 2.0)).pieces] == [f"figure-{n}"]
