"""Two looks against each other: what was said of a region is not worked out twice, and never said of another."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import SIZE_MM, Table, card, catalogue
from vision.cards.name_params import NameParams
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.placing import Placed, Placer
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.differences import DifferParams
from vision.looks.lookalikes import Evidence, Lookalikes
from vision.looks.matching import WINDOWS, Library, see
from vision.reader import TableReader

LIBRARY = Library(catalogue(range(1, 5)))
PAIRS = [(0, 1), (1, 0), (0, 2), (0, 5), (0, 1)]


def seen_of(ink: str, number: int) -> tuple[Picture, NDArray[np.float32]]:
    table = Table(2)
    quad = table.lay(card(ink, number), (240, 150), 8)
    return Picture(table.picture().rgb, 1280), quad


def test_a_region_asked_once_more_with_its_grain_says_what_it_would_say_at_once() -> None:
    picture, quad = seen_of("red", 2)
    plain, finer = see(picture.patch(quad)), see(picture.patch(quad))
    asked = Lookalikes(LIBRARY, DifferParams())
    asked.weigh(plain, PAIRS[:2], WINDOWS[0])
    again = asked.weigh(plain.with_grain(picture.grain(quad)), PAIRS, WINDOWS[0])
    assert again == Lookalikes(LIBRARY, DifferParams()).weigh(replace(finer, grain=picture.grain(quad)), PAIRS, WINDOWS[0])
    assert any(one.grain_weight > 0 for one in again)


def test_what_its_grain_says_is_not_worked_out_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    picture, quad = seen_of("red", 2)
    seen, asked = see(picture.patch(quad)).with_grain(picture.grain(quad)), Lookalikes(LIBRARY, DifferParams())
    first = asked.weigh(seen, PAIRS, WINDOWS[0])
    monkeypatch.setattr("vision.looks.lookalikes.nearer_by_grain", None)
    assert asked.weigh(seen, PAIRS, WINDOWS[0]) == first
    assert asked.by_grain(seen, *PAIRS[0], WINDOWS[0]) == first[0].grain


@pytest.mark.parametrize("window", [0, 5])
def test_nothing_is_said_of_another_region_or_another_part_of_it(window: int) -> None:
    asked = Lookalikes(LIBRARY, DifferParams())
    for number, part in ((2, 0), (1, window)):
        picture, quad = seen_of("red", number)
        seen = see(picture.patch(quad))
        asked.weigh(seen, PAIRS, WINDOWS[0])
        fresh = Lookalikes(LIBRARY, DifferParams()).weigh(seen, PAIRS, WINDOWS[part])
        assert asked.weigh(seen, PAIRS, WINDOWS[part]) == fresh


def test_with_its_grain_a_region_keeps_what_was_made_of_it() -> None:
    picture, quad = seen_of("red", 2)
    seen = see(picture.patch(quad))
    blocks, lit = seen.blocks, seen.lit
    finer = seen.with_grain(picture.grain(quad))
    assert finer.blocks is blocks and finer.lit is lit and finer.grain is not None and seen.grain is None


class Unasked(Placer):
    """Remembers which looks it was to lay."""

    asked: list[int]

    def align(
        self, picture: Picture, quad: NDArray[np.float32], look: int, known: Sequence[NDArray[np.float32]], reaches: Sequence[int]
    ) -> Placed | None:
        self.asked.append(look)
        return super().align(picture, quad, look, known, reaches)


@pytest.mark.parametrize(("other", "tried"), [("colour", False), ("print", True)])
def test_a_rival_is_laid_only_where_it_could_lie_otherwise(other: str, tried: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    red = card("red", 2)
    rival = np.ascontiguousarray(red[..., ::-1]) if other == "colour" else card("red", 3)
    looks = Catalogue((look_of(red, "red", "card", SIZE_MM), look_of(rival, "other", "card", SIZE_MM)))
    picture, quad = seen_of("red", 2)
    monkeypatch.setattr("vision.cards.namer.Placer", Unasked)
    Unasked.asked = []
    namer = Namer(Library(looks), NameParams(undoubted=2.0, differing=DifferParams(ample=1e6)))
    found = namer.read(picture, quad, 0)
    assert found is not None and namer.library.ids[found.look] == "red"
    assert (1 in Unasked.asked) == tried
    part = namer.lookalikes.part_between(0, 1)
    assert part == pytest.approx(namer.lookalikes.edges_between(0, 1) / float((namer.library.edges(0) ** 2).sum()))
    assert (part < namer.params.lies_like) != tried


def inked(hue: int) -> NDArray[np.uint8]:
    """The deck's red two on paper of a colour, by OpenCV's hue: (450, 300, 3) RGB."""
    flat = card("black", 2)
    paper = flat.min(2) > 200
    paper[:40] = paper[-40:] = paper[:, :40] = paper[:, -40:] = False
    flat[paper] = cv2.cvtColor(np.array([[[hue, 150, 235]]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
    return flat


@pytest.mark.parametrize(("laid", "name"), [(20, "20"), (80, "80"), (32, "20"), (40, None), (50, None), (58, None)])
def test_a_colour_well_between_two_looks_is_that_of_neither(laid: int, name: str | None) -> None:
    looks = Catalogue(tuple(look_of(inked(hue), str(hue), "card", SIZE_MM) for hue in (20, 80)))
    table = Table(5)
    table.lay(inked(laid), (240, 150), 8)
    (found,) = TableReader(looks).read(table.picture()).detections
    assert found.id == name


@pytest.mark.parametrize(
    ("colours", "weight", "edges", "least", "most"),
    [(0.2, 1500.0, 50.0, 0.0, 0.0), (0.4, 1500.0, 50.0, 0.3, 0.4), (0.8, 1500.0, 50.0, 0.7, 0.9), (0.2, 800.0, 50.0, 0.15, 0.25)],
)
def test_only_much_colour_that_says_little_leaves_room_for_a_third_look(
    colours: float, weight: float, edges: float, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Lookalikes(LIBRARY, DifferParams())

    def weigh(seen: object, pairs: Sequence[tuple[int, int]], window: object) -> list[Evidence]:
        return [Evidence(side * colours, edges, side * colours, weight) for side in (1 if pair == (0, 1) else -1 for pair in pairs)]

    monkeypatch.setattr(looks, "weigh", weigh)
    picture, quad = seen_of("red", 1)
    margin = looks.margins(see(picture.patch(quad)), 0, [1], WINDOWS[0])[1]
    assert least <= margin <= most


@pytest.mark.parametrize(("says", "weight", "is_told"), [(0.74, 552.0, True), (0.3, 552.0, False), (0.9, 100.0, False)])
def test_where_much_print_clearly_tells_two_looks_apart_there_is_no_room_for_a_third(
    says: float, weight: float, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = Lookalikes(LIBRARY, DifferParams())

    def weigh(seen: object, pairs: Sequence[tuple[int, int]], window: object) -> list[Evidence]:
        return [Evidence(side * says, weight, side * 0.33, 910.0) for side in (1 if pair == (0, 1) else -1 for pair in pairs)]

    monkeypatch.setattr(looks, "weigh", weigh)
    picture, quad = seen_of("red", 1)
    assert (looks.margins(see(picture.patch(quad)), 0, [1], WINDOWS[0])[1] > 0.2) is is_told
