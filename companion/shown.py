"""The newest snapshot of a table, and what it is made of. Part of the session, under its lock; what the log says is told once for it."""

from dataclasses import dataclass, field

from companion.disputes import disputes_of, house_rules, rulings_of
from companion.events import Disputed, Entry, Redone, Ruled, Undone
from companion.game import Json
from companion.ledger import Ledger, Written
from companion.public import public_of
from companion.snapshot import Dispute, Look, Question, Ruling, Snapshot, Told
from companion.telling import told_since


@dataclass
class Shown:
    """What everybody may see now. `retell` after the log has grown; `refresh` whenever anything else changed.

    Of the log only what a new entry changes is told anew, so that an entry costs the same late in a long evening.
    """

    ledger: Ledger
    look: tuple[Look, bytes] | None = None
    """The newest picture that was read, and its JPEG."""
    camera: str = ""
    not_ready: str = ""
    extras: dict[str, Json] = field(default_factory=dict)
    version: int = 0
    _told: tuple[Told, ...] = ()
    _questioned: list[Entry] = field(default_factory=list)
    """Disputes and rulings among the entries."""
    _disputes: tuple[Dispute, ...] = ()
    _house_rules: tuple[Ruling, ...] = ()

    def __post_init__(self) -> None:
        self.retell(Written(tuple(self.ledger.entries), 1))

    def retell(self, written: Written) -> None:
        """What the log says with its new entries, and what the state is now."""
        ledger = self.ledger
        self._told = told_since(self._told, written.since, ledger.entries, ledger.stands, ledger.steps.standing)
        self._questioned += [entry for entry in written.entries if isinstance(entry.event, Disputed | Ruled)]
        if any(isinstance(entry.event, Disputed | Ruled | Undone | Redone) for entry in written.entries):
            rulings = rulings_of(self._questioned, ledger.steps)
            self._disputes, self._house_rules = disputes_of(self._questioned, rulings), house_rules(rulings)
        self._public = public_of(ledger.rulebook.game, ledger.state)

    def refresh(self, question: Question | None) -> Snapshot:
        """A new snapshot, with the question that is open."""
        self.version += 1
        ledger, public = self.ledger, self._public
        return Snapshot(
            version=self.version,
            seq=len(ledger.entries),
            game=ledger.opened.game,
            title=ledger.rulebook.pack.title,
            pack=ledger.opened.pack,
            players=ledger.opened.players,
            options=dict(ledger.opened.options),
            status=public.status,
            show=public.show,
            scores=public.scores,
            legal=public.legal,
            told=self._told,
            question=question,
            look=None if self.look is None else self.look[0],
            camera=self.camera,
            not_ready=self.not_ready,
            head=ledger.entries[-1].hash,
            disputes=self._disputes,
            house_rules=self._house_rules,
            extras=self.extras,
        )
