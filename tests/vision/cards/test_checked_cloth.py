"""Cards on a checked cloth, whose dots and squares are print, too, and look like this piece or that all over the table."""

from functools import cache

import numpy as np
import pytest

from fixtures.art import PACKS, Art, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.cards.doubts import Doubts
from vision.enrolling.enrol import enrol
from vision.frame import Frame
from vision.observation import Observation
from vision.reader import TableReader

MARKERS_MM = ((-190.0, -90.0), (190.0, -90.0), (190.0, 90.0), (-190.0, 90.0))
CLOTH = Scene(ground="patterned-cloth", light="daylight", seed=2, view=View((1280, 720), 620.0, 12.0))


@cache
def pack(game: str) -> tuple[TableReader, dict[str, Art]]:
    """A reader of everything in one of our own packs, and what is printed on it."""
    return TableReader(enrol(PACKS / game).catalogue), load_art(PACKS / game)


def seen(game: str, seed: int, names: tuple[str, ...], apart_mm: float, markers_mm: tuple[tuple[float, float], ...]) -> Observation:
    """What is read of cards in a row, each turned anyhow."""
    reader, art = pack(game)
    rng = np.random.default_rng(seed)
    place = tuple(
        Place(name, -130.0 + apart_mm * n, float(rng.uniform(-25, 25)), float(rng.uniform(0, 360))) for n, name in enumerate(names)
    )
    scene = Scene(ground=CLOTH.ground, light=CLOTH.light, seed=seed, view=CLOTH.view, markers_mm=markers_mm, place=place)
    return reader.read(Frame(render(scene, art)[0], 0.0))


@pytest.mark.parametrize("markers_mm", [(), MARKERS_MM])
def test_dots_that_look_like_a_purse_do_not_outvote_the_print_of_the_cards(
    markers_mm: tuple[tuple[float, float], ...],
) -> None:
    """The purse's spots have thousands of votes there, each card a dozen."""
    names = "paella-0-2", "pasta-0-1", "pizza-1-0", "kebab-0-1"
    found = seen("buffet_master", 5, names, 80.0, markers_mm)
    assert sorted(piece.id or "" for piece in found.pieces) == sorted(names)


def test_squares_much_smaller_than_the_cards_that_have_a_name_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without markers, too: the named cards tell how large things are."""
    names = "lunches-1", "lunches-9", "breakfasts-3", "breakfasts-7"
    found = seen("appetite", 5, names, 85.0, ())
    assert sorted(piece.id or "" for piece in found.pieces) == sorted(names) and not list(found.unsure)
    monkeypatch.setattr(Doubts, "of_their_size", lambda self, judged, found: judged)
    monkeypatch.setattr(TableReader, "_plane_of", lambda *_: None)
    assert len(list(seen("appetite", 5, names, 85.0, ()).unsure)) > 10, "or the picture shows nothing"
