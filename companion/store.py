"""The append-only event log of one table: SQLite, a hash chain, its head anchored outside the database, pictures beside it.

A folder holds `log.sqlite3` (one row an entry), `anchor` (number and hash of the newest entry), `pictures/` and `lock`
(one writer at a time). An entry counts from the moment that `append` returns: by then the row is committed with
`synchronous=FULL` and the anchor is synced. Every opening verifies the whole chain against the anchor; a log that was edited
or lost its end is refused with LogError, and stays untouched until somebody asks for `set_aside`.

A Store is not guarded by a lock of its own: the session that owns it has the one lock.
"""

import fcntl
import hashlib
import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Self
from uuid import uuid4

from companion.anchor import EMPTY_HASH, Head, create_anchor, read_anchor, sync_folder, write_anchor
from companion.game import CompanionError
from companion.pictures import Pictures

SCHEMA = 1
"""`user_version` of the databases that this program reads and writes."""
CHECKPOINT_PAGES = 64
"""How many pages the write-ahead log may hold: what one flipped bit there can hide."""
DATABASE = "log.sqlite3"
ANCHOR = "anchor"
LOCK = "lock"

_TABLE = """CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, event_id TEXT NOT NULL UNIQUE, prev_hash TEXT NOT NULL, hash TEXT NOT NULL,
    "by" TEXT NOT NULL, mono INTEGER NOT NULL, wall TEXT NOT NULL, payload TEXT NOT NULL) STRICT"""
_COLUMNS = 'seq, event_id, prev_hash, hash, "by", mono, wall, payload'


class LogError(CompanionError):
    """An event log cannot be read or written: which file, which entry, what to do."""

    def __init__(self, path: Path, why: str, seq: int | None = None) -> None:
        super().__init__(f"{path}: {why}" if seq is None else f"{path}: entry {seq}: {why}")
        self.path = path
        self.seq = seq
        """The first entry that cannot be trusted; None when no entry in particular is to blame."""


@dataclass(frozen=True, slots=True)
class Record:
    """One row of the log."""

    seq: int
    """1, 2, 3 ... without a gap."""
    event_id: str
    """Unique; whoever sends an event twice under one id has it once."""
    prev_hash: str
    hash: str
    by: str
    mono: int
    """Nanoseconds on the monotonic clock, to measure within one run; order is `seq` and never a clock."""
    wall: str
    """The computer's clock, ISO 8601 in UTC; wrong where a Pi has no network."""
    payload: str
    """The event as JSON."""

    def digest(self) -> str:
        """What `hash` has to be: SHA-256 of `line`."""
        return hashlib.sha256(self.line().encode()).hexdigest()

    def line(self) -> str:
        """The other columns as a JSON list without spaces."""
        fields = [self.seq, self.event_id, self.prev_hash, self.by, self.mono, self.wall, self.payload]
        return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


class Store:
    """One log, open for writing; or with `writable=False` for reading, also while another program writes it."""

    def __init__(self, folder: Path, *, writable: bool = True) -> None:
        """Opens and verifies the log in `folder`, creating one where there is none. Raises LogError."""
        self.folder, self.path = folder, folder / DATABASE
        self.writable = writable
        self._anchor = folder / ANCHOR
        self._anchor_due = False
        self._lock: IO[bytes] | None = None
        self._db: sqlite3.Connection | None = None
        opened = False
        try:
            _refuse_pipes(folder)
            self._lock = _sole_writer(folder) if writable else None
            self.head = self._verified()
            if writable:
                self._db = _writing(self.path)
                create_anchor(self._anchor, self.head)
        except OSError as error:
            raise LogError(folder, f"the log cannot be opened: {error.strerror}; check the folder and its rights") from error
        except (sqlite3.Error, ValueError) as error:
            # ValueError: a message of SQLite about damaged text is itself no text.
            raise LogError(self.path, f"the database cannot be read: {error}; nothing was changed") from error
        else:
            opened = True
        finally:
            if not opened:
                self.close()
        self.pictures = Pictures(folder / "pictures")
        self.readings = Pictures(folder / "readings", ".json", "reading")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Ends writing; may be called twice."""
        if self._db is not None:
            with suppress(sqlite3.Error):
                self._db.close()
        if self._lock is not None:
            self._lock.close()
        self._db = self._lock = None

    def append(self, payloads: Sequence[str], by: str | Sequence[str], event_id: str | None = None) -> tuple[Record, ...]:
        """The entries, safely on the disk: all of them or none. `by` said all of them, or each one its own. The first takes `event_id`.

        Raises LogError when the disk is full, gone or read-only, or the id is taken; the log is then as it was before.
        """
        if self._anchor_due:
            self._write_anchor()
        records = self._chain(payloads, [by] * len(payloads) if isinstance(by, str) else by, event_id)
        db = self._connection()
        try:
            db.execute("BEGIN IMMEDIATE")
            db.executemany(f"INSERT INTO entry ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", [_row(record) for record in records])
            db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                db.execute("ROLLBACK")
            raise LogError(self.path, f"nothing was written: {error}; make room or check the disk, then try again") from error
        self.head = Head(records[-1].seq, records[-1].hash)
        # The entry is durable by now, so an anchor that fails must not refuse it; it refuses the next one instead.
        self._anchor_due = True
        with suppress(LogError):
            self._write_anchor()
        return records

    def records(self) -> Iterator[Record]:
        """Every entry, oldest first."""
        return (Record(*row) for row in self._connection().execute(f"SELECT {_COLUMNS} FROM entry ORDER BY seq").fetchall())

    def anchored(self) -> Head | None:
        """The head that the anchor tells now; None when it is gone. Raises OSError."""
        return read_anchor(self._anchor)

    def find(self, event_id: str) -> Record | None:
        """The entry with this id."""
        row = self._connection().execute(f"SELECT {_COLUMNS} FROM entry WHERE event_id = ?", (event_id,)).fetchone()
        return None if row is None else Record(*row)

    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise LogError(self.path, "the log is closed")
        return self._db

    def _chain(self, payloads: Sequence[str], by: Sequence[str], event_id: str | None) -> tuple[Record, ...]:
        if not payloads or not self.writable:
            raise LogError(self.path, "nothing to write" if self.writable else "the log was opened for reading only")
        records, head = [], self.head
        for payload, who in zip(payloads, by, strict=True):
            id_ = event_id if event_id is not None and head is self.head else uuid4().hex
            bare = Record(head.seq + 1, id_, head.hash, "", who, time.monotonic_ns(), datetime.now(UTC).isoformat(), payload)
            records.append(replace(bare, hash=bare.digest()))
            head = Head(bare.seq, records[-1].hash)
        return tuple(records)

    def _write_anchor(self) -> None:
        try:
            write_anchor(self._anchor, self.head)
        except OSError as error:
            raise LogError(self._anchor, f"the anchor cannot be written: {error.strerror}; check the disk", self.head.seq) from error
        self._anchor_due = False

    def _verified(self) -> Head:
        """The newest entry of a log that holds, or of a new one. Raises LogError, having changed nothing."""
        anchored = read_anchor(self._anchor)
        if not self.path.exists() or not self.path.stat().st_size:
            if anchored is not None and anchored.seq:
                raise LogError(self.path, f"the database is gone; {anchored.seq} entries were written", 1)
            if not self.writable:
                raise LogError(self.path, "there is no log here")
            create_anchor(self._anchor, Head())
            return Head()
        # Read-only first: closing a connection that may write would tidy away the write-ahead log of a damaged database.
        self._db = _reading(self.path)
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        half_made = not version and anchored == Head() and not self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if version != SCHEMA and not half_made:
            raise LogError(self.path, f"the log has schema {version}, this companion reads {SCHEMA}; use the companion that wrote it")
        head = Head() if half_made else self._verify(anchored)
        if self.writable:
            self._db.close()
            self._db = None
        return head

    def _verify(self, anchored: Head | None) -> Head:
        """The newest entry, once the whole chain holds and reaches the anchor. Raises LogError with the first bad entry."""
        head, seen = Head(), EMPTY_HASH
        for record in self.records():
            if record.seq != head.seq + 1:
                raise LogError(self.path, f"an entry is missing; the next one is {record.seq}", head.seq + 1)
            if record.prev_hash != head.hash or record.hash != record.digest():
                raise LogError(self.path, "it was changed after it was written", record.seq)
            head = Head(record.seq, record.hash)
            if anchored is not None and head.seq == anchored.seq:
                seen = head.hash
        if anchored is None:
            raise LogError(self._anchor, "the anchor is gone or damaged; without it a loss cannot be told", head.seq)
        if anchored.seq > head.seq:
            lost = anchored.seq - head.seq
            raise LogError(self.path, f"the last {lost} of {anchored.seq} entries are lost", head.seq + 1)
        if anchored.hash != seen:
            raise LogError(self.path, "it is not the entry that the anchor names", anchored.seq)
        self._integrity()
        return head

    def _integrity(self) -> None:
        faults = [row[0] for row in self._connection().execute("PRAGMA integrity_check(1)")]
        if faults != ["ok"]:
            raise LogError(self.path, f"the database is damaged: {faults[0].splitlines()[-1]}")


def set_aside(folder: Path) -> tuple[Path, ...]:
    """The files of a damaged log under new names, so that a new one can begin; nothing is deleted. Raises LogError.

    Only for a person who asked for it: pictures stay where they are, the old entries stay in the files that are returned.
    """
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")
    moved = []
    try:
        with _sole_writer(folder):
            for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", ANCHOR):
                if (folder / name).exists():
                    # The suffix goes in front: SQLite finds a write-ahead log by its database's whole name.
                    moved.append((folder / name).rename(folder / f"damaged-{stamp}-{name}"))
            sync_folder(folder)
    except OSError as error:
        raise LogError(folder, f"the log cannot be set aside: {error.strerror}") from error
    return tuple(moved)


def _refuse_pipes(folder: Path) -> None:
    """Nothing where the log's files are files. Raises LogError for a pipe or a device, which would keep us waiting for ever; OSError."""
    for name in (DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", ANCHOR, LOCK):
        if (folder / name).exists() and not (folder / name).is_file():
            raise LogError(folder / name, "is no plain file; move it away, or name another folder")


def _sole_writer(folder: Path) -> IO[bytes]:
    folder.mkdir(parents=True, exist_ok=True)
    lock = (folder / LOCK).open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise LogError(folder, "another companion writes this log; end it or choose another folder") from error
    return lock


def _reading(path: Path) -> sqlite3.Connection:
    """A connection that cannot write. Raises LogError, sqlite3.Error."""
    for how in ("mode=ro", "mode=ro&immutable=1"):
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False)
        try:
            db.execute("PRAGMA user_version").fetchone()
        except sqlite3.OperationalError as error:
            db.close()
            wal = path.with_name(f"{path.name}-wal")
            # On a read-only disk SQLite cannot share a write-ahead log; without one there is nothing to share.
            if "unable to open" not in str(error) or "immutable" in how:
                raise
            if wal.exists() and wal.stat().st_size:
                raise LogError(path, "it cannot be read where nothing can be written; copy its folder elsewhere") from error
        except BaseException:
            db.close()
            raise
        else:
            return db
    raise AssertionError("the second way returns or raises")


def _writing(path: Path) -> sqlite3.Connection:
    """The one connection that writes, made for power cuts; a new database gets its table. Raises sqlite3.Error, OSError."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL").fetchone()
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}").fetchone()
        if not db.execute("PRAGMA user_version").fetchone()[0]:
            db.execute("BEGIN IMMEDIATE")
            db.execute(_TABLE)
            db.execute(f"PRAGMA user_version = {SCHEMA}")
            db.execute("COMMIT")
        sync_folder(path.parent)
    except BaseException:
        db.close()
        raise
    return db


def _row(record: Record) -> tuple[int, str, str, str, str, int, str, str]:
    return (record.seq, record.event_id, record.prev_hash, record.hash, record.by, record.mono, record.wall, record.payload)
