"""The words of Buffet Boss: foods and what is printed on them, plates, the house rules of a table, a position and its line of text."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from companion.games.buffet_boss.clauses import Clause

__all__ = ["Clause"]

CARDS = 42
"""Food cards in the box (BB-1.1)."""
REMOVED = {"lunch": {2: 27, 3: 22, 4: 17, 5: 12}, "dinner": {2: 21, 3: 14, 4: 7, 5: 0}}
"""Cards that go back to the box, by players (BB-2.2, BB-3.3)."""
TOGETHER = {"snack": (6, 12, 16, 20, 24), "meal": (8, 15, 20, 25, 30), "buffet": (10, 18, 28, 35, 42)}
"""Cards of All-You-Can-Eat for 1 to 5 players (BB-9.1)."""
GROUPS = ("seafood", "meat", "fruit", "veggie", "dessert")
STARS = range(1, 5)
TALLEST_BONUS = 5
SECONDS = 3
PLATE = "plate"
"""Its name in a contact graph."""

Contact = tuple[str, str]
"""Two names of a plate that touch, in order; the plate itself is PLATE."""


class Mode(StrEnum):
    """The three ways to play (BB-1.5)."""

    LUNCH = "lunch"
    DINNER = "dinner"
    TOGETHER = "all_you_can_eat"

    @property
    def called(self) -> str:
        """As the box names it."""
        return {"lunch": "Lunch Buffet", "dinner": "Dinner Buffet"}.get(self.value, "All-You-Can-Eat")


class Remark(StrEnum):
    """What was seen of a piece being stacked, adjusted or picked up, that the rulebook has a word about."""

    TWO_HANDS = "two-hands"
    LOOSE = "loose"
    """It touches neither the plate nor a piece on it."""
    ON_TABLE = "on-table"
    SIDEWAYS = "sideways"
    MOVING = "moving"
    """Not yet still, or not yet let go."""
    REMOVED = "removed"
    LATE = "late"
    """After the three seconds."""


@dataclass(frozen=True, slots=True)
class Print:
    """What is printed on a food's card, as far as known (BB-1.2)."""

    stars: int | None = None
    group: str | None = None
    colour: str | None = None

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to read."""
        return None not in (self.stars, self.group, self.colour)

    def agrees(self, other: "Print") -> bool:
        """Whether nothing known here is told otherwise there."""
        pairs = ((self.stars, other.stars), (self.group, other.group), (self.colour, other.colour))
        return all(a is None or a == b for a, b in pairs)

    def __str__(self) -> str:
        return f"{self.stars}/{self.group}/{self.colour}"


@dataclass(frozen=True)
class House:
    """One table's answers to the open questions, and its box, as far as the rules ask."""

    players: int
    mode: Mode
    deck: int
    """Cards in play."""
    prints: Mapping[str, Print] = field(hash=False)
    """Every food of the box with what its pack knows of it."""
    copies: Mapping[str, int] = field(hash=False)
    """Copies of a food that can turn up."""
    marked: Mapping[str, int] | None = field(hash=False)
    """Copies with the Dinner symbol; None where the pack does not say, or it does not matter."""
    ids: Mapping[str, str] = field(hash=False)
    """The id in the pack of every food."""
    colours: tuple[str, ...]
    likes: Mapping[str, tuple[str, ...]] = field(hash=False)
    """Groups or colours that a character's card shows, where the pack knows."""
    characters: tuple[str, ...]
    """Ids of the characters that were shuffled; empty without any."""
    answers: Mapping[str, str] = field(hash=False)
    two_hands: tuple[int, ...]
    """Seats that may use both."""
    names: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What people call a food, where its pack says so (attribute `name`); else it is called as it is written."""

    def called(self, food: str) -> str:
        """A food, for people; the second copy on a plate (`food.2`) by the same name and its number."""
        kind, dot, copy = food.partition(".")
        return self.names.get(kind, kind) + dot + copy

    @property
    def line(self) -> int:
        """Cards of a full Buffet Line (BB-4.1)."""
        return self.players + 1

    @property
    def rounds(self) -> int:
        """Rounds of a game (BB-4.5, BB-9.2)."""
        return self.deck // self.line

    @property
    def is_together(self) -> bool:
        """All-You-Can-Eat: with each other, not against."""
        return self.mode is Mode.TOGETHER

    @property
    def boxed(self) -> int:
        """Cards that the table picks to go back to the box, where it agreed to (BB-2.2)."""
        chosen = self.mode is Mode.LUNCH and self.answers["lunch_removal"] == "chosen"
        return REMOVED["lunch"][self.players] if chosen else 0

    @property
    def face_down(self) -> int:
        """Characters that each player has got (BB-3.1)."""
        if not self.characters:
            return 0
        return 2 if len(self.characters) >= 2 * self.players else 1

    def wants_mm(self) -> bool:
        """Whether equal ruler readings are told apart in millimetres."""
        return self.answers["tallest_tie"] == "higher_measurement_mm" and self.answers["height_unit"] == "ruler_tick"


def seat_name(seat: int) -> str:
    """P1 for seat 0, and so on."""
    return f"P{seat + 1}"


def names(pieces: Iterable[str]) -> tuple[str, ...]:
    """A name for each piece of a plate: its food; the second copy of one is called `food.2`."""
    seen: Counter[str] = Counter()
    found = []
    for piece in pieces:
        seen[piece] += 1
        found.append(piece if seen[piece] == 1 else f"{piece}.{seen[piece]}")
    return tuple(found)


def without(foods: tuple[str, ...], gone: Iterable[str]) -> tuple[str, ...]:
    """Foods less those gone, the last of equal ones first; what is not there is not missed."""
    left = list(reversed(foods))
    for food in gone:
        if food in left:
            left.remove(food)
    return tuple(reversed(left))


def listed(words: Iterable[object]) -> str:
    """Separated by commas; `-` for none."""
    return ",".join(map(str, words)) or "-"


@dataclass(frozen=True, slots=True)
class Character:
    """A character that its owner has revealed, with the groups or colours that its card shows."""

    id: str
    likes: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.id + (f"({'+'.join(self.likes)})" if self.likes else "")


@dataclass(frozen=True, slots=True)
class Plate:
    """What one player has: cards in front, pieces on the plate, and what was measured of them since they last changed."""

    cards: tuple[str, ...] = ()
    """Foods whose cards lie in front, in the order taken."""
    pieces: tuple[str, ...] = ()
    """Foods on the plate, in the order stacked."""
    hand: tuple[str, ...] = ()
    """Pieces to be stacked: taken, or saved after a fall."""
    fallen: tuple[str, ...] = ()
    """Pieces of a fall, as long as the three seconds run."""
    is_free: bool = False
    """All of the fallen pieces may be picked up."""
    height: int | None = None
    mm: int | None = None
    """A second measurement, in millimetres, where the table asks for one."""
    contacts: tuple[Contact, ...] | None = None
    """Who touches whom; None while nobody has looked."""
    adjusted: int = 0
    """Times that the pieces were adjusted."""
    penalty: int = 0
    """Stars lost for knocking other people's food down."""
    character: Character | None = None

    @property
    def surplus(self) -> tuple[str, ...]:
        """Cards in front whose piece is neither on the plate nor about to be (BB-6.5)."""
        return without(self.cards, (*self.pieces, *self.hand, *self.fallen))

    @property
    def most_saved(self) -> int:
        """How many of the fallen may be picked up: half, rounded up (BB-6.1)."""
        return len(self.fallen) if self.is_free else (len(self.fallen) + 1) // 2

    def changed(self, **parts: tuple[str, ...]) -> "Plate":
        """The plate with other pieces; what was measured of it holds no longer."""
        return replace(self, **parts, height=None, mm=None, contacts=None)  # type: ignore[arg-type]  # all are tuples of foods

    def __str__(self) -> str:
        parts = [f"{name}:{listed(foods)}" for name, foods in self._foods() if foods]
        parts += ["free"] if self.is_free else []
        numbers = {"height": self.height, "mm": self.mm, "adjusted": self.adjusted or None, "penalty": self.penalty or None}
        parts += [f"{name}:{n}" for name, n in numbers.items() if n is not None]
        parts += [f"touch:{listed(map('+'.join, self.contacts))}"] if self.contacts is not None else []
        parts += [f"character:{self.character}"] if self.character else []
        return ";".join(parts) or "-"

    def _foods(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return ("cards", self.cards), ("on", self.pieces), ("hand", self.hand), ("fallen", self.fallen)


@dataclass(frozen=True)
class State:
    """A position. The deck is a number of cards, since nobody knows their order; characters are unknown until revealed."""

    house: House = field(hash=False, repr=False)
    plates: tuple[Plate, ...]
    round: int = 1
    """The round being played; one more than there are while the score is counted."""
    first: int | None = 0
    """Who goes first this round; None while a table that plays together has not agreed."""
    line: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()
    """Seats that have taken a card this round, in order."""
    bin: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()
    """Cards that the table picked to go back to the box."""
    read: tuple[tuple[str, Print], ...] = ()
    """What the table has read from cards that the pack does not know, by food."""
    dropped: int | None = None
    """Whose plate ended All-You-Can-Eat."""

    @property
    def seats(self) -> range:
        """0 .. players-1."""
        return range(self.house.players)

    @property
    def is_counting(self) -> bool:
        """The last round is done."""
        return self.round > self.house.rounds

    @property
    def is_revealing(self) -> bool:
        """The line is not full yet."""
        return not self.is_counting and not self.taken and len(self.line) < self.house.line

    @cached_property
    def out(self) -> Counter[str]:
        """Every card that has left the deck, by food."""
        return Counter((*self.line, *self.bin, *(food for plate in self.plates for food in plate.cards)))

    @cached_property
    def gone(self) -> Counter[str]:
        """Every card that cannot turn up any more, by food: out of the deck, or picked to go back to the box."""
        return self.out + Counter(self.boxed)

    @property
    def left(self) -> int:
        """Cards face down in the deck."""
        return self.house.deck - self.out.total()

    @property
    def busy(self) -> tuple[int, ...]:
        """Seats that hold pieces, or whose pieces lie fallen."""
        return tuple(seat for seat, plate in enumerate(self.plates) if plate.hand or plate.fallen)

    @cached_property
    def prints(self) -> Mapping[str, Print]:
        """Of every food what the pack knows, or the table has read."""
        return {**self.house.prints, **dict(self.read)} if self.read else self.house.prints

    def with_plate(self, seat: int, plate: Plate, **parts: object) -> "State":
        """The state with another plate, and whatever else differs."""
        return replace(self, plates=(*self.plates[:seat], plate, *self.plates[seat + 1 :]), **parts)  # type: ignore[arg-type]  # fields by name

    def __str__(self) -> str:
        words = [f"round={self.round}", f"first={'-' if self.first is None else seat_name(self.first)}", f"line={listed(self.line)}"]
        words += [f"taken={listed(map(seat_name, self.taken))}", f"bin={listed(self.bin)}"]
        words += [f"boxed={listed(self.boxed)}"] if self.boxed else []
        words += [f"read={','.join(f'{food}:{printed}' for food, printed in self.read)}"] if self.read else []
        words += [f"{seat_name(seat)}={plate}" for seat, plate in enumerate(self.plates)]
        return " ".join(words + ([f"dropped={seat_name(self.dropped)}"] if self.dropped is not None else []))
