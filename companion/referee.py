"""Which legal actions turn what lay on the table into what lies there now? One answer is played, several are a question, none is shown.

How it decides, for every game alike:

- What is expected lies there: nothing has happened (`Unchanged`), even where an unnamed piece stands for a known one; the page marks it.
- Else the game's candidates are tried one by one, each against the rulebook first; then two in a row, then three, since several may
  act between two looks; more only where nothing else is possible, as when everybody passes. The shortest explanation holds.
  Explanations that end in the same state are one.
- A single explanation is `Played`, unless a piece that it brings to the table has not been named for sure: then it is a question
  (`Ambiguous`), like several explanations are. An unnamed piece that was known before stands for itself.
- No explanation: `Unexplained`, with the difference and what the rulebook refused, so that the page can say why. An illegal action is
  never believed.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.game import Difference, Game, Layout, Spot, Violation

S = TypeVar("S")
A = TypeVar("A")

MOST_IN_A_ROW = 3
"""Actions that may lie between two looks, where there is a choice."""
MOST_FORCED = 8
"""The same where nothing else was possible at any of them: everybody passes."""
MOST_TRIED = 2_000
"""States looked at before the referee gives up and asks."""


@dataclass(frozen=True, slots=True)
class Unchanged:
    """The table shows what it ought to."""

    unsure: tuple[Spot, ...] = ()
    """Unnamed pieces that were taken for known ones."""


@dataclass(frozen=True, slots=True)
class Refused(Generic[A]):
    """An action that might explain the table, and why the rulebook refuses it."""

    action: A
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class Played(Generic[A]):
    """The one explanation."""

    actions: tuple[A, ...]
    """In order; nearly always one."""


@dataclass(frozen=True, slots=True)
class Ambiguous(Generic[A]):
    """A question for people: several explanations, or one that leans on a piece without a name."""

    fits: tuple[tuple[A, ...], ...]
    """Legal explanations, in the order of the game's candidates (best guess first), rows of actions; an empty row: nothing happened."""
    unsure: tuple[Spot, ...] = ()
    """Spots without a name that they lean on; `Spot.ref` finds the picture and the reason. Empty: the pieces are sure, the story is not."""
    refused: tuple[Refused[A], ...] = ()
    """What else was thought of, and the rulebook refuses."""


@dataclass(frozen=True, slots=True)
class Unexplained(Generic[A]):
    """Nothing legal explains the table."""

    difference: Difference
    """From what was expected."""
    refused: tuple[Refused[A], ...] = ()
    """Actions that come to mind and are refused, best guess first."""


Verdict = Unchanged | Played[A] | Ambiguous[A] | Unexplained[A]


def explain(game: Game[S, A], state: S, seen: Layout) -> Verdict[A]:
    """What has happened at the table since `state`, judged by what lies there now."""
    before = game.visible(state)
    if before.matches(seen):
        return Unchanged(before.leans_on(seen))
    refused = tuple(_refused(game, state, seen))
    fits = _shortest(game, state, seen)
    if not fits:
        return Unexplained(before.difference(seen), refused)
    unsure = tuple(dict.fromkeys(spot for after in fits for spot in _leans_on(before, game.visible(after), seen)))
    rows = tuple(fits.values())
    if len(rows) == 1 and not unsure:
        return Played(rows[0])
    return Ambiguous(rows, unsure, refused)


def _refused(game: Game[S, A], state: S, seen: Layout) -> Iterator[Refused[A]]:
    for action in dict.fromkeys(game.candidates(state, seen)):
        if violations := game.violations(state, action):
            yield Refused(action, violations)


def _shortest(game: Game[S, A], state: S, seen: Layout) -> dict[S, tuple[A, ...]]:
    """The states that show what is seen, after as few legal actions as possible, each with the actions that lead there first."""
    known: set[S] = {state}
    reached: dict[S, tuple[A, ...]] = {state: ()}
    for row in range(1, MOST_FORCED + 1):
        following: dict[S, tuple[A, ...]] = {}
        for before, actions in reached.items():
            for action in game.candidates(before, seen):
                if len(known) >= MOST_TRIED:
                    return {}
                if not game.violations(before, action) and (after := game.apply(before, action)) not in known:
                    known.add(after)
                    following[after] = (*actions, action)
        if fits := {after: actions for after, actions in following.items() if game.visible(after).matches(seen)}:
            return fits
        if row >= MOST_IN_A_ROW and len(following) > 1:
            return {}
        reached = following
    return {}


def _leans_on(before: Layout, after: Layout, seen: Layout) -> tuple[Spot, ...]:
    """Unnamed spots that stand for something which the actions brought to the table.

    A copy of a piece that was there before counts as brought: which of the two has no name cannot be told.
    """
    brought = Counter(spot.key for spot in after.spots) - Counter(spot.key for spot in before.spots)
    return Layout(tuple(spot for spot in after.spots if spot.key in brought)).leans_on(seen)
