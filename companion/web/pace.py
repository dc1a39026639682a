"""When one viewer is told something: at once after a rest, a few changes in quick succession, then calmly; pictures alone slowly. Pure."""

import time
from collections.abc import Callable

from companion.snapshot import Snapshot
from companion.web.render import is_same_but_for_the_picture

CALM_S = 0.2
"""Under a flood at most one change in this time goes to each viewer; the newest wins."""
BURST = 3.0
"""So many go out at once after a rest: a play and the answer to it are no flood."""
PICTURE_S = 1.0
"""At most one new picture in this time, as long as nothing else happens."""

Say = Callable[[Snapshot], str]
"""The event that brings this viewer from what it was sent last to a snapshot."""


class Viewer:
    """One stream's place in time. Moments are seconds of any clock that only goes forward."""

    def __init__(self, say: Say, keepalive_s: float, snapshot: Snapshot, now: float, *, is_drawn: bool = False) -> None:
        """Its first event is of `snapshot`: see `first`."""
        self._say, self._keepalive_s = say, keepalive_s
        self._sent, self._left, self.spoke = snapshot, BURST, now
        self.is_drawn = is_drawn
        """Whether it is a page, whose events take longer to make than a program's."""
        self.first = say(snapshot)

    def due(self, snapshot: Snapshot) -> float:
        """When it has to be told something, if nothing newer than `snapshot` comes."""
        if snapshot.version == self._sent.version:
            return self.spoke + self._keepalive_s
        calm = self.spoke + max(0.0, 1.0 - self._left) * CALM_S
        return max(calm, self.spoke + PICTURE_S) if is_same_but_for_the_picture(self._sent, snapshot) else calm

    def text(self, snapshot: Snapshot, now: float) -> str | None:
        """What to send now; None while nothing is due."""
        if now < self.due(snapshot):
            return None
        self._left = min(BURST, self._left + (now - self.spoke) / CALM_S)
        self.spoke = now
        if snapshot.version == self._sent.version:
            return f"event: tick\ndata: {time.time():.3f}\n\n"
        self._left -= 1.0
        self._sent = snapshot
        return self._say(snapshot)
