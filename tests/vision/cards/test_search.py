"""A place that has told what it can is not read again and again: a card below a food stays a doubt until the food is known."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.art import PACKS, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from tests.vision.deck import Table, card, catalogue
from tests.vision.hopeless import pictures
from vision.cards.glance import Glance
from vision.cards.likeness import Like, Likeness
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.cards.region_params import RegionParams
from vision.cards.regions import Guess, Regions
from vision.cards.search import PrintSearch
from vision.cards.search_params import SearchParams
from vision.cards.sought import Search
from vision.cards.verdict import sure_of_print
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.outlines import Contour
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.observation import Observation
from vision.reader import TableReader
from vision.reader_params import ReaderParams
from vision.table.origin import Origin

MARKERS_MM = ((-190.0, -90.0), (190.0, -90.0), (190.0, 90.0), (-190.0, 90.0))
SCENE = Scene(ground="blue-felt", light="warm-lamp", seed=3, markers_mm=MARKERS_MM, view=View((1280, 720), 620.0, 6.0))


@pytest.fixture(scope="module")
def reader() -> TableReader:
    """Knows all cards of a pack and no food."""
    art = load_art(PACKS / "buffet_boss")
    cards = [look_of(one.rgb, name, "card", one.size_mm) for name, one in art.items() if name.startswith("card-")]
    return TableReader(Catalogue(tuple(cards)))


def seen(reader: TableReader, *laid: Place) -> Observation:
    """What the reader says of pieces on a table."""
    return reader.read(Frame(render(replace(SCENE, place=laid), load_art(PACKS / "buffet_boss"))[0], 0.0))


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> list[tuple[NDArray[np.float32], Reading]]:
    """Every reading that is made of a place, with the quad from which it began."""
    made, read = list[tuple[NDArray[np.float32], Reading]](), Namer.read

    def noted(
        self: Namer, picture: Picture, quad: NDArray[np.float32], look: int, known: Sequence[NDArray[np.float32]] = ()
    ) -> Reading | None:
        if (found := read(self, picture, quad, look, known)) is not None:
            made.append((quad, found))
        return found

    monkeypatch.setattr(Namer, "read", noted)
    return made


@pytest.mark.slow
def test_where_two_guesses_came_to_rest_as_one_look_none_is_read_any_more(
    reader: TableReader, readings: list[tuple[NDArray[np.float32], Reading]]
) -> None:
    found = seen(reader, Place("card-banana", 0.0, 0.0, 12.0), Place("banana", 0.0, 0.0, 12.0))
    params = ReaderParams()
    sure = [at for at, (_, one) in enumerate(readings) if sure_of_print(one, params.verdict) >= params.beyond_doubt]
    pairs = [(readings[a][1], readings[b][1], b) for a, b in combinations(sure, 2)]
    at_rest = [(one, after) for one, other, after in pairs if one.look == other.look and overlap(one.quad, other.quad) > 0.95]
    assert at_rest
    for one, after in at_rest:
        assert all(overlap(begun, one.quad) < 0.75 for begun, _ in readings[after + 1 :])
    assert not list(found.pieces), "a doubt, since nobody knows the food"
    assert "card-banana" in [maybe.id for one in found.unsure for maybe in one.alternatives]


def test_a_card_beside_it_is_read(reader: TableReader) -> None:
    found = seen(reader, Place("card-banana", 0.0, 0.0, 12.0), Place("banana", 0.0, 0.0, 12.0), Place("card-onion", 75.0, 0.0, 0.0))
    assert [piece.id for piece in found.pieces] == ["card-onion"]


def test_of_a_part_a_doubt_that_three_guesses_came_to_is_not_read_a_fourth_time(
    reader: TableReader, readings: list[tuple[NDArray[np.float32], Reading]]
) -> None:
    laid = Place("card-sausage", 0.0, 0.0, 2.0), Place("sausage", 2.0, -2.0, 70.0)
    frame = Frame(render(replace(SCENE, place=laid), load_art(PACKS / "buffet_boss"))[0], 0.0)
    table = Origin()(frame)
    width, height = frame.size_px
    reader.read(frame, table, None, Known(within=(0, 0, width, height), whole_px=width))
    alike = [
        [b for b, (_, two) in enumerate(readings) if two.look == one.look and overlap(one.quad, two.quad) > 0.95] for _, one in readings
    ]
    thrice = [some[2] for some in alike if len(some) >= 3]
    assert thrice, "three guesses came to the same"
    for at in thrice:
        assert all(overlap(begun, readings[at][1].quad) < 0.7 for begun, _ in readings[at + 1 :])


def test_print_is_looked_for_once_more_and_closer_only_where_nothing_tells_how_large_pieces_are(
    reader: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the top card of a fan on a table without markers, which is too small in the first look."""
    looks, by_print = list[int](), Regions.by_print

    def noted(self: Regions, picture: Picture, known: Sequence[NDArray[np.float32]], longest_px: int, wide_px: float) -> list[Guess]:
        looks.append(longest_px)
        return by_print(self, picture, known, longest_px, wide_px)

    monkeypatch.setattr(Regions, "by_print", noted)
    bare = Frame(np.full((720, 1280, 3), (120, 150, 130), np.uint8), 0.0)
    reader.read(bare)
    params = RegionParams()
    assert looks == [params.print_px, params.print_range_px[1]]
    looks.clear()
    reader.read(bare, None, None, Known(within=(0, 0, 640, 720), whole_px=1280))
    assert looks == [params.print_px], "a part is read while somebody waits"
    looks.clear()
    seen(reader, Place("card-egg", 0, 0))
    assert len(looks) == 1 and looks[0] != params.print_px, "the markers tell"


def test_the_edges_at_the_guesses_of_a_round_are_found_at_once(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    glances, asked, around, is_there = list[int](), list[int](), Glance.around, Regions.is_there

    def noted(self: Glance, quads: NDArray[np.float32], cells: int) -> NDArray[np.float32]:
        glances.append(len(quads))
        return around(self, quads, cells)

    def noted_there(
        self: Regions, picture: Picture, guess: Guess, around: NDArray[np.float32], known: Sequence[NDArray[np.float32]]
    ) -> bool:
        before = len(glances)
        there = is_there(self, picture, guess, around, known)
        asked.append(glances[before - 1])
        assert len(glances) == before, "no guess is glanced at for itself"
        return there

    monkeypatch.setattr(Glance, "around", noted)
    monkeypatch.setattr(Regions, "is_there", noted_there)
    seen(reader, Place("card-egg", -60.0, 0.0), Place("card-onion", 60.0, 0.0))
    assert asked and asked[0] > 1


def test_an_outline_that_is_clearly_a_card_is_not_looked_at_as_a_border_printed_on_one(
    reader: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked, whole = list[int](), Likeness.whole

    def noted(self: Likeness, picture: Picture, quads: Sequence[NDArray[np.float32]]) -> list[Like]:
        looked.append(len(quads))
        return whole(self, picture, quads)

    assert reader._search is not None
    regions = reader._search._regions
    frame = Frame(render(replace(SCENE, place=(Place("card-egg", 0.0, 0.0),)), load_art(PACKS / "buffet_boss"))[0], 0.0)
    piece = next(iter(reader.read(frame).pieces))
    picture, (first, *others) = Picture(frame.rgb, 1280), regions._pieces(np.array(piece.quad_px, np.float32))
    monkeypatch.setattr(Likeness, "whole", noted)
    clear, unclear = regions._likest(picture, [first, first + np.float32(150)])
    assert clear.strength >= regions.params.clear_likeness > unclear.strength
    assert others and looked == [2, len(others)]


def test_doubts_are_tried_again_until_so_many_in_a_row_stay_doubtful_those_that_agree_best_first(
    reader: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A carpet has forty places that resemble a card, and would keep a reader for minutes."""
    tried = list[Reading]()

    def noted(self: PrintSearch, search: Search, one: Reading, beside: Sequence[NDArray[np.float32]]) -> Reading:
        tried.append(one)
        return one

    monkeypatch.setattr(PrintSearch, "_once_more", noted)
    found = reader.read(Frame(pictures("carpet", 1)[0], 0.0))
    assert len(list(found.unsure)) > 2 * SearchParams().most_in_vain, "or the picture shows nothing"
    assert len(tried) == SearchParams().most_in_vain
    assert [one.agreement for one in tried] == sorted((one.agreement for one in tried), reverse=True)


def test_where_all_else_was_looked_for_corners_that_are_left_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a row of dark cards on a printed cloth, whose outlines are one with the cloth's, one was left out without a word."""
    table, known_then, by_corner, by_outline = Table(3), list[int](), Regions.by_corner, Regions.by_outline
    for n, x in enumerate((90.0, 240.0, 390.0)):
        table.lay(card("red", n + 2), (x, 150.0), 4.0 * n)

    def last(
        self: Regions,
        picture: Picture,
        contours: list[Contour],
        to_mm: NDArray[np.float64],
        known: Sequence[NDArray[np.float32]],
        is_last: bool = False,
    ) -> list[Guess]:
        if not is_last:
            return []
        known_then.append(len(known))
        return by_corner(self, picture, contours, to_mm, known, is_last)

    def first(self: Regions, picture: Picture, is_of_size: Callable[[NDArray[np.float32]], bool]) -> tuple[list[Guess], list[Contour]]:
        guesses, contours = by_outline(self, picture, is_of_size)
        return sorted(guesses, key=lambda one: float(one.quad[0, 0]))[:1], contours

    monkeypatch.setattr(Regions, "by_corner", last)
    monkeypatch.setattr(Regions, "by_outline", first)
    monkeypatch.setattr(Regions, "by_print", lambda *_: [])
    found = TableReader(catalogue()).read(table.picture())
    assert known_then == [1] and sorted(piece.id or "" for piece in found.pieces) == ["red-2", "red-3", "red-4"]
