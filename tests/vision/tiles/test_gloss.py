"""A lamp's image on a token: a band of light right across it is no print, and a print below it may be one."""

import cv2
import numpy as np
import pytest

from tests.vision.tiles.test_ants import OWN, Rgb, Tokens, board, found
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat
from vision.tiles.ant_discs import best_discs, discs_at, looks_at, paper_of
from vision.tiles.gloss import banded

TOKENS: Tokens = {(1, i): (OWN[name], (0.0, 0.0)) for i, name in enumerate(OWN)}
PRINT: Rgb = (215, 90, 80)


def place_of(col: int) -> tuple[int, int]:
    """The pixel of the middle of a token in the second row."""
    return round((col + 0.5 + MARGIN) * PX_PER_CELL), round((1.5 + MARGIN) * PX_PER_CELL)


def mirrored(flat: Flat, turn: float, light: float = 0.3, tint: tuple[float, float, float] = (1, 1, 1)) -> Flat:
    """The tokens with a broad and a thin band of a lamp's light across each, as far as it reaches; a foil `tint`s it."""
    linear = (flat.pixels / 255.0) ** 2.2
    for col in range(4):
        x, y = place_of(col)
        rows, cols = np.mgrid[: flat.pixels.shape[0], : flat.pixels.shape[1]]
        across = ((cols - x) * np.cos(turn) + (rows - y) * np.sin(turn)) / (0.68 * PX_PER_CELL)
        sheen = light * np.exp(-((across / 0.08) ** 2)) + 1.5 * light * np.exp(-(((across - 0.16) / 0.015) ** 2))
        linear += np.where(np.hypot(cols - x, rows - y) < 0.34 * PX_PER_CELL, sheen, 0)[..., None] * np.array(tint)
    seen = np.clip(np.clip(linear, 0, 1) ** (1 / 2.2) * 255 + 0.5, 0, 255).astype(np.uint8)
    return flat.with_pixels(np.asarray(cv2.GaussianBlur(seen, (0, 0), 0.7), np.uint8))


def crossed(flat: Flat) -> Flat:
    """The same tokens, a white cross printed on each, which ends before the rim."""
    pixels, half = flat.pixels.copy(), round(0.17 * PX_PER_CELL)
    for col in range(4):
        x, y = place_of(col)
        for side in (-1, 1):
            cv2.line(pixels, (x - half, y - side * half), (x + half, y + side * half), (250, 250, 250), 4, cv2.LINE_AA)
    return flat.with_pixels(np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.5), np.uint8))


@pytest.mark.parametrize("turn", [0.0, 0.4, 1.2, 2.2])
def test_a_lamp_s_image_across_a_token_is_no_print(turn: float) -> None:
    named = found(mirrored(board(4, TOKENS, PRINT), turn))
    assert [token for token in named if token[3]] == []
    assert {token[2] for token in named} >= {"red", "blue"}


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.2])
@pytest.mark.parametrize("tint", [(1.0, -1.0, 0.3), (-0.7, 1.0, 0.3), (0.3, -0.7, 1.0)])
def test_a_band_that_a_foil_gives_a_colour_is_no_print(turn: float, tint: tuple[float, float, float]) -> None:
    assert [token for token in found(mirrored(board(4, TOKENS, PRINT), turn, 0.15, tint)) if token[3]] == []


def test_a_print_that_ends_before_the_rim_is_one() -> None:
    assert found(crossed(board(4, TOKENS, PRINT))) == tuple((1, i, name, True) for i, name in enumerate(OWN))


def test_two_halves_are_no_band_of_light() -> None:
    turn = np.linspace(0, 2 * np.pi, 60)
    right, down = np.outer(np.linspace(0.05, 0.85, 12), np.cos(turn)).ravel(), np.outer(np.linspace(0.05, 0.85, 12), np.sin(turn)).ravel()
    own = np.array([0.7, 0.2, 0.2], np.float32)
    halves, band = (np.asarray(own[:, None] + 0.3 * there, np.float32) for there in (right > 0, np.abs(right) < 0.2))
    assert banded(band, own, right, down, 0.9) > 0.8
    assert banded(halves, own, right, down, 0.9) == 0


def test_a_print_below_a_lamp_s_image_is_not_called_plain() -> None:
    assert [token for token in found(mirrored(crossed(board(4, TOKENS, PRINT)), 0.3)) if not token[3]] == []


def test_only_of_discs_that_may_be_tokens_more_is_measured_and_as_much_as_of_any() -> None:
    flat = crossed(board(4, TOKENS, PRINT))
    paper, middles = paper_of(flat, flat.grid.middles), flat.grid.middles
    discs = best_discs(looks_at(flat, middles, paper))
    whole = discs_at(flat, middles, paper, discs.place)
    leads = discs.share - discs.around >= 0.4
    assert {4, 5, 6, 7} <= set(np.flatnonzero(leads).tolist()) != set(range(16))
    assert not discs.blend[~leads].any()
    assert np.allclose(discs.blend[4:8], whole.blend[4:8], atol=0.1)
