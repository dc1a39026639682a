"""Tokens on a letter board: of one that the board names, nobody else is asked, and nothing else is told."""

from dataclasses import replace

import pytest

from tests.vision.token_tables import Laid, table, token_catalogue
from vision.observation import Ant, Board, Detection, Observation, PlaneFix, Quality, TileTurn
from vision.reader import TableReader
from vision.tiles.onboard import board_pieces, not_of_board, tiles_of

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


@pytest.mark.parametrize("is_known", [True, False])
def test_tokens_beside_a_board_of_enrolled_tiles_need_no_markers(is_known: bool) -> None:
    """The tiles' own size tells how large everything is."""
    px_per_mm, laid = 2.4, [Laid("beet", 60.0, 40.0), Laid("corn", 95.0, -30.0, is_plain=True)]
    frame, _ = table(laid, px_per_mm=px_per_mm)
    side, left, top = 180 * px_per_mm, 100.0, 120.0
    corners = ((left, top), (left + side, top), (left + side, top + side), (left, top + side))
    turns = tuple(TileTurn(n // 3, n % 3, n % 4, f"tile-{n}") for n in range(9))
    there = Board(corners, ("E" * 15,) * 15, tiles=turns)
    sizes = {f"tile-{n}": (60.0, 60.0) for n in range(9)} if is_known else {}
    reader = TableReader(token_catalogue(), locate=lambda _: None, read_board=lambda _: there, tiles_mm=sizes)
    seen = reader.read(frame)
    assert [one.id for one in seen.detections if one.kind == "token"] == (["corn", "beet"] if is_known else [])
    assert [one.id for one in tiles_of(there)] == [turn.id for turn in turns] and not tiles_of(replace(there, confidence=0.0))
