"""Two cameras on one table, or one and a phone: what lies flat comes from above, what stands comes from the side."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from vision.frame import Frame
from vision.observation import NotReady, Observation

Read = Callable[[Frame], Observation]


@dataclass(frozen=True, slots=True)
class Views:
    """The newest look from above and from the side; either may be missing."""

    top: Observation | None = None
    side: Observation | None = None

    def from_above(self, seen: Observation) -> "Views":
        """With a newer look from above; an older one changes nothing."""
        return self if self.top is not None and seen.taken_at < self.top.taken_at else replace(self, top=seen)

    def from_side(self, seen: Observation) -> "Views":
        """With a newer look from the side; an older one changes nothing."""
        return self if self.side is not None and seen.taken_at < self.side.taken_at else replace(self, side=seen)

    def merged(self, oldest: float = float("-inf")) -> Observation | None:
        """One observation of both: pieces and board from above, stacks from the side, each stack with the time at which it was seen.

        It is as old as the look from above. Stacks seen before `oldest` are left out. None before anything was seen.
        """
        if self.side is None:
            return self.top
        stacks = () if self.side.taken_at < oldest else tuple(replace(s, taken_at=self.side.taken_at) for s in self.side.stacks)
        if self.top is None:
            return replace(self.side, stacks=stacks)
        return replace(self.top, stacks=stacks, timings_ms=_added(self.top, self.side))


def _added(top: Observation, side: Observation) -> dict[str, float]:
    """Milliseconds of both by stage."""
    stages = dict.fromkeys((*top.timings_ms, *side.timings_ms))
    return {stage: top.timings_ms.get(stage, 0.0) + side.timings_ms.get(stage, 0.0) for stage in stages}


class AnyView:
    """Reads a picture both as seen from above and as seen from the side: for one of which nobody says what it is."""

    def __init__(self, *reads: Read) -> None:
        """The look from above first, then the one from the side."""
        self._reads = reads

    def read(self, frame: Frame) -> Observation:
        """What either sees in it."""
        seen = [read(frame) for read in self._reads]
        merged = Views(seen[0], seen[-1]).merged()
        return seen[0] if merged is None else merged


class Look(Protocol):
    """A camera's frames -> what is new in them: `LiveReader`, `PlateWatch`."""

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What this frame adds."""

    def again(self) -> None:
        """Look once more, wholly."""


FALL_WAITS_S = 1.0
"""For the table to be seen from above, so that one look tells both; then the fall is told with what was seen last."""


class LiveViews:
    """Two cameras as one: asked with every frame from above, it takes the newest from the side along, and tells what either adds."""

    def __init__(self, top: Look, side: Look, newest: Callable[[], Frame | None]) -> None:
        """`newest` gives the side camera's newest frame that was not given yet, at once."""
        self._top, self._side, self._newest = top, side, newest
        self._views = Views()
        self._fall: Observation | None = None
        """Seen from the side and not told yet."""

    def again(self) -> None:
        """The score was changed by hand: both look once more."""
        self._top.again()
        self._side.again()

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What these frames add; why the table cannot be read from above; None for nothing new from either side."""
        from_side = None if (beside := self._newest()) is None else self._side.look(beside)
        if isinstance(from_side, Observation):
            self._views = self._views.from_side(_without_fall(from_side))
            if _tells_fall(from_side):
                self._fall = from_side
                self._top.again()
        from_above = self._top.look(frame)
        if isinstance(from_above, Observation):
            self._views = self._views.from_above(from_above)
        if self._fall is not None and (isinstance(from_above, Observation) or frame.taken_at - self._fall.taken_at >= FALL_WAITS_S):
            told, self._fall = Views(self._views.top, self._fall).merged(), None
            return None if told is None else replace(told, taken_at=max(told.taken_at, frame.taken_at))
        if isinstance(from_above, Observation) or (isinstance(from_side, Observation) and not isinstance(from_above, NotReady)):
            return self._views.merged()
        return from_above if isinstance(from_above, NotReady) else None


def _tells_fall(seen: Observation) -> bool:
    return any(stack.fallen or stack.vanished for stack in seen.stacks)


def _without_fall(seen: Observation) -> Observation:
    """A fall is told once; the stack as it stands is kept."""
    return replace(seen, stacks=tuple(replace(stack, fallen=(), vanished=()) for stack in seen.stacks))
