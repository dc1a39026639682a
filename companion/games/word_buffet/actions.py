"""What can happen at a table of Word Buffet, each with one line of text; `seat` says whose action it is, None for the table's own."""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.word_buffet.pieces import Cell, Food, Nest, Path, path_text, seat_text


@dataclass(frozen=True, slots=True)
class LayBoard:
    """The board as it was read or typed; a part left empty stays as it was (WB-2.1, WB-2.4, WB-1.2)."""

    seat: ClassVar[None] = None
    letters: tuple[str, ...] = ()
    foods: tuple[Food, ...] = ()
    nests: tuple[Nest, ...] = ()

    def __str__(self) -> str:
        parts = {"letters": "/".join(self.letters), "foods": ",".join(map(str, self.foods)), "nests": ",".join(map(str, self.nests))}
        return " ".join(["table board", *(f"{name}={text}" for name, text in parts.items() if text)])


@dataclass(frozen=True, slots=True)
class NameLetters:
    """What is printed on some spaces, said by somebody or read when nothing covers them any more."""

    seat: ClassVar[None] = None
    letters: tuple[tuple[Cell, str], ...]

    def __str__(self) -> str:
        return " ".join(["table letters", *(f"{cell}={letter}" for cell, letter in self.letters)])


@dataclass(frozen=True, slots=True)
class Go:
    """The countdown 3-2-1 reached "one": everybody searches (WB-4.1)."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "table go"


@dataclass(frozen=True, slots=True)
class Early:
    """Somebody was seen searching before "one" (option early_search)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} early"


@dataclass(frozen=True, slots=True)
class Call:
    """A number of letters said aloud. At a table that takes gestures in any order it stands for marker, glass and sand too (WB-4.6)."""

    seat: int
    letters: int
    after_ms: int | None = None
    """Milliseconds since the hourglass was turned; None when nobody measured."""

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} call {self.letters}{'' if self.after_ms is None else f' @{self.after_ms}ms'}"


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """The caller's marker goes to a row of the chart (strict gestures only)."""

    seat: int
    row: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} marker {self.row}"


@dataclass(frozen=True, slots=True)
class GlassDown:
    """The caller's glass lies on the table (strict gestures only)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} glass"


@dataclass(frozen=True, slots=True)
class TurnSand:
    """The first caller turns the hourglass (strict gestures only)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} sand"


@dataclass(frozen=True, slots=True)
class SandOut:
    """The last grain has fallen (WB-4.8)."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "table sand-out"


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Nobody ever called, and this table has a limit for that (option open_search_limit_s)."""

    seat: ClassVar[None] = None
    after_s: int
    """Seconds since "one"."""

    def __str__(self) -> str:
        return f"table time-up {self.after_s}"


@dataclass(frozen=True, slots=True)
class Late:
    """A player without a word puts the marker into the row of 1 letter (option row1_order as_placed)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} late"


@dataclass(frozen=True, slots=True)
class SayWord:
    """The player being checked says the word and shows where it lies (WB-5.2)."""

    seat: int
    word: str
    """A-Z, accents left out (WB-7.3)."""
    path: Path
    is_acronym: bool = False
    """Claimed as an acronym used as a word, so that everybody has to know it (WB-7.2)."""

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} word {self.word} {path_text(self.path)}{' acronym' if self.is_acronym else ''}"


@dataclass(frozen=True, slots=True)
class Fail:
    """The player being checked has no word that holds; the marker goes to the row of 1 letter (WB-5.4, WB-5.5)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} fail"


@dataclass(frozen=True, slots=True)
class Vote:
    """One player says whether they know the word (WB-7.4)."""

    seat: int
    is_yes: bool

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} vote {yes_text(self.is_yes)}"


@dataclass(frozen=True, slots=True)
class Agree:
    """Everybody who has not voted yet says the same."""

    seat: ClassVar[None] = None
    is_yes: bool

    def __str__(self) -> str:
        return f"table agree {yes_text(self.is_yes)}"


@dataclass(frozen=True, slots=True)
class Dictionary:
    """What the table's dictionary says of the word (WB-7.4)."""

    seat: ClassVar[None] = None
    is_yes: bool

    def __str__(self) -> str:
        return f"table dictionary {yes_text(self.is_yes)}"


@dataclass(frozen=True, slots=True)
class Cover:
    """The word's free letters are covered with own tokens (WB-6.1, WB-6.3); the specials among them are named apart."""

    seat: int
    cells: Path
    specials: frozenset[Cell] = frozenset()
    """Which of `cells` get a special ant."""

    def __str__(self) -> str:
        return " ".join([seat_text(self.seat), "cover", *(f"{cell}{'*' if cell in self.specials else ''}" for cell in self.cells)])


@dataclass(frozen=True, slots=True)
class Single:
    """One token by the rules of the row of 1 letter (WB-6.4)."""

    seat: int
    cell: Cell
    is_special: bool = False

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} single {self.cell}{'*' if self.is_special else ''}"


@dataclass(frozen=True, slots=True)
class NoSpace:
    """No space is open to the player's token, or there is none left to place (WB-6.6)."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_text(self.seat)} none"


Action = (
    LayBoard
    | NameLetters
    | Go
    | Early
    | Call
    | PlaceMarker
    | GlassDown
    | TurnSand
    | SandOut
    | TimeUp
    | Late
    | SayWord
    | Fail
    | Vote
    | Agree
    | Dictionary
    | Cover
    | Single
    | NoSpace
)


def yes_text(is_yes: bool) -> str:
    """`yes` or `no`."""
    return "yes" if is_yes else "no"
