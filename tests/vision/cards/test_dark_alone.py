"""A card on a dark ground under a lamp: its shine is stronger than the ground's colour and turns hues, but no other card has its print."""

import numpy as np
import pytest

from tests.vision import deck
from tests.vision.cards.test_amid import sparse
from vision.frame import Frame
from vision.looks.catalogue import Catalogue, look_of
from vision.reader import TableReader

WARM_SHINE = np.array([130, 85, 35], np.float32)
"""What a warm lamp's reflection adds to everything."""


def told(ids: dict[str, deck.Pixels], lying: deck.Pixels, shine: float) -> list[tuple[str | None, str]]:
    """What is told of one card, with some enrolled."""
    reader = TableReader(Catalogue(tuple(look_of(flat, name, "card", deck.SIZE_MM) for name, flat in ids.items())))
    table = deck.Table(5, (60, 110, 70))
    table.lay(lying, (240.0, 150.0), 20.0)
    rgb = table.picture().rgb + shine * WARM_SHINE
    return [(one.id, one.why) for one in reader.read(Frame(np.clip(rgb, 0, 255).astype(np.uint8), 0.0)).detections]


def mono(number: int, ink: tuple[int, int, int]) -> deck.Pixels:
    """A dark card whose spots have one colour."""
    flat = sparse(number)
    spots = np.abs(flat.astype(int) - np.array((44, 49, 54))).sum(2) > 60
    flat[spots] = ink
    return flat


CREAM, PINK = (232, 226, 210), (235, 150, 190)


@pytest.mark.parametrize("shine", [0.0, 1.0])
def test_a_dark_card_whose_design_no_other_has_keeps_its_name_in_a_warm_shine(shine: float) -> None:
    ids = {f"card-{n}": mono(n, CREAM) for n in range(6)}
    assert told(ids, ids["card-2"], shine) == [("card-2", "")]


def test_one_of_which_there_are_several_in_other_colours_does_not() -> None:
    """A third colour of it may never have been enrolled."""
    ids = {f"card-{n}": mono(n, CREAM) for n in range(6)} | {"card-2-pink": mono(2, PINK)}
    assert [name for name, _ in told(ids, ids["card-2"], 1.0) if name not in (None, "card-2")] == []
