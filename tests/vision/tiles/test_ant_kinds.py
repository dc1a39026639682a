"""A disc's looks, as measured, and the token that it is."""

from dataclasses import replace

import numpy as np
import pytest

from vision.tiles.ant_colours import COLOURS, Rgb
from vision.tiles.ant_discs import Discs
from vision.tiles.ant_kinds import PARAMS, is_mirror, is_special, name_of, named_where_due, starred_where_due

OWN = {name: COLOURS[name] for name in ("black", "red", "yellow", "blue")}
RED = (0.45, 0.03, 0.04)


def disc(
    colour: tuple[float, float, float], share: float, around: float, *, shaded: float, middle: float = 0.0, darker: float = 0.0
) -> Discs:
    """One disc: parts of its rim and of what is around it that have its `colour`, of its rim that has it or a shade of it."""
    one = {"share": share, "around": around, "middle": middle, "core": 1.0, "heart": 1.0, "band": 0.0, "darker": darker}
    rows = {"shaded": (shaded, 0.0), "colour": colour, "print": (1.0, -0.09, -0.13), "blend": (1.0, 0.0), "ground": (1.0, 1.0, 1.0)}
    values = {name: np.array([value], np.float32) for name, value in (one | rows | {"place": (0.0, 0.0, 0.31)}).items()}
    return Discs(**values)


@pytest.mark.parametrize(
    ("colour", "around", "name"),
    [
        pytest.param((0.63, 0.66, 0.70), 0.43, None, id="a patch of a card as pale as paper"),
        pytest.param((0.63, 0.64, 0.66), 0.05, "black", id="a black token in glare that stands alone"),
        pytest.param((0.3, 0.31, 0.33), 0.3, "black", id="a darker one on print"),
        pytest.param(RED, 0.43, "red", id="red on red print"),
    ],
)
def test_what_is_as_pale_as_paper_and_goes_on_around_it_is_no_black_token(
    colour: tuple[float, float, float], around: float, name: str | None
) -> None:
    assert name_of(disc(colour, 1.0, around, shaded=1.0), 0, OWN, PARAMS) == name


def test_paper_in_a_shadow_is_no_black_token_beside_ink_that_is_darker() -> None:
    """Light and surroundings as on a board below a hand, in the gap between two letters and the board's edge."""
    shadow = (0.107, 0.076, 0.082)
    assert name_of(disc(shadow, 0.875, 0.28, shaded=1.0, darker=0.38), 0, OWN, PARAMS) is None
    assert name_of(disc(shadow, 0.875, 0.28, shaded=1.0), 0, OWN, PARAMS) == "black", "nothing is darker beside a token"
    glossy = disc((0.13, 0.15, 0.16), 0.94, 0.05, shaded=1.0, darker=0.28)
    assert name_of(glossy, 0, OWN, PARAMS) == "black", "but where gloss lies on it alone"
    assert name_of(disc(RED, 0.875, 0.28, shaded=1.0, darker=0.38), 0, OWN, PARAMS) == "red", "beside one with a hue there may be ink"


@pytest.mark.parametrize(
    ("colour", "ground", "blue", "name"),
    [
        pytest.param((0.08, 0.14, 0.2), 1.0, OWN["blue"], "black", id="as bright as black print below a blue sky"),
        pytest.param((0.08, 0.14, 0.2), 0.45, OWN["blue"], None, id="in a shadow, where blue is as dark"),
        pytest.param((0.08, 0.14, 0.2), 1.0, (20, 40, 105), None, id="beside dark blue ones"),
        pytest.param((0.12, 0.21, 0.3), 1.0, OWN["blue"], None, id="faded black, or blue"),
        pytest.param((0.02, 0.06, 0.19), 1.0, OWN["blue"], "blue", id="blue in a shadow that leaves the paper beside it"),
        pytest.param((0.2, 0.14, 0.08), 1.0, OWN["blue"], None, id="a hue that no sky has"),
    ],
)
def test_a_dark_disc_below_the_sky_is_a_black_token_where_a_blue_one_would_be_brighter(
    colour: tuple[float, float, float], ground: float, blue: Rgb, name: str | None
) -> None:
    seen = replace(disc(colour, 0.93, 0.08, shaded=1.0), ground=np.full((1, 3), ground, np.float32))
    assert name_of(seen, 0, OWN | {"blue": blue}, PARAMS) == name


def test_a_grey_disc_in_glare_of_another_colour_than_the_board_s_light_is_no_red_token() -> None:
    """A black token below a lamp's image, where paper in the sky's light is seen bluish."""
    lit = disc((0.597, 0.499, 0.475), 0.95, 0.09, shaded=1.0)
    assert name_of(lit, 0, OWN, PARAMS) == "red", "where paper is as bright as elsewhere only print has such a hue"
    burnt = replace(lit, ground=np.array([(2.23, 1.62, 1.55)], np.float32))
    assert name_of(burnt, 0, OWN, PARAMS) is None
    assert name_of(replace(disc((1.17, 0.37, 0.35), 1.0, 0.04, shaded=1.0), ground=burnt.ground), 0, OWN, PARAMS) == "red"
    blue = replace(lit, ground=np.array([(1.55, 1.62, 2.23)], np.float32))
    assert name_of(blue, 0, OWN, PARAMS) == "red", "light of another hue"


def test_print_of_two_shades_around_a_letter_is_no_token_in_a_shadow() -> None:
    glossy = disc((0.78, 0.33, 0.32), 0.81, 0.29, shaded=0.94, middle=0.36)
    assert named_where_due(glossy, 0, OWN, 0.6, True, PARAMS) is None
    hidden = named_where_due(glossy, 0, OWN, 0.6, False, PARAMS)
    assert hidden is not None and hidden.color == "red", "where no letter shows a token may lie in a shadow on print of its colour"


@pytest.mark.parametrize("is_lettered", [False, True])
def test_a_token_that_stands_out_is_one_whatever_letter_it_may_look_like(is_lettered: bool) -> None:
    for seen in (disc(RED, 1.0, 0.1, shaded=1.0), disc(RED, 0.8, 0.1, shaded=0.9)):
        named = named_where_due(seen, 0, OWN, 0.6, is_lettered, PARAMS)
        assert named is not None and (named.color, named.special) == ("red", False)


def with_band(share: float, blend: float) -> Discs:
    """A yellow disc half of which is lighter, most of it in a band."""
    lit = {"middle": 0.62, "band": 0.66, "print": (0.43, 0.37, 0.21), "blend": (blend, 0.3), "place": (-0.1, -0.1, 0.3)}
    seen = disc((0.76, 0.57, 0.05), share, 0.0, shaded=share)
    return replace(seen, **{name: np.array([value], np.float32) for name, value in lit.items()})


def test_a_ring_seen_off_its_middle_is_no_lamp_s_image() -> None:
    """Measures of a token with a ring whose upper side was looked for a third of its size off its place."""
    ring = with_band(0.58, 0.8)
    assert not is_mirror(ring, 0, PARAMS)
    assert is_special(ring, 0, PARAMS) is None, "neither a plain token nor a special one"
    assert is_mirror(with_band(0.66, 0.95), 0, PARAMS), "where a lamp's image lies, all is the disc's colour, or that light's, or of both"


@pytest.mark.parametrize(
    ("colour", "lighter", "name"),
    [
        pytest.param((0.97, 0.95, 0.57), 0.17, None, id="hardly lighter than a disc that is nearly burnt out: it may be so all over"),
        pytest.param((0.92, 0.67, 0.1), 0.32, "yellow", id="in a light that leaves its colour"),
        pytest.param((0.97, 0.95, 0.57), 0.25, "yellow", id="much lighter"),
    ],
)
def test_what_is_burnt_out_on_a_token_is_no_print_for_sure(colour: tuple[float, float, float], lighter: float, name: str | None) -> None:
    """Measures of a plain yellow token below a lamp, whose middle had no colour left."""
    lit = {"middle": 0.77, "band": 0.3, "print": (1.0, lighter, 0.08), "blend": (0.98, 0.3), "core": 0.06, "place": (-0.1, 0.0, 0.36)}
    shown = {key: np.array([value], np.float32) for key, value in lit.items()}
    told = starred_where_due(replace(disc(colour, 0.88, 0.02, shaded=0.9), **shown), 0, OWN, 0.6, PARAMS)
    assert told is not None and (told.color, told.special) == (name, True)
