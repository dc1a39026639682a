"""Cells held against the tiles that are clear: printed squares, tiles off their middle, blank tiles, and what glare leaves of a word."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import CELL, ROWS, Pixels, Style, board, glyph, on_table
from vision.letters.board import read_board
from vision.letters.cells import Grid
from vision.letters.net import letter_net
from vision.observation import Board

FRAME = 40
WORDS = (("DOUBLE", "LETTER", "SCORE"), ("TRIPLE", "WORD"), ("3x", "WORD"))
PREMIUM = ((60, 110, 190), (190, 50, 40), (230, 150, 140))


def read(picture: Pixels, corners: np.ndarray) -> Board:
    photo, seen = on_table(picture, corners, size=(700, 640))
    return read_board(photo, Grid.of_corners(len(ROWS), len(ROWS[0]), seen.tolist()), letter_net())


def at(row: int, col: int) -> tuple[int, int]:
    """x, y of a cell's corner in the drawing."""
    return FRAME + col * CELL, FRAME + row * CELL


def signs(seen: Board, rows: list[str]) -> list[tuple[int, int, str]]:
    """Cells that are not as they were laid."""
    return [(r, c, seen.letters[r][c]) for r in range(seen.rows) for c in range(seen.cols) if seen.letters[r][c] != rows[r][c]]


def printed(rows: list[str]) -> tuple[Pixels, np.ndarray]:
    """A board whose empty squares are coloured and bear small words."""
    picture, corners = board(rows, frame=FRAME)
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign != "." or (r + 2 * c) % 3:
                continue
            x, y = at(r, c)
            kind = (r + c) % 3
            picture[y + 3 : y + CELL - 3, x + 3 : x + CELL - 3] = PREMIUM[kind]
            for i, word in enumerate(WORDS[kind]):
                cv2.putText(picture, word, (x + 8, y + 20 + 16 * i), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (250, 250, 250), 1, cv2.LINE_AA)
    return picture, corners


def test_words_on_empty_squares_are_no_letters_and_no_questions() -> None:
    assert signs(read(*printed(ROWS)), ROWS) == []


def test_tiles_off_the_middle_of_their_cells_are_read() -> None:
    picture, corners = board(ROWS, frame=FRAME)
    rng = np.random.default_rng(3)
    empty, _ = board(["." * 10] * 10, frame=FRAME)
    moved = empty.copy()
    for r, row in enumerate(ROWS):
        for c, sign in enumerate(row):
            if sign != ".":
                x, y = at(r, c)
                right, down = (round(CELL * off) for off in rng.uniform(-0.16, 0.16, 2))
                moved[y + 4 + down : y + CELL - 4 + down, x + 4 + right : x + CELL - 4 + right] = picture[
                    y + 4 : y + CELL - 4, x + 4 : x + CELL - 4
                ]
    read_as = signs(read(moved, corners), ROWS)
    assert [one for one in read_as if one[2] != "?"] == []
    assert len(read_as) <= 1


def test_blank_tiles_are_told() -> None:
    rows = [*ROWS[:5], "...K_TE.E.", *ROWS[6:9], ".......A_."]
    seen = read(*board(rows, frame=FRAME))
    assert [(r, c) for r, row in enumerate(seen.letters) for c, sign in enumerate(row) if sign == "_"] == [(5, 4), (9, 8)]


def test_a_board_that_looks_like_its_tiles_has_no_blank_ones() -> None:
    seen = read(*board(ROWS, Style(board=(232, 222, 196), line=(120, 110, 90)), frame=FRAME))
    assert not any("_" in row for row in seen.letters)


def test_a_tile_with_a_sign_of_no_alphabet_is_asked_about() -> None:
    rows = [*ROWS[:8], ".......&..", ROWS[9]]
    assert read(*board(rows, frame=FRAME)).letters[8][7] == "?"


def test_what_glare_washes_out_within_a_word_is_asked_about() -> None:
    picture, corners = board(ROWS, frame=FRAME)
    x, y = at(3, 4)
    cv2.circle(picture, (x + CELL // 2, y + CELL // 2), round(0.55 * CELL), (255, 255, 255), -1)
    seen = read(picture, corners)
    assert seen.letters[3][4] == "?"
    assert [doubt.why for doubt in seen.unsure if (doubt.row, doubt.col) == (3, 4)] == ["glare over the letter"]


def test_two_cells_on_from_a_letter_that_glare_washes_out_its_word_may_go_on_and_three_it_is_none() -> None:
    picture, corners = board(ROWS, frame=FRAME)
    x, y = at(7, 4)
    picture[y : y + CELL, x : x + 3 * CELL] = 255
    assert signs(read(picture, corners), ROWS) == [(7, 4, "?"), (7, 5, "?")]


@pytest.mark.parametrize(("ink", "asked"), [((30, 28, 26), []), ((215, 215, 215), [(1, 2, "?"), (1, 6, "?"), (5, 6, "?")])])
def test_a_letter_on_a_washed_out_tile_is_read_as_long_as_its_ink_shows(
    ink: tuple[int, int, int], asked: list[tuple[int, int, str]]
) -> None:
    picture, corners = board(ROWS, frame=FRAME)
    for row, col in ((1, 2), (5, 6), (1, 6)):
        x, y = at(row, col)
        style = Style(tile=(255, 255, 255), ink=ink)
        picture[y + 4 : y + CELL - 4, x + 4 : x + CELL - 4] = glyph(ROWS[row][col], CELL - 8, style)
    seen = read(picture, corners)
    assert signs(seen, ROWS) == asked
    assert all(doubt.why == "glare over the letter" for doubt in seen.unsure)
