"""Which corner of a card alone tells it from all others."""

import numpy as np

from tests.vision import deck
from vision.enrolling.separability import separability
from vision.looks.catalogue import Catalogue, look_of


def enrolled(pictures: dict[str, deck.Pixels]) -> Catalogue:
    return Catalogue(tuple(look_of(rgb, id, "card", deck.SIZE_MM) for id, rgb in pictures.items()))


def test_cards_that_differ_in_their_middle_only_are_not_named_by_a_corner() -> None:
    other_middle = deck.card("red", 1)
    other_middle[190:260, 110:190] = (20, 60, 160)
    report = separability(enrolled({**{f"red-{n}": deck.card("red", n) for n in (1, 2, 4)}, "red-1-blue": other_middle}))
    assert {id for id, corners in report.corners.items() if corners} == {"red-2", "red-4"}
    assert report.corners["red-2"] == ("top left", "bottom right")
    told = report.lines()[-1]
    assert told == "Named by its top left corner alone, as in a fanned hand: 2 of 4; not red-1, red-1-blue."


def test_a_card_printed_across_has_its_own_top_left() -> None:
    def across(mark: tuple[int, int, int]) -> deck.Pixels:
        flat = np.full((200, 300, 3), 240, np.uint8)
        flat[20:60, 20:75] = mark
        flat[30:50, 30:65:8] = 240
        flat[80:120, 130:170] = 60
        return flat

    other = across((200, 30, 30))
    other[25:55, 25:70] = 240
    catalogue = Catalogue(tuple(look_of(rgb, id, "card", (90, 60)) for id, rgb in (("a", across((200, 30, 30))), ("b", other))))
    assert separability(catalogue).corners == {"a": ("top left",), "b": ("top left",)}


def test_without_corners_that_tell_nothing_is_said() -> None:
    same = deck.card("red", 1)
    other = same.copy()
    other[190:260, 110:190] = (20, 60, 160)
    report = separability(enrolled({"a": same, "b": other}))
    assert report.corners == {"a": (), "b": ()} and not any("fanned" in line for line in report.lines())
