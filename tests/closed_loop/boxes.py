"""Our own decks, enrolled and read as the program does it."""

from functools import cache
from pathlib import Path

from companion.cli.enrolling import enrolled_once
from companion.cli.eyes import open_reader
from companion.game import Pack
from fixtures.art import PACKS, load_art
from fixtures.closed_loop import CameraEyes
from tests.enrolled import shelf_for
from vision.reader import TableReader


@cache
def open_eyes(game: str, shelf: Path | None = None) -> tuple[Pack, CameraEyes]:
    """The box of a game, shown to the camera once, and eyes that look at it from above."""
    with shelf_for(game) as own:
        pack, reader = open_reader(enrolled_once(PACKS / game, game, shelf or own), "top")
    assert pack is not None and isinstance(reader, TableReader)
    return pack, CameraEyes(reader, load_art(PACKS / game))
