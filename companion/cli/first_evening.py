"""The machine behind the first evening's pages, and the evening that begins; whatever needs a picture is asked of the reader's process."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.table_eyes import TableEyes, film_of
from companion.cli.zoning import choices_of
from companion.game import CompanionError, Pack
from companion.games import available
from companion.pack import built_in
from companion.web.helper import Begun, Choices, Deck, Enrolling, Looked, Said
from companion.zones import Placing, Zone
from vision.observation import Observation, Point

USB_LOOKED = 10
NAMES = {"auto": "The camera that is there", "pi": "Camera of the Raspberry Pi"}
Ask = Callable[..., Any]
"""A name and what belongs to it -> what the reader's process answers. Raises CompanionError."""


@dataclass
class FirstEvening:
    """One set-up. Its eyes go on into the evening."""

    data: Path
    """Where packs lie, and what is kept of the table."""
    address: str
    eyes: TableEyes
    start: Callable[[Choices, Path | None, "FirstEvening"], Begun]
    """Begins the evening with the pack that was chosen."""
    again: Callable[[Choices, Path | None, "FirstEvening"], Begun] | None = None
    """Goes on with the unfinished evening."""
    unfinished: Choices | None = None
    """What was chosen for an evening that was begun here and is not over."""

    def __post_init__(self) -> None:
        self.boxes = ShownElsewhere(self.eyes.ask)

    def games(self) -> Sequence[Pack]:
        """The rulebooks, by title."""
        return sorted((built_in(name) for name in available()), key=lambda pack: pack.title)

    def cameras(self) -> Sequence[tuple[str, str]]:
        """The usual one, and every USB camera that the system names."""
        usb = [f"usb:{n}" for n in range(USB_LOOKED) if Path(f"/dev/video{n}").exists()]
        return [*NAMES.items(), *((name, f"USB camera {name[4:]}") for name in usb)]

    def use_camera(self, name: str, film_mb: int = 0) -> None:
        """Opens a camera in a process of its own, or a film or folder; filmed in at most so many megabytes."""
        self.eyes.use_camera(name, film_of(self.data, "", film_mb) if film_mb else None)

    def use_side_camera(self, name: str) -> None:
        """Opens the second camera, likewise."""
        self.eyes.use_side_camera(name)

    def picture(self, is_side: bool = False) -> bytes | None:
        """The newest picture, of the size that the log keeps; None also while nobody answers."""
        with suppress(CompanionError):
            found: bytes | None = self.eyes.ask("picture", is_side)
            return found
        return None

    def look(self) -> Looked | None:
        """Focus, light, glare, scale and plane of the newest picture; None also while nobody answers."""
        with suppress(CompanionError):
            found: Looked | None = self.eyes.ask("look")
            return found
        return None

    def use_corners(self, corners_px: Sequence[Point], size_mm: tuple[float, float]) -> None:
        """The plane by a rectangle of known size. Raises CompanionError when four points are no rectangle seen at a slant."""
        self.eyes.use_corners(tuple(corners_px), size_mm)

    def zones(self, game: str, deck: str) -> Sequence[Zone]:
        """The zones of the box, where it proposes them."""
        found: Sequence[Zone] = self.eyes.ask("zones", game, deck)
        return found

    def placing(self, game: str, deck: str) -> Placing | None:
        """Where this game's zones were put at this table; None where they lie as its box proposes."""
        found: Placing | None = self.eyes.ask("placing", game, deck)
        return found

    def place(self, game: str, placing: Placing | None) -> None:
        """Keeps the zones with the table, and the markers that their millimetres are measured from."""
        self.eyes.ask("place", game, placing)

    def decks(self, game: str) -> Sequence[Deck]:
        """Enrolled packs of the shelf, and our own pictures."""
        found: Sequence[Deck] = self.eyes.ask("decks", game)
        return found

    def add_deck(self, archive: bytes, game: str) -> str:
        """A pack from a file onto the shelf. Raises CompanionError for what is none, or of another game."""
        return str(self.eyes.ask("add_deck", archive, game))

    def deck_path(self, deck: str, game: str) -> Path | None:
        """Where a deck lies; None for scores by hand."""
        found: Path | None = self.eyes.ask("deck_path", deck, game)
        return found

    def trial(self, game: str, deck: str) -> Observation:
        """The newest picture, read with the deck. Raises CompanionError without a picture or a deck."""
        found: Observation = self.eyes.ask("trial", game, deck)
        return found

    def link(self) -> str:
        """The address that phones join by."""
        return self.address

    def begin(self, choices: Choices) -> Begun:
        """The evening. Raises CompanionError or SetupError for what is still missing."""
        if choices.game not in available():
            raise CompanionError("choose a game first")
        self.boxes.end()
        return self.start(choices, self.deck_path(choices.deck, choices.game), self)

    @property
    def last(self) -> Choices | None:
        """What was chosen another evening."""
        return choices_of(self.data)

    def go_on(self) -> Begun:
        """The unfinished evening, with its camera where that is still there. Raises CompanionError."""
        asked = self.unfinished
        if asked is None or self.again is None:
            raise CompanionError("no evening is unfinished; begin a new one")
        pack = self.deck_path(asked.deck, asked.game)
        self.boxes.end()
        self.use_camera(asked.camera, asked.film_mb)
        self.use_side_camera(asked.side_camera)
        self.use_corners(asked.corners, asked.size_mm)
        return self.again(asked, pack, self)


class ShownElsewhere:
    """Boxes shown to the camera, in the reader's process; the box that is shown answers as one, too."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def sorts(self, game: str) -> Sequence[str]:
        """Which sorts of boxes a game may be played with."""
        found: Sequence[str] = self._ask("boxes.sorts", game)
        return found

    def begin(self, game: str, sort: str, size_mm: tuple[float, float], title: str) -> None:
        """Begins a box."""
        self._ask("boxes.begin", game, sort, size_mm, title)

    def end(self) -> None:
        """Gives it up."""
        self._ask("boxes.end")

    def now(self) -> Enrolling | None:
        """Where it stands."""
        found: Enrolling | None = self._ask("boxes.now")
        return found

    def box(self) -> "BoxElsewhere":
        """The box that is shown."""
        return BoxElsewhere(self._ask)


class BoxElsewhere:
    """The box that is being shown. Everything raises CompanionError in one line."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def card(self, number: int | None) -> bytes | None:
        """A shown piece as JPEG, or the one asked about."""
        found: bytes | None = self._ask("box.card", number)
        return found

    def of(self, sort: str, size_mm: tuple[float, float]) -> None:
        """Pieces of another sort are shown from now on."""
        self._ask("box.of", sort, size_mm)

    def accept(self, number: int, label: str, width_mm: float = 0.0, said: Said | None = None) -> None:
        """The piece asked about bears this name; how wide a food is, and what was said of it."""
        self._ask("box.accept", number, label, width_mm, said)

    def turn(self, number: int) -> None:
        """It lay the other way round."""
        self._ask("box.turn", number)

    def skip(self) -> None:
        """It is left out."""
        self._ask("box.skip")

    def take_back(self) -> None:
        """The last one is shown again."""
        self._ask("box.take_back")

    def photo(self, name: str, content: bytes) -> None:
        """A photograph of a piece."""
        self._ask("box.photo", name, content)

    def finish(self) -> None:
        """That was all: the pack is made."""
        self._ask("box.finish")

    def go_on(self) -> None:
        """More pieces are shown after all."""
        self._ask("box.go_on")
