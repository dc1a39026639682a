"""How the light falls off over a table, told by pieces of which some lie in the shadow of an arm, or show the light of something else."""

import numpy as np
import pytest

from vision.looks.colours import Lit, lamp

PLACES = ((100, 120), (900, 90), (1700, 140), (140, 560), (950, 520), (1690, 600), (120, 990), (880, 1010), (1720, 960))
RED, GREEN, BLUE = 1.0, 0.8, 0.6


def lit(place: tuple[float, float], times: tuple[float, float, float] = (1, 1, 1)) -> Lit:
    """What a piece shows of a warm lamp at the upper left."""
    falls = float(np.exp(-(place[0] / 1920 + place[1] / 1080)))
    return Lit(place, (RED * falls * times[0], GREEN * falls * times[1], BLUE * falls * times[2]))


def off(places: list[Lit]) -> float:
    """By how many parts the lamp that some places tell is off at most, anywhere on the table."""
    told = lamp(places)
    assert told is not None
    expected = np.array([lit(place).light for place in PLACES])
    return float(np.abs(np.log(told.white(np.array(PLACES, np.float64)) / expected)).max())


def test_pieces_that_agree_tell_how_it_falls_off() -> None:
    assert off([lit(place) for place in PLACES]) < 1e-3


@pytest.mark.parametrize("shaded", [(7,), (7, 8), (2, 5)])
def test_pieces_in_the_shadow_of_an_arm_say_nothing_of_the_rest_of_the_table(shaded: tuple[int, ...]) -> None:
    places = [lit(place, (0.12, 0.12, 0.12) if at in shaded else (1, 1, 1)) for at, place in enumerate(PLACES)]
    assert off(places) < 0.15


def test_nor_does_one_whose_light_has_another_colour_than_that_of_the_others() -> None:
    assert off([lit(place, (0.5, 0.9, 1.5) if at == 8 else (1, 1, 1)) for at, place in enumerate(PLACES)]) < 0.15


def test_places_a_little_darker_than_others_count_in_full() -> None:
    """Paper in a hand's half shadow, or print that is a little off: no place is left out for it."""
    places = [lit(place, (0.9, 0.9, 0.9) if at % 2 else (1, 1, 1)) for at, place in enumerate(PLACES)]
    points = np.array([(1, *one.at_px) for one in places])
    plain = np.linalg.lstsq(points, np.log([one.light for one in places]), rcond=None)[0]
    told = lamp(places)
    assert told is not None
    assert np.abs(told.log_light.T - plain).max() < 1e-9
