"""Two looks at one board of letters: what they tell alike stands, anything else is unsure."""

from dataclasses import replace

from vision.live.boards import agree, together
from vision.observation import Ant, Board

BOARD = Board(((0, 0), (9, 0), (9, 9), (0, 9)), ("AB", "CD"), foods=((0.5, 0.5),), ants=(Ant(0, 1, "red"),))


def test_the_same_board_twice_agrees_and_is_itself() -> None:
    assert agree(BOARD, BOARD) and together(BOARD, BOARD) == BOARD


def test_the_order_of_tokens_does_not_matter() -> None:
    one, two = Ant(0, 1, "red"), Ant(1, 0, "blue")
    assert agree(replace(BOARD, ants=(one, two)), replace(BOARD, ants=(two, one)))


def test_a_token_seen_once_or_in_two_colours_has_no_colour() -> None:
    for other in (replace(BOARD, ants=()), replace(BOARD, ants=(Ant(0, 1, "blue"),)), replace(BOARD, ants=(Ant(0, 1, "red", True),))):
        assert not agree(other, BOARD)
        assert [(ant.row, ant.col, ant.color) for ant in together(other, BOARD).ants] == [(0, 1, None)]


def test_a_letter_that_changes_is_unread_and_one_that_was_hidden_is_known() -> None:
    assert together(BOARD, replace(BOARD, letters=("AX", ".D"))).letters == ("A?", "CD")
    assert not agree(BOARD, replace(BOARD, letters=("AX", "CD")))


def test_a_food_has_to_be_seen_twice() -> None:
    assert together(replace(BOARD, foods=()), BOARD).foods == ()


def test_another_board_takes_the_place_of_the_first() -> None:
    larger = replace(BOARD, letters=("ABC", "DEF", "GHI"))
    assert together(BOARD, larger) == larger
