"""Looks in every turn by one matrix product: the same as turning them one by one; prints told through gloss and shade."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.token_tables import COLOURS, SIZE_MM, token_picture
from vision.looks.catalogue import look_of
from vision.tokens.discs import ANGLES, UNIT
from vision.tokens.looks import FitParams, RoundLooks
from vision.tokens.turning import RINGS, Turning

KINDS = tuple(COLOURS)
LOOKS = RoundLooks(
    [look_of(token_picture(id, plain), id, "token", (SIZE_MM, SIZE_MM)) for id in KINDS for plain in (False, True)], FitParams()
)
WEIGHT = np.repeat(RINGS / RINGS.sum() / ANGLES, ANGLES)


def seen(index: int, turn: int) -> NDArray[np.float32]:
    return np.asarray(np.roll(LOOKS.discs[index], turn, axis=1)[None], np.float32)


@pytest.mark.parametrize("every", [1, 2])
def test_one_product_says_what_turning_each_look_says(every: int) -> None:
    rng = np.random.default_rng(4)
    noisy = np.asarray(seen(2, 8) + rng.normal(0, 0.1, LOOKS.discs[:1].shape), np.float32)[:, every - 1 :: every, ::every]
    told = Turning(LOOKS.discs, LOOKS.is_plain, every).agreement(noisy)
    rings, angles = RINGS[every - 1 :: every], ANGLES // every
    weight = np.repeat(rings / rings.sum() / angles, angles)
    for k in range(len(LOOKS.ids)):
        look = np.roll(LOOKS.discs[k][every - 1 :: every, ::every], told.turn[0, k] // every, axis=1)
        cross = float(((noisy[0] * look).reshape(-1, 3).mean(axis=1) * weight).sum())
        assert told.cross[0, k] == pytest.approx(cross, abs=2e-3)


@pytest.mark.parametrize("index", range(0, 2 * len(KINDS), 2))
@pytest.mark.parametrize("turn", [0, 5, 17])
def test_a_print_is_known_through_gloss_and_a_slow_shade(index: int, turn: int) -> None:
    shade = (RINGS[:, None] * UNIT[None, :, 0])[None, ..., None] * 0.2
    fit = LOOKS.fit(np.asarray(0.3 * seen(index, turn) + 0.5 + shade, np.float32))
    assert int(fit.likeness[0].argmax()) == index and fit.likeness[0, index] > 0.98
    assert int(fit.turn[0, index]) == turn


def test_a_plain_side_is_like_no_print() -> None:
    rng = np.random.default_rng(5)
    plain = np.asarray(seen(1, 0) + rng.normal(0, 0.02, LOOKS.discs[:1].shape), np.float32)
    assert LOOKS.fit(plain).likeness.max() < 0.4
    assert not LOOKS.fit(seen(0, 0)).likeness[0, LOOKS.is_plain].any()


def test_without_any_print_there_are_plain_looks_only() -> None:
    plain = [look_of(token_picture(id, True), id, "token", (SIZE_MM, SIZE_MM)) for id in KINDS]
    fit = RoundLooks(plain, FitParams()).fit(seen(3, 0))
    assert int(fit.cost[0].argmin()) == 1 and not fit.likeness.any()
