"""How long a look at a table takes, and how that grows with the box."""

import time

import numpy as np
import pytest

from tests.benchmarks.growth import peak_mb
from tests.vision.deck import INKS, Table, card, catalogue
from vision.looks.catalogue import Catalogue, Look
from vision.reader import TableReader

pytestmark = pytest.mark.slow

_MOST_GROWTH = 1.5
"""Time with 360 looks to time with 36, most that is allowed."""
_MOST_MB = 400


def swollen(deck: Catalogue, times: int) -> Catalogue:
    """The deck with more looks of the same pieces: every one must be searched."""
    return Catalogue(tuple(Look(*(getattr(look, f) for f in Look.__dataclass_fields__)) for look in deck.looks * times))


def fastest_ms(reader: TableReader, table: Table) -> float:
    """The best of five looks: what the program takes when the machine has nothing else to do."""
    frame, best = table.picture(), float("inf")
    for _ in range(5):
        start = time.thread_time()
        reader.read(frame)
        best = min(best, 1000 * (time.thread_time() - start))
    return best


def test_time_hardly_grows_with_the_box() -> None:
    table = Table()
    for i, ink in enumerate(INKS):
        table.lay(card(ink, 3 + i), (70 + 110 * i, 150), 7.0 * i)
    deck = catalogue()
    few, many = fastest_ms(TableReader(deck), table), fastest_ms(TableReader(swollen(deck, 10)), table)
    print(f"{len(deck.looks)} looks: {few:.0f} ms; {10 * len(deck.looks)} looks: {many:.0f} ms")
    assert many <= _MOST_GROWTH * few


def test_a_large_photograph_needs_little_memory() -> None:
    held_here = np.ones(_MOST_MB << 20, np.uint8)
    used = peak_mb(80)
    print(f"80 looks, 12 megapixels: {used:.0f} MB at most")
    assert used <= _MOST_MB < held_here.nbytes / 1e6, "what this program holds is not counted"
