"""What is said of pieces that look alike: the same on all sides, or on one of them."""

import numpy as np

from tests.vision.token_tables import COLOURS, SIZE_MM, token_picture
from vision.enrolling.separability import Pair, separability
from vision.looks.catalogue import Catalogue, Look, look_of

GREY = np.full((192, 192, 3), 120, np.uint8)


def designs() -> list[Look]:
    return [look_of(token_picture(id), id, "token", (SIZE_MM, SIZE_MM)) for id in COLOURS]


def back_of(id: str) -> Look:
    return look_of(GREY, id, "token", (SIZE_MM, SIZE_MM))


def alike(*more: Look) -> list[Pair]:
    return [pair for pair in separability(Catalogue((*designs(), *more))).pairs if pair.difference < 25]


def test_backs_of_one_look_are_the_same_on_one_side() -> None:
    pairs = alike(*map(back_of, COLOURS))
    assert len(pairs) == 10 and all(pair.is_one_side for pair in pairs)
    told = separability(Catalogue((*designs(), *map(back_of, COLOURS)))).lines()
    assert "beet and corn look the same on one side: with that side up neither can be named" in " ".join(told)
    assert "differ only" not in " ".join(told)


def test_pieces_that_are_the_same_on_all_sides_are_not_so_on_one() -> None:
    pairs = alike(look_of(token_picture("herb"), "basil", "token", (SIZE_MM, SIZE_MM)))
    assert [(pair.first, pair.second, pair.is_one_side) for pair in pairs] == [("basil", "herb", False)]
    assert pairs[0].likeness == "look the same" and pairs[0].advice.startswith("cannot be told apart; mark one of them")


def test_a_piece_with_one_side_that_is_anothers_back_cannot_be_told_at_all() -> None:
    pairs = alike(back_of("herb"), back_of("slate"))
    assert [(pair.first, pair.second, pair.is_one_side) for pair in pairs] == [("herb", "slate", False)]


def test_boxes_without_such_pieces_say_so() -> None:
    assert alike() == [] and "All of them look different enough to be told apart." in separability(Catalogue(tuple(designs()))).lines()
