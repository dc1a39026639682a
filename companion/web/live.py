"""Server-sent events: what changed, as soon as it did, to pages (their parts as HTML) and to programs (JSON).

The id of each event is `<run>-<seq>-<version>`. Whoever comes back with it (`Last-Event-ID`) gets what was missed; an id of
another run of the program counts as none, so a page that outlived a restart is drawn afresh.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from secrets import token_hex
from threading import BoundedSemaphore, Lock

import msgspec
from flask import Response, request

from companion.snapshot import Snapshot
from companion.web.problem import Problem
from companion.web.render import Renderer, is_same_but_for_the_picture
from companion.web.settings import WebSettings
from companion.web.table import Changes, Table
from companion.web.texts import Texts

RETRY_MS = 1_500
"""How long a browser waits before it connects again."""
CALM_S = 0.2
"""At most one change in this time goes to each viewer; the newest wins."""
PICTURE_S = 1.0
"""At most one new picture in this time, as long as nothing else happens."""
LISTEN_S = 0.25
"""A viewer that has gone gives its place back within this time."""
COME_BACK_S = 20
SAID_KEPT = 8
Memory = Mapping[str, str]
"""What a viewer was last sent: part -> HTML."""
NOTHING: Memory = {}


def spare_places(viewers: int) -> int:
    """For viewers that come back before it is noticed that they left."""
    return viewers // 8


class Live:
    """The streams of one table."""

    def __init__(self, table: Table, renderer: Renderer, settings: WebSettings, texts: Texts) -> None:
        self.run = token_hex(4)
        self._table, self._renderer, self._settings, self._texts = table, renderer, settings, texts
        self._places, self._counting, self.watching = BoundedSemaphore(settings.viewers + spare_places(settings.viewers)), Lock(), 0
        self._saying, self._said = Lock(), deque[tuple[Memory, Memory, str]](maxlen=SAID_KEPT)

    def event_id(self, snapshot: Snapshot) -> str:
        """The id of the event that brings a viewer up to `snapshot`."""
        return f"{self.run}-{snapshot.seq}-{snapshot.version}"

    def pages(self, last_id: str) -> Response:
        """The stream of a page: `parts` events, each a JSON object of the parts that differ from what it was sent before."""
        sent: list[Memory] = [NOTHING]
        if last_id == self.event_id(snapshot := self._table.snapshot()):
            sent[0] = self._renderer.parts(snapshot)

        def parts(snapshot: Snapshot) -> str:
            before, sent[0] = sent[0], self._renderer.parts(snapshot)
            return self._told_once(before, sent[0], lambda: self._parts(before, sent[0], snapshot))

        return self._stream(parts)

    def _parts(self, before: Memory, now: Memory, snapshot: Snapshot) -> str:
        changed = {name: html for name, html in now.items() if before.get(name) != html}
        body = {"game": snapshot.game, "seq": snapshot.seq, "version": snapshot.version, "now": time.time(), "parts": changed}
        return _event("parts", self.event_id(snapshot), json.dumps(body, ensure_ascii=False))

    def _told_once(self, before: Memory, now: Memory, say: Callable[[], str]) -> str:
        """What leads from one state of a page to another is the same for every viewer; it is put into words once."""
        with self._saying:
            for known in self._said:
                if known[0] is before and known[1] is now:
                    return known[2]
            text = say()
            self._said.append((before, now, text))
            return text

    def programs(self, last_id: str) -> Response:
        """The stream of a program: `table` events with the new entries of the log and where it stands."""
        seen = [self._seq_of(last_id)]

        def change(snapshot: Snapshot) -> str:
            new = snapshot.behind(seen[0])
            seen[0] = snapshot.seq
            body = {"schema": 1, "seq": snapshot.seq, "version": snapshot.version, "status": snapshot.status, "events": new}
            return _event("table", self.event_id(snapshot), msgspec.json.encode(body).decode())

        return self._stream(change)

    def _seq_of(self, last_id: str) -> int:
        run, _, rest = last_id.partition("-")
        seq = rest.partition("-")[0]
        return int(seq) if run == self.run and seq.isdecimal() else self._table.snapshot().seq

    def _stream(self, say: Callable[[Snapshot], str]) -> Response:
        if not self._places.acquire(blocking=False):
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, self._texts("error.busy"), {"Retry-After": str(COME_BACK_S)})
        has_gone = request.environ.get("waitress.client_disconnected", lambda: False)
        viewer = _Viewer(self._until_gone(say, has_gone), self._leave)
        self._count(1)
        return Response(viewer, content_type="text/event-stream", headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})

    def _leave(self) -> None:
        self._count(-1)
        self._places.release()

    def _count(self, more: int) -> None:
        with self._counting:
            self.watching += more

    def _until_gone(self, say: Callable[[Snapshot], str], has_gone: Callable[[], bool]) -> Iterator[str]:
        yield f"retry: {RETRY_MS}\n\n"
        with self._table.subscribe() as changes:
            sent = self._table.snapshot()
            text, spoke = say(sent), time.monotonic()
            yield text
            while not changes.is_closed and not has_gone():
                snapshot = changes.wait(min(LISTEN_S, self._settings.keepalive_s))
                if snapshot is None and time.monotonic() - spoke >= self._settings.keepalive_s:
                    spoke = time.monotonic()
                    yield f"event: tick\ndata: {time.time():.3f}\n\n"
                elif snapshot is not None and snapshot.version != sent.version:
                    sent = _calm(changes, snapshot, sent, spoke)
                    text, spoke = say(sent), time.monotonic()
                    yield text


def _calm(changes: Changes, snapshot: Snapshot, sent: Snapshot, spoke: float) -> Snapshot:
    """The newest snapshot, at once after a rest; a moment after the last one went out, a longer moment while only the picture changes."""
    while is_same_but_for_the_picture(sent, snapshot) and (left := spoke + PICTURE_S - time.monotonic()) > 0:
        snapshot = changes.wait(left) or snapshot
    if (left := spoke + CALM_S - time.monotonic()) > 0:
        time.sleep(left)
        snapshot = changes.wait(0) or snapshot
    return snapshot


class _Viewer:
    """The body of a stream. `close` is called by the server when its reader is gone, even one that never read a byte."""

    def __init__(self, body: Iterator[str], leave: Callable[[], None]) -> None:
        self._body, self._leave, self._open = body, leave, True

    def __iter__(self) -> Iterator[str]:
        return self._body

    def close(self) -> None:
        if self._open:
            self._open = False
            getattr(self._body, "close", lambda: None)()
            self._leave()


def _event(name: str, id: str, data: str) -> str:
    return f"id: {id}\nevent: {name}\ndata: {data}\n\n"
