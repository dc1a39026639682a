"""Every live page of a table from one thread: whoever watches costs an open socket, and no thread of its own."""

import logging
from collections.abc import Callable, Iterator
from functools import partial
from threading import Lock, Thread
from time import monotonic
from typing import Protocol

from companion.snapshot import Snapshot
from companion.web.pace import Say, Viewer
from companion.web.table import Table

log = logging.getLogger(__name__)

RETRY_MS = 1_500
"""How long a browser waits before it connects again."""
LISTEN_S = 0.25
"""A viewer that has gone, or reads again what it was behind with, is noticed within this time."""
PATIENCE_S = 30.0
"""Who has not read what was sent so long ago is hung up on; a browser comes back by itself."""


class Line(Protocol):
    """An answer that stays open; `companion.web.serve` makes one of a connection."""

    @property
    def is_gone(self) -> bool:
        """Whether the reader has hung up."""

    @property
    def is_behind(self) -> bool:
        """Whether something that was written is still on its way."""

    def write(self, data: bytes) -> None:
        """Sends, at once and without waiting; nothing once the reader has gone."""

    def end(self) -> None:
        """Ends the answer in good order."""

    def drop(self) -> None:
        """Hangs up."""


Keep = Callable[[Callable[[], None]], Line]
"""Keeps the connection of a request open; calls what it is given once the reader has gone."""
Begin = Callable[[], Viewer]
PATHS = frozenset({"/live", "/api/v1/stream"})
"""Where streams are asked for."""
KEEP = "companion.keep"
"""Where a server that can do so puts its Keep into a request's environment."""


class Place:
    """One of the places that there are to watch from. It is given back once."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release, self._leaving, self._is_left = release, Lock(), False
        self.is_kept = False
        """Whether it is given back when the reader hangs up, and no longer when its answer's body is closed."""

    def leave(self) -> None:
        """Gives it back."""
        with self._leaving:
            is_left, self._is_left = self._is_left, True
        if not is_left:
            self._release()


class Body:
    """What a server sends of a stream by itself. It calls `close` when it is done, even when nobody ever read a byte."""

    def __init__(self, chunks: Iterator[bytes], place: Place) -> None:
        self._chunks, self._place = chunks, place

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def close(self) -> None:
        """Ends it; the place stays taken while the connection is kept."""
        getattr(self._chunks, "close", lambda: None)()
        if not self._place.is_kept:
            self._place.leave()


class Streams:
    """Everybody who watches one table."""

    def __init__(self, table: Table, viewers: int, keepalive_s: float) -> None:
        """Places for so many at once, and some more for those that come back before it is noticed that they left."""
        self._table, self._keepalive_s, self._lock = table, keepalive_s, Lock()
        self._most = viewers + viewers // 8
        self._counting, self.watching = Lock(), 0
        self._viewers: dict[Line, Viewer] = {}
        self._thread: Thread | None = None

    def open(self, say: Say, keep: Keep | None, *, is_drawn: bool) -> Body | None:
        """A new viewer's stream, on its own connection where the server can keep it; None when every place is taken."""
        with self._counting:
            if self.watching >= self._most:
                return None
            self.watching += 1
        place = Place(self._release)
        begin = partial(self._begin, say, is_drawn)
        return Body(self._on_its_thread(begin) if keep is None else self._kept(begin, keep, place), place)

    def _release(self) -> None:
        with self._counting:
            self.watching -= 1

    def _begin(self, say: Say, is_drawn: bool) -> Viewer:
        return Viewer(say, self._keepalive_s, self._table.snapshot(), monotonic(), is_drawn=is_drawn)

    def _kept(self, begin: Begin, keep: Keep, place: Place) -> Iterator[bytes]:
        """The beginning; all that follows comes from the thread of all streams."""
        yield f"retry: {RETRY_MS}\n\n".encode()
        viewer = begin()
        yield viewer.first.encode()
        place.is_kept = True
        self._add(keep(place.leave), viewer)

    def _on_its_thread(self, begin: Begin) -> Iterator[bytes]:
        """All of it, from a server that gives a thread to each answer."""
        yield f"retry: {RETRY_MS}\n\n".encode()
        with self._table.subscribe() as changes:
            viewer = begin()
            yield viewer.first.encode()
            snapshot = self._table.snapshot()
            while not changes.is_closed:
                if (text := viewer.text(snapshot, monotonic())) is not None:
                    yield text.encode()
                pause_s = max(0.0, min(LISTEN_S, viewer.due(snapshot) - monotonic()))
                snapshot = changes.wait(pause_s) or snapshot

    def _add(self, line: Line, viewer: Viewer) -> None:
        """One more, whose first event is on its way; what has happened meanwhile is sent at once."""
        with self._lock:
            self._viewers[line] = viewer
            self._tell(line, viewer, self._table.snapshot())
            if self._thread is None:
                self._thread = Thread(target=self._run, daemon=True, name="streams")
                self._thread.start()

    def _run(self) -> None:
        """Until nobody watches any more, or the table is closed."""
        with self._table.subscribe() as changes:
            snapshot = self._table.snapshot()
            while not changes.is_closed:
                with self._lock:
                    pause_s = self._tell_all(snapshot)
                    if not self._viewers:
                        self._thread = None
                        return
                snapshot = changes.wait(pause_s) or snapshot
        with self._lock:
            for line in self._viewers:
                line.end()
            self._viewers, self._thread = {}, None

    def _tell_all(self, snapshot: Snapshot) -> float:
        """Seconds until somebody has to be told something again."""
        self._viewers = {line: viewer for line, viewer in self._viewers.items() if not line.is_gone}
        # Programs first: their event is made in no time, a page's is drawn.
        for line, viewer in sorted(self._viewers.items(), key=lambda each: each[1].is_drawn):
            self._tell(line, viewer, snapshot)
        now = monotonic()
        dues = (viewer.due(snapshot) - now for line, viewer in self._viewers.items() if not line.is_behind)
        return max(0.0, min(LISTEN_S, min(dues, default=LISTEN_S)))

    def _tell(self, line: Line, viewer: Viewer, snapshot: Snapshot) -> None:
        now = monotonic()
        if line.is_behind:
            if now - viewer.spoke > PATIENCE_S:
                line.drop()
            return
        try:
            text = viewer.text(snapshot, now)
        except Exception:  # a fault in one page's drawing must not end the others' streams
            log.exception("a live page could not be drawn")
            line.drop()
            return
        if text is not None:
            line.write(text.encode())
