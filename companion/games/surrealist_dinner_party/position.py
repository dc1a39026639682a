"""A position of Surrealist Dinner Party and its one line of text: players, what still has to be decided, the whole."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from companion.games.surrealist_dinner_party.pieces import HAND, NOTHING, WILD, Counts, FauxPas, House, Token, counted, seat_name


@dataclass(frozen=True, slots=True)
class Slot:
    """An appetite of a seated guest."""

    wants: str
    holds: Token | None = None

    @property
    def is_matched(self) -> bool:
        """Holds a token of its colour, or any on a wild; so the design side is up (SD-1.3)."""
        return self.holds is not None and self.wants in (WILD, self.holds)

    def __str__(self) -> str:
        return self.wants if self.holds is None else f"{self.wants}={self.holds}"


@dataclass(frozen=True, slots=True)
class Seated:
    """A guest at the table."""

    name: str
    slots: tuple[Slot, ...]

    @property
    def empty(self) -> tuple[int, ...]:
        """Places of the empty appetites, from 0."""
        return tuple(at for at, slot in enumerate(self.slots) if slot.holds is None)

    @property
    def is_content(self) -> bool:
        """Perfectly Content: every appetite holds a matching token (SD-5.2)."""
        return all(slot.is_matched for slot in self.slots)

    def with_slot(self, at: int, token: Token | None) -> "Seated":
        """The same guest with another token there."""
        slot = Slot(self.slots[at].wants, token)
        return Seated(self.name, (*self.slots[:at], slot, *self.slots[at + 1 :]))

    def __str__(self) -> str:
        return f"{self.name}({','.join(map(str, self.slots))})"


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the table."""

    hand: int = HAND
    """Guests in hand; which ones only their owner knows."""
    row: tuple[Seated, ...] = ()
    """From left to right, as their owner sees them."""
    stash: Counts = NOTHING
    has_used_plates: bool = False
    content: int = 0
    """Guests sent home Perfectly Content."""
    kept: int = 0
    """Guests kept in the draft so far."""
    has_chosen: bool = False
    """Has put faux pas cards beside the platter."""

    @property
    def has_started(self) -> bool:
        """Has seated a guest, as the first turn has to (SD-3.2)."""
        return self.hand < HAND

    def __str__(self) -> str:
        words = {"plates": self.has_used_plates, "chosen": self.has_chosen}
        flags = [word for word, is_so in words.items() if is_so]
        flags += [f"{word}:{n}" for word, n in (("content", self.content), ("kept", self.kept)) if n]
        return f"{self.hand}/{'+'.join(map(str, self.row)) or '-'}/{counted(self.stash)}/{','.join(flags) or '-'}"


class What(StrEnum):
    """What somebody still has to decide before play goes on."""

    PLACE = "place"
    BONUS = "bonus"
    DOORS = "doors"
    PLATES = "plates"
    ALSO_SEAT = "also-seat"
    ALSO_HOME = "also-home"
    GIVE = "give"
    RETURN = "return"
    EXCHANGE = "exchange"
    SWAP = "swap"
    STASH = "stash"
    HOME = "send-home"
    HAND = "by-hand"
    CLAIM = "claim"


FIELDS: Mapping[What, tuple[str, ...]] = {
    What.PLACE: ("guest", "kinds"),
    What.BONUS: ("guest",),
    What.DOORS: ("left",),
    What.PLATES: ("left",),
    What.ALSO_SEAT: (),
    What.ALSO_HOME: (),
    What.GIVE: ("guest", "kinds", "source", "target"),
    What.RETURN: ("guest", "kinds", "target"),
    What.EXCHANGE: ("guest", "kinds", "target"),
    What.SWAP: ("guest", "target", "other"),
    What.STASH: ("guest", "kinds", "source"),
    What.HOME: ("guest", "target"),
    What.HAND: ("guest",),
    What.CLAIM: ("guest",),
}
"""What the text of each kind of task tells beside its seat."""
OPTIONAL = (What.ALSO_SEAT, What.ALSO_HOME, What.PLATES, What.DOORS)
"""A player may leave these without a word: the next one acting says it."""
ABILITY = (What.GIVE, What.RETURN, What.EXCHANGE, What.SWAP, What.STASH, What.HOME, What.HAND)
"""Parts of an ability in use."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something that a player has to decide before play goes on."""

    what: What
    seat: int
    guest: str = ""
    """Who gets a token, whose ability it is, who went home content; for a claim the card."""
    kinds: tuple[Token, ...] = ()
    source: str = ""
    target: str = ""
    """Which guests may be chosen: a word of abilities.py, or @ and a name."""
    other: str = ""
    left: tuple[str, ...] = ()
    """Guests whose abilities may still be used."""

    def __str__(self) -> str:
        values = (getattr(self, name) for name in FIELDS[self.what])
        texts = ("+".join(value) if isinstance(value, tuple) else value for value in values)
        return ":".join([self.what, seat_name(self.seat), *texts])


class Stage(StrEnum):
    """How far a turn, or the game, is."""

    SETUP = "setup"
    """Drafting, and choosing faux pas cards."""
    TURN = "turn"
    ACTED = "acted"
    """Whose turn it is has chosen one of the four actions."""
    CLOSING = "closing"
    """Everybody has been sent home; bonuses and door abilities."""
    CLAIMS = "claims"
    """The last claims; with no task left the game is over."""


@dataclass(frozen=True)
class State:
    """A position. Hands are counts, since nobody but their owner knows them."""

    house: House = field(hash=False, repr=False)
    players: tuple[Player, ...]
    platter: Counts
    turn: int = 0
    course: int = 0
    stage: Stage = Stage.TURN
    ender: int | None = None
    """Who took the last token of the course."""
    gone: tuple[str, ...] = ()
    """Guests sent home, sorted."""
    tasks: tuple[Task, ...] = ()
    """What has to be decided, the next first."""
    faux_pas: tuple[FauxPas, ...] = ()

    @property
    def is_over(self) -> bool:
        """Everything is counted."""
        return self.stage is Stage.CLAIMS and not self.tasks

    @property
    def is_course_over(self) -> bool:
        """The platter is empty and nothing is left to decide: it is refilled, or everybody goes home."""
        return not any(self.platter) and not self.tasks and self.stage in (Stage.TURN, Stage.ACTED)

    @property
    def is_last_course(self) -> bool:
        """Dessert."""
        return self.course == len(self.house.menu) - 1

    @cached_property
    def owners(self) -> dict[str, int]:
        """Whose guest each seated guest is."""
        return {guest.name: seat for seat, player in enumerate(self.players) for guest in player.row}

    @cached_property
    def circle(self) -> tuple[str, ...]:
        """All seated guests clockwise as seen from above: a guest's left neighbour follows it (SD-6.3)."""
        return tuple(guest.name for player in self.players for guest in reversed(player.row))

    def seated(self, name: str) -> Seated:
        """A guest at the table. Raises KeyError when it is not seated."""
        return next(guest for guest in self.players[self.owners[name]].row if guest.name == name)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Left and right of a seated guest, round the table; one name when both are the same, none for who sits alone (SD-6.2)."""
        at, n = self.circle.index(name), len(self.circle)
        return tuple(dict.fromkeys(other for other in (self.circle[(at + 1) % n], self.circle[at - 1]) if other != name))

    @cached_property
    def kitchen(self) -> Counts | None:
        """What is left of the supply; None when it cannot run out."""
        if self.house.supply is None:
            return None
        left = [
            n - p - sum(player.stash[at] for player in self.players)
            for at, (n, p) in enumerate(zip(self.house.supply, self.platter, strict=True))
        ]
        lying = [slot.holds for player in self.players for guest in player.row for slot in guest.slots if slot.holds]
        for kind in [*lying, *(task.kinds[0] for task in self.tasks if task.what is What.PLACE)]:
            left[kind.at] -= 1
        return tuple(left)

    def has_in_kitchen(self, kind: Token, count: int = 1) -> bool:
        """Whether the kitchen still has so many of a kind."""
        return self.kitchen is None or self.kitchen[kind.at] >= count

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % self.house.players

    def called(self, name: str) -> str:
        """A guest's name as people say it."""
        guest = self.house.guests.get(name)
        return guest.called if guest else name

    def __str__(self) -> str:
        words = [str(self.stage), f"course={self.course + 1}", f"platter={counted(self.platter)}", f"turn={seat_name(self.turn)}"]
        words += [f"{seat_name(seat)}={player}" for seat, player in enumerate(self.players)]
        words += [f"ender={seat_name(self.ender)}"] if self.ender is not None else []
        for name, items in (("gone", self.gone), ("tasks", self.tasks), ("faux-pas", self.faux_pas)):
            words += [f"{name}={_listed(items)}"] if items else []
        return " ".join(words)


def _listed(items: Iterable[object]) -> str:
    return ",".join(map(str, items))
