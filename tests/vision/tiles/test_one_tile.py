"""One letter tile alone: its letters, which way up it lies, its ring."""

from pathlib import Path

import numpy as np
import pytest

from vision.image.decode import load_frame
from vision.tiles.one_tile import read_print, upright

TILE = Path(__file__).parents[3] / "fixtures" / "packs" / "word_buffet" / "tile-02.png"
ROWS = ("AICEJ", "ITUBI", "USCIE", "NKJES", "ILSAA")


@pytest.mark.parametrize("quarters", range(4))
def test_a_tile_is_set_upright_and_its_letters_and_ring_are_read(quarters: int) -> None:
    lying = np.ascontiguousarray(np.rot90(load_frame(TILE).rgb, -quarters))
    turns, seen = upright(lying, 5)
    assert (turns, seen.food) == (quarters, (2.5, 1.5))
    told = [(read, true) for row, wanted in zip(seen.rows, ROWS, strict=True) for read, true in zip(row, wanted, strict=True)]
    assert sum(read == true for read, true in told) >= 23
    assert all(read in (true, "?") for read, true in told), "what is not sure is left open"


def test_a_bare_ground_shows_neither_letters_nor_a_ring() -> None:
    for grey in (0, 128, 255):
        seen = read_print(np.full((120, 120, 3), grey, np.uint8), 5)
        assert set("".join(seen.rows)) <= {"?"} and seen.food is None
