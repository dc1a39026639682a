"""A board of letters at a live table: of a change only the board and the places beside it are read, and the whole picture behind that."""

import cv2
import numpy as np
import pytest

from tests.vision.live.test_reader import Card, Colours, Film, Picture, table, told
from vision.changes.patches import Known
from vision.frame import Frame
from vision.letters.board import NOTHING
from vision.letters.cells import Grid
from vision.observation import Ant, Board, Detection, NotReady, Observation, Quad, Quality, TileTurn
from vision.table.plane import TablePlane
from vision.tiles.onboard import as_piece, is_of_board

CORNERS: Quad = ((400.0, 250.0), (850.0, 250.0), (850.0, 700.0), (400.0, 700.0))
GRID = Grid.of_corners(15, 15, CORNERS)
TOKEN = (240, 200, 20)


def laid(*cards: Card, tokens: tuple[tuple[int, int], ...] = (), arm: bool = False) -> Picture:
    """The table with cards, and a board with tokens on these rows and columns; perhaps under an arm."""
    picture = table(*cards)
    cv2.rectangle(picture, (400, 250), (850, 700), (250, 250, 250), cv2.FILLED)
    for row, col in tokens:
        x, y = GRID.px([(col + 0.5, row + 0.5)])[0]
        cv2.circle(picture, (round(x), round(y)), 12, TOKEN, cv2.FILLED)
    if arm:
        cv2.rectangle(picture, (700, 600), (1280, 760), (200, 150, 120), cv2.FILLED)
    return picture


class Boards(Colours):
    """Reads a board, too, and remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.again: list[bool] = []
        """Of each part of the table that was asked for: whether it had been looked at before and lay still."""
        self.has_board, self.confidence_of_board = True, 1.0

    def __call__(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        alone, part = known is not None and known.only_board, known is not None and known.within is not None
        self.asked.append("board" if alone else "part" if part else "whole")
        seen = super().__call__(frame, table, quality, known)
        if known is not None and part:
            self.again.append(known.again)
        if part:
            return seen
        board = self._board(frame) if self.has_board else None
        tile = Detection("tile", CORNERS, "tile-01", 1.0)
        return Observation(
            frame.taken_at, frame.size_px, seen.quality, detections=(tile,) if alone else (*seen.detections, tile), board=board
        )

    def _board(self, frame: Frame) -> Board:
        cells = [(row, col) for row in range(15) for col in range(15)]
        at = {cell: np.rint(GRID.px([(cell[1] + 0.5, cell[0] + 0.5)])[0]).astype(int) for cell in cells}
        there = [cell for cell, (x, y) in at.items() if np.abs(frame.rgb[y, x].astype(int) - TOKEN).max() < 30]
        tiles = (TileTurn(0, 0, 0, "tile-01"),)
        return Board(
            CORNERS,
            (NOTHING * 15,) * 15,
            tiles=tiles,
            ants=tuple(Ant(*one, "yellow") for one in there),
            confidence=self.confidence_of_board,
        )


@pytest.fixture
def read() -> Boards:
    return Boards()


def ants(answers: list[Observation | NotReady | None]) -> list[list[tuple[int, int]]]:
    """Where tokens lie on the board, of every observation that left."""
    boards = [answer.board for answer in answers if isinstance(answer, Observation)]
    return [[(ant.row, ant.col) for ant in board.ants] for board in boards if board is not None]


def test_a_token_on_the_board_is_told_by_the_board_alone_and_the_whole_picture_is_read_behind_it(read: Boards) -> None:
    film = Film(read)
    film.show(laid(("red", 200, 300)), 20)
    film.show(laid(("red", 200, 300), arm=True), 8)
    read.asked.clear()
    answers = film.show(laid(("red", 200, 300), tokens=((7, 7),)), 20)
    assert ants(answers)[0] == [(7, 7)] and told(answers)[0] == ["red", "tile-01"], "the card beside it stays"
    assert read.asked[:2] == ["board", "board"], "two looks agree"
    assert set(read.asked[2:]) == {"whole"}


def test_a_card_beside_the_board_is_read_where_it_lies(read: Boards) -> None:
    film = Film(read)
    film.show(laid(tokens=((7, 7),)), 20)
    read.asked.clear()
    read.again.clear()
    read.known.clear()
    answers = film.show(laid(("blue", 200, 300), tokens=((7, 7),)), 20)
    assert told(answers)[0] == ["blue", "tile-01"] and ants(answers)[0] == [(7, 7)]
    assert read.again[0] is False and read.again[1:] and all(read.again[1:]), "a second look at what lies still looks for nothing new"
    assert read.asked[:2] == ["board", "part"]
    film.show(laid(("blue", 200, 300), ("green", 880, 420), tokens=((7, 7),)), 20)
    beside = [names for asked, names in zip(read.asked, read.known, strict=True) if asked == "part"][-1]
    assert "board" in beside, "nothing is looked for on a board that reaches into the part"


def test_what_does_not_show_beside_the_board_but_looks_as_it_did_is_still_there(read: Boards) -> None:
    """A dark token on dark cloth, in dim light, is found in every other picture only."""
    film = Film(read)
    film.show(laid(("red", 200, 300), ("blue", 200, 600)), 20)
    read.overlooked = {"red"}
    film.show(laid(("red", 200, 300), ("blue", 200, 600), arm=True), 8)
    answers = film.show(laid(("red", 200, 300), ("blue", 200, 600), tokens=((7, 7),)), 40)
    assert told(answers) and set(map(tuple, told(answers))) == {("blue", "red", "tile-01")}
    film.show(laid(("blue", 200, 600), arm=True), 8)
    answers = film.show(laid(("blue", 200, 600), tokens=((7, 7),)), 40)
    assert told(answers)[-1] == ["blue", "tile-01"], "not where it went"
    film.show(laid(("green", 200, 300), ("blue", 200, 600), arm=True), 8)
    read.overlooked = {"green"}
    assert ["green"] not in told(film.show(laid(("green", 200, 300), ("blue", 200, 600), tokens=((7, 7),)), 40))


def test_a_board_that_is_gone_is_told_and_one_laid_badly_has_the_whole_picture_read(read: Boards) -> None:
    film = Film(read)
    film.show(laid(), 20)
    film.show(laid(arm=True), 8)
    read.has_board = False
    assert NotReady.NO_BOARD in film.show(laid(tokens=((7, 7),)), 5)
    read.has_board, read.confidence_of_board = True, 0.0
    film.show(laid(), 30)
    film.show(laid(arm=True), 8)
    read.asked.clear()
    film.show(laid(tokens=((3, 3),)), 20)
    assert read.asked and set(read.asked) == {"whole"}


def test_what_is_a_tile_of_the_board() -> None:
    board = Board(CORNERS, (NOTHING * 15,) * 15)
    assert as_piece(board).quad_px == CORNERS
    assert is_of_board(board, Detection("tile", ((420.0, 270.0), (480.0, 270.0), (480.0, 330.0), (420.0, 330.0)), "tile-01", 1.0))
    beside: Quad = ((870.0, 320.0), (930.0, 320.0), (930.0, 380.0), (870.0, 380.0))
    assert not is_of_board(board, Detection("tile", beside, "nest-red", 1.0))
    assert not is_of_board(board, Detection("token", ((520.0, 320.0), (530.0, 320.0), (530.0, 330.0), (520.0, 330.0)), "ant-red", 1.0))
