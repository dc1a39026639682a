"""An evening in a log: how it began, and its entries read back."""

import hashlib
from datetime import datetime
from typing import Any

import msgspec

from companion.events import Entry, EventError, Opened, decode
from companion.game import Game, Pack
from companion.snapshot import Source
from companion.store import LogError, Record, Store


def hash_of(pack: Pack) -> str:
    """SHA-256 of what decides the game: pieces, options, tables and players; wording of clauses left out."""
    return hashlib.sha256(decisive(pack)).hexdigest()


def decisive(pack: Pack) -> bytes:
    """What decides the game, as one JSON: the same for every wording of the clauses."""
    parts = (pack.game, pack.name, pack.players, pack.pieces, [(o.name, o.default, o.choices) for o in pack.options], pack.tables)
    return msgspec.json.encode(parts, order="sorted")


def opened(store: Store) -> Opened | None:
    """How the evening in this log began: which game and pack it needs; None for an empty log. Raises LogError."""
    for record in store.records():
        event = entry_of(store, record).event
        if not isinstance(event, Opened):
            raise LogError(store.path, "the log does not begin with the opening of a table", record.seq)
        return event
    return None


def entry_of(store: Store, record: Record) -> Entry:
    """The entry in a row of the log. Raises LogError."""
    try:
        return Entry(record.seq, datetime.fromisoformat(record.wall), Source(record.by), decode(record.payload), record.hash)
    except (EventError, ValueError) as error:
        raise LogError(store.path, f"it cannot be understood: {error}", record.seq) from error


def fitting(store: Store, game: Game[Any, Any], pack: Pack) -> Opened:
    """How the evening began, if it is one of this game and box. Raises LogError."""
    event = opened(store)
    if event is None:
        raise LogError(store.path, "the log is empty; start an evening in it")
    if event.game != game.name:
        raise LogError(store.path, f"the log is of {event.game}, not of {game.name}")
    if event.pack_hash != hash_of(pack):
        raise LogError(store.path, f"the pack {event.pack} has changed since the evening began; use the one it began with")
    return event
