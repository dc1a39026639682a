"""The log folded: which actions stand, and every state they lead through. Pure; nothing here writes.

Actions, corrections and rulings are the log's *steps*. `Undone` strikes the newest steps, whatever they were, so that undoing
a correction brings back what it gave up; `Redone` brings struck ones back while nothing new was played since.
"""

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.events import Acted, Corrected, Entry, Redone, Ruled, Undone
from companion.game import CompanionError, Game, IllegalAction, Pack, Setup, TextError, Violation

S = TypeVar("S")
STEP = (Acted, Undone, Redone, Corrected, Ruled)
"""Events that may change the state."""


class Misfit(CompanionError):
    """An entry does not fit the state before it. Carries its number and why."""

    def __init__(self, seq: int, action: str, violations: tuple[Violation, ...], why: str = "") -> None:
        super().__init__(f"entry {seq} ({action}) does not fit: {why or '; '.join(map(str, violations))}")
        self.seq, self.action, self.violations = seq, action, violations


@dataclass(frozen=True, slots=True)
class Line:
    """What one standing entry says now."""

    seq: int
    action: str
    """The action's text; empty for a ruling."""
    was: str = ""
    """What it said before it was corrected."""
    ruling: str | None = None
    """A ruling's state, as text."""


@dataclass(frozen=True, slots=True)
class Stand(Generic[S]):
    """A standing entry and where it led."""

    line: Line
    said: str
    seat: int | None
    state: S
    """After it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps of a log that stand, and those that can be redone."""

    standing: tuple[Entry, ...] = ()
    struck: tuple[tuple[int, tuple[Entry, ...]], ...] = ()
    """Newest last: the Undone entry's number and what it struck."""

    def after(self, entry: Entry) -> "Steps":
        """With one more entry. Raises Misfit for an undo or redo that finds nothing."""
        match entry.event:
            case Acted() | Corrected() | Ruled():
                return Steps((*self.standing, entry))
            case Undone(seq):
                kept = self.standing[: bisect_left(self.standing, seq, key=lambda step: step.seq)]
                if len(kept) == len(self.standing):
                    raise Misfit(entry.seq, "undo", (), f"nothing stands from entry {seq} on")
                return Steps(kept, (*self.struck, (entry.seq, self.standing[len(kept) :])))
            case Redone(seq):
                if not self.struck or self.struck[-1][0] != seq:
                    raise Misfit(entry.seq, "redo", (), f"entry {seq} is not the last undo, or something was played since")
                return Steps((*self.standing, *self.struck[-1][1]), self.struck[:-1])
            case _:
                return self

    def has(self, entry: Entry) -> bool:
        """Whether a step stands."""
        at = bisect_left(self.standing, entry.seq, key=lambda step: step.seq)
        return at < len(self.standing) and self.standing[at].seq == entry.seq

    def changed(self, before: "Steps") -> tuple[int, tuple[Entry, ...]]:
        """How many steps stand as they did `before` the newest entry, and those that stand no more or stand again behind them."""
        kept = min(len(before.standing), len(self.standing))  # one entry takes from the end or adds there, never both
        return kept, (*before.standing[kept:], *self.standing[kept:])


def first_changed(changed: Iterable[Entry], newest: int) -> int:
    """The first entry of which a change in these steps may say something else; `newest` when it is none before that."""
    return min((step.event.seq if isinstance(step.event, Corrected) else step.seq for step in changed), default=newest)


def steps_of(entries: Iterable[Entry]) -> Steps:
    """The steps that stand at the end of a log. Raises Misfit."""
    standing: list[Entry] = []
    steps = Steps()
    # The common case by hand: growing a tuple entry by entry would cost a long log its square.
    for entry in entries:
        if isinstance(entry.event, Acted | Corrected | Ruled):
            standing.append(entry)
            steps = Steps()
        elif isinstance(entry.event, Undone | Redone):
            steps = Steps(tuple(standing), steps.struck).after(entry)
            standing = list(steps.standing)
    return Steps(tuple(standing), steps.struck)


def lines_of(steps: Iterable[Entry]) -> tuple[Line, ...]:
    """What the standing steps say, corrections applied. Raises Misfit for a correction of nothing."""
    lines: dict[int, Line] = {}
    for step in steps:
        match step.event:
            case Corrected(seq, action, _, dropped):
                if seq not in lines or lines[seq].ruling is not None:
                    raise Misfit(step.seq, action, (), f"entry {seq} is no action that stands")
                lines[seq] = replace(lines[seq], action=action, was=lines[seq].was or lines[seq].action)
                for gone in dropped:
                    lines.pop(gone, None)
            case _ if (line := _line_of(step)) is not None:
                lines[step.seq] = line
    return tuple(lines.values())


def _line_of(step: Entry) -> Line | None:
    """What one step says by itself; None for one that says nothing of the state, or of another step."""
    match step.event:
        case Acted(action):
            return Line(step.seq, action)
        case Ruled(state=state) if state is not None:
            return Line(step.seq, "", ruling=state)
        case _:
            return None


@dataclass(frozen=True)
class Rulebook(Generic[S]):
    """A game with its box and answers: all that a fold needs besides the log."""

    game: Game[S, Any]
    pack: Pack
    setup: Setup

    def opening(self) -> S:
        """The state before the first entry. Raises SetupError."""
        return self.game.initial(self.pack, self.setup)

    def play(self, lines: Iterable[Line], known: tuple[Stand[S], ...] = ()) -> tuple[Stand[S], ...]:
        """Every standing entry with its state, taking over from `known` as far as it says the same. Raises Misfit."""
        stands: list[Stand[S]] = []
        same = True
        for index, line in enumerate(lines):
            same = same and index < len(known) and known[index].line == line
            stands.append(known[index] if same else self.step(line, stands[-1].state if stands else self.opening()))
        return tuple(stands)

    def play_on(self, stands: tuple[Stand[S], ...], before: Steps, after: Steps) -> tuple[Stand[S], ...]:
        """What stands after one more entry, out of what stood before it: only what it changes is played. Raises Misfit."""
        kept, changed = after.changed(before)
        if any(isinstance(step.event, Corrected) for step in changed):
            return self.play(lines_of(after.standing), stands)
        played = list(stands[: bisect_left(stands, changed[0].seq, key=lambda stand: stand.line.seq)] if changed else stands)
        for step in after.standing[kept:]:
            if (line := _line_of(step)) is not None:
                played.append(self.step(line, played[-1].state if played else self.opening()))
        return tuple(played)

    def step(self, line: Line, before: S) -> Stand[S]:
        """One entry from the state before it. Raises Misfit."""
        try:
            if line.ruling is not None:
                return Stand(line, "", None, self.game.parse_state(self.pack, self.setup, line.ruling))
            action = self.game.parse_action(line.action)
            said, seat = self.game.tell(before, action), seat_of(self.game, before, action)
            return Stand(line, said, seat, self.game.apply(before, action))
        except IllegalAction as error:
            raise Misfit(line.seq, line.action, error.violations) from error
        except TextError as error:
            raise Misfit(line.seq, line.action, (), str(error)) from error


def seat_of(game: Game[S, Any], state: S, action: object) -> int | None:
    """Who acts: the action's own `seat` where it has one, else the only seat whose move it is; None for the table."""
    if hasattr(action, "seat"):
        seat = action.seat
        return seat if isinstance(seat, int) else None
    to_act = game.status(state).to_act
    return to_act[0] if len(to_act) == 1 else None
