"""The evidence bundle: what happened at a table, or about one entry of its log, in one ZIP that anybody can check offline.

    manifest.json   game, players, head of the chain, anchor, every other file with its SHA-256
    seal.txt        SHA-256 of manifest.json: what people may note down or photograph
    report.txt      the log in words, for people
    log.txt         one entry a line: its hash, then the JSON list that it is the SHA-256 of; each names the hash before
    box.json        pieces, options and tables that the log's first entry names by hash
    clauses.json    the rulebook in our own words, each clause with its source
    explanation.json  for a questioned entry: what the rules say of it
    readings/, pictures/  named by their own SHA-256, as the log's entries name them

The log holds what everybody at the table could see; hands and secret characters never enter it, so none is in here.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Protocol

import msgspec

from companion.anchor import Head
from companion.archive import pack as zipped
from companion.disputes import pictures_about
from companion.evening import decisive
from companion.events import Acted, Asked, Entry, Event, Opened
from companion.game import CompanionError, Json, Pack
from companion.pictures import PictureError
from companion.store import Record
from companion.telling import words_for

SCHEMA = 1
KIND = "table-companion evidence"


class EvidenceError(CompanionError):
    """No bundle can be made; the message says why."""


class Witness(Protocol):
    """What a bundle is made of. `companion.session.Session` is one."""

    @property
    def pack(self) -> Pack:
        """The box that is played."""

    def entries(self) -> tuple[Entry, ...]:
        """The whole log."""

    def records(self) -> tuple[tuple[Record, ...], Head | None]:
        """The log as it lies on the disk, and its anchor."""

    def picture(self, sha: str) -> bytes:
        """A picture's bytes."""

    def reading(self, sha: str) -> bytes:
        """What was read in a picture."""


def bundle(witness: Witness, about: int | None = None, explanation: Json = None) -> bytes:
    """The bundle of the whole evening, or of one entry with the pictures around it. Raises EvidenceError, LogError.

    The same log gives the same bytes.
    """
    records, anchor = witness.records()
    entries = witness.entries()[: len(records)]
    if about is not None and not 0 < about <= len(entries):
        raise EvidenceError(f"there is no entry {about}; the log has {len(entries)}")
    named = proofs(entry.event for entry in entries)
    wanted = named if about is None else _around(entries, about)
    files = {
        "report.txt": report(entry.event for entry in entries).encode(),
        "log.txt": "".join(f"{record.hash} {record.line()}\n" for record in records).encode(),
        "box.json": decisive(witness.pack),
        "clauses.json": msgspec.json.format(msgspec.json.encode(list(witness.pack.clauses.values())), indent=1),
    }
    if explanation is not None:
        files["explanation.json"] = msgspec.json.format(msgspec.json.encode(explanation), indent=1)
    kept = _kept(witness, wanted)
    files |= {name: kept[name] for name in sorted(kept)}
    left_out = sorted({path for proof in named for path in paths(proof)} - kept.keys())
    head: dict[str, Json] = {"seq": records[-1].seq, "hash": records[-1].hash, "wall": records[-1].wall}
    opened = entries[0].event
    facts: dict[str, Json] = {
        "kind": KIND,
        "schema": SCHEMA,
        "game": witness.pack.title,
        "players": list(opened.players) if isinstance(opened, Opened) else [],
        "about": about,
        "head": head,
        "anchor": None if anchor is None else {"seq": anchor.seq, "hash": anchor.hash},
        "left_out": list(left_out),
    }
    return sealed(facts, files)


def sealed(facts: Mapping[str, Json], files: Mapping[str, bytes]) -> bytes:
    """The ZIP of these files, with their manifest and its seal in front."""
    listed: list[Json] = [{"path": path, "bytes": len(content), "sha256": sha256(content)} for path, content in files.items()]
    manifest = (json.dumps({**facts, "files": listed}, ensure_ascii=False, indent=1) + "\n").encode()
    return zipped({"manifest.json": manifest, "seal.txt": f"{sha256(manifest)}\n".encode(), **files})


def sha256(content: bytes) -> str:
    """In hex."""
    return hashlib.sha256(content).hexdigest()


def report(events: Iterable[Event]) -> str:
    """The log in words: one entry a line, for people. What it says follows from the log alone."""
    lines = []
    players: tuple[str, ...] = ()
    for seq, event in enumerate(events, 1):
        if isinstance(event, Opened):
            players = event.players
            options = ", ".join(f"{name}={value}" for name, value in event.options.items())
            lines.append(f"{event.game}: {', '.join(players)}. {options}".rstrip())
        seat = getattr(event, "seat", None)
        who = f"{players[seat]} " if isinstance(seat, int) and seat < len(players) else ""
        lines.append(f"{seq:4}  {who}{words_for(event)}")
    return "\n".join(lines) + "\n"


def proofs(events: Iterable[Event]) -> frozenset[tuple[str | None, str | None]]:
    """Picture and reading of every event that names them."""
    return frozenset((event.picture, event.reading) for event in events if isinstance(event, Acted | Asked) and event.picture)


def paths(proof: tuple[str | None, str | None]) -> tuple[str, ...]:
    """Where a picture and its reading stand in the bundle."""
    picture, reading = proof
    return (*((f"pictures/{picture}.jpg",) if picture else ()), *((f"readings/{reading}.json",) if reading else ()))


def _around(entries: tuple[Entry, ...], about: int) -> frozenset[tuple[str | None, str | None]]:
    """The pictures before and after an entry; for a question, its own."""
    event = entries[about - 1].event
    own = {(event.picture, event.reading)} if isinstance(event, Asked) and event.picture else set()
    return frozenset(own | {proof for proof in pictures_about(entries, about) if proof is not None})


def _kept(witness: Witness, wanted: Iterable[tuple[str | None, str | None]]) -> dict[str, bytes]:
    """The files of these proofs; one that is no longer on the disk is left out, and the manifest says so."""
    found = {}
    for proof in wanted:
        for path in paths(proof):
            sha = path.partition("/")[2].partition(".")[0]
            try:
                found[path] = witness.picture(sha) if path.startswith("pictures/") else witness.reading(sha)
            except PictureError:
                continue
    return found
