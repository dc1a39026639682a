"""What is found tells where to look for more: the place beside a card is looked at, whichever way that card was found."""

from typing import Any

import pytest

from tests.vision import deck
from vision.cards.regions import Floats, Guess, Regions
from vision.image.quads import overlap
from vision.looks.catalogue import Catalogue
from vision.reader import TableReader

LIES = {"red-2": (80.0, 80.0), "blue-5": (300.0, 170.0), "green-7": (360.0, 170.0), "black-1": (420.0, 170.0)}
LOOKS = tuple(deck.look(ink, number) for ink, number in (("red", 2), ("blue", 5), ("green", 7), ("black", 1), ("red", 4), ("blue", 6)))


def test_cards_edge_to_edge_with_one_that_its_corner_told_of_are_found_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither print nor an outline of its own tells of it, as where a lamp shines on a grid of cards."""
    table, lies = deck.Table(), dict[str, Floats]()
    for name, at in LIES.items():
        ink, number = name.split("-")
        lies[name] = table.lay(deck.card(ink, int(number)), at)
    reader, by_outline = TableReader(Catalogue(LOOKS)), Regions.by_outline

    def of_the_one_apart(self: Regions, *of: Any) -> tuple[list[Guess], Any]:
        guesses, contours = by_outline(self, *of)
        return [one for one in guesses if overlap(one.quad, lies["red-2"]) > 0.5], contours

    monkeypatch.setattr(Regions, "by_outline", of_the_one_apart)
    monkeypatch.setattr(Regions, "by_corner", lambda *_: [Guess(1, lies["blue-5"], 1.0, "corner")])
    monkeypatch.setattr(Regions, "by_print", lambda *_: [])
    monkeypatch.setattr(Regions, "by_design", lambda *_: [])
    assert sorted(one.id or "" for one in reader.read(table.picture()).pieces) == sorted(lies)


def test_a_card_that_bears_a_name_tells_of_the_next_one_though_little_of_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Glare takes so much of its print and of its rim that its place may need another look."""
    table, lies = deck.Table(), dict[str, Floats]()
    for name in ("blue-5", "green-7", "black-1"):
        ink, number = name.split("-")
        lies[name] = table.lay(deck.card(ink, int(number)), LIES[name])
    monkeypatch.setattr("vision.cards.attempts.is_settled", lambda *_: False)
    monkeypatch.setattr(Regions, "by_outline", lambda *_: ([Guess(1, lies["blue-5"], 1.0, "outline")], []))
    for other in ("by_corner", "by_print", "by_design"):
        monkeypatch.setattr(Regions, other, lambda *_: [])
    assert sorted(one.id or "" for one in TableReader(Catalogue(LOOKS)).read(table.picture()).pieces) == sorted(lies)
