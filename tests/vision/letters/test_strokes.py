"""A letter with a thin stroke more than its kind: with that as black as its stem the net reads another letter."""

import cv2
import numpy as np

from vision.letters.net import PLAIN, Floats, letter_net
from vision.letters.strokes import share_of, with_more

SIDE = 34
READ, TRUE = (PLAIN.index(letter) for letter in "IL")


def stem(foot: float = 0.0, noise: int | None = None) -> Floats:
    """How dark an I with serifs is, or an L with a foot so dark as part of its stem; with noise of a seed."""
    drawn = np.zeros((SIDE, SIDE), np.float32)
    cv2.rectangle(drawn, (11, 7), (14, 26), 1, -1)
    for y in (7, 26):
        cv2.line(drawn, (9, y), (16, y), 0.4, 1)
    drawn[26, 17:24] = np.maximum(drawn[26, 17:24], foot)
    drawn[22:27, 23] = np.maximum(drawn[22:27, 23], foot)
    seen = cv2.GaussianBlur(drawn, (0, 0), 0.7)
    return np.asarray(seen if noise is None else seen + np.random.default_rng(noise).normal(0, 0.05, seen.shape), np.float32)


def doubted(glyph: Floats, share: float = 0.0) -> bool:
    """Whether it is asked about where it is read as an I, and the board shows that it may be an L so much."""
    shares = np.zeros((1, len(PLAIN)), np.float32)
    shares[0, TRUE] = share
    return bool(with_more(glyph[None], stem()[None], shares, np.array([READ]), letter_net())[0])


def test_an_l_whose_foot_is_a_third_as_dark_as_its_stem_is_asked_about_where_it_is_read_as_an_i() -> None:
    assert doubted(stem(0.35), share_of(stem(0.35), stem(), stem(0.7)))


def test_an_i_stands_whatever_the_noise() -> None:
    assert not any(doubted(stem(noise=seed), share_of(stem(noise=seed), stem(), stem(0.7))) for seed in range(10))


def test_how_much_of_what_another_letter_has_more_shows() -> None:
    assert share_of(stem(), stem(), stem(0.7)) == 0
    assert 0.3 < share_of(stem(0.35), stem(), stem(0.7)) < 0.7
    assert share_of(stem(0.7), stem(), stem(0.7)) > 0.9


def test_no_letters_none_asked_about() -> None:
    none = np.zeros((0, SIDE, SIDE), np.float32)
    assert not with_more(none, none, np.zeros((0, len(PLAIN)), np.float32), np.zeros(0, np.int64), letter_net()).size
