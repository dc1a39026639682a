"""Tokens on a letter board: of one that the board names, nobody else is asked."""

import pytest

from vision.observation import Ant, Board, Detection
from vision.tiles.onboard import board_pieces

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
