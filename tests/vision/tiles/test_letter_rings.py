"""The ring of a bold O: a disc with something pale printed on it, but for the letter that it is."""

from dataclasses import replace
from functools import partial
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from fixtures.art_word_buffet import ANTS, CELLS, DARK, PAPER, TILES
from tests.vision.tiles import test_tiled
from tests.vision.tiles.test_ants import OWN, board, spot_px
from vision.letters.cells import PX_PER_CELL, Flat
from vision.letters.net import letter_net
from vision.tiles import signs
from vision.tiles.ants import find_ants
from vision.tiles.tiled import read_tiled
from vision.tiles.tiling import Tiling

Rgb = tuple[int, int, int]


def ringed(picture: np.ndarray, at: tuple[int, int], cell: float, ground: Rgb, ink: Rgb, bold: float) -> None:
    """Draws it on bare paper; its stroke is so bold, in cells."""
    cv2.circle(picture, at, round(0.46 * cell), ground, -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.245 * cell), ink, round(bold * cell), cv2.LINE_AA)


def with_ring() -> Flat:
    """A board with one in its middle."""
    flat = board(3, {}, (215, 90, 80))
    ringed(flat.pixels, spot_px(1, 1, 0, 0), PX_PER_CELL, (250, 248, 242), (40, 95, 160), 0.12)
    return flat


def test_the_ring_of_a_letter_is_no_printed_token() -> None:
    flat = with_ring()
    assert [ant.special for ant in find_ants(flat, flat.grid.middles, 3, OWN).ants] == [True], "by its looks alone it is one"
    assert find_ants(flat, flat.grid.middles, 3, OWN, lettered=np.arange(9) == 4).ants == ()


def test_on_a_board_of_bold_letters_no_token_is_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    art = dict(test_tiled.ART)
    for name, rows in TILES.items():
        picture = art[name].rgb.copy()
        pitch = len(picture) / CELLS
        for row, col in ((r, c) for r, line in enumerate(rows) for c, letter in enumerate(line) if letter == "O"):
            ringed(picture, (round((col + 0.5) * pitch), round((row + 0.5) * pitch)), pitch, PAPER, DARK, 0.1)
        art[name] = replace(art[name], rgb=picture)
    monkeypatch.setattr(test_tiled, "ART", art)
    found = read_tiled(test_tiled.table.__wrapped__(ants=False), Tiling(colours=ANTS), letter_net())
    assert found is not None and found.confidence > 0
    assert found.ants == ()
    assert test_tiled.faults(found) == []


class _Unlike:
    """The letters of a board, each of which every print in question resembles too little."""

    def unlike(self, own: np.ndarray, params: object) -> np.ndarray:
        return np.ones(len(own), np.bool_)


def test_what_is_far_more_like_a_known_tiles_own_letter_than_like_a_ring_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """An E with print around it; an O, and a ring in its stead; a ring over an E; an E of a board without an O."""
    own, alike = np.array([0, 1, 1, 0, 0]), np.array([[0.88, 0.76], [0.87, 0.87], [0.7, 0.7], [0.3, 0.8], [0.88, np.nan]])
    tokens = SimpleNamespace(ringed=frozenset(), alike=frozenset(range(5)))
    view: Any = SimpleNamespace(tokens=tokens, evidence=np.zeros((5, 4, 3)), grey=None, middles=np.zeros((5, 2)))
    cells: Any = SimpleNamespace(turns=np.zeros(5))
    monkeypatch.setattr(signs, "_print_of", lambda *_: _Unlike())
    monkeypatch.setattr(signs, "likeness", lambda *_: alike)
    under = partial(signs._under_rings, own, np.array(list("EOOEE")), cells, view)
    assert under(1, signs.PARAMS).tolist() == [False, True, True, True, True]
    assert under(-1, signs.PARAMS).all(), "where no letter is a ring all are asked about"
