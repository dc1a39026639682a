"""The log as people read it: entries and what stands of them -> lines for a page. Pure."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.events import Acted, Answered, Asked, Corrected, Disputed, Entry, Event, Opened, Redone, Ruled, Undone, Withdrawn
from companion.fold import Stand
from companion.snapshot import Source, Standing, Told, Verdict

HOW = {
    Source.CAMERA: "seen by the camera",
    Source.PAGE: "typed on a page",
    Source.BUTTON: "by a button",
    Source.PROGRAM: "by a program",
}


def tell_log(entries: Iterable[Entry], stands: Iterable[Stand[Any]], standing: Iterable[Entry]) -> tuple[Told, ...]:
    """Every entry but questions and their answers, oldest first; `standing` are the steps that stand."""
    now = {stand.line.seq: stand for stand in stands}
    kept = {entry.seq for entry in standing}
    return tuple(_told(entry, now, kept) for entry in entries if not isinstance(entry.event, Asked | Answered | Withdrawn))


def told_since(
    told: tuple[Told, ...], seq: int, entries: Sequence[Entry], stands: Sequence[Stand[Any]], standing: Sequence[Entry]
) -> tuple[Told, ...]:
    """`told` of a log that has changed from entry `seq` on, told anew from there."""
    here = bisect_left(told, seq, key=lambda each: each.seq)
    stood = bisect_left(stands, seq, key=lambda each: each.line.seq)
    step = bisect_left(standing, seq, key=lambda each: each.seq)
    return (*told[:here], *tell_log(entries[seq - 1 :], stands[stood:], standing[step:]))


def subject(told: Told, players: tuple[str, ...]) -> str:
    """A told entry with its subject and how it came: "Ines played 4 Breakfasts (seen by the camera, entry 12)"."""
    who = "the table" if told.seat is None else players[told.seat]
    return f"{who} {told.text.rstrip('.')} ({HOW[told.by]}, entry {told.seq})"


def words_for(event: Event) -> str:
    """An event as a sentence without its subject."""
    match event:
        case Acted(said=said):
            return said
        case Opened():
            return "opened the table"
        case Undone(said=said):
            return f"took back: {said}"
        case Redone(said=said):
            return f"brought back: {said}"
        case Corrected(seq, _, said):
            return f"corrected entry {seq}: {said}"
        case Ruled():
            return _ruled(event)
        case Disputed(about, claim):
            return f"questioned entry {about}" + (f": {claim}" if claim else "")
        case Asked(text):
            return f"asked: {text}"
        case Answered(question):
            return f"answered question {question}"
        case Withdrawn(question):
            return f"withdrew question {question}"


def _ruled(event: Ruled) -> str:
    says = {Verdict.UPHELD: f"upheld entry {event.about}", Verdict.OVERRULED: f"overruled entry {event.about}", Verdict.HOUSE: "house rule"}
    return ": ".join(part for part in (says.get(Verdict(event.verdict)) if event.verdict else "ruled", event.text) if part)


def _told(entry: Entry, now: Mapping[int, Stand[Any]], kept: set[int]) -> Told:
    event = entry.event
    if isinstance(event, Acted):
        return _acted(entry, event, now.get(entry.seq))
    struck = isinstance(event, Corrected | Ruled) and entry.seq not in kept
    seat = event.seat if isinstance(event, Disputed) else None
    return Told(entry.seq, entry.at, entry.by, seat, words_for(event), "", Standing.UNDONE if struck else Standing.STANDS)


def _acted(entry: Entry, event: Acted, stand: Stand[Any] | None) -> Told:
    if stand is None:
        return Told(entry.seq, entry.at, entry.by, event.seat, event.said, event.action, Standing.UNDONE, picture=event.picture)
    standing = Standing.CORRECTED if stand.line.was else Standing.STANDS
    was = event.said if stand.line.was else ""
    return Told(entry.seq, entry.at, entry.by, stand.seat, stand.said, stand.line.action, standing, was, event.picture)
