"""The second door: the words that all games share. Values and functions; no pixel, no clock, no disk.

Seats are 0 .. players-1, clockwise; names and colours of people live in the session. What is hidden (a hand, a secret
character) never enters a `Layout` or `show`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from vision.observation import Observation, Quad

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
S = TypeVar("S")
"""A game's state: frozen, hashable, with `str(state)` its one line of text."""
A = TypeVar("A")
"""A game's action: frozen, hashable, with `str(action)` its one line of text."""
SEAT = re.compile(r"\bP([1-6])\b")


class CompanionError(Exception):
    """Any error that one line explains: what, where, what to do.

    PackError           a pack is malformed            (file, line, key)
    SetupError          a game cannot be set up so     (every fault at once)
    TextError           a line of text is no position  (column)
    IllegalAction       refused by the rulebook        (action, violations)
    """


class PackError(CompanionError):
    """A pack on disk is malformed; the message names file, line or key, and what to do."""


class SetupError(CompanionError):
    """The game cannot be set up so. Carries every fault at once."""

    def __init__(self, *faults: str) -> None:
        super().__init__("; ".join(faults))
        self.faults = faults


class TextError(CompanionError):
    """A line of text is no position or no action of this game."""

    def __init__(self, text: str, column: int, why: str) -> None:
        super().__init__(f"column {column + 1} of {text!r}: {why}")
        self.column = column
        """0-based index of the first character not understood."""


def with_names(text: str, players: tuple[str, ...]) -> str:
    """Games say P1 to P6; people have names."""
    return SEAT.sub(lambda found: players[int(found[1]) - 1] if int(found[1]) <= len(players) else found[0], text)


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a rulebook in our own words."""

    id: str
    """As the specification numbers it, e.g. AP-3.1."""
    text: str
    source: str
    """Where the rulebook says it: document, heading, lines."""
    certainty: str = "rule"
    """rule (the text says it), inferred (it follows), example, option, external, derived."""


@dataclass(frozen=True, slots=True)
class Violation:
    """Why an action is refused: the clause, and the numbers of this position in words a player understands."""

    clause: str
    why: str
    """E.g. "38 + 3 is 41; the appetite is 40"."""

    def __str__(self) -> str:
        return f"{self.clause}: {self.why}"


class IllegalAction(CompanionError):
    """An action the rulebook refuses, with every reason at once."""

    def __init__(self, action: object, violations: tuple[Violation, ...]) -> None:
        super().__init__(f"{action}: " + "; ".join(map(str, violations)))
        self.action, self.violations = action, violations


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One item of a player's score."""

    seat: int
    what: str
    points: int
    clause: str
    pieces: tuple[str, ...] = ()
    """Ids of the pieces that the line counts."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One kind of piece in the box."""

    id: str
    kind: str
    count: int = 1
    size_mm: tuple[float, float] | None = None
    attributes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The game's own columns, e.g. suit and value."""


@dataclass(frozen=True, slots=True)
class Option:
    """An open question of the rulebook, with its answers."""

    name: str
    text: str
    clause: str
    default: str | None
    """None: has to be answered before play."""
    choices: tuple[str, ...] = ()
    """Empty: free text that the game checks."""


@dataclass(frozen=True, slots=True)
class Pack:
    """A box as data: what is in it, the open questions of its rulebook, its clauses in our own words."""

    game: str
    name: str
    title: str
    players: tuple[int, int]
    """Fewest and most."""
    pieces: tuple[Piece, ...]
    options: tuple[Option, ...] = ()
    clauses: Mapping[str, Clause] = field(default_factory=dict, hash=False)
    tables: Mapping[str, Json] = field(default_factory=dict, hash=False)
    """The game's own tables, as they stand in pack.toml under [tables]."""

    def piece(self, id: str) -> Piece:
        """The kind of piece with this id. Raises PackError when the box has none."""
        for piece in self.pieces:
            if piece.id == id:
                return piece
        raise PackError(f"pack {self.name}: no piece {id!r}")


@dataclass(frozen=True, slots=True)
class Setup:
    """How many play, and how the open questions were answered."""

    players: int
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def answers(self, pack: Pack) -> dict[str, str]:
        """Every option of the pack with its answer or default. Raises SetupError naming every fault at once."""
        known = {option.name: option for option in pack.options}
        low, high = pack.players
        faults = [] if low <= self.players <= high else [f"{pack.title} is for {low} to {high} players, not {self.players}"]
        faults += [f"no option {name!r}; there are {', '.join(sorted(known))}" for name in self.options if name not in known]
        answers = {name: self.options.get(name, option.default) for name, option in known.items()}
        for name, answer in answers.items():
            if answer is None:
                faults.append(f"option {name} has no default: {known[name].text} ({known[name].clause})")
            elif known[name].choices and answer not in known[name].choices:
                faults.append(f"option {name} is one of {', '.join(known[name].choices)}, not {answer!r}")
        if faults:
            raise SetupError(*faults)
        return {name: answer for name, answer in answers.items() if answer is not None}


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece in its place on the table, in a game's own words."""

    zone: str
    """E.g. `line`, `pile-3`, `plate-2`."""
    piece: str | None
    """Id; None for one that could not be named."""
    alternatives: tuple[str, ...] = ()
    """For one that could not be named: what it may be; empty means anything."""
    slot: str = ""
    """Its place within the zone where that matters, e.g. `r2c3`."""
    may_hide: bool = False
    """In an expected layout: this piece may lie under others, so its absence says nothing."""
    ref: int = -1
    """In a seen layout: index into Observation.detections, so that the page can show what was meant; never compared."""

    @property
    def key(self) -> tuple[str, str, str | None]:
        """What two spots are compared by."""
        return self.zone, self.slot, self.piece


@dataclass(frozen=True, slots=True)
class Difference:
    """How a table differs from what was expected of it."""

    missing: tuple[Spot, ...] = ()
    extra: tuple[Spot, ...] = ()
    unsure: tuple[Spot, ...] = ()
    """Seen, but not named, and not explained by any piece that is missing."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.unsure)


@dataclass(frozen=True, slots=True)
class Layout:
    """What ought to lie on the table, or does: pieces in zones. Several pieces of one id in one zone are counted."""

    spots: tuple[Spot, ...] = ()

    def difference(self, seen: "Layout") -> Difference:
        """What of this expectation `seen` does not show, and what it shows beyond. An unnamed piece stands for a missing one."""
        there = Counter(s.key for s in seen.spots if s.piece is not None)
        missing = []
        for spot in sorted(self.spots, key=lambda s: s.may_hide):
            if there[spot.key]:
                there[spot.key] -= 1
            else:
                missing.append(spot)
        extra = []
        for spot in seen.spots:
            if spot.piece is not None and there[spot.key]:
                there[spot.key] -= 1
                extra.append(spot)
        unnamed = [s for s in seen.spots if s.piece is None]
        pairs = _stand_ins(missing, unnamed)
        unsure = tuple(s for n, s in enumerate(unnamed) if n not in pairs)
        left = tuple(s for n, s in enumerate(missing) if n not in pairs.values() and not s.may_hide)
        return Difference(left, tuple(extra), unsure)

    def matches(self, seen: "Layout") -> bool:
        """Whether `seen` shows this expectation and nothing else."""
        return not self.difference(seen)

    def leans_on(self, seen: "Layout") -> tuple[Spot, ...]:
        """The spots of `seen` without a name that a match with this expectation needs, so that a person can be asked."""
        named = Counter(s.key for s in seen.spots if s.piece is not None)
        open_ = [s for s in self.spots if not _take(named, s.key)]
        unnamed = [s for s in seen.spots if s.piece is None]
        pairs = _stand_ins(sorted(open_, key=lambda s: s.may_hide), unnamed)
        return tuple(unnamed[n] for n in sorted(pairs))


def _take(counts: Counter[tuple[str, str, str | None]], key: tuple[str, str, str | None]) -> bool:
    counts[key] -= 1
    return counts[key] >= 0


def _stand_ins(missing: Sequence[Spot], unnamed: Sequence[Spot]) -> dict[int, int]:
    """Which unnamed spot stands for which missing one, by index: as many as can, earlier missing ones before later (augmenting paths)."""
    pairs: dict[int, int] = {}

    def find(at: int, tried: set[int]) -> bool:
        for n, spot in enumerate(unnamed):
            if n not in tried and _may_be(spot, missing[at]):
                tried.add(n)
                if n not in pairs or find(pairs[n], tried):
                    pairs[n] = at
                    return True
        return False

    for at in range(len(missing)):
        find(at, set())
    return pairs


def _may_be(unnamed: Spot, spot: Spot) -> bool:
    return (unnamed.zone, unnamed.slot) == (spot.zone, spot.slot) and (not unnamed.alternatives or spot.piece in unnamed.alternatives)


@dataclass(frozen=True, slots=True)
class Status:
    """Where a game stands."""

    to_act: tuple[int, ...]
    """Seats whose move it is; empty when the table itself acts next or the game is over."""
    over: bool = False
    winners: tuple[int, ...] = ()
    phase: str = ""
    """In the game's own words, e.g. "round 3"."""


@dataclass(frozen=True, slots=True)
class Measured(Generic[A]):
    """What a camera measured, or could not read of a board, and nobody has entered yet: for a person to take, to change, or to leave."""

    text: str
    """With its error, e.g. "The plate of P1 is 173 mm high, give or take 3."."""
    ways: tuple[tuple[str, tuple[A, ...]], ...]
    """What it comes to, in words, with its legal actions in order; several where the picture cannot decide between them."""
    why: str = ""
    """What the picture cannot decide; empty when there is one way."""
    quads_px: tuple[Quad, ...] = ()
    """Where, in the picture from the side."""
    about: str = ""
    """What it is about, where looks that see other ways ask the same, so that it is asked once. Empty: its ways."""


@dataclass(frozen=True)
class Game(Generic[S, A]):
    """A game: plain functions of frozen values. The rooms that hold them are drawn in ARCHITECTURE.md."""

    name: str
    initial: Callable[[Pack, Setup], S]
    """The opening state. Raises SetupError naming every fault at once."""
    status: Callable[[S], Status]
    legal_actions: Callable[[S], Iterator[A]]
    violations: Callable[[S, A], tuple[Violation, ...]]
    """Every reason at once; empty for a legal action."""
    apply: Callable[[S, A], S]
    """The state after an action. Raises IllegalAction carrying every violation."""
    scores: Callable[[S], tuple[ScoreLine, ...]]
    visible: Callable[[S], Layout]
    """What ought to lie on the table."""
    see: Callable[[Pack, Observation], Layout]
    """What does lie there."""
    candidates: Callable[[S, Layout], Iterator[A]]
    """Actions worth trying, given what is seen; each is checked against the rulebook before it is believed."""
    show: Callable[[S], dict[str, Json]]
    """What everybody at the table may know of a state, for pages and programs. Nothing hidden is in it."""
    parse_state: Callable[[Pack, Setup, str], S]
    """Inverse of str(state). Raises TextError with the column of the first character not understood."""
    parse_action: Callable[[str], A]
    """Inverse of str(action). Raises TextError."""
    tell: Callable[[S, A], str] = field(default=lambda state, action: str(action))
    """An action as a sentence without its subject, e.g. "played 4 Breakfasts. Total 37."; `state` is the one before.

    An action that the rulebook refuses is told too: a question names what seems to have happened.
    """
    in_general: Callable[[S, A], str | None] = field(default=lambda state, action: None)
    """How a legal action is offered aloud when naming it in full would name pieces that may lie hidden.

    None: in full, by `tell`. General words, e.g. "seated a guest of the hand": these, once for all actions that share them. Empty:
    not at all, since even its being legal would tell of what lies hidden.
    """
    photographed: Callable[[Pack, Setup, Sequence[Observation]], S] | None = None
    """The game as it ended, from pictures of what the players laid out; picture 1 is P1's, and so on, unless the game says otherwise.

    Raises CompanionError (which picture, what is wrong with it, what to do) rather than guess a piece that has no sure name, and
    IllegalAction when what lies there is against the rules. None for a game that cannot be scored so.
    """
    remarks: Callable[[Pack, Observation], tuple[str, ...]] = field(default=lambda pack, observation: ())
    """What lies there against the rules of how a piece lies, e.g. wrong side up: a line each, for people. Nothing of what is not sure."""
    measured: Callable[[Pack, S, Observation], tuple[Measured[A], ...]] = field(default=lambda pack, state, observation: ())
    """What a look measured, or could not read of a board, that this state does not know yet. Nothing of what may be another plate."""
