"""What players and table do, each with its one line of text. Appetites count from 1 in text, from the top of the card.

`P1 seat klee 0`, `P2 serve wine arp`, `P1 place wine klee 2`. Actions without a `seat` are the table's own.
"""

from dataclasses import dataclass

from companion.games.surrealist_dinner_party.pieces import Token, seat_name


@dataclass(frozen=True, slots=True)
class First:
    """Who ate most recently, and so starts."""

    first: int

    def __str__(self) -> str:
        return f"first {seat_name(self.first)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeps one guest of the hand face down and passes the others to the left."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} keep"


@dataclass(frozen=True, slots=True)
class Drafted:
    """The whole draft is done: everybody has six guests."""

    def __str__(self) -> str:
        return "drafted"


@dataclass(frozen=True, slots=True)
class Choose:
    """Puts a faux pas card, or two, beside the platter. Each is a name, or `name=race:wine:3:2` where the pack does not know the card."""

    seat: int
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([f"{seat_name(self.seat)} faux-pas", *self.cards])


@dataclass(frozen=True, slots=True)
class Seat:
    """Seats a guest, so many guests from the left end of the row."""

    seat: int
    guest: str
    at: int
    printed: str = ""
    """Its appetites, e.g. `wine,food,wild`, where the pack does not know them."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} seat {self.guest} {self.at} {self.printed}".rstrip()


@dataclass(frozen=True, slots=True)
class Home:
    """Sends a guest home."""

    seat: int
    guest: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} home {self.guest}"


@dataclass(frozen=True, slots=True)
class Mingle:
    """An own guest and a neighbour get a compliment each, or a drama each."""

    seat: int
    kind: Token
    guest: str
    other: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} {self.kind} {self.guest} {self.other}"


@dataclass(frozen=True, slots=True)
class Serve:
    """Takes a token from the platter for an own guest."""

    seat: int
    kind: Token
    guest: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} serve {self.kind} {self.guest}"


@dataclass(frozen=True, slots=True)
class Trash:
    """Takes a token from the platter and puts it into the kitchen."""

    seat: int
    kind: Token

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} trash {self.kind}"


@dataclass(frozen=True, slots=True)
class Plates:
    """Begins to use plate abilities."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} plates"


@dataclass(frozen=True, slots=True)
class Use:
    """Uses a guest's ability."""

    seat: int
    guest: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} use {self.guest}"


@dataclass(frozen=True, slots=True)
class Done:
    """Leaves it at that: no more plate or door abilities, no second half of Play a Guest, no claim."""

    seat: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} done"


@dataclass(frozen=True, slots=True)
class Place:
    """Chooses the appetite for a token that a guest received."""

    seat: int
    kind: Token
    guest: str
    slot: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} place {self.kind} {self.guest} {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class Bonus:
    """Chooses tokens from the kitchen for a guest that went home Perfectly Content."""

    seat: int
    kinds: tuple[Token, ...]
    """In the order of TOKENS."""

    def __str__(self) -> str:
        return " ".join([f"{seat_name(self.seat)} bonus", *self.kinds])


@dataclass(frozen=True, slots=True)
class Give:
    """By an ability: a token of this kind for this guest."""

    seat: int
    kind: Token
    guest: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} give {self.kind} {self.guest}"


@dataclass(frozen=True, slots=True)
class Return:
    """By an ability: the token on this appetite goes back to the kitchen."""

    seat: int
    guest: str
    slot: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} return {self.guest} {self.slot + 1}"


@dataclass(frozen=True, slots=True)
class Swap:
    """By an ability: two guests change these tokens."""

    seat: int
    guest: str
    slot: int
    other: str
    other_slot: int

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} swap {self.guest} {self.slot + 1} {self.other} {self.other_slot + 1}"


@dataclass(frozen=True, slots=True)
class Stash:
    """By an ability: a token straight into the own Stash."""

    seat: int
    kind: Token

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} stash {self.kind}"


@dataclass(frozen=True, slots=True)
class Put:
    """The table carries out a card by hand: a token from the kitchen to the platter, a Stash (`P2`) or an appetite (`klee:2`)."""

    kind: Token
    place: str

    def __str__(self) -> str:
        return f"put {self.kind} {self.place}"


@dataclass(frozen=True, slots=True)
class Remove:
    """The table carries out a card by hand: a token from one of these places back to the kitchen."""

    kind: Token
    place: str

    def __str__(self) -> str:
        return f"remove {self.kind} {self.place}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Claims a faux pas card of the race kind."""

    seat: int
    card: str

    def __str__(self) -> str:
        return f"{seat_name(self.seat)} claim {self.card}"


@dataclass(frozen=True, slots=True)
class Refill:
    """The platter gets the tokens of the next course."""

    def __str__(self) -> str:
        return "refill"


@dataclass(frozen=True, slots=True)
class AllHome:
    """After the last course everybody sends all guests home."""

    def __str__(self) -> str:
        return "all-home"


Action = (
    First
    | Keep
    | Drafted
    | Choose
    | Seat
    | Home
    | Mingle
    | Serve
    | Trash
    | Plates
    | Use
    | Done
    | Place
    | Bonus
    | Give
    | Return
    | Swap
    | Stash
    | Put
    | Remove
    | Claim
    | Refill
    | AllHome
)
