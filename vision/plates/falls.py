"""Is a stack settled, does it sway, has something fallen? A pure state machine over what was seen of it, picture by picture.

A fall is a piece that stood on the plate and lies on the table, or is gone from the stack while no hand was at it. Swaying moves pieces
but keeps every one of them at its place in the stack. A hand over the plate says nothing while it is there; what stood on the plate before
it came and lies on the table when it is gone has fallen, what is nowhere to be seen was perhaps taken.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from vision.observation import PLATE, TABLE, Stack


class Motion(StrEnum):
    """How a stack is."""

    UNSEEN = "unseen"
    SETTLED = "settled"
    SWAYING = "swaying"
    FALLING = "falling"
    """Pieces have left their places; how many is not certain yet."""
    FALLEN = "fallen"
    """The three seconds run."""


@dataclass(frozen=True, slots=True)
class FallParams:
    """When a change of the stack counts."""

    settle_s: float = 2.0
    """Nothing moves for so long: settled."""
    still_mm: float = 1.2
    """Movement up to which a piece stands still; more than the reader's own scatter."""
    left_mm: float = 12.0
    """A piece that moved down or aside this far has left its place."""
    confirm_s: float = 0.25
    """A fall is believed when its pieces have lain on the table for so long: one misread picture is none."""
    vanished_s: float = 1.0
    """The same for pieces that are nowhere to be seen: they may be hidden, or were only not recognised."""
    clock_s: float = 3.0
    """To pick fallen pieces up."""


PARAMS = FallParams()


@dataclass(frozen=True, slots=True)
class Seen:
    """A stack at one moment, in millimetres above the table and from its plate's middle."""

    at_s: float
    stacked: tuple[tuple[str, float, float], ...]
    """Name, x from the plate's foot, height of the middle of every named piece on the plate, in millimetres."""
    on_table: tuple[str, ...] = ()
    """Names of pieces on the table."""
    unnamed: int = 0
    """Pieces on the plate that have no name."""
    is_hand: bool = False
    """A hand is at the plate, or the plate is not seen."""


@dataclass(frozen=True, slots=True)
class Fall:
    """What fell and when."""

    at_s: float
    pieces: tuple[str, ...]
    """Names, sorted; as many as fell."""
    unseen: tuple[str, ...] = ()
    """Those of `pieces` that are nowhere to be seen."""

    def seconds_left(self, now_s: float, clock_s: float = PARAMS.clock_s) -> float:
        """Of the time to pick up, never below 0."""
        return max(0.0, self.at_s + clock_s - now_s)


@dataclass(frozen=True, slots=True)
class Watch:
    """What is known of a stack over time. `seen` gives the next one."""

    motion: Motion = Motion.UNSEEN
    still_since: float | None = None
    last: Seen | None = None
    resting: Seen | None = None
    """The stack when it last stood still, or stood at all: what a fall is told from."""
    covered: Seen | None = None
    """The stack as it rested before the hand that is, or just was, at it."""
    missing_since: float | None = None
    fall: Fall | None = None
    """The newest one; stays until its clock has run out."""
    params: FallParams = field(default=PARAMS)

    def seen(self, now: Seen) -> "Watch":
        """After one more picture. Pictures come in the order of their time; an older one changes nothing."""
        if self.last is not None and now.at_s < self.last.at_s:
            return self
        fall = self.fall if self.fall is not None and self.fall.seconds_left(now.at_s, self.params.clock_s) > 0 else None
        if now.is_hand:
            before = self.covered if self.resting is None else self.resting
            return replace(
                self, motion=Motion.UNSEEN, last=now, resting=None, covered=before, still_since=None, missing_since=None, fall=fall
            )
        if self.resting is None:
            return self._uncovered(now, fall)
        gone = _gone(self.resting, now, self.params)
        if gone:
            return self._falling(now, gone, fall)
        return self._standing(now, fall)

    def _uncovered(self, now: Seen, fall: Fall | None) -> "Watch":
        """After the first pictures without a hand."""
        fell = () if self.covered is None else _fell_below(self.covered, now)
        since = now.at_s if self.missing_since is None else self.missing_since
        if fell and now.at_s - since < self.params.confirm_s:
            return replace(self, motion=Motion.FALLING, last=now, missing_since=since, still_since=None, fall=fall)
        fall = Fall(since, fell) if fell else fall
        calm = Motion.FALLEN if fall else Motion.SWAYING
        return replace(self, motion=calm, last=now, resting=now, covered=None, still_since=now.at_s, missing_since=None, fall=fall)

    def _falling(self, now: Seen, gone: tuple[str, ...], fall: Fall | None) -> "Watch":
        since = now.at_s if self.missing_since is None else self.missing_since
        moving = self.last is not None and _moved_mm(self.last, now) > self.params.still_mm
        unseen = tuple((Counter(gone) - Counter(now.on_table)).elements())
        if now.at_s - since < (self.params.vanished_s if unseen else self.params.confirm_s) or moving:
            return replace(self, motion=Motion.FALLING, last=now, missing_since=since, still_since=None, fall=fall)
        told = Fall(since, gone, unseen)
        return replace(self, motion=Motion.FALLEN, last=now, resting=now, missing_since=None, still_since=now.at_s, fall=told)

    def _standing(self, now: Seen, fall: Fall | None) -> "Watch":
        still = self.last is not None and _moved_mm(self.last, now) <= self.params.still_mm
        still = still and self.resting is not None and _moved_mm(self.resting, now) <= self.params.still_mm
        since = (self.still_since if self.still_since is not None else now.at_s) if still else None
        settled = since is not None and now.at_s - since >= self.params.settle_s
        motion = Motion.FALLEN if fall else Motion.SETTLED if settled else Motion.SWAYING
        return replace(self, motion=motion, last=now, resting=_kept(self.resting, now), missing_since=None, still_since=since, fall=fall)


def _kept(resting: Seen | None, now: Seen) -> Seen:
    """What a fall will be told from: the newest picture that shows all that stood there; slow drift is followed, a gap is not."""
    if resting is None or len(now.stacked) >= len(resting.stacked):
        return now
    return resting


def _gone(before: Seen, now: Seen, params: FallParams) -> tuple[str, ...]:
    """Names of the pieces that left their places: on the table now, or nowhere near where they were. Unnamed ones stand for the missing."""
    on_table = Counter(now.on_table) - Counter(before.on_table)
    left: list[str] = []
    places = list(now.stacked)
    for name, x, height in before.stacked:
        near = [p for p in places if p[0] == name and abs(p[1] - x) <= params.left_mm and height - p[2] <= params.left_mm]
        if near:
            places.remove(min(near, key=lambda p: abs(p[1] - x) + abs(p[2] - height)))
        else:
            left.append(name)
    certain = [name for name in left if on_table[name] > 0]
    moved = [name for name in left if any(p[0] == name for p in places)]
    vanished = [name for name in left if name not in certain and name not in moved]
    shown = min(len(vanished), now.unnamed)
    return tuple(sorted([*certain, *vanished[: len(vanished) - shown]])) if certain or len(vanished) > shown else ()


def _fell_below(before: Seen, now: Seen) -> tuple[str, ...]:
    """Names of the pieces that stood on the plate before a hand came and lie on the table now; unnamed ones stand for the missing."""
    gone = Counter(name for name, _, _ in before.stacked) - Counter(name for name, _, _ in now.stacked)
    lying = Counter(now.on_table) - Counter(before.on_table)
    fell = sorted((gone & lying).elements())
    return tuple(fell) if gone.total() > now.unnamed else ()


def _moved_mm(a: Seen, b: Seen) -> float:
    """The furthest that a piece seen in both has moved."""
    rest = list(b.stacked)
    furthest = 0.0
    for name, x, height in a.stacked:
        same = [p for p in rest if p[0] == name]
        if same:
            near = min(same, key=lambda p: abs(p[1] - x) + abs(p[2] - height))
            rest.remove(near)
            furthest = max(furthest, ((near[1] - x) ** 2 + (near[2] - height) ** 2) ** 0.5)
    return furthest


def seen_of(stacks: Sequence[Stack], at_s: float, hand: bool = False) -> Seen:
    """What one picture says of the stack in it; without a stack it is as if a hand covered it."""
    stack = stacks[0] if stacks else None
    if stack is None or stack.height_mm is None:
        return Seen(at_s, (), is_hand=True)
    lying = {b for a, b in stack.touching if a == TABLE} - {b for a, b in (*stack.touching, *stack.unsure) if a == PLATE}
    stacked, on_table, unnamed = [], [], 0
    for k, piece in enumerate(stack.pieces):
        x, height = piece.centre_mm or (0.0, 0.0)
        if piece.id is None:
            unnamed += k not in lying
        elif k in lying:
            on_table.append(piece.id)
        else:
            stacked.append((piece.id, x, height))
    return Seen(at_s, tuple(stacked), tuple(on_table), unnamed, hand)
