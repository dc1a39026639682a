"""White is also a folded corner or a sticker; the tokens of one kind are dyed alike."""

import numpy as np
import pytest

from tests.vision.tiles.test_ants import board
from vision.letters.cells import Flat
from vision.tiles.ants import find_ants
from vision.tiles.dyed import may_be_dyed_otherwise, of_another_tint

COLOURS = {"white": (240, 240, 240), "red": (195, 40, 40), "yellow": (230, 185, 30)}
WHITE, CREAM = (0.98, 1.03, 1.02), (0.86, 0.74, 0.74)


def test_one_of_another_tint_than_the_others_of_its_name_is_told() -> None:
    light = np.array([WHITE, WHITE, np.multiply(WHITE, 0.6), WHITE, CREAM], np.float32)
    assert of_another_tint(["white"] * 5, light).tolist() == [False] * 4 + [True], "a shadow changes no tint"


def test_too_few_tell_no_tint() -> None:
    assert not of_another_tint(["white"] * 3, np.array([WHITE, WHITE, CREAM], np.float32)).any()


def test_only_pale_ones_that_several_have_are_asked() -> None:
    names = ["white"] * 4 + ["red"] * 4 + ["yellow", None]
    assert may_be_dyed_otherwise(names, COLOURS).tolist() == [True] * 4 + [False] * 6


def whites(odd: tuple[int, int, int]) -> Flat:
    """A board with a white token on every second cell, that in the middle of another tint."""
    places = [(row, col) for row in range(5) for col in range(5) if (row + col) % 2 == 0]
    return board(5, {at: (odd if at == (2, 2) else (205, 206, 202), (0.0, 0.0)) for at in places}, (215, 90, 80))


@pytest.mark.parametrize(("odd", "name"), [((205, 206, 202), "white"), ((205, 190, 188), None)])
def test_a_white_one_of_another_tint_has_no_name(odd: tuple[int, int, int], name: str | None) -> None:
    flat = whites(odd)
    ants = {(ant.row, ant.col): ant.color for ant in find_ants(flat, flat.grid.middles, 5, COLOURS).ants}
    assert len(ants) == 13
    assert ants.pop((2, 2)) == name
    assert set(ants.values()) == {"white"}
