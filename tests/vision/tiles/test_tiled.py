"""A square of letter tiles with red scribble over the letters: found on a table, each tile in its turn, tokens and foods on it."""

from functools import lru_cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art import PACKS, load_art
from fixtures.art_word_buffet import ANTS, FOODS, TILES
from tests.vision.letterart import Style, board as drawn_board, glyph, on_table as drawn_on_table
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.letters.net import SIDE, letter_net
from vision.observation import Ant, Board, Detection
from vision.tiles.onboard import board_pieces
from vision.tiles.redfilter import red_glass
from vision.tiles.square import squares
from vision.tiles.tiled import TiledParams, find_tiled, read_at, read_tiled
from vision.tiles.tiling import TilePrint, Tiling
from vision.tiles.view import ViewParams, both, inked, laid_anew

Pixels = NDArray[np.uint8]
TILE, GAP = 200, 3
ART = load_art(PACKS / "word_buffet")
TURNS = (0, 1, 2, 3, 0, 1, 2, 3, 0)
NAMES = list(TILES)[:9]
PRINTS = {name: TilePrint(rows, FOODS[name]) for name, rows in TILES.items()}
ON = (Ant(1, 1, "red"), Ant(1, 2, "red"), Ant(8, 8, "blue"), Ant(12, 3, "yellow"), Ant(13, 13, "green", True), Ant(4, 10, "blue", True))


def expected() -> list[str]:
    """What is printed, row by row."""
    rows = []
    for r in range(3):
        prints = [PRINTS[NAMES[3 * r + c]].turned(TURNS[3 * r + c]).letters for c in range(3)]
        rows += ["".join(p[i] for p in prints) for i in range(5)]
    return rows


@lru_cache(maxsize=4)
def table(places: tuple[tuple[int, int], ...] = tuple((i // 3, i % 3) for i in range(9)), *, ants: bool = True) -> Pixels:
    """Tiles from above at these rows and columns, a little askew, on a grey table; then seen from the side."""
    rng = np.random.default_rng(4)
    height, width = (max(p[i] for p in places) * (TILE + GAP) + TILE + 300 for i in (0, 1))
    picture = np.full((height, width, 3), (148, 140, 130), np.uint8)
    for i, (row, col) in enumerate(places):
        y, x = 150 + row * (TILE + GAP) + int(rng.integers(-2, 3)), 150 + col * (TILE + GAP) + int(rng.integers(-2, 3))
        face = cv2.resize(ART[NAMES[i % 9]].rgb, (TILE, TILE), interpolation=cv2.INTER_AREA)
        picture[y : y + TILE, x : x + TILE] = np.rot90(face, -TURNS[i % 9])
    for one in ON if ants else ():
        pitch = (3 * TILE + 2 * GAP) / 15
        lay(picture, one, round(150 + (one.col + 0.5) * pitch), round(150 + (one.row + 0.5) * pitch), round(pitch * 0.7))
    return _seen(picture, rng)


def lay(picture: Pixels, one: Ant, x: int, y: int, side: int) -> None:
    face = cv2.resize(ART[f"{'special' if one.special else 'ant'}-{one.color}"].rgb, (side, side), interpolation=cv2.INTER_AREA)
    disc = np.zeros((side, side), np.uint8)
    cv2.circle(disc, (side // 2, side // 2), side // 2 - 1, 1, -1)
    part = picture[y - side // 2 : y - side // 2 + side, x - side // 2 : x - side // 2 + side]
    part[disc > 0] = face[disc > 0]


def _seen(picture: Pixels, rng: np.random.Generator) -> Pixels:
    height, width = picture.shape[:2]
    photo = cv2.warpPerspective(picture, _view(width, height), (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    noisy = cv2.GaussianBlur(photo, (0, 0), 0.6) + rng.normal(0, 2.5, photo.shape)
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def _view(width: int, height: int) -> NDArray[np.float64]:
    """(3, 3): how a camera sees a picture of this size."""
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    to = corners * np.float32(0.98) + np.array([(30, 20), (-25, 5), (5, -10), (-10, 0)], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, to), np.float64)


def read(photo: Pixels, *, enrolled: bool, gains: tuple[float, float, float] = (1, 1, 1)) -> Board | None:
    tiling = Tiling(known=PRINTS if enrolled else {}, colours=ANTS)
    return read_tiled((photo * np.array(gains)).astype(np.uint8), tiling, letter_net())


def faults(board: Board) -> list[tuple[int, int, str, str]]:
    """Cells in which a letter stands that is not printed there."""
    there = expected()
    return [(r, c, s, there[r][c]) for r, row in enumerate(board.letters) for c, s in enumerate(row) if s not in (there[r][c], ".", "?")]


@pytest.mark.parametrize("gains", [(1, 1, 1), (1, 0.85, 0.6), (0.45, 0.45, 0.5)], ids=["day", "warm", "dim"])
@pytest.mark.parametrize("enrolled", [False, True], ids=["unknown tiles", "enrolled tiles"])
def test_letters_turns_tokens_and_foods(gains: tuple[float, float, float], enrolled: bool) -> None:
    board = read(table(), enrolled=enrolled, gains=gains)
    assert board is not None
    assert faults(board) == []
    assert [t.quarter_turns for t in board.tiles] == list(TURNS)
    read_cells = sum(sign.isalpha() for row in board.letters for sign in row)
    assert read_cells >= (219 if enrolled else 195)
    assert {(a.row, a.col, a.color, a.special) for a in board.ants} == {(a.row, a.col, a.color, a.special) for a in ON}
    assert all(board.letters[a.row][a.col] == "." for a in ON), "what covers a letter is not read as one"
    if enrolled:
        assert [t.id for t in board.tiles] == NAMES
        assert len(board.foods) == 9


def test_pieces_of_the_board_are_its_tiles_with_their_own_corners() -> None:
    board = read(table(), enrolled=True)
    assert board is not None
    pieces = [one for one in board_pieces(board, ()) if one.kind == "tile"]
    assert [one.id for one in pieces] == NAMES
    (ax, ay), (bx, by), *_ = pieces[1].quad_px
    assert by - ay > abs(bx - ax), "a tile turned by a quarter has its upper edge at the right, running down"


def test_a_missing_tile_is_said() -> None:
    places = tuple((i // 3, i % 3) for i in range(9) if i != 8)
    board = read(table(places, ants=False), enrolled=False)
    assert board is not None
    assert "lower right" in board.why
    assert all(sign in ".?" for row in board.letters[10:] for sign in row[10:])


def test_a_missing_tile_is_said_where_the_table_bears_some_print_of_its_own() -> None:
    places = tuple((i // 3, i % 3) for i in range(9) if i != 8)
    photo = table(places, ants=False).copy()
    for r, c in ((10, 10), (10, 13), (11, 11), (12, 14), (13, 12), (14, 10)):
        x, y = np.round(found_grid().px([(c + 0.5, r + 0.5)])[0]).astype(int)
        cv2.putText(photo, "&", (x - 9, y + 9), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (60, 55, 50), 2, cv2.LINE_AA)
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert "no letters show at the lower right" in board.why
    assert "something lies over" not in board.why
    assert len(board.tiles) == 8


def test_a_board_whose_gaps_hardly_stand_out_is_tried_where_there_is_no_other() -> None:
    faint = TiledParams(least_gaps=99.0, faint_gaps=1.01)
    found = find_tiled(table(ants=False), Tiling(), letter_net(), faint)
    assert found is not None
    assert faults(found[0]) == []
    assert find_tiled(table(ants=False), Tiling(), letter_net(), TiledParams(least_gaps=99.0, faint_gaps=99.0)) is None


def test_a_hand_over_a_quarter_makes_no_letters() -> None:
    photo = table(ants=False).copy()
    cv2.ellipse(photo, (250, 250), (170, 110), 40, 0, 360, (205, 150, 122), -1)
    board = read(photo, enrolled=False)
    assert board is not None
    assert faults(board) == []


def sleeve(photo: Pixels, corners: list[tuple[int, int]]) -> Pixels:
    """The picture with a chequered sleeve over it: print, but no letters."""
    y, x = np.mgrid[: photo.shape[0], : photo.shape[1]]
    cloth = np.where(((x // 9 + y // 9) % 2)[..., None] > 0, (60, 70, 110), (205, 205, 215)).astype(np.uint8)
    mask = cv2.fillPoly(np.zeros(photo.shape[:2], np.uint8), [np.array(corners, np.int32)], 1)
    return np.where(mask[..., None] > 0, cloth, photo)


def test_a_sleeve_over_a_quarter_hides_that_quarter_only_and_is_told() -> None:
    height = table(ants=False).shape[0]
    photo = sleeve(table(ants=False), [(0, height), (0, height - 480), (430, height - 420), (470, height)])
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert faults(board) == []
    assert board.confidence > 0, "the other letters are where they were"
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 150
    assert all(row.isalpha() for row in board.letters[:6]), "nothing is asked about far from it"
    assert "something lies over the board at rows" in board.why


def test_a_cell_that_shows_neither_letter_nor_token_is_asked_about() -> None:
    x, y = np.round(found_grid().px([(7.5, 7.5)])[0]).astype(int)
    photo = sleeve(table(ants=False), [(x - 17, y - 17), (x + 17, y - 17), (x + 17, y + 17), (x - 17, y + 17)])
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert board.letters[7][7] == "?"
    assert [(d.row, d.col) for d in board.unsure if "neither a letter nor a token" in d.why] == [(7, 7)]
    assert not board.why, "one cell is no hand"


def laid(tokens: dict[str, list[tuple[int, int]]], size: float = 0.7) -> Pixels:
    """The table with a token on each of these cells, listed by colour, so many cells wide."""
    photo = table(ants=False).copy()
    for color, row, col in ((color, *cell) for color, cells in tokens.items() for cell in cells):
        x, y = np.round(found_grid().px([(col + 0.5, row + 0.5)])[0]).astype(int)
        lay(photo, Ant(row, col, color), int(x), int(y), round(size * found_grid().px_per_cell))
    return photo


def test_a_square_is_found_by_what_an_arm_leaves_of_its_corner() -> None:
    photo = table(ants=False).copy()
    height, (x, y) = photo.shape[0], np.round(found_grid().px([(0, 15)])[0]).astype(int)
    arm = [(x + 48, height), (x + 28, y - 20), (x + 28, y - 120), (x + 110, y - 250), (x + 260, y - 250), (x + 330, height)]
    cv2.fillPoly(photo, [np.array(arm, np.int32)], (205, 150, 122))
    want = np.asarray(found_grid().corners_px)
    away = [np.abs(quad - want).max() for quad in squares(photo)]
    assert min(away) < 0.6 * found_grid().px_per_cell


def test_half_a_letter_is_asked_about_and_not_another_letter() -> None:
    photo = table(ants=False).copy()
    for row in range(15):
        (x, y), (u, v) = found_grid().px([(3.0, row + 0.1), (3.5 if row % 2 else 3.62, row + 0.9)])
        photo[round(y) : round(v), round(x) : round(u)] = (205, 150, 122)
    board = read(photo, enrolled=False)
    assert board is not None
    assert faults(board) == []
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 190


FOUND_OFF = [(5, 5), (1, 8), (-4, 8), (8, 2)]
"""By how many pixels the corners of a grid that is found are off those of the tiles: up to a quarter of a cell, by chance."""


@lru_cache(maxsize=1)
def found_grid() -> Grid:
    """The cells of `table` as they may be found."""
    return Grid.of_corners(15, 15, (tiles_px() + FOUND_OFF).tolist())


def tiles_px() -> NDArray[np.float64]:
    """(4, 2) where the outer corners of the tiles of `table` are."""
    whole = 3 * TILE + 2 * GAP
    tiles = np.array([[(0, 0), (whole, 0), (whole, whole), (0, whole)]], np.float64) + 150
    return np.asarray(cv2.perspectiveTransform(tiles, _view(whole + 300, whole + 300))[0], np.float64)


def at(*cells: tuple[float, float]) -> Grid:
    """The same, its corners moved to these cells."""
    return Grid.of_corners(15, 15, found_grid().px(cells).tolist())


@pytest.mark.parametrize("step", [(0, -1), (5, 0)], ids=["a cell upwards", "a tile"])
def test_a_board_that_is_laid_whole_cells_off_is_moved_to_its_letters(step: tuple[int, int]) -> None:
    dx, dy = step
    board = read_at(table(ants=False), at((dx, dy), (15 + dx, dy), (15 + dx, 15 + dy), (dx, 15 + dy)), Tiling(), letter_net())
    assert board is not None
    assert faults(board) == []
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 215
    assert board.why == ""


NEARLY = {"too large": [(-0.5, -0.5), (15.5, -0.5), (15.5, 15.5), (-0.5, 15.5)], "askew": [(0, 0.8), (15, -0.8), (15, 14.2), (0, 15.8)]}


@pytest.mark.parametrize("cells", NEARLY.values(), ids=list(NEARLY))
def test_a_board_that_is_laid_off_by_less_than_a_cell_is_drawn_to_its_letters(cells: list[tuple[float, float]]) -> None:
    board = read_at(table(ants=False), at(*cells), Tiling(), letter_net())
    assert board is not None
    assert faults(board) == []
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 215


OFF = {
    "too small": [(0, 0), (14, 0), (14, 14), (0, 14)],
    "too narrow": [(0, 0), (14, 0), (14, 15), (0, 15)],
    "askew": [(0, 1.6), (15, -1.6), (15, 13.4), (0, 16.6)],
}


@pytest.mark.parametrize("cells", OFF.values(), ids=list(OFF))
def test_a_board_that_is_laid_wrongly_names_no_letter_and_says_so(cells: list[tuple[float, float]]) -> None:
    board = read_at(table(ants=False), at(*cells), Tiling(), letter_net())
    assert board is not None
    assert board.confidence == 0
    assert board.why
    assert not any(sign.isalpha() for row in board.letters for sign in row)
    assert board.ants == ()
    token = Detection("token", ((300.0, 300.0), (320.0, 300.0), (320.0, 320.0), (300.0, 320.0)), "ant-red", 0.99)
    assert board_pieces(board, [token]) == (token,), "what lies on it is nowhere else to be known from"


def test_a_board_that_goes_on_to_four_tiles_in_a_row_is_told() -> None:
    board = read(table(tuple((r, c) for r in range(3) for c in range(4)), ants=False), enrolled=False)
    assert board is None or board.confidence == 0
    assert board is None or "go on" in board.why


def test_four_tiles_in_a_row_are_no_board() -> None:
    assert read(table(tuple((0, i) for i in range(4)), ants=False), enrolled=False) is None


def test_a_board_of_another_game_is_no_board_of_tiles() -> None:
    words = ["." * 15, "..GARDEN..TABLE", "." * 15, "....FLUTE......", "." * 15, *["." * 15] * 10]
    photo, _ = drawn_on_table(*drawn_board(words))
    assert read(photo, enrolled=True) is None


def test_a_board_most_of_whose_cells_are_bare_is_another_games_and_no_letter_of_it_stands() -> None:
    photo, to_px = table(ants=False).copy(), found_grid().px
    for r, c in ((r, c) for r in range(15) for c in range(15) if (r + 2 * c) % 5 > 1):
        ring = np.rint(to_px([(c + 0.04, r + 0.04), (c + 0.96, r + 0.04), (c + 0.96, r + 0.96), (c + 0.04, r + 0.96)])).astype(np.int32)
        cv2.fillPoly(photo, [ring], (246, 240, 228))
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is None or board.confidence == 0
    assert board is None or not any(sign.isalpha() for row in board.letters for sign in row)


def test_a_page_of_text_is_no_board_of_tiles() -> None:
    rng, page = np.random.default_rng(1), np.full((800, 1000, 3), (245, 243, 238), np.uint8)
    for y in range(60, 760, 26):
        line = "".join(rng.choice(list("etaoinshrdlucmfwypvbgkjqxz "), 62))
        cv2.putText(page, line, (60, y), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (40, 40, 45), 1, cv2.LINE_AA)
    framed = cv2.copyMakeBorder(page, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(120, 110, 100))
    board = read(np.asarray(framed, np.uint8), enrolled=False)
    assert board is None or board.confidence == 0


@pytest.mark.parametrize("seed", [1, 2])
def test_a_picture_of_something_else_is_no_board(seed: int) -> None:
    rng = np.random.default_rng(seed)
    noise = rng.integers(0, 255, (75, 100, 3)).astype(np.uint8)
    assert read(np.asarray(cv2.resize(noise, (1000, 750), interpolation=cv2.INTER_CUBIC), np.uint8), enrolled=True) is None


def test_a_turned_tile_four_times_is_itself() -> None:
    one = PRINTS["tile-03"]
    assert one.turned(4) == one
    assert one.turned(1).turned(3) == one
    assert one.turned(2).letters[0] == one.letters[-1][::-1]


def test_the_red_glass_shows_the_letters_of_our_own_tiles() -> None:
    grey = red_glass(ART["tile-01"].rgb)
    assert np.percentile(grey, 50) > 190
    assert np.percentile(grey, 3) < 110


def test_faint_strokes_are_as_dark_as_the_others_in_the_second_look() -> None:
    look = np.full((1, SIDE, SIDE), 220, np.uint8)
    look[0, 4:28, 8:14], look[0, 24:28, 14:26], look[0, :3] = 40, 70, 255
    shown = inked(look, 0.8)[0]
    assert shown[26, 20] == shown[10, 10] == 20
    assert shown[1, 1] == shown[15, 20] == 220, "what is brighter than paper is paper"
    look[0, 24:28, 14:26] = 160
    assert inked(look, 0.3)[0, 26, 22] == 20, "a third as dark as the stem"


def test_the_soft_edges_of_a_dark_stroke_do_not_grow_in_the_second_look() -> None:
    look = np.full((1, SIDE, SIDE), 220, np.uint8)
    look[0, 4:28, 8:14], look[0, 4:28, 14], look[0, 4:28, 17:22] = 20, 120, 20
    shown = inked(look, 0.3)[0]
    assert (shown[15, 14], shown[15, 15]) == (120, 220), "the gap between two stems stays as wide as it was"


def test_two_looks_that_agree_count_as_the_clearer_one_others_as_their_mean() -> None:
    sure, unsure, other = (np.array([[row]], np.float32) for row in ([9, 1, 0, -30], [4, 2, 0, -30], [1, 8, 0, -30]))
    np.testing.assert_array_equal(both(sure, unsure), sure)
    np.testing.assert_array_equal(both(unsure, sure), sure)
    np.testing.assert_array_equal(both(sure, other), (sure + other) / 2)


def tile_alone(turn: float, off: float) -> tuple[Flat, NDArray[np.float64]]:
    """Five rows of five letters from above, turned by degrees about the first and moved right and down by cells; and where they are."""
    grid, side = Grid(5, 5, np.eye(3)), PX_PER_CELL
    grey = np.full((round((5 + 2 * MARGIN) * side),) * 2, 225, np.uint8)
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    there = (grid.middles - 0.5) @ np.array([[c, s], [-s, c]]) + 0.5 + off
    for (x, y), letter in zip(there, "RTSENABRUFGEKLREFBTAPRENS", strict=True):
        px, py = (round((v + MARGIN) * side) - side // 3 for v in (x, y))
        size = 2 * (side // 3)
        grey[py : py + size, px : px + size] = cv2.cvtColor(glyph(letter, size, Style(tile=(225,) * 3), 0, 0.8), cv2.COLOR_RGB2GRAY)
    return Flat(grid, grey), there


def test_a_tile_that_lies_further_off_than_a_shift_mends_is_laid_anew() -> None:
    flat, there = tile_alone(4.0, 0.12)
    found = laid_anew(flat, flat.grid.middles, ViewParams())
    assert found is not None
    assert np.abs(found - there).max() < 0.08


def test_a_tile_that_lies_a_little_off_is_not_laid_anew() -> None:
    flat, _ = tile_alone(0.0, 0.1)
    assert laid_anew(flat, flat.grid.middles, ViewParams()) is None
