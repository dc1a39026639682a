"""A tile under a hand is laid where its letters are clear, where its outline and its ink do not tell."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.tiles.test_tiled import found_grid, table, tile_alone
from vision.letters.cells import MARGIN, PX_PER_CELL, Flat, Points
from vision.letters.net import SIDE, letter_net
from vision.tiles.byletters import laid_by_letters
from vision.tiles.tiling import Tiling
from vision.tiles.view import ViewParams, view_of

WINDOW = 0.9


def under_a_hand(shown: int) -> tuple[Flat, NDArray[np.float64]]:
    """A tile of which so many columns show, and the middles of its cells."""
    flat, middles = tile_alone(0.0, 0.0)
    pixels = flat.pixels.copy()
    left = round((MARGIN + float(middles[:, 0].min()) - 0.5 + shown) * PX_PER_CELL)
    cv2.rectangle(pixels, (left, 0), (pixels.shape[1], pixels.shape[0]), 120, -1)
    return Flat(flat.grid, pixels), middles


def moved(flat: Flat, middles: Points) -> Points:
    """How far from these middles its letters are found (25, 2)."""
    evidence = letter_net().evidence(flat.cut(middles, WINDOW, SIDE))
    return laid_by_letters(flat, middles, evidence, np.zeros(len(middles), np.int64), WINDOW, letter_net()) - middles


@pytest.mark.parametrize("off", [(0.24, 0.0), (-0.24, 0.1), (0.2, 0.24)])
def test_it_is_moved_to_where_its_letters_are_clear(off: tuple[float, float]) -> None:
    flat, middles = under_a_hand(3)
    assert np.abs(moved(flat, middles + np.array(off)) + np.array(off)).max() < 0.13


@pytest.mark.parametrize("shown", [1, 3, 5])
def test_one_whose_letters_lie_in_their_cells_stays(shown: int) -> None:
    flat, middles = under_a_hand(shown)
    assert (moved(flat, middles) == 0).all() and (moved(flat, middles + 0.05) == 0).all()


def test_bare_ground_stays() -> None:
    flat, middles = under_a_hand(0)
    assert (moved(flat, middles) == 0).all()


def test_a_board_is_read_where_its_tiles_were_moved_to(monkeypatch: pytest.MonkeyPatch) -> None:
    before = view_of(table(ants=False), found_grid(), Tiling(), letter_net(), ViewParams())
    step = np.where(np.arange(225) == 7, 0.1, 0.0)[:, None]
    monkeypatch.setattr("vision.tiles.view.laid_by_letters", lambda _grey, middles, *_: middles + step)
    after = view_of(table(ants=False), found_grid(), Tiling(), letter_net(), ViewParams())
    assert after.middles == pytest.approx(before.middles + step)
    is_same = (after.evidence == before.evidence).all(axis=(1, 2))
    assert not is_same[7] and is_same[np.arange(225) != 7].all(), "and looked at there"
