"""The words of Surrealist Dinner Party: clauses, tokens, guests and other cards, abilities, the house's answers.

Names of guests and cards are the pack's ids as lines of text write them: letters, digits and _.-~ as they are, the rest as %XX.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

MOST_SEATED = 3
CONTENT_BONUS = 2
HAND = 6
FAUX_PAS_DEALT = 2
WILD = "wild"
KITCHEN, PLATTER = "kitchen", "platter"


class Clause(StrEnum):
    """Clauses of the rulebook, by number; their text in our own words stands in pack.toml."""

    BOX = "SD-1.1"
    GUEST_CARD = "SD-1.2"
    SIDES = "SD-1.3"
    KITCHEN = "SD-1.4"
    FIRST_PLATTER = "SD-2.1"
    DEAL = "SD-2.2"
    FAUX_PAS = "SD-2.3"
    DRAFT = "SD-2.4"
    CASUAL = "SD-2.5"
    ONE_ACTION = "SD-3.1"
    FIRST_TURN = "SD-3.2"
    NO_PASS = "SD-3.3"
    PLAY_A_GUEST = "SD-4.1"
    THREE_SEATED = "SD-4.2"
    WHERE = "SD-4.3"
    WAYS_HOME = "SD-5.0"
    STASH = "SD-5.1"
    CONTENT = "SD-5.2"
    DOOR = "SD-5.3"
    MINGLE = "SD-6.1"
    NEIGHBOURS = "SD-6.2"
    CIRCLE = "SD-6.3"
    FULL_NEIGHBOUR = "SD-6.4"
    OWNER_PLACES = "SD-7.1"
    MUST_PLACE = "SD-7.2"
    TRASHED = "SD-7.3"
    FACE = "SD-7.4"
    SERVE = "SD-8.1"
    LAST_TOKEN = "SD-8.2"
    ONCE_A_COURSE = "SD-9.1"
    NOT_AGAIN = "SD-9.2"
    OPTIONAL = "SD-9.3"
    MORE = "SD-9.4"
    SWAP = "SD-9.5"
    MENU = "SD-10.1"
    REFILL = "SD-10.2"
    ABILITY_ENDS_COURSE = "SD-10.3"
    END = "SD-11.1"
    END_ORDER = "SD-11.2"
    CLAIMS = "SD-11.3"
    CLAIM_IS_ASKED = "SD-11.4"
    TIE = "SD-11.5"
    SCORE = "SD-11.6"


class Token(StrEnum):
    """The five kinds."""

    FOOD = "food"
    WINE = "wine"
    DESSERT = "dessert"
    COMPLIMENT = "compliment"
    DRAMA = "drama"

    @property
    def at(self) -> int:
        """Its place in a tuple of counts."""
        return TOKENS.index(self)


TOKENS = tuple(Token)
MINGLED = (Token.COMPLIMENT, Token.DRAMA)
Counts = tuple[int, ...]
"""One number for each kind, in the order of TOKENS."""
NOTHING: Counts = (0,) * len(TOKENS)


def changed(counts: Counts, kind: Token, by: int) -> Counts:
    """The counts with so many more of a kind."""
    return tuple(n + by * (token is kind) for token, n in zip(TOKENS, counts, strict=True))


def counted(counts: Counts) -> str:
    """`food:2,wine:1`, or `-`."""
    return ",".join(f"{token}:{n}" for token, n in zip(TOKENS, counts, strict=True) if n) or "-"


class Icon(StrEnum):
    """When an ability is used (SD-1.2)."""

    PLATE = "plate"
    DOOR = "door"
    SPECIAL = "special"
    """No icon: at the time that the card states, which the table tells."""


class Verb(StrEnum):
    """What an ability can do."""

    GIVE = "give"
    RETURN = "return"
    EXCHANGE = "exchange"
    """Return tokens; the guests that lost them get one of any kind each."""
    SWAP = "swap"
    STASH = "stash"
    HOME = "send-home"
    HAND = "by-hand"


@dataclass(frozen=True, slots=True)
class Step:
    """One part of an ability."""

    verb: Verb
    count: int = 1
    kinds: tuple[Token, ...] = TOKENS
    source: str = KITCHEN
    target: str = ""
    other: str = ""
    """The other side of a swap."""


@dataclass(frozen=True, slots=True)
class Ability:
    """What a guest may do, in the vocabulary of abilities.py."""

    steps: tuple[Step, ...]
    more: tuple[Token, ...] = ()
    """Only for who has more of one of these in the Stash than anybody else (SD-9.4)."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest card, as far as the pack knows what is printed on it."""

    name: str
    piece: str
    """The id in the pack, as it stands there."""
    called: str
    wants: tuple[str, ...] = ()
    """Appetites from top to bottom: a kind of token, or wild. Empty when nobody knows."""
    icon: Icon | None = None
    """None when nobody knows."""
    ability: Ability = Ability((Step(Verb.HAND),))
    text: str = ""
    """In the card's own words, where the owner wrote them; else in those of abilities.py."""


@dataclass(frozen=True, slots=True)
class Printed:
    """What a faux pas card says."""

    kind: str
    """race or majority."""
    token: Token
    number: int
    """Tokens for a race; 0 for a majority."""
    points: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.token}:{self.number}:{self.points}"


@dataclass(frozen=True, slots=True)
class FauxPas:
    """A faux pas card that lies beside the platter."""

    name: str
    printed: Printed
    ready: tuple[int, ...] = ()
    """Seats that were the first to have what a race asks for."""
    claimed: tuple[int, ...] = ()

    def __str__(self) -> str:
        seats = (".".join(map(seat_name, each)) or "-" for each in (self.ready, self.claimed))
        return f"{self.name}({self.printed}:{':'.join(seats)})"


@dataclass(frozen=True)
class House:
    """One table's answers to the open questions, and its box."""

    players: int
    answers: Mapping[str, str] = field(hash=False)
    menu: tuple[Counts, ...]
    """What each course lays on the platter."""
    guests: Mapping[str, Guest] = field(hash=False)
    faux_pas: Mapping[str, tuple[str, Printed | None]] = field(hash=False)
    """By name: the id in the pack, and what the card says when the pack knows."""
    tokens: Mapping[Token, str] = field(hash=False)
    """The id in the pack of every kind."""
    supply: Counts | None
    """Tokens in the box where the kitchen can run out; None where it cannot (SD-1.4)."""

    @property
    def has_abilities(self) -> bool:
        """A casual dinner is played without (SD-2.5)."""
        return self.answers["mode"] != "casual"

    @property
    def is_drafted(self) -> bool:
        """Hands are drafted (SD-2.4)."""
        return self.answers["drafting"] == "true" or self.answers["mode"] == "advanced"

    @property
    def has_faux_pas(self) -> bool:
        """Faux pas cards are dealt (SD-2.3)."""
        return self.answers["faux_pas"] == "true" or self.answers["mode"] == "advanced"

    @property
    def is_in_full(self) -> bool:
        """An ability, once used, is done to its end."""
        return self.answers["ability_in_full"] == "true"


def seat_name(seat: int) -> str:
    """P1 for seat 0, and so on."""
    return f"P{seat + 1}"
