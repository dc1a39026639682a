"""What a session shows at one moment: immutable values for pages, programs, panel and overlay. Nothing hidden is in it."""

from bisect import bisect_right
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from companion.game import Json, ScoreLine, Status
from vision.observation import Observation, Quad


class Source(StrEnum):
    """Who said so."""

    CAMERA = "camera"
    PAGE = "page"
    BUTTON = "button"
    PROGRAM = "program"


class Standing(StrEnum):
    """What became of an entry of the log."""

    STANDS = "stands"
    UNDONE = "undone"
    CORRECTED = "corrected"


class Verdict(StrEnum):
    """How the table rules on a disputed entry."""

    UPHELD = "upheld"
    OVERRULED = "overruled"
    HOUSE = "house"
    """A rule of this table from now on."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the table decided."""

    seq: int
    at: datetime
    text: str
    verdict: str
    """A Verdict, or empty for a ruling that settles no dispute."""
    clause: str = ""
    about: int | None = None
    who: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """An entry that somebody questions."""

    seq: int
    at: datetime
    about: int
    claim: str
    seat: int | None = None
    ruling: Ruling | None = None
    """None while it is open."""


@dataclass(frozen=True, slots=True)
class Told:
    """One entry of the log as people read it."""

    seq: int
    at: datetime
    by: Source
    seat: int | None
    """Who acted; None for the table's own."""
    text: str
    """A sentence without its subject, e.g. "played 4 Breakfasts. Total 37."."""
    action: str
    """The action's own line of text; empty for an entry that is no action."""
    standing: Standing = Standing.STANDS
    was: str = ""
    """For a corrected entry: what it said before."""
    picture: str | None = None
    """SHA-256 (hex) of its picture in the store; None when there is none."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the answers to a question."""

    id: str
    label: str
    action: str | None = None
    """The action that it stands for, as text; None: leave the table as it is and look again."""
    violations: tuple[str, ...] = ()
    """Why the rulebook would refuse it; empty when legal."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something the camera could not decide. It waits; play goes on by hand."""

    id: int
    text: str
    why: str
    """The reason in plain words, e.g. "glare over the number"."""
    answers: tuple[Answer, ...]
    picture: str | None = None
    """SHA-256 of the picture it is about."""
    quads_px: tuple[Quad, ...] = ()
    """Where in that picture."""
    reading: str | None = None
    """SHA-256 of what was read in it."""
    is_measured: bool = False
    """It offers what a camera at the side measured, to be taken, changed or left."""

    @property
    def offer(self) -> Answer | None:
        """What was measured, where the picture leaves no choice."""
        legal = [answer for answer in self.answers if answer.action is not None]
        return legal[0] if self.is_measured and len(legal) == 1 else None


@dataclass(frozen=True, slots=True)
class Look:
    """The newest picture that was read."""

    picture: str
    """SHA-256 of the JPEG; the session serves its bytes."""
    observation: Observation
    taken_at: datetime
    remarks: tuple[str, ...] = ()
    """What lies there against the rules of how a piece lies (`Game.remarks`), a line each."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table at one moment. Two snapshots with the same `version` are equal."""

    version: int
    """Grows with everything that a page may show, a new picture too."""
    seq: int
    """The newest entry of the log."""
    game: str
    title: str
    pack: str
    players: tuple[str, ...]
    options: dict[str, str]
    status: Status
    show: dict[str, Json]
    """The game's own public view of its state (`Game.show`)."""
    scores: tuple[ScoreLine, ...]
    legal: tuple[str, ...]
    """Legal actions as text, where the game can name them without hidden information."""
    told: tuple[Told, ...]
    """The log, oldest first."""
    question: Question | None = None
    queued: int = 0
    """Questions behind this one."""
    look: Look | None = None
    camera: str = ""
    """Empty while all is well; else one sentence for people, e.g. "No picture since 21:14. Scores can be typed."."""
    not_ready: str = ""
    """Why the newest picture was not read (a hand, blur); empty when it was."""
    head: str = ""
    """Hash of the newest entry: whoever saw it can prove a later loss or change."""
    disputes: tuple[Dispute, ...] = ()
    """Every entry that was questioned, oldest first."""
    house_rules: tuple[Ruling, ...] = ()
    """What this table agreed on, as far as it stands."""
    extras: dict[str, Json] = field(default_factory=dict)
    """What a demo or recording adds, e.g. that this is a recorded table."""

    def bare(self) -> "Snapshot":
        """Without what is of the moment only: picture, question and trouble."""
        return replace(self, question=None, queued=0, look=None, camera="", not_ready="")

    def is_by_camera(self, seq: int) -> bool:
        """Whether all behind entry `seq` is what the camera told; no question, which asks for another look."""
        behind = self.behind(seq)
        return len(behind) == self.seq - seq and all(told.by is Source.CAMERA for told in behind)

    def behind(self, seq: int) -> tuple[Told, ...]:
        """What the log says behind entry `seq`."""
        return self.told[bisect_right(self.told, seq, key=lambda told: told.seq) :]
