"""Cards of one soft photograph with a crisp digit on it, which alone tells them: it has to be seen as well as the rest."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.explain_params import ExplainParams
from vision.cards.explained import Explained, explained
from vision.cards.telling import TellingPlaces
from vision.cards.verdict import VerdictParams
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Lookalikes
from vision.looks.matching import WINDOWS, Library, see

PARAMS = ExplainParams()
LEAST = VerdictParams().least_told
DIGITS = (2, 3, 4, 5, 6, 7, 9)
CREAM, INK = (251, 247, 238), (58, 47, 42)


@cache
def photograph() -> NDArray[np.uint8]:
    """(1200, 700, 3) RGB: what all the cards show."""
    soft = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 1, (1200, 700, 3)), (0, 0), 60)
    return np.asarray(np.clip(110 + 45 * soft / soft.std(), 20, 235), np.uint8)


def card(digit: int) -> NDArray[np.uint8]:
    """(1200, 700, 3) RGB: a photograph, and the digit in a disc in two corners."""
    picture = photograph().copy()
    (wide, high), _ = cv2.getTextSize(str(digit), cv2.FONT_HERSHEY_SIMPLEX, 3.4, 14)
    for _ in range(2):
        cv2.circle(picture, (130, 150), 90, CREAM, -1, cv2.LINE_AA)
        cv2.putText(picture, str(digit), (130 - wide // 2, 150 + high // 2), cv2.FONT_HERSHEY_SIMPLEX, 3.4, INK, 14, cv2.LINE_AA)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    return picture


@cache
def library() -> Library:
    """Of all digits but the eight."""
    return Library(Catalogue(tuple(look_of(card(digit), str(digit), "card", (70, 120)) for digit in DIGITS)))


def as_read(digit: int, look: int) -> Explained:
    """How well a look explains a small, noisy picture of a card, as the reader asks: once more without the edges of shine and shadow."""
    small = cv2.GaussianBlur(cv2.resize(card(digit), (210, 360), interpolation=cv2.INTER_AREA), (0, 0), 0.8)
    noisy = np.asarray(np.clip(small + np.random.default_rng(0).normal(0, 3, small.shape), 0, 255), np.uint8)
    seen = canon.shrink(np.asarray(cv2.resize(noisy, (700, 1200), interpolation=cv2.INTER_CUBIC), np.uint8))
    at = DIGITS.index(look)
    telling = TellingPlaces(Lookalikes(library(), DifferParams())).of(at)
    plain, evened = (
        explained(library(), see(seen, evened=is_evened), at, WINDOWS[0], None, PARAMS, telling=telling) for is_evened in (False, True)
    )
    return plain.or_by(evened) if plain.is_doubtful(PARAMS) else plain


@pytest.mark.parametrize("look", [3, 6, 9])
def test_an_eight_that_was_never_enrolled_is_no_other_digit(look: int) -> None:
    assert as_read(8, look).told < LEAST


@pytest.mark.parametrize("digit", [3, 6, 9])
def test_a_digit_that_was_enrolled_is_told_as_well_as_the_rest(digit: int) -> None:
    assert as_read(digit, digit).told > LEAST / 2


def test_no_less_is_expected_of_a_digit_where_a_comparison_finds_less_of_the_rest() -> None:
    plain = Explained(told=-0.2, figure=-0.3, expected=0.95)
    assert plain.or_by(Explained(told=0.3, figure=0.2, expected=0.45)).told == pytest.approx(-0.2)
    assert plain.or_by(Explained(told=0.3, figure=0.2, expected=0.45)).figure == pytest.approx(-0.3)
    assert plain.or_by(Explained(told=-0.02, figure=-0.05, expected=0.95)).told == pytest.approx(-0.02)
    assert plain.or_by(replace(plain, told=0.0, expected=0.99)).told == pytest.approx(0.0)
