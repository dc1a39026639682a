"""Bare places beside a named card are not asked about; what shows of a real one is."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.enrolled import enrolled
from tests.vision.deck import Pixels
from vision.cards.doubts import Doubts
from vision.changes.patches import Known
from vision.frame import Frame
from vision.image.decode import load_frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import OTHER_SIZE, TableReader
from vision.table.plane import TablePlane

PACK = Path(__file__).parents[3] / "fixtures" / "packs" / "buffet_boss"
CARDS = {name: load_frame(PACK / f"card-{name}.png").rgb for name in ("squid", "onion", "egg", "mussel", "pear")}
PX_MM = 2.0


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(rgb, id, "card", (63.0, 88.0)) for id, rgb in CARDS.items())))


def lay(table: Pixels, name: str, at: tuple[int, int], times: float = 1.0) -> None:
    """A card by its top left corner, millimetres, so many times as large as it is."""
    width, height = round(126 * times), round(176 * times)
    x, y = at[0] * 2, at[1] * 2
    table[y : y + height, x : x + width] = cv2.resize(CARDS[name], (width, height), interpolation=cv2.INTER_AREA)


def seen(table: Pixels, seed: int) -> Frame:
    rng = np.random.default_rng(seed)
    soft = cv2.GaussianBlur(table, (0, 0), 0.8).astype(np.float32) * np.linspace(1.0, 0.55, table.shape[1])[None, :, None]
    return Frame(np.clip(soft + rng.normal(0, 2.5, table.shape), 0, 255).astype(np.uint8), 0.0)


PLANE = TablePlane(np.diag([PX_MM, PX_MM, 1.0]), "markers", 0.1)


def test_bare_places_beside_named_cards_are_not_asked_about(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = (
        ((6, 13), (236, 235, 221), {"pear": (213, 60), "onion": (287, 246), "egg": (155, 132), "mussel": (502, 109)}),
        ((4, 36, 43, 49), (186, 182, 176), {"egg": (237, 44), "squid": (335, 248), "onion": (152, 131), "mussel": (498, 111)}),
        ((2,), (204, 217, 202), {"pear": (227, 74), "mussel": (303, 258), "onion": (141, 164), "squid": (469, 94)}),
    )
    frames = []
    for seeds, ground, cards in tables:
        table = np.full((900, 1400, 3), ground, np.uint8)
        for name, at in cards.items():
            lay(table, name, at)
        for seed in seeds:
            frames.append(seen(table, seed))
            assert sorted(str(one.id) for one in reader.read(frames[-1], PLANE).detections) == sorted(cards)
    monkeypatch.setattr(Doubts, "is_none", lambda *_: False)
    assert sum(one.id is None for frame in frames for one in reader.read(frame, PLANE).detections) > 0


def test_what_shows_of_a_card_below_a_named_one_is_told_or_asked_about(reader: TableReader) -> None:
    table = np.full((900, 1400, 3), (120, 130, 120), np.uint8)
    lay(table, "pear", (250, 150))
    lay(table, "mussel", (280, 190))
    found = reader.read(seen(table, 1), PLANE).detections
    assert "mussel" in [one.id for one in found] and len(found) == 2


def test_a_name_of_another_size_than_those_beside_it_is_none(reader: TableReader) -> None:
    """As print below a food that resembles a small card."""
    table = np.full((900, 1400, 3), (200, 195, 180), np.uint8)
    lay(table, "onion", (120, 150), 0.6)
    assert [one.id for one in reader.read(seen(table, 1), PLANE).detections] == ["onion"], "alone it says how large pieces are printed"
    lay(table, "egg", (300, 150))
    (small, large) = sorted(reader.read(seen(table, 1), PLANE).detections, key=lambda one: one.quad_px[0])
    assert (small.id, large.id) == (None, None) and small.why == large.why == OTHER_SIZE, "one speaks against the other"
    assert [one.id for one in small.alternatives] == ["onion"]
    lay(table, "pear", (500, 120))
    assert sorted(str(one.id) for one in reader.read(seen(table, 1), PLANE).detections) == ["egg", "pear"]


def test_a_name_of_another_size_is_none_where_pieces_alone_tell_the_plane_and_tokens_may_lie_on_them() -> None:
    """What lies on cards is looked for once their plane is known; the cards are told again with it."""
    tokens = enrolled(PACK.with_name("surrealist_dinner_party")).catalogue.of_kinds({"token"}).looks
    cards = tuple(look_of(rgb, id, "card", (63.0, 88.0)) for id, rgb in CARDS.items())
    table = np.full((900, 1400, 3), (200, 195, 180), np.uint8)
    for name, at, times in (("egg", (260, 150), 1.0), ("pear", (400, 120), 1.0), ("mussel", (540, 140), 1.0), ("onion", (120, 150), 0.6)):
        lay(table, name, at, times)
    found = TableReader(Catalogue((*cards, *tokens))).read(seen(table, 1)).detections
    assert sorted(str(one.id) for one in found) == ["egg", "mussel", "pear"]


def test_a_lone_part_of_a_piece_does_not_say_how_large_pieces_are(reader: TableReader) -> None:
    """As in noise or on a carpet a little resembles a part of some look; a whole one is believed, however large it is."""
    table = np.full((900, 1400, 3), (200, 195, 180), np.uint8)
    lay(table, "onion", (120, 150), 0.6)
    whole = seen(table, 1)
    table[450:] = table[:, 300:] = 60
    half = reader.read(seen(table, 1), PLANE).detections
    assert [one.id for one in reader.read(whole, PLANE).detections] == ["onion"]
    assert [(one.id, one.why) for one in half] == [(None, OTHER_SIZE)]


def test_known_pieces_say_how_large_others_are(reader: TableReader) -> None:
    table = np.full((900, 1400, 3), (200, 195, 180), np.uint8)
    lay(table, "egg", (300, 150))
    lay(table, "pear", (500, 120))
    known = Known(reader.read(seen(table, 1), PLANE).detections)
    lay(table, "onion", (120, 150), 0.6)
    assert not reader.read(seen(table, 1), PLANE, known=known).detections


def test_a_small_print_that_is_read_first_in_a_part_does_not_rule_out_the_card_beside_it(reader: TableReader) -> None:
    table = np.full((900, 1400, 3), (200, 195, 180), np.uint8)
    lay(table, "pear", (120, 150), 0.6)
    lay(table, "onion", (300, 150))
    part = Known(within=(0, 0, 1400, 900), whole_px=1400)
    assert [(one.id, one.why) for one in reader.read(seen(table, 1), PLANE, None, part).detections] == [(None, OTHER_SIZE)] * 2
