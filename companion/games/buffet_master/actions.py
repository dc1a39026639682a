"""What players and table do, each with its one line of text. Piles and dishes count from 1, cells from 0.

`P1 take 1 3`, `P3 swoop 3`, `P1 lay soup-0-0 free-refill`, `flip 1:tacos-0-0 3:fork`. Actions whose `seat`
is None are the table's own: what a deck, a clock or a group of people decides.
"""

from dataclasses import dataclass
from typing import ClassVar

from companion.games.buffet_master.pieces import Placed, seat_name


@dataclass(frozen=True, slots=True)
class First:
    """Who last ate at a buffet, and so starts."""

    seat: ClassVar[None] = None
    first: int

    def __str__(self) -> str:
        return f"first {seat_name(self.first)}"


@dataclass(frozen=True, slots=True)
class Flip:
    """New tops lie face up: pile and card."""

    seat: ClassVar[None] = None
    tops: tuple[tuple[int, str], ...] = ()

    def __str__(self) -> str:
        return " ".join(["flip", *(f"{pile}:{card}" for pile, card in self.tops)])


@dataclass(frozen=True, slots=True)
class Take:
    """Picks from these piles, in this order."""

    seat: int
    piles: tuple[int, ...]

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} take {_numbers(self.piles)}"


@dataclass(frozen=True, slots=True)
class Done:
    """The take is finished."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} done"


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn read at once: picks, then new tops."""

    seat: int
    piles: tuple[int, ...]
    tops: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} turn {_numbers(self.piles)} {Flip(self.tops)}"

    @property
    def steps(self) -> tuple[Take, Flip]:
        """The two actions that it stands for."""
        return Take(self.seat, self.piles), Flip(self.tops)


@dataclass(frozen=True, slots=True)
class Swoop:
    """Was first to touch the top of a pile, and left a Swoop there."""

    seat: int
    pile: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} swoop {self.pile}"


@dataclass(frozen=True, slots=True)
class Missed:
    """Wanted to swoop, but somebody else was faster."""

    seat: int
    pile: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} miss {self.pile}"


@dataclass(frozen=True, slots=True)
class Tied:
    """Touched a top in the same moment as the active player, who wanted to take it."""

    seat: int
    pile: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} tie {self.pile}"


@dataclass(frozen=True, slots=True)
class Dump:
    """Puts so many cards of one dish under a Dump. `dish` is empty when nobody said which."""

    seat: int
    pile: int
    count: int
    dish: str = ""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} dump {self.pile} {self.count} {self.dish}".rstrip()


@dataclass(frozen=True, slots=True)
class Tray:
    """Gives the top of a pile to somebody and leaves a Fresh Tray there."""

    seat: int
    pile: int
    to: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} tray {self.pile} {seat_name(self.to)}"


@dataclass(frozen=True, slots=True)
class Fork:
    """Took a card out of somebody's hand, unseen by the others, and left the Fork there."""

    seat: int
    target: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} fork {seat_name(self.target)}"


@dataclass(frozen=True, slots=True)
class Bathroom:
    """Shuffles the whole hand into a pile. `top` is its new top when that was seen at once."""

    seat: int
    pile: int
    top: str = ""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} bathroom {self.pile} {self.top}".rstrip()


@dataclass(frozen=True, slots=True)
class Lay:
    """Shows a finished dish and lays it face down."""

    seat: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{seat_name(self.seat)} lay", *self.cards])


@dataclass(frozen=True, slots=True)
class LayUnseen:
    """Lays a finished dish of so many cards face down without showing it."""

    seat: int
    count: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} lay-unseen {self.count}"


@dataclass(frozen=True, slots=True)
class Counted:
    """The count of five is over."""

    seat: ClassVar[None] = None

    def __str__(self) -> str:
        return "counted"


@dataclass(frozen=True, slots=True)
class Hand:
    """Shows cards still in hand, after the end: those that the table did not know to be there."""

    seat: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{seat_name(self.seat)} hand", *self.cards])


@dataclass(frozen=True, slots=True)
class Open:
    """Opens a laid dish that nobody had seen, after the end."""

    seat: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{seat_name(self.seat)} open", *self.cards])


@dataclass(frozen=True, slots=True)
class Eat:
    """Puts laid dishes (numbered from 1) into the stomach, and others into the purse.

    Cells count from the top left corner of what lies in the stomach, so the first dish begins at 0,0 and a dish to the
    left of it at a column below 0.
    """

    seat: int
    placed: tuple[Placed, ...] = ()
    purse: tuple[int, ...] = ()

    def __str__(self) -> str:
        dishes = [f"{number}@{row},{col}" for number, row, col in self.placed]
        purse = ["purse", *map(str, self.purse)] if self.purse else []
        return " ".join([f"{seat_name(self.seat)} eat", *dishes, *purse])


@dataclass(frozen=True, slots=True)
class Clear:
    """Takes everything out of the stomach and the purse again, to arrange it anew."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} clear"


@dataclass(frozen=True, slots=True)
class Serve:
    """Leaves the stomach as it is: this counts."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} served"


@dataclass(frozen=True, slots=True)
class PlayOff:
    """Who won the play-off among the tied."""

    seat: ClassVar[None] = None
    winner: int

    def __str__(self) -> str:
        return f"play-off {seat_name(self.winner)}"


Action = (
    First
    | Flip
    | Take
    | Done
    | Turn
    | Swoop
    | Missed
    | Tied
    | Dump
    | Tray
    | Fork
    | Bathroom
    | Lay
    | LayUnseen
    | Counted
    | Hand
    | Open
    | Eat
    | Clear
    | Serve
    | PlayOff
)


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))
