"""Pieces pushed aside are found again by how they looked, and nothing else in their place is taken for them."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from fixtures.art import PACKS, Art, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.changes.pushed import Lay, lay_of, pushed
from vision.changes.unmoved import fine_of
from vision.frame import Frame
from vision.image.overlap import iou
from vision.observation import Detection
from vision.table.origin import Origin
from vision.table.plane import TablePlane

SCENE = Scene(ground="blue-felt", light="warm-lamp", seed=5, view=View((1280, 720), 620.0, 6.0))
CARD, OTHER, FOOD = "card-mussel", "card-squid", "mussel"


@cache
def art() -> dict[str, Art]:
    return load_art(PACKS / "buffet_boss")


def table(*lying: Place, take: int = 0, light: str = "warm-lamp") -> tuple[Frame, list[Detection]]:
    """What a camera sees of it, and every piece named where it lies."""
    rgb, truth = render(replace(SCENE, place=lying, take=take, light=light), art())
    found = []
    for piece, place in zip(truth["pieces"], lying, strict=True):
        a, b, c, d = ((float(x), float(y)) for x, y in piece["quad_px"])
        found.append(Detection("card" if place.id.startswith("card-") else "food", (a, b, c, d), place.id, 0.99))
    return Frame(rgb, float(take)), found


@cache
def plane() -> TablePlane:
    found = Origin()(table()[0])
    assert found is not None
    return found


def lays(frame: Frame, pieces: list[Detection]) -> list[Lay]:
    return [lay_of(piece, frame, fine_of(frame)) for piece in pieces]


def aside(before: tuple[Frame, list[Detection]], now: Frame, beside: tuple[Detection, ...] = ()) -> dict[str | None, Detection]:
    """Names of what is found elsewhere, and where."""
    return {piece.id: one for piece, one in pushed(lays(*before), now, fine_of(now), plane(), beside).items()}


@pytest.mark.parametrize(("dx", "dy", "turn"), [(35.0, 0.0, 0.0), (-35.0, 4.0, 3.0), (12.0, 40.0, -5.0)])
def test_a_card_is_found_where_it_was_pushed_with_the_food_on_it(dx: float, dy: float, turn: float) -> None:
    now, laid = table(Place(CARD, 5.0 + dx, -8.0 + dy, 4.0 + turn), take=1)
    found = aside(table(Place(CARD, 5.0, -8.0, 4.0)), now)
    assert iou(found[CARD].quad_px, laid[0].quad_px) > 0.97 and found[CARD].quad_mm == plane().quad_mm(found[CARD].quad_px)
    both = Place(CARD, -5.0, -8.0, 0.0), Place(FOOD, -3.0, -6.0, 30.0)
    now, laid = table(*(replace(one, x_mm=one.x_mm + 35.0) for one in both), take=2)
    found = aside(table(*both), now)
    assert found.keys() == {CARD, FOOD} and all(iou(found[one.id].quad_px, one.quad_px) > 0.9 for one in laid)


@pytest.mark.parametrize("light", ["warm-lamp", pytest.param("dim", marks=pytest.mark.slow)])
def test_another_card_that_comes_in_its_stead_is_not_taken_for_it(light: str) -> None:
    before = table(Place(CARD, 5.0, -8.0, 4.0), light=light)
    for k, other in enumerate(sorted(name for name in art() if name.startswith("card-") and name != CARD)):
        now, _ = table(Place(other, 40.0, -8.0, 4.0), take=k, light=light)
        assert aside(before, now) == {}, other


def test_a_card_from_which_its_food_was_taken_is_read_anew() -> None:
    before = table(Place(CARD, 5.0, -8.0, 4.0), Place(FOOD, 7.0, -6.0, 30.0))
    assert aside(before, table(Place(CARD, 40.0, -8.0, 4.0), take=1)[0]) == {}
    bare = table(Place(CARD, 5.0, -8.0, 4.0))
    assert aside(bare, table(Place(CARD, 40.0, -8.0, 4.0), Place("bean", 42.0, -6.0, 30.0), take=1)[0]) == {}


def test_of_equal_cards_each_is_found_where_it_was_pushed() -> None:
    row = Place(CARD, -75.0, 0.0, 0.0), Place(CARD, 0.0, 0.0, 0.0)
    now, laid = table(*(replace(one, x_mm=one.x_mm + 30.0) for one in row), take=1)
    frame, pieces = table(*row)
    found = pushed(lays(frame, pieces), now, fine_of(now), plane())
    assert [iou(found[piece].quad_px, there.quad_px) > 0.97 for piece, there in zip(pieces, laid, strict=True)] == [True, True]


def test_where_a_card_of_its_kind_lies_no_other_was_pushed() -> None:
    frame, pieces = table(Place(CARD, -40.0, 0.0, 0.0), Place(CARD, 40.0, 0.0, 0.0))
    now, _ = table(Place(CARD, 40.0, 0.0, 0.0), take=1)
    assert pushed(lays(frame, pieces[:1]), now, fine_of(now), plane(), pieces[1:]) == {}, "it was taken away"


def test_an_equal_card_that_comes_to_lie_beside_it_is_another() -> None:
    """The likelier place is the new one: less of a shadow lies there."""
    frame, pieces = table(Place(CARD, 0.0, 0.0, 0.0))
    now, laid = table(Place(CARD, 0.0, 0.0, 0.0), Place(CARD, 70.0, 0.0, 0.0), take=1)
    shaded = now.rgb.copy()
    (x, y), (wide, _) = np.min(laid[0].quad_px, axis=0).astype(int), np.ptp(laid[0].quad_px, axis=0).astype(int)
    shaded[y : y + 400, x : x + wide // 3] = (shaded[y : y + 400, x : x + wide // 3] * 0.9).astype(np.uint8)
    found = pushed(lays(frame, pieces), Frame(shaded, 1.0), fine_of(Frame(shaded, 1.0)), plane())
    assert all(iou(there.quad_px, piece.quad_px) > 0.97 for piece, there in found.items()), "it lies where it lay, or is read anew"


def test_a_card_that_the_edge_of_the_picture_cuts_or_a_plain_one_is_not_looked_for() -> None:
    frame, pieces = table(Place(CARD, 385.0, 0.0, 0.0))
    assert np.max(pieces[0].quad_px) > 1280, "it hangs over"
    now, _ = table(Place(CARD, 350.0, 0.0, 0.0), take=1)
    assert pushed(lays(frame, pieces), now, fine_of(now), plane()) == {}
    plain = Detection("card", ((600, 300), (660, 300), (660, 400), (600, 400)), "x", 0.99)
    bare, _ = table()
    assert pushed(lays(bare, [plain]), bare, fine_of(bare), plane()) == {}
