"""A table of cards, read: names, corners, turns, and what must not be named."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.deck import Table, back, card, catalogue
from vision.changes.patches import Known, lies_in
from vision.frame import Frame
from vision.looks.catalogue import Catalogue
from vision.observation import Detection, Observation
from vision.reader import NO_BOARD, TableReader

LIGHTS = {"day": (1.0, 1.0, 1.0), "warm lamp": (1.0, 0.82, 0.6), "dim": (0.5, 0.5, 0.55)}


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(catalogue())


def at(seen: Observation, quad: NDArray[np.float32]) -> Detection:
    """The detection whose middle is nearest to a place."""
    middle = quad.mean(0)
    return min(seen.detections, key=lambda d: float(np.abs(np.mean(d.quad_px, 0) - middle).sum()))


@pytest.mark.parametrize("light", LIGHTS.values(), ids=list(LIGHTS))
def test_cards_in_any_turn_are_named_with_their_own_corners(reader: TableReader, light: tuple[float, float, float]) -> None:
    table = Table()
    laid = {
        name: table.lay(card(*key), place, turn)
        for name, key, place, turn in [
            ("red-6", ("red", 6), (80, 80), 5.0),
            ("red-9", ("red", 9), (200, 90), 180.0),
            ("blue-6", ("blue", 6), (330, 80), 90.0),
            ("black-3", ("black", 3), (120, 210), -25.0),
            ("green-8", ("green", 8), (300, 210), 200.0),
        ]
    }
    seen = reader.read(table.picture(light))
    assert sorted(d.id for d in seen.pieces if d.id) == sorted(laid)
    for name, quad in laid.items():
        found = at(seen, quad)
        assert found.id == name
        assert np.abs(np.array(found.quad_px) - quad).max() < 6.0
        assert found.confidence > 0.9


def test_several_copies_of_one_card_are_all_read(reader: TableReader) -> None:
    table = Table(1)
    for x in (70, 180, 290, 400):
        table.lay(card("green", 4), (x, 140), x / 10)
    seen = reader.read(table.picture())
    assert len(seen.detections) == 4
    assert {d.id for d in seen.pieces} == {"green-4"}
    assert len(list(seen.pieces)) >= 3  # of one, the small digit may stay open


def test_cards_edge_to_edge(reader: TableReader) -> None:
    table = Table(2)
    for i, name in enumerate((("red", 1), ("black", 2), ("blue", 7))):
        table.lay(card(*name), (100 + 60 * i, 150))
    assert {d.id for d in reader.read(table.picture()).pieces} == {"red-1", "black-2", "blue-7"}


def test_a_card_that_is_half_covered_is_named_or_left_open(reader: TableReader) -> None:
    table = Table(3)
    table.lay(card("red", 5), (200, 150), 10)
    table.lay(card("blue", 2), (235, 180), 30)
    named = {d.id for d in reader.read(table.picture()).pieces}
    assert "blue-2" in named
    assert named <= {"blue-2", "red-5"}


def test_backs_and_cards_of_no_pack_are_never_named() -> None:
    known = catalogue(range(1, 6))
    table = Table(4)
    table.lay(back(), (80, 100), 12)
    table.lay(back()[::-1], (200, 100), -60)
    table.lay(card("red", 8), (320, 100), 4)  # not enrolled: differs from the enrolled reds in its number alone
    named = [d.id for d in TableReader(known).read(table.picture()).pieces]
    assert set(named) <= {f"red-{n}" for n in range(1, 6)}, "a back was named"


def test_a_card_that_falls_short_of_the_others_is_asked_about(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    for n, x in enumerate((90, 220, 350)):
        table.lay(card("red", 3 + n), (x, 150), 5.0 * n)
    assert sorted(str(one.id) for one in reader.read(table.picture()).pieces) == ["red-3", "red-4", "red-5"]
    monkeypatch.setattr("vision.reader.strangers", lambda named: [r for r in named if reader.catalogue.looks[r.look].id == "red-4"])
    seen = reader.read(table.picture())
    assert sorted(str(one.id) for one in seen.pieces) == ["red-3", "red-5"]
    (asked,) = (one for one in seen.detections if not one.is_sure)
    assert asked.alternatives[0].id == "red-4" and "enrolled" in asked.why


def test_an_unknown_number_is_no_certainty() -> None:
    without_nine = catalogue().without({"red-9", "red-8"})
    table = Table(5)
    table.lay(card("red", 4), (150, 140))
    assert [d.id for d in TableReader(without_nine).read(table.picture()).pieces] == ["red-4"]


def test_two_looks_that_are_the_same_are_never_told_apart() -> None:
    deck = catalogue()
    twin = deck.looks[0]
    twins = Catalogue((*deck.looks, type(twin)("twin", *(getattr(twin, f) for f in twin.__dataclass_fields__ if f != "id"))))
    table = Table(6)
    table.lay(card("red", 1), (200, 150))
    seen = TableReader(twins).read(table.picture())
    assert not list(seen.pieces)
    (open_one,) = seen.unsure
    assert {c.id for c in open_one.alternatives} == {"red-1", "twin"}
    assert "cannot be told from" in open_one.why


def test_a_bare_table_and_an_empty_catalogue_give_nothing(reader: TableReader) -> None:
    bare = Table(7).picture()
    assert not list(reader.read(bare).pieces)
    assert reader.read(Frame(np.zeros((48, 64, 3), np.uint8), 0.0)).detections == ()
    assert TableReader(Catalogue.empty()).read(bare).detections == ()


def test_the_same_picture_gives_the_same_answer(reader: TableReader) -> None:
    table = Table(8)
    table.lay(card("blue", 3), (150, 140), 33)
    table.lay(card("red", 3), (300, 140), 77)
    frame = table.picture()
    assert reader.read(frame).detections == reader.read(frame).detections


def test_stages_are_timed_and_fit_into_the_total(reader: TableReader) -> None:
    timings = dict(reader.read(Table(9).picture()).timings_ms)
    total = timings.pop("total")
    assert {"plane", "regions", "name"} <= set(timings)
    assert sum(timings.values()) <= total + 0.5


def test_what_is_known_to_lie_there_is_not_told_again_and_what_lies_on_it_is(reader: TableReader) -> None:
    table = Table(4)
    below = table.lay(card("red", 6), (200, 150))
    frame = table.picture()
    known = Known(tuple(reader.read(frame).detections))
    assert [piece.id for piece in known.pieces] == ["red-6"] and reader.read(frame, known=known).detections == ()
    above = table.lay(card("blue", 3), (225, 175), 10)
    table.lay(card("green", 8), (380, 150))
    seen = reader.read(table.picture(), known=known)
    assert sorted(str(piece.id) for piece in seen.detections) == ["blue-3", "green-8"]
    assert np.abs(np.array(at(seen, above).quad_px) - above).max() < 6.0 < np.abs(below - above).max()


def test_in_a_part_of_a_picture_nothing_is_asked_about_what_it_cuts(reader: TableReader) -> None:
    table = Table(5)
    table.lay(card("red", 6), (150, 150))
    right = int(table.lay(card("blue", 3), (300, 150)).mean(0)[0]) + 20
    rgb = table.picture().rgb
    part = Frame(np.ascontiguousarray(rgb[:, :right]), 0.0)
    assert len(reader.read(part).detections) == 2
    within = (-9999, -9999, right - 2, 9999)
    seen = reader.read(part, known=Known(within=within)).detections
    assert [piece.id for piece in seen if lies_in(piece.quad_px, within)] == ["red-6"] and "blue-3" not in {piece.id for piece in seen}


def test_a_board_of_letters_is_looked_for_in_whole_pictures_only(reader: TableReader) -> None:
    asked = list[Frame]()
    boards = TableReader(reader.catalogue, read_board=lambda frame: asked.append(frame))
    picture = Table(5).picture()
    whole, part = boards.read(picture), boards.read(picture, known=Known(within=(0, 0, 100, 100)))
    assert len(asked) == 1 and whole.lacks_board and part.lacks_board
    assert NO_BOARD in whole.quality.advice and NO_BOARD not in part.quality.advice
