"""A process of our own that may hang or die: ended for sure, started again at growing intervals.

One that survives `kill -9` (stuck in the kernel) may still hold its device: no second one is started beside it. A process that has
lost its parent ends by itself.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any

Target = Callable[..., None]
"""Runs in the other process: a function of a module, told its end of a pipe and what `start` was given."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a process may take to end, and how soon the next one follows."""

    end_s: float = 1.0
    """One that is well may take so long to end, before it is killed."""
    kill_s: float = 3.0
    """How long a killed process may take to go."""
    again_s: float = 1.0
    """Pause before a new process; it doubles up to `most_again_s`, and falls back once all is well."""
    most_again_s: float = 5.0


class Apart:
    """At most one process at a time. One thread looks after it."""

    def __init__(self, target: Target, name: str, patience: Patience) -> None:
        """Nothing is started yet; `name` is the process's."""
        self.patience = patience
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None
        """To the process, while there is one."""
        self.restarts = 0
        self.pause_s = patience.again_s
        self._target, self._name = target, name
        self._left: BaseProcess | None = None
        self._due_at = 0.0
        self._spawn = multiprocessing.get_context("spawn")

    @property
    def pid(self) -> int | None:
        """Of the process; None while there is none."""
        return None if self.process is None else self.process.pid

    @property
    def is_stuck(self) -> bool:
        """Whether a process that was killed is still there."""
        return self._left is not None

    def start(self, *args: Any) -> None:
        """Begins; what it is told has to be of a kind that travels to another process."""
        here, there = self._spawn.Pipe()
        self.process = self._spawn.Process(target=_begin, args=(self._target, there, *args), daemon=True, name=self._name)
        self.process.start()
        there.close()
        self.pipe = here

    def is_due(self, now: float) -> bool:
        """Whether the next process may be started."""
        if self._left is not None and not self._left.is_alive():
            self._left, self._due_at = None, now
        return self.process is None and self._left is None and now >= self._due_at

    def ended(self, within_s: float = 0.0) -> str | None:
        """How the process has ended by itself, or does so in this time; None while it lives, or when there is none."""
        if self.process is not None and within_s:
            self.process.join(within_s)
        if self.process is None or self.process.is_alive():
            return None
        return f"ended (code {self.process.exitcode})"

    def well(self) -> None:
        """It does its work: the next pause is short again."""
        self.pause_s = self.patience.again_s

    def replace(self, now: float) -> bool:
        """Kills it, so that another follows after a pause. False when it survives even that."""
        if not self.kill():
            return False
        self.restarts += 1
        self._due_at = now + self.pause_s
        self.pause_s = min(2 * self.pause_s, self.patience.most_again_s)
        return True

    def close(self) -> None:
        """Asks it to end, then kills it; may be called twice."""
        if self.process is not None:
            self.process.terminate()
            self.process.join(self.patience.end_s)
        self.kill()

    def kill(self) -> bool:
        """Ends it at once; False when it survives even that."""
        process, self.process = self.process, None
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None
        if process is None:
            return True
        process.kill()
        process.join(self.patience.kill_s)
        if process.is_alive():
            self._left = process
            return False
        process.close()
        return True


def _begin(target: Target, pipe: Connection, *args: Any) -> None:
    """The other process. Ctrl-C is the parent's affair, which then ends this one."""
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_parent, daemon=True, name="parent").start()
    with suppress(BrokenPipeError, EOFError):
        target(pipe, *args)


def _end(number: int, frame: object) -> None:
    raise SystemExit(0)


def _end_with_the_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
