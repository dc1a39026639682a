"""The frames of one table held against each other: each in middling size, and what has changed between two of them, made once."""

from vision.changes.news import Change, change
from vision.changes.unmoved import Fine, fine_of
from vision.frame import Frame


class Compared:
    """Remembers the newest frame alone, and what it was held against; for one thread."""

    def __init__(self) -> None:
        self._newest: tuple[Frame, Fine] | None = None
        self._changes: dict[tuple[Fine, Fine], Change | None] = {}

    def fine(self, frame: Frame) -> Fine:
        """The frame in middling size."""
        if self._newest is None or self._newest[0] is not frame:
            self._newest = frame, fine_of(frame)
        return self._newest[1]

    def since(self, now: Fine | None, before: Fine | None) -> Change | None:
        """What has changed from one picture to a later one; None where there is none, or of another size."""
        if now is None or before is None:
            return None
        if (now, before) not in self._changes:
            self._changes = {pair: known for pair, known in self._changes.items() if pair[0] is now} | {(now, before): change(now, before)}
        return self._changes[now, before]
