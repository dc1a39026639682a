"""The first door: what lies on the table, without a pixel and without a rule.

Left of this file nobody has heard of a rule; right of it nobody has heard of a pixel. Standard library only.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import zip_longest
from math import hypot, sqrt
from typing import Any

Point = tuple[float, float]
"""x, y; pixels where the name ends in `_px`, millimetres on the table where it ends in `_mm`."""
Quad = tuple[Point, Point, Point, Point]
"""The piece's own printed top-left, top-right, bottom-right and bottom-left corner; so it carries the turn."""


def points_of(rows: Iterable[Iterable[Any]]) -> tuple[Point, ...]:
    """Points as an observation has them; `rows`: (n, 2), an array or lists."""
    return tuple((float(x), float(y)) for x, y in rows)


def quad_of(corners: Iterable[Iterable[Any]]) -> Quad:
    """Four corners as an observation has them; `corners`: (4, 2), an array or lists. Raises ValueError when they are not four."""
    a, b, c, d = points_of(corners)
    return a, b, c, d


class Face(StrEnum):
    """Which side of a piece is up."""

    UP = "up"
    DOWN = "down"
    UNKNOWN = "unknown"


class Side(StrEnum):
    """Which print of a token is up."""

    DESIGN = "design"
    PLAIN = "plain"
    UNKNOWN = "unknown"


class NotReady(StrEnum):
    """Why a picture was not read: an ordinary answer, not an error."""

    HAND = "a hand is over the table"
    MOVING = "the table is not still"
    BLUR = "the picture is blurred"
    DARK = "the picture is too dark"
    GLARE = "glare covers the table"
    STALE = "the picture is old"
    BLANK = "the camera shows nothing but one colour"
    TORN = "part of the picture is missing"
    NO_BOARD = "the board of letters is not seen whole"
    FLICKER = "the lamp flickers too much for the table to be seen at rest"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A piece that a detection may be."""

    id: str
    confidence: float
    """0 to 1; of the readings at 0.99, 99 % are right."""


PRINTED = frozenset({"card", "tile"})
"""Kinds of pieces that are flat, four-cornered and told by their print."""


@dataclass(frozen=True, slots=True)
class Detection:
    """Something on the table. `id` is None unless the reader stands for the name."""

    kind: str
    """card, tile, token, cube or food."""
    quad_px: Quad
    """In the picture as stored (EXIF turn applied); (0, 0) is the centre of the top-left pixel."""
    id: str | None = None
    confidence: float = 0.0
    """How sure the reader is of `id`; 0 when there is none."""
    face: Face = Face.UP
    alternatives: tuple[Candidate, ...] = ()
    """For a detection without a name: what it may be, best first; empty when it is no piece of the pack."""
    why: str = ""
    """For a detection without a name: the reason in plain words, e.g. "glare over the number"."""
    quad_mm: Quad | None = None
    """The same corners on the table plane, x right, y away from the viewer; None without a plane.

    In a stack: in its upright plane, x right of where the plate touches the table, y up from there.
    """
    side: Side | None = None
    """For a token with two prints; None for every other piece."""
    count: int = 1
    """For a heap whose pieces cannot be told apart: at least so many. 1 for a single piece."""
    shown_px: tuple[Point, ...] = ()
    """Around the part of the piece that shows, where something covers the rest or the picture ends; empty for a piece that shows whole."""
    came_alone: bool = False
    """It was laid while the table was watched, and nothing changed around it: no larger piece came with it to lie below."""
    on_table: bool = False
    """A token around which the table itself shows: no card lies below it that was not found."""

    @property
    def is_sure(self) -> bool:
        """Whether the reader stands for a name."""
        return self.id is not None

    @property
    def centre_mm(self) -> Point | None:
        """Middle of the piece on the table; None without a plane."""
        if self.quad_mm is None:
            return None
        return sum(x for x, _ in self.quad_mm) / 4, sum(y for _, y in self.quad_mm) / 4

    def asked_about(self, why: str) -> "Detection":
        """The same piece as a question: it may be what it was named; of one without a name nothing is told."""
        maybe, face = ((), Face.UNKNOWN) if self.id is None else ((Candidate(self.id, self.confidence),), self.face)
        return replace(self, id=None, face=face, confidence=0.0, alternatives=maybe, why=why)


ARM_OVER = "an arm lies over the table, and what is below it cannot be seen: take it away"
"""Advice where pieces may be hidden that nobody would miss."""
CROWDED = "the table's pattern has more round outlines than can be looked at: lay tokens on a plain ground"
"""Advice where tokens may not be seen beside these."""
FLICKERS = "the lamp flickers, bands run across the picture: another lamp, or an exposure of 10 ms (8.3 ms on a mains of 60 Hz), ends that"
"""Advice where a rolling shutter shows it."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How far a picture can be trusted, measured before it is read."""

    sharpness: float
    """0 (blurred) to 1 (as sharp as the pixels allow)."""
    exposure: float
    """Mean grey, 0 black to 1 white."""
    glare: float
    """Share of the picture burnt out, 0 to 1."""
    px_per_mm: float | None = None
    advice: tuple[str, ...] = ()
    """What to do about it, in plain words; empty when all is well."""
    cast: float | None = None
    """Strongest of red, green, blue over the weakest on white paper, 1 for neutral light; None where no paper tells."""


@dataclass(frozen=True, slots=True)
class PlaneFix:
    """How the table's plane was found."""

    found_by: str
    """`markers`, `cards` (of known size) or `none`."""
    residual_mm: float | None = None


@dataclass(frozen=True, slots=True)
class TileTurn:
    """One tile of a letter board."""

    row: int
    """Tiles from the top, 0-based."""
    col: int
    quarter_turns: int
    """Clockwise, 0 to 3, from the way its letters stand upright in the picture."""
    id: str | None = None
    """The enrolled tile that it is; None when it was read letter by letter."""


@dataclass(frozen=True, slots=True)
class Ant:
    """A marker on a cell of a letter board."""

    row: int
    col: int
    color: str | None
    """As the pack names it; None when the light does not tell."""
    special: bool = False
    confidence: float = 1.0
    id: str | None = field(default=None, compare=False)
    """As the pack's piece is called; None where it has none, or the colour is not told."""
    quad_px: Quad | None = field(default=None, compare=False)
    """The square around it in the picture, its corners in the board's order."""


@dataclass(frozen=True, slots=True)
class CellDoubt:
    """A cell of a letter board that could not be read."""

    row: int
    col: int
    candidates: tuple[Candidate, ...] = ()
    """Letters that it may be, best first."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A letter board, row 0 at the side nearest the top of the picture."""

    corners_px: Quad
    """Outer corners of the cells: top-left, top-right, bottom-right, bottom-left in the picture."""
    letters: tuple[str, ...]
    """A string a row, a character a cell: `.` no letter shows, `?` one that cannot be read, `_` a tile without a letter."""
    unsure: tuple[CellDoubt, ...] = ()
    tiles: tuple[TileTurn, ...] = ()
    foods: tuple[Point, ...] = ()
    """Row, column of each food; 2.5, 3.5 is the vertex between rows 2 and 3 and columns 3 and 4."""
    ants: tuple[Ant, ...] = ()
    confidence: float = 1.0
    why: str = ""
    """What is wrong with the board, in plain words, e.g. "a tile is missing at the lower left"; empty when all is well."""

    @property
    def rows(self) -> int:
        """Cells from top to bottom."""
        return len(self.letters)

    @property
    def cols(self) -> int:
        """Cells from left to right."""
        return len(self.letters[0]) if self.letters else 0


PLATE = -1
"""Instead of a piece's index, in the contacts of a stack: the plate."""
TABLE = -2
"""The same for the table that the plate stands on."""


@dataclass(frozen=True, slots=True)
class Stack:
    """Pieces on a plate, seen from the side."""

    plate_px: tuple[float, float, float, float]
    """x0, y0, x1, y1: the plate's box in the picture."""
    height_mm: float | None
    """From the table to the highest point; None without a scale."""
    height_error_mm: float | None
    """Half the width of the interval that holds the height in 95 of 100 pictures."""
    pieces: tuple[Detection, ...] = ()
    touching: tuple[tuple[int, int], ...] = ()
    """Pairs of indices into `pieces` that touch, or of a piece and PLATE or TABLE; the smaller index first."""
    unsure: tuple[tuple[int, int], ...] = ()
    """Pairs that the picture cannot decide."""
    why: str = ""
    """What hinders, in plain words; empty when all is well."""
    unnamed_mm: float = 0.0
    """How much higher than `height_mm` something without a name reaches; `height_error_mm` holds it, too."""
    alike_mm: tuple[float, ...] = ()
    """What `height_error_mm` holds of faults that every plate of the same box has, one by one, each by as much as it tells here."""
    if_level: tuple[float, float] | None = None
    """What the height, and its error but for `unnamed_mm`, are where the plate stands level, whose lean then tells the camera's roll;
    None where that is not to be seen."""
    alone: tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] | None = None
    """`touching` and `unsure` where nothing stands there but what has a name; None where all of it, or nothing, has one."""
    taken_at: float | None = None
    """When it was seen, on the monotonic clock, where another camera saw it than the rest; None: with the rest."""
    fallen: tuple[str, ...] = ()
    """Names of the pieces that have just fallen off it and lie on the table; told once, by a camera that watches it."""
    vanished: tuple[str, ...] = ()
    """Names of the pieces that have just left it and are nowhere to be seen."""

    def apart_mm(self, other: "Stack") -> float:
        """Half the width of the interval that holds by how much one is higher than the other; what errs alike tells little."""
        alike = [a - b for a, b in zip_longest(self.alike_mm, other.alike_mm, fillvalue=0.0)]
        return hypot(self._own_error_mm, other._own_error_mm, *alike)

    @property
    def level(self) -> "Stack":
        """The same, measured as it is where the plate stands level, as far as that is to be seen."""
        if self.if_level is None:
            return self
        height, error = self.if_level
        return replace(self, height_mm=height, height_error_mm=error + self.unnamed_mm)

    @property
    def _own_error_mm(self) -> float:
        """What `height_error_mm` is without the faults of every plate."""
        seen = (self.height_error_mm or 0.0) - self.unnamed_mm
        return sqrt(max(0.0, seen**2 - hypot(*self.alike_mm) ** 2)) + self.unnamed_mm


@dataclass(frozen=True, slots=True)
class Round:
    """A round thing on the table that is no piece, as a plate on which tokens may lie."""

    centre_mm: Point
    radius_mm: float
    is_covered: bool = False
    """Whether something lies over its rim, a hand or a sleeve: what lies below is not seen."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that one look at the table gave."""

    taken_at: float
    """Seconds on the monotonic clock."""
    size_px: tuple[int, int]
    """Width and height of the picture."""
    quality: Quality
    plane: PlaneFix = PlaneFix("none")
    detections: tuple[Detection, ...] = ()
    timings_ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds per stage, and `total`."""
    board: Board | None = None
    stacks: tuple[Stack, ...] = ()
    lacks_board: bool = False
    """A board of letters was looked for, and none is to be seen: what may lie on it has no place."""
    rounds: tuple[Round, ...] = ()
    """Plates and other round things that are no pieces; looked for where tokens are."""
    taken_away: tuple[Detection, ...] = ()
    """Printed pieces that lay there lately, while the table was watched, each where it lay last; the newest last."""

    @property
    def everything(self) -> tuple[Detection, ...]:
        """The detections and what stands in stacks."""
        return (*self.detections, *(piece for stack in self.stacks for piece in stack.pieces))

    @property
    def pieces(self) -> Iterator[Detection]:
        """What the reader stands for."""
        return (d for d in self.detections if d.is_sure)

    @property
    def unsure(self) -> Iterator[Detection]:
        """What lies there and has no name."""
        return (d for d in self.detections if not d.is_sure)
