"""What the loop asks of whatever sees the table: the seam between the reading, wherever it runs, and the evening."""

from dataclasses import dataclass
from typing import Protocol

from vision.observation import NotReady, Observation


@dataclass(frozen=True, slots=True)
class Seen:
    """What one frame of the camera came to."""

    taken_at: float
    """Seconds on the monotonic clock, which all processes of a machine share."""
    what: Observation | NotReady | None
    """What is to be judged; why the frame cannot be read; None when it shows nothing new."""
    jpeg: bytes = b""
    """The frame as the log keeps it; empty unless something is to be judged."""
    worked_s: float = 0.0
    """Processor time that this frame took, never more than the clock's: so much older than its picture news may honestly be."""
    error: str = ""
    """The frame broke the reader: what happened, in one line; else empty."""
    beside: bytes = b""
    """The side camera's frame in which the stacks were read, as the log keeps it; empty without one."""


def fault_of(error: Exception) -> str:
    """An unforeseen error in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


class Sight(Protocol):
    """Never waited for. `companion.looking.InPlace` reads at once, `companion.reader.ReaderWorker` in a process of its own."""

    @property
    def trouble(self) -> str:
        """Empty while all is well; else one sentence for people."""

    @property
    def restarts(self) -> int:
        """How often a camera or the reading had to be started again."""

    def newest(self) -> Seen | None:
        """What the next frame came to, in the frames' order; None when there is none now."""

    def again(self) -> None:
        """The score was changed by hand: look once more, even if the table lies as before."""

    def close(self) -> None:
        """Lets everything go; may be called twice."""
