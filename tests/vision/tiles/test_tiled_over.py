"""A square of letter tiles with something over a part of it, and letters on tiles of their own: asked about, or no board."""

import cv2
import numpy as np
import pytest

from fixtures.art_word_buffet import ANTS, CYAN
from tests.vision.letterart import Style, board as drawn, on_table
from tests.vision.tiles.test_tiled import PRINTS, expected, found_grid, laid, lay, read, table
from vision.letters.cells import Grid
from vision.letters.net import letter_net
from vision.letters.washed import beside_washed
from vision.observation import Ant
from vision.tiles.cover import Cover
from vision.tiles.signs import HALF
from vision.tiles.tiled import read_at
from vision.tiles.tiling import Tiling

PAPER = (250, 242, 230)


def crossed_words() -> list[str]:
    """Fifteen rows full of words: as many letters as a board of tiles shows under a hand."""
    line = "SENATORINLATEST"
    return [line[r % 7 :] + "." * (r % 7) if r % 5 != 2 else "." * 15 for r in range(15)]


def test_letters_on_tiles_of_their_own_are_another_games_board() -> None:
    style = Style(board=(210, 214, 220), line=(180, 184, 190), tile=(246, 242, 230))
    photo, corners = on_table(*drawn(crossed_words(), style))
    board = read_at(photo, Grid.of_corners(15, 15, corners.tolist()), Tiling(), letter_net())
    assert board is None or board.confidence == 0
    assert board is None or (board.ants == () and not any(sign.isalpha() for row in board.letters for sign in row))


def test_a_letter_half_under_a_hand_is_asked_about() -> None:
    photo, covered = table(ants=False).copy(), [(2, 2), (4, 9), (7, 5), (11, 8)]
    for row, col in covered:
        ring = np.rint(found_grid().px([(col, row + 0.52), (col + 1, row + 0.52), (col + 1, row + 1.25), (col, row + 1.25)])).astype(
            np.int32
        )
        cv2.fillPoly(photo, [ring], (205, 150, 122))
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert [board.letters[row][col] for row, col in covered] == ["?"] * 4
    assert {(one.row, one.col) for one in board.unsure if one.why == HALF} <= set(covered)
    assert sum(sign.isalpha() for row in board.letters for sign in row) >= 210


def test_a_letter_that_is_cut_short_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = 4 * 15 + 9
    monkeypatch.setattr("vision.tiles.signs.cut_short", lambda _grey, _middles, _turns, cells, *_: cells == cut)
    board = read_at(table(ants=False), found_grid(), Tiling(), letter_net())
    assert board is not None
    assert [(one.row, one.col, one.why) for one in board.unsure if one.why == HALF] == [(4, 9, HALF)]
    assert board.letters[4][9] == "?"


def test_a_letter_over_a_part_of_which_what_hides_the_next_one_is_seen_to_lie_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    cuts = np.zeros((15, 15), np.bool_)
    cuts[4, 9] = True
    monkeypatch.setattr("vision.tiles.signs.cover_of", lambda *_: Cover(cuts, np.zeros_like(cuts)))
    board = read_at(table(ants=False), found_grid(), Tiling(), letter_net())
    assert board is not None
    assert [(one.row, one.col, one.why) for one in board.unsure if one.why == HALF] == [(4, 9, HALF)]
    assert board.letters[4][9] == "?"


def test_a_known_letter_over_most_of_which_something_lies_is_not_told_by_the_little_that_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sliver of a token beside a hand and the tail of a Q below it: the token would be overlooked without a word."""
    nowhere, share = np.zeros((15, 15), np.bool_), np.zeros((15, 15), np.float32)
    share[4, 9], share[7, 5] = 0.82, 0.4
    monkeypatch.setattr("vision.tiles.signs.cover_of", lambda *_: Cover(nowhere, nowhere, share=share))
    monkeypatch.setattr("vision.tiles.signs._own_nats", lambda view, *_: np.full(len(view.evidence), -4.5, np.float32))
    board = read_at(table(ants=False), found_grid(), Tiling(known=PRINTS), letter_net())
    assert board is not None
    assert not board.letters[4][9].isalpha()
    assert board.letters[7][5].isalpha(), "by its chance beside the other letters of its tile"


def test_a_lone_letter_beside_a_hand_that_is_seen_to_end_before_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The board has no other X to show that it is a whole one; what is next to it tells that it is."""
    photo = table(ants=False).copy()
    hand = np.rint(found_grid().px([(6, 2), (9, 2), (9, 6), (6, 6)])).astype(np.int32)
    cv2.fillPoly(photo, [hand], (205, 150, 122))
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert board.letters[6][9] == "X"
    monkeypatch.setattr("vision.tiles.signs.cover_of", lambda _flat, _middles, hidden, *_: Cover(*[np.zeros_like(hidden)] * 2))
    without = read_at(photo, found_grid(), Tiling(), letter_net())
    assert without is not None
    assert without.letters[6][9] == "?"


def test_a_disc_printed_on_what_lies_over_the_board_is_a_question_and_no_token() -> None:
    photo, to_px = laid({"blue": [(2, 2), (2, 3), (8, 12)]}, 0.75), found_grid().px
    card = np.rint(to_px([(9.6, -2.0), (13.4, -2.0), (13.4, 3.4), (9.6, 3.4)])).astype(np.int32)
    cv2.fillPoly(photo, [card], (214, 205, 190))
    x, y = np.round(to_px([(11.5, 1.5)])[0]).astype(int)
    lay(photo, Ant(1, 11, "red"), int(x), int(y), round(0.75 * found_grid().px_per_cell))
    board = read_at(photo, found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert {(one.row, one.col, one.color) for one in board.ants} == {(2, 2, "blue"), (2, 3, "blue"), (8, 12, "blue")}
    assert board.letters[1][11] == "?"


@pytest.mark.parametrize("is_enrolled", [False, True])
def test_a_disc_on_a_narrow_strip_of_a_card_over_the_board_is_a_question_and_no_token(
    is_enrolled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Letters show all around it, but next to it lies a colour that the board does not print; letters that are known show nothing of it."""
    photo, to_px = laid({"blue": [(2, 2), (2, 3), (8, 12)]}), found_grid().px
    card = np.rint(to_px([(13.9, 4.0), (18.0, 4.0), (18.0, 9.0), (13.9, 9.0)])).astype(np.int32)
    cv2.fillPoly(photo, [card], (230, 100, 190))
    x, y = np.round(to_px([(14.5, 6.5)])[0]).astype(int)
    cv2.circle(photo, (int(x), int(y)), round(0.38 * found_grid().px_per_cell), ANTS["green"], cv2.FILLED, cv2.LINE_AA)
    tiling = Tiling(known=PRINTS if is_enrolled else {}, colours=ANTS)
    board = read_at(photo, found_grid(), tiling, letter_net())
    assert board is not None
    assert {(one.row, one.col, one.color) for one in board.ants} == {(2, 2, "blue"), (2, 3, "blue"), (8, 12, "blue")}
    assert board.letters[6][14] == "?"
    monkeypatch.setattr("vision.tiles.tiled.off_print", lambda _flat, _middles, under, *_: np.zeros_like(under))
    without = read_at(photo, found_grid(), tiling, letter_net())
    assert without is not None and (6, 14) in {(one.row, one.col) for one in without.ants}, "by its shape and colour alone it is one"


def test_a_disc_on_a_card_in_the_colours_of_letters_and_paper_is_a_question_and_no_token() -> None:
    """It has no colour that the board has not, nor one alone; but most of a tile is not of the colour of letters."""
    photo, to_px = laid({"blue": [(2, 2), (2, 3), (8, 12)]}), found_grid().px
    for top in np.arange(4.0, 9.0, 0.5):
        for part, colour in ((0.0, CYAN), (0.25, PAPER)):
            strip = [(13.9, top + part), (18.0, top + part), (18.0, top + 0.5), (13.9, top + 0.5)]
            cv2.fillPoly(photo, [np.rint(to_px(strip)).astype(np.int32)], colour)
    x, y = np.round(to_px([(14.5, 6.5)])[0]).astype(int)
    cv2.circle(photo, (int(x), int(y)), round(0.38 * found_grid().px_per_cell), ANTS["red"], cv2.FILLED, cv2.LINE_AA)
    board = read_at(photo, found_grid(), Tiling(colours=ANTS), letter_net())
    assert board is not None
    assert {(one.row, one.col, one.color) for one in board.ants} == {(2, 2, "blue"), (2, 3, "blue"), (8, 12, "blue")}
    assert board.letters[6][14] == "?"


def test_a_letter_around_which_something_hides_all_others_is_asked_about() -> None:
    """It may be printed on that."""
    for is_enrolled in (False, True):
        photo, to_px = table(ants=False).copy(), found_grid().px
        own = np.rint(to_px([(6.8, 6.8), (8.2, 6.8), (8.2, 8.2), (6.8, 8.2)])).astype(np.int32)
        inside = cv2.fillPoly(np.zeros(photo.shape[:2], np.uint8), [own], 1) > 0
        hidden = cv2.fillPoly(photo.copy(), [np.rint(to_px([(5, 6), (9.1, 6), (9.1, 9.1), (5, 9.1)])).astype(np.int32)], (205, 150, 122))
        board = read_at(np.where(inside[..., None], photo, hidden), found_grid(), Tiling(known=PRINTS if is_enrolled else {}), letter_net())
        assert board is not None
        assert board.letters[7][7].isalpha() == is_enrolled


@pytest.mark.parametrize("is_aside", [False, True])
def test_print_that_lies_close_together_aside_of_a_cells_middle_is_a_question_and_no_token(is_aside: bool) -> None:
    """A disc of a colour that the board prints everywhere; in the middle of a cell it is the token of that colour."""
    photo, to_px, cell = laid({"blue": [(2, 2), (2, 3), (8, 12)]}), found_grid().px, found_grid().px_per_cell
    board_px = np.rint(to_px([(1, 1), (14, 1), (14, 14), (1, 14)])).astype(int)
    seen = photo[board_px[:, 1].min() : board_px[:, 1].max(), board_px[:, 0].min() : board_px[:, 0].max()].reshape(-1, 3).astype(int)
    warm = tuple(np.median(seen[(seen[:, 0] > 225) & (seen[:, 1] < 150)], axis=0).astype(int).tolist())
    x, y = np.round(to_px([(6.7 if is_aside else 6.4, 10.4)])[0]).astype(int)
    cv2.circle(photo, (int(x), int(y)), round(0.55 * cell), (250, 242, 230), cv2.FILLED, cv2.LINE_AA)
    cv2.circle(photo, (int(x), int(y)), round(0.36 * cell), warm, cv2.FILLED, cv2.LINE_AA)
    board = read_at(photo, found_grid(), Tiling(colours={**ANTS, "red": warm}), letter_net())
    assert board is not None
    told = {(one.row, one.col, one.color) for one in board.ants} - {(2, 2, "blue"), (2, 3, "blue"), (8, 12, "blue")}
    assert told == (set() if is_aside else {(10, 6, "red")})
    assert board.letters[10][6] == ("?" if is_aside else ".")


def test_tokens_on_a_tile_of_which_no_letter_stands_are_asked_about() -> None:
    """Other tiles tell from afar where its cells are: they may be one off."""
    at = [(row, col) for row in (11, 12, 13) for col in (11, 12, 13)]
    cover = np.rint(found_grid().px([(10, 10), (15, 10), (15, 15), (10, 15)])).astype(np.int32)
    for is_hidden in (False, True):
        photo = table(ants=False).copy()
        if is_hidden:
            cv2.fillPoly(photo, [cover], (205, 150, 122))
        for row, col in at:
            x, y = np.round(found_grid().px([(col + 0.5, row + 0.5)])[0]).astype(int)
            lay(photo, Ant(row, col, "blue"), int(x), int(y), round(0.75 * found_grid().px_per_cell))
        board = read_at(photo, found_grid(), Tiling(colours=ANTS), letter_net())
        assert board is not None
        assert [(one.row, one.col) for one in board.ants] == ([] if is_hidden else at)
        assert not is_hidden or [board.letters[row][col] for row, col in at] == ["?"] * 9


@pytest.mark.parametrize("colour", [(254, 254, 214), (252, 214, 224)], ids=["yellow", "red"])
def test_a_token_that_glare_bleaches_is_not_told_as_the_letter_of_its_known_tile(colour: tuple[int, int, int]) -> None:
    """As bright as paper that glare has washed out, below which the tile's own letter is known; but that is not round."""
    photo, (x, y), cell = table(ants=False).astype(np.float32), found_grid().px([(11.5, 6.5)])[0], found_grid().px_per_cell
    near = np.exp(-((np.hypot(*np.indices(photo.shape[:2]) - np.array([y, x])[:, None, None]) / (1.3 * cell)) ** 4))[..., None]
    washed = np.asarray(photo + 0.9 * near * (255 - photo), np.uint8)
    tiling = Tiling(known=PRINTS, colours=ANTS)
    bare = read_at(washed, found_grid(), tiling, letter_net())
    assert bare is not None and bare.letters[6][11] == expected()[6][11]
    cv2.circle(washed, (round(x), round(y)), round(0.33 * cell), colour, cv2.FILLED, cv2.LINE_AA)
    board = read_at(washed, found_grid(), tiling, letter_net())
    assert board is not None
    assert board.letters[6][11] in ".?"


@pytest.mark.parametrize("reach", [1.3, 2.0])
def test_a_white_token_in_glare_amid_letters_that_show_is_a_question_and_not_its_known_tile_s_letter(reach: float) -> None:
    """It is as bright as the paper there, and has no outline; but glare fades more slowly than from one cell to the next."""
    photo, (x, y), cell = table(ants=False).astype(np.float32), found_grid().px([(11.5, 6.5)])[0], found_grid().px_per_cell
    near = np.exp(-((np.hypot(*np.indices(photo.shape[:2]) - np.array([y, x])[:, None, None]) / (reach * cell)) ** 4))[..., None]
    washed = np.asarray(photo + 0.9 * near * (255 - photo), np.uint8)
    cv2.circle(washed, (round(x), round(y)), round(0.33 * cell), (254, 254, 254), cv2.FILLED, cv2.LINE_AA)
    board = read_at(washed, found_grid(), Tiling(known=PRINTS, colours=ANTS), letter_net())
    assert board is not None and board.letters[6][11] == "?"
    assert [(one.row, one.col) for one in board.unsure] == [(6, 11)]


def test_two_tokens_burnt_to_white_side_by_side_are_not_told_as_their_known_tile_s_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing round shows, and beside each no letter does; but of the letters around them what glare leaves is of their own shape."""
    monkeypatch.setattr("vision.tiles.signs.may_be_discs", lambda _flat, _middles, cells: np.zeros(len(cells), np.bool_))
    photo, (x, y), cell = table(ants=False).astype(np.float32), found_grid().px([(12.0, 6.5)])[0], found_grid().px_per_cell
    near = np.exp(-((np.hypot(*np.indices(photo.shape[:2]) - np.array([y, x])[:, None, None]) / (2.2 * cell)) ** 4))[..., None]
    washed = np.asarray(photo + 0.93 * near * (255 - photo), np.uint8)
    for token in found_grid().px([(11.5, 6.5), (12.5, 6.5)]):
        cv2.circle(washed, (round(token[0]), round(token[1])), round(0.42 * cell), (254, 254, 254), cv2.FILLED, cv2.LINE_AA)
    board = read_at(washed, found_grid(), Tiling(known=PRINTS, colours=ANTS), letter_net())
    assert board is not None
    assert [board.letters[row][col] for row in (5, 7) for col in (11, 12)] == [expected()[row][col] for row in (5, 7) for col in (11, 12)]
    assert board.letters[6][11] + board.letters[6][12] == "??"


def test_a_pale_card_over_a_known_tile_is_no_glare_below_which_its_letters_are_told() -> None:
    """As bright as the paper, but nothing of it is burnt out: a token may lie below it."""
    photo = table(ants=False).copy()
    card = np.rint(found_grid().px([(10.9, 5.9), (14.1, 5.9), (14.1, 8.1), (10.9, 8.1)])).astype(np.int32)
    cv2.fillPoly(photo, [card], (238, 236, 234))
    board = read_at(photo, found_grid(), Tiling(known=PRINTS, colours=ANTS), letter_net())
    assert board is not None and len([tile for tile in board.tiles if tile.id is not None]) == 9
    assert {board.letters[row][col] for row in (6, 7) for col in (11, 12, 13)} == {"."}
    assert board.why.startswith("something lies over the board at rows 7 to 8, columns 12 to 14")


def test_what_is_washed_out_beside_another_is_told_by_both() -> None:
    washed = np.zeros((3, 4), np.bool_)
    washed[0, 0] = True
    assert not beside_washed(washed)[0, 0] and beside_washed(washed)[1, 1] and beside_washed(washed).sum() == 3
    washed[1, 1] = True
    assert beside_washed(washed)[0, 0]


def test_no_food_is_named_on_a_tile_that_is_not_told() -> None:
    places = tuple((i // 3, i % 3) for i in range(9) if i != 8)
    photo = table(places, ants=False).copy()
    x, y = np.round(found_grid().px([(13, 13)])[0]).astype(int)
    cv2.circle(photo, (int(x), int(y)), round(0.25 * found_grid().px_per_cell), (40, 44, 52), 4, cv2.LINE_AA)
    board = read(photo, enrolled=False)
    assert board is not None
    assert all(food[0] < 10 or food[1] < 10 for food in board.foods)


@pytest.mark.parametrize("last_row", [7.0, 9.0])
def test_no_food_is_named_where_a_hand_lies(last_row: float) -> None:
    """Nor at its edge, with which what lies there may look like a ring."""
    photo, to_px = table(ants=False).copy(), found_grid().px
    hand = [(6.0, 5.0), (10.0, 5.0), (10.0, last_row), (6.0, last_row)]
    cv2.fillPoly(photo, [np.rint(to_px(hand)).astype(np.int32)], (205, 150, 122))
    for at, radius, colour, thick in (((9.0, 9.0), 0.33, PAPER, cv2.FILLED), ((8.0, 7.0), 0.23, (20, 24, 32), 4)):  # its own food; a ring
        x, y = np.round(to_px([at])[0]).astype(int)
        cv2.circle(photo, (int(x), int(y)), round(radius * found_grid().px_per_cell), colour, thick, cv2.LINE_AA)
    board = read_at(photo, found_grid(), Tiling(), letter_net())
    assert board is not None
    assert {(turn.row, turn.col) for turn in board.tiles} >= {(1, 1)}, "the tile's turn is told by what shows of it"
    assert (6.5, 7.5) not in board.foods
    assert len(board.foods) >= 7
