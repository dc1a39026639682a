"""Guests with tokens on them: what these hide says nothing of a card, no token lies in another's place, and where there is no card."""

from collections.abc import Sequence
from dataclasses import replace
from math import hypot
from typing import Any

import numpy as np
import pytest

from companion.cli.enrolling import as_pack
from companion.game import Pack
from companion.games.surrealist_dinner_party.seating import middle_of
from companion.pack import built_in
from fixtures.art import load_art
from fixtures.film import jpeg
from fixtures.optics import View
from fixtures.render import render
from fixtures.scene import Place
from tests.benchmarks.drawn_dinners import lying, scene_of
from tests.enrolled import enrolled, reader_of
from tests.vision.test_tokens_on_cards import DINNER, drawn, names
from vision.frame import Frame
from vision.image.decode import decode
from vision.laden import until_told
from vision.looks.catalogue import Catalogue
from vision.observation import Detection, Observation, Quad, Round
from vision.reader import TableReader
from vision.stopwatch import Stopwatch
from vision.tokens.heaps import own_prints
from vision.tokens.sight import Sight

AURELIO = (
    Place("aurelio", -145.7, -84.1, 297.4),
    Place("wine.design", -120.3, -49.4, 296.7),
    Place("compliment.design", -153.3, -68.7, 43.9),
)
ROW = tuple(Place(f"{id}.design", -20.0 + 19.0 * n, -90.0, 40.0 * n) for n, id in enumerate(("wine", "food", "drama")))


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return enrolled(DINNER).catalogue


@pytest.fixture(scope="module")
def dinner() -> TableReader:
    return reader_of(DINNER)


def view(tilt_deg: float, pan_deg: float = 0.0) -> View:
    return View((1920, 1080), 700.0, tilt_deg, pan_deg)


def table(pack: Pack, seed: int) -> Frame:
    """The picture of that number of `drawn_dinners`, as it is stored."""
    scene = scene_of(list(lying(pack, seed)), seed)
    return decode(jpeg(render(scene, load_art(DINNER))[0], scene.exposure.jpeg_quality), "table.jpg")


def on_table(found: Observation) -> list[bool]:
    return [one.on_table for one in found.detections if one.kind == "token"]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return as_pack(enrolled(DINNER), built_in("surrealist_dinner_party"), DINNER)


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "guest"), [(2208, "aurelio"), (2100, "norbert")])
def test_print_of_tokens_is_not_held_against_the_card_below(dinner: TableReader, pack: Pack, seed: int, guest: str) -> None:
    """With theirs its own print was hardly more its own than its neighbour's, or it was a stranger's."""
    assert guest in names(dinner.read(table(pack, seed)))


@pytest.mark.parametrize(("seed", "at_px"), [(5222, (884, 521)), (6138, (903, 544))])
def test_a_token_is_found_beside_the_round_outline_that_its_side_and_shadow_make(
    dinner: TableReader, pack: Pack, seed: int, at_px: tuple[int, int]
) -> None:
    """Where that is, nothing is seen that any token has; it lies off all cards."""
    foods = [middle_of(one.quad_px) for one in dinner.read(table(pack, seed)).detections if one.id == "food"]
    assert min(hypot(x - at_px[0], y - at_px[1]) for x, y in foods) < 4


def test_ground_of_a_token_s_colour_beside_a_card_is_no_token_whose_outline_does_not_show(dinner: TableReader, pack: Pack) -> None:
    """A token's shadow hides the card's edge, and beside it lies felt as green as food."""
    found = dinner.read(table(pack, 10110)).detections
    foods = [middle_of(one.quad_px) for one in found if one.kind == "token" and one.id in ("food", None)]
    assert [round(x) for x, y in foods if 1000 < x < 1180 and 100 < y < 340] == [1114]


def test_a_token_is_found_beside_its_side_whose_print_shows_at_no_place_that_is_tried_at_first(dinner: TableReader, pack: Pack) -> None:
    """In dim light its print, seen a pixel aside, was too unlike it: what the card bears seemed to be all that lies there."""
    foods = [middle_of(one.quad_px) for one in dinner.read(table(pack, 8203)).detections if one.id == "food"]
    assert min(hypot(x - 652, y - 635) for x, y in foods) < 6


@pytest.mark.parametrize(("seed", "at_px"), [(5125, (987, 597)), pytest.param(5205, (753, 302), marks=pytest.mark.slow)])
def test_a_print_that_its_colours_confirm_is_enough_where_most_is_burnt_out_or_little_of_the_rim_shows(
    dinner: TableReader, pack: Pack, seed: int, at_px: tuple[int, int]
) -> None:
    desserts = [middle_of(one.quad_px) for one in dinner.read(table(pack, seed)).detections if one.id == "dessert"]
    assert min(hypot(x - at_px[0], y - at_px[1]) for x, y in desserts) < 4


@pytest.mark.parametrize(("seed", "id", "at_px"), [(16303, "compliment", (948, 200)), (16302, "dessert", (694, 247))])
def test_a_token_amid_burnt_out_paper_is_named_by_the_colours_that_are_not_burnt_out(
    dinner: TableReader, pack: Pack, seed: int, id: str, at_px: tuple[int, int]
) -> None:
    found = [middle_of(one.quad_px) for one in dinner.read(table(pack, seed)).detections if one.id == id]
    assert min(hypot(x - at_px[0], y - at_px[1]) for x, y in found) < 6


def test_an_appetite_over_which_a_neighbours_shadow_falls_is_bare(dinner: TableReader, pack: Pack) -> None:
    """The shadow's edge is no line of the card's; beside it all of these show."""
    tokens = [middle_of(one.quad_px) for one in dinner.read(table(pack, 16108)).detections if one.kind == "token"]
    assert min(hypot(x - 1257, y - 436) for x, y in tokens) > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2315, 5221, 2106])
def test_edges_of_cards_with_bare_ground_between_and_tokens_without_an_edge_around_are_no_card(
    dinner: TableReader, pack: Pack, seed: int
) -> None:
    assert not [one for one in dinner.read(table(pack, seed)).unsure if one.kind == "card"]


def test_the_pattern_of_a_cloth_is_no_platter(dinner: TableReader, pack: Pack) -> None:
    """Of its dots and squares outlines were put together, of one size wherever they were looked for."""
    assert dinner.read(table(pack, 6115)).rounds == ()


@pytest.mark.parametrize(("radii", "is_heard"), [(1.3, False), (1.85, True)])
def test_no_print_speaks_for_a_token_in_anothers_place(
    dinner: TableReader, monkeypatch: pytest.MonkeyPatch, radii: float, is_heard: bool
) -> None:
    """White print of one, the dark side of another and the card's paper may look like the glass on a third: it was named once.

    One that another hardly touches has all of its own print.
    """
    lies: tuple[Place, ...] = (Place("tancred", 71.4, 153.1, 157.4), Place("wine.plain", 74.3, 111.2, 346.9))
    lies += (Place("food.design", 81.7, 128.7, 73.2), Place("wine.design", 88.0, 145.9, 255.2))
    thirds = list[Sight]()

    def with_a_third(sights: dict[int, Sight], named: dict[int, Sight], *more: Any) -> dict[int, Sight]:
        number, own = next((n, one) for n, one in named.items() if one.is_clear)
        third = replace(own, x=own.x + radii * own.radius, costs={i: cost + 4.0 for i, cost in own.costs.items()})
        thirds.append(own_prints({number: third}, {-1: own}, *more)[number])
        return own_prints(sights, named, *more)

    monkeypatch.setattr("vision.tokens.reader.own_prints", with_a_third)
    assert names(dinner.read(drawn(lies, view(19.69, 2.76), "green-felt", "dim"))) == ["food", "tancred", "wine", "wine"]
    assert thirds and all(one.is_clear == is_heard and (one.likeness[one.best] > 0) == is_heard for one in thirds)


def test_a_thick_token_is_found_far_beside_the_circle_below_it(dinner: TableReader) -> None:
    lies: tuple[Place, ...] = (Place("aurelio", -117.1, 117.1, 224.6), Place("wine.design", -78.0, 104.0, 192.1))
    lies += (Place("food.design", -89.6, 117.0, 116.4), Place("food.design", -103.9, 131.0, 67.5))
    assert names(dinner.read(drawn(lies, view(21.23, 2.42), "blue-felt", "shadow"))) == ["aurelio", "food", "food", "wine"]


@pytest.mark.parametrize("ground", ["dark-wood", pytest.param("green-felt", marks=pytest.mark.slow), "blue-felt"])
def test_tokens_round_which_the_table_shows_lie_on_no_card(dinner: TableReader, ground: str) -> None:
    assert on_table(dinner.read(drawn(ROW, view(17.0), ground, "dim"))) == [True] * 3


@pytest.mark.parametrize(
    "ground", ["light-wood", pytest.param("green-felt", marks=pytest.mark.slow), pytest.param("white-cloth", marks=pytest.mark.slow)]
)
def test_tokens_on_a_card_that_is_not_known_do_not(catalogue: Catalogue, ground: str) -> None:
    lacking = TableReader(Catalogue(tuple(look for look in catalogue.looks if look.id not in ("aurelio", "tancred"))))
    found = lacking.read(drawn(AURELIO, view(20.06, -4.93), ground, "daylight"))
    assert on_table(found) and not any(on_table(found))


def test_on_a_cloth_as_white_as_paper_only_tokens_beside_which_nothing_is_printed_lie_on_no_card(
    catalogue: Catalogue, dinner: TableReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert on_table(dinner.read(drawn(ROW, view(17.0), "white-cloth", "dim"))) == [True] * 3
    lacking = TableReader(Catalogue(tuple(look for look in catalogue.looks if look.id not in ("aurelio", "tancred"))))
    found = lacking.read(drawn((*AURELIO, *(replace(one, x_mm=one.x_mm + 200.0) for one in ROW)), view(17.0), "white-cloth", "dim"))
    told = on_table(found)
    assert told.count(True) == 3 and told.count(False) >= 2
    monkeypatch.setattr("vision.tokens.bare._is_blank", lambda *_: False)
    assert not any(on_table(dinner.read(drawn(ROW, view(17.0), "white-cloth", "dim"))))


def test_where_print_may_be_burnt_out_it_is_not_told(dinner: TableReader) -> None:
    frame = drawn(ROW, view(17.0), "white-cloth", "daylight")
    bright = replace(frame, rgb=np.clip(frame.rgb.astype(np.float32) * (252 / np.median(frame.rgb)), 0, 255).astype(np.uint8))
    assert on_table(dinner.read(bright)) == [False] * 3


@pytest.mark.parametrize(("card_x", "asked"), [(100.0, 1), (0.0, 0)])
def test_a_token_that_is_gone_once_more_cards_are_known_is_asked_about_unless_one_lies_there(card_x: float, asked: int) -> None:
    def square(x: float, half: float) -> Quad:
        return (x - half, -half), (x + half, -half), (x + half, half), (x - half, half)

    token, card = Detection("token", square(0.0, 5.0), "wine", 0.9), Detection("card", square(card_x, 30.0), "aurelio", 0.9)
    found = until_told(lambda named: ((() if named else (token,)), (), False), lambda _: ((card,), False), (), (), Stopwatch())
    assert [(one.id, one.alternatives[0].id) for one in found[1]] == [(None, "wine")] * asked


def test_tokens_are_looked_for_once_more_while_those_found_name_cards() -> None:
    cards = tuple(Detection("card", ((x, 0.0), (x + 9, 0.0), (x + 9, 9.0), (x, 9.0)), id, 0.9) for x, id in ((0.0, "a"), (20.0, "b")))
    given = list[list[str | None]]()

    def look(named: Sequence[Detection]) -> tuple[tuple[Detection, ...], tuple[Round, ...], bool]:
        given.append([one.id for one in named])
        return (), (), False

    until_told(look, lambda _: (cards[: len(given)], False), (), (), Stopwatch())
    assert given == [[], ["a"], ["a", "b"]]
