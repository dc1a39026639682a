"""What others leave of a place, at a glance: a card resembles its look a little aside, and ground, which resembles none, is passed over."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.cards.test_cut import artwork
from tests.vision.cards.test_strips import library, strip
from tests.vision.deck import SIZE_MM, Floats, Table
from vision.cards.afar import Afar
from vision.cards.beneath import Beneath, BeneathParams
from vision.cards.picture import Picture
from vision.cards.regions import Guess, Regions
from vision.frame import Frame
from vision.image.quads import wider
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

LEAST = BeneathParams().least_afar


@pytest.mark.parametrize("turn", [0.0, 180.0])
def test_a_strip_resembles_its_look_a_little_aside_and_ground_none(turn: float) -> None:
    picture, lies, above = strip(turn)
    off = lies + np.array([0.04, -0.05], np.float32) * float(np.linalg.norm(lies[1] - lies[0]))
    ground = above + 2 * (above - lies)
    there, bare = Afar(library(), False).alike(picture, [off, ground], [above])
    assert there > LEAST + 0.1 and bare < LEAST - 0.1


def test_a_square_place_is_tried_either_way() -> None:
    picture, lies, above = strip()
    assert Afar(library(), True).alike(picture, [np.roll(lies, 1, 0)], [above])[0] > LEAST


def test_nothing_is_said_of_what_is_hidden_and_nothing_is_left_out_of_a_large_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, lies, _ = strip()
    assert Afar(library(), False).alike(picture, [lies], [wider(lies, 1.3)]) == [-1.0]
    monkeypatch.setattr("vision.cards.afar.CROWD", 3)
    assert Afar(library(), False).alike(picture, [lies], [wider(lies, 1.3)]) == [1.0]


def scene() -> Frame:
    """A table with a card that lies on another."""
    table = Table()
    for seed, x_mm in ((5, 200), (8, 220)):
        table.lay(artwork(seed), (x_mm, 150))
    return table.picture()


@pytest.mark.parametrize("more", [0.01, -0.01])
def test_only_what_resembles_a_look_at_a_glance_is_looked_at_closely(monkeypatch: pytest.MonkeyPatch, more: float) -> None:
    looked = list[Floats]()

    def watched(self: Regions, picture: Picture, quad: Floats, known: Sequence[Floats]) -> list[Guess]:
        looked.append(quad)
        return []

    monkeypatch.setattr(Regions, "by_fan", watched)
    monkeypatch.setattr(Afar, "alike", lambda self, picture, quads, known: [LEAST + more] * len(quads))
    TableReader(library().catalogue).read(scene())
    assert bool(looked) == (more > 0)


@pytest.mark.parametrize("more", [0.01, -0.01])
def test_what_resembles_hardly_a_look_afar_must_do_so_closely(monkeypatch: pytest.MonkeyPatch, more: float) -> None:
    read, strength = list[Guess](), BeneathParams().least_in_all - LEAST - 0.1 + more

    def at(self: Beneath, picture: Picture, guesses: Sequence[list[Guess]], covers: Sequence[Floats]) -> None:
        read.extend(one for some in guesses for one in some)

    monkeypatch.setattr(Beneath, "_at", at)
    monkeypatch.setattr(Regions, "by_fan", lambda self, picture, quad, known: [Guess(5, quad, strength, "fan")])
    monkeypatch.setattr(Afar, "alike", lambda self, picture, quads, known: [LEAST + 0.1] * len(quads))
    TableReader(library().catalogue).read(scene())
    assert bool(read) == (more > 0)


def test_a_deck_with_print_all_over_is_not_looked_for_by_rims_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, bare = list[Guess](), np.full((450, 300, 3), (246, 241, 228), np.uint8)
    cv2.circle(bare, (150, 225), 40, (20, 20, 20), -1)

    def watched(self: Regions, picture: Picture, guess: Guess, *_: object) -> bool:
        asked.append(guess)
        return False

    monkeypatch.setattr(Regions, "_has_rim", watched)
    TableReader(library().catalogue).read(scene())
    assert not asked
    TableReader(Catalogue((*library().catalogue.looks, look_of(bare, "ace", "card", SIZE_MM)))).read(scene())
    assert asked


def test_all_places_beneath_a_card_are_looked_at_together_and_what_is_left_anew_when_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, afar = list[tuple[int, int]](), Afar.alike

    def noted(self: Afar, picture: Picture, quads: Sequence[Floats], known: Sequence[Floats]) -> list[float]:
        asked.append((len(quads), len(known)))
        return afar(self, picture, quads, known)

    table = Table()
    for seed, x_mm in ((4, 180), (5, 240), (8, 210)):
        table.lay(artwork(seed), (x_mm, 150))
    monkeypatch.setattr(Afar, "alike", noted)
    found = TableReader(library().catalogue).read(table.picture())
    assert len(list(found.pieces)) == 3, "one lies on two others"
    assert asked[:2] == [(2, 1), (1, 2)]
