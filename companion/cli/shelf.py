"""The boxes that a table knows: enrolled packs in one folder, and our own pictures, which are enrolled at first use."""

import secrets
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.game import CompanionError, Pack, PackError
from companion.pack import built_in, load, load_box

if TYPE_CHECKING:
    from companion.web.helper import Deck

OWN_PACKS = Path(__file__).parents[2] / "fixtures" / "packs"
OWN = "own:"
"""Of the id of a deck that is made from our own pictures at first use."""


class Shelf:
    """Packs by the names of their files; every method reads the folder as it is then."""

    def __init__(self, folder: Path) -> None:
        """`folder` is made with the first pack that is put into it."""
        self.folder = folder

    def box(self, game: str, deck: str) -> Pack:
        """The box as data; our own pictures are of the box as published, and so is no deck. Raises PackError."""
        return load_box(self.folder / deck)[0] if deck and not deck.startswith(OWN) else built_in(game)

    def decks(self, game: str) -> "Sequence[Deck]":
        """Packs of a game that were shown to a camera, and our own pictures."""
        from companion.web.helper import Deck

        found = []
        for path in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            try:
                box, is_enrolled = load_box(path)
            except (PackError, OSError):
                continue
            if box.game == game and is_enrolled:
                found.append(Deck(path.name, box.name, len(box.pieces)))
        own = OWN_PACKS / game
        if (own / "pieces.csv").is_file():
            found.append(Deck(f"{OWN}{game}", "print and play", len((own / "pieces.csv").read_text("utf-8").splitlines()) - 1))
        return found

    def add_deck(self, archive: bytes, game: str) -> str:
        """Puts a pack from a file there, whole or not at all; its name. Raises PackError for what is none, or of another game, OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder, prefix=".given-") as scratch:
            given = Path(scratch) / "given.zip"
            given.write_bytes(archive)
            try:
                _must_fit(given, game)
            except PackError as fault:
                raise PackError(str(fault).replace(str(given), "the file")) from fault
            path = self.folder / f"pack-{secrets.token_hex(6)}.zip"
            given.rename(path)
        return path.name

    def deck_path(self, deck: str, game: str) -> Path | None:
        """Where a deck lies; None for scores by hand. Raises CompanionError for one that is not there."""
        if not deck:
            return None
        if deck.startswith(OWN):
            from companion.cli.enrolling import enrolled_once

            return enrolled_once(OWN_PACKS / game, game, self.folder)
        if deck not in {each.id for each in self.decks(game)}:
            raise CompanionError("this box is not on the shelf; choose another")
        return self.folder / deck


def _must_fit(path: Path, game: str) -> None:
    box, looks = load(path)
    if looks is None:
        raise PackError("this pack was never shown to a camera; enrol it first")
    if box.game != game:
        raise PackError(f"this pack is of {box.game or 'no game'}, not of {game}")
