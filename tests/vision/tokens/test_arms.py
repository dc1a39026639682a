"""An arm over the table is told, whatever its skin; phones, cards, cups and tables of wood are none."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import Laid, checked, table
from tests.vision.tokens.test_reader import KINDS, READER
from vision.frame import Rgb
from vision.looks.colours import Lamp
from vision.tokens.arms import reaches_in

FELT, WHITE, DARK = (58, 104, 74), (216, 214, 208), (66, 50, 40)
SKINS = [(224, 172, 140), (201, 143, 114), (156, 103, 72), (111, 69, 47)]
TOKENS = [Laid(KINDS[i % 5], -60 + 30 * (i % 5), 30 - 30 * (i // 5), 37.0 * i, i % 3 == 0) for i in range(10)]


def ground(colour: tuple[int, int, int]) -> Rgb:
    return np.full((720, 1280, 3), colour, np.uint8)


def is_told(seen: Rgb, lamp: float = 0.8) -> bool:
    light: NDArray[np.float64] = np.c_[np.log([lamp] * 3), np.zeros((3, 2))]
    return reaches_in(*table(TOKENS, seen, lamp=(lamp, lamp, lamp)), Lamp(light), ())


def with_arm(seen: Rgb, skin: tuple[int, int, int], at: tuple[int, int] = (660, 400), start: tuple[int, int] = (760, 760)) -> Rgb:
    """A round arm of 55 mm that ends at a place; drawn below the tokens, which matters to nobody here."""
    drawn = seen.copy()
    for part in np.linspace(1, 0.2, 9):
        shade = tuple(value * (1 - 0.25 * part**2) for value in skin)
        cv2.line(drawn, start, at, shade, round(part * 55 * 2.4), cv2.LINE_AA)
    return drawn


def with_patch(seen: Rgb, colour: tuple[int, int, int]) -> Rgb:
    """The same, as flat as print is."""
    return np.asarray(cv2.line(seen.copy(), (760, 760), (660, 400), colour, round(55 * 2.4), cv2.LINE_AA), np.uint8)


@pytest.mark.parametrize(("colour", "skin"), [(FELT, SKINS[0]), (FELT, SKINS[3]), (WHITE, SKINS[1]), (WHITE, SKINS[2])])
def test_an_arm_that_reaches_in_is_told(colour: tuple[int, int, int], skin: tuple[int, int, int]) -> None:
    assert is_told(with_arm(ground(colour), skin))


@pytest.mark.parametrize("skin", SKINS)
def test_what_is_printed_on_a_mat_is_flat_and_no_arm(skin: tuple[int, int, int]) -> None:
    assert is_told(with_arm(ground(FELT), skin)) and not is_told(with_patch(ground(FELT), skin))


def test_a_plank_between_a_gap_and_the_pictures_edge_is_no_arm() -> None:
    """It is as thick as an arm, its grain uneven, and goes along the edge; an arm that slants in, and is as broad there, is one."""
    planks = ground((34, 34, 38))
    for y in range(80):
        cv2.line(planks, (380, y), (1100, y), [value * (0.7 + 0.3 * np.cos(0.08 * y)) for value in SKINS[2]])
    assert not is_told(planks)
    assert is_told(with_arm(ground(FELT), SKINS[2], (560, 420), (60, 790)))


def test_from_the_side_and_in_a_dim_light_it_is_one_too() -> None:
    assert is_told(with_arm(ground(FELT), SKINS[1], (400, 300), (-40, 260)), lamp=0.25)


@pytest.mark.parametrize("colour", [DARK, SKINS[1], SKINS[3]])
def test_a_table_alone_has_none(colour: tuple[int, int, int]) -> None:
    assert not is_told(ground(colour))


def test_a_checked_cloth_of_a_skins_colour_has_none() -> None:
    assert not is_told(checked(96, SKINS[1], (215, 205, 190)))


@pytest.mark.parametrize("colour", [(20, 21, 26), (216, 216, 208), (43, 74, 107)])
def test_a_phone_at_the_edge_is_no_arm(colour: tuple[int, int, int]) -> None:
    assert not is_told(with_arm(ground(FELT), colour))


@pytest.mark.parametrize("sleeve", [(39, 64, 107), (138, 47, 47), (42, 42, 42), (232, 228, 218)])
def test_an_arm_in_a_sleeve_is_told_by_its_hand(sleeve: tuple[int, int, int]) -> None:
    seen = with_arm(with_arm(ground(FELT), sleeve), SKINS[1], (660, 340), (672, 400))
    assert is_told(seen)
    assert not is_told(with_arm(ground(FELT), SKINS[1], (660, 340), (672, 400)))


def test_an_arm_of_which_a_low_lamp_leaves_one_side_dark_is_told() -> None:
    bare = ground(WHITE)
    seen = with_arm(bare, SKINS[1])
    shade = np.clip((np.arange(seen.shape[1]) - 600) / 200, 0.42, 1.0)[None, :, None]
    assert is_told(np.asarray(np.where(seen != bare, seen * shade, seen), np.uint8))


def test_the_less_even_an_arm_is_the_more_it_has_to_differ_from_the_table() -> None:
    """On one as dark as its own shaded side it is told all the same: less even than most, and more apart than they have to be."""
    bare = ground((65, 70, 62))
    seen = with_arm(bare, SKINS[1])
    shade = np.clip((np.arange(seen.shape[1]) - 640) / 200, 0.25, 1.0)[None, :, None]
    assert is_told(np.asarray(np.where(seen != bare, seen * shade, seen), np.uint8))


def test_something_dark_at_the_edge_beside_a_brown_token_is_no_arm() -> None:
    seen = with_arm(ground(FELT), (30, 30, 34), (660, 500))
    assert not is_told(np.asarray(cv2.circle(seen, (660, 400), 20, SKINS[2], -1), np.uint8))


def test_what_lies_within_the_picture_is_no_arm() -> None:
    assert not is_told(with_arm(ground(FELT), SKINS[1], (660, 300), (700, 420)))


def test_a_reader_of_tokens_tells_it() -> None:
    assert READER.look(*table(TOKENS, with_arm(ground(FELT), SKINS[1])), ())[2]
    assert not READER.look(*table(TOKENS, ground(FELT)), ())[2]


@pytest.mark.parametrize("at", [(160, 120), (330, -40), (60, 560)])
@pytest.mark.parametrize("times", [6, 15])
def test_the_glow_of_a_lamp_on_wood_is_no_arm(at: tuple[int, int], times: int) -> None:
    """It fades towards the table; an arm there, as bright, ends at an edge."""
    down, across = np.mgrid[:720, :1280]
    glow = 1 + times * np.exp(-np.square(np.hypot(across - at[0], down - at[1]) / 200))
    lit = np.asarray(np.clip(ground((90, 66, 50)) * glow[..., None], 0, 255), np.uint8)
    assert not is_told(lit)
    assert is_told(with_arm(lit, SKINS[0]))
