"""What the page asks of a table. `companion.session.Session` is one; a page never sees more of it than this."""

from contextlib import AbstractContextManager
from typing import Protocol

from companion.evidence import Witness
from companion.history import History
from companion.snapshot import Snapshot, Source


class Changes(Protocol):
    """Snapshots as they come; a slow reader gets the newest."""

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will come."""

    def wait(self, timeout_s: float | None) -> Snapshot | None:
        """The newest snapshot not had yet, or None when there was none in that time."""


class Table(Witness, Protocol):
    """One game at one table, with all that evidence of it is made of."""

    def snapshot(self) -> Snapshot:
        """What may be shown now."""

    def act(self, action: object, by: Source, expected_seq: int | None = None, *, key: str | None = None) -> object:
        """Plays an action, given as its text."""

    def undo(self, by: Source, to_seq: int | None = None, *, expected_seq: int | None = None, key: str | None = None) -> object:
        """Takes back the newest step, or entry `to_seq` and every step behind it."""

    def redo(self, by: Source, *, expected_seq: int | None = None, key: str | None = None) -> object:
        """Brings back what was taken back last."""

    def correct(
        self, seq: int, action: object, by: Source, force: bool = False, *, expected_seq: int | None = None, key: str | None = None
    ) -> object:
        """Says that an entry was another action."""

    def answer(self, question: int, answer: str, by: Source, action: object = None, *, key: str | None = None) -> object:
        """Answers a question."""

    def dispute(self, about: int, claim: str, by: Source, seat: int | None = None, *, key: str | None = None) -> object:
        """Questions an entry."""

    def rule(
        self,
        text: str,
        by: Source,
        *,
        clause: str = "",
        about: int | None = None,
        verdict: str = "",
        who: str = "",
        take_back: bool = False,
        key: str | None = None,
    ) -> object:
        """Writes down what the table decided."""

    def history(self) -> History:
        """The log as it is folded now."""

    def subscribe(self) -> AbstractContextManager[Changes]:
        """Snapshots from now on."""
