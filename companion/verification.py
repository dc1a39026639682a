"""Is a bundle untouched? Everything that does not fit is a line. Pure; needs no game, no log and no network.

What a bundle cannot prove by itself: that nobody wrote a whole new one. For that, compare its seal, or the head of its log, with
what somebody noted or photographed at the table; every page shows the head.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from companion.anchor import EMPTY_HASH
from companion.archive import ArchiveError, first_difference, unpack
from companion.events import Event, EventError, Opened, decode
from companion.evidence import KIND, SCHEMA, paths, proofs, report, sha256

FIELDS = 7
"""seq, id, hash before, by, monotonic clock, wall clock, payload."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found."""

    faults: tuple[str, ...]
    """One line each, empty for a bundle that is as it was made."""
    seal: str = ""
    """SHA-256 of the manifest."""
    head: str = ""
    """Hash of the log's newest entry."""
    entries: int = 0
    left_out: int = 0
    """Pictures and readings that the log names and the bundle does not hold, as its manifest says."""

    @property
    def is_untouched(self) -> bool:
        """Whether there was no fault."""
        return not self.faults


def check(archive: bytes, head: str = "", seal: str = "") -> Checked:
    """Every fault of a bundle; `head` and `seal` are what somebody noted. Raises ArchiveError for what is no bundle at all."""
    if not archive.startswith(b"PK"):
        raise ArchiveError("this is no evidence bundle: it is no ZIP")
    try:
        files = unpack(archive)
    except ArchiveError as error:
        return Checked((str(error),))
    manifest = _manifest(files)
    if isinstance(manifest, str):
        return Checked((manifest,))
    found = _Log(files.get("log.txt", b""))
    faults = [*_files(files, manifest), *found.faults, *_ends(manifest, found), *_proofs(files, manifest, found), *_words(files, found)]
    if head and head != found.head:
        faults.append(f"log.txt: ends with {found.head}, not with the head {head[:80]!r} that was noted")
    own = sha256(files["manifest.json"])
    if seal and seal != own:
        faults.append(f"manifest.json: its seal is {own}, not {seal[:80]!r} that was noted")
    if not faults and (at := first_difference(archive, files)) is not None:
        faults.append(f"byte {at} is not as this program writes it")
    left_out = manifest.get("left_out")
    return Checked(tuple(faults), own, found.head, len(found.events), len(left_out) if isinstance(left_out, list) else 0)


def _manifest(files: dict[str, bytes]) -> dict[str, Any] | str:
    try:
        manifest = json.loads(files["manifest.json"])
        is_ours = manifest["kind"] == KIND and manifest["schema"] == SCHEMA
        listed = [(str(each["path"]), int(each["bytes"]), str(each["sha256"])) for each in manifest["files"]]
    except KeyError as missing:
        return f"manifest.json: {missing.args[0]} is missing"
    except (ValueError, TypeError, RecursionError):
        return "manifest.json: it cannot be read"
    return {**manifest, "files": listed} if is_ours else f"manifest.json: no {KIND} of schema {SCHEMA}"


def _files(files: dict[str, bytes], manifest: dict[str, Any]) -> Iterator[str]:
    if files.get("seal.txt", b"").decode("ascii", "replace") != f"{sha256(files['manifest.json'])}\n":
        yield "manifest.json: it was changed; seal.txt names another SHA-256"
    listed = {path: (size, digest) for path, size, digest in manifest["files"]}
    for path, (size, digest) in listed.items():
        if path not in files:
            yield f"{path}: it is missing"
        elif len(files[path]) != size or sha256(files[path]) != digest:
            yield f"{path}: it was changed; its SHA-256 is not the manifest's"
    for path in files.keys() - listed.keys() - {"manifest.json", "seal.txt"}:
        yield f"{path}: it was added; the manifest does not name it"
    order = ["manifest.json", "seal.txt", *listed]
    if [path for path in files if path in order] != [path for path in order if path in files]:
        yield "the files are not in the manifest's order"


class _Log:
    """The chain read entry by entry."""

    def __init__(self, content: bytes) -> None:
        self.faults: list[str] = []
        self.events: list[Event] = []
        self.head = EMPTY_HASH
        self.wall = ""
        lines = content.split(b"\n")
        if lines.pop():
            self.faults.append("log.txt: its last line is cut short")
        for number, each in enumerate(lines, 1):
            if fault := self._entry(number, each):
                self.faults.append(f"log.txt: entry {number}: {fault}")

    def _entry(self, number: int, each: bytes) -> str:
        digest, _, text = each.partition(b" ")
        before, self.head = self.head, digest.decode("ascii", "replace")
        try:
            seq, _id, prev, _by, _mono, self.wall, payload = json.loads(text)
            self.events.append(decode(payload))
        except (ValueError, TypeError, RecursionError, EventError):
            return "it cannot be read"
        if sha256(text) != self.head:
            return "it was changed after it was written"
        if seq != number:
            return f"it says that it is entry {seq}: one is missing, added or in another place"
        return "" if prev == before else "it does not follow the entry before it"


def _ends(manifest: dict[str, Any], log: _Log) -> Iterator[str]:
    """The log has to end where manifest and anchor say."""
    newest = {"seq": len(log.events), "hash": log.head}
    if manifest.get("head") != {**newest, "wall": log.wall}:
        yield "log.txt: it does not end with the entry that the manifest names"
    if manifest.get("anchor") is None:
        yield "manifest.json: there was no anchor; a loss at the log's end cannot be told"
    elif manifest["anchor"] != newest:
        yield f"log.txt: the anchor names entry {_at(manifest['anchor'])} as the newest, the log ends at {newest['seq']}"


def _at(anchor: object) -> object:
    return anchor.get("seq") if isinstance(anchor, dict) else None


def _proofs(files: dict[str, bytes], manifest: dict[str, Any], log: _Log) -> Iterator[str]:
    """Pictures and readings are those that the log names, each under its own SHA-256; what is left out is told."""
    named = {path for proof in proofs(log.events) for path in paths(proof)}
    held = {path for path in files if path.startswith(("pictures/", "readings/"))}
    for path in sorted(held):
        if path not in named:
            yield f"{path}: no entry of the log names it"
        elif path.partition("/")[2].partition(".")[0] != sha256(files[path]):
            yield f"{path}: it was changed; it is not what its name says"
    if manifest.get("left_out") != sorted(named - held):
        yield "manifest.json: what it says is left out is not what is"


def _words(files: dict[str, bytes], log: _Log) -> Iterator[str]:
    """What is said of the log follows from it."""
    opened = log.events[0] if log.events else None
    if not isinstance(opened, Opened):
        yield "log.txt: it does not begin with the opening of a table"
    elif sha256(files.get("box.json", b"")) != opened.pack_hash:
        yield "box.json: it is not the box that the log names"
    if not log.faults and files.get("report.txt") != report(log.events).encode():
        yield "report.txt: it does not say what the log says"
