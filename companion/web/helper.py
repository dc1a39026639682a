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


@dataclass(frozen=True, slots=True)
class Begun:
    """The evening that was begun."""

    table: Table
    settings: WebSettings


class Helper(Protocol):
    """The machine behind the first evening. Everything raises CompanionError or ValueError in one line."""

    def games(self) -> Sequence[Pack]:
        """The rulebooks there are, with their boxes as data."""

    def cameras(self) -> Sequence[tuple[str, str]]:
        """Cameras to choose from: what the companion calls them, and what people do."""

    def use_camera(self, name: str) -> None:
        """Opens a camera; an empty name closes it."""

    def picture(self) -> bytes | None:
        """The newest picture as JPEG; None before the first."""

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

    def begin(self, choices: Choices) -> Begun:
        """Starts the evening."""
