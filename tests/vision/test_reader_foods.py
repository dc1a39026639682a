"""Cards below wooden foods, on drawn tables: what a food hides, shades or has as its own outline is no doubt about the card."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from fixtures.closed_loop import table_of
from fixtures.render import held, render
from fixtures.scene import Place
from fixtures.stages import STAGES
from tests.closed_loop.boxes import open_eyes
from vision.cards.namer import Namer
from vision.cards.picture import Picture
from vision.cards.reading import Reading
from vision.changes.parts import read_part
from vision.changes.patches import Known
from vision.changes.places import overlaps
from vision.changes.recent import part_of
from vision.frame import Frame
from vision.observation import Detection
from vision.reader import TableReader
from vision.table.origin import Origin
from vision.table.plane import TablePlane

GAME = "buffet_boss"
BREAD = Place("card-bread", 0.0, 6.0, 1.0), Place("bread", -1.0, 10.0, 230.0)
Spot = tuple[float, float, float]
"""Millimetres right and away from the mat's middle, and degrees."""
NAMED = [("card", "card-bread"), ("food", "bread")]


def frame_of(seed: int, *lying: Place) -> Frame:
    scene = replace(held(table_of(seed, GAME)), markers_mm=STAGES[GAME].markers_mm, place=lying)
    return Frame(render(scene, open_eyes(GAME)[1].art)[0], 1.0)


@cache
def bread() -> Frame:
    return frame_of(2, *BREAD)


def reader() -> TableReader:
    return open_eyes(GAME)[1].reader


def plane_of(frame: Frame) -> TablePlane:
    found = Origin()(frame)
    assert found is not None
    return found


def names(pieces: Sequence[Detection]) -> list[tuple[str, str | None]]:
    return sorted(((one.kind, one.id) for one in pieces), key=str)


@pytest.mark.parametrize(
    ("seed", "card", "food"),
    [
        (8, (-1.1, 6.8, -0.8), (-5.9, 8.8, 36.1)),
        pytest.param(8, (-1.1, 6.8, -0.8), (-5.9, 8.8, 20.0), marks=pytest.mark.slow),
        pytest.param(5, (-0.6, 1.6, -0.6), (2.6, 4.4, 110.0), marks=pytest.mark.slow),
    ],
)
def test_print_in_the_shade_of_a_food_is_none_that_its_card_lacks(seed: int, card: Spot, food: Spot) -> None:
    frame = frame_of(seed, Place("card-waffle", *card), Place("waffle", *food))
    table = plane_of(frame)
    seen = reader().read(frame, table)
    x, y = np.mean(next(one.quad_px for one in seen.detections if one.kind == "food"), axis=0).astype(int).tolist()
    part = read_part(reader().read, frame, (x - 160, y - 160, x + 160, y + 160), table, seen.quality, ())
    assert names(part.detections) == [("card", "card-waffle"), ("food", "waffle")]


def whole(frame: Frame) -> Known:
    """All of a picture, read as a part."""
    width, height = frame.size_px
    return Known(within=(0, 0, width, height), whole_px=max(frame.size_px), middle=(width / 2, height / 2))


def test_of_a_part_a_sure_card_tells_how_large_others_lie_and_print_below_a_food_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, follower, began, read = bread(), reader().following(), list[float](), Namer.read

    def seen(self: Namer, picture: Picture, quad: NDArray[np.float32], *rest: Any) -> Reading | None:
        began.append(cv2.contourArea(quad))
        return read(self, picture, quad, *rest)

    monkeypatch.setattr(Namer, "read", seen)
    assert names(follower.read(frame, plane_of(frame), None, whole(frame)).detections) == NAMED
    assert len(began) > 1 and min(began) > 0.4 * began[0]


def test_cards_that_are_known_tell_how_large_pieces_lie_on_a_table() -> None:
    frame, follower = bread(), reader().following()
    table = plane_of(frame)
    cards = tuple(one for one in reader().read(frame, table).detections if one.kind == "card")
    follower.read(frame, table, None, Known(cards))
    assert follower._usual == pytest.approx(1.0, abs=0.1)


def test_looked_at_again_a_part_tells_the_same_without_looking_for_more(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, follower = bread(), reader().following()
    table, known = plane_of(frame), whole(frame)
    assert names(follower.read(frame, table, None, known).detections) == NAMED
    assert follower._search is not None
    monkeypatch.setattr(follower._search, "read", None)  # who looks for more fails
    monkeypatch.setattr(follower._foods, "_fits", None)
    again = replace(known, again=True)
    assert names(follower.read(frame, table, None, again).detections) == NAMED
    assert names(follower.read(frame_of(2, BREAD[0]), table, None, again).detections) != NAMED, "nothing is told from memory"


def test_what_is_taken_for_a_card_in_a_foods_own_outline_is_the_food_and_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, follower = bread(), reader().following()
    table, known, answers, made = plane_of(frame), whole(frame), follower._answers, list[Reading]()
    (food,) = (one for one in follower.read(frame, table, None, known).detections if one.kind == "food")

    def doubted(*given: Any) -> list[tuple[Detection, Reading]]:
        """The card's reading as a doubt that has the food's outline, and as one beside it."""
        found = answers(*given)
        if len(given) < 4:  # it is not known yet what lies there
            return found
        ((card, reading),) = found
        made.append(reading)
        a, b, c, d = ((x + 300.0, y) for x, y in food.quad_px)
        doubt = replace(card, id=None, quad_px=food.quad_px)
        return [(doubt, reading), (replace(doubt, quad_px=(a, b, c, d)), replace(reading, quad=reading.quad + 300))]

    monkeypatch.setattr(follower, "_answers", doubted)
    told = follower.read(frame, table, None, known).detections
    assert names(told) == [("card", None), ("food", "bread")] and not any(overlaps(one, [food]) for one in told if one.kind == "card")
    assert follower._parts is not None and made
    before = follower._parts.of(part_of(known, frame.size_px))
    assert before is not None and all(one.quad is not made[0].quad for one in before[0])
