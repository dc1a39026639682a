"""A square of printed paper on a cloth whose pattern is as fine as the print."""

from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.letterart import Style, glyph
from vision.letters.net import letter_net
from vision.tiles.papers import papers
from vision.tiles.square import sheets
from vision.tiles.tiled import TiledParams, read_tiled
from vision.tiles.tiling import Tiling

Pixels = NDArray[np.uint8]
SIZE, CELL, CHECK = (1500, 1000), 34, 46
ROWS = tuple("".join(row) for row in np.random.default_rng(7).choice(list("ABDEFGHJKLNPRSTXYZ"), (15, 15)))
QUAD = np.array([(545, 205), (1052, 262), (1010, 766), (490, 712)], np.float32)
PLAIN = Style(tile=(222, 222, 216), ink=(35, 95, 115))


@lru_cache(maxsize=1)
def cloth() -> Pixels:
    """Checked, a dot in each pale check."""
    rows, cols = np.mgrid[: SIZE[1], : SIZE[0]]
    y, x = (0.97 * rows - 0.24 * cols) / CHECK, (0.97 * cols + 0.24 * rows) / CHECK
    shades = np.array([(232, 216, 196), (150, 162, 166), (84, 122, 142), (84, 122, 142)], np.uint8)
    picture: Pixels = shades[(np.floor(x) % 2 + np.floor(y) % 2).astype(int)]
    is_dot = (np.hypot(x % 1 - 0.5, y % 1 - 0.5) < 0.2) & (np.floor(x) % 2 + np.floor(y) % 2 == 0)
    picture[is_dot] = shades[2]
    return picture


@lru_cache(maxsize=4)
def table(rows: tuple[str, ...] = ROWS) -> Pixels:
    """Paper with these letters on the cloth, as a camera sees it from the side."""
    sheet = np.vstack([np.hstack([glyph(letter, CELL, PLAIN, part=0.45) for letter in row]) for row in rows])
    for at in (5 * CELL, 10 * CELL):
        sheet[at - 1 : at + 1] = sheet[:, at - 1 : at + 1] = 140
    side = len(sheet)
    to = cv2.getPerspectiveTransform(np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32), QUAD)
    photo = cloth().copy()
    cv2.warpPerspective(sheet, to, SIZE, dst=photo, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_TRANSPARENT)
    noisy = cv2.GaussianBlur(photo, (0, 0), 0.8) + np.random.default_rng(2).normal(0, 2.5, photo.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def test_a_sheet_is_calm_where_its_print_is_closed_over() -> None:
    found = sheets(table())
    assert min(np.abs(quad - QUAD).max() for quad in found) < 0.6 * CELL


def test_a_sheet_is_whole_where_tokens_lie_on_it() -> None:
    photo = table().copy()
    for x in range(600, 1020, 55):
        cv2.circle(photo, (x, 262 + (x - 600) // 9), 14, (60, 60, 200), -1, cv2.LINE_AA)
    assert min(np.abs(quad - QUAD).max() for quad in sheets(photo)) < 0.6 * CELL


def test_cloth_alone_is_no_sheet() -> None:
    assert papers(cloth()) == []
    assert papers(np.full((600, 800, 3), 150, np.uint8)) == []


@pytest.mark.parametrize("most_lattices", [3, 0], ids=["by its letters too", "by its paper alone"])
def test_a_board_without_print_is_read_on_patterned_cloth(most_lattices: int) -> None:
    board = read_tiled(table(), Tiling(), letter_net(), TiledParams(most_lattices=most_lattices))
    assert board is not None
    assert board.confidence > 0
    read = [(sign, letter) for row, there in zip(board.letters, ROWS, strict=True) for sign, letter in zip(row, there, strict=True)]
    assert all(sign in (letter, "?") for sign, letter in read)
    assert sum(sign == letter for sign, letter in read) >= 200
    assert [tile.quarter_turns for tile in board.tiles] == [0] * 9


@pytest.mark.parametrize(
    "params",
    [TiledParams(), pytest.param(TiledParams(most_lattices=0, least_told=2.0), marks=pytest.mark.slow)],
    ids=["bare", "hardly read"],
)
def test_a_sheet_that_is_no_board_tells_no_letter(params: TiledParams) -> None:
    photo = table() if params.least_told > 1 else table((" " * 15,) * 15)
    board = read_tiled(photo, Tiling(), letter_net(), params)
    assert board is None or not any(sign.isalpha() for row in board.letters for sign in row)
