"""Special tokens whose print is no lighter than they are: no letter has a ring around something darker."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import LEANING, board, spot_px
from vision.letters.cells import Flat
from vision.tiles.ant_colours import COLOURS
from vision.tiles.ants import find_ants

INK, PAPER = (40, 44, 48), (250, 248, 242)
BOX = {**{name: COLOURS[name] for name in ("red", "yellow", "blue")}, "green": (60, 138, 74)}


def inlaid(name: str, row: int, col: int, core: tuple[int, int, int], radius: float = 0.36) -> Flat:
    """A board on which one token leans as the others do and bears a disc."""
    place = LEANING[(0, 1)][1]
    flat = board(6, LEANING | {(row, col): (BOX[name], place)}, (205, 60, 55))
    at, cell = spot_px(row, col, *place), spot_px(0, 1, 0, 0)[0] - spot_px(0, 0, 0, 0)[0]
    cv2.circle(flat.pixels, at, round(radius * cell), BOX[name], -1, cv2.LINE_AA)
    cv2.circle(flat.pixels, at, round(0.48 * radius * cell), core, -1, cv2.LINE_AA)
    return Flat(flat.grid, np.asarray(cv2.GaussianBlur(flat.pixels, (0, 0), 0.7), np.uint8))


@pytest.mark.parametrize("is_lettered", [False, True])
@pytest.mark.parametrize("name", ["green", "yellow", "red"])
def test_a_special_token_with_a_dark_print_is_found_whether_or_not_a_letter_seems_to_show(name: str, is_lettered: bool) -> None:
    flat, lettered = inlaid(name, 3, 2, INK), np.full(36, is_lettered) & (np.arange(36) == 3 * 6 + 2)
    ants = find_ants(flat, flat.grid.middles, 6, BOX, lettered=lettered).ants
    assert (3, 2, name, True) in [(ant.row, ant.col, ant.color, ant.special) for ant in ants]


def test_a_letter_of_dark_ink_with_paper_within_is_none() -> None:
    flat = inlaid("blue", 3, 2, PAPER, 0.3)
    ants = find_ants(flat, flat.grid.middles, 6, BOX, lettered=np.arange(36) == 3 * 6 + 2).ants
    assert (3, 2) not in [(ant.row, ant.col) for ant in ants]


def test_a_dark_letter_on_a_patch_of_one_colour_is_none() -> None:
    flat = board(6, {}, (205, 60, 55))
    at, cell = spot_px(3, 2, 0, 0), spot_px(0, 1, 0, 0)[0] - spot_px(0, 0, 0, 0)[0]
    cv2.circle(flat.pixels, at, round(0.36 * cell), PAPER, -1, cv2.LINE_AA)
    cv2.putText(flat.pixels, "R", (at[0] - 9, at[1] + 10), cv2.FONT_HERSHEY_DUPLEX, 0.9, (40, 95, 100), 2, cv2.LINE_AA)
    assert (3, 2) not in [(ant.row, ant.col) for ant in find_ants(flat, flat.grid.middles, 6, BOX).ants]
