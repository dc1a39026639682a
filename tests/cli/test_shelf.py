"""Boxes on the shelf: what a file that people hand in may be, and that what is none leaves nothing behind."""

import resource
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.shelf import OWN, Shelf
from companion.game import CompanionError, PackError
from companion.pack import built_in, save


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a full disk: the system refuses to write on."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture(scope="module")
def archive(appetite_pack: Path, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return Path(shutil.make_archive(str(tmp_path_factory.mktemp("handed-in") / "box"), "zip", appetite_pack)).read_bytes()


def test_a_box_that_is_handed_in_lies_on_the_shelf(tmp_path: Path, archive: bytes) -> None:
    shelf = Shelf(tmp_path / "packs")
    name = shelf.add_deck(archive, "appetite")
    assert [deck.id for deck in shelf.decks("appetite")] == [name, f"{OWN}appetite"]
    path = shelf.deck_path(name, "appetite")
    assert path is not None and path.read_bytes() == archive
    assert len(shelf.box("appetite", name).pieces) == shelf.decks("appetite")[0].pieces
    with pytest.raises(CompanionError, match="not on the shelf"):
        shelf.deck_path("another.zip", "appetite")


def test_what_is_no_box_of_this_game_leaves_nothing_behind(tmp_path: Path, archive: bytes) -> None:
    shelf, bare = Shelf(tmp_path / "packs"), tmp_path / "bare.zip"
    save(bare, built_in("appetite"), None)
    for given, game, said in (
        (b"none", "appetite", "the file: neither a folder nor a readable zip"),
        (archive[: len(archive) // 2], "appetite", "the file"),
        (bare.read_bytes(), "appetite", "never shown to a camera"),
        (archive, "buffet_boss", "of appetite, not of buffet_boss"),
    ):
        with pytest.raises(PackError, match=said):
            shelf.add_deck(given, game)
        assert list(shelf.folder.iterdir()) == []


def test_a_full_disk_leaves_no_half_of_a_box(tmp_path: Path, archive: bytes) -> None:
    shelf = Shelf(tmp_path / "packs")
    with pytest.raises(OSError), no_file_longer_than(1000):
        shelf.add_deck(archive, "appetite")
    assert list(shelf.folder.iterdir()) == []
