"""Rings printed between letters: around a star, a disc, and none at all."""

import cv2
import numpy as np
import pytest

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.tiles.rings import Ring, over_chance, ringed

CELLS = 5


def tile(shape: str, at: tuple[int, int] = (2, 1)) -> Flat:
    """A tile through a red glass: letters, and at one corner of four cells a food in a ring."""
    side = PX_PER_CELL
    grey = np.full(((CELLS + 2) * side,) * 2, 225, np.uint8)
    for i in range(CELLS * CELLS):
        x, y = (round((v + 0.5 + MARGIN) * side) for v in (i % CELLS, i // CELLS))
        cv2.putText(grey, "BERNHAST"[i % 8], (x - 8, y + 9), cv2.FONT_HERSHEY_DUPLEX, 0.8, 60, 2, cv2.LINE_AA)
    x, y = (round((at[i] + 1 + MARGIN) * side) for i in (1, 0))
    if shape != "none":
        cv2.circle(grey, (x, y), round(0.23 * side), 150, 1, cv2.LINE_AA)
    if shape == "disc":
        cv2.circle(grey, (x, y), round(0.12 * side), 190, -1, cv2.LINE_AA)
    if shape == "star":
        reach = [0.2 if i % 2 else 0.12 for i in range(14)]
        points = [(x + r * side * np.cos(i * np.pi / 7), y + r * side * np.sin(i * np.pi / 7)) for i, r in enumerate(reach)]
        cv2.fillPoly(grey, [np.round(points).astype(np.int32)], 185, cv2.LINE_AA)
    noise = np.random.default_rng(1).normal(0, 2, grey.shape)
    return Flat(Grid(CELLS, CELLS, np.eye(3)), np.asarray(np.clip(cv2.GaussianBlur(grey, (0, 0), 0.8) + noise, 0, 255), np.uint8))


@pytest.mark.parametrize("shape", ["disc", "star"])
def test_a_food_is_where_its_ring_is(shape: str) -> None:
    flat = tile(shape)
    assert ringed(flat, flat.grid.middles, CELLS, (0, 0), CELLS) == (2.5, 1.5)


def test_letters_alone_are_no_food() -> None:
    flat = tile("none")
    assert ringed(flat, flat.grid.middles, CELLS, (0, 0), CELLS) is None


def test_a_ring_that_stands_out_on_its_tile_alone_and_not_on_the_board_is_a_curl() -> None:
    one = Ring((2.5, 1.5), score=0.05, second=0.005)
    assert over_chance([one, *[Ring((0.5, 0.5), 0.012, 0.01)] * 8]) == [(2.5, 1.5), *[None] * 8]
    assert over_chance([one, *[Ring((0.5, 0.5), 0.03, 0.02)] * 8]) == [None] * 9
    assert over_chance([]) == []


def test_a_ring_that_hardly_leads_is_a_letter_s_bow() -> None:
    """Foods lead by more than three times what comes next on their tile, what was taken for one by 2.7 at most."""
    rest = [Ring((0.5, 0.5), 0.012, 0.01)] * 8
    assert over_chance([Ring((2.5, 1.5), score=0.084, second=0.032), *rest])[0] is None
    assert over_chance([Ring((2.5, 1.5), score=0.097, second=0.028), *rest])[0] == (2.5, 1.5)
