"""A table's log as it is folded: inquiries, how the score went, and the table as it stood at an earlier moment. Pure."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from companion.disputes import Inquiry, disputes_of, house_rules, inquire, rulings_of, what_if
from companion.events import Entry, Opened
from companion.fold import Rulebook, Stand, Steps, lines_of, steps_of
from companion.game import Game
from companion.public import public_of
from companion.snapshot import Snapshot
from companion.telling import tell_log


@dataclass(frozen=True, slots=True)
class Point:
    """The score after one standing entry."""

    seq: int
    at: datetime
    totals: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True)
class History:
    """Entries, and the steps of them that stand."""

    rulebook: Rulebook[Any]
    entries: tuple[Entry, ...]
    stands: tuple[Stand[Any], ...]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits at the table, by seat."""
        event = self.entries[0].event
        return event.players if isinstance(event, Opened) else ()

    def inquire(self, seq: int, action: str | None = None) -> Inquiry | None:
        """What the rules say of entry `seq`, or of another action in its place; None when it is no action. Raises TextError."""
        return inquire(self.rulebook, self.entries, seq, action)

    def what_if(self, seq: int, action: str) -> Inquiry | None:
        """What the rules say of another action in the place of entry `seq`, as anybody may ask. Raises TextError, AskedOfHands."""
        return what_if(self.rulebook, self.entries, seq, action)

    def course(self) -> tuple[Point, ...]:
        """The score after every standing entry that changed it, and after the last one."""
        points: list[Point] = []
        for stand in self.stands:
            point = Point(stand.line.seq, self.entries[stand.line.seq - 1].at, totals_of(self.rulebook.game, stand.state, self.players))
            if not points or points[-1].totals != point.totals or stand is self.stands[-1]:
                points.append(point)
        return tuple(points)

    def count_at(self, moment: datetime) -> int:
        """How many entries there were then, at least the opening."""
        return max(1, bisect_right(self.entries, moment, key=lambda entry: entry.at))

    def folded(self, count: int) -> tuple[Steps, tuple[Stand[Any], ...]]:
        """The steps that stood after so many entries, and the states they led through, as far as known taken over."""
        steps = steps_of(self.entries[:count])
        return steps, self.rulebook.play(lines_of(steps.standing), self.stands)

    def snapshot(self, now: Snapshot, count: int) -> Snapshot:
        """What everybody could see after so many entries; without the pictures, questions and trouble of `now`."""
        entries = self.entries[:count]
        steps, stands = self.folded(count)
        public = public_of(self.rulebook.game, stands[-1].state if stands else self.rulebook.opening())
        rulings = rulings_of(entries, steps)
        then = replace(
            now.bare(),
            version=count,
            seq=count,
            status=public.status,
            show=public.show,
            scores=public.scores,
            legal=public.legal,
            head=entries[-1].hash,
        )
        told = tell_log(entries, stands, steps.standing)
        return replace(then, told=told, disputes=disputes_of(entries, rulings), house_rules=house_rules(rulings))


def totals_of(game: Game[Any, Any], state: object, players: int) -> tuple[int, ...]:
    """The sum of every seat's score lines."""
    totals: Counter[int] = Counter()
    for line in game.scores(state):
        totals[line.seat] += line.points
    return tuple(totals[seat] for seat in range(players))
