"""The newest snapshot of a table, and what it is made of. Part of the session, under its lock; what the log says is told once for it."""

from dataclasses import dataclass, field

from companion.disputes import disputes_of, house_rules, rulings_of
from companion.game import Json
from companion.ledger import Ledger
from companion.public import public_of
from companion.snapshot import Look, Question, Snapshot
from companion.telling import tell_log


@dataclass
class Shown:
    """What everybody may see now. `retell` after the log has grown; `refresh` whenever anything else changed."""

    ledger: Ledger
    look: tuple[Look, bytes] | None = None
    """The newest picture that was read, and its JPEG."""
    camera: str = ""
    not_ready: str = ""
    extras: dict[str, Json] = field(default_factory=dict)
    version: int = 0

    def retell(self) -> None:
        """What the log and the state say, told anew."""
        ledger = self.ledger
        self._told = tell_log(ledger.entries, ledger.stands, ledger.steps.standing)
        rulings = rulings_of(ledger.entries, ledger.steps.standing)
        self._disputes, self._house_rules = disputes_of(ledger.entries, rulings), house_rules(rulings)
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
