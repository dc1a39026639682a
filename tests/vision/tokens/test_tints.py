"""Which colour a disc has, in grey levels; where the ground goes on across an outline; what several neighbours tell of the light."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import Laid, table
from vision.tokens.disc_outlines import openness
from vision.tokens.discs import DiscParams, Flat, flatten
from vision.tokens.params import TokenParams
from vision.tokens.relight import _firm
from vision.tokens.tints import tints
from vision.tokens.turning import RINGS, correlation

LOOKS = np.array([[0.26, 0.01, 0.04], [0.79, 0.28, 0.44], [0.89, 0.47, 0.03]], np.float32)
"""Wine, rose, corn: linear light."""


def least(seen: NDArray[np.floating[Any]], ceiling: float = 1.0) -> tuple[int, float]:
    one = np.ones(1, np.float32)
    told = tints(
        seen[None].astype(np.float32), np.full((1, 3), ceiling, np.float32), np.zeros((1, 3), np.float32), (0.35 * one, 0.25 * one), LOOKS
    )
    first, second = np.sort(told[0])[:2]
    return int(told[0].argmin()), float(second - first)


@pytest.mark.parametrize("index", range(3))
@pytest.mark.parametrize("bright", [0.7, 1.0, 1.5])
def test_a_colour_is_known_brighter_and_darker(index: int, bright: float) -> None:
    best, margin = least(np.minimum(LOOKS[index] * bright, 1.0))
    assert best == index and margin > 3


def test_a_dark_red_in_bright_light_is_far_from_yellow_and_near_itself() -> None:
    best, margin = least(np.array([0.67, 0.015, 0.03]), ceiling=0.67)
    assert best == 0 and margin > 10


def test_gloss_over_a_dark_red_leaves_doubt_about_rose() -> None:
    _, margin = least(LOOKS[0] + 0.28)
    assert margin < 4


def flat_picture(tokens: list[Laid], lamp: float = 0.8, ground: tuple[int, int, int] = (150, 140, 128)) -> Flat:
    frame, plane = table(tokens, ground, lamp=(lamp, lamp, lamp))
    flat = flatten(frame.rgb, plane, 16.0, DiscParams())
    assert flat is not None
    return flat


def at_mm(flat: Flat, x: float, y: float) -> NDArray[np.float32]:
    place = np.linalg.inv(flat.to_mm) @ np.array([x, y, 1.0])
    return np.array([[place[0] / place[2], place[1] / place[2]]], np.float32)


def test_ground_goes_on_across_a_gap_and_not_across_a_token() -> None:
    flat = flat_picture([Laid("beet", 0, 0, 0, True), Laid("beet", 60, 0), Laid("beet", 60, 16.5)])
    radius = 8.0 * flat.px_per_mm
    assert openness(flat, at_mm(flat, 0, 0), radius).mean() < 0.05
    assert openness(flat, at_mm(flat, -40, 30), radius).mean() > 0.9
    assert openness(flat, at_mm(flat, 72, 8), radius).mean() > 0.12


def test_where_the_picture_is_burnt_nothing_goes_on() -> None:
    flat = flat_picture([], 1.2, (255, 255, 254))
    assert not openness(flat, at_mm(flat, 0, 0), 8.0 * flat.px_per_mm).any()


def test_a_print_is_like_itself_under_any_shade_and_like_no_other() -> None:
    rng = np.random.default_rng(1)
    print_, other = rng.uniform(0, 1, (2, 1, len(RINGS), 32, 3)).astype(np.float32)
    assert correlation(0.2 * print_ + 0.6, print_)[0] > 0.99
    assert abs(correlation(other, print_)[0]) < 0.2
    assert abs(correlation(np.full_like(print_, 0.5), print_)[0]) < 1e-3


def test_light_is_firm_only_where_several_near_neighbours_agree() -> None:
    params, light, before = TokenParams(), np.array([[[0.7] * 3, [0.05] * 3]] * 3, np.float32), np.array([8.0, 1.0], np.float32)
    assert _firm(light, 1.5, params, before).tolist() == [params.firmest] * 2
    assert _firm(light[:2], 1.5, params, before).tolist() == before.tolist()
    assert _firm(light, 4.5, params, before).tolist() == before.tolist()
    light[0, 1] += 0.4
    assert _firm(light, 1.5, params, before).tolist() == [params.firmest, 1.0]  # gloss differs, brightness does not
