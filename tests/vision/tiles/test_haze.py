"""Haze over a board: white light on black tokens has a hue beside warm paper, and names none."""

import numpy as np
import pytest

from tests.vision.tiles.test_ants import OWN, Rgb, Tokens, board, found
from vision.letters.cells import Flat
from vision.tiles.haze import are_hazes, are_white, haze_on

TOKENS: Tokens = {(1, 1): ((70, 70, 72), (0.0, 0.0)), (3, 1): ((70, 70, 72), (0.1, 0.0)), (2, 3): (OWN["blue"], (0.0, 0.1))}
LAMP = (0.75, 0.5, 0.3)
"""What it gives of each colour."""


def hazy(haze: float, lamp: tuple[float, float, float] = LAMP) -> Flat:
    """A board with two black tokens, one gone pale, and a blue one, in a lamp's light behind so much white haze."""
    flat = board(6, TOKENS, (215, 60, 55))
    light = (1 - haze) * (flat.pixels / 255) ** 2.2 * lamp + haze
    return flat.with_pixels(np.asarray(np.clip(light, 0, 1) ** (1 / 2.2) * 255 + 0.5, np.uint8))


@pytest.mark.parametrize("haze", [0.0, 0.08, 0.12, 0.16])
def test_a_black_token_behind_haze_is_none_of_a_hue(haze: float) -> None:
    names = {(row, col): color for row, col, color, _ in found(hazy(haze))}
    assert names[2, 3] == "blue"
    assert {names[1, 1], names[3, 1]} <= {"black", None}


def test_as_much_lies_on_a_token_as_is_white_around_it() -> None:
    flat = hazy(0.1)
    assert haze_on(flat, flat.grid.middles, np.array([7, 21])) == pytest.approx([0.1, 0.1], abs=0.03)


def test_a_print_without_dark_places_in_one_colour_is_no_haze() -> None:
    """On a red table of red print all is bright in red; that is not white."""
    flat = board(6, {}, (215, 60, 55), (220, 70, 60))
    assert haze_on(flat, flat.grid.middles, np.array([7]))[0] < 0.06


@pytest.mark.parametrize(
    ("light", "haze", "is_it"),
    [
        pytest.param((0.25, 0.31, 0.45), 0.07, True, id="nothing is left of its hue"),
        pytest.param((0.14, 0.21, 0.40), 0.07, False, id="the more of its hue is left"),
        pytest.param((0.25, 0.31, 0.45), 0.02, False, id="hardly any haze"),
        pytest.param((0.25, 0.25, 0.26), 0.07, False, id="none to begin with"),
    ],
)
def test_a_hue_that_goes_with_the_haze_is_the_hazes(light: Rgb, haze: float, is_it: bool) -> None:
    paper = np.array([0.7, 0.46, 0.3], np.float32)
    assert are_hazes(np.array([light], np.float32), paper, np.array([haze], np.float32)).tolist() == [is_it]


YELLOWED = (0.95, 0.8, 0.55)
"""Of each colour that paper of old throws back."""


def glossy(*tokens: Rgb) -> tuple[tuple[int, int, str | None, bool], ...]:
    """Tokens of these colours in daylight, on yellowed paper with its red print."""
    places = [(1, 1), (3, 1), (2, 3)]
    lie: Tokens = {at: (rgb, (0.0, 0.0)) for at, rgb in zip(places, tokens, strict=True)}
    flat, bare = board(6, lie, (215, 60, 55)), board(6, {}, (215, 60, 55))
    is_paper = (flat.pixels == bare.pixels).all(axis=2, keepdims=True)
    old = ((flat.pixels / 255) ** 2.2 * YELLOWED) ** (1 / 2.2) * 255
    return found(flat.with_pixels(np.where(is_paper, np.asarray(old + 0.5, np.uint8), flat.pixels)))


def test_gloss_on_a_black_token_is_no_hue_beside_yellowed_paper() -> None:
    """White light is blue beside that: seven black tokens of an old board were told as blue ones."""
    names = {(row, col): color for row, col, color, _ in glossy((205, 210, 217), (185, 189, 194), OWN["blue"])}
    assert set(names) == {(1, 1), (3, 1), (2, 3)}
    assert names[2, 3] == "blue"
    assert {names[1, 1], names[3, 1]} <= {"black", None}


def test_a_blue_token_in_as_much_gloss_keeps_its_hue() -> None:
    assert {color for _, _, color, _ in glossy((185, 205, 245), (150, 175, 225), OWN["blue"])} == {"blue"}


@pytest.mark.parametrize(
    ("light", "paper", "is_it"),
    [
        pytest.param((0.75, 0.93, 1.46), (0.97, 0.85, 0.61), True, id="gloss beside yellowed paper"),
        pytest.param((0.32, 0.6, 0.78), (0.91, 0.44, 0.34), True, id="a window's in a lamp's light"),
        pytest.param((0.74, 1.06, 1.63), (0.97, 0.85, 0.61), False, id="blue in gloss"),
        pytest.param((0.014, 0.038, 0.093), (0.91, 0.44, 0.34), False, id="dark blue in a lamp's light"),
        pytest.param((0.5, 0.6, 0.9), (0.95, 0.95, 0.95), False, id="beside white paper nothing is white but has a hue"),
        pytest.param((0.5, 0.52, 0.55), (0.97, 0.85, 0.61), False, id="without a hue"),
    ],
)
def test_what_has_no_hue_but_beside_tinted_paper_is_white(light: Rgb, paper: Rgb, is_it: bool) -> None:
    assert are_white(np.array([light], np.float32), np.array(paper, np.float32)).tolist() == [is_it]
