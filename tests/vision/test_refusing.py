"""Nothing is named where nothing of the pack lies: noise, bare tables, text, food, other people's cards, phones, beer mats, backs."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.enrolled import enrolled
from tests.vision import deck
from tests.vision.hopeless import KINDS_OF_PICTURES, pictures
from vision.frame import Frame
from vision.reader import TableReader

PACKS = Path(__file__).parents[2] / "fixtures" / "packs"


@cache
def reader_of(folder: Path | None) -> TableReader:
    """A reader of the drawn deck, or of a folder of pictures."""
    return TableReader(deck.catalogue() if folder is None else enrolled(folder).catalogue)


def named(reader: TableReader, kind: str, count: int) -> list[str]:
    """Every name given to so many pictures of a kind."""
    return [f"{n}: {piece.id}" for n, rgb in enumerate(pictures(kind, count)) for piece in reader.read(Frame(rgb, 0.0)).pieces]


@pytest.mark.parametrize("kind", KINDS_OF_PICTURES)
def test_nothing_is_named_where_nothing_lies(kind: str) -> None:
    assert named(reader_of(None), kind, 1) == []


def test_pictures_differ_and_are_the_same_again() -> None:
    for kind in ("noise", "gradient", "page of text"):
        first, second = pictures(kind, 2)
        assert not np.array_equal(first, second), kind
        assert np.array_equal(first, pictures(kind, 1)[0]), kind


def test_refusing_is_no_blindness() -> None:
    """The same reader names a card of its deck."""
    table = deck.Table()
    table.lay(deck.card("red", 6), (150, 120), 20.0)
    seen = reader_of(None).read(table.picture())
    assert [d.id for d in seen.pieces] == ["red-6"]


def test_more_discs_than_opencv_looks_at_at_once_are_no_tokens() -> None:
    """Noise between markers resembles so many discs that there are more than 32,767 places at which to look for their prints."""
    (rgb,) = pictures("noise between markers", 1, first_seed=62)
    seen = reader_of(PACKS / "surrealist_dinner_party").read(Frame(rgb, 0.0))
    assert [piece.id for piece in seen.pieces if piece.id] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS_OF_PICTURES)
@pytest.mark.parametrize("pack", sorted(p.name for p in PACKS.iterdir() if (p / "pieces.csv").is_file()))
def test_twenty_of_each_kind_against_our_own_packs(pack: str, kind: str) -> None:
    assert named(reader_of(PACKS / pack), kind, 20) == []


@pytest.mark.slow
@pytest.mark.photos
@pytest.mark.parametrize("kind", KINDS_OF_PICTURES)
@pytest.mark.parametrize("name", ["schnapsen", "edje", "set81", "mtg"])
def test_twenty_of_each_kind_against_photographed_decks(photos: Path, name: str, kind: str) -> None:
    assert named(reader_of(photos / "real" / name / "enrol"), kind, 20) == []
