"""Somebody else was faster: what a caller has to know before its wish counts. Pure."""

from collections.abc import Sequence

from companion.events import Acted, Corrected, Entry, Redone, Ruled, Undone
from companion.game import CompanionError
from companion.snapshot import Question, Snapshot, Told
from companion.telling import subject


class ConflictError(CompanionError):
    """Somebody else was faster. The message says who did what; `snapshot` is how the table stands now."""

    def __init__(self, what: str, snapshot: Snapshot, meanwhile: tuple[Told, ...] = ()) -> None:
        super().__init__(what)
        self.snapshot, self.meanwhile = snapshot, meanwhile


def expect(seq: int | None, entries: Sequence[Entry], snapshot: Snapshot) -> None:
    """Raises ConflictError unless the caller, who saw entry `seq`, knows every step; questions that came since do not matter."""
    if seq is None:
        return
    late = {entry.seq for entry in entries[max(seq, 0) :] if isinstance(entry.event, Acted | Undone | Redone | Corrected | Ruled)}
    meanwhile = tuple(told for told in snapshot.behind(seq) if told.seq in late)
    if meanwhile:
        said = "; ".join(subject(told, snapshot.players) for told in meanwhile[-3:])
        raise ConflictError(f"Meanwhile {said}. Look again before you go on.", snapshot, meanwhile)
    if seq > snapshot.seq:
        raise ConflictError(f"This page knows entry {seq}, the log ends at {snapshot.seq}. Load the page again.", snapshot)


def open_question(id_: int, asked: Question | None, snapshot: Snapshot) -> Question:
    """The open question, if it is this one. Raises ConflictError telling what became of it."""
    if asked is not None and asked.id == id_:
        return asked
    later = snapshot.behind(id_)
    done = f": {subject(later[0], snapshot.players)}" if later else ""
    raise ConflictError(f"Question {id_} is settled{done}.", snapshot, later)
