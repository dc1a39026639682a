"""Nothing changes by itself: what a followed table tells of tokens that looks miss, and of what lies over its cards."""

import cv2
import numpy as np
import pytest

from tests.vision.live.test_reader import Colours, Film, table, told
from vision.observation import NotReady


def test_a_token_that_no_look_finds_is_told_without_a_name_and_stays_so() -> None:
    read = Colours()
    read.kind = "token"
    film = Film(read)
    film.show(table(("red", 300, 300), ("green", 300, 600)), 20)
    read.overlooked = {"blue"}
    lying = ("red", 300, 300), ("green", 300, 600), ("blue", 700, 400)
    answers = film.show(table(*lying), 20)
    assert set(map(tuple, told(answers))) == {("None", "green", "red")}
    film.live.again()
    assert set(map(tuple, told(film.show(table(*lying), 20)))) <= {("None", "green", "red")}, "whoever is asked looks at it"
    assert told(film.show(table(*lying[:2]), 20))[0] == ["green", "red"], "until it is taken away"


def test_a_token_that_looks_miss_stays_where_nothing_has_changed() -> None:
    read = Colours()
    read.kind = "token"
    film = Film(read)
    film.show(table(("red", 300, 300), ("green", 420, 300)), 20)
    read.overlooked = {"green"}
    answers = film.show(table(("red", 300, 300), ("green", 420, 300), ("blue", 700, 400)), 20)
    assert told(answers)[0] == ["blue", "green", "red"]


@pytest.mark.parametrize("is_asked", [False, True])
def test_nor_does_it_go_when_the_table_is_bumped_or_a_move_was_typed(is_asked: bool) -> None:
    read = Colours()
    read.kind = "token"
    film = Film(read)
    film.show(table(("red", 300, 300), ("green", 420, 300)), 20)
    if is_asked:
        film.live.again()
    read.overlooked = {"green"}
    bumped = np.roll(table(("red", 300, 300), ("green", 420, 300), ("blue", 700, 400)), (4, 5), (0, 1))
    assert told(film.show(bumped, 20))[0] == ["blue", "green", "red"]


def test_an_arm_whose_sleeve_looks_like_the_table_takes_no_card_away() -> None:
    film = Film(Colours())
    lying = table(("red", 300, 300), ("blue", 700, 400))
    film.show(lying, 20)
    over = lying.copy()
    cv2.circle(over, (745, 460), 110, (200, 150, 120), cv2.FILLED)
    answers = film.show(over, 20)
    assert told(answers) == [] and answers[-1] is NotReady.HAND
    assert told(film.show(over, 30))[0] == ["red"], "what lies there for more than three seconds is no hand"
