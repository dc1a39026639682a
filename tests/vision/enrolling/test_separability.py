"""What is said of pieces that look alike: the same on all sides, or on one of them."""

import cv2
import numpy as np
import pytest

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


def card(figure: str, *places: tuple[int, int]) -> Look:
    """A white card with a mark in its middle and a figure at some places (x, y in pixels of 315 x 440)."""
    picture = np.full((440, 315, 3), 250, np.uint8)
    cv2.circle(picture, (157, 220), 60, (40, 90, 160), -1)
    for x, y in places:
        cv2.putText(picture, figure, (x, y), cv2.FONT_HERSHEY_DUPLEX, 1.6, (20, 20, 20), 4)
    return look_of(picture, f"card-{figure}", "card", (63, 88))


@pytest.mark.parametrize(
    ("places", "where"),
    [
        (((20, 60), (265, 420)), "in the corners"),
        (((20, 60), (265, 60), (20, 420), (265, 420)), "in the corners"),
        (((140, 60), (140, 420)), "at the top and at the bottom"),
        (((20, 60),), "at the top left"),
        (((20, 60), (265, 60)), "at the top"),
        (((140, 235),), "in the middle"),
    ],
)
def test_where_cards_that_share_all_but_a_figure_differ(places: tuple[tuple[int, int], ...], where: str) -> None:
    (pair,) = separability(Catalogue((card("6", *places), card("8", *places)))).pairs
    assert pair.where == where
