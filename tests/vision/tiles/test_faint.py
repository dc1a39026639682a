"""Letters with hairlines: what a blurred or shaded picture leaves of them is a fat stem, which is an I to whoever looks no closer."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Grid
from vision.letters.net import SIDE, LetterNet, letter_net
from vision.tiles.faint import both_looks, may_be_more, other_share

COUNT = 15
PAPER, INK = 225, 40
ARMS = {"I": (), "L": (1.0,), "F": (0.0, 0.5), "E": (0.0, 0.5, 1.0)}
"""How far down the stem each arm is."""
OTHERS = "OSND"
"""Letters that have nothing to do with it, printed in strokes of one width."""


@pytest.fixture(scope="module")
def net() -> LetterNet:
    return letter_net()


def board(rows: list[str], arm: int) -> Flat:
    """A board from above; stems are black, arms have a grey of their own, as thin strokes do in a blurred picture."""
    side = round((COUNT + 2 * MARGIN) * PX_PER_CELL)
    picture = np.full((side, side), PAPER, np.uint8)
    for (r, c), letter in np.ndenumerate(np.array([list(row) for row in rows])):
        x, y = (round((at + MARGIN + 0.5) * PX_PER_CELL) for at in (c, r))
        if letter in ARMS:
            for down in ARMS[letter]:
                cv2.rectangle(picture, (x - 2, round(y - 10 + 20 * down) - 1), (x + 8, round(y - 10 + 20 * down) + 1), arm, -1)
            cv2.rectangle(picture, (x - 5, y - 11), (x, y + 11), INK, -1)
        else:
            (width, height), _ = cv2.getTextSize(letter, cv2.FONT_HERSHEY_DUPLEX, 1.0, 3)
            cv2.putText(picture, letter, (x - width // 2, y + height // 2), cv2.FONT_HERSHEY_DUPLEX, 1.0, INK, 3, cv2.LINE_AA)
    blurred = cv2.GaussianBlur(picture, (0, 0), 1.0) + np.random.default_rng(2).normal(0, 2, picture.shape)
    grid = Grid.of_corners(COUNT, COUNT, [(0, 0), (600, 0), (600, 600), (0, 600)])
    return Flat(grid, np.asarray(np.clip(blurred, 0, 255), np.uint8))


def doubted(rows: list[str], read: list[str], arm: int, net: LetterNet) -> NDArray[np.bool_]:
    """Cells of a board that are asked about where `read` was read of it, (rows, cols)."""
    flat = board(rows, arm)
    evidence = net.evidence(flat.cut(flat.grid.middles, 0.9, SIDE))
    letters = np.array([net.alphabet.index(letter) for row in read for letter in row])
    turns = np.zeros(COUNT**2, np.int64)
    asked = may_be_more(flat, flat.grid.middles, turns, letters, both_looks(flat, flat.grid.middles, turns, evidence, net))
    return asked.reshape(COUNT, COUNT)


def rows_of(stems: str) -> list[str]:
    """Fifteen rows: in each the `stems`, then letters that have nothing to do with them."""
    return [(stems + OTHERS * 3)[:COUNT] for _ in range(COUNT)]


def test_letters_whose_arms_are_faint_are_asked_about_where_they_were_taken_for_an_i(net: LetterNet) -> None:
    asked = doubted(rows_of("ILEF"), rows_of("IIII"), 170, net)
    assert asked[:, 1:4].all(), "each L, E and F that was read as an I"
    assert asked[:, 4:].mean() < 0.1, "letters without hairlines stand"


def test_letters_whose_arms_are_clear_stand(net: LetterNet) -> None:
    assert doubted(rows_of("ILEF"), rows_of("ILEF"), INK, net).mean() < 0.05


def test_where_letters_of_one_kind_are_others_in_many_places_none_of_it_stands() -> None:
    first, chances = np.array([0, 0, 0, 1, 2]), np.array([[1, 0], [0, 1], [0, 1], [0, 1], [0.5, 0.5]], np.float32)
    assert other_share(first, chances) == pytest.approx([2 / 3, 0, 0]), "two of three are not what they look like; the last looks like none"
