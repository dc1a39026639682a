"""Guests with tokens on them: what these hide says nothing of a card, no token lies in another's place, and where there is no card."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from fixtures.optics import View
from fixtures.scene import Place
from tests.vision.test_tokens_on_cards import DINNER, drawn, names
from vision.enrolling.enrol import enrol
from vision.looks.catalogue import Catalogue
from vision.observation import Detection, Observation, Quad
from vision.reader import TableReader, _both
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
    return enrol(DINNER).catalogue


@pytest.fixture(scope="module")
def dinner(catalogue: Catalogue) -> TableReader:
    return TableReader(catalogue)


def view(tilt_deg: float, pan_deg: float = 0.0) -> View:
    return View((1920, 1080), 700.0, tilt_deg, pan_deg)


def on_table(found: Observation) -> list[bool]:
    return [one.on_table for one in found.detections if one.kind == "token"]


def test_print_of_tokens_is_not_held_against_the_card_below(dinner: TableReader) -> None:
    """With theirs its own print is hardly more its own than its neighbour's."""
    assert names(dinner.read(drawn(AURELIO, view(20.06, -4.93), "blue-felt", "dim"))) == ["aurelio", "compliment", "wine"]


def test_a_card_is_no_stranger_by_what_tokens_hide_and_others_lack(dinner: TableReader) -> None:
    lies: Sequence[Place] = (
        *(Place("jacinto", -147.6, -85.2, 301.6), Place("norbert", 70.8, 151.8, 152.9), Place("dagny", -70.4, -150.9, 332.6)),
        *(Place("ulrike", -117.0, 117.0, 224.1), Place("compliment.design", 69.0, 110.1, 284.0), Place("wine.design", 87.6, 142.5, 68.1)),
    )
    found = names(dinner.read(drawn(tuple(lies), view(9.15, 2.37), "white-cloth", "shadow")))
    assert found == ["compliment", "dagny", "jacinto", "norbert", "ulrike", "wine"]


def test_no_print_speaks_for_a_token_in_anothers_place(dinner: TableReader, monkeypatch: pytest.MonkeyPatch) -> None:
    """White print of one, the dark side of another and the card's paper may look like the glass on a third: it was named once."""
    lies: tuple[Place, ...] = (Place("tancred", 71.4, 153.1, 157.4), Place("wine.plain", 74.3, 111.2, 346.9))
    lies += (Place("food.design", 81.7, 128.7, 73.2), Place("wine.design", 88.0, 145.9, 255.2))
    thirds = list[Sight]()

    def with_a_third(sights: dict[int, Sight], named: dict[int, Sight], *more: Any) -> dict[int, Sight]:
        number, own = next((n, one) for n, one in named.items() if one.is_clear)
        third = replace(own, x=own.x + 1.3 * own.radius, costs={i: cost + 4.0 for i, cost in own.costs.items()})
        thirds.append(own_prints({number: third}, {-1: own}, *more)[number])
        return own_prints(sights, named, *more)

    monkeypatch.setattr("vision.tokens.reader.own_prints", with_a_third)
    assert names(dinner.read(drawn(lies, view(19.69, 2.76), "green-felt", "warm-lamp"))) == ["food", "tancred", "wine", "wine"]
    assert thirds and not any(one.is_clear or one.likeness[one.best] for one in thirds)


def test_a_thick_token_is_found_far_beside_the_circle_below_it(dinner: TableReader) -> None:
    lies: tuple[Place, ...] = (Place("aurelio", -117.1, 117.1, 224.6), Place("wine.design", -78.0, 104.0, 192.1))
    lies += (Place("food.design", -89.6, 117.0, 116.4), Place("food.design", -103.9, 131.0, 67.5))
    assert names(dinner.read(drawn(lies, view(21.23, 2.42), "blue-felt", "shadow"))) == ["aurelio", "food", "food", "wine"]


def test_a_token_is_found_beside_the_round_outline_that_its_side_and_shadow_make(dinner: TableReader) -> None:
    """Where that is, nothing is seen that any token has; it lies off all cards."""
    lies = (Place("wine.plain", -37.3, 28.0, 21.9), Place("dessert.design", -21.4, 20.6, 196.8), Place("food.design", -35.9, 6.9, 316.5))
    assert names(dinner.read(drawn(lies, view(21.52, 1.56), "white-cloth", "warm-lamp"))) == ["dessert", "food", "wine"]


@pytest.mark.parametrize("ground", ["dark-wood", "green-felt", "blue-felt"])
def test_tokens_round_which_the_table_shows_lie_on_no_card(dinner: TableReader, ground: str) -> None:
    assert on_table(dinner.read(drawn(ROW, view(17.0), ground, "dim"))) == [True] * 3


@pytest.mark.parametrize("ground", ["light-wood", "green-felt", "white-cloth"])
def test_tokens_on_a_card_that_is_not_known_do_not(catalogue: Catalogue, ground: str) -> None:
    lacking = TableReader(Catalogue(tuple(look for look in catalogue.looks if look.id not in ("aurelio", "tancred"))))
    found = lacking.read(drawn(AURELIO, view(20.06, -4.93), ground, "daylight"))
    assert on_table(found) and not any(on_table(found))


def test_on_a_cloth_as_white_as_paper_it_is_not_told(dinner: TableReader) -> None:
    assert not any(on_table(dinner.read(drawn(ROW, view(17.0), "white-cloth", "dim"))))


@pytest.mark.parametrize(("card_x", "asked"), [(100.0, 1), (0.0, 0)])
def test_a_token_that_is_gone_once_more_cards_are_known_is_asked_about_unless_one_lies_there(card_x: float, asked: int) -> None:
    def square(x: float, half: float) -> Quad:
        return (x - half, -half), (x + half, -half), (x + half, half), (x - half, half)

    token, card = Detection("token", square(0.0, 5.0), "wine", 0.9), Detection("card", square(card_x, 30.0), "aurelio", 0.9)
    found = _both(lambda named: ((() if named else (token,)), (), False), lambda _: ((card,), False), (), (), Stopwatch())
    assert [(one.id, one.alternatives[0].id) for one in found[1]] == [(None, "wine")] * asked
