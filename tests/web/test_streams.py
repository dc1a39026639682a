"""Many viewers over real sockets: none costs a thread, none waits for another, each gives its place back."""

import http.client
import json
import socket
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.session import Session
from companion.snapshot import Snapshot, Source
from companion.web.app import create_app
from companion.web.pace import BURST, CALM_S, Viewer
from companion.web.serve import STREAM_THREADS, THREADS, Server
from companion.web.settings import WebSettings
from companion.web.streams import PATIENCE_S, Streams

MANY = 3 * (THREADS + STREAM_THREADS)


@pytest.fixture
def port(session: Session) -> Iterator[int]:
    server = Server(create_app(session, WebSettings(viewers=MANY, keepalive_s=0.2)), "127.0.0.1", 0)
    serving = threading.Thread(target=server.run)
    serving.start()
    yield server.port
    session.close()
    server.close()
    serving.join(10)
    assert not serving.is_alive()


class Watching:
    """An open stream."""

    def __init__(self, port: int, path: str = "/live", more: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n{more}".encode())
        self.answer = http.client.HTTPResponse(self.socket)
        self.answer.begin()

    def next(self) -> dict[str, Any]:
        line = next(line for line in iter(self.answer.readline, b"") if line.startswith(b"data: {"))
        said: dict[str, Any] = json.loads(line[6:])
        return said

    def close(self) -> None:
        self.answer.close()
        self.socket.close()


def health(port: int) -> dict[str, Any]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    asked.request("GET", "/health")
    said: dict[str, Any] = json.loads(asked.getresponse().read())
    asked.close()
    return said


def soon(is_so: Callable[[], bool]) -> bool:
    until = time.monotonic() + 10
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()


def test_more_viewers_than_threads_hear_of_every_entry_and_nobody_waits(port: int, session: Session) -> None:
    before = set(threading.enumerate())
    viewers = [Watching(port, "/live" if number % 2 else "/api/v1/stream") for number in range(MANY)]
    for viewer in viewers:
        viewer.next()
    assert health(port)["viewers"] == MANY
    new = set(threading.enumerate()) - before
    assert [thread.name for thread in new] == ["streams"], "one thread for all"
    seq = session.act("P1 pass", Source.PAGE).seq
    assert [viewer.next()["seq"] for viewer in viewers] == [seq] * MANY
    for viewer in viewers:
        viewer.close()
    assert soon(lambda: health(port)["viewers"] == 0), "every place is free again"
    assert soon(lambda: not any(thread.is_alive() for thread in new)), "which ends when nobody watches any more"
    late = Watching(port)
    assert late.next()["seq"] == seq
    assert late.answer.readline() == b"\n" and late.answer.readline() == b"event: tick\n"
    late.close()


def test_what_a_viewer_has_read_is_not_kept(port: int, session: Session) -> None:
    """Neither in memory nor on the disk, however long somebody watches."""
    viewer, sent = Watching(port), 0
    viewer.next()
    tracemalloc.start()
    for turn in range(24):
        session.undo(Source.PAGE) if turn % 2 else session.act("P1 pass", Source.PAGE)
        sent += len(json.dumps(viewer.next()))
    held = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, "*/waitress/*")])
    tracemalloc.stop()
    viewer.close()
    assert sum(each.size for each in held.statistics("filename")) < sent / 5


def test_a_stream_ends_in_good_order_with_the_session(port: int, session: Session) -> None:
    viewer = Watching(port)
    viewer.next()
    session.close()
    assert b"parts" not in viewer.answer.read(), "the last chunk came, else this raises IncompleteRead"
    viewer.close()


def test_nothing_that_is_sent_behind_the_request_is_answered_into_the_stream(port: int, session: Session) -> None:
    viewer = Watching(port, more="GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    viewer.next()
    viewer.socket.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
    time.sleep(0.1)
    assert viewer.answer.readline() == b"\n"
    session.act("P1 pass", Source.PAGE)
    assert "turn" in viewer.next()["parts"]
    viewer.close()
    assert soon(lambda: health(port)["viewers"] == 0)


def test_who_only_asks_for_the_head_takes_no_place(port: int) -> None:
    for _ in range(2 * MANY):
        asked = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        asked.request("HEAD", "/live")
        assert asked.getresponse().status == 200
        asked.close()
    assert health(port)["viewers"] == 0


class Paper:
    """A line that is written down."""

    def __init__(self) -> None:
        self.is_gone = self.is_behind = self.is_dropped = False
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def end(self) -> None:
        self.is_gone = True

    def drop(self) -> None:
        self.is_dropped = self.is_gone = True


def opened(streams: Streams, say: Callable[[Snapshot], str]) -> Paper:
    """A viewer that was told the beginning."""
    line = Paper()
    body = streams.open(say, lambda gone: line, is_drawn=False)
    assert body is not None and len(list(body)) == 2
    return line


def test_who_does_not_read_is_told_nothing_more_and_hung_up_on_in_the_end(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    streams = Streams(session, 2, 60.0)
    slow, quick = (opened(streams, lambda snapshot: f"{snapshot.seq}") for _ in range(2))
    slow.is_behind = True
    seq = session.act("P1 pass", Source.PAGE).seq
    assert soon(lambda: quick.written == [b"%d" % seq]) and not slow.written
    slow.is_behind = False
    assert soon(lambda: slow.written == [b"%d" % seq]), "it goes on with the newest once it has read"
    slow.is_behind = True
    monkeypatch.setattr("companion.web.streams.PATIENCE_S", -PATIENCE_S)
    assert soon(lambda: slow.is_dropped) and not quick.is_dropped
    quick.is_gone = True


def test_a_fault_in_one_page_ends_that_page_only(session: Session) -> None:
    streams = Streams(session, 2, 60.0)
    began = session.snapshot().seq

    def faulty(snapshot: Snapshot) -> str:
        return str(1 // (began + 1 - snapshot.seq))

    bad, good = opened(streams, faulty), opened(streams, lambda snapshot: f"{snapshot.seq}")
    session.act("P1 pass", Source.PAGE)
    assert soon(lambda: bool(good.written)) and bad.is_dropped and not good.is_dropped
    good.is_gone = True


def test_a_few_changes_go_out_at_once_and_a_flood_calmly(session: Session) -> None:
    snapshots = [session.snapshot(), *(session.act(f"P{seat} pass", Source.PAGE) for seat in (1, 2, 3)), session.undo(Source.PAGE)]
    snapshots += [session.redo(Source.PAGE), session.undo(Source.PAGE)]
    viewer = Viewer(lambda snapshot: f"{snapshot.seq}", 5.0, snapshots[0], 100.0)
    told = [viewer.text(snapshot, 100.01) for snapshot in snapshots[1:]]
    assert [text is not None for text in told] == [True] * int(BURST) + [False] * 3
    newest = snapshots[-1]
    assert viewer.due(newest) == pytest.approx(100.01 + CALM_S, abs=0.011)
    assert viewer.text(newest, 100.02 + CALM_S) == f"{newest.seq}"
    assert viewer.text(newest, 101.0) is None
    assert (viewer.text(newest, 105.5) or "").startswith("event: tick")
