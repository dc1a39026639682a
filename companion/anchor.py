"""The newest entry's number and hash, kept outside the database: SQLite cannot tell that it lost the end of its own log.

A single flipped bit in a write-ahead log drops every commit behind it, and `PRAGMA integrity_check` still says ok. So the
head of the chain is written a second time, into two slots of a small file that are overwritten in turn and synced: a power
cut tears at most the slot being written, and the other one still names the entry before.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

SLOT_BYTES = 512
"""One sector: the unit in which disks tear."""
EMPTY_HASH = "0" * 64
"""The hash before the first entry."""


@dataclass(frozen=True, slots=True)
class Head:
    """The newest entry of a log."""

    seq: int = 0
    hash: str = EMPTY_HASH


def read_anchor(path: Path) -> Head | None:
    """The newest head that the file still tells; None without a file or without a whole slot. Raises OSError."""
    if not path.exists():
        return None
    found = path.read_bytes()
    heads = [_unpack(found[:SLOT_BYTES]), _unpack(found[SLOT_BYTES : 2 * SLOT_BYTES])]
    return max((head for head in heads if head is not None), key=lambda head: head.seq, default=None)


def create_anchor(path: Path, head: Head) -> None:
    """Both slots, synced, and the folder's entry too: from here on writing needs no new space. Raises OSError."""
    part = path.with_suffix(".part")
    write_synced(part, _pack(head) * 2)
    part.replace(path)
    sync_folder(path.parent)


def write_anchor(path: Path, head: Head) -> None:
    """The slot whose turn it is, synced. Raises OSError."""
    fd = os.open(path, os.O_WRONLY)
    try:
        os.pwrite(fd, _pack(head), (head.seq % 2) * SLOT_BYTES)
        os.fsync(fd)
    finally:
        os.close(fd)


def write_synced(path: Path, content: bytes) -> None:
    """A file whose bytes are on the disk when this returns; nothing is left behind when it fails. Raises OSError."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        try:
            view = memoryview(content)
            while view:
                view = view[os.write(fd, view) :]
            os.fsync(fd)
        finally:
            os.close(fd)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """The folder's own entries on the disk: a renamed file is only there after this. Raises OSError."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def _pack(head: Head) -> bytes:
    text = f"{head.seq} {head.hash}"
    return f"{text} {_check(text)}\n".encode().ljust(SLOT_BYTES, b" ")


def _unpack(slot: bytes) -> Head | None:
    try:
        seq, hash_, check = slot.decode("ascii").split()
    except ValueError:
        return None
    return Head(int(seq), hash_) if check == _check(f"{seq} {hash_}") else None


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
