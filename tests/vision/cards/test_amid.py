"""A card of little print amid others, a little aside of where it would lie edge to edge: its small print resembles little at a glance."""

import cv2
import numpy as np
import pytest

from tests.vision import deck
from vision.cards.picture import Picture
from vision.cards.region_params import RegionParams
from vision.cards.regions import Floats, Guess, Regions
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue, look_of
from vision.looks.matching import Library

SLATE, LIGHT_WOOD = (44, 49, 54), (205, 170, 125)
ASIDE_MM = 1.5
WIDE, HIGH = deck.SIZE_MM
X, Y, GAP = 150.0, 80.0, 1.0
RIGHT, BELOW = X + WIDE + GAP, Y + HIGH + GAP
PLACES = {0: (X, Y), 1: (RIGHT, Y), 2: (RIGHT, BELOW), 3: (X - ASIDE_MM, BELOW - GAP + ASIDE_MM)}
"""Where four cards lie, the last one aside."""


def sparse(number: int) -> deck.Pixels:
    """A dark card with some small spots: (450, 300, 3) RGB."""
    flat, rng = np.full((450, 300, 3), SLATE, np.uint8), np.random.default_rng(number)
    for _ in range(6):
        x, y = (int(v) for v in rng.integers((30, 30), (270, 420)))
        cv2.ellipse(flat, (x, y), (14, 6), int(rng.integers(180)), 0, 360, rng.integers(90, 230, 3).tolist(), -1, cv2.LINE_AA)
    return flat


def found(known: tuple[int, ...]) -> tuple[list[Guess], Floats]:
    """What is guessed beside some cards that are known, and where the one lies that is not."""
    table = deck.Table(2, LIGHT_WOOD)
    lies = {number: table.lay(sparse(number), at) for number, at in PLACES.items()}
    looks = Catalogue(tuple(look_of(sparse(number), f"sparse-{number}", "card", deck.SIZE_MM) for number in range(8)))
    regions, picture = Regions(Library(looks), RegionParams()), Picture(table.picture().rgb, 1200)
    return regions.by_neighbour(picture, [lies[number] for number in known]), lies[3]


def there(guesses: list[Guess], place: Floats) -> list[Guess]:
    return [one for one in guesses if overlap(one.quad, place) > 0.7]


def test_a_place_amid_two_cards_is_looked_at_though_it_resembles_little() -> None:
    guesses, place = found((0, 1, 2))
    (guess,) = there(guesses, place)
    assert guess.look == 3
    assert guess.strength < RegionParams().least_likeness


@pytest.mark.parametrize("known", [(0,), (2,)])
def test_beside_one_card_alone_it_is_not(known: tuple[int, ...]) -> None:
    """Books and boxes resemble a dark card as much."""
    guesses, place = found(known)
    assert there(guesses, place) == []
