"""What the first evening's pages ask of the machine: cameras, pictures, boxes. The command line gives it; the page knows no camera."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from companion.game import Pack
from companion.health import Reading
from companion.web.settings import WebSettings
from companion.web.table import Table
from companion.zones import Placing, Zone
from vision.observation import Observation, Point, Quad

Box = tuple[float, float, float, float]
"""Left, top, width, height in px of the picture."""
Said = Mapping[str, Sequence[str]]
"""What people wrote in the fields of a piece, by field."""


@dataclass(frozen=True, slots=True)
class Looked:
    """What the newest picture says about the table."""

    size_px: tuple[int, int]
    readings: tuple[Reading, ...]
    found_by: str
    """`markers`, `cards`, `corners` or `none`."""
    quads_px: tuple[Quad, ...] = ()
    """What the table's plane was found by."""
    glare_px: tuple[Box, ...] = ()
    mm_to_px: tuple[float, ...] = ()
    """Homography of the table's plane, row by row; empty without a plane."""
    area_mm: Box = (0.0, 0.0, 0.0, 0.0)
    """Left, near, right and far edge of the table as far as the picture shows it."""


@dataclass(frozen=True, slots=True)
class Deck:
    """A box that the camera knows, or could know."""

    id: str
    title: str
    pieces: int


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """A piece that was shown to the camera."""

    number: int
    name: str
    is_known: bool
    """Whether the rulebook's box has a piece of this name."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Two pieces that the camera may confuse."""

    first: str
    second: str
    where: str
    """In which part of the piece they differ."""
    is_hopeless: bool
    """Whether they cannot be told apart at all."""
    is_one_side: bool = False
    """Whether they are told apart by their other sides."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a piece beside its picture: one of some values, several of them in a row, a number, rows of letters, or words."""

    name: str
    text: str
    hint: str = ""
    values: tuple[str, ...] = ()
    most: int = 1
    """How many values may stand in a row."""
    low: float | None = None
    """The least number; None where none is asked for."""
    high: float = 0.0
    step: float = 1.0
    rows: int = 0
    """Of letters, each as long; 0 where none are asked for."""
    suggests: tuple[str, ...] = ()
    is_needed: bool = False
    proposed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownSlip:
    """A place on a card, from 1, that looks like another kind than the one it is listed as."""

    name: str
    place: int
    listed: str
    looks_like: str


@dataclass(frozen=True, slots=True)
class ShownSort:
    """A sort of pieces that may be shown, such as guests or tokens."""

    name: str
    called: str
    kind: str
    size_mm: tuple[float, float]
    """Of one that is shown next."""
    shown: int = 0
    """Pieces of it that were."""
    known: int = 0
    """Pieces of it in the rulebook's box; 0 where only the owner knows them."""
    hint: str = ""
    is_added: bool = False
    """Whether no camera has to be shown any: it is in the box once somebody says so."""


@dataclass(frozen=True, slots=True)
class Enrolling:
    """Where the showing of a box stands."""

    game: str
    title: str
    wanted: str
    """What comes next: card, hold, label, next; busy with a photograph; making the pack; done."""
    missing: tuple[str, ...] = ()
    """Names of the rulebook's box that were not shown yet."""
    known: int = 0
    """How many pieces the rulebook's box has."""
    shown: tuple[ShownPiece, ...] = ()
    number: int = 0
    """Of the piece that comes next or is asked about."""
    proposal: str | None = None
    """The name proposed for the piece that lies there."""
    flaw: str = ""
    """What is amiss with its picture: small, blur, glare, edge."""
    is_read: bool = True
    """Whether that was read off the piece."""
    turns: int = 0
    """How often pieces were turned round so far."""
    queued: int = 0
    """Photographs that wait."""
    troubles: tuple[str, ...] = ()
    done: int = 0
    all: int = 0
    deck: str = ""
    """The finished box."""
    fault: str = ""
    alike: tuple[Alike, ...] = ()
    lacking: tuple[str, ...] = ()
    """Why nobody can play with the finished box yet."""
    absent: tuple[str, ...] = ()
    """Cards of the game that the finished box has none for: on the table they will have no name."""
    slips: tuple[ShownSlip, ...] = ()
    """What of the finished box is listed otherwise than it is printed."""
    unplaced: tuple[str, ...] = ()
    """Cards on which the places for tokens were not found."""
    kind: str = "card"
    """Of the pieces that are shown now."""
    sort: str = ""
    """Their sort."""
    sorts: tuple[ShownSort, ...] = ()
    """Those that may be shown."""
    is_measured: bool = False
    """Whether each piece's width is asked for, since no two are of one size."""
    is_named: bool = False
    """Whether a piece's name follows from what is asked, so that nobody has to give one."""
    asked: tuple[Asked, ...] = ()
    """What is asked of the piece that lies there."""


class ShownBox(Protocol):
    """A box that is being shown. Everything raises CompanionError in one line."""

    def card(self, number: int | None) -> bytes | None:
        """A shown piece as JPEG, or the one asked about."""

    def of(self, sort: str, size_mm: tuple[float, float]) -> None:
        """Pieces of another sort are shown from now on; one that no camera has to be shown is added at once."""

    def accept(self, number: int, label: str, width_mm: float = 0.0, said: Said | None = None) -> None:
        """The piece asked about bears this name; how wide a food is, and what was said of it."""

    def turn(self, number: int) -> None:
        """It lay the other way round."""

    def skip(self) -> None:
        """It is left out."""

    def take_back(self) -> None:
        """The last one is shown again."""

    def photo(self, name: str, content: bytes) -> None:
        """A photograph of a piece."""

    def finish(self) -> None:
        """That was all: the pack is made."""

    def go_on(self) -> None:
        """More pieces are shown after all."""


class Shower(Protocol):
    """Shows boxes to the camera, one at a time."""

    def sorts(self, game: str) -> Sequence[str]:
        """Which sorts of boxes a game may be played with."""

    def begin(self, game: str, sort: str, size_mm: tuple[float, float], title: str) -> None:
        """Begins a box."""

    def end(self) -> None:
        """Gives it up."""

    def now(self) -> Enrolling | None:
        """Where it stands."""

    def box(self) -> ShownBox:
        """The box that is shown."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What has been chosen so far; every step may be done again."""

    language: str = "en"
    pin: str = ""
    camera: str = ""
    """Empty: no camera, scores are typed."""
    corners: tuple[Point, ...] = ()
    """Four corners of a rectangle on the table, in px; empty: markers or cards tell the plane."""
    size_mm: tuple[float, float] = (0.0, 0.0)
    """Width and height of that rectangle."""
    game: str = ""
    deck: str = ""
    players: tuple[str, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    done: frozenset[str] = frozenset()
    side_camera: str = ""
    """One that sees plates from the side; empty: none."""
    film_mb: int = 0
    """A small film of the camera above is kept, of at most so many megabytes; 0: none."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The evening that was begun."""

    table: Table
    settings: WebSettings


class Helper(Protocol):
    """The machine behind the first evening. Everything raises CompanionError or ValueError in one line."""

    @property
    def boxes(self) -> Shower:
        """Boxes shown to the camera on the page."""

    def games(self) -> Sequence[Pack]:
        """The rulebooks there are, with their boxes as data."""

    def cameras(self) -> Sequence[tuple[str, str]]:
        """Cameras to choose from: what the companion calls them, and what people do."""

    def use_camera(self, name: str, film_mb: int = 0) -> None:
        """Opens a camera, filmed in at most so many megabytes; an empty name closes it."""

    def use_side_camera(self, name: str) -> None:
        """Opens a camera that sees plates from the side; an empty name closes it."""

    def picture(self, is_side: bool = False) -> bytes | None:
        """The newest picture as JPEG, of the camera above or the one at the side; None before the first."""

    def look(self) -> Looked | None:
        """What the newest picture says; None before the first."""

    def use_corners(self, corners_px: Sequence[Point], size_mm: tuple[float, float]) -> None:
        """Tells the plane by a rectangle of known size; no corners: by what is seen."""

    def zones(self, game: str, deck: str) -> Sequence[Zone]:
        """The zones of a game that may be dragged, where its box proposes them."""

    def placing(self, game: str, deck: str) -> Placing | None:
        """Where this game's zones were put at this table; None: as its box proposes."""

    def place(self, game: str, placing: Placing | None) -> None:
        """Keeps this game's zones with the table; None: as its box proposes."""

    def decks(self, game: str) -> Sequence[Deck]:
        """Boxes of this game that were enrolled, and our own."""

    def add_deck(self, archive: bytes, game: str) -> str:
        """Takes a pack from a file; its id."""

    def trial(self, game: str, deck: str) -> Observation:
        """The newest picture, read."""

    def link(self) -> str:
        """The address that phones join by."""

    @property
    def last(self) -> Choices | None:
        """What was chosen another evening, to begin from; None the first time."""

    @property
    def unfinished(self) -> Choices | None:
        """What was chosen for an evening that was begun here and is not over; None without one."""

    def go_on(self) -> Begun:
        """Goes on with that evening."""

    def begin(self, choices: Choices) -> Begun:
        """Starts the evening."""
