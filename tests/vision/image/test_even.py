"""A texture that goes on over most of a picture is no print; what lies on it, and cards that fill a table, are none of it."""

import cv2
import numpy as np
import pytest

from tests.benchmarks.growth import generated
from vision.image.even import Flags, Pixels, even_squares, without
from vision.looks.keypoints import busy_parts, find_keypoints

SIDE = 32
FREE = np.full((288, 384), 255, np.uint8)


def carpet(light: float = 0.0) -> Pixels:
    """(288, 384): soft noise, brighter by `light` of itself on the right than on the left."""
    rng = np.random.default_rng(11)
    noise = cv2.GaussianBlur(rng.normal(0, 90, FREE.shape).astype(np.float32), (0, 0), 1.2)
    return np.clip((110 + noise) * np.linspace(1, 1 + light, FREE.shape[1]), 0, 255).astype(np.uint8)


def with_card(ground: Pixels, left: int, top: int) -> Pixels:
    """The same with a card of 96 by 128 pixels lying there."""
    seen = ground.copy()
    card = cv2.cvtColor(cv2.resize(generated(3), (96, 128), interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    seen[top : top + 128, left : left + 96] = card
    return seen


def of_card(even: Flags, left: int, top: int) -> Flags:
    return even[top // SIDE : (top + 128) // SIDE, left // SIDE : (left + 96) // SIDE]


@pytest.mark.parametrize("light", [0.0, 0.4])
def test_a_carpet_is_of_one_texture_and_a_card_on_it_is_none_of_it(light: float) -> None:
    even = even_squares(with_card(carpet(light), 160, 96), FREE, SIDE)
    assert not of_card(even, 160, 96).any()
    assert even.mean() > 0.6 and even[0].all()


def test_a_known_card_does_not_part_a_carpet() -> None:
    seen, free = with_card(carpet(), 160, 96), FREE.copy()
    free[96:224, 160:256] = 0
    even = even_squares(seen, free, SIDE)
    assert not of_card(even, 160, 96).any() and even.sum() == even.size - of_card(even, 160, 96).size


def test_cards_that_fill_a_picture_are_no_texture() -> None:
    rows = [np.hstack([cv2.resize(generated(4 * row + n), (96, 144), interpolation=cv2.INTER_AREA) for n in range(4)]) for row in range(2)]
    assert not even_squares(np.asarray(cv2.cvtColor(np.vstack(rows), cv2.COLOR_RGB2GRAY), np.uint8), FREE, SIDE).any()


def test_a_texture_in_less_than_half_of_a_picture_may_be_that_of_pieces() -> None:
    for wide, is_most in ((160, False), (288, True)):
        seen = carpet()
        seen[:, wide:] = np.linspace(90, 240, FREE.shape[1] - wide)
        assert even_squares(seen, FREE, SIDE)[:, : wide // SIDE - 1].all() == is_most


@pytest.mark.parametrize(("brighter", "stronger"), [(70, 1.0), (0, 2.6)])
def test_a_large_part_of_another_brightness_or_contrast_is_none_of_it(brighter: int, stronger: float) -> None:
    seen = carpet().astype(np.float32)
    part = seen[96:224, 128:288]
    seen[96:224, 128:288] = stronger * (part - 110) + 110 + brighter
    even = even_squares(np.clip(seen, 0, 255).astype(np.uint8), FREE, SIDE)
    assert not even[3:7, 4:9].any() and even[0].all()


def test_nothing_but_the_light_is_left_of_a_texture() -> None:
    seen, even = carpet(0.4), np.ones((9, 12), bool)
    even[:, :6] = False
    plain = without(seen, even, SIDE)
    assert (plain[:, :192] == seen[:, :192]).all()
    assert float(np.abs(np.diff(plain[:, 192:].astype(int), axis=1)).max()) <= 3
    assert abs(float(plain[:, 192:].mean()) - float(seen[:, 192:].mean())) < 2
    assert without(seen, np.zeros((9, 12), bool), SIDE) is seen


def test_points_of_print_are_not_looked_for_on_a_carpet_once_pieces_are_known_to_be_large() -> None:
    seen = with_card(carpet(), 160, 96)
    seen[96:224, 160:256].reshape(16, 8, 12, 8)[:, 2:5, :, 2:5] = 20
    seen = np.asarray(cv2.GaussianBlur(seen, (3, 3), 0.6), np.uint8)
    ((rows, columns),) = busy_parts(seen, FREE, 0.0)[1]
    assert (rows, columns) == (slice(0, 288), slice(0, 384)), "how large pieces are is not known: they may be no larger than its tufts"
    _, ((rows, columns),) = busy_parts(seen, FREE, 96.0)
    assert rows.start <= 96 and rows.stop >= 224 and columns.start <= 160 and columns.stop >= 256
    assert (rows.stop - rows.start) * (columns.stop - columns.start) < 0.5 * seen.size
    places = find_keypoints(seen, 600, FREE, narrowest_px=96.0).place
    on_card = (places[:, 0] > 150) & (places[:, 0] < 266) & (places[:, 1] > 86) & (places[:, 1] < 234)
    assert on_card.mean() > 0.9 and len(places) > 40
