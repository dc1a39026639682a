"""Connections of waitress that stay open after their request was answered, and hold no thread.

waitress gives a thread to every answer until its last byte. Here an application may keep the connection instead (`streams.KEEP` in the
request's environment): the thread goes on to other requests, and whoever has the `Line` writes to it from any thread.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.task import ThreadedTaskDispatcher, WSGITask

from companion.web.streams import KEEP, PATHS

GONE = (ClientDisconnected, OSError)
"""The reader, or the server itself, whose trigger is closed with it."""


class KeptLine:
    """The open answer of one connection."""

    def __init__(self, channel: "KeepingChannel", is_chunked: bool) -> None:
        self._channel, self._is_chunked = channel, is_chunked

    @property
    def is_gone(self) -> bool:
        """Whether the reader has hung up."""
        return not self._channel.connected

    @property
    def is_behind(self) -> bool:
        """Whether something that was written is still on its way."""
        return bool(self._channel.total_outbufs_len)

    def write(self, data: bytes) -> None:
        """Sends as much as the socket takes; the rest goes out as it is read. Nothing once the reader has gone."""
        # waitress drops what was sent with its buffer only, and begins a new one when that is full: 16 MB, the last 15 on the disk.
        self._channel.current_outbuf_count = self._channel.adj.outbuf_high_watermark
        with suppress(*GONE):
            self._channel.write_soon(b"%X\r\n%b\r\n" % (len(data), data) if self._is_chunked else data)

    def end(self) -> None:
        """Ends the answer in good order."""
        with suppress(*GONE):
            self._channel.write_soon(b"0\r\n\r\n" if self._is_chunked else b"")
            self._channel.close_when_flushed = True
            self._channel.server.pull_trigger()

    def drop(self) -> None:
        """Hangs up, whatever is still on its way."""
        with suppress(*GONE):
            self._channel.will_close = True
            self._channel.server.pull_trigger()


class KeepingTask(WSGITask):
    """A request whose answer may stay open."""

    channel: "KeepingChannel"

    def get_environment(self) -> dict[str, Any]:
        """As waitress makes it, with a way to keep the connection."""
        environ: dict[str, Any] = super().get_environment()
        environ[KEEP] = self.keep
        return environ

    def keep(self, gone: Callable[[], None]) -> KeptLine:
        """The line, once the answer's head is on its way; `gone` is called when the reader has hung up."""
        return self.channel.keep(KeptLine(self.channel, self.chunked_response), gone)

    def finish(self) -> None:
        """Ends the answer, unless it was kept."""
        if self.channel.line is None:
            super().finish()
        else:
            self.close_on_finish = False


class KeepingChannel(HTTPChannel):
    """A connection that may be kept open behind its request."""

    task_class = KeepingTask
    line: KeptLine | None = None
    requests_lock: Lock

    def keep(self, line: KeptLine, gone: Callable[[], None]) -> KeptLine:
        """From here on the connection is `line`'s alone."""
        self._gone, self._leaving = gone, Lock()
        with self.requests_lock:
            self.line = line
            # This one is over now, the second never is: while there is one, waitress writes under its lock and does not tidy us away.
            self.requests = [self.requests[0]] * 2
        if not self.connected:
            self._tell_gone()
        return line

    def service(self) -> None:
        """One request, unless the connection was kept."""
        if self.line is None:
            super().service()

    def received(self, data: bytes) -> bool:
        """Requests; on a kept connection there are no more."""
        return self.line is None and super().received(data)

    def handle_close(self) -> None:
        """Closes, and says so to whoever kept the connection."""
        super().handle_close()
        if self.line is not None:
            self._tell_gone()

    def _tell_gone(self) -> None:
        with self._leaving:
            gone, self._gone = self._gone, lambda: None
        gone()


class Doors(ThreadedTaskDispatcher):
    """Threads for requests, and a few others for those who come to watch: a crowd of them at once keeps nobody else waiting."""

    def __init__(self, threads: int, for_streams: int) -> None:
        """Starts so many threads of each kind."""
        super().__init__()
        self._streams = ThreadedTaskDispatcher()
        self.set_thread_count(threads)
        self._streams.set_thread_count(for_streams)

    def add_task(self, task: Any) -> None:
        """The next request of a connection."""
        asks_for = getattr(task.requests[0], "path", "") if task.requests else ""
        if asks_for in PATHS:
            self._streams.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: int = 5) -> bool:
        """Ends the threads; what has not begun is cancelled."""
        self._streams.shutdown(cancel_pending, timeout)
        return super().shutdown(cancel_pending, timeout)
