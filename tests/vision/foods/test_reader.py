"""Foods that lie flat on cards are named by their outline, from above; where it does not show well enough they are asked about."""

from copy import copy
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from fixtures.art import PACKS, Art, load_art
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place, Scene
from vision.foods import reader as foods
from vision.foods.reader import Floats, FoodReader, Lying, Tried
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, Look, look_of
from vision.looks.silhouettes import silhouette_of
from vision.observation import Candidate, Detection, Quad, quad_of
from vision.table.plane import TablePlane
from vision.table.white import White

FOODS = ("banana", "mussel", "sausage", "bean", "pear", "bread", "muffin")
CARD = "card-mussel"
SCENE = Scene(ground="blue-felt", light="warm-lamp", seed=3, markers_mm=(), view=View((720, 480), 330.0, 6.0))


@cache
def art() -> dict[str, Art]:
    return load_art(PACKS / "buffet_boss")


@cache
def reader() -> FoodReader:
    """Knows seven foods and one card."""
    return FoodReader(Catalogue((*map(food, FOODS), look_of(art()[CARD].rgb, CARD, "card", art()[CARD].size_mm))))


def food(name: str) -> Look:
    """As it is enrolled: from its picture on white."""
    path = PACKS / "buffet_boss" / f"{name}.png"
    rgb = np.asarray(cv2.cvtColor(np.asarray(cv2.imread(str(path))), cv2.COLOR_BGR2RGB), np.uint8)
    size = art()[name].size_mm
    return replace(look_of(rgb, name, "food", size), silhouette=silhouette_of(rgb, name, size))


def table(*on: Place, size_px: tuple[int, int] = (720, 480)) -> tuple[Frame, Detection]:
    """A card near the middle, what lies on it, and the card as a reader found it that does not know its name."""
    scene = replace(SCENE, view=replace(SCENE.view, size_px=size_px), place=(Place(CARD, 4.0, -3.0, 12.0), *on))
    rgb, truth = render(scene, art())
    a, b, c, d = ((float(x), float(y)) for x, y in truth["pieces"][0]["quad_px"])
    quad: Quad = (a, b, c, d)
    return Frame(rgb, 0.0), Detection("card", quad, alternatives=(Candidate(CARD, 0.5),), why="not all of its print is that of card-mussel")


def plane_of(card: Detection, size_mm: tuple[float, float] = (63.0, 88.0)) -> TablePlane:
    """A table on which the card is so large."""
    (width, height), quad = size_mm, np.asarray(card.quad_px, np.float32)
    corners = np.array([(0, height), (width, height), (width, 0), (0, 0)], np.float32)
    return TablePlane(np.asarray(cv2.getPerspectiveTransform(corners, quad), np.float64), "markers", None)


@pytest.mark.parametrize(("name", "turn"), [("mussel", 140.0), ("banana", 250.0), ("bread", 33.0)])
def test_a_food_is_named_in_any_turn_and_lies_where_it_was_laid(name: str, turn: float) -> None:
    frame, card = table(Place(name, 6.0, -5.0, turn))
    (lying,) = reader().on(frame, plane_of(card), [card])
    assert lying.piece.id == name and lying.piece.kind == "food"
    middle = np.mean(card.quad_px, axis=0)
    assert np.hypot(*(np.mean(lying.piece.quad_px, axis=0) - middle)) < 25, "within a centimetre of the card's middle"


def test_without_a_plane_nobody_knows_how_large_a_food_is_and_it_is_asked_about() -> None:
    frame, card = table(Place("mussel", 6.0, -5.0, 140.0))
    (lying,) = reader().on(frame, None, [card])
    assert not lying.piece.is_sure and lying.piece.alternatives[0].id == "mussel" and "markers" in lying.piece.why


@pytest.mark.parametrize("size_mm", [(69.0, 88.0), (63.0, 80.0), (40.0, 56.0)])
def test_edges_that_are_not_as_large_as_a_card_bear_no_food(size_mm: tuple[float, float]) -> None:
    frame, card = table(Place("mussel", 6.0, -5.0, 140.0))
    assert reader().on(frame, plane_of(card, size_mm), [card]) == ()


def test_a_food_of_another_hue_than_the_light_gives_it_is_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    frame, card = table(Place("mussel", 6.0, -5.0, 140.0))
    for lit, is_named in (((240.0, 230.0, 220.0), True), ((170.0, 200.0, 240.0), False)):  # a warm lamp, which it is, and a cold one
        monkeypatch.setattr(foods, "whites", lambda *_, lit=lit: (White((0.0, 0.0), lit),))
        (lying,) = reader().on(frame, plane_of(card), [card])
        assert lying.piece.is_sure is is_named and ("colour" in lying.piece.why or is_named)


def test_where_nobody_knows_the_light_a_food_has_to_show_more_of_its_outline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its colour does not speak for it there: edges that noise has by chance fit some outline as well."""
    frame, card = table(Place("pear", 6.0, -5.0, 40.0))
    blurred = Frame(np.asarray(cv2.GaussianBlur(frame.rgb, (0, 0), 2.0), np.uint8), 0.0)
    (lying,) = reader().on(blurred, plane_of(card), [card])
    assert not lying.piece.is_sure and lying.piece.alternatives[0].id == "pear" and "outline" in lying.piece.why
    monkeypatch.setattr(foods, "whites", lambda *_: (White((0.0, 0.0), (240.0, 230.0, 220.0)),))
    (lying,) = reader().on(blurred, plane_of(card), [card])
    assert lying.piece.id == "pear"


def test_what_a_food_hides_is_covered_by_its_strips() -> None:
    frame, card = table(Place("sausage", 4.0, -3.0, 75.0))
    (lying,) = reader().on(frame, plane_of(card), [card])
    covered = np.zeros(frame.rgb.shape[:2], np.uint8)
    for strip in lying.hides_px:
        cv2.fillConvexPoly(covered, np.rint(strip).astype(np.int32), 1)
    brown = np.abs(frame.rgb.astype(int) - frame.rgb[cv2.erode(covered, np.ones((15, 15))) > 0].mean(0)).max(2) < 30
    on_card = cv2.fillConvexPoly(np.zeros_like(covered), np.rint(card.quad_px).astype(np.int32), 1) > 0
    assert (brown & on_card & (covered == 0)).sum() < 0.1 * (brown & (covered > 0)).sum()
    assert covered.sum() < 0.6 * on_card.sum(), "the rest of the card stays open"


def test_nothing_is_made_of_a_food_that_is_only_printed_and_smaller() -> None:
    frame, card = table(Place("card-sausage", 4.0, -3.0, 12.0))
    assert all(one.piece.id is None for one in reader().on(frame, plane_of(card), [card]))


def test_a_stranger_is_not_named() -> None:
    for place in (Place("die:3", 4.0, -3.0, 20.0), Place("cherry", 4.0, -3.0, 20.0)):
        frame, card = table(place)
        assert all(one.piece.id is None for one in reader().on(frame, plane_of(card), [card])), place.id


def test_cards_with_a_name_and_what_resembles_nothing_are_not_looked_at() -> None:
    frame, card = table(Place("mussel", 4.0, -3.0, 75.0))
    assert reader().on(frame, plane_of(card), [replace(card, id=CARD), replace(card, alternatives=())]) == ()


def test_a_large_picture_says_the_same() -> None:
    frame, card = table(Place("pear", 4.0, -3.0, 200.0), size_px=(1800, 1200))
    assert [one.piece.id for one in reader().on(frame, plane_of(card), [card])] == ["pear"]


def test_followed_a_card_that_looks_as_it_did_is_not_looked_at_again_and_another_food_is(monkeypatch: pytest.MonkeyPatch) -> None:
    follower, tries = reader().following(), list[str]()
    once = follower._on

    def counted(frame: Frame, table: TablePlane | None, card: Detection, light: Floats | None, then: Tried | None) -> Tried:
        tries.append(card.kind)
        return once(frame, table, card, light, then)

    monkeypatch.setattr(follower, "_on", counted)
    frame, card = table(Place("mussel", 4.0, -3.0, 140.0))
    grain = np.random.default_rng(1).integers(0, 4, frame.rgb.shape, np.uint8)
    noisy = Frame(np.asarray(cv2.add(frame.rgb, grain), np.uint8), 1.0)
    names = [[one.piece.id for one in follower.on(each, plane_of(card), [card])] for each in (frame, noisy, noisy)]
    assert names == [["mussel"]] * 3 and len(tries) == 1
    other, _ = table(Place("banana", 4.0, -3.0, 250.0))
    assert [one.piece.id for one in follower.on(other, plane_of(card), [card])] == ["banana"] and len(tries) == 2


@pytest.mark.parametrize(("bearing", "food", "looked_at"), [(None, None, 8), (3, "pear", 12), (3, None, 8), (10, "pear", 8)])
def test_where_nothing_that_has_a_name_lies_on_any_of_the_first_eight_doubts_the_rest_is_not_looked_at(
    bearing: int | None, food: str | None, looked_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twelve squares of a carpet, each of which resembles a card; of a table's cards one bears a food among the first."""
    frame, card = table()
    cards = [replace(card, quad_px=quad_of((x + 10.0 * n, y) for x, y in card.quad_px)) for n in range(12)]
    order, fresh = list[Detection](), copy(reader())

    def noted(frame: Frame, table: TablePlane | None, card: Detection, light: Floats | None, then: Tried | None) -> Tried:
        order.append(card)
        lying = Lying(Detection("food", card.quad_px, food), ()) if len(order) - 1 == bearing else None
        return Tried(card, lying)

    monkeypatch.setattr(foods, "_is_within", lambda *_: False)
    monkeypatch.setattr(fresh, "_on", noted)
    fresh.on(frame, None, cards)
    assert len(order) == looked_at


def test_a_box_without_foods_has_none() -> None:
    assert not FoodReader(Catalogue.empty()).has_foods
