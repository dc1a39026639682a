"""The words of Buffet Master: cards, the box, the house's answers, and the state with its one line of text."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from urllib.parse import unquote

from companion.games.buffet_master.hidden import Hidden, Pool, cards_text, certain_at

PILES = 6
FACE_DOWN = "?"
"""How a pile that shows a back, or an empty pile, is written."""
ASIDE = "x"
"""Place of cards that are out of the game."""


class Special(StrEnum):
    """The seven special cards, as a pack's attribute `special` names them."""

    SWOOP = "swoop"
    FREE_REFILL = "free-refill"
    DUMP = "dump"
    FRESH_TRAY = "fresh-tray"
    FORK = "fork"
    BATHROOM = "bathroom"
    PURSE = "purse"


END_OF_TURN = (Special.DUMP, Special.FRESH_TRAY, Special.FORK)
CELLS = {2: 30, 3: 20, 4: 20, 5: 12, 6: 12}
"""Spaces of a stomach, by players (BM-7.2)."""
BONUS = {2: 15, 3: 10, 4: 10, 5: 6, 6: 6}
"""For a full stomach, by players (BM-7.4)."""
UPRIGHT = {12: (3, 4), 20: (4, 5), 30: (5, 6)}
"""Rows and columns; the rulebook gives only the number of spaces, the nested rectangles are inferred."""


class Clause(StrEnum):
    """Clauses of the rulebook that code cites; their words stand in pack.toml."""

    FAMILIES = "BM-1.1"
    PLACE_IN_DISH = "BM-1.2"
    COPIES = "BM-1.3"
    DISH = "BM-1.4"
    KINDS = "BM-1.5"
    SPECIALS_ARE_ZERO = "BM-1.6"
    SIX_PILES = "BM-2.1"
    UNEVEN = "BM-2.2"
    FIRST_TOPS = "BM-2.3"
    EMPTY_HANDS = "BM-2.4"
    CLOCKWISE = "BM-2.5"
    SECRET_HANDS = "BM-2.6"
    MUST_TAKE = "BM-3.1"
    FACE_UP_ONLY = "BM-3.2"
    SPECIALS_TOO = "BM-3.3"
    FLIP = "BM-3.4"
    MAY_LAY = "BM-3.5"
    WHEN_TO_LAY = "BM-3.6"
    FACE_DOWN_STACK = "BM-3.7"
    LAID_IS_LAID = "BM-3.8"
    PILE_EMPTY = "BM-5.1"
    NO_FLIP = "BM-5.2"
    COUNT = "BM-5.3"
    ONLY_TAKES_EMPTY = "BM-5.4"
    ONE_PER_TURN = "BM-6.0"
    SWOOP = "BM-6.1"
    REFILL = "BM-6.2"
    DUMP = "BM-6.3"
    TRAY = "BM-6.4"
    FORK = "BM-6.5"
    BATHROOM = "BM-6.6"
    PURSE = "BM-6.7"
    SAME_WAY_UP = "BM-7.1"
    SPACES = "BM-7.2"
    STOMACH = "BM-7.3"
    FULL = "BM-7.4"
    LEFT_OVER = "BM-7.5"
    HAND = "BM-7.6"
    TOTAL = "BM-7.7"
    MOST_WINS = "BM-7.8"
    TIE = "BM-7.9"


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card; `dish` is empty for a special, `special` for an image card.

    `id` and `dish` are the pack's names as lines of text write them: letters, digits and _.-~ as they are, the rest as %XX.
    """

    id: str
    points: int
    copies: int
    dish: str = ""
    row: int = 0
    col: int = 0
    rows: int = 0
    cols: int = 0
    special: str = ""
    piece: str = ""
    """The id in the pack, as it stands there."""

    @property
    def size(self) -> int:
        """How many cards its dish needs; 0 for a special."""
        return self.rows * self.cols

    @property
    def called(self) -> str:
        """As people say it, e.g. "roast 2 of 6" or "Fresh Tray"."""
        if self.special:
            return self.special.replace("-", " ").title()
        return f"{unquote(self.dish)} {self.row * self.cols + self.col + 1} of {self.size}"


@dataclass(frozen=True)
class Box:
    """The cards of a pack, checked."""

    cards: tuple[Card, ...]
    by_id: dict[str, Card] = field(init=False, compare=False, repr=False)
    dishes: dict[str, tuple[Card, ...]] = field(init=False, compare=False, repr=False)
    """Cards of each dish in reading order."""
    specials: dict[str, str] = field(init=False, compare=False, repr=False)
    """Card id of each kind of special in the box."""
    kinds: dict[str, frozenset[str]] = field(init=False, compare=False, repr=False)
    """Card ids of each dish."""
    ids: dict[str, str] = field(init=False, compare=False, repr=False)
    """For every id in the pack, the one in lines of text."""

    def __post_init__(self) -> None:
        dishes: dict[str, list[Card]] = {}
        for card in self.cards:
            if card.dish:
                dishes.setdefault(card.dish, []).append(card)
        ordered = {dish: tuple(sorted(cards, key=lambda c: (c.row, c.col))) for dish, cards in dishes.items()}
        object.__setattr__(self, "by_id", {card.id: card for card in self.cards})
        object.__setattr__(self, "ids", {card.piece: card.id for card in self.cards})
        object.__setattr__(self, "dishes", ordered)
        object.__setattr__(self, "specials", {card.special: card.id for card in self.cards if card.special})
        object.__setattr__(self, "kinds", {dish: frozenset(c.id for c in cards) for dish, cards in ordered.items()})

    @property
    def deck(self) -> tuple[str, ...]:
        """Every card, sorted, as often as it exists."""
        return tuple(sorted(card.id for card in self.cards for _ in range(card.copies)))

    def pieces(self, cards: Iterable[str]) -> tuple[str, ...]:
        """These cards by their ids in the pack."""
        return tuple(self.by_id[card].piece for card in cards)

    def is_special(self, card: str, kind: str) -> bool:
        """Whether a card is a special of this kind."""
        return self.specials.get(kind) == card


@dataclass(frozen=True, slots=True)
class House:
    """How this table answered the open questions (names as in pack.toml) and how many play."""

    players: int
    declare_when: str
    verify_on_declare: str
    uneven_piles: str
    finish_picks: bool
    final_declare: bool
    failed_swoop: str
    fresh_tray_self: bool
    fill_rule: str
    stomach_shape: str
    special_points: str
    swoop_count_window: str
    tie: str
    swoop_contest: str

    @property
    def cells(self) -> int:
        """Spaces of a stomach."""
        return CELLS[self.players]

    @property
    def grids(self) -> tuple[tuple[int, int], ...]:
        """Rows and columns that a stomach may have."""
        rows, cols = UPRIGHT[self.cells]
        shapes = {"any_orientation": ((rows, cols), (cols, rows)), "transposed": ((cols, rows),)}
        return shapes.get(self.stomach_shape, ((rows, cols),))


class Phase(StrEnum):
    """Where a game stands; the words are those of its text."""

    OPENING = "opening"
    """The first tops are being turned up."""
    START = "start"
    """The active player has done nothing yet; whose turn it was may still lay dishes."""
    SHUFFLE = "shuffle"
    """A pile was shuffled after Bathroom and needs a new top."""
    TAKE = "take"
    END = "end"
    """The take is over; an end-of-turn card may be played, then tops are turned."""
    FLIP = "flip"
    """Some of the taken tops are turned up again."""
    COUNT = "count"
    """A pile is empty; somebody counts to five."""
    SCORING = "scoring"
    PLAY_OFF = "play-off"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Laid:
    """A dish in a player's face-down stack."""

    cards: tuple[str, ...]
    """Sorted ids, refills among them; empty when nobody showed it."""
    size: int

    def __str__(self) -> str:
        return cards_text(self.cards) if self.cards else f"{FACE_DOWN}{self.size}"


Placed = tuple[int, int, int]
"""Number of a dish, row and column of its top left cell."""


@dataclass(frozen=True, slots=True)
class Served:
    """How a player arranges the laid dishes, which are numbered from 1 in the order they were laid."""

    placed: tuple[Placed, ...] = ()
    """Sorted. Cells count from the top left corner of what lies there: where in the stomach that is changes nothing."""
    purse: tuple[int, ...] = ()
    """Numbers of the dishes in the purse; sorted."""
    done: bool = False
    """Whether the player leaves it so."""

    def __str__(self) -> str:
        dishes = "/".join(f"{number}@{row}.{col}" for number, row, col in self.placed) or "-"
        purse = f"/purse.{'.'.join(map(str, self.purse))}" if self.purse else ""
        return dishes + purse + ("/done" if self.done else "")


def pile(number: int) -> str:
    """Place of the cards of a pile (1 to 6) that lie face down."""
    return f"p{number}"


def hand(seat: int) -> str:
    """Place of a player's hand: h1 for seat 0."""
    return f"h{seat + 1}"


def stack(seat: int) -> str:
    """Place of the laid dishes that nobody showed: s1 for seat 0."""
    return f"s{seat + 1}"


def seat_name(seat: int) -> str:
    """P1 for seat 0, and so on."""
    return f"P{seat + 1}"


@dataclass(frozen=True)
class State:
    """A game of Buffet Master at one moment."""

    box: Box = field(repr=False)
    house: House
    phase: Phase
    active: int
    tops: tuple[str | None, ...]
    """For each pile the card that lies face up, else None."""
    hidden: Hidden
    """Every card that lies face down or in a hand."""
    laid: tuple[tuple[Laid, ...], ...]
    taken: int = 0
    """Cards picked in this turn."""
    played: str = ""
    """The end-of-turn special played in this turn."""
    late: int | None = None
    """Who may still lay dishes, having ended the turn a moment ago."""
    shown: tuple[str, ...] = ()
    """Cards of the dish laid a moment ago: they may still lie open on the table."""
    swooped: tuple[tuple[int, str], ...] = ()
    """Who swooped what during the count."""
    served: tuple[Served | None, ...] = ()
    """One for each player; None before anything is eaten."""
    eating: int | None = None
    """Whose stomach was filled last, and may lie open on the table."""
    winner: int | None = None
    """Who won the play-off."""

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """Cards in each pile, tops included."""
        return tuple(self.lying.get(pile(n), 0) + (top is not None) for n, top in enumerate(self.tops, 1))

    @cached_property
    def lying(self) -> dict[str, int]:
        """How many cards lie unseen at each place."""
        counts: dict[str, int] = {}
        for each in self.hidden:
            for place, n in each.places:
                counts[place] = counts.get(place, 0) + n
        return counts

    def left(self, number: int) -> int:
        """Cards in a pile (1 to 6), its top included."""
        return self.heights[number - 1]

    def in_hand(self, seat: int) -> int:
        """Cards in a hand."""
        return self.lying.get(hand(seat), 0)

    def known_hand(self, seat: int) -> tuple[str, ...]:
        """The cards that this player surely holds."""
        return certain_at(self.hidden, hand(seat))

    @property
    def has_empty_pile(self) -> bool:
        """Whether the game has ended by its last card drawn."""
        return not all(self.heights)

    @cached_property
    def face_down(self) -> tuple[int, ...]:
        """Numbers of the piles that show a back."""
        return tuple(n for n, top in enumerate(self.tops, 1) if top is None and self.heights[n - 1])

    def __str__(self) -> str:
        fields = {
            "active": seat_name(self.active),
            "taken": str(self.taken or ""),
            "played": self.played,
            "late": "" if self.late is None else seat_name(self.late),
            "tops": ",".join(top or FACE_DOWN for top in self.tops),
            "hidden": _hidden_text(self.hidden),
            "laid": ",".join(f"{seat_name(seat)}:{dish}" for seat, dishes in enumerate(self.laid) for dish in dishes),
            "shown": cards_text(self.shown) if self.shown else "",
            "swooped": ",".join(f"{seat_name(seat)}:{card}" for seat, card in self.swooped),
            "served": ",".join(f"{seat_name(seat)}:{plan}" for seat, plan in enumerate(self.served) if plan),
            "eating": "" if self.eating is None else seat_name(self.eating),
            "winner": "" if self.winner is None else seat_name(self.winner),
        }
        return " ".join([self.phase, *(f"{name}={value}" for name, value in fields.items() if value)])


REST = "*"
"""In a state's text: every card that the text names nowhere else."""


def largest(hidden: Hidden) -> Pool | None:
    """The pool that a state's text leaves out."""
    return max(hidden, key=lambda p: len(p.cards), default=None)


def _hidden_text(hidden: Hidden) -> str:
    rest = largest(hidden)
    return ",".join(str(p).replace(cards_text(p.cards), REST, 1) if p is rest else str(p) for p in hidden)
