"""A board of letters: found or given, any turn of the tiles, empty cells, and pictures of something else."""

import cv2
import numpy as np
import pytest

from tests.vision.letterart import ROWS, Pixels, Style, board, on_table
from vision.frame import Frame
from vision.letters.board import as_the_others, posterior, read_board
from vision.letters.cells import Grid
from vision.letters.gridlines import beyond, change_maps, find_grid, off_frame, settle
from vision.letters.net import letter_net
from vision.letters.reader import LetterReader
from vision.observation import Board


def read(rows: list[str], style: Style | None = None) -> Board:
    photo, corners = on_table(*board(rows, style))
    return read_board(photo, Grid.of_corners(len(rows), len(rows[0]), corners.tolist()), letter_net())


def wrong(seen: Board, rows: list[str]) -> list[tuple[int, int]]:
    """Cells in which another letter stands than there is, or one where there is none."""
    signs = [(r, c, seen.letters[r][c], rows[r][c]) for r in range(seen.rows) for c in range(seen.cols)]
    return [(r, c) for r, c, sign, there in signs if sign not in (there, "?", ".")]


def missing(seen: Board, rows: list[str]) -> int:
    return sum(there.isalpha() and sign != there for a, b in zip(seen.letters, rows, strict=True) for sign, there in zip(a, b, strict=True))


STYLES = {
    "green board": Style(),
    "pale board": Style(board=(225, 220, 210), line=(150, 145, 140), tile=(250, 240, 205)),
    "light letters": Style(board=(120, 30, 30), tile=(35, 40, 70), ink=(240, 240, 230)),
    "serifs": Style(face=cv2.FONT_HERSHEY_TRIPLEX),
}


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_letters_are_read_and_empty_cells_are_empty(style: Style) -> None:
    seen = read(ROWS, style)
    assert wrong(seen, ROWS) == []
    assert missing(seen, ROWS) <= 1


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_tiles_that_all_lie_turned_are_read(turn: int) -> None:
    seen = read(ROWS, Style(turn=turn))
    assert wrong(seen, ROWS) == []
    assert missing(seen, ROWS) <= 1
    assert ("at the right", "at the bottom", "at the left")[turn - 1] in seen.why


@pytest.mark.parametrize("gains", [(1.0, 0.9, 0.6), (0.7, 0.9, 1.0), (0.2, 0.2, 0.2)], ids=["warm", "cold", "dark"])
def test_light_makes_no_letter(gains: tuple[float, float, float]) -> None:
    photo, corners = on_table(*board(ROWS))
    seen = read_board((photo * np.array(gains)).astype(np.uint8), Grid.of_corners(10, 10, corners.tolist()), letter_net())
    assert wrong(seen, ROWS) == []
    assert missing(seen, ROWS) <= 1


def test_corners_that_are_a_little_off_do_not_matter() -> None:
    photo, corners = on_table(*board(ROWS))
    off = corners + np.array([(7, -6), (-7, 5), (6, 7), (-6, -7)])
    seen = read_board(photo, Grid.of_corners(10, 10, off.tolist()), letter_net())
    assert wrong(seen, ROWS) == []
    assert missing(seen, ROWS) <= 1


def test_a_hand_makes_no_letters() -> None:
    photo, corners = on_table(*board(ROWS))
    cv2.ellipse(photo, (700, 500), (260, 120), 30, 0, 360, (205, 150, 120), -1)
    for i in range(4):
        cv2.line(photo, (560 - 20 * i, 380 + 60 * i), (400, 300 + 70 * i), (200, 145, 118), 34)
    seen = read_board(photo, Grid.of_corners(10, 10, corners.tolist()), letter_net())
    assert wrong(seen, ROWS) == []
    assert "something lies over the board at rows" in seen.why


def test_an_empty_board_is_empty_and_nothing_lies_over_it() -> None:
    seen = read(["." * 10] * 10)
    assert seen.letters == ("." * 10,) * 10
    assert seen.unsure == ()
    assert seen.why == ""


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_tiles_and_their_print_are_nothing_that_lies_over_the_board(style: Style) -> None:
    assert read(["ABCDEFGHIJ"] * 10, style).why == ""


def test_an_unsure_cell_names_its_place_and_what_it_may_be() -> None:
    photo, corners = on_table(*board(ROWS))
    soft = cv2.GaussianBlur(photo, (0, 0), 9)
    seen = read_board(np.asarray(soft, np.uint8), Grid.of_corners(10, 10, corners.tolist()), letter_net())
    assert wrong(seen, ROWS) == []
    for doubt in seen.unsure:
        assert seen.letters[doubt.row][doubt.col] == "?"
        assert doubt.why
        assert [c.confidence for c in doubt.candidates] == sorted((c.confidence for c in doubt.candidates), reverse=True)


@pytest.mark.parametrize("style", [STYLES["green board"], STYLES["pale board"]], ids=["green", "pale"])
def test_the_grid_is_found_by_its_lines(style: Style) -> None:
    photo, corners = on_table(*board(ROWS, style))
    found = find_grid(photo, 10, 10)
    assert found is not None
    assert np.abs(np.asarray(found.grid.corners_px) - corners).max() < 0.2 * found.grid.px_per_cell


@pytest.mark.parametrize("step", [(1, 0), (0, -1), (2, 1)], ids=["a column", "a row", "both"])
def test_a_grid_that_lies_whole_cells_off_is_moved_back(step: tuple[int, int]) -> None:
    photo, corners = on_table(*board(ROWS))
    dx, dy = step
    off = Grid.of_corners(10, 10, corners.tolist()).px([(dx, dy), (10 + dx, dy), (10 + dx, 10 + dy), (dx, 10 + dy)])
    found, goes_on = settle(*change_maps(photo), Grid.of_corners(10, 10, off.tolist()))
    assert goes_on == ()
    assert np.abs(np.asarray(found.corners_px) - corners).max() < 2


def test_a_board_of_more_cells_than_asked_for_is_told_and_names_no_letter() -> None:
    photo, _ = on_table(*board(ROWS))
    seen = LetterReader(rows=8, cols=8).read(Frame(photo, 0.0))
    assert seen.board is not None
    assert "cells go on beyond" in seen.board.why
    assert seen.board.confidence == 0
    assert not any(sign.isalpha() for row in seen.board.letters for sign in row)


def test_a_plain_frame_as_wide_as_a_cell_is_no_more_cells() -> None:
    photo, corners = on_table(*board(ROWS, frame=64))
    assert beyond(*change_maps(photo), Grid.of_corners(10, 10, corners.tolist())) == ()


@pytest.mark.parametrize("step", [(0, 1), (0, -1), (1, 0), (-1, 0)], ids=["below", "above", "right", "left"])
def test_a_frame_that_was_taken_for_a_row_of_cells_is_none(step: tuple[int, int]) -> None:
    photo, corners = on_table(*board(ROWS, frame=64))
    right = Grid.of_corners(10, 10, corners.tolist())
    maps, (dx, dy) = change_maps(photo), step
    off = right.moved(right.to_px @ np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]], np.float64))
    assert off_frame(*maps, off) == (-dx, -dy)
    assert off_frame(*maps, right) == (0, 0)


def _evidence(readings: list[dict[tuple[int, str], float]]) -> np.ndarray[tuple[int, int, int], np.dtype[np.float32]]:
    """(n, 4, 27) nats: what is named by its turn and letter, and little for all else."""
    found = np.full((len(readings), 4, 27), -12, np.float32)
    for i, one in enumerate(readings):
        for (turn, letter), nats in one.items():
            found[i, turn, ord(letter) - 65] = nats
    return found


def test_one_tile_of_a_board_is_not_read_upside_down() -> None:
    others = [{(0, letter): 20.0} for letter in "PRGLEKFT"]
    evidence = _evidence([*others, {(0, "M"): 20.0, (2, "W"): 32.0}, {(0, "I"): 14.0, (2, "H"): 15.0}])
    prior = np.array([0.94, 0.01, 0.04, 0.01], np.float32)
    chances = posterior(as_the_others(evidence, prior, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), prior)
    assert chances[8].argmax() == ord("M") - 65
    assert chances[9].max() < 0.9, "an H is one both ways: what it says upside down counts"
    mixed = np.full(4, 0.25, np.float32)
    assert posterior(as_the_others(evidence, mixed, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), mixed)[8].argmax() == ord("W") - 65


def test_a_board_of_another_shape_is_found() -> None:
    rows = ["..........", ".PLANET...", "..........", "......TEA."]
    photo, corners = on_table(*board(rows), size=(1200, 600))
    found = find_grid(photo, 4, 10)
    assert found is not None
    seen = read_board(photo, found.grid, letter_net())
    assert wrong(seen, rows) == []
    assert np.abs(np.asarray(found.grid.corners_px) - corners).max() < 0.3 * found.grid.px_per_cell


def scenes() -> dict[str, Pixels]:
    rng = np.random.default_rng(5)
    wood = np.clip(140 + 25 * np.sin(np.arange(900)[:, None] / 9 + rng.normal(0, 0.3, (900, 1))) + rng.normal(0, 5, (900, 1200)), 0, 255)
    card = np.full((900, 1200, 3), 90, np.uint8)
    cv2.rectangle(card, (300, 200), (800, 700), (240, 240, 235), -1)
    return {"wood": np.repeat(wood[..., None], 3, 2).astype(np.uint8), "a card": card, "grey": np.full((600, 800, 3), 128, np.uint8)}


@pytest.mark.parametrize("scene", scenes().values(), ids=list(scenes()))
def test_a_picture_of_something_else_is_no_board_and_says_so(scene: Pixels) -> None:
    seen = LetterReader(rows=15, cols=15).read(Frame(scene, 0.0))
    assert seen.board is None
    assert any("no board of 15 x 15 cells" in advice for advice in seen.quality.advice)


@pytest.mark.parametrize(
    "corners",
    [[(0, 0), (0, 0), (0, 0), (0, 0)], [(0, 0), (100, 100), (100, 0), (0, 100)], [(0, 0), (float("nan"), 0), (9, 9), (0, 9)]],
    ids=["a point", "crossed", "no number"],
)
def test_corners_that_span_no_board_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="span no board"):
        Grid.of_corners(15, 15, corners)


def test_corners_partly_outside_the_picture_are_read_as_far_as_it_goes() -> None:
    photo, corners = on_table(*board(ROWS))
    cut = np.ascontiguousarray(photo[:, 300:])
    seen = read_board(cut, Grid.of_corners(10, 10, (corners - [300, 0]).tolist()), letter_net())
    assert wrong(seen, ROWS) == []
    assert seen.letters[1][8] == "T"
    whole = Grid.of_corners(10, 10, corners.tolist())
    lost = {(n // 10, n % 10) for n, (x, _) in enumerate(whole.px(whole.middles).tolist()) if x < 300}
    assert len(lost) > 10 and all(seen.letters[row][col] == "?" for row, col in lost), "what the picture does not show is not empty"
    assert {(doubt.row, doubt.col) for doubt in seen.unsure if doubt.why == "beyond the picture's edge"} >= lost
    assert "part of the board lies beyond the picture's edge" in seen.why


def test_a_letter_seen_either_way_up_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """An M of thin serifs whose middle ends at its foot was a W on a board."""
    rows = list(ROWS)
    at = next(i for i, sign in enumerate("".join(rows)) if sign.isalpha() and "".join(rows).count(sign) == 1)
    monkeypatch.setattr("vision.letters.board.is_same_upside_down", lambda evidence, *_: np.arange(len(evidence)) == at)
    seen = read(rows)
    assert "".join(seen.letters)[at] == "?"
    assert wrong(seen, rows) == []


@pytest.mark.parametrize(("wide", "is_astray"), [(1.0, False), (0.93, False), (0.9, True), (1.1, True)])
def test_cells_in_whose_middle_no_letters_lie_are_none(wide: float, is_astray: bool) -> None:
    """A board of 15 columns was cut into narrower ones, by lines in the cloth beside it: letters stood a column off."""
    rows = [f".{('GARDENFLUTEKITE'[r:] + 'GARDEN')[:13]}." if r % 3 == 0 else 15 * "." for r in range(15)]
    photo, corners = on_table(*board(rows))
    middle = corners.mean(axis=0)
    cells = middle + (corners - middle) * np.array([wide, 1.0])
    seen = read_board(photo, Grid.of_corners(15, 15, cells.tolist()), letter_net())
    assert seen.why.startswith("letters do not lie") == is_astray == (seen.confidence == 0.0)
    assert any(sign.isalpha() for row in seen.letters for sign in row) != is_astray
