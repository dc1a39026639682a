"""Server-sent events: what changed, as soon as it did, to pages (their parts as HTML) and to programs (JSON).

The id of each event is `<run>-<seq>-<version>`. Whoever comes back with it (`Last-Event-ID`) gets what was missed; an id of
another run of the program counts as none, so a page that outlived a restart is drawn afresh.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Mapping
from http import HTTPStatus
from secrets import token_hex
from threading import Lock

import msgspec
from flask import Response, request

from companion.numerals import whole
from companion.snapshot import Snapshot
from companion.web.pace import Say
from companion.web.problem import Problem
from companion.web.render import Renderer
from companion.web.settings import WebSettings
from companion.web.streams import KEEP, Streams
from companion.web.table import Table
from companion.web.texts import Texts

COME_BACK_S = 20
SAID_KEPT = 8
Memory = Mapping[str, str]
"""What a viewer was last sent: part -> HTML."""
NOTHING: Memory = {}


class Live:
    """The streams of one table."""

    def __init__(self, table: Table, renderer: Renderer, settings: WebSettings, texts: Texts) -> None:
        self.run = token_hex(4)
        self._table, self._renderer, self._texts = table, renderer, texts
        self.streams = Streams(table, settings.viewers, settings.keepalive_s)
        self._saying, self._said = Lock(), deque[tuple[Memory, Memory, str]](maxlen=SAID_KEPT)
        self._changed = (-1, -1, "")
        """The newest event of programs: behind which entry, up to which version."""

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

        return self._stream(parts, is_drawn=True)

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
            before, seen[0] = seen[0], snapshot.seq
            known = self._changed
            if known[:2] != (before, snapshot.version):
                self._changed = known = (before, snapshot.version, self._change(before, snapshot))
            return known[2]

        return self._stream(change, is_drawn=False)

    def _change(self, seen: int, snapshot: Snapshot) -> str:
        new = snapshot.behind(seen)
        body = {"schema": 1, "seq": snapshot.seq, "version": snapshot.version, "status": snapshot.status, "events": new}
        return _event("table", self.event_id(snapshot), msgspec.json.encode(body).decode())

    def _seq_of(self, last_id: str) -> int:
        run, _, rest = last_id.partition("-")
        seq = whole(rest.partition("-")[0])
        return seq if run == self.run and seq is not None else self._table.snapshot().seq

    def _stream(self, say: Say, *, is_drawn: bool) -> Response:
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(content_type="text/event-stream", headers=headers)
        body = self.streams.open(say, request.environ.get(KEEP), is_drawn=is_drawn)
        if body is None:
            raise Problem(HTTPStatus.SERVICE_UNAVAILABLE, self._texts("error.busy"), {"Retry-After": str(COME_BACK_S)})
        return Response(body, content_type="text/event-stream", headers=headers, direct_passthrough=True)


def _event(name: str, id: str, data: str) -> str:
    return f"id: {id}\nevent: {name}\ndata: {data}\n\n"
