"""The words of the Appetite: clauses, cards, sheets, the house rules of a table, a position and its line of text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

ROUNDS = 4
STEP = 10
"""The Appetite grows by this much every round."""
ICONS_FOR_POINTS = 4
POINTS_FOR_ICONS = 30
COLUMNS_TO_END = 2
VALUES = range(1, 10)


class Clause(StrEnum):
    """Clauses of the rulebook, by number; their text in our own words stands in pack.toml."""

    COMPONENTS = "AP-1.1"
    DEAL = "AP-2.1"
    MULLIGAN = "AP-2.2"
    SECRET_HANDS = "AP-2.3"
    TOTAL_WITHIN_APPETITE = "AP-3.1"
    NO_SUIT_TWICE = "AP-3.2"
    CLEARING = "AP-3.3"
    CLOCKWISE = "AP-4.1"
    LEADER_MUST_PLAY = "AP-4.2"
    ONLY_SUIT_BLOCKS = "AP-4.3"
    PASSING = "AP-4.4"
    LAST_PLAYER_TOO = "AP-4.5"
    LEFT_OF_SCORER_LEADS = "AP-4.6"
    PASS_COUNTER = "AP-4.7"
    TWO_WAYS = "AP-5.1"
    WRITE_TOTAL = "AP-5.2"
    BONUS_ICON = "AP-5.3"
    DESSERT_ICON = "AP-5.4"
    FULL_COLUMN = "AP-5.5"
    FOUR_ICONS = "AP-5.6"
    CURRENT_APPETITE = "AP-5.7"
    TWO_COLUMNS_END = "AP-6.1"
    BOXES = "AP-6.2"
    TIE = "AP-6.3"
    SUM = "AP-6.4"


class Suit(StrEnum):
    """The four courses; also the four columns of a score sheet, in this order."""

    BREAKFASTS = "breakfasts"
    LUNCHES = "lunches"
    DINNERS = "dinners"
    DESSERTS = "desserts"

    @property
    def called(self) -> str:
        """As people say it, e.g. "Lunches"."""
        return self.value.capitalize()


SUITS = tuple(Suit)
WRITTEN = (Suit.BREAKFASTS, Suit.LUNCHES, Suit.DINNERS)
"""The suits that have boxes for a Total; Desserts have icons."""


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """A kind of card; `str` is the name that the lines of text use, whatever the piece is called in the owner's pack."""

    suit: Suit
    value: int

    def __str__(self) -> str:
        return f"{self.suit}-{self.value}"

    @property
    def called(self) -> str:
        """As people say it, e.g. "6 Lunches"."""
        return f"{self.value} {self.suit.called}"


CARDS = tuple(Card(suit, value) for suit in Suit for value in VALUES)


def card_of(attributes: Mapping[str, str]) -> Card | None:
    """The card that a piece of the box is, by its attributes; None for one that is no card of this game.

    Raises ValueError for an unknown suit or value.
    """
    if "suit" not in attributes:
        return None
    suit, value = attributes["suit"], attributes.get("value", "")
    if suit not in list(Suit) or value not in map(str, VALUES):
        raise ValueError(f"suit {suit!r} with value {value!r} is no card of {', '.join(Suit)}, 1 to 9")
    return Card(Suit(suit), int(value))


def seat_name(seat: int) -> str:
    """P1 for seat 0, and so on."""
    return f"P{seat + 1}"


@dataclass(frozen=True)
class Deck:
    """How many of each card there can be. What is not known (which cards have extra copies) is bounded, never guessed."""

    most: Mapping[Card, int] = field(hash=False)
    """At most so many of one card."""
    extra: Mapping[Suit, int] = field(hash=False)
    """At most so many copies beyond the first, over the whole suit."""

    def holds(self, suit: Suit) -> int:
        """The most cards of a suit that there can be."""
        copies = [n for card, n in self.most.items() if card.suit is suit]
        return min(sum(copies), len([n for n in copies if n]) + self.extra[suit])

    def faults(self, cards: Iterable[Card]) -> Iterator[str]:
        """Why these cards cannot all be out of one deck."""
        counts = Counter(cards)
        for card, n in sorted(counts.items()):
            if n > self.most[card]:
                yield f"{n} cards {card.called} and the deck has {self.most[card]} at most"
        for suit in Suit:
            extra = sum(n - 1 for card, n in counts.items() if card.suit is suit)
            if extra > self.extra[suit]:
                yield f"{extra} extra copies among the {suit.called} and the deck has {self.extra[suit]}"


@dataclass(frozen=True)
class House:
    """One table's answers to the open questions, and its box, as far as the rules ask."""

    players: int
    boxes: Mapping[Suit, int] = field(hash=False)
    """Places per column; for Desserts the icons that fill it."""
    dessert_sets: str
    """1, unlimited or per_sheet (AP-5.6)."""
    mulligan: str
    """at_least_4, exactly_4 or all_5 (AP-2.2)."""
    tie: str
    """shared, more_dessert_icons or play_another_hand (AP-6.3)."""
    is_proof_asked: bool
    deck: Deck
    ids: Mapping[Card, str] = field(hash=False)
    """The id in the pack of every card that has one."""
    has_die: bool = False
    """The Appetite Counter is a piece of the pack and lies in view (AP-1.1)."""

    @property
    def dealt(self) -> int:
        """Cards a player gets (AP-2.1)."""
        return 5 if self.players == 2 else 4

    def full(self, sheet: "Sheet") -> tuple[Suit, ...]:
        """The filled columns of a sheet; one set of icons fills Desserts, or as many as the sheet prints (AP-5.6)."""
        return tuple(suit for suit in SUITS if sheet.filled(suit) >= self.boxes[suit])

    def piece(self, card: Card) -> str:
        """The id of this card in the pack; its own name when the pack does not know it."""
        return self.ids.get(card, str(card))


@dataclass(frozen=True, slots=True)
class Entry:
    """A filled box: the Total that was written, and the value of the card that scored it."""

    total: int
    value: int

    def __str__(self) -> str:
        return f"{self.total}@{self.value}"


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's score sheet."""

    columns: tuple[tuple[Entry, ...], ...] = ((), (), ())
    """Breakfasts, Lunches, Dinners."""
    icons: int = 0
    """Dessert icons marked."""

    def filled(self, suit: Suit) -> int:
        """Places of a column in use."""
        return self.icons if suit is Suit.DESSERTS else len(self.columns[SUITS.index(suit)])

    def __str__(self) -> str:
        filled = [f"{suit}:{'+'.join(map(str, c))}" for suit, c in zip(WRITTEN, self.columns, strict=True) if c]
        return ",".join(filled + ([f"icons:{self.icons}"] if self.icons else [])) or "-"


@dataclass(frozen=True, slots=True, order=True)
class Laid:
    """A card and who laid it."""

    seat: int
    card: Card

    def __str__(self) -> str:
        return f"{seat_name(self.seat)}:{self.card}"


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody said "I can't play" with cards in hand: all of them are of this suit, then."""

    seat: int
    suit: Suit
    after: int
    """Cards laid in this hand before it was said."""

    def __str__(self) -> str:
        return f"{seat_name(self.seat)}:{self.suit}@{self.after}"


@dataclass(frozen=True)
class State:
    """A position. Hands are counts, since nobody but their owner knows them; what follows from the cards laid is not stored twice."""

    house: House = field(hash=False, repr=False)
    dealer: int
    sheets: tuple[Sheet, ...]
    hand: int = 1
    rounds: tuple[tuple[Laid, ...], ...] = ((),)
    """Cards laid in this hand, by round; the last one is the round being played, or the one that ended the hand."""
    declined: int = 0
    """In a row: passes since the last card, or "I can't play" before the first of a round."""
    moved: bool = False
    """The cards of the round just satisfied have been moved away and none has been laid since."""
    mulligans: tuple[int, ...] = ()
    """Seats that have taken a new hand."""
    under: tuple[Card, ...] = ()
    """Cards seen going under the deck in a mulligan."""
    claims: tuple[Claim, ...] = ()
    revealed: tuple[Laid, ...] = ()
    """Cards shown after the hand, to prove a claim."""
    overtime: bool = False
    """This hand is played to break a tie."""

    @cached_property
    def full(self) -> tuple[tuple[Suit, ...], ...]:
        """The filled columns of every sheet."""
        return tuple(self.house.full(sheet) for sheet in self.sheets)

    @property
    def round(self) -> int:
        """1 to 4."""
        return len(self.rounds)

    @property
    def appetite(self) -> int:
        """10, 20, 30 or 40."""
        return STEP * len(self.rounds)

    @cached_property
    def laid(self) -> tuple[Laid, ...]:
        """Every card of this hand, oldest first."""
        return tuple(laid for cards in self.rounds for laid in cards)

    @cached_property
    def total(self) -> int:
        """Sum of every card of this hand (AP-3.1)."""
        return sum(laid.card.value for laid in self.laid)

    @property
    def is_round_start(self) -> bool:
        """No card of this round lies yet."""
        return not self.rounds[-1]

    @cached_property
    def cleared(self) -> tuple[int, int]:
        """How many of the laid cards went away after the last satisfied round, and after the one before it."""
        total = at = last = before = 0
        for number, cards in enumerate(self.rounds[:-1], start=1):
            at += len(cards)
            total += sum(laid.card.value for laid in cards)
            if total == STEP * number:
                last, before = at, last
        return last, before

    @property
    def is_swept(self) -> bool:
        """The last round was satisfied and no card has been laid since: any suit may lead (AP-3.3)."""
        return self.is_round_start and 0 < self.cleared[0] == len(self.laid)

    @property
    def pile(self) -> tuple[Laid, ...]:
        """The cards on the table, oldest first; those of a satisfied round until they are moved away."""
        last, before = self.cleared
        return self.laid[before:] if self.is_swept and not self.moved else self.laid[last:]

    @property
    def locked(self) -> Suit | None:
        """The suit of the last card, which may not be played (AP-3.2)."""
        return self.laid[-1].card.suit if self.laid and not self.is_swept else None

    @property
    def leader(self) -> int:
        """Who leads this round: left of the dealer, later left of the scorer (AP-4.6); the scorer always laid the last card."""
        before = len(self.laid) - len(self.rounds[-1])
        return self.left_of(self.laid[before - 1].seat if before else self.dealer)

    @property
    def turn(self) -> int:
        """Whose turn it is, as long as the hand lasts."""
        first = self.leader if self.is_round_start else self.left_of(self.laid[-1].seat)
        return (first + self.declined) % self.house.players

    @cached_property
    def hands(self) -> tuple[int, ...]:
        """Cards that each player still holds: none are drawn during a hand (AP-2.3)."""
        laid = Counter(laid.seat for laid in self.laid)
        return tuple(self.house.dealt - laid[seat] for seat in range(self.house.players))

    @property
    def gone(self) -> tuple[Card, ...]:
        """Every card of this hand that nobody can hold any more, or that was shown."""
        return tuple(laid.card for laid in self.laid + self.revealed) + self.under

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.house.players

    def __str__(self) -> str:
        words = [f"hand={self.hand}", f"dealer={seat_name(self.dealer)}"]
        words += [f"{seat_name(seat)}={sheet}" for seat, sheet in enumerate(self.sheets)]
        words += [f"total={self.total}", f"rounds={'/'.join(map(_listed, self.rounds))}", f"declined={self.declined}"]
        words += ["moved"] if self.moved else []
        words += [f"mulligans={','.join(map(seat_name, self.mulligans))}"] if self.mulligans else []
        for name in ("under", "claims", "revealed"):
            words += [f"{name}={_listed(items)}"] if (items := getattr(self, name)) else []
        return " ".join(words + (["overtime"] if self.overtime else []))


def _listed(items: Iterable[object]) -> str:
    return ",".join(map(str, items)) or "-"
