"""Glyph -> letter: any turn, any light, and what is no letter."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.vision.letterart import Style, glyph
from vision.letters.board import posterior
from vision.letters.net import LETTERS, PLAIN, SIDE, LetterNet, UnknownLetterError, letter_net, turned

EVEN = np.full(4, 0.25, np.float32)


def grey(letter: str, turn: int = 0, style: Style | None = None) -> np.ndarray:
    return np.asarray(cv2.cvtColor(glyph(letter, SIDE, style or Style(), turn), cv2.COLOR_RGB2GRAY), np.uint8)[None]


@pytest.mark.parametrize("letter", PLAIN)
def test_a_letter_of_a_font_never_seen_is_read_upright(letter: str) -> None:
    evidence = letter_net().evidence(grey(letter), (0,))[0, 0]
    assert PLAIN[int(np.argmax(evidence[:-1]))] == letter


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_four_turns_of_a_glyph_are_four_looks_at_one(turn: int) -> None:
    upright, turned_round = letter_net().evidence(grey("R"))[0], letter_net().evidence(grey("R", turn))[0]
    np.testing.assert_allclose(turned_round[turn], upright[0], atol=1e-3)
    assert int(turned_round[:, PLAIN.index("R")].argmax()) == turn


def test_turning_back_is_the_inverse_of_the_print() -> None:
    once = grey("F", 1)
    np.testing.assert_array_equal(turned(once, 1), turned(turned(grey("F", 2), 1), 1))


@pytest.mark.parametrize(
    "scene",
    [
        np.full((SIDE, SIDE), 128, np.uint8),
        np.tile(np.linspace(20, 230, SIDE).astype(np.uint8), (SIDE, 1)),
        np.random.default_rng(3).normal(120, 12, (SIDE, SIDE)).clip(0, 255).astype(np.uint8),
        cv2.circle(np.full((SIDE, SIDE), 210, np.uint8), (16, 16), 12, 60, -1),
    ],
    ids=["plain", "shaded", "noise", "disc"],
)
def test_what_is_no_letter_is_none(scene: np.ndarray) -> None:
    chance = posterior(letter_net().evidence(scene[None]), EVEN)[0]
    assert chance[-1] > 0.5


@settings(max_examples=25, deadline=None)
@given(st.sampled_from("AEKLRTSUV"), st.floats(0.25, 1.0), st.integers(0, 60))
def test_light_and_exposure_change_nothing(letter: str, gain: float, offset: int) -> None:
    lit = (grey(letter).astype(np.float32) * gain * 0.75 + offset).astype(np.uint8)
    assert PLAIN[int(np.argmax(letter_net().evidence(lit, (0,))[0, 0, :-1]))] == letter


def test_light_letters_on_dark_tiles_are_read() -> None:
    style = Style(tile=(40, 50, 120), ink=(245, 245, 235))
    read = [PLAIN[int(np.argmax(letter_net().evidence(grey(c, 0, style), (0,))[0, 0, :-1]))] for c in "ABEKRSTX"]
    assert "".join(read) == "ABEKRSTX"


def test_a_letter_of_no_alphabet_is_no_other_letter() -> None:
    net = LetterNet("BCD")
    chance = posterior(net.evidence(grey("X")), EVEN)[0]
    assert chance[:3].max() < 0.9


def test_every_letter_that_the_net_knows_is_named_once() -> None:
    assert len(set(LETTERS)) == len(LETTERS)
    assert letter_net("ÄÖÜ").evidence(grey("A")).shape == (1, 4, 4)


@pytest.mark.parametrize(("alphabet", "word"), [("ABCΩ", "Ω"), ("A1", "1"), ("", "no letters"), ("abc", "'a'")])
def test_an_alphabet_that_cannot_be_read_is_refused(alphabet: str, word: str) -> None:
    with pytest.raises(UnknownLetterError, match=word):
        LetterNet(alphabet)


def test_no_glyphs_give_no_answers() -> None:
    assert letter_net().evidence(np.zeros((0, SIDE, SIDE), np.uint8)).shape == (0, 4, 27)
