"""The log of one evening and the states it folds to: what was written, in order, and what of it stands. Knows no page and no camera.

Part of the session, under its lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.anchor import Head
from companion.evening import entry_of, fitting
from companion.events import Entry, Event, encode
from companion.fold import Misfit, Rulebook, first_changed, lines_of, steps_of
from companion.game import Game, Pack, Setup
from companion.pictures import Pictures
from companion.snapshot import Source
from companion.store import LogError, Record, Store
from vision.observation import Observation

Signed = tuple[Source, Event]
"""Who says what."""


@dataclass(frozen=True, slots=True)
class Written:
    """New entries of the log, and how far back they change what it says."""

    entries: tuple[Entry, ...]
    since: int
    """The first entry, old or new, that may say something else than before."""


class Ledger:
    """Entries only ever come behind the others; states are folded from the steps that stand."""

    def __init__(self, store: Store, game: Game[Any, Any], pack: Pack) -> None:
        """Folds the log in `store`. Raises LogError when it is another game's or cannot be replayed."""
        self._store = store
        self.entries = [entry_of(store, record) for record in store.records()]
        self.opened = fitting(store, game, pack)
        self.rulebook = Rulebook(game, pack, Setup(len(self.opened.players), self.opened.options))
        try:
            self._opening = self.rulebook.opening()
            self.steps = steps_of(self.entries)
            self.stands = self.rulebook.play(lines_of(self.steps.standing))
        except Misfit as error:
            raise LogError(store.path, f"the log cannot be replayed: {error}", error.seq) from error

    @property
    def state(self) -> Any:
        """The game's own state now."""
        return self.stands[-1].state if self.stands else self._opening

    @property
    def pictures(self) -> Pictures:
        """What entries were seen in."""
        return self._store.pictures

    @property
    def readings(self) -> Pictures:
        """What was read in those pictures."""
        return self._store.readings

    def records(self) -> tuple[tuple[Record, ...], Head | None]:
        """The log as it lies on the disk, and what the anchor says of its end. Raises LogError, OSError."""
        return tuple(self._store.records()), self._store.anchored()

    def is_done(self, key: str | None) -> bool:
        """Whether a request with this key was written already."""
        return key is not None and self._store.find(key) is not None

    def keep(self, jpeg: bytes, observation: Observation) -> tuple[str, str]:
        """The names of a picture and its reading, safely on the disk. Raises PictureError."""
        return self.pictures.keep(jpeg), self.readings.keep(msgspec.json.encode(observation))

    def append(self, signed: Sequence[Signed], key: str | None = None) -> Written:
        """The new entries, written in one piece and folded: at the cost of what they change, however long the log is.

        Raises LogError and changes nothing when the log refuses.
        """
        records = self._store.append([encode(event) for _, event in signed], [by.value for by, _ in signed], key)
        new = tuple(entry_of(self._store, record) for record in records)
        since = new[0].seq
        for entry in new:
            self.entries.append(entry)
            before, self.steps = self.steps, self.steps.after(entry)
            self.stands = self.rulebook.play_on(self.stands, before, self.steps)
            since = min(since, first_changed(self.steps.changed(before)[1], entry.seq))
        return Written(new, since)

    def close(self) -> None:
        """Closes the log; may be called twice."""
        self._store.close()
