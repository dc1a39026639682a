"""What can happen at a table of Buffet Boss, each with one line of text; `seat` says whose action it is, None for the table's own."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from companion.games.buffet_boss.pieces import Contact, Print, Remark, seat_name


def _words(*words: object) -> str:
    return " ".join(text for word in words if (text := str(word)))


@dataclass(frozen=True, slots=True)
class First:
    """Who goes first: the hungriest, or whom a table that plays together agrees on."""

    seat: ClassVar[None] = None
    first: int

    def __str__(self) -> str:
        return f"table first {seat_name(self.first)}"


@dataclass(frozen=True, slots=True)
class Box:
    """A card that the table picks to go back to the box (option lunch_removal)."""

    seat: ClassVar[None] = None
    food: str

    def __str__(self) -> str:
        return f"table box {self.food}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """The next card of the deck lies in the Buffet Line, with its piece."""

    seat: ClassVar[None] = None
    food: str

    def __str__(self) -> str:
        return f"table reveal {self.food}"


@dataclass(frozen=True, slots=True)
class Read:
    """What is printed on a food's card, where the pack does not know it."""

    seat: ClassVar[None] = None
    food: str
    printed: Print

    def __str__(self) -> str:
        return f"table read {self.food}:{self.printed}"


@dataclass(frozen=True, slots=True)
class Leave:
    """The last card of the line goes to the Waste Bin; that ends the round."""

    seat: ClassVar[None] = None
    food: str

    def __str__(self) -> str:
        return f"table bin {self.food}"


@dataclass(frozen=True, slots=True)
class Take:
    """A player takes a card of the line and its piece."""

    seat: int
    food: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} take {self.food}"


@dataclass(frozen=True, slots=True)
class Stack:
    """A piece stands on the plate, let go and still; remarks say what was seen amiss."""

    seat: int
    food: str
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "remarks", _sorted(self.remarks))

    def __str__(self) -> str:
        return _words(seat_name(self.seat), "stack", self.food, *self.remarks)


@dataclass(frozen=True, slots=True)
class Adjust:
    """A player moved pieces on the plate."""

    seat: int
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "remarks", _sorted(self.remarks))

    def __str__(self) -> str:
        return _words(seat_name(self.seat), "adjust", *self.remarks)


@dataclass(frozen=True, slots=True)
class Fall:
    """Pieces fell off a plate, or from the hand that was stacking them."""

    seat: int
    foods: tuple[str, ...]
    by: int | None = None
    """Who knocked them down, when it was not the owner."""
    onto: int | None = None
    """Whose plate they lie on now."""
    is_caught: bool = False
    """In the air, before they touched anything."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "foods", tuple(sorted(self.foods)))

    def __str__(self) -> str:
        by = "" if self.by is None else f"by {seat_name(self.by)}"
        onto = "" if self.onto is None else f"onto {seat_name(self.onto)}"
        return _words(seat_name(self.seat), "fall", ",".join(self.foods), by, onto, "caught" if self.is_caught else "")


@dataclass(frozen=True, slots=True)
class Save:
    """The pieces picked up within three seconds; the others are lost."""

    seat: int
    foods: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "foods", tuple(sorted(self.foods)))
        object.__setattr__(self, "remarks", _sorted(self.remarks))

    def __str__(self) -> str:
        return _words(seat_name(self.seat), "save", ",".join(self.foods) or "-", *self.remarks)


@dataclass(frozen=True, slots=True)
class Throw:
    """A player throws the card of a lost piece into the Waste Bin."""

    seat: int
    food: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} bin {self.food}"


@dataclass(frozen=True, slots=True)
class Height:
    """A plate was measured with the hands off, from the table to its highest point, in the table's unit."""

    seat: int
    height: int
    mm: int | None = None
    """Measured in millimetres too, where rulers that read the same are told apart so."""

    def __str__(self) -> str:
        return _words(seat_name(self.seat), "height", self.height, "" if self.mm is None else f"{self.mm}mm")


@dataclass(frozen=True, slots=True)
class Touch:
    """Who touches whom on a plate: every contact there is, e.g. from the camera at its side."""

    seat: int
    contacts: tuple[Contact, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "contacts", in_order(self.contacts))

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} touch {','.join('+'.join(pair) for pair in self.contacts) or '-'}"


@dataclass(frozen=True, slots=True)
class Show:
    """After the last round a player reveals one character; `likes` are the groups or colours on it, where the pack does not know."""

    seat: int
    character: str
    likes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "likes", tuple(sorted(self.likes)))

    def __str__(self) -> str:
        return _words(seat_name(self.seat), "show", self.character, "+".join(self.likes))


Action = First | Box | Reveal | Read | Leave | Take | Stack | Adjust | Fall | Save | Throw | Height | Touch | Show


def _sorted(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    return tuple(sorted(set(remarks)))


def in_order(contacts: Iterable[Contact]) -> tuple[Contact, ...]:
    """A contact graph as it is written: names within a pair and pairs in order, each once."""
    return tuple(sorted({(min(pair), max(pair)) for pair in contacts}))
