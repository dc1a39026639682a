"""A card that was never enrolled may have another's print on another ground: the other cards tell which light makes no such ground."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from tests.vision import deck
from vision.cards.reading import Reading
from vision.cards.tables_light import other_coloured
from vision.looks import canon
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import WINDOWS, Library, see

VIEW = (1280, 720)
GROUNDS = {"orange": (225, 150, 105), "green": (120, 175, 110), "blue": (110, 150, 205), "purple": (170, 150, 200), "sand": (228, 222, 208)}
LIGHTS = {"daylight": (1.0, 1.0, 1.0), "a warm lamp": (1.0, 0.75, 0.5), "cold shade": (0.55, 0.65, 0.8)}
ALL = WINDOWS[0]


def card(ground: str) -> deck.Pixels:
    """A dark meal on a round white plate on a ground, in a white frame: (H, W, 3) RGB."""
    down, across = np.mgrid[0:640, 0:480]
    picture = np.full((640, 480, 3), 250, np.uint8)
    picture[20:-20, 20:-20] = GROUNDS[ground]
    picture[np.hypot(down - 320, across - 240) < 150] = 240
    picture[np.hypot(down - 320, across - 240) < 70] = 60
    return picture


@cache
def library() -> Library:
    """Without the purple one and the pale one."""
    return Library(Catalogue(tuple(look_of(card(one), one, "card", (63.0, 88.0)) for one in ("orange", "green", "blue"))))


def named(look: str, seen: deck.Pixels) -> Reading:
    """A card that is seen so and bears the name of a look."""
    quad = np.array([(100, 100), (200, 100), (200, 240), (100, 240)], np.float32)
    return Reading(library().ids.index(look), quad, 0.9, 1.0, 0.9, 0.8, 1, ALL, seen=see(canon.shrink(seen)))


def under(light: str, ground: str, haze: float = 0.0) -> deck.Pixels:
    """A card under a light, so much of it the lamp's own shine."""
    lit = (card(ground) * (1 - haze) + 255 * haze) * np.array(LIGHTS[light])
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


@pytest.mark.parametrize("light", LIGHTS)
def test_a_ground_that_no_light_of_the_others_makes_is_another_cards(light: str) -> None:
    others = [named(one, under(light, one)) for one in ("green", "blue", "green")]
    odd = named("orange", under(light, "purple"))
    assert other_coloured([*others, odd], library(), VIEW) == [odd]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("look", ["blue", "green"])
def test_a_pale_ground_where_light_and_dark_are_seen_is_no_coloured_one_in_haze(light: str, look: str) -> None:
    others = [named(one, under(light, one)) for one in ("green", "orange", "green")]
    odd = named(look, under(light, "sand"))
    assert other_coloured([*others, odd], library(), VIEW) == [odd]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("haze", [0.0, 0.3, 0.6, 0.8])
def test_its_own_ground_is_its_own_in_any_light_and_with_shine_on_it(light: str, haze: float) -> None:
    cards = [named(one, under(light, one)) for one in ("green", "blue", "green")]
    assert other_coloured([*cards, named("orange", under(light, "orange", haze))], library(), VIEW) == []


def test_a_ground_burnt_in_red_is_no_blue_one_and_may_be_any_red() -> None:
    """Too long exposed: of the orange ground red is burnt, so that it is more orange than it is seen."""
    lit = {one: np.asarray(np.clip(1.3 * card(one).astype(np.float32), 0, 255), np.uint8) for one in GROUNDS}
    others = [named(one, np.asarray(0.8 * card(one), np.uint8)) for one in ("green", "blue", "green")]
    assert lit["orange"][60, 60].max() == 255 > lit["orange"][60, 60].min()
    odd = named("blue", lit["orange"])
    assert other_coloured([*others, odd], library(), VIEW) == [odd]
    assert other_coloured([*others, named("orange", lit["orange"]), named("blue", lit["blue"])], library(), VIEW) == []


def test_paper_that_was_enrolled_under_a_warmer_lamp_than_the_others_is_the_same_paper() -> None:
    white = np.full((640, 480, 3), 250, np.uint8)
    white[200:440, 200:280] = 30
    others = ("green", "blue")
    looks = [look_of(card(one), one, "card", (63.0, 88.0)) for one in others]
    cream = look_of(np.asarray(white * np.array([0.96, 0.92, 0.86]), np.uint8), "spade", "card", (63.0, 88.0))
    known = Library(Catalogue((*looks, cream)))
    lit = np.asarray(white * np.array([0.84, 0.87, 0.94]), np.uint8)
    spade = replace(named("green", lit), look=2)
    cards = [replace(named(one, under("daylight", one)), look=n) for n, one in enumerate(others)]
    assert other_coloured([*cards, spade], known, VIEW) == []


def test_one_other_card_does_not_tell_the_light() -> None:
    assert other_coloured([named("green", under("daylight", "green")), named("orange", under("daylight", "purple"))], library(), VIEW) == []


def test_what_lies_on_a_card_has_colours_of_its_own() -> None:
    others = [named(one, under("daylight", one)) for one in ("green", "blue", "green")]
    strewn = named("orange", under("daylight", "purple"))
    all_over = [np.array([(90, 90), (210, 90), (210, 250), (90, 250)], np.float32)]
    assert other_coloured([*others, strewn], library(), VIEW, all_over) == []
