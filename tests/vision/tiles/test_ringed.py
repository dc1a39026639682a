"""Tokens with a ring over letters that are rings themselves: the letter of a known tile that is printed below does not hide one."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art import Art
from fixtures.art_word_buffet import ANT_MM
from tests.benchmarks.hard_boards import Laid, Truth, board, drawn
from vision.image.decode import load_frame
from vision.tiles.ant_discs import Discs
from vision.tiles.ringed import are_ringed, like_ringed, may_be_ringed
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import TilePrint, Tiling

Rgb = tuple[int, int, int]
PALE = (248, 246, 240)
COLOURS: dict[str, Rgb] = {
    "red": (195, 40, 40), "yellow": (230, 185, 30), "blue": (35, 85, 165), "green": (50, 140, 70), "pink": (216, 112, 154),
    "purple": (120, 60, 150), "black": (35, 35, 38),
}  # fmt: skip


def face(colour: Rgb) -> NDArray[np.uint8]:
    """A token's upper side, (90, 90, 3), on white: a pale ring."""
    picture = np.full((90, 90, 3), 255, np.uint8)
    cv2.circle(picture, (45, 45), 44, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, (45, 45), 27, PALE, 8, cv2.LINE_AA)
    return picture


def ringed_board(seed: int) -> Laid:
    """Our own tiles, and on fourteen of their round letters tokens with a ring, of seven colours."""
    rng = np.random.default_rng([seed, 7, 0])
    laid = board(rng, 0)
    there = [one.turned(quarter).letters for one, quarter in zip(laid.prints, laid.quarters, strict=True)]
    cells = [(r, c) for r, c in np.ndindex(15, 15) if there[3 * (r // 5) + c // 5][r % 5][c % 5] in "OQCGD"]
    chosen = [cells[i] for i in rng.permutation(len(cells))[:14]]
    rings = {f"special-{name}": Art(face(colour), (ANT_MM, ANT_MM), "token") for name, colour in COLOURS.items()}
    return replace(laid, art=laid.art | rings, tokens={cell: (str(rng.choice(list(COLOURS))), True) for cell in chosen})


def overlooked(truth: Truth, picture: Path) -> list[tuple[int, int]]:
    """Cells with such a token of which a board whose tiles are known neither names it nor asks."""
    known = {name: TilePrint(tuple(rows), food and tuple(food)) for name, (rows, food) in zip(truth["tiles"], truth["prints"], strict=True)}
    found = read_tiled(load_frame(picture).rgb, Tiling(known=known, colours=COLOURS))
    assert found is not None and found.confidence > 0
    told = {(ant.row, ant.col) for ant in found.ants} | {(doubt.row, doubt.col) for doubt in found.unsure}
    named = {(ant.row, ant.col): (ant.color, ant.special) for ant in found.ants if ant.color is not None}
    assert all([*cell, *one] in [token[:4] for token in truth["tokens"]] for cell, one in named.items()), "none is named wrongly"
    return [(row, col) for row, col, *_ in truth["tokens"] if (row, col) not in told]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_token_with_a_ring_on_a_round_letter_of_a_known_tile_is_not_overlooked(seed: int, tmp_path: Path) -> None:
    truth = drawn(ringed_board(seed), "ringed", np.random.default_rng(seed), tmp_path)
    assert overlooked(truth, tmp_path / "ringed.jpg") == []


def disc(
    share: float, around: float, *, blend: float, red: float = 0.4, right: float = 0.0, radius: float = 0.36, lighter: float = 0.3
) -> Discs:
    """One disc with a pale print on most of its middle."""
    one = {"share": share, "around": around, "middle": 0.7, "core": 0.2, "heart": 0.2, "band": 0.3, "darker": 0.0}
    rows = {"shaded": (share, 0.7), "colour": (red, 0.2, 0.2), "print": (0.5, lighter, lighter), "blend": (blend, 0.3)}
    places = {"ground": (1.0, 1.0, 1.0), "place": (right, 0.0, radius)}
    return Discs(**{name: np.array([value], np.float32) for name, value in (one | rows | places).items()})


@pytest.mark.parametrize(
    ("seen", "may_be"),
    [
        pytest.param(disc(0.55, 0.05, blend=0.8), True, id="a token in a shadow"),
        pytest.param(disc(0.55, 0.3, blend=0.8), False, id="print goes on around a letter"),
        pytest.param(disc(0.55, 0.05, blend=0.6), False, id="print of several colours"),
        pytest.param(disc(0.55, 0.05, blend=0.8, lighter=-0.3), False, id="paper around a letter"),
        pytest.param(disc(0.55, 0.05, blend=0.8, radius=0.3), False, id="a letter's own ring"),
        pytest.param(disc(0.55, 0.05, blend=0.8, right=0.3), False, id="a printed ring beside a letter"),
        pytest.param(disc(0.52, 0.08, blend=0.77, red=0.9), False, id="a ring that a red glass hides"),
        pytest.param(disc(0.66, 0.04, blend=0.85, red=0.9), True, id="a yellow token in bright light"),
    ],
)
def test_what_may_be_a_token_with_a_ring(seen: Discs, may_be: bool) -> None:
    assert may_be_ringed(seen).tolist() == [may_be]


def test_only_what_is_larger_than_letters_is_surely_one() -> None:
    seen = disc(0.7, 0.04, blend=0.92)
    assert are_ringed(seen, 0.55).tolist() == [True]
    assert are_ringed(seen, 0.7).tolist() == [False]
    assert are_ringed(disc(0.55, 0.04, blend=0.92), 0.55).tolist() == [False]


def test_what_resembles_one_is_held_against_the_boards_letters() -> None:
    lettered = np.array([True])
    assert like_ringed(disc(0.42, 0.2, blend=0.5, radius=0.3), lettered).tolist() == [True]
    assert like_ringed(disc(0.42, 0.3, blend=0.5, radius=0.3), lettered).tolist() == [False], "its colour goes on around it"


@pytest.mark.parametrize(("share", "around"), [(0.76, 0.36), (0.34, 0.0)], ids=["amid its own colour", "in the brightest light"])
def test_where_nothing_is_likelier_than_a_letter_what_hardly_resembles_one_is_held_against_them_too(share: float, around: float) -> None:
    seen = disc(share, around, blend=0.0)
    assert like_ringed(seen, np.array([False])).tolist() == [True]
    assert like_ringed(seen, np.array([True])).tolist() == [False]
