"""Cards under a card that was read: where they lie, what their corner tells, and what stays a question."""

import cv2
import numpy as np
import pytest

from tests.vision.deck import SIZE_MM, Floats, Table
from tests.vision.test_cut import artwork
from vision import canon
from vision.catalogue import Catalogue, look_of
from vision.covering import clear_of
from vision.fanned import FanParams, beneath, busy_sides
from vision.matching import Library, Seen
from vision.observation import Detection
from vision.picture import Picture
from vision.reader import TableReader
from vision.verdict import VerdictParams, asked

HAND = (2, 4, 7, 5)
STRANGER = 50


def row(shift: float, turn_deg: float = 0.0, hand: tuple[int, ...] = HAND) -> tuple[Table, list[Floats]]:
    """A table with cards side by side, each on the one before it but for `shift` of its width; where they lie."""
    table = Table()
    lean = np.radians(turn_deg)
    quads = []
    for number, seed in enumerate(hand):
        off = shift * SIZE_MM[0] * number
        quads.append(table.lay(artwork(seed), (120 + off * float(np.cos(lean)), 150 + off * float(np.sin(lean))), turn_deg))
    return table, quads


@pytest.fixture(scope="module")
def reader() -> TableReader:
    return TableReader(Catalogue(tuple(look_of(artwork(seed), f"art-{seed}", "card", SIZE_MM) for seed in range(12))))


def named(found: tuple[Detection, ...]) -> set[str]:
    return {one.id for one in found if one.id is not None}


@pytest.mark.parametrize("turn", [0.0, 12.0])
def test_the_edge_of_the_card_below_says_where_it_lies(turn: float) -> None:
    table, quads = row(0.3, turn)
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    scaled = [((quad + 0.5) * picture.scale - 0.5).astype(np.float32) for quad in quads]
    places = beneath(picture, scaled[-1], SIZE_MM, scaled[-1:], FanParams())
    width = float(np.linalg.norm(scaled[-1][1] - scaled[-1][0]))
    assert min(float(np.abs(quad - scaled[-2]).max()) for place in places for quad in place.quads) < 0.08 * width


def test_a_card_alone_has_none_below() -> None:
    table = Table()
    quad = table.lay(artwork(2), (200, 150), 20)
    picture = Picture(np.asarray(table.picture().rgb), 1280)
    lies = ((quad + 0.5) * picture.scale - 0.5).astype(np.float32)
    assert beneath(picture, lies, SIZE_MM, [lies], FanParams()) == []


def test_bare_ground_and_known_pieces_are_nothing_beside_a_card() -> None:
    flat = np.full((400, 600, 3), 90, np.uint8)
    flat[100:300, 200:350] = flat[100:300, 380:530] = 230
    flat[110:290, 390:520:8] = 40
    picture, left = Picture(flat, 600), np.array([[200, 100], [350, 100], [350, 300], [200, 300]], np.float32)
    right = left + np.array([180, 0], np.float32)
    assert busy_sides(picture, left, [left], FanParams()) == [1]
    assert busy_sides(picture, left, [left, right], FanParams()) == []


def test_a_hand_is_named_by_its_corners(reader: TableReader) -> None:
    table, _ = row(0.3)
    found = named(reader.read(table.picture()).detections)
    assert found <= {f"art-{seed}" for seed in HAND} and len(found) >= 3


def test_a_card_that_was_not_enrolled_gets_no_name_in_a_hand(reader: TableReader) -> None:
    table, _ = row(0.3, hand=(2, STRANGER, 7))
    assert named(reader.read(table.picture()).detections) <= {"art-2", "art-7"}


def test_what_a_name_in_a_hand_may_rest_on_is_never_compared_coarsely(reader: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """A purple six is no green one, though print alone says little: what tells a corner apart is asked of colours, too."""
    coarse, apart, verdict = list[float](), Library.apart, VerdictParams()

    def noted(self: Library, seen: Seen, index: int, others: list[int], window: Floats) -> Floats:
        agreement, share = self.windows(seen, index, window[None])
        if share[0] < verdict.scant_share:
            coarse.append(float(agreement[0]))
        return apart(self, seen, index, others, window)

    monkeypatch.setattr(Library, "apart", noted)
    for shift in (0.12, 0.2, 0.3):
        for seed in (3, 6, 11):
            table = Table(seed)
            for number, one in enumerate(HAND):
                soft = np.asarray(cv2.GaussianBlur(artwork(one), (0, 0), 6.0), np.uint8) if number < 3 else artwork(one)
                table.lay(soft, (120 + shift * SIZE_MM[0] * number, 150), 0.0)
            reader.read(table.picture(noise=9.0))
    assert all(agreement < asked(verdict.scant_share, verdict) for agreement in coarse), coarse


def test_what_lies_under_another_and_right_beside_it_is_not_seen() -> None:
    quad = canon.CORNERS
    clear = clear_of(quad, [quad + np.array([48, 0], np.float32)], 3)
    assert clear[:, :44].all() and not clear[:, 46:].any()
    assert clear_of(quad, [quad + np.array([200, 0], np.float32)], 3).all()
