"""Strips of pieces under others: which look each is, where it fits best, and that nothing is said of what does not show."""

from functools import cache

import numpy as np
import pytest

from tests.vision.cards.test_cut import artwork
from tests.vision.deck import SIZE_MM, Floats, Table
from vision.cards.picture import Picture
from vision.cards.strips import _KEPT, StripParams, Strips, _Grid
from vision.image.quads import wider
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import CROWD, Library


@cache
def library() -> Library:
    return Library(Catalogue(tuple(look_of(artwork(seed), f"art-{seed}", "card", SIZE_MM) for seed in range(12))))


def strip(turn_deg: float = 0.0) -> tuple[Picture, Floats, Floats]:
    """A picture with a card under another, and where the two lie."""
    table = Table()
    below = table.lay(artwork(5), (200, 150), turn_deg)
    above = table.lay(artwork(8), (220, 150), turn_deg)
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    lies, covers = (((quad + 0.5) * picture.scale - 0.5).astype(np.float32) for quad in (below, above))
    return picture, lies, covers


@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_a_strip_is_known_from_a_place_that_is_a_little_off(turn: float) -> None:
    picture, lies, above = strip(turn)
    width = float(np.linalg.norm(lies[1] - lies[0]))
    off = np.roll(lies, 2, 0) + np.array([0.04, -0.05], np.float32) * width
    first, second = Strips(library(), StripParams(), False).likest(picture, off, [above], 0.1)[:2]
    assert library().ids[first.look] == "art-5" and first.alike > second.alike + 0.2
    assert float(np.abs(first.quad - lies).max()) < 0.025 * width


def test_nothing_is_said_of_a_look_that_hardly_shows() -> None:
    picture, lies, _ = strip()
    likest = Strips(library(), StripParams(), False).likest(picture, lies, [wider(lies, 1.3)], 0.1)
    assert all(like.alike == -1 for like in likest)


def test_of_a_large_catalogue_those_are_compared_that_come_near(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.cards.strips.CROWD", 3)
    picture, lies, above = strip()
    likest = Strips(library(), StripParams(), True).likest(picture, lies, [above], 0.1)
    assert library().ids[likest[0].look] == "art-5"


def test_whether_rasters_are_kept_or_made_anew_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept beyond the number from which only the likest are compared: making them takes most of the time."""
    picture, lies, above = strip()
    assert CROWD < _KEPT
    kept = Strips(library(), StripParams(), True).likest(picture, lies, [above], 0.1)
    monkeypatch.setattr("vision.cards.strips._KEPT", 3)
    anew = Strips(library(), StripParams(), True).likest(picture, lies, [above], 0.1)
    assert [(one.look, one.alike, one.quad.tolist()) for one in anew] == [(one.look, one.alike, one.quad.tolist()) for one in kept]


def test_moves_end_at_the_margin() -> None:
    grid = _Grid.around(4, -3, 1, 1)
    assert [grid.move(at) for at in range(6)] == [(3, -4), (4, -4), (3, -3), (4, -3), (3, -2), (4, -2)]
    assert grid.size == (3, 2) and _Grid.around(0, 0, 4, 2).size == (5, 5)
