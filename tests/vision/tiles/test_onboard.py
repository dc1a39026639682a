"""Tokens on a letter board: of one that the board names, nobody else is asked, and nothing else is told."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.token_tables import COLOURS, PAPER, Laid, table, token_catalogue
from vision.changes.patches import Known
from vision.frame import Frame, Rgb
from vision.laden import tile_papers
from vision.looks.catalogue import look_of
from vision.observation import Ant, Board, CellDoubt, Detection, Observation, PlaneFix, Quality, TileTurn
from vision.reader import TableReader
from vision.table.plane import from_cards
from vision.tiles.onboard import board_pieces, not_of_board, tiles_of, worth_a_look
from vision.tiles.signs import NEITHER, UNCLEAR

CORNERS = ((0.0, 0.0), (300.0, 0.0), (300.0, 300.0), (0.0, 300.0))


def board(*ants: Ant) -> Board:
    """Fifteen cells of 20 pixels each way, without letters."""
    return Board(CORNERS, ("." * 15,) * 15, ants=ants)


def token(row: int, col: int, *, why: str = "") -> Detection:
    x, y = 20.0 * col, 20.0 * row
    return Detection("token", ((x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)), None if why else "ant-red", why=why)


@pytest.mark.parametrize(
    ("on_board", "why", "is_kept"),
    [
        (Ant(3, 4, "red"), "", True),
        (Ant(3, 4, "red"), "too little of its rim shows", False),
        (Ant(3, 4, None), "too little of its rim shows", True),
        (Ant(9, 9, "red"), "", False),
    ],
)
def test_a_token_on_the_board(on_board: Ant, why: str, is_kept: bool) -> None:
    assert bool(board_pieces(board(on_board), [token(3, 4, why=why)])) is is_kept


@pytest.mark.parametrize(
    ("doubt", "why", "is_kept"),
    [
        (CellDoubt(3, 4, why=NEITHER), "", True),
        (CellDoubt(3, 4, why=NEITHER), "too little of its rim shows", False),
        (CellDoubt(3, 4, why=UNCLEAR), "", False),
        (CellDoubt(9, 9, why=NEITHER), "", False),
    ],
)
def test_a_named_token_on_a_cell_that_shows_neither_letter_nor_token_is_a_piece(doubt: CellDoubt, why: str, is_kept: bool) -> None:
    there, middle = replace(board(), unsure=(doubt,)), np.array([(20.0 * 4 + 10, 20.0 * 3 + 10)])
    assert bool(board_pieces(there, [token(3, 4, why=why)])) is is_kept
    assert bool(worth_a_look(there, middle)[0]) is (doubt.why == NEITHER and doubt.row == 3)


def test_a_doubtful_token_beside_the_board_is_asked_about() -> None:
    assert board_pieces(board(Ant(3, 14, "red")), [token(3, 16, why="too little of its rim shows")])


def test_what_the_board_tells_of_a_token_is_a_piece_and_stands() -> None:
    quad = ((80.0, 60.0), (100.0, 60.0), (100.0, 80.0), (80.0, 80.0))
    there, others = board(Ant(3, 4, "red", True, id="special-red", quad_px=quad)), (token(3, 4), token(3, 16))
    (named, beside) = board_pieces(there, others)
    assert (named.kind, named.id, named.quad_px, beside) == ("token", "special-red", quad, others[1])
    seen = Observation(0.0, (400, 300), Quality(0.9, 0.5, 0.0), PlaneFix("none"), (named, beside), {}, there)
    assert not_of_board(seen) == [beside]
    unnamed = token(9, 9, why="too little of its rim shows")
    asked = replace(seen, detections=(unnamed,), board=replace(there, ants=(Ant(9, 9, None),)))
    assert not_of_board(asked) == [unnamed], "what has no name is nobody's own"


PX_PER_MM, SIDE, LEFT, TOP = 2.4, 180 * 2.4, 100.0, 120.0


def tile(n: int) -> Rgb:
    """A letter on paper, thick enough to tell nothing of the light."""
    picture = np.full((144, 144, 3), PAPER, np.uint8)
    cv2.putText(picture, chr(ord("A") + n), (30, 110), cv2.FONT_HERSHEY_SIMPLEX, 3.0, (30, 60, 70), 12, cv2.LINE_AA)
    return picture


def beside_tiles(*laid: Laid, lamp: tuple[float, float, float] = (0.8, 0.8, 0.8)) -> tuple[Frame, Board]:
    """Tokens beside a board of nine tiles in whole turns, and what is read of it."""
    ground = np.full((720, 1280, 3), (150, 140, 128), np.uint8)
    for n in range(9):
        y, x = round(TOP) + 144 * (n // 3), round(LEFT) + 144 * (n % 3)
        ground[y : y + 144, x : x + 144] = np.rot90(tile(n), -(n % 4))
    corners = ((LEFT, TOP), (LEFT + SIDE, TOP), (LEFT + SIDE, TOP + SIDE), (LEFT, TOP + SIDE))
    turns = tuple(TileTurn(n // 3, n % 3, n % 4, f"tile-{n}") for n in range(9))
    return table(laid, ground, px_per_mm=PX_PER_MM, lamp=lamp)[0], Board(corners, ("E" * 15,) * 15, tiles=turns)


def reader_of(there: Board, *, is_known: bool) -> TableReader:
    tiles = [look_of(tile(n), f"tile-{n}", "tile", (60.0, 60.0)) for n in range(9)] if is_known else []
    return TableReader(token_catalogue(), locate=lambda _: None, read_board=lambda _: there, tiles=tiles)


@pytest.mark.parametrize("is_known", [True, False])
def test_tokens_beside_a_board_of_enrolled_tiles_need_no_markers(is_known: bool) -> None:
    """The tiles' own size tells how large everything is."""
    frame, there = beside_tiles(Laid("beet", 60.0, 40.0), Laid("corn", 95.0, -30.0, is_plain=True))
    seen = reader_of(there, is_known=is_known).read(frame)
    assert [one.id for one in seen.detections if one.kind == "token"] == (["corn", "beet"] if is_known else [])
    names = [f"tile-{n}" for n in range(9)]
    assert [one.id for one in tiles_of(there)] == names and not tiles_of(replace(there, confidence=0.0))


LAMP = (0.95, 0.6, 0.25)


def test_the_enrolled_tiles_of_a_board_tell_how_white_paper_looks_in_a_warm_lamp() -> None:
    frame, there = beside_tiles(lamp=LAMP)
    looks = {f"tile-{n}": look_of(tile(n), f"tile-{n}", "tile", (60.0, 60.0)) for n in range(9)}
    found = tile_papers(frame, tiles_of(there), looks)
    assert len(found) == 9 and not tile_papers(frame, tiles_of(there), {})
    part = replace(frame, rgb=np.ascontiguousarray(frame.rgb[: round(TOP + 1.5 * SIDE / 3)]))
    assert len(tile_papers(part, tiles_of(there), looks)) == 3, "of one that is cut by the picture's edge too little is known"
    assert np.abs(np.array([one.rgb for one in found]) - 255 * np.array(LAMP) ** (1 / 2.2)).max() < 12


def test_tokens_beside_a_board_are_named_in_the_light_that_its_tiles_tell() -> None:
    laid = [Laid(id, 60.0 + 30 * (n % 2), 60.0 - 30 * (n // 2), is_plain=True) for n, id in enumerate(COLOURS)]
    frame, there = beside_tiles(*laid, lamp=LAMP)
    seen = reader_of(there, is_known=True).read(frame)
    assert sorted(str(one.id) for one in seen.detections if one.kind == "token") == sorted(COLOURS)


def test_so_they_are_in_a_part_of_the_picture_in_which_tiles_are_known_to_lie() -> None:
    laid = [Laid(id, 60.0 + 30 * (n % 2), 60.0 - 30 * (n // 2), is_plain=True) for n, id in enumerate(COLOURS)]
    frame, there = beside_tiles(*laid, lamp=LAMP)
    height, width = frame.rgb.shape[:2]
    plane = from_cards([one.quad_px for one in tiles_of(there)], [(60.0, 60.0)] * 9)
    for pieces, names in ((tiles_of(there), sorted(COLOURS)), ((), [])):
        known = Known(pieces, within=(0, 0, width, height), papers=())
        seen = reader_of(there, is_known=True).read(frame, plane, known=known)
        named = sorted(one.id for one in seen.detections if one.kind == "token" and one.id is not None)
        assert named == names, "nothing else tells the light"
