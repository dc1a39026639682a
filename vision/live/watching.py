"""A plate under a side camera all evening: what stands on it, as it is read anew, and what falls off it, told once."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from vision.changes.patches import Known
from vision.frame import Frame
from vision.live.params import LiveParams
from vision.live.reader import LiveReader
from vision.observation import NotReady, Observation, Quality, Stack
from vision.plates.falls import Fall, Motion, Seen, Watch, seen_of
from vision.table.plane import TablePlane

Read = Callable[[Frame], Observation]

UNREAD_S = 5.0
"""A plate that was read and can no longer be is tried again for so long."""


class PlateWatch:
    """Asked like a `LiveReader`. What has fallen stands in the stack of the one observation that tells it, and of no later one."""

    def __init__(self, read: Read) -> None:
        """`read` reads one picture from the side: `SideReader.read`."""
        self._side = read
        self._live = LiveReader(self._looked, origin=lambda frame: None, params=LiveParams(is_early=False))
        self._newest: Observation | None = None
        self.frame: Frame | None = None
        """The frame that was read last."""
        self._watch = Watch()
        self._unread_since: float | None = None

    @property
    def motion(self) -> Motion:
        """How the stack is, as far as it was seen."""
        return self._watch.motion

    def again(self) -> None:
        """The score was changed by hand: the plate is looked at once more."""
        self._live.again()

    def look(self, frame: Frame) -> Observation | NotReady | None:
        """What this frame adds: a stack that is new, or a fall; why it cannot be read; None for nothing new."""
        before = self._watch.fall
        if self._watch.motion is Motion.FALLING or self._is_worth_another_try(frame.taken_at):
            self._live.again()
        answer = self._live.look(frame)
        if answer is NotReady.HAND:
            self._watch = self._watch.seen(Seen(frame.taken_at, (), is_hand=True))
        fall, newest = self._watch.fall, self._newest
        if fall is None or fall == before or newest is None:
            return answer
        return replace(newest, stacks=tuple(_with(stack, fall) for stack in newest.stacks[:1]))

    def _looked(
        self, frame: Frame, table: TablePlane | None = None, quality: Quality | None = None, known: Known | None = None
    ) -> Observation:
        self._newest, self.frame = (seen := self._side(frame)), frame
        stack = seen_of(seen.stacks, frame.taken_at)
        if stack.is_hand:
            self._unread_since = frame.taken_at if self._unread_since is None else self._unread_since
        else:
            self._unread_since, self._watch = None, self._watch.seen(stack)
        return seen

    def _is_worth_another_try(self, now: float) -> bool:
        """A stack that stood there and is not to be made out has perhaps fallen: the next picture may show it better."""
        return self._unread_since is not None and self._watch.resting is not None and now - self._unread_since <= UNREAD_S


def _with(stack: Stack, fall: Fall) -> Stack:
    lying = tuple((Counter(fall.pieces) - Counter(fall.unseen)).elements())
    return replace(stack, fallen=lying, vanished=fall.unseen)
