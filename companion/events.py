"""What can happen at a table: one frozen dataclass an event; its docstring is its documentation.

An event is written as `{"<kind>": {...}}`, the kind being the class's name in lower case, and read back strictly: an unknown
kind, an unknown or missing field or a wrong type is an EventError, since a log that is half understood is not understood.
"""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import get_args

import msgspec

from companion.game import CompanionError
from companion.snapshot import Answer, Source
from vision.observation import Quad


class EventError(CompanionError):
    """An entry of the log is no event that this companion knows."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An evening begins: which game, with which box, answers to its open questions, and who sits where. Always entry 1."""

    game: str
    pack: str
    pack_hash: str
    """Of what decides the game: pieces, options and tables; see `companion.session.hash_of`."""
    options: dict[str, str]
    players: tuple[str, ...]
    """Names by seat, clockwise."""
    created: str
    """The computer's clock, ISO 8601 in UTC."""


@dataclass(frozen=True, slots=True)
class Acted:
    """An action of the game was seen, typed or answered; it stood when it was written."""

    action: str
    """The action's own line of text: what the state is folded from."""
    said: str
    """The sentence as people read it then."""
    seat: int | None = None
    """Who acted; None for the table's own."""
    picture: str | None = None
    """SHA-256 of the picture that shows it."""
    reading: str | None = None
    """SHA-256 of what was read in that picture."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Everything from entry `seq` on that stood (actions, corrections, rulings) stands no more."""

    seq: int
    said: str
    """What it took back, as people read it then."""


@dataclass(frozen=True, slots=True)
class Redone:
    """What the Undone at entry `seq` took back stands again."""

    seq: int
    said: str


@dataclass(frozen=True, slots=True)
class Corrected:
    """The action of entry `seq` was another one; everything after it is folded anew."""

    seq: int
    action: str
    said: str
    dropped: tuple[int, ...] = ()
    """Later entries that no longer fit and were given up on purpose: the first misfit and all behind it."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """People decided. With `state`, the game goes on from there, whatever the rulebook says of how it was reached."""

    text: str
    """The ruling in the players' words."""
    clause: str = ""
    about: int | None = None
    """The entry it is about."""
    state: str | None = None
    """A position's line of text."""
    verdict: str = ""
    """One of `companion.snapshot.Verdict`; empty for a ruling that settles no dispute."""
    who: str = ""
    """Who ruled, as they call themselves."""


@dataclass(frozen=True, slots=True)
class Disputed:
    """Somebody questions entry `about`; play goes on until the table rules."""

    about: int
    claim: str
    """In the player's own words; empty when they only ask for a look."""
    seat: int | None = None
    """Who asks; None when nobody in particular."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The camera could not decide and asks. Its number is its entry's; a newer question takes its place."""

    text: str
    why: str
    answers: tuple[Answer, ...]
    situation: str
    """What was seen when it was asked, as a digest: the same situation is not asked twice."""
    picture: str | None = None
    quads_px: tuple[Quad, ...] = ()
    reading: str | None = None
    """SHA-256 of what was read in that picture."""
    others: tuple[Answer, ...] = ()
    """Moves that fit too, more than are offered at once; the answer `more` asks anew with the next of them."""
    is_measured: bool = False
    """It is about what a camera at the side measured: no look at what lies on the table settles it."""


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody answered the question of entry `question`; an action that the answer stands for follows as an Acted."""

    question: int
    answer: str


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """The question of entry `question` settled itself: the table shows again what it ought to."""

    question: int


Event = Opened | Acted | Undone | Redone | Corrected | Ruled | Asked | Answered | Withdrawn | Disputed

KINDS: dict[str, type[Event]] = {kind.__name__.lower(): kind for kind in get_args(Event)}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place in the log."""

    seq: int
    at: datetime
    by: Source
    event: Event
    hash: str


def encode(event: Event) -> str:
    """The event's line of JSON. Raises EventError for what could not be read back, e.g. a corner that is no number.

    >>> encode(Withdrawn(7))
    '{"withdrawn":{"question":7}}'
    """
    try:
        payload = msgspec.json.encode({type(event).__name__.lower(): event}).decode()
    except (ValueError, msgspec.MsgspecError) as error:
        raise EventError(f"cannot be written: {' '.join(str(error).split())}") from error
    # A log that cannot be read back is lost, so whatever JSON cannot hold has to fail here.
    if decode(payload) != event:
        raise EventError("cannot be written: it would be read back as something else")
    return payload


def decode(payload: str) -> Event:
    """Inverse of `encode`. Raises EventError."""
    try:
        ((kind, body),) = msgspec.json.decode(payload, type=dict[str, msgspec.Raw]).items()
        if kind not in KINDS:
            raise EventError(f"no event {kind!r}; there are {', '.join(KINDS)}")
        event = msgspec.json.decode(body, type=KINDS[kind], strict=True)
        unknown = msgspec.json.decode(body, type=dict[str, msgspec.Raw]).keys() - {field.name for field in fields(KINDS[kind])}
    except (ValueError, RecursionError, msgspec.MsgspecError) as error:
        raise EventError(f"not an event: {' '.join(str(error).split())}") from error
    if unknown:
        raise EventError(f"{kind}: no field {sorted(unknown)[0]!r}")
    return event
