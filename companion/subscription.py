"""Snapshots for whoever listens: always the newest one; a slow listener misses those in between and delays nobody."""

from collections.abc import Callable
from threading import Condition
from time import monotonic
from types import TracebackType
from typing import Self

from companion.snapshot import Snapshot


class Subscription:
    """An iterator over snapshots, newest only, each version once; ends when the session or the listener closes it.

    >>> with session.subscribe() as snapshots:      # doctest: +SKIP
    ...     for snapshot in snapshots:
    ...         send(snapshot)
    """

    def __init__(self, changed: Condition, newest: Callable[[], Snapshot | None], after: int = -1) -> None:
        """`newest` answers None once the session is closed; `after` is a version that the listener has already."""
        self._changed, self._newest, self._version = changed, newest, after
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Snapshot:
        snapshot = self.wait(None)
        if snapshot is None:
            raise StopIteration
        return snapshot

    @property
    def is_closed(self) -> bool:
        """Whether nothing more will come."""
        return self._closed or self._newest() is None

    def wait(self, timeout_s: float | None) -> Snapshot | None:
        """The newest snapshot that this listener has not had; None after `timeout_s` seconds or when closed."""
        until = None if timeout_s is None else monotonic() + timeout_s
        with self._changed:
            while not self._closed and (snapshot := self._newest()) is not None:
                if snapshot.version > self._version:
                    self._version = snapshot.version
                    return snapshot
                left = None if until is None else until - monotonic()
                if left is not None and left <= 0:
                    return None
                self._changed.wait(left)
        return None

    def close(self) -> None:
        """Ends the iteration, also for a thread that waits in it; may be called twice."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
