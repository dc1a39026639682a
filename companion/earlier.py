"""The table as it stood some entries ago, followed as the log grows: one more entry costs what it changes, however long the log is.

Not safe for several threads at once; whoever follows holds a lock.
"""

from dataclasses import dataclass, field, replace
from typing import Any

from companion.disputes import disputes_of, house_rules, rulings_of
from companion.events import Disputed, Entry, Redone, Ruled, Undone
from companion.fold import Stand, Steps, first_changed
from companion.history import History
from companion.public import public_of
from companion.snapshot import Snapshot, Told
from companion.telling import told_since

LEAP = 50
"""Entries from which on a log is folded as a whole, taking over the states that are known, instead of entry by entry."""


@dataclass
class Earlier:
    """Follows one log with a delay."""

    _count: int = 0
    _steps: Steps = field(default_factory=Steps)
    _stands: tuple[Stand[Any], ...] = ()
    _told: tuple[Told, ...] = ()
    _questioned: tuple[Entry, ...] = ()
    _last: Snapshot | None = None

    def snapshot(self, history: History, now: Snapshot, count: int) -> Snapshot:
        """What everybody could see after so many entries, at least one; without the pictures, questions and trouble of `now`."""
        if self._last is None or not self._count <= count < self._count + LEAP:
            return self._leapt(history, now, count)
        for entry in history.entries[self._count : count]:
            self._last = self._after(entry, history, self._last)
        self._count = count
        return replace(self._last, extras=now.extras)

    def _leapt(self, history: History, now: Snapshot, count: int) -> Snapshot:
        entries = history.entries[:count]
        self._steps, self._stands = history.folded(count)
        self._questioned = tuple(entry for entry in entries if isinstance(entry.event, Disputed | Ruled))
        self._last, self._count = history.snapshot(now, count), count
        self._told = self._last.told
        return self._last

    def _after(self, entry: Entry, history: History, last: Snapshot) -> Snapshot:
        """What everybody could see after one more entry."""
        before, self._steps = self._steps, self._steps.after(entry)
        self._stands = history.rulebook.play_on(self._stands, before, self._steps)
        since = min(entry.seq, first_changed(self._steps.changed(before)[1], entry.seq))
        self._told = told_since(self._told, since, history.entries[: entry.seq], self._stands, self._steps.standing)
        public = public_of(history.rulebook.game, self._stands[-1].state if self._stands else history.rulebook.opening())
        after = replace(
            last,
            version=entry.seq,
            seq=entry.seq,
            head=entry.hash,
            told=self._told,
            status=public.status,
            show=public.show,
            scores=public.scores,
            legal=public.legal,
        )
        if not isinstance(entry.event, Disputed | Ruled | Undone | Redone):
            return after
        self._questioned += (entry,) if isinstance(entry.event, Disputed | Ruled) else ()
        rulings = rulings_of(self._questioned, self._steps)
        return replace(after, disputes=disputes_of(self._questioned, rulings), house_rules=house_rules(rulings))
